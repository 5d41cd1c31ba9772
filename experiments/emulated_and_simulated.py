"""The same small grid twice: emulated, with threads and a delay filter between the sites, and
simulated, in virtual time, with costs recorded in the emulated run of latency 0."""

import statistics
import tempfile
from pathlib import Path
from typing import Any

from isthmus.experiment.settings import Settings
from isthmus.progress import Steps
from isthmus.report import print_table

REPRODUCES = "Ours: Jacobi2D over two sites, emulated on threads and simulated, within 10 %"
TAKES = "1 min"

GOAL = 0.10
LATENCIES_MS = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0)
OBJECTS = (4, 8)  # a side
# The sites are two threads of one process: between them there is nothing but the delay.
LINK = ("latency=0us", "bandwidth=100GB/s", "send=100ns", "receive=100ns")


def run(settings: Settings) -> None:
    mesh, repeats, steps = (1024, 1, 60) if settings.quick else (2048, 5, 120)
    rows = []
    with tempfile.TemporaryDirectory(prefix="isthmus-") as folder:
        count = len(OBJECTS) * len(LATENCIES_MS)
        with Steps("emulated and simulated", count) as progress:
            for objects in OBJECTS:
                own = program_options(mesh, objects, steps)
                recorded = []
                for repeat in range(repeats):
                    costs = Path(folder) / f"costs-{objects}-{repeat}.txt"
                    options = [*site_options(0.0), "--record-costs", str(costs)]
                    recorded.append((settings.run_program(options, own), costs))
                # The costs go with the time of the run that they are of: processors of today are
                # half as fast again from one minute to the next.
                without_latency_ms, costs = sorted(recorded)[repeats // 2]
                for latency_ms in LATENCIES_MS:
                    progress.begin(f"{objects} x {objects} objects, {latency_ms:g} ms")
                    real = without_latency_ms
                    if latency_ms > 0:
                        real = statistics.median(
                            settings.run_program(site_options(latency_ms), own)
                            for _ in range(repeats)
                        )
                    ours = settings.run_program(simulated_options(latency_ms, costs), own)
                    rows.append((objects, latency_ms, real, ours))
                    progress.end(f"{real:.2f} and {ours:.2f} ms per step")
    show(settings, mesh, rows)


def site_options(latency_ms: float) -> list[str]:
    # In order of arrival on both: whether a PE is busy enough for another is a matter of chance.
    order = ["--border-first", "no"]
    return ["--sites", "2", "--pes", "1", "--latency", f"{latency_ms:g}ms", *order]


def simulated_options(latency_ms: float, costs: Path) -> list[str]:
    links = [word for setting in LINK for word in ("--sim", f"between_sites.{setting}")]
    return ["--backend", "sim", "--costs", str(costs), *links, *site_options(latency_ms)]


def program_options(mesh: int, objects: int, steps: int) -> list[str]:
    return [
        *("--mesh", str(mesh), "--objects", str(objects), "--mapping", "block"),
        *("--steps", str(steps), "--warmup", str(steps // 4), "--no-probe"),
    ]


def show(settings: Settings, mesh: int, rows: list[tuple[int, float, float, float]]) -> None:
    errors = [ours / real - 1 for _, _, real, ours in rows]
    cells = [
        [f"{n} x {n}", f"{latency:g}", f"{real:.3f}", f"{ours:.3f}", f"{100 * error:+.1f} %"]
        for (n, latency, real, ours), error in zip(rows, errors, strict=True)
    ]
    headings = ["objects", "latency ms", "emulated ms", "simulated ms", "difference"]
    print_table(headings, cells, title=f"Jacobi2D {mesh}², two sites of one PE, ms per step")
    worst = max(abs(error) for error in errors)
    met = worst <= GOAL
    text = f"{'met' if met else 'NOT met'}: they differ by {100 * worst:.1f} % at most (goal 10 %)"
    path = settings.out / "emulated_and_simulated.png"
    draw(mesh, rows, path)
    fields = [
        {"objects": n * n, "latency_ms": latency, "emulated_ms": real, "simulated_ms": ours}
        for n, latency, real, ours in rows
    ]
    settings.write_json(
        "emulated_and_simulated", {"rows": fields, "verdict": {"met": met, "text": text}}
    )
    print(f"written: {path}")
    print(text)


def draw(mesh: int, rows: list[tuple[int, float, float, float]], path: Any) -> None:
    from isthmus.experiment.draw import Line, Panel, draw_panels

    panels = []
    for objects in OBJECTS:
        own = [row for row in rows if row[0] == objects]
        latencies = [row[1] for row in own]
        simulated = [row[3] for row in own]
        emulated = [row[2] for row in own]
        line = Line("simulated", latencies, simulated, latencies, emulated)
        panels.append(Panel(f"{mesh}², {objects} x {objects} objects", [line]))
    note = "points: emulated on threads with a delay filter; curve: simulated, recorded costs"
    draw_panels(panels, 2, "Emulated and simulated", note, path, theirs="emulated")
