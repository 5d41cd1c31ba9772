"""Runs MPICH's own test suite as virtual ranks, and says what passes.

    tools/mpi_suite.py [--mode MODE] [--only FOLDER/NAME ...] [--fraction K/N] [--expect FILE]

The suite is that of MPICH in Debian's source package. It is downloaded once, with lists of
packages of its own, and neither installed nor copied into the repository; it is built once, with
the compilers of the build; both lie in build/mpi-suite. Each test runs from the folder in which it
was built, with as many ranks as its list says, and passes by the suite's own rule: it prints
" No Errors", nothing else, and its status is 0, unless its list asks for something else.

Left out: C++ bindings, which MPI 3.0 has removed, Fortran, tests of MPICH's own extensions and
variables, of its starter, and of speed.

--mode  one-pe     all ranks on one PE
        pes        two PEs of one process
        storm      the same, and each rank moves at every third call
        virtual    four PEs of two sites, in virtual time
        processes  two processes of one PE each

Exit status 1 when a test fails that a line of --expect FILE says passes, 2 for bad input.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "mpich"
# What a machine of ordinary size has for one test.
MEMORY_GB = 2.0
LIMIT_S = 60.0
MOVE_EVERY = 3

# The suite's folders, but for those of what is left out.
FOLDERS = (
    "attr", "coll", "comm", "datatype", "errhan", "group", "info", "init", "io", "part", "pt2pt",
    "rma", "spawn", "topo",
    "errors/attr", "errors/coll", "errors/comm", "errors/datatype", "errors/group", "errors/io",
    "errors/pt2pt", "errors/rma", "errors/spawn", "errors/topo",
)
LISTS = ("testlist", "testlist.dtp")

# By name: why a test says nothing of an implementation of the standard.
LEFT_OUT = {
    "init/timeout": "asks the starter for a time limit by a variable of MPICH",
    "comm/ctxalloc": "a test of speed",
    "errors/attr/keyvalmis": "mixes kinds of keys that the ABI keeps apart by their types",
}

# Names that MPI 3.0 has removed, by those that do the same, and names of MPICH.
REMOVED_NAMES = """\
#include <mpi.h>
#define MPI_Address MPI_Get_address
#define MPI_Errhandler_create MPI_Comm_create_errhandler
#define MPI_Errhandler_get MPI_Comm_get_errhandler
#define MPI_Errhandler_set MPI_Comm_set_errhandler
#define MPI_Handler_function MPI_Comm_errhandler_function
#define MPI_Type_hindexed MPI_Type_create_hindexed
#define MPI_Type_hvector MPI_Type_create_hvector
#define MPI_Type_struct MPI_Type_create_struct
#define MPIX_Delete_error_class MPI_Remove_error_class
#define MPIX_Delete_error_code MPI_Remove_error_code
#define MPIX_Delete_error_string MPI_Remove_error_string
#define PMPI_Message_c2f MPI_Message_c2f
#define PMPI_Message_f2c MPI_Message_f2c
static inline int MPI_Type_lb(MPI_Datatype type, MPI_Aint* lb) {
  MPI_Aint extent;
  return MPI_Type_get_extent(type, lb, &extent);
}
static inline int MPI_Type_extent(MPI_Datatype type, MPI_Aint* extent) {
  MPI_Aint lb;
  return MPI_Type_get_extent(type, &lb, extent);
}
static inline int MPI_Type_ub(MPI_Datatype type, MPI_Aint* ub) {
  MPI_Aint lb, extent;
  int error = MPI_Type_get_extent(type, &lb, &extent);
  if (error == MPI_SUCCESS) *ub = lb + extent;
  return error;
}
"""

NO_ERRORS = re.compile(r"^\s*No [Ee]rrors\s*$")
ALLOWED = re.compile(r"^\s*Test Passed\s*$")
UNSUPPORTED = re.compile(r"(MPI_\w+) on rank \d+: not there yet|an operation that is not there yet")
# What the simulator says of itself.
OF_THE_RUNTIME = re.compile(r"^(simulated .* s on \d+ PEs|trace hash: )")
# What the runtime says before what was wrong.
PLACE = re.compile(r"^isthmus: error: PE \d+, entry method .*: exception in .*\]: ")


class SuiteError(Exception):
    """One line."""


@dataclass(frozen=True)
class Test:
    """A line of a test list."""

    folder: str
    name: str
    ranks: int
    arguments: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    limit_s: float = 0.0  # 0: as for all
    judge: str = ""  # the list's resultTest
    is_expected_to_fail: bool = False  # by MPICH, too
    memory_gb: float = 0.0

    @property
    def title(self) -> str:
        """What a list of expectations has a line for."""
        return " ".join([f"{self.folder}/{self.name}", str(self.ranks), *self.arguments])


@dataclass
class Result:
    title: str
    folder: str
    has_passed: bool
    why: str = ""  # the group of failures
    said: str = ""  # the last line
    seconds: float = 0.0
    is_expected_to_fail: bool = False
    output: str = field(default="", repr=False)


# --- the suite's lists ----------------------------------------------------------------------------


def test_of(folder: str, line: str) -> Test | None:
    words = line.split("#")[0].split()
    if not words:
        return None
    ranks = int(words[1]) if len(words) > 1 and words[1].isdigit() else 1
    given: dict[str, list[str]] = {}
    for word in words[1:]:
        key, _, value = word.partition("=")
        given.setdefault(key, []).append(value)
    return Test(
        folder, words[0], ranks, tuple(given.get("arg", [])), tuple(given.get("env", [])),
        float(given.get("timeLimit", ["0"])[0]), given.get("resultTest", [""])[0],
        "xfail" in given, float(given.get("mem", ["0"])[0]))


def is_of_mpich(test: Test) -> bool:
    """Asks for an algorithm of MPICH by its variables: another line has the test without."""
    return any(variable.startswith("MPIR_CVAR") for variable in test.variables)


def read_tests(source: Path, built: Path) -> list[Test]:
    """Of both folders: configure writes those lists that depend on what there is."""
    found: dict[str, Test] = {}
    for folder in FOLDERS:
        for name in LISTS:
            path = next((place / folder / name for place in (built, source)
                         if (place / folder / name).exists()), None)
            lines = path.read_text().splitlines() if path else []
            for line in lines:
                test = test_of(folder, line)
                if test is None or is_of_mpich(test) or test.memory_gb > MEMORY_GB:
                    continue
                if f"{folder}/{test.name}" not in LEFT_OUT:
                    found.setdefault(test.title, test)
    return list(found.values())


# --- fetching and building ------------------------------------------------------------------------


def say(command: list[str], log: Path, *, cwd: Path, **more: str) -> int:
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w") as out:
        return subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=out,
                              stderr=subprocess.STDOUT, env=os.environ | more).returncode


def source_entries() -> str:
    """The machine's own sources, asked for source packages: in both of apt's forms."""
    entries = []
    for path in sorted(Path("/etc/apt/sources.list.d").glob("*.sources")):
        text = path.read_text()
        if "debian" in text:
            entries.append(re.sub(r"(?m)^Types:.*$", "Types: deb-src", text).strip())
    return "\n\n".join(entries) + "\n"


def source_lines() -> str:
    path = Path("/etc/apt/sources.list")
    text = path.read_text() if path.exists() else ""
    return "".join(line.replace("deb ", "deb-src ", 1) + "\n" for line in text.splitlines()
                   if line.startswith("deb "))


def fetch(place: Path) -> Path:
    """The suite's folder. Raises SuiteError."""
    source = place / "source"
    if not (source / ".complete").exists():
        if shutil.which("apt-get") is None:
            raise SuiteError("no apt-get, which downloads the suite (expected a Debian system)")
        shutil.rmtree(place, ignore_errors=True)
        lists = place / "apt"
        for folder in ("lists/partial", "archives/partial", "parts"):
            (lists / folder).mkdir(parents=True)
        (lists / "status").touch()
        (lists / "parts" / "source.sources").write_text(source_entries())
        (lists / "sources.list").write_text(source_lines())
        config = lists / "apt.conf"
        config.write_text(
            f'APT::Sandbox::User "";\nDir::State "{lists}";\nDir::State::lists "{lists}/lists";\n'
            f'Dir::State::status "{lists}/status";\nDir::Cache "{lists}";\n'
            f'Dir::Etc::sourcelist "{lists}/sources.list";\n'
            f'Dir::Etc::sourceparts "{lists}/parts";\n')
        variables = {"APT_CONFIG": str(config)}
        say(["apt-get", "update", "-qq"], place / "update.log", cwd=place, **variables)
        log = place / "fetch.log"
        if say(["apt-get", "source", "-qq", "--download-only", PACKAGE], log, cwd=place,
               **variables) != 0:
            raise SuiteError(f"apt-get could not download the source of {PACKAGE} ({log})")
        archive = next(place.glob(f"{PACKAGE}_*.orig.tar.*"))
        source.mkdir()
        unpack = ["tar", "xf", str(archive), "-C", str(source), "--strip-components=1",
                  "--wildcards", "*/test/mpi", "*/confdb", "*/maint"]
        if say(unpack, place / "unpack.log", cwd=place) != 0:
            raise SuiteError(f"cannot unpack {archive} ({place / 'unpack.log'})")
        shutil.rmtree(lists)
        (source / ".complete").touch()
    return source / "test" / "mpi"


def configure(place: Path, suite: Path, build: Path) -> Path:
    """Where the programs are built. Raises SuiteError."""
    compilers = build / "mpi"
    if not (compilers / "bin" / "mpicc").exists():
        raise SuiteError(f"no {compilers}/bin/mpicc (expected make build)")
    built = place / "programs"
    if not (built / ".complete").exists():
        shutil.rmtree(built, ignore_errors=True)
        built.mkdir()
        log = place / "configure.log"
        # Shared libraries of its own would make a script of each program.
        options = ["--disable-fortran", "--disable-cxx", "--disable-perftest", "--disable-shared",
                   "--enable-static", "--disable-dependency-tracking", "--enable-xfail"]
        if say([str(suite / "configure"), f"--with-mpi={compilers}",
                f"MPICC={compilers}/bin/mpicc", *options], log, cwd=built) != 0:
            raise SuiteError(f"the suite cannot be configured ({log})")
        (built / "removed_names.h").write_text(REMOVED_NAMES)
        (built / ".complete").touch()
    return built


def build_tests(built: Path, tests: list[Test], jobs: int) -> dict[str, str]:
    """Why a program could not be built, by folder/name; the others are there."""
    # Strict: without operators of types that the standard does not have them for.
    options = [f"CPPFLAGS=-include {built}/removed_names.h -DUSE_STRICT_MPI=1",
               "CFLAGS=-g -O1 -w"]
    broken: dict[str, str] = {}
    folders: dict[str, set[str]] = {}
    for test in tests:
        if not (built / test.folder / test.name).exists():
            folders.setdefault(test.folder, set()).add(test.name)
    make = ["make", "-k", f"-j{jobs}", *options]
    if folders:
        for library in ("util", "dtpools"):
            say([*make, "-C", library], built / f"{library}.log", cwd=built)
    for folder, names in folders.items():
        log = built / folder / "build.log"
        say([*make, "-C", folder, *sorted(names)], log, cwd=built)
        said = log.read_text(errors="replace")
        for name in names:
            if not (built / folder / name).exists():
                broken[f"{folder}/{name}"] = error_of(said, name)
    return broken


def error_of(said: str, name: str) -> str:
    """The first error that is of this program."""
    pattern = re.compile(rf"(?m)^.*\b{re.escape(name)}\b[^\n]*(?:error:|undefined)[^\n]*$")
    found = pattern.search(said)
    return found.group().strip() if found else "no rule, or an error of a library"


# --- running --------------------------------------------------------------------------------------


def command_of(mode: str, build: Path, seed: int) -> tuple[list[str], list[str]]:
    """What stands before `--ranks N`, and behind it."""
    program = str(build / "src" / "mpi" / "isthmus-mpi")
    alone = [program, "--quiet"]
    moves = ["--move-every", str(MOVE_EVERY), "--move-seed", str(seed)]
    if mode == "one-pe":
        return [*alone, "--sites", "1", "--pes", "1", "--"], []
    if mode == "pes":
        return [*alone, "--sites", "1", "--pes", "2", "--"], []
    if mode == "storm":
        return [*alone, "--sites", "1", "--pes", "2", "--"], moves
    if mode == "virtual":
        return [*alone, "--backend", "sim", "--sites", "2", "--pes", "2", "--"], []
    launcher = str(ROOT / ".venv" / "bin" / "isthmus")
    return [launcher, "run", program, "--quiet", "--backend", "processes", "--sites", "1", "--pes",
            "2", "--processes", "2", "--"], []


def end(process: subprocess.Popen[str]) -> None:
    """With all processes that it started: it leads a session of its own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        process.kill()


def run_test(test: Test, built: Path, command: tuple[list[str], list[str]],
             limit_s: float) -> Result:
    before, moves = command
    words = [*before, "--ranks", str(test.ranks), *moves, "--", f"./{test.name}",
             *test.arguments]
    variables = dict(variable.split("=", 1) for variable in test.variables)
    begin_s = time.monotonic()
    with subprocess.Popen(words, cwd=built / test.folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", start_new_session=True,
                          env=os.environ | variables) as process:
        timer = threading.Timer(limit_s, end, [process])
        timer.start()
        said = process.communicate()[0]
        is_over = timer.is_alive()
        timer.cancel()
    result = judge(test, said, process.returncode if is_over else None)
    result.seconds = time.monotonic() - begin_s
    return result


def judge(test: Test, output: str, status: int | None) -> Result:
    """By the suite's rules. `status`: none where the time was over."""
    lines = [line for line in output.splitlines()
             if line.strip() and not OF_THE_RUNTIME.match(line)]
    said = " ".join(PLACE.sub("", lines[-1]).split()) if lines else ""
    result = Result(test.title, test.folder, False, said=said,
                    is_expected_to_fail=test.is_expected_to_fail, output=output[-4000:])
    others = [line for line in lines if not NO_ERRORS.match(line) and not ALLOWED.match(line)]
    unsupported = [found for line in others if (found := UNSUPPORTED.search(line))]
    if status is None:
        result.why = "time-out"
    elif status < 0 or status == 134:
        result.why = "crash of the runtime"
    elif test.judge:
        result.has_passed = status != 0
        result.why = "" if result.has_passed else "status 0"
    elif unsupported:
        names = [found.group(1) for found in unsupported if found.group(1)]
        result.why = f"unsupported {names[0] if names else 'function'}"
    elif any("was ended by signal" in line for line in others):
        result.why = "crash of a rank"
    elif others:
        result.why = "unexpected output"
        result.said = PLACE.sub("", others[0]).strip()
    elif len(others) == len(lines):
        result.why = "no output"
    elif status != 0:
        result.why = f"status {status}"
    else:
        result.has_passed = True
    return result


def run_all(tests: list[Test], built: Path, given: argparse.Namespace) -> list[Result]:
    broken = build_tests(built, tests, given.jobs)
    command = command_of(given.mode, given.build, given.seed)

    def run_one(test: Test) -> Result:
        name = f"{test.folder}/{test.name}"
        if name in broken:
            return Result(test.title, test.folder, False, "does not build", broken[name])
        limit_s = given.limit_s or test.limit_s or LIMIT_S
        return run_test(test, built, command, limit_s)

    results = []
    with ThreadPoolExecutor(given.jobs) as pool:
        for result in pool.map(run_one, tests):
            results.append(result)
            if not result.has_passed or given.verbose:
                state = "passed" if result.has_passed else result.why
                print(f"{result.seconds:6.1f} s  {result.title}: {state}: {result.said[:150]}",
                      flush=True)
    return results


# --- what is said ---------------------------------------------------------------------------------


def table(results: list[Result]) -> Iterator[str]:
    yield f"{'folder':<18} {'passed':>6} {'of':>5}"
    for folder in FOLDERS:
        of_folder = [result for result in results if result.folder == folder]
        if of_folder:
            yield f"{folder:<18} {sum(r.has_passed for r in of_folder):>6} {len(of_folder):>5}"
    yield f"{'all':<18} {sum(r.has_passed for r in results):>6} {len(results):>5}"


def groups(results: list[Result]) -> Iterator[str]:
    failed = [result for result in results if not result.has_passed]
    for why, count in Counter(result.why for result in failed).most_common():
        of_mpich = sum(r.is_expected_to_fail for r in failed if r.why == why)
        yield f"{count:5}  {why}" + (f" ({of_mpich} of them fail with MPICH)" if of_mpich else "")


def expected(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


def fraction_of(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if not found or int(found[2]) == 0:
        raise argparse.ArgumentTypeError(f"{text}: no fraction (expected such as 3/7)")
    return int(found[1]), int(found[2])


def chosen(tests: Iterable[Test], given: argparse.Namespace) -> list[Test]:
    tests = [test for test in tests
             if not given.only or any(test.title.startswith(word) for word in given.only)]
    if given.expect:
        titles = set(expected(given.expect))
        tests = [test for test in tests if test.title in titles]
    if given.fraction:
        part, parts = given.fraction
        tests = [test for i, test in enumerate(tests) if i % parts == part % parts]
    return tests


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mode", default="pes",
                        choices=["one-pe", "pes", "storm", "virtual", "processes"])
    parser.add_argument("--only", action="append", default=[], metavar="FOLDER/NAME",
                        help="tests whose names begin so; may be given again")
    parser.add_argument("--fraction", type=fraction_of, metavar="K/N",
                        help="every N-th test, from the K-th on")
    parser.add_argument("--expect", type=Path, metavar="FILE",
                        help="runs the tests of these lines, which must pass")
    parser.add_argument("--jobs", type=int, default=1, help="tests at a time")
    parser.add_argument("--limit-s", type=float, default=0.0, help="for each test")
    parser.add_argument("--seed", type=int, default=1, help="of the moves of --mode storm")
    parser.add_argument("--json", type=Path, metavar="FILE", help="all results")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release")
    parser.add_argument("--list", action="store_true", help="only the names")
    parser.add_argument("--verbose", action="store_true", help="a line for what passes, too")
    given = parser.parse_args(arguments)
    given.build = given.build.resolve()
    place = ROOT / "build" / "mpi-suite"
    try:
        suite = fetch(place)
        built = configure(place, suite, given.build)
        tests = chosen(read_tests(suite, built), given)
        if not tests:
            raise SuiteError("no such test (--list names all)")
    except (SuiteError, OSError) as problem:
        print(f"tools/mpi_suite.py: {problem}", file=sys.stderr)
        return 2
    if given.list:
        print("\n".join(test.title for test in tests))
        return 0
    results = run_all(tests, built, given)
    print("\n".join([*table(results), *groups(results)]))
    if given.json:
        given.json.parent.mkdir(parents=True, exist_ok=True)
        given.json.write_text(json.dumps([asdict(result) for result in results], indent=1) + "\n")
    failed = sum(not result.has_passed for result in results)
    print(f"mpi-suite {given.mode}: {len(results) - failed} passed, {failed} failed")
    return 1 if given.expect and failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
