"""Compiles each header of src/ alone, so that including one never asks for another first.

    tools/check_headers.py [--compiler g++] [--jobs 2] [--include DIR ...] [HEADER ...]

Prints what the compiler says of each header that does not compile, and exits 1 when there is any.
A header whose source begins with it is left out: where each source is built alone and without
precompiled headers, as every night, that header is compiled alone, too. Headers that need a library
of those that nobody must have are left out where it is missing.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIRST_INCLUDE = re.compile(r'^#include ["<](.*)[">]', re.MULTILINE)
MISSING_LIBRARY = re.compile(r"fatal error: (mpi\.h|uc[ps]/\S+\.h): No such file")


def compile_alone(compiler: str, header: str, includes: list[str]) -> str:
    """What the compiler says of a source that includes the header alone, twice; empty if sound."""
    source = f'#include "{header}"\n' * 2
    command = [compiler, "-std=c++23", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
               f"-I{ROOT / 'src'}", *(f"-isystem{folder}" for folder in includes),
               "-x", "c++", "-"]
    done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode != 0 else ""


def begins_its_source(root: Path, header: str) -> bool:
    """Whether `x.cpp` beside `x.hpp` includes `x.hpp` before anything else."""
    source = (root / header).with_suffix(".cpp")
    if not source.exists():
        return False
    first = FIRST_INCLUDE.search(source.read_text(encoding="utf-8"))
    return first is not None and first[1] == header


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("headers", nargs="*", help="paths below src/; default: all")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--include", action="append", default=[], help="of a library's headers")
    given = parser.parse_args(arguments)
    source_root = ROOT / "src"
    headers = given.headers or sorted(
        path.relative_to(source_root).as_posix() for path in source_root.rglob("*.hpp"))
    built = [header for header in headers
             if not given.headers and begins_its_source(source_root, header)]
    headers = [header for header in headers if header not in set(built)]
    with ThreadPoolExecutor(given.jobs) as pool:
        complaints = list(pool.map(
            lambda header: compile_alone(given.compiler, header, given.include), headers))
    left_out = sum(1 for complaint in complaints if MISSING_LIBRARY.search(complaint))
    broken = 0
    for header, complaint in zip(headers, complaints, strict=True):
        if complaint and not MISSING_LIBRARY.search(complaint):
            print(f"src/{header}: does not compile alone\n{complaint}")
            broken += 1
    count = len(headers) - left_out
    print(f"isthmus: {count - broken} of {count} headers compile alone; {len(built)} more begin "
          "sources of the build"
          + (f"; {left_out} need a library that is not here" if left_out else ""))
    return 1 if broken or not (headers or built) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
