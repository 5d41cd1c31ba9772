"""Jobs that are started again from their newest checkpoint when a process of theirs is killed."""

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from isthmus.errors import BadInputError
from isthmus.launcher import JobResult

FOLDER = re.compile(r"checkpoint-([1-9][0-9]*)")
DIRECTORY = "checkpoints"  # where programs write to unless they are told otherwise


def newest(directory: Path) -> int:
    """The number of the newest checkpoint that has an index; 0 where there is none."""
    numbers = [0]
    for index in directory.glob("checkpoint-*/index"):
        if named := FOLDER.fullmatch(index.parent.name):
            numbers.append(int(named[1]))
    return max(numbers)


def check(options: Mapping[str, str], restarts: int) -> None:
    """Raises BadInputError where there would be nothing to go on from."""
    if restarts < 0:
        raise BadInputError(f"--restarts: {restarts} (expected at least 0)")
    if restarts and "checkpoint" not in options:
        raise BadInputError("--restarts: no checkpoints (expected --checkpoint EVERY beside it)")
    if restarts and options.get("backend") == "sim":
        raise BadInputError("--restarts: of real backends alone (expected no --backend sim)")


def run(
    start: Callable[[dict[str, str]], JobResult], options: dict[str, str], restarts: int
) -> JobResult:
    """Runs a job by its options, and again, at most so many times, while one of its processes was
    killed: from its newest checkpoint, or, where it has not written any, as the first time."""
    directory = Path(options.get("checkpoint-dir", DIRECTORY))
    before = newest(directory)
    result = start(options)
    for number in range(1, restarts + 1):
        if not result.was_killed:
            break
        last = newest(directory)
        if last > before:
            options = {**options, "restart": str(directory / f"checkpoint-{last}")}
        where = f"goes on from checkpoint {last}" if last > before else "begins again"
        tell(f"{result.failure}; the job {where}, restart {number} of {restarts}")
        result = start(options)
    return result


def tell(line: str) -> None:
    print(f"isthmus: {line}", file=sys.stderr, flush=True)
