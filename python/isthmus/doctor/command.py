"""`isthmus doctor`: from its options to its exit status."""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

from isthmus import report, topology
from isthmus.arguments import (
    Commands,
    add_via,
    count,
    expect_no_app_options,
    seconds,
)
from isthmus.build import build_directory, is_program
from isthmus.doctor import examine, findings
from isthmus.doctor import report as doctor_report
from isthmus.errors import BadInputError, IsthmusError
from isthmus.nodes import read_via
from isthmus.outputs import file_argument


@dataclass(frozen=True)
class Request:
    grid: Path
    via: tuple[str, ...]
    program: Path | None
    per_site: int
    seconds: float
    json: Path | None


def doctor(request: Request) -> int:
    """0 when all is well, 1 when something was found. Raises IsthmusError."""
    found, _ = topology.check_file(request.grid)
    seen = examine.examine(
        examine.Plan(
            found,
            request.program or _program(),
            read_via(request.via, found),
            request.per_site,
            round(request.seconds * 1000),
        )
    )
    told = findings.findings_of(found, seen)
    rows = doctor_report.rows_of(found, seen)
    if rows:
        report.print_table(doctor_report.HEADINGS, rows, left=doctor_report.LEFT)
    for finding in told:
        print(finding.text())
    if request.json is not None:
        _write(request.json, json.dumps(doctor_report.as_json(found, seen, told), indent=2))
    problems = sum(not finding.is_note for finding in told)
    print("all is well" if problems == 0 else f"{problems} problem{'s' * (problems > 1)} found")
    return 1 if problems else 0


def _program() -> Path:
    binary = build_directory() / "programs" / "isthmus-doctor"
    if not is_program(binary):
        raise BadInputError(f"{binary}: no such program (expected a build: run make)")
    return binary


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text + "\n")
    except OSError as problem:
        raise IsthmusError(f"cannot write {path}: {problem.strerror}") from None


EPILOG = """\
Starts a small program on each node, which listens where the node's processes would and calls all
others, over the sockets and proofs that a job uses. Prints a row for each pair of nodes and
direction, and for whatever is blocked, slow or misconfigured: on which node, and what to do.

Latency and bandwidth are compared with what the grid file says that they were found to be
(measured.latency, measured.bandwidth). Times are of one clock each: clocks need not agree.

A node whose address is of this machine is tried from here; others are reached by `ssh ADDRESS`,
without a question at the terminal, or as --via says. A node that does not answer within 10 s is
named.

examples:
  isthmus doctor --grid grid.toml
  isthmus doctor --grid grid.toml --via chicago="ssh -J login.chicago.example c0" --json found.json

exit status: 0 when all is well, 1 when something was found, 2 for bad input.
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("doctor", "try the ways between the sites before a job", EPILOG)
    parser.add_argument(
        "--grid", type=Path, required=True, metavar="FILE", help="sites, nodes and links"
    )
    add_via(parser)
    parser.add_argument(
        "--program",
        type=Path,
        metavar="PATH",
        help="where isthmus-doctor is on the nodes (default: where it is here)",
    )
    parser.add_argument(
        "--nodes",
        type=count,
        default=4,
        metavar="N",
        help="look at the first N nodes of each site; 0: all (default: 4)",
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=1.0,
        metavar="S",
        help="send for so long, in each direction of each pair of sites, to find the bandwidth; "
        "0: not at all (default: 1)",
    )
    parser.add_argument(
        "--json", type=file_argument, metavar="FILE", help="write all of it there, too"
    )


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    return doctor(
        Request(
            parsed.grid,
            tuple(parsed.via),
            parsed.program,
            parsed.nodes,
            parsed.seconds,
            parsed.json,
        )
    )
