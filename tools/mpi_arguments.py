"""Arguments of MPI's functions, as the standard's list has them: which addresses a call cannot do
without, and a program that calls every function.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

from mpi_standard import Function, Parameter

# --- Which addresses are needed -------------------------------------------------------------------

# Programs may leave these out, or a null pointer says something.
OPTIONAL_KINDS = {"FUNCTION", "POLYFUNCTION", "ARGUMENT_COUNT", "ARGUMENT_LIST"}
# Where one word of memory goes behind `void*`.
PLACES = {"C_BUFFER", "C_BUFFER2", "LOGICAL_VOID"}
ATTRIBUTES = {"ATTRIBUTE_VAL", "ATTRIBUTE_VAL_10"}
# By function and parameter: of no use there in some calls, or meant for the root alone.
OPTIONAL = {
    ("MPI_Init_thread", "provided"), ("MPI_Info_get_string", "value"),
    ("MPI_Session_get_nth_pset", "pset_name"), ("MPI_Comm_accept", "port_name"),
    ("MPI_Comm_connect", "port_name"), ("MPI_Comm_spawn", "command"),
}
# Of arrays: null where the standard's word for "none" is, or where other arguments say how long.
OPTIONAL_ARRAYS = {"STATUS", "WEIGHT", "ERROR_CODE", "STRING_ARRAY", "STRING_2DARRAY"}
LENGTHS = ("count", "incount", "n", "ndims", "length", "len", "maxdims", "maxneighbors")
LENGTH_OF = {
    ("MPI_Dist_graph_create", "destinations"): None,
    ("MPI_Dist_graph_create_adjacent", "sources"): "indegree",
    ("MPI_Dist_graph_create_adjacent", "destinations"): "outdegree",
    ("MPI_Dist_graph_neighbors", "sources"): "maxindegree",
    ("MPI_Dist_graph_neighbors", "destinations"): "maxoutdegree",
    ("MPI_Graph_create", "indx"): "nnodes", ("MPI_Graph_map", "indx"): "nnodes",
    ("MPI_Graph_create", "edges"): None, ("MPI_Graph_map", "edges"): None,
    ("MPI_Graph_get", "indx"): "maxindex", ("MPI_Graph_get", "edges"): "maxedges",
}
for form, counts in (("", ()), ("_c", ("large_counts",))):
    for what in ("integers", "addresses", "datatypes", *counts):
        LENGTH_OF["MPI_Type_get_contents" + form, "array_of_" + what] = "max_" + what

# Of collective operations: of all ranks, of the root, of those that do not send in place.
RECEIVED = re.compile(r"MPI_I?(Allgatherv|Alltoallv|Alltoallw|Reduce_scatter)(_init)?(_c)?$")
AT_ROOT = re.compile(r"MPI_I?(Gatherv|Scatterv)(_init)?(_c)?$")
SENT = ("sendcounts", "sdispls", "sendtypes")

# Whose error it is.
OBJECTS = ("COMMUNICATOR", "WINDOW", "FILE", "SESSION")


def is_optional_result(function: Function) -> bool:
    """Tools ask for what they want to know, and leave the rest out (MPI 5.0, 15.3)."""
    return function.name.startswith("MPI_T_") and function.name.endswith("get_info")


def is_needed(function: Function, each: Parameter) -> bool:
    if each.array and RECEIVED.match(function.name):
        return each.name not in SENT
    if (function.name, each.name) in OPTIONAL or each.kind in OPTIONAL_KINDS or each.array:
        return False
    if each.kind == "STATUS":
        return each.type.startswith("const") or function.name.startswith("MPI_Status_set")
    if each.type.endswith("void*"):
        if each.kind in ATTRIBUTES:
            return "_get" in function.name
        return each.kind in PLACES and function.name not in ("MPI_Free_mem", "MPI_T_event_read")
    return each.type.endswith("*") and not is_optional_result(function)


def rule_of(function: Function, each: Parameter) -> tuple[str, str] | None:
    """When an array must be there, and which other parameter says so."""
    if each.array and AT_ROOT.match(function.name):
        return "at_root", "root"
    if each.array and RECEIVED.match(function.name):
        return ("not_in_place", "sendbuf") if each.name in SENT else None
    length = length_of(function, each)
    if length is None:
        return None
    is_large = any(other.name == length and other.type == "MPI_Count"
                   for other in function.parameters)
    return "elements_large" if is_large else "elements", length


def length_of(function: Function, each: Parameter) -> str | None:
    """The parameter that says how long an array is that must be there."""
    if not each.array or each.kind in OPTIONAL_ARRAYS or is_optional_result(function):
        return None
    for name in (function.name, function.name.removesuffix("_c")):
        if (name, each.name) in LENGTH_OF:
            return LENGTH_OF[name, each.name]
    names = [other.name for other in function.parameters if "*" not in other.type]
    return next((name for name in LENGTHS if name in names), None)


TABLE_BEGIN = """\
// mpi/abi/addresses.hpp: which addresses the functions of MPI cannot do without.
// {origin}
#pragma once

#include <array>
#include <cstdint>

namespace isthmus::engine::mpi {{

/// Of one function. Parameters are counted from 0.
struct NeededAddresses {{
  std::uint32_t needed = 0;  ///< a bit for each parameter that must not be null
  std::int8_t object = -1;   ///< whose error it is: a communicator, a window, a file, a session
  std::uint8_t arrays = 0;   ///< how many of needed_arrays are its
  std::uint16_t first_array = 0;
}};
/// An array that must not be null where another parameter, `by`, says so.
struct NeededArray {{
  enum class When : std::uint8_t {{
    elements,        ///< it has some; an int
    elements_large,  ///< likewise, 64 bits
    at_root,         ///< this rank is the root
    not_in_place,    ///< what is sent does not lie where things are received
  }};
  std::uint8_t array = 0;
  std::uint8_t by = 0;
  When when = When::elements;
}};
"""


def table_lines(functions: tuple[Function, ...], origin: str) -> Iterator[str]:
    rows: list[str] = []
    arrays: list[str] = []
    for function in functions:
        places = {each.name: i for i, each in enumerate(function.parameters)}
        bits = sum(1 << i for i, each in enumerate(function.parameters)
                   if is_needed(function, each))
        objects = [i for i, each in enumerate(function.parameters)
                   if each.kind in OBJECTS and "*" not in each.type]
        own = []
        for i, each in enumerate(function.parameters):
            rule = rule_of(function, each)
            if rule is not None:
                own.append(f"{{{i}, {places[rule[1]]}, NeededArray::When::{rule[0]}}}")
        rows.append(f"{{{bits:#x}, {objects[0] if objects else -1}, {len(own)}, {len(arrays)}}}")
        arrays += own
    yield TABLE_BEGIN.format(origin=origin)
    yield "/// By the number of the function (functions.hpp)."
    yield "// clang-format off"
    yield (f"inline constexpr std::array<NeededAddresses, {len(rows)}> needed_addresses{{{{")
    yield from packed_rows(rows)
    yield "}};"
    yield f"inline constexpr std::array<NeededArray, {len(arrays)}> needed_arrays{{{{"
    yield from packed_rows(arrays)
    yield "}};"
    yield "// clang-format on"
    yield ""
    yield "}  // namespace isthmus::engine::mpi"


def packed_rows(rows: list[str]) -> Iterator[str]:
    """As many on a line as it takes, none of them broken."""
    line = "   "
    for row in rows:
        if len(line) + len(row) + 2 > 100:
            yield line
            line = "   "
        line += f" {row},"
    yield line


# --- A program that calls all ---------------------------------------------------------------------

PROGRAM_BEGIN = """\
/* call_all.c: calls every function of MPI, and its twin with P in front: with arguments that are
   right where that is easy, and with nothing but nulls. It says what each has answered. The first
   word behind its name is a path that it may write to; "abort" has it call MPI_Abort.
   {origin} */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static MPI_Group group;
static MPI_Win win;
static MPI_File file;
static MPI_Session session;
static double send_data[4096], receive_data[4096];
static int ones[64], places[64], int_results[64];
static MPI_Count long_ones[64], long_places[64], long_results[64];
static MPI_Aint aint_places[64], aint_results[64];
static MPI_Offset offset_result;
static MPI_Datatype types[64], type_results[64];
static MPI_Info infos[64];
static MPI_Request requests[64];
static MPI_Status statuses[64];
static int ranges[1][3] = {{{{0, 0, 1}}}};
static char text[8192], *no_words[1], **no_word_lists[1], *words[2] = {{text, 0}};
static void* address;
/* What a call makes, or takes away. */
static union {{
  void* any;
  MPI_Comm comm;
  MPI_Group group;
  MPI_Win win;
  MPI_File file;
  MPI_Info info;
  MPI_Op op;
  MPI_Errhandler errhandler;
  MPI_Request request;
  MPI_Message message;
  MPI_Datatype type;
  MPI_Session session;
  MPI_T_enum an_enum;
  MPI_T_cvar_handle cvar;
  MPI_T_pvar_handle pvar;
  MPI_T_pvar_session pvar_session;
  MPI_T_event_registration registration;
  MPI_T_source_order order;
}} made;

#define CALL(name, arguments, nulls)                          \\
  static int call_##name(int twin, int is_right) {{            \\
    if (is_right) return twin ? P##name arguments : name arguments; \\
    return twin ? P##name nulls : name nulls;                 \\
  }}
#define CALL_FOR_VALUE(name, arguments, nulls)      \\
  static int call_##name(int twin, int is_right) {{  \\
    if (is_right && twin) (void)P##name arguments;  \\
    if (is_right && !twin) (void)name arguments;    \\
    if (!is_right && twin) (void)P##name nulls;     \\
    if (!is_right && !twin) (void)name nulls;       \\
    return MPI_SUCCESS;                             \\
  }}
"""

PROGRAM_END = """
static void prepare(void) {
  memset(&made, 0, sizeof made);
  for (int i = 0; i < 64; ++i) {
    ones[i] = 1;
    places[i] = i;
    int_results[i] = 0;
    long_ones[i] = 1;
    long_places[i] = i;
    aint_places[i] = 8 * i;
    types[i] = MPI_INT;
    infos[i] = MPI_INFO_NULL;
    requests[i] = MPI_REQUEST_NULL;
    statuses[i].MPI_SOURCE = statuses[i].MPI_TAG = statuses[i].MPI_ERROR = 0;
  }
  strcpy(text, "isthmus");
}

static void say(const char* name, const char* with, int answer) {
  int error = answer, rank, length;
  static char why[MPI_MAX_ERROR_STRING];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Error_class(answer, &error);
  MPI_Error_string(error, why, &length);
  if (rank == 0) printf("%s with %s: %d %s\\n", name, with, error, why);
}

int main(int argc, char** argv) {
  int count = (int)(sizeof functions / sizeof functions[0]);
  MPI_Init(&argc, &argv);
  if (argc > 2 && !strcmp(argv[2], "abort")) MPI_Abort(MPI_COMM_WORLD, 7);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_group(MPI_COMM_SELF, &group);
  MPI_Win_create(receive_data, sizeof receive_data, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_fence(0, win);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_File_open(MPI_COMM_WORLD, argc > 1 ? argv[1] : "call_all.data",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  for (int is_right = 1; is_right >= 0; --is_right) {
    for (int i = 0; i < count; ++i) {
      for (int twin = 0; twin <= 1; ++twin) {
        prepare();
        int answer = functions[i].call(twin, is_right);
        static char name[256];
        snprintf(name, sizeof name, "%s%s", twin ? "P" : "", functions[i].name);
        say(name, is_right ? "arguments" : "nulls", answer);
      }
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Session_finalize(&session);
  MPI_Win_free(&win);
  MPI_File_close(&file);
  MPI_Group_free(&group);
  int rank, error = MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) printf("MPI_Finalize with arguments: %d\\n", error);
  return PMPI_Finalize();
}"""

# They begin and end the program, and are called there.
APART = ("MPI_Init", "MPI_Finalize", "MPI_Abort")

HANDLES = {
    "COMMUNICATOR": "MPI_COMM_WORLD", "GROUP": "group", "WINDOW": "win", "FILE": "file",
    "SESSION": "session", "DATATYPE": "MPI_INT", "OPERATION": "MPI_SUM", "INFO": "MPI_INFO_NULL",
    "ERRHANDLER": "MPI_ERRORS_RETURN", "REQUEST": "MPI_REQUEST_NULL",
    "MESSAGE": "MPI_MESSAGE_NULL",
}
MADE = {
    "MPI_Comm*": "comm", "MPI_Group*": "group", "MPI_Win*": "win", "MPI_File*": "file",
    "MPI_Info*": "info", "MPI_Op*": "op", "MPI_Errhandler*": "errhandler",
    "MPI_Request*": "request", "MPI_Message*": "message", "MPI_Datatype*": "type",
    "MPI_Session*": "session", "MPI_T_enum*": "an_enum", "MPI_T_cvar_handle*": "cvar",
    "MPI_T_pvar_handle*": "pvar", "MPI_T_pvar_session*": "pvar_session",
    "MPI_T_event_registration*": "registration", "MPI_T_source_order*": "order",
}
ARRAYS = {
    "int": "ones", "MPI_Aint": "aint_places", "MPI_Count": "long_ones", "MPI_Datatype": "types",
    "MPI_Info": "infos", "MPI_Request": "requests", "MPI_Status": "statuses", "char*": "no_words",
    "char**": "no_word_lists",
}
RESULTS = {"int": "int_results", "MPI_Aint": "aint_results", "MPI_Count": "long_results",
           "MPI_Datatype": "type_results"}
POINTERS = {"int*": "&int_results[{i}]", "MPI_Aint*": "&aint_results[{i}]",
            "MPI_Count*": "&long_results[{i}]", "MPI_Offset*": "&offset_result",
            "MPI_Status*": "&statuses[{i}]", "char*": "text"}


def right(function: Function, i: int, each: Parameter) -> str:
    """An argument that is right where that is easy."""
    plain = each.type.removeprefix("const ")
    if each.array:
        if each.array.endswith("[3]"):
            return "ranges"
        if "DISP" in each.kind and plain != "MPI_Aint":
            return "places" if plain == "int" else "long_places"
        return (RESULTS if each.direction == "OUT" else ARRAYS).get(plain, ARRAYS[plain])
    if each.kind in HANDLES and "*" not in plain:
        # Who is told to wait for a group of ranks, waits for none.
        is_waiting = function.name in ("MPI_Win_post", "MPI_Win_start") and each.kind == "GROUP"
        if each.name == "local_comm":  # each leads a group, so that all hear of what is wrong
            return "MPI_COMM_SELF"
        return "MPI_GROUP_EMPTY" if is_waiting else HANDLES[each.kind]
    if plain == "void*":
        if each.kind in ("EXTRA_STATE", "EXTRA_STATE2", "TOOL_MPI_OBJ"):
            return "0"
        if (each.kind in PLACES and each.direction != "IN") or "_get_attr" in function.name:
            return "&address"
        return "receive_data" if each.direction == "OUT" else "send_data"
    if plain in MADE:
        return f"&made.{MADE[plain]}"
    if plain in POINTERS:
        return POINTERS[plain].format(i=i)
    if "*" in plain or plain.startswith("MPI_T_"):
        return "0"
    if each.kind.startswith("RANK"):
        return "0" if each.name in ("root", "local_leader") else "MPI_PROC_NULL"
    return "1"


def argument_lines(function: Function) -> Iterator[str]:
    fixed = [each for each in function.parameters if each.type != "..."]
    rights = ", ".join(right(function, i, each) for i, each in enumerate(fixed))
    nulls = ", ".join("0" for _ in fixed)
    is_error = function.returns == "int" and not function.name.endswith("_toint")
    words = f"{'CALL' if is_error else 'CALL_FOR_VALUE'}({function.name}, ({rights}), ({nulls}))"
    yield from wrap(words, 100, subsequent_indent="     ", break_long_words=False,
                    break_on_hyphens=False)


def program_lines(functions: tuple[Function, ...], origin: str) -> Iterator[str]:
    yield PROGRAM_BEGIN.format(origin=origin)
    called = [function for function in functions if function.name not in APART]
    for function in called:
        yield from argument_lines(function)
    yield ""
    yield "static const struct {"
    yield "  const char* name;"
    yield "  int (*call)(int twin, int is_right);"
    yield "} functions[] = {"
    for function in called:
        yield f'    {{"{function.name}", call_{function.name}}},'
    yield "};"
    yield PROGRAM_END
