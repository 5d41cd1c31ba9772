"""Runs the parts of the test suite one after the other and sums them up.

    tools/run_tests.py [--jobs N] [--minutes N] [--sanitizer-minutes N] [--nightly] [PART ...]

A part that fails does not keep the others from running. The last line of standard output is
"N passed, N failed", summed over the cases of ctest and pytest and the checks (a check, such as
the build, counts as one); the exit status is 0 when nothing failed.

`optional` installs what some tests are skipped without, `mixed` needs packages for arm64: where
they cannot be had, that is said and is no failure; so it is with `page`, the live page's tests,
which need Node.js, packages of npm and chromium. `sanitizer` is one of asan and tsan, as the
commit decides. A sanitizer part builds and tests one folder after the other, beginning with one
that the commit decides. With --sanitizer-minutes it begins none after that time, and the summary
says how many it came to. `mpi_suite` runs tests of MPICH's suite in one of its modes, both as the
commit decides, for two minutes of processors' time, where its sources can be downloaded. `tidy`,
clang-tidy over the lines that changed, begins on no source after --tidy-minutes. `figures`
runs quick experiments, others with each commit, and holds what they find against what is recorded.

With --minutes the whole ends in about so many, also on a machine that is slow today: the parts that
look a little further with each commit (tidy, mpi_suite, mixed, sanitizer, figures) then have what
the others left, and the summary says which had none; and of the system tests that take a minute and
more, those labelled "long", ctest runs half, as the commit decides.

With --nightly every part runs, each as long as it takes: scenarios with a thousand seeds and more,
bugs that are put in on purpose, both sanitizers whole, the build of each source alone, the
fuzzers, the experiments, and the wheel and Debian's package, which a bare Debian installs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import time
import xml.etree.ElementTree as ElementTree
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import tidy

ROOT = Path(__file__).resolve().parent.parent
REPORTS = ROOT / "build" / "reports"
DEFAULT_PARTS = ("setup", "build", "ctest", "scenarios", "pytest", "types", "house")
NIGHTLY_PARTS = ("setup", "optional", "build", "house", "format", "types", "ctest", "scenarios",
                 "pytest", "docs", "page", "mpi_suite", "mixed", "planted", "asan", "tsan",
                 "plain_build", "fuzz", "experiments", "packages")
SCENARIO_SEEDS = 8
STANDARD_SEEDS = 60
LOSS_SEEDS = 100  # of the scenarios in which processes are lost, leave and come
NIGHTLY_SEEDS = 1000
NIGHTLY_LOSS_SEEDS = 10_000
LOSS_SCENARIOS = ("comings_and_goings", "elastic_storm", "loss_storm", "mesh_losses",
                  "netsort_losses", "quiet_losses", "restart_storm", "site_logs_bulk",
                  "site_logs_quiet", "site_logs_storm", "site_loss_storm")
NIGHTLY_TEST_SEEDS = 60  # of the tests of real processes in which chance decides
NIGHTLY_FUZZ_MINUTES = 3  # for each fuzzer
WAITING_TESTS = 2  # that run beside those that keep the cores busy
FAILURES_SHOWN = 5  # of each part, once more after the summary
FAILURE_LINES = 30
SANITIZED = ("src", "tests/fuzz")
SANITIZED_KINDS = "unit|fuzz"
OPTIONAL_PACKAGES = ("carriers", "managers", "namespaces", "python")
MPI_SUITE_S = 120  # of processors, to build and run what there is time for
NIGHTLY_MPI_SUITE_S = 3600
FIGURES_S = 120  # of a processor, for quick experiments
LEAST_SANITIZER_S = 60  # that must be left for a folder to begin
# What must be left of --minutes for these parts to begin; the others run always.
NEEDED_MINUTES = {"tidy": 2.0, "mpi_suite": 3.0, "mixed": 10.0, "sanitizer": 2.0,
                  "figures": 3.0}


@dataclass(frozen=True)
class Failure:
    """A case that failed, and the end of what it printed."""

    name: str
    output: str = ""


@dataclass(frozen=True)
class Outcome:
    """What a part found: numbers of cases, and why it was skipped, if it was."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    note: str = ""
    failures: tuple[Failure, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Options:
    jobs: int
    sanitizer_minutes: float | None = None  # None: as long as it takes
    tidy_minutes: float | None = None
    figures_minutes: float | None = None
    nightly: bool = False
    takes_turns: bool = False  # not all of what is long runs


def run(
    command: list[str], timeout_s: float | None = None, variables: dict[str, str] | None = None
) -> int:
    """The exit status of a command run in the repository's root; 124 when it ran out of time."""
    sys.stdout.flush()
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, start_new_session=timeout_s is not None,
        env=os.environ | (variables or {})
    )
    try:
        return process.wait(timeout_s)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 15)  # the command leads a session of its own
        process.wait()
        return 124
    except KeyboardInterrupt:
        process.wait()
        raise


def run_kept(command: list[str]) -> tuple[int, str]:
    """The exit status of a command run in the repository's root, and the end of what it printed,
    which is shown as it comes."""
    print(end="", flush=True)
    lines: deque[str] = deque(maxlen=FAILURE_LINES)
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            lines.append(line)
    return process.returncode, "".join(lines)


def count_cases(report: Path, status: int) -> Outcome:
    """Counts a JUnit file. A failed run that reports no failure, or no case, counts as one."""
    passed = failed = skipped = 0
    failures = []
    try:
        cases = list(ElementTree.parse(report).iter("testcase"))
    except (OSError, ElementTree.ParseError) as error:
        return Outcome(failed=1, note=f"no report: {error}")
    for case in cases:
        # ctest says "notrun" of a program that is missing and of a case that skips itself.
        skip = case.find("skipped")
        reason = "" if skip is None else skip.get("message", "")
        missing = case.get("status") == "notrun" and "SKIP" not in reason.upper()
        if case.find("failure") is not None or case.find("error") is not None or missing:
            failed += 1
            failures.append(failure_of(case))
        elif skip is not None or case.get("status") == "disabled":
            skipped += 1
        else:
            passed += 1
    if failed == 0 and (status != 0 or passed == 0):
        failed = 1
    return Outcome(passed, failed, skipped, failures=tuple(failures))


def failure_of(case: ElementTree.Element) -> Failure:
    printed = [element.text for part in ("failure", "error", "system-out")
               for element in case.findall(part) if element.text]
    lines = "\n".join(printed).rstrip().splitlines()
    return Failure(case.get("name", "?"), "\n".join(lines[-FAILURE_LINES:]))


def check(command: list[str]) -> Callable[[Options], Outcome]:
    def run_check(_: Options) -> Outcome:
        status, printed = run_kept(command)
        return Outcome(passed=1) if status == 0 else Outcome(
            failed=1, failures=(Failure(" ".join(command), printed.rstrip()),))

    return run_check


def fresh_report(name: str) -> Path:
    REPORTS.mkdir(parents=True, exist_ok=True)
    report = REPORTS / f"{name}.xml"
    report.unlink(missing_ok=True)
    return report


def run_ctest(options: Options) -> Outcome:
    report = fresh_report("ctest")
    resting = resting_tests(long_tests(), commit_hash()) if options.takes_turns else []
    choice = ["--exclude-regex", f"^({'|'.join(map(re.escape, resting))})$"] if resting else []
    outcome = count_cases(report, run(
        ["ctest", "--preset", "release", "--parallel", str(options.jobs + WAITING_TESTS), *choice,
         "--output-junit", str(report)],
        variables={"ISTHMUS_TEST_SEEDS": str(NIGHTLY_TEST_SEEDS)} if options.nightly else {}))
    return replace(outcome, note=f"{len(resting)} long ones have another turn") if resting else (
        outcome)


def long_tests() -> list[str]:
    """Those with that label; none where ctest cannot say."""
    asked = subprocess.run(["ctest", "--preset", "release", "--label-regex", "^long$",
                            "--show-only=json-v1"], cwd=ROOT, capture_output=True, text=True)
    try:
        return sorted(test["name"] for test in json.loads(asked.stdout)["tests"])
    except (ValueError, KeyError):
        return []


def resting_tests(names: list[str], commit: str) -> list[str]:
    """Every second one, of an order that the commit decides: which two share a turn changes."""
    return sorted(names, key=lambda name: number_of(commit + name))[::2]


def commit_hash() -> str:
    """Of the checkout; a fixed text where that is no repository."""
    asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return asked.stdout.strip() if asked.returncode == 0 else "isthmus"


def seeds_of(scenario: str, is_nightly: bool) -> int:
    if scenario in LOSS_SCENARIOS:
        return NIGHTLY_LOSS_SEEDS if is_nightly else LOSS_SEEDS
    if is_nightly:
        return NIGHTLY_SEEDS
    return STANDARD_SEEDS if scenario == "standard" else SCENARIO_SEEDS


def run_scenarios(options: Options) -> Outcome:
    """Each scenario with the same few seeds every time, twice each, and with others that change
    with the commit; a check each. A failure ends with the command that replays it."""
    command = ROOT / ".venv" / "bin" / "isthmus"
    if not command.exists():
        return Outcome(failed=1, note="no .venv")
    passed = 0
    failures = []
    for scenario in sorted((ROOT / "tests" / "scenario").glob("*.toml")):
        seeds = seeds_of(scenario.stem, options.nightly)
        simulate = [str(command), "simulate", "--jobs", str(options.jobs)]
        file = str(scenario.relative_to(ROOT))
        for choice in (["--seeds", str(seeds), "--twice"],
                       ["--seeds", str(seeds), "--seed-from", commit_hash()]):
            status, printed = run_kept([*simulate, *choice, file])
            if status == 0:
                passed += 1
            else:
                failures.append(Failure(scenario.stem, printed.rstrip()))
    if passed + len(failures) == 0:
        return Outcome(failed=1, note="no scenarios")
    return Outcome(passed, len(failures), failures=tuple(failures))


def run_pytest(options: Options) -> Outcome:
    report = fresh_report("pytest")
    python = ROOT / ".venv" / "bin" / "python"
    if not python.exists():
        return Outcome(failed=1, note="no .venv")
    folders = [folder for folder in ("python", "tools") if (ROOT / folder).exists()]
    return count_cases(report, run(
        [str(python), "-m", "pytest", "-n", str(options.jobs + WAITING_TESTS),
         f"--junitxml={report}", *folders]))


def run_types(_: Options) -> Outcome:
    """mypy over the Python package, ruff over all Python; a check each."""
    tools = ROOT / ".venv" / "bin"
    commands = [[str(tools / "mypy")],
                [str(tools / "ruff"), "check", "python", "experiments", "tools", "tests"]]
    failed = sum(1 for command in commands
                 if not Path(command[0]).exists() or run(command) != 0)
    return Outcome(passed=len(commands) - failed, failed=failed)


def run_format(options: Options) -> Outcome:
    if shutil.which("clang-format-19") is None:
        return Outcome(note="skipped: no clang-format-19")
    return check(["make", "format-check"])(options)


def run_tidy(options: Options) -> Outcome:
    if shutil.which(tidy.TOOL) is None:
        return Outcome(note=f"skipped: no {tidy.TOOL}")
    limit = [] if options.tidy_minutes is None else ["--minutes", str(options.tidy_minutes)]
    return check([sys.executable, "tools/tidy.py", "--jobs", str(options.jobs), *limit])(options)


def install_optional(_: Options) -> Outcome:
    """Packages without which tests are skipped. What cannot be had is said, and is no failure."""
    missing = [section for section in OPTIONAL_PACKAGES if not has_packages(section)]
    return Outcome(passed=1, note=f"not to be had: {' '.join(missing)}" if missing else "")


def has_packages(section: str) -> bool:
    return run(["tools/install_packages.sh", section]) == 0


def run_mixed(options: Options) -> Outcome:
    """A job of two kinds of processors."""
    if not has_packages("arm64") or run(["tools/arm64_sysroot.sh", ".cache/sysroot-arm64"]) != 0:
        return Outcome(skipped=1, note="no packages for arm64")
    return check(["make", "mixed", f"JOBS={options.jobs}"])(options)


def run_page(_: Options) -> Outcome:
    """Of the live page, those in a browser too."""
    report = fresh_report("page").with_suffix(".tap")
    report.unlink(missing_ok=True)
    status = run(["tools/page.sh", "test"])
    if status == 77:
        return Outcome(skipped=1, note="no Node.js, packages of npm, or chromium")
    return count_tap(report, status)


def count_tap(report: Path, status: int) -> Outcome:
    """Counts what node's test runner has summed up, and takes the names of what failed. A failed
    run without a failure counts as one."""
    text = report.read_text(encoding="utf-8") if report.exists() else ""
    sums = {name: int(count) for name, count in
            re.findall(r"^# (pass|fail|cancelled|skipped) (\d+)$", text, re.MULTILINE)}
    passed, skipped = sums.get("pass", 0), sums.get("skipped", 0)
    failed = sums.get("fail", 0) + sums.get("cancelled", 0)
    if failed == 0 and (status != 0 or passed == 0):
        failed = 1
    names = re.findall(r"^ *not ok \d+ - (.*)$", text, re.MULTILINE)
    return Outcome(passed, failed, skipped, failures=tuple(Failure(name) for name in names))


def run_mpi_suite(options: Options) -> Outcome:
    """Tests of MPICH's suite that must pass, in one mode, as the commit decides."""
    report = fresh_report("mpi-suite")
    seconds = NIGHTLY_MPI_SUITE_S if options.nightly else MPI_SUITE_S
    status = run([sys.executable, "tools/mpi_suite.py", "--rotate", commit_hash(), "--mode",
                  "commit", "--processor-s", str(seconds), "--jobs", str(options.jobs), "--junit",
                  str(report)])
    if status == 77:
        return Outcome(skipped=1, note="the suite's sources cannot be downloaded")
    return count_cases(report, status)


def sanitized_folders(root: Path, commit: str) -> list[str]:
    """Those whose tests need no application, from one on that the commit decides: where there is no
    time for all, each has its turn."""
    tests = [test for tree in SANITIZED for test in (root / tree).glob("**/*_test.cpp")]
    folders = sorted({str(folder_of(test).relative_to(root)) for test in tests})
    first = number_of(commit) % len(folders)
    return folders[first:] + folders[:first]


def number_of(commit: str) -> int:
    return int(hashlib.sha256(commit.encode()).hexdigest(), 16)


def folder_of(source: Path) -> Path:
    """The nearest one above a test that the build knows."""
    return next(folder for folder in source.parents if (folder / "CMakeLists.txt").exists())


def sanitizer(preset: str) -> Callable[[Options], Outcome]:
    """The fast kinds of tests alone."""

    def run_folder(folder: str, options: Options, deadline_s: float | None) -> Outcome | None:
        """None where there is no time left before `deadline_s`, on time.monotonic()."""
        limits = ["CONFIGURE_FLAGS=-DISTHMUS_BUILD_APPS=OFF -DISTHMUS_BUILD_BENCHMARKS=OFF",
                  f"PRESET={preset}", f"JOBS={options.jobs}", f"FOLDER={folder}"]
        remaining_s = None if deadline_s is None else deadline_s - time.monotonic()
        if remaining_s is not None and remaining_s < LEAST_SANITIZER_S:
            return None
        built = run(["make", "build", *limits], remaining_s)
        if built == 124:
            return None
        if built != 0:
            return Outcome(failed=1, failures=(Failure(f"{folder} does not build"),))
        report = fresh_report(f"{preset}-{folder.replace('/', '-')}")
        flags = f"CTEST_FLAGS=-L '{SANITIZED_KINDS}' --output-junit {report}"
        return count_cases(report, run(["make", "ctest", *limits, flags]))

    def run_sanitizer(options: Options) -> Outcome:
        folders = sanitized_folders(ROOT, commit_hash())
        minutes = options.sanitizer_minutes
        deadline_s = None if minutes is None else time.monotonic() + 60 * minutes
        outcomes = []
        for folder in folders:
            print(f"\n-- {preset}: {folder}", flush=True)
            outcome = run_folder(folder, options, deadline_s)
            if outcome is None:
                break
            outcomes.append(outcome)
        note = "" if len(outcomes) == len(folders) else (
            f"{len(outcomes)} of {len(folders)} folders, from {folders[0]} on: no time for more")
        return Outcome(sum(each.passed for each in outcomes), sum(each.failed for each in outcomes),
                       sum(each.skipped for each in outcomes), note,
                       tuple(failure for each in outcomes for failure in each.failures))

    return run_sanitizer


def run_one_sanitizer(options: Options) -> Outcome:
    """One of the two, as the commit decides; tsan where addresses can be fixed alone."""
    can_fix = shutil.which("setarch") is not None and run(["setarch", "-R", "true"]) == 0
    presets = ("asan", "tsan") if can_fix else ("asan",)
    preset = presets[number_of(commit_hash()) // 97 % len(presets)]
    outcome = sanitizer(preset)(options)
    return replace(outcome, note=f"{preset} {outcome.note}".rstrip())


def run_plain_build(options: Options) -> Outcome:
    """Sources include what they use: each builds alone, too, and without precompiled headers. And
    with FFTW where it is installed, which no other build has: then md's tests run by it."""
    folder = "build/plain"
    has_fftw = run(["sh", "-c", "echo '#include <fftw3.h>' | c++ -E -x c++ - >/dev/null 2>&1"]) == 0
    commands = (
        ["cmake", "--preset", "release", "-B", folder, "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON",
         "-DISTHMUS_UNITY=OFF", f"-DISTHMUS_FFTW={'ON' if has_fftw else 'OFF'}",
         *([f"-DCMAKE_CXX_COMPILER_LAUNCHER={ccache}"] if (ccache := shutil.which("ccache"))
           else [])],
        [sys.executable, "tools/build.py", folder, "--jobs", str(options.jobs)])
    if not all(run(command) == 0 for command in commands):
        return Outcome(failed=1)
    if not has_fftw:
        return Outcome(passed=1, note="without FFTW, whose tests are left out")
    report = fresh_report("fftw")
    flags = ["-R", r"^(Fourier|MeshEwald)\.|^System\.md_mesh$", "--output-junit", str(report)]
    return count_cases(report, run(["ctest", "--test-dir", folder, *flags]))


def run_experiments(_: Options) -> Outcome:
    """Each published table and figure once, with the experiment's own verdict on whether it ran."""
    command = str(ROOT / ".venv" / "bin" / "isthmus")
    names = sorted(file.stem for file in (ROOT / "experiments").glob("*.py"))
    failures = tuple(Failure(name) for name in names
                     if run([command, "experiment", name]) != 0)
    return Outcome(len(names) - len(failures), len(failures), failures=failures)


def run_packages(options: Options) -> Outcome:
    """Each built, installed in a bare Debian root, and used there."""
    targets = ("wheel-test", "deb-test")
    if os.geteuid() != 0 or run(["unshare", "--mount", "true"]) != 0:
        return Outcome(skipped=len(targets), note="a bare root needs root and namespaces")
    failures = tuple(Failure(target) for target in targets
                     if run(["make", target, f"JOBS={options.jobs}"]) != 0)
    return Outcome(len(targets) - len(failures), len(failures), failures=failures)


def run_figures(options: Options) -> Outcome:
    """Quick experiments, others with each commit: whether as many findings agree as recorded. A
    machine that is too busy for them in the time that is left says nothing of them."""
    command = str(ROOT / ".venv" / "bin" / "isthmus")
    words = ["experiment", "--all", "--quick", "--guard", str(FIGURES_S), "--turn", commit_hash()]
    out = str(REPORTS / "figures")
    minutes = options.figures_minutes
    status = run([command, *words, "--out", out], None if minutes is None else 60 * minutes)
    if status == 124:
        return Outcome(skipped=1, note=f"not done in {minutes:.0f} minutes")
    return Outcome(passed=1) if status == 0 else Outcome(failed=1)


PARTS: dict[str, Callable[[Options], Outcome]] = {
    "setup": check(["make", "setup"]),
    "optional": install_optional,
    "build": check(["make", "build"]),
    "ctest": run_ctest,
    "scenarios": run_scenarios,
    "pytest": run_pytest,
    "types": run_types,
    "house": check(["make", "house"]),
    "format": run_format,
    "tidy": run_tidy,
    "mpi_suite": run_mpi_suite,
    "mixed": run_mixed,
    "planted": check([sys.executable, "tools/planted_bugs.py"]),
    "asan": sanitizer("asan"),
    "tsan": sanitizer("tsan"),
    "sanitizer": run_one_sanitizer,
    "docs": check(["make", "docs"]),
    "page": run_page,
    "plain_build": run_plain_build,
    "fuzz": check(["make", "fuzz", f"MINUTES={NIGHTLY_FUZZ_MINUTES}"]),
    "experiments": run_experiments,
    "packages": run_packages,
    "figures": run_figures,
}


def run_part(part: str, options: Options, minutes_left: float | None) -> Outcome:
    if minutes_left is None or part not in NEEDED_MINUTES:
        return PARTS[part](options)
    if minutes_left < NEEDED_MINUTES[part]:
        return Outcome(skipped=1, note="no time left")

    def least(own: float | None) -> float:
        return minutes_left if own is None else min(own, minutes_left)

    return PARTS[part](replace(options, sanitizer_minutes=least(options.sanitizer_minutes),
                               tidy_minutes=least(options.tidy_minutes),
                               figures_minutes=minutes_left))


def summary_line(outcomes: list[Outcome]) -> str:
    passed = sum(outcome.passed for outcome in outcomes)
    failed = sum(outcome.failed for outcome in outcomes)
    return f"{passed} passed, {failed} failed"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART",
                        help=f"of {' '.join(PARTS)}; default: {' '.join(DEFAULT_PARTS)}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="tests at a time")
    parser.add_argument("--minutes", type=float,
                        help=f"for the whole: {', '.join(NEEDED_MINUTES)} have what is left of it")
    parser.add_argument("--sanitizer-minutes", type=float,
                        help="no sanitizer begins on a folder after so many")
    parser.add_argument("--tidy-minutes", type=float,
                        help="clang-tidy begins on no source after so many")
    parser.add_argument("--nightly", action="store_true",
                        help=f"default parts: {' '.join(NIGHTLY_PARTS)}; with every seed")
    given = parser.parse_args(arguments)
    unknown = [part for part in given.parts if part not in PARTS]
    if unknown:
        parser.error(f"no part {unknown[0]!r} (expected of {' '.join(PARTS)})")
    options = Options(given.jobs, given.sanitizer_minutes, given.tidy_minutes,
                      nightly=given.nightly, takes_turns=given.minutes is not None)
    default_parts = NIGHTLY_PARTS if given.nightly else DEFAULT_PARTS

    rows: list[tuple[str, Outcome, float]] = []
    end_s = None if given.minutes is None else time.monotonic() + 60 * given.minutes
    for part in given.parts or default_parts:
        print(f"\n== {part}", flush=True)
        begin_s = time.monotonic()
        left = None if end_s is None else (end_s - begin_s) / 60
        outcome = run_part(part, options, left)
        rows.append((part, outcome, time.monotonic() - begin_s))

    print(f"\n{'part':<10}{'passed':>8}{'failed':>8}{'skipped':>9}{'s':>8}")
    for part, outcome, seconds in rows:
        print(f"{part:<10}{outcome.passed:>8}{outcome.failed:>8}{outcome.skipped:>9}"
              f"{seconds:>8.0f}  {outcome.note}".rstrip())
    outcomes = [outcome for _, outcome, _ in rows]
    for part, outcome, _ in rows:
        for failure in outcome.failures[:FAILURES_SHOWN]:
            print(f"\nfailed: {part}: {failure.name}\n{textwrap.indent(failure.output, '    ')}")
    print(summary_line(outcomes), flush=True)
    return 1 if any(outcome.failed for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
