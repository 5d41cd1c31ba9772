"""How much wide-area latency message-driven objects mask: Jacobi2D over two emulated sites, with
the latency, the number of objects per PE and the mapping varied (Koenig 2007, ch. 4 and 5)."""

import csv
import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from isthmus.build import Application
from isthmus.errors import BadInputError, IsthmusError
from isthmus.measurement import Measurement, Point, measure
from isthmus.plots import Chart, Curve, Panel, Reference, draw_chart
from isthmus.progress import Steps
from isthmus.report import number_text, percent_text

SITES = 2
METRIC = "ms_per_step"
GOAL_SHARE = 0.9
GOAL_OBJECTS_PER_PE = 16
GOAL_MAPPING = "block"
STEPS_MIN, STEPS_MAX, WARMUP_STEPS = 8, 200, 3
OVERTIME = 1.12  # of the budget; then no further run is started
KNEE_RISE = 0.1  # a curve that rises less than this share over the sweep has no knee in it

Measure = Callable[[Point, float, Callable[[], None]], Measurement]


@dataclass(frozen=True)
class Study:
    """What to measure. `budget_s` is for all runs together."""

    application: Application
    mesh: int
    pes_per_site: int
    latencies_ms: tuple[float, ...]
    objects_per_pe: tuple[int, ...]
    mappings: tuple[str, ...]
    rounds: int
    budget_s: float

    def __post_init__(self) -> None:
        if 0.0 not in self.latencies_ms or list(self.latencies_ms) != sorted(self.latencies_ms):
            raise BadInputError("--latencies: expected rising values that start with 0")
        for objects in self.objects_per_pe:
            rows, columns = self.arrangement(objects)
            if self.mesh < max(rows, columns):
                raise BadInputError(f"--mesh {self.mesh}: too small for {rows} x {columns} objects")

    def arrangement(self, objects_per_pe: int) -> tuple[int, int]:
        return arrangement(objects_per_pe * SITES * self.pes_per_site, SITES)

    def cells(self) -> list["Cell"]:
        """Curve by curve, each from latency 0 upwards."""
        return [
            Cell(mapping, objects, latency_ms)
            for objects in self.objects_per_pe
            for mapping in self.mappings
            for latency_ms in self.latencies_ms
        ]

    def point(self, cell: "Cell", steps: int) -> Point:
        rows, columns = self.arrangement(cell.objects_per_pe)
        return Point(
            self.application,
            (
                ("backend", "threads"),
                ("sites", str(SITES)),
                ("pes", str(self.pes_per_site)),
                ("latency", f"{cell.latency_ms:g}ms"),
            ),
            (
                *("--mesh", str(self.mesh)),
                *("--objects", f"{rows}x{columns}"),
                *("--mapping", cell.mapping),
                *("--steps", str(steps)),
                *("--warmup", str(WARMUP_STEPS)),
            ),
        )


def arrangement(total: int, sites: int) -> tuple[int, int]:
    """Rows and columns of `total` objects: as near to square as it goes, no more rows than
    columns, the columns a multiple of the sites so that the block mapping cuts between them."""
    for rows in range(math.isqrt(total), 0, -1):
        if total % rows == 0 and (total // rows) % sites == 0:
            return rows, total // rows
    return 1, total


@dataclass(frozen=True)
class Cell:
    """One combination, in the order of the table."""

    mapping: str
    objects_per_pe: int
    latency_ms: float

    def text(self) -> str:
        return f"{self.mapping}, {self.objects_per_pe} per PE, {self.latency_ms:g} ms"


def share_hidden(latency_ms: float, step_ms: float, step_at_zero_ms: float) -> float:
    """The part of a latency that does not lengthen the step, from 0 to 1."""
    return min(1.0, max(0.0, 1.0 - (step_ms - step_at_zero_ms) / latency_ms))


@dataclass
class Measured:
    """Step times by cell, one per round (ms); NaN where a run failed or was not started."""

    study: Study
    step_ms: dict[Cell, list[float]] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    rounds_done: int = 0

    def step(self, cell: Cell) -> float:
        """Median over the rounds; NaN where there is none."""
        values = [value for value in self.step_ms.get(cell, []) if not math.isnan(value)]
        return statistics.median(values) if values else math.nan

    def span(self, cell: Cell) -> tuple[float, float]:
        values = [value for value in self.step_ms.get(cell, []) if not math.isnan(value)]
        return (min(values), max(values)) if values else (math.nan, math.nan)

    def at_zero(self, cell: Cell) -> Cell:
        return Cell(cell.mapping, cell.objects_per_pe, 0.0)

    def share(self, cell: Cell) -> float:
        """Median over the rounds, each against the same round's run at latency 0, so that a
        machine that slows down between rounds does not count as latency."""
        shares = [
            share_hidden(cell.latency_ms, step, zero)
            for step, zero in zip(
                self.step_ms.get(cell, []), self.step_ms.get(self.at_zero(cell), []), strict=False
            )
            if not math.isnan(step) and not math.isnan(zero)
        ]
        return statistics.median(shares) if shares else math.nan

    def knee(self, mapping: str, objects_per_pe: int) -> float | None:
        """The latency (ms) where the flat part of a curve meets the rising one, which has slope 1:
        each further ms of latency is a further ms of waiting. None where the curve stays flat."""
        first = Cell(mapping, objects_per_pe, 0.0)
        last_ms = self.study.latencies_ms[-1]
        rise = self.step(Cell(mapping, objects_per_pe, last_ms)) - self.step(first)
        if math.isnan(rise) or rise < KNEE_RISE * self.step(first):
            return None
        return max(0.0, last_ms - rise)


def measure_study(study: Study, run: Measure = measure) -> Measured:
    """Measures round by round, with as many steps per run as the budget has time for.

    The runs that are compared are neighbours in time, and every other round goes backwards, so that
    a drift of the machine does not look like an effect of latency.
    """
    measured = Measured(study)
    cells = study.cells()
    pace = _Pace(study.budget_s, study.rounds * len(cells))
    with Steps(f"latency masking, {study.mesh} x {study.mesh}", pace.runs_left) as steps:
        _warm_up(study, pace, run, measured, steps)
        for number in range(study.rounds):
            for cell in reversed(cells) if number % 2 else cells:
                values = measured.step_ms.setdefault(cell, [])
                values.append(math.nan)
                if pace.is_over():
                    continue
                steps.begin(cell.text())
                known = measured.step(cell)
                guess = measured.step(measured.at_zero(cell)) + cell.latency_ms
                try:
                    values[-1] = pace.run(
                        study, cell, guess if math.isnan(known) else known, run, steps.tick
                    )
                except IsthmusError as problem:
                    if problem.status > 128:  # the user ended it
                        raise
                    measured.failures.append(f"{cell.text()}: {problem}")
                    steps.end(f"failed: {problem}")
                else:
                    steps.end(f"{values[-1]:.2f} ms per step")
            if not pace.is_over():
                measured.rounds_done = number + 1
    return measured


def _warm_up(study: Study, pace: "_Pace", run: Measure, measured: Measured, steps: Steps) -> None:
    """One short run that is not counted: how long a step and a start take here."""
    cell = Cell(study.mappings[-1], study.objects_per_pe[-1], 0.0)
    steps.begin("calibrating")
    try:
        pace.calibrate(study, cell, run, steps.tick)
    except IsthmusError as problem:
        if problem.status > 128:
            raise
        measured.failures.append(f"calibration: {problem}")


class _Pace:
    """Splits what is left of the budget evenly among the runs that are left."""

    def __init__(self, budget_s: float, runs: int) -> None:
        self.runs_left = runs
        self._budget_s = budget_s
        self._start_s = time.monotonic()
        self._start_up_s = 0.2
        self._step_ms = 10.0

    def is_over(self) -> bool:
        return time.monotonic() - self._start_s > self._budget_s * OVERTIME

    def steps(self, step_ms: float) -> int:
        left_s = self._budget_s - (time.monotonic() - self._start_s)
        for_run_s = left_s / max(1, self.runs_left) - self._start_up_s
        return min(STEPS_MAX, max(STEPS_MIN, int(for_run_s * 1e3 / step_ms) - WARMUP_STEPS))

    def calibrate(
        self, study: Study, cell: Cell, run: Measure, on_tick: Callable[[], None]
    ) -> None:
        point = study.point(cell, STEPS_MIN)
        self._take(run(point, self._budget_s, on_tick), STEPS_MIN)

    def run(
        self, study: Study, cell: Cell, step_ms: float, run: Measure, on_tick: Callable[[], None]
    ) -> float:
        """The step time measured (ms). A run that takes far longer than predicted is ended."""
        if math.isnan(step_ms):
            step_ms = self._step_ms + cell.latency_ms
        count = self.steps(step_ms)
        self.runs_left -= 1
        predicted_s = self._start_up_s + (count + WARMUP_STEPS) * step_ms / 1e3
        timeout_s = min(10 + 10 * predicted_s, self._budget_s)
        return self._take(run(study.point(cell, count), timeout_s, on_tick), count)

    def _take(self, measurement: Measurement, steps: int) -> float:
        step_ms = measurement.report.metrics.get(METRIC)
        if step_ms is None:
            raise IsthmusError(f"the report has no metric {METRIC}")
        self._step_ms = step_ms
        start_up_s = measurement.wall_s - (steps + WARMUP_STEPS) * step_ms / 1e3
        self._start_up_s += 0.3 * (max(0.0, start_up_s) - self._start_up_s)
        return step_ms


@dataclass(frozen=True)
class Verdict:
    met: bool
    text: str


def judge(measured: Measured) -> Verdict:
    """The goal: with 16 or more objects per PE and block mapping, a latency up to the step time
    is hidden to 90 % or more."""
    goal = (
        f"goal: at least {percent_text(GOAL_SHARE)} of the latency hidden with {GOAL_MAPPING} "
        f"mapping, {GOAL_OBJECTS_PER_PE} or more objects per PE, latency up to the step time"
    )
    worst: tuple[float, Cell] | None = None
    for cell in measured.study.cells():
        zero_ms = measured.step(measured.at_zero(cell))
        if cell.mapping != GOAL_MAPPING or cell.objects_per_pe < GOAL_OBJECTS_PER_PE:
            continue
        if math.isnan(zero_ms):
            return Verdict(False, f"{goal}: not measured")
        if not 0 < cell.latency_ms <= zero_ms:
            continue
        share = measured.share(cell)
        if math.isnan(share):
            return Verdict(False, f"{goal}: not measured ({cell.text()})")
        if worst is None or share < worst[0]:
            worst = (share, cell)
    if worst is None:
        return Verdict(False, f"{goal}: no latency of this sweep is within the step time")
    share, cell = worst
    met = share >= GOAL_SHARE
    detail = f"least hidden: {percent_text(share)} at {cell.text()}"
    return Verdict(met, f"{goal}: {'met' if met else 'not met'} ({detail})")


def table(measured: Measured) -> tuple[list[str], list[list[str]]]:
    """Headings and rows: the step time (ms), below it the share of latency hidden."""
    study = measured.study
    headings = ["mapping", "objects\nper PE", *(f"{ms:g} ms" for ms in study.latencies_ms)]
    headings.append("knee\n(ms)")
    rows = []
    for mapping in study.mappings:
        for objects in study.objects_per_pe:
            row = [mapping, str(objects)]
            for latency_ms in study.latencies_ms:
                row.append(_cell_text(measured, Cell(mapping, objects, latency_ms)))
            knee = measured.knee(mapping, objects)
            rows.append([*row, "none" if knee is None else f"{knee:.1f}"])
    return headings, rows


def _cell_text(measured: Measured, cell: Cell) -> str:
    step_ms = measured.step(cell)
    if math.isnan(step_ms):
        return "-"
    share = measured.share(cell) if cell.latency_ms > 0 else math.nan
    return number_text(step_ms) + ("\n" if math.isnan(share) else f"\n{percent_text(share)}")


def write_csv(measured: Measured, path: Path) -> None:
    study = measured.study
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(
            [
                *("mapping", "objects_per_pe", "objects", "pes", "mesh", "latency_ms"),
                *("ms_per_step", "ms_per_step_min", "ms_per_step_max", "share_hidden", "rounds"),
            ]
        )
        for cell in study.cells():
            step_ms, (low, high) = measured.step(cell), measured.span(cell)
            share = measured.share(cell) if cell.latency_ms > 0 else math.nan
            rows, columns = study.arrangement(cell.objects_per_pe)
            rounds = sum(not math.isnan(value) for value in measured.step_ms.get(cell, []))
            writer.writerow(
                [
                    *(cell.mapping, cell.objects_per_pe, f"{rows}x{columns}"),
                    *(SITES * study.pes_per_site, study.mesh, f"{cell.latency_ms:g}"),
                    *(_number(step_ms), _number(low), _number(high), _number(share), rounds),
                ]
            )


def _number(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.5g}"


def draw(measured: Measured, path: Path, note: str) -> None:
    study = measured.study
    panels = []
    for mapping in study.mappings:
        curves = [_curve(measured, mapping, objects) for objects in study.objects_per_pe]
        zeros = [curve.y[0] for curve in curves if curve.x and curve.x[0] == 0]
        references = []
        if zeros:
            base = min(zeros)
            line = [base + ms for ms in study.latencies_ms]
            references.append(Reference("nothing hidden", study.latencies_ms, line))
        panels.append(Panel(f"{mapping} mapping", curves, references))
    chart = Chart(
        title=f"Jacobi2D {study.mesh} x {study.mesh} over two sites, "
        f"{_pes_text(study.pes_per_site)} each",
        x_label="latency between the sites, one way (ms)",
        y_label="time per step (ms)",
        panels=panels,
        note=f"rings: knees; dashed: step time + latency; bands: lowest and highest of "
        f"{measured.rounds_done} rounds\n{note}",
        legend_title="objects per PE",
        ordered=True,
    )
    draw_chart(chart, path)


def _curve(measured: Measured, mapping: str, objects: int) -> Curve:
    cells = [Cell(mapping, objects, ms) for ms in measured.study.latencies_ms]
    cells = [cell for cell in cells if not math.isnan(measured.step(cell))]
    x = [cell.latency_ms for cell in cells]
    y = [measured.step(cell) for cell in cells]
    spans = [measured.span(cell) for cell in cells]
    knee = measured.knee(mapping, objects)
    return Curve(
        str(objects),
        x,
        y,
        [low for low, _ in spans],
        [high for _, high in spans],
        mark=None if knee is None else (knee, interpolate(x, y, knee)),
    )


def interpolate(x: Sequence[float], y: Sequence[float], at: float) -> float:
    """On the line through the points, whose x rise; beyond them the nearest point's y."""
    for i in range(1, len(x)):
        if at <= x[i]:
            share = max(0.0, (at - x[i - 1]) / (x[i] - x[i - 1]))
            return y[i - 1] + share * (y[i] - y[i - 1])
    return y[-1]


def _pes_text(count: int) -> str:
    return f"{count} PE" if count == 1 else f"{count} PEs"
