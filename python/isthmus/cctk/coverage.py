"""What thorns of Cactus find here, and what they do not: read from what provides it."""

import re
import textwrap

from isthmus import build
from isthmus.cctk import infrastructure, order

_SOURCES = ("mesh", "cctk")
_ABSENT = """\
CCTK_ReduceLocal*, CCTK_ReduceLoc*         CCTK_Reduce, of grid functions
Reductions norm3, norm4, of one's own      CCTK_RegisterReductionOperator
Interpolation of one's own                 CCTK_InterpGridArrays
Boundaries of one's own                    Boundary_RegisterPhysicalBC
Elliptic equations in steps, of metrics    Ell_LinFlatSolver, in routines of INITIAL
Faces and widths of one's own              a boundary has all faces, and as many layers as ghosts
Arrays of groups                           NAME[N] in interface.ccl
Arrays whose sizes are parameters          TYPE=ARRAY SIZE=3,4, with 64 elements at most
Variables of other types                   CCTK_REAL, CCTK_INT, CCTK_COMPLEX
Extrema of complex variables               sum, average, count, norms of absolute values
Equations with complex coefficients        Ell_LinFlatSolver with a real one, of complex functions
Texts that are changed while a job runs    KEYWORD with STEERABLE = ALWAYS
CCTK_ParameterSet                          steerable parameters: `isthmus set`
SCHEDULE ... WHILE, IF, TRIGGERS           `if (...) { }` around it, with parameters
PROVIDES FUNCTION ... LANGUAGE Fortran     LANGUAGE C
Routines that compute, synchronize and compute again
Neighbours of what a routine writes itself
make.code.defn with ifeq and the like, make.code.deps, configuration.ccl
CUDA, OpenCL, MPI, HDF5 in thorns
"""


def _text_of(*parts: str) -> str:
    return build.headers_directory().joinpath(*_SOURCES, *parts).read_text()


def _functions_in_c() -> list[str]:
    text = re.sub(r"/\*.*?\*/", " ", _text_of("include", "cctk_c.h"), flags=re.DOTALL)
    name = r"(?:CCTK_|Util_|Bnd|SetCart|Cart|Ell_)\w+"
    found = re.findall(rf"^\S[^#\n(]*?\b({name})\(", text, re.MULTILINE)
    return sorted({name for name in found if "ATTRIBUTE" not in name})


def _macros() -> list[str]:
    found: set[str] = set()
    for name in ("cctk_c.h", "cctk_fortran.h"):
        found |= set(
            re.findall(r"^#define ((?:CCTK|DECLARE)_\w+)", _text_of("include", name), re.M)
        )
    hidden = re.compile(r"ATTRIBUTE|FCALL|STATIC")
    declared = {"DECLARE_CCTK_ARGUMENTS", "DECLARE_CCTK_PARAMETERS", "DECLARE_CCTK_FUNCTIONS"}
    return sorted({name for name in found if not hidden.search(name)} | declared)


def _functions_in_fortran() -> list[str]:
    own = ("CCTK_FortranString", "CCTK_PointerTo", "CCTK_NullPointer")
    known = {name.lower(): name for name in (*_functions_in_c(), *infrastructure.FUNCTIONS, *own)}
    found = re.findall(r"^\w+ \*?\*?\s*\*?(\w+)_\(", _text_of("fortran.cpp"), re.MULTILINE)
    return sorted(known.get(name, name) for name in found)


def _paragraph(title: str, words: list[str]) -> str:
    lines = textwrap.wrap(", ".join(words), 96, break_on_hyphens=False)
    return title + "\n" + "".join(f"  {line}\n" for line in lines)


def text() -> str:
    """For people: what is provided, then what is not and what is in its place."""
    provided = infrastructure.IMPLEMENTATIONS
    parts = [
        _paragraph("C and C++, by cctk.h:", _functions_in_c()),
        _paragraph("macros:", _macros()),
        _paragraph("Fortran, fixed and free form:", _functions_in_fortran()),
        _paragraph("functions by their names in interface.ccl:", list(infrastructure.FUNCTIONS)),
        _paragraph(
            "implementations, with parameters that thorns may share:",
            [
                f"{name} ({', '.join(one.name for one in entry.parameters)})"
                if entry.parameters
                else name
                for name, entry in provided.items()
            ],
        ),
        _paragraph(
            "grid functions of others:", [f"grid::{name}" for name in infrastructure.COORDINATES]
        ),
        _paragraph(
            "types of variables:",
            ["CCTK_REAL", "CCTK_INT", "CCTK_COMPLEX (NAME_re and NAME_im of the mesh)"],
        ),
        _paragraph(
            "boundaries:", ["none", "static", "flat", "scalar", "radiation", "robin", "copy"]
        ),
        _paragraph(
            "bins and groups whose routines are called:",
            list(dict.fromkeys(one for bins in order.BINS.values() for one in bins)),
        ),
        _paragraph("bins whose routines are not called:", list(order.SILENT)),
        "not provided, and what is in its place:\n" + textwrap.indent(_ABSENT, "  "),
    ]
    return "\n".join(parts)
