"""`isthmus slurm`: a batch script that starts a job on every node by one command."""

import argparse
import shlex
from pathlib import Path

from isthmus.arguments import Commands
from isthmus.build import find_application
from isthmus.errors import BadInputError

EPILOG = """\
One process on each node, with a PE for each of its CPUs. Every process is started by the same
words and takes its rank from Slurm; no PMIx and no ssh is needed. The folder in which `sbatch` is
called must be the same on all nodes, as the program's path must.

examples:
  isthmus slurm jacobi2d --nodes 4 --cpus 16 --print -- --mesh 4096 > job.sh
  sbatch job.sh
"""

SCRIPT = """\
#!/bin/sh
#SBATCH --nodes={nodes}
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task={cpus}
#SBATCH --time={time}

# All processes read this file; who knows the key can join the job.
set -e
grid=$PWD/isthmus-$SLURM_JOB_ID.toml
trap 'rm -f "$grid"' EXIT
{isthmus} hosts --pes {cpus} > "$grid"
first=$(sed -n 's/^address = "\\(.*\\)"$/\\1/p' "$grid" | head -n 1)
export ISTHMUS_JOB_KEY=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \\n')
port=$((20000 + SLURM_JOB_ID % 10000))
srun --mpi=none --kill-on-bad-exit=1 sh -c 'exec "$@" --rank "$SLURM_PROCID" {tail}' sh \\
  {program} --grid "$grid" --rendezvous "$first:$port" --wait 5min
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("slurm", "write a batch script for Slurm", EPILOG)
    parser.add_argument("app", metavar="APP", help="the application's name, or its path")
    parser.add_argument("--print", action="store_true", required=True, help="on standard output")
    parser.add_argument("--nodes", metavar="N", type=int, default=2, help="how many (2)")
    parser.add_argument("--cpus", metavar="N", type=int, default=1, help="of each node (1)")
    parser.add_argument("--time", default="1:00:00", help="as sbatch takes it (1:00:00)")


def script(program: Path, parsed: argparse.Namespace, app_options: list[str]) -> str:
    tail = shlex.join(["--", *app_options]) if app_options else ""
    if "'" in tail:
        raise BadInputError(f"{tail}: cannot stand in a script (expected words without quotes)")
    return SCRIPT.format(
        nodes=parsed.nodes,
        cpus=parsed.cpus,
        time=parsed.time,
        isthmus="isthmus",
        program=shlex.quote(str(program)),
        tail=tail,
    )


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    for name in ("nodes", "cpus"):
        if getattr(parsed, name) < 1:
            raise BadInputError(f"--{name} {getattr(parsed, name)}: too few (expected at least 1)")
    if not all(letter.isdigit() or letter in ":-" for letter in parsed.time):
        raise BadInputError(f"--time {parsed.time} (expected such as 90 or 1-12:00:00)")
    print(script(find_application(parsed.app).binary, parsed, app_options), end="")
    return 0
