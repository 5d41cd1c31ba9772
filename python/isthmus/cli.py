"""The command `isthmus`: finds the command and hands over to the module that has its parser and
does its work. No other module is loaded: matplotlib takes half a second, and `isthmus run` has no
need of it.
"""

import argparse
import importlib
import sys
from collections.abc import Sequence
from typing import NoReturn

from isthmus.arguments import Commands, Parser, refuse_unknown, with_negative_values
from isthmus.errors import IsthmusError

EPILOG = """\
examples:
  isthmus run jacobi2d --sites 2 --pes 1 --latency 8ms -- --mesh 2048 --objects 16
  isthmus sweep jacobi2d --sites 2 --pes 1 --vary latency=0,4,8,16ms --vary objects=4,16
  isthmus simulate jacobi2d --sites 4 --pes 64 --latency 8ms -- --mesh 8192 --objects 64
  isthmus topology check grid.toml --plot grid.png
  isthmus topology probe -n 4
  isthmus doctor --grid grid.toml
  isthmus relay --listen 0.0.0.0:7100
  isthmus mpirun -n 64 --sites 2 --pes 2 --latency 8ms ./program input.txt
  isthmus balance replay snapshot.json --plot snapshot.png
  isthmus checkpoint list checkpoints
  isthmus mesh run wave.toml --sites 2 --pes 2 --latency 8ms
  isthmus mesh mesh.vtu --plot mesh.png
  isthmus mesh plot out --field wave::phi --slice z=0
  isthmus ps
  isthmus top jacobi2d-3f2a
  isthmus watch jacobi2d-3f2a --interval 10
  isthmus report run.json --timeline line.json
  isthmus page run.jsonl -o page.html
  isthmus set jacobi2d-3f2a border-first yes
  isthmus join jacobi2d-3f2a
  isthmus leave jacobi2d-3f2a --process 3
  isthmus hosts > grid.toml
  isthmus slurm jacobi2d --nodes 4 --print > job.sh
  isthmus kubernetes jacobi2d --image registry.example/isthmus:0.1 --pods 4 --print > job.yaml
  isthmus scale jacobi2d-3f2a --pes 8
  isthmus stop jacobi2d-3f2a
  isthmus mpicc -O2 program.c -o program
  isthmus info

`isthmus COMMAND --help` explains a command with examples of its own.
"""

HELP = "--help"
ALL = "--help=all"  # also `--help all`
VERSION = "--version"

# Packages of others: Debian lets apt leave out what only plots need.
OTHERS = ("h5py", "matplotlib", "numpy", "rich")

# Each has `add_parser(commands)` and `run(parsed, app_options)`.
COMMANDS = {
    "run": "isthmus.run",
    "sweep": "isthmus.sweep_command",
    "masking": "isthmus.masking_command",
    "simulate": "isthmus.simulate",
    "bench": "isthmus.bench",
    "experiment": "isthmus.experiment.command",
    "topology": "isthmus.topology_command",
    "relay": "isthmus.relay",
    "doctor": "isthmus.doctor.command",
    "balance": "isthmus.balance_command",
    "checkpoint": "isthmus.checkpoint",
    "mesh": "isthmus.mesh",
    "ps": "isthmus.ps",
    "top": "isthmus.top",
    "watch": "isthmus.watch_command",
    "report": "isthmus.report_command",
    "page": "isthmus.page_command",
    "set": "isthmus.set_command",
    "join": "isthmus.join",
    "leave": "isthmus.leave",
    "hosts": "isthmus.hosts",
    "slurm": "isthmus.slurm",
    "kubernetes": "isthmus.kubernetes",
    "scale": "isthmus.scale",
    "stop": "isthmus.stop",
    "mpirun": "isthmus.mpirun",
    "mpi": "isthmus.mpi_compilers",
    "info": "isthmus.info",
}

# Whose words end in another's command line, and stay as they are; by each of its names.
STARTERS = ("mpirun", "mpiexec")
# Compilers, whose words are not ours to read.
COMPILERS = ("mpicc", "mpicxx", "mpic++", "mpiCC", "mpifort", "mpif90", "mpif77")


def make_parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The grammar of the command that the words name, or of all of them; a wrong word raises
    BadInputError."""
    parser: argparse.ArgumentParser = Parser(
        prog="isthmus",
        description="Run one tightly coupled program over many sites as if they were one machine.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(VERSION, action="store_true", help="name version, commit and carriers")
    parsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    chosen = words[0] if words and words[0] in COMMANDS else None
    everything = ALL in words
    commands = Commands(parsers, words[1:] if chosen else None, everything)
    for name in [chosen] if chosen else COMMANDS:
        importlib.import_module(COMMANDS[name]).add_parser(commands)
    return parser


def joined_help(words: list[str]) -> list[str]:
    """With `--help all` as one word."""
    at = words.index(HELP) if HELP in words else len(words)
    return [*words[:at], ALL, *words[at + 2 :]] if words[at + 1 : at + 2] == ["all"] else words


def main(arguments: Sequence[str]) -> int:
    """Returns the exit status; says in one line on stderr why it is not 0."""
    words = list(arguments)
    if words[:1] and words[0] in STARTERS:
        words[0] = STARTERS[0]
    split = words.index("--") if "--" in words else len(words)
    own, app_options = words[:split], words[split + 1 :]
    if words[:1] == [STARTERS[0]]:
        own, app_options = words, []
        if words[1:3] == [HELP, "all"]:
            own = joined_help(words)
    else:
        own = with_negative_values(joined_help(own))
    try:
        if words[:1] and words[0] in COMPILERS:
            compilers = importlib.import_module("isthmus.mpi_compilers")
            return int(compilers.compile_program(words[0], words[1:]))
        if own[:1] == [VERSION]:  # also where nothing is built that could tell its options
            print(importlib.import_module("isthmus.info").version_line())
            return 0
        parser = make_parser(own)
        parsed, rest = parser.parse_known_args([HELP if word == ALL else word for word in own])
        if rest:
            refuse_unknown(parser, parsed, rest[0])
        status: int = importlib.import_module(COMMANDS[parsed.command]).run(parsed, app_options)
        sys.stdout.flush()
        return status
    except IsthmusError as problem:
        print(f"isthmus: {problem}", file=sys.stderr)
        return problem.status
    except ModuleNotFoundError as problem:
        package = (problem.name or "").partition(".")[0]
        if package not in OTHERS:
            raise
        print(
            f"isthmus: this needs {package}, which is not there (expected pip install {package},"
            f" or apt install python3-{package})",
            file=sys.stderr,
        )
        return 2
    except KeyboardInterrupt:
        print("isthmus: interrupted", file=sys.stderr)
        return 130


def entry() -> NoReturn:
    """The installed command."""
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:  # the reader of our output went away, as in `isthmus info | head`
        sys.stderr.close()
        sys.exit(141)
