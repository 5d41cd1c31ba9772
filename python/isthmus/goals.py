"""What the benchmarks must reach: `bench/goals.toml`, and each goal's verdict."""

import json
import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isthmus.errors import BadInputError

SENSES = ("at most", "at least")
_KEYS = {
    "name",
    "what",
    "ours",
    "reference",
    "reference_name",
    "limit",
    "allowance",
    "sense",
    "unit",
    "scale",
    "missed",
}


@dataclass(frozen=True)
class Goal:
    """One row. With a reference the limit is a ratio, ours / reference; without, it is in `unit`.

    `ours` and `reference` name metrics as "benchmark.metric". `scale` multiplies the metrics, to
    bring them to `unit`. An `allowance`, in `unit`, is what ours may take on top of the limit.
    `missed` says why it is not met, where that is known and was given up.
    """

    name: str
    what: str
    ours: str
    limit: float
    sense: str
    unit: str
    reference: str = ""
    reference_name: str = ""
    scale: float = 1.0
    allowance: float = 0.0
    missed: str = ""

    @property
    def is_ratio(self) -> bool:
        return bool(self.reference)

    def holds(self, value: float, allowance: float = 0.0) -> bool:
        """`allowance` in the unit of `value`."""
        limit = self.limit + allowance
        return value <= limit if self.sense == "at most" else value >= limit


@dataclass(frozen=True)
class Record:
    """A reference that was measured before, in the goal's unit, and where: on which machine, at
    which commit of ours."""

    reference: float
    machine: str
    commit: str


@dataclass(frozen=True)
class Row:
    """A goal's outcome. Ours is always of this run; NaN where something was not measured. Where the
    reference comes from an earlier run, `record` says from which."""

    goal: Goal
    ours: float
    reference: float
    record: Record | None

    @property
    def ratio(self) -> float:
        return self.ours / self.reference if self.reference > 0 else math.nan

    @property
    def met(self) -> bool | None:
        """None where it was not measured."""
        value = self.ratio if self.goal.is_ratio else self.ours
        if math.isnan(value):
            return None
        allowance = self.goal.allowance
        return self.goal.holds(value, allowance / self.reference if self.goal.is_ratio else 0.0)


def read_goals(path: Path) -> list[Goal]:
    """Reads [[goal]] tables. Raises BadInputError with the file and the goal."""
    try:
        value = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadInputError(f"{path}: cannot read the goals ({problem.strerror})") from None
    except ValueError as problem:
        raise BadInputError(f"{path}: {problem}") from None
    entries = value.get("goal")
    if not isinstance(entries, list) or not entries:
        raise BadInputError(f"{path}: no goals (expected [[goal]] tables)")
    goals = [_read_goal(entry, f"{path}: goal {i + 1}") for i, entry in enumerate(entries)]
    names = [goal.name for goal in goals]
    for name in names:
        if names.count(name) > 1:
            raise BadInputError(f"{path}: goal '{name}' is there twice")
    return goals


def _read_goal(entry: Any, where: str) -> Goal:
    if not isinstance(entry, dict):
        raise BadInputError(f"{where}: not a table")
    where = f"{where} ({entry['name']})" if isinstance(entry.get("name"), str) else where
    for key in entry:
        if key not in _KEYS:
            known = ", ".join(sorted(_KEYS))
            raise BadInputError(f"{where}: unknown key '{key}' (expected {known})")
    reference = entry.get("reference", "")
    if not isinstance(reference, str):
        raise BadInputError(f"{where}: reference is not a metric (expected benchmark.metric)")
    if entry.get("sense") not in SENSES:
        sense = entry.get("sense")
        raise BadInputError(f"{where}: sense is '{sense}' (expected {' or '.join(SENSES)})")
    numbers = (entry.get("limit"), entry.get("scale", 1.0), entry.get("allowance", 0.0))
    if not all(_is_number(number) for number in numbers):
        raise BadInputError(f"{where}: limit, scale and allowance are numbers")
    if "allowance" in entry and (entry["sense"] != "at most" or not reference):
        raise BadInputError(
            f"{where}: an allowance is for ratios that are to be 'at most' something"
        )
    return Goal(
        name=_text(entry, "name", where),
        what=_text(entry, "what", where),
        ours=_text(entry, "ours", where),
        limit=float(entry["limit"]),
        sense=entry["sense"],
        unit=_text(entry, "unit", where),
        reference=reference,
        reference_name=str(entry.get("reference_name", "")),
        scale=float(entry.get("scale", 1.0)),
        allowance=float(entry.get("allowance", 0.0)),
        missed=_text(entry, "missed", where) if "missed" in entry else "",
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _text(entry: dict[str, Any], key: str, where: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value:
        raise BadInputError(f"{where}: {key} is missing (expected a text)")
    return value


def judge(goal: Goal, metrics: Mapping[str, float], record: Record | None) -> Row:
    """Ours is what this run has measured, and so is the reference where it was measured; else the
    reference is the one on record."""
    ours = metrics.get(goal.ours, math.nan) * goal.scale
    if goal.reference in metrics:
        return Row(goal, ours, metrics[goal.reference] * goal.scale, None)
    if goal.is_ratio and record is not None:
        return Row(goal, ours, record.reference, record)
    return Row(goal, ours, math.nan, None)


def count_text(rows: Sequence[Row]) -> str:
    met = sum(row.met is True for row in rows)
    not_measured = sum(row.met is None for row in rows)
    return f"{met} of {len(rows)} goals met, {not_measured} not measured"


def read_records(path: Path) -> dict[str, Record]:
    """The references on record by goal; empty where there is no file. Raises BadInputError."""
    if not path.exists():
        return {}
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        return {
            str(name): Record(
                float(entry["reference"]),
                str(entry["machine"]),
                str(entry["commit"]),
            )
            for name, entry in value.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise BadInputError(f"{path}: not a file of recorded references ({problem})") from None


def write_records(path: Path, records: Mapping[str, Record]) -> None:
    value = {name: vars(records[name]) for name in sorted(records)}
    path.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")
