"""`isthmus topology`: its verbs."""

import argparse
import sys
from pathlib import Path

from isthmus import topology_probe
from isthmus.arguments import Commands, add_command, expect_no_app_options
from isthmus.outputs import plot_argument
from isthmus.topology import check_file, draw_text


def add_parser(commands: Commands) -> None:
    parser = commands.add("topology", "work with topology files")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    check = add_command(
        verbs,
        "check",
        "read a topology file, draw it, and warn of what is probably not meant",
        "example:\n  isthmus topology check grid.toml --plot grid.png",
    )
    check.add_argument("file", type=Path, metavar="FILE", help="such as grid.toml")
    check.add_argument(
        "--plot", type=plot_argument, metavar="FILE", help="write a picture there (PNG, SVG)"
    )
    topology_probe.add_parser(verbs)


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    if parsed.verb == "probe":
        return topology_probe.run(parsed)
    found, warnings = check_file(parsed.file)
    print(draw_text(found))
    if parsed.plot is not None:
        from isthmus import topology_plot

        topology_plot.draw_topology(found, parsed.plot, parsed.file.name)
        print(f"written: {parsed.plot}")
    for warning in warnings:
        print(warning, file=sys.stderr)
    return 0
