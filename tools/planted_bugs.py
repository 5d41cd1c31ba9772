"""Puts bugs in on purpose, one at a time, and says whether they are found, and how soon.

    tools/planted_bugs.py [--seeds N] [--jobs N] [--list FILE] [NAME ...]

The bugs of tests/planted/bugs.toml, or those whose names contain one of the words that are given.
Works in a checkout of its own, build/planted, of what is committed here; builds there with ccache
where that is installed. Exit status 1 when one of them is not found, or does not build, 2 for bad
input.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "planted" / "bugs.toml"
PLACE = ROOT / "build" / "planted"
SEEDS = 1000
WELL_SEEDS = 50
TIMEOUT_S = 1800.0  # for one command
FAILED_SEED = re.compile(r"^isthmus: scenario \S+, seed (\d+): (.*)$", re.MULTILINE)
FAILED_TEST = re.compile(r"^\[  FAILED  \] ([^\s,]+)", re.MULTILINE)


class BadListError(Exception):
    """One line."""


@dataclass(frozen=True)
class Bug:
    """Found by a scenario, or by tests of a program of the build."""

    name: str
    file: str
    old: str
    new: str
    scenario: str = ""
    program: str = ""
    tests: str = ""


@dataclass(frozen=True)
class Verdict:
    """`is_well`: whatever was to find a bug has run, and found nothing."""

    is_found: bool
    how: str
    is_well: bool = False


def bugs_of(text: str) -> list[Bug]:
    """Raises BadListError."""
    bugs = []
    for number, table in enumerate(tomllib.loads(text).get("bug", []), 1):
        try:
            bug = Bug(**table)
        except TypeError as problem:
            raise BadListError(f"bug {number}: {problem}") from None
        if bool(bug.scenario) == bool(bug.program and bug.tests):
            raise BadListError(f"{bug.name}: found by what? (expected scenario, or program and "
                               "tests)")
        bugs.append(bug)
    return bugs


def planted(text: str, bug: Bug) -> str:
    """Raises BadListError where the bug has no one place in the text."""
    count = text.count(bug.old)
    if count != 1:
        raise BadListError(f"{bug.name}: {bug.file} has '{bug.old}' {count} times (expected once)")
    return text.replace(bug.old, bug.new)


def verdict_of_scenario(status: int, said: str) -> Verdict:
    failed = FAILED_SEED.search(said)
    if status == 0 or failed is None:
        last = said.strip().splitlines()[-1] if said.strip() else "nothing was said"
        return Verdict(False, last, is_well=status == 0)
    return Verdict(True, f"seed {failed[1]}: {failed[2]}")


def verdict_of_tests(status: int, said: str) -> Verdict:
    failed = FAILED_TEST.search(said)
    if status < 0:
        return Verdict(True, f"a test ended by signal {-status}")
    if status == 0 or failed is None:
        how = "all tests passed" if status == 0 else f"status {status}"
        return Verdict(False, how, is_well=status == 0)
    return Verdict(True, failed[1])


def say(command: list[str], *, cwd: Path = PLACE, **more: str) -> tuple[int, str]:
    """Its status, and all that it said. What takes too long is killed, as by a signal."""
    with subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, env=os.environ | more) as process:
        try:
            said, _ = process.communicate(timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            said, _ = process.communicate()
    return process.returncode, said


def expect(status: int, said: str) -> str:
    if status != 0:
        raise BadListError(said.strip() or f"status {status}")
    return said.strip()


def prepare() -> None:
    """Raises BadListError."""
    # Git in a folder that is no checkout of its own would mean the one around it.
    is_checkout = (PLACE / ".git").exists() and say(
        ["git", "rev-parse", "--show-toplevel"])[1].strip() == str(PLACE)
    if not is_checkout:
        shutil.rmtree(PLACE, ignore_errors=True)
        expect(*say(["git", "worktree", "prune"], cwd=ROOT))
        expect(*say(["git", "worktree", "add", "--quiet", "--detach", str(PLACE)], cwd=ROOT))
    head = expect(*say(["git", "rev-parse", "HEAD"], cwd=ROOT))
    expect(*say(["git", "checkout", "--quiet", "--force", "--detach", head]))
    launcher = shutil.which("ccache")
    status, said = say(["cmake", "--preset", "release",
                        *([f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"] if launcher else [])])
    if status != 0:
        raise BadListError(f"cannot configure {PLACE}:\n{said}")


def look(bug: Bug, seeds: int, jobs: int) -> Verdict:
    """What is to find it, with the sources as they are."""
    scenario = PLACE / "tests" / "scenario" / f"{bug.scenario}.toml"
    target = bug.program or tomllib.loads(scenario.read_text())["program"]
    status, said = say(["ninja", "-C", "build/release", f"-j{jobs}", target])
    if status != 0:
        return Verdict(False, f"does not build:\n{said[-2000:]}")
    if bug.program:
        return verdict_of_tests(
            *say([f"build/release/{bug.program}", f"--gtest_filter={bug.tests}"]))
    return verdict_of_scenario(*say(
        [str(ROOT / ".venv" / "bin" / "isthmus"), "simulate", "--seeds", str(seeds), "--jobs",
         str(jobs), str(scenario)],
        ISTHMUS_BUILD=str(PLACE / "build" / "release")))


def find(bug: Bug, seeds: int, jobs: int) -> Verdict:
    """What becomes of it. The checkout is afterwards as before."""
    source = PLACE / bug.file
    text = source.read_text()
    try:
        source.write_text(planted(text, bug))
        return look(bug, seeds, jobs)
    finally:
        source.write_text(text)


def expect_all_well(bugs: list[Bug], jobs: int) -> None:
    """Without any of them, or nothing that is found proves anything. Raises BadListError."""
    for bug in {(bug.scenario, bug.program, bug.tests): bug for bug in bugs}.values():
        verdict = look(bug, WELL_SEEDS, jobs)
        if not verdict.is_well:
            raise BadListError(f"{bug.scenario or bug.program} fails without a bug: {verdict.how}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", type=Path, default=LIST)
    given = parser.parse_args()
    try:
        bugs = [bug for bug in bugs_of(given.list.read_text())
                if not given.names or any(name in bug.name for name in given.names)]
        if not bugs:
            raise BadListError(f"no such bug in {given.list}")
        prepare()
        for bug in bugs:
            planted((PLACE / bug.file).read_text(), bug)
        expect_all_well(bugs, given.jobs)
    except (BadListError, OSError) as problem:
        print(f"tools/planted_bugs.py: {problem}", file=sys.stderr)
        return 2
    missed = 0
    for bug in bugs:
        verdict = find(bug, given.seeds, given.jobs)
        missed += not verdict.is_found
        by = bug.scenario or bug.program.rpartition("/")[2]
        print(f"{'found' if verdict.is_found else 'MISSED'}: {bug.name}\n    {by}: {verdict.how}",
              flush=True)
    print(f"{len(bugs) - missed} of {len(bugs)} planted bugs were found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
