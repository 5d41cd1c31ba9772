"""The Clam thesis (College of William and Mary), figure 4.6: what a hop costs. An object moves from
PE to PE under lazy forwarding; a message to it from PE 0 takes one hop more each time, the answer
comes straight back."""

from itertools import pairwise
from pathlib import Path

from isthmus.build import find_application
from isthmus.errors import IsthmusError
from isthmus.experiment.clam import LF, MACHINE, print_machine
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.settings import Settings
from isthmus.report import print_table

REPRODUCES = "Clam thesis, figure 4.6: round trip by hops under lazy forwarding"
TAKES = "1 s"

PES = 17
CONSTANT = 0.01  # hops may differ by such a share of their mean


def run(settings: Settings) -> None:
    print_machine()
    times_us = round_trips_us(settings, PES)
    extra_us = [later - earlier for earlier, later in pairwise(times_us)]
    rows = [
        [str(hops), f"{time_us:.1f}", "" if hops == 1 else f"{extra_us[hops - 2]:.1f}"]
        for hops, time_us in enumerate(times_us, 1)
    ]
    print_table(["hops", "us there and back", "us more"], rows, "Figure 4.6: latency by hops", 0)
    findings = [judge(extra_us)]
    path = settings.out / "clam_4_6.png"
    draw(times_us, path)
    print_findings("What the thesis finds", findings)
    result = {"rows": [{"hops": h, "us": us} for h, us in enumerate(times_us, 1)]}
    settings.write_json("clam_hops", {**result, **as_fields(findings, False)})
    print(f"written: {path}")
    print(verdict(findings, False))


def round_trips_us(settings: Settings, pes: int) -> list[float]:
    """By the number of hops, from 1 on."""
    program = str(find_application("netsort").binary.parent / "netsort_hops")
    runtime = ["--backend", "sim", "--costs", "charged", "--location-policy", LF.name]
    runtime += ["--pes", str(pes), "--processes", str(pes)]
    for constant in MACHINE:
        runtime += constant.options
    metrics = settings.run_application(program, runtime, []).metrics
    try:
        return [metrics[f"round_trip_us_{hops}"] for hops in range(1, pes)]
    except KeyError as missing:
        raise IsthmusError(f"the report of netsort_hops has no metric {missing}") from None


def judge(extra_us: list[float]) -> Finding:
    mean = sum(extra_us) / len(extra_us)
    spread = (max(extra_us) - min(extra_us)) / mean
    return Finding(
        "4.6",
        "the overhead of a hop is about constant",
        f"{mean:.1f} us a hop, up to {100 * spread:.1f} % apart, over {len(extra_us)} hops",
        spread <= CONSTANT,
    )


def draw(times_us: list[float], path: Path) -> None:
    from isthmus.plots import Chart, Curve, Panel, draw_chart

    curve = Curve("lazy forwarding", range(1, len(times_us) + 1), times_us)
    chart = Chart(
        "A message to an object that has moved",
        "hops",
        "there and back (us)",
        [Panel("Clam thesis, figure 4.6", [curve])],
        "virtual time, 100 Mb/s Ethernet with a switch",
    )
    draw_chart(chart, path)
