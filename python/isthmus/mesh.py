"""`isthmus mesh`: meshes of triangles and structured ones: run, looked at and drawn."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from isthmus import mesh_jobs, mesh_output
from isthmus.arguments import (
    Commands,
    expect_no_app_options,
    positive_number,
)
from isthmus.outputs import plot_argument

if TYPE_CHECKING:
    from isthmus import vtu

EPILOG = """\
With a .vtu file as applications write it (triangles or tetrahedra, values in base64) says what it
holds, and draws it: of a solid the side with the greatest z. For structured grids there are verbs;
`isthmus mesh VERB --help` explains one:
  isthmus mesh run          run the job that a parameter file describes
  isthmus mesh check        name everything that is wrong in a parameter file and its thorns
  isthmus mesh show         show what a parameter file's job does
  isthmus mesh thorns       show what thorns declare
  isthmus mesh predict      say how long steps will take, before a job
  isthmus mesh new          write a thorn that runs, to begin with
  isthmus mesh cctk         use thorns of Cactus as they are
  isthmus mesh from-par     make a job of a parameter file of Cactus
  isthmus mesh plot         draw a field or a table that a mesh job has written
  isthmus mesh check-output read all that a mesh job has written, and name what is damaged

examples:
  isthmus run meshgen -- --domain apps/meshgen/data/key.poly --triangles 5000 --output key.vtu
  isthmus mesh key.vtu --plot key.png --by pe
  isthmus mesh crack-000300.vtu --plot crack.png --by damage
  isthmus mesh new my_thorn && sh my_thorn/compile.sh
  isthmus mesh run my_thorn/my_thorn.toml --sites 2 --pes 2 --latency 8ms
  isthmus mesh plot out --field wave::phi --slice z=0 --output phi.png
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("mesh", "run jobs on meshes, and look at what they write", EPILOG)
    word = commands.words[0] if commands.words else ""
    if word in mesh_jobs.VERBS or word in mesh_output.VERBS:
        verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
        if word in mesh_jobs.VERBS:
            mesh_jobs.add_verb(commands, verbs, word)
        else:
            mesh_output.add_verbs(verbs)
        return
    parser.set_defaults(verb=None)
    parser.add_argument("file", type=Path, metavar="FILE", help="such as mesh.vtu")
    parser.add_argument(
        "--plot", type=plot_argument, metavar="FILE", help="write a picture there (PNG, SVG)"
    )
    parser.add_argument(
        "--by",
        metavar="NAME",
        help="what colours the picture, a value that the file has (subdomain; of solids damage)",
    )
    parser.add_argument(
        "--stretch",
        type=positive_number,
        metavar="N",
        help="of solids: draw displacements N times as large (so that the largest can be seen)",
    )


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    if parsed.verb in mesh_jobs.VERBS:
        return mesh_jobs.run_verb(parsed, app_options)
    expect_no_app_options(app_options)
    if parsed.verb in mesh_output.VERBS:
        return mesh_output.run_verb(parsed)
    from isthmus import vtu

    mesh = vtu.read_mesh(parsed.file)
    if isinstance(mesh, vtu.SolidMesh):
        return _show_solid(mesh, parsed)
    print(f"{len(mesh.points):,} points, {len(mesh.triangles):,} triangles")
    for name, values in mesh.cells.items():
        print(f"{name}: {len(set(values.tolist())):,} values")
    if parsed.plot is not None:
        from isthmus import mesh_plot

        mesh_plot.draw_mesh(mesh, parsed.by or "subdomain", parsed.plot, parsed.file.name)
        print(f"written: {parsed.plot}")
    return 0


def _show_solid(mesh: "vtu.SolidMesh", parsed: argparse.Namespace) -> int:
    print(f"{len(mesh.points):,} points, {len(mesh.tetrahedra):,} tetrahedra")
    for name, values in (mesh.nodes | mesh.cells).items():
        if values.size > 0:
            print(f"{name}: {values.min():.6g} to {values.max():.6g}")
    if parsed.plot is not None:
        from isthmus import solid_plot

        by = parsed.by or "damage"
        solid_plot.draw_solid(mesh, by, parsed.stretch, parsed.plot, parsed.file.name)
        print(f"written: {parsed.plot}")
    return 0
