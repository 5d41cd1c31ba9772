"""The command `isthmus balance`."""

import argparse
from pathlib import Path

from isthmus import report
from isthmus.arguments import Commands, add_command, expect_no_app_options, words
from isthmus.balance import generate, replay, table, title
from isthmus.outputs import file_argument, plot_argument

REPLAY_EPILOG = """\
A row a strategy: how long it took to decide; the largest load of a PE over the mean, speeds
regarded; messages between sites and between PEs; objects moved; border objects of the PE that has
most; the time of a step, by a model, and of moving the objects. With --plot the objects are drawn
where the snapshot says, coloured by site and PE, above the PEs' loads.

examples:
  isthmus balance generate molecular_dynamics --pes 32 -o md.json
  isthmus balance replay md.json
  isthmus balance replay md.json --strategy none,grid_metis,grid_hybrid --plot md.png
"""

GENERATE_EPILOG = """\
examples:
  isthmus balance generate stencil --objects 4096 --sites 2 --pes 32 --start random -o stencil.json
  isthmus balance generate power_law --seed 7 --speeds 1,3 --pinned 0.1 --empty-sites 1 -o odd.json
"""

OPTIONS = {
    "generate": {
        "seed": ("N", "what is drawn, is drawn from it (1)"),
        "objects": ("N", "of patterns that have no number of their own (4096)"),
        "sites": ("N", "sites that have PEs (2)"),
        "empty-sites": ("N", "sites without PEs (0)"),
        "pes": ("N", "PEs of each site (32)"),
        "speeds": ("S1,S2,...", "relative speeds of the PEs, in turn (1)"),
        "background": ("SHARE", "at most so much of a PE's mean load is other work (0)"),
        "pinned": ("SHARE", "of the objects, about, cannot move (0)"),
        "start": ("HOW", "where objects are: naive, block, random, crowded (naive)"),
        "latency": ("TIME", "between sites (16ms)"),
        "bandwidth": ("RATE", "of each site's connection (1Gb/s)"),
    },
    "replay": {
        "seed": ("N", "of strategies that draw (1)"),
        "tolerance": ("SHARE", "loads this near count as equal (0.1)"),
        "slack": ("SHARE", "a load this much too large is good enough (0.02)"),
        "hybrid-mode": ("MODE", "grid_hybrid: spread, border_seeds or seeds (seeds)"),
        "periods": ("X", "auto: periods as long as the snapshot's that are ahead (1)"),
    },
}
"""Options of `isthmus-balance`, which checks them: placeholder and what they mean."""


def add_parser(commands: Commands) -> None:
    parser = commands.add("balance", "compare load balancing strategies on snapshots")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)

    def verb(name: str, what: str, epilog: str) -> argparse.ArgumentParser:
        added = add_command(verbs, name, what, epilog)
        for option, (placeholder, meaning) in OPTIONS[name].items():
            added.add_argument(f"--{option}", metavar=placeholder, help=meaning)
        return added

    replaying = verb("replay", "run strategies on a snapshot", REPLAY_EPILOG)
    replaying.add_argument("snapshot", type=Path, metavar="SNAPSHOT", help="such as md.json")
    replaying.add_argument(
        "--strategy",
        type=words,
        default=(),
        metavar="A,B,...",
        help="those to compare (all)",
    )
    replaying.add_argument(
        "--plot", type=plot_argument, metavar="FILE", help="write a picture (PNG, SVG)"
    )
    generating = verb("generate", "make a snapshot up", GENERATE_EPILOG)
    generating.add_argument(
        "pattern",
        metavar="PATTERN",
        help="stencil, power_law, communities, hot_object, molecular_dynamics, unstructured_mesh",
    )
    generating.add_argument(
        "-o",
        "--output",
        type=file_argument,
        required=True,
        metavar="FILE",
        help="the file to write",
    )


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    names = OPTIONS[parsed.verb]
    given = {name: getattr(parsed, name.replace("-", "_")) for name in names}
    options = {name: str(value) for name, value in given.items() if value is not None}
    if parsed.verb == "generate":
        generate(parsed.pattern, parsed.output, options)
        print(f"written: {parsed.output}")
        return 0
    found = replay(parsed.snapshot, parsed.strategy, options, placements=parsed.plot is not None)
    report.print_table(*table(found), title=title(found))
    if parsed.plot is not None:
        from isthmus import balance_plot

        balance_plot.draw_comparison(found, parsed.plot)
        print(f"written: {parsed.plot}")
    return 0
