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

import argparse
import csv
import math
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from isthmus import build, report
from isthmus.arguments import (
    Commands,
    add_out,
    expect_no_app_options,
    positive,
    positive_number,
    words,
)
from isthmus.build import Application
from isthmus.errors import BadInputError, IsthmusError
from isthmus.machine import this_machine
from isthmus.measurement import Measurement, Point, measure
from isthmus.plots import Chart, Curve, Floor, Panel, Reference, draw_chart
from isthmus.progress import Steps
from isthmus.quantity import time_ms, with_shared_unit
from isthmus.report import number_text, percent_text

SITES = 2
METRIC = "ms_per_step"
GOAL_SHARE = 0.9
GOAL_OBJECTS_PER_PE = 16
GOAL_MAPPING = "block"
MULTIPLES = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)  # of the step time: the latencies where none are given
ROUNDING = 1.05  # of latencies to two digits
FRACTIONS = {0.25: "¼ step", 0.5: "½ step", 1.0: "1 step", 2.0: "2 steps", 4.0: "4 steps"}
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
    """Step times by cell, one per round (ms); NaN where a run failed or was not started.
    `reference_ms` is the step time that was measured before all else."""

    study: Study
    reference_ms: float
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

    def share(self, cell: Cell) -> float:
        """Median over the rounds, each against the same round's run at latency 0, so that a
        machine that slows down between rounds does not count as latency. NaN at latency 0."""
        if cell.latency_ms == 0:
            return math.nan
        shares = [
            share_hidden(cell.latency_ms, step, zero)
            for step, zero in zip(
                self.step_ms.get(cell, []), self.step_ms.get(self.at_zero(cell), []), strict=False
            )
            if not math.isnan(step) and not math.isnan(zero)
        ]
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
        if step_ms is None or step_ms <= 0:
            raise IsthmusError(f"the report has no metric {METRIC} above 0")
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
        f"mapping, {GOAL_OBJECTS_PER_PE} or more objects per PE, latency up to the step time of "
        f"{number_text(measured.reference_ms)} ms"
    )
    shares = {
        cell: measured.share(cell)
        for cell in measured.cells()
        if cell.mapping == GOAL_MAPPING
        and cell.objects_per_pe >= GOAL_OBJECTS_PER_PE
        and not cell.with_priorities
        and 0 < cell.latency_ms <= measured.reference_ms * ROUNDING
    }
    if not shares:
        return Verdict(False, f"{goal}: not measured (no such latency in this sweep)")
    for cell, share in shares.items():
        if math.isnan(share):
            return Verdict(False, f"{goal}: not measured ({cell.text()})")
    worst = min(shares, key=lambda cell: shares[cell])
    detail = f"least hidden: {percent_text(shares[worst])} at {worst.text()}"
    if shares[worst] >= GOAL_SHARE:
        return Verdict(True, f"{goal}: met ({detail})")
    missed_ms = min(cell.latency_ms for cell, share in shares.items() if share < GOAL_SHARE)
    kept_ms = max((cell.latency_ms for cell in shares if cell.latency_ms < missed_ms), default=0)
    kept = f"; up to {kept_ms:g} ms it is met" if kept_ms else ""
    return Verdict(False, f"{goal}: not met ({detail}{kept})")


def summary(measured: Measured) -> str:
    """What has been seen, in a sentence: what the latency nearest to the step time costs with many
    objects and with few. Empty where that was not measured."""
    many, few = measured.study.reference(), min(measured.study.objects_per_pe)
    latency_ms = measured.nearest_ms(measured.step(many))
    if latency_ms is None or few == many.objects_per_pe:
        return ""
    parts: list[str] = []
    for count in (many.objects_per_pe, few):
        cell = Cell(many.mapping, count, latency_ms)
        zero_ms, share = measured.step(measured.at_zero(cell)), measured.share(cell)
        if math.isnan(share):
            return ""
        objects = "one object" if count == 1 else f"{count} objects"
        latency = f"a latency of {latency_ms:g} ms between the sites" if not parts else "it"
        digits = max(0, min(6, 2 - math.floor(math.log10(zero_ms))))
        cost_ms = max(0.0, measured.step(cell) - zero_ms)
        parts.append(
            f"with {objects} per PE {latency} cost {cost_ms:.{digits}f} ms per step of "
            f"{zero_ms:.{digits}f} ms, {percent_text(share)} hidden"
        )
    return f"What you have just seen: {parts[0]}; {parts[1]}, and the program is the same."


def legend() -> str:
    """What stands below the table."""
    return (
        "at least: no scheme makes a step of these objects shorter than its work (at 0 ms) or the\n"
        "  latency\n"
        "hidden: 100 % where a step takes no longer, 0 % where the latency comes on top\n"
        "priorities: the step, and its change, where the application has its own; else it has none"
    )


def steps_text(ratio: float) -> str:
    """A latency in steps: "¼ step", "2 steps"."""
    for fraction, text in FRACTIONS.items():
        if 1 / ROUNDING <= ratio / fraction <= ROUNDING:
            return text
    return f"{ratio:.2g} steps"


def table(measured: Measured) -> tuple[list[str], list[list[str]]]:
    """Headings and rows: step times (ms), below each what it is at least, and the share hidden."""
    study, priorities_at_ms = measured.study, measured.priorities_at_ms()
    headings = ["mapping,\nobjects/PE"]
    for ms in study.latencies_ms:
        in_steps = steps_text(ms / measured.reference_ms) if ms > 0 else ""
        headings.append(f"{ms:g} ms\n{in_steps}")
    if priorities_at_ms is not None:
        headings.append(f"{priorities_at_ms:g} ms,\npriorities")
    rows = []
    for mapping, objects in study.curves():
        row = [f"{mapping}, {objects}\n  at least\n  hidden"]
        row += [_cell_text(measured, cell) for cell in study.curve(mapping, objects)]
        if priorities_at_ms is not None:
            row.append(_priorities_text(measured, Cell(mapping, objects, priorities_at_ms)))
        rows.append(row)
    return headings, rows


def _cell_text(measured: Measured, cell: Cell) -> str:
    step_ms, bound, share = measured.step(cell), measured.bound(cell), measured.share(cell)
    if math.isnan(step_ms):
        return "-\n\n"
    if math.isnan(share):
        return f"{number_text(step_ms)}\n\n"
    return f"{number_text(step_ms)}\n{number_text(bound)}\n{percent_text(share)}"


def _priorities_text(measured: Measured, cell: Cell) -> str:
    step_ms, change = measured.step(replace(cell, with_priorities=True)), measured.change(cell)
    if math.isnan(change):
        return "-\n\n"
    return f"{number_text(step_ms)}\n{round(100 * change):+d} %\n"


def write_csv(measured: Measured, path: Path) -> None:
    study = measured.study
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(
            [
                *("mapping", "objects_per_pe", "objects", "pes", "mesh", "latency_ms"),
                *("ms_per_step", "ms_per_step_min", "ms_per_step_max", "share_hidden", "rounds"),
                *("at_least_ms", "application_priorities"),
            ]
        )
        for cell in measured.cells():
            step_ms, (low, high) = measured.step(cell), measured.span(cell)
            share = measured.share(cell)
            rows, columns = study.arrangement(cell.objects_per_pe)
            rounds = sum(not math.isnan(value) for value in measured.step_ms.get(cell, []))
            writer.writerow(
                [
                    *(cell.mapping, cell.objects_per_pe, f"{rows}x{columns}"),
                    *(SITES * study.pes_per_site, study.mesh, f"{cell.latency_ms:g}"),
                    *(_number(step_ms), _number(low), _number(high), _number(share), rounds),
                    *(_number(measured.bound(cell)), "yes" if cell.with_priorities else "no"),
                ]
            )


def _number(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.5g}"


def draw(measured: Measured, path: Path, note: str) -> None:
    """A panel per mapping. What no step can reach is shaded, by the quickest step of all without
    latency; where nothing is hidden, by that of the fewest objects."""
    study = measured.study
    zeros = [measured.step(Cell(*curve, 0.0)) for curve in study.curves()]
    zeros = [ms for ms in zeros if not math.isnan(ms)]
    panels = []
    for mapping in study.mappings:
        curves = [_curve(measured, mapping, objects) for objects in study.objects_per_pe]
        references = []
        base_ms = measured.step(Cell(mapping, min(study.objects_per_pe), 0.0))
        if not math.isnan(base_ms):
            line = [base_ms + ms for ms in study.latencies_ms]
            references.append(Reference("nothing hidden", study.latencies_ms, line))
        panels.append(Panel(f"{mapping} mapping", curves, references))
    chart = Chart(
        title="Does a far site make a step longer?",
        x_label="latency between the sites, one way (ms; below, in steps)",
        y_label="time per step (ms)",
        panels=panels,
        floor=_floor(study.latencies_ms, min(zeros)) if zeros else None,
        x_notes={
            ms: steps_text(ms / measured.reference_ms).split()[0]
            for ms in study.latencies_ms
            if ms > 0
        },
        note="along the edge of the grey, all latency is hidden that can be; along the dashed "
        "line, every step waits for all of it\n"
        f"Jacobi2D {study.mesh} x {study.mesh} over two sites, {_pes_text(study.pes_per_site)} "
        f"each; bands: lowest and highest of {measured.rounds_done} rounds\n{note}",
        legend_title="objects per PE",
        ordered=True,
    )
    draw_chart(chart, path)


def _floor(latencies_ms: Sequence[float], step_ms: float) -> Floor:
    x = sorted({*latencies_ms, min(step_ms, latencies_ms[-1])})
    return Floor(
        "no scheme gets here: a step is no\nshorter than its work or the latency",
        x,
        [bound_ms(ms, step_ms) for ms in x],
    )


def _curve(measured: Measured, mapping: str, objects: int) -> Curve:
    cells = measured.study.curve(mapping, objects)
    cells = [cell for cell in cells if not math.isnan(measured.step(cell))]
    spans = [measured.span(cell) for cell in cells]
    return Curve(
        str(objects),
        [cell.latency_ms for cell in cells],
        [measured.step(cell) for cell in cells],
        [low for low, _ in spans],
        [high for _, high in spans],
    )


def _pes_text(count: int) -> str:
    return f"{count} PE" if count == 1 else f"{count} PEs"


EPILOG = """\
Runs Jacobi2D over two emulated sites on this machine's cores and asks how much of the latency
between them is hidden. First the step time is measured; the latencies are multiples of it, unless
they are given.

No step is shorter than its work, t(0), which is the step time without latency, nor than the latency
L, as each border needs what the far side had a step before: max(t(0), L) is the bound of every
scheme that computes no cell twice. A step that hides nothing takes t(0) + L. The share hidden says
where between the two the measured step lies: (t(0) + L - t(L)) / min(t(0), L). With K objects per
PE a border object's own work, t(0) / K, cannot be hidden where the latency is a step or more.

The application puts nothing first by itself (jacobi2d --plain); a column of its own has the step
time with its priorities, at the latency nearest to the step time, and the gain.

Prints each curve as soon as it is measured once, then a table (ms per step, below it the bound and
the share hidden), a verdict and a sentence; writes latency.csv and latency.png to --out.

examples:
  isthmus masking
  isthmus masking --mesh 2048 --latencies 0,1,2,4ms --objects-per-pe 4,16 --rounds 1
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("masking", "measure how much wide-area latency objects mask", EPILOG)
    parser.add_argument(
        "--app",
        default="jacobi2d",
        metavar="APP",
        help="the application's name, or its path (default jacobi2d)",
    )
    parser.add_argument(
        "--mesh",
        type=positive,
        default=4096,
        metavar="N",
        help="points per side of the mesh (default 4096)",
    )
    parser.add_argument(
        "--pes",
        type=positive,
        metavar="N",
        help="PEs per site (default: half of this machine's cores)",
    )
    parser.add_argument(
        "--latencies",
        type=_latencies,
        default=(),
        metavar="L1,L2,...",
        help="one-way latencies, rising from 0, such as 0,4,8ms (default: 0, 1/4, 1/2, 1, 2 and 4 "
        "times the step time measured)",
    )
    parser.add_argument(
        "--objects-per-pe",
        type=_counts,
        default=(1, 4, 16, 64),
        metavar="K1,K2,...",
        help="objects per PE (default 1,4,16,64)",
    )
    parser.add_argument(
        "--mappings",
        type=words,
        default=("block", "naive"),
        metavar="M1,...",
        help="mappings (default block,naive)",
    )
    parser.add_argument(
        "--rounds",
        type=positive,
        default=3,
        metavar="K",
        help="how often the whole is measured; medians count (default 3)",
    )
    parser.add_argument(
        "--budget",
        type=positive_number,
        default=120.0,
        metavar="SECONDS",
        help="time for all runs; steps per run follow from it (default 120)",
    )
    add_out(parser, "where latency.csv and latency.png go")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    machine = this_machine()
    study = Study(
        application=build.find_application(parsed.app),
        mesh=parsed.mesh,
        pes_per_site=parsed.pes or max(1, machine.cores // SITES),
        latencies_ms=parsed.latencies,
        objects_per_pe=parsed.objects_per_pe,
        mappings=parsed.mappings,
        rounds=parsed.rounds,
        budget_s=parsed.budget,
    )
    report.make_directory(parsed.out)
    measured = measure_study(study)
    write_csv(measured, parsed.out / "latency.csv")
    draw(measured, parsed.out / "latency.png", f"{machine.text()}, {build.commit()}")
    headings, rows = table(measured)
    title = f"Jacobi2D {study.mesh} x {study.mesh} over two sites: ms per step, by latency"
    report.print_table(headings, rows, title)
    print(legend())
    print(f"written: {parsed.out / 'latency.csv'}, {parsed.out / 'latency.png'}")
    for failure in measured.failures:
        print(f"isthmus: failed: {failure}", file=sys.stderr)
    if measured.rounds_done < study.rounds:
        print(f"isthmus: time for {measured.rounds_done} of {study.rounds} rounds", file=sys.stderr)
    print(judge(measured).text)
    if seen := summary(measured):
        print(seen)
    return 1 if measured.failures or measured.rounds_done == 0 else 0


def _counts(text: str) -> tuple[int, ...]:
    return tuple(positive(word) for word in words(text))


def _latencies(text: str) -> tuple[float, ...]:
    try:
        return tuple(time_ms(value) for value in with_shared_unit(list(words(text))))
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None
