"""Koenig 2007, tables 8.1 and 8.2 and figure 8.1, tables 8.3 and 8.4 and figures 8.2 and 8.3: the
step time of a molecular-dynamics and of a finite-element program over two sites, without a load
balancer and after one step of four of them, with an artificial latency and between sites of the
TeraGrid. The programs are apps/md (216 cells, 3,024 pairs) and apps/fracture (1,000 parts) in
virtual time: their objects, messages and sizes, with costs charged and nothing moved. What a
message costs is Jacobi2D's. What an atom takes beside a pair of atoms is recorded from a real run;
all is then scaled to the published times on the fewest PEs, which count as no prediction. Nor do
those without a balancer: mapping, atoms and elements are not told, and were chosen with them in
view."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from isthmus.experiment.balancing import (
    NAMES,
    ProgramTable,
    StepTime,
    as_published,
    label_of,
    read_published,
)
from isthmus.experiment.compare import share_text, signed_text
from isthmus.experiment.draw import Line, Panel, draw_panels
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.koenig2007 import prepare
from isthmus.experiment.margins import ALIKE, SEEN, is_about, is_as_large
from isthmus.experiment.science_runs import (
    FRACTURE,
    NO_BALANCER,
    Length,
    Machine,
    Program,
    Run,
    machine_of,
    record_molecular_dynamics,
    times_ms,
)
from isthmus.experiment.settings import RunApplication, Settings
from isthmus.report import number_text, print_table

REPRODUCES = "Koenig 2007, tables 8.1 to 8.4 and figures 8.1 to 8.3: two scientific programs"
TAKES = "90 min"

LATENCIES_MS = (2.0, 8.0, 16.0, 32.0, 48.0, 64.0, 80.0, 96.0, 112.0, 128.0)
QUICK_LATENCIES_MS = (2.0, 32.0, 128.0)
TABLES_MS = (2.0, 32.0)  # the latencies of tables 8.1 to 8.4
BALANCED = tuple(name for name in NAMES if name != NO_BALANCER)
STRATEGIES = {name: as_published(name) for name in NAMES}
"""What is run for each published name."""
GOAL = 0.05  # the median error of predictions


@dataclass(frozen=True)
class Study:
    """`figures` by number of PEs. A step is alike the next one, as nothing moves, so there are
    fewer than the published ones (a balancer's step at 500, steps 600 to 700 measured)."""

    program: str
    figures: Mapping[int, str]
    length: Length
    quick_length: Length

    @property
    def fewest(self) -> int:
        return min(self.figures)


MOLECULAR_DYNAMICS = Study(
    "LeanMD", {16: "8.1(a)", 32: "8.1(b)", 64: "8.1(c)", 128: "8.1(d)"}, Length(30), Length(15)
)
UNSTRUCTURED_MESH = Study(
    "Fractography3D",
    {8: "8.2(a)", 16: "8.2(b)", 32: "8.2(c)", 64: "8.2(d)", 128: "8.3"},
    Length(30),
    Length(15),
)
Times = Mapping[Run, float]


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


def run(settings: Settings) -> None:
    tables = read_published().programs
    machine = machine_of(prepare(settings, (0.0,)).calibration.model)
    latencies_ms = QUICK_LATENCIES_MS if settings.quick else LATENCIES_MS
    findings: list[Finding] = []
    fields: list[dict[str, object]] = []
    errors: list[tuple[float, bool]] = []
    written = []
    for study in (MOLECULAR_DYNAMICS, UNSTRUCTURED_MESH):
        of_study = [table for table in tables if table.program == study.program]
        pes = [64] if settings.quick else list(study.figures)
        times = run_study(study, of_study, pes, latencies_ms, machine, settings)
        for table in of_study:
            errors += print_beside(study, table, times)
        curves = {n: curves_of(times, n, latencies_ms) for n in pes}
        for n, of_n in curves.items():
            print_table(*figure_table(of_n), title=f"Figure {study.figures[n]}: {n} PEs; ms")
        findings += judge(study, curves, published_curves(study.program, tables))
        fields += [{**vars(one), "program": study.program, "ms": ms} for one, ms in times.items()]
        path = settings.out / f"koenig2007_{study.program.lower()}.png"
        draw(study, curves, of_study, path)
        written.append(str(path))
    print(
        "(*) no prediction: costs are scaled to the rows on the fewest PEs, and what the text does"
    )
    print("not tell (mapping, atoms, elements) was chosen with those without a balancer in view.")
    print_findings("What the text says", findings)
    settings.write_json(
        "koenig2007_science",
        {
            "runs": fields,
            "errors": [error for error, _ in errors],
            "predictions": [error for error, is_predicted in errors if is_predicted],
            **as_fields(findings, settings.quick),
        },
    )
    print(f"written: {', '.join(written)}")
    print(f"{error_text(errors)}; {verdict(findings, settings.quick)}")


def run_study(
    study: Study,
    tables: Sequence[ProgramTable],
    pes: Sequence[int],
    latencies_ms: Sequence[float],
    machine: Machine,
    settings: Settings,
) -> Times:
    """Scales the program first, by its rows on the fewest PEs."""
    length = study.quick_length if settings.quick else study.length
    apply = settings.run_application
    start = record_molecular_dynamics(apply) if study is MOLECULAR_DYNAMICS else FRACTURE
    program = scaled(study, start, tables[0], machine, length, apply)
    runs = [Run(n, STRATEGIES[name], ms) for n in pes for name in NAMES for ms in latencies_ms] + [
        Run(n, STRATEGIES[name], machine.latency_ms(table.teragrid), table.teragrid)
        for table in tables
        for n in pes
        for name in NAMES
    ]
    return times_ms(study.program, program, runs, machine, length, apply)


def scaled(
    study: Study,
    program: Program,
    table: ProgramTable,
    machine: Machine,
    length: Length,
    apply: RunApplication,
) -> Program:
    """Such that the rows of the table on the fewest PEs take the published time on average."""
    rows = [row for row in table.rows if row.pes == study.fewest]
    published = sum(row.artificial_ms for row in rows)
    runs = [Run(row.pes, STRATEGIES[row.balancer], table.latency_ms) for row in rows]
    work_ns = published / len(rows) * 1e6 * study.fewest
    rough = replace(program, unit_ns=work_ns / program.units)
    found = times_ms(f"{study.program}, scale", rough, runs, machine, length, apply)
    exact = rough.scaled(published / sum(found.values()))
    unit = "pair of atoms" if study is MOLECULAR_DYNAMICS else "element"
    text = (
        f"{study.program}: {exact.unit_ns:.1f} ns for each {unit} by the rows on {study.fewest} PEs"
    )
    if exact.atom_share > 0:
        text += (
            f"; {program.unit_ns:.1f} ns in a real run of md, where an atom in its cell takes "
            f"{exact.atom_share:.1f} times as much"
        )
    print(text)
    return exact


def curves_of(times: Times, pes: int, latencies_ms: Sequence[float]) -> Curves:
    by_name = {
        name: [times[Run(pes, STRATEGIES[name], ms)] for ms in latencies_ms] for name in NAMES
    }
    return Curves(latencies_ms, by_name)


def print_beside(study: Study, table: ProgramTable, times: Times) -> list[tuple[float, bool]]:
    """Returns the errors of the rows that were run, both columns, and whether they predict."""
    rows: list[list[str]] = []
    errors: list[tuple[float, bool]] = []
    for row in table.rows:
        ours = ours_of(row, table, times)
        if ours is None:
            continue
        is_predicted = row.pes != study.fewest and row.balancer != NO_BALANCER
        artificial, teragrid = ours
        of_row = (artificial / row.artificial_ms - 1, teragrid / row.teragrid_ms - 1)
        errors += [(error, is_predicted) for error in of_row]
        rows.append(
            [
                str(row.pes),
                NAMES[row.balancer],
                label_of(STRATEGIES[row.balancer]) + ("" if is_predicted else " *"),
                f"{row.artificial_ms:.1f}",
                f"{artificial:.1f}",
                signed_text(of_row[0]),
                f"{row.teragrid_ms:.1f}",
                f"{teragrid:.1f}",
                signed_text(of_row[1]),
            ]
        )
    headings = ["PEs", "balancer", "run by us", "published", "ours", "error"]
    headings += [f"published,\n{table.teragrid}", "ours", "error"]
    title = f"Table {table.id}: {table.program}, {table.latency_ms:g} ms between the sites; ms"
    print_table(headings, rows, title, left=3)
    return errors


def ours_of(row: StepTime, table: ProgramTable, times: Times) -> tuple[float, float] | None:
    """With the artificial latency, and over the TeraGrid; None where the row was not run."""
    strategy = STRATEGIES[row.balancer]
    artificial = times.get(Run(row.pes, strategy, table.latency_ms))
    over = [
        ms
        for one, ms in times.items()
        if (one.pes, one.balancer, one.sites) == (row.pes, strategy, table.teragrid)
    ]
    return None if artificial is None or not over else (artificial, over[0])


def error_text(errors: Sequence[tuple[float, bool]]) -> str:
    every = sorted(abs(error) for error, _ in errors)
    predicted = sorted(abs(error) for error, is_predicted in errors if is_predicted)
    median = predicted[len(predicted) // 2]
    met = "met" if median <= GOAL else "NOT met"
    return (
        f"{len(every)} values of tables 8.1 to 8.4: median error "
        f"{share_text(every[len(every) // 2])}, worst {share_text(every[-1])}; of the "
        f"{len(predicted)} that are predictions {share_text(median)} (goal "
        f"{share_text(GOAL)}: {met}), worst {share_text(predicted[-1])}"
    )


def figure_table(curves: Curves) -> tuple[list[str], list[list[str]]]:
    headings = ["balancer", *(f"{ms:g} ms" for ms in curves.latencies_ms)]
    return headings, [
        [label_of(STRATEGIES[name]), *(number_text(ms) for ms in times)]
        for name, times in curves.times_ms.items()
    ]


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


def judge(
    study: Study, curves: Mapping[int, Curves], published: Mapping[int, Curves]
) -> list[Finding]:
    """What 8.2.2 or 8.3.2 says of the figures that were run, by the rule of `margins`."""
    said = MOLECULAR_DYNAMICS_SAYS if study is MOLECULAR_DYNAMICS else UNSTRUCTURED_MESH_SAYS
    found = []
    for pes, what, check in said:
        if pes in curves:
            ours, agrees = check(curves[pes], published[pes])
            found.append(Finding(study.figures[pes], what, ours, agrees))
    return found


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


def draw(
    study: Study, curves: Mapping[int, Curves], tables: Sequence[ProgramTable], path: Path
) -> None:
    panels = []
    for pes, of_pes in curves.items():
        lines = []
        for name, times in of_pes.times_ms.items():
            known = [
                (table.latency_ms, row.artificial_ms)
                for table in tables
                for row in table.rows
                if (row.pes, row.balancer) == (pes, name)
            ]
            lines.append(
                Line(
                    label_of(STRATEGIES[name]),
                    of_pes.latencies_ms,
                    times,
                    [ms for ms, _ in known],
                    [ms for _, ms in known],
                )
            )
        panels.append(Panel(f"{study.figures[pes]}: {pes} PEs", lines))
    note = (
        "apps/md and apps/fracture in virtual time, at the published sizes;\n"
        "circles: tables 8.1 to 8.4"
    )
    draw_panels(panels, min(2, len(panels)), f"{study.program} over two sites", note, path)
