"""Pictures of fields: planes in colours, lines as curves; and of tables of norms over time."""

import csv
import math
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from isthmus import plots
from isthmus.errors import BadInputError
from isthmus.mesh_series import Piece
from isthmus.report import one_line

_COLOURS = "cividis"  # even for eyes that see no red or green
_MISSING = "#f3d9d9"


def draw_piece(piece: Piece, path: Path) -> None:
    """The file's ending gives its format."""
    across = piece.coordinates[0]
    if len(piece.axes) == 2:
        up = piece.coordinates[1]
        wide, high = (float(side[-1] - side[0]) for side in (across, up))
        scale = min(7.5 / wide, 7.5 / high)
        with plots.new_figure(max(wide * scale, 2.5) + 2.2, max(high * scale, 2.0) + 1.3) as figure:
            _draw_plane(figure, piece)
            plots.save(figure, path)
        return
    with plots.new_figure(7.5, 4.5) as figure:
        place = figure.add_subplot()
        place.plot(across, piece.values, color=plots.COLOURS[0], label="level 0")
        told = {0}
        for patch in piece.finer:
            label = None if patch.level in told else f"level {patch.level}"
            told.add(patch.level)
            colour = plots.COLOURS[patch.level % len(plots.COLOURS)]
            place.plot(
                *patch.coordinates, patch.values, ".-", markersize=3, color=colour, label=label
            )
        if piece.finer:
            place.legend(frameon=False, fontsize=9)
        place.set_xlabel(piece.axes[0])
        _say(figure, place, piece)
        plots.save(figure, path)


def _draw_plane(figure: Figure, piece: Piece) -> None:
    place = figure.add_subplot()
    place.set_facecolor(_MISSING)
    place.grid(visible=False)
    place.set_aspect("equal")
    finite = [
        values[np.isfinite(values)]
        for values in (piece.values, *(patch.values for patch in piece.finer))
    ]
    every = np.concatenate(finite)
    ends = {"vmin": every.min(), "vmax": every.max()} if len(every) else {}
    for coordinates, values in [
        (piece.coordinates, piece.values),
        *((patch.coordinates, patch.values) for patch in piece.finer),
    ]:
        shown = place.pcolormesh(
            *coordinates,
            np.ma.masked_invalid(values),
            cmap=_COLOURS,
            shading="nearest",
            rasterized=True,
            **ends,
        )
    _draw_boxes(place, piece)
    figure.colorbar(shown, ax=place, fraction=0.05, pad=0.03)
    place.set_xlabel(piece.axes[0])
    place.set_ylabel(piece.axes[1])
    _say(figure, place, piece)


def _draw_boxes(place: Axes, piece: Piece) -> None:
    """The edges of finer boxes, through their outermost points, with their levels."""
    for patch in piece.finer:
        (left, right), (low, high) = ((side[0], side[-1]) for side in patch.coordinates)
        place.plot(
            [left, right, right, left, left],
            [low, low, high, high, low],
            color="white",
            linewidth=1,
        )
        place.annotate(
            str(patch.level),
            (left, high),
            xytext=(3, -3),
            textcoords="offset points",
            va="top",
            color="white",
            fontsize=8,
        )


def _say(figure: Figure, place: Axes, piece: Piece) -> None:
    at = "".join(f", {axis} = {value:.6g}" for axis, value in piece.fixed.items())
    every = (piece.values, *(patch.values for patch in piece.finer))
    missing = sum(int(np.count_nonzero(~np.isfinite(values))) for values in every)
    figure.suptitle(one_line(piece.field, 60), x=0.012, ha="left", fontsize=13, fontweight="bold")
    note = f"; {missing:,} points are missing or no numbers" if missing else ""
    place.set_title(f"step {piece.step}, t = {piece.time:.6g}{at}{note}", fontsize=9.5)


def draw_table(table: Path, path: Path, columns: list[str]) -> None:
    """The columns over time; where none is named the norms of all fields (those that are roots of
    mean squares), or all columns where there are no such. Raises BadInputError where the file
    is no such table."""
    names, rows = _read_table(table)
    for column in columns:
        if column not in names[2:]:
            raise BadInputError(
                f"{table}: no column '{column}' (there are: {', '.join(names[2:]) or 'none'})"
            )
    norms = [name for name in names[2:] if name.endswith(" norm_2")]
    chosen = columns or norms or [name for name in names[2:] if name != "level"]
    with plots.new_figure(7.5, 4.5) as figure:
        place = figure.add_subplot()
        values = [rows[:, names.index(name)] for name in chosen]
        for number, (name, of_it) in enumerate(zip(chosen, values, strict=True)):
            colour = plots.COLOURS[number % len(plots.COLOURS)]
            place.plot(rows[:, 1], of_it, color=colour, label=one_line(name, 40))
        place.set_xlabel("time")
        if len(chosen) > 1:
            place.legend(frameon=False, fontsize=9)
        title = one_line(chosen[0] if len(chosen) == 1 else table.name, 60)
        figure.suptitle(title, x=0.012, ha="left", fontsize=13, fontweight="bold")
        finite = np.concatenate([of_it[np.isfinite(of_it)] for of_it in values])
        if len(finite) and finite.min() > 0 and finite.max() > 1e3 * finite.min():
            place.set_yscale("log")
        plots.save(figure, path)


def _read_table(table: Path) -> tuple[list[str], np.ndarray]:
    try:
        with table.open(newline="", encoding="utf-8") as file:
            lines = list(csv.reader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as problem:
        raise BadInputError(f"{table}: cannot be read: {one_line(str(problem), 160)}") from None
    if not lines or lines[0][:2] != ["step", "time"] or len(lines[0]) < 3:
        raise BadInputError(f"{table}: not a table of a mesh job (expected step,time,... first)")
    names = lines[0]
    if {"x", "y", "z"} & set(names):
        raise BadInputError(
            f"{table}: a slice, with many points a step; expected a table with one line a step"
        )
    # The last line may be one that is being written.
    rows = [[_number(text) for text in line] for line in lines[1:] if len(line) == len(names)]
    if not rows:
        raise BadInputError(f"{table}: no step is in it yet")
    return names, np.array(rows)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan
