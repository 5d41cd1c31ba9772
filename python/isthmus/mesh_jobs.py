"""`isthmus mesh run`, `check`, `show`, `thorns`, `predict`, `new`, `cctk`, `from-par`: jobs
and thorns."""

import argparse
import subprocess
import sys
from pathlib import Path

from isthmus import build, mesh_predict, mesh_skeleton, options
from isthmus import run as run_command
from isthmus.arguments import Commands, add_command, expect_no_app_options, positive
from isthmus.cctk import command as cctk_command
from isthmus.cctk import from_par
from isthmus.errors import BadInputError, IsthmusError

RUN_EPILOG = """\
FILE says which thorns are active, the grid, the steps and the driver (docs/formats/mesh.md).
Whatever drives it, on however many PEs and sites, the results are the same bits.

examples:
  isthmus mesh run wave.toml
  isthmus mesh run wave.toml --sites 2 --pes 2 --latency 8ms --depth 4
  isthmus mesh run wave.toml --driver serial
  isthmus mesh run wave.toml --backend processes --sites 2 --pes 1 --check

While it runs, parameters that its thorns allow may be changed:
  isthmus set isthmus-mesh-3f2a wave::speed 0.5
"""

CHECK_EPILOG = """\
Everything that is wrong is told, a line each, with exit status 2: in the file; in what thorns
declare; and in what they do together, such as neighbours that are read of what nobody has
synchronized.

example:
  isthmus mesh check wave.toml
"""

SHOW_EPILOG = """\
The grid, the steps, the values of all parameters, and the operations of a step in their order.

example:
  isthmus mesh show wave.toml
"""

THORNS_EPILOG = """\
Of those in a library, or in all libraries that a parameter file names: functions, parameters with
what they may be, and routines with what they read and write.

examples:
  isthmus mesh thorns wave.toml
  isthmus mesh thorns ./libwave.so
"""

NEW_EPILOG = """\
Writes a folder of that name with the thorn's source, what compiles it, and a parameter file.

examples:
  isthmus mesh new my_thorn
  isthmus mesh new my_thorn --language c++
"""


VERBS = ("run", "check", "show", "thorns", "predict", "new", "cctk", "from-par")


def host() -> Path:
    """The program that runs parameter files. Raises BadInputError where it is not built."""
    program = build.build_directory() / "src" / "mesh" / "program" / "isthmus-mesh"
    if not build.is_program(program):
        raise BadInputError(f"{program}: no such program (expected a build: run make)")
    return program


def add_verb(
    commands: Commands,
    verbs: "argparse._SubParsersAction[argparse.ArgumentParser]",
    verb: str,
) -> None:
    """Adds one of them; `run_verb` carries it out."""
    if verb == "run":
        _add_run(commands, verbs)
        return
    if verb == "predict":
        mesh_predict.add_verb(verbs)
        return
    if verb == "cctk":
        cctk_command.add_verb(verbs)
        return
    if verb == "from-par":
        from_par.add_verb(verbs)
        return
    what, epilog = {
        "check": (
            "name everything that is wrong in a parameter file and its thorns",
            CHECK_EPILOG,
        ),
        "show": ("show what a parameter file's job does", SHOW_EPILOG),
        "thorns": ("show what thorns declare", THORNS_EPILOG),
        "new": ("write a thorn that runs, to begin with", NEW_EPILOG),
    }[verb]
    parser = add_command(verbs, verb, what, epilog)
    if verb == "thorns":
        parser.add_argument(
            "paths", nargs="+", metavar="PATH", help="a parameter file, or a library of thorns"
        )
    elif verb == "new":
        parser.add_argument("name", metavar="NAME", help="of the thorn, and of the folder")
        parser.add_argument(
            "--language",
            choices=("fortran", "c++"),
            default="fortran",
            help="what it is written in (fortran)",
        )
    else:
        parser.add_argument("file", metavar="FILE", help="the parameter file")


def _add_run(
    commands: Commands, verbs: "argparse._SubParsersAction[argparse.ArgumentParser]"
) -> None:
    run = add_command(verbs, "run", "run the job that a parameter file describes", RUN_EPILOG)
    run.add_argument("file", metavar="FILE", help="the parameter file")
    run.add_argument(
        "--driver",
        choices=("blocks", "serial"),
        help="in place of the file's; the serial one holds the whole grid on PE 0, and judges",
    )
    run.add_argument("--steps", metavar="N", help="steps to do, in place of the file's")
    run.add_argument(
        "--depth", metavar="N[,N,N]", help="ghost depth of all planes, or of those in x,y,z"
    )
    run.add_argument(
        "--compress",
        choices=("never", "always", "adapt"),
        help="ghosts between sites, in place of the file's; adapt: by the rule that decides depths",
    )
    run.add_argument(
        "--rests",
        type=positive,
        metavar="N",
        help="how often blocks come to rest, for progress and for parameters that change (10)",
    )
    run.add_argument(
        "--charge",
        type=float,
        metavar="RATE",
        help="with --backend sim: hold no fields, and charge the flop of routines at so many a"
        " second (with --costs charged, unless something else is said)",
    )
    run.add_argument(
        "--windows",
        metavar="FILE",
        help="write there how long each window between two exchanges of sites took (a table)",
    )
    run.add_argument(
        "--check", action="store_true", help="compare with the serial driver, bit for bit"
    )
    table = options.table_of_host(commands.words, host)
    run_command.add_options(run, table, commands.everything)


def run_verb(parsed: argparse.Namespace, app_options: list[str]) -> int:
    if parsed.verb == "run":
        return _run(parsed, app_options)
    expect_no_app_options(app_options)
    if parsed.verb == "new":
        return mesh_skeleton.write(parsed.name, parsed.language)
    if parsed.verb == "predict":
        return mesh_predict.run_verb(parsed, host())
    if parsed.verb == "cctk":
        return cctk_command.run(parsed)
    if parsed.verb == "from-par":
        return from_par.run(parsed)
    words = parsed.paths if parsed.verb == "thorns" else [parsed.file]
    # What it prints is for the user as it stands; mistakes are lines on its standard error.
    sys.stdout.flush()
    done = subprocess.run([str(host()), parsed.verb, *words], check=False)
    if done.returncode < 0:
        raise IsthmusError(f"isthmus-mesh was killed by signal {-done.returncode}")
    return done.returncode


def _run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    words = [parsed.file]
    for name in ("driver", "steps", "depth", "compress", "rests", "charge", "windows"):
        value = getattr(parsed, name)
        if value is not None:
            words += [f"--{name}", str(value)]
    if parsed.check:
        words.append("--check")
    # A job that holds no fields costs nothing that could be measured.
    in_virtual_time = getattr(parsed, "backend", None) == "sim"
    if parsed.charge is not None and in_virtual_time and getattr(parsed, "costs", None) is None:
        parsed.costs = "charged"
    parsed.app = str(host())
    return run_command.run(parsed, [*words, *app_options])
