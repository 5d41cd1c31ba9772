"""The picture of a study of masked latency."""

import math
from collections.abc import Sequence
from pathlib import Path

from isthmus.masking import Cell, Measured, bound_ms
from isthmus.masking_results import steps_text
from isthmus.plots import Chart, Curve, Floor, Panel, Reference, draw_chart


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
