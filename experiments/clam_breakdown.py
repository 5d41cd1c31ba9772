"""The Clam thesis (College of William and Mary), figure 4.8: where the time of PCDT goes on 32
PEs, without a balancer and with diffusion, in virtual time: computing, communication, moving
subdomains, idle. From timelines of the runs: each message that came from another PE, and its bytes,
times what the machine takes for them at both ends."""

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from isthmus.errors import IsthmusError
from isthmus.experiment.catalogue import experiments_directory, find_experiment
from isthmus.experiment.clam import LF, MESSAGE_US, print_machine
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.settings import Settings
from isthmus.progress import Steps
from isthmus.report import print_table

REPRODUCES = "Clam thesis, figure 4.8: where the time of PCDT goes, without balancer and with one"
TAKES = "2 min"

PES = 32
ITERATIONS, QUICK_ITERATIONS = 20, 4
BALANCERS = {"none": "no balancing", "diffusion": "diffusion"}
OVERHEAD = 0.05
"""Of the whole run time, by the thesis: at most that is Clam's own."""
BYTE_NS = 10  # at each end, as the machine has it
MOVING = "Migrations::"
"""What takes an object that comes."""


@dataclass(frozen=True)
class Breakdown:
    """Seconds: of the run, and of all PEs together what they were at. `busy_s`: by PE, when it was
    not idle. `moving_s` is what messages take that are objects, which move."""

    run_s: float
    busy_s: Sequence[float]
    communication_s: float
    moving_s: float

    @property
    def idle_s(self) -> float:
        return self.run_s * len(self.busy_s) - sum(self.busy_s)

    @property
    def computing_s(self) -> float:
        return sum(self.busy_s) - self.communication_s - self.moving_s

    def share(self, seconds: float) -> float:
        return seconds / (self.run_s * len(self.busy_s))


def run(settings: Settings) -> None:
    print_machine()
    found = {}
    with (
        tempfile.TemporaryDirectory(prefix="isthmus-") as folder,
        Steps("meshgen", len(BALANCERS)) as steps,
    ):
        for balancer, label in BALANCERS.items():
            steps.begin(label)
            found[label] = breakdown_of(settings, balancer, Path(folder) / f"{balancer}.json")
            steps.end(f"{found[label].run_s:.1f} s")
    show(settings, found)


def breakdown_of(settings: Settings, balancer: str, timeline: Path) -> Breakdown:
    # The problem is that of figures 4.20 to 4.22.
    pcdt = find_experiment("clam_pcdt", experiments_directory()).run.__globals__
    iterations = QUICK_ITERATIONS if settings.quick else ITERATIONS
    runtime, own = pcdt["Run"](LF.name, 1, iterations, pcdt["BUSY"]).arguments()
    own[own.index("--balancer") + 1] = balancer
    settings.run_application("meshgen", [*runtime, "--timeline", str(timeline)], own)
    return read_breakdown(timeline)


def read_breakdown(timeline: Path) -> Breakdown:
    """Raises IsthmusError where the run wrote no timeline."""
    try:
        events = json.loads(timeline.read_text(encoding="utf-8"))["traceEvents"]
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise IsthmusError(f"the run wrote no timeline ({problem})") from None
    spans = [event for event in events if event["ph"] == "X"]
    run_s = max((event["ts"] + event["dur"] for event in spans), default=0) / 1e6
    idle_s = [0.0] * PES
    communication_s = moving_s = 0.0
    for event in spans:
        if event["cat"] == "idle":
            idle_s[int(event["tid"])] += event["dur"] / 1e6
            continue
        cause = event.get("args", {})
        if cause.get("from_pe", event["tid"]) == event["tid"]:
            continue
        # At both ends.
        message_s = 2 * (MESSAGE_US * 1e-6 + cause.get("bytes", 0) * BYTE_NS * 1e-9)
        if MOVING in event["name"]:
            moving_s += message_s
        else:
            communication_s += message_s
    return Breakdown(run_s, [run_s - idle for idle in idle_s], communication_s, moving_s)


def show(settings: Settings, found: Mapping[str, Breakdown]) -> None:
    rows = [
        [
            label,
            f"{one.run_s:.2f}",
            *(
                f"{100 * one.share(part):.1f} %"
                for part in (one.computing_s, one.communication_s, one.moving_s, one.idle_s)
            ),
            f"{min(one.busy_s):.2f} to {max(one.busy_s):.2f}",
        ]
        for label, one in found.items()
    ]
    headings = ["", "run, s", "computing", "communication", "moving", "idle", "busy, s, by PE"]
    print_table(headings, rows, title=f"Figure 4.8: PCDT on {PES} PEs, virtual time")
    findings = judge(found)
    print_findings("What the thesis finds", findings)
    path = settings.out / "clam_4_8.png"
    draw(found, path)
    result = {"rows": [{"balancer": label, **asdict(one)} for label, one in found.items()]}
    settings.write_json("clam_breakdown", {**result, **as_fields(findings, settings.quick)})
    print(f"written: {path}")
    print(verdict(findings, settings.quick))


def judge(found: Mapping[str, Breakdown]) -> list[Finding]:
    alone, balanced = found.values()
    overhead = [one.share(one.communication_s + one.moving_s) for one in (alone, balanced)]
    return [
        Finding(
            "4.8",
            "what the layer itself takes is within 5 % of the run time",
            f"{100 * overhead[0]:.1f} % without a balancer, {100 * overhead[1]:.1f} % with",
            max(overhead) <= OVERHEAD,
            "messages of a few bytes cost 160 us of processors' time on this machine",
        ),
        Finding(
            "4.8",
            "without a balancer communication is polling in absence of work (here: idle)",
            f"idle {100 * alone.share(alone.idle_s):.1f} %, with diffusion "
            f"{100 * balanced.share(balanced.idle_s):.1f} %",
            alone.idle_s > alone.communication_s + alone.moving_s,
        ),
    ]


def draw(found: Mapping[str, Breakdown], path: Path) -> None:
    from isthmus.plots import COLOURS, QUIET, new_figure, save

    with new_figure(10.0, 4.6) as figure:
        places = figure.subplots(1, len(found), sharey=True)
        for place, (label, one) in zip(places, found.items(), strict=True):
            busy = list(one.busy_s)
            idle = [one.run_s - value for value in busy]
            place.bar(range(PES), busy, color=COLOURS[2], label="busy")
            place.bar(range(PES), idle, bottom=busy, color=COLOURS[1], label="idle")
            own = one.communication_s + one.moving_s
            place.set_title(
                f"{label}: {one.run_s:.1f} s, {100 * one.share(own):.1f} % of it the layer's own",
                fontsize=10,
            )
            place.set_xlabel("PE")
        places[0].set_ylabel("seconds")
        places[0].legend(loc="lower left")
        figure.suptitle(
            "Clam thesis, figure 4.8: where the time of PCDT goes", x=0.012, ha="left",
            fontsize=13, weight="bold",
        )  # fmt: skip
        note = f"virtual time, {PES} PEs, 512 subdomains"
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)
