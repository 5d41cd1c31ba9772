"""mpi4py's own tests, on ranks that are processes: what passes, and why the rest does not.

    tools/mpi4py_suite.py [--ranks N[,N...]] [--only MODULE ...] [--short] [--all]

The source of a pinned version comes from the package index, is built with this build's compilers
for the standard's binary form, and lies in build/mpi4py; neither installed nor copied elsewhere.
Each module of tests is a job: `isthmus mpirun -n N --ranks process`. What is known to fail is in
mpi4py_expected.txt beside this file, with its reason.

--ranks N,...   on so many processes (1,2,4)
--only MODULE   modules whose names begin so, such as test_p2p; may be given again
--short         those that a change of the library breaks first, for a test of some seconds
--all           also tests that are known to end their job

Exit status 1 when a test fails that is not known to, 2 for bad input, 77 where the source or what
it is built with cannot be had.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = "4.1.2"
SHA256 = "56860286dc45f20e8821e93cb06669e30462348bf866f685553fa4b712d58d02"
# What the source is built with.
TOOLS = ("cython>=3.1,<4", "setuptools>=70", "wheel")
EXPECTED = Path(__file__).resolve().parent / "mpi4py_expected.txt"
LIMIT_S = 600.0
CANNOT_BE_HAD = 77

SHORT = ("test_environ", "test_p2p_obj", "test_cco_buf", "test_msgspec", "test_op")

# Runs the suite with what it prints in a file of each process: lines of several would mix.
ALONE = """\
import os, runpy, sys
file = os.open(os.path.join(sys.argv[1], str(os.getpid())), os.O_CREAT | os.O_WRONLY)
os.dup2(file, 1)
os.dup2(file, 2)
sys.argv[:] = ["main.py", *sys.argv[2:]]
sys.path[0] = os.getcwd()
runpy.run_path("main.py", run_name="__main__")
"""

FAILED = re.compile(r"(?m)^(FAIL|ERROR): (\S+) \(([\w.]+)\)")
RAN = re.compile(r"(?m)^Ran (\d+) tests? in")


class SuiteError(Exception):
    """One line, and the exit status."""

    def __init__(self, line: str, status: int = 2) -> None:
        super().__init__(line)
        self.status = status


@dataclass
class Result:
    module: str
    ranks: int
    ran: int = 0
    failed: dict[str, str] = field(default_factory=dict)  # test: the last line of what it said
    end: str = ""  # where the job did not come to its end
    seconds: float = 0.0


# --- building -------------------------------------------------------------------------------------


def asked(words: list[str], what: str, **more: object) -> None:
    done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, **more)
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise SuiteError(f"{what}: {said[-1] if said else 'failed'}", CANNOT_BE_HAD)


def prepared(place: Path, build: Path) -> Path:
    """The Python that has mpi4py, whose source lies beside it."""
    compiler = build / "mpi" / "bin" / "mpicc"
    if not compiler.is_file():
        raise SuiteError(f"{compiler}: no such file (expected a build: run make)")
    python = place / "venv" / "bin" / "python"
    stamp = place / "built"
    if stamp.is_file() and stamp.read_text() == f"{VERSION} {compiler}\n":
        return python
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    asked([sys.executable, "-m", "venv", str(place / "venv")], "a place for Python's packages")
    pip = [str(python), "-m", "pip", "--disable-pip-version-check"]
    asked([*pip, "install", *TOOLS], "what mpi4py is built with")
    wanted = place / "wanted.txt"
    wanted.write_text(f"mpi4py=={VERSION} --hash=sha256:{SHA256}\n")
    asked([*pip, "download", "--no-deps", "--no-binary", "mpi4py", "--no-build-isolation",
           "--require-hashes", "-r", str(wanted), "-d", str(place)], f"mpi4py {VERSION}")
    archive = place / f"mpi4py-{VERSION}.tar.gz"
    # Debian 12's Python has no filters yet. What is in there has been held to its hash.
    if hasattr(tarfile, "data_filter"):
        shutil.unpack_archive(archive, place, filter="data")
    else:
        shutil.unpack_archive(archive, place)
    variables = {"MPI4PY_BUILD_MPICC": str(compiler), "MPI4PY_BUILD_MPIABI": "1",
                 "CFLAGS": "-O0 -g0"}
    asked([*pip, "install", "--no-deps", "--no-build-isolation", str(archive)],
          "building mpi4py", env=os.environ | variables)
    stamp.write_text(f"{VERSION} {compiler}\n")
    return python


# --- running --------------------------------------------------------------------------------------


def reason(text: str) -> str:
    """The last line of a traceback."""
    lines = [line.strip() for line in text.split("\n\n")[0].strip().splitlines()]
    return lines[-1][:160] if lines else ""


def run_module(module: str, ranks: int, without: list[str], python: Path, build: Path) -> Result:
    """`without`: patterns of tests."""
    with tempfile.TemporaryDirectory(prefix="mpi4py-") as outputs:
        return run_into(Path(outputs), Result(module, ranks), without, python, build)


def run_into(outputs: Path, result: Result, without: list[str], python: Path,
             build: Path) -> Result:
    module, ranks = result.module, result.ranks
    tests = python.parents[2] / f"mpi4py-{VERSION}" / "test"
    launcher = ROOT / ".venv" / "bin" / "isthmus"
    command = [str(launcher), "mpirun", "-n", str(ranks), "--ranks", "process", str(python),
               "-c", ALONE, str(outputs), "--no-builddir", "-q",
               *(word for pattern in without for word in ("-x", pattern)), module]
    begin_s = time.monotonic()
    environment = os.environ | {"ISTHMUS_BUILD": str(build), "PYTHONPATH": str(ROOT / "python")}
    with subprocess.Popen(command, cwd=tests, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace",
                          env=environment) as process:
        try:
            said, _ = process.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            process.terminate()
            try:
                said, _ = process.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                said, _ = process.communicate()
            result.end = f"not over after {LIMIT_S:.0f} s"
    result.seconds = time.monotonic() - begin_s
    ended = 0
    for path in outputs.iterdir():
        own = path.read_text(errors="replace")
        for part in re.split(r"(?m)^=+$\n", own)[1:]:
            found = FAILED.match(part)
            if found:
                result.failed[found.group(3)] = reason(part.split("-\n", 1)[-1])
        count = RAN.search(own)
        ended += count is not None
        result.ran = max(result.ran, int(count.group(1)) if count else 0)
    if not result.end and ended < ranks:
        lines = [line for line in said.splitlines() if line.startswith("isthmus: ")]
        last = (lines or said.strip().splitlines() or ["nothing was said"])[0]
        result.end = last[:200]
    return result


# --- what is known --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Known:
    """Lines `TEST  why`, of a test, class or module; `!PATTERN  why`, of tests that end their job,
    which are left out."""

    failures: dict[str, str]
    ends: dict[str, str]

    def why(self, test: str) -> str | None:
        names = test.split(".")
        for count in range(len(names), 0, -1):
            found = self.failures.get(".".join(names[:count]))
            if found is not None:
                return found
        return None


def read_known() -> Known:
    known = Known({}, {})
    for line in EXPECTED.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        name, _, why = line.partition("  ")
        (known.ends if name.startswith("!") else known.failures)[name.lstrip("!")] = why.strip()
    return known


def report(results: list[Result], known: Known) -> int:
    """The count of what nobody knew."""
    reasons: Counter[str] = Counter()
    surprises = 0
    for result in results:
        if result.end:
            why = known.why(result.module)
            surprises += why is None
            reasons[why or "a job that ends early"] += 1
            if why is None:
                print(f"{result.module} on {result.ranks}: {result.end}")
        for test, said in sorted(result.failed.items()):
            why = known.why(test)
            reasons[why or "not known"] += 1
            if why is None:
                surprises += 1
                print(f"{test} on {result.ranks}: {said}")
    print(f"{'ranks':>5} {'modules':>8} {'tests':>7} {'failed':>7} {'ended early':>12}")
    for ranks in sorted({result.ranks for result in results}):
        of = [result for result in results if result.ranks == ranks]
        print(f"{ranks:>5} {len(of):>8} {sum(r.ran for r in of):>7} "
              f"{sum(len(r.failed) for r in of):>7} {sum(bool(r.end) for r in of):>12}")
    for why, count in reasons.most_common():
        print(f"{count:5}  {why}")
    return surprises


def modules_of(python: Path, given: argparse.Namespace) -> list[str]:
    tests = python.parents[2] / f"mpi4py-{VERSION}" / "test"
    names = sorted(path.stem for path in tests.glob("test_*.py"))
    if given.short:
        names = [name for name in names if name in SHORT]
    if given.only:
        names = [name for name in names if any(name.startswith(word) for word in given.only)]
    if not names:
        raise SuiteError("no such module")
    return names


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ranks", default="1,2,4", metavar="N[,N...]")
    parser.add_argument("--only", action="append", default=[], metavar="MODULE")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--prepare", action="store_true", help="only build mpi4py")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release")
    parser.add_argument("--python", type=Path, help="one that has mpi4py, its source beside it")
    given = parser.parse_args(arguments)
    try:
        counts = [int(count) for count in given.ranks.split(",")]
        build = given.build.resolve()
        python = given.python or prepared(ROOT / "build" / "mpi4py", build)
        if given.prepare:
            return 0
        known = read_known()
        modules = modules_of(python, given)
    except ValueError:
        print(f"tools/mpi4py_suite.py: --ranks {given.ranks} (expected such as 1,2)",
              file=sys.stderr)
        return 2
    except (SuiteError, OSError) as problem:
        print(f"tools/mpi4py_suite.py: {problem}", file=sys.stderr)
        return getattr(problem, "status", 2)
    results = []
    for ranks in counts:
        for module in modules:
            without = [] if given.all else list(known.ends)
            result = run_module(module, ranks, without, python, build)
            results.append(result)
            print(f"{result.seconds:6.1f} s  {module} on {ranks}: {result.ran} tests, "
                  f"{len(result.failed)} failed{'; ' + result.end if result.end else ''}",
                  flush=True)
    surprises = report(results, known)
    failed = sum(len(result.failed) + bool(result.end) for result in results)
    print(f"mpi4py-suite: {sum(r.ran for r in results)} tests, {failed} failed, "
          f"{surprises} of them not known")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
