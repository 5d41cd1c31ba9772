"""The arithmetic of hidden latency, and the study from first run to verdict."""

import csv
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from isthmus import masking
from isthmus.build import Application
from isthmus.cli import main
from isthmus.errors import IsthmusError
from isthmus.masking import Cell, Measured, Study, arrangement, interpolate, share_hidden
from isthmus.measurement import Measurement, Point
from isthmus.report import Report

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
    return Measured(one, {cell: [step_ms(cell)] for cell in one.cells()}, rounds_done=1)


def hides(share: float) -> Callable[[Cell], float]:
    """Step times of 10 ms at latency 0 that hide this share of every latency."""
    return lambda cell: 10.0 + (1 - share) * cell.latency_ms


def test_the_share_hidden_is_what_does_not_lengthen_the_step() -> None:
    assert share_hidden(8.0, 7.0, 7.0) == 1.0
    assert share_hidden(8.0, 15.0, 7.0) == 0.0
    assert share_hidden(8.0, 9.0, 7.0) == 0.75
    assert share_hidden(8.0, 6.5, 7.0) == 1.0  # noise below the step time at latency 0
    assert share_hidden(1.0, 9.0, 7.0) == 0.0


def test_shares_compare_runs_of_the_same_round() -> None:
    measured = Measured(study())
    zero, four = Cell("block", 16, 0.0), Cell("block", 16, 4.0)
    measured.step_ms = {zero: [7.0, 14.0, 7.0], four: [7.4, 14.4, 7.4]}
    assert measured.share(four) == pytest.approx(0.9)


def test_a_failed_round_does_not_count() -> None:
    measured = Measured(study())
    zero, four = Cell("block", 16, 0.0), Cell("block", 16, 4.0)
    measured.step_ms = {zero: [math.nan, 7.0], four: [30.0, 8.0]}
    assert measured.share(four) == pytest.approx(0.75)
    assert measured.step(zero) == 7.0
    assert math.isnan(measured.step(Cell("block", 1, 0.0)))


def test_the_knee_is_where_the_flat_part_meets_the_rising_one() -> None:
    measured = measured_with(lambda cell: 7.0 + max(0.0, cell.latency_ms - 6.5))
    assert measured.knee("block", 16) == pytest.approx(6.5)
    assert measured_with(hides(0.0)).knee("block", 16) == pytest.approx(0.0)
    assert measured_with(hides(1.0)).knee("block", 16) is None


@pytest.mark.parametrize(
    ("total", "shape"), [(2, (1, 2)), (8, (2, 4)), (32, (4, 8)), (128, (8, 16)), (18, (3, 6))]
)
def test_objects_are_arranged_near_square_with_a_cut_between_the_sites(
    total: int, shape: tuple[int, int]
) -> None:
    assert arrangement(total, 2) == shape


def test_the_goal_is_met_when_the_worst_cell_within_the_step_time_hides_enough() -> None:
    verdict = masking.judge(measured_with(hides(0.93)))
    assert verdict.met
    assert verdict.text.endswith("met (least hidden: 93 % at block, 16 per PE, 4 ms)")


def test_the_goal_is_not_met_by_one_bad_cell() -> None:
    bad = Cell("block", 16, 8.0)
    verdict = masking.judge(measured_with(lambda cell: hides(0.5 if cell == bad else 1.0)(cell)))
    assert not verdict.met
    assert "not met (least hidden: 50 % at block, 16 per PE, 8 ms)" in verdict.text


def test_the_goal_asks_nothing_of_naive_mapping_few_objects_or_long_latencies() -> None:
    def outside(cell: Cell) -> bool:
        return cell.mapping == "naive" or cell.objects_per_pe < 16 or cell.latency_ms > 10

    assert masking.judge(measured_with(lambda c: hides(0.0 if outside(c) else 1.0)(c))).met


def test_the_goal_is_not_met_by_what_was_not_measured() -> None:
    hole = Cell("block", 16, 4.0)
    verdict = masking.judge(measured_with(lambda c: math.nan if c == hole else hides(1.0)(c)))
    assert not verdict.met
    assert "not measured" in verdict.text
    slow = masking.judge(measured_with(lambda cell: 1.0 + cell.latency_ms))
    assert not slow.met
    assert "no latency of this sweep" in slow.text


def test_the_table_has_step_times_above_shares() -> None:
    headings, rows = masking.table(measured_with(hides(0.75)))
    assert headings == ["mapping", "objects\nper PE", "0 ms", "4 ms", "8 ms", "16 ms", "knee\n(ms)"]
    assert rows[0] == ["naive", "1", "10.0\n", "11.0\n75 %", "12.0\n75 %", "14.0\n75 %", "12.0"]
    assert [row[:2] for row in rows] == [
        ["naive", "1"],
        ["naive", "16"],
        ["block", "1"],
        ["block", "16"],
    ]


def test_interpolation_stays_on_the_line() -> None:
    assert interpolate([0.0, 4.0, 8.0], [7.0, 7.0, 11.0], 6.0) == 9.0
    assert interpolate([0.0, 4.0], [7.0, 8.0], 9.0) == 8.0
    assert interpolate([2.0, 4.0], [7.0, 8.0], 0.0) == 7.0


class Machine:
    """Measures without running: every run takes a start-up and its steps, on its own clock."""

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
        return Measurement(Report({"ms_per_step": step_ms}, {}), wall_s)


def test_a_study_keeps_its_budget_and_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch)
    measured = masking.measure_study(study(rounds=3, budget_s=60.0), machine.measure)
    assert measured.rounds_done == 3
    assert 40 < machine.now_s < 66
    assert len(machine.points) == 3 * 16 + 1


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
    assert measured.failures == [f"naive, 1 per PE, {ms} ms: broke" for ms in (0, 4, 8, 16)]
    assert masking.judge(measured).met


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


def test_the_command_prints_a_table_and_a_verdict_and_writes_csv_and_plot(
    build_directory: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["--latencies", "0,4,16ms", "--objects-per-pe", "1,16", "--rounds", "1", "--pes", "1"]
    assert main(["masking", *words, "--budget", "20", "--out", str(tmp_path)]) == 0
    out, err = capfd.readouterr()
    assert "[12/12]" in err
    assert "naive" in out
    assert "goal: at least 90 % of the latency hidden" in out.splitlines()[-1]
    assert ": met (least hidden: 100 % at block, 16 per PE, 4 ms)" in out.splitlines()[-1]
    with (tmp_path / "latency.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 12
    last = rows[-1]
    assert (last["mapping"], last["objects"], last["latency_ms"]) == ("block", "4x8", "16")
    assert float(last["share_hidden"]) == pytest.approx(6.65 / 16, abs=1e-3)
    assert rows[0]["share_hidden"] == ""
    assert (tmp_path / "latency.png").read_bytes().startswith(b"\x89PNG")
