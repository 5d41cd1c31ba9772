"""Koenig 2007, tables 7.1 to 7.3: what a step of each load balancer takes for Jacobi2D, the
strategy alone and the whole step. The strategy runs here, in real time, on snapshots that the runs
write; the rest of the step is simulated: gathering, telling, moving the cells, until the steps go
on as usual.

The mesh and the latency of the published runs are not stated: these are of 2048 x 2048 cells and
latency 0."""

import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from isthmus import balance
from isthmus.experiment.balancing import NAMES, Cost, CostTable, differences_text, read_published
from isthmus.experiment.koenig2007 import prepare
from isthmus.experiment.machine_model import MachineModel
from isthmus.experiment.settings import Settings
from isthmus.experiment.stencil import BALANCED_AFTER, Length, Point, arguments_of, worker_pool
from isthmus.machine import this_machine
from isthmus.progress import Steps
from isthmus.report import print_table

REPRODUCES = "Koenig 2007, tables 7.1 to 7.3: time of each strategy and of a whole balancing step"
TAKES = "5 min"

MESH = 2048
WINDOW = 10  # steps after the balancer's; it divides BALANCED_AFTER, as marks come at its multiples
USUAL = Length(steps=40, steps_of_many=40)  # how long a step takes once all is settled
REPLAYS = 5  # the quickest counts
QUICK_OBJECTS_MAX = 256
GOALS_S = {"grid_comm": 3e-3}  # of 4,096 objects on 64 PEs


@dataclass(frozen=True)
class Row:
    """Seconds. `moving_s` is of the step without the strategy, in virtual time."""

    published: Cost
    strategy_s: float
    moving_s: float
    objects_moved: int

    @property
    def step_s(self) -> float:
        return self.strategy_s + self.moving_s


def run(settings: Settings) -> None:
    published = read_published()
    model = prepare(settings, (0.0,)).calibration.model
    tables = [smaller(table) if settings.quick else table for table in published.costs]
    rows = measure(tables, model, settings)
    for table in tables:
        print_table(
            *table_of(rows[table.id]),
            title=f"Table {table.id}: {NAMES[table.balancer]}, ours {table.balancer}; ms",
        )
    print(hardware_text())
    print(differences_text())
    path = settings.out / "koenig2007_balancer_cost.png"
    draw(tables, rows, path)
    text = verdict(tables, rows)
    settings.write_json(
        "koenig2007_balancer_cost",
        {
            "machine": this_machine().text(),
            "tables": {
                table.id: [{**asdict(row), "step_s": row.step_s} for row in rows[table.id]]
                for table in tables
            },
            "verdict": {"text": text},
        },
    )
    print(f"written: {path}")
    print(text)


def smaller(table: CostTable) -> CostTable:
    return replace(table, rows=[row for row in table.rows if row.objects <= QUICK_OBJECTS_MAX])


def measure(
    tables: Sequence[CostTable], model: MachineModel, settings: Settings
) -> dict[str, list[Row]]:
    """Runs in virtual time at once, strategies one by one, so that nothing disturbs them."""
    with tempfile.TemporaryDirectory(prefix="isthmus-") as folder:
        jobs = [(table, cost) for table in tables for cost in table.rows]

        def moving_of(job: tuple[CostTable, Cost]) -> float:
            table, cost = job
            prefix = Path(folder) / f"{table.balancer}_{cost.pes}_{cost.objects}"
            return moving_s(point_of(table, cost), model, prefix, settings)

        moving = []
        with Steps("tables 7.1 to 7.3", len(jobs)) as steps, worker_pool() as pool:
            for (table, cost), found in zip(jobs, pool.map(moving_of, jobs), strict=True):
                steps.begin(f"{table.balancer}, {cost.pes} PEs, {cost.objects} objects")
                moving.append(found)
                steps.end(f"{found * 1e3:.1f} ms")
        rows: dict[str, list[Row]] = {table.id: [] for table in tables}
        for (table, cost), found in zip(jobs, moving, strict=True):
            snapshot = Path(folder) / f"{table.balancer}_{cost.pes}_{cost.objects}-1.json"
            decided = [
                balance.replay(snapshot, [table.balancer], {}, placements=False).rows[0]
                for _ in range(REPLAYS)
            ]
            quickest_s = min(one.time_s for one in decided)
            rows[table.id].append(Row(cost, quickest_s, found, decided[0].objects_moved))
    return rows


def point_of(table: CostTable, cost: Cost) -> Point:
    return Point(MESH, cost.pes, cost.objects, "naive", 0.0).balanced(table.balancer)


def moving_s(point: Point, model: MachineModel, snapshots: Path, settings: Settings) -> float:
    """By how much the steps from the balancer's point on take longer than as many usual ones."""
    runtime, own = arguments_of(point, model, USUAL)
    usual_s = settings.run_program(runtime, own) * 1e-3
    runtime += ["--balance-snapshots", str(snapshots)]
    own = [word for word in own if word != "--carry-cells"]
    for option, value in (("--warmup", BALANCED_AFTER), ("--steps", WINDOW), ("--marks", 1)):
        own[own.index(option) + 1] = str(value)
    window_s = settings.run_program(runtime, [*own, "--carry-cells"]) * 1e-3
    return WINDOW * (window_s - usual_s)


def table_of(rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    headings = ["PEs", "objects", "strategy\npublished", "ours", "published\nover ours"]
    headings += ["whole step\npublished", "ours", "published\nover ours", "moved"]
    return headings, [
        [
            str(row.published.pes),
            str(row.published.objects),
            f"{row.published.strategy_s * 1e3:.3f}",
            f"{row.strategy_s * 1e3:.3f}",
            f"{row.published.strategy_s / row.strategy_s:.0f}",
            f"{row.published.step_s * 1e3:.1f}",
            f"{row.step_s * 1e3:.1f}",
            f"{row.published.step_s / row.step_s:.1f}",
            str(row.objects_moved),
        ]
        for row in rows
    ]


def hardware_text() -> str:
    return (
        "the hardware differs: published on an Itanium 2 of 1.5 GHz, our strategies on "
        f"{this_machine().text()}; part of every ratio is the processor's"
    )


def verdict(tables: Sequence[CostTable], rows: dict[str, list[Row]]) -> str:
    """Every strategy is to be quicker than published; of the largest rows what was reached."""
    every = [row for some in rows.values() for row in some]
    quicker = sum(row.strategy_s <= row.published.strategy_s for row in every)
    steps = sum(row.step_s <= row.published.step_s for row in every)
    parts = [
        f"{quicker} of {len(every)} strategy times and {steps} of {len(every)} whole steps are "
        "at most the published ones"
    ]
    for table in tables:
        largest = rows[table.id][-1]
        said = (
            f"{table.balancer} with {largest.published.objects} objects on "
            f"{largest.published.pes} PEs {largest.strategy_s * 1e3:.1f} ms of "
            f"{largest.published.strategy_s * 1e3:.0f}"
        )
        goal_s = GOALS_S.get(table.balancer)
        if goal_s is not None and largest.published.objects == 4096:
            met = "met" if largest.strategy_s <= goal_s else "NOT met"
            said += f" (goal {goal_s * 1e3:g} ms: {met})"
        parts.append(said)
    return "; ".join(parts)


def draw(tables: Sequence[CostTable], rows: dict[str, list[Row]], path: Path) -> None:
    """The smallest number of PEs for each number of objects: more PEs change little."""
    from isthmus.plots import COLOURS, QUIET, new_figure, save

    with new_figure(11.0, 4.2) as figure:
        places = figure.subplots(1, len(tables), sharey=True, squeeze=False)[0]
        for place, table in zip(places, tables, strict=True):
            some = {row.published.objects: row for row in reversed(rows[table.id])}
            objects = sorted(some)
            ours = [(row.strategy_s, row.step_s) for row in map(some.__getitem__, objects)]
            theirs = [
                (row.published.strategy_s, row.published.step_s)
                for row in map(some.__getitem__, objects)
            ]
            for at, label in enumerate(("strategy", "whole step")):
                place.plot(
                    objects,
                    [times[at] * 1e3 for times in ours],
                    "-o",
                    color=COLOURS[at],
                    label=f"{label}, ours",
                )
                place.plot(
                    objects,
                    [times[at] * 1e3 for times in theirs],
                    "o",
                    color=COLOURS[at],
                    fillstyle="none",
                    label=f"{label}, published",
                )
            place.set_xscale("log", base=2)
            place.set_yscale("log")
            pes = [some[count].published.pes for count in objects]
            labels = [f"{count}\n{n}" for count, n in zip(objects, pes, strict=True)]
            place.set_xticks(objects, labels)
            place.set_title(f"{table.id}: {NAMES[table.balancer]}, our {table.balancer}")
            place.set_xlabel("objects\nPEs")
        places[0].set_ylabel("time (ms)")
        places[-1].legend(frameon=False, fontsize=8)
        figure.suptitle("What a balancing step takes", x=0.012, ha="left", fontweight="bold")
        note = (
            "for each number of objects the fewest PEs of the table, as below it\n"
            f"{hardware_text()}"
        )
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)
