"""What quick runs in virtual time have come to, so that a change of a figure that a page tells of
is seen: `experiments/data/quick.toml`."""

import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from isthmus.errors import BadInputError
from isthmus.experiment.run_all import Outcome


@dataclass(frozen=True)
class Record:
    """Of an experiment's quick run: the seconds of one core that it took where it was recorded, and
    how many findings or statements agreed, of how many."""

    name: str
    seconds: float
    agree: int
    of: int


def read_records(path: Path) -> list[Record]:
    """By name. Raises BadInputError where the file is missing or not as it should be."""
    try:
        whole = tomllib.loads(path.read_text(encoding="utf-8"))
        return [
            Record(name, float(one["seconds"]), int(one["agree"]), int(one["of"]))
            for name, one in sorted(whole.items())
        ]
    except OSError as problem:
        raise BadInputError(f"{path}: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as problem:
        raise BadInputError(f"{path}: {problem!r}") from None


def chosen(records: Sequence[Record], seconds: float, turn: str) -> list[Record]:
    """As many as fit into so many seconds of one core, from the one on that the text `turn` says,
    such as a commit: with other texts all have their turn."""
    if not records:
        return []
    first = int.from_bytes(hashlib.sha256(turn.encode()).digest()[:8]) % len(records)
    found, left = [], seconds
    for record in (*records[first:], *records[:first]):
        if record.seconds <= left:
            found.append(record)
            left -= record.seconds
    return found


def breaches(records: Sequence[Record], outcomes: Sequence[Outcome]) -> list[str]:
    """A line for each experiment that came to something else than recorded; one that was passed
    over, or failed, has said so itself."""
    by_name = {record.name: record for record in records}
    lines = []
    for outcome in outcomes:
        record = by_name[outcome.name]
        if (
            outcome.skipped
            or outcome.failed
            or (outcome.agree, outcome.of)
            == (
                record.agree,
                record.of,
            )
        ):
            continue
        lines.append(
            f"{outcome.name}: {outcome.agree} of {outcome.of} agree "
            f"(expected {record.agree} of {record.of}, as in experiments/data/quick.toml and "
            "docs/guide/experiments.md)"
        )
    return lines
