"""`isthmus relay`: becomes the program that lets processes meet that cannot call each other."""

import os
from collections.abc import Mapping

from isthmus.build import build_directory, is_program
from isthmus.errors import BadInputError


def run_relay(options: Mapping[str, str | None], verbose: bool) -> int:
    """Does not return but by BadInputError: signals and the exit status are the program's."""
    binary = build_directory() / "tools" / "isthmus-relay"
    if not is_program(binary):
        raise BadInputError(f"{binary}: no such program (expected a build: run make)")
    words = [str(binary)]
    for name, value in options.items():
        if value is not None:
            words += [f"--{name}", value]
    os.execv(binary, [*words, *(["--verbose"] if verbose else [])])
