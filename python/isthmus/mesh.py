"""`isthmus mesh`: says what a mesh file holds, and draws it."""

import argparse
from pathlib import Path

from isthmus.arguments import (
    Commands,
    expect_no_app_options,
)
from isthmus.outputs import plot_argument

EPILOG = """\
A .vtu file as applications write it: triangles, values in base64.

example:
  isthmus run meshgen -- --domain apps/meshgen/data/key.poly --triangles 5000 --output key.vtu
  isthmus mesh key.vtu --plot key.png --by pe
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("mesh", "say what a mesh file holds, and draw it", EPILOG)
    parser.add_argument("file", type=Path, metavar="FILE", help="such as mesh.vtu")
    parser.add_argument(
        "--plot", type=plot_argument, metavar="FILE", help="write a picture there (PNG, SVG)"
    )
    parser.add_argument(
        "--by",
        default="subdomain",
        metavar="NAME",
        help="what colours the triangles, a value that the file has of each (subdomain)",
    )


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    from isthmus import vtu

    expect_no_app_options(app_options)
    mesh = vtu.read_vtu(parsed.file)
    print(f"{len(mesh.points):,} points, {len(mesh.triangles):,} triangles")
    for name, values in mesh.cells.items():
        print(f"{name}: {len(set(values.tolist())):,} values")
    if parsed.plot is not None:
        from isthmus import mesh_plot

        mesh_plot.draw_mesh(mesh, parsed.by, parsed.plot, parsed.file.name)
        print(f"written: {parsed.plot}")
    return 0
