"""The Clam thesis (College of William and Mary), figure 4.6: what a hop costs. Objects have moved
from PE to PE under lazy forwarding, each one step further than the one before; a message from PE 0
takes a hop for each, the answer comes straight back. Measured on this machine, on threads of one
process and on a process for each PE: in virtual time a hop costs what the model says."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from isthmus.build import find_application
from isthmus.errors import IsthmusError
from isthmus.experiment.clam import LF
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import LEVEL, is_level
from isthmus.experiment.settings import Settings
from isthmus.machine import this_machine
from isthmus.report import PeTime, Report, print_table
from isthmus.time_spent import time_spent

REPRODUCES = "Clam thesis, figure 4.6: round trip by hops under lazy forwarding, measured"
TAKES = "10 s"

PES = 16
ROUNDS, QUICK_ROUNDS = 2000, 200
BACKENDS: Mapping[str, Sequence[str]] = {
    "threads": ("--backend", "threads", "--pes", str(PES)),
    "processes": ("--backend", "processes", "--pes", str(PES), "--processes", str(PES)),
}
Times = Mapping[str, Sequence[float]]
"""By backend: us there and back, by the number of hops from 1 on."""


def run(settings: Settings) -> None:
    rounds = QUICK_ROUNDS if settings.quick else ROUNDS
    reports = {name: report_of(settings, name, rounds) for name in BACKENDS}
    times_us = {name: round_trips_us(report) for name, report in reports.items()}
    print_table(*table_of(times_us), title=f"Figure 4.6: latency by hops, {this_machine().text()}")
    findings = [judge(name, us, reports[name].time) for name, us in times_us.items()]
    path = settings.out / "clam_4_6.png"
    draw(times_us, path)
    print_findings("What the thesis finds", findings)
    rows = [
        {"backend": name, "hops": hops, "us": us}
        for name, times in times_us.items()
        for hops, us in enumerate(times, 1)
    ]
    result = {"machine": this_machine().text(), "rounds": rounds, "rows": rows}
    settings.write_json("clam_hops", {**result, **as_fields(findings, settings.quick)})
    print(f"written: {path}")
    print(verdict(findings, settings.quick))


def report_of(settings: Settings, backend: str, rounds: int) -> Report:
    program = str(find_application("netsort").binary.parent / "netsort_hops")
    runtime = [*BACKENDS[backend], "--location-policy", LF.name]
    return settings.run_application(program, runtime, ["--rounds", str(rounds)])


def round_trips_us(report: Report) -> list[float]:
    """By the number of hops, from 1 on: the median of the rounds."""
    try:
        return [report.metrics[f"round_trip_us_{hops}"] for hops in range(1, PES)]
    except KeyError as missing:
        raise IsthmusError(f"the report of netsort_hops has no metric {missing}") from None


def table_of(times_us: Times) -> tuple[list[str], list[list[str]]]:
    headings = ["hops"]
    columns = []
    for name, times in times_us.items():
        headings += [f"{name},\nus there and back", "us more"]
        more = [f"{later - earlier:.1f}" for earlier, later in pairwise(times)]
        columns += [[f"{us:.1f}" for us in times], ["", *more]]
    rows = zip(*columns, strict=True)
    return headings, [[str(hops), *row] for hops, row in enumerate(rows, 1)]


def judge(backend: str, times_us: Sequence[float], times: Sequence[PeTime]) -> Finding:
    """Constant: the later half of the hops costs what the earlier half does. `times`: where the
    time of the PEs went meanwhile."""
    half = len(times_us) // 2
    early = (times_us[half] - times_us[0]) / half
    late = (times_us[-1] - times_us[half]) / (len(times_us) - 1 - half)
    spent = time_spent(times)
    return Finding(
        "4.6",
        f"the overhead of a hop is about constant ({backend})",
        f"{early:.2f} us a hop up to {half + 1} hops, {late:.2f} from there to {len(times_us)}",
        early > 0 and is_level(late, early),
        f"they differ by {100 * abs(late / early - 1):.0f} % (expected at most {100 * LEVEL:.0f}); "
        "with fewer cores than PEs a hop waits for a core too" + (f"; {spent}" if spent else ""),
    )


def draw(times_us: Times, path: Path) -> None:
    from isthmus.plots import Chart, Curve, Panel, draw_chart

    curves = [Curve(name, range(1, len(times) + 1), times) for name, times in times_us.items()]
    chart = Chart(
        "A message to an object that has moved",
        "hops",
        "there and back (us)",
        [Panel("lazy forwarding (Clam thesis, figure 4.6)", curves)],
        f"medians, measured on {this_machine().text()}",
    )
    draw_chart(chart, path)
