"""The command `isthmus sweep`."""

import argparse
import sys

from isthmus import options
from isthmus.arguments import Commands, add_out, positive, positive_number
from isthmus.build import find_application
from isthmus.sweep import (
    Axes,
    Plan,
    SweepResult,
    choose_axes,
    read_variable,
    run_sweep,
    write_csv,
)

EPILOG = """\
Every combination of the varied values is run. A name that is a runtime option is handed on as
such; any other goes to the application: it replaces {NAME} in the options after --, or is appended
as --NAME VALUE. Bare numbers take the unit of the next value that has one: latency=0,2,4ms.

Written to --out: runs.jsonl (a line per run, at once), sweep.csv (medians), sweep.png. The same
command again runs only what is missing or failed; a rebuilt application or a changed grid file
counts as missing.

examples:
  isthmus sweep jacobi2d --sites 2 --pes 1 --vary latency=0,2,4,8,16ms --vary objects=4,16 \\
      --repeat 3 --out out/objects -- --mesh 2048 --steps 50 --mapping block
  isthmus sweep jacobi2d --sites 2 --pes 1 --latency 8ms --vary rows=1,2,4 --x rows \\
      -- --mesh 2048 --objects {rows}x8

exit status: 0 when every run succeeded, 1 when any failed, 2 for bad input, 130 after Ctrl-C.
"""


def _is_of_one_run(option: options.RuntimeOption) -> bool:
    """Files that a second run would overwrite, what a terminal is for, and virtual time, which
    `isthmus simulate` has."""
    return option.kind in ("output", "flag") or option.time == "virtual"


def add_parser(commands: Commands) -> None:
    parser = commands.add("sweep", "run an application over combinations of options", EPILOG)
    parser.add_argument("app", metavar="APP", help="the application's name, or its path")
    parser.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=V1,V2,...",
        required=True,
        help="an option and its values; may be given several times",
    )
    parser.add_argument(
        "--repeat",
        type=positive,
        default=1,
        metavar="K",
        help="runs per combination; their median counts (default 1)",
    )
    add_out(parser, "where results go and are looked for", "out/sweep")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results in DIR")
    parser.add_argument(
        "--timeout",
        type=positive_number,
        default=600.0,
        metavar="SECONDS",
        help="ends a run that takes longer (default 600)",
    )
    plot = parser.add_argument_group("plot")
    plot.add_argument("--x", metavar="NAME", help="the horizontal axis (default: first varied)")
    plot.add_argument("--y", metavar="METRIC", help="the vertical axis (default ms_per_step)")
    plot.add_argument("--series", metavar="NAME,...", default="", help="a curve per value")
    plot.add_argument("--panel", metavar="NAME", help="a panel per value")
    table = options.table_for(commands.words, options.application_named)
    options.add_runtime_options(parser, table, commands.everything, _is_of_one_run)


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    from isthmus.sweep_plot import draw, print_result

    table: options.Table = parsed.table
    plan = Plan(
        find_application(parsed.app),
        tuple(read_variable(text, table) for text in parsed.vary),
        options.runtime_options_of(parsed),
        tuple(app_options),
        parsed.repeat,
        parsed.timeout,
    )
    series = [name for name in parsed.series.split(",") if name]

    def axes(result: SweepResult) -> Axes:
        return choose_axes(result, parsed.x, parsed.y, series, parsed.panel)

    axes(SweepResult(plan.variables, ()))  # a wrong name is said before the first run
    for setting in plan.settings():
        plan.point(setting)
    result = run_sweep(plan, parsed.out, parsed.fresh)
    write_csv(result, parsed.out / "sweep.csv")
    if result.interrupted_by:
        print(f"isthmus: interrupted; the same command goes on from {parsed.out}", file=sys.stderr)
        return 128 + result.interrupted_by
    if result.metrics():
        print_result(result)
        draw(result, axes(result), plan, parsed.out / "sweep.png")
        print(f"written: {parsed.out / 'sweep.csv'}, {parsed.out / 'sweep.png'}")
    failures = result.failures()
    for failure in failures:
        words = " ".join(f"{name}={value}" for name, value in failure.setting.items())
        print(f"isthmus: failed: {words}: {failure.failure}", file=sys.stderr)
    return 1 if failures else 0
