"""The arithmetic of hidden latency, and the study from first run to verdict."""

import csv
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from isthmus import masking, masking_results
from isthmus.build import Application
from isthmus.cli import main
from isthmus.errors import IsthmusError
from isthmus.masking import Cell, Measured, Study, arrangement, share_hidden
from isthmus.masking_results import judge
from isthmus.measurement import Measurement, Point
from isthmus.progress import Steps
from isthmus.report import PeTime, Report

CALIBRATION = 1 + masking.CALIBRATION_RUNS
APPLICATION = Application("jacobi2d", Path("/no/such/jacobi2d"))


def study(
    latencies_ms: tuple[float, ...] = (0.0, 4.0, 8.0, 16.0),
    objects_per_pe: tuple[int, ...] = (1, 16),
    rounds: int = 1,
    budget_s: float = 100.0,
) -> Study:
    return Study(
        APPLICATION, 4096, 1, latencies_ms, objects_per_pe, ("naive", "block"), rounds, budget_s
    )


def measured_with(step_ms: Callable[[Cell], float], of: Study | None = None) -> Measured:
    one = of or study()
    measured = Measured(one, 10.0, rounds_done=1)
    measured.step_ms = {cell: [step_ms(cell)] for cell in measured.cells()}
    return measured


def hides(share: float) -> Callable[[Cell], float]:
    """Step times of 10 ms at latency 0 that hide this share of what can be hidden."""
    return lambda cell: 10.0 + cell.latency_ms - share * min(10.0, cell.latency_ms)


def test_no_step_is_shorter_than_its_work_or_the_latency() -> None:
    assert masking.bound_ms(4.0, 7.0) == 7.0
    assert masking.bound_ms(9.0, 7.0) == 9.0


def test_the_share_hidden_goes_from_work_and_latency_to_the_bound() -> None:
    assert share_hidden(4.0, 7.0, 7.0) == 1.0
    assert share_hidden(4.0, 8.0, 7.0) == 0.75
    assert share_hidden(4.0, 11.0, 7.0) == 0.0
    assert share_hidden(14.0, 14.0, 7.0) == 1.0  # all work is done while the latency passes
    assert share_hidden(14.0, 17.5, 7.0) == 0.5
    assert share_hidden(14.0, 21.0, 7.0) == 0.0
    assert share_hidden(4.0, 6.5, 7.0) == 1.0  # noise below the bound
    assert share_hidden(1.0, 9.0, 7.0) == 0.0


@pytest.mark.parametrize(
    ("step_ms", "expected"),
    [
        (2.7, (0.0, 0.68, 1.4, 2.7, 5.4, 11.0)),
        (11.13, (0.0, 2.8, 5.6, 11.0, 22.0, 45.0)),
        (0.0123, (0.0, 0.0031, 0.0062, 0.012, 0.025, 0.049)),
    ],
)
def test_latencies_are_multiples_of_the_step(step_ms: float, expected: tuple[float, ...]) -> None:
    assert masking.latencies_for(step_ms) == expected
    in_steps = [masking_results.steps_text(ms / step_ms) for ms in expected[1:]]
    assert in_steps == ["¼ step", "½ step", "1 step", "2 steps", "4 steps"]


def test_shares_compare_runs_of_the_same_round() -> None:
    measured = Measured(study(), 7.0)
    zero, four = Cell("block", 16, 0.0), Cell("block", 16, 4.0)
    measured.step_ms = {zero: [7.0, 14.0, 7.0], four: [7.4, 14.4, 7.4]}
    assert measured.share(four) == pytest.approx(0.9)


def test_a_failed_round_does_not_count() -> None:
    measured = Measured(study(), 7.0)
    zero, four = Cell("block", 16, 0.0), Cell("block", 16, 4.0)
    measured.step_ms = {zero: [math.nan, 7.0], four: [30.0, 8.0]}
    assert measured.share(four) == pytest.approx(0.75)
    assert measured.step(zero) == 7.0
    assert math.isnan(measured.step(Cell("block", 1, 0.0)))


@pytest.mark.parametrize(
    ("total", "shape"), [(2, (1, 2)), (8, (2, 4)), (32, (4, 8)), (128, (8, 16)), (18, (3, 6))]
)
def test_objects_are_arranged_near_square_with_a_cut_between_the_sites(
    total: int, shape: tuple[int, int]
) -> None:
    assert arrangement(total, 2) == shape


def test_the_goal_is_met_when_the_worst_cell_within_the_step_time_hides_enough() -> None:
    verdict = judge(measured_with(hides(0.93)))
    assert verdict.met
    assert verdict.text.endswith("met (least hidden: 93 % at block, 16 per PE, 4 ms)")


def test_the_goal_is_not_met_by_one_bad_cell() -> None:
    bad = Cell("block", 16, 8.0)
    verdict = judge(measured_with(lambda cell: hides(0.5 if cell == bad else 1.0)(cell)))
    assert not verdict.met
    assert verdict.text.endswith(
        "not met (least hidden: 50 % at block, 16 per PE, 8 ms; up to 4 ms it is met)"
    )
    nowhere = judge(measured_with(hides(0.5)))
    assert nowhere.text.endswith("not met (least hidden: 50 % at block, 16 per PE, 4 ms)")


def test_the_verdict_is_explained_by_where_the_time_went() -> None:
    bad = Cell("block", 16, 8.0)
    measured = measured_with(lambda cell: hides(0.5 if cell == bad else 1.0)(cell))
    assert masking_results.explanation(measured, judge(measured)) == ""  # no account was kept
    waiting = [
        PeTime(0, "site0", 9.8, 0.1, 0.0, {"site1": 4.1}, 0.0),
        PeTime(1, "site1", 9.8, 0.1, 0.0, {"site0": 4.1}, 0.0),
    ]
    measured.times = {bad: waiting, measured.at_zero(bad): [replace(waiting[0], waited_for_s={})]}
    assert masking_results.explanation(measured, judge(measured)) == (
        "Where the time went (block, 16 per PE): at 8 ms of 14.0 ms a step 9.80 in entry methods, "
        "4.10 waiting for other sites (site1 2.05, site0 2.05); at 0 ms of 10.0 ms a step 9.90 "
        "in entry methods, 0.101 in the runtime."
    )
    measured.reference_ms = 2.0  # and nothing is judged
    assert masking_results.explanation(measured, judge(measured)) == ""


def test_the_goal_is_not_decided_by_a_machine_that_changes_by_more_than_is_judged() -> None:
    measured = measured_with(hides(0.97))
    changing = Cell("block", 16, 4.0)
    measured.step_ms[measured.at_zero(changing)] = [9.7, 10.3]
    measured.step_ms[changing] = [12.5, 10.3]
    assert judge(measured).text.endswith(
        "not decided, as this machine's speed changes by more from round to round (block, 16 per "
        "PE, 4 ms: 30 to 100 % in 2 rounds; --budget SECONDS gives more time)"
    )
    assert not judge(measured).met
    measured.step_ms[changing][1] = 10.9
    assert "not met (least hidden: 57 %" in judge(measured).text


def test_a_lucky_round_of_a_machine_that_is_steady_does_not_put_the_goal_in_doubt() -> None:
    measured = measured_with(hides(0.97))
    changing = Cell("block", 16, 4.0)
    measured.step_ms[measured.at_zero(changing)] = [10.0, 10.0, 10.0]
    measured.step_ms[changing] = [12.8, 12.8, 10.0]
    assert "not met (least hidden: 30 %" in judge(measured).text


def test_the_goal_asks_nothing_of_naive_mapping_few_objects_or_long_latencies() -> None:
    def outside(cell: Cell) -> bool:
        few = cell.mapping == "naive" or cell.objects_per_pe < 16
        return few or cell.latency_ms > 10 or cell.with_priorities

    assert judge(measured_with(lambda c: hides(0.0 if outside(c) else 1.0)(c))).met


def test_the_goal_is_not_met_by_what_was_not_measured() -> None:
    hole = Cell("block", 16, 4.0)
    verdict = judge(measured_with(lambda c: math.nan if c == hole else hides(1.0)(c)))
    assert not verdict.met
    assert "not measured" in verdict.text
    short = measured_with(hides(1.0))
    short.reference_ms = 2.0  # and all latencies given are longer
    assert not judge(short).met
    assert judge(short).text.endswith(
        "up to the step time of 2.00 ms: not measured (no such latency in this sweep)"
    )


def test_latencies_that_were_rounded_up_are_within_the_step_time() -> None:
    measured = measured_with(hides(0.5), study((0.0, 1.1, 2.2)))
    measured.reference_ms = 1.06
    assert "least hidden: 50 % at block, 16 per PE, 1.1 ms" in judge(measured).text


def test_the_table_has_step_times_above_bounds_and_shares() -> None:
    measured = measured_with(hides(0.75))
    for cell in measured.cells():
        if cell.with_priorities:
            measured.step_ms[cell] = [0.9 * measured.step(replace(cell, with_priorities=False))]
    headings, rows = masking_results.table(measured)
    assert headings == [
        *("mapping,\nobjects/PE", "0 ms\n", "4 ms\n0.4 steps", "8 ms\n0.8 steps"),
        *("16 ms\n1.6 steps", "8 ms,\npriorities"),
    ]
    assert rows[0] == [
        *("naive, 1\n  at least\n  hidden", "10.0\n\n", "11.0\n10.0\n75 %"),
        *("12.0\n10.0\n75 %", "18.5\n16.0\n75 %", "10.8\n-10 %\n"),
    ]
    first = [row[0].splitlines()[0] for row in rows]
    assert first == ["naive, 1", "naive, 16", "block, 1", "block, 16"]


def test_the_sentence_says_what_a_latency_of_a_step_costs() -> None:
    given = study((0.0, 4.0, 10.0))
    measured = measured_with(
        lambda cell: hides(0.97 if cell.objects_per_pe > 1 else 0.02)(cell), given
    )
    assert masking_results.summary(measured) == (
        "What you have just seen: with 16 objects per PE a latency of 10 ms between the sites cost "
        "0.3 ms per step of 10.0 ms, 97 % hidden; with one object per PE it cost 9.8 ms per step "
        "of 10.0 ms, 2 % hidden, and the program is the same."
    )
    assert masking_results.summary(measured_with(lambda _: math.nan)) == ""
    assert masking_results.summary(measured_with(hides(1.0), study(objects_per_pe=(16,)))) == ""


class Machine:
    """Measures without running: every run takes a start-up and its steps, on its own clock. The
    way there and back is hidden up to 6 ms."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, slow: float = 1.0) -> None:
        self.now_s = 0.0
        self.slow = slow
        self.points: list[Point] = []
        monkeypatch.setattr("time.monotonic", lambda: self.now_s)

    def measure(self, point: Point, _timeout_s: float, _on_tick: Callable[[], None]) -> Measurement:
        self.points.append(point)
        latency_ms = float(dict(point.options)["latency"].removesuffix("ms"))
        step_ms = self.slow * 7.0 + max(0.0, latency_ms - 6.0)
        words = point.app_options
        steps = int(words[words.index("--steps") + 1]) + int(words[words.index("--warmup") + 1])
        wall_s = 0.3 + steps * step_ms / 1e3
        self.now_s += wall_s
        time = PeTime(0, "site0", wall_s, 0.0, 0.0, {}, 0.0)
        return Measurement(Report({"ms_per_step": step_ms}, {}, time=(time,)), wall_s)


def test_a_study_keeps_its_budget_and_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch)
    measured = masking.measure_study(study(rounds=3, budget_s=60.0), machine.measure)
    assert measured.rounds_done == 3
    assert 40 < machine.now_s < 66
    assert len(machine.points) == 3 * 20 + CALIBRATION
    assert {len(times) for times in measured.times.values()} == {3}  # one PE, each round


def test_a_slow_machine_gets_fewer_rounds_but_ends_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = Machine(monkeypatch, slow=20.0)
    measured = masking.measure_study(study(rounds=3, budget_s=60.0), machine.measure)
    assert measured.rounds_done in (1, 2)
    assert machine.now_s < 70
    assert not math.isnan(measured.share(Cell("block", 16, 4.0)))


def test_a_failing_run_is_kept_and_the_rest_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch)

    def measure(point: Point, timeout_s: float, on_tick: Callable[[], None]) -> Measurement:
        if "1x2" in point.app_options and "naive" in point.app_options:
            raise IsthmusError("broke")
        return machine.measure(point, timeout_s, on_tick)

    measured = masking.measure_study(study(), measure)
    assert measured.failures == [
        f"naive, 1 per PE, {which}: broke"
        for which in ("0 ms", "4 ms", "8 ms", "8 ms, own priorities", "16 ms")
    ]
    assert measured.step(Cell("naive", 16, 16.0)) == 17.0


def test_without_given_latencies_they_follow_from_the_step_measured_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = Machine(monkeypatch, slow=2.0)
    measured = masking.measure_study(study(latencies_ms=()), machine.measure)
    assert measured.reference_ms == 14.0
    assert measured.study.latencies_ms == (0.0, 3.5, 7.0, 14.0, 28.0, 56.0)
    assert "not measured" not in judge(measured).text
    first, second = machine.points[:2]
    assert "--objects 4x8 --mapping block" in " ".join(first.app_options)
    assert second.app_options[-1] == "--plain"
    assert len(machine.points) == CALIBRATION + 4 * 7


def test_the_latencies_follow_from_the_quickest_run(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch)
    slowness = iter((9.0, 4.0, 1.0, 2.0))

    def measure(point: Point, timeout_s: float, on_tick: Callable[[], None]) -> Measurement:
        machine.slow = next(slowness, 1.0)
        return machine.measure(point, timeout_s, on_tick)

    assert masking.measure_study(study(latencies_ms=()), measure).reference_ms == 7.0


def test_a_study_without_any_step_time_fails() -> None:
    def measure(point: Point, timeout_s: float, on_tick: Callable[[], None]) -> Measurement:
        return Measurement(Report({"ms_per_step": 0.0}, {}), 0.1)

    with pytest.raises(IsthmusError, match="no metric ms_per_step above 0"):
        masking.measure_study(study(), measure)


def test_a_row_is_shown_when_its_curve_has_been_measured_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = Machine(monkeypatch)
    runs_at: dict[str, int] = {}
    say = Steps.say

    def said(steps: Steps, text: str) -> None:
        runs_at[" ".join(text.split()[:2])] = len(machine.points)
        say(steps, text)

    monkeypatch.setattr(Steps, "say", said)
    masking.measure_study(study(rounds=2, budget_s=60.0), machine.measure)
    rows = ["naive, 1", "naive, 16", "block, 1", "block, 16"]
    assert [runs_at[row] - CALIBRATION for row in rows] == [5, 10, 15, 20]
    err = capsys.readouterr().err
    assert "\nblock, 16       7.00 7.00 100%  9.00 86%  17.0 86%\n" in err


def test_only_what_is_compared_with_the_rest_has_priorities_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = Machine(monkeypatch)
    masking.measure_study(study(), machine.measure)
    own = [point for point in machine.points if "--plain" not in point.app_options]
    assert [dict(point.options)["latency"] for point in own] == ["8ms"] * 4


def test_points_carry_the_options_of_the_application(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch)
    masking.measure_study(study(), machine.measure)
    point = machine.points[-1]
    assert dict(point.options) == {
        "backend": "threads",
        "sites": "2",
        "pes": "1",
        "latency": "16ms",
    }
    text = " ".join(point.app_options)
    assert text.startswith("--mesh 4096 --objects 4x8 --mapping block --steps ")
    assert text.endswith(" --warmup 3 --plain")


def test_the_command_prints_a_table_and_a_verdict_and_writes_csv_and_plot(
    build_directory: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["--latencies", "0,4,16ms", "--objects-per-pe", "1,16", "--rounds", "1", "--pes", "1"]
    assert main(["masking", *words, "--budget", "120", "--out", str(tmp_path)]) == 0
    out, err = capfd.readouterr()
    assert "[16/16]" in err
    assert "naive, 16" in out
    goal, why, seen = out.splitlines()[-3:]
    assert goal.startswith("goal: at least 90 % of the latency hidden")
    assert goal.endswith(": met (least hidden: 100 % at block, 16 per PE, 4 ms)")
    assert why.startswith("Where the time went (block, 16 per PE): at 4 ms of 7.13 ms a step 7.13")
    assert seen.startswith("What you have just seen: with 16 objects per PE a latency of 4 ms")
    with (tmp_path / "latency.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 16
    last = rows[7]
    assert (last["mapping"], last["objects"], last["latency_ms"]) == ("block", "4x8", "16")
    step_ms, work_ms = 7.128 + 16 - 6.65, 7.128
    assert float(last["ms_per_step"]) == pytest.approx(step_ms, abs=1e-3)
    assert float(last["at_least_ms"]) == 16.0
    assert float(last["share_hidden"]) == pytest.approx(
        (work_ms + 16 - step_ms) / work_ms, abs=1e-3
    )
    assert rows[0]["share_hidden"] == ""
    assert [row["latency_ms"] for row in rows if row["application_priorities"] == "yes"] == [
        "4"
    ] * 4
    assert (tmp_path / "latency.png").read_bytes().startswith(b"\x89PNG")
