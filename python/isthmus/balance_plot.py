"""The picture of placements: for each strategy the objects where they are, and the PEs' loads."""

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.legend_handler import HandlerTuple
from matplotlib.patches import Patch
from matplotlib.patheffects import withStroke
from numpy.typing import NDArray

from isthmus import balance, plots
from isthmus.balance import Comparison, Row
from isthmus.plots import INK, QUIET
from isthmus.report import one_line

PANEL = 3.0
COLUMNS_MAX = 5
OBJECTS_DRAWN_MAX = 200_000
SITES_NAMED_MAX = 12
LEGEND_WIDTH = 2.9  # of a name in it
PES_NUMBERED_MAX = 64
TITLE_LETTERS = 8.5  # an inch
# A colour for each site, from which its PEs have shades; after these they come again. Those whose
# shades might be taken for another's are last.
FAMILIES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#6b7079", "#7B5EA7", "#E69F00", "#56B4E9")
_DARKEST, _LIGHTEST = -0.4, 0.7  # shares of black and of white
_GOLDEN = (5**0.5 - 1) / 2
_SAMPLE = 400
_POINTS_AT_ONCE = 2_000_000

Numbers = NDArray[np.float64]


def draw_comparison(comparison: Comparison, path: Path) -> None:
    """Objects are coloured by site, in shades by PE; the file's ending gives its format. A
    snapshot without positions has its objects in a square, by number."""
    rows = comparison.rows
    columns = min(len(rows), COLUMNS_MAX)
    bands = -(-len(rows) // columns)
    drawn = 0 < comparison.objects <= OBJECTS_DRAWN_MAX
    heights = ([3.0] if drawn else []) + [1.0]
    colours = _colours(comparison.site_of_pe)
    cells = _cells(comparison) if drawn else np.empty((0, 4))
    highest = max((max(row.loads_s, default=0.0) for row in rows), default=0.0)
    width = max(5.0, columns * PANEL)
    legend_columns = max(1, int(width / LEGEND_WIDTH))
    legend_rows = -(-min(len(set(comparison.site_of_pe)), SITES_NAMED_MAX + 1) // legend_columns)
    height = bands * PANEL * (1.35 if drawn else 0.75) + 0.8 + 0.18 * legend_rows
    with plots.new_figure(width, height) as figure:
        grid = figure.add_gridspec(bands * len(heights), columns, height_ratios=heights * bands)
        for i, row in enumerate(rows):
            top, column = (i // columns) * len(heights), i % columns
            first = figure.add_subplot(grid[top, column])
            if drawn:
                _draw_objects(first, cells, row, colours)
                _draw_loads(figure.add_subplot(grid[top + 1, column]), row, colours, highest)
            else:
                _draw_loads(first, row, colours, highest)
            first.set_title(_label(row), fontsize=9)
        title = textwrap.fill(_title(comparison), int(width * TITLE_LETTERS))
        figure.suptitle(title, x=0.012, ha="left", fontsize=13, fontweight="bold")
        _draw_legend(figure, comparison, colours, legend_columns)
        plots.save(figure, path)


def _title(comparison: Comparison) -> str:
    how = ""
    if comparison.objects > OBJECTS_DRAWN_MAX:
        how = f" (loads alone: more than {OBJECTS_DRAWN_MAX:,} objects are not drawn)"
    elif comparison.objects and not comparison.position:
        how = " (the snapshot has no positions: objects by number, row by row from the top)"
    return balance.title(comparison) + how


def _label(row: Row) -> str:
    return (
        f"{row.strategy}\nmax/mean {row.imbalance:.2f}, {row.cross_site_messages:,} between sites"
    )


def _colours(site_of_pe: Sequence[int]) -> Numbers:
    """By PE: a shade of its site's colour. Those of PEs one after the other are far apart, and no
    two of a site are the same."""
    result = np.empty((len(site_of_pe), 3))
    sites = np.array(site_of_pe, dtype=np.int64)
    for site in np.unique(sites):
        mine = np.flatnonzero(sites == site)
        order = np.argsort(np.argsort((np.arange(len(mine)) * _GOLDEN) % 1.0))
        base = np.array(to_rgb(FAMILIES[site % len(FAMILIES)]))
        for pe, place in zip(mine, order, strict=True):
            share = 0.0  # the only one of its site has the colour itself
            if len(mine) > 1:
                share = _DARKEST + (_LIGHTEST - _DARKEST) * place / (len(mine) - 1)
            result[pe] = base * (1 + share) if share < 0 else base + (1 - base) * share
    return result


def _cells(comparison: Comparison) -> Numbers:
    """By object: left, bottom, width and height of where it is drawn, within the unit square. Those
    at one point share its cell."""
    at = np.array(comparison.position or _by_number(comparison.objects), dtype=np.float64)
    at = at / max(1e-300, float(np.abs(at).max()))  # differences of the largest numbers overflow
    at = (at - at.min(axis=0)) / (float(np.ptp(at, axis=0).max()) or 1.0)
    points, point_of, count = np.unique(at, axis=0, return_inverse=True, return_counts=True)
    point_of = point_of.reshape(-1)  # numpy 2.0 has it in a column
    size = _cell_size(points)
    order = np.argsort(point_of, kind="stable")
    number = np.empty(len(at), dtype=np.int64)  # among those at its point
    number[order] = np.arange(len(at)) - np.repeat(np.cumsum(count) - count, count)
    columns = np.ceil(np.sqrt(count))[point_of]
    rows = np.ceil(count[point_of] / columns)
    inner = np.stack([size[0] / columns, size[1] / rows], axis=1)
    place = np.stack([number % columns, rows - 1 - number // columns], axis=1)
    return np.concatenate([at - size / 2 + place * inner, inner], axis=1)


def _by_number(objects: int) -> list[tuple[float, float]]:
    side = int(np.ceil(np.sqrt(objects)))
    return [(float(i % side), -float(i // side)) for i in range(objects)]


def _cell_size(points: Numbers) -> Numbers:
    """Width and height of a cell: what a lattice leaves to each of its points, so that nothing
    shows between them; elsewhere a square about as wide as the next point is far."""
    steps = [_step(points[:, axis]) for axis in (0, 1)]
    if all(count for count, _ in steps) and steps[0][0] * steps[1][0] <= 4 * len(points):
        sizes = [size for _, size in steps]
        widest = max(sizes)  # of a row or a column the other size is free
        return np.array([size or widest or 1.0 for size in sizes])
    area = max(float(np.prod(np.ptp(points, axis=0))), 1e-6)
    side = max(_typical_distance(points), 0.5 * float(np.sqrt(area / len(points))))
    return np.array([side, side])


def _step(values: Numbers) -> tuple[int, float]:
    """How many values there are, and how far each is from the next; none where that differs."""
    different = np.unique(values.round(6))
    if len(different) == 1:
        return 1, 0.0
    gaps = np.diff(different)
    step = float(gaps.min())
    whole = np.abs(gaps / step - np.round(gaps / step)).max() < 0.01
    return (int(np.round(np.ptp(different) / step)) + 1, step) if whole else (0, 0.0)


def _typical_distance(points: Numbers) -> float:
    """From a point to the next one, by the larger of the two coordinates; the median of some."""
    some = points[:: max(1, len(points) // _SAMPLE)]
    nearest = []
    for i in range(0, len(some), max(1, _POINTS_AT_ONCE // len(points))):
        part = some[i : i + max(1, _POINTS_AT_ONCE // len(points))]
        far = np.abs(part[:, None, :] - points[None, :, :]).max(axis=2)
        far[far == 0] = np.inf
        nearest.append(far.min(axis=1))
    return float(np.median(np.concatenate(nearest)))


def _draw_objects(place: Axes, cells: Numbers, row: Row, colours: Numbers) -> None:
    left, bottom, width, height = cells.T
    right, top = left + width, bottom + height
    corners = np.stack([left, bottom, right, bottom, right, top, left, top], axis=1)
    # Pixels that belong to one or the other leave no seams, and stay pixels in drawings of lines,
    # whose viewers would smooth the sides.
    place.add_collection(
        PolyCollection(
            list(corners.reshape(-1, 4, 2)),
            facecolors=colours[np.array(row.pe)],
            antialiaseds=False,
            linewidths=0,
            rasterized=True,
        )
    )
    place.set_xlim(float(left.min()), float(right.max()))
    place.set_ylim(float(bottom.min()), float(top.max()))
    place.set_aspect("equal")
    place.set_axis_off()
    if len(colours) <= PES_NUMBERED_MAX:
        _draw_numbers(place, cells, row)


def _draw_numbers(place: Axes, cells: Numbers, row: Row) -> None:
    """The number of a PE on its objects, where they lie together and leave room for it."""
    centres = cells[:, :2] + cells[:, 2:] / 2
    span = np.ptp(centres, axis=0) + cells[:, 2:].max(axis=0)
    each = float(np.prod(span)) / len(centres)
    pes = np.array(row.pe)
    for pe in np.unique(pes):
        mine = centres[pes == pe]
        apart = ((mine - mine.mean(axis=0)) ** 2).sum(axis=1)
        area = len(mine) * each
        letters_fit = np.sqrt(area) / float(span.max()) * PANEL * 54 > 11
        middle = mine.mean(axis=0)
        nearest = pes[((centres - middle) ** 2).sum(axis=1).argmin()]
        if letters_fit and nearest == pe and apart.mean() <= area * 0.32:  # of a square: a sixth
            place.annotate(
                str(pe),
                tuple(middle),
                ha="center",
                va="center",
                fontsize=6.5,
                color=INK,
                path_effects=[withStroke(linewidth=1.6, foreground="white")],
            )


def _draw_legend(figure: Figure, comparison: Comparison, colours: Numbers, columns: int) -> None:
    sites = np.array(comparison.site_of_pe, dtype=np.int64)
    used = np.unique(sites)
    handles: list[Any] = []  # matplotlib takes tuples, but does not say so
    labels = []
    for site in used[:SITES_NAMED_MAX]:
        pes = np.flatnonzero(sites == site)
        shades = colours[pes][np.argsort(colours[pes].sum(axis=1))]
        some = shades[np.linspace(0, len(shades) - 1, min(len(shades), 8)).astype(int)]
        handles.append(tuple(Patch(facecolor=tuple(shade)) for shade in some))
        labels.append(f"{one_line(comparison.sites[site], 24)}: {_pes_text(pes)}")
    if len(used) > SITES_NAMED_MAX:
        handles.append((Patch(facecolor="none"),))
        labels.append(f"and {len(used) - SITES_NAMED_MAX} more sites")
    again = f" (after {len(FAMILIES)} from the first)" if len(used) > len(FAMILIES) else ""
    has_shades = len(colours) > len(used)
    figure.legend(
        handles,
        labels,
        loc="outside lower left",
        ncols=columns,
        frameon=False,
        fontsize=8,
        handlelength=4,
        handler_map={tuple: HandlerTuple(ndivide=None, pad=0)},
        title="a colour for each site" + again + (", a shade for each PE" if has_shades else ""),
        title_fontsize=8,
        alignment="left",
    )


def _pes_text(pes: NDArray[np.int64]) -> str:
    if len(pes) == 1:
        return f"PE {pes[0]}"
    if pes[-1] - pes[0] == len(pes) - 1:
        return f"PEs {pes[0]} to {pes[-1]}"
    return f"{len(pes)} PEs"


def _draw_loads(place: Axes, row: Row, colours: Numbers, highest: float) -> None:
    loads = np.array(row.loads_s)
    place.bar(np.arange(len(loads)), loads, width=1.0, color=colours)
    if len(loads):
        place.axhline(float(loads.max()), color=INK, linewidth=0.8, linestyle=":")
    place.set_ylim(0, highest * 1.05 or 1.0)
    place.set_xlim(-0.5, max(len(loads), 1) - 0.5)
    place.set_xlabel("PE", fontsize=8, color=QUIET)
    place.set_ylabel("s", fontsize=8, color=QUIET)
    place.tick_params(labelsize=7)
    place.yaxis.get_offset_text().set_fontsize(7)
    place.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True, nbins=4))
    place.yaxis.set_major_locator(mpl.ticker.MaxNLocator(nbins=3))
