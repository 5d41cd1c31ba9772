"""How fast the simulator is: events a second, and how their cost grows with their number, in a
stencil that does nothing but exchange messages, one object a PE, on 64 to 65,536 PEs."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from isthmus.experiment.settings import Settings, SimulationFigures
from isthmus.progress import Steps
from isthmus.report import print_table

REPRODUCES = "Ours: cost of an event in virtual time, 64 to 65,536 PEs, one core"
TAKES = "4 min"

GOAL_EVENTS_PER_S = 2e6
# Of an event of LARGE_PES to one of the smallest grid.
GOAL_RATIO, LARGE_PES = 2.5, 16_384
# A cost may be so much above the logarithm before it counts as growing faster: timings scatter.
TOLERANCE = 1.10
SIDES = (8, 16, 32, 64, 128, 256)  # of a square of objects, one for each PE
QUICK_SIDES = (8, 16, 32, 64, 128)
CELLS = 4  # along the side of an object: messages of one size on all grids
EVENTS_PER_OBJECT_AND_STEP = 8


@dataclass(frozen=True)
class Cost:
    """What an event takes on a grid, without the setting up of the grid and of the objects."""

    pes: int
    pending: float
    events: int
    ns_per_event: float

    @property
    def events_per_s(self) -> float:
        return 1e9 / self.ns_per_event


def run(settings: Settings) -> None:
    sides, events, repeats = (QUICK_SIDES, 4e5, 1) if settings.quick else (SIDES, 4e6, 3)
    costs = []
    with Steps("simulator speed", len(sides)) as progress:
        for side in sides:
            progress.begin(f"{side * side} PEs")
            short, long = steps_for(side, events)
            costs.append(
                cost_between(
                    side * side,
                    [settings.run_simulation(*arguments(side, short)) for _ in range(repeats)],
                    [settings.run_simulation(*arguments(side, long)) for _ in range(repeats)],
                )
            )
            progress.end(f"{costs[-1].ns_per_event:.0f} ns an event")
    show(settings, costs)


def steps_for(side: int, events: float) -> tuple[int, int]:
    """Steps of a short and a long run that lie about so many events apart."""
    apart = max(4, round(events / (EVENTS_PER_OBJECT_AND_STEP * side * side)))
    return max(2, apart // 10), max(2, apart // 10) + apart


def arguments(side: int, steps: int) -> tuple[list[str], list[str]]:
    runtime = ["--backend", "sim", "--costs", "charged", "--latency", "50us"]
    runtime += ["--sites", "2", "--pes", str(side * side // 2)]
    own = ["--mesh", str(CELLS * side), "--objects", str(side), "--mapping", "block"]
    own += ["--steps", str(steps), "--warmup", "0", "--cell-time", "1", "--no-probe"]
    return runtime, own


def cost_between(
    pes: int, short: Sequence[SimulationFigures], long: Sequence[SimulationFigures]
) -> Cost:
    """From the quickest of each: what else the machine does makes runs slower and never faster."""
    first = min(short, key=lambda figures: figures.processor_s)
    last = min(long, key=lambda figures: figures.processor_s)
    events = last.events - first.events
    ns = (last.processor_s - first.processor_s) * 1e9 / events
    # A clock that ticks seldom may see no time pass in runs as short as those of a test.
    return Cost(pes, last.events_pending, events, max(ns, 1e-3))


def fit_logarithm(costs: Sequence[Cost]) -> tuple[float, float]:
    """a and b of cost = a + b log2(pending), by least squares."""
    logs = [math.log2(cost.pending) for cost in costs]
    ns = [cost.ns_per_event for cost in costs]
    middle, mean = sum(logs) / len(logs), sum(ns) / len(ns)
    spread = sum((x - middle) ** 2 for x in logs)
    b = sum((x - middle) * (y - mean) for x, y in zip(logs, ns, strict=True)) / spread
    return mean - b * middle, b


def allowed_ns(costs: Sequence[Cost], pending: float) -> float:
    """The cost of the smallest grid, grown as the logarithm."""
    return costs[0].ns_per_event * math.log2(pending) / math.log2(costs[0].pending)


def judge(costs: Sequence[Cost]) -> tuple[bool, str]:
    """Whether all goals are met, and the line that says so. What was not measured is not met."""
    quickest = max(cost.events_per_s for cost in costs)
    within = [c for c in costs if c.ns_per_event <= TOLERANCE * allowed_ns(costs, c.pending)]
    up_to = 0
    for cost in costs:
        if cost not in within:
            break
        up_to = cost.pes
    fast = quickest >= GOAL_EVENTS_PER_S
    flat = len(within) == len(costs)
    growth = "on all grids" if flat else f"up to {up_to:,} PEs alone"
    ratio = next((c.ns_per_event for c in costs if c.pes == LARGE_PES), math.nan)
    ratio /= costs[0].ns_per_event
    near = ratio <= GOAL_RATIO
    large = "not measured" if math.isnan(ratio) else f"{ratio:.1f} times that on {costs[0].pes:,}"
    met = fast and flat and near
    return met, (
        f"{'goals met' if met else 'NOT met'}: {quickest / 1e6:.1f} million events a second (goal "
        f"{GOAL_EVENTS_PER_S / 1e6:g}); an event on {LARGE_PES:,} PEs: {large} (goal "
        f"{GOAL_RATIO:g}); the cost of an event grows no faster than the logarithm of the pending "
        f"ones {growth}"
    )


def show(settings: Settings, costs: Sequence[Cost]) -> None:
    rows = [
        [
            f"{cost.pes:,}",
            f"{cost.pending:,.0f}",
            f"{cost.events / 1e6:.2f}",
            f"{cost.ns_per_event:.0f}",
            f"{cost.events_per_s / 1e6:.2f}",
            f"{allowed_ns(costs, cost.pending):.0f}",
        ]
        for cost in costs
    ]
    headings = ["PEs", "pending", "million events", "ns an event", "million a second"]
    headings.append("ns if logarithmic")
    print_table(headings, rows, left=0, title="Cost of an event, one core")
    a, b = fit_logarithm(costs)
    print(f"fitted: {a:.0f} ns + {b:.0f} ns x log2(pending events)")
    met, text = judge(costs)
    path = settings.out / "simulator_speed.png"
    draw(costs, path)
    settings.write_json(
        "simulator_speed",
        {
            "rows": [asdict(cost) for cost in costs],
            "fit": {"constant_ns": a, "per_doubling_ns": b},
            "verdict": {"met": met, "text": text},
        },
    )
    print(f"written: {path}")
    print(text)


def draw(costs: Sequence[Cost], path: Path) -> None:
    from isthmus.plots import COLOURS, QUIET, new_figure, save

    a, b = fit_logarithm(costs)
    with new_figure(9.6, 4.4) as figure:
        left, right = figure.subplots(1, 2, sharey=True)
        pending = [cost.pending for cost in costs]
        ns = [cost.ns_per_event for cost in costs]
        draw_costs(left, [cost.pes for cost in costs], ns)
        left.set_xlabel("PEs")
        left.set_ylabel("processor time of an event (ns)")
        left.axhline(1e9 / GOAL_EVENTS_PER_S, color=QUIET, linewidth=1, linestyle=":")
        left.annotate(
            "2 million a second",
            (costs[-1].pes, 1e9 / GOAL_EVENTS_PER_S),
            xytext=(0, 3),
            textcoords="offset points",
            ha="right",
            fontsize=8,
            color=QUIET,
        )
        draw_costs(right, pending, ns)
        fitted = [a + b * math.log2(x) for x in pending]
        right.plot(
            pending, fitted, "--", color=COLOURS[1], label=f"fitted: {a:.0f} + {b:.0f} log2(n)"
        )
        allowed = [allowed_ns(costs, x) for x in pending]
        right.plot(pending, allowed, ":", color=COLOURS[2], label="grown as log2(n)")
        right.set_xlabel("pending events n, on average")
        right.legend(frameon=False, fontsize=9, loc="upper left")
        left.set_ylim(0, 1.15 * max(*ns, *allowed, *fitted, 1e9 / GOAL_EVENTS_PER_S))
        figure.suptitle("Speed of the simulator", x=0.012, ha="left", fontsize=13, weight="bold")
        note = "a stencil of one object a PE over two sites, charged costs, one core"
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)


def draw_costs(place: Any, counts: Sequence[float], ns: Sequence[float]) -> None:
    from isthmus.plots import COLOURS

    place.plot(counts, ns, "o-", color=COLOURS[0], markersize=4, label="measured")
    place.set_xscale("log", base=2)
    ticks = [2**k for k in range(6, 20, 2) if counts[0] / 1.5 <= 2**k <= counts[-1] * 1.5]
    place.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    place.minorticks_off()
