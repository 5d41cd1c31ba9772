"""Asking the C++ tools that are built beside the programs, and are not installed."""

import signal
from collections.abc import Sequence

from isthmus.build import answer_of, build_directory, is_program
from isthmus.errors import BadInputError, IsthmusError

ANSWER_S = 3600.0


def ask(name: str, words: Sequence[str], folder: str = "programs") -> str:
    """What the tool prints, which lies in that folder of the build. Raises BadInputError in the
    tool's words where they make no sense to it, and where it is not built; IsthmusError where it
    fails."""
    tool = build_directory() / folder / name
    if not is_program(tool):
        raise BadInputError(f"{tool}: no such program (expected a build: run make)")
    done = answer_of([str(tool), *words], ANSWER_S, tool.name)
    if done.returncode == 0:
        return done.stdout
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    last = lines[-1].removeprefix("isthmus: error: ") if lines else ""
    if done.returncode == 2:
        raise BadInputError(last or f"{tool.name} refused the options")
    if done.returncode < 0:
        killer = signal.Signals(-done.returncode).name
        raise IsthmusError(f"{tool.name} was killed by {killer}" + (f": {last}" if last else ""))
    raise IsthmusError(last or f"{tool.name} ended with status {done.returncode}")
