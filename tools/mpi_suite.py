"""Runs MPICH's own test suite as virtual ranks, and says what passes.

    tools/mpi_suite.py [--mode MODE] [--only FOLDER/NAME ...] [--fraction K/N] [--rotate COMMIT]

The suite is that of MPICH in Debian's source package. It is downloaded once, with lists of
packages of its own, and neither installed nor copied into the repository; it is built once, with
the compilers of the build; both lie in build/mpi-suite. Each test runs from the folder in which it
was built, with as many ranks as its list says, and passes by the suite's own rule: it prints
" No Errors", nothing else, and its status is 0, unless its list asks for something else.

Left out: C++ bindings, which MPI 3.0 has removed, tests of MPICH's own extensions and variables,
of its starter, of lost processes, and of speed. Fortran's are there where there is a compiler.

tests/mpi_suite/failures.txt says which tests fail, and why. With --rotate those run that are not
in it, in an order that the commit decides, until --processor-s seconds of processors are used.

--mode  one-pe            all ranks on one PE
        pes               two PEs of one process
        processes         two processes of one PE each
        virtual           four PEs of two sites, in virtual time
        storm             pes, and each rank moves at every third call
        processes-storm, virtual-storm
                          the same of those
        ranks-in-processes
                          each rank a process of its own
        commit            one of the first five, as --rotate's commit decides

Exit status 1 when a test fails that should pass: with --rotate, or of a line of --expect FILE; 2
for bad input, 77 where the suite cannot be downloaded.
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import mpi_suite_build
from mpi_suite_build import MissingSuiteError, SuiteError

ROOT = Path(__file__).resolve().parent.parent
FAILURES = ROOT / "tests" / "mpi_suite" / "failures.txt"
# What a machine of ordinary size has for one test.
MEMORY_GB = 2.0
LIMIT_S = 60.0  # of a processor's time for a test whose list does not say more
LONGEST_S = 120.0
WAITED_FOR = 3.0  # times the limit: where others keep the processors busy, or nothing goes on
# How reasons begin that are of tests which pass where there is time.
SLOW = "slow"
# Tests that are built together, where there is only so much time.
BATCH = 24
MOVE_EVERY = 3

# The suite's folders, but for those of what is left out.
MODES = ("one-pe", "pes", "processes", "virtual", "storm", "processes-storm", "virtual-storm",
         "ranks-in-processes")
# The last three take too long for each commit.
OF_COMMITS = MODES[:5]
OF_FORTRAN = ("attr", "coll", "comm", "datatype", "ext", "f90types", "info", "init", "io", "misc",
              "profile", "pt2pt", "rma", "spawn", "subarray", "timer", "topo")
FOLDERS = (
    "attr", "coll", "comm", "datatype", "errhan", "group", "info", "init", "io", "mpi_t", "part",
    "pt2pt", "rma", "spawn", "topo",
    "errors/attr", "errors/coll", "errors/comm", "errors/datatype", "errors/group", "errors/io",
    "errors/pt2pt", "errors/rma", "errors/spawn", "errors/topo", "errors/f77/io", "errors/f90/io",
    "errors/f08/io",
    *(f"{language}/{folder}" for language in ("f77", "f90", "f08") for folder in OF_FORTRAN),
    "threads/coll", "threads/comm", "threads/init", "threads/mpi_t", "threads/part",
    "threads/pt2pt", "threads/rma", "threads/spawn",
)
LISTS = ("testlist", "testlist.dtp")

# By name: why a test says nothing of an implementation of the standard.
LEFT_OUT = {
    "init/timeout": "asks the starter for a time limit by a variable of MPICH",
    "comm/ctxalloc": "a test of speed",
    "errors/attr/keyvalmis": "mixes kinds of keys that the ABI keeps apart by their types",
}

# What isthmus run puts before the lines of each process.
OF_A_PROCESS = re.compile(r"(?m)^\[\d+ \S+\] ")
NO_ERRORS = re.compile(r"^\s*No [Ee]rrors\s*$")
ALLOWED = re.compile(r"^\s*Test Passed\s*$")
UNSUPPORTED = re.compile(r"(MPI_\w+) on rank \d+: not there yet|an operation that is not there yet")
# What the simulator says of itself.
OF_THE_RUNTIME = re.compile(r"^(simulated .* s on \d+ PEs|trace hash: )")
# What the runtime says before what was wrong.
PLACE = re.compile(r"^isthmus: error: PE \d+, entry method .*: exception in .*\]: ")


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


def read_tests(source: Path, built: Path, has_fortran: bool) -> list[Test]:
    """Of both folders: configure writes those lists that depend on what there is."""
    found: dict[str, Test] = {}
    for folder in FOLDERS:
        if not has_fortran and re.search(r"\bf(77|90|08)\b", folder):
            continue
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


# --- running --------------------------------------------------------------------------------------


def command_of(mode: str, build: Path, seed: int) -> tuple[list[str], list[str]]:
    """What stands before `--ranks N`, and behind it."""
    program = str(build / "src" / "mpi" / "isthmus-mpi")
    alone = [program, "--quiet"]
    moves = ["--move-every", str(MOVE_EVERY), "--move-seed", str(seed)] if "storm" in mode else []
    if mode == "one-pe":
        return [*alone, "--sites", "1", "--pes", "1", "--"], moves
    if mode in ("pes", "storm"):
        return [*alone, "--sites", "1", "--pes", "2", "--"], moves
    if mode.startswith("virtual"):
        return [*alone, "--backend", "sim", "--sites", "2", "--pes", "2", "--"], moves
    launcher = str(ROOT / ".venv" / "bin" / "isthmus")
    if mode == "ranks-in-processes":
        return [launcher, "mpirun", "--quiet", "--ranks", "process"], []
    return [launcher, "run", program, "--quiet", "--backend", "processes", "--sites", "1", "--pes",
            "2", "--processes", "2", "--"], moves


def end(process: subprocess.Popen[str]) -> None:
    """With all processes that it started: it leads a session of its own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        process.kill()


def run_test(test: Test, built: Path, command: tuple[list[str], list[str]],
             limit_s: float) -> Result:
    if not test.folder.endswith("io"):
        return run_in(built / test.folder, "./", test, command, limit_s)
    # Their files have the same names.
    with tempfile.TemporaryDirectory(dir=built / test.folder) as own:
        return run_in(Path(own), "../", test, command, limit_s)


def run_in(folder: Path, up: str, test: Test, command: tuple[list[str], list[str]],
           limit_s: float) -> Result:
    before, moves = command
    number = "-n" if "mpirun" in before else "--ranks"
    words = ["prlimit", f"--cpu={max(1, int(limit_s))}", "--core=0", *before, number,
             str(test.ranks), *moves, "--", f"{up}{test.name}", *test.arguments]
    variables = dict(variable.split("=", 1) for variable in test.variables)
    begin_s = time.monotonic()
    with subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", start_new_session=True,
                          env=os.environ | variables) as process:
        timer = threading.Timer(WAITED_FOR * limit_s, end, [process])
        timer.start()
        said = process.communicate()[0]
        is_over = timer.is_alive()
        timer.cancel()
    status = process.returncode
    result = judge(test, said, status if is_over and status != -signal.SIGXCPU else None)
    result.seconds = time.monotonic() - begin_s
    return result


def judge(test: Test, output: str, status: int | None) -> Result:
    """By the suite's rules. `status`: none where the time was over."""
    lines = [line for line in OF_A_PROCESS.sub("", output).splitlines()
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
    programs = [(test.folder, test.name) for test in tests]
    broken = mpi_suite_build.build_tests(built, programs, given.jobs)
    command = command_of(given.mode, given.build, given.seed)

    def run_one(test: Test) -> Result:
        name = f"{test.folder}/{test.name}"
        if name in broken:
            return Result(test.title, test.folder, False, "does not build", broken[name])
        limit_s = given.limit_s or min(max(test.limit_s, LIMIT_S), LONGEST_S)
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


def processor_s() -> float:
    """Of what has been started and has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_while_there_is_time(tests: list[Test], built: Path,
                            given: argparse.Namespace) -> list[Result]:
    results: list[Result] = []
    begin_s = time.monotonic()
    for first in range(0, len(tests), BATCH):
        # Ranks that move from thread to thread wait more than they compute.
        waited_s = time.monotonic() - begin_s
        if processor_s() > given.processor_s or waited_s > WAITED_FOR * given.processor_s:
            break
        results += run_all(tests[first:first + BATCH], built, given)
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


@dataclass(frozen=True)
class Reason:
    """Why tests fail, in some of the modes."""

    text: str
    modes: tuple[str, ...]
    titles: tuple[str, ...]  # how they begin, or their form

    def has(self, title: str, mode: str) -> bool:
        return mode in self.modes and any(
            title == start or title.startswith(start + " ")
            or (start.endswith("/") and title.startswith(start))
            or ("*" in start and fnmatch.fnmatchcase(title + " ", start + "*"))
            for start in self.titles)


def read_reasons(path: Path) -> list[Reason]:
    """Lines of `= reason` or `= [modes] reason`, each before the tests that it is of."""
    reasons: list[Reason] = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        if line.startswith("="):
            found = re.fullmatch(r"= (?:\[([a-z -]+)\] )?(\S.*)", line)
            modes = tuple(found[1].split()) if found and found[1] else MODES
            if not found or not set(modes) <= set(MODES):
                raise SuiteError(f"{path}, line {number}: no reason (expected such as "
                                 f"'= [storm virtual] too slow', with modes of {' '.join(MODES)})")
            reasons.append(Reason(found[2], modes, ()))
        elif not reasons:
            raise SuiteError(f"{path}, line {number}: a test before the first reason")
        else:
            reasons[-1] = replace(reasons[-1], titles=(*reasons[-1].titles, line))
    return reasons


def reason_of(reasons: list[Reason], title: str, mode: str) -> str:
    """Nothing where there is none."""
    return next((reason.text for reason in reasons if reason.has(title, mode)), "")


def why_they_fail(results: list[Result], reasons: list[Reason], mode: str) -> Iterator[str]:
    found = Counter(reason_of(reasons, result.title, mode)
                    for result in results if not result.has_passed)
    for text, count in found.most_common():
        if text:
            yield f"{count:5}  {text}"
    for result in results:
        text = reason_of(reasons, result.title, mode)
        if not result.has_passed and not text:
            yield f"fails, and has no reason in {FAILURES.name}: {result.title}: {result.why}"
        elif result.has_passed and text and not text.startswith(SLOW):
            yield f"passes, and {FAILURES.name} says it fails: {result.title}"


def write_junit(path: Path, results: list[Result], mode: str) -> None:
    suite = ElementTree.Element("testsuite", name=f"mpi-suite {mode}")
    for result in results:
        case = ElementTree.SubElement(suite, "testcase", name=f"{result.title} ({mode})")
        if not result.has_passed:
            ElementTree.SubElement(case, "failure", message=f"{result.why}: {result.said}")
            ElementTree.SubElement(case, "system-out").text = result.output
    path.parent.mkdir(parents=True, exist_ok=True)
    ElementTree.ElementTree(suite).write(path)


def fraction_of(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if not found or int(found[2]) == 0:
        raise argparse.ArgumentTypeError(f"{text}: no fraction (expected such as 3/7)")
    return int(found[1]), int(found[2])


def number_of(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def chosen(tests: Iterable[Test], reasons: list[Reason],
           given: argparse.Namespace) -> list[Test]:
    tests = [test for test in tests
             if not given.only or any(test.title.startswith(word) for word in given.only)]
    if given.expect:
        titles = set(expected(given.expect))
        tests = [test for test in tests if test.title in titles]
    if given.fraction:
        part, parts = given.fraction
        tests = [test for i, test in enumerate(tests) if i % parts == part % parts]
    if given.rotate:
        tests = [test for test in tests if not reason_of(reasons, test.title, given.mode)]
        tests.sort(key=lambda test: number_of(given.rotate + test.title))
    return tests


def arguments_of(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mode", default="pes", choices=[*MODES, "commit"])
    parser.add_argument("--only", action="append", default=[], metavar="FOLDER/NAME",
                        help="tests whose names begin so; may be given again")
    parser.add_argument("--fraction", type=fraction_of, metavar="K/N",
                        help="every N-th test, from the K-th on")
    parser.add_argument("--expect", type=Path, metavar="FILE",
                        help="runs the tests of these lines, which must pass")
    parser.add_argument("--rotate", metavar="COMMIT",
                        help="runs tests that must pass, in the commit's order")
    parser.add_argument("--processor-s", type=float, default=120.0,
                        help="of --rotate: what all may use before no more begin")
    parser.add_argument("--jobs", type=int, default=1, help="tests at a time")
    parser.add_argument("--limit-s", type=float, default=0.0, help="of a processor, for each test")
    parser.add_argument("--seed", type=int, default=1, help="of the moves of storms")
    parser.add_argument("--json", type=Path, metavar="FILE", help="all results")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="the same, as JUnit has it")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release")
    parser.add_argument("--list", action="store_true", help="only the names")
    parser.add_argument("--verbose", action="store_true", help="a line for what passes, too")
    given = parser.parse_args(arguments)
    given.build = given.build.resolve()
    if given.mode == "commit":
        if not given.rotate:
            parser.error("--mode commit (expected with --rotate COMMIT)")
        given.mode = OF_COMMITS[number_of(given.rotate) % len(OF_COMMITS)]
    return given


def main(arguments: list[str]) -> int:
    given = arguments_of(arguments)
    place = ROOT / "build" / "mpi-suite"
    try:
        reasons = read_reasons(FAILURES)
        suite = mpi_suite_build.fetch(place)
        has_fortran = mpi_suite_build.has_fortran(given.build / "mpi")
        built = mpi_suite_build.configure(place, suite, given.build, has_fortran)
        tests = chosen(read_tests(suite, built, has_fortran), reasons, given)
        if not tests:
            raise SuiteError("no such test (--list names all)")
    except MissingSuiteError as problem:
        print(f"tools/mpi_suite.py: skipped: {problem}", file=sys.stderr)
        return 77
    except (SuiteError, OSError) as problem:
        print(f"tools/mpi_suite.py: {problem}", file=sys.stderr)
        return 2
    if given.list:
        print("\n".join(test.title for test in tests))
        return 0
    if given.rotate:
        results = run_while_there_is_time(tests, built, given)
    else:
        results = run_all(tests, built, given)
    print("\n".join([*table(results), *groups(results),
                     *why_they_fail(results, reasons, given.mode)]))
    if given.json:
        given.json.parent.mkdir(parents=True, exist_ok=True)
        given.json.write_text(json.dumps([asdict(result) for result in results], indent=1) + "\n")
    if given.junit:
        write_junit(given.junit, results, given.mode)
    failed = sum(not result.has_passed for result in results)
    print(f"mpi-suite {given.mode}: {len(results) - failed} passed, {failed} failed")
    return 1 if (given.expect or given.rotate) and failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
