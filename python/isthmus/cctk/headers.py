"""Headers of one thorn: its arguments, parameters and functions, in C and in Fortran."""

from pathlib import Path

from isthmus.cctk import infrastructure
from isthmus.cctk.interface import Argument, Function
from isthmus.cctk.library import Library
from isthmus.cctk.thorn import Thorn

# Of Fortran, in the order in which they are handed over: name, type, whether an array. Behind them
# comes cctkGH, then the grid functions.
FORTRAN_ARGUMENTS = (
    ("cctk_dim", "integer", ""),
    ("cctk_gsh", "integer", "3"),
    ("cctk_lsh", "integer", "3"),
    ("cctk_lbnd", "integer", "3"),
    ("cctk_ubnd", "integer", "3"),
    ("cctk_ash", "integer", "3"),
    ("cctk_bbox", "integer", "6"),
    ("cctk_nghostzones", "integer", "3"),
    ("cctk_levfac", "integer", "3"),
    ("cctk_levoff", "integer", "3"),
    ("cctk_levoffdenom", "integer", "3"),
    ("cctk_timefac", "integer", ""),
    ("cctk_convlevel", "integer", ""),
    ("cctk_iteration", "integer", ""),
    ("cctk_delta_time", "real*8", ""),
    ("cctk_time", "real*8", ""),
    ("cctk_delta_space", "real*8", "3"),
    ("cctk_origin_space", "real*8", "3"),
)
_FORTRAN_TYPES = {
    "complex": "complex*16",
    "real": "real*8",
    "keyword": "integer*8",
    "text": "integer*8",
}
_C_TYPES = {
    "complex": "CCTK_COMPLEX",
    "real": "CCTK_REAL",
    "keyword": "CCTK_STRING",
    "text": "CCTK_STRING",
}
# In C and in Fortran.
_VARIABLE_TYPES = {
    "real": ("CCTK_REAL", "real*8"),
    "integer": ("CCTK_INT", "integer*4"),
    "complex": ("CCTK_COMPLEX", "complex*16"),
}
_BY_SIZE = ("complex", "real", "keyword", "text", "integer", "boolean")
_FORTRAN_FUNCTIONS = (
    "CCTK_Equals",
    "CCTK_MyProc",
    "CCTK_nProcs",
    "CCTK_IsThornActive",
    "CCTK_IsImplementationActive",
)


def block_name(thorn: Thorn) -> str:
    """Of the thorn's parameters: a struct in C, a COMMON block in Fortran."""
    return f"cctk_parameters_{thorn.name.lower()}"


def block(library: Library, thorn: Thorn) -> list[tuple[str, str, int]]:
    """Names and kinds of the parameters that the thorn sees, and how many elements they have (0: no
    array); the longest first, so that C and Fortran put them at the same places."""
    seen = [
        (name, parameter.kind, parameter.count)
        for name, _, parameter in library.visible_parameters(thorn)
    ]
    return sorted(seen, key=lambda one: _BY_SIZE.index(one[1]))


def c_field(name: str, kind: str, count: int) -> str:
    """Of the struct."""
    return f"{_C_TYPES.get(kind, 'CCTK_INT')} {name}{f'[{count}]' if count else ''};"


def write(library: Library, thorn: Thorn, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cctk_Arguments.h").write_text(_arguments(library, thorn), encoding="utf-8")
    (folder / "cctk_Parameters.h").write_text(_parameters(library, thorn), encoding="utf-8")
    (folder / "cctk_Functions.h").write_text(_functions(thorn), encoding="utf-8")
    for name in infrastructure.HEADERS:
        (folder / name).write_text('#include "cctk.h"\n', encoding="utf-8")
    for name, parts in _shared_headers(library).items():
        with (folder / name).open("a", encoding="utf-8") as header:
            header.writelines(f'#include "{part}"\n' for part in parts)


def _shared_headers(library: Library) -> dict[str, list[Path]]:
    """Headers that thorns put together: the parts of each, none where somebody uses it that nobody
    has a part for."""
    parts: dict[str, list[Path]] = {}
    for thorn in library.thorns:
        for name in thorn.interface.wanted_headers:
            parts.setdefault(Path(name).name, [])
        for part, name, place in thorn.interface.given_headers:
            path = (thorn.folder / "src" / part).resolve()
            if not path.is_file():
                place.fail(f"there is no {path}")
            parts.setdefault(Path(name).name, []).append(path)
    return parts


def _arguments(library: Library, thorn: Thorn) -> str:
    names: list[str] = []
    c_lines: list[str] = []
    f_lines: list[str] = []
    for number in library.visible_variables(thorn):
        variable = library.variables[number]
        extents = ",".join(f"cctk_ash({d + 1})" for d in range(variable.dimension))
        if variable.elements:
            extents = ",".join(str(size) for size in variable.sizes)
        kind, of_fortran = _VARIABLE_TYPES[variable.kind]
        for level, name in enumerate(variable.names()):
            names.append(name)
            value = f"({kind}*)cctkGH->data[{number}][{level}]"
            c_lines.append(f"CCTK_ATTRIBUTE_UNUSED {kind}* const {name} = {value};")
            f_lines.append(f"{of_fortran} {name}" + (f"({extents})" if extents else ""))
    general = [
        f"{kind} {name}({size})" if size else f"{kind} {name}"
        for name, kind, size in FORTRAN_ARGUMENTS
    ]
    dummies = [name for name, _, _ in FORTRAN_ARGUMENTS] + ["cctkGH", *names]
    routines = sorted({item.name for item in thorn.schedule if not item.is_group})
    checked = "\n".join(
        f"#define DECLARE_CCTK_ARGUMENTS_{name} DECLARE_CCTK_ARGUMENTS" for name in routines
    )
    return f"""#ifdef FCODE
#ifdef ISTHMUS_CCTK_READING
#define CCTK_ARGUMENTS cctkGH
#define CCTK_PASS_FTOF cctkGH
#define DECLARE_CCTK_ARGUMENTS
#else
#define CCTK_ARGUMENTS {",".join(dummies)}
#define CCTK_PASS_FTOF {",".join(dummies)}
#define DECLARE_CCTK_ARGUMENTS {";".join([*general, "integer*8 cctkGH", *f_lines])}
#endif
#else
#ifdef ISTHMUS_CCTK_READING
#define DECLARE_CCTK_ARGUMENTS ISTHMUS_CCTK_ARGUMENTS
#else
#define DECLARE_CCTK_ARGUMENTS ISTHMUS_CCTK_ARGUMENTS {" ".join(c_lines)}
#endif
#define DECLARE_CCTK_ARGUMENTS_CHECKED(routine) DECLARE_CCTK_ARGUMENTS
{checked}
#endif
"""


def _parameters(library: Library, thorn: Thorn) -> str:
    fields = block(library, thorn)
    name = block_name(thorn)
    c_fields = " ".join(c_field(*one) for one in fields)
    c_values = " ".join(
        f"CCTK_ATTRIBUTE_UNUSED {_C_TYPES.get(kind, 'CCTK_INT')} const{'*const' if count else ''} "
        f"{field} = {name}_.{field};"
        for field, kind, count in fields
    )
    f_values = [
        f"{_FORTRAN_TYPES.get(kind, 'integer*4')} {field}{f'({count})' if count else ''}"
        for field, kind, count in fields
    ]
    if fields:
        f_values.append(f"common /{name}/ {','.join(field for field, *_ in fields)}")
    return f"""#ifndef {name.upper()}_H
#define {name.upper()}_H
#ifdef FCODE
#define DECLARE_CCTK_PARAMETERS {";".join(f_values)}
#else
#include "cctk.h"
#ifdef __cplusplus
extern "C" {{
#endif
struct {name} {{ {c_fields} }};
extern struct {name} {name}_;
#ifdef __cplusplus
}}
#endif
#define DECLARE_CCTK_PARAMETERS {c_values}
#endif
#endif
"""


def prototype(function: Function) -> str:
    """In C."""
    arguments = ", ".join(c_argument(one) for one in function.arguments) or "void"
    return f"{function.result} {function.name}({arguments})"


def c_argument(argument: Argument) -> str:
    if argument.is_array or argument.is_out:
        const = "" if argument.is_out else "const "
        return f"{const}{argument.kind}* {argument.name}"
    return f"{argument.kind} {argument.name}"


def _functions(thorn: Thorn) -> str:
    declared = list(thorn.interface.functions.values())
    guard = f"CCTK_FUNCTIONS_{thorn.name.upper()}_H"
    c_lines = "\n".join(prototype(function) + ";" for function in declared)
    results = [
        f"integer*4 {function.name}" for function in declared if function.result == "CCTK_INT"
    ] + [f"real*8 {function.name}" for function in declared if function.result == "CCTK_REAL"]
    own = ",".join(_FORTRAN_FUNCTIONS)
    f_lines = [
        f"integer {own}",
        f"external {own}",
        "integer*8 CCTK_PointerTo,CCTK_NullPointer",
        "external CCTK_PointerTo,CCTK_NullPointer",
        *results,
        *(f"external {function.name}" for function in declared),
    ]
    return f"""#ifndef {guard}
#define {guard}
#ifdef FCODE
#define DECLARE_CCTK_FUNCTIONS {";".join(f_lines)}
#else
#define DECLARE_CCTK_FUNCTIONS
#include "cctk.h"
#ifdef __cplusplus
extern "C" {{
#endif
{c_lines}
#ifdef __cplusplus
}}
#endif
#endif
#endif
"""
