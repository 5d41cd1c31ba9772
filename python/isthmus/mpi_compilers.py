"""`isthmus mpi`, and `isthmus mpicc` and its like: what MPI programs are compiled with.

The compilers lie in a folder of the build under the names that build systems look for. They are
programs of their own (src/mpi/abi/compilers), since Python would take longer to start than many a
source takes to compile.
"""

import argparse
import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from isthmus.arguments import Commands, expect_no_app_options
from isthmus.build import build_directory, is_program
from isthmus.errors import BadInputError, IsthmusError
from isthmus.mpi_call_all import called_lines
from isthmus.tool import ask


def compilers_folder() -> Path:
    """Raises BadInputError where it is not built."""
    folder = build_directory() / "mpi" / "bin"
    if not is_program(folder / "mpicc"):
        raise BadInputError(f"{folder}: no compilers here (expected a build: run make)")
    return folder


def compile_program(name: str, words: Sequence[str]) -> int:
    """Becomes the compiler, which gets all the words as they are. Raises BadInputError."""
    compiler = compilers_folder() / name
    os.execv(compiler, [str(compiler), *words])


def coverage() -> dict[str, dict[str, str]]:
    """By function: its `state`, which is "here", "partly" or "refused", and `why` where it is not
    wholly here. The host of the ranks knows it. Raises IsthmusError."""
    text = ask("isthmus-mpi", ["--coverage-json"], folder="src/mpi")
    try:
        answer: dict[str, dict[str, str]] = json.loads(text)
    except json.JSONDecodeError as problem:
        raise IsthmusError(f"isthmus-mpi: its coverage is no JSON ({problem})") from None
    return answer


def coverage_lines(functions: dict[str, dict[str, str]]) -> list[str]:
    """A line a function, and a last one with the sums."""
    width = max(map(len, functions), default=0)
    lines = []
    for name, of_function in sorted(functions.items()):
        why = of_function.get("why", "")
        lines.append(f"{name:<{width}}  {of_function['state']}" + (f": {why}" if why else ""))
    sums = Counter(of_function["state"] for of_function in functions.values())
    counted = ", ".join(f"{number} {state}" for state, number in sorted(sums.items()))
    return [*lines, f"{len(functions)} functions: {counted}"]


EPILOG = """\
Programs are compiled by `isthmus mpicc`, `isthmus mpicxx` and `isthmus mpifort`, which take all
options of the compiler behind them; `-showme:help` lists those of their own. Build systems find
them by plain names in the folder that --bin prints.

examples:
  isthmus mpicc -O2 program.c -o program
  PATH="$(isthmus mpi --bin):$PATH" ./configure CC=mpicc
  cmake -DCMAKE_C_COMPILER="$(isthmus mpi --bin)/mpicc" ..
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("mpi", "say what MPI programs are compiled with, and may call", EPILOG)
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument(
        "--bin", action="store_true", help="the folder with mpicc, mpicxx, mpifort, mpirun"
    )
    asked.add_argument(
        "--coverage", action="store_true", help="each function of the standard: whether it is here"
    )
    parser.add_argument(
        "--call-all",
        action="store_true",
        help="with --coverage: call each of them, on one rank and on two, and say what it answered",
    )


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    if parsed.call_all and not parsed.coverage:
        raise BadInputError("--call-all: nothing to call (expected --coverage before it)")
    if parsed.call_all:
        states = {name: of_function["state"] for name, of_function in coverage().items()}
        lines, is_well = called_lines(states, compilers_folder())
        print("\n".join(lines))
        return 0 if is_well else 1
    print(compilers_folder() if parsed.bin else "\n".join(coverage_lines(coverage())))
    return 0
