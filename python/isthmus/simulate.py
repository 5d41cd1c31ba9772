"""`isthmus simulate`: programs in virtual time, once or with many seeds."""

import argparse
import hashlib
import os

from isthmus import options, simulate_targets
from isthmus.arguments import Commands, positive, positive_number
from isthmus.errors import BadInputError
from isthmus.launcher import Job, told
from isthmus.launches import Launch
from isthmus.simulate_run import run_once
from isthmus.simulate_seeds import TIMEOUT_S, Plan, run_many

SEED_COUNT = 2**63  # seeds drawn from a text lie below; the next ones still fit 64 bits


def seed_from(text: str) -> int:
    """The same text, the same seed: for a seed that changes with each commit."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % SEED_COUNT


def default_jobs() -> int:
    """As many runs at a time as there are cores for this process."""
    return max(1, len(os.sched_getaffinity(0)))


EPILOG = """\
TARGET is an application (then its own options come after --), mpi (then an MPI program and its own
words do, and -n says of how many ranks), mesh (then a parameter file of a mesh does), or scenario
files (*.toml), which say all of it: program, topology, faults, and what must come of them
(docs/formats/scenario.md).

Without --seeds one run is made, with its output on the terminal. With --seeds every scenario is run
once for each seed, a few at a time; the first run that does not end as expected stops them all, and
the last line is the command that replays it. An application is expected to succeed.

A fault is a KIND and its values. Every number may be a range, 1ms..20ms, and P, N, NAME the word
any: then it is drawn from the seed. Without `for` it lasts. A and B are names of sites.
  crash|leave|join process=P at=T       site_lost site=NAME at=T
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
  an MPI program of a thousand ranks, with costs of a run on this machine:
    isthmus mpirun -n 16 --record-costs costs.txt ./program input.txt
    isthmus simulate mpi -n 1000 --sites 2 --pes 64 --latency 8ms --costs costs.txt -- \\
        ./program input.txt
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


def _means_nothing(option: options.RuntimeOption) -> bool:
    return option.name in ("backend", "describe") or option.time == "real"


def add_parser(commands: Commands) -> None:
    parser = commands.add(
        "simulate", "run programs in virtual time, and break them at will", EPILOG
    )
    parser.add_argument("targets", nargs="+", metavar="TARGET", help="APP, mpi, or FILE.toml ...")
    parser.add_argument(
        "-n", "-np", dest="ranks", type=positive, metavar="N", help="of mpi: how many ranks"
    )
    seeds = parser.add_argument_group("many seeds")
    seeds.add_argument("--seeds", type=positive, metavar="N", help="run each with N seeds")
    first = seeds.add_mutually_exclusive_group()
    first.add_argument(
        "--first-seed",
        type=options.checked(options.CHECKS["number"]),
        metavar="S",
        help="the first of the seeds (default 1)",
    )
    first.add_argument(
        "--seed-from", metavar="TEXT", help="take the first seed from this text, such as a commit"
    )
    seeds.add_argument(
        "--jobs", type=positive, metavar="N", help="runs at a time (default: one a core)"
    )
    seeds.add_argument(
        "--twice", action="store_true", help="run each seed twice; the two runs must be equal"
    )
    seeds.add_argument(
        "--timeout",
        type=positive_number,
        metavar="SECONDS",
        help="of real time, for one run (default 120)",
    )
    table = options.table_for(commands.words, simulate_targets.program_named)
    options.add_runtime_options(parser, table, commands.everything, _means_nothing)
    parser.set_defaults(backend="sim")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    many = parsed.seeds is not None
    scenarios = simulate_targets.scenarios_of(parsed, app_options)
    if not many:
        seed = int(parsed.seed or 1)
        if len(scenarios) > 1:
            raise BadInputError("several scenarios (expected one, or --seeds N)")
        if scenarios[0].is_file:
            return run_once(scenarios[0], seed)
        command = scenarios[0].command(seed)
        return told(Job([Launch(command)]).run())
    first_seed = int(parsed.first_seed or 1)
    if parsed.seed_from is not None:
        first_seed = seed_from(parsed.seed_from)
    jobs = parsed.jobs or default_jobs()
    timeout_s = TIMEOUT_S if parsed.timeout is None else parsed.timeout
    return run_many(Plan(scenarios, first_seed, parsed.seeds, jobs, parsed.twice, timeout_s))
