"""Allen et al. (2001), sections 4.3 to 4.5: 1,500 processors of two kinds in four machines at two
sites, without and with the paper's techniques, and left to ours. Costs are charged and no fields
held; compression leaves what it does of faces of a run that fits."""

import math
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from isthmus.experiment.cactus2001 import (
    ALL_FOUR,
    FLOPS_A_POINT,
    LAYER,
    NETWORK,
    TWO,
    Cluster,
    Machine,
    percent,
)
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import is_as_large, is_level
from isthmus.experiment.mesh_packing import Packing, measured_compression
from isthmus.experiment.mesh_runs import (
    STAND_IN,
    Compression,
    MeshJob,
    MeshRun,
    Window,
    mean_event_s,
    run_all,
)
from isthmus.experiment.settings import Settings
from isthmus.report import print_table

REPRODUCES = "Allen et al. 2001, 4.5: 1,500 processors at two sites, and the same left to ours"
TAKES = "25 min"

PAPER = "the paper"
QUICK_ACROSS = (1, 2)  # processors in x and y; the line between the sites has its share
GAINS = (0.20, 0.23)  # points more that processors got which face no other site
GOAL = 0.88
SLOW_START = ("--sim", "between_sites.slow_start=yes")


@dataclass(frozen=True)
class Way:
    """One row: how the run is done. `steps` that are timed: as many go before them, which are not;
    where a rule decides, those behind the first exchanges are."""

    name: str
    machines: Sequence[Machine]
    steps: int
    driver: Mapping[str, Any] = field(default_factory=dict)
    depth: int = 0
    packed: bool = False
    published: float = 0.0  # GFlop/s
    is_goal: bool = False
    more: tuple[str, ...] = ()  # options


def ways() -> list[Way]:
    lattice = "lattice"  # replaced by that of the run
    waits = {"blocks": lattice, "processors": lattice}
    techniques = {**waits, "interior_gain": list(GAINS)}
    return [
        Way("none of the techniques", ALL_FOUR, 8, waits, 1, published=42),
        Way("the same, TCP starts slowly", ALL_FOUR, 8, waits, 1, more=SLOW_START),
        Way("the paper's: depth 10, compressed", ALL_FOUR, 20, techniques, 10, True, 249),
        Way("the same on 1,140", TWO, 20, techniques, 10, True, 292),
        Way("ours, itself", ALL_FOUR, 140, is_goal=True, packed=True),
        Way("ours, itself, not compressed", ALL_FOUR, 140),
        Way("ours, itself, 4 blocks a PE", ALL_FOUR, 140, {"blocks_per_pe": 4}, packed=True),
    ]


@dataclass(frozen=True)
class Result:
    """`rate` with points that are computed twice, as the paper counts, in flop/s. Efficiencies by
    the longest time of a processor and by the mean; `useful`: without those points."""

    way: Way
    cluster: Cluster
    step_s: float
    rate: float
    useful: float
    average: float
    depth: int
    is_packed: bool

    @property
    def whole_rate(self) -> float:
        """Of as many columns of processors as the paper had."""
        return self.rate / self.cluster.share

    @property
    def efficiency(self) -> float:
        return self.rate / self.cluster.peak


def run(settings: Settings) -> None:
    across = QUICK_ACROSS if settings.quick else LAYER
    packing = measured_compression(settings.run_application)
    with tempfile.TemporaryDirectory(prefix="isthmus-") as name:
        jobs = []
        all_ways = ways()
        for i, way in enumerate(all_ways):
            cluster = Cluster(way.machines, across)
            grid = Path(name) / f"grid-{i}.toml"
            grid.write_text(cluster.grid(), encoding="utf-8")
            for steps in (way.steps, 2 * way.steps)[: 1 if way.depth == 0 else 2]:
                jobs.append(job_of(way, cluster, grid, packing.charged(1e6), steps))
        # One at a time: in the whole run each takes some gigabytes.
        runs = run_all("cactus2001 bigrun", jobs, settings.run_application, at_once=settings.quick)
    results = []
    rest = iter(runs.values())
    for way in all_ways:
        first = next(rest)
        last = first if way.depth == 0 else next(rest)
        results.append(result_of(way, Cluster(way.machines, across), first, last))
    show(settings, results, packing)


def job_of(way: Way, cluster: Cluster, grid: Path, compression: Compression, steps: int) -> MeshJob:
    lattice = [*cluster.across, cluster.layers]
    driver = {key: lattice if value == "lattice" else value for key, value in way.driver.items()}
    decides = way.depth == 0
    compress = ("adapt" if decides else "always") if way.packed else "never"
    return MeshJob(
        STAND_IN,
        cluster.points(),
        steps,
        ("--grid", str(grid), *NETWORK, *way.more),
        {"cut": "z", **driver},
        way.depth,
        1e6,  # a PE's speed is its MFlop/s
        keeps_windows=decides,
        compress=compress,
        more=compression.table() if way.packed else {},
    )


def since_last_change(windows: Sequence[Window]) -> list[Window]:
    """Those at the depth, and with the compression, that a run ends with."""
    last = windows[-1]
    changed = [
        i for i, w in enumerate(windows) if (w.depth, w.is_packed) != (last.depth, last.is_packed)
    ]
    return list(windows[changed[-1] + 1 if changed else 0 :])


def result_of(way: Way, cluster: Cluster, first: MeshRun, run: MeshRun) -> Result:
    """Of a run, and of one that was half as long."""
    x, y, z = cluster.points()
    step_s, depth, is_packed = 2 * run.step_s - first.step_s, way.depth, way.packed
    twice = run.metric("computed_twice")  # of all points
    if depth == 0:
        settled = since_last_change(run.windows)
        step_s, depth = mean_event_s(settled), settled[-1].depth
        is_packed = settled[-1].is_packed
        # On each side of the plane between the sites, (g - 1) / 2 layers on average.
        layers = (depth - 1.0) / z
        twice = layers / (1 + layers)
    useful = FLOPS_A_POINT * x * y * z / step_s
    rate = useful / (1 - twice)
    # Both times are of the whole run, so they say nothing of the end of one that decides.
    average = run.metric("efficiency_average") / run.metric("efficiency")
    if way.depth == 0:
        average = math.nan
    return Result(
        way,
        cluster,
        step_s,
        rate,
        useful / cluster.peak,
        average * rate / cluster.peak,
        depth,
        is_packed,
    )


def findings_of(results: Sequence[Result]) -> list[Finding]:
    plain, techniques, fewer = (one for one in results if one.way.published)
    found = []
    for result, where in ((plain, "4.5, 1st run"), (techniques, "2nd run"), (fewer, "3rd run")):
        ours = result.whole_rate / 1e9
        found.append(
            Finding(
                where,
                f"{result.way.published:g} GFlop/s on {result.cluster.layers * 60:,}",
                f"{ours:.0f} GFlop/s",
                is_level(ours, result.way.published),
                WHY,
            )
        )
    gain = techniques.rate / plain.rate
    found.append(
        Finding(
            "4.5",
            "the techniques together: 5.9 times as fast",
            f"{gain:.1f} times",
            is_as_large(gain, 249 / 42),
        )
    )
    return found


WHY = (
    "the simulated machines have no other users, and their networks no other loss than what is "
    "stated; the paper could not repeat its runs, and does not know what cost them the rest"
)


def show(settings: Settings, results: Sequence[Result], packing: Packing) -> None:
    print(packing.text())
    rows = []
    for one in results:
        theirs = f"{one.way.published:g}" if one.way.published else ""
        rows.append(
            [
                one.way.name,
                f"{one.cluster.layers * LAYER[0] * LAYER[1]:,}",
                str(one.depth),
                "yes" if one.is_packed else "no",
                f"{one.step_s:.2f}",
                theirs,
                f"{one.whole_rate / 1e9:.0f}",
                percent(one.efficiency),
                "" if math.isnan(one.average) else percent(one.average),
                percent(one.useful),
            ]
        )
    headings = ["run", "processors", "depth", "packed", "s a step",
                "GFlop/s\npublished", "GFlop/s\nours", "by the\nlongest", "by the\nmean",
                "points once"]  # fmt: skip
    print_table(
        headings, rows, "Flop rate and efficiency: by the longest time of a processor and by the "
        "mean, with points that are computed twice; and without those",
    )  # fmt: skip
    if settings.quick:
        print("quick: so many columns of processors as have their share of the line; rates are of")
        print("60 columns\n")
    print(
        "by the mean: processors far from the border run ahead, and end sooner in runs this short\n"
    )
    findings = findings_of(results)
    print_findings("What the paper finds", findings, PAPER)
    path = settings.out / "cactus2001_bigrun.png"
    draw(results, path)
    ours = next(one for one in results if one.way.is_goal)
    met = ours.useful >= GOAL
    goal = (
        f"{'met' if met else 'NOT met'}: {percent(ours.useful)} on 1,500 processors, nothing set "
        f"by hand, points counted once (goal {percent(GOAL)})"
    )
    settings.write_json(
        "cactus2001_bigrun",
        {
            "compression": packing.fields(),
            "runs": [
                {
                    "name": one.way.name,
                    "processors": one.cluster.processors,
                    "depth": one.depth,
                    "is_packed": one.is_packed,
                    "step_s": one.step_s,
                    "flop_per_s": one.whole_rate,
                    "efficiency": one.efficiency,
                    "efficiency_average": None if math.isnan(one.average) else one.average,
                    "useful": one.useful,
                }
                for one in results
            ],
            "goal": {"met": met, "text": goal},
            **as_fields(findings, settings.quick, PAPER),
        },
    )
    print(f"written: {path}")
    print(goal)
    print(verdict(findings, False, PAPER))


def draw(results: Sequence[Result], path: Path) -> None:
    from isthmus.plots import COLOURS, INK, QUIET, new_figure, save

    with new_figure(9.0, 4.4) as figure:
        place = figure.subplots(1, 1)
        places = list(range(len(results)))[::-1]
        place.barh(places, [one.whole_rate / 1e9 for one in results], 0.55, color=COLOURS[0])
        for at, one in zip(places, results, strict=True):
            if one.way.published:
                place.plot([one.way.published], [at], "*", color=COLOURS[1], markersize=13)
            text = f"{one.whole_rate / 1e9:.0f}, {percent(one.efficiency)}; depth {one.depth}"
            place.annotate(text, (one.whole_rate / 1e9, at), xytext=(10, 0), va="center",
                           textcoords="offset points", fontsize=8, color=INK)  # fmt: skip
        place.set_yticks(places, [one.way.name for one in results])
        place.grid(axis="y", visible=False)
        peaks = {f"{one.cluster.layers * 60:,}": one.cluster.peak / one.cluster.share / 1e9
                 for one in results}  # fmt: skip
        for name, peak in peaks.items():
            place.axvline(peak, color=QUIET, linestyle="--", linewidth=1)
            place.annotate(f"{name} alone", (peak, -0.45), fontsize=7, color=QUIET, ha="right",
                           xytext=(-3, 0), textcoords="offset points")  # fmt: skip
        place.set_xlim(0, 1.35 * max(peaks.values()))
        place.set_xlabel("GFlop/s, with points that are computed twice")
        figure.suptitle(
            "Allen et al. 2001, 4.5: two sites, 75 ms and 3 MB/s apart", x=0.012, ha="left",
            fontsize=13, weight="bold",
        )  # fmt: skip
        note = "stars: published; dashed: what all processors do together with nothing to wait for"
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)
