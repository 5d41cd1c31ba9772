"""Sweeps cover every combination, keep what is done, and say what failed."""

import csv
import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import entries_of, is_running, telling_options, wait_until, write_program

from isthmus.build import find_application
from isthmus.cli import main
from isthmus.errors import BadInputError
from isthmus.options import shipped_table
from isthmus.sweep import Plan, PointResult, SweepResult, Variable, choose_axes, read_variable

Capture = pytest.CaptureFixture[str]


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream))


def test_a_name_is_a_runtime_option_a_placeholder_or_an_application_option(
    build_directory: Path,
) -> None:
    plan = Plan(
        find_application("fake"),
        (Variable("latency", ("8ms",)), Variable("rows", ("2",)), Variable("objects", ("4",))),
        {"sites": "2"},
        ("--shape", "{rows}x{rows}"),
    )
    (setting,) = plan.settings()
    point = plan.point(setting)
    assert point.options == (("sites", "2"), ("latency", "8ms"))
    assert point.app_options == ("--shape", "2x2", "--objects", "4")


def test_the_last_variable_changes_fastest(build_directory: Path) -> None:
    plan = Plan(
        find_application("fake"), (Variable("a", ("1", "2")), Variable("b", ("x", "y"))), {}, ()
    )
    assert ["".join(setting.values()) for setting in plan.settings()] == ["1x", "1y", "2x", "2y"]


def test_latencies_share_a_unit_and_are_columns_in_ms(build_directory: Path) -> None:
    variable = read_variable("latency=0,500us,2,4ms", shipped_table())
    assert variable.values == ("0ms", "500us", "2ms", "4ms")
    assert variable.column == "latency_ms"
    assert [variable.cell(value) for value in variable.values] == [0, 0.5, 2, 4]


def test_a_sweep_writes_a_row_per_combination_and_a_plot(
    build_directory: Path, tmp_path: Path, capfd: Capture
) -> None:
    out = tmp_path / "out"
    words = ["--vary", "latency=0,16ms", "--vary", "objects=1x2,8x8", "--repeat", "2"]
    assert main(["sweep", "fake", *words, "--out", str(out), "--sites", "2"]) == 0
    rows = rows_of(out / "sweep.csv")
    assert [(row["latency_ms"], row["objects"]) for row in rows] == [
        ("0.0", "1x2"),
        ("0.0", "8x8"),
        ("16.0", "1x2"),
        ("16.0", "8x8"),
    ]
    assert float(rows[2]["ms_per_step"]) == pytest.approx(7 + 0.008 + 16)
    assert float(rows[3]["ms_per_step"]) == pytest.approx(7 + 0.256 + 16 - 6.65)
    assert {row["runs"] for row in rows} == {"2"}
    assert rows[0]["ms_per_step_min"] == rows[0]["ms_per_step_max"]
    assert (out / "sweep.png").read_bytes().startswith(b"\x89PNG")
    lines = [json.loads(line) for line in (out / "runs.jsonl").read_text().splitlines()]
    assert len(lines) == 8
    assert lines[0]["options"] == {"sites": "2", "latency": "0ms"}
    assert lines[0]["counters"] == {"messages": 12}
    assert "[8/8]" in capfd.readouterr().err


def test_a_sweep_goes_on_where_it_stopped_and_starts_afresh_when_asked(
    build_directory: Path, tmp_path: Path
) -> None:
    out, log = tmp_path / "out", tmp_path / "log"

    def swept(*words: str) -> int:
        """How many runs the sweep needed."""
        before = len(entries_of(log))
        app_options = ["--", "--log", str(log)]
        assert main(["sweep", "fake", "--out", str(out), *words, *app_options]) == 0
        return len(entries_of(log)) - before

    assert swept("--vary", "a=1,2") == 2
    assert swept("--vary", "a=1,2") == 0
    assert swept("--vary", "a=1,2,3") == 1
    assert swept("--vary", "a=1,2,3", "--repeat", "2") == 3
    assert swept("--vary", "a=1,2,3", "--seed", "5") == 3
    assert swept("--vary", "a=1,2", "--fresh") == 2
    with (out / "runs.jsonl").open("a") as stream:
        stream.write('{"key": "cut sho')
    assert swept("--vary", "a=1,2,3") == 1
    assert swept("--vary", "a=1,2,3") == 0
    binary = build_directory / "apps" / "fake" / "fake"
    write_program(binary, binary.read_text().partition("\n")[2] + "\n# rebuilt\n")
    assert swept("--vary", "a=1,2") == 2


def test_a_changed_grid_file_is_a_new_point(build_directory: Path, tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text("sites = 2\n")
    plan = Plan(find_application("fake"), (), {"grid": str(grid)}, ())
    before = plan.point({}).key("binary")
    assert plan.point({}).key("binary") == before
    grid.write_text("sites = 3\n")
    assert plan.point({}).key("binary") != before


def test_a_failed_run_is_noted_the_rest_go_on_and_it_is_tried_again(
    build_directory: Path, tmp_path: Path, capfd: Capture
) -> None:
    out = tmp_path / "out"
    words = ["sweep", "fake", "--vary", "act=print,exit:3,kill:9", "--out", str(out)]
    assert main(words) == 1
    err = capfd.readouterr().err
    assert "isthmus: failed: act=exit:3: fake, pid " in err
    assert "ended with status 3 (rank 0 gives up)" in err
    assert "was killed by SIGKILL" in err
    rows = rows_of(out / "sweep.csv")
    assert [row["runs"] for row in rows] == ["1", "0", "0"]
    assert rows[0]["failure"] == ""
    assert "status 3" in rows[1]["failure"]
    assert main(words) == 1
    assert "[2/2]" in capfd.readouterr().err


def test_a_run_without_a_report_is_a_failure(
    build_directory: Path, tmp_path: Path, capfd: Capture
) -> None:
    silent = write_program(tmp_path / "silent", telling_options(""))
    assert main(["sweep", str(silent), "--vary", "a=1", "--out", str(tmp_path / "out")]) == 1
    assert "the run wrote no report" in capfd.readouterr().err


def test_a_run_that_hangs_is_ended(build_directory: Path, tmp_path: Path, capfd: Capture) -> None:
    words = ["--vary", "act=hang", "--timeout", "0.5", "--out", str(tmp_path / "out")]
    assert main(["sweep", "fake", *words]) == 1
    assert "took longer than 0.5 s" in capfd.readouterr().err


def test_a_sweep_runs_the_processes_backend(build_directory: Path, tmp_path: Path) -> None:
    words = ["--backend", "processes", "--sites", "2", "--vary", "latency=0,4ms"]
    out, log = tmp_path / "out", tmp_path / "log"
    assert main(["sweep", "fake", *words, "--out", str(out), "--", "--log", str(log)]) == 0
    assert [entry["rank"] for entry in entries_of(log)].count(1) == 2


def test_ctrl_c_keeps_what_is_done(
    build_directory: Path, tmp_path: Path, start: Callable[..., "subprocess.Popen[str]"]
) -> None:
    out, log = tmp_path / "out", tmp_path / "log"
    words = ("--vary", "act=print,hang", "--out", str(out), "--", "--log", str(log))
    command = start("sweep", "fake", *words)
    wait_until(lambda: len(entries_of(log)) == 2, "the second run")
    command.send_signal(signal.SIGINT)
    err = command.communicate(timeout=20)[1]
    assert command.returncode == 130
    assert "the same command goes on from" in err
    assert not any(is_running(entry["pid"]) for entry in entries_of(log))
    assert [row["runs"] for row in rows_of(out / "sweep.csv")] == ["1", "0"]


def result_with(metrics: dict[str, float]) -> SweepResult:
    variables = (
        Variable("mapping", ("naive", "block")),
        Variable("latency", ("0ms", "8ms")),
        Variable("objects", ("4", "16")),
    )
    return SweepResult(variables, (PointResult({}, [metrics]),))


def test_axes_that_are_left_open_are_the_first_numbers_and_the_rest() -> None:
    axes = choose_axes(result_with({"wall_s": 1.0, "ms_per_step": 2.0}), None, None, (), "mapping")
    assert axes.x.name == "latency"
    assert axes.y == "ms_per_step"
    assert [variable.name for variable in axes.series] == ["objects"]
    assert axes.panel is not None
    assert axes.panel.name == "mapping"


def test_an_unknown_metric_names_those_there_are() -> None:
    with pytest.raises(BadInputError, match="they have wall_s"):
        choose_axes(result_with({"wall_s": 1.0}), None, "speed", (), None)
