"""Ours: a grid that changes while a job runs (the dynamic environment of Koenig 2007, 1.2).
Jacobi2D in virtual time; after 3 s the latency between the sites is another one, or a PE is slow,
for good or for a while. How many of the balancer's periods pass until it answers, and what a step
takes then, beside the same job whose balancer moves nothing."""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass

from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import ALIKE
from isthmus.experiment.settings import Settings
from isthmus.experiment.stencil import METRIC, worker_pool
from isthmus.report import Report, number_text, print_table

REPRODUCES = "ours: a latency and a PE's speed that change in mid-run, and the balancer's answer"
TAKES = "1 min"

CHANGE_S = 3.0
BACK_S = 6.0
STEPS_A_PERIOD = 20
STEPS = 900
SETTLED = 600  # steps, of which the time of the others counts
QUICK_STEPS, QUICK_SETTLED = 600, 450
ANSWERS_WITHIN = 5
"""Periods: two in which a change shows that it lasts, and two measured ones before a move."""
TAKEN_OFF = 0.25
"""A goal of ours: so much less of what a slow PE costs."""
SITES = "sites=site0,site1"


@dataclass(frozen=True)
class Case:
    """`fault` is what changes; `has_answer`: objects should be elsewhere afterwards."""

    name: str
    fault: str
    latency: str = "1ms"


CASES = (
    Case("latency 1 to 9 ms", f"latency {SITES} by=8ms at={CHANGE_S:g}s"),
    Case("latency 1 to 17 ms", f"latency {SITES} by=16ms at={CHANGE_S:g}s"),
    Case("latency 17 to 1 ms", f"latency {SITES} by=16ms at=0s for={CHANGE_S:g}s"),
    Case("a PE half as fast", f"slow pe=3 factor=2 at={CHANGE_S:g}s"),
    Case(
        "a PE half as fast for a while",
        f"slow pe=3 factor=2 at={CHANGE_S:g}s for={BACK_S - CHANGE_S:g}s",
    ),
)


@dataclass(frozen=True)
class Outcome:
    """Of one case: ms a step once all has settled, and what each step of the balancer did behind
    the change: when it was, in s, and how many objects moved."""

    case: Case
    alone_ms: float
    balanced_ms: float
    period_s: float
    answers: Sequence[tuple[float, int]]

    @property
    def is_latency(self) -> bool:
        return self.case.fault.startswith("latency")

    def noticed_after(self) -> float:
        """Periods until PEs measured again; infinite where they did not."""
        return min((at - CHANGE_S for at, _ in self.answers), default=float("inf")) / self.period_s

    def moved(self) -> int:
        return sum(moved for _, moved in self.answers)


def run(settings: Settings) -> None:
    with worker_pool() as pool:
        runs: list[tuple[Future[Report], Future[Report]]] = [
            (
                pool.submit(report_of, case, balancer="none", settings=settings),
                pool.submit(report_of, case, balancer="auto", settings=settings),
            )
            for case in CASES
        ]
        outcomes = [
            outcome_of(case, alone.result(), balanced.result())
            for case, (alone, balanced) in zip(CASES, runs, strict=True)
        ]
    show(settings, outcomes)


def report_of(case: Case, balancer: str, settings: Settings) -> Report:
    steps, settled = (QUICK_STEPS, QUICK_SETTLED) if settings.quick else (STEPS, SETTLED)
    runtime = ["--backend", "sim", "--costs", "charged", "--sites", "2", "--pes", "4"]
    runtime += ["--processes", "4", "--latency", case.latency, "--border-first", "no"]
    runtime += ["--fault", case.fault, "--balancer", balancer]
    own = ["--plain", "--cell-time", "40", "--mesh", "2048", "--objects", "16"]
    own += ["--mapping", "naive", "--steps", str(steps - settled), "--warmup", str(settled)]
    own += ["--marks", "6", "--sync-every", str(STEPS_A_PERIOD)]
    return settings.run_application("jacobi2d", runtime, own)


def outcome_of(case: Case, alone: Report, balanced: Report) -> Outcome:
    steps = balanced.load_balancing
    answers = [(step["at_s"], step["objects_moved"]) for step in steps if step["at_s"] > CHANGE_S]
    return Outcome(
        case,
        alone.metrics[METRIC],
        balanced.metrics[METRIC],
        steps[0]["period_s"] if steps else float("nan"),
        answers,
    )


def show(settings: Settings, outcomes: Sequence[Outcome]) -> None:
    rows = [
        [
            one.case.name,
            f"{one.noticed_after():.1f}",
            str(one.moved()),
            number_text(one.alone_ms),
            number_text(one.balanced_ms),
            f"{100 * (one.balanced_ms / one.alone_ms - 1):+.1f} %",
        ]
        for one in outcomes
    ]
    headings = ["what changes", "periods until measured", "moved", "alone, ms", "auto, ms", ""]
    title = "Jacobi2D 2048², 256 objects on 8 PEs at 2 sites; a step once all has settled"
    print_table(headings, rows, title=title)
    findings = [finding for one in outcomes for finding in judge(one)]
    print_findings("What is asked for", findings, "the balancer")
    result = {"rows": [asdict(one) for one in outcomes]}
    settings.write_json(
        "changing_grid", {**result, **as_fields(findings, settings.quick, "the balancer")}
    )
    print(verdict(findings, settings.quick, "the balancer"))


def judge(one: Outcome) -> list[Finding]:
    found = [
        Finding(
            one.case.name,
            f"PEs measure again within {ANSWERS_WITHIN} periods",
            f"after {one.noticed_after():.1f}",
            one.noticed_after() <= ANSWERS_WITHIN,
            "periods are as long as those before the change; with a slow PE they take twice that",
        ),
        Finding(
            one.case.name,
            "what it does makes nothing worse",
            f"{100 * (one.balanced_ms / one.alone_ms - 1):+.1f} %, points for it included",
            one.balanced_ms <= (1 + ALIKE) * one.alone_ms,
            "a point every so many steps takes two latencies by itself, and more where objects "
            "would run ahead",
        ),
    ]
    if not one.is_latency and "while" not in one.case.name:
        found.append(
            Finding(
                one.case.name,
                "it takes a quarter off what the slow PE costs",
                f"{number_text(one.alone_ms)} to {number_text(one.balanced_ms)} ms",
                one.balanced_ms <= (1 - TAKEN_OFF) * one.alone_ms,
            )
        )
    return found
