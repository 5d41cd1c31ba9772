"""`isthmus mesh cctk`: thorns of Cactus as they are."""

import argparse
from pathlib import Path

from isthmus.arguments import add_command
from isthmus.cctk import build, coverage
from isthmus.errors import BadInputError, IsthmusError

EPILOG = """\
Thorns of Cactus are used as they are: their CCL files are read, their sources compiled, and both
become a library of thorns that parameter files name. Thorns that belong together go to one library.

examples:
  isthmus mesh cctk build CactusWave/WaveToyC CactusWave/IDScalarWaveC -o libwaves.so
  isthmus mesh cctk --coverage
  isthmus mesh thorns ./libwaves.so
"""


def add_verb(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = add_command(verbs, "cctk", "use thorns of Cactus as they are", EPILOG)
    parser.add_argument("--coverage", action="store_true", help="list what is provided to them")
    parser.add_argument("action", nargs="?", choices=("build",), help="build: make a library")
    parser.add_argument("thorns", nargs="*", type=Path, metavar="THORN", help="a thorn's folder")
    parser.add_argument("-o", "--output", type=Path, metavar="LIBRARY", help="such as libwaves.so")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="leave what is generated on the way there"
    )


def run(parsed: argparse.Namespace) -> int:
    if parsed.coverage:
        if parsed.action is not None:
            raise BadInputError("--coverage stands alone")
        print(coverage.text(), end="")
        return 0
    if parsed.action is None:
        raise BadInputError("nothing to do (expected build or --coverage)")
    if not parsed.thorns:
        raise BadInputError("no thorns to build (expected their folders)")
    if parsed.output is None:
        raise BadInputError("no library to write (expected -o LIBRARY)")
    try:
        made = build.make(parsed.thorns, parsed.output, parsed.keep)
    except OSError as problem:
        raise IsthmusError(f"{problem.filename}: {problem.strerror}") from None
    names = ", ".join(thorn.name for thorn in made.thorns)
    print(f"written: {parsed.output}, with {names}")
    return 0
