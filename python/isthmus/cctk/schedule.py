"""schedule.ccl: when routines of a thorn are called."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from isthmus.cctk.reader import Place, Reader
from isthmus.options import one_of

# The parts of a grid function that a routine may say it reads or writes.
_REGIONS = ("everywhere", "interior", "boundary", "all", "in")


@dataclass(frozen=True)
class Condition:
    """The text between the brackets of an `if`, as C has it; or that it is not so."""

    text: str
    is_not: bool
    place: Place


@dataclass
class Item:
    """A routine or a group of routines."""

    name: str
    is_group: bool
    within: str  # the bin or group, without "CCTK_"
    place: Place
    alias: str = ""
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    language: str = ""
    options: list[str] = field(default_factory=list)
    synchronized: list[str] = field(default_factory=list)
    reads: list[tuple[str, str]] = field(default_factory=list)  # name, region
    writes: list[tuple[str, str]] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    meaning: str = ""

    @property
    def known_as(self) -> str:
        return self.alias or self.name


def bare_bin(name: str) -> str:
    return re.sub(r"(?i)^cctk_", "", name).upper()


class _ScheduleReader:
    def __init__(self, file: Path) -> None:
        self.reader = Reader(file)
        self.items: list[Item] = []

    def read(self) -> list[Item]:
        self._statements([], False)
        return self.items

    def _statements(self, conditions: list[Condition], is_inside: bool) -> None:
        while not self.reader.is_at_end():
            if is_inside and self.reader.take(r"\}"):
                return
            self._statement(conditions)
        if is_inside:
            self.reader.fail("an 'if' that does not end", "'}'")

    def _statement(self, conditions: list[Condition]) -> None:
        place = self.reader.place
        word = self.reader.name("a line of the schedule")
        key = word.lower()
        if key == "if":
            self._choice(conditions, place)
        elif key == "storage":
            self.reader.expect(":")
            self.reader.up_to(r"(?<!\\)(?<!,)\n")
        elif key == "schedule":
            self._item(conditions, place)
        else:
            place.fail(f"'{word}'", "SCHEDULE, STORAGE or if")

    def _choice(self, conditions: list[Condition], place: Place) -> None:
        if not self.reader.sees(r"\("):
            self.reader.fail(f"{self.reader.shown()} behind 'if'", "'('")
        text = " ".join(self.reader.in_brackets().split())
        self._branch([*conditions, Condition(text, False, place)])
        if self.reader.take(r"(?i)else\b"):
            self._branch([*conditions, Condition(text, True, place)])

    def _branch(self, conditions: list[Condition]) -> None:
        if self.reader.take(r"\{"):
            self._statements(conditions, True)
        else:
            self._statement(conditions)

    def _item(self, conditions: list[Condition], place: Place) -> None:
        is_group = self.reader.take(r"(?i)group\b") is not None
        item = Item(self.reader.name("a routine"), is_group, "", place, conditions=conditions)
        while not self.reader.sees(r"\{"):
            self._clause(item)
        if not item.within and not is_group:
            place.fail(f"'{item.name}' is called at no time", "AT a bin or IN a group")
        inside = Reader(self.reader.file)
        inside.at = self.reader.at + 1
        self.reader.in_brackets()
        inside.text = inside.text[: self.reader.at - 1]
        self._settings(item, inside)
        item.meaning = self.reader.quoted() or ""
        if not is_group and item.language not in ("c", "c++", "fortran"):
            if item.language:
                place.fail(f"'{item.name}' is in {item.language}", "LANG: C or Fortran")
            item.language = "c"
        self.items.append(item)

    def _clause(self, item: Item) -> None:
        word = self.reader.name("AT, IN, AS, BEFORE, AFTER or '{'")
        key = word.lower()
        if key in ("at", "in"):
            item.within = bare_bin(self.reader.name("a bin"))
        elif key == "as":
            item.alias = self.reader.name("another name")
        elif key in ("before", "after"):
            names = item.before if key == "before" else item.after
            if self.reader.sees(r"\("):
                names += re.split(r"[\s,]+", self.reader.in_brackets().strip())
            else:
                names.append(self.reader.name("a routine"))
        elif key == "while":
            item.place.fail(
                f"'{item.name}' is called again while something holds, which is not provided",
                "a schedule without WHILE",
            )
        elif key == "if":
            item.place.fail(
                f"'{item.name}' is called if a grid scalar says so, which is not provided",
                "a condition on parameters around it",
            )
        else:
            self.reader.fail(f"'{word}'", "AT, IN, AS, BEFORE, AFTER or '{'")

    def _settings(self, item: Item, inside: Reader) -> None:
        while not inside.is_at_end():
            key = inside.name("LANG, SYNC, READS and the like").lower()
            inside.expect(":")
            text = inside.up_to(r"(?m)^\s*[A-Za-z]+\s*:(?!:)|;|(?<=[^,\s])[ \t]+[A-Za-z]+:(?!:)")
            inside.take(";")
            words = [word for word in re.split(r"[\s,]+", text) if word]
            if key in ("lang", "language"):
                item.language = text.lower()
            elif key == "options":
                item.options += [word.lower() for word in words]
            elif key == "sync":
                item.synchronized += words
            elif key == "reads":
                item.reads += [_region(word, item) for word in words]
            elif key == "writes":
                item.writes += [_region(word, item) for word in words]
            elif key not in ("storage", "trigger", "triggers", "tags", "prolongate", "requires"):
                inside.fail(f"'{key}:'", "LANG, OPTIONS, STORAGE, SYNC, READS or WRITES")


def _region(text: str, item: Item) -> tuple[str, str]:
    found = re.fullmatch(r"([\w:]+)(?:\((\w+)\))?", text)
    if found is None:
        item.place.fail(f"'{text}' that '{item.name}' reads or writes", "such as phi(interior)")
    region = (found.group(2) or "everywhere").lower()
    if region not in _REGIONS:
        item.place.fail(f"'{text}' that '{item.name}' reads or writes", one_of(_REGIONS, region))
    return found.group(1), region


def read(file: Path) -> list[Item]:
    """Raises BadInputError, with file and line, for what is not as it should be."""
    return _ScheduleReader(file).read() if file.exists() else []
