"""What the benchmarks came to on one machine, kept beside their goals: `bench/outcomes.md`."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from isthmus.build import commit
from isthmus.goals import Row, count_text
from isthmus.machine import this_machine


def notes_on_misses(rows: Iterable[Row]) -> list[str]:
    """A line for each goal that is not met and of which `bench/goals.toml` says why, and for each
    that is met although it says why not."""
    notes = []
    for row in rows:
        goal = row.goal
        if goal.missed and row.met is False:
            notes.append(f"not met, {goal.name}: {goal.missed}")
        if goal.missed and row.met is True:
            notes.append(f"met, {goal.name}, although it is said of it why not: {goal.missed}")
    return notes


def write(
    path: Path,
    headings: Sequence[str],
    table: Sequence[Sequence[str]],
    rows: Sequence[Row],
    repeat: int,
) -> None:
    """A page of that table, on this machine and at this commit; `repeat` runs of each program."""
    lines = [
        "# What the benchmarks came to",
        "",
        f"Written by `isthmus bench --record` on {this_machine().text()}, at commit {commit()};"
        f" medians of {repeat} runs. {count_text(rows)}.",
        "A reference with `*` was not measured in this run (`records.json`).",
        "",
        _line(headings),
        _line(["---"] * len(headings)),
        *(_line(cells) for cells in table),
        "",
    ]
    notes = notes_on_misses(rows)
    if notes:
        lines += ["## Why not", "", *(f"- {note}" for note in notes), ""]
    path.write_text("\n".join(lines), encoding="utf-8")


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
