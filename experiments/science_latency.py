"""How much of the latency between two emulated sites md and fracture hide, each with 16 objects a
PE and more: the real programs, computing, with a delay filter between two threads, and in virtual
time with costs that are charged. Latencies are shares of the step without any."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from isthmus.errors import IsthmusError
from isthmus.experiment.settings import Settings
from isthmus.masking import share_hidden
from isthmus.progress import Steps
from isthmus.report import PeTime, Report, percent_text, print_table
from isthmus.time_spent import time_spent

REPRODUCES = (
    "Ours: latency that md and fracture hide, up to a step's time, 16 objects a PE and more"
)
TAKES = "10 min"

GOAL = 0.9
MULTIPLES = (0.25, 0.5, 1.0)
REAL, VIRTUAL = "real", "virtual"
CHARGED_MS = 40.0
"""What a step takes in virtual time, about."""


@dataclass(frozen=True)
class Program:
    """`objects` a PE, on one PE at each of two sites. A step waits for so many latencies one after
    the other: of md a cell's positions go to the pair and forces come back. `own` says how to cut
    the problem, `charges` what to charge instead of computing."""

    name: str
    objects: int
    ways: int
    own: Sequence[str]
    charges: Sequence[str]

    @property
    def metric(self) -> str:
        return "ms_per_step" if self.name == "md" else "ms_per_step_last"

    def words(self, kind: str, steps: int) -> list[str]:
        length = str(steps)
        words = list(self.own if kind == REAL else (*self.own, *self.charges))
        if self.name == "md":
            return [*words, "--warmup", str(steps // 3), "--steps", length]
        # Parts wait for all others at each row, which takes a latency; the last row counts, so that
        # what comes before is the warm-up.
        return [*words, "--every", str(2 * steps), "--steps", str(4 * steps)]


def molecular_dynamics(atoms: int, cells: int) -> Program:
    cutoff, skin, density = 2.2, 0.4, 0.8442
    entries = 0.5 * atoms * density * 4 / 3 * math.pi * (cutoff + skin) ** 3
    objects = (cells**3 + 14 * cells**3) // 2
    shape = ("--atoms", str(atoms), "--cells", str(cells), "--cutoff", f"{cutoff}")
    # Cells are so much longer than cutoff and skin that atoms may wait for a change of cells, which
    # takes a latency more and makes all lists anew at once.
    rare = ("--energies-every", "1000000", "--points-every", "1000000", "--exchange-every", "40")
    charges = ("--still", "--entry-time", f"{2e6 * CHARGED_MS / entries:.4g}")
    return Program("md", objects, 2, (*shape, *rare, "--tell-each"), charges)


def fracture(cells: str, parts: int) -> Program:
    elements = 6 * math.prod(map(int, cells.split("x")))
    own = ("--cells", cells, "--parts", str(parts))
    charges = ("--element-time", f"{2e6 * CHARGED_MS / elements:.4g}")
    return Program("fracture", parts // 2, 1, own, ("--still", "--charge-own", *charges))


def programs(quick: bool) -> list[Program]:
    """md with few cells and in LeanMD's shape, fracture with 16 parts a PE and with many."""
    atoms, cells = (6912, "12x12x4") if quick else (16384, "20x20x4")
    many = 128 if quick else 512
    return [
        *(molecular_dynamics(atoms, cells) for cells in (4, 6)),
        *(fracture(cells, parts) for parts in (32, many)),
    ]


@dataclass(frozen=True)
class Row:
    """Times in ms a step, of the quickest round; the latency is one-way. `share_of_rounds`: what is
    hidden by the median of the rounds. `spent`: where the time went."""

    program: str
    objects: int
    kind: str
    multiple: float
    latency_ms: float
    at_zero_ms: float
    step_ms: float
    share: float
    share_of_rounds: float
    spent: str


def run(settings: Settings) -> None:
    rounds, steps = (1, 20) if settings.quick else (9, 40)
    rows = []
    chosen = programs(settings.quick)
    with Steps("science latency", 2 * len(chosen)) as progress:
        for program in chosen:
            for kind in (VIRTUAL, REAL):
                progress.begin(f"{program.name}, {kind}")
                some = measure(settings, program, kind, steps, 1 if kind == VIRTUAL else rounds)
                rows += some
                progress.end(percent_text(min(row.share for row in some)))
    show(settings, rows)


def measure(settings: Settings, program: Program, kind: str, steps: int, rounds: int) -> list[Row]:
    """Each run with a latency stands beside one without, as processors of today are half as fast
    again from one minute to the next. What else a machine does makes a run longer and never
    shorter, by more than a quarter of a step, so the quickest of each are what the program can
    do."""

    def report_of(latency_ms: float) -> Report:
        order = ["--border-first", "yes"]
        runtime = ["--sites", "2", "--pes", "1", "--latency", f"{latency_ms:g}ms", *order]
        if kind == VIRTUAL:
            runtime = ["--backend", "sim", "--costs", "charged", *runtime]
        return settings.run_application(program.name, runtime, program.words(kind, steps))

    def step_ms(report: Report) -> float:
        value = report.metrics.get(program.metric)
        if value is None:
            raise IsthmusError(f"the report of {program.name} has no metric {program.metric}")
        return value

    usual = min(step_ms(report_of(0.0)) for _ in range(min(rounds, 3)))
    rows = []
    for multiple in MULTIPLES:
        latency_ms = float(f"{multiple * usual / program.ways:.3g}")
        pairs: list[tuple[float, float]] = []
        times: list[PeTime] = []
        for _ in range(rounds):
            zero, delayed = report_of(0.0), report_of(latency_ms)
            pairs.append((step_ms(zero), step_ms(delayed)))
            times += delayed.time
        wait_ms = program.ways * latency_ms
        before_ms, delayed_ms = (min(column) for column in zip(*pairs, strict=True))
        rows.append(
            Row(
                *(program.name, program.objects, kind, multiple, latency_ms),
                *(before_ms, delayed_ms, share_hidden(wait_ms, delayed_ms, before_ms)),
                statistics.median(share_hidden(wait_ms, step, before) for before, step in pairs),
                time_spent(times, statistics.median(step for _, step in pairs)),
            )
        )
    return rows


def fewest_objects(rows: Sequence[Row], name: str, kind: str) -> int | None:
    """A PE, with which and with more of them all latencies are hidden as they should be."""
    own = [row for row in rows if row.program == name and row.kind == kind]
    found = None
    for objects in sorted({row.objects for row in own}, reverse=True):
        if any(row.share < GOAL for row in own if row.objects == objects):
            break
        found = objects
    return found


def judge(rows: Sequence[Row]) -> tuple[bool, str]:
    texts = []
    met = True
    for kind in (REAL, VIRTUAL):
        for name in ("md", "fracture"):
            fewest = fewest_objects(rows, name, kind)
            met = met and fewest is not None
            said = "by none" if fewest is None else f"from {fewest:,} objects a PE on"
            texts.append(f"{name} {said} in {kind} time")
    goal = f"{percent_text(GOAL)} of what a step waits for is hidden, up to the step's own time"
    return met, f"{'met' if met else 'NOT met'}: {goal}: {', '.join(texts)}"


def explanations(rows: Sequence[Row]) -> list[str]:
    """Of each program, where the time went of the run that hid least: a sentence each."""
    told = []
    for name in dict.fromkeys(row.program for row in rows):
        accounts = [row for row in rows if row.program == name and row.spent]
        if accounts:
            worst = min(accounts, key=lambda row: row.share)
            told.append(
                f"{name} hides least with {worst.objects:,} objects a PE and a latency of "
                f"{worst.latency_ms:g} ms, {percent_text(worst.share)}: {worst.spent}."
            )
    return told


def show(settings: Settings, rows: Sequence[Row]) -> None:
    cells = [
        [
            *(row.program, f"{row.objects:,}", row.kind, f"{row.multiple:g}"),
            *(f"{value:.2f}" for value in (row.latency_ms, row.at_zero_ms, row.step_ms)),
            *(percent_text(row.share), percent_text(row.share_of_rounds)),
        ]
        for row in rows
    ]
    headings = [
        "program",
        "objects a PE",
        "time",
        "wait of a step",
        "latency ms",
        "at 0",
        "with it",
    ]
    shares = ["hidden", "by rounds"]
    print_table([*headings, *shares], cells, left=1, title="Two sites of one PE, ms per step")
    met, text = judge(rows)
    settings.write_json(
        "science_latency",
        {"rows": [asdict(row) for row in rows], "verdict": {"met": met, "text": text}},
    )
    for sentence in explanations(rows):
        print(sentence)
    print(text)
