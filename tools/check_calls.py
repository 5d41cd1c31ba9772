"""Compiles what README, guide and the comments of public headers say in code between their
sentences: calls, names and types.

    tools/check_calls.py [--compiler g++] [--root DIR]

Blocks of C++ stand in examples, which are built and run (tools/check_house.py sees to it). What
stands between backticks within a sentence or a table is in no program, so it is compiled here: all
in one source, each piece in a function of its own, against the headers that users include. A name
without a call is looked up. `arguments...` stands for none. Whether a single word in small letters
is C++ nobody can see; those that the context lists are. Code of several lines in such a comment is
indented, and stands in tests/documentation/comments.hpp, line by line.

tests/documentation/context.hpp declares what the pages speak of (`job`, `element`, `T`, ...), and
lists the pieces that need something else, and those that are no C++ of a program. Prints what does
not compile with page and line, and exits 1 when there is any, or a list has an entry without a
piece.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONTEXT = "tests/documentation/context.hpp"
COMMENTS = "tests/documentation/comments.hpp"
HEADERS = "tests/install/headers.txt"
OPTIONS = ("-std=c++23", "-fsyntax-only", "-w", "-x", "c++", "-")
FENCE = re.compile(r"\s*(```|~~~)")
QUOTED = re.compile(r"(?<!`)`([^`]+)`(?!`)")
# A call, a qualified name, template arguments, a member's call; a type's name, or a C function's.
# Commands of a shell begin with the command or an option.
CODE = re.compile(r"::|\w\(|\w<[\w&:.]|\.\w+\(|^[A-Z][a-z]+[A-Za-z0-9]*$|^isthmus_\w+$")
NO_CODE = re.compile(r"isthmus [a-z]|-|/|<|\w+ ?=")
NAME = re.compile(r"[\w:]+(<[\w:<>&*, ]*>)?")
PLACE = re.compile(r"^([^\s:]+:\d+):", re.MULTILINE)
COMMENT = re.compile(r"(?:^|.*\s)//[/!<]*( .*|$)")
SHOWN = re.compile(r"\s*///?\s{3,}(\S.*)")  # code of several lines in a comment, which is indented
MARK = re.compile(r"// (where|as|with|no program|page): ?(.*)")


@dataclass(frozen=True)
class Piece:
    page: str
    line: int
    code: str


@dataclass
class Context:
    """What tests/documentation/context.hpp says beside its code."""

    members: set[str] = field(default_factory=set)  # of a chare, called without an object
    written: dict[str, str] = field(default_factory=dict)  # what is compiled instead
    declared: dict[str, str] = field(default_factory=dict)  # before it, in its function
    foreign: set[str] = field(default_factory=set)  # no C++ of a program
    foreign_pages: set[str] = field(default_factory=set)

    def entries(self) -> set[str]:
        return set(self.written) | set(self.declared) | self.foreign


def context_of(text: str) -> Context:
    found = Context(members=set(re.findall(r"using Base::(\w+);", text)))
    piece = ""
    for kind, value in MARK.findall(text):
        if kind == "where":
            piece = value
        elif kind == "as":
            found.written[piece] = value
        elif kind == "with":
            found.declared[piece] = found.declared.get(piece, "") + value + " "
        elif kind == "no program":
            found.foreign.add(value)
        else:
            found.foreign_pages.add(value)
    return found


def sentences_of(page: Path) -> Iterator[tuple[int, str]]:
    fenced = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield number, line


def comments_of(header: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(header.read_text(encoding="utf-8").splitlines(), 1):
        if found := COMMENT.match(line):
            yield number, found[1]


def public_headers(root: Path) -> list[Path]:
    of_users = (root / HEADERS).read_text(encoding="utf-8").partition("[public]\n")[2]
    return [root / "src" / line for line in of_users.partition("[")[0].split()
            if line.endswith(".hpp")]


def pieces_of(root: Path, context: Context) -> Iterator[Piece]:
    pages = [*(root / name for name in ("README.md", "CHANGELOG.md")),
             *sorted((root / "docs" / "guide").glob("*.md"))]
    texts = [(page, sentences_of(page)) for page in pages if page.name not in context.foreign_pages]
    texts += [(header, comments_of(header)) for header in public_headers(root)]
    for page, lines in texts:
        for number, line in lines:
            for code in QUOTED.findall(line):
                is_code = CODE.search(code) and not NO_CODE.match(code)
                if is_code or code in context.written:
                    yield Piece(page.relative_to(root).as_posix(), number, code)


def not_in_comments(root: Path) -> Iterator[Piece]:
    """Lines of code that a public header's comment shows, and tests/documentation/comments.hpp
    lacks. Whatever stands for `...` may follow."""
    file = root / COMMENTS
    known = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    for header in public_headers(root):
        for number, line in enumerate(header.read_text(encoding="utf-8").splitlines(), 1):
            if shown := SHOWN.fullmatch(line):
                code, more, _ = re.sub(r"\s+//.*", "", shown[1]).partition("...")
                code = code.rstrip()
                if not any(one.startswith(code) if more else one == code for one in known):
                    yield Piece(header.relative_to(root).as_posix(), number, shown[1])


def statement_of(code: str, context: Context) -> str:
    """The piece as a statement of a coroutine."""
    code = re.sub(r"(, )?\b\w+\.\.\.|(, )?(?<![\w.])\.\.\.", "", code).replace("(, ", "(")
    if code.endswith(";"):
        return code
    awaited = "co_await " if code.startswith("co_await ") else ""
    call = code.removeprefix("co_await ")
    begin = re.match(r"\w+", call)
    if begin and begin[0] in context.members and call[begin.end():begin.end() + 1] in "(<":
        call = f"here.{call}"
    return f"(void)({awaited}{call});"


def source_of(pieces: list[Piece], context: Context) -> str:
    lines = [f'#include "{CONTEXT}"', f'#include "{COMMENTS}"', "namespace isthmus::guide {"]
    for number, piece in enumerate(pieces):
        code = context.written.get(piece.code, piece.code)
        where = f'#line {piece.line} "{piece.page}"'
        if NAME.fullmatch(code):
            name = code.partition("<")[0]
            scope = "" if "::" in name else "::" if name.startswith("isthmus_") else "isthmus::"
            lines += [f"namespace piece_{number} {{", where, f"using {scope}{name};", "}"]
        else:
            lines += [f"isthmus::Task<void> piece_{number}() {{",
                      context.declared.get(piece.code, ""), where,
                      statement_of(code, context), "co_return; }"]
    return "\n".join([*lines, "}  // namespace isthmus::guide", ""])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--root", type=Path, default=ROOT)
    given = parser.parse_args(arguments)
    given.root = given.root.resolve()
    context = context_of((given.root / CONTEXT).read_text(encoding="utf-8"))
    every = list(pieces_of(given.root, context))
    unused = context.entries() - {piece.code for piece in every}
    for entry in sorted(unused):
        print(f"{CONTEXT}: no page says `{entry}`")
    unknown = list(not_in_comments(given.root))
    for piece in unknown:
        print(f"{piece.page}:{piece.line}: {COMMENTS} has no such line: {piece.code}")
    pieces = [piece for piece in every if piece.code not in context.foreign]
    done = subprocess.run([given.compiler, f"-I{given.root}", f"-I{given.root / 'src'}", *OPTIONS],
                          cwd=given.root, text=True, input=source_of(pieces, context),
                          capture_output=True, check=False, env={**os.environ, "LC_ALL": "C"})
    if done.returncode != 0:
        # A fault within a template is told with the place that it is required from.
        at: dict[str, list[str]] = {}
        for piece in pieces:
            at.setdefault(f"{piece.page}:{piece.line}", []).append(f"`{piece.code}`")
        for place in dict.fromkeys(PLACE.findall(done.stderr)):
            if place in at:
                print(f"{place}: does not compile: {', '.join(at[place])}")
        print("\n".join(line for line in done.stderr.splitlines() if "error:" in line))
    if not every:
        print("no page has any code")
    print(f"isthmus: {len(pieces)} calls and names of {len({piece.page for piece in pieces})} "
          f"files {'do not all compile' if done.returncode else 'compile'}")
    return 1 if done.returncode or unused or unknown or not every else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
