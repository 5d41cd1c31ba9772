"""Artificial and real latency: the same programs over two sites, as two processes of this machine
with the delay filter between them, and as two network namespaces with a router between them that
holds each packet. Koenig (2007, 2.4) says that the first gives what the second does."""

import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from isthmus.errors import IsthmusError
from isthmus.experiment.far_runs import RunFar, two_sites
from isthmus.experiment.margins import ALIKE
from isthmus.experiment.settings import Settings
from isthmus.machine import this_machine
from isthmus.progress import Steps
from isthmus.report import PeTime, Report, print_table
from isthmus.time_spent import time_spent

REPRODUCES = (
    "Koenig 2007, 2.4: artificial latency gives what a real one does; by a router, measured here"
)
TAKES = "10 min"

LATENCIES_MS = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
QUICK_LATENCIES_MS = (0.0, 4.0, 16.0)
ROUNDS, QUICK_ROUNDS = 7, 3
# In order of arrival in all runs: whether a PE is busy enough for another is a matter of chance.
RUNTIME = ("--border-first", "no")


@dataclass(frozen=True)
class Case:
    """A program with so many objects a PE, on one PE at each of two sites."""

    program: str
    objects: int
    own: Sequence[str]

    @property
    def text(self) -> str:
        return f"{self.program}, {self.objects:,} objects a PE"


def stencil(mesh: int, side: int, steps: int) -> Case:
    own = ("--mesh", str(mesh), "--objects", str(side), "--mapping", "block", "--no-probe")
    course = ("--steps", str(steps), "--warmup", str(steps // 4))
    return Case("jacobi2d", side * side // 2, (*own, *course))


def molecular_dynamics(atoms: int, cells: int, steps: int) -> Case:
    shape = ("--atoms", str(atoms), "--cells", str(cells), "--cutoff", "2.2")
    rare = ("--energies-every", "1000000", "--points-every", "1000000", "--exchange-every", "40")
    course = ("--steps", str(steps), "--warmup", str(steps // 4))
    return Case("md", (cells**3 + 14 * cells**3) // 2, (*shape, *rare, *course))


def cases(quick: bool) -> list[Case]:
    mesh, steps = (1024, 24) if quick else (2048, 40)
    found = [stencil(mesh, side, steps) for side in (2, 4, 8)]
    return found[1:] if quick else [*found, molecular_dynamics(6912, 4, steps)]


@dataclass(frozen=True)
class Row:
    """Milliseconds a step, of the quickest round each; the latency is one-way. Where they went of
    all rounds."""

    program: str
    objects: int
    latency_ms: float
    emulated: float
    real: float
    spent_emulated: str
    spent_real: str

    @property
    def ratio(self) -> float:
        return self.emulated / self.real

    @property
    def off(self) -> float:
        return abs(self.ratio - 1)


def run(settings: Settings) -> None:
    with two_sites() as run_far:
        compare(settings, run_far)


def compare(settings: Settings, run_far: RunFar) -> None:
    """Over any wide area. The two are measured in turn, as processors of today are half as fast
    again from one minute to the next, and the quickest of each counts: what else runs on the
    machine only adds."""
    rounds = QUICK_ROUNDS if settings.quick else ROUNDS
    latencies = QUICK_LATENCIES_MS if settings.quick else LATENCIES_MS
    chosen = cases(settings.quick)
    rows = []
    with Steps("emulated and real", len(chosen) * len(latencies)) as progress:
        for case in chosen:
            for latency_ms in latencies:
                progress.begin(f"{case.text}, {latency_ms:g} ms")
                rows.append(measure(case, latency_ms, rounds, run_far))
                progress.end(f"{rows[-1].emulated:.2f} and {rows[-1].real:.2f} ms per step")
    show(settings, rows)


def measure(case: Case, latency_ms: float, rounds: int, run_far: RunFar) -> Row:
    steps: tuple[list[float], list[float]] = ([], [])
    times: tuple[list[PeTime], list[PeTime]] = ([], [])
    for _ in range(rounds):
        for kind, is_real in enumerate((False, True)):
            report = run_far(case.program, latency_ms, is_real, RUNTIME, case.own)
            steps[kind].append(step_ms(case, report))
            times[kind].extend(report.time)
    emulated, real = (min(one) for one in steps)
    spent = (time_spent(one, statistics.median(of)) for one, of in zip(times, steps, strict=True))
    return Row(case.program, case.objects, latency_ms, emulated, real, *spent)


def step_ms(case: Case, report: Report) -> float:
    value = report.metrics.get("ms_per_step")
    if value is None:
        raise IsthmusError(f"the report of {case.program} has no metric ms_per_step")
    return value


def judge(rows: Sequence[Row]) -> tuple[bool, str]:
    """Whether the two are the same at every point with a latency, by the rule of all findings."""
    far = [row for row in rows if row.latency_ms > 0]
    worst = max(far, key=lambda row: row.off)
    median = statistics.median(row.ratio for row in far)
    alike = sum(row.off <= ALIKE for row in far)
    met = alike == len(far)
    return met, (
        f"{'met' if met else 'NOT met'}: artificial and real latency give the same step times "
        f"(within {100 * ALIKE:.0f} %) at {alike} of {len(far)} points; artificial over real "
        f"{median:.3f} in the median, {worst.ratio:.3f} at worst ({worst.program}, "
        f"{worst.objects:,} objects a PE, {worst.latency_ms:g} ms)"
    )


def show(settings: Settings, rows: Sequence[Row]) -> None:
    cells = [
        [
            *(row.program, f"{row.objects:,}", f"{row.latency_ms:g}"),
            *(f"{row.emulated:.2f}", f"{row.real:.2f}", f"{row.ratio:.3f}"),
        ]
        for row in rows
    ]
    headings = ["program", "objects a PE", "latency ms", "artificial", "real", "ratio"]
    print_table(headings, cells, left=1, title=f"ms per step, {this_machine().text()}")
    path = settings.out / "emulated_and_real.png"
    draw(rows, path)
    met, text = judge(rows)
    settings.write_json(
        "emulated_and_real",
        {
            "machine": this_machine().text(),
            "rows": [{**asdict(row), "ratio": row.ratio} for row in rows],
            "verdict": {"met": met, "text": text},
        },
    )
    print(f"written: {path}")
    farthest = max((row for row in rows if row.latency_ms > 0), key=lambda row: row.off)
    if farthest.spent_emulated and farthest.spent_real:
        where = f"{farthest.program}, {farthest.objects:,} objects a PE, {farthest.latency_ms:g} ms"
        print(f"Farthest apart ({where}): with the filter, {farthest.spent_emulated}.")
        print(f"With the router, {farthest.spent_real}.")
    print(text)


def draw(rows: Sequence[Row], path: Path) -> None:
    from isthmus.experiment.draw import Line, Panel, draw_panels

    panels = []
    for program, objects in dict.fromkeys((row.program, row.objects) for row in rows):
        own = [row for row in rows if (row.program, row.objects) == (program, objects)]
        latencies = [row.latency_ms for row in own]
        line = Line(
            "artificial", latencies, [row.emulated for row in own],
            latencies, [row.real for row in own],
        )  # fmt: skip
        panels.append(Panel(f"{program}, {objects:,} objects a PE", [line]))
    note = "curves: a delay filter; points: a router between two network namespaces"
    title = "Artificial and real latency"
    draw_panels(panels, 2, title, note, path, theirs="real", ours="artificial")
