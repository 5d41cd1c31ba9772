"""The Clam thesis (College of William and Mary), figures 4.20 to 4.22: the end-to-end PCDT
benchmark under its location policies, balanced by work stealing: run time, hops, moves."""

from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass
from pathlib import Path

from isthmus.build import repository_root
from isthmus.errors import IsthmusError
from isthmus.experiment.clam import (
    BU,
    HB,
    JU,
    LF,
    MACHINE,
    ONE_SWITCH,
    OWN,
    PC,
    Policy,
    print_policies,
)
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.machine_model import Constant
from isthmus.experiment.margins import MOST, ROUGHLY
from isthmus.experiment.settings import RunApplication, Settings
from isthmus.experiment.stencil import worker_pool
from isthmus.progress import Steps
from isthmus.report import Report, print_table

REPRODUCES = (
    "Clam thesis, figures 4.20 to 4.22: PCDT: run time, hops, migrations by location policy"
)
TAKES = "4 min"

PES = 32
POLICIES = (*ONE_SWITCH, *OWN)
ITERATIONS, QUICK_ITERATIONS = 20, 6
SEEDS, QUICK_SEEDS = (1, 2, 3), (1,)
POLLING, BUSY = 5, 0
"""Points between two looks at the network; 0: none before a subdomain is refined. The thesis's
balancer has a polling thread, which handles messages while the application computes."""
VARIANTS = {POLLING: "polling every 1 ms", BUSY: "no polling while a subdomain is refined"}
POINT_US = 200
PROBLEM = (
    Constant("domain", "a pipe, 512 subdomains", "the thesis, 4.1.2.2 and 4.2", ()),
    Constant("iterations", "20, of 20 % of the subdomains each", "the thesis, 4.3", ()),
    Constant("aggregation", "50 splits a message", "the thesis, 4.3", ("--aggregate", "50")),
    Constant(
        "triangles",
        "300,000 at first, limits of subdomains apart by up to 7.4",
        "chosen; the thesis's 35 million (4.2) and its range of limits, 1.92e-2 to 0.26e-2",
        ("--triangles", "300000", "--spread", "7.4"),
    ),
    Constant(
        "refinement",
        "area limits by 0.8 each time",
        "chosen: the thesis refines or derefines; here subdomains are refined alone (meshgen has "
        "--derefine), so the mesh grows",
        ("--shrink", "0.8"),
    ),
    Constant(
        "processor, a point",
        f"{POINT_US} us",
        "chosen: some 1 us here (meshgen_serial); then a subdomain takes longer to refine than to "
        "move, as in the thesis",
        ("--point-time", str(POINT_US * 1000)),
    ),
)


@dataclass(frozen=True, order=True)
class Run:
    policy: str
    seed: int
    iterations: int
    slice: int

    def arguments(self) -> tuple[list[str], list[str]]:
        runtime = ["--backend", "sim", "--costs", "charged", "--location-policy", self.policy]
        runtime += ["--pes", str(PES), "--processes", str(PES)]
        own = ["--domain", str(repository_root() / "apps" / "meshgen" / "data" / "pipe.poly")]
        own += ["--subdomains", "512", "--fraction", "0.2", "--balancer", "work_stealing"]
        own += ["--iterations", str(self.iterations), "--seed", str(self.seed)]
        own += ["--slice", str(self.slice)]
        for constant in MACHINE:
            runtime += constant.options
        for constant in PROBLEM:
            own += constant.options
        return runtime, own


@dataclass(frozen=True)
class Outcome:
    """Of the iterations after the first mesh, but messages and moves of the whole run. `hops[k]`
    messages reached their subdomain after k forwards."""

    seconds: float
    moved: int
    forwarded: int
    updates: int
    messages: int
    hops: tuple[int, ...]

    def share_within(self, hops: int) -> float:
        return sum(self.hops[:hops]) / self.messages

    def mean_hops(self) -> float:
        return 1 + sum(k * count for k, count in enumerate(self.hops)) / self.messages


def outcome_of(report: Report) -> Outcome:
    """Raises IsthmusError where the report is not meshgen's."""
    metrics = report.metrics
    try:
        forwards: list[int] = []
        while (name := f"arrivals_after_{len(forwards) + 1}") in metrics:
            forwards.append(int(metrics[name]))
        # Polling is a thread in the thesis, which sends a subdomain nothing.
        messages = int(metrics["object_messages"] - metrics["messages_to_itself"])
        return Outcome(
            metrics["seconds"] - metrics["first_s"],
            int(metrics["subdomains_given"]),
            int(metrics["forwarded"]),
            int(metrics["updates"]),
            messages,
            (messages - sum(forwards), *forwards),
        )
    except KeyError as missing:
        raise IsthmusError(f"the report of meshgen has no metric {missing}") from None


Outcomes = Mapping[Run, Outcome]


def run(settings: Settings) -> None:
    for title, constants in (("Machine model", MACHINE), ("Problem", PROBLEM)):
        rows = [[constant.name, constant.value, constant.why] for constant in constants]
        print_table([title.lower(), "value", "from"], rows, left=3, title=title)
    print_policies(POLICIES)
    iterations = QUICK_ITERATIONS if settings.quick else ITERATIONS
    seeds = QUICK_SEEDS if settings.quick else SEEDS
    wanted = [
        Run(policy.name, seed, iterations, variant)
        for variant in VARIANTS
        for seed in seeds
        for policy in POLICIES
    ]
    found = simulate(wanted, settings.run_application)

    def outcomes_of(policy: Policy, variant: int) -> list[Outcome]:
        return [
            outcome
            for one, outcome in found.items()
            if one.policy == policy.name and one.slice == variant
        ]

    polling, busy = (
        {policy: outcomes_of(policy, variant) for policy in POLICIES} for variant in VARIANTS
    )
    show(settings, polling, busy, found)


def simulate(runs: list[Run], run_application: RunApplication) -> dict[Run, Outcome]:
    found = {}
    with Steps("clam pcdt", len(runs)) as steps, worker_pool() as pool:
        futures = {pool.submit(run_application, "meshgen", *one.arguments()): one for one in runs}
        waiting: set[Future[Report]] = set(futures)
        while waiting:
            done, waiting = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
            steps.tick()
            for future in done:
                one = futures[future]
                found[one] = outcome_of(future.result())
                steps.begin(f"{one.policy}, seed {one.seed}")
                steps.end(f"{found[one].seconds:.2f} s, {found[one].moved} moved")
    return found


ByPolicy = Mapping[Policy, list[Outcome]]


def mean(outcomes: list[Outcome], value: str) -> float:
    return sum(float(getattr(one, value)) for one in outcomes) / len(outcomes)


def share_within(outcomes: list[Outcome], hops: int) -> float:
    return sum(one.share_within(hops) for one in outcomes) / len(outcomes)


def mean_hops(outcomes: list[Outcome]) -> float:
    return sum(one.mean_hops() for one in outcomes) / len(outcomes)


def show(settings: Settings, polling: ByPolicy, busy: ByPolicy, found: Outcomes) -> None:
    for variant, by_policy in ((POLLING, polling), (BUSY, busy)):
        print_outcomes(VARIANTS[variant], by_policy)
    findings = judge(polling, busy)
    print_findings("What the thesis finds", findings)
    path = settings.out / "clam_4_20.png"
    draw(polling, busy, path)
    fields = [{**asdict(one), **asdict(outcome)} for one, outcome in found.items()]
    settings.write_json("clam_pcdt", {"rows": fields, **as_fields(findings, settings.quick)})
    print(f"written: {path}")
    print(verdict(findings, settings.quick))


def print_outcomes(variant: str, by_policy: ByPolicy) -> None:
    rows = []
    for policy, outcomes in by_policy.items():
        rows.append(
            [
                policy.label,
                f"{mean(outcomes, 'seconds'):.2f}",
                f"{min(o.seconds for o in outcomes):.2f} to {max(o.seconds for o in outcomes):.2f}",
                *(f"{100 * share_within(outcomes, k):.1f}" for k in (1, 2, 3, 4)),
                f"{mean_hops(outcomes):.3f}",
                f"{mean(outcomes, 'moved'):,.0f}",
                f"{mean(outcomes, 'forwarded'):,.0f}",
                f"{mean(outcomes, 'updates'):,.0f}",
            ]
        )
    headings = ["policy", "seconds", "by seed", "% within 1 hop", "2", "3", "4", "mean hops"]
    headings += ["moved", "forwarded", "updates"]
    title = f"Figures 4.20 to 4.22: PCDT on {PES} PEs, {variant}, means of the seeds"
    print_table(headings, rows, title=title)
    seconds = {policy: mean(outcomes, "seconds") for policy, outcomes in by_policy.items()}
    best = min(seconds[policy] for policy in ONE_SWITCH)
    for own in OWN:
        behind = 100 * (seconds[own] / best - 1)
        place = sorted(seconds.values()).index(seconds[own]) + 1
        print(f"{own.name}: {behind:+.1f} % of the thesis's best, place {place} of {len(seconds)}")
    print()


def judge(polling: ByPolicy, busy: ByPolicy) -> list[Finding]:
    seconds = {policy: mean(polling[policy], "seconds") for policy in ONE_SWITCH}
    others = [seconds[policy] for policy in ONE_SWITCH if policy != BU]
    spread = max(others) / min(others)
    busy_seconds = [mean(busy[policy], "seconds") for policy in ONE_SWITCH if policy != BU]
    busy_spread = max(busy_seconds) / min(busy_seconds)
    hops = {policy: mean_hops(polling[policy]) for policy in ONE_SWITCH}
    shortest = sorted(ONE_SWITCH, key=lambda policy: hops[policy])
    moved = {policy: mean(polling[policy], "moved") for policy in ONE_SWITCH}
    updates = mean(polling[BU], "updates")
    return [
        Finding(
            "4.20",
            "but for BU, run times are within 10 % of each other",
            f"{min(others):.2f} to {max(others):.2f} s: {100 * (spread - 1):.1f} %",
            spread <= 1 + ROUGHLY,
        ),
        Finding(
            "4.20",
            "BU is more than 10 % off",
            f"BU {seconds[BU]:.2f} s: {100 * (seconds[BU] / min(others) - 1):.1f} % above the best",
            seconds[BU] / min(others) > 1 + ROUGHLY,
            f"{mean(polling[BU], 'moved'):,.0f} moves are told in {updates:,.0f} updates. They "
            f"take the {PES} processors 0.16 ms each, {updates * 0.16e-3 / PES:.2f} s of their "
            f"time, while BU is {seconds[BU] - min(others):.2f} s behind the best",
        ),
        Finding(
            "4.20",
            "polling beside the application hides what policies cost",
            f"but for BU they differ by {100 * (spread - 1):.1f} % with polling, by "
            f"{100 * (busy_spread - 1):.1f} % without",
            spread <= 1 + ROUGHLY < busy_spread,
        ),
        Finding(
            "4.21",
            "as for netsort, BU has the shortest paths of the policies",
            ", ".join(f"{policy.label} {hops[policy]:.2f}" for policy in shortest),
            shortest[0] == BU,
        ),
        Finding(
            "4.21",
            "as for netsort, HB needs two hops at most for most messages",
            f"{100 * share_within(polling[HB], 2):.1f} % of them",
            share_within(polling[HB], 2) > MOST,
        ),
        Finding(
            "4.21",
            "as for netsort, paths grow from PC to JU to LF",
            ", ".join(f"{policy.label} {hops[policy]:.2f}" for policy in (PC, JU, LF)),
            hops[PC] < hops[JU] < hops[LF],
        ),
        Finding(
            "4.22",
            "the policy makes a significant difference to how many objects are moved",
            f"from {min(moved.values()):,.0f} to {max(moved.values()):,.0f}",
            max(moved.values()) / min(moved.values()) > 1 + ROUGHLY,
            f"by seed: {moves_text(polling)}. Without polling it does: {moves_text(busy)}. Then "
            "messages wait at every PE on their way, so work comes later to its subdomain and is "
            "balanced in other places. The thesis has no explanation",
        ),
        Finding(
            "4.22",
            "the difference between JU and HB is especially large",
            f"JU {moved[JU]:,.0f}, HB {moved[HB]:,.0f}",
            max(moved[JU], moved[HB]) / min(moved[JU], moved[HB]) > 1 + ROUGHLY,
            f"without polling JU {mean(busy[JU], 'moved'):,.0f} and HB "
            f"{mean(busy[HB], 'moved'):,.0f} do not differ either",
        ),
    ]


def moves_text(by_policy: ByPolicy) -> str:
    """By policy, from the least to the most of the seeds."""
    ranges = []
    for policy in ONE_SWITCH:
        moved = [outcome.moved for outcome in by_policy[policy]]
        ranges.append(f"{policy.label} {min(moved):,} to {max(moved):,}")
    return ", ".join(ranges)


def draw(polling: ByPolicy, busy: ByPolicy, path: Path) -> None:
    from isthmus import plots

    labels = [policy.label for policy in polling]
    variants = ((-0.2, polling, plots.COLOURS[0], POLLING), (0.2, busy, plots.COLOURS[4], BUSY))
    with plots.new_figure(15.0, 4.8) as figure:
        times, hops, moves = figure.subplots(1, 3)
        for place, value, title, unit in (
            (times, "seconds", "Run time (figure 4.20)", "s"),
            (moves, "moved", "Subdomains moved (figure 4.22)", "subdomains"),
        ):
            for shift, by_policy, colour, variant in variants:
                means = [mean(outcomes, value) for outcomes in by_policy.values()]
                places = [x + shift for x in range(len(labels))]
                place.bar(places, means, 0.38, color=colour, label=VARIANTS[variant])
                for x, outcomes in zip(places, by_policy.values(), strict=True):
                    seeds = [float(getattr(one, value)) for one in outcomes]
                    place.plot([x] * len(seeds), seeds, "_", color=plots.INK)
            place.set_xticks(range(len(labels)), labels, rotation=20, ha="right")
            place.set_title(title)
            place.set_ylabel(unit)
        times.set_ylim(top=1.3 * times.get_ylim()[1])
        times.legend(frameon=False, loc="upper right")
        for i, policy in enumerate(ONE_SWITCH):
            share = [100 * share_within(polling[policy], k) for k in range(1, 7)]
            marker, colour = plots.MARKERS[i], plots.COLOURS[i]
            hops.plot(range(1, 7), share, marker=marker, color=colour, label=policy.label)
        hops.set_title("Messages within so many hops (figure 4.21)")
        hops.set_xlabel("hops")
        hops.set_ylabel("%")
        hops.set_xticks(range(1, 7))
        hops.legend(frameon=False)
        figure.suptitle(
            f"PCDT on {PES} PEs, 512 subdomains, work stealing; ticks: seeds",
            x=0.012,
            ha="left",
            fontsize=13,
            fontweight="bold",
        )
        plots.save(figure, path)
