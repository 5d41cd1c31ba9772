"""The MPI standard as data: procedures and callbacks as C has them in the ABI, and its constants.

What the standard's own list says (the package pympistandard) is taken as it is, but for the few
entries below where the ABI differs, or the list is not C.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pympistandard

VERSION = "5.0"

# Conversions from and to Fortran's handles are no part of the ABI, whose integers are those of
# MPI_*_toint and MPI_*_fromint: what INTEGER is, a compiler of Fortran says.
NOT_IN_ABI = re.compile(r"_(c2f|f2c|c2f08|f082c|f082f|f2f08)$")

# A name that is a function of C's library or a word of C++ is no name of a parameter.
RENAMED = {"index": "indx"}


@dataclass(frozen=True)
class Parameter:
    """`kind` is the standard's word for what it is; `array` stands behind the name; `direction` is
    IN, OUT or INOUT."""

    name: str
    type: str
    array: str = ""
    kind: str = ""
    direction: str = "IN"

    def __str__(self) -> str:
        if self.type == "...":
            return self.type
        return f"{self.type} {self.name}{self.array}"


@dataclass(frozen=True)
class Function:
    """A procedure, or the type of a callback."""

    name: str
    returns: str
    parameters: tuple[Parameter, ...]

    @property
    def arguments(self) -> str:
        return ", ".join(map(str, self.parameters)) or "void"


def of_c(parameter: Any) -> Parameter:
    kind = str(parameter.kind.name)
    if kind == "VARARGS":
        return Parameter("", "...")
    kind_of_c = str(parameter.type).replace(" ", "")
    array = str(parameter.array)
    if kind == "ARGUMENT_LIST" and array:  # `char *argv[]` of MPI_Info_create_env
        kind_of_c, array = "char*", "[]"
    if kind == "STRING" and array:  # a representation of data, which is a string like others
        kind_of_c, array = "char*", ""
    name = RENAMED.get(parameter.name, parameter.name)
    return Parameter(name, ("const " if parameter.constant else "") + kind_of_c, array, kind,
                     str(parameter.direction.value))


def functions_of(symbols: Iterable[Any]) -> Iterator[Function]:
    """Each symbol of C, and its form with large counts where it has one."""
    for symbol in symbols:
        large = symbol.express.embiggen.iso_c if symbol.has_embiggenment() else None
        for form in (symbol.express.iso_c, large):
            if form is not None and not NOT_IN_ABI.search(form.name):
                parameters = tuple(of_c(parameter) for parameter in form.parameters)
                yield Function(form.name, form.return_type, parameters)


def with_small_counts(function: Function) -> Iterator[Function]:
    """The list has a large count in MPI_Psend_init and MPI_Precv_init, and no form with _c. An
    erratum gave them both forms, which the ABI has."""
    if function.name in ("MPI_Psend_init", "MPI_Precv_init"):
        small = tuple(
            replace(each, type="int") if each.name == "count" else each
            for each in function.parameters)
        yield Function(function.name, function.returns, small)
        yield Function(function.name + "_c", function.returns, function.parameters)
    else:
        yield function


@dataclass(frozen=True)
class Standard:
    """All of it, each part by name."""

    functions: tuple[Function, ...]
    callbacks: tuple[Function, ...]
    constants: dict[str, Any]


def by_name(functions: Iterable[Function]) -> tuple[Function, ...]:
    return tuple(sorted(functions, key=lambda function: function.name.lower()))


def read_standard(constants: Path) -> Standard:
    """Of the package, and the file with the ABI's values."""
    pympistandard.use_api_version(1, force_bundled=True)
    listed = functions_of(pympistandard.PROCEDURES.values())
    return Standard(
        by_name(form for function in listed for form in with_small_counts(function)),
        by_name(functions_of(pympistandard.CALLBACKS.values())),
        tomllib.loads(constants.read_text(encoding="utf-8")),
    )
