"""Efficiency by the mean time between failures: the formula, how losses are drawn, and the whole
experiment with a job that is a formula."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers import experiment as module_of

from isthmus.errors import IsthmusError
from isthmus.experiment import catalogue
from isthmus.experiment.settings import Settings
from isthmus.report import Report

Capture = pytest.CaptureFixture[str]
STEP_S, POINT_S, CHECKPOINT_S, RECOVERY_S = 0.01, 0.001, 0.02, 0.03


def option(words: Sequence[str], name: str) -> str:
    return words[list(words).index(name) + 1]


def job(name: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
    """A job in which all costs are what the constants say, and no work is done twice but with
    checkpoints at each point: there it is what lies between the loss and the last of them."""
    assert name == "jacobi2d"
    steps = int(option(own, "--steps"))
    seconds = steps * STEP_S
    if "--checkpoint" in runtime:
        points = steps // int(option(own, "--sync-every"))
        seconds += points * POINT_S
        losses = [float(word.split("at=")[1].removesuffix("ns")) / 1e9 for word in crashes(runtime)]
        if option(runtime, "--checkpoint") == "always":
            seconds += points * CHECKPOINT_S
            seconds += sum(at_s % (seconds / points) for at_s in losses)
        seconds += sum(RECOVERY_S for at_s in losses if at_s < seconds)
    return Report({}, {}, {"virtual_s": seconds})


def crashes(runtime: Sequence[str]) -> list[str]:
    return [word for word in runtime if word.startswith("crash process=")]


def partners_lost(name: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
    """Jobs with a time between failures of 0.5 s never come to their end."""
    if "0.5s" in runtime:
        raise IsthmusError(
            "jacobi2d ended with status 1 (isthmus: error: the job cannot go on: the image of "
            "process-3 is gone, as it and its partner were lost (no process has this file))"
        )
    return job(name, runtime, own)


def test_the_formula_is_youngs_and_dalys() -> None:
    costs = module_of("survival").Costs(1.0, 1.25, 0.02, 0.1, 0.0, 0.0)
    assert costs.formula(4.0) == pytest.approx(1 - 0.1 - 0.025)
    assert costs.expected(4.0) == pytest.approx(costs.formula(4.0) / 1.25)
    assert costs.formula(1e-6) == 0.0


def test_every_process_is_lost_once_and_enough_are_left() -> None:
    module = module_of("survival")
    size = module.Size(2, 64, 1)
    losses = module.draw_losses(size, 0.01, 1e9, 1)
    assert size.spare == len(losses) == len({loss.process for loss in losses}) == 15
    assert losses == module.draw_losses(size, 0.01, 1e9, 1)
    assert losses != module.draw_losses(size, 0.01, 1e9, 2)
    assert [loss.at_s for loss in losses] == sorted(loss.at_s for loss in losses)
    # The fullest PE has as many objects when all these are gone.
    objects = size.objects_a_side**2
    assert math.ceil(objects / 64) == math.ceil(objects / (64 - size.spare)) == 4


def test_gaps_between_losses_have_the_mean_that_is_asked_for() -> None:
    module = module_of("survival")
    size = module.Size(4, 1024, 1)
    until_s = 10.0
    counts = [len(module.draw_losses(size, 2.0, until_s, seed)) for seed in range(400)]
    assert sum(counts) / len(counts) == pytest.approx(until_s / 2.0, rel=0.1)
    assert all(loss.at_s <= until_s for loss in module.draw_losses(size, 2.0, until_s, 1))


def test_losses_that_the_costs_are_taken_from_have_no_partners_among_them() -> None:
    module = module_of("survival")
    for sites in (2, 4):
        size = module.Size(sites, 256, 1)
        lost = module.spread_processes(size)
        assert len(set(lost)) == len(lost) == size.spare
        assert max(lost) < 256 // sites


def test_costs_are_told_apart() -> None:
    module = module_of("survival")
    with module.worker_pool() as pool:
        costs = module.costs_of(module.Size(2, 64, 1), 200, job, pool)
    assert costs.base_s == pytest.approx(2.0)
    assert costs.points_s == pytest.approx(2.04)
    assert costs.checkpoint_s == pytest.approx(CHECKPOINT_S)
    assert costs.recovery_s == pytest.approx(RECOVERY_S)
    assert [costs.one_fewer, costs.all_fewer] == pytest.approx([0.0, 0.0])


def test_it_runs_to_its_verdict(tmp_path: Path, capsys: Capture) -> None:
    result = experiment(tmp_path, partners_lost)
    out = capsys.readouterr().out
    assert "seed 1974" in out
    assert out.splitlines()[-1] == result["verdict"]["text"]
    ended = [row for row in result["rows"] if row["ended"]]
    assert {row["mean_s"] for row in ended} == {0.5}
    assert all(row["efficiency"] is None and not row["efficiencies"] for row in ended)
    assert f"{sum(row['ended'] for row in ended)} of" in result["verdict"]["text"]
    assert all(0 < row["efficiency"] < 1 for row in result["rows"] if not row["ended"])
    assert {row["size"]["sites"] for row in result["rows"]} == {2, 4}
    assert (tmp_path / "survival.png").is_file()


def test_a_job_that_fails_otherwise_ends_it(tmp_path: Path) -> None:
    def broken(_name: str, _runtime: Sequence[str], _own: Sequence[str]) -> Report:
        raise IsthmusError("no more")

    with pytest.raises(IsthmusError, match="no more"):
        experiment(tmp_path, broken)
    with pytest.raises(IsthmusError, match="does not tell of a simulation"):
        experiment(tmp_path, lambda *_: Report({}, {}))


def experiment(folder: Path, application: Any) -> Any:
    chosen = catalogue.find_experiment("survival", catalogue.experiments_directory())
    path = folder / "all.json"
    chosen.run(Settings(lambda _, __: 0.0, folder, True, path, run_application=application))
    return json.loads(path.read_text(encoding="utf-8"), parse_constant=pytest.fail)
