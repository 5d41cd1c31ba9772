"""The runtime options of programs: as a program tells them, and what each kind of them accepts."""

import argparse
import difflib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from isthmus.arguments import OptionalValue
from isthmus.build import answer_of, build_directory, find_application, is_program
from isthmus.errors import BadInputError, IsthmusError
from isthmus.outputs import writable_file
from isthmus.quantity import bandwidth_mbps, size_bytes, time_ms

ANSWER_S = 20.0
VERSION = 1
# What `isthmus run` and `isthmus simulate` hand on as words of their own.
OF_THE_RUN = ("quiet", "explain", "describe")
TUNE = "tune"
HELP = frozenset({"-h", "--help", "--help=all"})


def _count(text: str) -> str:
    if not (text.isascii() and text.isdigit() and int(text) >= 1):
        raise ValueError(f"'{text}' is not a whole number of at least 1")
    return text


def _number(text: str) -> str:
    if not (text.isascii() and text.isdigit() and int(text) < 2**64):
        raise ValueError(f"'{text}' is not a whole number from 0 to 2^64 - 1")
    return text


def _time(text: str) -> str:
    return "0ms" if time_ms(text) == 0 else text.strip().replace("µ", "u").replace(" ", "")


def _bytes(text: str) -> str:
    size_bytes(text)
    return text.strip().replace(" ", "")


def _bandwidth(text: str) -> str:
    bandwidth_mbps(text)
    return text.strip().replace(" ", "")


def _readable_file(text: str) -> str:
    path = Path(text)
    if path.is_dir():
        raise ValueError(f"'{text}' is a directory (expected a file)")
    try:
        path.open("rb").close()
    except OSError as problem:
        raise ValueError(f"cannot read '{text}': {problem.strerror}") from None
    return str(path.absolute())


def _address(text: str) -> str:
    if not text or re.fullmatch(r"[0-9]+|.+:[0-9]+", text):
        return text
    raise ValueError(f"'{text}' is no address (expected PORT or HOST:PORT)")


def _may_be_address(text: str) -> bool:
    """Also one with a mistake in it, but neither the name of a program nor its path."""
    return "/" not in text and bool(re.search(r"[.:]|^[0-9]+$", text))


CHECKS: Mapping[str, Callable[[str], str]] = {
    "count": _count,
    "number": _number,
    "time": _time,
    "size": _bytes,
    "rate": _bandwidth,
    "input": _readable_file,
    "output": writable_file,
    "address": _address,
}
"""Of the kinds of option that say all by themselves: the text to hand on, or ValueError."""


MAY_BE: Mapping[str, Callable[[str], bool]] = {"address": _may_be_address}
"""Of the kinds of value that may be left out: whether a word behind the option may be one."""


def one_of(known: Sequence[str], text: str = "") -> str:
    """ "a, b or c", and which of them the text may have been meant to be."""
    listed = " or ".join([", ".join(known[:-1]), known[-1]] if len(known) > 1 else known)
    near = difflib.get_close_matches(text, known, 1, 0.75)
    return f"{listed}; did you mean '{near[0]}'?" if near else listed


@dataclass(frozen=True)
class RuntimeOption:
    """An option, or a key of `--tune`; docs/formats/options.md says what the members mean."""

    name: str
    group: str
    metavar: str
    kind: str
    help: str
    shown: bool = True
    repeats: bool = False
    time: str = "any"
    changes: str = "never"
    words: tuple[str, ...] = ()
    optional: bool = False

    def check(self, text: str) -> str:
        """The text to hand on. Raises ValueError with the reason."""
        if self.kind in CHECKS:
            return CHECKS[self.kind](text)
        if self.kind in ("word", "words"):
            given = [word.strip() for word in text.split(",")] if self.kind == "words" else [text]
            for word in given:
                if word not in self.words:
                    raise ValueError(f"'{word}' (expected {one_of(self.words, word)})")
            return ",".join(given)
        return text

    @property
    def may_vary(self) -> bool:
        """In a sweep, whose results lie beside each other."""
        return self.kind not in ("output", "flag") and self.group != "watching"


@dataclass(frozen=True)
class Table:
    """What `program` takes. `titles` are the headings of groups, in their order."""

    program: Path | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, RuntimeOption] = field(default_factory=dict)
    tune: Mapping[str, RuntimeOption] = field(default_factory=dict)

    def check(self, name: str, text: str) -> str:
        """The text to hand on for one option. Raises ValueError with the reason."""
        option = self.options[name]
        if option.kind != "settings":
            return option.check(text)
        return ",".join(self._check_setting(setting) for setting in text.split(","))

    def _check_setting(self, setting: str) -> str:
        key, equals, value = setting.partition("=")
        if not equals:
            raise ValueError(f"'{setting}' (expected KEY=VALUE,..., such as branching=2)")
        return f"{key}={self.check_tuned(key.strip(), value)}"

    def check_tuned(self, key: str, text: str) -> str:
        """The same of a key of `--tune`."""
        if key not in self.tune:
            raise ValueError(
                f"nothing called '{key}' is tuned (expected {one_of(tuple(self.tune), key)})"
            )
        try:
            return self.tune[key].check(text)
        except ValueError as problem:
            raise ValueError(f"{key}: {problem}") from None

    def check_given(self, name: str, text: str) -> str:
        """`check`, but raises BadInputError with one line."""
        try:
            return self.check(name, text)
        except ValueError as problem:
            raise BadInputError(f"--{name}: {problem}") from None

    def with_setting(self, options: Mapping[str, str], name: str, value: str) -> dict[str, str]:
        """The options and one more, which may be a key of `--tune`."""
        if name not in self.tune:
            return {**options, name: value}
        settings = [text for text in (options.get(TUNE), f"{name}={value}") if text]
        return {**options, TUNE: ",".join(settings)}


NO_TABLE = Table()


@lru_cache
def table_of(program: Path) -> Table:
    """As the program tells it. Raises BadInputError for one that does not."""
    answer = answer_of([str(program), "--options-json"], ANSWER_S, f"{program}: its options")
    try:
        told = json.loads(answer.stdout)
        if answer.returncode != 0 or told["version"] != VERSION:
            raise ValueError
        return Table(
            program,
            {group["name"]: group["title"] for group in told["groups"]},
            _rows(told["options"]),
            _rows(told["tune"]),
        )
    except (ValueError, KeyError, TypeError):
        raise BadInputError(
            f"{program}: does not tell which options it takes (expected a program that was built "
            "with this version of Isthmus)"
        ) from None


def _rows(told: Sequence[Mapping[str, Any]]) -> dict[str, RuntimeOption]:
    return {
        row["name"]: RuntimeOption(**{**row, "words": tuple(row.get("words", ()))}) for row in told
    }


def shipped_table() -> Table:
    """Of the programs of this build, where it does not matter which of them."""
    program = build_directory() / "programs" / "isthmus-probe"
    if not is_program(program):
        raise BadInputError(f"{program}: no such program (expected a build: run make)")
    return table_of(program)


def table_for(words: Sequence[str] | None, find: Callable[[str], Path]) -> Table:
    """Of the program that the words of a command name: one that no option stands before, if there
    is, as that may have it for a value; else the shipped one. `find` raises IsthmusError. Where no
    command is named there is nothing to be taken."""
    if words is None:
        return NO_TABLE
    behind = ["", *words]
    places = [(words[i], behind[i].startswith("-")) for i in range(len(words))]
    for word, _ in sorted(places, key=lambda place: place[1]):
        if word.startswith("-"):
            continue
        try:
            program = find(word)
        except IsthmusError:
            continue
        return table_of(program)
    return _shipped_for(words)


def table_of_host(words: Sequence[str] | None, host: Callable[[], Path]) -> Table:
    """The same of a command that starts one program of this build whatever its words are."""
    if words is None:
        return NO_TABLE
    try:
        return table_of(host())
    except IsthmusError:
        return _shipped_for(words)


def _shipped_for(words: Sequence[str]) -> Table:
    """Whoever asks for help has it also where nothing is built, without what programs take."""
    try:
        return shipped_table()
    except BadInputError:
        if not HELP.isdisjoint(words):
            return NO_TABLE
        raise


def application_named(word: str) -> Path:
    """For `table_for`."""
    return find_application(word).binary


def add_runtime_options(
    parser: argparse.ArgumentParser,
    table: Table,
    everything: bool,
    without: Callable[[RuntimeOption], bool] = lambda _: False,
) -> None:
    """Adds what the table has to a parser, by group, each with its check; not what the launcher
    says to each process itself. Help shows what is usual, or `everything`."""
    parser.set_defaults(table=table)
    groups = {
        name: parser.add_argument_group(title)
        for name, title in table.titles.items()
        if name != "joining"
    }
    for option in table.options.values():
        if option.group not in groups or without(option):
            continue
        is_shown = option.shown or everything
        add = groups[option.group].add_argument
        text = option.help.replace("%", "%%") if is_shown else argparse.SUPPRESS
        if option.kind == "flag":
            add(f"--{option.name}", action="store_true", help=text)
        elif option.optional:
            add(
                f"--{option.name}",
                metavar=option.metavar,
                help=text,
                action=OptionalValue,
                may_be=MAY_BE.get(option.kind, lambda _: True),
                type=_argument_type(table, option),
            )
        else:
            add(
                f"--{option.name}",
                metavar=option.metavar,
                help=text,
                action="append" if option.repeats else "store",
                type=_argument_type(table, option),
            )
    if everything:
        tuned = (f"  {row.name}={row.metavar}: {row.help}" for row in table.tune.values())
        lines = "\n".join(["keys of --tune, and of [tune] in the grid file:", *tuned])
        parser.epilog = f"{lines}\n\n{parser.epilog or ''}"


def _argument_type(table: Table, option: RuntimeOption) -> Callable[[str], str]:
    return checked(lambda text: table.check(option.name, text))


def checked(check: Callable[[str], str]) -> Callable[[str], str]:
    """A check that raises ValueError, as argparse wants it."""

    def convert(text: str) -> str:
        try:
            return check(text)
        except ValueError as problem:
            raise argparse.ArgumentTypeError(str(problem)) from None

    return convert


def _given(parsed: argparse.Namespace, option: RuntimeOption) -> list[str]:
    """What was given of it, as many values as there are; of a flag one that is empty."""
    value = getattr(parsed, option.name.replace("-", "_"), None)
    if value is None or value is False:
        return []
    if value is True:
        return [""]
    return list(value) if isinstance(value, list) else [str(value)]


def virtual_time_words(
    parsed: argparse.Namespace, wanted: Callable[[RuntimeOption], bool] = lambda _: True
) -> list[str]:
    """What was given of the options of virtual time alone, as the program takes it."""
    words: list[str] = []
    for option in parsed.table.options.values():
        if option.time == "virtual" and wanted(option):
            for value in _given(parsed, option):
                words += [f"--{option.name}", *([value] if value else [])]
    return words


def words_of_the_run(parsed: argparse.Namespace) -> list[str]:
    """What a run is to print."""
    return [f"--{flag}" for flag in ("explain", "quiet") if getattr(parsed, flag)]


def runtime_options_of(parsed: argparse.Namespace) -> dict[str, str]:
    """The other options that were given, checked against each other."""
    table: Table = parsed.table
    given = {
        option.name: ",".join(values)
        for option in table.options.values()
        if option.time != "virtual"
        and option.group != "joining"
        and option.name not in OF_THE_RUN
        and (values := _given(parsed, option))
    }
    check_together(table, given)
    return given


def check_together(table: Table, options: Mapping[str, str]) -> None:
    """Refuses what cannot be meant. Raises BadInputError."""
    if "processes" in options and options.get("backend") not in ("processes", "sim"):
        raise BadInputError(
            "--processes: only the backends 'processes' and 'sim' have them "
            "(expected --backend processes)"
        )
    if options.get("backend") == "sim":
        _refuse_what_takes_real_time(table, options)
    for name in ("sites", "pes", "processes"):
        if "grid" in options and name in options:
            raise BadInputError(f"--{name}: the topology file says that (expected no --grid)")


def _refuse_what_takes_real_time(table: Table, options: Mapping[str, str]) -> None:
    """No thread waits in virtual time, nor is there one to pin."""
    settings = options.get(TUNE, "").split(",")
    tuned = [
        f"{TUNE} {key}"
        for key in (setting.partition("=")[0] for setting in settings)
        if key in table.tune and table.tune[key].time == "real"
    ]
    named = [name for name in options if table.options[name].time == "real"]
    for name in (*named, *tuned):
        raise BadInputError(
            f"--{name}: means nothing in virtual time (expected --backend threads or processes)"
        )


def as_arguments(options: Mapping[str, str]) -> list[str]:
    """{"sites": "2"} becomes ["--sites", "2"]."""
    return [word for name, value in options.items() for word in (f"--{name}", value) if word]
