"""The experiments on grainsize, on square mappings and on a grid that changes, each with a program
that is a formula."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from isthmus.errors import IsthmusError
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


def metacomputer(program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
    """PEs compute for half of the time in turns of a second."""
    assert program == "metacomputer"
    seconds = 1.0 + float(option(own, "--operation-time"))
    if "--timeline" in runtime:
        events: list[dict[str, Any]] = [
            {"ph": "M", "tid": pe, "name": "thread_name", "args": {"name": f"PE {pe} (n{pe}, x)"}}
            for pe in range(2)
        ]
        events += [
            {"ph": "X", "tid": pe, "name": "f", "cat": "entry", "ts": 2e6 * turn, "dur": 1e6}
            for pe in range(2)
            for turn in range(int(seconds) // 2)
        ]
        events.append({"ph": "X", "tid": 0, "name": "idle", "cat": "idle", "ts": 1e6, "dur": 1e6})
        Path(option(runtime, "--timeline")).write_text(json.dumps({"traceEvents": events}))
    return Report({"seconds": seconds, "input_s": 1.0}, {})


def test_windows_are_remade_from_timelines(tmp_path: Path, capsys: Capture) -> None:
    result = run("neff1995_windows", tmp_path, run_application=metacomputer)
    assert [one["figure"] for one in result["windows"]] == [f"5.{i}" for i in range(2, 8)]
    for window in result["windows"]:
        whole = window["end_s"] - window["input_s"]
        assert [one["name"] for one in window["processors"]] == ["n0", "n1"]
        assert all(0.4 < one["idle_s"] / whole < 0.6 for one in window["processors"])
        assert window["processors"][0]["entries"] == window["processors"][1]["entries"] > 40
    agree = {one["where"]: one["agrees"] for one in result["findings"]}
    assert agree == {"5.2": False, "5.3": True, "5.5": False, "5.6": False}
    assert (tmp_path / "neff1995_windows.png").exists()
    assert "Figure 5.3: Cannon, metacomputer (M3)" in capsys.readouterr().out


def test_a_timeline_that_is_none_is_said(tmp_path: Path) -> None:
    windows = catalogue.find_experiment(
        "neff1995_windows", catalogue.experiments_directory()
    ).run.__globals__
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(IsthmusError, match="no timeline"):
        windows["read_timeline"](tmp_path / "x.json")
    assert windows["joined"]([(0.0, 1.0), (1.0, 2.0), (3.0, 4.0)]) == [(0.0, 2.0), (3.0, 4.0)]
