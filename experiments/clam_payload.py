"""The Clam thesis (College of William and Mary), figure 4.15: netsort4 with messages and
elements of 1 KiB, beside those of 10 KiB."""

import itertools
import math

from isthmus.experiment.clam import (
    LF,
    ONE_SWITCH,
    OWN,
    Policy,
    Run,
    Series,
    fields,
    names,
    print_machine,
    print_policies,
    print_standings,
    runs_of,
    simulate,
    times_table,
)
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import ROUGHLY
from isthmus.experiment.settings import Settings

REPRODUCES = "Clam thesis, figure 4.15: run time with a payload of 1 KiB, by location policy"
TAKES = "12 min"

PES = (2, 4, 8, 16, 32, 64, 128)
BESIDE = (32, 64)  # PEs of the runs with 10 KiB
QUICK_PES = (2, 8, 32)
QUICK_BESIDE = (32,)
ALL = (*ONE_SWITCH, *OWN)


def run(settings: Settings) -> None:
    print_machine()
    print_policies(ALL)
    size, pes, beside = (512, QUICK_PES, QUICK_BESIDE) if settings.quick else (4096, PES, BESIDE)
    small = Run("netsort4", LF.name, pes[0], size, payload=1024)
    large = Run("netsort4", LF.name, pes[0], size)
    wanted = [*runs_of(small, ALL, pes), *runs_of(large, ALL, beside)]
    outcomes = simulate("clam payload", wanted, settings)
    show(settings, Series(small, pes, outcomes), Series(large, beside, outcomes))


def show(settings: Settings, small: Series, large: Series) -> None:
    from isthmus.experiment.clam_draw import draw_times

    times_table("Figure 4.15: netsort4 with 1 KiB, run time in seconds", small, ALL)
    times_table("With 10 KiB", large, ALL)
    path = settings.out / "clam_4_15.png"
    panels = {"Clam thesis, figure 4.15": small}
    draw_times("netsort4 with 1 KiB: run time by location policy", panels, ALL, path)
    findings = [finding for count in large.pes for finding in judge(small, large, count)]
    print_standings((small, large), ALL)
    print_findings("What the thesis finds", findings)
    rows = {"rows": fields(small.outcomes)}
    settings.write_json("clam_payload", {**rows, **as_fields(findings, settings.quick)})
    print(f"written: {path}")
    print(verdict(findings, settings.quick))


def reversed_pairs(small: Series, large: Series, pes: int) -> list[str]:
    """Of two policies the one is slower with the one payload and quicker with the other, by more
    than what is roughly the same in either."""

    def apart(series: Series, one: Policy, other: Policy) -> float:
        return math.log(series.of(one, pes).seconds / series.of(other, pes).seconds)

    found = []
    for one, other in itertools.combinations(ONE_SWITCH, 2):
        with_small, with_large = apart(small, one, other), apart(large, one, other)
        most = max(abs(with_small), abs(with_large))
        if with_small * with_large < 0 and most > math.log(1 + ROUGHLY):
            found.append(f"{one.label} and {other.label}")
    return found


def judge(small: Series, large: Series, pes: int) -> list[Finding]:
    by_small, by_large = (series.by_time(ONE_SWITCH, pes) for series in (small, large))
    quicker = [large.of(one, pes).seconds / small.of(one, pes).seconds for one in ONE_SWITCH]
    return [
        Finding(
            "4.15",
            f"the payload changes the run time ({pes} PEs)",
            f"{min(quicker):.1f} to {max(quicker):.1f} times shorter with 1 KiB",
            min(quicker) > 1 + ROUGHLY,
        ),
        Finding(
            "4.15",
            f"it does not change how policies compare ({pes} PEs)",
            f"1 KiB: {names(by_small)}; 10 KiB: {names(by_large)}; reversed: "
            + (", ".join(reversed_pairs(small, large, pes)) or "none"),
            not reversed_pairs(small, large, pes),
            "updates are as large as before and messages a tenth: what counts is no longer the "
            "bytes through the ports but the messages that processors handle, of which "
            + ", ".join(
                f"{one.label} has {small.of(one, pes).sent() / 1e6:.2f}" for one in ONE_SWITCH
            )
            + " million",
        ),
    ]
