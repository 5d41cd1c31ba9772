"""Experiments: the arithmetic of comparison and calibration, what the texts say, and one run of
each with a program that is a formula."""

import ast
import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from helpers import experiment as module_of
from matplotlib.figure import Figure

from isthmus.build import Application
from isthmus.cli import main
from isthmus.errors import BadInputError, IsthmusError
from isthmus.experiment import catalogue, draw, koenig2007, prioritization, statements
from isthmus.experiment.calibration import Sample, calibrate
from isthmus.experiment.compare import Column, judge, knee_row
from isthmus.experiment.machine_model import MachineModel
from isthmus.experiment.margins import RISE
from isthmus.experiment.settings import RunProgram, RunSimulation, Settings, SimulationFigures
from isthmus.experiment.statements import Curves, Statement, check
from isthmus.experiment.stencil import (
    FULL,
    MAPPINGS,
    Point,
    Simulator,
    arguments_of,
    program_runner,
)
from isthmus.report import PeTime, Report

Capture = pytest.CaptureFixture[str]
MODEL = MachineModel({2048: 40.0, 8192: 52.0}, 15.0, 38.0)


def option(words: Sequence[str], name: str) -> str:
    return words[list(words).index(name) + 1]


def formula(runtime: Sequence[str], own: Sequence[str]) -> float:
    """The step time of a machine that hides all latency up to the step time of latency 0."""
    pes = 2 * int(option(runtime, "--pes"))
    mesh, side = int(option(own, "--mesh")), int(option(own, "--objects"))
    sent_us = {
        word.split(".")[0]: float(word.partition("=")[2].removesuffix("ns")) / 1e3
        for word in runtime
        if ".send=" in word
    }
    messages = 4 * side * side / pes
    off_pe = messages * (1.0 if option(own, "--mapping") == "naive" else 0.5)
    at_zero = mesh * mesh / pes * float(option(own, "--cell-time")) / 1e6
    at_zero += (messages - off_pe) * 2 * sent_us["same_pe"] / 1e3
    at_zero += off_pe * 2 * sent_us["same_node"] / 1e3
    latency = float(option(runtime, "--latency").removesuffix("ms"))
    return max(at_zero, latency + at_zero / (side * side / pes))


def column(ours: Sequence[float], published: Sequence[float], table: str = "6.1") -> Column:
    return Column(table, "naive", [float(ms) for ms in range(len(ours))], published, ours)


def test_the_knee_is_the_first_row_above_ten_per_cent() -> None:
    assert knee_row([10.0, 10.5, 11.0, 11.1, 10.0]) == 3
    assert knee_row([10.0, 10.0]) == 2
    assert knee_row([10.0, 12.0]) == 1


def test_errors_of_the_row_that_calibrates_do_not_count() -> None:
    one = column([12.0, 10.0, 22.0, 27.0], [10.0, 10.0, 20.0, 30.0])
    assert one.errors() == pytest.approx([0.2, 0.0, 0.1, -0.1])
    assert one.median() == pytest.approx(0.1)
    assert one.worst() == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("ours", "met", "said"),
    [
        ([10.0, 10.2, 10.3, 12.0], True, "goals met"),
        ([10.0, 10.2, 10.3, 14.0], False, "worst error 16.7 % of at most 15 % (1 of 3 rows"),
        ([10.0, 10.9, 10.9, 12.0], False, "with the tables in view): NOT met"),
        ([10.0, 11.01, 10.0, 12.0], False, "0 of 1 knees within one row (not 6.1 naive): NOT met"),
    ],
    ids=["met", "worst", "median", "knee"],
)
def test_each_goal_is_judged(ours: list[float], met: bool, said: str) -> None:
    verdict = judge([column(ours, [10.0, 10.0, 10.0, 12.0])])
    assert verdict.met is met
    assert said in verdict.text


PUBLISHED_MS = [0.0, 1.0, 2.0, 4.0, 8.0, 10.0, 12.0, 16.0, 20.0]


@pytest.mark.parametrize(
    ("ours", "texts", "agrees"),
    [
        ([10.0, 10.0, 10.0, 12.0, 14.0], ("10 ms", "10 to 16 ms"), None),
        ([10.0, 10.0, 12.0, 12.0, 14.0], ("10 ms", "8 ms"), True),
        ([10.0, 12.0, 12.0, 12.0, 14.0], ("10 ms", "1 to 4 ms"), False),
        ([10.0, 10.0, 10.0, 10.0, 10.0], ("10 ms", "above 20 ms"), False),
    ],
)
def test_the_published_knee_is_that_of_the_whole_column_though_few_latencies_are_run(
    ours: list[float], texts: tuple[str, str], agrees: bool | None
) -> None:
    whole = [10.0 if ms < 10 else 12.0 + ms / 10 for ms in PUBLISHED_MS]
    run_ms = [0.0, 4.0, 8.0, 16.0, 20.0]
    published = [whole[PUBLISHED_MS.index(ms)] for ms in run_ms]
    one = Column("6.1", "naive", run_ms, published, ours, (PUBLISHED_MS, whole))
    assert one.knee_texts() == texts
    assert one.knee_agrees() is agrees
    assert one.fields()["published_knee_row"] == 5
    said = judge([one]).text
    assert ("0 of 0 knees within one row, 1 more cannot be told" in said) is (agrees is None)


def test_goals_that_few_latencies_cannot_tell_are_not_said_to_be_met() -> None:
    every = [0.0, 1.0, 2.0, 3.0, 4.0]
    whole = [10.0, 12.0, 12.0, 12.0, 12.0]
    one = Column("6.1", "naive", [0.0, 4.0], [10.0, 12.0], [10.0, 12.0], (every, whole))
    assert judge([one]).text.startswith("goals met as far as these latencies tell: ")


@pytest.mark.parametrize(
    ("published", "marks"),
    [
        ([], ["knee, ours"]),
        ([10.0, 10.0, 10.5], ["published", "knee, ours"]),
        ([10.0, 12.0, 12.0], ["published", "knee, ours", "knee, published"]),
    ],
)
def test_a_legend_lists_what_is_drawn(
    published: list[float], marks: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Figure] = []
    monkeypatch.setattr(draw, "save", lambda figure, _: kept.append(figure))
    latencies = [0.0, 1.0, 2.0]
    line = draw.Line("a", latencies, [10.0, 10.0, 12.0], latencies if published else [], published)
    draw.draw_panels([draw.Panel("one", [line])], 1, "all", "", tmp_path / "x.png")
    assert [text.get_text() for text in kept[0].legends[0].get_texts()] == ["a", *marks]


def test_a_calibration_finds_the_constants_that_made_the_times() -> None:
    simulator = Simulator(formula, FULL)
    points = [
        Point(mesh, pes, objects, mapping, 0.0)
        for mesh, pes, objects in ((2048, 8, 64), (2048, 8, 1024), (2048, 32, 256), (8192, 16, 64))
        for mapping in ("naive", "block")
    ]
    truth = simulator.times_ms([(point, MODEL) for point in points])
    samples = [Sample(point, ms, "s") for point, ms in zip(points, truth, strict=True)]
    start = MachineModel({2048: 60.0, 8192: 30.0}, 5.0, 90.0)
    found = calibrate(samples, start, simulator.times_ms, iterations=8)
    assert found.model.parameters() == pytest.approx(MODEL.parameters(), rel=0.01)
    assert max(map(abs, found.errors())) < 1e-3


def test_a_calibration_refuses_latencies() -> None:
    sample = Sample(Point(2048, 8, 64, "naive", 1.0), 22.0, "6.1 naive")
    with pytest.raises(IsthmusError, match=r"6\.1 naive: a calibration sees latency 0 alone"):
        calibrate([sample], MODEL, Simulator(formula, FULL).times_ms)


def test_a_point_becomes_options() -> None:
    runtime, own = arguments_of(Point(2048, 16, 64, "block", 8.0), MODEL, FULL)
    assert option(runtime, "--backend") == "sim"
    assert option(runtime, "--pes") == option(runtime, "--processes") == "8"
    assert option(runtime, "--latency") == "8ms"
    assert "same_pe.send=7500ns" in runtime
    assert "between_sites.receive=26500ns" in runtime
    assert option(own, "--objects") == "8"
    assert option(own, "--cell-time") == "40"
    assert option(runtime, "--border-first") == "no"
    assert option(runtime, "--seed") == "1"
    first = Point(2048, 16, 64, "block", 8.0).served("yes")
    assert "border first" in first.text()
    assert option(arguments_of(first, MODEL, FULL, 3)[0], "--border-first") == "yes"
    assert option(arguments_of(first, MODEL, FULL, 3)[0], "--seed") == "3"


def test_a_curve_is_the_mean_over_its_seeds() -> None:
    def by_seed(runtime: Sequence[str], _own: Sequence[str]) -> float:
        latency = float(option(runtime, "--latency").removesuffix("ms"))
        return latency + float(option(runtime, "--seed"))

    point = Point(2048, 8, 64, "block", 0.0)
    found = Simulator(by_seed, FULL).curves("seeds", [point], [0.0, 8.0], MODEL, 4)
    assert found == {point: pytest.approx([2.5, 10.5])}


def test_a_program_that_fails_is_named_with_its_last_words(build_directory: Path) -> None:
    run = program_runner(Application("fake", build_directory / "apps" / "fake" / "fake"))
    assert run(["--latency", "8ms"], ["--objects", "1"]) > 8
    with pytest.raises(IsthmusError, match=r"fake ended with status 2 .*--refuse: refused"):
        run([], ["--refuse"])


def test_the_published_data_are_whole() -> None:
    published = koenig2007.read_published()
    assert [table.id for table in published.tables] == ["6.1", "6.2", "6.3", "6.4", "6.5"]
    for table in published.tables:
        assert list(table.latencies_ms) == list(published.latencies_ms)
        assert all(len(times) == 17 for times in table.times_ms.values())
    assert published.tables[4].times_ms["block"][-1] == 69.16
    assert published.tables[4].times_ms["block_prioritized"][-1] == 64.03
    assert published.tables[0].times_ms["naive_prioritized"][0] == 21.97
    assert published.tables[0].point("block_prioritized") == BLOCK.served("yes")
    sources = [sample.source for sample in published.samples()]
    assert sources[-3:] == ["text on 4.4(a)", "text on 4.4(a)", "text on 5.4(a)"]
    assert len(sources) == 13


def test_published_data_that_do_not_read_are_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="No such file"):
        koenig2007.read_published(tmp_path / "missing.toml")
    (tmp_path / "other.toml").write_text("[[table]]\nid = 3\n")
    with pytest.raises(BadInputError, match=r"other\.toml: KeyError"):
        koenig2007.read_published(tmp_path / "other.toml")


NAIVE = Point(2048, 8, 64, "naive", 0.0)
BLOCK = replace(NAIVE, mapping="block")
SIXTEEN = replace(NAIVE, objects=16)


@pytest.mark.parametrize(
    ("kind", "value", "times", "holds"),
    [
        ("level", 22.0, {NAIVE: [20.5, 21.0, 30.0]}, True),
        ("level", 22.0, {NAIVE: [19.0, 21.0, 30.0]}, False),
        ("flat_to", 16.0, {NAIVE: [20.0, 21.0, 30.0]}, True),
        ("flat_to", 32.0, {NAIVE: [20.0, 23.0, 50.0]}, False),
        ("knee", 16.0, {NAIVE: [20.0, 21.0, 30.0]}, True),
        ("knee", 0.0, {NAIVE: [20.0, 21.0, 30.0]}, False),
        ("rises", None, {NAIVE: [20.0, 21.0, 35.0]}, True),  # 0.75 x 0.6 x 32 ms
        ("rises", None, {NAIVE: [20.0, 21.0, 34.0]}, False),
        ("rises", 24.0, {NAIVE: [20.0, 21.0, 38.0]}, True),
        ("rises", 24.0, {NAIVE: [20.0, 21.0, 37.0]}, False),
        (
            "faster_than_16_objects_above",
            16.0,
            {NAIVE: [20.0, 20.0, 30.0], SIXTEEN: [18.0, 19.0, 40.0]},
            True,
        ),
        (
            "faster_than_16_objects_above",
            32.0,
            {NAIVE: [20.0, 20.0, 30.0], SIXTEEN: [21.0, 22.0, 40.0]},
            False,
        ),
        ("most_objects_best", 0.5, {NAIVE: [20.0, 20.0, 30.0], SIXTEEN: [1.0, 1.0, 30.6]}, True),
        ("most_objects_best", 0.5, {NAIVE: [20.0, 20.0, 30.0], SIXTEEN: [1.0, 1.0, 30.1]}, False),
        ("most_objects_best", 0.5, {NAIVE: [20.0, 20.0, 30.0], SIXTEEN: [1.0, 1.0, 31.0]}, False),
        # Beyond the knee everywhere: not where one latency makes up for another.
        ("most_objects_best", 0.5, {NAIVE: [20.0, 25.0, 30.0], SIXTEEN: [1.0, 25.5, 30.5]}, True),
        ("most_objects_best", 0.5, {NAIVE: [20.0, 25.0, 30.0], SIXTEEN: [1.0, 24.9, 31.1]}, False),
    ],
)
def test_what_is_said_of_a_curve_is_checked(
    kind: str, value: float | None, times: dict[Point, list[float]], holds: bool
) -> None:
    said = Statement("4.4", 2048, 8, 64, ("naive",), kind, "so it is", value)
    assert check(said, Curves([0.0, 16.0, 32.0], times)).holds is holds


@pytest.mark.parametrize(
    ("kind", "value", "over", "holds"),
    [
        ("gain", 2.0, (16.0, 32.0), True),
        ("gain", 2.6, (16.0, 32.0), True),
        ("gain", 2.7, (16.0, 32.0), False),
        ("gain", 1.5, (16.0, 32.0), False),
        ("gain", 0.5, (0.0, 0.0), False),
        ("gain_of_table", 1.0, (16.0, 32.0), True),  # more is as good
        ("gain_of_table", 2.6, (16.0, 32.0), True),
        ("gain_of_table", 2.7, (16.0, 32.0), False),
        ("largest_gain", 3.0, None, True),
        ("largest_gain", 5.5, None, False),
        ("largest_gain", 2.0, None, False),
        ("loss_somewhere", None, None, True),
        ("loss_somewhere", None, (16.0, 32.0), False),
        ("alike", None, None, False),
    ],
)
def test_what_is_said_of_two_mappings_is_checked(
    kind: str, value: float | None, over: tuple[float, float] | None, holds: bool
) -> None:
    said = Statement("5.6", 2048, 8, 64, ("naive", "block"), kind, "so it is", value, over)
    times = {NAIVE: [20.0, 22.0, 33.0], BLOCK: [20.5, 21.0, 30.0]}
    assert check(said, Curves([0.0, 16.0, 32.0], times)).holds is holds


def test_alike_mappings_are_alike() -> None:
    said = Statement("5.7", 2048, 8, 64, ("naive", "block"), "alike", "nearly identical")
    assert check(said, Curves([0.0, 32.0], {NAIVE: [20.0, 30.0], BLOCK: [20.5, 30.0]})).holds


def test_what_a_table_has_is_the_size_that_a_statement_is_judged_at() -> None:
    published = koenig2007.read_published()
    by_figure = {table.figure: table for table in published.tables}
    judged = []
    for one in published.statements:
        table = by_figure.get(one.figure)
        if table is None or one.kind not in ("gain_of_table", "rises"):
            continue
        low, high = one.over or (0.0, 32.0)
        rows = [row for row, ms in enumerate(table.latencies_ms) if low <= ms <= high]
        naive, block = (table.times_ms[mapping] for mapping in MAPPINGS)
        gain = sum(naive[row] - block[row] for row in rows) / len(rows)
        size = gain if one.kind == "gain_of_table" else naive[-1] - naive[0]
        assert one.value == pytest.approx(size, abs=0.006), one
        judged.append(one.figure)
    assert judged == ["5.6(b)", "5.11(b)", "5.11(b)", "5.13(b)", "5.13(b)"]
    least = min(
        (table.times_ms["naive"][-1] - table.times_ms["naive"][0]) / 32
        for table in (by_figure["5.11(b)"], by_figure["5.13(b)"])
    )
    assert pytest.approx(least, abs=0.005) == RISE


def bare_numbers(source: str) -> list[str]:
    """Fractions that a finding compares with, which neither `margins` has by a name nor the
    sentence itself, as a number or as a percentage; a line each."""
    found = []
    for call in ast.walk(ast.parse(source)):
        if not (isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Finding"):
            continue
        says = " ".join(
            str(part.value) for part in ast.walk(call.args[1]) if isinstance(part, ast.Constant)
        )
        for comparison in (one for one in ast.walk(call.args[3]) if isinstance(one, ast.Compare)):
            for number in ast.walk(comparison):
                if not (isinstance(number, ast.Constant) and isinstance(number.value, float)):
                    continue
                texts = {f"{number.value:g}", f"{100 * number.value:g}"}
                if not texts & set(says.replace(",", " ").split()):
                    found.append(f"line {number.lineno}: {number.value:g} in '{says}'")
    return found


@pytest.mark.parametrize(
    "path", sorted(catalogue.experiments_directory().glob("*.py")), ids=lambda path: path.stem
)
def test_findings_compare_with_margins_or_with_what_is_said(path: Path) -> None:
    assert bare_numbers(path.read_text(encoding="utf-8")) == []


def test_a_margin_of_its_own_is_found() -> None:
    finding = 'Finding("4.9", "{}", "ours", a <= {} * b)'
    assert bare_numbers(finding.format("A is better", "0.93")) == ["line 1: 0.93 in 'A is better'"]
    assert bare_numbers(finding.format("A is better", "(1 - SEEN)")) == []
    assert bare_numbers(finding.format("A takes 93 % of B", "0.93")) == []


def test_what_the_machine_is_fitted_to_is_no_test_of_it() -> None:
    curves = Curves([0.0, 32.0], {NAIVE: [22.0, 30.0]})
    said = Statement("4.4", 2048, 8, 64, ("naive",), "level", "about 22 ms", 22.0)
    rises = replace(said, kind="rises", value=9.0)
    checked = [check(one, curves) for one in (said, rises)]
    assert [row[-1] for row in statements.table(checked)[1]] == ["fitted", "yes"]
    assert statements.verdict(checked) == ("1 of 1 statements of the text hold", True)
    samples = {sample.point for sample in koenig2007.read_published().samples()}
    for one in koenig2007.read_published().statements:
        if one.kind in statements.FITTED:
            assert one.points()[0] in samples


def test_an_unknown_kind_of_statement_is_bad_input() -> None:
    entry = {"figure": "4.4", "kind": "rumour"}
    with pytest.raises(BadInputError, match="unknown kind of statement 'rumour'"):
        statements.read_statements([entry])


def test_middle_rows_are_neither_flat_nor_decided_by_the_latency() -> None:
    table = koenig2007.read_published().tables[0]
    times = table.times_ms["block"]
    found = [
        latency
        for latency, ms in zip(table.latencies_ms, times, strict=True)
        if prioritization.is_middle(latency, ms, times[0])
    ]
    assert found == [10, 12, 14, 16]


def priority_rows(block: Sequence[float], first: Sequence[float]) -> list[prioritization.Row]:
    """Of a table whose unprioritized published times are 20, 24 and 40 ms at 0, 8 and 36 ms."""
    columns = ("naive", "naive_prioritized", "block")
    published = {name: [20.0, 24.0, 40.0] for name in columns}
    published["block_prioritized"] = [20.0, 22.8, 40.0]
    table = koenig2007.Table("6.9", "5.9", 2048, 8, 64, [0.0, 8.0, 36.0], published)
    times: dict[Point, Sequence[float]] = {
        table.point("naive").served(how): [20.0, 24.0, 40.0] for how in ("no", "yes")
    }
    times |= {table.point("block"): block, table.point("block_prioritized"): first}
    times[table.point("block").served("auto")] = [20.0, 24.0, 41.0]
    return [row for mapping in MAPPINGS for row in prioritization.rows_of(table, mapping, times)]


@pytest.mark.parametrize(
    ("first", "met", "said"),
    [
        ([20.0, 23.0, 40.0], True, "gains within 3 percentage points of the published ones: 1 of"),
        ([20.0, 24.0, 40.0], False, "0 of 1 middle rows (not 6.9 at 8 ms)"),
        ([20.0, 23.0, 40.3], True, "3 of 3 rows, worst -0.7 % (6.9 at 36 ms)"),
        ([20.0, 23.0, 41.0], False, "2 of 3 rows, worst -2.5 % (6.9 at 36 ms) (not 6.9 at 36 ms)"),
    ],
    ids=["met", "no gain", "hardly slower", "slower"],
)
def test_the_goals_of_priorities_are_judged(first: list[float], met: bool, said: str) -> None:
    rows = priority_rows([20.0, 24.0, 40.0], first)
    assert [row.middle for row in rows] == [False, True, False] * 2
    verdict = prioritization.judge(rows)
    assert verdict.met is met
    assert said in verdict.text
    assert "by itself (auto), Block: worst -2.5 % (6.9 at 36 ms)" in verdict.text
    headings, cells = prioritization.table_of(rows)
    assert all(len(row) == len(headings) for row in cells)
    assert [row[-1] for row in cells] == ["", "middle", ""]


def test_the_experiments_are_listed(capsys: Capture) -> None:
    assert main(["experiment"]) == 0
    text = capsys.readouterr().out
    for name in ("koenig2007_latency", "koenig2007_mapping", "koenig2007_table6"):
        assert name in text
    assert "tables 6.1 to 6.5" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["koenig2007_tabel6"], "did you mean koenig2007_table6?"),
        (["zzz"], "zzz: no such experiment (there are: cactus2001_adaptive"),
        (
            ["koenig2007_table6", "--json", "/no/such/x.json"],
            "--json: cannot write '/no/such/x.json'",
        ),
        (["koenig2007_table6", "--fast"], "unknown option '--fast'"),
    ],
)
def test_bad_words_are_said_in_one_line(
    words: list[str], said: str, build_directory: Path, tmp_path: Path, capsys: Capture
) -> None:
    assert main(["experiment", *words, "--out", str(tmp_path)]) == 2
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1


def test_a_file_that_is_no_experiment_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("REPRODUCES = 'nothing'\n")
    with pytest.raises(BadInputError, match=r"empty\.py: no TAKES"):
        catalogue.list_experiments(tmp_path)


@pytest.mark.parametrize(
    ("name", "plots"),
    [
        ("koenig2007_table6", ["koenig2007_table6.png"]),
        ("koenig2007_latency", ["koenig2007_4_4.png", "koenig2007_4_5.png"]),
        ("koenig2007_mapping", [f"koenig2007_5_{number}.png" for number in range(4, 14)]),
    ],
)
def test_an_experiment_runs_from_calibration_to_verdict(
    name: str, plots: list[str], tmp_path: Path, capsys: Capture
) -> None:
    chosen = catalogue.find_experiment(name, catalogue.experiments_directory())

    def application(name: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
        assert name == "jacobi2d"
        step_ms = formula(runtime, own)
        time = PeTime(0, "site0", 1.0, 0.0, 0.0, {"site1": step_ms - 1.0}, 0.0)
        return Report({"ms_per_step": step_ms}, {}, time=(time,))

    json_file = tmp_path / "all.json"
    chosen.run(Settings(formula, tmp_path, True, json_file, run_application=application))
    assert sorted(path.name for path in tmp_path.glob("*.png")) == sorted(plots)
    result = json.loads((tmp_path / "all.json").read_text())
    assert result["experiment"] == name
    assert set(result["model"]["fitted"]) == {
        *("cell_2048_ns", "cell_8192_ns", "message_us", "off_pe_us")
    }
    assert all(one["why"] for one in result["model"]["declared"].values())
    assert all(math.isfinite(one["worst_error"]) for one in result["columns"])
    out = capsys.readouterr().out
    last = out.splitlines()[-1]
    assert last == result["verdict"]["text"]
    if name == "koenig2007_table6":
        assert result["border_first_verdict"]["text"] in out
        assert re.search(
            r"^Farthest from the published \(6\.\d \w+, \d+ ms, published [\d.]+ ms\): of "
            r"[\d.]+ ms a step [\d.]+ waiting for site1, 1\.00 in entry methods\.$",
            out,
            flags=re.M,
        )
        assert len(result["gains"]) == 2 * 5 * 17
        assert len(result["columns"]) == 4 * 5
    assert "median error" in last


def test_a_failed_run_ends_an_experiment(tmp_path: Path) -> None:
    def broken(_runtime: Sequence[str], _own: Sequence[str]) -> float:
        raise IsthmusError("no more")

    runner: RunProgram = broken
    chosen = catalogue.find_experiment("koenig2007_table6", catalogue.experiments_directory())
    with pytest.raises(IsthmusError, match="no more"):
        chosen.run(Settings(runner, tmp_path))


def simulated(ns_of: Callable[[int], float]) -> RunSimulation:
    """A simulator whose set-up takes 1 s, and an event what the function says."""

    def run(runtime: Sequence[str], own: Sequence[str]) -> SimulationFigures:
        pes = 2 * int(option(runtime, "--pes"))
        events = 8 * pes * int(option(own, "--steps"))
        return SimulationFigures(1.0 + events * ns_of(2 * pes) / 1e9, events, 2 * pes)

    return run


def test_the_cost_of_an_event_leaves_out_the_set_up_and_takes_the_quickest_runs() -> None:
    short = [SimulationFigures(3.0, 1000, 70), SimulationFigures(1.0, 1000, 70)]
    long = [SimulationFigures(1.5, 2_001_000, 80), SimulationFigures(9.0, 2_001_000, 80)]
    cost = module_of("simulator_speed").cost_between(64, short, long)
    assert (cost.pes, cost.pending, cost.events) == (64, 80, 2_000_000)
    assert cost.ns_per_event == pytest.approx(250.0)
    assert cost.events_per_s == pytest.approx(4e6)


def test_a_logarithm_is_fitted_to_costs() -> None:
    speed = module_of("simulator_speed")
    costs = [speed.Cost(n, n, 1, 100.0 + 20.0 * math.log2(n)) for n in (64, 1024, 65536)]
    assert speed.fit_logarithm(costs) == pytest.approx((100.0, 20.0))


@pytest.mark.parametrize(
    ("ns", "met", "said"),
    [
        ((300.0, 450.0, 600.0), True, "goals met: 3.3 million"),
        ((300.0, 450.0, 800.0), False, "up to 1,024 PEs alone"),
        ((600.0, 600.0, 600.0), False, "NOT met: 1.7 million"),
        ((200.0, 450.0, 520.0), False, "an event on 16,384 PEs: 2.6 times that on 64 (goal 2.5)"),
    ],
)
def test_the_speed_is_judged_by_rate_and_growth(ns: Sequence[float], met: bool, said: str) -> None:
    speed = module_of("simulator_speed")
    costs = [speed.Cost(n, n, 1, cost) for n, cost in zip((64, 1024, 16384), ns, strict=True)]
    judged = speed.judge(costs)
    assert judged[0] == met
    assert said in judged[1]


def test_the_speed_runs_from_runs_to_verdict(tmp_path: Path, capsys: Capture) -> None:
    chosen = catalogue.find_experiment("simulator_speed", catalogue.experiments_directory())
    runs = simulated(lambda pending: 40.0 * math.log2(pending))
    result_path = tmp_path / "all.json"
    chosen.run(Settings(formula, tmp_path, True, result_path, runs))
    assert (tmp_path / "simulator_speed.png").exists()
    result = json.loads(result_path.read_text())
    assert result["verdict"]["met"]
    assert [row["pes"] for row in result["rows"]] == [64, 256, 1024, 4096, 16384]
    assert result["fit"]["per_doubling_ns"] == pytest.approx(40.0)
    assert "goals met" in capsys.readouterr().out


def test_more_curves_of_a_larger_mesh_are_flat() -> None:
    few = Point(2048, 8, 16, "naive", 0.0)
    many = replace(few, mesh=8192)
    said = Statement("4.5", 8192, 8, 16, ("naive",), "more_are_flat", "many more are horizontal")
    times = {few: [20.0, 40.0], replace(few, objects=64): [20.0, 20.5], many: [300.0, 310.0]}
    checked = check(said, Curves([0.0, 32.0], times))
    assert checked.holds
    assert checked.ours == "1 of 1 are flat, of the smaller mesh 1 of 2"
    steep = {**times, many: [300.0, 340.0]}
    assert not check(said, Curves([0.0, 32.0], steep)).holds
    assert not check(said, Curves([0.0, 32.0], {many: [300.0, 310.0]})).holds


@pytest.mark.parametrize(("slow", "holds"), [(8, True), (24, False)])
def test_the_lower_envelope_has_its_knee_at_the_step_time(slow: int, holds: bool) -> None:
    latencies = [0.0, 8.0, 16.0, 24.0, 32.0]
    few = Point(2048, 8, 16, "naive", 0.0)
    own = [8.0 if latency < slow else 12.0 for latency in latencies]
    times = {few: [30.0] * 5, replace(few, objects=64): own}
    said = Statement("4.4", 2048, 8, 64, ("naive",), "envelope_knee", "near the step time")
    assert check(said, Curves(latencies, times)).holds is holds


def test_a_curve_is_shallower_where_it_rises_by_markedly_less() -> None:
    said = Statement("5.11", 2048, 8, 64, ("naive", "block"), "shallower", "much more shallow")
    latencies = [0.0, 32.0]
    assert check(said, Curves(latencies, {NAIVE: [20.0, 30.0], BLOCK: [21.0, 26.0]})).holds
    assert not check(said, Curves(latencies, {NAIVE: [20.0, 30.0], BLOCK: [20.0, 29.8]})).holds
