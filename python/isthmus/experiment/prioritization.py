"""What serving border objects first gains: columns with it beside columns without, and the two
goals that prioritized Block mapping has."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from isthmus.experiment.compare import Verdict, signed_text
from isthmus.experiment.koenig2007 import Table
from isthmus.experiment.margins import DOMINATED, HIDES
from isthmus.experiment.stencil import Point
from isthmus.report import percent_text

SLOWER_MAX = 0.01
APART_MAX = 0.03


def gain(without_ms: float, with_ms: float) -> float:
    return 1 - with_ms / without_ms


def is_middle(latency_ms: float, time_ms: float, at_zero_ms: float) -> bool:
    """Whether a step neither hides the latency nor is decided by it (Koenig 2007, 6.3)."""
    return time_ms > (1 + HIDES) * at_zero_ms and time_ms - latency_ms > DOMINATED * at_zero_ms


@dataclass(frozen=True)
class Row:
    """Gains at one latency: published, ours where border objects come first always, and where the
    runtime decides (none where that was not run). Of one mapping."""

    table: str
    mapping: str
    latency_ms: float
    middle: bool
    published: float
    always: float
    by_itself: float | None

    @property
    def name(self) -> str:
        return f"{self.table} at {self.latency_ms:g} ms"

    def agrees(self) -> bool:
        return abs(self.always - self.published) <= APART_MAX

    def fields(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "mapping": self.mapping,
            "latency_ms": self.latency_ms,
            "middle": self.middle,
            "published": self.published,
            "ours": self.always,
            "ours_by_itself": self.by_itself,
        }


def rows_of(table: Table, mapping: str, times_ms: Mapping[Point, Sequence[float]]) -> list[Row]:
    """What is published decides which rows are in the middle."""
    point = table.point(mapping)
    published = table.times_ms[mapping]
    prioritized = table.times_ms[f"{mapping}_prioritized"]
    ours = times_ms[point]
    always, by_itself = times_ms[point.served("yes")], times_ms.get(point.served("auto"))
    return [
        Row(
            table.id,
            mapping,
            latency_ms,
            is_middle(latency_ms, published[at], published[0]),
            gain(published[at], prioritized[at]),
            gain(ours[at], always[at]),
            None if by_itself is None else gain(ours[at], by_itself[at]),
        )
        for at, latency_ms in enumerate(table.latencies_ms)
    ]


def table_of(rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    """Rows of both mappings of one table."""
    headings = ["latency", "naive\npublished", "ours", "block\npublished", "ours", "auto", ""]
    naive = [row for row in rows if row.mapping == "naive"]
    block = [row for row in rows if row.mapping == "block"]
    cells = []
    for a, b in zip(naive, block, strict=True):
        gains = [a.published, a.always, b.published, b.always, _by_itself(b)]
        cells.append(
            [f"{a.latency_ms:g} ms", *map(signed_text, gains), "middle" if b.middle else ""]
        )
    return headings, cells


def judge(rows: Sequence[Row]) -> Verdict:
    """The goals of prioritized Block mapping, and how it fares where the runtime decides."""
    block = [row for row in rows if row.mapping == "block"]
    slower = [row for row in block if row.always < -SLOWER_MAX]
    worst = min(block, key=lambda row: row.always)
    middle = [row for row in block if row.middle]
    apart = [row for row in middle if not row.agrees()]
    by_itself = min(block, key=_by_itself)
    slower_by_itself = sum(_by_itself(row) < -SLOWER_MAX for row in block)
    most = percent_text(SLOWER_MAX)
    points = f"{100 * APART_MAX:g} percentage points"
    lines = [
        f"border objects first, Block: {_met(not slower)}: slower by at most {most}: "
        f"{len(block) - len(slower)} of {len(block)} rows, worst {signed_text(worst.always)} "
        f"({worst.name}){_named(slower)}",
        f"border objects first, Block: {_met(not apart)}: gains within {points} of the published "
        f"ones: {len(middle) - len(apart)} of {len(middle)} middle rows{_named(apart)}",
        f"border objects first by itself (auto), Block: worst {signed_text(_by_itself(by_itself))} "
        f"({by_itself.name}); {slower_by_itself} of {len(block)} rows slower by more than {most}",
    ]
    return Verdict(not slower and not apart, "\n".join(lines))


def _by_itself(row: Row) -> float:
    return math.nan if row.by_itself is None else row.by_itself


def _met(met: bool) -> str:
    return "met" if met else "NOT met"


def _named(rows: Sequence[Row]) -> str:
    return f" (not {', '.join(row.name for row in rows)})" if rows else ""
