"""What the parsers of several commands share: their kind, their checks, a few of their options."""

import argparse
import difflib
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from isthmus.errors import BadInputError


class OptionalValue(argparse._StoreAction):
    """Of an option whose value may be left out: whether the word behind it may be that value. Else
    it is the next argument, such as the program, and not the option's."""

    def __init__(self, may_be: Callable[[str], bool], **others: Any) -> None:
        super().__init__(nargs="?", const="", **others)
        self.may_be = may_be


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and exits with status 2."""

    def parse_known_args(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        namespace: argparse.Namespace | None = None,
    ) -> tuple[argparse.Namespace, list[str]]:
        given = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(self._without_left_out_values(given), namespace)

    def _without_left_out_values(self, words: list[str]) -> list[str]:
        """["--live", "jacobi2d"] becomes ["--live=", "jacobi2d"]: argparse takes whatever does not
        begin with a dash for the value. What belongs to a program stays as it is."""
        has_rest = any(action.nargs == argparse.REMAINDER for action in self._actions)
        at = 0
        while at < len(words):
            action = self._option_string_actions.get(words[at])
            has_next = at + 1 < len(words)
            if isinstance(action, OptionalValue) and has_next and not action.may_be(words[at + 1]):
                words[at] += "="
            elif action is not None and action.nargs in (None, "?"):
                at += 1
            elif has_rest and not words[at].startswith("-"):
                break
            at += 1
        return words

    def error(self, message: str) -> NoReturn:
        raise BadInputError(f"{message.removeprefix('argument ')} (see {self.prog} --help)")


def add_command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    what: str,
    epilog: str = "",
) -> argparse.ArgumentParser:
    """A command, or a verb of one: `what` it does, in the imperative, without a full stop."""
    return commands.add_parser(
        name,
        help=what,
        description=what[0].upper() + what[1:] + ".",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


@dataclass(frozen=True)
class Commands:
    """Where commands add their parsers. `words` are those behind the command that is to be run,
    None where none is named; `everything`: help is to list what is seldom needed, too."""

    parsers: "argparse._SubParsersAction[argparse.ArgumentParser]"
    words: Sequence[str] | None
    everything: bool

    def add(self, name: str, what: str, epilog: str = "") -> argparse.ArgumentParser:
        return add_command(self.parsers, name, what, epilog)


def expect_no_app_options(app_options: Sequence[str]) -> None:
    """Raises BadInputError where there are any."""
    if app_options:
        raise BadInputError(f"'{app_options[0]}': this command takes nothing after --")


_NEGATIVE = re.compile(r"-\.?[0-9]")


def with_negative_values(words: Sequence[str]) -> list[str]:
    """["--latency", "-8ms"] becomes ["--latency=-8ms"]: argparse takes what begins with a dash for
    an option, and would say that the value is missing. No option begins with a dash and a digit."""
    joined: list[str] = []
    for word in words:
        before = joined[-1] if joined else ""
        is_option = before.startswith("-") and "=" not in before and not _NEGATIVE.match(before)
        if is_option and _NEGATIVE.match(word):
            joined[-1] = f"{before}={word}" if before.startswith("--") else before + word
        else:
            joined.append(word)
    return joined


def add_via(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--via",
        action="append",
        default=[],
        metavar="SITE=COMMAND",
        help="what starts a program on the site's nodes (or, as SITE/NODE=COMMAND, on one of "
        "them); may be given several times; by default nothing for addresses of this machine, "
        "else ssh ADDRESS",
    )


def add_reach(parser: argparse.ArgumentParser) -> None:
    """Of commands that start the processes of a job."""
    add_via(parser)
    parser.add_argument(
        "--rendezvous",
        type=host_and_port,
        metavar="HOST:PORT",
        help="where rank 0 waits for the processes on other nodes (default: the address of its "
        "node, at some port)",
    )


def add_out(parser: argparse.ArgumentParser, what: str, default: str = "out") -> None:
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(default),
        metavar="DIR",
        help=f"{what} (default {default})",
    )


def host_and_port(text: str) -> str:
    host, colon, port = text.rpartition(":")
    if not (host and colon and port.isascii() and port.isdigit() and 1 <= int(port) <= 65535):
        raise argparse.ArgumentTypeError(f"'{text}' is not HOST:PORT")
    return text


def positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 10**9):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of at least 1")
    return int(text)


def count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 10**6):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of at least 0")
    return int(text)


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 10:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds from 0 to 10")
    return number


def positive_number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
    return number


def words(text: str) -> tuple[str, ...]:
    words = tuple(word.strip() for word in text.split(","))
    if not all(words) or len(set(words)) != len(words):
        raise argparse.ArgumentTypeError(f"'{text}' is not a list of different values")
    return words


def _known_options(parser: argparse.ArgumentParser, command: str) -> list[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) and command in action.choices:
            return _options_of(action.choices[command])
    return []


def _options_of(parser: argparse.ArgumentParser) -> list[str]:
    """With those of its verbs."""
    known = list(parser._option_string_actions)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for verb in action.choices.values():
                known += _options_of(verb)
    return known


def refuse_unknown(
    parser: argparse.ArgumentParser, parsed: argparse.Namespace, word: str
) -> NoReturn:
    """Names the word, and what it may have been meant to be."""
    name = word.partition("=")[0]
    near = difflib.get_close_matches(name, _known_options(parser, parsed.command), 1, 0.75)
    hint = f"did you mean {near[0]}?" if near else f"see isthmus {parsed.command} --help"
    if (hasattr(parsed, "app") or hasattr(parsed, "targets")) and not near:
        hint += "; the application's own options come after --"
    kind = "option" if word.startswith("-") else "argument"
    raise BadInputError(f"unknown {kind} '{word}' ({hint})")
