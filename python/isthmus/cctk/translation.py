"""Parameter files of Cactus as ones of this project: the grid, the steps, boundaries, output."""

import json
import math
import re
from dataclasses import dataclass, field
from typing import NoReturn

from isthmus.cctk.library import Library, Owner
from isthmus.cctk.par_file import ParFile, Setting
from isthmus.cctk.param import Parameter, complex_parts
from isthmus.cctk.substitutes import IMPLEMENTED, is_infrastructure
from isthmus.errors import BadInputError

_TRUE = {"yes", "true", "1", "y", "t"}
_FALSE = {"no", "false", "0", "n", "f"}
_AXES = ("x", "y", "z")


@dataclass
class Translation:
    """The text of the file, and what was left out on the way, a line each."""

    text: str
    notes: list[str] = field(default_factory=list)


class _Settings:
    """Of infrastructure, by thorn and name; remembers which have been asked for."""

    def __init__(self, file: ParFile) -> None:
        self.file = file
        self.all: dict[tuple[str, str], Setting] = {}
        self.used: set[tuple[str, str]] = set()
        for setting in file.settings:
            owner = IMPLEMENTED.get(setting.owner, setting.owner)
            if is_infrastructure(setting.owner):
                self.all[owner, setting.name.lower()] = setting

    def find(self, owner: str, name: str) -> Setting | None:
        self.used.add((owner, name.lower()))
        return self.all.get((owner, name.lower()))

    def text(self, owner: str, name: str, usual: str = "") -> str:
        found = self.find(owner, name)
        return usual if found is None else found.value

    def flag(self, owner: str, name: str, usual: bool) -> bool:
        found = self.find(owner, name)
        return usual if found is None else is_true(found)

    def number(self, owner: str, name: str, usual: float) -> float:
        found = self.find(owner, name)
        return usual if found is None else number_of(found)

    def count(self, owner: str, name: str, usual: int) -> int:
        found = self.find(owner, name)
        return usual if found is None else whole_of(found)

    def refuse(self, owner: str, name: str, expected: str) -> NoReturn:
        found = self.find(owner, name)
        if found is not None:
            found.fail(expected)
        raise BadInputError(f"{self.file.path}: no {owner}::{name} (expected {expected})")

    def unused(self) -> list[Setting]:
        return [setting for key, setting in self.all.items() if key not in self.used]


def is_true(setting: Setting) -> bool:
    if setting.value.lower() not in _TRUE | _FALSE:
        setting.fail("yes or no")
    return setting.value.lower() in _TRUE


def number_of(setting: Setting) -> float:
    try:
        value = float(re.sub("[dD]", "e", setting.value))
    except ValueError:
        setting.fail("a number")
    if not math.isfinite(value):
        setting.fail("a finite number")
    return value


def whole_of(setting: Setting) -> int:
    value = number_of(setting)
    if value != int(value):
        setting.fail("a whole number")
    return int(value)


def translate(file: ParFile, library: Library, library_name: str) -> Translation:
    """Raises BadInputError, with file and line, for what cannot be said in the other form."""
    settings = _Settings(file)
    grid = _Grid(settings, library)
    result = Translation("")
    values = _parameters(file, library, settings, grid, result.notes)
    # Infrastructure whose parameters thorns see is a thorn of the library, too.
    active = [owner.name for owner in library.owners if owner.thorn or owner.name in values]
    parts = [
        f"# Made of {file.path.name} by `isthmus mesh from-par`.",
        f"library = {_quoted(library_name)}",
        f"thorns = {_listed(active)}",
        grid.text(result.notes),
        _time(settings),
        *(_table_of(name, of_owner) for name, of_owner in values.items()),
        grid.boundaries(),
        _output(settings, library, grid, result.notes),
    ]
    left = [f"{one.owner}::{one.name}" for one in settings.unused()]
    if left:
        result.notes.append("not taken over: " + ", ".join(left))
    result.text = "\n".join(part for part in parts if part) + "\n"
    return result


def _quoted(text: str) -> str:
    # As a string of JSON, which is one of TOML, too, whatever lines it has.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


# --- The grid -------------------------------------------------------------------------------------


class _Grid:
    """As driver and CartGrid3D have it, without its boundaries."""

    def __init__(self, settings: _Settings, library: Library) -> None:
        self.settings = settings
        groups = [
            group
            for owner, group in library.groups
            if owner.thorn is not None and group.form == "gf"
        ]
        self.dimension = max((group.dimension for group in groups), default=3)
        # Less than 1 leaves it to those of the dimensions.
        same = settings.count("pugh", "ghost_size", -1)
        self.ghosts = max(same if same > 0 else settings.count("pugh", "ghost_size_x", 1), 1)
        for axis in _AXES[: self.dimension]:
            own = settings.count("pugh", f"ghost_size_{axis}", 1)
            if same < 1 and max(own, 1) != self.ghosts:
                settings.refuse("pugh", f"ghost_size_{axis}", "the same in all dimensions")
        same = settings.count("pugh", "global_nsize", -1)
        self.all = [
            same if same > 0 else settings.count("pugh", f"global_n{axis}", 10) for axis in _AXES
        ][: self.dimension]
        self.points = [count - 2 * self.ghosts for count in self.all]
        for axis, count in zip(_AXES, self.points, strict=False):
            if count < 1:
                of_all = settings.find("pugh", "global_nsize")
                name = f"global_n{axis}" if of_all is None else "global_nsize"
                settings.refuse("pugh", name, "points that are no boundary")
        self.has_coordinates = any(name.lower() == "cartgrid3d" for name, _ in settings.file.thorns)
        self.type = settings.text("cartgrid3d", "type", "box").lower()
        self.domain = settings.text("cartgrid3d", "domain", "full").lower()
        self.mirrors = self._mirrors()
        periodic = settings.flag("pugh", "periodic", False)
        self.periodic = [
            settings.flag("pugh", f"periodic_{axis}", True) and periodic for axis in _AXES
        ]
        avoids = settings.flag("cartgrid3d", "no_origin", True)
        avoids &= settings.flag("cartgrid3d", "avoid_origin", True)
        self.avoids = [
            avoids
            and settings.flag("cartgrid3d", f"no_origin{axis}", True)
            and settings.flag("cartgrid3d", f"avoid_origin{axis}", True)
            for axis in _AXES
        ]

    def _mirrors(self) -> list[tuple[bool, bool]]:
        """By dimension, of its lower and upper end."""
        plane = self.settings.text("cartgrid3d", "bitant_plane", "xy").lower()
        along = self.settings.text("cartgrid3d", "quadrant_direction", "z").lower()
        lower = {
            "full": "",
            "octant": "xyz",
            "quadrant": "xyz".replace(along, ""),
            "bitant": "".join(axis for axis in _AXES if axis not in plane),
        }.get(self.domain)
        if lower is None:
            self.settings.refuse("cartgrid3d", "domain", "full, octant, quadrant or bitant")
        for axis in _AXES:
            if self.settings.flag("cartgrid3d", f"symmetry_{axis}min", False):
                lower += axis
        upper = [self.settings.flag("cartgrid3d", f"symmetry_{axis}max", False) for axis in _AXES]
        return [(axis in lower, upper[d]) for d, axis in enumerate(_AXES)]

    def place(self, d: int) -> tuple[float, float]:
        """Of a dimension: the spacing, and the coordinate of the first point of the whole grid."""
        all_points, ghosts = self.all[d], self.ghosts
        half = 0.5 if self.avoids[d] else 0.0
        if not self.has_coordinates:
            return 1 / max(all_points - 1, 1), 0.0
        if self.type == "byspacing":
            same = self.settings.number("cartgrid3d", "dxyz", 0)
            own = self.settings.number("cartgrid3d", f"d{_AXES[d]}", 0.3)
            spacing = same if same > 0 else own
            if self.mirrors[d][0]:
                return spacing, -(ghosts - half) * spacing
            if self.mirrors[d][1]:
                return spacing, -(all_points - 1 - ghosts + half) * spacing
            odd = all_points % 2 if self.avoids[d] else 0
            return spacing, -0.5 * (all_points - 1 - odd) * spacing
        if self.type not in ("box", "byrange"):
            self.settings.refuse("cartgrid3d", "type", "box, byrange or byspacing")
        least, most = self._range(d)
        if self.mirrors[d][0]:
            spacing = most / (all_points - ghosts - (half if half else 1))
            return spacing, -(ghosts - half) * spacing
        if self.mirrors[d][1]:
            spacing = abs(least) / (all_points - ghosts - (half if half else 1))
            return spacing, least
        return (most - least) / max(all_points - 1, 1), least

    def _range(self, d: int) -> tuple[float, float]:
        if self.type == "box":
            return -0.5, 0.5
        unset = -424242.0
        ends = []
        for which, usual in (("min", -1.0), ("max", 1.0)):
            same = self.settings.number("cartgrid3d", f"xyz{which}", unset)
            own = self.settings.number("cartgrid3d", f"{_AXES[d]}{which}", usual)
            ends.append(own if same == unset else same)
        return ends[0], ends[1]

    def coordinates(self) -> list[tuple[float, float]]:
        """Of each dimension, lacking ones included: the spacing, and where its first point is."""
        found = []
        for d in range(self.dimension):
            spacing, begin = self.place(d)
            found.append((spacing, begin + self.ghosts * spacing))
        return found + [(found[0][0], 0.0)] * (3 - self.dimension)

    def text(self, notes: list[str]) -> str:
        found = self.coordinates()
        if not self.has_coordinates:
            notes.append("no CartGrid3D: coordinates are from 0 to 1, as [grid] says")
        points = [*self.points, *([1] * (3 - self.dimension))]
        return (
            "\n[grid]\n"
            f"points = {points}\n"
            f"origin = [{', '.join(repr(round_off(begin)) for _, begin in found)}]\n"
            f"spacing = [{', '.join(repr(round_off(spacing)) for spacing, _ in found)}]"
        )

    def boundaries(self) -> str:
        lines = []
        for d, axis in enumerate(_AXES[: self.dimension]):
            if self.periodic[d]:
                lines.append(f'{axis} = "periodic"')
            for side, is_mirror in zip(("lower", "upper"), self.mirrors[d], strict=True):
                if is_mirror and not self.periodic[d]:
                    half = ", half_beyond = true" if self.avoids[d] else ""
                    lines.append(f'{axis}_{side} = {{ kind = "reflected"{half} }}')
        return "\n[boundaries]\n" + "\n".join(lines) if lines else ""


def round_off(value: float) -> float:
    """Without what binary fractions add to a decimal one."""
    short = float(f"{value:.14g}")
    return short if math.isclose(short, value, rel_tol=1e-13, abs_tol=1e-300) else value


# --- Steps ----------------------------------------------------------------------------------------


def _time(settings: _Settings) -> str:
    lines = ["\n[time]"]
    ends = settings.text("cactus", "terminate", "iteration").lower()
    steps = settings.count("cactus", "cctk_itlast", 10)
    final = settings.number("cactus", "cctk_final_time", -1)
    if settings.number("cactus", "cctk_initial_time", 0) != 0:
        settings.refuse("cactus", "cctk_initial_time", "0")
    if ends == "time" and final > 0:
        lines.append(f"until = {final!r}")
    elif ends in ("iteration", "either", "any"):
        lines.append(f"steps = {steps}")
    else:
        settings.refuse("cactus", "terminate", "iteration or time")
    method = settings.text("time", "timestep_method", "courant_static").lower()
    if method == "given":
        lines.append(f"step = {settings.number('time', 'timestep', 0)!r}")
    elif method == "courant_static":
        lines.append(f"courant = {settings.number('time', 'dtfac', 0)!r}")
    else:
        settings.refuse("time", "timestep_method", "courant_static or given")
    lines += _method(settings)
    return "\n".join(lines)


def _method(settings: _Settings) -> list[str]:
    found = settings.find("mol", "ode_method")
    middle = settings.count("mol", "mol_intermediate_steps", 3)
    if found is None:
        return []
    word = found.value.lower()
    if word == "icn":
        return ['method = "icn"', f"iterations = {max(middle - 1, 1)}"]
    if word not in ("rk2", "rk3", "rk4"):
        found.fail("ICN, RK2, RK3 or RK4")
    return [f'method = "{word}"']


# --- Parameters of thorns -------------------------------------------------------------------------


def _parameters(
    file: ParFile, library: Library, settings: _Settings, grid: _Grid, notes: list[str]
) -> dict[str, dict[str, str]]:
    """By thorn and name, as the file has them."""
    values: dict[str, dict[str, str]] = {}
    for setting in file.settings:
        owner = _owner_of(setting, library)
        if owner is None and is_infrastructure(setting.owner):
            continue
        if owner is None:
            notes.append(f"{setting.place}: {setting.owner}::{setting.name}: no such thorn is used")
            continue
        parameter = _parameter_of(setting, owner)
        if parameter is None and owner.thorn is None:
            continue
        if parameter is None:
            known = ", ".join(one.name for one in owner.parameters) or "none"
            setting.place.fail(f"{owner.name} has no parameter '{setting.name}'", f"of: {known}")
        key = parameter.name + _index(setting, parameter)
        values.setdefault(owner.name, {})[key] = _value(setting, parameter)
        settings.used.add((IMPLEMENTED.get(setting.owner, setting.owner), setting.name.lower()))
    if grid.ghosts != 1 or "ghost_size" in values.get("PUGH", {}):
        values.setdefault("PUGH", {})["ghost_size"] = str(grid.ghosts)
    return values


def _table_of(thorn: str, values: dict[str, str]) -> str:
    lines = [
        f"{_quoted(name) if '[' in name else name} = {value}" for name, value in values.items()
    ]
    return f"\n[parameters.{thorn}]\n" + "\n".join(lines)


def _owner_of(setting: Setting, library: Library) -> Owner | None:
    for owner in library.owners:
        if setting.owner in (owner.name.lower(), owner.implementation.lower()):
            return owner
    return None


def _parameter_of(setting: Setting, owner: Owner) -> Parameter | None:
    for parameter in owner.parameters:
        if parameter.name.lower() == setting.name.lower().partition("[")[0]:
            return parameter
    return None


def _index(setting: Setting, parameter: Parameter) -> str:
    """Of an element of an array, in brackets; nothing of what is none."""
    _, bracket, rest = setting.name.partition("[")
    name, last = parameter.name, parameter.count - 1
    if bracket and not parameter.count:
        setting.place.fail(f"{setting.name} is an element of '{name}', which is no array", name)
    if not bracket and parameter.count:
        setting.place.fail(f"{setting.name} is an array", f"one of {name}[0] to {name}[{last}]")
    if bracket and int(rest.rstrip("]")) > last:
        setting.place.fail(
            f"{setting.name} is beyond the array", f"one of {name}[0] to {name}[{last}]"
        )
    return bracket + rest


def _value(setting: Setting, parameter: Parameter) -> str:
    if parameter.kind == "boolean":
        return "true" if is_true(setting) else "false"
    if parameter.kind == "real":
        return repr(number_of(setting))
    if parameter.kind == "integer":
        return str(whole_of(setting))
    if parameter.kind == "complex":
        real, imaginary = complex_parts(setting.value, setting.place)
        return f"[{real!r}, {imaginary!r}]"
    if parameter.kind == "keyword":
        for word in parameter.allowed:
            if word.lower() == setting.value.lower():
                return _quoted(word)
        setting.fail(" or ".join(parameter.allowed))
    return _quoted(setting.value)


# --- Output ---------------------------------------------------------------------------------------


def _variables(text: str, library: Library, notes: list[str]) -> list[str]:
    """Names of functions here, of variables and groups there."""
    found: list[str] = []
    for word in re.sub(r"\{[^}]*\}|'[^']*'", " ", text).split():
        owner_name, _, bare = word.lower().rpartition("::")
        known = [
            f"{variable.owner.name}::{variable.name}"
            for variable in library.variables
            if not variable.is_coordinate
            and owner_name in (variable.owner.name.lower(), variable.implementation.lower())
            and bare in (variable.name.lower(), library.groups[variable.group][1].name.lower())
        ]
        if not known:
            notes.append(f"{word} is not put out: no function of the thorns that are used")
        found += [name for name in known if name not in found]
    return found


def _listed(names: list[str]) -> str:
    return "[" + ", ".join(_quoted(name) for name in names) + "]"


def _output(settings: _Settings, library: Library, grid: _Grid, notes: list[str]) -> str:
    folder = settings.text("ioutil", "out_dir", ".").strip()
    folder = folder.replace("$parfile", settings.file.path.stem)
    usual = settings.count("ioutil", "out_every", -1)

    def asked(owner: str, kind: str) -> tuple[list[str], int]:
        every = settings.count(owner, f"{kind}_every", usual)
        text = settings.text(owner, f"{kind}_vars")
        return (_variables(text, library, notes), every) if every > 0 and text else ([], 0)

    lines = [f"\n[output]\nfolder = {_quoted(folder)}"]
    norms: list[str] = []
    norms_every = 0
    for kind in ("outinfo", "outscalar"):
        names, every = asked("iobasic", kind)
        norms += [name for name in names if name not in norms]
        norms_every = math.gcd(norms_every, every) if names else norms_every
    if norms:
        lines += [f"norms = {_listed(norms)}", f"norms_every = {norms_every}"]
    whole, every = asked("ioascii", "out3d")
    of_files, every_file = asked("iohdf5", "out")
    whole += [name for name in of_files if name not in whole]
    every = math.gcd(every, every_file)
    if whole:
        lines += [f"functions = {_listed(whole)}", f"every = {every}"]
    planes: dict[str, int] = {}
    for kind in ("out1d", "out2d"):
        names, every = asked("ioascii", kind)
        for name in names:
            planes[name] = math.gcd(planes.get(name, 0), every)
        if names and kind == "out1d":
            notes.append("lines of IOASCII are put out as planes across z, which have them")
    spacing, first = grid.coordinates()[2]
    count = [*grid.points, 1, 1][2] if grid.dimension == 3 else 1
    middle = first + spacing * ((count - 1) // 2)
    nearest = first if grid.mirrors[2][0] and grid.dimension == 3 else middle
    for name, every in planes.items():
        lines.append(
            f"\n[[output.slice]]\nfunction = {_quoted(name)}\n"
            f'across = "z"\nat = {round_off(nearest)!r}\nevery = {every}'
        )
    return "\n".join(lines) if len(lines) > 1 else ""
