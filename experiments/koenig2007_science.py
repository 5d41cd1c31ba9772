"""Koenig 2007, tables 8.1 and 8.2 and figure 8.1, tables 8.3 and 8.4 and figures 8.2 and 8.3: the
step time of a molecular-dynamics and of a finite-element program over two sites, without a load
balancer and after one step of four of them, with an artificial latency and between sites of the
TeraGrid. The programs are apps/md (216 cells, 3,024 pairs) and apps/fracture (1,000 parts) in
virtual time: their objects, messages and sizes, with costs charged and nothing moved. What a
message costs is Jacobi2D's. What an atom takes beside a pair of atoms is recorded from a real run;
all is then scaled to the published times on the fewest PEs, which count as no prediction. Nor do
those without a balancer: mapping, atoms and elements are not told, and were chosen with them in
view."""

from collections.abc import Mapping, Sequence
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
from isthmus.experiment.science_findings import Curves, judge, published_curves
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
        findings += judge(
            study.program, study.figures, curves, published_curves(study.program, tables)
        )
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
