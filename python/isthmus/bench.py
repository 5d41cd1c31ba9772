"""Runs the micro-benchmarks beside their references and says which goals are met."""

import argparse
import json
import math
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from isthmus import build, goals, outcomes, report
from isthmus.arguments import (
    Commands,
    add_out,
    expect_no_app_options,
    positive,
)
from isthmus.build import build_directory, commit, programs_in, repository_root
from isthmus.errors import BadInputError, InterruptedJobError, IsthmusError
from isthmus.goals import Goal, Record, Row
from isthmus.launcher import Job
from isthmus.launches import Launch
from isthmus.machine import this_machine
from isthmus.progress import Steps
from isthmus.report import number_text

SKIPPED = 77  # the exit status of a program that lacks what it would measure
# Those that a build leaves out where what they measure was not there, and what brings that.
OPTIONAL_PROGRAMS = {
    "ucx": "libucx-dev",
    "mpi": "libopenmpi-dev",
    "ucx_perftest": "ucx-utils",
    "open_mpi": "openmpi-bin and libopenmpi-dev",
    "open_mpi_task_bench": "openmpi-bin and libopenmpi-dev",
    "open_mpi_ranks": "openmpi-bin and libopenmpi-dev",
    "mpich_ranks": "mpich and libmpich-dev",
}
# Those of them that measure somebody else's: references, which --record keeps as it does Charm++'s.
PEER_PROGRAMS = frozenset(OPTIONAL_PROGRAMS) - {"ucx", "mpi"}
RUN_S = 300.0
BUILD_S = 600.0


class SkippedError(IsthmusError):
    """Says what a benchmark lacks."""


@dataclass
class Samples:
    """Every value that was measured, by "benchmark.metric", and what went wrong."""

    values: dict[str, list[float]] = field(default_factory=dict)
    programs: dict[str, Path] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    """Why, by program."""

    def medians(self) -> dict[str, float]:
        return {name: statistics.median(values) for name, values in self.values.items()}

    def take_line(self, line: str, program: Path) -> None:
        """A JSON line of a benchmark; other lines are for people. Raises ValueError for one that
        looks like a result and is none."""
        if not line.startswith("{"):
            return
        entry = json.loads(line)
        try:
            name = f"{entry['benchmark']}.{entry['metric']}"
            value = float(entry["value"])
        except (KeyError, TypeError) as problem:
            raise ValueError(f"no benchmark, metric and value in {line}") from problem
        if not math.isfinite(value):
            raise ValueError(f"{name} is {value}")
        self.values.setdefault(name, []).append(value)
        self.programs[name] = program


def run_programs(programs: Sequence[Path], repeat: int) -> Samples:
    """Each program `repeat` times, in turn: a drift of the machine then touches all alike."""
    samples = Samples()
    broken: set[Path] = set()
    built = {program.name for program in programs}
    for name, packages in OPTIONAL_PROGRAMS.items():
        if name not in built:
            samples.skipped[name] = f"not in this build (Debian packages: {packages})"
    with Steps("benchmarks", repeat * len(programs)) as steps:
        for _ in range(repeat):
            for program in programs:
                steps.begin(program.name)
                if program in broken:
                    steps.end("skipped: failed before")
                    continue
                if program.name in samples.skipped:
                    steps.end(f"skipped: {samples.skipped[program.name]}")
                    continue
                try:
                    count = _run_once(program, samples, steps.tick)
                    steps.end(f"{count} values")
                except InterruptedJobError:
                    raise
                except SkippedError as why:
                    samples.skipped[program.name] = str(why)
                    steps.end(f"skipped: {why}")
                except IsthmusError as problem:
                    broken.add(program)
                    samples.failures.append(f"{program.name}: {problem}")
                    steps.end(f"failed: {problem}")
    return samples


def _run_once(program: Path, samples: Samples, on_tick: Callable[[], None]) -> int:
    lines: list[str] = []
    errors: list[str] = []

    def listen(_rank: int, stream: str, line: bytes) -> None:
        (lines if stream == "stdout" else errors).append(line.decode(errors="replace"))

    result = Job([Launch([str(program)])], listen).run(RUN_S, on_tick)
    if result.failure == "interrupted":
        raise InterruptedJobError(result.status - 128)
    if result.status == SKIPPED:
        raise SkippedError(errors[-1] if errors else "it does not say why")
    if result.status != 0:
        said = f" ({errors[-1]})" if errors else ""
        raise IsthmusError(result.failure + said)
    before = sum(len(values) for values in samples.values.values())
    try:
        for line in lines:
            samples.take_line(line, program)
    except ValueError as problem:
        raise IsthmusError(f"printed a line that is no result: {problem}") from None
    return sum(len(values) for values in samples.values.values()) - before


def build_charm_references(charm: Path) -> list[Path]:
    """Builds bench/references/charm against a build of Charm++ and returns its programs.
    Raises BadInputError where there is none, IsthmusError where the build fails."""
    source = repository_root() / "bench" / "references" / "charm"
    if not charm.is_dir():
        raise BadInputError(f"--charm {charm}: no such directory (expected a build of Charm++)")
    out = build_directory() / "references" / "charm" / charm.name
    out.mkdir(parents=True, exist_ok=True)
    command = ["make", "-C", str(source), f"CHARM={charm.absolute()}", f"OUT={out}"]
    done = subprocess.run(
        command, capture_output=True, text=True, errors="replace", timeout=BUILD_S, check=False
    )
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise IsthmusError(f"building {source} failed: {lines[0] if lines else 'make failed'}")
    programs = [path for path in programs_in(out) if path.name != "charmrun"]
    if not programs:
        raise IsthmusError(f"building {source} left no program in {out}")
    return programs


def skipped_goals(rows: Iterable[Row], samples: Samples) -> dict[str, str]:
    """Goals that were not measured because a program was skipped, each with the reason."""
    reasons = {}
    for row in rows:
        for metric in (row.goal.ours, row.goal.reference):
            program = metric.partition(".")[0]
            if row.met is None and program in samples.skipped and metric not in samples.values:
                reasons[row.goal.name] = f"{program}: {samples.skipped[program]}"
    return reasons


def table(rows: Iterable[Row]) -> tuple[list[str], list[list[str]]]:
    headings = ["what", "ours", "reference", "ratio", "goal", "met"]
    return headings, [
        [
            row.goal.what,
            _with_unit(row.ours, row.goal.unit),
            _reference_text(row),
            "" if math.isnan(row.ratio) else number_text(row.ratio) + _mark(row),
            _limit_text(row.goal),
            {True: "met", False: "NOT MET", None: "not measured"}[row.met],
        ]
        for row in rows
    ]


def _with_unit(value: float, unit: str) -> str:
    return "-" if math.isnan(value) else f"{number_text(value)} {unit}"


def _reference_text(row: Row) -> str:
    if not row.goal.is_ratio:
        return ""
    text = _with_unit(row.reference, row.goal.unit) + _mark(row)
    return f"{text} {row.goal.reference_name}".rstrip()


def _mark(row: Row) -> str:
    return "" if row.record is None else "*"


def notes_on_records(rows: Iterable[Row]) -> list[str]:
    """A line for each machine and commit at which references on record were measured."""
    names: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if row.record is not None:
            where = (row.record.machine, row.record.commit)
            names.setdefault(where, []).append(row.goal.name)
    return [
        f"* reference on record, not measured in this run: measured on {machine}, "
        f"at commit {version} ({', '.join(goals_there)})"
        for (machine, version), goals_there in names.items()
    ]


def _limit_text(goal: Goal) -> str:
    limit = f"{goal.limit:g} x" if goal.is_ratio else f"{goal.limit:g} {goal.unit}"
    if goal.allowance:
        limit += f" + {goal.allowance:g} {goal.unit}"
    return f"{goal.sense} {limit}"


def write_rows(rows: Iterable[Row], path: Path) -> None:
    """One JSON object per goal and line; null where something was not measured."""
    machine, version = this_machine().text(), commit()
    with path.open("w", encoding="utf-8") as stream:
        for row in rows:
            fields = {
                "goal": row.goal.name,
                "ours": _or_null(row.ours),
                "reference": _or_null(row.reference),
                "ratio": _or_null(row.ratio),
                "limit": row.goal.limit,
                "allowance": row.goal.allowance,
                "sense": row.goal.sense,
                "met": row.met,
                "unit": row.goal.unit,
                "recorded_on": None if row.record is None else row.record.machine,
                "recorded_at": None if row.record is None else row.record.commit,
                "machine": machine,
                "commit": version,
            }
            stream.write(json.dumps(fields) + "\n")


def _or_null(value: float) -> float | None:
    return None if math.isnan(value) else value


def records_after(
    rows: Iterable[Row], peer_metrics: Iterable[str], before: Mapping[str, Record]
) -> dict[str, Record]:
    """The references on record, renewed for every goal whose reference is a peer measured here."""
    peers = set(peer_metrics)
    records = dict(before)
    for row in rows:
        if row.goal.reference in peers and row.record is None and not math.isnan(row.reference):
            records[row.goal.name] = Record(row.reference, this_machine().text(), commit())
    return records


def judge_all(wanted: Sequence[Goal], samples: Samples, records: Mapping[str, Record]) -> list[Row]:
    medians = samples.medians()
    return [goals.judge(goal, medians, records.get(goal.name)) for goal in wanted]


def tell_metg(samples: Samples, out: Path) -> None:
    """The smallest tasks that are worth it, where they were measured: a table of all numbers of
    tasks, of which goals judge some, `metg.csv` and `metg.png`."""
    from isthmus import metg
    from isthmus.plots import draw_chart

    if not metg.is_measured(samples.values):
        return
    report.print_table(*metg.table(samples.values, far=False), title=metg.title(far=False))
    metg.write_csv(samples.values, out / "metg.csv")
    measured_on = f"{this_machine().text()}, {commit()}"
    draw_chart(metg.chart(samples.values, False, measured_on), out / "metg.png")
    print(f"written: {out / 'metg.csv'}, {out / 'metg.png'}")


EPILOG = """\
Runs every program of build/release/bench in turn, --repeat times, takes medians and compares them
with bench/goals.toml. A reference that was not measured in this run comes from the record,
bench/records.json, and is marked with *; below the table stands on which machine it was measured.
Ours is always of this run: where its program failed, the goal is not measured, and not met. Rows
are printed and written to OUT/bench.jsonl; the smallest tasks that are worth it, METG(50 %), for
all numbers of tasks to OUT/metg.csv and OUT/metg.png. Below the table stands why a goal is not met,
where bench/goals.toml says it.

examples:
  isthmus bench
  isthmus bench --charm ~/charm/multicore-linux-x86_64 --record

A program that lacks what it would measure, such as a peer's tool, is skipped, and says why.

exit status: 0 when all was measured or skipped, 1 when a program failed or a goal has no
measurement; with --strict also when a goal is not met.
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("bench", "run the benchmarks and check them against goals", EPILOG)
    parser.add_argument(
        "--repeat",
        type=positive,
        default=5,
        metavar="K",
        help="runs of each program; medians count (default 5)",
    )
    parser.add_argument("--goals", type=Path, metavar="FILE", help="default bench/goals.toml")
    parser.add_argument(
        "--charm",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="a Charm++ build: its programs are built and run as references; given again, another: "
        "multicore for what happens within a process, netlrts for what goes between two",
    )
    parser.add_argument(
        "--record",
        action="store_true",
        help="keep what peers (Charm++, Open MPI, MPICH, UCX) reached in this run in "
        "bench/records.json, and all outcomes in bench/outcomes.md",
    )
    parser.add_argument("--strict", action="store_true", help="a goal that is not met is a failure")
    add_out(parser, "where bench.jsonl, metg.csv and metg.png go")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    folder = build.repository_root() / "bench"
    wanted = goals.read_goals(parsed.goals or folder / "goals.toml")
    records = goals.read_records(folder / "records.json")
    programs = build.programs_in(build.build_directory() / "bench")
    if not programs:
        where = build.build_directory() / "bench"
        raise BadInputError(f"{where}: no benchmark there (expected a build: run make)")
    peers: list[Path] = []
    for where in parsed.charm:
        peers += build_charm_references(where)
    report.make_directory(parsed.out)
    samples = run_programs([*programs, *peers], parsed.repeat)
    rows = judge_all(wanted, samples, records)
    write_rows(rows, parsed.out / "bench.jsonl")
    report.print_table(*table(rows), title=this_machine().text())
    tell_metg(samples, parsed.out)
    for note in [*notes_on_records(rows), *outcomes.notes_on_misses(rows)]:
        print(note)
    if parsed.record:
        measured = [
            name
            for name, program in samples.programs.items()
            if program in peers or program.name in PEER_PROGRAMS
        ]
        goals.write_records(folder / "records.json", records_after(rows, measured, records))
        outcomes.write(folder / "outcomes.md", *table(rows), rows, parsed.repeat)
    for failure in samples.failures:
        print(f"isthmus: failed: {failure}", file=sys.stderr)
    skipped = skipped_goals(rows, samples)
    for reason in dict.fromkeys(skipped.values()):
        names = ", ".join(name for name, why in skipped.items() if why == reason)
        print(f"isthmus: skipped: {names} ({reason})", file=sys.stderr)
    missing = [row.goal.name for row in rows if row.met is None and row.goal.name not in skipped]
    if missing:
        print(f"isthmus: not measured: {', '.join(missing)}", file=sys.stderr)
    unmet = [row for row in rows if row.met is False]
    print(goals.count_text(rows))
    return 1 if samples.failures or missing or (parsed.strict and unmet) else 0
