"""What Koenig 2007, 8.2.2 and 8.3.2, says of the curves of two scientific programs, and whether
ours agree, by the rule of `margins`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from isthmus.experiment.balancing import NAMES, ProgramTable
from isthmus.experiment.compare import share_text, signed_text
from isthmus.experiment.findings import Finding
from isthmus.experiment.margins import ALIKE, SEEN, is_about, is_as_large
from isthmus.experiment.science_runs import NO_BALANCER

TABLES_MS = (2.0, 32.0)  # the latencies of tables 8.1 to 8.4
BALANCED = tuple(name for name in NAMES if name != NO_BALANCER)


@dataclass(frozen=True)
class Curves:
    """Of one number of PEs: times (ms) by balancer, one for each latency."""

    latencies_ms: Sequence[float]
    times_ms: Mapping[str, Sequence[float]]

    def at(self, balancer: str, latency_ms: float) -> float:
        return self.times_ms[balancer][self._row(latency_ms)]

    def mean(self, balancer: str, low: float = 0.0, high: float = 1000.0) -> float:
        some = [
            time
            for ms, time in zip(self.latencies_ms, self.times_ms[balancer], strict=True)
            if low <= ms <= high
        ]
        return sum(some) / len(some)

    def rise(self, balancer: str, to_ms: float) -> float:
        """From the first latency to this one, as a share."""
        return self.at(balancer, to_ms) / self.times_ms[balancer][0] - 1

    def _row(self, latency_ms: float) -> int:
        return min(
            range(len(self.latencies_ms)), key=lambda row: abs(self.latencies_ms[row] - latency_ms)
        )


def published_curves(program: str, tables: Sequence[ProgramTable]) -> dict[int, Curves]:
    """By number of PEs, with what has been read of the artificial latency."""
    rows = {
        (row.pes, row.balancer, table.latency_ms): row.artificial_ms
        for table in tables
        if table.program == program
        for row in table.rows
    }
    return {
        pes: Curves(TABLES_MS, {name: [rows[pes, name, ms] for ms in TABLES_MS] for name in NAMES})
        for pes in {pes for pes, _, _ in rows}
    }


Check = Callable[[Curves, Curves], tuple[str, bool]]
"""Of ours, beside what the tables have of the same PEs."""


def _gains(curves: Curves) -> list[float]:
    """Of every balancer over none at each latency, as a share."""
    return [
        1 - balanced / plain
        for name in BALANCED
        for balanced, plain in zip(curves.times_ms[name], curves.times_ms[NO_BALANCER], strict=True)
    ]


def _gains_of(curves: Curves) -> list[float]:
    """Every balancer over none, on average over the latencies up to those of the tables: beyond
    them latency is what a step takes, whoever balances, and no size is published."""
    most = TABLES_MS[-1]
    plain = curves.mean(NO_BALANCER, 0, most)
    return [1 - curves.mean(name, 0, most) / plain for name in BALANCED]


def gains(curves: Curves, published: Curves) -> tuple[str, bool]:
    """Every balancer gains as much as the tables have."""
    found = _gains_of(curves)
    text = f"{share_text(min(found))} to {share_text(max(found))} faster"
    least = min(_gains(published))
    return f"{text} (tables: {share_text(least)} at least)", is_as_large(min(found), least)


def gains_about(share: float) -> Check:
    def check(curves: Curves, published: Curves) -> tuple[str, bool]:
        found = _gains_of(curves)
        low, high = min(_gains(published)), max(_gains(published))
        text = (
            f"{share_text(min(found))} to {share_text(max(found))} faster "
            f"(tables: {share_text(low)} to {share_text(high)})"
        )
        return text, all(low <= gain <= high or is_about(gain, share) for gain in found)

    return check


def _flat_within(published: Curves, balancers: Sequence[str]) -> float:
    """What a flat curve may rise by: more than ALIKE where those of the tables do."""
    return max(ALIKE, *(published.rise(name, TABLES_MS[-1]) for name in balancers))


def flat(to_ms: float, *balancers: str) -> Check:
    def check(curves: Curves, published: Curves) -> tuple[str, bool]:
        most = max(curves.rise(name, to_ms) for name in balancers)
        return f"rise by {signed_text(most)} at most", most <= _flat_within(published, balancers)

    return check


def rises(flat_to_ms: float, by_ms: float, *balancers: str) -> Check:
    """Each is flat up to the one latency, and no longer at the other."""

    def check(curves: Curves, published: Curves) -> tuple[str, bool]:
        before = max(curves.rise(name, flat_to_ms) for name in balancers)
        found = min(curves.rise(name, by_ms) for name in balancers)
        text = f"by {signed_text(found)} at least, {signed_text(before)} at most up to then"
        within = _flat_within(published, balancers)
        return text, before <= within and found > within

    return check


def _behind(
    curves: Curves, first: Sequence[str], second: Sequence[str], low: float, high: float
) -> float:
    """By which share the best of the second is slower than the worst of the first."""
    worst = max(curves.mean(name, low, high) for name in first)
    return min(curves.mean(name, low, high) for name in second) / worst - 1


def better(
    first: Sequence[str], second: Sequence[str], low: float, high: float, least: float = SEEN
) -> Check:
    """Each of the first than each of the second, on average over the latencies: by more than the
    `least` that the words ask for, and by what the tables have at a latency of these."""

    def check(curves: Curves, published: Curves) -> tuple[str, bool]:
        ours = _behind(curves, first, second, low, high)
        at = [_behind(published, first, second, ms, ms) for ms in TABLES_MS if low <= ms <= high]
        text = f"{signed_text(ours)} slower at least"
        if at:
            text += f" (tables: {signed_text(min(at))})"
        return text, ours > least and all(is_as_large(ours, one) for one in at)

    return check


def alike(names: Sequence[str], low: float, high: float) -> Check:
    def check(curves: Curves, published: Curves) -> tuple[str, bool]:
        def apart(of: Curves, low: float, high: float) -> float:
            means = [of.mean(name, low, high) for name in names]
            return max(means) / min(means) - 1

        ours = apart(curves, low, high)
        at = [apart(published, ms, ms) for ms in TABLES_MS if low <= ms <= high]
        return f"{share_text(ours)} apart", ours <= max(ALIKE, *at, 0.0)

    return check


GRAPH = ("grid_metis", "grid_hybrid")
LOADS = ("greedy", "grid_comm")
MOLECULAR_DYNAMICS_SAYS: Sequence[tuple[int, str, Check]] = (
    (16, "all balancers about 10 % better than none", gains_about(0.1)),
    (16, "all horizontal through 128 ms", flat(128, *NAMES)),
    (32, "all balancers much better than none", gains),
    (32, "GreedyLB and GridCommLB rise slightly from 96 ms on", rises(80, 128, *LOADS)),
    (32, "there GridCommLB is better than GreedyLB", better(["grid_comm"], ["greedy"], 96, 128)),
    (32, "GridMetisLB and GridHybridLB horizontal through 128 ms", flat(128, *GRAPH)),
    (64, "all balancers improve greatly on none", gains),
    (64, "GreedyLB and GridCommLB rise from about 48 ms", rises(32, 64, *LOADS)),
    (64, "GridMetisLB and GridHybridLB nearly flat through 64 ms", flat(64, *GRAPH)),
    (64, "both markedly better than the others to 128 ms", better(GRAPH, LOADS, 48, 128, ALIKE)),
    (
        64,
        "GridHybridLB clearly the best as latency grows",
        better(["grid_hybrid"], ["grid_metis"], 64, 128, ALIKE),
    ),
    (128, "without a balancer it rises by 64 ms", rises(32, 64, NO_BALANCER)),
    (128, "all balancers improve greatly on none", gains),
    (128, "at 8 ms all balancers about equal", alike(BALANCED, 8, 8)),
    (128, "GreedyLB and GridCommLB closely matched", alike(LOADS, 8, 128)),
    (
        128,
        "GridMetisLB and GridHybridLB clearly superior beyond 16 ms",
        better(GRAPH, LOADS, 32, 128, ALIKE),
    ),
    (128, "GridHybridLB nearly flat through 32 ms", flat(32, "grid_hybrid")),
    (128, "GridHybridLB better than GridMetisLB", better(["grid_hybrid"], ["grid_metis"], 16, 128)),
)
OTHERS = tuple(name for name in NAMES if name != "grid_metis")
UNSTRUCTURED_MESH_SAYS: Sequence[tuple[int, str, Check]] = (
    *((pes, "all horizontal through 128 ms", flat(128, *NAMES)) for pes in (8, 16, 32, 64)),
    *((pes, "balancing has little effect", alike(OTHERS, 8, 128)) for pes in (8, 16, 32)),
    (64, "GridMetisLB slightly worse than none", better([NO_BALANCER], ["grid_metis"], 8, 128)),
    (128, "none flat through 64 ms", flat(64, NO_BALANCER)),
    (128, "none rises after that", rises(64, 128, NO_BALANCER)),
    (128, "GreedyLB follows none", alike(["none", "greedy"], 8, 128)),
    (128, "GridMetisLB significantly worse", better(OTHERS, ["grid_metis"], 8, 64, ALIKE)),
    (128, "GridCommLB and GridHybridLB flat through 80 ms", flat(80, "grid_comm", "grid_hybrid")),
    (
        128,
        "both significantly better than GreedyLB and none beyond 64 ms",
        better(["grid_comm", "grid_hybrid"], ["none", "greedy"], 80, 128, ALIKE),
    ),
)

SAYS = {"LeanMD": MOLECULAR_DYNAMICS_SAYS, "Fractography3D": UNSTRUCTURED_MESH_SAYS}


def judge(
    program: str,
    figures: Mapping[int, str],
    curves: Mapping[int, Curves],
    published: Mapping[int, Curves],
) -> list[Finding]:
    """What 8.2.2 or 8.3.2 says of the figures that were run, by the rule of `margins`; all by
    number of PEs."""
    found = []
    for pes, what, check in SAYS[program]:
        if pes in curves:
            ours, agrees = check(curves[pes], published[pes])
            found.append(Finding(figures[pes], what, ours, agrees))
    return found
