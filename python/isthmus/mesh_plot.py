"""Pictures of meshes: triangles coloured by what they belong to."""

from pathlib import Path

import numpy as np
from matplotlib.colors import ListedColormap, to_rgb
from numpy.typing import NDArray

from isthmus import plots
from isthmus.errors import BadInputError
from isthmus.report import one_line
from isthmus.vtu import TriangleMesh

LINES_MAX = 30_000
"""With more triangles than this their sides are not drawn: they would be all that is seen."""
_SHARES = (0.85, 0.4)  # of a colour in its mixture with white
_STEP = 5  # from the colour of a number to that of the next, which is often that of a neighbour


def draw_mesh(mesh: TriangleMesh, by: str, path: Path, title: str) -> None:
    """The file's ending gives its format. Raises BadInputError for a value that there is not."""
    if by not in mesh.cells:
        raise BadInputError(f"{by}: no such value (there are: {', '.join(mesh.cells) or 'none'})")
    low, high = mesh.points.min(axis=0), mesh.points.max(axis=0)
    width, height = (max(side, 1e-9 * float((high - low).max())) for side in (high - low))
    scale = min(12 / width, 9 / height)
    colours = [_mixed(colour, share) for colour in plots.COLOURS for share in _SHARES]
    with plots.new_figure(max(5.0, width * scale), height * scale + 0.6) as figure:
        place = figure.add_subplot()
        place.set_axis_off()
        place.set_aspect("equal")
        place.tripcolor(
            mesh.points[:, 0],
            mesh.points[:, 1],
            mesh.triangles,
            facecolors=_shades(mesh.cells[by], len(colours)),
            cmap=ListedColormap(colours),
            vmin=-0.5,
            vmax=len(colours) - 0.5,
            edgecolors=plots.INK if len(mesh.triangles) <= LINES_MAX else "none",
            linewidth=0.15,
        )
        figure.suptitle(
            f"{one_line(title, 50)}: {len(mesh.triangles):,} triangles by {one_line(by, 24)}",
            x=0.012,
            ha="left",
            fontsize=13,
            fontweight="bold",
        )
        plots.save(figure, path)


def _mixed(colour: str, share: float) -> tuple[float, ...]:
    return tuple(1 - share * (1 - part) for part in to_rgb(colour))


def _shades(numbers: NDArray[np.int32], count: int) -> NDArray[np.float64]:
    return (numbers.astype(np.int64) * _STEP % count).astype(np.float64)
