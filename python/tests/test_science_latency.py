"""The experiment on the latency that md and fracture hide, with programs that are formulas."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from isthmus.errors import IsthmusError
from isthmus.experiment import catalogue
from isthmus.experiment.settings import Settings
from isthmus.report import PeTime, Report

Capture = pytest.CaptureFixture[str]


def run(tmp_path: Path, hides: float, metric: str = "") -> dict[str, object]:
    """Steps of 40 ms that hide so much of a latency."""

    def application(name: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
        latency = float(runtime[list(runtime).index("--latency") + 1].removesuffix("ms"))
        assert ("--still" in own) == ("sim" in runtime)
        usual = {"md": "ms_per_step", "fracture": "ms_per_step_last"}[name]
        ways = 2 if name == "md" else 1
        step_ms = 40 + (1 - hides) * ways * latency
        wait = {"site1": step_ms - 40}
        time = (PeTime(0, "site0", 40, 0, 0, wait, 0),)
        return Report({metric or usual: step_ms}, {}, time=time)

    file = tmp_path / "all.json"
    chosen = catalogue.find_experiment("science_latency", catalogue.experiments_directory())

    def no_program(_runtime: Sequence[str], _own: Sequence[str]) -> float:
        raise AssertionError

    chosen.run(Settings(no_program, tmp_path, True, file, run_application=application))
    found: dict[str, object] = json.loads(file.read_text())
    return found


@pytest.mark.parametrize(("hides", "met"), [(1.0, True), (0.92, True), (0.85, False)])
def test_what_is_hidden_is_judged(hides: float, met: bool, tmp_path: Path, capsys: Capture) -> None:
    result = run(tmp_path, hides)
    rows = result["rows"]
    assert isinstance(rows, list)
    assert [row["latency_ms"] for row in rows[:3]] == [5, 10, 20]
    assert [row["latency_ms"] for row in rows[-3:]] == [10, 20, 40]
    assert {row["kind"] for row in rows} == {"real", "virtual"}
    for row in rows:
        assert row["share"] == pytest.approx(hides)
        assert row["objects"] >= 16
    verdict = result["verdict"]
    assert isinstance(verdict, dict)
    assert verdict["met"] == met
    assert ("fracture from 16 objects a PE on in real time" in verdict["text"]) == met
    said = capsys.readouterr().out
    assert ("NOT met" in said) != met
    assert all(row["spent"] for row in rows)
    if hides == 0.85:
        assert re.search(
            r"fracture hides least with [\d,]+ objects a PE and a latency of \d+ ms, 8[45] %: of "
            r"4[1-6]\.\d ms a step 40\.0 in entry methods, \d\.\d+ waiting for site1\.",
            said,
        )


def test_what_else_the_machine_does_is_not_taken_for_latency(tmp_path: Path) -> None:
    """Each other round is disturbed in its run without a latency or in the one with it."""
    runs = iter(range(10**6))

    def application(name: str, runtime: Sequence[str], _own: Sequence[str]) -> Report:
        latency = float(runtime[list(runtime).index("--latency") + 1].removesuffix("ms"))
        step_ms = 40 + 0.05 * latency * (2 if name == "md" else 1)
        if "sim" not in runtime and next(runs) % 4 == 1:
            step_ms *= 1.5
        metric = {"md": "ms_per_step", "fracture": "ms_per_step_last"}[name]
        return Report({metric: step_ms}, {})

    file = tmp_path / "all.json"
    chosen = catalogue.find_experiment("science_latency", catalogue.experiments_directory())

    def no_program(_runtime: Sequence[str], _own: Sequence[str]) -> float:
        raise AssertionError

    chosen.run(Settings(no_program, tmp_path, False, file, run_application=application))
    result = json.loads(file.read_text())
    for row in result["rows"]:
        assert row["share"] == pytest.approx(0.95, abs=0.01)
    assert min(row["share_of_rounds"] for row in result["rows"]) < 0.9
    assert result["verdict"]["met"]


def test_a_report_without_its_metric_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(IsthmusError, match="has no metric ms_per_step"):
        run(tmp_path, 1, "another")
