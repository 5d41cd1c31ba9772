"""`isthmus experiment`: lists the experiments, or runs one."""

import argparse
from pathlib import Path

from isthmus import build, report
from isthmus.arguments import (
    Commands,
    add_out,
    expect_no_app_options,
)
from isthmus.errors import BadInputError
from isthmus.outputs import file_argument

EPILOG = """\
Without a NAME: lists the experiments, each a published table or figure that is run again in virtual
time (a file of experiments/). With one: calibrates a model of the machine of the publication on its
times at latency 0, predicts all others, prints them beside the published ones with the relative
error, and ends with a verdict. docs/guide/experiments.md says how to read it.

Writes NAME*.png to --out. Runs as many simulations at a time as there are cores.

examples:
  isthmus experiment
  isthmus experiment koenig2007_table6
  isthmus experiment koenig2007_latency --quick --json latency.json

exit status: 0 when the experiment was run, whatever its verdict; 1 when a run failed; 2 for bad
input; 130 after Ctrl-C.
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("experiment", "reproduce a published table or figure", EPILOG)
    parser.add_argument("name", nargs="?", metavar="NAME", help="which; without it: list them")
    parser.add_argument(
        "--quick", action="store_true", help="within a minute: fewer steps, fewer latencies"
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
    from isthmus.experiment import catalogue, mpi, settings, stencil

    expect_no_app_options(app_options)
    folder = catalogue.experiments_directory()
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
    application = build.find_application("jacobi2d")
    out = parsed.out or Path("out")
    report.make_directory(out)
    chosen.run(
        settings.Settings(
            stencil.program_runner(application),
            out,
            parsed.quick,
            parsed.json,
            stencil.simulation_runner(application),
            stencil.application_runner(),
            parsed.task_bench,
            mpi.ranks_runner(),
            mpi.compile_program,
        )
    )
    return 0
