"""Pictures of solids of tetrahedra: the side with the greatest z, as it is deformed, in colours."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from isthmus import plots
from isthmus.errors import BadInputError
from isthmus.report import one_line
from isthmus.vtu import SolidMesh

LINES_MAX = 8_000
"""With more triangles than this their sides are not drawn: they would be all that is seen."""
_COLOURS = "cividis"  # even for eyes that see no red or green
_SIDES = ((1, 2, 3), (0, 3, 2), (0, 1, 3), (0, 2, 1))
_SEEN = 0.04  # the largest displacement, as a share of the solid, where no stretch is given


def draw_solid(mesh: SolidMesh, by: str, stretch: float | None, path: Path, title: str) -> None:
    """`by` names values of tetrahedra, or of points, whose lengths are then drawn. The file's
    ending gives its format. Raises BadInputError for a value that there is not."""
    triangles, cells = _top(mesh)
    if len(triangles) == 0:
        raise BadInputError("no side of a tetrahedron lies at the greatest z (expected a flat top)")
    displacement = mesh.nodes.get("displacement", np.zeros_like(mesh.points))
    size = float((mesh.points.max(axis=0) - mesh.points.min(axis=0)).max())
    largest = float(np.abs(displacement).max()) if displacement.size > 0 else 0.0
    if stretch is None:
        stretch = _SEEN * size / largest if largest > 0 else 1.0
    places = mesh.points + stretch * displacement
    if by in mesh.cells:
        values = mesh.cells[by][cells]
    elif by in mesh.nodes:
        values = np.linalg.norm(mesh.nodes[by], axis=1)[triangles].mean(axis=1)
    else:
        known = ", ".join([*mesh.cells, *mesh.nodes]) or "none"
        raise BadInputError(f"{by}: no such value (there are: {known})")
    low, high = places.min(axis=0), places.max(axis=0)
    width, height = (max(float(side), 1e-9 * size) for side in (high - low)[:2])
    scale = min(9 / width, 8 / height)
    with plots.new_figure(max(4.5, width * scale + 1.4), height * scale + 0.8) as figure:
        place = figure.add_subplot()
        place.set_axis_off()
        place.set_aspect("equal")
        shown = place.tripcolor(
            places[:, 0],
            places[:, 1],
            triangles,
            facecolors=values,
            cmap=_COLOURS,
            edgecolors=plots.QUIET if len(triangles) <= LINES_MAX else "none",
            linewidth=0.1,
        )
        figure.colorbar(shown, ax=place, fraction=0.04, pad=0.02)
        figure.suptitle(
            f"{one_line(title, 50)}: {one_line(by, 24)}, displacements x {stretch:.3g}",
            x=0.012,
            ha="left",
            fontsize=13,
            fontweight="bold",
        )
        plots.save(figure, path)


def _top(mesh: SolidMesh) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The sides at the greatest z, and the tetrahedron of each."""
    z = mesh.points[:, 2]
    is_top = z >= z.max() - 1e-9 * max(float(z.max() - z.min()), 1e-300)
    triangles, cells = [], []
    for side in _SIDES:
        corners = mesh.tetrahedra[:, list(side)]
        seen = is_top[corners].all(axis=1)
        triangles.append(corners[seen])
        cells.append(np.flatnonzero(seen))
    return np.concatenate(triangles), np.concatenate(cells)
