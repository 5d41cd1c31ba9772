"""The Clam thesis (College of William and Mary), figure 4.5: the bandwidth of remote service
requests by the size of their buffer, by ping-pong, and that of messages to mobile objects: on the
layer of their own that we have, and on the older layering that the thesis compares with, in which a
layer of objects makes messages of its own for the layer of requests below it, with one copy more.
Measured on this machine, between two processes over TCP."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from isthmus.build import build_directory, is_program
from isthmus.errors import IsthmusError
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.settings import Settings
from isthmus.machine import this_machine
from isthmus.progress import Steps
from isthmus.report import print_table

REPRODUCES = "Clam thesis, figure 4.5: bandwidth of requests and of messages to objects, by size"
TAKES = "2 min"

SIZES = tuple(2**power for power in range(4, 23))
QUICK_SIZES = tuple(2**power for power in range(4, 23, 3))
MESSAGES, QUICK_MESSAGES = 500, 40
INSTANCES, QUICK_INSTANCES = 6, 4
LARGE = 65536
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
    curves = {}
    with Steps("messages", len(LEVELS)) as steps:
        for level in LEVELS:
            steps.begin(level.label)
            curves[level] = measured(settings, level)
            steps.end(f"up to {max(curves[level].values()):.0f} MB/s")
    show(settings, curves)


def measured(settings: Settings, level: Level) -> dict[int, float]:
    path = build_directory() / "bench" / "sweeps" / "message_sizes"
    if not is_program(path):
        raise IsthmusError(f"{path}: no program there (expected a build: run make)")
    sizes = QUICK_SIZES if settings.quick else SIZES
    messages = QUICK_MESSAGES if settings.quick else MESSAGES
    instances = QUICK_INSTANCES if settings.quick else INSTANCES
    own = ["--level", level.name, "--alike", "--sizes", ",".join(map(str, sizes))]
    own += ["--messages", str(messages), "--instances", str(instances)]
    runtime = ["--backend", "processes", "--processes", "2", "--pes", "2", "--carrier", "tcp"]
    metrics = settings.run_application(str(path), runtime, own).metrics
    try:
        return {size: size / metrics[f"best_latency_us_{size}"] for size in sizes}
    except KeyError as missing:
        raise IsthmusError(f"the report of message_sizes has no metric {missing}") from None


def show(settings: Settings, curves: Curves) -> None:
    sizes = list(next(iter(curves.values())))
    rows = [[str(size), *(f"{curve[size]:.2f}" for curve in curves.values())] for size in sizes]
    headings = ["bytes", *(level.label for level in curves)]
    print_table(headings, rows, title=f"Figure 4.5: MB/s by ping-pong, {this_machine().text()}")
    findings = judge(curves)
    path = settings.out / "clam_4_5.png"
    draw(curves, path)
    print_findings("What the thesis finds", findings)
    result = {
        "machine": this_machine().text(),
        "rows": [
            {"level": level.name, "bytes": size, "mb_per_s": curve[size]}
            for level, curve in curves.items()
            for size in curve
        ],
    }
    settings.write_json("clam_bandwidth", {**result, **as_fields(findings, settings.quick)})
    print(f"written: {path}")
    print(verdict(findings, settings.quick))


def gains(curves: Curves) -> dict[int, float]:
    """Of messages to objects over those of the older layering, by size."""
    return {size: curves[OBJECT][size] / curves[LAYERED][size] - 1 for size in curves[OBJECT]}


def judge(curves: Curves) -> list[Finding]:
    gain = gains(curves)
    large = {size: share for size, share in gain.items() if size >= LARGE}
    ahead = [size for size, share in gain.items() if share > 0]
    requests = [size for size in gain if curves[REQUEST][size] > curves[LAYERED][size]]
    return [
        Finding(
            "4.5",
            "messages to objects have over 20 % more bandwidth than in the older layering",
            f"{100 * min(large.values()):+.0f} to {100 * max(large.values()):+.0f} % from 64 KB on",
            max(large.values()) > GAIN,
            "a copy in memory was as slow as Fast Ethernet's 12 MB/s by a factor of ten or so, and "
            "is by more than that faster than the loopback here",
        ),
        Finding(
            "4.5",
            "in almost all cases it is ahead of the older layering",
            f"messages to objects at {len(ahead)} of {len(gain)} sizes, requests at "
            f"{len(requests)}",
            len(requests) >= 0.8 * len(gain),
            "where a message is small a copy costs nothing",
        ),
    ]


def draw(curves: Curves, path: Path) -> None:
    from isthmus.plots import Chart, Curve, Panel, draw_chart

    sizes = list(curves[OBJECT])
    parts = {
        "small messages": [size for size in sizes if size < LARGE],
        "large messages": [size for size in sizes if size >= LARGE],
    }
    panels = [
        Panel(
            title,
            [
                Curve(level.label, part, [curve[size] for size in part])
                for level, curve in curves.items()
            ],
        )
        for title, part in parts.items()
    ]
    chart = Chart(
        "Clam thesis, figure 4.5: bandwidth by ping-pong, two processes over TCP",
        "bytes a message",
        "MB/s",
        panels,
        f"the best instance of each size, measured on {this_machine().text()}",
        y_log=True,
    )
    draw_chart(chart, path)
