"""Jacobi2D simulated by us and by SimGrid (Casanova, Giersch, Legrand, Quinson, Suter 2014), on the
same sites, links and costs: the time per step that each predicts, and how fast each is."""

from collections.abc import Sequence
from pathlib import Path

from isthmus.build import find_application
from isthmus.experiment.peer import (
    Grid,
    Simulate,
    find_peer,
    our_simulator,
    peer_simulator,
    step_ms,
)
from isthmus.experiment.peer_compare import (
    Prediction,
    Speed,
    judge,
    prediction_table,
    speed_table,
)
from isthmus.experiment.settings import Settings
from isthmus.experiment.stencil import worker_pool
from isthmus.progress import Steps
from isthmus.report import print_table

REPRODUCES = "Ours: Jacobi2D in virtual time beside SimGrid: predicted step times, speed, memory"
TAKES = "4 min"

LATENCIES_MS = (0.0, 1.0, 4.0, 8.0, 16.0, 32.0)
THICK, THIN, THINNER = 1.25e9, 12.5e6, 2.5e6  # bytes a second: 10 Gb/s, 100 Mb/s, 20 Mb/s
OBJECTS_PER_PE = (1, 4, 16)
CELL_NS = 125.0
PE_CELLS = 256  # a side: a step takes 8.2 ms of a PE
SPEED_STEPS = 40
SPEED_SIZES = ((64, 1), (256, 1), (64, 4))  # PEs, objects of each
SPEED_SIZES_LARGE = ((1024, 1), (4096, 1), (256, 4), (1024, 4), (4096, 4))


def run(settings: Settings) -> None:
    compare(settings, our_simulator(find_application("jacobi2d").binary), find())


def find() -> Simulate:
    return peer_simulator(find_peer())


def compare(settings: Settings, ours: Simulate, theirs: Simulate) -> None:
    """The experiment over any two simulators."""
    predictions = predict(prediction_grids(settings.quick), settings.quick, ours, theirs)
    speeds = race(speed_grids(settings.quick), ours, theirs)
    for title, own in groups(predictions):
        print_table(*prediction_table(own), title=f"{title}: ms per step", left=0)
    title = f"speed: one run of {SPEED_STEPS} steps, from start to end of the process"
    print_table(*speed_table(speeds), title=title, left=0)
    plots = draw(predictions, speeds, settings.out)
    verdicts = judge(predictions, speeds)
    settings.write_json(
        "simgrid_stencil",
        {
            "predictions": [one.fields() for one in predictions],
            "speeds": [one.fields() for one in speeds],
            "verdicts": [{"met": one.met, "text": one.text} for one in verdicts],
        },
    )
    for path in plots:
        print(f"written: {path}")
    for verdict in verdicts:
        print(verdict.text)


def prediction_grids(quick: bool) -> list[Grid]:
    latencies = (0.0, 8.0, 32.0) if quick else LATENCIES_MS
    places = [(2, 64, THICK), (2, 64, THIN), (2, 64, THINNER), (16, 256, THICK)]
    grids = []
    for sites, pes, bandwidth in places:
        for per_pe in OBJECTS_PER_PE:
            if quick and (sites > 2 or bandwidth == THINNER) and per_pe > 1:
                continue  # these are most of the time
            a_side, edge = cut(pes, per_pe, PE_CELLS)
            grids += [
                Grid(sites, pes, a_side, edge, CELL_NS, latency_ms, bandwidth)
                for latency_ms in latencies
            ]
    return grids


def cut(pes: int, per_pe: int, pe_cells: int) -> tuple[int, int]:
    """Objects a side, and cells of an object a side; all are powers of two."""
    pes_a_side, objects_a_side = round(pes**0.5), round((pes * per_pe) ** 0.5)
    return objects_a_side, pes_a_side * pe_cells // objects_a_side


def speed_grids(quick: bool) -> list[Grid]:
    sizes = SPEED_SIZES if quick else (*SPEED_SIZES, *SPEED_SIZES_LARGE)
    return [
        Grid(2, pes, *cut(pes, per_pe, PE_CELLS), CELL_NS, 8.0, THICK)
        for pes, per_pe in sorted(sizes, key=lambda size: (size[1], size[0]))
    ]


def predict(
    grids: Sequence[Grid], quick: bool, ours: Simulate, theirs: Simulate
) -> list[Prediction]:
    steps = 20 if quick else 40

    def both(grid: Grid) -> Prediction:
        return Prediction(grid, step_ms(ours, grid, steps), step_ms(theirs, grid, steps))

    found = []
    with Steps("predicted step times", len(grids)) as progress, worker_pool() as pool:
        for one in pool.map(both, grids):
            progress.begin(one.grid.text())
            progress.end(f"{one.ours_ms:.2f} and {one.theirs_ms:.2f} ms per step")
            found.append(one)
    return found


def race(grids: Sequence[Grid], ours: Simulate, theirs: Simulate) -> list[Speed]:
    """One after the other, so that they have the machine to themselves."""
    found = []
    with Steps("speed", len(grids)) as progress:
        for grid in grids:
            progress.begin(grid.text())
            one = Speed(grid, SPEED_STEPS, ours(grid, SPEED_STEPS), theirs(grid, SPEED_STEPS))
            progress.end(f"{one.ours.wall_s:.2f} and {one.theirs.wall_s:.2f} s")
            found.append(one)
    return found


def groups(predictions: Sequence[Prediction]) -> list[tuple[str, list[Prediction]]]:
    """By platform, each with its name."""
    found: dict[str, list[Prediction]] = {}
    for one in predictions:
        found.setdefault(one.grid.platform_text(), []).append(one)
    return list(found.items())


def draw(predictions: Sequence[Prediction], speeds: Sequence[Speed], out: Path) -> list[Path]:
    from isthmus.experiment.draw import Line, Panel, draw_panels
    from isthmus.plots import Chart, Curve, draw_chart
    from isthmus.plots import Panel as ChartPanel

    panels = []
    for title, group in groups(predictions):
        lines = []
        for per_pe in OBJECTS_PER_PE:
            own = [one for one in group if one.grid.objects_per_pe == per_pe]
            if own:
                x = [one.grid.latency_ms for one in own]
                y = [one.ours_ms for one in own]
                theirs_ms = [one.theirs_ms for one in own]
                lines.append(Line(own[0].grid.objects_text(), x, y, x, theirs_ms))
        panels.append(Panel(title, lines))
    steps_plot = out / "simgrid_stencil.png"
    note = "curves: ours, links are queues; circles: SimGrid, links are shared evenly"
    draw_panels(panels, 2, "Jacobi2D: ours and SimGrid", note, steps_plot, theirs="SimGrid")

    curves = []
    for per_pe in sorted({one.grid.objects_per_pe for one in speeds}):
        raced = [one for one in speeds if one.grid.objects_per_pe == per_pe]
        pes = [float(one.grid.pes) for one in raced]
        for i, name in enumerate(("ours", "SimGrid")):
            rates = [one.messages_per_s()[i] / 1e3 for one in raced]
            curves.append(Curve(f"{name}, {per_pe} per PE", pes, rates))
    speed_plot = out / "simgrid_stencil_speed.png"
    chart = Chart(
        "Speed of both simulators",
        "PEs",
        "messages simulated a second (thousands)",
        [ChartPanel("", curves)],
    )
    draw_chart(chart, speed_plot)
    return [steps_plot, speed_plot]
