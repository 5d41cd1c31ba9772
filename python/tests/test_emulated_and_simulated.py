"""The experiment that emulates and simulates one grid, with programs that are formulas."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers import option

from isthmus.errors import IsthmusError
from isthmus.experiment import catalogue
from isthmus.experiment.settings import Settings
from isthmus.report import PeTime, Report

Capture = pytest.CaptureFixture[str]
WORK_MS = 6.0


def step_of(runtime: Sequence[str]) -> float:
    return max(WORK_MS, float(option(runtime, "--latency").removesuffix("ms")))


def run(tmp_path: Path, too_slow: float, metric: str = "ms_per_step") -> dict[str, Any]:
    """Simulations take so many times as long as they should where there is a latency of 16 ms."""

    def application(name: str, runtime: Sequence[str], _own: Sequence[str]) -> Report:
        assert name == "jacobi2d"
        step_ms = simulated(runtime, _own) if "sim" in runtime else step_of(runtime)
        time = PeTime(0, "site0", WORK_MS, 0.0, 0.0, {"site1": step_ms - WORK_MS}, 0.0)
        return Report({metric: step_ms}, {}, time=(time,))

    def simulated(runtime: Sequence[str], _own: Sequence[str]) -> float:
        is_far = option(runtime, "--latency") == "16ms"
        return step_of(runtime) * (too_slow if is_far else 1.0)

    file = tmp_path / "all.json"
    chosen = catalogue.find_experiment("emulated_and_simulated", catalogue.experiments_directory())
    chosen.run(Settings(simulated, tmp_path, True, file, run_application=application))
    found: dict[str, Any] = json.loads(file.read_text())
    return found


@pytest.mark.parametrize(("too_slow", "met"), [(1.08, True), (1.12, False)])
def test_the_largest_difference_is_judged_and_explained(
    too_slow: float, met: bool, tmp_path: Path, capsys: Capture
) -> None:
    result = run(tmp_path, too_slow)
    assert result["verdict"]["met"] is met
    assert len(result["rows"]) == 12
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == result["verdict"]["text"]
    assert said[-3] == (
        "Farthest apart (4 x 4 objects, 16 ms): of the emulated run, of 16.0 ms a step 10.0 "
        "waiting for site1, 6.00 in entry methods."
    )
    waited = f"{16 * too_slow - WORK_MS:.1f}"
    assert said[-2] == (
        f"Of the simulated run there, of {16 * too_slow:.1f} ms a step {waited} waiting for "
        "site1, 6.00 in entry methods."
    )


def test_a_report_without_its_metric_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(IsthmusError, match="has no metric ms_per_step"):
        run(tmp_path, 1.0, "another")
