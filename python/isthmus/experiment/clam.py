"""The sorting network of the Clam thesis (College of William and Mary), chapter 4, in virtual time:
its machine, its location policies, and many runs at once."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass, replace
from typing import Any

from isthmus.errors import IsthmusError
from isthmus.experiment.machine_model import Constant
from isthmus.experiment.settings import RunApplication, Settings
from isthmus.experiment.stencil import worker_pool
from isthmus.progress import Steps
from isthmus.report import Report, print_table


@dataclass(frozen=True)
class Policy:
    """A location policy as we and as the thesis call it; `thesis` is empty for those that it has
    not. `differs`: what ours does otherwise than the thesis's of that name."""

    name: str
    thesis: str = ""
    differs: str = ""

    @property
    def is_published(self) -> bool:
        """It is the thesis's, as the thesis has it."""
        return bool(self.thesis) and not self.differs

    @property
    def label(self) -> str:
        if self.differs:
            return f"{self.thesis} (ours)"
        return self.thesis or self.name


LF = Policy("lazy_forwarding", "LF")
JU = Policy("jump_update", "JU")
PC = Policy("path_compression", "PC")
BU = Policy("broadcast_update:published", "BU")
PU = Policy("partitioned_update:published", "PU")
EU = Policy("eager_update:published", "EU")
HB = Policy("home_based", "HB")
OUR_BU = Policy(
    "broadcast_update",
    "BU",
    "the PE that an element comes to tells all others, and another site once; by the thesis the "
    "PE that it leaves tells each of them",
)
OUR_PU = Policy("partitioned_update", "PU", "the home is told of every move, too")
OUR_EU = Policy("eager_update", "EU", "the home is told of every move, too")
OWN = (OUR_BU, OUR_EU, Policy("home_and_sender"), Policy("adaptive"))
"""Policies that the thesis does not have: run and plotted beside its own, and never the subject of
its findings."""
FORWARDING = (LF, JU, PC)
ONE_SWITCH = (LF, JU, PC, BU, EU, HB)
"""Those of all its figures but 4.19."""
PARTITIONED = (LF, JU, PC, BU, PU, EU, HB)
ADAPTIVE_IS_FITTED = (
    "adaptive's constants were fitted to netsort on 8 and 32 PEs of this machine: what it is worth "
    "beside the others on figures 4.9 to 4.19 is no test of it; PCDT (clam_pcdt) is"
)


def everywhere(*settings: str) -> tuple[str, ...]:
    return tuple(
        word
        for reach in ("same_node", "same_site", "between_sites")
        for setting in settings
        for word in ("--sim", f"{reach}.{setting}")
    )


MESSAGE_US = 80
"""What a processor takes to send or to receive a message."""


def message_costs(processor_us: int) -> tuple[str, ...]:
    return everywhere(f"send={processor_us}us", f"receive={processor_us}us")


# A message of no bytes takes 80 + 40 + 80 = 200 us, one of 10 KiB 0.18 + 0.87 + 0.18 ms.
MACHINE = (
    Constant("a process", "one PE, a node of its own", "the thesis, 4.3", ()),
    Constant(
        "network",
        "100 Mb/s out of each process",
        "the thesis, 4.1.1: switched Fast Ethernet; all that a process sends queues for its port",
        everywhere("bandwidth=100Mb/s"),
    ),
    Constant(
        "latency",
        "40 us",
        "chosen; with the processors' parts 0.2 ms one way. The thesis gives none in its text; "
        "Ames Laboratory's IBM cluster of the time had 0.11 to 0.13 ms over Fast Ethernet",
        everywhere("latency=40us"),
    ),
    Constant(
        "processor, a message",
        f"{MESSAGE_US} us at each end",
        "chosen, with one finding on figure 4.9 in view, which is then no test: HB and BU are the "
        "worst from here on, and not with 40 us (clam_costs)",
        message_costs(MESSAGE_US),
    ),
    Constant(
        "processor, a byte",
        "10 ns at each end",
        "chosen: one copy at 100 MB/s",
        everywhere("send_byte=10", "receive_byte=10"),
    ),
    Constant(
        "processor, a comparison", "10 us", "chosen; the application charges it (--stage-time)", ()
    ),
)
STAGE_NS = 10_000
ARRAY, MOBILE = "array", "mobile"
LAYERS = {
    ARRAY: "elements of a chare array; the thesis's are mobile objects: clam_policies has both, "
    "clam_layers those",
    MOBILE: "mobile objects, as in the thesis",
}
"""What netsort's elements are: its variants."""


def print_machine(layer: str = ARRAY) -> None:
    """And which variant of netsort runs there."""
    rows = [[constant.name, constant.value, constant.why] for constant in MACHINE]
    rows.append(["netsort", f"--layer {layer}", LAYERS[layer]])
    print_table(["the machine", "value", "from"], rows, left=3, title="Machine model")


def print_policies(policies: Iterable[Policy]) -> None:
    """Those that go by the thesis's names and are not quite its own, and how ours came to be."""
    for policy in policies:
        if policy.differs:
            print(f"{policy.label} is {policy.name}: {policy.differs}.")
    print(f"{ADAPTIVE_IS_FITTED}.\n")


@dataclass(frozen=True, order=True)
class Run:
    """One run of netsort. `partition_mbps` is the bandwidth between the two halves of the PEs; 0:
    all hang on one switch. `message_us` is the processor's part of a message, at each end.
    `layer`: what elements are, of an array or mobile objects as in the thesis. `machine`: options
    that come after those of the machine."""

    variant: str  # netsort4: all elements made on PE 0; netsort5: everywhere
    policy: str
    pes: int
    size: int = 4096
    payload: int = 10240
    stages_between_moves: int = 1
    partition_mbps: int = 0
    message_us: int = MESSAGE_US
    layer: str = ARRAY
    machine: tuple[str, ...] = ()

    def text(self) -> str:
        return f"{self.variant}, {self.policy}, {self.pes} PEs"

    def arguments(self) -> tuple[list[str], list[str]]:
        """Runtime options, and the application's own."""
        sites = 2 if self.partition_mbps else 1
        per_site = str(self.pes // sites)
        runtime = ["--backend", "sim", "--costs", "charged", "--location-policy", self.policy]
        runtime += ["--sites", str(sites), "--pes", per_site, "--processes", per_site]
        for constant in MACHINE:
            runtime += constant.options
        runtime += message_costs(self.message_us)
        runtime += self.machine
        if self.partition_mbps:
            runtime += ["--sim", f"between_sites.bandwidth={self.partition_mbps}Mb/s"]
            runtime += ["--border-first", "no"]  # Clam knew no such thing
        own = ["--size", str(self.size), "--payload", str(self.payload), "--by-pe", "--check"]
        own += ["--created", "zero" if self.variant == "netsort4" else "spread"]
        own += ["--stages-between-moves", str(self.stages_between_moves)]
        own += ["--stage-time", str(STAGE_NS), "--layer", self.layer]
        return runtime, own


@dataclass(frozen=True)
class Outcome:
    """What a run tells. `hops[k]` messages reached their element after k forwards, which the thesis
    counts as k + 1 hops; the last also stands for more. Messages by PE: sent, forwarded,
    updates."""

    seconds: float
    setup_s: float
    messages: int
    forwarded: int
    updates: int
    migrations: int
    hops: Sequence[int]
    by_pe: Sequence[tuple[int, int, int]]

    def mean_hops(self) -> float:
        return 1 + sum(k * count for k, count in enumerate(self.hops)) / self.messages

    def share_within(self, hops: int) -> float:
        """Of the messages, those that took at most so many hops."""
        return sum(self.hops[:hops]) / self.messages

    def longest(self) -> int:
        """Hops of the message that took most."""
        return max(k + 1 for k, count in enumerate(self.hops) if count > 0)

    def sent_by(self, pe: int) -> int:
        return sum(self.by_pe[pe])

    def load_of_zero(self) -> float:
        """What PE 0 sends, over the mean of the others."""
        others = [self.sent_by(pe) for pe in range(1, len(self.by_pe))]
        return self.sent_by(0) * len(others) / sum(others)

    def sent(self) -> int:
        return sum(self.sent_by(pe) for pe in range(len(self.by_pe)))

    def most_sent(self) -> int:
        """Of all PEs."""
        return max(self.sent_by(pe) for pe in range(len(self.by_pe)))


Outcomes = Mapping[Run, Outcome]


def outcome_of(report: Report) -> Outcome:
    """Raises IsthmusError where the report is not of a run of netsort with --by-pe."""
    metrics = report.metrics
    try:
        hops: list[int] = []
        while f"arrivals_after_{len(hops)}" in metrics:
            hops.append(int(metrics[f"arrivals_after_{len(hops)}"]))
        by_pe: list[tuple[int, int, int]] = []
        while (name := f"pe_{len(by_pe)}") + "_values" in metrics:
            kinds = [int(metrics[f"{name}_{kind}"]) for kind in ("values", "forwarded", "updates")]
            by_pe.append((kinds[0], kinds[1], kinds[2]))
        return Outcome(
            metrics["seconds"],
            metrics["setup_s"],
            int(metrics["values"]),
            int(metrics["forwarded"]),
            int(metrics["updates"]),
            int(metrics["migrations"]),
            hops,
            by_pe,
        )
    except KeyError as missing:
        raise IsthmusError(f"the report of netsort has no metric {missing}") from None


def simulate(what: str, runs: Iterable[Run], settings: Settings) -> dict[Run, Outcome]:
    """As many at a time as there are cores, and says how far it has come."""
    # The largest first: none of them is then left for the end, when the other cores are idle.
    order = sorted(
        dict.fromkeys(runs), key=lambda run: (-run.pes, run.policy not in (BU.name, OUR_BU.name))
    )
    found: dict[Run, Outcome] = {}
    with Steps(what, len(order)) as steps, worker_pool() as pool:
        futures = {pool.submit(_outcome, run, settings.run_application): run for run in order}
        waiting: set[Future[Outcome]] = set(futures)
        while waiting:
            done, waiting = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
            steps.tick()
            for future in done:
                run = futures[future]
                found[run] = future.result()
                steps.begin(run.text())
                steps.end(f"{found[run].seconds:.1f} s, {found[run].mean_hops():.2f} hops")
    return {run: found[run] for run in dict.fromkeys(runs)}


def _outcome(run: Run, run_application: RunApplication) -> Outcome:
    return outcome_of(run_application("netsort", *run.arguments()))


def runs_of(template: Run, policies: Iterable[Policy], pes: Iterable[int]) -> list[Run]:
    return [replace(template, policy=one.name, pes=count) for one in policies for count in pes]


@dataclass(frozen=True)
class Series:
    """The runs of one template: by policy and number of PEs."""

    template: Run
    pes: Sequence[int]
    outcomes: Outcomes

    def of(self, policy: Policy, pes: int) -> Outcome:
        return self.outcomes[replace(self.template, policy=policy.name, pes=pes)]

    def seconds(self, policy: Policy) -> list[float]:
        return [self.of(policy, count).seconds for count in self.pes]

    def cases(self, policies: Iterable[Policy], pes: int) -> dict[str, Outcome]:
        return {policy.label: self.of(policy, pes) for policy in policies}

    def by_time(self, policies: Iterable[Policy], pes: int) -> list[Policy]:
        """The quickest first."""
        return sorted(policies, key=lambda policy: self.of(policy, pes).seconds)

    def by_hops(self, policies: Iterable[Policy], pes: int) -> list[Policy]:
        """The shortest paths first."""
        return sorted(policies, key=lambda policy: self.of(policy, pes).mean_hops())


def print_standings(all_series: Iterable[Series], policies: Sequence[Policy]) -> None:
    """How far our own policies are behind the best of the thesis's, over all points together; what
    is said of adaptive is of runs that it was fitted to."""
    points = [(series, count) for series in all_series for count in series.pes]
    for own in (policy for policy in policies if not policy.is_published):
        behind, worst_by = [], []
        for series, count in points:
            seconds = {policy: series.of(policy, count).seconds for policy in policies}
            best = min((one for one in policies if one.is_published), key=lambda one: seconds[one])
            where = f"{series.template.variant} on {count} PEs, where {best.label} is the best"
            behind.append((seconds[own] / seconds[best] - 1, where))
            others = max(seconds[one] for one in policies if one != own)
            if seconds[own] >= others:
                worst_by.append(seconds[own] / others - 1)
        most, where = max(behind)
        by = f", by {100 * max(worst_by):.2f} % at most" if worst_by else ""
        fitted = " (fitted to such runs)" if own.name == "adaptive" else ""
        print(
            f"{own.label}{fitted}: at most {100 * max(most, 0):.0f} % slower than the best of the "
            f"thesis's ({where}), the slowest of all at {len(worst_by)} of {len(points)} points{by}"
        )


def fields(outcomes: Outcomes) -> list[dict[str, Any]]:
    return [{**asdict(run), **asdict(outcome)} for run, outcome in outcomes.items()]


def times_table(title: str, series: Series, policies: Sequence[Policy]) -> None:
    """Run times in seconds, a row per policy."""
    rows = [
        [policy.label, *(f"{seconds:.1f}" for seconds in series.seconds(policy))]
        for policy in policies
    ]
    print_table(["policy", *(f"{count} PEs" for count in series.pes)], rows, title=title)


def hops_table(title: str, cases: Mapping[str, Outcome]) -> None:
    """Shares of messages by hops, a row per case."""
    shown = (1, 2, 3, 4, 5, 6, 8, 12, 16)
    rows = [
        [
            label,
            *(f"{100 * outcome.share_within(hops):.1f}" for hops in shown),
            f"{outcome.mean_hops():.2f}",
            str(outcome.longest()),
        ]
        for label, outcome in cases.items()
    ]
    headings = ["% within", *(f"{hops} hop{'s' * (hops > 1)}" for hops in shown)]
    print_table([*headings, "mean", "most"], rows, title=title)


def kinds_table(title: str, cases: Mapping[str, Outcome]) -> None:
    """Messages that PEs send, by kind: PE 0, and the mean of the others."""
    rows = []
    for label, outcome in cases.items():
        others = outcome.by_pe[1:]
        cells = [label]
        for kind in range(3):
            mean = sum(pe[kind] for pe in others) / len(others)
            cells += [f"{outcome.by_pe[0][kind]:,}", f"{mean:,.0f}"]
        rows.append([*cells, f"{outcome.load_of_zero():.1f}"])
    kinds = ("application", "forwarded", "updates")
    headings = [f"{kind}, {who}" for kind in kinds for who in ("PE 0", "others")]
    print_table(["policy", *headings, "PE 0 / others"], rows, title=title)


def names(policies: Iterable[Policy]) -> str:
    return " ".join(policy.label for policy in policies)
