"""Installs the wheel of out/wheel as a stranger does, outside of any checkout, and uses it.

    tools/wheel_test.py [--wheel FILE] [--here] [--keep]

A bare Debian 12 that has Python and no compilers (made by mmdebstrap; root is needed) runs jobs,
simulations and tools; then a new virtual environment on this machine also compiles against the
wheel, for which the development files must be there. `--here` leaves the bare root out. Prints a
line for each check, and of a failed one the end of its output. Exit status 1 when one failed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import fresh_machine

ROOT = Path(__file__).resolve().parent.parent
CHECK_S = 300
SHOWN_LINES = 15
JACOBI = "jacobi2d --sites 2 --pes 1 --latency 2ms"
EQUAL = "equal to the serial reference, bit for bit"

Enter = Callable[[str], "tuple[int, str]"]


@dataclass(frozen=True)
class Check:
    """A shell command that must end well and print a text. It runs in an empty folder that the
    checks share, with the environment's programs on PATH."""

    command: str
    expected: str


SMALL = "--mesh 256 --steps 20 --check"
PACKAGE = "$(python -c 'import isthmus, pathlib; print(pathlib.Path(isthmus.__file__).parent)')"
LIBRARIES = ("find $P -type f | while read f; do ldd $f 2>/dev/null | grep 'not found' "
             "&& echo $f; done; echo looked")
CHECKS = (
    Check("isthmus --version", "carriers: "),
    Check("isthmus info", "jacobi2d"),
    Check("isthmus --help", "usage: isthmus"),
    Check(f"P={PACKAGE}; ! ({LIBRARIES}) | grep 'not found' && echo complete", "complete"),
    Check(f"isthmus run {JACOBI} -- {SMALL}", EQUAL),
    Check(f"isthmus run {JACOBI} --backend processes -- {SMALL}", EQUAL),
    Check(f"isthmus simulate {JACOBI} -- --mesh 256 --steps 20", "s"),
    Check("printf '[[site]]\\nname = \"a\"\\npes = 2\\n' > grid.toml"
          " && isthmus topology check grid.toml", "a"),
    Check("isthmus doctor --help && isthmus doctor; test $? -le 1 && echo asked", "asked"),
    Check("isthmus balance generate stencil --objects 256 --sites 2 --pes 4 -o s.json"
          " && isthmus balance replay s.json", "greedy"),
    Check("isthmus checkpoint --help", "usage: isthmus checkpoint"),
    Check("isthmus experiment", "jacobi2d"),
    Check(f"isthmus mesh check {PACKAGE}/libexec/isthmus/apps/waves/wave.toml", "wave"),
    Check(f"isthmus mesh run {PACKAGE}/libexec/isthmus/apps/waves/wave.toml --check"
          " --sites 2 --pes 1", "equal"),
)
PROGRAM = """\
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int rank, sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("the sum is %d\\n", sum);
  MPI_Finalize();
}
"""
OUTSIDE = ROOT / "tests" / "install" / "outside"
COMPILED_CHECKS = (
    Check(f"cat > sum.c <<'END'\n{PROGRAM}END\nisthmus mpicc -O1 sum.c -o sum"
          " && isthmus mpirun -n 8 --sites 2 --pes 1 ./sum", "the sum is 28"),
    Check(f"cmake -S {OUTSIDE} -B outside -DCMAKE_BUILD_TYPE=Release"
          " -DIsthmus_DIR=$(python -c 'import isthmus; print(isthmus.cmake_dir())')"
          " && cmake --build outside && echo built", "built"),
)


def holds(check: Check, enter: Enter) -> bool:
    status, said = enter(f"timeout {CHECK_S} sh -c {quoted(check.command)}")
    well = status == 0 and check.expected in said
    print(f"{'ok    ' if well else 'FAILED'} {check.command.splitlines()[0]}", flush=True)
    if not well:
        print("\n".join(f"    {line}" for line in said.splitlines()[-SHOWN_LINES:]))
        print(f"    (exit status {status}; expected 0 and '{check.expected}')", flush=True)
    return well


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def in_bare_root(root: Path, wheel: Path) -> Enter:
    """Makes the root and installs the wheel there."""
    fresh_machine.make_root(root, "python3-venv,ca-certificates")
    shutil.copy(wheel, root / "root")

    def enter(command: str) -> tuple[int, str]:
        lines: list[str] = []
        status = fresh_machine.enter(
            root, f"mkdir -p /root/work && cd /root/work && PATH=/root/venv/bin:$PATH {command}",
            lines.append, show=False)
        return status, "".join(lines)

    install(enter, "/root/venv", f"/root/{wheel.name}")
    return enter


def on_this_machine(folder: Path, wheel: Path) -> Enter:
    place = folder / "work"
    place.mkdir()
    kept = {name: value for name, value in os.environ.items()
            if name not in ("ISTHMUS_BUILD", "PYTHONPATH", "VIRTUAL_ENV")}
    variables = kept | {"PATH": f"{folder}/venv/bin:{os.environ['PATH']}"}

    def enter(command: str) -> tuple[int, str]:
        done = subprocess.run(["sh", "-c", command], cwd=place, env=variables, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, errors="replace", check=False)
        return done.returncode, done.stdout

    install(enter, f"{folder}/venv", str(wheel))
    return enter


def install(enter: Enter, venv: str, wheel: str) -> None:
    status, said = enter(f"sh -c 'python3 -m venv {venv} && {venv}/bin/python -m pip install "
                         f"--quiet --disable-pip-version-check {wheel}'")
    if status != 0:
        raise SystemExit(f"wheel_test: pip cannot install {wheel}:\n{said}")


def the_wheel() -> Path:
    found = sorted((ROOT / "out" / "wheel").glob("isthmus-*.whl"))
    if len(found) != 1:
        raise SystemExit(f"wheel_test: {len(found)} wheels in out/wheel (expected one: make wheel)")
    return found[0]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", type=Path, help="default: that in out/wheel")
    parser.add_argument("--here", action="store_true", help="on this machine alone")
    parser.add_argument("--keep", action="store_true", help="leave the folders there")
    given = parser.parse_args(arguments)
    if os.geteuid() != 0 and not given.here:
        parser.error("a root is made and entered by root alone (expected root, or --here)")
    wheel = (given.wheel or the_wheel()).absolute()
    folder = Path(tempfile.mkdtemp(prefix="isthmus-wheel-"))
    failed = 0
    try:
        if not given.here:
            print("-- in a bare Debian 12, without compilers", flush=True)
            bare = in_bare_root(folder / "root", wheel)
            failed += sum(not holds(check, bare) for check in CHECKS)
        print("-- in a virtual environment of this machine", flush=True)
        here = on_this_machine(folder, wheel)
        failed += sum(not holds(check, here) for check in (*CHECKS, *COMPILED_CHECKS))
    finally:
        if given.keep:
            print(f"left: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{failed} of the checks failed" if failed else "all checks passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
