"""MPI for Fortran, of the standard's own list: mpif.h, the modules `mpi` and `mpi_f08`, and the C
behind them.

One library serves all three. What a procedure of mpif.h, of `mpi` and of `mpi_f08` gets is the same
in memory: a handle of `mpi_f08` is a derived type of one integer, a status one of eight. So the
modules hold interfaces of the same external procedures, and no code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

import pympistandard
from mpi_standard import NOT_IN_ABI, RENAMED, of_c

# Written by hand in procedures.c and attributes.c.
BY_HAND = re.compile(
    r"MPI_(Init|Init_thread|Pcontrol|Comm_spawn|Comm_spawn_multiple|Attr_put|Attr_get|Keyval_create"
    r"|(Comm|Type|Win)_(create_keyval|set_attr|get_attr)|Grequest_start|Info_create_env|Info_get"
    r"|Info_get_string|Session_get_nth_pset|Buffer_detach(_c)?|(Comm|Session)_detach_buffer(_c)?"
    r"|Wtime|Wtick|Aint_add|Aint_diff|F_sync_reg|Status_f2f08|Status_f082f)$")

# Not to be had from Fortran: a representation of data converts by functions of the program, and
# MPI_Sizeof is not of the list's form: its argument brings its own description (sizeof_lines).
ABSENT = {"MPI_Register_datarep", "MPI_Sizeof"}

KINDS = {"MPI_ADDRESS_KIND": 8, "MPI_OFFSET_KIND": 8, "MPI_COUNT_KIND": 8, "MPI_INTEGER_KIND": 4}
STATUS = {"MPI_STATUS_SIZE": 8, "MPI_SOURCE": 1, "MPI_TAG": 2, "MPI_ERROR": 3}

# What has an address that the library knows, in a common block of its own; see addresses.h.
ADDRESSES = {
    "MPI_BOTTOM": "INTEGER", "MPI_IN_PLACE": "INTEGER", "MPI_BUFFER_AUTOMATIC": "INTEGER",
    "MPI_STATUS_IGNORE": "STATUS", "MPI_STATUSES_IGNORE": "STATUSES",
    "MPI_ERRCODES_IGNORE": "INTEGERS", "MPI_UNWEIGHTED": "INTEGERS",
    "MPI_WEIGHTS_EMPTY": "INTEGERS", "MPI_ARGV_NULL": "STRINGS", "MPI_ARGVS_NULL": "STRINGS2",
}

# Functions of the library that a program names and that are called by it, or known by it.
PREDEFINED = {
    "MPI_NULL_COPY_FN": None, "MPI_DUP_FN": None, "MPI_NULL_DELETE_FN": None,
    "MPI_COMM_NULL_COPY_FN": "MPI_Comm_copy_attr_function",
    "MPI_COMM_DUP_FN": "MPI_Comm_copy_attr_function",
    "MPI_COMM_NULL_DELETE_FN": "MPI_Comm_delete_attr_function",
    "MPI_TYPE_NULL_COPY_FN": "MPI_Type_copy_attr_function",
    "MPI_TYPE_DUP_FN": "MPI_Type_copy_attr_function",
    "MPI_TYPE_NULL_DELETE_FN": "MPI_Type_delete_attr_function",
    "MPI_WIN_NULL_COPY_FN": "MPI_Win_copy_attr_function",
    "MPI_WIN_DUP_FN": "MPI_Win_copy_attr_function",
    "MPI_WIN_NULL_DELETE_FN": "MPI_Win_delete_attr_function",
}

# Handles of mpi_f08, by their types in C. "MPI_Datatype" is the type of all that begins MPI_TYPE_.
HANDLES = ("MPI_Comm", "MPI_Datatype", "MPI_Errhandler", "MPI_File", "MPI_Group", "MPI_Info",
           "MPI_Message", "MPI_Op", "MPI_Request", "MPI_Session", "MPI_Win")


def in_fortran(symbol: Any) -> bool:
    attributes = symbol._parseset["attributes"]
    return bool(attributes["f90_expressible"] or attributes["f08_expressible"])


def procedures() -> list[Any]:
    return sorted((each for each in pympistandard.PROCEDURES.values()
                   if in_fortran(each) and symbol_name(each) not in ABSENT),
                  key=lambda each: symbol_name(each).lower())


def symbol_name(procedure: Any) -> str:
    return str(procedure._parseset["name"])


# --- C behind it ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Argument:
    """Of a Fortran procedure: the list's own entry, and how C has it, where it does."""

    entry: dict[str, Any]
    type: str
    array: str

    @property
    def name(self) -> str:
        return RENAMED.get(self.entry["name"], str(self.entry["name"]))

    @property
    def kind(self) -> str:
        return str(self.entry["kind"])

    @property
    def goes_in(self) -> bool:
        return self.entry["param_direction"] in ("in", "inout")

    @property
    def comes_out(self) -> bool:
        return self.entry["param_direction"] in ("out", "inout")


@dataclass(frozen=True)
class Shim:
    """How one argument is passed on: its declaration, statements before, the expression, after."""

    declared: str
    before: str
    passed: str
    after: str


def peers_of(name: str, argument: str) -> str:
    """How many entries an array has for the others in a communicator."""
    side = 0 if argument.startswith("send") else 1
    if "eighbor" in name:
        return f"neighbors_of(*comm, {side})"
    return "peers_of(*comm)"


def length_of(name: str, argument: Argument) -> str:
    length = argument.entry["length"]
    return peers_of(name, argument.name) if length == "*" else f"*{length}"


def shim_of_handles(name: str, argument: Argument, handle: str) -> Shim:
    """An array of them."""
    own, declared = f"{argument.name}_", f"MPI_Fint {argument.name}[]"
    length = length_of(name, argument)
    source = argument.name
    if "alltoallw" in name.lower():  # whose own types are not looked at where data stays in place
        source = f"sendbuf == &mpi_fortran_in_place_ ? 0 : {source}" if source == "sendtypes" \
            else source
    before = f"void** {own} = handles_of({source}, {length});"
    after = f"keep_handles({own}, {argument.name}, {length});" if argument.comes_out \
        else f"free({own});"
    return Shim(declared, before, f"({handle}*){own}", after)


def shim_of_string(argument: Argument) -> Shim:
    own, length = f"{argument.name}_", f"{argument.name}_length"
    if argument.goes_in:
        strip = "key_of" if argument.name in ("key", "value") else "string_of"
        return Shim(f"char* {argument.name}", f"char* {own} = {strip}({argument.name}, {length});",
                    own, f"free({own});")
    most = argument.entry["length"] or {
        "datarep": "MPI_MAX_DATAREP_STRING", "key": "MPI_MAX_INFO_KEY"}[argument.name]
    return Shim(f"char* {argument.name}", f"char {own}[{most} + 1] = {{0}};", own,
                f"if (error == MPI_SUCCESS) pad({argument.name}, {length}, {own});")


def shim_of_value(argument: Argument) -> Shim:
    """What C takes by value."""
    plain = argument.type.removeprefix("const ")
    if plain in HANDLES:
        return Shim(f"MPI_Fint* {argument.name}", "", f"FROM_INT({plain}, *{argument.name})", "")
    fortran = "MPI_Fint" if plain == "int" else plain
    passed = f"*{argument.name} != 0" if "LOGICAL" in argument.kind else f"*{argument.name}"
    return Shim(f"{fortran}* {argument.name}", "", passed, "")


def shim_of(name: str, argument: Argument) -> Shim:
    kind, plain = argument.kind, argument.type.removeprefix("const ")
    if kind == "STRING":
        return shim_of_string(argument)
    if kind == "BUFFER":
        return Shim(f"void* {argument.name}", "", f"buffer_of({argument.name})", "")
    if kind == "STATUS":
        return Shim(f"MPI_Fint* {argument.name}", "", f"status_of({argument.name})", "")
    if kind == "WEIGHT" and argument.array:
        return Shim(f"MPI_Fint* {argument.name}", "", f"weights_of({argument.name})", "")
    if kind in ("C_BUFFER", "LOGICAL_VOID"):
        return Shim(f"void* {argument.name}", "", argument.name, "")
    if kind in ("FUNCTION", "FUNCTION_SMALL", "POLYFUNCTION"):
        # An operator and a handler of errors get pointers alone, and to handles whose lower half
        # is Fortran's integer: both languages call them in the same way.
        return Shim(f"{plain} {argument.name}", "", argument.name, "")
    if plain in HANDLES and argument.array:
        return shim_of_handles(name, argument, plain)
    if plain.endswith("*") and plain[:-1] in HANDLES:
        own, handle = f"{argument.name}_", plain[:-1]
        return Shim(f"MPI_Fint* {argument.name}",
                    f"{handle} {own} = FROM_INT({handle}, *{argument.name});", f"&{own}",
                    f"*{argument.name} = TO_INT({own});")
    if kind == "INDEX" and argument.comes_out and name != "MPI_Graph_get":
        if not argument.array:
            return Shim(f"MPI_Fint* {argument.name}", f"int {argument.name}_ = MPI_UNDEFINED;",
                        f"&{argument.name}_",
                        f"*{argument.name} = from_one({argument.name}_);")
        return Shim(f"MPI_Fint {argument.name}[]", "", argument.name,
                    f"all_from_one({argument.name}, error == MPI_SUCCESS ? *outcount : 0);")
    if argument.array == "[][3]":
        return Shim(f"MPI_Fint {argument.name}[][3]", "", argument.name, "")
    if argument.array or plain.endswith("*"):
        base = plain.removesuffix("*")
        base = "MPI_Fint" if base == "int" else base
        return Shim(f"{base}* {argument.name}", "", argument.name, "")
    return shim_of_value(argument)


def arguments_of(procedure: Any, large: bool) -> list[Argument]:
    """In Fortran's order. What Fortran alone has is no argument here."""
    form = procedure.express.embiggen.iso_c if large else procedure.express.iso_c
    of = {parameter.name: of_c(parameter) for parameter in form.parameters}
    return [Argument(entry, of[entry["name"]].type, of[entry["name"]].array)
            for entry in procedure._parseset["parameters"]
            if "f08_parameter" not in entry["suppress"] and entry["name"] in of]


def wrapped(line: str) -> str:
    """Statements of C, one of them."""
    indent = line[: len(line) - len(line.lstrip())] + "    "
    return "\n".join(wrap(line, 100, subsequent_indent=indent, break_long_words=False,
                          drop_whitespace=True)) if len(line) > 100 else line


def shim_lines(procedure: Any, large: bool) -> Iterator[str]:
    name = symbol_name(procedure)
    called = name + ("_c" if large else "")
    arguments = arguments_of(procedure, large)
    shims = [shim_of(name, argument) for argument in arguments]
    strings = [f"size_t {argument.name}_length" for argument in arguments
               if argument.kind == "STRING"]
    declared = ", ".join([*(shim.declared for shim in shims), "MPI_Fint* ierror", *strings])
    yield ""
    yield wrapped(f"PUBLIC void p{called.lower()}_({declared}) {{")
    yield from (wrapped(f"  {shim.before}") for shim in shims if shim.before)
    yield wrapped(f"  int error = {called}({', '.join(shim.passed for shim in shims)});")
    yield from (wrapped(f"  {shim.after}") for shim in shims if shim.after)
    yield "  if (ierror) *ierror = error;"
    yield "}"
    yield f"TWIN({called.lower()}_);"


def library_lines(origin: str) -> Iterator[str]:
    yield "/* The procedures of Fortran over those of C; procedures.c has those that need thought."
    yield f"   {origin} */"
    yield '#include "procedures.h"'
    for procedure in procedures():
        if procedure.express.iso_c is None or NOT_IN_ABI.search(symbol_name(procedure)):
            continue
        for large in (False, True):
            name = symbol_name(procedure) + ("_c" if large else "")
            if BY_HAND.match(name) or (large and not has_large(procedure)):
                continue
            yield from shim_lines(procedure, large)


def has_large(procedure: Any) -> bool:
    return bool(procedure.has_embiggenment())


# --- Constants ------------------------------------------------------------------------------------


def is_fortran_constant(name: str) -> bool:
    """Not of the interface for tools, nor what C alone asks for."""
    return not name.startswith(("MPI_T_", "MPI_F_"))


def integers_of(constants: dict[str, Any]) -> dict[str, int]:
    """Those that are plain integers in all of Fortran."""
    found: dict[str, int] = {}
    for name, value in constants["words"].items():
        # A string of Fortran has no end mark.
        found[name] = value - 1 if name.startswith("MPI_MAX_") else value
    for values in constants["integers"].values():
        found |= values
    return {name: value for name, value in found.items() if is_fortran_constant(name)}


def handles_of(constants: dict[str, Any]) -> dict[str, tuple[str, int]]:
    """By name: kind and value."""
    found = {name: (kind, value) for kind, values in constants["handles"].items()
             for name, value in values.items() if is_fortran_constant(name)}
    for name, other in constants["aliases"].items():
        found[name] = found[other]
    return found


def parameter(kind: str, name: str, value: str) -> list[str]:
    """As both forms of source read it: columns 7 to 72, nothing continued."""
    return [f"      {kind} {name}", f"      PARAMETER ({name}={value})"]


def common(name: str) -> str:
    """The block's name. Its symbol has an underscore behind it, and addresses.h knows it."""
    return f"mpi_fortran_{name.removeprefix('MPI_').lower()}"


ADDRESS_SHAPES = {"INTEGER": "INTEGER {}", "INTEGERS": "INTEGER {}(1)",
                  "STATUS": "INTEGER {}(MPI_STATUS_SIZE)",
                  "STATUSES": "INTEGER {}(MPI_STATUS_SIZE,1)",
                  "STRINGS": "CHARACTER*1 {}(1)", "STRINGS2": "CHARACTER*1 {}(1,1)"}


def constants_lines(constants: dict[str, Any], f08: bool) -> Iterator[str]:
    for name, value in (KINDS | STATUS | integers_of(constants)).items():
        yield from parameter("INTEGER", name, str(value))
    for name in ("MPI_SUBARRAYS_SUPPORTED", "MPI_ASYNC_PROTECTS_NONBLOCKING"):
        yield from parameter("LOGICAL", name, ".FALSE.")
    yield from parameter("INTEGER*8", "MPI_DISPLACEMENT_CURRENT", "-1")
    for name, (kind, value) in handles_of(constants).items():
        if f08:
            yield f"      TYPE({kind}), PARAMETER :: {name} = {kind}({value})"
        else:
            yield from parameter("INTEGER", name, str(value))
    for name, shape in ADDRESSES.items():
        if f08 and shape.startswith("STATUS"):
            yield f"      TYPE(MPI_Status) :: {name}" + ("(1)" if shape == "STATUSES" else "")
        else:
            yield "      " + ADDRESS_SHAPES[shape].format(name)
        yield f"      COMMON /{common(name)}/ {name}"


FUNCTIONS = {"DOUBLE PRECISION": ("MPI_WTIME", "MPI_WTICK", "PMPI_WTIME", "PMPI_WTICK"),
             "INTEGER*8": ("MPI_AINT_ADD", "MPI_AINT_DIFF", "PMPI_AINT_ADD", "PMPI_AINT_DIFF")}


def mpif_lines(constants: dict[str, Any], origin: str) -> Iterator[str]:
    yield "!     mpif.h: the interface of MPI for Fortran of fixed or free form."
    yield from (f"!     {part}" for part in wrap(origin, 60))
    yield from constants_lines(constants, f08=False)
    for kind, names in FUNCTIONS.items():
        for name in names:
            yield f"      {kind} {name}"
            yield f"      EXTERNAL {name}"
    for name in PREDEFINED:
        yield f"      EXTERNAL {name}"


# --- Modules --------------------------------------------------------------------------------------


def broken(line: str) -> list[str]:
    """Into lines of at most 100 characters, by continuation."""
    lines = []
    while len(line) > 100:
        cut = line.rindex(" ", 0, 98)
        lines.append(line[:cut] + " &")
        line = "        " + line[cut + 1:]
    return [*lines, line]


CHOICE = "TYPE(*), DIMENSION(*)"


def declarations(parameters: Any, f08: bool) -> Iterator[str]:
    """One for each type. Those that others count by come first."""
    groups: dict[tuple[bool, str], list[str]] = {}
    for each in parameters:
        if f08:
            kind, dimensions = str(each.descriptor), str(each).removeprefix(each.name)
        else:
            kind, dimensions = str(each.kind.express.f90), str(each.dimensions)
        kind = re.sub(r", ASYNCHRONOUS|\\", "", kind).replace("CHARACTER*(*)", "CHARACTER(LEN=*)")
        name = each.name.lower()
        if "DIMENSION(..)" in kind or kind == "<type>":
            yield f"!GCC$ ATTRIBUTES NO_ARG_CHECK :: {name}"
            yield f"!DIR$ IGNORE_TKR {name}"
            kind = kind.replace("DIMENSION(..)", "DIMENSION(*)") if f08 else CHOICE
            dimensions = ""
        late = bool(dimensions) or "LEN=" in kind or kind in (CHOICE, "EXTERNAL")
        groups.setdefault((late, kind), []).append(name + dimensions.lower())
    for (_, kind), names in sorted(groups.items(), key=lambda group: group[0][0]):
        yield f"{kind} :: {', '.join(names)}"


def interface_body(kind: str, name: str, names: list[str], lines: list[str]) -> Iterator[str]:
    head = f"    {kind + ' FUNCTION' if kind else 'SUBROUTINE'} {name}({', '.join(names)})"
    yield from broken(head)
    yield "      IMPORT"
    for line in lines:
        yield from [line] if line.startswith("!") else broken(f"      {line}")
    yield f"    END {'FUNCTION' if kind else 'SUBROUTINE'} {name}"


def body_of(form: Any, name: str, f08: bool) -> Iterator[str]:
    parameters = list(form.parameters)
    names = [each.name.lower() for each in parameters]
    yield from interface_body(form.return_type or "", name, names,
                              list(declarations(parameters, f08)))


# Pointers that mpi_f08 has back as such, where the others get no address at all.
DETACHES = ("MPI_Buffer_detach", "MPI_Comm_detach_buffer", "MPI_Session_detach_buffer")
# Pointers that the module mpi has back as either.
ADDRESSES_BACK = ("MPI_Alloc_mem", "MPI_Win_allocate", "MPI_Win_allocate_shared",
                  "MPI_Win_shared_query")


# Of statuses as both modules have them: they are of mpi_f08 alone.
WITH_TYPES = ("MPI_Status_f2f08", "MPI_Status_f082f")


def f90_interfaces() -> Iterator[str]:
    for procedure in procedures():
        form, name = procedure.express.f90, symbol_name(procedure)
        if form is None or name in WITH_TYPES:
            continue
        body = list(body_of(form, name, f08=False))
        if name in ADDRESSES_BACK:
            body += [as_pointer(line, name) for line in body]
        yield from interface(name, [name] + [name + "_cptr"] * (name in ADDRESSES_BACK), body)


def as_pointer(line: str, name: str) -> str:
    """A line of an interface whose address comes back as TYPE(C_PTR)."""
    if " :: " in line:
        return line.replace(", baseptr", "")
    return line.replace(f" {name}(", f" {name}_cptr(").replace(
        f"END SUBROUTINE {name}",
        f"  TYPE(C_PTR) :: baseptr\n    END SUBROUTINE {name}_cptr")


def interface(name: str, forms: list[str], bodies: list[str]) -> Iterator[str]:
    """Of external procedures, and of their twins: a generic one where there are several. A single
    procedure is none, so programs may hand over the first element where it has an array."""
    yield "  INTERFACE" if forms == [name] else f"  INTERFACE {name}"
    yield from bodies
    yield "  END INTERFACE"
    for form in forms:
        yield f"  PROCEDURE({form}) :: P{form}"
    if forms != [name]:
        yield f"  INTERFACE P{name}"
        yield from broken(f"    PROCEDURE {', '.join(f'P{form}' for form in forms)}")
        yield "  END INTERFACE"


def differ_in_fortran(small: Any, large: Any) -> bool:
    """Whether a call says which one is meant. Addresses and counts are of one kind."""
    kinds = [[str(each.descriptor).replace("MPI_COUNT_KIND", "MPI_ADDRESS_KIND")
              for each in form.parameters] for form in (small, large)]
    return kinds[0] != kinds[1]


def f08_interfaces() -> Iterator[str]:
    for procedure in procedures():
        form, name = procedure.express.f08, symbol_name(procedure)
        if form is None:
            continue
        large = procedure.express.embiggen.f08 if has_large(procedure) else None
        if large is not None and not differ_in_fortran(form, large):
            large = None
        known = name + ("_cptr" if name in DETACHES else "")
        bodies = list(body_of(form, known, f08=True))
        forms = [known]
        if large is not None and name == "MPI_Op_create":  # has its own name in Fortran, too
            yield from interface(f"{name}_c", [f"{name}_c"],
                                 list(body_of(large, f"{name}_c", f08=True)))
        elif large is not None:
            forms.append(f"{known}_c")
            bodies += body_of(large, f"{known}_c", f08=True)
        yield from interface(name, forms, bodies)


def callbacks() -> Iterator[str]:
    yield "  ABSTRACT INTERFACE"
    for callback in pympistandard.CALLBACKS.values():
        if not in_fortran(callback):
            continue
        name = symbol_name(callback)
        forms = [(callback.express.f08, name)]
        if callback.has_embiggenment():
            forms.append((callback.express.embiggen.f08, name + "_c"))
        for form, called in forms:
            if form is not None:
                yield from body_of(form, called, f08=True)
    yield "  END INTERFACE"


def sizeof_lines(f08: bool) -> Iterator[str]:
    """MPI_Sizeof, which no compiler needs a specific procedure for each kind and rank for: the
    standard's descriptor of what is handed over tells."""
    yield "  INTERFACE"
    for name in ("MPI_Sizeof", "PMPI_Sizeof"):
        yield f"    SUBROUTINE {name}(x, size, ierror) BIND(C, NAME='mpi_fortran_sizeof')"
        yield "      TYPE(*), DIMENSION(..) :: x"
        yield "      INTEGER, INTENT(OUT) :: size"
        yield f"      INTEGER,{' OPTIONAL,' if f08 else ''} INTENT(OUT) :: ierror"
        yield f"    END SUBROUTINE {name}"
    yield "  END INTERFACE"


def module_lines(constants: dict[str, Any], origin: str) -> Iterator[str]:
    yield "! The module mpi."
    yield f"! {origin}"
    yield "MODULE mpi"
    yield "  USE, INTRINSIC :: ISO_C_BINDING, ONLY : C_PTR"
    yield "  IMPLICIT NONE"
    yield from constants_lines(constants, f08=False)
    yield from (f"  EXTERNAL :: {name}" for name in PREDEFINED)
    yield "  PRIVATE :: C_PTR"
    yield from f90_interfaces()
    yield from sizeof_lines(f08=False)
    yield "END MODULE mpi"


def types_lines() -> Iterator[str]:
    for handle in HANDLES:
        yield f"  TYPE, BIND(C) :: {handle}"
        yield "    INTEGER :: MPI_VAL"
        yield f"  END TYPE {handle}"
    yield "  TYPE, BIND(C) :: MPI_Status"
    yield "    INTEGER :: MPI_SOURCE"
    yield "    INTEGER :: MPI_TAG"
    yield "    INTEGER :: MPI_ERROR"
    yield "    INTEGER :: MPI_internal(5)"
    yield "  END TYPE MPI_Status"


def comparisons() -> Iterator[str]:
    for sign, word in (("==", "equal"), ("/=", "unequal")):
        yield f"  INTERFACE OPERATOR ({sign})"
        for handle in HANDLES:
            name = f"mpi_fortran_{word}_{handle.removeprefix('MPI_').lower()}"
            yield f"    PURE FUNCTION {name}(a, b)"
            yield "      IMPORT"
            yield f"      TYPE({handle}), INTENT(IN) :: a, b"
            yield f"      LOGICAL :: {name}"
            yield f"    END FUNCTION {name}"
        yield "  END INTERFACE"


def module_f08_lines(constants: dict[str, Any], origin: str) -> Iterator[str]:
    yield "! The module mpi_f08."
    yield f"! {origin}"
    yield "MODULE mpi_f08"
    yield "  USE, INTRINSIC :: ISO_C_BINDING, ONLY : C_PTR"
    yield "  IMPLICIT NONE"
    yield "  PRIVATE :: C_PTR"
    yield from types_lines()
    yield from constants_lines(constants, f08=True)
    yield from callbacks()
    yield from (f"  PROCEDURE({kind}) :: {name}" for name, kind in PREDEFINED.items() if kind)
    yield from comparisons()
    yield from f08_interfaces()
    yield from sizeof_lines(f08=True)
    yield "END MODULE mpi_f08"
