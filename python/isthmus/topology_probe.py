"""`isthmus topology probe`: has a job measure sites, links and speeds, and prints what it found."""

import argparse
import datetime
import socket
import sys
from dataclasses import dataclass, field
from pathlib import Path

from isthmus import launcher, launches
from isthmus.arguments import add_command, add_reach
from isthmus.build import Application, build_directory, is_program
from isthmus.errors import BadInputError, InterruptedJobError, IsthmusError
from isthmus.machine import this_machine
from isthmus.options import CHECKS, RuntimeOption, checked
from isthmus.outputs import file_argument

_SUMMARY = "isthmus: probe: found in "


@dataclass
class _Output:
    """What the ranks print: the file from rank 0, and lines for the user."""

    file: list[str] = field(default_factory=list)
    summary: str = ""

    def take(self, rank: int, stream: str, line: bytes) -> None:
        text = line.decode(errors="replace")
        if stream == "stdout" and rank == 0:
            self.file.append(text)
            return
        print(text, file=sys.stderr, flush=True)
        if text.startswith(_SUMMARY):
            self.summary = text.removeprefix(_SUMMARY).partition(": ")[2]


def probe(
    grid: str | None,
    processes: str | None,
    what: str,
    output: Path | None,
    reach: launches.Reach,
) -> int:
    """Prints the file, or writes it to `output`. Raises IsthmusError where the job fails."""
    options = _options(grid, processes, what)
    processes_of_job = launches.launches_for(_program(), options, [], more=(), reach=reach)
    said = _Output()
    result = launcher.Job(processes_of_job, said.take).run()
    if result.failure == "interrupted":
        raise InterruptedJobError(result.status - 128)
    if result.status != 0:
        error = BadInputError if result.status == 2 else IsthmusError
        raise error(f"the probe's job failed: {result.failure}")
    text = "\n".join([_heading(said.summary), *said.file]).rstrip() + "\n"
    if output is None:
        sys.stdout.write(text)
        return 0
    try:
        output.write_text(text)
    except OSError as problem:
        raise IsthmusError(f"cannot write {output}: {problem.strerror}") from None
    print(f"written: {output}")
    return 0


def _program() -> Application:
    binary = build_directory() / "programs" / "isthmus-probe"
    if not is_program(binary):
        raise BadInputError(f"{binary}: no such program (expected a build: run make)")
    return Application(binary.name, binary)


def processes_max() -> int:
    """More of them would take turns on a core, and each is connected to every other."""
    return max(64, 8 * this_machine().cores)


def _options(grid: str | None, processes: str | None, what: str) -> dict[str, str]:
    options = {"backend": "processes", "probe": what}
    if grid is not None:
        return options | {"grid": grid}
    if processes is not None and int(processes) > processes_max():
        raise BadInputError(
            f"-n: {processes} processes on a machine of {this_machine().cores} cores "
            f"(expected at most {processes_max()})"
        )
    pes = processes or str(this_machine().cores)
    return options | {"sites": "1", "pes": pes, "processes": processes or "1"}


def _heading(summary: str) -> str:
    today = datetime.date.today().isoformat()
    return f"# As found on {socket.gethostname()}, {today}: {summary}"


PROBES = ("sites", "links", "speeds")
EPILOG = """\
Starts a job of processes that do nothing but measure: which nodes form a site, from the round trips
between them; latency and bandwidth between sites; the speed of each PE. The topology file that it
prints can be given to --grid. How far it has come is told on standard error, at last in one line.

Without --grid and -n: one process with a PE for each core of this machine.

examples:
  isthmus topology probe -n 4
  isthmus topology probe --grid hosts.toml -o grid.toml
  isthmus topology check grid.toml --plot grid.png

exit status: 0 when all was measured, 1 when the job failed, 2 for bad input, 130 after Ctrl-C.
"""


def add_parser(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = add_command(
        verbs,
        "probe",
        "find out sites, links and speeds, and print them as a topology file",
        EPILOG,
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--grid",
        metavar="FILE",
        type=checked(CHECKS["input"]),
        help="the processes that this topology file says, whatever it says of sites and speeds",
    )
    where.add_argument(
        "-n",
        metavar="N",
        type=checked(CHECKS["count"]),
        help="so many processes of one PE each on this machine",
    )
    what = RuntimeOption("probe", "where", "WHAT,...", "words", "", words=PROBES)
    parser.add_argument(
        "--probe",
        metavar=what.metavar,
        type=checked(what.check),
        default=",".join(PROBES),
        help="only some of sites, links, speeds",
    )
    add_reach(parser)
    parser.add_argument(
        "-o", "--output", type=file_argument, metavar="FILE", help="write there instead"
    )


def run(parsed: argparse.Namespace) -> int:
    reach = launches.Reach(tuple(parsed.via), parsed.rendezvous or "")
    return probe(parsed.grid, parsed.n, parsed.probe, parsed.output, reach)
