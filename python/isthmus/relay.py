"""`isthmus relay`: becomes the program that lets processes meet that cannot call each other."""

import argparse
import os
from collections.abc import Mapping

from isthmus.arguments import (
    Commands,
    expect_no_app_options,
)
from isthmus.build import build_directory, is_program
from isthmus.errors import BadInputError


def run_relay(options: Mapping[str, str | None], verbose: bool) -> int:
    """Does not return but by BadInputError: signals and the exit status are the program's."""
    binary = build_directory() / "programs" / "isthmus-relay"
    if not is_program(binary):
        raise BadInputError(f"{binary}: no such program (expected a build: run make)")
    words = [str(binary)]
    for name, value in options.items():
        if value is not None:
            words += [f"--{name}", value]
    os.execv(binary, [*words, *(["--verbose"] if verbose else [])])


EPILOG = """\
Runs until it is interrupted. The secret that processes must know is in the environment variable
ISTHMUS_RELAY_TOKEN, here and at the sites; it is not the job key, which the relay has no use for.
In the grid file, a site that can only call out has relay = "HOST:PORT" of this machine.

What goes through is encrypted by keys that the relay does not have: it sees who is connected to
whom, when, and how much, and host names and ranks when they meet.

example:
  ISTHMUS_RELAY_TOKEN="$(cat token)" isthmus relay --listen 0.0.0.0:7100

With --votes it is the witness of jobs as well, which have --witness HOST:PORT of this machine: of
two halves of such a job that cannot reach each other the one goes on that has its vote. What it has
voted is in the file, so that it may be started again.

exit status: 0 when it was told to end, 1 when it could not go on, 2 for bad input.
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add(
        "relay", "let sites meet that nobody can call, without hearing them", EPILOG
    )
    parser.add_argument(
        "--listen", required=True, metavar="HOST:PORT", help="where the processes come"
    )
    parser.add_argument(
        "--connections", metavar="N", help="so many at most, two for each pair (default: 1024)"
    )
    parser.add_argument(
        "--buffer",
        metavar="SIZE",
        help="held at most for each direction of a pair (default: 64KiB)",
    )
    parser.add_argument(
        "--votes", metavar="FILE", help="be the witness of jobs, too, with its votes in this file"
    )
    parser.add_argument("--verbose", action="store_true", help="a line for each pair")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    options = {name: getattr(parsed, name) for name in ("listen", "connections", "buffer", "votes")}
    return run_relay(options, parsed.verbose)
