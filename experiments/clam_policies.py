"""The Clam thesis (College of William and Mary), figures 4.9 to 4.14: netsort4 and netsort5 under
its location policies on 2 to 128 PEs: run times, hops of messages, and what PEs send."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from isthmus.experiment.clam import (
    BU,
    EU,
    FORWARDING,
    HB,
    JU,
    LF,
    MOBILE,
    ONE_SWITCH,
    OWN,
    PC,
    Run,
    Series,
    fields,
    hops_table,
    kinds_table,
    names,
    print_machine,
    print_policies,
    print_standings,
    runs_of,
    simulate,
    times_table,
)
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import ALMOST_NONE, MOST, ROUGHLY, SCALES_WELL, is_level
from isthmus.experiment.settings import Settings
from isthmus.report import print_table

REPRODUCES = "Clam thesis, figures 4.9 to 4.14: run time, hops, messages by location policy"
TAKES = "15 min"

PES = (2, 4, 8, 16, 32, 64, 128)
QUICK_PES = (2, 8, 16, 32)
QUICK_SIZE = 512
LOOKED_AT = 32  # PEs of figures 4.11, 4.13 and 4.14
ALL = (*ONE_SWITCH, *OWN)


def run(settings: Settings) -> None:
    print_machine()
    print_policies(ALL)
    size, pes = (QUICK_SIZE, QUICK_PES) if settings.quick else (4096, PES)
    templates = [Run(variant, LF.name, pes[0], size) for variant in ("netsort4", "netsort5")]
    wanted = [run for template in templates for run in runs_of(template, ALL, pes)]
    mobile = [replace(template, layer=MOBILE) for template in templates]
    wanted += [run for one in mobile for run in runs_of(one, ONE_SWITCH, (LOOKED_AT,))]
    outcomes = simulate("clam policies", wanted, settings)
    four, five = (Series(template, pes, outcomes) for template in templates)
    show(settings, four, five, [Series(one, (LOOKED_AT,), outcomes) for one in mobile])


def show(settings: Settings, four: Series, five: Series, mobile: Sequence[Series]) -> None:
    from isthmus.experiment.clam_draw import draw_hops, draw_kinds, draw_times

    written = [settings.out / f"clam_4_{number}.png" for number in (9, 11, 13, 14)]
    times_table("Figure 4.9: netsort4, run time in seconds", four, ALL)
    times_table("Figure 4.10: netsort5, run time in seconds", five, ALL)
    panels = {"netsort4 (figure 4.9)": four, "netsort5 (figure 4.10)": five}
    draw_times("Run time by location policy", panels, ALL, written[0])
    hops = {f"{count} PEs": four.cases(ALL, count) for count in four.pes if count in (32, 64)}
    for name, cases in hops.items():
        hops_table(f"Figures 4.11 and 4.12: netsort4 on {name}, messages by hops", cases)
    draw_hops("netsort4: hops of messages (figures 4.11, 4.12)", hops, written[1])
    for series, number, path in ((four, 13, written[2]), (five, 14, written[3])):
        title = f"Figure 4.{number}: {series.template.variant} on {LOOKED_AT} PEs, messages sent"
        kinds_table(title, series.cases(ALL, LOOKED_AT))
        draw_kinds(title, series.cases(ALL, LOOKED_AT), path)
    findings = [
        *judge_netsort4(four),
        *judge_netsort5(four, five),
        *judge_hops(four),
        *judge_kinds(four, five),
    ]
    print_layers((four, five), mobile)
    print_standings((four, five), ALL)
    print_findings("What the thesis finds", findings)
    rows = {"rows": fields(four.outcomes)}  # of all series
    settings.write_json("clam_policies", {**rows, **as_fields(findings, settings.quick)})
    for path in written:
        print(f"written: {path}")
    print(verdict(findings, settings.quick))


def print_layers(array: Sequence[Series], mobile: Sequence[Series]) -> None:
    """The same elements over the mobile layer, as the thesis has them."""
    for ours, over in zip(array, mobile, strict=True):
        rows, ratios = [], []
        for policy in ONE_SWITCH:
            one, other = ours.of(policy, LOOKED_AT), over.of(policy, LOOKED_AT)
            ratios.append(other.seconds / one.seconds)
            hops = (f"{one.mean_hops():.2f}", f"{other.mean_hops():.2f}")
            times = (f"{one.seconds:.2f}", f"{other.seconds:.2f}", f"{ratios[-1]:.3f}")
            rows.append([policy.label, *times, *hops])
        headings = ["policy", "array, s", "mobile, s", "ratio", "array, hops", "mobile, hops"]
        variant = ours.template.variant
        print_table(headings, rows, title=f"{variant} on {LOOKED_AT} PEs, by layer")
        orders = [names(series.by_time(ONE_SWITCH, LOOKED_AT)) for series in (ours, over)]
        print(
            f"{variant} over mobile objects takes {min(ratios):.3f} to {max(ratios):.3f} times as "
            f"long as over an array; the quickest first: {orders[1]}, over an array {orders[0]}."
        )


def judge_netsort4(four: Series) -> list[Finding]:
    first, last = four.pes[0], four.pes[-1]
    order = four.by_time(ONE_SWITCH, last)
    times = {policy: four.seconds(policy) for policy in ONE_SWITCH}
    lows = {policy: four.pes[times[policy].index(min(times[policy]))] for policy in ONE_SWITCH}
    broadcast = four.of(BU, last)
    ju, eu, hb = times[JU][-1], times[EU][-1], times[HB][-3:]
    few = four.of(JU, first)
    return [
        Finding(
            "4.9",
            "run time grows with the PEs under all policies",
            ", ".join(
                f"{policy.label} {times[policy][0]:.0f} to {times[policy][-1]:.0f} s, least on "
                f"{lows[policy]}"
                for policy in ONE_SWITCH
            ),
            all(
                earlier < later
                for policy in ONE_SWITCH
                for earlier, later in pairwise(times[policy])
            ),
            f"on {first} PEs every PE sends {few.sent() / first:,.0f} messages, on {last} PEs "
            f"{four.of(JU, last).sent_by(1):,} under JU: time falls while ports share the load, "
            f"and grows from where PE 0, which then sends {four.of(JU, last).sent_by(0):,}, is the "
            "last to end. What else made 2003's runtime slower with more peers is not modelled",
        ),
        Finding(
            "4.9",
            "JU and EU are the best",
            f"on {last} PEs: {names(order)}",
            set(order[:2]) == {JU, EU},
            f"{updates_text(four, last)}. Of BU's messages PE 0 sends "
            f"{100 * broadcast.sent_by(0) / broadcast.sent():.1f} %",
        ),
        Finding(
            "4.9",
            "HB and BU are the worst (by which the cost of a message was chosen, on 32 PEs)",
            f"on {last} PEs: {names(order)}",
            set(order[-2:]) == {HB, BU},
            "as above, of BU",
            fitted=True,
        ),
        Finding(
            "4.9",
            "JU and EU perform roughly the same",
            f"{ju:.1f} and {eu:.1f} s on {last} PEs",
            abs(ju / eu - 1) <= ROUGHLY,
        ),
        Finding(
            "4.9",
            "HB changes little with the PEs",
            f"{hb[0]:.1f} to {hb[-1]:.1f} s from {four.pes[-3]} to {last} PEs",
            max(hb) / min(hb) <= 1 + ROUGHLY,
        ),
        Finding(
            "4.9",
            "BU grows almost linearly with the PEs: dealing out dominates",
            f"{times[BU][-2]:.1f} s on {four.pes[-2]}, {times[BU][-1]:.1f} s on {last} PEs, of "
            f"which {broadcast.setup_s:.1f} s dealing out",
            is_level(times[BU][-1] / times[BU][-2], last / four.pes[-2]),
            f"PE 0 sends {four.template.size} times {last - 1} updates while it deals out; what "
            "comes after that takes less the more PEs share it",
        ),
    ]


def updates_text(series: Series, pes: int) -> str:
    """Updates and messages forwarded under each policy."""
    said = [
        f"{policy.label} {series.of(policy, pes).updates / 1e3:,.0f} and "
        f"{series.of(policy, pes).forwarded / 1e3:,.0f}"
        for policy in ONE_SWITCH
    ]
    return "thousands of updates and of messages forwarded: " + ", ".join(said)


def judge_netsort5(four: Series, five: Series) -> list[Finding]:
    last = five.pes[-1]
    order4, order5 = (series.by_time(ONE_SWITCH, last) for series in (four, five))
    forwarding = five.by_time(FORWARDING, last)
    hb, bu = five.seconds(HB), five.seconds(BU)
    return [
        Finding(
            "4.10",
            "of the forwarding policies PC is the best",
            f"on {last} PEs: {names(forwarding)}",
            forwarding[0] == PC,
        ),
        Finding(
            "4.10",
            "HB scales well",
            ", ".join(f"{seconds:.1f}" for seconds in hb) + " s",
            hb[-3] / hb[-1] >= SCALES_WELL * five.pes[-1] / five.pes[-3],
        ),
        Finding(
            "4.10",
            "BU improves with the PEs",
            ", ".join(f"{seconds:.1f}" for seconds in bu) + " s",
            all(later < earlier for earlier, later in pairwise(bu[-3:])),
        ),
        Finding(
            "4.10",
            "policies compare otherwise than for netsort4: HB is not among the last",
            f"4.9: {names(order4)}; 4.10: {names(order5)}",
            order5.index(HB) < order4.index(HB) and HB not in order5[-2:],
        ),
    ]


def judge_hops(four: Series) -> list[Finding]:
    at = {policy: four.of(policy, LOOKED_AT) for policy in ONE_SWITCH}
    shortest = four.by_hops(ONE_SWITCH, LOOKED_AT)
    longest_lf, longest_pc = at[LF].longest(), at[PC].longest()
    return [
        Finding(
            "4.11",
            "BU has the shortest paths, most messages take one hop",
            f"{100 * at[BU].share_within(1):.0f} % take one; by mean: {names(shortest)}",
            shortest[0] == BU and at[BU].share_within(1) > MOST,
        ),
        Finding(
            "4.11",
            "HB: most messages take two hops, almost none more than four",
            f"{100 * at[HB].share_within(2):.0f} % at most two, "
            f"{100 - 100 * at[HB].share_within(4):.2f} % more than four",
            at[HB].share_within(2) > MOST and 1 - at[HB].share_within(4) < ALMOST_NONE,
        ),
        Finding(
            "4.11",
            "paths grow from PC to JU to LF",
            ", ".join(f"{one.label} {at[one].mean_hops():.2f}" for one in (PC, JU, LF)),
            at[PC].mean_hops() < at[JU].mean_hops() < at[LF].mean_hops(),
        ),
        Finding(
            "4.11",
            "the longest path is of 26 hops under LF, of 13 under PC",
            f"{longest_lf} and {longest_pc}",
            is_level(longest_lf, 26) and is_level(longest_pc, 13),
        ),
    ]


def judge_kinds(four: Series, five: Series) -> list[Finding]:
    at = {policy: four.of(policy, LOOKED_AT) for policy in ONE_SWITCH}
    loads4 = {policy: at[policy].load_of_zero() for policy in ONE_SWITCH}
    loads5 = {policy: five.of(policy, LOOKED_AT).load_of_zero() for policy in ONE_SWITCH}
    return [
        Finding(
            "4.13",
            "PE 0 sends more than any other PE under all policies",
            "times the others: " + ", ".join(f"{p.label} {x:.1f}" for p, x in loads4.items()),
            all(outcome.sent_by(0) == outcome.most_sent() for outcome in at.values()),
            "under BU every PE tells of the elements that leave it, and updates are "
            f"{100 * at[BU].updates / at[BU].sent():.0f} % of all messages; of the others PE 0 has "
            f"{at[BU].sent_by(0) - at[BU].by_pe[0][2]:,}, PE 1 "
            f"{at[BU].sent_by(1) - at[BU].by_pe[1][2]:,}",
        ),
        Finding(
            "4.13",
            "JU and PC forward less than LF",
            ", ".join(f"{p.label} {at[p].forwarded:,}" for p in FORWARDING),
            at[LF].forwarded == max(at[policy].forwarded for policy in FORWARDING),
        ),
        Finding(
            "4.14",
            "PE 0 sends only a little more than the others, at the beginning",
            "times the others: " + ", ".join(f"{p.label} {x:.2f}" for p, x in loads5.items()),
            all(1 < load <= 1 + ROUGHLY for load in loads5.values()),
        ),
    ]
