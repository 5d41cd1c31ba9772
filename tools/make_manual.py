"""Makes the manual pages of an installation: isthmus(1), and isthmus-COMMAND(1) for each command.

    .venv/bin/python tools/make_manual.py FOLDER

isthmus(1) and isthmus-mpicc(1) are written by hand (packaging/manual); those of the commands say
what `isthmus COMMAND --help` says where nothing is built, so that they are the same wherever they
are made. Options that programs of the build add stand in the help alone, as a page says. Files are
compressed, and the same bytes each time. What else was in FOLDER of this kind is removed.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))

from isthmus import __version__, cli  # noqa: E402

BY_HAND = ROOT / "packaging" / "manual"
# Pages of a compiler that are those of another one.
ALIKE = {"isthmus-mpicxx": "isthmus-mpicc", "isthmus-mpifort": "isthmus-mpicc"}
OF_PROGRAMS = ("Programs add options of the runtime, which `isthmus %s APP --help` lists, and more"
               " of them with --help=all.")
EXIT = "exit status: "
TAKE_PROGRAMS = ("run", "sweep", "simulate", "mpirun")


def escaped(text: str) -> str:
    """As roff reads it back: no line of it is a request, and no dash a hyphen."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line
                     for line in text.splitlines())


def verbatim(text: str) -> list[str]:
    return [".nf", escaped(text.strip("\n")), ".fi"]


def notes(text: str) -> Iterator[str]:
    """A paragraph after the other: prose is filled, examples and lists stay as they are."""
    for paragraph in filter(None, text.strip("\n").split("\n\n")):
        lines = paragraph.splitlines()
        if lines[0] == "examples:":
            yield ".SH EXAMPLES"
            yield from verbatim("\n".join(line.removeprefix("  ") for line in lines[1:]))
        elif lines[0].startswith(EXIT):
            text = paragraph.removeprefix(EXIT)
            yield from (".SH EXIT STATUS", escaped(text[0].upper() + text[1:]))
        elif any(line.startswith(" ") for line in lines):
            yield from (".PP", *verbatim(paragraph))
        else:
            yield from (".PP", escaped(paragraph))


def parser_of_all() -> argparse.ArgumentParser:
    return cli.make_parser([])


def commands(parser: argparse.ArgumentParser) -> dict[str, tuple[argparse.ArgumentParser, str]]:
    """Those directly below, by name, each with its one line."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            lines = {choice.dest: choice.help or "" for choice in action._choices_actions}
            return {name: (below, lines.get(name, "")) for name, below in action.choices.items()}
    return {}


def synopsis(parser: argparse.ArgumentParser) -> list[str]:
    usage = parser.format_usage().removeprefix("usage: ").split()
    return [escaped(" ".join(usage))]


def options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) or action.help == argparse.SUPPRESS:
            continue
        value = parser._get_formatter()._format_args(
            action, action.metavar or (f"{{{','.join(map(str, action.choices))}}}"
                                       if action.choices else action.dest.upper()))
        names = action.option_strings or [value]
        behind = f" {value}" if action.option_strings and value else ""
        text = (action.help or "") % {**vars(action), "prog": parser.prog}
        yield ".TP"
        yield f"\\fB{escaped(', '.join(names))}\\fR{escaped(behind)}"
        yield escaped(text) or "\\&"


def divided(lines: list[str]) -> tuple[list[str], list[str]]:
    """What stands before the first section, and the rest."""
    first = next((n for n, line in enumerate(lines) if line.startswith(".SH")), len(lines))
    return lines[:first], lines[first:]


def page(name: str, parser: argparse.ArgumentParser, line: str) -> str:
    """Of one command, its verbs with it."""
    title = f"isthmus-{name}"
    lines = [
        f'.TH {title.upper()} 1 "" "isthmus {__version__}"',
        ".SH NAME",
        f"{escaped(title)} \\- {escaped(line)}",
        ".SH SYNOPSIS",
        *synopsis(parser),
        ".SH DESCRIPTION",
        escaped(parser.description or line),
    ]
    if name in TAKE_PROGRAMS:
        lines += [".PP", escaped(OF_PROGRAMS % name)]
    about, sections = divided(list(notes(parser.epilog or "")))
    lines += [*about, ".SH OPTIONS", *options(parser)]
    for verb, (below, about) in commands(parser).items():
        lines += [f".SH {verb.upper()}", *synopsis(below), ".PP",
                  escaped(below.description or about), *options(below)]
        lines += notes((below.epilog or "").replace("examples:", "Examples:"))
    lines += [*sections, ".SH SEE ALSO", ".BR isthmus (1)", ""]
    return "\n".join(lines)


def pages() -> dict[str, str]:
    """By file name, without what compression adds."""
    made = {path.name: path.read_text() for path in sorted(BY_HAND.glob("*.1"))}
    made |= {f"{name}.1": f".so man1/{other}.1\n" for name, other in ALIKE.items()}
    for name, (parser, line) in commands(parser_of_all()).items():
        made[f"isthmus-{name}.1"] = page(name, parser, line)
    return made


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("make_manual: which folder? (expected one)", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.1.gz"):
        old.unlink()
    for name, text in pages().items():
        compressed = gzip.compress(text.encode(), compresslevel=9, mtime=0)
        (folder / f"{name}.gz").write_bytes(compressed)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
