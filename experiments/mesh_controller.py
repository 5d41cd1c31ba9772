"""Depths of ghosts that are decided while a mesh steps (`rule = "auto"`), in virtual time: against
the best fixed depth, against depth 1, and when the line between the sites changes meanwhile."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isthmus.experiment.mesh_runs import (
    MeshJob,
    MeshRun,
    TwoPes,
    Window,
    behind,
    exchange_numbers,
    mean_event_s,
    run_all,
)
from isthmus.experiment.settings import Settings
from isthmus.report import print_table

REPRODUCES = "Ours: ghost depths that a mesh decides itself, against the best fixed ones"
TAKES = "2 min"

NEAR_BEST = 0.05  # of the best fixed depth, once so many exchanges have been
EXCHANGES = 20
NEVER_SLOWER = 0.02  # than depth 1, all in all
RECOVERED_AFTER = 50  # exchanges

SIZE = 31  # points each way on a PE: 139 ms at the 168 MFlop/s of Allen et al. (2001)
WORKS_MS = (20.0, 139.0)
LATENCIES_MS = (0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 75.0, 100.0, 150.0, 200.0)
QUICK_LATENCIES_MS = (0.0, 20.0, 75.0, 200.0)
DEPTHS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 31)
QUICK_DEPTHS = (1, 2, 4, 6, 8, 12, 16)
FIXED_STEPS = 240
STEPS = 1000  # that a rule decides in


@dataclass(frozen=True)
class Line:
    """Between the sites. `mb_s`: 0 is unlimited but for the machine's own."""

    latency_ms: float
    mb_s: float = 0.0

    def text(self) -> str:
        thin = f", {self.mb_s:g} MB/s" if self.mb_s else ""
        return f"{self.latency_ms:g} ms{thin}"

    def options(self) -> tuple[str, ...]:
        return ("--bandwidth", f"{self.mb_s:g}MB/s") if self.mb_s else ()


@dataclass(frozen=True)
class Change:
    """What lies on top of a line, from a moment on or until then."""

    before: Line
    after: Line
    base: Line
    fault: str
    at_s: float

    def options(self) -> tuple[str, ...]:
        return (*self.base.options(), "--fault", self.fault)


CHANGE_S = 60.0
FROM = f"at={CHANGE_S:g}s"
UNTIL = f"for={CHANGE_S:g}s"
SITES = "sites=site0,site1"
CHANGES = (
    Change(Line(5), Line(75), Line(5), f"latency {SITES} by=70ms {FROM}", CHANGE_S),
    Change(Line(75), Line(5), Line(5), f"latency {SITES} by=70ms {UNTIL}", CHANGE_S),
    Change(Line(20), Line(200), Line(20), f"latency {SITES} by=180ms {FROM}", CHANGE_S),
    Change(Line(200), Line(20), Line(20), f"latency {SITES} by=180ms {UNTIL}", CHANGE_S),
    Change(
        Line(75, 2.0), Line(75, 0.5), Line(75, 2.0), f"bandwidth {SITES} to=500kB/s {FROM}",
        CHANGE_S,
    ),
    Change(
        Line(75, 0.5), Line(75, 2.0), Line(75, 2.0), f"bandwidth {SITES} to=500kB/s {UNTIL}",
        CHANGE_S,
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    work_ms: float
    overlaps: bool
    line: Line

    def pes(self) -> TwoPes:
        return TwoPes(SIZE, self.work_ms * 1e-3, self.overlaps)

    def fixed(self, depth: int, steps: int) -> MeshJob:
        return self.pes().job(steps, self.line.latency_ms, depth, more=self.line.options())

    def decided(self, steps: int) -> MeshJob:
        return self.pes().job(
            steps, self.line.latency_ms, more=self.line.options(), keeps_windows=True
        )


@dataclass(frozen=True)
class Outcome:
    """Times of a step. `settled_s`: behind the first exchanges; `whole_s` and `first_s`: all in
    all, as decided and at depth 1."""

    case: Case
    fixed_s: Mapping[int, float]
    settled_s: float
    depth: int
    whole_s: float
    first_s: float

    @property
    def best(self) -> int:
        return min(self.fixed_s, key=lambda depth: self.fixed_s[depth])

    @property
    def over_best(self) -> float:
        return self.settled_s / self.fixed_s[self.best] - 1

    @property
    def over_first(self) -> float:
        return self.whole_s / self.first_s - 1


@dataclass(frozen=True)
class Recovery:
    """`after`: exchanges behind the change that are not near the best fixed depth, up to the last
    such one; none where that is the last of all."""

    overlaps: bool
    change: Change
    best_s: float
    best: int
    settled_s: float
    depth: int
    after: int | None
    windows: Sequence[Window]


def run(settings: Settings) -> None:
    works = WORKS_MS[-1:] if settings.quick else WORKS_MS
    latencies = QUICK_LATENCIES_MS if settings.quick else LATENCIES_MS
    depths = QUICK_DEPTHS if settings.quick else DEPTHS
    changes = (CHANGES[1], CHANGES[4]) if settings.quick else CHANGES
    cases = [
        Case(work_ms, overlaps, Line(latency_ms))
        for work_ms in works
        for overlaps in (False, True)
        for latency_ms in latencies
    ]
    turns = [(overlaps, change) for overlaps in (False, True) for change in changes]
    after = [Case(WORKS_MS[-1], overlaps, change.after) for overlaps, change in turns]
    compared = list(dict.fromkeys([*cases, *after]))

    jobs: list[MeshJob] = []
    for case in compared:
        jobs += [case.fixed(depth, n * FIXED_STEPS) for depth in depths for n in (1, 2)]
    decided = len(jobs)
    for case in cases:
        jobs += [case.decided(STEPS), case.fixed(1, STEPS)]
    changing = len(jobs)
    jobs += [changing_job(overlaps, change) for overlaps, change in turns]
    runs = run_all("mesh controller", jobs, settings.run_application)

    fixed = fixed_times(compared, depths, runs)
    outcomes = [
        outcome_of(case, fixed[case], runs[decided + 2 * i], runs[decided + 2 * i + 1])
        for i, case in enumerate(cases)
    ]
    recoveries = [
        recovery_of(overlaps, change, fixed[case], runs[changing + i].windows)
        for i, ((overlaps, change), case) in enumerate(zip(turns, after, strict=True))
    ]
    show(settings, outcomes, recoveries)


def changing_job(overlaps: bool, change: Change) -> MeshJob:
    pes = TwoPes(SIZE, WORKS_MS[-1] * 1e-3, overlaps)
    return pes.job(2 * STEPS, change.base.latency_ms, more=change.options(), keeps_windows=True)


def fixed_times(
    cases: Sequence[Case], depths: Sequence[int], runs: Mapping[int, MeshRun]
) -> dict[Case, dict[int, float]]:
    """Of a step, without what begin and end of a run take: the second half of the longer one."""
    found: dict[Case, dict[int, float]] = {}
    place = 0
    for case in cases:
        found[case] = {}
        for depth in depths:
            short, long = runs[place].step_s, runs[place + 1].step_s
            found[case][depth] = 2 * long - short
            place += 2
    return found


def outcome_of(
    case: Case, fixed_s: Mapping[int, float], decided: MeshRun, first: MeshRun
) -> Outcome:
    settled = behind(decided.windows, lambda number, _: number > EXCHANGES)
    return Outcome(
        case, fixed_s, mean_event_s(settled), settled[-1].depth, decided.step_s, first.step_s
    )


def recovery_of(
    overlaps: bool, change: Change, fixed_s: Mapping[int, float], windows: Sequence[Window]
) -> Recovery:
    best = min(fixed_s, key=lambda depth: fixed_s[depth])
    # The first one is of both lines.
    later = behind(windows, lambda _, window: window.end_s > change.at_s)
    numbers = exchange_numbers(later)
    near = (1 + NEAR_BEST) * fixed_s[best]
    far = [n for n, w in zip(numbers, later, strict=True) if w.event_s > near]
    after = None if far and far[-1] == numbers[-1] else (far[-1] if far else 0)
    settled = [w for n, w in zip(numbers, later, strict=True) if n > RECOVERED_AFTER]
    return Recovery(
        overlaps, change, fixed_s[best], best, mean_event_s(settled), later[-1].depth, after,
        windows,
    )  # fmt: skip


def way_text(overlaps: bool) -> str:
    return "inside first" if overlaps else "waits"


def ms_text(seconds: float) -> str:
    return f"{seconds * 1e3:.1f}"


def show(settings: Settings, outcomes: Sequence[Outcome], recoveries: Sequence[Recovery]) -> None:
    print_table(
        ["work ms", "a block", "latency ms", "depth 1", "best", "depth", "auto", "depth",
         "over best", "all in all\nover depth 1"],
        [
            [
                f"{one.case.work_ms:g}", way_text(one.case.overlaps),
                f"{one.case.line.latency_ms:g}",
                ms_text(one.fixed_s[1]), ms_text(one.fixed_s[one.best]), str(one.best),
                ms_text(one.settled_s), str(one.depth), f"{100 * one.over_best:+.1f} %",
                f"{100 * one.over_first:+.1f} %",
            ]
            for one in outcomes
        ],
        title=f"ms a step: two PEs {SIZE}³ each at two sites; auto behind {EXCHANGES} exchanges",
        left=2,
    )  # fmt: skip
    print_table(
        ["the line becomes", "from", "a block", "best", "depth", "auto", "depth",
         "exchanges\nuntil near best"],
        [
            [
                one.change.after.text(), one.change.before.text(), way_text(one.overlaps),
                ms_text(one.best_s), str(one.best), ms_text(one.settled_s), str(one.depth),
                "never" if one.after is None else str(one.after),
            ]
            for one in recoveries
        ],
        title=f"ms a step: {WORKS_MS[-1]:g} ms of work, and a line that changes after "
        f"{CHANGE_S:g} s",
        left=3,
    )  # fmt: skip
    path = settings.out / "mesh_controller.png"
    draw(outcomes, recoveries, path)
    goals = goals_of(outcomes, recoveries)
    met = all(is_met for _, is_met in goals)
    text = "; ".join(f"{'met' if is_met else 'NOT met'}: {goal}" for goal, is_met in goals)
    settings.write_json("mesh_controller", fields(outcomes, recoveries, met, text))
    print(f"written: {path}")
    print(text)


def goals_of(outcomes: Sequence[Outcome], recoveries: Sequence[Recovery]) -> list[tuple[str, bool]]:
    near = max(one.over_best for one in outcomes)
    slower = max(one.over_first for one in outcomes)
    slowest = max((one.after is None, one.after or 0) for one in recoveries)
    took = "never" if slowest[0] else f"after {slowest[1]} exchanges"
    return [
        (
            f"behind {EXCHANGES} exchanges at most {100 * near:.1f} % over the best fixed depth "
            f"(goal {100 * NEAR_BEST:g} %)",
            near <= NEAR_BEST,
        ),
        (
            f"at most {100 * slower:.1f} % slower than depth 1 (goal {100 * NEVER_SLOWER:g} %)",
            slower <= NEVER_SLOWER,
        ),
        (
            f"near the best again {took} (goal {RECOVERED_AFTER})",
            not slowest[0] and slowest[1] <= RECOVERED_AFTER,
        ),
    ]


def fields(
    outcomes: Sequence[Outcome], recoveries: Sequence[Recovery], met: bool, text: str
) -> dict[str, Any]:
    return {
        "outcomes": [
            {
                "work_ms": one.case.work_ms,
                "overlaps": one.case.overlaps,
                "latency_ms": one.case.line.latency_ms,
                "fixed_s": {str(depth): s for depth, s in one.fixed_s.items()},
                "settled_s": one.settled_s,
                "depth": one.depth,
                "over_best": one.over_best,
                "over_first": one.over_first,
            }
            for one in outcomes
        ],
        "recoveries": [
            {
                "before": one.change.before.text(),
                "after": one.change.after.text(),
                "overlaps": one.overlaps,
                "best_s": one.best_s,
                "settled_s": one.settled_s,
                "exchanges": one.after,
            }
            for one in recoveries
        ],
        "verdict": {"met": met, "text": text},
    }


def draw(outcomes: Sequence[Outcome], recoveries: Sequence[Recovery], path: Path) -> None:
    from isthmus.plots import QUIET, new_figure, save

    ways = list(dict.fromkeys((one.case.work_ms, one.case.overlaps) for one in outcomes))
    waiting = [one for one in recoveries if not one.overlaps]
    shown = [*waiting[:1], *waiting[1:][-3:]]  # more do not fit a picture
    columns = max(len(ways), len(shown))
    with new_figure(1.2 + 3.3 * columns, 7.4) as figure:
        places = figure.subplots(2, columns, squeeze=False)
        for place, (work_ms, overlaps) in zip(places[0], ways, strict=False):
            own = [one for one in outcomes if (one.case.work_ms, one.case.overlaps) == (
                work_ms, overlaps)]  # fmt: skip
            draw_latencies(place, work_ms, overlaps, own)
        for place, recovery in zip(places[1], shown, strict=False):
            draw_change(place, recovery)
        for place in [*places[0][len(ways) :], *places[1][len(shown) :]]:
            place.set_axis_off()
        figure.suptitle(
            "Depths of ghosts that a mesh decides itself", x=0.012, ha="left", fontsize=13,
            weight="bold",
        )  # fmt: skip
        note = "two PEs at two sites, in virtual time; above: once settled; below: every window "
        note += "between two exchanges, of blocks that wait for ghosts"
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)


def draw_latencies(place: Any, work_ms: float, overlaps: bool, own: Sequence[Outcome]) -> None:
    from isthmus.plots import COLOURS

    latencies = [one.case.line.latency_ms for one in own]
    curves = {
        "depth 1": [one.fixed_s[1] for one in own],
        "best fixed depth": [one.fixed_s[one.best] for one in own],
        "auto": [one.settled_s for one in own],
    }
    styles = ("-", "-", "o")
    for (label, values), colour, style in zip(curves.items(), COLOURS, styles, strict=False):
        place.plot(latencies, [1e3 * s for s in values], style, color=colour, label=label)
    for one in own[1::2]:
        place.annotate(
            str(one.depth), (one.case.line.latency_ms, 1e3 * one.settled_s), xytext=(0, 7),
            textcoords="offset points", ha="center", fontsize=7,
        )  # fmt: skip
    place.set_ylim(bottom=0)
    place.set_title(f"{work_ms:g} ms of work, a block {way_text(overlaps)}", fontsize=10)
    place.set_xlabel("latency, one way (ms)")
    place.set_ylabel("time per step (ms); depth beside")
    place.legend(frameon=False, fontsize=8)


def draw_change(place: Any, recovery: Recovery) -> None:
    from isthmus.plots import COLOURS, QUIET

    change = recovery.change
    begin_s, end_s = change.at_s - 30, change.at_s + 80
    seen = [w for w in recovery.windows if begin_s <= w.end_s <= end_s]
    place.plot([w.end_s for w in seen], [1e3 * w.event_s for w in seen], "o", color=COLOURS[2],
               markersize=3)  # fmt: skip
    place.axhline(1e3 * recovery.best_s, color=COLOURS[1], linewidth=1.2)
    place.axvline(change.at_s, color=QUIET, linestyle=":")
    place.set_ylim(0, 1.1e3 * max(w.event_s for w in seen))
    depths = place.twinx()
    depths.step([w.end_s for w in seen], [w.depth for w in seen], where="pre", color=QUIET,
                linewidth=1)  # fmt: skip
    depths.set_ylim(0, max(w.depth for w in seen) * 2)
    depths.grid(visible=False)
    depths.tick_params(labelsize=7, colors=QUIET)
    place.set_title(f"{change.before.text()}, then {change.after.text()}", fontsize=10)
    place.set_xlabel("time (s); grey: depth")
    place.set_ylabel("time per step (ms)")
