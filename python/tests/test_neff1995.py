"""The experiments after Neff (1995), with programs that are a formula."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers import Program, option, run_quickly

from isthmus.errors import IsthmusError
from isthmus.experiment.neff1995 import APPLICATIONS, CONFIGURATIONS, FOX, JACOBI, grid_text
from isthmus.report import Report

INPUT_S = 0.001


def capacity(runtime: Sequence[str]) -> float:
    """Of the grid file, the sum of speeds."""
    grid = tomllib.loads(Path(option(runtime, "--grid")).read_text(encoding="utf-8"))
    total: float = sum(
        node["speed"] * node.get("count", node.get("pes", 1))
        for site in grid["site"]
        for node in site["node"]
    )
    return total


def ideal(program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
    """A million operations, and messages that cost nothing."""
    assert program == "metacomputer"
    if "--sizes" in own:
        sizes = option(own, "--sizes").split(",")
        return Report({f"us_{size}": 100.0 + int(size) for size in sizes}, {})
    work_s = 1e-3 * float(option(own, "--operation-time")) / capacity(runtime)
    return Report({"seconds": work_s, "input_s": INPUT_S}, {})


def slowed(program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
    """One on which every machine costs a quarter of the work of one Meiko node."""
    report = ideal(program, runtime, own)
    grid = Path(option(runtime, "--grid")).read_text(encoding="utf-8")
    machines = sum(
        node.get("count", node.get("pes", 1))
        for site in tomllib.loads(grid)["site"]
        for node in site["node"]
    )
    alone_s = 1e-3 * float(option(own, "--operation-time"))
    seconds = report.metrics["seconds"] + 0.25 * (machines - 1) * alone_s
    return Report({**report.metrics, "seconds": seconds}, {})


def run(name: str, tmp_path: Path, program: Program = ideal) -> dict[str, Any]:
    return run_quickly(name, tmp_path, program)


def agreeing(result: dict[str, Any]) -> list[str]:
    return [one["theirs"] for one in result["findings"] if one["agrees"]]


def test_speeds_are_those_that_the_tables_print() -> None:
    """But for those that contradict the rest, and but for what the tables round."""
    for one in APPLICATIONS:
        for name, (printed, _) in one.meta.items():
            if name in one.doubtful:
                continue
            assert one.equivalent(CONFIGURATIONS[name]) == pytest.approx(printed, abs=0.051), name


def test_a_grid_has_a_process_a_processor_and_lines_between_its_groups() -> None:
    grid = tomllib.loads(grid_text({"Meiko": 2, "S20": 1, "HP715": 3}, FOX.speeds))
    meiko, suns, hps = grid["site"]
    assert meiko["node"] == [{"name": "meiko", "speed": 1, "pes": 2, "processes": 2}]
    assert suns["node"] == [{"name": "s20", "speed": 0.55, "count": 1}]
    assert hps["node"] == [{"name": "hp715", "speed": 0.175, "count": 3}]
    lines = {tuple(one["sites"]): one["delay"]["latency"] for one in grid["between"]}
    assert lines == {
        ("meiko", "suns"): "2.83ms",
        ("meiko", "hps"): "4.33ms",
        ("suns", "hps"): "4.33ms",
    }
    assert "between" not in tomllib.loads(grid_text({"Meiko": 4}, {}))


def test_on_one_node_a_program_takes_what_is_published(tmp_path: Path) -> None:
    result = run("neff1995_meiko", tmp_path)
    for one in APPLICATIONS:
        both = result["ours"][one.name]["1"]
        assert both["input_s"] == INPUT_S
        assert both["input_s"] + both["work_s"] == pytest.approx(one.meiko[1])
    assert (tmp_path / "neff1995_5_1.png").stat().st_size > 0


def test_without_communication_the_findings_on_communication_do_not_agree(tmp_path: Path) -> None:
    agree = agreeing(run("neff1995_meiko", tmp_path))
    assert any(theirs.startswith("APSP") for theirs in agree)
    assert not any(theirs.startswith(("Gauss", "Fox", "the vector")) for theirs in agree)
    agree = agreeing(run("neff1995_metacomputer", tmp_path))
    assert any("improves every application" in theirs for theirs in agree)
    assert not any("slower" in theirs or "modest" in theirs for theirs in agree)
    assert (tmp_path / "neff1995_metacomputer.png").stat().st_size > 0


def test_with_much_of_it_they_do(tmp_path: Path) -> None:
    agree = agreeing(run("neff1995_metacomputer", tmp_path, slowed))
    assert sum("is slower on" in theirs for theirs in agree) == 4
    assert any("modest" in theirs for theirs in agree)


def test_messages_are_printed_beside_what_is_published(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = run("neff1995_messages", tmp_path)
    assert {row["table"] for row in result["rows"]} == {"5.14", "5.15", "5.16", "5.17"}
    assert all(len(row["ours_ms"]) == len(row["published_ms"]) == 9 for row in result["rows"])
    assert result["rows"][0]["ours_ms"][0] == pytest.approx(0.101)
    assert set(result["alone_us"]) == {"latency", "scatter", "gather", "all_to_all"}
    assert "fitted" in capsys.readouterr().out
    assert (tmp_path / "neff1995_messages.png").stat().st_size > 0


def test_a_program_without_its_metrics_is_an_error(tmp_path: Path) -> None:
    def silent(_program: str, _runtime: Sequence[str], _own: Sequence[str]) -> Report:
        return Report({}, {})

    for name in ("neff1995_meiko", "neff1995_metacomputer"):
        with pytest.raises(IsthmusError, match="no metric 'input_s'"):
            run(name, tmp_path, silent)
    with pytest.raises(IsthmusError, match="no metric 'us_1'"):
        run("neff1995_messages", tmp_path, silent)


def test_jacobi_is_asked_for_by_the_options_that_its_iterations_come_from() -> None:
    assert JACOBI.words == ("jacobi", "--dominance", "1.011", "--epsilon", "1e-7")
