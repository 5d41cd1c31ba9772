"""The command line's grammar and its help texts."""

import argparse
import difflib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from isthmus import __version__
from isthmus.errors import BadInputError
from isthmus.options import (
    OF_ONE_RUN,
    OF_REAL_TIME,
    PROBES,
    RUNTIME_OPTION,
    add_runtime_options,
    add_virtual_time_options,
    checked_type,
)
from isthmus.outputs import file_argument, plot_argument
from isthmus.quantity import time_ms, with_shared_unit

EPILOG = """\
examples:
  isthmus run jacobi2d --sites 2 --pes 1 --latency 8ms -- --mesh 2048 --objects 16
  isthmus sweep jacobi2d --sites 2 --pes 1 --vary latency=0,4,8,16ms --vary objects=4,16
  isthmus simulate jacobi2d --sites 4 --pes 64 --latency 8ms -- --mesh 8192 --objects 64
  isthmus topology check grid.toml --plot grid.png
  isthmus topology probe -n 4
  isthmus doctor --grid grid.toml
  isthmus relay --listen 0.0.0.0:7100
  isthmus balance replay snapshot.json --plot snapshot.png
  isthmus mesh mesh.vtu --plot mesh.png
  isthmus info

`isthmus COMMAND --help` explains a command with examples of its own.
"""

RUN_EPILOG = """\
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

exit status: the application's; 1 where a node cannot be reached; 2 for a wrong option or file;
128 + N when signal N ended a process; 130 after Ctrl-C.
"""

BALANCE_REPLAY_EPILOG = """\
A row a strategy: how long it took to decide; the largest load of a PE over the mean, speeds
regarded; messages between sites and between PEs; objects moved; border objects of the PE that has
most; the time of a step, by a model, and of moving the objects. With --plot the objects are drawn
where the snapshot says, coloured by site and PE, above the PEs' loads.

examples:
  isthmus balance generate molecular_dynamics --pes 32 -o md.json
  isthmus balance replay md.json
  isthmus balance replay md.json --strategy none,grid_metis,grid_hybrid --plot md.png
"""

BALANCE_GENERATE_EPILOG = """\
examples:
  isthmus balance generate stencil --objects 4096 --sites 2 --pes 32 --start random -o stencil.json
  isthmus balance generate power_law --seed 7 --speeds 1,3 --pinned 0.1 --empty-sites 1 -o odd.json
"""

BALANCE_OPTIONS = {
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

TOPOLOGY_PROBE_EPILOG = """\
Starts a job of processes that do nothing but measure: which nodes form a site, from the round trips
between them; latency and bandwidth between sites; the speed of each PE. The topology file that it
prints can be given to --grid. How far it has come is told on standard error, at last in one line.

Without --grid and -n: one process with a PE for each core of this machine.

examples:
  isthmus topology probe -n 4
  isthmus topology probe --grid hosts.toml -o grid.toml
  isthmus topology check grid.toml --plot grid.png

exit status: 0 when all was measured, 1 when the job failed, 2 for bad input, 130 after Ctrl-C.
"""

PROBE_WHERE = {
    "grid": "the processes that this topology file says, whatever it says of sites and speeds",
    "n": "so many processes of one PE each on this machine",
}

RELAY_EPILOG = """\
Runs until it is interrupted. The secret that processes must know is in the environment variable
ISTHMUS_RELAY_TOKEN, here and at the sites; it is not the job key, which the relay has no use for.
In the grid file, a site that can only call out has relay = "HOST:PORT" of this machine.

What goes through is encrypted by keys that the relay does not have: it sees who is connected to
whom, when, and how much, and host names and ranks when they meet.

example:
  ISTHMUS_RELAY_TOKEN="$(cat token)" isthmus relay --listen 0.0.0.0:7100

exit status: 0 when it was told to end, 1 when it could not go on, 2 for bad input.
"""

DOCTOR_EPILOG = """\
Starts a small program on each node, which listens where the node's processes would and calls all
others, over the sockets and proofs that a job uses. Prints a row for each pair of nodes and
direction, and for whatever is blocked, slow or misconfigured: on which node, and what to do.

Latency and bandwidth are compared with what the grid file says that they were found to be
(measured.latency, measured.bandwidth). Times are of one clock each: clocks need not agree.

A node whose address is of this machine is tried from here; others are reached by `ssh ADDRESS`,
without a question at the terminal, or as --via says. A node that does not answer within 10 s is
named.

examples:
  isthmus doctor --grid grid.toml
  isthmus doctor --grid grid.toml --via chicago="ssh -J login.chicago.example c0" --json found.json

exit status: 0 when all is well, 1 when something was found, 2 for bad input.
"""

MESH_EPILOG = """\
A .vtu file as applications write it: triangles, values in base64.

example:
  isthmus run meshgen -- --domain apps/meshgen/data/key.poly --triangles 5000 --output key.vtu
  isthmus mesh key.vtu --plot key.png --by pe
"""

SWEEP_EPILOG = """\
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

MASKING_EPILOG = """\
Runs Jacobi2D over two emulated sites on this machine's cores and asks how much of the latency
between them is hidden. First the step time is measured; the latencies are multiples of it, unless
they are given.

No step is shorter than its work, t(0), which is the step time without latency, nor than the latency
L, as each border needs what the far side had a step before: max(t(0), L) is the bound of every
scheme that computes no cell twice. A step that hides nothing takes t(0) + L. The share hidden says
where between the two the measured step lies: (t(0) + L - t(L)) / min(t(0), L). With K objects per
PE a border object's own work, t(0) / K, cannot be hidden where the latency is a step or more.

The application puts nothing first by itself (jacobi2d --plain); a column of its own has the step
time with its priorities, at the latency nearest to the step time, and the gain.

Prints each curve as soon as it is measured once, then a table (ms per step, below it the bound and
the share hidden), a verdict and a sentence; writes latency.csv and latency.png to --out.

examples:
  isthmus masking
  isthmus masking --mesh 2048 --latencies 0,1,2,4ms --objects-per-pe 4,16 --rounds 1
"""

SIMULATE_EPILOG = """\
TARGET is an application (then its own options come after --), or scenario files (*.toml), which
say all of it: program, topology, faults, and what must come of them (docs/formats/scenario.md).

Without --seeds one run is made, with its output on the terminal. With --seeds every scenario is run
once for each seed, a few at a time; the first run that does not end as expected stops them all, and
the last line is the command that replays it. An application is expected to succeed.

A fault is a KIND and its values. Every number may be a range, 1ms..20ms, and P, N, NAME the word
any: then it is drawn from the seed. Without `for` it lasts. A and B are names of sites.
  crash process=P at=T                  site_lost site=NAME at=T
  pause pe=N at=T for=D                 slow pe=N factor=F at=T for=D
  cut sites=A,B at=T for=D              partition sites=A,B at=T for=D
  latency sites=A,B by=D at=T for=D     bandwidth sites=A,B to=RATE at=T for=D
  lose|duplicate|reorder|corrupt sites=A,B rate=R at=T for=D

examples:
  a grid that nobody owns, in virtual time, and where the time goes:
    isthmus simulate jacobi2d --sites 4 --pes 256 --latency 8ms --costs charged --explain -- \\
        --mesh 8192 --objects 64 --cell-time 1.2 --no-probe
  the same with a fault:
    isthmus simulate jacobi2d --sites 2 --pes 8 --latency 8ms --fault "pause pe=3 at=20ms for=50ms"
  a thousand seeds of a scenario; then one of them again:
    isthmus simulate --seeds 1000 tests/scenario/standard.toml
    isthmus simulate --seed 17 tests/scenario/standard.toml
  is the same seed the same run?
    isthmus simulate --seeds 20 --twice tests/scenario/*.toml
  seeds that change with each commit:
    isthmus simulate --seeds 50 --seed-from "$(git rev-parse HEAD)" tests/scenario/standard.toml

exit status: 0 when every run ended as expected, 1 when one did not, 2 for bad input, 130 after
Ctrl-C; that of one application's run is the application's own.
"""

BENCH_EPILOG = """\
Runs every program of build/release/bench in turn, --repeat times, takes medians and compares them
with bench/goals.toml. A reference that was not measured in this run comes from the record,
bench/records.json, and is marked with *; below the table stands on which machine it was measured.
Ours is always of this run: where its program failed, the goal is not measured, and not met. Rows
are printed and written to OUT/bench.jsonl.

examples:
  isthmus bench
  isthmus bench --charm ~/charm/multicore-linux-x86_64 --record

A program that lacks what it would measure, such as a peer's tool, is skipped, and says why.

exit status: 0 when all was measured or skipped, 1 when a program failed or a goal has no
measurement; with --strict also when a goal is not met.
"""

EXPERIMENT_EPILOG = """\
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


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and exits with status 2."""

    def error(self, message: str) -> NoReturn:
        raise BadInputError(f"{message.removeprefix('argument ')} (see {self.prog} --help)")


_NEGATIVE = re.compile(r"-\.?[0-9]")


def with_negative_values(words: Sequence[str]) -> list[str]:
    """["--latency", "-8ms"] becomes ["--latency=-8ms"]: argparse takes what begins with a dash for
    an option, and would say that the value is missing. No option begins with a dash and a digit."""
    joined: list[str] = []
    for word in words:
        before = joined[-1] if joined else ""
        is_option = before.startswith("-") and "=" not in before and not _NEGATIVE.match(before)
        if is_option and _NEGATIVE.match(word):
            joined[-1] = f"{before}={word}" if before.startswith("--") else before + word
        else:
            joined.append(word)
    return joined


def make_parser() -> argparse.ArgumentParser:
    """The whole grammar; a wrong word raises BadInputError."""
    parser = _Parser(
        prog="isthmus",
        description="Run one tightly coupled program over many sites as if they were one machine.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"isthmus {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, what: str, epilog: str = "") -> argparse.ArgumentParser:
        return commands.add_parser(
            name,
            help=what,
            description=what[0].upper() + what[1:] + ".",
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    run = command("run", "run an application over one or more sites", RUN_EPILOG)
    run.add_argument("app", metavar="APP", help="the application's name, or its path")
    run.add_argument("--quiet", action="store_true", help="the runtime prints errors alone")
    run.add_argument("--explain", action="store_true", help="say where the time of PEs goes")
    run.add_argument("--describe", action="store_true", help="print the topology as JSON, and end")
    _add_reach(run)
    add_virtual_time_options(run, "virtual time (beside --backend sim)")
    add_runtime_options(run)

    _add_sweep(command("sweep", "run an application over combinations of options", SWEEP_EPILOG))
    _add_masking(
        command("masking", "measure how much wide-area latency objects mask", MASKING_EPILOG)
    )
    _add_simulate(
        command("simulate", "run programs in virtual time, and break them at will", SIMULATE_EPILOG)
    )
    _add_bench(command("bench", "run the benchmarks and check them against goals", BENCH_EPILOG))
    _add_experiment(
        command("experiment", "reproduce a published table or figure", EXPERIMENT_EPILOG)
    )
    _add_topology(command("topology", "work with topology files"))
    _add_relay(
        command("relay", "let sites meet that nobody can call, without hearing them", RELAY_EPILOG)
    )
    _add_doctor(command("doctor", "try the ways between the sites before a job", DOCTOR_EPILOG))
    _add_balance(command("balance", "compare load balancing strategies on snapshots"))
    _add_mesh(command("mesh", "say what a mesh file holds, and draw it", MESH_EPILOG))
    about = command("info", "say what this machine and this build have")
    about.add_argument("--json", action="store_true", help="print JSON")
    return parser


def _add_relay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--listen", required=True, metavar="HOST:PORT", help="where the processes come"
    )
    parser.add_argument(
        "--connections", metavar="N", help="so many at most, two for each pair (default: 1024)"
    )
    parser.add_argument(
        "--buffer",
        metavar="SIZE",
        help="held at most for each direction of a pair (default: 64KiB)",
    )
    parser.add_argument("--verbose", action="store_true", help="a line for each pair")


def _add_doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--grid", type=Path, required=True, metavar="FILE", help="sites, nodes and links"
    )
    _add_via(parser)
    parser.add_argument(
        "--program",
        type=Path,
        metavar="PATH",
        help="where isthmus-doctor is on the nodes (default: where it is here)",
    )
    parser.add_argument(
        "--nodes",
        type=_count,
        default=4,
        metavar="N",
        help="look at the first N nodes of each site; 0: all (default: 4)",
    )
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=1.0,
        metavar="S",
        help="send for so long, in each direction of each pair of sites, to find the bandwidth; "
        "0: not at all (default: 1)",
    )
    parser.add_argument(
        "--json", type=file_argument, metavar="FILE", help="write all of it there, too"
    )


def _add_sweep(parser: argparse.ArgumentParser) -> None:
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
        type=_positive,
        default=1,
        metavar="K",
        help="runs per combination; their median counts (default 1)",
    )
    _add_out(parser, "where results go and are looked for", "out/sweep")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results in DIR")
    parser.add_argument(
        "--timeout",
        type=_positive_number,
        default=600.0,
        metavar="SECONDS",
        help="ends a run that takes longer (default 600)",
    )
    plot = parser.add_argument_group("plot")
    plot.add_argument("--x", metavar="NAME", help="the horizontal axis (default: first varied)")
    plot.add_argument("--y", metavar="METRIC", help="the vertical axis (default ms_per_step)")
    plot.add_argument("--series", metavar="NAME,...", default="", help="a curve per value")
    plot.add_argument("--panel", metavar="NAME", help="a panel per value")
    add_runtime_options(parser, without=OF_ONE_RUN)


def _add_masking(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--app",
        default="jacobi2d",
        metavar="APP",
        help="the application's name, or its path (default jacobi2d)",
    )
    parser.add_argument(
        "--mesh",
        type=_positive,
        default=4096,
        metavar="N",
        help="points per side of the mesh (default 4096)",
    )
    parser.add_argument(
        "--pes",
        type=_positive,
        metavar="N",
        help="PEs per site (default: half of this machine's cores)",
    )
    parser.add_argument(
        "--latencies",
        type=_latencies,
        default=(),
        metavar="L1,L2,...",
        help="one-way latencies, rising from 0, such as 0,4,8ms (default: 0, 1/4, 1/2, 1, 2 and 4 "
        "times the step time measured)",
    )
    parser.add_argument(
        "--objects-per-pe",
        type=_counts,
        default=(1, 4, 16, 64),
        metavar="K1,K2,...",
        help="objects per PE (default 1,4,16,64)",
    )
    parser.add_argument(
        "--mappings",
        type=_words,
        default=("block", "naive"),
        metavar="M1,...",
        help="mappings (default block,naive)",
    )
    parser.add_argument(
        "--rounds",
        type=_positive,
        default=3,
        metavar="K",
        help="how often the whole is measured; medians count (default 3)",
    )
    parser.add_argument(
        "--budget",
        type=_positive_number,
        default=120.0,
        metavar="SECONDS",
        help="time for all runs; steps per run follow from it (default 120)",
    )
    _add_out(parser, "where latency.csv and latency.png go")


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("targets", nargs="+", metavar="TARGET", help="APP, or FILE.toml ...")
    parser.add_argument("--quiet", action="store_true", help="the runtime prints errors alone")
    parser.add_argument("--explain", action="store_true", help="say where the time of PEs goes")
    seeds = parser.add_argument_group("many seeds")
    seeds.add_argument("--seeds", type=_positive, metavar="N", help="run each with N seeds")
    first = seeds.add_mutually_exclusive_group()
    first.add_argument(
        "--first-seed", type=_seed, metavar="S", help="the first of the seeds (default 1)"
    )
    first.add_argument(
        "--seed-from", metavar="TEXT", help="take the first seed from this text, such as a commit"
    )
    seeds.add_argument(
        "--jobs", type=_positive, metavar="N", help="runs at a time (default: one a core)"
    )
    seeds.add_argument(
        "--twice", action="store_true", help="run each seed twice; the two runs must be equal"
    )
    seeds.add_argument(
        "--timeout",
        type=_positive_number,
        metavar="SECONDS",
        help="of real time, for one run (default 120)",
    )
    add_virtual_time_options(parser, "virtual time")
    add_runtime_options(parser, without=("backend", *OF_REAL_TIME))
    parser.set_defaults(backend="sim")


def _add_bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--repeat",
        type=_positive,
        default=5,
        metavar="K",
        help="runs of each program; medians count (default 5)",
    )
    parser.add_argument("--goals", type=Path, metavar="FILE", help="default bench/goals.toml")
    parser.add_argument(
        "--charm",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="a Charm++ build: its programs are built and run as references; given again, another: "
        "multicore for what happens within a process, netlrts for what goes between two",
    )
    parser.add_argument(
        "--record",
        action="store_true",
        help="keep what Charm++ reached in this run in bench/records.json",
    )
    parser.add_argument("--strict", action="store_true", help="a goal that is not met is a failure")
    _add_out(parser, "where bench.jsonl goes")


def _add_experiment(parser: argparse.ArgumentParser) -> None:
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
    _add_out(parser, "where the plots go")
    parser.set_defaults(out=None)  # without a NAME nothing goes there


def _add_topology(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    check = verbs.add_parser(
        "check",
        help="read a topology file, draw it, and warn of what is probably not meant",
        description="Read a topology file, draw it, and warn of what is probably not meant.",
        epilog="example:\n  isthmus topology check grid.toml --plot grid.png",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    check.add_argument("file", type=Path, metavar="FILE", help="such as grid.toml")
    check.add_argument(
        "--plot", type=plot_argument, metavar="FILE", help="write a picture there (PNG, SVG)"
    )
    probe = verbs.add_parser(
        "probe",
        help="find out sites, links and speeds, and print them as a topology file",
        description="Find out sites, links and speeds, and print them as a topology file.",
        epilog=TOPOLOGY_PROBE_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    where = probe.add_mutually_exclusive_group()
    for name in ("grid", "n"):
        option = RUNTIME_OPTION["processes" if name == "n" else name]
        where.add_argument(
            f"--{name}" if len(name) > 1 else f"-{name}",
            metavar=option.metavar,
            type=checked_type(option),
            help=PROBE_WHERE[name],
        )
    probe.add_argument(
        "--probe",
        metavar="WHAT,...",
        type=checked_type(RUNTIME_OPTION["probe"]),
        default=",".join(PROBES),
        help="only some of sites, links, speeds",
    )
    _add_reach(probe)
    probe.add_argument(
        "-o", "--output", type=file_argument, metavar="FILE", help="write there instead"
    )


def _add_balance(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)

    def verb(name: str, what: str, epilog: str) -> argparse.ArgumentParser:
        added = verbs.add_parser(
            name,
            help=what,
            description=what[0].upper() + what[1:] + ".",
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        for option, (placeholder, meaning) in BALANCE_OPTIONS[name].items():
            added.add_argument(f"--{option}", metavar=placeholder, help=meaning)
        return added

    replay = verb("replay", "run strategies on a snapshot", BALANCE_REPLAY_EPILOG)
    replay.add_argument("snapshot", type=Path, metavar="SNAPSHOT", help="such as md.json")
    replay.add_argument(
        "--strategy",
        type=_words,
        default=(),
        metavar="A,B,...",
        help="those to compare (all)",
    )
    replay.add_argument(
        "--plot", type=plot_argument, metavar="FILE", help="write a picture (PNG, SVG)"
    )
    generate = verb("generate", "make a snapshot up", BALANCE_GENERATE_EPILOG)
    generate.add_argument(
        "pattern",
        metavar="PATTERN",
        help="stencil, power_law, communities, hot_object, molecular_dynamics, unstructured_mesh",
    )
    generate.add_argument(
        "-o",
        "--output",
        type=file_argument,
        required=True,
        metavar="FILE",
        help="the file to write",
    )


def _add_mesh(parser: argparse.ArgumentParser) -> None:
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


def _add_via(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--via",
        action="append",
        default=[],
        metavar="SITE=COMMAND",
        help="what starts a program on the site's nodes (or, as SITE/NODE=COMMAND, on one of "
        "them); may be given several times; by default nothing for addresses of this machine, "
        "else ssh ADDRESS",
    )


def _add_reach(parser: argparse.ArgumentParser) -> None:
    """Of commands that start the processes of a job."""
    _add_via(parser)
    parser.add_argument(
        "--rendezvous",
        type=_host_and_port,
        metavar="HOST:PORT",
        help="where rank 0 waits for the processes on other nodes (default: the address of its "
        "node, at some port)",
    )


def _add_out(parser: argparse.ArgumentParser, what: str, default: str = "out") -> None:
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(default),
        metavar="DIR",
        help=f"{what} (default {default})",
    )


def _host_and_port(text: str) -> str:
    host, colon, port = text.rpartition(":")
    if not (host and colon and port.isascii() and port.isdigit() and 1 <= int(port) <= 65535):
        raise argparse.ArgumentTypeError(f"'{text}' is not HOST:PORT")
    return text


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 10**9):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of at least 1")
    return int(text)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 10**6):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of at least 0")
    return int(text)


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 10:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds from 0 to 10")
    return number


def _seed(text: str) -> int:
    try:
        return int(RUNTIME_OPTION["seed"].check(text))
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def _positive_number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
    return number


def _words(text: str) -> tuple[str, ...]:
    words = tuple(word.strip() for word in text.split(","))
    if not all(words) or len(set(words)) != len(words):
        raise argparse.ArgumentTypeError(f"'{text}' is not a list of different values")
    return words


def _counts(text: str) -> tuple[int, ...]:
    return tuple(_positive(word) for word in _words(text))


def _latencies(text: str) -> tuple[float, ...]:
    try:
        return tuple(time_ms(value) for value in with_shared_unit(list(_words(text))))
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def _known_options(parser: argparse.ArgumentParser, command: str) -> list[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) and command in action.choices:
            return list(action.choices[command]._option_string_actions)
    return []


def refuse_unknown(
    parser: argparse.ArgumentParser, parsed: argparse.Namespace, word: str
) -> NoReturn:
    """Names the word, and what it may have been meant to be."""
    name = word.partition("=")[0]
    near = difflib.get_close_matches(name, _known_options(parser, parsed.command), 1, 0.75)
    hint = f"did you mean {near[0]}?" if near else f"see isthmus {parsed.command} --help"
    if (hasattr(parsed, "app") or hasattr(parsed, "targets")) and not near:
        hint += "; the application's own options come after --"
    kind = "option" if word.startswith("-") else "argument"
    raise BadInputError(f"unknown {kind} '{word}' ({hint})")
