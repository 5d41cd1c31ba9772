"""`isthmus experiment`: lists the experiments, runs one, or runs all."""

import argparse
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from isthmus import build, report
from isthmus.arguments import (
    Commands,
    add_out,
    expect_no_app_options,
)
from isthmus.errors import BadInputError
from isthmus.outputs import file_argument

if TYPE_CHECKING:
    from isthmus.experiment.guard import Record
    from isthmus.experiment.settings import Settings

EPILOG = """\
Without a NAME: lists the experiments, each a published table or figure that is run again in virtual
time (a file of experiments/). With one: calibrates a model of the machine of the publication on its
times at latency 0, predicts all others, prints them beside the published ones with the relative
error, and ends with a verdict. docs/guide/experiments.md says how to read it.

Writes NAME*.png to --out. Runs as many simulations at a time as there are cores.

With --all: runs each of them, with what it prints; writes NAME.json to --out as well, and ends with
a table: how many findings or statements agree, and how long it took. What needs a peer that is not
on this machine is passed over with the reason; what fails does not end the others.

examples:
  isthmus experiment
  isthmus experiment koenig2007_table6
  isthmus experiment koenig2007_latency --quick --json latency.json
  isthmus experiment --all --quick --out all
  isthmus experiment --all --quick --guard 120 --turn "$(git rev-parse HEAD)"

exit status: 0 when the experiment was run, whatever its verdict; 1 when a run failed, with --all of
any; 2 for bad input; 130 after Ctrl-C.
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("experiment", "reproduce a published table or figure", EPILOG)
    parser.add_argument("name", nargs="?", metavar="NAME", help="which; without it: list them")
    parser.add_argument("--all", action="store_true", help="all of them, one by one")
    parser.add_argument(
        "--quick", action="store_true", help="within a minute: fewer steps, fewer latencies"
    )
    parser.add_argument(
        "--guard",
        type=float,
        metavar="SECONDS",
        help="with --all --quick: those that together take so long on a core, as recorded, and "
        "fail where other findings agree than recorded",
    )
    parser.add_argument(
        "--turn",
        default="",
        metavar="TEXT",
        help="with --guard: which come first, such as a commit",
    )
    parser.add_argument(
        "--json",
        type=file_argument,
        metavar="FILE",
        help="write all numbers and constants there as well",
    )
    parser.add_argument(
        "--task-bench",
        type=Path,
        metavar="DIR",
        help="for task_bench: where Task Bench itself is built, to measure its programs as well",
    )
    add_out(parser, "where the plots go")
    parser.set_defaults(out=None)  # without a NAME nothing goes there


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    from isthmus.experiment import catalogue, guard, run_all

    expect_no_app_options(app_options)
    folder = catalogue.experiments_directory()
    if parsed.all:
        if parsed.name or parsed.task_bench:
            other = "a NAME" if parsed.name else "--task-bench"
            raise BadInputError(f"--all: with {other} (expected one of the two)")
        records = guarded(parsed, folder)
        names = {record.name for record in records}
        wanted = [
            one
            for one in catalogue.list_experiments(folder)
            if parsed.guard is None or one.name in names
        ]
        out = made_out(parsed)
        outcomes = run_all.run_each(wanted, lambda path: settings_of(parsed, out, path), out)
        report.print_table(*run_all.table(outcomes), title="All experiments", left=1)
        print(run_all.verdict(outcomes))
        if parsed.json:
            run_all.write(outcomes, parsed.quick, parsed.json)
        lines = guard.breaches(records, outcomes) if records else []
        for line in lines:
            print(line, file=sys.stderr)
        return 1 if lines or any(one.failed for one in outcomes) else 0
    if parsed.guard is not None:
        raise BadInputError("--guard: without --all (expected --all --quick --guard SECONDS)")
    if parsed.name is None:
        given = [name for name in ("quick", "json", "out") if getattr(parsed, name)]
        if given:
            raise BadInputError(
                f"--{given[0]}: of no experiment (expected a NAME; `isthmus experiment` lists them)"
            )
        found = catalogue.list_experiments(folder)
        rows = [[one.name, one.reproduces, one.takes] for one in found]
        report.print_table(["experiment", "reproduces", "takes"], rows, left=2)
        return 0
    chosen = catalogue.find_experiment(parsed.name, folder)
    if parsed.task_bench and chosen.name != "task_bench":
        raise BadInputError(f"--task-bench: not of {chosen.name} (expected the name task_bench)")
    chosen.run(settings_of(parsed, made_out(parsed), parsed.json))
    return 0


def guarded(parsed: argparse.Namespace, folder: Path) -> "list[Record]":
    """What --guard picks; none without it."""
    from isthmus.experiment import guard

    if parsed.guard is None:
        return []
    if not parsed.quick:
        raise BadInputError("--guard: without --quick (expected --all --quick --guard SECONDS)")
    records = guard.read_records(folder / "data" / "quick.toml")
    found = guard.chosen(records, parsed.guard, parsed.turn)
    if not found:
        least = min((record.seconds for record in records), default=0.0)
        raise BadInputError(f"--guard: {parsed.guard:g} (expected {least:g} or more)")
    return found


def made_out(parsed: argparse.Namespace) -> Path:
    """Where the plots go; it is there."""
    out: Path = parsed.out or Path("out")
    report.make_directory(out)
    return out


def settings_of(parsed: argparse.Namespace, out: Path, json: Path | None) -> "Settings":
    """What an experiment runs with. Programs are looked for when one is run: few need all."""
    from isthmus.experiment import mpi, settings, stencil

    @cache
    def jacobi2d() -> build.Application:
        return build.find_application("jacobi2d")

    return settings.Settings(
        lambda runtime, own: stencil.program_runner(jacobi2d())(runtime, own),
        out,
        parsed.quick,
        json,
        lambda runtime, own: stencil.simulation_runner(jacobi2d())(runtime, own),
        stencil.application_runner(),
        parsed.task_bench,
        mpi.ranks_runner(),
        mpi.compile_program,
    )
