"""Allen et al. (2001), figures 5 to 7: depths of ghosts and compression that a job on two
processors decides while it runs, by the paper's rule and by ours. Einstein's equations by
iterative Crank-Nicholson, which synchronizes nine times a step; in virtual time."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from isthmus.experiment.cactus2001 import LATENCY_MS, percent
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import is_level
from isthmus.experiment.mesh_packing import EINSTEIN, Packing, measured_compression
from isthmus.experiment.mesh_runs import (
    MeshJob,
    Thorn,
    TwoPes,
    Window,
    run_all,
    run_mesh,
)
from isthmus.experiment.settings import Settings
from isthmus.report import print_table

REPRODUCES = "Allen et al. 2001, figures 5 to 7: ghost depth and compression decided while it runs"
TAKES = "1 min"

PAPER = "the paper"
EVENTS = 9  # synchronizations of a step
ICN = Thorn(
    EINSTEIN.library,
    EINSTEIN.name,
    0.0,
    EVENTS,
    {"courant": 0.25, "method": "icn", "iterations": EVENTS - 1},
)
SIZE = 31  # points each way on a processor
BEGIN = 0.49  # "less than 50 % efficiency" at depth 1 and 75 ms: so much work has a step
STEPS = 80
LATENCIES_MS = (0.0, 10.0, 25.0, 50.0, 75.0, 100.0, 150.0, 200.0)
QUICK_LATENCIES_MS = (0.0, 25.0, 75.0, 200.0)
INSIDE_MS = 0.5  # "the latency was below 1 ms", of what lies under the latencies of figure 6
# "About 30 MB/s", four times: our code synchronizes 24 functions, where theirs had 6, and ghosts
# shall take as long.
BANDWIDTH = "120MB/s"
# Of figure 7: 68 % are left at depth 1, and of what is lost a sixth is the line's.
BOTH_MS = 28.0
BOTH_BANDWIDTH = "30MB/s"


@dataclass(frozen=True)
class Rule:
    name: str
    title: str
    overlaps: bool
    colour: int


THEIRS = Rule("paper", "the paper's rule, a block waits", overlaps=False, colour=0)
OURS = Rule("auto", "ours, inside first", overlaps=True, colour=2)
RULES = (THEIRS, OURS)


@dataclass(frozen=True)
class Course:
    """What a rule made of a line. Efficiencies: work without points that are computed twice, by
    what a window took."""

    rule: Rule
    latency_ms: float
    work_s: float  # of a step
    windows: Sequence[Window]
    first: float  # efficiency at depth 1, for all of the run

    def efficiency(self, window: Window) -> float:
        return self.work_s / EVENTS / window.event_s

    @property
    def tail(self) -> Sequence[Window]:
        return self.windows[-max(1, len(self.windows) // 4) :]

    @property
    def end(self) -> float:
        took = sum(w.duration_s for w in self.tail) / sum(w.depth for w in self.tail)
        return self.work_s / EVENTS / took

    @property
    def depth(self) -> int:
        return self.windows[-1].depth


def run(settings: Settings) -> None:
    latencies = QUICK_LATENCIES_MS if settings.quick else LATENCIES_MS
    steps = STEPS // 2 if settings.quick else STEPS
    pes = calibrated(settings, work_of(BEGIN, LATENCY_MS))
    packing = measured_compression(settings.run_application)
    jobs: list[MeshJob] = []
    for latency_ms in latencies:
        for rule in RULES:
            jobs.append(deciding(pes, rule, latency_ms, steps))
        jobs.append(fixed(pes, latency_ms, steps))
    both = [with_compression(pes, rule, packing, 2 * steps) for rule in RULES]
    jobs += [*both, fixed_thin(pes, steps)]
    runs = run_all("cactus2001 adaptive", jobs, settings.run_application)
    courses = []
    for i, latency_ms in enumerate(latencies):
        first = pes.work_s / runs[3 * i + 2].step_s
        for n, rule in enumerate(RULES):
            courses.append(Course(rule, latency_ms, pes.work_s, runs[3 * i + n].windows, first))
    at = 3 * len(latencies)
    first = pes.work_s / runs[at + 2].step_s
    thin = [
        Course(rule, LATENCY_MS, pes.work_s, runs[at + n].windows, first)
        for n, rule in enumerate(RULES)
    ]
    show(settings, courses, thin, packing)


def work_of(efficiency: float, latency_ms: float) -> float:
    """Of a step that loses a latency with each event."""
    return EVENTS * latency_ms * 1e-3 / (1 / efficiency - 1)


def calibrated(settings: Settings, work_s: float) -> TwoPes:
    """What flop the routines say and what they are charged at make that work of a step."""
    guess = TwoPes(SIZE, work_s, overlaps=True, thorn=replace(ICN, flops=1e4))
    took = run_mesh(settings.run_application, guess.job(20, 0.0, depth=1)).step_s
    return replace(guess, thorn=replace(ICN, flops=1e4 * took / work_s))


def deciding(pes: TwoPes, rule: Rule, latency_ms: float, steps: int) -> MeshJob:
    own = replace(pes, overlaps=rule.overlaps)
    job = own.job(
        steps,
        latency_ms + INSIDE_MS,
        rule=rule.name,
        more=("--bandwidth", BANDWIDTH),
        keeps_windows=True,
    )
    return replace(job, compress="never")


def fixed(pes: TwoPes, latency_ms: float, steps: int) -> MeshJob:
    own = replace(pes, overlaps=False)
    return own.job(steps, latency_ms + INSIDE_MS, depth=1, more=("--bandwidth", BANDWIDTH))


def with_compression(pes: TwoPes, rule: Rule, packing: Packing, steps: int) -> MeshJob:
    own = replace(pes, overlaps=rule.overlaps)
    job = own.job(
        steps, BOTH_MS, rule=rule.name, more=("--bandwidth", BOTH_BANDWIDTH),
        keeps_windows=True,
    )  # fmt: skip
    charged = packing.charged(job.charge)
    return replace(job, compress="adapt", more=charged.table())


def fixed_thin(pes: TwoPes, steps: int) -> MeshJob:
    own = replace(pes, overlaps=False)
    return own.job(steps, BOTH_MS, depth=1, more=("--bandwidth", BOTH_BANDWIDTH))


def findings_of(courses: Sequence[Course], thin: Sequence[Course]) -> list[Finding]:
    theirs = [one for one in courses if one.rule is THEIRS]
    there = next(one for one in theirs if one.latency_ms == LATENCY_MS)
    nothing, far = theirs[0], theirs[-1]
    both = next(one for one in thin if one.rule is THEIRS)
    depths = [one.depth for one in theirs]
    return [
        Finding("5 right", "less than 50 % with one ghost zone", percent(there.first),
                there.first < 0.5, fitted=True),
        Finding("5 right", "ends at depth 4", f"depth {there.depth}", there.depth == 4),
        Finding("5 right", "more than 80 % there", percent(there.end), is_level(there.end, 0.8)),
        Finding("6 left", "fixed falls almost linearly",
                ", ".join(percent(one.first) for one in theirs),
                all(b.first < a.first for a, b in itertools.pairwise(theirs))),
        Finding("6 left", f"more than 80 % at {far.latency_ms:g} ms, too", percent(far.end),
                far.end >= 0.8, "the rule stops at depth 4 whatever the latency"),
        Finding("6 left", "at no latency two ghost zones are better than one",
                f"depth {nothing.depth}, {percent(nothing.end)} instead of "
                f"{percent(nothing.first)}", nothing.depth > 1 and nothing.end > nothing.first),
        Finding("6 right", "the depth grows with latency", ", ".join(map(str, depths)),
                depths == sorted(depths) and depths[0] < depths[-1],
                "where latency is all that is lost, the time lost falls by the same shares "
                "however long it is, and so the rule ends at the same depth"),
        Finding("7", "ends at depth 4, compressed",
                f"depth {both.depth}, {'' if both.windows[-1].is_packed else 'not '}compressed",
                both.depth == 4 and both.windows[-1].is_packed,
                "what the line takes is lost at every depth, so the time lost falls by less than "
                "20 % sooner; with a line that takes nothing, compression would not be worth it"),
        Finding("7", "from below 70 % to almost 85 %",
                f"{percent(both.first)} to {percent(both.end)}",
                both.first < 0.7 and is_level(both.end, 0.85)),
    ]  # fmt: skip


def show(
    settings: Settings, courses: Sequence[Course], thin: Sequence[Course], packing: Packing
) -> None:
    print(packing.text())
    rows = []
    for latency_ms in dict.fromkeys(one.latency_ms for one in courses):
        theirs, ours = (one for one in courses if one.latency_ms == latency_ms)
        rows.append(
            [
                f"{latency_ms:g}",
                percent(theirs.first),
                *(percent(theirs.end), str(theirs.depth)),
                *(percent(ours.end), str(ours.depth)),
            ]
        )
    print_table(
        ["latency ms", "depth 1", "the paper's\nrule", "depth", "ours", "depth"],
        rows,
        title=f"Efficiency with {EVENTS} synchronizations a step, in the last quarter of a run",
    )
    print_table(
        ["rule", "depth 1", "in the end", "depth", "compressed"],
        [
            [one.rule.title, percent(one.first), percent(one.end), str(one.depth),
             "yes" if one.windows[-1].is_packed else "no"]
            for one in thin
        ],
        title=f"Both decided: {BOTH_MS:g} ms and {BOTH_BANDWIDTH}",
    )  # fmt: skip
    findings = findings_of(courses, thin)
    print_findings("What the paper finds", findings, PAPER)
    path = settings.out / "cactus2001_adaptive.png"
    draw(courses, thin, path)
    settings.write_json(
        "cactus2001_adaptive",
        {
            "courses": [course_fields(one) for one in courses],
            "both": [course_fields(one) for one in thin],
            "compression": packing.fields(),
            **as_fields(findings, settings.quick, PAPER),
        },
    )
    print(f"written: {path}")
    print(verdict(findings, False, PAPER))


def course_fields(one: Course) -> dict[str, Any]:
    return {
        "rule": one.rule.name,
        "latency_ms": one.latency_ms,
        "first": one.first,
        "end": one.end,
        "depth": one.depth,
        "windows": [[w.event, w.depth, w.is_packed, w.duration_s, w.busy_s] for w in one.windows],
    }


def draw(courses: Sequence[Course], thin: Sequence[Course], path: Path) -> None:
    from isthmus.plots import COLOURS, QUIET, new_figure, save

    with new_figure(12.4, 7.2) as figure:
        places = figure.subplots(2, 2)
        there = [one for one in courses if one.latency_ms == LATENCY_MS]
        draw_course(places[0][0], there, f"Figure 5: {LATENCY_MS:g} ms")
        draw_course(places[1][1], thin, f"Figure 7: {BOTH_MS:g} ms and {BOTH_BANDWIDTH}, both")
        left, right = places[0][1], places[1][0]
        for rule in RULES:
            own = [one for one in courses if one.rule is rule]
            latencies = [one.latency_ms for one in own]
            colour = COLOURS[rule.colour]
            left.plot(latencies, [100 * one.end for one in own], "o-", color=colour,
                      label=rule.title)  # fmt: skip
            right.plot(latencies, [one.depth for one in own], "o-", color=colour,
                       label=rule.title)  # fmt: skip
        left.plot(latencies, [100 * one.first for one in own], "--", color=QUIET, label="depth 1")
        left.set_title("Figure 6, left")
        left.set_ylim(0, 104)
        left.set_ylabel("efficiency (%)")
        right.set_title("Figure 6, right")
        right.set_ylim(bottom=0)
        right.set_ylabel("depth of ghosts")
        for place in (left, right):
            place.set_xlabel("latency (ms)")
        left.legend(frameon=False, fontsize=8)
        figure.suptitle(
            "Allen et al. 2001, figures 5 to 7: decided while it runs", x=0.012, ha="left",
            fontsize=13, weight="bold",
        )  # fmt: skip
        note = "Einstein's equations by iterative Crank-Nicholson, two processors in virtual time"
        note += "; numbers: depth; filled: compressed"
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)


def draw_course(place: Any, own: Sequence[Course], title: str) -> None:
    from isthmus.plots import COLOURS

    for one in own:
        colour = COLOURS[one.rule.colour]
        steps = [w.event / EVENTS for w in one.windows]
        values = [100 * one.efficiency(w) for w in one.windows]
        place.plot(steps, values, "-", color=colour, linewidth=1, label=one.rule.title)
        for packed, fill in ((False, "none"), (True, "full")):
            shown = [i for i, w in enumerate(one.windows) if w.is_packed is packed]
            place.plot([steps[i] for i in shown], [values[i] for i in shown], "o", color=colour,
                       markersize=3, fillstyle=fill)  # fmt: skip
        depth = 0
        for window, step, value in zip(one.windows, steps, values, strict=True):
            if window.depth != depth:
                place.annotate(str(window.depth), (step, value), xytext=(0, 6), fontsize=7,
                               textcoords="offset points", color=colour)  # fmt: skip
            depth = window.depth
    place.set_title(title)
    place.set_ylim(0, 104)
    place.set_xlabel("step")
    place.set_ylabel("efficiency (%)")
    place.legend(frameon=False, fontsize=8, loc="lower right")
