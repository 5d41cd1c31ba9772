"""`isthmus join --rendezvous`: one of the processes that make a job by the same words."""

import argparse
import os
import re
import tempfile
from pathlib import Path

from isthmus.arguments import host_and_port, positive
from isthmus.build import find_application
from isthmus.errors import BadInputError
from isthmus.hosts import grid_text
from isthmus.invitation import JOB_KEY
from isthmus.launcher import Job, told
from isthmus.launches import Launch
from isthmus.nodes import is_this_machine
from isthmus.quantity import time_ms
from isthmus.rendezvous import rank_by_rendezvous, rank_in, wait_for_name

DEFAULT_WAIT = "5min"


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rendezvous",
        type=host_and_port,
        metavar="HOST:PORT",
        help="where the processes of a new job meet, an address of the node of rank 0",
    )
    parser.add_argument(
        "--processes", type=positive, metavar="N", help="with --rendezvous: of how many it is made"
    )
    parser.add_argument(
        "--pes", type=positive, metavar="N", help="with --rendezvous: of each process (1)"
    )
    parser.add_argument(
        "--grid",
        type=Path,
        metavar="FILE",
        help="with --rendezvous, instead of --processes and --pes: the sites, in whose order the"
        " ranks are",
    )
    parser.add_argument(
        "--address",
        metavar="HOST",
        help="with --rendezvous: of this node, at which the others reach it; by default the one by"
        " which it reaches HOST:PORT",
    )
    parser.add_argument(
        "--wait",
        metavar="TIME",
        help=f"with --rendezvous: how long to wait for the others ({DEFAULT_WAIT})",
    )


def expect_none(parsed: argparse.Namespace) -> None:
    """Raises BadInputError where there are options of a job that is yet to be made."""
    for name in ("processes", "pes", "grid", "address", "wait"):
        if getattr(parsed, name) is not None:
            raise BadInputError(f"--{name} is of a job that is made (expected --rendezvous, too)")


def run(parsed: argparse.Namespace, words: list[str]) -> int:
    """`words` are the program, the runtime's options, and behind another -- its own."""
    if not re.fullmatch(r"[A-Za-z0-9_.-]+", parsed.job):
        raise BadInputError(f"'{parsed.job}': no name (expected letters, digits, '_', '.', '-')")
    if not words:
        raise BadInputError("no program (expected it behind --)")
    application = find_application(words[0])
    wait_s = _seconds(parsed.wait or DEFAULT_WAIT)
    listen = _listening_at(parsed.address) if parsed.address else []
    key = os.environ.get(JOB_KEY)
    if not key:
        raise BadInputError(f"no {JOB_KEY} in the environment (expected one secret on all nodes)")
    if (parsed.grid is None) == (parsed.processes is None):
        raise BadInputError("how many processes? (expected either --processes N or --grid FILE)")
    with tempfile.TemporaryDirectory(prefix="isthmus-join-") as folder:
        grid = parsed.grid
        if grid is None:
            grid = Path(folder) / "grid.toml"
            nodes = {f"{parsed.job}-{number}": 1 for number in range(parsed.processes)}
            grid.write_text(grid_text(nodes, "cluster", 1, parsed.pes or 1, addresses=False))
        rank = _rank(parsed, key, wait_s)
        wait_for_name(parsed.rendezvous, wait_s)
        launch = Launch(
            [
                str(application.binary),
                *("--grid", str(grid), "--name", parsed.job),
                *("--rendezvous", parsed.rendezvous, "--rank", str(rank)),
                *("--wait", parsed.wait or DEFAULT_WAIT),
                *listen,
                *words[1:],
            ],
            rank=rank,
        )
        return told(Job([launch]).run())


def _listening_at(address: str) -> list[str]:
    """There, at any port. Raises BadInputError for another machine's."""
    host = address.strip("[]")
    if not is_this_machine(host):
        raise BadInputError(
            f"--address '{address}': this machine has no such address (expected one of its own; for"
            " one that is forwarded to it, --advertise HOST:PORT behind the program)"
        )
    return ["--listen", f"[{host}]:0" if ":" in host else f"{host}:0"]


def _rank(parsed: argparse.Namespace, key: str, wait_s: float) -> int:
    rank: int | None = parsed.process
    if rank is None:
        rank = rank_in(os.environ)
    if rank is None and parsed.processes is None:
        raise BadInputError(
            "which process of the grid is this? (expected --process RANK, or a manager that says"
            " it)"
        )
    if rank is None:
        rank = rank_by_rendezvous(parsed.rendezvous, parsed.processes, key, wait_s)
    if parsed.processes is not None and not 0 <= rank < parsed.processes:
        raise BadInputError(
            f"rank {rank} (expected one below {parsed.processes}, as --processes says)"
        )
    return rank


def _seconds(text: str) -> float:
    try:
        return time_ms(text) / 1e3
    except ValueError as problem:
        raise BadInputError(f"--wait {problem}") from None
