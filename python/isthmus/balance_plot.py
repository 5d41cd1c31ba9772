"""The picture of placements: for each strategy the objects where they are, and the PEs' loads."""

from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from numpy.typing import NDArray

from isthmus import balance, plots
from isthmus.balance import Comparison, Row
from isthmus.plots import COLOURS, INK, QUIET

PANEL = 3.0
COLUMNS_MAX = 5
OBJECTS_DRAWN_MAX = 200_000
_SHADES = (0.0, 0.45, 0.22, 0.62)  # shares of white, by the number of the PE in its site


def draw_comparison(comparison: Comparison, path: Path) -> None:
    """Objects are coloured by site, in shades by PE; the file's ending gives its format. A
    snapshot without positions has the loads alone."""
    rows = comparison.rows
    columns = min(len(rows), COLUMNS_MAX)
    bands = -(-len(rows) // columns)
    drawn = bool(comparison.position) and comparison.objects <= OBJECTS_DRAWN_MAX
    heights = ([3.0] if drawn else []) + [1.0]
    colours = _colours(comparison)
    highest = max((max(row.loads_s, default=0.0) for row in rows), default=0.0)
    height = bands * PANEL * (1.35 if drawn else 0.75) + 0.6
    with plots.new_figure(max(5.0, columns * PANEL), height) as figure:
        grid = figure.add_gridspec(bands * len(heights), columns, height_ratios=heights * bands)
        for i, row in enumerate(rows):
            top, column = (i // columns) * len(heights), i % columns
            first = figure.add_subplot(grid[top, column])
            if drawn:
                _draw_objects(first, comparison, row, colours)
                _draw_loads(figure.add_subplot(grid[top + 1, column]), row, colours, highest)
            else:
                _draw_loads(first, row, colours, highest)
            first.set_title(_label(row), fontsize=9)
        figure.suptitle(
            balance.title(comparison), x=0.012, ha="left", fontsize=13, fontweight="bold"
        )
        plots.save(figure, path)


def _label(row: Row) -> str:
    return (
        f"{row.strategy}\nmax/mean {row.imbalance:.2f}, {row.cross_site_messages:,} between sites"
    )


def _colours(comparison: Comparison) -> NDArray[np.float64]:
    """By PE: the colour of its site, lighter from PE to PE."""
    seen: dict[int, int] = {}
    result = []
    for site in comparison.site_of_pe:
        number = seen.get(site, 0)
        seen[site] = number + 1
        white = _SHADES[number % len(_SHADES)]
        base = to_rgb(COLOURS[site % len(COLOURS)])
        result.append([part + (1 - part) * white for part in base])
    return np.array(result)


def _draw_objects(
    place: Axes, comparison: Comparison, row: Row, colours: NDArray[np.float64]
) -> None:
    at = np.array(comparison.position)
    side = 0.8 * PANEL * 72 / max(1.0, np.sqrt(len(at)))
    place.scatter(
        at[:, 0],
        at[:, 1],
        s=float(np.clip(side * side * 0.8, 0.5, 60)),
        c=colours[np.array(row.pe)],
        marker="s",
        linewidths=0,
    )
    place.set_aspect("equal")
    place.set_axis_off()


def _draw_loads(place: Axes, row: Row, colours: NDArray[np.float64], highest: float) -> None:
    loads = np.array(row.loads_s)
    place.bar(np.arange(len(loads)), loads, width=1.0, color=colours)
    if len(loads):
        place.axhline(float(loads.max()), color=INK, linewidth=0.8, linestyle=":")
    place.set_ylim(0, highest * 1.05 or 1.0)
    place.set_xlim(-0.5, max(len(loads), 1) - 0.5)
    place.set_xlabel("PE", fontsize=8, color=QUIET)
    place.set_ylabel("s", fontsize=8, color=QUIET)
    place.tick_params(labelsize=7)
    place.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True, nbins=4))
    place.yaxis.set_major_locator(mpl.ticker.MaxNLocator(nbins=3))
