"""A simulated column beside the published one: errors, knees, and the verdict."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from isthmus.report import percent_text

KNEE_RISE = 0.1
MEDIAN_MAX = 0.05
WORST_MAX = 0.15
KNEE_ROWS_MAX = 1


def knee_row(times_ms: Sequence[float]) -> int:
    """The first row whose time is more than 10 % above that of row 0; the number of rows where
    there is none."""
    for row, time_ms in enumerate(times_ms):
        if time_ms > (1 + KNEE_RISE) * times_ms[0]:
            return row
    return len(times_ms)


@dataclass(frozen=True)
class Column:
    """The rows of one column; the first is latency 0, which the model was calibrated on."""

    table: str
    mapping: str
    latencies_ms: Sequence[float]
    published_ms: Sequence[float]
    ours_ms: Sequence[float]

    @property
    def name(self) -> str:
        return f"{self.table} {self.mapping}"

    def errors(self) -> list[float]:
        """Relative, signed, of every row."""
        return [
            ours / theirs - 1 for ours, theirs in zip(self.ours_ms, self.published_ms, strict=True)
        ]

    def predicted(self) -> list[float]:
        """Absolute relative errors of the rows with a latency."""
        pairs = zip(self.latencies_ms, self.errors(), strict=True)
        return [abs(error) for latency_ms, error in pairs if latency_ms > 0]

    def median(self) -> float:
        return statistics.median(self.predicted())

    def worst(self) -> float:
        return max(self.predicted())

    def knees(self) -> tuple[int, int]:
        """Rows: ours, published."""
        return knee_row(self.ours_ms), knee_row(self.published_ms)

    def knee_agrees(self) -> bool:
        ours, published = self.knees()
        return abs(ours - published) <= KNEE_ROWS_MAX

    def latency_text(self, row: int) -> str:
        if row >= len(self.latencies_ms):
            return f"above {self.latencies_ms[-1]:g} ms"
        return f"{self.latencies_ms[row]:g} ms"

    def fields(self) -> dict[str, Any]:
        ours, published = self.knees()
        return {
            "table": self.table,
            "mapping": self.mapping,
            "latencies_ms": list(self.latencies_ms),
            "published_ms": list(self.published_ms),
            "ours_ms": list(self.ours_ms),
            "errors": self.errors(),
            "median_error": self.median(),
            "worst_error": self.worst(),
            "knee_row": ours,
            "published_knee_row": published,
        }


@dataclass(frozen=True)
class Verdict:
    met: bool
    text: str


def pooled(columns: Sequence[Column]) -> list[float]:
    return [error for column in columns for error in column.predicted()]


def judge(columns: Sequence[Column]) -> Verdict:
    """The three goals, each with what was reached."""
    errors = pooled(columns)
    median, worst = statistics.median(errors), max(errors)
    beyond = sum(error > WORST_MAX for error in errors)
    apart = [column.name for column in columns if not column.knee_agrees()]
    parts = [
        (
            median <= MEDIAN_MAX,
            f"median error {share_text(median)} of at most {percent_text(MEDIAN_MAX)}",
        ),
        (
            worst <= WORST_MAX,
            f"worst error {share_text(worst)} of at most {percent_text(WORST_MAX)}"
            + (f" ({beyond} of {len(errors)} rows are beyond)" if beyond else ""),
        ),
        (
            not apart,
            f"{len(columns) - len(apart)} of {len(columns)} knees within one row"
            + (f" (not {', '.join(apart)})" if apart else ""),
        ),
    ]
    met = all(holds for holds, _ in parts)
    details = "; ".join(f"{text}: {'met' if holds else 'NOT met'}" for holds, text in parts)
    return Verdict(met, f"goals {'met' if met else 'NOT met'}: {details}")


def share_text(share: float) -> str:
    return f"{share * 100:.1f} %"


def signed_text(share: float) -> str:
    return f"{share * 100:+.1f} %"


def table(columns: Sequence[Column]) -> tuple[list[str], list[list[str]]]:
    """Columns of one table side by side, a row per latency, then medians, worst errors, knees."""
    headings = ["latency"]
    for column in columns:
        headings += [f"{column.mapping}\npublished", "ours", "error"]
    rows = []
    for row, latency_ms in enumerate(columns[0].latencies_ms):
        cells = [f"{latency_ms:g} ms"]
        for column in columns:
            error = column.errors()[row]
            cells += [f"{column.published_ms[row]:.2f}", f"{column.ours_ms[row]:.2f}"]
            cells.append(signed_text(error))
        rows.append(cells)
    rows.append(["median error", *_in_thirds(share_text(column.median()) for column in columns)])
    rows.append(["worst error", *_in_thirds(share_text(column.worst()) for column in columns)])
    knees = ["knee"]
    for column in columns:
        ours, published = column.knees()
        agrees = "" if column.knee_agrees() else "apart"
        knees += [column.latency_text(published), column.latency_text(ours), agrees]
    return headings, [*rows, knees]


def _in_thirds(texts: Iterable[str]) -> list[str]:
    return [cell for text in texts for cell in ("", "", text)]
