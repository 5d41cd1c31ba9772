"""param.ccl: the parameters of a thorn."""

import math
import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from isthmus.cctk.reader import Place, Reader

TYPES = {
    "real": "real",
    "cctk_real": "real",
    "int": "integer",
    "cctk_int": "integer",
    "complex": "complex",
    "cctk_complex": "complex",
    "boolean": "boolean",
    "keyword": "keyword",
    "cctk_keyword": "keyword",
    "string": "text",
    "cctk_string": "text",
}
_TRUE = {"yes", "true", "1", "y", "t"}
_FALSE = {"no", "false", "0", "n", "f"}
# Each element is a parameter of the job.
ELEMENTS_MAX = 1024


@dataclass(frozen=True)
class Range:
    """Allowed numbers; an infinite limit is none."""

    least: float = -math.inf
    has_least: bool = True
    greatest: float = math.inf
    has_greatest: bool = True
    every: int = 1

    def holds(self, value: float) -> bool:
        is_above = self.least <= value if self.has_least else self.least < value
        is_below = value <= self.greatest if self.has_greatest else value < self.greatest
        steps = 0.0 if math.isinf(self.least) else math.fmod(value - self.least, self.every)
        return is_above and is_below and (self.every == 1 or steps == 0)


@dataclass
class Parameter:
    name: str
    kind: str  # a value of TYPES
    meaning: str
    usual: str
    scope: str  # "private", "restricted" or "global"
    place: Place
    is_steerable: bool = False
    allowed: list[str] = field(default_factory=list)  # keywords
    ranges: list[Range] = field(default_factory=list)  # numbers
    count: int = 0  # of the elements of an array; 0: it is none

    def elements(self) -> list["Parameter"]:
        """Itself, or what it is made of where that is more than one value: x[0], x[1], ..., and of
        a complex number z[0], its real part, and z[1]."""
        if self.count:
            one = replace(self, count=0)
            names = [f"{self.name}[{i}]" for i in range(self.count)]
            return [part for name in names for part in replace(one, name=name).elements()]
        if self.kind == "complex":
            parts = complex_parts(self.usual, self.place)
            return [
                replace(self, name=f"{self.name}[{i}]", kind="real", usual=repr(part))
                for i, part in enumerate(parts)
            ]
        return [self]


@dataclass(frozen=True)
class Shared:
    """A parameter of another implementation that a thorn uses, or allows more of."""

    implementation: str
    name: str
    kind: str
    alias: str
    extends: bool
    allowed: tuple[str, ...]
    place: Place
    count: int = 0  # as of Parameter
    ranges: tuple[Range, ...] = ()


@dataclass
class ParamFile:
    parameters: list[Parameter] = field(default_factory=list)
    shared: list[Shared] = field(default_factory=list)


def number(text: str, place: Place) -> float:
    try:
        value = float(text.lower().replace("d", "e"))
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        place.fail(f"'{text}'", "a number")
    return value


def complex_parts(text: str, place: Place) -> tuple[float, float]:
    """Of "1.5", or of "(1.5,-2)" as Fortran writes it."""
    found = re.fullmatch(r"\(([^,()]*),([^,()]*)\)", text.replace(" ", ""))
    if found is None:
        return number(text, place), 0.0
    return number(found[1], place), number(found[2], place)


def read_range(text: str, place: Place) -> Range:
    """Such as "0:*", "(0:1]", "1:9:2" or "5"."""
    whole = text.replace(" ", "")
    has_least = not whole.startswith("(")
    has_greatest = not whole.endswith(")")
    parts = whole.strip("()[]").split(":")
    if len(parts) == 1:
        value = number(parts[0], place) if parts[0] not in ("", "*") else math.inf
        return Range() if math.isinf(value) else Range(value, True, value, True)
    if len(parts) > 3:
        place.fail(f"'{text}'", "a range such as 0:10")
    least = -math.inf if parts[0] in ("", "*") else number(parts[0], place)
    greatest = math.inf if parts[1] in ("", "*") else number(parts[1], place)
    every = int(number(parts[2], place)) if len(parts) == 3 and parts[2] else 1
    if every < 1:
        place.fail(f"'{text}' goes by {every}", "steps of at least 1")
    if least > greatest:
        place.fail(f"'{text}' holds no number", "the least one first")
    return Range(least, has_least, greatest, has_greatest, every)


class _ParamReader:
    def __init__(self, file: Path) -> None:
        self.reader = Reader(file)
        self.result = ParamFile()
        self.scope = "private"
        self.implementation = ""

    def read(self) -> ParamFile:
        while not self.reader.is_at_end():
            place = self.reader.place
            word = self.reader.name("a parameter")
            key = word.lower()
            if key in ("shares", "private", "restricted", "global") and self.reader.take(":"):
                self.scope = key
                self.implementation = (
                    self.reader.name("an implementation") if key == "shares" else ""
                )
            elif key in ("uses", "extends"):
                self._shared(key == "extends", place)
            elif key in TYPES:
                self._own(TYPES[key], place)
            else:
                place.fail(f"'{word}' where a parameter should be", "its type, such as REAL")
        return self.result

    def _shared(self, extends: bool, place: Place) -> None:
        if not self.implementation:
            place.fail("a parameter of another thorn", "'shares: IMPLEMENTATION' before it")
        word = self.reader.name("a type")
        if word.lower() not in TYPES:
            place.fail(f"'{word}'", "a type, such as REAL")
        name = self.reader.name("a name")
        count = self._count(name, place)
        _, alias = self._details()
        has_values = self.reader.sees(r"\{")
        allowed, ranges = self._values(TYPES[word.lower()]) if has_values else ([], [])
        if has_values or extends:
            self.reader.quoted()
        self.result.shared.append(
            Shared(
                self.implementation,
                name,
                TYPES[word.lower()],
                alias or name,
                extends,
                tuple(allowed),
                place,
                count,
                tuple(ranges),
            )
        )

    def _own(self, kind: str, place: Place) -> None:
        name = self.reader.name("a name")
        count = self._count(name, place)
        meaning, _ = self._details()
        is_steerable = self._is_steerable
        allowed, ranges = self._values(kind)
        usual = self.reader.quoted()
        if usual is None:
            usual = self.reader.take(r"[^\s#{}\"]+")
        if usual is None:
            place.fail(f"{name} has no usual value", "one behind its ranges")
        usual = self._checked(name, kind, usual, allowed, place)
        is_number = kind in ("real", "integer")
        if is_number and ranges and not any(one.holds(float(usual)) for one in ranges):
            place.fail(f"{name} is usually {usual}", "a value within its ranges")
        if kind == "complex" and any(one != Range() for one in ranges):
            place.fail(f"{name} is complex and has limits", "no ranges but ':'")
        self.result.parameters.append(
            Parameter(
                *(name, kind, meaning, usual, self.scope, place, is_steerable, allowed, ranges),
                count,
            )
        )

    def _count(self, name: str, place: Place) -> int:
        """Of an array's elements; 0 where there is none."""
        if not self.reader.sees(r"\["):
            return 0
        inside = self.reader.in_brackets().strip()
        if not re.fullmatch("[0-9]+", inside) or not 1 <= int(inside) <= ELEMENTS_MAX:
            place.fail(f"{name}[{inside}]", f"1 to {ELEMENTS_MAX} elements")
        return int(inside)

    def _details(self) -> tuple[str, str]:
        """What is behind a name: its meaning and another name."""
        meaning, alias = "", ""
        self._is_steerable = False
        while True:
            text = self.reader.quoted()
            if text is not None:
                meaning = text
            elif self.reader.take(r"(?i)as\b"):
                alias = self.reader.name("another name")
            elif self.reader.take(r"(?i)steerable\s*=\s*"):
                self._is_steerable = self.reader.name("when").lower() == "always"
            elif self.reader.take(r"(?i)accumulator(-base)?\s*=\s*[\w:+*/() ]+?(?=\s*[\n{])"):
                pass
            else:
                return meaning, alias

    def _values(self, kind: str) -> tuple[list[str], list[Range]]:
        self.reader.expect("{")
        allowed: list[str] = []
        ranges: list[Range] = []
        while not self.reader.take("}"):
            if self.reader.is_at_end():
                self.reader.fail("ranges that do not end", "'}'")
            place = self.reader.place
            text = self.reader.quoted()
            while text is not None and self.reader.take(","):
                allowed.append(text)
                text = self.reader.quoted()
            if text is None:
                text = self.reader.up_to(r"::|\n|\}").strip()
            if kind in ("keyword", "text"):
                allowed.append(text)
            elif kind in ("real", "integer", "complex") and text:
                ranges += [read_range(part, place) for part in text.split(",")]
            if self.reader.take("::") and self.reader.quoted() is None:
                self.reader.up_to(r"\n|\}")
        return allowed, ranges

    def _checked(self, name: str, kind: str, usual: str, allowed: list[str], place: Place) -> str:
        if kind == "boolean":
            if usual.lower() not in _TRUE | _FALSE:
                place.fail(f"{name} is usually '{usual}'", "yes or no")
            return "1" if usual.lower() in _TRUE else "0"
        if kind in ("real", "integer"):
            value = number(usual, place)
            if kind == "integer" and value != int(value):
                place.fail(f"{name} is usually {usual}", "a whole number")
            return repr(value) if kind == "real" else str(int(value))
        if kind == "complex":
            complex_parts(usual, place)
        if kind == "keyword":
            for word in allowed:
                if word.lower() == usual.lower():
                    return word
            place.fail(f"{name} is usually '{usual}'", " or ".join(allowed))
        return usual


def read(file: Path) -> ParamFile:
    """Raises BadInputError, with file and line, for what is not as it should be."""
    return _ParamReader(file).read() if file.exists() else ParamFile()


def is_word(text: str) -> bool:
    """Whether parameter files can say it as one of a list."""
    return re.fullmatch(r"[^,\"]+", text) is not None
