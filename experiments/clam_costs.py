"""Ours, to figure 4.9 of the Clam thesis (College of William and Mary): which policies are the best
for netsort4 on 32 PEs, by what a message costs a processor. The thesis does not tell that cost."""

from dataclasses import replace
from pathlib import Path

from isthmus.experiment.clam import (
    BU,
    EU,
    HB,
    JU,
    LF,
    ONE_SWITCH,
    Policy,
    Run,
    fields,
    names,
    print_machine,
    print_policies,
    simulate,
)
from isthmus.experiment.settings import Settings
from isthmus.report import print_table

REPRODUCES = "Ours: the order of figure 4.9 by what a message costs a processor"
TAKES = "5 min"

PES = 32
COSTS_US = (40, 80, 160, 320, 640)
Seconds = dict[Policy, list[float]]


def run(settings: Settings) -> None:
    print_machine()
    print_policies(ONE_SWITCH)
    template = Run("netsort4", LF.name, PES, 512 if settings.quick else 4096)
    wanted = {
        (policy, cost): replace(template, policy=policy.name, message_us=cost)
        for policy in ONE_SWITCH
        for cost in COSTS_US
    }
    outcomes = simulate("clam costs", wanted.values(), settings)
    seconds = {
        policy: [outcomes[wanted[policy, cost]].seconds for cost in COSTS_US]
        for policy in ONE_SWITCH
    }
    rows = [[policy.label, *(f"{one:.1f}" for one in seconds[policy])] for policy in ONE_SWITCH]
    headings = ["policy", *(f"{cost} us" for cost in COSTS_US)]
    print_table(headings, rows, title="netsort4 on 32 PEs, run time in seconds by message cost")
    for at, cost in enumerate(COSTS_US):
        print(f"{cost} us: {names(order_at(seconds, at))}")
    path = settings.out / "clam_costs.png"
    draw(seconds, path)
    text = verdict(seconds)
    settings.write_json("clam_costs", {"rows": fields(outcomes), "verdict": {"text": text}})
    print(f"written: {path}")
    print(text)


def order_at(seconds: Seconds, at: int) -> list[Policy]:
    return sorted(ONE_SWITCH, key=lambda policy: seconds[policy][at])


def verdict(seconds: Seconds) -> str:
    """At which costs the thesis's two findings on the order hold."""
    orders = {cost: order_at(seconds, at) for at, cost in enumerate(COSTS_US)}
    worst = [cost for cost, order in orders.items() if set(order[-2:]) == {HB, BU}]
    best = [cost for cost, order in orders.items() if {JU, EU} == set(order[:2])]
    return (
        f"HB and BU are the worst where a message costs a processor {_list(worst)}; "
        f"JU and EU are the best at {_list(best)}"
    )


def _list(costs: list[int]) -> str:
    return ", ".join(str(cost) for cost in costs) + " us" if costs else "none of these"


def draw(seconds: Seconds, path: Path) -> None:
    from isthmus.plots import Chart, Curve, Panel, draw_chart

    curves = [Curve(policy.label, COSTS_US, seconds[policy]) for policy in ONE_SWITCH]
    chart = Chart(
        "netsort4 on 32 PEs, by what a message costs",
        "processor time of a message at each end (us)",
        "run time (s)",
        [Panel("payload 10 KiB, 100 Mb/s", curves)],
        "virtual time, 100 Mb/s Ethernet with a switch, one PE a process",
    )
    draw_chart(chart, path)
