"""`isthmus mpirun`, also by the name `mpiexec`: an MPI program as virtual ranks.

It is `isthmus run` of the program isthmus-mpi, which loads the user's program once a rank. Where
ranks are processes of their own, the user's program is started in the place of isthmus-mpi, and
finds the options of the runtime in its environment. What stands behind that program's name is the
program's own, and is not looked at.
"""

import argparse
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from isthmus import build, options
from isthmus import run as run_command
from isthmus.arguments import Commands, count, positive
from isthmus.errors import BadInputError
from isthmus.launches import Launch
from isthmus.quantity import time_ms

# Under this name the library of a rank in a process of its own finds its options, a line each.
OPTIONS_VARIABLE = "ISTHMUS_MPI_OPTIONS"

# Of objects that go elsewhere, or are kept: a process is not.
FOR_IMAGES_ALONE = ("balancer", "checkpoint", "on-loss", "begin-with", "restart")

EPILOG = """\
The program is compiled by `isthmus mpicc`, `isthmus mpicxx` or `isthmus mpifort`. Its ranks are
virtual: there may be many on each PE, where those that wait leave it to the others, and they move
when a load balancer wants it. `isthmus mpi --coverage` lists what of MPI is there.

examples:
  sixteen ranks on one PE of this machine:
    isthmus mpirun -n 16 --pes 1 ./program input.txt
  two sites on this machine, 8 ms apart, two PEs each:
    isthmus mpirun -n 64 --sites 2 --pes 2 --latency 8ms ./program input.txt
  in processes, over TCP; or on the machines of a file:
    isthmus mpirun -n 64 --backend processes --sites 2 --pes 2 ./program
    isthmus mpirun -n 1000 --grid grid.toml ./program
  in virtual time:
    isthmus mpirun -n 64 --backend sim --sites 2 --pes 32 --latency 8ms ./program
    isthmus simulate mpi -n 64 --sites 2 --pes 32 --latency 8ms -- ./program   # the same

  balanced, and kept every half a minute; and going on from there (ranks of a job that is kept
  start no others by MPI_Comm_spawn):
    isthmus mpirun -n 64 --pes 2 --balancer auto --sync-at MPI_Allreduce:100 ./program
    isthmus mpirun -n 64 --pes 2 --checkpoint 30s ./program
    isthmus mpirun -n 64 --pes 2 --checkpoint 30s --restart checkpoints ./program
  each rank a process of its own: Python, executables that others have linked, threads:
    isthmus mpirun -n 4 --ranks process --sites 2 --latency 8ms python3 script.py

exit status: the largest of the ranks'; that of MPI_Abort; 1 where a rank fails or the job stands
still; 2 for a wrong option, or a program that cannot be loaded.
"""


# Between points in a job that takes checkpoints.
PERIOD = "1s"


def host_of_ranks() -> Path:
    """The program that loads the user's. Raises BadInputError where it is not built."""
    host = build.build_directory() / "src" / "mpi" / "isthmus-mpi"
    if not build.is_program(host):
        raise BadInputError(f"{host}: no such program (expected a build: run make)")
    return host


def _seconds(text: str) -> str:
    return str(time_ms(text) / 1000)


def point_words(parsed: argparse.Namespace) -> list[str]:
    """Where the ranks come together, as their host takes it."""
    words = []
    is_kept = getattr(parsed, "checkpoint", None) is not None
    sync_at, sync_every = (getattr(parsed, name, None) for name in ("sync_at", "sync_every"))
    if sync_at is not None:
        words += ["--sync-at", sync_at]
    elif sync_every is not None or is_kept:
        words += ["--sync-every", sync_every or _seconds(PERIOD)]
    return [*words, "--kept"] if is_kept else words


def add_parser(commands: Commands) -> None:
    parser = commands.add("mpirun", "run an MPI program as virtual ranks", EPILOG)
    parser.add_argument("-n", "-np", type=positive, metavar="N", help="how many ranks")
    parser.add_argument(
        "--ranks",
        choices=("virtual", "process"),
        default="virtual",
        metavar="KIND",
        help="virtual (the default): many in a process, which may move. process: each is a process "
        "of its own, for what cannot be loaded many times, such as Python; such ranks start no "
        "others (MPI_Comm_spawn)",
    )
    parser.add_argument(
        "--move-every",
        type=count,
        default=0,
        metavar="N",
        help="for tests: each rank moves to another PE at every N-th of its calls (0: never)",
    )
    parser.add_argument(
        "--move-seed", type=count, default=1, metavar="N", help="decides where to (1)"
    )
    points = parser.add_mutually_exclusive_group()
    points.add_argument(
        "--sync-at",
        metavar="FUNCTION[:N]",
        help="every N-th call (1) of this collective function of MPI_COMM_WORLD is a point, where "
        "ranks are balanced and kept",
    )
    points.add_argument(
        "--sync-every",
        type=options.checked(_seconds),
        metavar="TIME",
        help=f"so long after the last point, the next call of any such function is one "
        f"({PERIOD} with --checkpoint; 0s: none)",
    )
    parser.add_argument(
        "--why-pinned",
        action="store_true",
        help="say at the end what has kept ranks from moving to another process",
    )
    parser.add_argument(
        "--join-patience",
        type=options.checked(_seconds),
        metavar="TIME",
        help="so long MPI_Comm_join waits for a word of the socket's other end (60s)",
    )
    parser.add_argument(
        "program", nargs=argparse.REMAINDER, metavar="PROGRAM ...", help="and its own words"
    )
    table = options.table_of_host(commands.words, host_of_ranks)
    run_command.add_options(parser, table, commands.everything)


def find_program(name: str) -> str:
    """As a shell finds it. Raises BadInputError."""
    found = shutil.which(name)
    if found is None:
        if Path(name).is_dir():
            raise BadInputError(f"{name}: a folder (expected a program)")
        if "/" in name and Path(name).exists():
            raise BadInputError(f"{name}: no leave to run it (expected a program; chmod +x)")
        hint = f" (expected one on PATH, or ./{name})" if Path(name).is_file() else ""
        raise BadInputError(f"{name}: no such program{hint}")
    return str(Path(found).absolute())


def words_of_program(ranks: int | None, words: list[str], where: str) -> list[str]:
    """The program with its path, and its words. Raises BadInputError."""
    if ranks is None:
        raise BadInputError("no number of ranks (expected -n N before the program)")
    if not words:
        raise BadInputError(f"no program (expected one {where})")
    if ":" in words:
        raise BadInputError("':' between programs: a job has one program (expected it alone)")
    return [find_program(words[0]), *words[1:]]


def words_of_ranks(ranks: int | None, words: list[str], where: str) -> list[str]:
    """What the host takes for a program and its words. Raises BadInputError."""
    program = words_of_program(ranks, words, where)
    return ["--ranks", str(ranks), "--", *program]


def run(parsed: argparse.Namespace, _: list[str]) -> int:
    words = parsed.program[1:] if parsed.program[:1] == ["--"] else parsed.program
    if parsed.n is not None and words and words[0].startswith("-"):
        raise BadInputError(f"{words[0]}: no such option (see isthmus {parsed.command} --help)")
    parsed.app = str(host_of_ranks())
    program = words_of_program(parsed.n, words, "behind the options")
    if parsed.ranks == "process":
        return run_in_processes(parsed, program)
    own = ["--ranks", str(parsed.n)]
    if parsed.move_every:
        own += ["--move-every", str(parsed.move_every), "--move-seed", str(parsed.move_seed)]
    own += point_words(parsed)
    if parsed.why_pinned:
        own.append("--why-pinned")
    if parsed.join_patience:
        own += ["--join-patience", parsed.join_patience]
    return run_command.run(parsed, [*own, "--", *program], programs=program[:1])


def run_in_processes(parsed: argparse.Namespace, program: list[str]) -> int:
    """Each rank a process of the program's. Raises BadInputError for what those cannot do."""
    shape_in_processes(parsed)

    def started(planned: Sequence[Launch]) -> list[Launch]:
        if len(planned) != parsed.n:
            raise BadInputError(
                f"-n {parsed.n}: the grid has {len(planned)} processes (expected as many)"
            )
        return [
            replace(
                launch,
                arguments=program,
                environment={OPTIONS_VARIABLE: "\n".join(launch.arguments[1:])},
            )
            for launch in planned
        ]

    return run_command.run(parsed, [], started)


def shape_in_processes(parsed: argparse.Namespace) -> None:
    """One PE, one process a rank, the same number at each site."""
    given = options.runtime_options_of(parsed)
    if parsed.move_every:
        raise BadInputError("--move-every: processes do not move (expected --ranks virtual)")
    for name in FOR_IMAGES_ALONE:
        if name in given:
            raise BadInputError(f"--{name}: not of processes (expected --ranks virtual)")
    for name in ("sync_at", "sync_every", "why_pinned", "join_patience"):
        if getattr(parsed, name):
            option = name.replace("_", "-")
            raise BadInputError(f"--{option}: not of processes (expected --ranks virtual)")
    if given.get("backend", "processes") != "processes":
        raise BadInputError(
            f"--backend {given['backend']}: ranks that are processes (expected --ranks virtual)"
        )
    parsed.backend = "processes"
    if "grid" in given:
        return
    sites = int(given.get("sites", "1"))
    if parsed.n % sites != 0:
        raise BadInputError(
            f"-n {parsed.n}: {sites} sites of equally many processes (expected a multiple)"
        )
    each = str(parsed.n // sites)
    for name in ("pes", "processes"):
        if given.get(name, each) != each:
            raise BadInputError(
                f"--{name} {given[name]}: each rank is a process (expected {each}, or none)"
            )
        setattr(parsed, name, each)
