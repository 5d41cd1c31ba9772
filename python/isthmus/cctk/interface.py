"""interface.ccl: what a thorn implements, whom it inherits from, its groups and functions."""

import math
import re
from dataclasses import dataclass, field
from pathlib import Path

from isthmus.cctk.reader import Place, Reader

_TYPES = {
    "real": "real",
    "real8": "real",
    "cctk_real": "real",
    "cctk_real8": "real",
    "int": "integer",
    "cctk_int": "integer",
    "complex": "complex",
    "cctk_complex": "complex",
    "byte": "byte",
    "cctk_byte": "byte",
    "char": "char",
    "cctk_char": "char",
}
_C_TYPES = {
    "cctk_int": "CCTK_INT",
    "cctk_real": "CCTK_REAL",
    "cctk_string": "CCTK_STRING",
    "cctk_pointer": "CCTK_POINTER",
    "cctk_pointer_to_const": "CCTK_POINTER_TO_CONST",
    "cctk_fpointer": "CCTK_FPOINTER",
    "cctk_byte": "CCTK_BYTE",
    "cctk_char": "CCTK_CHAR",
    "void": "void",
}

TIME_LEVELS_MAX = 16  # as functions of meshes have


@dataclass
class Group:
    name: str
    kind: str  # "real" and others
    form: str  # "gf", "scalar" or "array"
    dimension: int
    levels: int
    variables: list[str]
    scope: str
    meaning: str
    place: Place
    sizes: tuple[int, ...] = ()  # of an array

    @property
    def elements(self) -> int:
        """Of each variable, the same everywhere; 0 for grid functions."""
        return 0 if self.form == "gf" else math.prod(self.sizes)


@dataclass(frozen=True)
class Argument:
    name: str
    kind: str  # of C, such as CCTK_INT
    is_out: bool
    is_array: bool


@dataclass(frozen=True)
class Function:
    """A function that thorns call by its name, whoever provides it."""

    name: str
    result: str
    arguments: tuple[Argument, ...]
    place: Place


@dataclass
class Interface:
    implementation: str = ""
    inherits: list[str] = field(default_factory=list)
    friends: list[str] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    functions: dict[str, Function] = field(default_factory=dict)
    used: dict[str, Place] = field(default_factory=dict)
    required: dict[str, Place] = field(default_factory=dict)
    provided: dict[str, tuple[str, str, Place]] = field(default_factory=dict)  # routine, language
    wanted_headers: list[str] = field(default_factory=list)  # that thorns put parts into
    given_headers: list[tuple[str, str, Place]] = field(default_factory=list)  # a part, into which
    place: Place = field(default_factory=lambda: Place(Path(), 1))


class _InterfaceReader:
    def __init__(self, file: Path) -> None:
        self.reader = Reader(file)
        self.result = Interface(place=Place(file, 1))
        self.scope = "private"

    def read(self) -> Interface:
        while not self.reader.is_at_end():
            place = self.reader.place
            word = self.reader.name("a group")
            key = word.lower()
            if key in ("implements", "inherits", "friend"):
                self._relation(key)
            elif key in ("public", "private", "protected") and self.reader.take(":"):
                self.scope = key
            elif key in ("include", "includes", "uses") and self.reader.sees(
                r"(include\w*\s*)?(header|source)?s?\s*:"
            ):
                self._header(key != "uses", place)
            elif key in ("uses", "requires", "provides"):
                self._needs(key, place)
            elif self.reader.sees(r"function\b") or key == "subroutine":
                self._function(key, place)
            elif key in _TYPES:
                self._group(_TYPES[key], place)
            else:
                place.fail(f"'{word}' where a group should be", "its type, such as CCTK_REAL")
        if not self.result.implementation:
            self.result.place.fail("the thorn implements nothing", "'implements: NAME'")
        return self.result

    def _relation(self, key: str) -> None:
        self.reader.expect(":")
        words = re.split(r"[\s,]+", self.reader.up_to(r"(?<!\\)\n").strip())
        if key == "implements":
            if self.result.implementation:
                self.reader.fail(f"{self.result.implementation} is implemented already", "one name")
            self.result.implementation = words[0]
        elif key == "inherits":
            self.result.inherits += [word for word in words if word]
        else:
            self.result.friends += [word for word in words if word]

    def _header(self, gives: bool, place: Place) -> None:
        """`INCLUDE HEADER: PART in NAME`, or `USES INCLUDE: NAME`."""
        self.reader.up_to(":")
        self.reader.expect(":")
        words = self.reader.up_to(r"\n").split()
        if gives and (len(words) != 3 or words[1].lower() != "in"):
            place.fail(f"'{' '.join(words)}' is included", "a file, 'in', and what others include")
        if gives:
            self.result.given_headers.append((words[0], words[2], place))
        else:
            self.result.wanted_headers += words

    def _needs(self, key: str, place: Place) -> None:
        if not self.reader.take(r"(?i)function\b"):
            place.fail(f"{key} {self.reader.shown()}", "FUNCTION and its name")
        name = self.reader.name("a function")
        if key == "provides":
            if not self.reader.take(r"(?i)with\b"):
                place.fail(f"'{name}' is provided by nobody", "WITH and a routine")
            routine = self.reader.name("a routine")
            language = "c"
            if self.reader.take(r"(?i)language\b"):
                language = self.reader.name("a language").lower()
            self.result.provided[name.lower()] = (routine, language, place)
        else:
            (self.result.used if key == "uses" else self.result.required)[name] = place

    def _function(self, key: str, place: Place) -> None:
        result = "void" if key == "subroutine" else _C_TYPES.get(key, "")
        self.reader.take(r"(?i)function\b")
        name = self.reader.name("a function")
        if not result:
            place.fail(f"'{key}' is no type of a function", "CCTK_INT, say")
        if not self.reader.sees(r"\("):
            self.reader.fail(f"'{name}' has no arguments", "'('")
        inside = re.sub(r"[\\\n]", " ", self.reader.in_brackets())
        if "(" in inside:
            place.fail(f"'{name}' takes a function", "arguments that are numbers, texts or arrays")
        arguments = [
            self._argument(part, name, place) for part in inside.split(",") if part.strip()
        ]
        self.result.functions[name.lower()] = Function(name, result, tuple(arguments), place)

    def _argument(self, text: str, function: str, place: Place) -> Argument:
        words = text.split()
        kind = _C_TYPES.get(words[0].lower(), "")
        if not kind or len(words) < 3:
            place.fail(f"'{text.strip()}' of '{function}'", "a type, IN or OUT, and a name")
        middle = [word.lower() for word in words[1:-1]]
        return Argument(words[-1], kind, "out" in middle or "inout" in middle, "array" in middle)

    def _group(self, kind: str, place: Place) -> None:
        name = self.reader.name("a group")
        if self.reader.sees(r"\["):
            place.fail(f"'{name}' is an array of groups", "a group of variables")
        settings: dict[str, str] = {}
        while True:
            found = self.reader.take(r"[A-Za-z]+\s*=\s*('[^']*'|\"[^\"]*\"|\([^)]*\)|[^\s{\"']+)")
            if found is None:
                break
            key, _, value = found.partition("=")
            settings[key.strip().lower()] = value.strip()
        meaning = self.reader.quoted() or ""
        variables = [name]
        if self.reader.sees(r"\{"):
            inside = re.sub(r"#[^\n]*", "", self.reader.in_brackets())
            variables = [word for word in re.split(r"[\s,]+", inside) if word]
            meaning = self.reader.quoted() or meaning
        if not variables:
            place.fail(f"group '{name}' has no variables", "their names between '{' and '}'")
        form = settings.get("type", "scalar").lower()
        levels = self._whole(settings.get("timelevels", "1"), place)
        if levels > TIME_LEVELS_MAX:
            place.fail(f"group '{name}' has {levels} time levels", f"{TIME_LEVELS_MAX} at most")
        self.result.groups.append(
            Group(
                name,
                kind,
                form,
                0 if form == "scalar" else self._whole(settings.get("dim", "3"), place),
                levels,
                variables,
                self.scope,
                meaning,
                place,
                self._sizes(settings, name, place) if form == "array" else (),
            )
        )

    def _sizes(self, settings: dict[str, str], name: str, place: Place) -> tuple[int, ...]:
        sizes = tuple(
            self._whole(word, place) for word in settings.get("size", "").split(",") if word.strip()
        )
        if len(sizes) != self._whole(settings.get("dim", "3"), place):
            place.fail(f"array '{name}' has {len(sizes)} sizes", "as many as DIM says")
        return sizes

    @staticmethod
    def _whole(text: str, place: Place) -> int:
        if not re.fullmatch("[0-9]+", text) or int(text) < 1:
            place.fail(f"'{text}'", "a whole number of at least 1")
        return int(text)


def read(file: Path) -> Interface:
    """Raises BadInputError, with file and line, for what is not as it should be."""
    return _InterfaceReader(file).read()
