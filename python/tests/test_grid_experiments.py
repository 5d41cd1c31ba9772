"""The experiments on grainsize, on square mappings and on a grid that changes, each with a program
that is a formula."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from isthmus.experiment import catalogue
from isthmus.experiment.settings import Settings
from isthmus.report import Report

Capture = pytest.CaptureFixture[str]


def option(words: Sequence[str], name: str) -> str:
    return words[list(words).index(name) + 1]


def stencil(runtime: Sequence[str], own: Sequence[str]) -> float:
    """A PE computes its cells and handles its messages; idle ones help nobody. Squares send less,
    and hide less of a latency, but for modified ones."""
    pes, objects = 2 * int(option(runtime, "--pes")), int(option(own, "--objects")) ** 2
    busiest = -(-objects // pes)
    cells = int(option(own, "--mesh")) ** 2 / objects * float(option(own, "--cell-time")) / 1e6
    sent_us = float(next(w for w in runtime if w.startswith("same_node.send"))[15:-2]) / 1e3
    mapping = option(own, "--mapping")
    messages = busiest * {"naive": 4.0, "square": 1.5}.get(mapping, 2.0)
    step = busiest * cells + messages * 2 * sent_us / 1e3
    hidden = 0.8 if mapping == "square" else 1.0
    latency = float(option(runtime, "--latency").removesuffix("ms"))
    return max(step, latency + (1 - hidden) * step)


def run(name: str, tmp_path: Path, **handed: Any) -> dict[str, Any]:
    file = tmp_path / "all.json"
    chosen = catalogue.find_experiment(name, catalogue.experiments_directory())
    settings = {"quick": True, "json": file, **handed}
    chosen.run(Settings(settings.pop("run_program", stencil), tmp_path, **settings))
    found: dict[str, Any] = json.loads(file.read_text())
    return found


@pytest.mark.parametrize("quick", [True, False])
def test_the_flat_part_of_the_grainsizes_is_found(
    quick: bool, tmp_path: Path, capsys: Capture
) -> None:
    result = run("koenig2007_grainsize", tmp_path, quick=quick)
    assert all(one["agrees"] for one in result["findings"] if "on 8 PEs" in one["theirs"])
    curve = result["curves"][0]
    assert curve["objects"][0] == 1
    assert curve["grains"][0] == 2048 * 2048
    assert len(curve["objects"]) == (7 if quick else 9)
    out = capsys.readouterr().out
    assert "G_H 262,144 cells (2)" in out
    assert (tmp_path / "koenig2007_4_2.png").exists()


def test_grains_that_all_cost_the_same_have_no_small_ones() -> None:
    science = catalogue.find_experiment(
        "koenig2007_grainsize", catalogue.experiments_directory()
    ).run.__globals__
    curve = science["Curve"](8, [1, 16, 64], [80.0, 10.0, 10.0])
    agree = [finding.agrees for finding in science["judge"](curve)]
    assert agree == [False, True, True]


def test_mappings_are_held_against_block(tmp_path: Path) -> None:
    result = run("koenig2007_square", tmp_path)
    agree = {(one["theirs"]): one["agrees"] for one in result["findings"]}
    assert agree["without a latency squares are optimal (8 PEs, 256 objects)"]
    assert agree["Block is a simple approximation of modified square (8 PEs, 256 objects)"]
    assert agree[
        "squares have few PEs at the border, and hide less of a latency (32 PEs, 1024 objects)"
    ]
    assert {len(row["times_ms"]) for row in result["rows"]} == {4}


def changing(program: str, runtime: Sequence[str], _own: Sequence[str]) -> Report:
    """The balancer answers in the third period behind the change, and halves the time."""
    assert program == "jacobi2d"
    if option(runtime, "--balancer") == "none":
        return Report({"ms_per_step": 40.0}, {})
    steps = [
        {"at_s": at, "period_s": 0.5, "objects_moved": moved}
        for at, moved in ((0.5, 0), (2.0, 0), (4.5, 12))
    ]
    return Report({"ms_per_step": 20.0}, {}, load_balancing=steps)


def late(program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
    report = changing(program, runtime, own)
    return Report({"ms_per_step": 50.0}, {}, load_balancing=report.load_balancing[:2])


def test_a_balancer_that_answers_a_change_is_told_from_one_that_does_not(tmp_path: Path) -> None:
    result = run("changing_grid", tmp_path, run_application=changing)
    assert all(one["agrees"] for one in result["findings"])
    assert len(result["findings"]) == 11
    result = run("changing_grid", tmp_path, run_application=late)
    agree = [one["agrees"] for one in result["findings"] if "measure again" in one["theirs"]]
    assert agree == [False] * 5
