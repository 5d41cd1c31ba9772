"""Makes what src/mpi/abi has of the MPI standard: the header that programs include, and the names
of its functions.

    tools/make_mpi_abi.py [--check]

With --check nothing is written; one line says whether the files are what would be written, and the
exit status is 1 when they are not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

import mpi_arguments
import mpi_fortran
from mpi_standard import VERSION, Function, Standard, read_standard

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path("src/mpi/abi")
WIDTH = 100
ORIGIN = "Made by tools/make_mpi_abi.py of constants.toml and the standard's list; edit those."


def declaration(begin: str, function: Function, end: str) -> str:
    """On as many lines as it takes."""
    one = f"{begin}({function.arguments}){end}"
    if len(one) <= WIDTH:
        return one
    return "\n".join([f"{begin}(", *wrap(
        f"{function.arguments}){end}", WIDTH, initial_indent="    ", subsequent_indent="    ",
        break_long_words=False)])


def title(text: str) -> str:
    return f"\n/* {text} */"


def define(name: str, value: str) -> str:
    return f"#define {name} {value}"


# --- The header -----------------------------------------------------------------------------------

BEGIN = f"""\
/* mpi.h: the interface of MPI {VERSION} in the standard's binary form. Programs compiled
   with it run with every library that has this form, libmpi_abi.so.1.
   {ORIGIN} */
#ifndef ISTHMUS_MPI_ABI_MPI_H
#define ISTHMUS_MPI_ABI_MPI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif"""

TYPES = """
typedef intptr_t MPI_Aint;
typedef int64_t MPI_Offset;
typedef int64_t MPI_Count;

typedef struct MPI_Status {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
  int MPI_internal[5]; /* the library's own */
} MPI_Status;"""

END = """
#ifdef __cplusplus
}
#endif

#endif"""

# Names that callbacks had before MPI 3.0.
OLD_CALLBACKS = {f"MPI_{kind}_errhandler_fn": f"MPI_{kind}_errhandler_function"
                 for kind in ("Comm", "File", "Win", "Session")}

# The kinds of handles that Fortran has integers for. A status is an array of eight there.
FORTRAN_HANDLES = ("Comm", "Errhandler", "File", "Group", "Info", "Message", "Op", "Request",
                   "Session", "Type", "Win")

FORTRAN = """
/* Handles as Fortran has them, whose INTEGER is int. These are no functions of the binary form, so
   a program with them asks no more of a library than others do. */
typedef int MPI_Fint;
#if defined(__GNUC__)
#define ISTHMUS_MPI_INLINE static __inline__ __attribute__((unused))
#else
#define ISTHMUS_MPI_INLINE static inline
#endif"""


def handle_of(kind: str) -> str:
    return "MPI_Datatype" if kind == "Type" else f"MPI_{kind}"


def fortran_lines() -> Iterator[str]:
    yield FORTRAN
    for kind in FORTRAN_HANDLES:
        handle = handle_of(kind)
        for head, body in (
                (f"MPI_Fint MPI_{kind}_c2f({handle} handle)", f"MPI_{kind}_toint(handle)"),
                (f"{handle} MPI_{kind}_f2c(MPI_Fint handle)", f"MPI_{kind}_fromint(handle)")):
            yield f"ISTHMUS_MPI_INLINE {head} {{\n  return {body};\n}}"
    for name, source, target in (("c2f", "const MPI_Status* c_status", "MPI_Fint* f_status"),
                                 ("f2c", "const MPI_Fint* f_status", "MPI_Status* c_status")):
        of, to = source.split()[-1], target.split()[-1]
        yield f"ISTHMUS_MPI_INLINE int MPI_Status_{name}({source}, {target}) {{"
        yield "  int i;"
        yield "  for (i = 0; i != MPI_F_STATUS_SIZE; ++i)"
        yield f"    ((int*){to})[i] = ((const int*){of})[i];"
        yield "  return MPI_SUCCESS;"
        yield "}"


def words_lines(words: dict[str, int]) -> Iterator[str]:
    yield title("Versions and sizes")
    for name, value in words.items():
        yield define(name, str(value))


def handles_lines(handles: dict[str, dict[str, int]], aliases: dict[str, str]) -> Iterator[str]:
    yield title("Handles")
    for kind in handles:
        yield f"typedef struct {kind.replace('MPI_', 'MPI_ABI_', 1)}* {kind};"
    for kind, values in handles.items():
        if values:
            yield ""
        for name, value in values.items():
            yield define(name, f"(({kind})0x{value:03x})")
    yield ""
    for name, other in aliases.items():
        yield define(name, other)


def integers_lines(groups: dict[str, dict[str, int]]) -> Iterator[str]:
    for name, values in groups.items():
        yield title(name[0].upper() + name[1:])
        for constant, value in values.items():
            yield define(constant, f"({value})" if value < 0 else str(value))


def enumerations_lines(enumerations: dict[str, dict[str, int]]) -> Iterator[str]:
    for kind, values in enumerations.items():
        yield f"\ntypedef enum {kind} {{"
        yield ",\n".join(f"  {name} = {value}" for name, value in values.items())
        yield f"}} {kind};"


def pointers_lines(kinds: dict[str, dict[str, int]]) -> Iterator[str]:
    yield title("Values in the place of pointers")
    for kind, values in kinds.items():
        for name, value in values.items():
            yield define(name, f"(({kind}){value})" if value >= 0 else f"(({kind})({value}))")


def header_lines(standard: Standard) -> Iterator[str]:
    constants: dict[str, Any] = standard.constants
    yield BEGIN
    yield from words_lines(constants["words"])
    yield TYPES
    yield from handles_lines(constants["handles"], constants["aliases"])
    yield from integers_lines(constants["integers"])
    yield from enumerations_lines(constants["enumerations"])
    yield title("Functions of the program that the library calls")
    for callback in standard.callbacks:
        yield declaration(f"typedef {callback.returns} ({callback.name})", callback, ";")
    for old, name in OLD_CALLBACKS.items():
        yield f"typedef {name} {old};"
    yield from pointers_lines(constants["pointers"])
    yield title("The functions")
    for function in standard.functions:
        yield declaration(f"{function.returns} {function.name}", function, ";")
    yield title("The same for who stands in front of them under their own names")
    for function in standard.functions:
        yield declaration(f"{function.returns} P{function.name}", function, ";")
    yield from fortran_lines()
    yield END


# --- The names ------------------------------------------------------------------------------------

NAMES_BEGIN = f"""\
// mpi/abi/functions.hpp: the names of MPI's functions, in the order of their numbers.
// {ORIGIN}
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace isthmus::engine::mpi {{

/// By name, without regard to case. The place of a name is the number that a rank traps with, for
/// the name itself and for its twin with P in front. Types are those of mpi.h: decltype(MPI_Send).
inline constexpr std::array<std::string_view, %d> function_names{{"""

NAMES_END = """\
};

/// The number of a function; function_names.size() where there is none of that name. Twins with P
/// in front have the same.
constexpr std::size_t number_of(std::string_view name) {
  if (name.starts_with("PMPI_")) name.remove_prefix(1);
  const auto found = std::find(function_names.begin(), function_names.end(), name);
  return static_cast<std::size_t>(found - function_names.begin());
}

}  // namespace isthmus::engine::mpi"""


def names_lines(functions: tuple[Function, ...]) -> Iterator[str]:
    yield NAMES_BEGIN % len(functions)
    for function in functions:
        yield f'    "{function.name}",'
    yield NAMES_END


# --- All files ------------------------------------------------------------------------------------


def files_of(standard: Standard) -> dict[Path, str]:
    """Their texts, by their paths from the top of the repository."""
    parts = {
        FOLDER / "mpi.h": header_lines(standard),
        FOLDER / "functions.hpp": names_lines(standard.functions),
        FOLDER / "addresses.hpp": mpi_arguments.table_lines(standard.functions, ORIGIN),
        FOLDER / "call_all.c": mpi_arguments.program_lines(standard.functions, ORIGIN),
        FOLDER / "fortran" / "mpif.h": mpi_fortran.mpif_lines(standard.constants, ORIGIN),
        FOLDER / "fortran" / "mpi.f90": mpi_fortran.module_lines(standard.constants, ORIGIN),
        FOLDER / "fortran" / "mpi_f08.f90":
            mpi_fortran.module_f08_lines(standard.constants, ORIGIN),
        FOLDER / "fortran" / "plain_procedures.c": mpi_fortran.library_lines(ORIGIN),
    }
    return {path: "\n".join(lines) + "\n" for path, lines in parts.items()}


def main(arguments: list[str], root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(description="what src/mpi/abi has of the MPI standard")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    parsed = parser.parse_args(arguments)
    files = files_of(read_standard(root / FOLDER / "constants.toml"))
    stale = [path for path, text in files.items()
             if not (root / path).is_file() or (root / path).read_text(encoding="utf-8") != text]
    if parsed.check:
        names = ", ".join(map(str, stale))
        print(f"{names}: run tools/make_mpi_abi.py" if stale else
              f"{FOLDER}: up to date with MPI {VERSION}")
        return 1 if stale else 0
    for path in stale:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(files[path], encoding="utf-8")
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
