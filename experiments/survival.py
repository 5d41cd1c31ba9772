"""Efficiency by the mean time between failures: Jacobi2D in virtual time that loses processes at
random moments and goes on without them from checkpoints in memory, beside the formula to first
order of Young ("A first order approximation to the optimum checkpoint interval", 1974) and Daly ("A
higher order estimate of the optimum checkpoint interval for restart dumps", 2006).

What the formula wants to know is measured in the same virtual time: the cost of a checkpoint, that
of a recovery, and, as it has no place for them, those of the points themselves and of the PEs that
are lost."""

import math
import random
import statistics
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from isthmus.errors import IsthmusError
from isthmus.experiment.margins import LEVEL, is_level
from isthmus.experiment.settings import RunApplication, Settings
from isthmus.experiment.stencil import worker_pool
from isthmus.progress import Steps
from isthmus.report import print_table

REPRODUCES = "Ours: efficiency of jobs that lose processes, by mean time between failures"
TAKES = "hours"

SEED = 1974  # of all losses
OBJECTS_PER_PE = 4  # at most
CELLS = 16  # along the side of an object
CELL_NS = 6000.0  # a step takes 6.1 ms of a PE
POINT_EVERY = 5  # steps
LATENCY_MS = 1.0
NO_CHECKPOINT = "100000s"  # wanted so late that none is ever due
AT_ONCE = 1e-6
RECOVERIES = 4  # moments of a loss, spread over the time between two checkpoints
PARTNERS_LOST = "is gone, as it and its partner were lost"


@dataclass(frozen=True)
class Size:
    """PEs of all sites together, each a process of its own, and how many seeds are run."""

    sites: int
    pes: int
    seeds: int

    @property
    def objects_a_side(self) -> int:
        """Fewer than the PEs could have: the fullest has four, also when `spare` PEs are lost."""
        return 2 * math.isqrt(self.pes) - 2

    @property
    def spare(self) -> int:
        return self.pes - -(-(self.objects_a_side**2) // OBJECTS_PER_PE)

    def text(self) -> str:
        return f"{self.pes:,} PEs at {self.sites} sites"


@dataclass(frozen=True)
class Plan:
    """Means are times between failures, in seconds."""

    sizes: Sequence[Size]
    means_s: Sequence[float]
    steps: int


@dataclass(frozen=True)
class Loss:
    process: int
    at_s: float

    def option(self) -> list[str]:
        return ["--fault", f"crash process={self.process} at={self.at_s * 1e9:.0f}ns"]


@dataclass(frozen=True)
class Costs:
    """Seconds of virtual time, but for `one_fewer` and `all_fewer`: by how much a step takes longer
    when one process is lost, and when all are that may be. `base_s` is the job without points,
    `points_s` with points at which nobody takes a checkpoint."""

    base_s: float
    points_s: float
    checkpoint_s: float
    recovery_s: float
    one_fewer: float
    all_fewer: float

    def formula(self, mean_s: float) -> float:
        """The share of the time that is not wasted, after Young and Daly, to first order."""
        waste = math.sqrt(2 * self.checkpoint_s / mean_s) + self.recovery_s / mean_s
        return max(0.0, 1 - waste)

    def expected(self, mean_s: float) -> float:
        """The formula, and the points."""
        return self.formula(mean_s) * self.base_s / self.points_s


@dataclass(frozen=True)
class Row:
    """Efficiencies of the jobs that came to their end; `ended` did not, as both partners were lost.
    `losses` are those that came before the end of each."""

    size: Size
    mean_s: float
    efficiencies: Sequence[float]
    losses: Sequence[int]
    ended: int
    formula: float
    expected: float

    @property
    def efficiency(self) -> float:
        """NaN where no job came to its end."""
        return statistics.fmean(self.efficiencies) if self.efficiencies else math.nan


QUICK = Plan(
    [Size(sites, pes, seeds) for pes, seeds in ((64, 6), (256, 2)) for sites in (2, 4)],
    (0.5, 1.0, 2.0, 4.0),
    200,
)
WHOLE = Plan(
    [
        Size(sites, pes, seeds)
        for pes, seeds in ((64, 24), (256, 8), (1024, 4), (4096, 2), (16384, 1))
        for sites in (2, 4)
    ],
    (0.5, 1.0, 2.0, 4.0, 8.0, 16.0),
    400,
)


def run(settings: Settings) -> None:
    plan = QUICK if settings.quick else WHOLE
    print(f"losses are drawn from the seed {SEED}")
    costs, rows = measure(plan, settings.run_application)
    show(settings, plan, costs, rows)


def measure(plan: Plan, application: RunApplication) -> tuple[dict[Size, Costs], list[Row]]:
    costs, rows = {}, []
    with Steps("survival", len(plan.sizes)) as progress, worker_pool() as pool:
        for size in plan.sizes:
            progress.begin(size.text())
            costs[size] = costs_of(size, plan.steps, application, pool)
            some = rows_of(size, plan, costs[size], application, pool)
            rows += some
            progress.end(f"efficiency {some[0].efficiency:.3f} to {some[-1].efficiency:.3f}")
    return costs, rows


def arguments(
    size: Size, steps: int, checkpoint: Sequence[str], losses: Sequence[Loss] = ()
) -> tuple[list[str], list[str]]:
    """Runtime options and the program's own; without a `checkpoint` there are no points."""
    per_site = str(size.pes // size.sites)
    runtime = ["--backend", "sim", "--costs", "charged", "--sites", str(size.sites)]
    runtime += ["--pes", per_site, "--processes", per_site, "--latency", f"{LATENCY_MS:g}ms"]
    own = ["--mesh", str(CELLS * size.objects_a_side), "--objects", str(size.objects_a_side)]
    own += ["--cell-time", f"{CELL_NS:g}", "--carry-cells", "--mapping", "block"]
    own += ["--steps", str(steps), "--warmup", "0", "--no-probe"]
    if checkpoint:
        runtime += ["--checkpoint", *checkpoint, "--checkpoint-dir", "none"]
        runtime += ["--on-loss", "go-on", "--partners", "node"]
        own += ["--sync-every", str(POINT_EVERY)]
    for loss in losses:
        runtime += loss.option()
    return runtime, own


def virtual_s(application: RunApplication, words: tuple[list[str], list[str]]) -> float:
    """How long the job takes in virtual time, from its start to its end."""
    said = application("jacobi2d", *words).simulation.get("virtual_s")
    if said is None:
        raise IsthmusError("the report of jacobi2d does not tell of a simulation")
    return float(said)


def survived_s(application: RunApplication, words: tuple[list[str], list[str]]) -> float | None:
    """None where two partners were lost between two checkpoints, which ends the job."""
    try:
        return virtual_s(application, words)
    except IsthmusError as problem:
        if PARTNERS_LOST in str(problem):
            return None
        raise


def costs_of(size: Size, steps: int, application: RunApplication, pool: Executor) -> Costs:
    """A checkpoint costs what a job with one at each point takes longer, divided by the points; a
    recovery what a loss makes such a job longer, less the work that is done again (half of what
    lies between two checkpoints, on average over the moments) and the slower steps behind it."""

    def start(
        checkpoint: Sequence[str], losses: Sequence[Loss] = (), count: int = steps
    ) -> "Future[float]":
        return pool.submit(virtual_s, application, arguments(size, count, checkpoint, losses))

    never, always = (NO_CHECKPOINT,), ("always",)
    gone = [Loss(process, AT_ONCE) for process in spread_processes(size)]
    base, kept = start(()), start(always)
    # Two lengths of each, for the time of a step without beginning and end of the job.
    whole, one, every = (
        (start(never, losses), start(never, losses, steps // 2)) for losses in ([], gone[:1], gone)
    )
    points = steps // POINT_EVERY
    period_s = kept.result() / points
    moments_s = [(points // 2 + (at + 0.5) / RECOVERIES) * period_s for at in range(RECOVERIES)]
    lost = [start(always, [Loss(gone[0].process, at_s)]) for at_s in moments_s]
    longer_s = statistics.fmean(future.result() for future in lost) - kept.result()
    points_s = whole[0].result()
    one_fewer = half_s(one) / half_s(whole) - 1
    slower_s = one_fewer * points_s * (1 - statistics.fmean(moments_s) / kept.result())
    return Costs(
        base.result(),
        points_s,
        (kept.result() - points_s) / points,
        longer_s - period_s / 2 - slower_s,
        one_fewer,
        half_s(every) / half_s(whole) - 1,
    )


def half_s(lengths: "tuple[Future[float], Future[float]]") -> float:
    """By how much the whole takes longer than its half."""
    return lengths[0].result() - lengths[1].result()


def spread_processes(size: Size) -> list[int]:
    """As many as may be lost, all over the first site: none of them is another's partner."""
    first = size.pes // size.sites
    return [at * first // size.spare for at in range(min(size.spare, first))]


def draw_losses(size: Size, mean_s: float, until_s: float, seed: int) -> list[Loss]:
    """Of the whole job, with exponential gaps; every process at most once, and never more than
    there are PEs to spare."""
    chance = random.Random(f"{SEED} {size.sites} {size.pes} {mean_s:g} {seed}")
    losses: list[Loss] = []
    at_s = 0.0
    for process in chance.sample(range(size.pes), size.spare):
        at_s += chance.expovariate(1 / mean_s)
        if at_s > until_s:
            break
        losses.append(Loss(process, at_s))
    return losses


def rows_of(
    size: Size, plan: Plan, costs: Costs, application: RunApplication, pool: Executor
) -> list[Row]:
    jobs = {}
    for mean_s in plan.means_s:
        checkpoint = ("auto", "--between-failures", f"{mean_s:g}s")
        for seed in range(size.seeds):
            losses = draw_losses(size, mean_s, 4 * costs.base_s, seed)
            words = arguments(size, plan.steps, checkpoint, losses)
            jobs[mean_s, seed] = losses, pool.submit(survived_s, application, words)
    return [
        row_of(size, mean_s, costs, [jobs[mean_s, seed] for seed in range(size.seeds)])
        for mean_s in plan.means_s
    ]


def row_of(
    size: Size,
    mean_s: float,
    costs: Costs,
    jobs: Sequence[tuple[Sequence[Loss], "Future[float | None]"]],
) -> Row:
    done = [(losses, future.result()) for losses, future in jobs]
    lived = [(losses, seconds) for losses, seconds in done if seconds is not None]
    return Row(
        size,
        mean_s,
        [costs.base_s / seconds for _, seconds in lived],
        [sum(loss.at_s < seconds for loss in losses) for losses, seconds in lived],
        len(done) - len(lived),
        costs.formula(mean_s),
        costs.expected(mean_s),
    )


def verdict(rows: Sequence[Row]) -> str:
    """How many means are as near to the formula as a level has to be, and which jobs ended."""
    means = [row for row in rows if row.efficiencies]
    near = sum(is_level(row.efficiency, row.formula) for row in means if row.formula > 0)
    ended = sum(row.ended for row in rows)
    jobs = ended + sum(len(row.efficiencies) for row in rows)
    text = f"{near} of {len(means)} efficiencies are within {100 * LEVEL:.0f} % of the formula"
    if means:
        apart = statistics.median(row.efficiency / row.expected - 1 for row in means)
        text += f"; beside the formula with points the median is {100 * apart:+.1f} %"
    return f"{text}; {ended} of {jobs} jobs ended as two partners were lost, and are in no mean"


def show(settings: Settings, plan: Plan, costs: dict[Size, Costs], rows: Sequence[Row]) -> None:
    print_table(*cost_table(costs), left=1, title="Costs, in virtual time")
    print_table(*row_table(rows), left=1, title=f"Efficiency of {plan.steps} steps")
    path = settings.out / "survival.png"
    draw(costs, rows, plan, path)
    text = verdict(rows)
    settings.write_json(
        "survival",
        {
            "seed": SEED,
            "steps": plan.steps,
            "costs": [{**asdict(size), **asdict(one)} for size, one in costs.items()],
            "rows": [{**asdict(row), "efficiency": fields_of(row)} for row in rows],
            "verdict": {"text": text},
        },
    )
    print(f"written: {path}")
    print(text)


def fields_of(row: Row) -> float | None:
    """JSON has no NaN."""
    return row.efficiency if row.efficiencies else None


def cost_table(costs: dict[Size, Costs]) -> tuple[list[str], list[list[str]]]:
    headings = ["size", "without\nfaults, s", "points", "checkpoint\nms", "recovery\nms"]
    headings += ["step with\none fewer", "lost\nat most", "step with\nso many fewer"]
    return headings, [
        [
            size.text(),
            f"{one.base_s:.3f}",
            f"{100 * (one.points_s / one.base_s - 1):+.1f} %",
            f"{1e3 * one.checkpoint_s:.2f}",
            f"{1e3 * one.recovery_s:.1f}",
            f"{100 * one.one_fewer:+.1f} %",
            str(size.spare),
            f"{100 * one.all_fewer:+.1f} %",
        ]
        for size, one in costs.items()
    ]


def row_table(rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    headings = ["size", "between\nfailures, s", "lost", "efficiency", "least", "most", "formula"]
    headings += ["formula\nand points", "jobs", "ended"]
    return headings, [
        [
            row.size.text(),
            f"{row.mean_s:g}",
            f"{statistics.fmean(row.losses):.1f}" if row.losses else "-",
            *efficiency_texts(row),
            f"{row.formula:.3f}",
            f"{row.expected:.3f}",
            str(len(row.efficiencies) + row.ended),
            str(row.ended),
        ]
        for row in rows
    ]


def efficiency_texts(row: Row) -> list[str]:
    """Mean, least and most."""
    if not row.efficiencies:
        return ["-", "-", "-"]
    least, most = min(row.efficiencies), max(row.efficiencies)
    return [f"{share:.3f}" for share in (row.efficiency, least, most)]


def draw(costs: dict[Size, Costs], rows: Sequence[Row], plan: Plan, path: Path) -> None:
    """A panel for each number of PEs, a colour for each number of sites."""
    from isthmus.plots import QUIET, new_figure, save

    counts = sorted({size.pes for size in costs})
    columns = min(3, len(counts))
    lines = -(-len(counts) // columns)
    with new_figure(1.6 + 3.6 * columns, 1.4 + 3.2 * lines) as figure:
        places = list(figure.subplots(lines, columns, squeeze=False, sharey=True).flat)
        for place, pes in zip(places, counts, strict=False):
            some = [row for row in rows if row.size.pes == pes]
            draw_panel(place, {size: costs[size] for size in costs if size.pes == pes}, some)
            place.set_title(f"{pes:,} PEs")
            place.set_xlabel("mean time between failures (s)")
            place.set_xticks(plan.means_s, [f"{mean_s:g}" for mean_s in plan.means_s])
        for place in places[len(counts) :]:
            place.set_visible(False)
        places[0].set_ylabel("efficiency")
        places[0].set_ylim(0, 1.02)
        places[len(counts) - 1].legend(frameon=False, fontsize=8, loc="lower right")
        title = "Jobs that lose processes and go on without them"
        figure.suptitle(title, x=0.012, ha="left", fontsize=13, fontweight="bold")
        note = (
            f"Jacobi2D in virtual time, {plan.steps} steps, a process each PE, checkpoints in "
            f"memory; bars: least and most\nformula: 1 - sqrt(2 C / M) - R / M; "
            f"{sum(row.ended for row in rows)} jobs that lost two partners are left out"
        )
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)


def draw_panel(place: Any, costs: dict[Size, Costs], rows: Sequence[Row]) -> None:
    from isthmus.plots import COLOURS, MARKERS

    means_s = sorted({row.mean_s for row in rows})
    fine_s = [means_s[0] * (means_s[-1] / means_s[0]) ** (at / 60) for at in range(61)]
    place.set_xscale("log", base=2)
    place.minorticks_off()
    for at, (size, one) in enumerate(costs.items()):
        own = [row for row in rows if row.size == size and row.efficiencies]
        place.errorbar(
            [row.mean_s * (0.97 + 0.06 * at) for row in own],
            [row.efficiency for row in own],
            yerr=[
                [row.efficiency - min(row.efficiencies) for row in own],
                [max(row.efficiencies) - row.efficiency for row in own],
            ],
            fmt=MARKERS[at],
            color=COLOURS[at],
            elinewidth=0.8,
            label=f"{size.sites} sites",
        )
        colour, label = COLOURS[at], f"{size.sites} sites, formula"
        place.plot(fine_s, [one.formula(s) for s in fine_s], "--", color=colour, label=label)
        expected = [one.expected(s) for s in fine_s]
        place.plot(fine_s, expected, ":", color=colour, label=f"{label} and points")
