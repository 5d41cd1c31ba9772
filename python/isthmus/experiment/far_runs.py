"""Programs over a wide area that is there: a process for each of two sites, each in a network
namespace of its own, with a router between them; or over the delay filter on this machine."""

import contextlib
import os
import secrets
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from isthmus.build import find_application
from isthmus.errors import IsthmusError, MissingPeerError
from isthmus.experiment.wide_area import WideArea, why_not
from isthmus.report import Report, read_report

SITES = ("here", "there")
PORT = 7000
RUN_S = 600.0
GRID = """
[[site]]
name = "here"
address = "{here}"
pes = 1

[[site]]
name = "there"
address = "{there}"
pes = 1

[link.between_sites]
delay.latency = "{emulated_ms:g}ms"
"""

RunFar = Callable[[str, float, bool, Sequence[str], Sequence[str]], Report]
"""Runs the application of a name over two sites of one PE: the latency between them in ms, one way;
whether a router holds each packet for so long, or else, between two processes that see each other
directly, the delay filter what arrives; runtime options; the application's own."""


@contextlib.contextmanager
def two_sites() -> Iterator[RunFar]:
    """Raises MissingPeerError, in one line, where there can be no namespaces."""
    if reason := why_not():
        raise MissingPeerError(f"{reason} (expected: a machine where they may be made)")
    with WideArea(SITES) as area:
        yield lambda *asked: run_over(area, *asked)


def run_over(
    area: WideArea,
    name: str,
    latency_ms: float,
    is_real: bool,
    runtime: Sequence[str],
    own: Sequence[str],
) -> Report:
    """The report of the first process. Raises IsthmusError where the job fails."""
    area.latency_s = latency_ms * 1e-3
    here, there = (area.address(site) for site in SITES) if is_real else ("127.0.0.1",) * 2
    emulated_ms = 0.0 if is_real else latency_ms
    port = PORT if is_real else _free_port()
    binary = find_application(name).binary
    with tempfile.TemporaryDirectory(prefix="isthmus-") as folder:
        grid, report = Path(folder) / "grid.toml", Path(folder) / "report.json"
        grid.write_text(GRID.format(here=here, there=there, emulated_ms=emulated_ms))
        words = ["--backend", "processes", "--rendezvous", f"{here}:{port}", "--grid", str(grid)]
        words += ["--quiet", "--report", str(report), *runtime]
        environment = {**os.environ, "ISTHMUS_JOB_KEY": secrets.token_hex(16)}
        with contextlib.ExitStack() as ends:
            jobs = []
            for rank, site in enumerate(SITES):
                errors = ends.enter_context((Path(folder) / f"errors-{rank}").open("w+"))
                where = area.on(site) if is_real else []
                command = [*where, str(binary), *words, "--rank", str(rank), "--", *own]
                job = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                    stderr=errors, env=environment,
                )  # fmt: skip
                ends.callback(_end, job)
                jobs.append((job, Path(folder) / f"errors-{rank}"))
            _wait(name, jobs)
        return read_report(report)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _end(job: "subprocess.Popen[bytes]") -> None:
    if job.poll() is None:
        job.kill()
    job.wait()


def _wait(name: str, jobs: Sequence[tuple["subprocess.Popen[bytes]", Path]]) -> None:
    until_s = time.monotonic() + RUN_S
    for job, errors in jobs:
        try:
            status = job.wait(timeout=max(0.0, until_s - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise IsthmusError(f"{name} took longer than {RUN_S:g} s and was ended") from None
        if status != 0:
            words = [line for line in errors.read_text().splitlines() if line.strip()]
            said = f" ({words[-1]})" if words else ""
            raise IsthmusError(f"{name} ended with status {status}{said}")
