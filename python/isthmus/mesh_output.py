"""`isthmus mesh plot` and `isthmus mesh check-output`: what mesh jobs have put out."""

import argparse
import time
from pathlib import Path

from isthmus.arguments import add_command
from isthmus.errors import BadInputError
from isthmus.outputs import plot_argument

PLOT_EPILOG = """\
PATH is the folder that a mesh job writes to, one of its files of a step (data00000100.h5), or a
table of norms (.csv). A plane is shown in colours, a line as a curve; what no file has is pink.
Finer levels are drawn over coarser ones, with the edges of their boxes.

examples:
  isthmus mesh plot out
  isthmus mesh plot out --field wave::phi --slice y=0 --time 2.5 --output phi.png
  isthmus mesh plot out --slice y=0 --slice z=0 --output line.png
  isthmus mesh plot out --follow --output live.png
  isthmus mesh plot out/norms.csv --output norms.png
"""

CHECK_EPILOG = """\
Reads every value of every step, and compares checksums. A part that is missing or damaged is named;
the exit status is 2 then.

example:
  isthmus mesh check-output out
"""

VERBS = ("plot", "check-output")
_LOOK_EVERY_S = 0.5


def _slice_argument(text: str) -> tuple[str, float]:
    axis, equals, value = text.partition("=")
    try:
        if axis in ("x", "y", "z") and equals:
            return axis, float(value)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"'{text}' is no slice (expected a plane, such as z=0)")


def add_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the verbs; `run_verb` carries them out."""
    plot = add_command(
        verbs, "plot", "draw a field or a table that a mesh job has written", PLOT_EPILOG
    )
    plot.add_argument(
        "path", type=Path, metavar="PATH", help="a folder, a step's file, a .csv table"
    )
    plot.add_argument(
        "--field", action="append", metavar="NAME", help="such as wave::phi; of a table, a column"
    )
    plot.add_argument(
        "--slice",
        action="append",
        default=[],
        type=_slice_argument,
        metavar="AXIS=VALUE",
        help="the plane at that coordinate; two of them give a line (the middle of z)",
    )
    which = plot.add_mutually_exclusive_group()
    which.add_argument("--time", type=float, metavar="T", help="the step whose time is nearest")
    which.add_argument("--last", action="store_true", help="the last step (as without it)")
    which.add_argument(
        "--follow", action="store_true", help="draw again whenever there is another step"
    )
    plot.add_argument(
        "--output",
        type=plot_argument,
        default=Path("mesh.png"),
        metavar="FILE",
        help="the picture (mesh.png)",
    )
    check = add_command(
        verbs,
        "check-output",
        "read all that a mesh job has written, and name what is damaged",
        CHECK_EPILOG,
    )
    check.add_argument("path", type=Path, metavar="PATH", help="a folder, or a step's file")


def run_verb(parsed: argparse.Namespace) -> int:
    if parsed.verb == "plot":
        return _plot(parsed)
    return _check(parsed)


def _plot(parsed: argparse.Namespace) -> int:
    from isthmus import mesh_field_plot, mesh_series

    if parsed.path.suffix == ".csv":
        mesh_field_plot.draw_table(parsed.path, parsed.output, parsed.field or [])
        print(f"written: {parsed.output}")
        return 0
    if len(parsed.field or []) > 1:
        raise BadInputError("--field: a picture has one field")
    fixed = dict(parsed.slice)
    if len(fixed) < len(parsed.slice) or len(fixed) > 2:
        raise BadInputError("--slice: expected one plane, or two of different axes")
    field = parsed.field[0] if parsed.field else None
    drawn: Path | None = None
    while True:
        paths = mesh_series.indices(parsed.path)
        chosen = paths[-1] if parsed.time is None else mesh_series.at_time(paths, parsed.time)
        if chosen != drawn:
            piece = mesh_series.read_piece(chosen, field, fixed)
            mesh_field_plot.draw_piece(piece, parsed.output)
            print(f"written: {parsed.output} ({piece.field}, step {piece.step})", flush=True)
            drawn = chosen
        if not parsed.follow:
            return 0
        time.sleep(_LOOK_EVERY_S)


def _check(parsed: argparse.Namespace) -> int:
    from isthmus import mesh_series

    paths = mesh_series.indices(parsed.path)
    size = 0
    faults: list[str] = []
    for path in paths:
        of_step, found = mesh_series.faults_of(path)
        size += of_step
        faults += found
        for fault in found:
            print(fault)
    steps = f"{len(paths)} step{'s' if len(paths) != 1 else ''}, {size / 1e6:.3f} MB"
    if faults:
        raise BadInputError(
            f"{parsed.path}: {steps}, {len(faults)} fault{'s' if len(faults) != 1 else ''}"
        )
    print(f"{parsed.path}: {steps}, all well")
    return 0
