"""The Clam thesis (College of William and Mary), figure 4.5: the bandwidth of remote service
requests by the size of their buffer, by ping-pong, and that of messages to mobile objects: on the
layer of their own that we have, and on the older layering that the thesis compares with, in which a
layer of objects makes messages of its own for the layer of requests below it, with one copy more.
Measured on this machine, between two processes over TCP, in rounds of all layers one after another;
what is said of sizes goes by their medians over the rounds, and of large messages by the median of
these, as a single size that something else on the machine disturbed is no finding."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from isthmus.build import build_directory, is_program
from isthmus.errors import IsthmusError
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import ALMOST_ALL
from isthmus.experiment.settings import Settings
from isthmus.machine import this_machine
from isthmus.progress import Steps
from isthmus.report import PeTime, Report, print_table
from isthmus.time_spent import time_spent

REPRODUCES = "Clam thesis, figure 4.5: bandwidth of requests and of messages to objects, by size"
TAKES = "3 min"

SIZES = tuple(2**power for power in range(4, 23))
QUICK_SIZES = tuple(2**power for power in range(4, 23, 3))
MESSAGES, QUICK_MESSAGES = 500, 40
INSTANCES, QUICK_INSTANCES = 3, 2  # of a round, the first of which does not count
ROUNDS = 3
LARGE = 65536
TICKS = {1 << 4: "16", 1 << 8: "256", 1 << 12: "4k", 1 << 16: "64k", 1 << 18: "256k"}
TICKS |= {1 << 20: "1M", 1 << 22: "4M"}
GAIN = 0.2
"""Of Clam over the objects of the older layering, by the thesis: more than that."""


@dataclass(frozen=True)
class Level:
    """`name`: of the program's `--level`."""

    name: str
    label: str


REQUEST = Level("request", "requests")
OBJECT = Level("object", "messages to objects")
LAYERED = Level("layered", "objects on requests, one copy more")
LEVELS = (REQUEST, OBJECT, LAYERED)
Curves = Mapping[Level, Mapping[int, float]]
"""MB/s by size, of the best instance."""


def run(settings: Settings) -> None:
    rounds: list[Curves] = []
    times: dict[Level, list[PeTime]] = {level: [] for level in LEVELS}
    with Steps("messages", ROUNDS * len(LEVELS)) as steps:
        for _ in range(ROUNDS):
            curves = {}
            for level in LEVELS:
                steps.begin(level.label)
                report = report_of(settings, level)
                curves[level] = by_size(settings, report)
                times[level] += report.time
                steps.end(f"up to {max(curves[level].values()):.0f} MB/s")
            rounds.append(curves)
    show(settings, rounds, times)


def report_of(settings: Settings, level: Level) -> Report:
    path = build_directory() / "bench" / "sweeps" / "message_sizes"
    if not is_program(path):
        raise IsthmusError(f"{path}: no program there (expected a build: run make)")
    messages = QUICK_MESSAGES if settings.quick else MESSAGES
    instances = QUICK_INSTANCES if settings.quick else INSTANCES
    own = ["--level", level.name, "--alike", "--sizes", ",".join(map(str, sizes_of(settings)))]
    own += ["--messages", str(messages), "--instances", str(instances)]
    runtime = ["--backend", "processes", "--processes", "2", "--pes", "2", "--carrier", "tcp"]
    return settings.run_application(str(path), runtime, own)


def sizes_of(settings: Settings) -> tuple[int, ...]:
    return QUICK_SIZES if settings.quick else SIZES


def by_size(settings: Settings, report: Report) -> dict[int, float]:
    """MB/s."""
    try:
        return {
            size: size / report.metrics[f"best_latency_us_{size}"] for size in sizes_of(settings)
        }
    except KeyError as missing:
        raise IsthmusError(f"the report of message_sizes has no metric {missing}") from None


def best_of(rounds: Sequence[Curves]) -> Curves:
    """The figure's: what was achieved at most."""
    return {
        level: {size: max(curves[level][size] for curves in rounds) for size in curve}
        for level, curve in rounds[0].items()
    }


def show(
    settings: Settings, rounds: Sequence[Curves], times: Mapping[Level, Sequence[PeTime]]
) -> None:
    curves = best_of(rounds)
    sizes = list(next(iter(curves.values())))
    rows = [[str(size), *(f"{curve[size]:.2f}" for curve in curves.values())] for size in sizes]
    headings = ["bytes", *(level.label for level in curves)]
    print_table(headings, rows, title=f"Figure 4.5: MB/s by ping-pong, {this_machine().text()}")
    findings = judge(rounds)
    path = settings.out / "clam_4_5.png"
    draw(curves, path)
    print_findings("What the thesis finds", findings)
    for level, of_all in times.items():
        if spent := time_spent(of_all):
            print(f"{level.label}: {spent}.")
    result = {
        "machine": this_machine().text(),
        "rows": [
            {
                "level": level.name,
                "bytes": size,
                "mb_per_s": curve[size],
                "rounds_mb_per_s": [one[level][size] for one in rounds],
            }
            for level, curve in curves.items()
            for size in curve
        ],
    }
    settings.write_json("clam_bandwidth", {**result, **as_fields(findings, settings.quick)})
    print(f"written: {path}")
    print(verdict(findings, settings.quick))


def gains(rounds: Sequence[Curves], level: Level) -> dict[int, float]:
    """Of a layer over the objects of the older layering, by size: the median of the rounds."""
    return {
        size: statistics.median(
            curves[level][size] / curves[LAYERED][size] - 1 for curves in rounds
        )
        for size in rounds[0][level]
    }


def judge(rounds: Sequence[Curves]) -> list[Finding]:
    of_objects, of_requests = gains(rounds, OBJECT), gains(rounds, REQUEST)
    large = [share for size, share in of_objects.items() if size >= LARGE]
    typical = statistics.median(large)
    ahead = [size for size, share in of_objects.items() if share > 0]
    requests = [size for size, share in of_requests.items() if share > 0]
    return [
        Finding(
            "4.5",
            "messages to objects have over 20 % more bandwidth than in the older layering",
            f"{100 * typical:+.0f} % from 64 KB on, the median of {len(large)} sizes "
            f"({100 * min(large):+.0f} to {100 * max(large):+.0f} %)",
            typical > GAIN,
            "a copy in memory was as slow as Fast Ethernet's 12 MB/s by a factor of ten or so, and "
            "is by more than that faster than the loopback here",
        ),
        Finding(
            "4.5",
            "in almost all cases it is ahead of the older layering",
            f"messages to objects at {len(ahead)} of {len(of_objects)} sizes, requests at "
            f"{len(requests)}",
            len(requests) >= ALMOST_ALL * len(of_requests),
            "where a message is small a copy costs nothing",
        ),
    ]


def draw(curves: Curves, path: Path) -> None:
    """Small messages, and large ones: each with axes of its own, as the thesis has them."""
    from isthmus.plots import COLOURS, MARKERS, QUIET, new_figure, save

    with new_figure(11.0, 4.6) as figure:
        for place, is_large in zip(figure.subplots(1, 2), (False, True), strict=True):
            for level, colour, marker in zip(LEVELS, COLOURS, MARKERS, strict=False):
                part = {s: mb for s, mb in curves[level].items() if (s >= LARGE) == is_large}
                place.plot(
                    list(part), list(part.values()), "-", color=colour, marker=marker,
                    label=level.label,
                )  # fmt: skip
            place.set_xscale("log", base=2)
            ticks = [size for size in TICKS if (size >= LARGE) == is_large]
            place.set_xticks(ticks, [TICKS[size] for size in ticks])
            place.minorticks_off()
            place.set_ylim(bottom=0)
            place.set_title("large messages" if is_large else "small messages")
            place.set_xlabel("bytes a message")
            place.set_ylabel("MB/s")
        place.legend(frameon=False)
        figure.suptitle(
            "Clam thesis, figure 4.5: bandwidth by ping-pong, two processes over TCP", x=0.012,
            ha="left", fontsize=13, fontweight="bold",
        )  # fmt: skip
        note = f"the best instance of all rounds, measured on {this_machine().text()}"
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)
