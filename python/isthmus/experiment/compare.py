"""A simulated column beside the published one: errors, knees, and the verdict."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from isthmus.experiment.margins import KNEE
from isthmus.report import percent_text

MEDIAN_MAX = 0.05
WORST_MAX = 0.15
KNEE_ROWS_MAX = 1


def knee_row(times_ms: Sequence[float]) -> int:
    """The first row whose time is more than 10 % above that of row 0; the number of rows where
    there is none."""
    for row, time_ms in enumerate(times_ms):
        if time_ms > (1 + KNEE) * times_ms[0]:
            return row
    return len(times_ms)


@dataclass(frozen=True)
class Column:
    """The rows of one column; the first is latency 0, which the model was calibrated on. Where not
    all latencies were run, `whole` has all of them, and the published times."""

    table: str
    mapping: str
    latencies_ms: Sequence[float]
    published_ms: Sequence[float]
    ours_ms: Sequence[float]
    whole: tuple[Sequence[float], Sequence[float]] = ((), ())

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

    def _whole_latencies_ms(self) -> Sequence[float]:
        return self.whole[0] or self.latencies_ms

    def published_knee(self) -> int:
        """The row of the whole published column."""
        return knee_row(self.whole[1] or self.published_ms)

    def our_knees(self) -> list[int]:
        """The rows of the whole published column at which ours may be: one, unless latencies
        between two that were run are left out."""
        every, row = self._whole_latencies_ms(), knee_row(self.ours_ms)
        low = self.latencies_ms[row - 1]
        if row == len(self.latencies_ms):
            return [at for at, ms in enumerate(every) if ms > low] + [len(every)]
        return [at for at, ms in enumerate(every) if low < ms <= self.latencies_ms[row]]

    def knee_agrees(self) -> bool | None:
        """None where that depends on which of its rows ours is at."""
        published = self.published_knee()
        near = {abs(ours - published) <= KNEE_ROWS_MAX for ours in self.our_knees()}
        return near.pop() if len(near) == 1 else None

    def knee_texts(self) -> tuple[str, str]:
        """Published, ours: latencies."""
        every, ours, published = self._whole_latencies_ms(), self.our_knees(), self.published_knee()
        above = f"above {every[-1]:g} ms"
        theirs = f"{every[published]:g} ms" if published < len(every) else above
        if ours[-1] == len(every):
            return theirs, f"above {self.latencies_ms[-1]:g} ms"
        first = "" if len(ours) == 1 else f"{every[ours[0]]:g} to "
        return theirs, f"{first}{every[ours[-1]]:g} ms"

    def fields(self) -> dict[str, Any]:
        """For a file of results; rows are those of the whole published column."""
        return {
            "table": self.table,
            "mapping": self.mapping,
            "latencies_ms": list(self.latencies_ms),
            "published_ms": list(self.published_ms),
            "ours_ms": list(self.ours_ms),
            "errors": self.errors(),
            "median_error": self.median(),
            "worst_error": self.worst(),
            "knee_rows": self.our_knees(),
            "published_knee_row": self.published_knee(),
            "knee_agrees": self.knee_agrees(),
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
    judged = [column for column in columns if column.knee_agrees() is not None]
    apart = [column.name for column in judged if not column.knee_agrees()]
    knees = f"{len(judged) - len(apart)} of {len(judged)} knees within one row"
    knees += f" (not {', '.join(apart)})" if apart else ""
    if left := len(columns) - len(judged):
        knees += f", {left} more cannot be told from the latencies that were run"
    parts = [
        (
            median <= MEDIAN_MAX,
            f"median error {share_text(median)} of at most {percent_text(MEDIAN_MAX)} (the look of "
            "the model was chosen with the tables in view)",
        ),
        (
            worst <= WORST_MAX,
            f"worst error {share_text(worst)} of at most {percent_text(WORST_MAX)}"
            + (f" ({beyond} of {len(errors)} rows are beyond)" if beyond else ""),
        ),
        (not apart, knees),
    ]
    met = all(holds for holds, _ in parts)
    how = "met" if met else "NOT met"
    if met and left:
        how = "met as far as these latencies tell"
    details = "; ".join(f"{text}: {'met' if holds else 'NOT met'}" for holds, text in parts)
    return Verdict(met, f"goals {how}: {details}")


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
        knees += [*column.knee_texts(), "apart" if column.knee_agrees() is False else ""]
    return headings, [*rows, knees]


def _in_thirds(texts: Iterable[str]) -> list[str]:
    return [cell for text in texts for cell in ("", "", text)]
