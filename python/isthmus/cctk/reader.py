"""What the files of CCL have in common: words, quoted texts, comments, and lines for errors."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from isthmus.errors import BadInputError, IsthmusError

_BLANK = re.compile(r"(?:[ \t\r\n]|\\(?=[ \t]*\r?\n)|#[^\n]*)*")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_BRACKETS = re.compile(r'#[^\n]*|"(?:[^"\\]|\\.)*"|[(){}\[\]]', re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True)
class Place:
    """Where something stands: a file and a line."""

    file: Path
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    def fail(self, what: str, expected: str = "") -> NoReturn:
        """Raises BadInputError in one line."""
        more = f" (expected {expected})" if expected else ""
        raise BadInputError(f"{self}: {what}{more}")


class Reader:
    """A file of CCL, from a place in it on. Comments and blanks are passed over."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            self.text = file.read_text(encoding="utf-8", errors="replace")
        except OSError as problem:
            raise IsthmusError(f"{file}: {problem.strerror}") from None
        self.at = 0

    @property
    def place(self) -> Place:
        return Place(self.file, self.text.count("\n", 0, self.at) + 1)

    def fail(self, what: str, expected: str = "") -> NoReturn:
        self.place.fail(what, expected)

    def skip(self) -> None:
        found = _BLANK.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    def is_at_end(self) -> bool:
        self.skip()
        return self.at >= len(self.text)

    def take(self, pattern: str | re.Pattern[str]) -> str | None:
        """What matches here, behind blanks; nothing where that does not."""
        self.skip()
        found = re.compile(pattern).match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group()

    def sees(self, pattern: str) -> bool:
        self.skip()
        return re.compile(pattern, re.IGNORECASE).match(self.text, self.at) is not None

    def name(self, what: str) -> str:
        word = self.take(_NAME)
        if word is None:
            self.fail(f"{self.shown()} where {what} should be")
        return word

    def expect(self, text: str) -> None:
        self.skip()
        if not self.text.startswith(text, self.at):
            self.fail(f"{self.shown()} is not expected here", f"'{text}'")
        self.at += len(text)

    def quoted(self) -> str | None:
        self.skip()
        found = _QUOTED.match(self.text, self.at)
        if found is None:
            if self.text.startswith('"', self.at):
                self.fail("a text that does not end", '"')
            return None
        self.at = found.end()
        return " ".join(found.group(1).replace('\\"', '"').split())

    def up_to(self, stop: str) -> str:
        """Everything before the first match of the pattern, without comments, in one line."""
        found = re.compile(stop).search(self.text, self.at)
        end = len(self.text) if found is None else found.start()
        part = self.text[self.at : end]
        self.at = end
        return " ".join(re.sub(r"#[^\n]*", "", part).replace("\\\n", " ").split())

    def in_brackets(self) -> str:
        """What is between the bracket here and the one that closes it. Those in quoted texts and
        comments are none."""
        begin = self.at
        opening = self.text[begin]
        closing = {"(": ")", "{": "}", "[": "]"}[opening]
        depth = 0
        for part in _BRACKETS.finditer(self.text, begin):
            depth += (part.group() == opening) - (part.group() == closing)
            if depth == 0:
                break
        else:
            self.fail(f"a '{opening}' that is never closed", f"'{closing}'")
        self.at = part.end()
        return self.text[begin + 1 : part.start()]

    def shown(self) -> str:
        """The word that stands here."""
        self.skip()
        found = re.compile(r"\S+").match(self.text, self.at)
        return f"'{found.group()[:40]}'" if found else "the end of the file"
