"""An MPI program twice, the stencil of examples/mpi over two sites: emulated, on threads with a
delay filter between the sites, and predicted, in virtual time: with costs measured as it goes, and
with those recorded between each two calls of MPI in an emulated run of latency 0, which are the
same prediction each time."""

import re
import statistics
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from isthmus.build import repository_root
from isthmus.errors import IsthmusError
from isthmus.experiment.settings import RanksRun, Settings
from isthmus.progress import Steps
from isthmus.report import print_table

REPRODUCES = "Ours: an MPI stencil over two sites, emulated on threads and predicted, within 10 %"
TAKES = "3 min"

GOAL = 0.10
LATENCIES_MS = (0.0, 2.0, 4.0, 8.0, 16.0)
RANKS_PER_PE = (2, 8)
SITES = 2
# The sites are two threads of one process: between them there is nothing but the delay.
LINK = ("latency=0us", "bandwidth=100GB/s", "send=100ns", "receive=100ns")


@dataclass(frozen=True)
class Row:
    """Milliseconds a step."""

    ranks_per_pe: int
    latency_ms: float
    emulated: float
    measured: float
    recorded: float

    @property
    def errors(self) -> tuple[float, float]:
        """Of both predictions."""
        return self.measured / self.emulated - 1, self.recorded / self.emulated - 1


def run(settings: Settings) -> None:
    mesh, steps, repeats = (1024, 60, 1) if settings.quick else (2048, 60, 3)
    latencies = (0.0, 8.0) if settings.quick else LATENCIES_MS
    rows = []
    with tempfile.TemporaryDirectory(prefix="isthmus-") as folder:
        source = repository_root() / "examples" / "mpi" / "stencil.c"
        program = settings.compile_ranks(source, Path(folder))
        own = [str(mesh), str(steps)]
        with Steps("MPI prediction", len(RANKS_PER_PE) * len(latencies)) as progress:
            for per_pe in RANKS_PER_PE:
                ranks = per_pe * SITES
                costs = str(Path(folder) / f"costs-{per_pe}.txt")
                settings.run_ranks(
                    program, ranks, [*site_options(0.0), "--record-costs", costs], own
                )
                for latency_ms in latencies:
                    progress.begin(f"{per_pe} ranks a PE, {latency_ms:g} ms")
                    # In turn: processors of today are half as fast again from one minute to the
                    # next.
                    pairs = [
                        [
                            step_ms(settings.run_ranks(program, ranks, runtime, own))
                            for runtime in (
                                site_options(latency_ms),
                                predicted_options(latency_ms, "measured"),
                            )
                        ]
                        for _ in range(repeats)
                    ]
                    emulated, measured = (
                        statistics.median(column) for column in zip(*pairs, strict=True)
                    )
                    recorded = step_ms(
                        settings.run_ranks(
                            program, ranks, predicted_options(latency_ms, costs), own
                        )
                    )
                    rows.append(Row(per_pe, latency_ms, emulated, measured, recorded))
                    progress.end(f"{emulated:.2f}, {measured:.2f} and {recorded:.2f} ms a step")
    show(settings, mesh, rows)


def site_options(latency_ms: float) -> list[str]:
    # In order of arrival on both: whether a PE is busy enough for another is a matter of chance.
    order = ["--border-first", "no"]
    return ["--sites", str(SITES), "--pes", "1", "--latency", f"{latency_ms:g}ms", *order]


def predicted_options(latency_ms: float, costs: str) -> list[str]:
    links = [word for setting in LINK for word in ("--sim", f"between_sites.{setting}")]
    return ["--backend", "sim", "--costs", costs, *links, *site_options(latency_ms)]


def step_ms(run: RanksRun) -> float:
    found = re.search(r"([0-9.]+) ms a step", run.out)
    if found is None:
        raise IsthmusError(f"the stencil said '{run.out.strip()}'")
    return float(found[1])


def judge(rows: list[Row]) -> tuple[bool, str]:
    worst = max(abs(error) for row in rows for error in row.errors)
    met = worst <= GOAL
    return met, (
        f"{'met' if met else 'NOT met'}: predicted and emulated times differ by "
        f"{100 * worst:.1f} % at most (goal {100 * GOAL:.0f} %)"
    )


def show(settings: Settings, mesh: int, rows: list[Row]) -> None:
    cells = [
        [
            *(str(row.ranks_per_pe), f"{row.latency_ms:g}", f"{row.emulated:.3f}"),
            *(f"{row.measured:.3f}", f"{100 * row.errors[0]:+.1f} %"),
            *(f"{row.recorded:.3f}", f"{100 * row.errors[1]:+.1f} %"),
        ]
        for row in rows
    ]
    headings = ["ranks a PE", "latency ms", "emulated ms", "measured ms", "error"]
    headings += ["recorded ms", "error"]
    title = f"examples/mpi/stencil.c, {mesh}², two sites of one PE, ms a step"
    print_table(headings, cells, title=title)
    met, text = judge(rows)
    path = settings.out / "mpi_prediction.png"
    draw(mesh, rows, path)
    settings.write_json(
        "mpi_prediction",
        {"rows": [asdict(row) for row in rows], "verdict": {"met": met, "text": text}},
    )
    print(f"written: {path}")
    print(text)


def draw(mesh: int, rows: list[Row], path: Any) -> None:
    from isthmus.experiment.draw import Line, Panel, draw_panels

    panels = []
    for per_pe in RANKS_PER_PE:
        own = [row for row in rows if row.ranks_per_pe == per_pe]
        latencies = [row.latency_ms for row in own]
        emulated = [row.emulated for row in own]
        lines = [
            Line("measured costs", latencies, [row.measured for row in own], latencies, emulated),
            Line("recorded costs", latencies, [row.recorded for row in own], dashed=True),
        ]
        panels.append(Panel(f"{mesh}², {per_pe} ranks a PE", lines))
    note = "points: emulated on threads with a delay filter; curves: in virtual time"
    draw_panels(panels, 2, "An MPI stencil, emulated and predicted", note, path, theirs="emulated")
