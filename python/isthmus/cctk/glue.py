"""The library's tables, and what calls its routines, in C++."""

import json
import math

from isthmus.cctk import headers, infrastructure
from isthmus.cctk.interface import Function
from isthmus.cctk.library import Library, Owner
from isthmus.cctk.param import Parameter, Range
from isthmus.cctk.plan import Line
from isthmus.cctk.thorn import CPP, C, Thorn

_KINDS = ("real", "integer", "boolean", "keyword", "text")


def text(library: Library, lines: list[Line], reduces: bool, interpolates: bool) -> str:
    parts = [
        "// Written by `isthmus mesh cctk build`.",
        '#include <cmath>\n#include <cstring>\n#include <string>\n#include "mesh/cctk/tables.hpp"',
        *(_block(library, thorn) for thorn in library.thorns),
        *_functions(library),
        _parameter_tables(library),
        _schedule(library, lines),
        _library(library, lines, reduces, interpolates),
    ]
    return "\n".join(parts)


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _block(library: Library, thorn: Thorn) -> str:
    name = headers.block_name(thorn)
    fields = " ".join(headers.c_field(*one) for one in headers.block(library, thorn))
    return f'extern "C" {{ struct {name} {{ {fields} }}; struct {name} {name}_; }}'


def _numbers(library: Library) -> dict[tuple[str, str], int]:
    numbers: dict[tuple[str, str], int] = {}
    for owner in library.owners:
        for parameter in owner.parameters:
            for element in parameter.elements():
                numbers[owner.name, element.name] = len(numbers)
    return numbers


def _parameter_tables(library: Library) -> str:
    rows: list[str] = []
    tables: list[str] = []
    for owner in library.owners:
        for parameter in owner.parameters:
            for element in parameter.elements():
                tables.append(_tables_of(element, len(rows)))
                rows.append(_parameter(owner, element, len(rows)))
    numbers = _numbers(library)
    values = []
    for thorn in library.thorns:
        for name, owner, parameter in library.visible_parameters(thorn):
            for index in range(max(parameter.count, 1)):
                at = f"[{index}]" if parameter.count else ""
                values.append(
                    f"  {headers.block_name(thorn)}_.{name}{at} = "
                    f"{_value(owner, parameter, at, numbers)};"
                )
    return "\n".join(
        [
            "namespace isthmus::cctk {\nnamespace {",
            *tables,
            "const Parameter parameters[] = {",
            *rows,
            "};",
            "void set_parameters([[maybe_unused]] const Library::Value* values) {",
            *values,
            "}\n}\n}",
        ]
    )


def _value(owner: Owner, parameter: Parameter, at: str, numbers: dict[tuple[str, str], int]) -> str:
    name = parameter.name + at
    if parameter.kind == "complex":
        parts = [f"values[{numbers[owner.name, f'{name}[{i}]']}].real" for i in range(2)]
        return f"CCTK_COMPLEX({', '.join(parts)})"
    member = {"real": "real", "keyword": "text", "text": "text"}.get(parameter.kind, "integer")
    cast = "" if member != "integer" else "(CCTK_INT)"
    return f"{cast}values[{numbers[owner.name, name]}].{member}"


def _tables_of(parameter: Parameter, number: int) -> str:
    words = ", ".join(_quoted(word) for word in parameter.allowed) or "nullptr"
    ranges = ", ".join(_range(one) for one in parameter.ranges) or "{}"
    return (
        f"const char* const allowed_{number}[] = {{{words}}};\n"
        f"const Range ranges_{number}[] = {{{ranges}}};"
    )


def _range(one: Range) -> str:
    least = "-INFINITY" if math.isinf(one.least) else repr(float(one.least))
    greatest = "INFINITY" if math.isinf(one.greatest) else repr(float(one.greatest))
    return (
        f"{{{least}, {_bool(one.has_least)}, {greatest}, {_bool(one.has_greatest)}, {one.every}}}"
    )


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _parameter(owner: Owner, parameter: Parameter, number: int) -> str:
    is_number = parameter.kind in ("real", "integer", "boolean")
    real = parameter.usual if parameter.kind == "real" else "0"
    integer = parameter.usual if parameter.kind in ("integer", "boolean") else "0"
    usual = "" if is_number else parameter.usual
    count = len(parameter.allowed) if parameter.kind in ("keyword", "text") else 0
    return (
        f"  {{{_quoted(owner.name)}, {_quoted(owner.implementation)}, {_quoted(parameter.name)}, "
        f"{_quoted(parameter.meaning)}, ParameterType::{parameter.kind}, {real}, {integer}LL, "
        f"{_quoted(usual)}, {{allowed_{number}, {count}}}, "
        f"{{ranges_{number}, {len(parameter.ranges)}}}, {_bool(parameter.is_steerable)}}},"
    )


# --- The schedule ---------------------------------------------------------------------------------


def _schedule(library: Library, lines: list[Line]) -> str:
    conditions: list[str] = []
    known: dict[tuple[str, str, bool], int] = {}
    parts: list[str] = []
    declared: set[str] = set()
    for number, line in enumerate(lines):
        numbers = []
        for thorn, condition in line.step.conditions:
            key = (str(condition.place), condition.text, condition.is_not)
            if key not in known:
                known[key] = len(known)
                sign = "!" if condition.is_not else ""
                names = " ".join(
                    f"[[maybe_unused]] const auto {name} = {headers.block_name(thorn)}_.{name};"
                    for name, *_ in headers.block(library, thorn)
                )
                conditions.append(
                    f"int condition_{known[key]}() {{ {names}\n"
                    f"#line {condition.place.line} {_quoted(str(condition.place.file))}\n"
                    f"  return {sign}({condition.text}) ? 1 : 0; }}"
                )
            numbers.append(known[key])
        entries = ", ".join(f"condition_{one}" for one in numbers) or "nullptr"
        parts.append(f"int (*const conditions_{number}[])() = {{{entries}}};")
        accesses = ", ".join(
            f"{{{one.variable}, {one.level}, {_bool(one.is_read)}, {_bool(one.has_neighbours)}, "
            f"{_bool(one.is_written)}, {_bool(one.is_partial)}}}"
            for one in line.accesses
        )
        parts.append(f"const Access accesses_{number}[] = {{{accesses or '{}'}}};")
        wanted = ", ".join(str(one) for one in line.synchronized) or "-1"
        parts.append(f"const int synchronized_{number}[] = {{{wanted}}};")
        parts.append(_call(library, line, number, declared))
    return "\n".join(["namespace {", *conditions, "}", "using namespace isthmus::cctk;", *parts])


def _call(library: Library, line: Line, number: int, declared: set[str]) -> str:
    if line.routine is None:
        return ""
    runs = f"void run_{number}(const isthmus_mesh_patch* patch) {{ run({number}, patch); }}"
    if line.solves:
        head = f"static void again_{number}(const isthmus_mesh_patch* patch)"
        runs += f"\n{head} {{ run_again({number}, patch); }}"
    name = line.step.item.name
    if line.routine.language in (C, CPP):
        calls = f"void call_{number}(const cGH* gh) {{ {name}(gh); }}"
        head = f'extern "C" void {name}(const cGH*);'
    else:
        head, body = _fortran_call(library, line, name.lower() + "_")
        calls = f"void call_{number}(const cGH* gh) {{ {body} }}"
    new = "" if head in declared else head
    declared.add(head)
    return f"{new}\nstatic {calls}\nstatic {runs}"


def _fortran_call(library: Library, line: Line, symbol: str) -> tuple[str, str]:
    assert line.routine is not None
    if not line.routine.has_arguments:
        return f'extern "C" int {symbol}();', f"(void)gh; {symbol}();"
    kinds, values = [], []
    for name, kind, size in headers.FORTRAN_ARGUMENTS:
        kinds.append("const int*" if kind == "integer" else "const double*")
        values.append(f"gh->{name}" if size else f"&gh->{name}")
    kinds.append("const cGH**")
    values.append("&gh")
    for variable in library.visible_variables(line.step.thorn):
        for level in range(library.variables[variable].levels):
            kinds.append("void*")
            values.append(f"gh->data[{variable}][{level}]")
    return f'extern "C" void {symbol}({", ".join(kinds)});', f"{symbol}({', '.join(values)});"


# --- Functions by their names ---------------------------------------------------------------------


def _functions(library: Library) -> list[str]:
    """Of those that interfaces declare and infrastructure does not have."""
    known = {name.lower() for name in infrastructure.FUNCTIONS}
    parts = [
        "static std::string cctk_text(const char* text, std::size_t length) {",
        "  std::string copy(text, length);",
        '  copy.erase(copy.find_last_not_of(" ") + 1);\n  return copy;\n}',
        "static auto const cctk_text_used = &cctk_text;",
    ]
    for key, function in library.functions().items():
        if key in known:
            continue
        provider = library.provider(key)
        if provider is not None:
            _, routine, language, place = provider
            if language != "c":
                place.fail(f"'{function.name}' is provided in {language}", "LANGUAGE C")
            parts += _forwarding(function, routine)
        else:
            parts += _forwarding(function, "")
    return parts


def _forwarding(function: Function, routine: str) -> list[str]:
    """What calls the routine in C and in Fortran. Nobody calls what nobody provides: thorns ask
    before."""
    kinds = [headers.c_argument(one).rpartition(" ")[0] for one in function.arguments]
    names = [one.name for one in function.arguments]
    taken = ", ".join(f"{kind} {name}" for kind, name in zip(kinds, names, strict=True))
    give = "" if function.result == "void" else "return "
    nothing = "" if function.result == "void" else f" return ({function.result})-1;"
    parts = []
    body = f"{give}{routine}({', '.join(names)});" if routine else nothing
    if routine:
        parts.append(f'extern "C" {function.result} {routine}({", ".join(kinds)});')
    parts.append(f'extern "C" {function.result} {function.name}({taken}) {{ {body} }}')
    by_address, passed, lengths = [], [], []
    for argument, kind in zip(function.arguments, kinds, strict=True):
        if argument.kind == "CCTK_STRING" and not (argument.is_array or argument.is_out):
            by_address.append(f"const char* {argument.name}")
            lengths.append(f"std::size_t {argument.name}_length")
            passed.append(f"cctk_text({argument.name}, {argument.name}_length).c_str()")
        elif argument.is_array or argument.is_out:
            by_address.append(f"{kind} {argument.name}")
            passed.append(argument.name)
        else:
            by_address.append(f"const {kind}* {argument.name}")
            passed.append(f"*{argument.name}")
    body = f"{give}{function.name}({', '.join(passed)});" if routine else nothing
    parts.append(
        f'extern "C" {function.result} {function.name.lower()}_'
        f"({', '.join(by_address + lengths)}) {{ {body} }}"
    )
    return parts


# --- The tables -----------------------------------------------------------------------------------


def _library(library: Library, lines: list[Line], reduces: bool, interpolates: bool) -> str:
    thorns = ",\n".join(
        f"  {{{_quoted(owner.name)}, {_quoted(owner.implementation)}, {_quoted(owner.meaning)}}}"
        for owner in library.owners
    )
    groups = []
    for number, (owner, group) in enumerate(library.groups):
        first = next(i for i, one in enumerate(library.variables) if one.group == number)
        groups.append(
            f"  {{{_quoted(owner.implementation)}, {_quoted(group.name)}, {group.dimension}, "
            f"{first}, {len(group.variables)}}}"
        )
    coordinates = {name: i for i, name in enumerate(infrastructure.COORDINATES)}
    variables = [
        f"  {{{_quoted(one.owner.name)}, {_quoted(one.name)}, {one.group}, {one.levels}, "
        f"{_bool(one.is_coordinate)}, {coordinates.get(one.name, 0) if one.is_coordinate else 0}, "
        f"{_bool(one.kind == 'integer')}, {_bool(one.kind == 'complex')}, {one.elements}}}"
        for one in library.variables
    ]
    items = [_item(line, number) for number, line in enumerate(lines)]
    names = {
        function.name
        for key, function in library.functions().items()
        if library.provider(key) is not None
    } | set(infrastructure.FUNCTIONS)
    functions = ", ".join(_quoted(name) for name in sorted(names))

    def rows(entries: list[str]) -> str:
        return ",\n".join(entries) or "  {}"

    return f"""namespace isthmus::cctk {{
namespace {{
const Thorn thorns[] = {{
{thorns}
}};
const Group groups[] = {{
{rows(groups)}
}};
const Variable variables[] = {{
{rows(variables)}
}};
const Item items[] = {{
{rows(items)}
}};
const char* const functions[] = {{{functions}}};
}}
extern const Library library{{thorns,
                             parameters,
                             {{groups, {len(groups)}}},
                             {{variables, {len(variables)}}},
                             {{items, {len(items)}}},
                             functions,
                             {_bool(reduces)},
                             {_bool(interpolates)},
                             {_bool(any(line.solves for line in lines))},
                             set_parameters}};
}}
extern "C" void isthmus_declare_thorns(isthmus_mesh_flesh* flesh) {{
  isthmus::cctk::declare(flesh);
}}
"""


def _item(line: Line, number: int) -> str:
    item = line.step.item
    calls = ("nullptr", "nullptr") if line.routine is None else (f"call_{number}", f"run_{number}")
    again = f"again_{number}" if line.solves else "nullptr"
    where = f"{line.step.thorn.name}/{item.place.file.name}:{item.place.line}"
    return (
        f"  {{{_quoted(line.step.thorn.name)}, {_quoted(line.name)}, {_quoted(where)}, "
        f"Bin::{line.bin}, {_bool(line.step.applies_boundaries)}, {_bool(line.selects)}, "
        f"{{conditions_{number}, {len(line.step.conditions)}}}, {calls[0]}, {calls[1]}, {again}, "
        f"{{accesses_{number}, {len(line.accesses)}}}, "
        f"{{synchronized_{number}, {len(line.synchronized)}}}}}"
    )
