"""METG(50 %) of Task Bench's patterns (Slaughter et al. 2020), as `task_bench` and its peers print
it: table, CSV file, picture."""

import csv
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path

from isthmus.plots import Chart, Curve, Panel
from isthmus.report import number_text

PATTERNS = ("stencil_1d", "fft", "tree", "random_nearest")
TASKS_PER_PE = (1, 4, 16)
LATENCY = "1ms"
OURS = (("2 PEs", "pes_"), ("2 processes", "processes_"))
PEER = "Open MPI"

Values = Mapping[str, Sequence[float]]
"""All that was measured, in µs, by "benchmark.metric"."""


def is_measured(values: Values) -> bool:
    """Whether anything of ours is among them."""
    return any(start + metric in values for _, start in columns(False)[:-1] for metric in metrics())


def metrics() -> list[str]:
    return [f"{pattern}_{tasks}_us" for pattern in PATTERNS for tasks in TASKS_PER_PE]


def columns(far: bool) -> list[tuple[str, str]]:
    """What is measured, and how its metrics begin."""
    end = "_far." if far else "."
    return [(name, f"task_bench{end}{start}") for name, start in OURS] + [
        (PEER, f"open_mpi_task_bench{end}")
    ]


def shown_columns(values: Values, far: bool) -> list[tuple[str, str]]:
    """With Task Bench's own programs, where they were measured."""
    theirs = dict.fromkeys(m.split(".")[0] for m in values if m.startswith("Task Bench"))
    return columns(far) + ([] if far else [(name, f"{name}.") for name in theirs])


def title(far: bool) -> str:
    where = f", {LATENCY} between the two" if far else ""
    return f"METG(50 %) in µs, by tasks a PE{where}"


def table(values: Values, far: bool) -> tuple[list[str], list[list[str]]]:
    """Medians."""
    shown = shown_columns(values, far)
    rows = []
    for pattern in PATTERNS:
        for tasks in TASKS_PER_PE:
            found = [values.get(f"{start}{pattern}_{tasks}_us", ()) for _, start in shown]
            texts = [number_text(statistics.median(one)) if one else "-" for one in found]
            rows.append([pattern, str(tasks), *texts])
    return ["pattern", "tasks a PE", *(name for name, _ in shown)], rows


def write_csv(values: Values, path: Path) -> None:
    """A row for each program, pattern and number of tasks that was measured."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(
            [
                *("program", "pattern", "tasks_per_pe"),
                *("metg_us", "metg_us_min", "metg_us_max", "runs"),
            ]
        )
        for name, start in shown_columns(values, False):
            for pattern in PATTERNS:
                for tasks in TASKS_PER_PE:
                    found = values.get(f"{start}{pattern}_{tasks}_us", ())
                    if found:
                        of_all = (statistics.median(found), min(found), max(found))
                        texts = (f"{us:.5g}" for us in of_all)
                        writer.writerow([name, pattern, tasks, *texts, len(found)])


def chart(values: Values, far: bool, measured_on: str = "") -> Chart:
    """A panel a pattern: medians, in a band from the least to the most."""
    panels = []
    for pattern in PATTERNS:
        curves = []
        for name, start in shown_columns(values, far):
            found = {t: values.get(f"{start}{pattern}_{t}_us", ()) for t in TASKS_PER_PE}
            known = {tasks: of_all for tasks, of_all in found.items() if of_all}
            if known:
                curves.append(
                    Curve(
                        name,
                        list(known),
                        [statistics.median(of_all) for of_all in known.values()],
                        [min(of_all) for of_all in known.values()],
                        [max(of_all) for of_all in known.values()],
                    )
                )
        panels.append(Panel(pattern, curves))
    note = "Half of the time of two PEs is work; granularity = time x PEs / tasks"
    if far:
        note += f"; ours: the device delay; {PEER}: what comes waits for the rest of the {LATENCY}"
    if measured_on:
        note += f"\nmedians, bands: least and most; {measured_on}"
    return Chart(
        title="Task Bench: the smallest task that is worth it"
        + (f", {LATENCY} between two sites" if far else ""),
        x_label="tasks a PE",
        y_label="METG(50 %), µs",
        panels=panels,
        note=note,
        y_log=True,
    )
