"""The Clam thesis (College of William and Mary), figure 4.6: what a hop costs. Objects have moved
from PE to PE under lazy forwarding, each one step further than the one before; a message from PE 0
takes a hop for each, the answer comes straight back. Beside it the older layering that the thesis
compares with: objects that a layer of its own keeps, above requests, with one copy more at each PE.
Measured on this machine, on threads of one process and on a process for each PE: in virtual time a
hop costs what the model says."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from isthmus.build import find_application
from isthmus.errors import IsthmusError
from isthmus.experiment.clam import LF
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import LEVEL, SEEN, is_level
from isthmus.experiment.settings import Settings
from isthmus.machine import this_machine
from isthmus.report import PeTime, Report, print_table
from isthmus.time_spent import time_spent

REPRODUCES = "Clam thesis, figure 4.6: round trip by hops, also of the older layering, measured"
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
    older_us = {
        name: round_trips_us(report_of(settings, name, rounds, "--layered")) for name in BACKENDS
    }
    title = f"The same through the older layering, {this_machine().text()}"
    print_table(*table_of(older_us), title=title)
    findings = [judge(name, us, reports[name].time) for name, us in times_us.items()]
    for name, us in times_us.items():
        findings += judge_layers(name, us, older_us[name])
    path = settings.out / "clam_4_6.png"
    draw(times_us, older_us, path)
    print_findings("What the thesis finds", findings)
    rows = [
        {"backend": name, "layering": layering, "hops": hops, "us": us}
        for layering, by_backend in (("Clam", times_us), ("older", older_us))
        for name, times in by_backend.items()
        for hops, us in enumerate(times, 1)
    ]
    result = {"machine": this_machine().text(), "rounds": rounds, "rows": rows}
    settings.write_json("clam_hops", {**result, **as_fields(findings, settings.quick)})
    print(f"written: {path}")
    print(verdict(findings, settings.quick))


def report_of(settings: Settings, backend: str, rounds: int, *more: str) -> Report:
    program = str(find_application("netsort").binary.parent / "netsort_hops")
    runtime = [*BACKENDS[backend], "--location-policy", LF.name]
    return settings.run_application(program, runtime, ["--rounds", str(rounds), *more])


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
    early, late = hop_costs_us(times_us)
    spent = time_spent(times)
    return Finding(
        "4.6",
        f"the overhead of a hop is about constant ({backend})",
        f"{early:.2f} us a hop up to {half + 1} hops, {late:.2f} from there to {len(times_us)}",
        early > 0 and is_level(late, early),
        f"they differ by {100 * abs(late / early - 1):.0f} % (expected at most {100 * LEVEL:.0f}); "
        "with fewer cores than PEs a hop waits for a core too" + (f"; {spent}" if spent else ""),
    )


def hop_costs_us(times_us: Sequence[float]) -> tuple[float, float]:
    """Of the earlier half of the hops, and of the later one."""
    half = len(times_us) // 2
    early = (times_us[half] - times_us[0]) / half
    return early, (times_us[-1] - times_us[half]) / (len(times_us) - 1 - half)


def judge_layers(
    backend: str, clam_us: Sequence[float], older_us: Sequence[float]
) -> list[Finding]:
    more = sum(older_us) / sum(clam_us) - 1
    early, late = hop_costs_us(older_us)
    return [
        Finding(
            "4.6",
            f"Clam is faster over all than the older layering ({backend})",
            f"which takes {100 * more:+.1f} % on average over all hops",
            more > SEEN,
            "messages have no payload, so the copy more is of a few bytes, and a request that is "
            "passed on by a table asks for less than a location policy",
        ),
        Finding(
            "4.6",
            f"the overhead of a hop increases with the older layering ({backend})",
            f"{early:.2f} us a hop in the earlier half, {late:.2f} in the later one",
            late > early * (1 + LEVEL),
            "each PE looks the object up and copies the message, whatever came before; the thesis "
            "does not say what grows",
        ),
    ]


def draw(times_us: Times, older_us: Times, path: Path) -> None:
    from isthmus.plots import Chart, Curve, Panel, draw_chart

    named = {**times_us, **{f"{name}, older layering": us for name, us in older_us.items()}}
    curves = [Curve(name, range(1, len(times) + 1), times) for name, times in named.items()]
    chart = Chart(
        "A message to an object that has moved",
        "hops",
        "there and back (us)",
        [Panel("lazy forwarding (Clam thesis, figure 4.6)", curves)],
        f"medians, measured on {this_machine().text()}",
    )
    draw_chart(chart, path)
