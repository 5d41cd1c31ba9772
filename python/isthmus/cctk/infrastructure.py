"""What thorns of infrastructure have in Cactus, and the project's own grid code has here."""

from dataclasses import dataclass, field
from pathlib import Path

from isthmus.cctk.param import Parameter, Range
from isthmus.cctk.reader import Place

_HERE = Place(Path(__file__), 1)


def _real(name: str, usual: float, meaning: str) -> Parameter:
    return Parameter(name, "real", meaning, repr(usual), "restricted", _HERE, ranges=[Range()])


def _integer(name: str, usual: int, meaning: str, least: int, greatest: int) -> Parameter:
    ranges = [Range(least, True, greatest, True)]
    return Parameter(name, "integer", meaning, str(usual), "restricted", _HERE, ranges=ranges)


def _boolean(name: str, meaning: str) -> Parameter:
    return Parameter(name, "boolean", meaning, "0", "restricted", _HERE)


def _keyword(name: str, allowed: list[str], usual: str, meaning: str) -> Parameter:
    return Parameter(name, "keyword", meaning, usual, "restricted", _HERE, allowed=allowed)


@dataclass(frozen=True)
class Provided:
    """An implementation that is here without any thorn being given."""

    thorn: str
    meaning: str
    parameters: tuple[Parameter, ...] = field(default=())


_TOLD = "for thorns that ask; [grid] of the parameter file says what is so"

IMPLEMENTATIONS: dict[str, Provided] = {
    "grid": Provided(
        "CartGrid3D",
        "coordinates and symmetries",
        (
            _keyword(
                "type",
                ["box", "byrange", "byspacing", "coordbase", "multipatch"],
                "byrange",
                f"the kind of grid, {_TOLD}",
            ),
            _keyword(
                "domain",
                ["octant", "quadrant", "bitant", "full"],
                "full",
                f"which part of the domain is there, {_TOLD}",
            ),
        ),
    ),
    "driver": Provided(
        "PUGH",
        "ghosts",
        (
            _integer("ghost_size", 1, "layers of neighbours that routines read at most", 1, 64),
            _boolean("periodic", f"whether boundaries are periodic, {_TOLD}"),
        ),
    ),
    "cactus": Provided(
        "Cactus",
        "steps",
        (_integer("cctk_itlast", 10, f"steps, {_TOLD}", 0, 2**31 - 1),),
    ),
    "time": Provided(
        "Time", "time steps", (_real("dtfac", 0.5, f"the step in spacings, {_TOLD}"),)
    ),
    "methodoflines": Provided(
        "MoL",
        "the method of lines",
        tuple(
            _integer(f"MoL_Num_{what}_Vars", 0, "not needed", 0, 2**31 - 1)
            for what in ("Evolved", "Constrained", "SaveAndRestore")
        ),
    ),
    "boundary": Provided("Boundary", "boundaries"),
    "ellbase": Provided(
        "EllBase",
        "elliptic equations",
        (_boolean("elliptic_verbose", "not needed"),),
    ),
    "coordbase": Provided("CoordBase", "coordinates"),
    "symbase": Provided("SymBase", "symmetries"),
    "io": Provided("IOUtil", "output"),
}
COORDINATES = ("x", "y", "z", "r")

# Functions that thorns call by names which interface.ccl declares.
FUNCTIONS = (
    "Boundary_SelectVarForBC",
    "Boundary_SelectVarForBCI",
    "Boundary_SelectGroupForBC",
    "Boundary_SelectGroupForBCI",
    "Coord_SystemRegister",
    "Coord_SystemHandle",
    "Coord_CoordRegister",
    "Coord_CoordHandle",
    "Coord_SetDefaultSystem",
    "Coord_GroupSystem",
    "MoLRegisterEvolved",
    "MoLRegisterEvolvedGroup",
    "MoLRegisterConstrained",
    "MoLRegisterConstrainedGroup",
    "MoLRegisterSaveAndRestore",
    "MoLRegisterSaveAndRestoreGroup",
)

# Headers that thorns include, all of whose contents are in cctk.h.
HEADERS = (
    "Boundary.h",
    "EllBase.h",
    "Symmetry.h",
    "cctk_Constants.h",
    "cctk_Coord.h",
    "cctk_Faces.h",
    "cctk_FortranString.h",
    "cctk_GHExtensions.h",
    "cctk_Groups.h",
    "cctk_GroupsOnGH.h",
    "cctk_Interp.h",
    "cctk_Misc.h",
    "cctk_Timers.h",
    "cctk_Types.h",
    "cctk_WarnLevel.h",
    "util_ErrorCodes.h",
    "util_String.h",
    "util_Table.h",
)
