"""Load balancing away from a job: snapshots made up, strategies compared on them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isthmus.errors import IsthmusError
from isthmus.report import number_text, one_line
from isthmus.tool import ask

JSON_VERSION = 1
TOOL = "isthmus-balance"
NAME_LETTERS = 80


@dataclass(frozen=True)
class Row:
    """What one strategy made of the snapshot. `pe` and `loads_s` are empty unless asked for."""

    strategy: str
    time_s: float
    imbalance: float
    overload: float
    cross_site_messages: int
    cross_pe_messages: int
    objects_moved: int
    border_objects_max: int
    step_s: float
    migration_s: float
    pe: tuple[int, ...] = ()
    loads_s: tuple[float, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """A snapshot and its rows. `site_of_pe` and `position` are for pictures, and may be empty."""

    name: str
    objects: int
    edges: int
    pes: int
    sites: tuple[str, ...]
    rows: tuple[Row, ...]
    site_of_pe: tuple[int, ...] = ()
    position: tuple[tuple[float, float], ...] = ()


def generate(pattern: str, output: Path, options: Mapping[str, str]) -> None:
    """Writes a snapshot. Raises BadInputError in the tool's words."""
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    ask(TOOL, ["generate", pattern, "-o", str(output), *words])


def replay(
    snapshot: Path, strategies: Sequence[str], options: Mapping[str, str], placements: bool
) -> Comparison:
    """Runs the strategies, all of them where none is named. Raises BadInputError in the tool's
    words."""
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    if strategies:
        words += ["--strategy", ",".join(strategies)]
    if placements:
        words.append("--placements")
    answer = ask(TOOL, ["replay", str(snapshot), *words])
    try:
        return read_comparison(json.loads(answer))
    except (ValueError, KeyError, TypeError) as problem:
        raise IsthmusError(
            f"isthmus-balance printed no comparison ({type(problem).__name__}: {problem})"
        ) from None


def read_comparison(value: Any) -> Comparison:
    """From the JSON value of docs/formats/snapshot.md. Raises ValueError, KeyError or TypeError
    where it is none."""
    if value["version"] != JSON_VERSION:
        raise ValueError(f"version {value['version']}, expected {JSON_VERSION}")
    return Comparison(
        name=str(value["name"]),
        objects=int(value["objects"]),
        edges=int(value["edges"]),
        pes=int(value["pes"]),
        sites=tuple(str(name) for name in value["sites"]),
        rows=tuple(_read_row(row) for row in value["rows"]),
        site_of_pe=tuple(int(site) for site in value.get("site_of_pe", ())),
        position=tuple((float(x), float(y)) for x, y in value.get("position", ())),
    )


def _read_row(value: Any) -> Row:
    return Row(
        strategy=str(value["strategy"]),
        time_s=float(value["time_s"]),
        imbalance=float(value["imbalance"]),
        overload=float(value["overload"]),
        cross_site_messages=int(value["cross_site_messages"]),
        cross_pe_messages=int(value["cross_pe_messages"]),
        objects_moved=int(value["objects_moved"]),
        border_objects_max=int(value["border_objects_max"]),
        step_s=float(value["step_s"]),
        migration_s=float(value["migration_s"]),
        pe=tuple(int(pe) for pe in value.get("pe", ())),
        loads_s=tuple(float(load) for load in value.get("loads_s", ())),
    )


HEADINGS = (
    "strategy",
    "decides in",
    "load max/mean",
    "between sites",
    "between PEs",
    "moved",
    "border max",
    "step",
    "moving",
)


def table(comparison: Comparison) -> tuple[list[str], list[list[str]]]:
    return list(HEADINGS), [
        [
            row.strategy,
            time_text(row.time_s),
            f"{row.imbalance:.3f}",
            f"{row.cross_site_messages:,}",
            f"{row.cross_pe_messages:,}",
            f"{row.objects_moved:,}",
            f"{row.border_objects_max:,}",
            time_text(row.step_s),
            time_text(row.migration_s),
        ]
        for row in comparison.rows
    ]


def title(comparison: Comparison) -> str:
    name = one_line(comparison.name, NAME_LETTERS) or "snapshot"
    counts = (
        (comparison.objects, "object"),
        (comparison.pes, "PE"),
        (len(comparison.sites), "site"),
    )
    objects, pes, sites = (f"{n:,} {noun}{'' if n == 1 else 's'}" for n, noun in counts)
    return f"{name}: {objects} on {pes} of {sites}"


def time_text(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{number_text(seconds / size)} {unit}"
    return "0" if seconds == 0 else f"{number_text(seconds / 1e-9)} ns"
