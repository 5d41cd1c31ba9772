"""`isthmus run`: one job on this terminal."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from isthmus import (
    build,
    launcher,
    launches,
    options,
    replacements,
    restarts,
    stage,
    timeline,
    witness,
)
from isthmus.arguments import Commands, add_reach
from isthmus.errors import BadInputError, IsthmusError

EPILOG = """\
The application's own options come after --; `isthmus run APP -- --help` lists them.
APP is a name from the build (`isthmus info` lists them) or a path with a slash.

examples:
  two sites on this machine, 8 ms apart, one PE each:
    isthmus run jacobi2d --sites 2 --pes 1 --latency 8ms -- --mesh 2048 --objects 16 --steps 50
  the same as several processes over TCP, compared with the serial program:
    isthmus run jacobi2d --backend processes --sites 2 --pes 1 -- --mesh 2048 --check
  sites, nodes and links from a file; nodes of other machines are started by ssh, or as --via says:
    isthmus run jacobi2d --grid grid.toml -- --mesh 1024
    isthmus run jacobi2d --grid grid.toml --via chicago="ssh -J login c0" -- --mesh 1024
  the same where only this machine has the program, and what it reads:
    isthmus run ./program --grid grid.toml --stage --stage-file input.dat -- input.dat

  kept on disk every 30 s, and gone on with where a process is killed, also that of rank 0:
    isthmus run stencil --backend processes --sites 2 --pes 1 --checkpoint 30s --restarts 5

  the same, with others started in the places of those that are lost:
    isthmus run stencil --backend processes --sites 2 --pes 1 --checkpoint auto --on-loss go-on \\
        --replace 5

  gone on with without the processes that are lost, and kept in memory alone:
    isthmus run stencil --backend processes --sites 2 --pes 1 --checkpoint auto --on-loss go-on \\
        --checkpoint-dir none

exit status: the application's; 1 where a node cannot be reached; 2 for a wrong option or file;
3 where the other processes of the job have gone on without this one's;
128 + N when signal N ended a process; 130 after Ctrl-C.
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("run", "run an application over one or more sites", EPILOG)
    parser.add_argument("app", metavar="APP", help="the application's name, or its path")
    parser.add_argument(
        "--program-at",
        action="append",
        default=[],
        metavar="SITE=PATH",
        help="where the program is on the site's nodes (or, as SITE/NODE=PATH, on one of them); may"
        " be given several times; by default where it is here",
    )
    table = options.table_for(commands.words, options.application_named)
    add_options(parser, table, commands.everything)


def add_options(parser: argparse.ArgumentParser, table: options.Table, everything: bool) -> None:
    """Of a job on this terminal, whatever it runs."""
    add_reach(parser)
    parser.add_argument(
        "--stage",
        action="store_true",
        help="bring the program, its libraries and the grid file to other nodes that lack them, or"
        " have them otherwise, at the paths that they have here",
    )
    parser.add_argument(
        "--stage-file",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="with --stage: this one, too; may be given several times",
    )
    parser.add_argument(
        "--restarts",
        type=int,
        default=0,
        metavar="N",
        help="with --checkpoint: where a process is killed, start the job again from its newest "
        "checkpoint, at most N times (0)",
    )
    parser.add_argument(
        "--replace",
        type=int,
        default=0,
        metavar="N",
        help="with --on-loss go-on: start processes in the places of those that are lost, at most "
        "N of them (0)",
    )
    options.add_runtime_options(parser, table, everything)


def run(
    parsed: argparse.Namespace,
    app_options: list[str],
    change: launcher.Change = list,
    programs: Sequence[str] = (),
) -> int:
    """`change` starts something else than the application in the job's processes; `programs` are
    more that these load."""
    application = build.find_application(parsed.app)
    given = options.runtime_options_of(parsed)
    virtual = options.virtual_time_words(parsed)
    if virtual and given.get("backend") != "sim":
        raise BadInputError(f"{virtual[0]}: of virtual time alone (expected --backend sim)")
    if parsed.describe:
        return launcher.describe_job(application, given, app_options)
    reach = launches.Reach(tuple(parsed.via), parsed.rendezvous or "")
    restarts.check(given, parsed.restarts)
    replacements.check(given, parsed.replace)
    words = [*virtual, *options.words_of_the_run(parsed)]

    if parsed.stage_file and not parsed.stage:
        raise BadInputError("--stage-file: is brought with the program (expected --stage, too)")

    def prepared(planned: Sequence[launches.Launch]) -> list[launches.Launch]:
        here = change(planned)
        there = stage.with_programs(here, getattr(parsed, "program_at", ()))
        if parsed.stage:
            inputs = [*parsed.stage_file, *map(Path, programs)]
            inputs += [Path(given["grid"])] if "grid" in given else []
            stage.bring(there, [launch.arguments[0] for launch in here], inputs)
        return there

    def start(runtime: dict[str, str]) -> launcher.JobResult:
        return launcher.run_application(
            application, runtime, app_options, words, reach, parsed.replace, prepared
        )

    def run_all() -> int:
        with witness.beside(given) as runtime:
            return launcher.told(restarts.run(start, runtime, parsed.restarts))

    if "timeline" not in given:
        return run_all()
    path = Path(given["timeline"])
    timeline.remove_parts(path)
    status = run_all()
    try:
        timeline.merge_parts(path)
    except IsthmusError as problem:
        if status == 0:
            raise
        print(f"isthmus: {problem}", file=sys.stderr)
    return status
