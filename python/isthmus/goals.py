"""What the benchmarks must reach: `bench/goals.toml`, and each goal's verdict."""

import json
import math
import tomllib
from collections.abc import Mapping
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
    "recorded",
    "limit",
    "allowance",
    "sense",
    "unit",
    "scale",
}


@dataclass(frozen=True)
class Goal:
    """One row. With a reference the limit is a ratio, ours / reference; without, it is in `unit`.

    `ours` and `reference` name metrics as "benchmark.metric". `recorded` is the reference's value
    on record, used where its metric is not measured in this run. `scale` multiplies the metrics,
    to bring them to `unit`. An `allowance`, in `unit`, is what ours may take on top of the limit.
    """

    name: str
    what: str
    ours: str
    limit: float
    sense: str
    unit: str
    reference: str = ""
    reference_name: str = ""
    recorded: float | None = None
    scale: float = 1.0
    allowance: float = 0.0

    @property
    def is_ratio(self) -> bool:
        return bool(self.reference) or self.recorded is not None

    def holds(self, value: float, allowance: float = 0.0) -> bool:
        """`allowance` in the unit of `value`."""
        limit = self.limit + allowance
        return value <= limit if self.sense == "at most" else value >= limit


@dataclass(frozen=True)
class Record:
    """A ratio that was measured with its reference at hand."""

    reference: float
    ratio: float
    machine: str
    commit: str


@dataclass(frozen=True)
class Row:
    """A goal's outcome. NaN where something was not measured; `recorded` where the reference or
    the ratio comes from an earlier run."""

    goal: Goal
    ours: float
    reference: float
    ratio: float
    recorded: bool

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
    reference, recorded = entry.get("reference", ""), entry.get("recorded")
    if _is_number(reference) and recorded is True:  # the short form: a recorded reference alone
        reference, recorded = "", reference
    if not isinstance(reference, str) or not (recorded is None or _is_number(recorded)):
        raise BadInputError(
            f"{where}: reference is a metric, recorded a number "
            "(or: reference a number and recorded true)"
        )
    if entry.get("sense") not in SENSES:
        sense = entry.get("sense")
        raise BadInputError(f"{where}: sense is '{sense}' (expected {' or '.join(SENSES)})")
    numbers = (entry.get("limit"), entry.get("scale", 1.0), entry.get("allowance", 0.0))
    if not all(_is_number(number) for number in numbers):
        raise BadInputError(f"{where}: limit, scale and allowance are numbers")
    if "allowance" in entry and (entry["sense"] != "at most" or not (reference or recorded)):
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
        recorded=None if recorded is None else float(recorded),
        scale=float(entry.get("scale", 1.0)),
        allowance=float(entry.get("allowance", 0.0)),
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _text(entry: dict[str, Any], key: str, where: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value:
        raise BadInputError(f"{where}: {key} is missing (expected a text)")
    return value


def judge(goal: Goal, metrics: Mapping[str, float], record: Record | None) -> Row:
    """A reference measured in this run counts first, then the ratio on record, then the recorded
    value of the reference."""
    ours = metrics.get(goal.ours, math.nan) * goal.scale
    if not goal.is_ratio:
        return Row(goal, ours, math.nan, math.nan, recorded=False)
    if goal.reference in metrics:
        reference = metrics[goal.reference] * goal.scale
        return Row(goal, ours, reference, _ratio(ours, reference), recorded=False)
    if record is not None:
        return Row(goal, ours, record.reference, record.ratio, recorded=True)
    if goal.recorded is not None:
        return Row(goal, ours, goal.recorded, _ratio(ours, goal.recorded), recorded=True)
    return Row(goal, ours, math.nan, math.nan, recorded=False)


def _ratio(ours: float, reference: float) -> float:
    return ours / reference if reference > 0 else math.nan


def read_records(path: Path) -> dict[str, Record]:
    """The ratios on record by goal; empty where there is no file. Raises BadInputError."""
    if not path.exists():
        return {}
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        return {
            str(name): Record(
                float(entry["reference"]),
                float(entry["ratio"]),
                str(entry["machine"]),
                str(entry["commit"]),
            )
            for name, entry in value.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise BadInputError(f"{path}: not a file of recorded ratios ({problem})") from None


def write_records(path: Path, records: Mapping[str, Record]) -> None:
    value = {name: vars(records[name]) for name in sorted(records)}
    path.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")
