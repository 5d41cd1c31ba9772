"""The report that a run writes, and the tables that commands print."""

import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from isthmus.errors import BadInputError, IsthmusError

TEXT_COLUMNS_MAX = 24  # a longer text is wrapped where the terminal is narrow


@dataclass(frozen=True)
class PeTime:
    """Where the time of one PE went, in seconds; docs/formats/report.md says what each part is. Of
    a large job, of some PEs together, from number `pe` on: their sums, and which worked most."""

    pe: int
    site: str
    entry_s: float
    runtime_s: float
    balancing_s: float
    waited_for_s: Mapping[str, float]  # by site
    idle_s: float
    pes: int = 1
    most: tuple[int, float] | None = None  # of several: the PE, and its entry_s

    @property
    def wall_s(self) -> float:
        waited_s = sum(self.waited_for_s.values())
        return self.entry_s + self.runtime_s + self.balancing_s + waited_s + self.idle_s

    @property
    def waited_for_others_s(self) -> float:
        """For all sites but the PE's own."""
        return sum(s for site, s in self.waited_for_s.items() if site != self.site)

    @property
    def busiest(self) -> tuple[int, float]:
        """The PE among these that worked most, and for how long."""
        return self.most or (self.pe, self.entry_s)


@dataclass(frozen=True)
class Report:
    """What a run measured. Counters are kept as the program wrote them."""

    metrics: Mapping[str, float]
    counters: Mapping[str, Any]
    simulation: Mapping[str, Any] = field(default_factory=dict)  # empty where the run was real
    time: Sequence[PeTime] = ()  # by PE
    devices: Sequence[Mapping[str, Any]] = ()  # what filters of the chains have counted
    load_balancing: Sequence[Mapping[str, Any]] = ()  # the balancer's steps
    sites: Sequence[str] = ()  # their names, by number

    def share_of_time(self, part: Callable[[PeTime], float]) -> float:
        """Of the time of all PEs, what went into that part; NaN where no PE kept an account."""
        whole = sum(pe.wall_s for pe in self.time)
        return sum(map(part, self.time)) / whole if whole > 0 else math.nan


def read_report(path: Path) -> Report:
    """Raises IsthmusError, in one line, where the file is missing or is no report."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise IsthmusError(f"the run wrote no report ({problem.strerror})") from None
    except ValueError as problem:
        raise IsthmusError(f"the run's report is not JSON ({problem})") from None
    metrics = value.get("metrics") if isinstance(value, dict) else None
    if not isinstance(metrics, dict):
        raise IsthmusError('the run\'s report has no object "metrics"')
    numbers = {
        str(name): float(number)
        for name, number in metrics.items()
        if isinstance(number, int | float)
        and not isinstance(number, bool)
        and math.isfinite(number)
    }
    counters = value.get("counters")
    simulation = value.get("simulation")
    return Report(
        numbers,
        counters if isinstance(counters, dict) else {},
        simulation if isinstance(simulation, dict) else {},
        tuple(map(_time_of, _rows(value, "time"))),
        tuple(_rows(value, "devices")),
        tuple(_rows(value, "load_balancing")),
        tuple(map(str, _rows(value, "sites"))),
    )


def _rows(report: Mapping[str, Any], name: str) -> list[Any]:
    rows = report.get(name) or []
    if not isinstance(rows, list):
        raise IsthmusError(f'the run\'s report has "{name}" that are no rows')
    return rows


def _time_of(row: Any) -> PeTime:
    try:
        waited = {str(site): float(s) for site, s in row["waited_for_s"].items()}
        pes = int(row.get("pes", 1))
        if pes < 1:
            raise ValueError(pes)
        return PeTime(
            pe=int(row["pe"]),
            site=str(row["site"]),
            entry_s=float(row["entry_s"]),
            runtime_s=float(row["runtime_s"]),
            balancing_s=float(row["balancing_s"]),
            waited_for_s=waited,
            idle_s=float(row["idle_s"]),
            pes=pes,
            most=(int(row["most_entry_pe"]), float(row["most_entry_s"])) if pes > 1 else None,
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise IsthmusError('the run\'s report has a row of "time" that is none') from None


def make_directory(path: Path) -> None:
    """For files. Raises BadInputError where there cannot be any."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadInputError(f"{path}: cannot make the directory ({problem.strerror})") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise BadInputError(f"{path}: cannot write there (expected a directory of one's own)")


def print_table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    title: str = "",
    left: int = 1,
    console: Console | None = None,
) -> None:
    """A table of which the first `left` columns hold text and the rest numbers. What stands in it
    is shown as it is: names that people gave may look like markup."""
    table = Table(
        title=Text(title) if title else None,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    for column, heading in enumerate(headings):
        lines = [line for row in rows for line in row[column].splitlines()]
        longest = max(map(len, lines), default=0)
        table.add_column(
            Text(heading),
            justify="left" if column < left else "right",
            no_wrap=column >= left or longest <= TEXT_COLUMNS_MAX,
        )
    for row in rows:
        table.add_row(*map(Text, row))
    (console or make_console()).print(table)


def make_console() -> Console:
    """Colours on a terminal alone. A file or a pipe gets lines that are not wrapped."""
    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = Console(highlight=False, width=200)
    return console


def one_line(text: str, most: int = 0) -> str:
    """A name that somebody gave, to be shown: line breaks and what cannot be seen as the codes for
    them, and no more than so many letters, where told."""
    seen = "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )
    return seen if not most or len(seen) <= most else f"{seen[: most - 1]}…"


def number_text(value: float) -> str:
    """Three significant digits, without an exponent where a person would write none."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:.{min(digits, 6)}f}"


def count_text(count: int, noun: str, more: str = "s") -> str:
    """ "1 PE", "1,024 PEs", "2 processes"."""
    return f"{count:,} {noun}{'' if count == 1 else more}"


def percent_text(share: float) -> str:
    """Rounded down, so that 89.9 % never reads as 90 %."""
    return f"{math.floor(share * 100 + 1e-9)} %"
