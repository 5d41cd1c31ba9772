"""Reads the meshes that applications write: VTK XML files of triangles or tetrahedra, values in
base64."""

import base64
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from isthmus.errors import BadInputError

_TYPES = {"Float64": "<f8", "Int32": "<i4", "Int64": "<i8", "UInt8": "<u1"}
_LENGTH_BYTES = 8
_NODES_OF = {10: 4, 24: 10}  # of tetrahedra, by VTK's number of that kind of cell


@dataclass(frozen=True)
class TriangleMesh:
    """`points` has a row (x, y) a point, `triangles` a row of three points' numbers a triangle,
    `cells` by name a value a triangle."""

    points: NDArray[np.float64]
    triangles: NDArray[np.int32]
    cells: dict[str, NDArray[np.int32]]


@dataclass(frozen=True)
class SolidMesh:
    """`points` has a row (x, y, z) a point, `tetrahedra` a row of four points' numbers each, the
    corners also where there are points in the middle of edges; by name, `nodes` has a row of
    values a point and `cells` a value a tetrahedron."""

    points: NDArray[np.float64]
    tetrahedra: NDArray[np.int32]
    nodes: dict[str, NDArray[np.float64]]
    cells: dict[str, NDArray[np.float64]]


def read_mesh(path: Path) -> TriangleMesh | SolidMesh:
    """Of triangles, or of tetrahedra where the file says so. Raises BadInputError for a file that
    is of neither kind."""
    try:
        piece = _piece(path)
        types = piece.find("Cells/DataArray[@Name='types']")
        kinds = set() if types is None else {int(kind) for kind in np.unique(_values(types))}
        if not kinds & _NODES_OF.keys():
            return _triangles(piece, path)
        if len(kinds) > 1:
            raise ValueError("cells of several kinds")
        return _solid(piece, path, _NODES_OF[kinds.pop()])
    except (OSError, ElementTree.ParseError, KeyError, ValueError) as problem:
        raise BadInputError(
            f"{path}: {problem} (expected triangles or tetrahedra as applications write)"
        ) from None


def read_vtu(path: Path) -> TriangleMesh:
    """Raises BadInputError for a file that is not of this kind."""
    try:
        return _triangles(_piece(path), path)
    except (OSError, ElementTree.ParseError, KeyError, ValueError) as problem:
        raise BadInputError(f"{path}: {problem} (expected triangles as meshgen writes)") from None


def _piece(path: Path) -> ElementTree.Element:
    piece = ElementTree.parse(path).getroot().find("UnstructuredGrid/Piece")
    if piece is None:
        raise ValueError("no UnstructuredGrid with a Piece")
    return piece


def _triangles(piece: ElementTree.Element, path: Path) -> TriangleMesh:
    arrays = {array.get("Name"): array for array in piece.iterfind(".//DataArray")}
    points = _values(arrays["Points"]).astype(np.float64).reshape(-1, 3)[:, :2]
    triangles = _values(arrays["connectivity"]).astype(np.int32).reshape(-1, 3)
    cells = {
        str(array.get("Name")): _values(array).astype(np.int32)
        for array in piece.iterfind("CellData/DataArray")
    }
    if triangles.size > 0 and not 0 <= triangles.min() <= triangles.max() < len(points):
        raise BadInputError(f"{path}: a triangle of points that there are not")
    if any(len(values) != len(triangles) for values in cells.values()):
        raise BadInputError(f"{path}: values for more or fewer triangles than there are")
    return TriangleMesh(points, triangles, cells)


def _solid(piece: ElementTree.Element, path: Path, nodes_each: int) -> SolidMesh:
    arrays = {array.get("Name"): array for array in piece.iterfind("Cells/DataArray")}
    places = piece.find("Points/DataArray")
    if places is None:
        raise ValueError("no Points")
    points = _values(places).astype(np.float64).reshape(-1, 3)
    tetrahedra = _values(arrays["connectivity"]).astype(np.int32).reshape(-1, nodes_each)
    tetrahedra = tetrahedra[:, :4]
    if tetrahedra.size > 0 and not 0 <= tetrahedra.min() <= tetrahedra.max() < len(points):
        raise BadInputError(f"{path}: a tetrahedron of points that there are not")
    nodes = {
        str(array.get("Name")): _values(array).astype(np.float64).reshape(len(points), -1)
        for array in piece.iterfind("PointData/DataArray")
    }
    cells = {
        str(array.get("Name")): _values(array).astype(np.float64)
        for array in piece.iterfind("CellData/DataArray")
    }
    if any(len(values) != len(tetrahedra) for values in cells.values()):
        raise BadInputError(f"{path}: values for more or fewer tetrahedra than there are")
    return SolidMesh(points, tetrahedra, nodes, cells)


def _values(array: ElementTree.Element) -> NDArray[np.generic]:
    raw = base64.b64decode("".join((array.text or "").split()), validate=True)
    length = int.from_bytes(raw[:_LENGTH_BYTES], "little")
    if length != len(raw) - _LENGTH_BYTES:
        raise ValueError(f"array {array.get('Name')} is cut short")
    return np.frombuffer(raw, _TYPES[array.get("type", "")], offset=_LENGTH_BYTES)
