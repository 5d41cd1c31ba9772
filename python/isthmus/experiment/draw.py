"""Plots of simulated curves with the published points and the knees of both."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from isthmus.experiment.compare import knee_row
from isthmus.plots import COLOURS, INK, QUIET, new_figure, save

SPAN_MIN = 0.1  # of the highest value: what a panel spans at least


@dataclass(frozen=True)
class Line:
    """One curve, and the published points of the same runs where there are any. A dashed one is a
    variant of another and shows no knees."""

    label: str
    latencies_ms: Sequence[float]
    times_ms: Sequence[float]
    published_latencies_ms: Sequence[float] = ()
    published_ms: Sequence[float] = ()
    dashed: bool = False


@dataclass(frozen=True)
class Panel:
    title: str
    lines: Sequence[Line]


def draw_panels(
    panels: Sequence[Panel],
    columns: int,
    title: str,
    note: str,
    path: Path,
    theirs: str = "published",
    ours: str = "ours",
) -> None:
    """`theirs` is what the legend calls the points, `ours` whose the lines' knees are. Each panel
    has its own scale. A label has the same colour in all panels. Raises IsthmusError where the file
    cannot be written."""
    rows = -(-len(panels) // columns)
    labels = list(dict.fromkeys(line.label for panel in panels for line in panel.lines))
    colours = {label: COLOURS[i % len(COLOURS)] for i, label in enumerate(labels)}
    with new_figure(1.0 + 3.9 * columns, 1.6 + 2.9 * rows) as figure:
        grid = figure.subplots(rows, columns, squeeze=False, sharex=True)
        places = list(grid.flat)
        marks: set[str] = set()
        for at, (place, panel) in enumerate(zip(places, panels, strict=False)):
            marks |= _draw_panel(place, panel, colours)
            if at % columns == 0:
                place.set_ylabel("time per step (ms)")
            if at >= len(panels) - columns:
                place.set_xlabel("latency between the sites, one way (ms)")
                place.tick_params(labelbottom=True)
        for place in places[len(panels) :]:
            place.set_visible(False)
        figure.suptitle(title, x=0.012, ha="left", fontsize=13, fontweight="bold")
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        dashed = {line.label for panel in panels for line in panel.lines if line.dashed}
        figure.legend(
            handles=_legend(colours, dashed, marks, theirs, ours),
            loc="outside right upper",
            frameon=False,
            fontsize=9,
        )
        save(figure, path)


def _draw_panel(place: Axes, panel: Panel, colours: dict[str, str]) -> set[str]:
    """Returns the markers that were drawn."""
    marks: set[str] = set()
    place.set_title(panel.title, fontsize=10)
    for line in panel.lines:
        colour = colours[line.label]
        place.plot(line.latencies_ms, line.times_ms, "--" if line.dashed else "-", color=colour)
        place.plot(
            line.published_latencies_ms,
            line.published_ms,
            "o",
            color=colour,
            markersize=3.5,
            fillstyle="none",
        )
        marks |= {"o"} if len(line.published_ms) > 0 else set()
        if line.dashed:
            continue
        marks |= _mark(place, line.latencies_ms, line.times_ms, "D", colour)
        marks |= _mark(place, line.published_latencies_ms, line.published_ms, "s", colour)
    _set_limits(place, panel)
    return marks


def _set_limits(place: Axes, panel: Panel) -> None:
    """From 0, unless the curves then were all one line; but noise shall not fill the panel."""
    values = [ms for line in panel.lines for ms in (*line.times_ms, *line.published_ms)]
    low, high = min(values), max(values)
    span = max(high - low, SPAN_MIN * high) if high - low < 0.3 * high else high
    place.set_ylim(max(0.0, low - 0.5 * span) if span < high else 0.0, high + 0.08 * span)


def _mark(
    place: Axes, x: Sequence[float], y: Sequence[float], marker: str, colour: str
) -> set[str]:
    """The knee, where the curve has one. Returns what was drawn."""
    row = knee_row(y) if len(y) > 0 else 0
    if 0 < row < len(y):
        filled = "full" if marker == "D" else "none"
        place.plot([x[row]], [y[row]], marker, color=colour, markersize=8, fillstyle=filled)
        return {marker}
    return set()


def _legend(
    colours: dict[str, str], dashed: Set[str], drawn: Set[str], theirs: str, ours: str
) -> list[Line2D]:
    """What is nowhere in the picture is not in its legend."""
    handles = [
        Line2D([], [], color=colour, label=label, linestyle="--" if label in dashed else "-")
        for label, colour in colours.items()
    ]
    marks = (
        ("o", "none", theirs),
        ("D", "full", f"knee, {ours}"),
        ("s", "none", f"knee, {theirs}"),
    )
    for marker, filled, label in marks:
        if marker not in drawn:
            continue
        handles.append(
            Line2D(
                [],
                [],
                linestyle="none",
                marker=marker,
                markersize=4 if marker == "o" else 8,
                fillstyle=filled,  # type: ignore[arg-type]
                color=INK,
                label=label,
            )
        )
    return handles
