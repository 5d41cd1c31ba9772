"""Installs a package of out/ as a stranger does, in a bare Debian 12, and uses it there.

    tools/try_package.py wheel|deb [--file FILE] [--only-run] [--root DIR] [--keep]

Makes a minimal root with mmdebstrap (root is needed) that has Python and no compilers, installs the
package by pip or apt, and runs jobs, simulations and tools; then installs compilers, and builds and
runs programs against what the package holds. `--only-run` leaves that out. No checkout is in there.
The folder of `--root` must not be there yet, or have been left by `--keep`; without that it is
removed at the end. Prints a line for each check, and of a failed one the end of its output. Exit
status 1 when one failed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import fresh_machine
import own_folder

ROOT = Path(__file__).resolve().parent.parent
CHECK_S = 300
INSTALL_S = 1800
SHOWN_LINES = 20
OUTSIDE = ROOT / "tests" / "install" / "outside"

JACOBI = "jacobi2d --sites 2 --pes 1 --latency 2ms"
SMALL = "--mesh 256 --steps 20"
EQUAL = "equal to the serial reference, bit for bit"
PACKAGE = 'P=$(python3 -c "import isthmus; print(isthmus.__path__[0])")'
BUILD = ('B=$(python3 -c "from isthmus.build import build_directory; print(build_directory())")')
MANUAL = ('M=$(dirname "$(dirname "$(command -v isthmus)")")/share/man/man1; zcat $M/isthmus.1.gz'
          " | grep -q 'tightly coupled' && ls $M")
CMAKE_DIR = '$(python3 -c "import isthmus; print(isthmus.cmake_dir())")'


@dataclass(frozen=True)
class Check:
    """A shell command that must end well and print a text. It runs in a folder that the checks
    share."""

    what: str
    command: str
    expected: str


LIBRARIES = """
for f in $(find $P $B -type f \\( -perm -100 -o -name '*.so*' \\)); do
  ldd $f 2>/dev/null | grep 'not found' | sed "s|^|$f:|"
done > missing.txt
cat missing.txt; test ! -s missing.txt && echo complete"""
# The page of a running job, whose address and token `isthmus ps` says, then the job is stopped.
LIVE = """
isthmus run jacobi2d --name seen --live -- --mesh 256 --steps 100000000 > live.txt 2>&1 &
for n in $(seq 100); do grep -q 'live page at' live.txt && break; sleep 0.1; done
cat > get.py <<'END'
import re, urllib.request
address = re.search(r"http://\\S+", open("live.txt").read())[0]
page = urllib.request.urlopen(address).read().decode()
assert "not built" not in page and len(page) > 50_000, page[:300]
print("a page of", len(page) // 1000, "kB")
END
python3 get.py; status=$?
timeout 60 isthmus top seen --once --json > top.json || isthmus top seen --help
isthmus stop seen; wait
test $status = 0 && echo seen"""
WATCHED = """
isthmus run jacobi2d --name seen2 -- --mesh 256 --steps 100000000 > /dev/null 2>&1 &
: > run.jsonl
for n in $(seq 300); do isthmus ps | grep -q seen2 && break; sleep 0.1; done
isthmus watch seen2 --json > run.jsonl &
for n in $(seq 300); do test $(wc -l < run.jsonl) -ge 2 && break; sleep 0.1; done
isthmus stop seen2; wait
isthmus page run.jsonl -o page.html && grep -q 'id="recording"' page.html && echo recorded"""

CHECKS = (
    Check("no compiler is there", "! command -v c++ && ! command -v cc && echo none", "none"),
    Check("its version", "isthmus --version", "carriers: "),
    Check("what it has", "isthmus info", "jacobi2d"),
    Check("its help", "isthmus --help && isthmus run jacobi2d --help", "--latency"),
    Check("the manual", MANUAL, "isthmus-run"),
    Check("every library is found", f"{PACKAGE}; {BUILD}; {LIBRARIES}", "complete"),
    Check("nothing is looked for where it was built",
          f"{BUILD}; ! grep -rlaE '/build/[a-z_]+/(modules|page)|/platlib/' $B && echo none",
          "none"),
    Check("terms of what is compiled in", f"{BUILD}; cat $B/../../share/isthmus/licences/libcli11*",
          "Cincinnati"),
    Check("a job on threads", f"isthmus run {JACOBI} -- {SMALL} --check", EQUAL),
    Check("a job of processes",
          f"isthmus run {JACOBI} --backend processes -- {SMALL} --check", EQUAL),
    Check("a job of processes over udp",
          f"isthmus run {JACOBI} --backend processes --carrier udp -- {SMALL} --check", EQUAL),
    Check("a simulation", f"isthmus run {JACOBI} --backend sim -- {SMALL} --check", EQUAL),
    Check("virtual time", f"isthmus simulate {JACOBI} -- {SMALL}", " s"),
    Check("the live page", LIVE, "seen"),
    Check("a page with a recording", WATCHED, "recorded"),
    Check("grid files", "printf '[[site]]\\nname = \"a\"\\npes = 2\\n' > grid.toml"
          " && isthmus topology check grid.toml", "a"),
    Check("the doctor", "isthmus doctor --grid grid.toml --seconds 0.2; test $? -le 1"
          " && echo asked", "asked"),
    Check("balancing", "isthmus balance generate stencil --objects 256 --sites 2 --pes 4 -o s.json"
          " && isthmus balance replay s.json", "greedy"),
    Check("a checkpoint", f"isthmus run {JACOBI} --checkpoint 50ms --checkpoint-dir kept --"
          " --mesh 256 --steps 2000 && isthmus checkpoint --help && ls kept", "usage"),
    Check("a mesh", f"{BUILD}; isthmus mesh check $B/apps/waves/wave.toml", "wave"),
)
# Where what plots need is there, too.
PLOT_CHECKS = (
    Check("still no compiler is there", "! command -v c++ && ! command -v cc && echo none", "none"),
    Check("experiments", "isthmus experiment", "cactus2001_adaptive"),
    Check("an experiment", "isthmus experiment koenig2007_grainsize --quick --json numbers.json"
          " && test -s numbers.json && ls out", "koenig2007_4_2.png"),
)
COMPILERS = "g++ cmake ninja-build pkg-config"
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
COMPILED_CHECKS = (
    Check("a program of MPI", f"cat > sum.c <<'END'\n{PROGRAM}END\nisthmus mpicc -O1 sum.c -o sum"
          " && isthmus mpirun -n 8 --sites 2 --pes 1 ./sum", "the sum is 28"),
    Check("find_package", "cmake -G Ninja -S /root/outside -B outside -DCMAKE_BUILD_TYPE=Release"
          f" -DIsthmus_DIR={CMAKE_DIR} && cmake --build outside"
          " && outside/program --sites 2 --pes 1",
          "equal to the plain loop"),
)


class BareDebian:
    """A root, and a folder in it where commands run."""

    def __init__(self, root: Path, programs: str = "") -> None:
        self.root = root
        self._path = f"PATH={programs}:$PATH; " if programs else ""

    def run(self, command: str, limit_s: int = CHECK_S) -> tuple[int, str]:
        lines: list[str] = []
        words = (f"mkdir -p /root/work; cd /root/work; {self._path}"
                 f"timeout {limit_s} sh -c {quoted(command)}")
        status = fresh_machine.enter(self.root, words, lines.append, show=False)
        return status, "".join(lines)

    def must(self, command: str) -> str:
        status, said = self.run(command, INSTALL_S)
        if status != 0:
            raise SystemExit(f"try_package: cannot '{command}':\n{said}")
        return said

    def holds(self, check: Check) -> bool:
        status, said = self.run(check.command)
        well = status == 0 and check.expected in said
        print(f"{'ok    ' if well else 'FAILED'} {check.what}", flush=True)
        if not well:
            print("\n".join(f"    {line}" for line in said.splitlines()[-SHOWN_LINES:]))
            print(f"    (exit status {status}; expected 0 and '{check.expected}')", flush=True)
        return well


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def make_root(root: Path, packages: str) -> None:
    """Where there is none that --keep has left."""
    if not (root / "etc" / "debian_version").exists():
        fresh_machine.make_root(root, packages)


def with_wheel(root: Path, wheel: Path) -> BareDebian:
    make_root(root, "python3-venv,ca-certificates")
    shutil.copy(wheel, root / "root")
    debian = BareDebian(root, "/root/venv/bin")
    debian.must(f"python3 -m venv /root/venv && /root/venv/bin/python -m pip install --quiet "
                f"--disable-pip-version-check /root/{wheel.name}")
    return debian


def with_deb(root: Path, deb: Path) -> BareDebian:
    """apt brings what the package says that it needs, and nothing that it only recommends."""
    make_root(root, "ca-certificates")
    shutil.copy(deb, root / "root")
    debian = BareDebian(root)
    debian.must(f"apt-get update -q && apt-get install -y -q --no-install-recommends "
                f"/root/{deb.name}")
    return debian


INSTALL = {"wheel": with_wheel, "deb": with_deb}
PATTERNS = {"wheel": "wheel/isthmus-*.whl", "deb": "deb/isthmus_*.deb"}


def the_file(kind: str) -> Path:
    found = sorted((ROOT / "out").glob(PATTERNS[kind]))
    if len(found) != 1:
        raise SystemExit(f"try_package: {len(found)} files out/{PATTERNS[kind]} (expected one: "
                         f"make {kind})")
    return found[0]


def field(debian: BareDebian, name: str) -> str:
    """Of Debian's package: the packages that it names there."""
    return debian.must(f"dpkg-query -W -f '${{{name}}}' isthmus").replace(",", " ")


def development_packages(kind: str, debian: BareDebian) -> str:
    """What a program of one's own is compiled with: Debian's package says so itself; for a wheel it
    is, of packages.txt, what `make run` compiles with."""
    if kind == "deb":
        return field(debian, "Suggests")
    text = (ROOT / "packages.txt").read_text()
    section = text.partition("[run]\n")[2].partition("\n[")[0]
    return " ".join(line for line in section.splitlines() if line.startswith(("lib", "nlohmann")))


def failed_checks(given: argparse.Namespace, root: Path, file: Path) -> int:
    print(f"-- {file.name} in a bare Debian 12", flush=True)
    debian = INSTALL[given.kind](root, file)
    failed = sum(not debian.holds(check) for check in CHECKS)
    if given.kind == "deb":
        print("-- with what it recommends", flush=True)
        debian.must("apt-get install -y -q --no-install-recommends "
                    + field(debian, "Recommends"))
    failed += sum(not debian.holds(check) for check in PLOT_CHECKS)
    if not given.only_run:
        print("-- with compilers", flush=True)
        shutil.copytree(OUTSIDE, root / "root" / "outside", dirs_exist_ok=True)
        debian.must("apt-get update -q && apt-get install -y -q --no-install-recommends "
                    f"{COMPILERS} {development_packages(given.kind, debian)}")
        failed += sum(not debian.holds(check) for check in COMPILED_CHECKS)
    return failed


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=sorted(INSTALL))
    parser.add_argument("--file", type=Path, help="the package; default: that in out/")
    parser.add_argument("--only-run", action="store_true", help="compile nothing")
    parser.add_argument("--root", type=Path,
                        help="the folder in which the root is made, or was left by --keep; by"
                        " default a new one")
    parser.add_argument("--keep", action="store_true", help="leave the root there")
    given = parser.parse_args(arguments)
    if os.geteuid() != 0:
        parser.error("a root is made and entered by root alone (expected to be started by root)")
    file = (given.file or the_file(given.kind)).absolute()
    try:
        with own_folder.lent(given.root, "isthmus-package-", given.keep, True) as root:
            failed = failed_checks(given, root, file)
    except own_folder.RefusedError as problem:
        parser.error(f"--root {problem}")
    print(f"{failed} of the checks failed" if failed else "all checks passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
