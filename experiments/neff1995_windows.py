"""Neff (1995), figures 5.2 to 5.7: the load balancing window, remade from timelines of runs in
virtual time. It has three bars for each processor: what it did when (computing, idle, starting up),
how long it was idle in all, and how many messages it ran entry methods for (a broadcast counts
once, for all chares of a processor). The report does not say which
configurations its windows are of: M3 and four Meiko nodes are ours."""

import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isthmus.errors import IsthmusError
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import LITTLE, MUCH
from isthmus.experiment.neff1995 import (
    CANNON,
    CONFIGURATIONS,
    FOX,
    GAUSS,
    PATHS,
    SOURCE,
    Application,
    Machines,
    calibrated,
    metric,
    print_machine,
    run_of,
)
from isthmus.experiment.settings import Settings
from isthmus.progress import Steps
from isthmus.report import print_table

REPRODUCES = "Neff 1995, figures 5.2 to 5.7: the load balancing window, three bars a processor"
TAKES = "1 min"

MEIKO: Machines = {"Meiko": 4}
META = CONFIGURATIONS["M3"]
WINDOWS: Mapping[str, tuple[Application, Machines]] = {
    "5.2": (PATHS, META),
    "5.3": (CANNON, META),
    "5.4": (FOX, META),
    "5.5": (CANNON, MEIKO),
    "5.6": (GAUSS, META),
    "5.7": (GAUSS, MEIKO),
}
KINDS = ("starting up", "computing", "idle")
"""States of the first bar. A processor starts up until all input is dealt out, waiting or not."""


@dataclass(frozen=True)
class Processor:
    """`busy`: when it ran entry methods or sent and received for them, as (begin, end) in s."""

    name: str
    busy: Sequence[tuple[float, float]]
    entries: int

    def idle_s(self, begin_s: float, end_s: float) -> float:
        """Between the two."""
        busy_s = sum(max(0.0, min(end, end_s) - max(begin, begin_s)) for begin, end in self.busy)
        return max(0.0, end_s - begin_s - busy_s)


@dataclass(frozen=True)
class Window:
    """Of a run of `end_s` seconds, of which `input_s` are its start."""

    figure: str
    title: str
    input_s: float
    end_s: float
    processors: Sequence[Processor]

    def idle_share(self) -> float:
        """Of all processors, of the time after the start."""
        whole = self.end_s - self.input_s
        return sum(one.idle_s(self.input_s, self.end_s) for one in self.processors) / (
            whole * len(self.processors)
        )

    def most_idle(self) -> float:
        whole = self.end_s - self.input_s
        return max(one.idle_s(self.input_s, self.end_s) for one in self.processors) / whole


def run(settings: Settings) -> None:
    print_machine()
    windows = []
    with tempfile.TemporaryDirectory(prefix="isthmus-") as temporary:
        folder = Path(temporary)
        operations_ns = calibrated((PATHS, CANNON, FOX, GAUSS), settings, folder)
        with Steps("windows", len(WINDOWS)) as steps:
            for figure, (application, machines) in WINDOWS.items():
                file = folder / f"{figure}.json"
                one = run_of(application, machines, operations_ns[application.name], settings)
                report = one.report(settings, folder, ("--timeline", str(file)))
                input_s = metric(report, "input_s")
                end_s = input_s + metric(report, "seconds")
                where = "metacomputer (M3)" if machines is META else "Meiko, 4 nodes"
                title = f"{application.name}, {where}"
                windows.append(Window(figure, title, input_s, end_s, read_timeline(file)))
                steps.begin(one.name)
                steps.end("done")
    show(settings, windows)


def read_timeline(path: Path) -> list[Processor]:
    """By PE. Raises IsthmusError where it is no timeline."""
    try:
        events = json.loads(path.read_text(encoding="utf-8"))["traceEvents"]
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise IsthmusError(f"the run wrote no timeline ({problem})") from None
    names: dict[int, str] = {}
    busy: dict[int, list[tuple[float, float]]] = {}
    entries: dict[int, int] = {}
    for event in events:
        pe = int(event["tid"])
        if event["name"] == "thread_name":
            names[pe] = name_of(event["args"]["name"])
        elif event["ph"] == "X" and event["cat"] != "idle":
            begin_s = event["ts"] / 1e6
            busy.setdefault(pe, []).append((begin_s, begin_s + event["dur"] / 1e6))
            entries[pe] = entries.get(pe, 0) + (event["cat"] == "entry")
    return [
        Processor(name, joined(busy.get(pe, [])), entries.get(pe, 0))
        for pe, name in sorted(names.items())
    ]


def name_of(thread: str) -> str:
    """'PE 0 (meiko-0, process 0)' is 'meiko-0'."""
    found = re.search(r"\((.*?),", thread)
    return found.group(1) if found else thread


def joined(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Those that touch or lie in each other are one."""
    found: list[tuple[float, float]] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1] + 1e-6:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return found


def show(settings: Settings, windows: Sequence[Window]) -> None:
    for one in windows:
        rows = [
            [
                pe.name,
                f"{pe.idle_s(one.input_s, one.end_s):.1f}",
                f"{100 * pe.idle_s(one.input_s, one.end_s) / (one.end_s - one.input_s):.0f} %",
                f"{pe.entries:,}",
            ]
            for pe in one.processors
        ]
        title = f"Figure {one.figure}: {one.title}, {one.end_s:.1f} s, {one.input_s:.1f} to begin"
        print_table(["processor", "idle, s", "", "messages"], rows, title=title)
    findings = judge({one.figure: one for one in windows})
    print_findings("What the report says", findings, SOURCE)
    path = settings.out / "neff1995_windows.png"
    draw(windows, path)
    settings.write_json(
        "neff1995_windows",
        {
            "windows": [fields(one) for one in windows],
            **as_fields(findings, settings.quick, SOURCE),
        },
    )
    print(f"written: {path}")
    print(verdict(findings, settings.quick, SOURCE))


def fields(window: Window) -> dict[str, Any]:
    return {
        "figure": window.figure,
        "input_s": window.input_s,
        "end_s": window.end_s,
        "processors": [
            {
                "name": one.name,
                "idle_s": one.idle_s(window.input_s, window.end_s),
                "entries": one.entries,
            }
            for one in window.processors
        ],
    }


def judge(windows: Mapping[str, Window]) -> list[Finding]:
    idle = {figure: window.idle_share() for figure, window in windows.items()}

    def text(*figures: str) -> str:
        return "idle: " + ", ".join(f"{100 * idle[one]:.0f} % ({one})" for one in figures)

    return [
        Finding("5.2", "without communication processors are hardly idle", text("5.2"),
                idle["5.2"] <= LITTLE),
        Finding("5.3", "a synchronization adds idle time to each iteration of Cannon's",
                text("5.3"), idle["5.3"] >= MUCH),
        Finding("5.5", "on the Meiko alone Cannon's hides its messages", text("5.5"),
                idle["5.5"] <= LITTLE),
        Finding("5.6", "Gauss is idle more on the metacomputer than on the Meiko",
                text("5.6", "5.7"), idle["5.6"] > idle["5.7"]),
    ]  # fmt: skip


def draw(windows: Sequence[Window], path: Path) -> None:
    from isthmus.plots import COLOURS, QUIET, new_figure, save

    colours = dict(zip(KINDS, (COLOURS[4], COLOURS[2], COLOURS[1]), strict=True))
    with new_figure(12.5, 8.2) as figure:
        for place, one in zip(figure.subplots(2, 3).flat, windows, strict=True):
            most = max(pe.entries for pe in one.processors) or 1
            for i, pe in enumerate(one.processors):
                place.vlines(
                    i - 0.28, 0, one.end_s, color=colours["idle"],
                    linewidth=40 / len(one.processors), capstyle="butt",
                )  # fmt: skip
                thick = {"linewidth": 40 / len(one.processors), "capstyle": "butt"}
                parts = [
                    (max(begin, one.input_s), min(end, one.end_s))
                    for begin, end in pe.busy
                    if end > one.input_s and begin < one.end_s
                ]
                place.vlines(
                    [i - 0.28] * len(parts), [a for a, _ in parts], [b for _, b in parts],
                    color=colours["computing"], **thick,
                )  # fmt: skip
                place.vlines(i - 0.28, 0, one.input_s, color=colours["starting up"], **thick)
                place.bar(i, pe.idle_s(one.input_s, one.end_s), 0.24, color=colours["idle"])
                place.bar(i + 0.28, pe.entries / most * one.end_s, 0.24, color=COLOURS[0])
                place.text(
                    i + 0.28, pe.entries / most * one.end_s, f"{pe.entries:,}", ha="center",
                    va="bottom", fontsize=6.5, color=QUIET,
                )  # fmt: skip
            place.set_xticks(
                range(len(one.processors)), [pe.name for pe in one.processors], fontsize=7
            )
            place.grid(axis="x", visible=False)
            place.set_ylim(0, 1.08 * one.end_s)
            place.set_ylabel("seconds")
            place.set_title(f"Figure {one.figure}: {one.title}", fontsize=9)
        figure.suptitle(
            "Neff 1995, figures 5.2 to 5.7: the load balancing window", x=0.012, ha="left",
            fontsize=13, weight="bold",
        )  # fmt: skip
        figure.legend(
            handles=legend(colours, COLOURS[0]), loc="outside lower right", ncols=4, frameon=False,
            fontsize=9,
        )  # fmt: skip
        note = "three bars a processor: what it did when; idle in all; messages. Virtual time"
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)


def legend(colours: Mapping[str, Any], of_entries: Any) -> list[Any]:
    from matplotlib.patches import Patch

    return [
        *(Patch(color=colour, label=kind) for kind, colour in colours.items()),
        Patch(color=of_entries, label="messages with entry methods, the most as high as the run"),
    ]
