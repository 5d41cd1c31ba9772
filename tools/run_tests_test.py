"""How tools/run_tests.py counts."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from run_tests import (
    LOSS_SCENARIOS,
    NIGHTLY_PARTS,
    PARTS,
    ROOT,
    Options,
    Outcome,
    check,
    count_cases,
    count_tap,
    main,
    resting_tests,
    run_scenarios,
    sanitized_folders,
    summary_line,
)

PASSED = '<testcase name="a" status="run"/>'
FAILED = '<testcase name="b" status="fail"><failure message=""/></testcase>'
NOT_BUILT = ('<testcase name="c" status="notrun">'
             '<skipped message="Unable to find executable"/></testcase>')
SKIPPED = '<testcase name="d"><skipped message="SKIP_RETURN_CODE=77"/></testcase>'


@pytest.mark.parametrize(("cases", "status", "expected"), [
    ([PASSED, PASSED], 0, Outcome(2, 0, 0)),
    ([PASSED, FAILED], 8, Outcome(1, 1, 0)),
    ([PASSED, NOT_BUILT], 8, Outcome(1, 1, 0)),
    ([PASSED, SKIPPED], 0, Outcome(1, 0, 1)),
    ([PASSED], 1, Outcome(1, 1, 0)),  # it failed and does not say where
    ([], 0, Outcome(0, 1, 0)),  # it ran nothing
])
def test_cases_are_counted_by_outcome(
        tmp_path: Path, cases: list[str], status: int, expected: Outcome) -> None:
    report = tmp_path / "report.xml"
    report.write_text(f"<testsuite>{''.join(cases)}</testsuite>", encoding="utf-8")
    assert count_cases(report, status) == expected


def test_a_failure_keeps_its_name_and_the_end_of_what_it_printed(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    printed = "\n".join(f"line {i}" for i in range(1000))
    report.write_text(
        f'<testsuite>{PASSED}<testcase name="b" status="fail"><failure message=""/>'
        f"<system-out>{printed}</system-out></testcase></testsuite>", encoding="utf-8")
    (failure,) = count_cases(report, 8).failures
    assert failure.name == "b"
    assert failure.output.endswith("line 998\nline 999")
    assert "line 900" not in failure.output


def test_a_command_that_fails_keeps_the_end_of_what_it_printed(
        capfd: pytest.CaptureFixture[str]) -> None:
    speaks = "for line in range(1000): print('line', line)"
    outcome = check([sys.executable, "-c", f"{speaks}\nraise SystemExit(3)"])(Options(1))
    assert (outcome.passed, outcome.failed) == (0, 1)
    (failure,) = outcome.failures
    assert failure.output.endswith("line 998\nline 999")
    assert "line 900" not in failure.output
    assert "line 0\n" in capfd.readouterr().out
    assert check([sys.executable, "-c", speaks])(Options(1)) == Outcome(passed=1)


def test_a_scenario_that_fails_keeps_the_command_that_replays_it(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = tmp_path / ".venv" / "bin" / "isthmus"
    command.parent.mkdir(parents=True)
    command.write_text("#!/bin/sh\ncase $* in *bad*--twice*|*--twice*bad*) echo isthmus simulate"
                       " --seed 7 bad; exit 1;; esac\n", encoding="utf-8")
    command.chmod(0o755)
    scenarios = tmp_path / "tests" / "scenario"
    scenarios.mkdir(parents=True)
    for name in ("bad", "good"):
        (scenarios / f"{name}.toml").touch()
    monkeypatch.setattr("run_tests.ROOT", tmp_path)
    outcome = run_scenarios(Options(1))
    assert (outcome.passed, outcome.failed) == (3, 1)
    assert [(failure.name, failure.output) for failure in outcome.failures] == [
        ("bad", "isthmus simulate --seed 7 bad")]


def test_a_test_of_the_page_that_fails_is_named(tmp_path: Path) -> None:
    report = tmp_path / "page.tap"
    report.write_text("ok 1 - draws sites\n    not ok 2 - draws links\n# pass 1\n# fail 1\n",
                      encoding="utf-8")
    outcome = count_tap(report, 1)
    assert (outcome.passed, outcome.failed) == (1, 1)
    assert [failure.name for failure in outcome.failures] == ["draws links"]


def test_a_missing_report_is_a_failure(tmp_path: Path) -> None:
    outcome = count_cases(tmp_path / "none.xml", 0)
    assert (outcome.passed, outcome.failed) == (0, 1)
    assert "none.xml" in outcome.note


def test_every_folder_with_tests_is_the_first_of_the_sanitizers_some_time(tmp_path: Path) -> None:
    for file in ("src/a/CMakeLists.txt", "src/a/one_test.cpp", "src/a/deep/two_test.cpp",
                 "src/b/CMakeLists.txt", "src/b/three_test.cpp", "src/c/CMakeLists.txt",
                 "tests/fuzz/CMakeLists.txt", "tests/fuzz/replay_test.cpp"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    orders = [sanitized_folders(tmp_path, f"commit {i}") for i in range(50)]
    assert all(sorted(order) == ["src/a", "src/b", "tests/fuzz"] for order in orders)
    assert {order[0] for order in orders} == {"src/a", "src/b", "tests/fuzz"}
    assert orders[0] == sanitized_folders(tmp_path, "commit 0")


def test_every_long_test_has_its_turn_soon() -> None:
    names = [f"System.{number}" for number in range(11)]
    turns = [set(names) - set(resting_tests(names, f"commit {number}")) for number in range(12)]
    assert {len(turn) for turn in turns} == {5}
    assert set().union(*turns) == set(names)


def test_tests_that_are_called_long_exist() -> None:
    text = (ROOT / "tests/system/CMakeLists.txt").read_text(encoding="utf-8")
    match = re.search(r"foreach\(subject ([^)]+)\)", text)
    assert match is not None
    for subject in match[1].split():
        assert (ROOT / f"tests/system/test_{subject}.py").exists(), subject


def test_the_last_line_sums_all_parts() -> None:
    assert summary_line([Outcome(2, 0, 1), Outcome(3, 1, 0)]) == "5 passed, 1 failed"


def test_parts_that_look_further_have_the_time_that_is_left(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    given: dict[str, float | None] = {}

    def part(name: str) -> Callable[[Options], Outcome]:
        def run_part(options: Options) -> Outcome:
            given[name] = options.sanitizer_minutes
            return Outcome(passed=1)

        return run_part

    for name in ("ctest", "mixed", "sanitizer"):
        monkeypatch.setitem(PARTS, name, part(name))
    limits = ["--sanitizer-minutes", "10"]
    assert main(["--minutes", "5", *limits, "ctest", "mixed", "sanitizer"]) == 0
    assert set(given) == {"ctest", "sanitizer"}
    assert 4 < (given["sanitizer"] or 0) <= 5
    assert re.search(r"^mixed +0 +0 +1 +0  no time left$", capsys.readouterr().out, re.MULTILINE)
    assert main(["--minutes", "50", *limits, "mixed", "sanitizer"]) == 0
    assert given["sanitizer"] == 10


def test_an_unknown_part_names_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["attic"])
    assert stopped.value.code == 2
    assert "no part 'attic' (expected of setup optional build" in capsys.readouterr().err


def test_workflows_name_targets_and_parts_that_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    assert [path.stem for path in workflows] == ["nightly", "quality", "simulation", "test"]
    for path in workflows:
        text = path.read_text(encoding="utf-8")
        named = re.findall(r"run: make ([a-z-]+)", text)
        assert named
        assert set(named) <= targets, path.name
        lists = re.findall(r'TEST_PARTS="([^"]*)"|^ +- (-*[a-z_][a-z_0-9 -]*)$', text, re.MULTILINE)
        lists += [(row, "") for row in re.findall(r"- parts: (.*)$", text, re.MULTILINE)]
        words = " ".join("".join(pair) for pair in lists)
        words = re.sub(r"\$\{\{.*?\}\}|--[a-z-]+ \d+", "", words)
        assert set(words.split()) <= set(PARTS), path.name


def test_every_job_of_the_workflows_has_a_limit_that_is_allowed() -> None:
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        text = path.read_text(encoding="utf-8")
        jobs = len(re.findall(r"^    runs-on:", text, re.MULTILINE))
        limits = re.findall(r"^    timeout-minutes: (.*)$", text, re.MULTILINE)
        assert len(limits) == jobs, path.name
        rows = text.count("- parts:")
        own = re.findall(r"^ +minutes: (\d+)$", text, re.MULTILINE)
        assert len(own) == rows
        for limit in [*own, *(limit for limit in limits if limit.isdigit())]:
            assert 0 < int(limit) < 360, path.name


def test_the_nightly_workflow_has_every_part_of_the_night() -> None:
    text = (ROOT / ".github" / "workflows" / "nightly.yml").read_text(encoding="utf-8")
    rows = re.findall(r"- parts: (.*)$", text, re.MULTILINE)
    assert {part for row in rows for part in row.split()} == set(NIGHTLY_PARTS)
    assert all(row.startswith("setup ") for row in rows)


def test_the_scenarios_of_losses_are_there():
    for name in LOSS_SCENARIOS:
        assert (ROOT / "tests" / "scenario" / f"{name}.toml").exists(), name
