"""Parameter files of Cactus: what they set, with the lines that say so."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from isthmus.cctk.reader import Place
from isthmus.errors import IsthmusError

_BLANK = re.compile(r"(?:\s|#[^\n]*|![^\n]*)*")
_NAME = re.compile(r"([A-Za-z_]\w*)(?:::([A-Za-z_]\w*))?(?:\[\s*(\d+)\s*\])?\s*=\s*")
_VALUE = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s#"!]+)', re.DOTALL)


@dataclass(frozen=True)
class Setting:
    """One value. `owner` is a thorn or what it implements, in small letters; empty where the file
    names none, as for ActiveThorns."""

    owner: str
    name: str  # with its index where it is an element of an array: "x[2]"
    value: str
    place: Place

    @property
    def key(self) -> tuple[str, str]:
        return self.owner, self.name.lower()

    def fail(self, expected: str = "") -> NoReturn:
        """Raises BadInputError in one line."""
        owner = f"{self.owner}::" if self.owner else ""
        self.place.fail(f"{owner}{self.name} is '{self.value}'", expected)


@dataclass
class ParFile:
    path: Path
    thorns: list[tuple[str, Place]]  # active, as the file writes them
    settings: list[Setting]


def read(path: Path) -> ParFile:
    """Raises IsthmusError where it cannot be read, BadInputError with its line for what is no
    setting."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as problem:
        raise IsthmusError(f"{path}: {problem.strerror}") from None
    file = ParFile(path, [], [])
    at = 0
    while True:
        blank = _BLANK.match(text, at)
        assert blank is not None
        at = blank.end()
        if at == len(text):
            return file
        place = Place(path, text.count("\n", 0, at) + 1)
        name = _NAME.match(text, at)
        value = None if name is None else _VALUE.match(text, name.end())
        if name is None or value is None:
            line = text[at:].splitlines()[0].strip()
            place.fail(f"'{line[:60]}'", 'a line such as wavetoy::bound = "radiation"')
        at = value.end()
        given = value[1] if value[1] is not None else value[2]
        owner, word = (name[1].lower(), name[2]) if name[2] else ("", name[1])
        if name[3]:
            word += f"[{int(name[3])}]"
        if owner == "" and word.lower() == "activethorns":
            words = re.sub(r"#[^\n]*", " ", given).replace(",", " ").split()
            file.thorns += [(one, place) for one in words]
        else:
            file.settings.append(Setting(owner, word, given, place))
