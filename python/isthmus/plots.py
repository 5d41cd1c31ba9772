"""Pictures of measurements: labelled axes with units, curves named where they end, and colours
that colour-blind readers tell apart."""

import itertools
import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogFormatter, LogLocator, NullFormatter

from isthmus.errors import IsthmusError

INK = "#1f2430"
QUIET = "#8a8f99"
FLOOR = "#eceef1"
# Okabe and Ito (2008), without black and yellow: the first is kept for text, the second is too
# pale on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")

_STYLE: Any = {  # matplotlib types its keys one by one
    "text.parse_math": False,  # names that users give may have $ in them
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": QUIET,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e6e8ec",
    "grid.linewidth": 0.8,
    "xtick.color": INK,
    "ytick.color": INK,
    "lines.linewidth": 1.8,
    "lines.markersize": 5,
    "figure.dpi": 110,
    "savefig.dpi": 150,
    "figure.facecolor": "white",
}


@dataclass(frozen=True)
class Curve:
    """One line of a panel. `low` and `high`, where given, are drawn as a band."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


@dataclass(frozen=True)
class Reference:
    """A dashed line to compare with, named in the plot."""

    label: str
    x: Sequence[float]
    y: Sequence[float]


@dataclass(frozen=True)
class Floor:
    """What no curve can reach: shaded below the line, with the label in it at the right."""

    label: str
    x: Sequence[float]
    y: Sequence[float]


@dataclass(frozen=True)
class Panel:
    title: str
    curves: Sequence[Curve]
    references: Sequence[Reference] = ()


@dataclass(frozen=True)
class Chart:
    """Panels side by side with common axes. `x_names` labels the ticks where x is no number,
    `x_notes` stand below those that are; `ordered` colours the curves along a scale instead of by
    kind; `y_log` is for values of several magnitudes, none of them 0."""

    title: str
    x_label: str
    y_label: str
    panels: Sequence[Panel]
    note: str = ""
    legend_title: str = ""
    x_names: Sequence[str] = ()
    ordered: bool = False
    x_notes: Mapping[float, str] = field(default_factory=dict)
    floor: Floor | None = None
    y_log: bool = False


@contextmanager
def new_figure(width: float, height: float) -> Iterator[Figure]:
    """In the style of all our pictures: what is drawn and saved within has it. Texts are drawn
    literally, with `report.one_line` for those that users give."""
    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        # A letter that the font has not is a box in the picture, and no news on the terminal.
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(figure)
        yield figure


def save(figure: Figure, path: Path) -> None:
    """Raises IsthmusError where the file cannot be written."""
    for place in figure.axes:
        for axis in (place.xaxis, place.yaxis):
            # Those of logarithmic axes write formulas, and no text here is read as one.
            if isinstance(axis.get_major_formatter(), LogFormatter):
                axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
            if isinstance(axis.get_minor_formatter(), LogFormatter):
                axis.set_minor_formatter(NullFormatter())
    try:
        figure.savefig(path)
    except (OSError, ValueError) as problem:
        raise IsthmusError(f"cannot write the plot {path}: {problem}") from None


def curve_colours(count: int, ordered: bool) -> list[str]:
    if not ordered:
        return [colour for colour, _ in zip(itertools.cycle(COLOURS), range(count), strict=False)]
    # The lower five sixths of viridis: its yellow end does not show on white.
    scale = mpl.colormaps["viridis"]
    return [mpl.colors.to_hex(scale(0.82 * i / max(1, count - 1))) for i in range(count)]


def draw_chart(chart: Chart, path: Path) -> None:
    """Writes the chart; the file's ending gives its format."""
    columns = 2 if len(chart.panels) == 4 else min(3, max(1, len(chart.panels)))
    rows = math.ceil(len(chart.panels) / columns)
    width, height = (7.6 if columns == 1 else 1.2 + 4.9 * columns), 0.9 + 4.0 * rows
    with new_figure(width, height) as figure:
        grid = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True)
        places = list(grid.flat)
        for place, panel in zip(places, chart.panels, strict=False):
            _draw_panel(place, panel, chart)
        if not chart.y_log:
            # Of all panels at once, when all are drawn: their top is fixed with it.
            places[0].set_ylim(bottom=0)
        for place in places[len(chart.panels) :]:
            place.set_visible(False)
        figure.suptitle(chart.title, x=0.012, ha="left", fontsize=13, fontweight="bold")
        if chart.note:
            figure.supxlabel(chart.note, x=0.012, ha="left", fontsize=8, color=QUIET)
        figure.draw_without_rendering()
        for place, panel in zip(places, chart.panels, strict=False):
            _label_ends(place, panel, chart)
        save(figure, path)


def _draw_panel(place: Axes, panel: Panel, chart: Chart) -> None:
    place.set_title(panel.title)
    place.set_xlabel(chart.x_label)
    if place.get_subplotspec().is_first_col():  # type: ignore[union-attr]
        place.set_ylabel(chart.y_label)
    if chart.floor is not None:
        _draw_floor(place, chart.floor)
    for reference in panel.references:
        place.plot(reference.x, reference.y, "--", color=QUIET, linewidth=1.2, zorder=1.5)
    colours = curve_colours(len(panel.curves), chart.ordered)
    for i, (curve, colour) in enumerate(zip(panel.curves, colours, strict=True)):
        if curve.low and curve.high:
            place.fill_between(curve.x, curve.low, curve.high, color=colour, alpha=0.15, lw=0)
        place.plot(curve.x, curve.y, "-", color=colour, marker=MARKERS[i % len(MARKERS)])
    if chart.x_names:
        place.set_xticks(range(len(chart.x_names)), chart.x_names)
    else:
        _set_ticks(place, panel, chart.x_notes)
    if chart.y_log:
        place.set_yscale("log")
        # Of values within one magnitude a power of ten says little.
        place.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))


def _draw_floor(place: Axes, floor: Floor) -> None:
    place.fill_between(floor.x, 0, floor.y, color=FLOOR, lw=0, zorder=0.5)
    place.plot(floor.x, floor.y, "-", color=QUIET, linewidth=1.2, zorder=1.5)
    place.annotate(
        floor.label,
        (floor.x[-1], 0),
        xytext=(-6, 6),
        textcoords="offset points",
        ha="right",
        va="bottom",
        fontsize=8,
        color=QUIET,
    )


def _set_ticks(place: Axes, panel: Panel, notes: Mapping[float, str]) -> None:
    """Ticks where it was measured; a logarithmic axis where the values are powers."""
    values = sorted({x for curve in panel.curves for x in curve.x})
    if not values:
        return
    if values[0] > 0 and len(values) > 2 and values[-1] / values[0] >= 16:
        place.set_xscale("log", base=2)
        place.minorticks_off()
    span = values[-1] - values[0]
    shown: list[float] = []
    for value in values:
        if place.get_xscale() == "log" or not shown or value - shown[-1] >= span * 0.05:
            shown.append(value)
    if len(shown) <= 12:
        labels = [f"{value:g}\n{notes.get(value, '')}".rstrip() for value in shown]
        place.set_xticks(shown, labels, fontsize=9 if notes else None)


def _label_ends(place: Axes, panel: Panel, chart: Chart) -> None:
    """Names every line at its right end, moved apart where they would touch."""
    colours = curve_colours(len(panel.curves), chart.ordered)
    ends = [
        (curve.x[-1], curve.y[-1], curve.label, colour)
        for curve, colour in zip(panel.curves, colours, strict=True)
        if curve.x and curve.label
    ]
    ends += [(line.x[-1], line.y[-1], line.label, QUIET) for line in panel.references if line.x]
    if not ends:
        return
    box = place.get_window_extent()
    scale = place.figure.dpi / 72.0
    height = 12.5 * scale
    pixels = [float(place.transData.transform((x, y))[1]) for x, y, _, _ in ends]
    placed = spread(pixels, height, float(box.y0), float(box.y1) + height)
    right = max(float(place.transData.transform((x, y))[0]) for x, y, _, _ in ends)
    for (_, _, label, colour), y in zip(ends, placed, strict=True):
        at = ((right - float(box.x0)) / float(box.width), (y - float(box.y0)) / float(box.height))
        place.annotate(
            label,
            at,
            xycoords="axes fraction",
            xytext=(9, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
            color=colour,
            annotation_clip=False,
        )
    if chart.legend_title:
        top = (max(placed) + height * 1.15 - float(box.y0)) / float(box.height)
        place.annotate(
            chart.legend_title,
            ((right - float(box.x0)) / float(box.width), top),
            xycoords="axes fraction",
            xytext=(9, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color=QUIET,
            annotation_clip=False,
        )


def spread(positions: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """The same order, at least `gap` apart, each as near to its given position as the others let
    it; within `low` and `high` where there is room, else from `low` upwards."""
    order = sorted(range(len(positions)), key=lambda i: positions[i])
    groups: list[list[int]] = []  # neighbours that touch, kept together around their mean

    def bottom(group: list[int]) -> float:
        height = (len(group) - 1) * gap
        mean = sum(positions[i] for i in group) / len(group)
        return max(low, min(mean - height / 2, high - height))

    for i in order:
        groups.append([i])
        while len(groups) > 1 and bottom(groups[-1]) < bottom(groups[-2]) + len(groups[-2]) * gap:
            groups[-2:] = [groups[-2] + groups[-1]]
    placed = [0.0] * len(positions)
    for group in groups:
        for row, i in enumerate(group):
            placed[i] = bottom(group) + row * gap
    return placed
