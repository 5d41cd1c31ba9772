"""The Clam thesis (College of William and Mary), figure 4.19: netsort4 with 1 KiB on 32 PEs, on one
switch, and on two with 10 Mb/s between them."""

from dataclasses import replace
from pathlib import Path

from isthmus.experiment.clam import (
    BU,
    HB,
    LF,
    OUR_PU,
    OWN,
    PARTITIONED,
    PU,
    Outcome,
    Policy,
    Run,
    Series,
    fields,
    hops_table,
    names,
    print_machine,
    print_policies,
    print_standings,
    runs_of,
    simulate,
)
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import ROUGHLY
from isthmus.experiment.settings import Settings
from isthmus.report import print_table

REPRODUCES = "Clam thesis, figure 4.19: run time on one switch and on two with a thin link between"
TAKES = "2 min"

PES = 32
THIN_MBPS = 10
ALL = (*PARTITIONED, OUR_PU, *OWN)
Times = dict[Policy, Outcome]


def run(settings: Settings) -> None:
    print_machine()
    print_policies(ALL)
    size = 512 if settings.quick else 4096
    one = Run("netsort4", LF.name, PES, size, payload=1024)
    two = replace(one, partition_mbps=THIN_MBPS)
    wanted = [run for template in (one, two) for run in runs_of(template, ALL, (PES,))]
    outcomes = simulate("clam partitions", wanted, settings)
    series = [Series(template, (PES,), outcomes) for template in (one, two)]
    print_standings(series, ALL)
    whole, parted = ({policy: each.of(policy, PES) for policy in ALL} for each in series)
    show(settings, whole, parted, fields(outcomes))


def show(settings: Settings, whole: Times, parted: Times, rows: list[dict[str, object]]) -> None:
    cells = [
        [
            policy.label,
            f"{whole[policy].seconds:.1f}",
            f"{parted[policy].seconds:.1f}",
            f"{parted[policy].updates:,}",
            f"{parted[policy].forwarded:,}",
        ]
        for policy in ALL
    ]
    headings = ["policy", "one switch s", "two, 10 Mb/s between s", "updates", "forwarded"]
    print_table(headings, cells, title="Figure 4.19: netsort4 with 1 KiB on 32 PEs, run time")
    hops_table("Two switches: messages by hops", {policy.label: parted[policy] for policy in ALL})
    path = settings.out / "clam_4_19.png"
    draw(whole, parted, path)
    findings = judge(whole, parted)
    print_findings("What the thesis finds", findings)
    settings.write_json("clam_partitions", {"rows": rows, **as_fields(findings, settings.quick)})
    print(f"written: {path}")
    print(verdict(findings, settings.quick))


def judge(whole: Times, parted: Times) -> list[Finding]:
    order = sorted(PARTITIONED, key=lambda policy: parted[policy].seconds)
    slower = {policy: parted[policy].seconds / whole[policy].seconds for policy in PARTITIONED}
    by_hops = sorted(PARTITIONED, key=lambda policy: parted[policy].mean_hops())
    pu, bu = parted[PU], parted[BU]
    return [
        Finding(
            "4.19",
            "PU and HB outperform all others across the thin link",
            names(order),
            set(order[:2]) == {PU, HB},
            f"BU takes {bu.seconds:.1f} s, PU {pu.seconds:.1f} s. Hops on average: "
            + ", ".join(f"{policy.label} {parted[policy].mean_hops():.2f}" for policy in order),
        ),
        Finding(
            "4.19",
            "PU has good paths",
            ", ".join(f"{one.label} {parted[one].mean_hops():.2f}" for one in by_hops) + " hops",
            PU in by_hops[:2],  # BU, which tells all of each move, has the shortest
        ),
        Finding(
            "4.19",
            "the thin link slows every policy",
            ", ".join(f"{policy.label} x {ratio:.1f}" for policy, ratio in slower.items()),
            min(slower.values()) > 1 + ROUGHLY,
        ),
    ]


def draw(whole: Times, parted: Times, path: Path) -> None:
    from isthmus.experiment.clam_draw import draw_pairs

    draw_pairs(
        "netsort4 with 1 KiB on 32 PEs (figure 4.19)",
        [policy.label for policy in ALL],
        {
            "one switch": [whole[policy].seconds for policy in ALL],
            "two, 10 Mb/s between": [parted[policy].seconds for policy in ALL],
        },
        path,
    )
