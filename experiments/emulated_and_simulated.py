"""The same small grid twice: emulated, with threads and a delay filter between the sites, and
simulated, in virtual time: with costs measured as it goes, and with those recorded in an emulated
run of latency 0."""

import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isthmus.errors import IsthmusError
from isthmus.experiment.settings import Settings
from isthmus.experiment.stencil import METRIC
from isthmus.progress import Steps
from isthmus.report import PeTime, Report, print_table
from isthmus.time_spent import time_spent

REPRODUCES = "Ours: Jacobi2D over two sites, emulated on threads and simulated, within 10 %"
TAKES = "2 min"

GOAL = 0.10
LATENCIES_MS = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0)
OBJECTS = (4, 8)  # a side
# The sites are two threads of one process: between them there is nothing but the delay.
LINK = ("latency=0us", "bandwidth=100GB/s", "send=100ns", "receive=100ns")


@dataclass(frozen=True)
class Row:
    """Milliseconds a step. Where they went of the emulated run, and of that with measured costs."""

    objects: int  # a side
    latency_ms: float
    emulated: float
    measured: float
    recorded: float
    spent: str
    spent_simulated: str

    @property
    def error(self) -> float:
        return self.measured / self.emulated - 1


def run(settings: Settings) -> None:
    mesh, repeats, steps = (1024, 1, 60) if settings.quick else (2048, 5, 240)
    rows = []
    with tempfile.TemporaryDirectory(prefix="isthmus-") as folder:
        count = len(OBJECTS) * len(LATENCIES_MS)
        with Steps("emulated and simulated", count) as progress:
            for objects in OBJECTS:
                own = program_options(mesh, objects, steps)
                costs = Path(folder) / f"costs-{objects}.txt"
                settings.run_program([*site_options(0.0), "--record-costs", str(costs)], own)
                for latency_ms in LATENCIES_MS:
                    progress.begin(f"{objects} x {objects} objects, {latency_ms:g} ms")
                    # In turn: processors of today are half as fast again from one minute to the
                    # next.
                    pairs: list[tuple[float, float]] = []
                    times: list[PeTime] = []
                    virtual_times: list[PeTime] = []
                    for _ in range(repeats):
                        report = settings.run_application("jacobi2d", site_options(latency_ms), own)
                        simulated = settings.run_application(
                            "jacobi2d", simulated_options(latency_ms, "measured"), own
                        )
                        pairs.append((step_ms(report), step_ms(simulated)))
                        times += report.time
                        virtual_times += simulated.time
                    emulated, measured = (
                        statistics.median(column) for column in zip(*pairs, strict=True)
                    )
                    recorded = settings.run_program(simulated_options(latency_ms, str(costs)), own)
                    spent = time_spent(times, emulated)
                    simulated_spent = time_spent(virtual_times, measured)
                    figures = (emulated, measured, recorded, spent, simulated_spent)
                    rows.append(Row(objects, latency_ms, *figures))
                    progress.end(f"{emulated:.2f} and {measured:.2f} ms per step")
    show(settings, mesh, rows)


def step_ms(report: Report) -> float:
    value = report.metrics.get(METRIC)
    if value is None:
        raise IsthmusError(f"the report of jacobi2d has no metric {METRIC}")
    return value


def site_options(latency_ms: float) -> list[str]:
    # In order of arrival on both: whether a PE is busy enough for another is a matter of chance.
    order = ["--border-first", "no"]
    return ["--sites", "2", "--pes", "1", "--latency", f"{latency_ms:g}ms", *order]


def simulated_options(latency_ms: float, costs: str) -> list[str]:
    links = [word for setting in LINK for word in ("--sim", f"between_sites.{setting}")]
    return ["--backend", "sim", "--costs", costs, *links, *site_options(latency_ms)]


def program_options(mesh: int, objects: int, steps: int) -> list[str]:
    return [
        *("--mesh", str(mesh), "--objects", str(objects), "--mapping", "block"),
        *("--steps", str(steps), "--warmup", str(steps // 4), "--no-probe"),
    ]


def show(settings: Settings, mesh: int, rows: list[Row]) -> None:
    cells = [
        [
            *(f"{row.objects} x {row.objects}", f"{row.latency_ms:g}", f"{row.emulated:.3f}"),
            *(f"{row.measured:.3f}", f"{100 * row.error:+.1f} %", f"{row.recorded:.3f}"),
            f"{100 * (row.recorded / row.emulated - 1):+.1f} %",
        ]
        for row in rows
    ]
    headings = ["objects", "latency ms", "emulated ms", "measured ms", "error", "recorded ms", ""]
    print_table(headings, cells, title=f"Jacobi2D {mesh}², two sites of one PE, ms per step")
    farthest = max(rows, key=lambda row: abs(row.error))
    worst = abs(farthest.error)
    met = worst <= GOAL
    text = (
        f"{'met' if met else 'NOT met'}: with measured costs they differ by {100 * worst:.1f} % "
        "at most (goal 10 %)"
    )
    path = settings.out / "emulated_and_simulated.png"
    draw(mesh, rows, path)
    fields = [
        {
            "objects": row.objects**2,
            "latency_ms": row.latency_ms,
            "emulated_ms": row.emulated,
            "measured_ms": row.measured,
            "recorded_ms": row.recorded,
            "spent": row.spent,
            "spent_simulated": row.spent_simulated,
        }
        for row in rows
    ]
    settings.write_json(
        "emulated_and_simulated", {"rows": fields, "verdict": {"met": met, "text": text}}
    )
    print(f"written: {path}")
    if farthest.spent:
        where = f"{farthest.objects} x {farthest.objects} objects, {farthest.latency_ms:g} ms"
        print(f"Farthest apart ({where}): of the emulated run, {farthest.spent}.")
    if farthest.spent and farthest.spent_simulated:
        print(f"Of the simulated run there, {farthest.spent_simulated}.")
    print(text)


def draw(mesh: int, rows: list[Row], path: Any) -> None:
    from isthmus.experiment.draw import Line, Panel, draw_panels

    panels = []
    for objects in OBJECTS:
        own = [row for row in rows if row.objects == objects]
        latencies = [row.latency_ms for row in own]
        emulated = [row.emulated for row in own]
        lines = [
            Line("measured costs", latencies, [row.measured for row in own], latencies, emulated),
            Line("recorded costs", latencies, [row.recorded for row in own], dashed=True),
        ]
        panels.append(Panel(f"{mesh}², {objects} x {objects} objects", lines))
    note = "points: emulated on threads with a delay filter; curves: simulated"
    draw_panels(panels, 2, "Emulated and simulated", note, path, theirs="emulated")
