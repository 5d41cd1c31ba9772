"""Fields that mesh jobs have put out: docs/formats/mesh-output.md."""

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from isthmus.errors import BadInputError
from isthmus.options import one_of
from isthmus.report import one_line

AXES = ("x", "y", "z")
_INDEX = re.compile(r"data(\d{8,})\.h5")


def _h5py() -> Any:
    try:
        import h5py  # type: ignore[import-untyped]
    except ImportError:
        raise BadInputError(
            "files of fields are read by h5py, which is not there (expected pip install h5py)"
        ) from None
    return h5py


@dataclass(frozen=True)
class Patch:
    """The points of a finer box that lie in a piece, as the piece has them."""

    level: int
    coordinates: tuple[NDArray[np.float64], ...]
    values: NDArray[np.float64]


@dataclass(frozen=True)
class Piece:
    """A plane or a line of a field. `axes` are those that vary, the one drawn across first; values
    have the last of them as their first index. `finer` has boxes of finer levels, each level behind
    the coarser ones."""

    field: str
    step: int
    time: float
    axes: tuple[str, ...]
    coordinates: tuple[NDArray[np.float64], ...]
    fixed: dict[str, float]
    values: NDArray[np.float64]
    finer: tuple[Patch, ...] = ()


def indices(path: Path) -> list[Path]:
    """The files of steps that the folder has, in order; or the one that is named."""
    if not path.exists():
        raise BadInputError(f"{path}: no such file or folder")
    if not path.is_dir():
        return [path]
    found = [
        (int(match[1]), file) for file in path.iterdir() if (match := _INDEX.fullmatch(file.name))
    ]
    if not found:
        raise BadInputError(
            f"{path}: no step of a mesh is in this folder (expected files such as data00000000.h5)"
        )
    return [file for _, file in sorted(found)]


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Any, int]]:
    """The index and its step."""
    h5py = _h5py()
    try:
        with h5py.File(path, "r") as file:
            steps = list(file["data"])
            if len(steps) != 1 or "isthmus" not in file:
                raise BadInputError(f"{path}: not a step that a mesh job has put out")
            yield file, int(steps[0])
    except (OSError, KeyError, ValueError, IndexError) as problem:
        raise BadInputError(f"{path}: cannot be read: {one_line(str(problem), 200)}") from None


def _texts(dataset: Any) -> list[str]:
    if dataset.shape is None or dataset.ndim != 1:
        raise ValueError(f"{dataset.name} is no list")
    return [bytes(text).rstrip(b"\0").decode() for text in dataset[()]]


def time_of(path: Path) -> float:
    with _opened(path) as (file, step):
        return float(file[f"data/{step}"].attrs["time"])


def fields_of(path: Path) -> list[str]:
    with _opened(path) as (file, _):
        return _coarse(file)


def _levels(file: Any) -> list[int]:
    """By field; files of jobs without levels may not say."""
    count = len(_texts(file["isthmus/fields"]))
    levels = [int(level) for level in file["isthmus"].attrs.get("levels", [0] * count)]
    if len(levels) != count:
        raise ValueError("/isthmus has levels of other fields")
    return levels


def _coarse(file: Any) -> list[str]:
    names = _texts(file["isthmus/fields"])
    return [name for name, level in zip(names, _levels(file), strict=True) if level == 0]


def _finer(file: Any) -> list[tuple[int, NDArray[np.int64], NDArray[np.int64]]]:
    """Level, low and high of each finer box, in the order z, y, x, coarser levels first."""
    if "finer" not in file["isthmus"]:
        return []
    rows = np.asarray(file["isthmus/finer"][()], dtype=np.int64)
    if rows.ndim != 2 or rows.shape[1] != 7 or (rows[:, 0] < 1).any():
        raise ValueError("/isthmus/finer is no list of boxes")
    return [
        (int(row[0]), row[1:4], row[4:7]) for row in rows[np.argsort(rows[:, 0], kind="stable")]
    ]


def at_time(paths: Sequence[Path], time: float) -> Path:
    """The step whose time is nearest."""
    return min(paths, key=lambda path: abs(time_of(path) - time))


def read_piece(path: Path, field: str | None, fixed: dict[str, float]) -> Piece:
    """The points nearest to the fixed coordinates. With three dimensions that vary, the middle of z
    is taken. `field` may be left out where there is one. What no part has is NaN."""
    with _opened(path) as (file, step):
        name = _chosen(field, _coarse(file), path)
        mesh = file[f"data/{step}/meshes"][_record(name)]
        spacing, origin = mesh.attrs["gridSpacing"][::-1], mesh.attrs["gridGlobalOffset"][::-1]
        shift = float(mesh.attrs["position"][0])
        places = {
            axis: origin[d] + spacing[d] * (np.arange(mesh.shape[2 - d]) + shift)
            for d, axis in enumerate(AXES)
        }
        varying = [axis for axis in AXES if axis not in fixed and len(places[axis]) > 1]
        if not varying:
            raise BadInputError(
                f"{path}: one point of {name} is left, and nothing to draw (expected fewer --slice)"
                if fixed
                else f"{path}: {name} has one point, and nothing to draw"
            )
        if len(varying) == 3:
            varying.pop()
        chosen: dict[str, int] = {}
        for axis in AXES:
            if axis in varying:
                continue
            middle = places[axis][len(places[axis]) // 2]
            chosen[axis] = _nearest_index(axis, fixed.get(axis, float(middle)), places[axis])
        where = tuple(chosen.get(axis, slice(None)) for axis in reversed(AXES))
        return Piece(
            field=f"|{name}|" if mesh.dtype.kind == "c" else name,
            step=step,
            time=float(file[f"data/{step}"].attrs["time"]),
            axes=tuple(varying),
            coordinates=tuple(places[axis] for axis in varying),
            fixed={
                axis: float(places[axis][index])
                for axis, index in chosen.items()
                if len(places[axis]) > 1
            },
            values=_real(mesh[where]),
            finer=_patches(file, step, name, varying, chosen),
        )


def _patches(
    file: Any, step: int, name: str, varying: list[str], chosen: dict[str, int]
) -> tuple[Patch, ...]:
    """Of boxes that have the chosen points of level 0; these are points of every level."""
    patches = []
    boxes = _finer(file)
    shape = file[f"data/{step}/meshes"][_record(name)].shape  # of level 0
    for level, low, high in boxes:
        record = f"{_record(name)}_lvl{level}"
        if record not in file[f"data/{step}/meshes"]:
            continue  # a job that went on with fewer levels does not put them out
        first = np.min([other for of, other, _ in boxes if of == level], axis=0)
        mesh = file[f"data/{step}/meshes"][record]
        spacing, origin = mesh.attrs["gridSpacing"], mesh.attrs["gridGlobalOffset"]
        shift = float(mesh.attrs["position"][0])
        where: list[int | slice] = []
        places = {}
        for d, axis in enumerate(reversed(AXES)):
            if axis in varying:
                where.append(slice(int(low[d] - first[d]), int(high[d] - first[d])))
                numbers = np.arange(low[d] - first[d], high[d] - first[d])
                places[axis] = origin[d] + spacing[d] * (numbers + shift)
                continue
            index = chosen[axis] * (2**level if shape[d] > 1 else 1)
            if not low[d] <= index < high[d]:
                break
            where.append(int(index - first[d]))
        if len(where) == len(AXES):
            values = _real(mesh[tuple(where)])
            patches.append(Patch(level, tuple(places[axis] for axis in varying), values))
    return tuple(patches)


def _real(values: NDArray[Any]) -> NDArray[np.float64]:
    """Of complex numbers, the absolute values."""
    return np.asarray(np.abs(values) if values.dtype.kind == "c" else values, dtype=np.float64)


def _record(field: str) -> str:
    return re.sub(r"::|[^A-Za-z0-9]", "_", field)


def _chosen(field: str | None, names: list[str], path: Path) -> str:
    if field is None:
        return names[0]
    for name in names:
        if field in (name, _record(name)):
            return name
    raise BadInputError(f"{path}: no field '{field}' (expected {one_of(names, field)})")


def _nearest_index(axis: str, value: float, places: NDArray[np.float64]) -> int:
    half = 0.5 * (places[1] - places[0]) if len(places) > 1 else math.inf
    if not places[0] - half <= value <= places[-1] + half:
        raise BadInputError(
            f"--slice {axis}={value:g}: outside of the grid (expected {places[0]:g} to "
            f"{places[-1]:g})"
        )
    return int(np.abs(places - value).argmin())


def faults_of(path: Path) -> tuple[int, list[str]]:
    """How many bytes of values the parts of a step have, and what is wrong with them, a line each:
    every value is read and compared with its checksum."""
    h5py = _h5py()
    faults: list[str] = []
    size = 0
    with _opened(path) as (file, _):
        fields, parts = _texts(file["isthmus/fields"]), _texts(file["isthmus/parts"])
        errors = _texts(file["isthmus/errors"])
        blocks = file["isthmus/blocks"][()]
        whole = math.prod(int(count) for count in file["isthmus"].attrs["shape"])
        of_level = {0: whole}
        for level, low, high in _finer(file):
            of_level[level] = of_level.get(level, 0) + int(np.prod(high - low))
        points = [of_level.get(level, 0) for level in _levels(file)]
    faults += [f"{path.name}: {error}" for error in errors if error]
    for number, name in enumerate(parts):
        own = blocks[blocks["part"] == number]
        part = path.parent / name
        if not len(own):
            continue
        if not part.exists():
            faults.append(f"{part}: missing, with {_share(own, fields, points)}")
            continue
        try:
            with h5py.File(part, "r") as file:
                for block in own:
                    where = f"{_record(fields[block['field']])}/{block['dataset']}"
                    kind = "<c16" if file[where].dtype.kind == "c" else "<f8"
                    values = np.ascontiguousarray(file[where][()], dtype=kind)
                    size += values.nbytes
                    if values.shape != tuple(block["high"] - block["low"]):
                        faults.append(f"{part}: {where} has another shape than the index says")
                    elif _checksum(values) != int(block["checksum"]):
                        faults.append(f"{part}: {where} is damaged: its checksum is another")
        except (OSError, KeyError) as problem:
            faults.append(f"{part}: cannot be read: {one_line(str(problem), 160)}")
    for number, field in enumerate(fields):
        own = blocks[blocks["field"] == number]
        missing = points[number] - int(
            np.prod(own["high"] - own["low"], axis=1, dtype=np.int64).sum()
        )
        if missing < 0:
            faults.append(f"{path.name}: more points of {field} than the index has boxes for")
        elif missing:
            faults.append(f"{path.name}: {missing:,} points of {field} were never written")
    return size, faults


def _checksum(values: NDArray[Any]) -> int:
    """As the format tells it: values as whole numbers, times 1, 3, 5 and so on, added up."""
    numbers = values.reshape(-1).view("<u8")
    factors = 2 * np.arange(len(numbers), dtype=np.uint64) + np.uint64(1)
    return int((numbers * factors).sum(dtype=np.uint64))


def _share(blocks: Any, fields: list[str], points: list[int]) -> str:
    counts = np.prod(blocks["high"] - blocks["low"], axis=1, dtype=np.int64)
    of_one = int(counts[blocks["field"] == blocks["field"][0]].sum())
    first = int(blocks["field"][0])
    return f"{of_one:,} of {points[first]:,} points of {fields[first]}" + (
        " and other fields" if len(set(blocks["field"].tolist())) > 1 else ""
    )
