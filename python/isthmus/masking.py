"""How much wide-area latency message-driven objects mask: Jacobi2D over two emulated sites, with
the latency, the number of objects per PE and the mapping varied (Koenig 2007, ch. 4 and 5).

A step takes at least its work, which is what it takes without latency, t(0), with the same objects
(the picture has the least t(0) of all). And it takes at least the latency L, one way: a cell at the
border needs what its neighbour on the far side was a step before, which needs what the cell itself
was two steps before, so two steps take the way there and back. No mapping, no number of objects and
no order of messages makes a step shorter than max(t(0), L), as long as each cell is computed once
(deeper ghost zones compute some twice, and then send less often). A step that hides nothing takes
t(0) + L. Where between the two a step lies is the share of latency hidden, of that which can be:
(t(0) + L - t(L)) / min(t(0), L).

Cut into K objects of equal work per PE a step takes at least L + t(0) / K, too, since a border
object's own work is part of that way: one object per PE can hide nothing, and 16 can hide 15/16
where the latency is the step time or more.
"""

import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from isthmus.build import Application
from isthmus.errors import BadInputError, IsthmusError
from isthmus.measurement import Measurement, Point, measure
from isthmus.progress import Steps
from isthmus.report import PeTime, number_text

SITES = 2
METRIC = "ms_per_step"
GOAL_OBJECTS_PER_PE = 16
GOAL_MAPPING = "block"
MULTIPLES = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)  # of the step time: the latencies where none are given
ROUNDING = 1.05  # of latencies to two digits
STEPS_MIN, STEPS_MAX, WARMUP_STEPS = 8, 200, 3
CALIBRATION_RUNS, CALIBRATION_S = 3, 0.5
OVERTIME = 1.12  # of the budget; then no further run is started

Measure = Callable[[Point, float, Callable[[], None]], Measurement]


@dataclass(frozen=True)
class Study:
    """What to measure. Without latencies they are multiples of the step time, once it is measured.
    `budget_s` is for all runs together."""

    application: Application
    mesh: int
    pes_per_site: int
    latencies_ms: tuple[float, ...]
    objects_per_pe: tuple[int, ...]
    mappings: tuple[str, ...]
    rounds: int
    budget_s: float

    def __post_init__(self) -> None:
        given = list(self.latencies_ms)
        if given and (given[0] != 0.0 or given != sorted(given)):
            raise BadInputError("--latencies: expected rising values that start with 0")
        for objects in self.objects_per_pe:
            rows, columns = self.arrangement(objects)
            if self.mesh < max(rows, columns):
                raise BadInputError(f"--mesh {self.mesh}: too small for {rows} x {columns} objects")

    def arrangement(self, objects_per_pe: int) -> tuple[int, int]:
        return arrangement(objects_per_pe * SITES * self.pes_per_site, SITES)

    def curves(self) -> list[tuple[str, int]]:
        """Mappings and objects per PE, in the order of the table."""
        return [(mapping, count) for mapping in self.mappings for count in self.objects_per_pe]

    def curve(self, mapping: str, objects_per_pe: int) -> list["Cell"]:
        """From latency 0 upwards."""
        return [Cell(mapping, objects_per_pe, latency_ms) for latency_ms in self.latencies_ms]

    def reference(self) -> "Cell":
        """Whose step time the latencies are multiples of: the goal's, where it is measured."""
        mapping = GOAL_MAPPING if GOAL_MAPPING in self.mappings else self.mappings[-1]
        is_there = GOAL_OBJECTS_PER_PE in self.objects_per_pe
        return Cell(mapping, GOAL_OBJECTS_PER_PE if is_there else self.objects_per_pe[-1], 0.0)

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
                *(() if cell.with_priorities else ("--plain",)),
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
    """One combination. With priorities the application itself puts what the far site waits for
    first; without, nothing in it tells near neighbours from far ones."""

    mapping: str
    objects_per_pe: int
    latency_ms: float
    with_priorities: bool = False

    def text(self) -> str:
        more = ", own priorities" if self.with_priorities else ""
        return f"{self.mapping}, {self.objects_per_pe} per PE, {self.latency_ms:g} ms{more}"


def latencies_for(step_ms: float) -> tuple[float, ...]:
    """The multiples of a step time, each in two significant digits."""
    return tuple(float(f"{step_ms * multiple:.2g}") for multiple in MULTIPLES)


def bound_ms(latency_ms: float, step_at_zero_ms: float) -> float:
    """What no step is shorter than."""
    return max(step_at_zero_ms, latency_ms)


def share_hidden(latency_ms: float, step_ms: float, step_at_zero_ms: float) -> float:
    """Of the latency that can be hidden: 1 where the step takes the bound, 0 where it takes the
    step without latency and the latency."""
    share = (step_at_zero_ms + latency_ms - step_ms) / min(step_at_zero_ms, latency_ms)
    return min(1.0, max(0.0, share))


@dataclass
class Measured:
    """Step times by cell, one per round (ms); NaN where a run failed or was not started. `times`:
    where the time of the PEs went, of all rounds together. `reference_ms` is the step time that
    was measured before all else."""

    study: Study
    reference_ms: float
    step_ms: dict[Cell, list[float]] = field(default_factory=dict)
    times: dict[Cell, list[PeTime]] = field(default_factory=dict)
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

    def bound(self, cell: Cell) -> float:
        """NaN where the step without latency was not measured."""
        zero_ms = self.step(self.at_zero(cell))
        return math.nan if math.isnan(zero_ms) else bound_ms(cell.latency_ms, zero_ms)

    def nearest_ms(self, step_ms: float) -> float | None:
        """The latency nearest to a step time; None where there is none but 0."""
        latencies = [ms for ms in self.study.latencies_ms if ms > 0]
        return min(latencies, key=lambda ms: abs(math.log(ms / step_ms)), default=None)

    def priorities_at_ms(self) -> float | None:
        """The latency at which steps with the application's priorities are measured: where they say
        most, as neither work nor latency alone decides. None where there is no latency but 0."""
        return self.nearest_ms(self.reference_ms)

    def cells(self) -> list[Cell]:
        """Curve by curve, each from latency 0 upwards; what is compared are neighbours."""
        priorities_at_ms = self.priorities_at_ms()
        cells = []
        for curve in self.study.curves():
            for cell in self.study.curve(*curve):
                cells.append(cell)
                if cell.latency_ms == priorities_at_ms:
                    cells.append(replace(cell, with_priorities=True))
        return cells

    def change(self, cell: Cell) -> float:
        """What the application's priorities add to a step, as a share of it; below 0, they gain."""
        return self.step(replace(cell, with_priorities=True)) / self.step(cell) - 1

    def shares(self, cell: Cell) -> list[float]:
        """One per round, each against the same round's run at latency 0, so that a machine that
        slows down between rounds does not count as latency. None at latency 0."""
        if cell.latency_ms == 0:
            return []
        return [
            share_hidden(cell.latency_ms, step, zero)
            for step, zero in zip(
                self.step_ms.get(cell, []), self.step_ms.get(self.at_zero(cell), []), strict=False
            )
            if not math.isnan(step) and not math.isnan(zero)
        ]

    def share(self, cell: Cell) -> float:
        """Median over the rounds; NaN at latency 0, and where no round has it."""
        shares = self.shares(cell)
        return statistics.median(shares) if shares else math.nan


def measure_study(study: Study, run: Measure = measure) -> Measured:
    """Measures round by round, with as many steps per run as the budget has time for. A curve's row
    is shown as soon as it has been measured once. Raises IsthmusError where the step time cannot be
    measured at all.

    The runs of a curve are neighbours in time, and every other round goes backwards, so that a
    drift of the machine does not look like an effect of latency.
    """
    latencies = study.latencies_ms or MULTIPLES
    runs_a_curve = len(latencies) + (len(latencies) > 1)
    pace = _Pace(study.budget_s, study.rounds * len(study.curves()) * runs_a_curve)
    with Steps("latency masking", pace.runs_left) as steps:
        steps.begin("how long a step takes here")
        reference_ms = pace.calibrate(study, run, steps.tick)
        study = replace(study, latencies_ms=study.latencies_ms or latencies_for(reference_ms))
        measured = Measured(study, reference_ms)
        steps.say(f"a step takes {number_text(reference_ms)} ms; the first round, ms per step:")
        steps.say(row_line(first_round_headings(measured)))
        cells = measured.cells()
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
                    values[-1], times = pace.run(
                        study, cell, guess if math.isnan(known) else known, run, steps.tick
                    )
                    measured.times.setdefault(cell, []).extend(times)
                except IsthmusError as problem:
                    if problem.status > 128:  # the user ended it
                        raise
                    measured.failures.append(f"{cell.text()}: {problem}")
                    steps.end(f"failed: {problem}")
                else:
                    steps.end(f"{values[-1]:.2f} ms per step")
                if number == 0 and cell == study.curve(cell.mapping, cell.objects_per_pe)[-1]:
                    steps.say(row_line(first_round_row(measured, cell)))
            if not pace.is_over():
                measured.rounds_done = number + 1
    return measured


def first_round_headings(measured: Measured) -> list[str]:
    return ["", *(f"{ms:g} ms" for ms in measured.study.latencies_ms)]


def first_round_row(measured: Measured, cell: Cell) -> list[str]:
    """Step times of the cell's curve, each with the share hidden."""
    words = []
    for one in measured.study.curve(cell.mapping, cell.objects_per_pe):
        step_ms, share = measured.step(one), measured.share(one)
        hidden = "" if math.isnan(share) else f" {100 * share:.0f}%"
        words.append("-" if math.isnan(step_ms) else number_text(step_ms) + hidden)
    return [f"{cell.mapping}, {cell.objects_per_pe}", *words]


def row_line(words: Sequence[str]) -> str:
    return f"{words[0]:<10}" + "".join(f"{word:>10}" for word in words[1:])


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

    def calibrate(self, study: Study, run: Measure, on_tick: Callable[[], None]) -> float:
        """The step time of the reference (ms). A short run warms up; of the next the quickest
        counts, as what else the machine does can only add."""
        cell = study.reference()
        step_ms = self._take(run(study.point(cell, STEPS_MIN), self._budget_s, on_tick), STEPS_MIN)
        for _ in range(CALIBRATION_RUNS):
            count = min(STEPS_MAX, max(STEPS_MIN, int(CALIBRATION_S * 1e3 / step_ms)))
            found_ms = self._take(run(study.point(cell, count), self._budget_s, on_tick), count)
            step_ms = min(step_ms, found_ms)
        return step_ms

    def run(
        self, study: Study, cell: Cell, step_ms: float, run: Measure, on_tick: Callable[[], None]
    ) -> tuple[float, Sequence[PeTime]]:
        """The step time measured (ms), and where the time went. A run that takes far longer than
        predicted is ended."""
        if math.isnan(step_ms):
            step_ms = self._step_ms + cell.latency_ms
        count = self.steps(step_ms)
        self.runs_left -= 1
        predicted_s = self._start_up_s + (count + WARMUP_STEPS) * step_ms / 1e3
        timeout_s = min(10 + 10 * predicted_s, self._budget_s)
        measurement = run(study.point(cell, count), timeout_s, on_tick)
        return self._take(measurement, count), measurement.report.time

    def _take(self, measurement: Measurement, steps: int) -> float:
        step_ms = measurement.report.metrics.get(METRIC)
        if step_ms is None or step_ms <= 0:
            raise IsthmusError(f"the report has no metric {METRIC} above 0")
        self._step_ms = step_ms
        start_up_s = measurement.wall_s - (steps + WARMUP_STEPS) * step_ms / 1e3
        self._start_up_s += 0.3 * (max(0.0, start_up_s) - self._start_up_s)
        return step_ms
