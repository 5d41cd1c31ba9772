"""The Clam thesis (College of William and Mary), figures 4.16 to 4.18: netsort4 and netsort5
with an access-to-mobility ratio of about 20, where elements move every 20 stages, beside 1."""

from dataclasses import replace

from isthmus.experiment.clam import (
    BU,
    EU,
    HB,
    JU,
    LF,
    ONE_SWITCH,
    OWN,
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
    times_table,
)
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import ROUGHLY, SEEN, is_about
from isthmus.experiment.settings import Settings

REPRODUCES = "Clam thesis, figures 4.16 to 4.18: run time and hops with 20 stages between moves"
TAKES = "10 min"

PES = (2, 4, 8, 16, 32, 64, 128)
QUICK_PES = (2, 8, 32)
LOOKED_AT = 32  # PEs of figure 4.18, and of the runs that move at each stage
STAGES_BETWEEN_MOVES = 20
ALL = (*ONE_SWITCH, *OWN)


def run(settings: Settings) -> None:
    print_machine()
    print_policies(ALL)
    size, pes = (512, QUICK_PES) if settings.quick else (4096, PES)
    rare = [
        Run(variant, LF.name, pes[0], size, stages_between_moves=STAGES_BETWEEN_MOVES)
        for variant in ("netsort4", "netsort5")
    ]
    often = [replace(template, stages_between_moves=1) for template in rare]
    wanted = [run for template in rare for run in runs_of(template, ALL, pes)]
    wanted += [run for template in often for run in runs_of(template, ALL, (LOOKED_AT,))]
    outcomes = simulate("clam ratio", wanted, settings)
    show(
        settings,
        [Series(template, pes, outcomes) for template in rare],
        [Series(template, (LOOKED_AT,), outcomes) for template in often],
    )


def show(settings: Settings, rare: list[Series], often: list[Series]) -> None:
    from isthmus.experiment.clam_draw import draw_hops, draw_times

    written = [settings.out / f"clam_4_{number}.png" for number in (16, 18)]
    for series, number in zip(rare, (16, 17), strict=True):
        title = f"Figure 4.{number}: {series.template.variant}, ratio 20, run time in seconds"
        times_table(title, series, ALL)
    for series in often:
        times_table(f"{series.template.variant}, ratio 1", series, ALL)
    panels = {"netsort4 (figure 4.16)": rare[0], "netsort5 (figure 4.17)": rare[1]}
    draw_times("Run time, a move every 20 stages", panels, ALL, written[0])
    cases = rare[0].cases(ALL, LOOKED_AT)
    hops_table(f"Figure 4.18: netsort4 on {LOOKED_AT} PEs, ratio 20, messages by hops", cases)
    both = {"ratio 20": cases, "ratio 1": often[0].cases(ALL, LOOKED_AT)}
    draw_hops(f"netsort4 on {LOOKED_AT} PEs: hops of messages (figure 4.18)", both, written[1])
    findings = [*judge_netsort4(rare[0], often[0]), *judge_netsort5(rare[1], often[1])]
    print_standings((*rare, *often), ALL)
    print_findings("What the thesis finds", findings)
    rows = {"rows": fields(rare[0].outcomes)}
    settings.write_json("clam_ratio", {**rows, **as_fields(findings, settings.quick)})
    for path in written:
        print(f"written: {path}")
    print(verdict(findings, settings.quick))


def judge_netsort4(rare: Series, often: Series) -> list[Finding]:
    last = rare.pes[-1]
    order = rare.by_time(ONE_SWITCH, last)
    hb, hb_often = rare.of(HB, LOOKED_AT), often.of(HB, LOOKED_AT)
    ju, eu = rare.of(JU, LOOKED_AT), rare.of(EU, LOOKED_AT)
    return [
        Finding(
            "4.16",
            "BU is the best for netsort4",
            f"on {last} PEs: {names(order)}",
            order[0] == BU,
        ),
        Finding(
            "4.16",
            "HB is hardly quicker than with ratio 1",
            f"{hb.seconds:.1f} and {hb_often.seconds:.1f} s on {LOOKED_AT} PEs",
            1 - ROUGHLY <= hb.seconds / hb_often.seconds <= 1,
            f"PE 0 sends {hb.sent_by(0):,} messages and {hb_often.sent_by(0):,} with ratio 1, as "
            "its records are right more often",
        ),
        Finding(
            "4.18",
            "paths are shorter under JU than under EU",
            f"{ju.mean_hops():.2f} and {eu.mean_hops():.2f} hops on {LOOKED_AT} PEs",
            ju.mean_hops() < (1 - SEEN) * eu.mean_hops(),
        ),
    ]


def judge_netsort5(rare: Series, often: Series) -> list[Finding]:
    last = rare.pes[-1]
    order = rare.by_time(ONE_SWITCH, last)
    gains = {
        policy: often.of(policy, LOOKED_AT).seconds / rare.of(policy, LOOKED_AT).seconds
        for policy in ONE_SWITCH
    }
    ju, eu = rare.of(JU, last), rare.of(EU, last)
    bu, bu_often = rare.of(BU, LOOKED_AT), often.of(BU, LOOKED_AT)
    lf = rare.of(LF, last).seconds / rare.of(order[-2], last).seconds
    return [
        Finding(
            "4.17",
            "run time falls under all policies",
            "times: " + ", ".join(f"{policy.label} {gain:.1f}" for policy, gain in gains.items()),
            min(gains.values()) > 1 + ROUGHLY,
        ),
        Finding(
            "4.17",
            "JU is much quicker than EU",
            f"{ju.seconds:.2f} and {eu.seconds:.2f} s on {last} PEs",
            ju.seconds < (1 - ROUGHLY) * eu.seconds,
            f"messages take {ju.mean_hops():.2f} and {eu.mean_hops():.2f} hops; eager_update tells "
            "the home of every move as well, which the thesis's does not",
        ),
        Finding(
            "4.17",
            "BU sends far fewer updates, and is much better than with ratio 1",
            f"{bu.updates:,} and {bu_often.updates:,} updates, {bu.seconds:.1f} and "
            f"{bu_often.seconds:.1f} s on {LOOKED_AT} PEs",
            is_about(bu_often.updates / bu.updates, STAGES_BETWEEN_MOVES)
            and bu.seconds < bu_often.seconds / 2,
        ),
        Finding(
            "4.17",
            "LF is very bad beside the others",
            f"on {last} PEs: {names(order)}; LF takes {lf:.2f} times the time of the next",
            order[-1] == LF and lf > 1 + ROUGHLY,
        ),
    ]
