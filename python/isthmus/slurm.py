"""`isthmus slurm`: a batch script that starts a job on every node by one command."""

import argparse
import re
import shlex
from pathlib import Path

from isthmus.arguments import Commands, positive
from isthmus.build import find_application
from isthmus.errors import BadInputError
from isthmus.together import DEFAULT_WAIT

EPILOG = """\
One process on each node, with a PE for each of its CPUs. Every node runs the same command, `isthmus
join`, and its process has the rank that Slurm says; no PMIx and no ssh is needed. All nodes must
have `isthmus`, and the program under the same name or path. The key of the job is made anew when it
runs, and is in the environment of its processes alone.

examples:
  isthmus slurm jacobi2d --nodes 4 --cpus 16 --print -- --mesh 4096 > job.sh
  sbatch job.sh
"""

SCRIPT = """\
#!/bin/sh
#SBATCH --job-name={name}
#SBATCH --nodes={nodes}
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task={cpus}
#SBATCH --time={time}

# The processes meet at the first node. Who knows the key can join the job.
set -e
first=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
port=$((20000 + SLURM_JOB_ID % 10000))
ISTHMUS_JOB_KEY=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \\n')
export ISTHMUS_JOB_KEY
exec srun --mpi=none --cpus-per-task={cpus} --kill-on-bad-exit=1 \\
  isthmus join "{name}-$SLURM_JOB_ID" --rendezvous "$first:$port" \\
  --processes "$SLURM_JOB_NUM_NODES" --pes {cpus} --wait {wait} -- {program}
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("slurm", "write a batch script for Slurm", EPILOG)
    parser.add_argument("app", metavar="APP", help="the application's name, or its path")
    parser.add_argument("--print", action="store_true", required=True, help="on standard output")
    parser.add_argument("--nodes", metavar="N", type=positive, default=2, help="how many (2)")
    parser.add_argument("--cpus", metavar="N", type=positive, default=1, help="of each node (1)")
    parser.add_argument("--time", default="1:00:00", help="as sbatch takes it (1:00:00)")


def script(parsed: argparse.Namespace, app_options: list[str]) -> str:
    """Raises what find_application does, where this machine has no such program."""
    binary = find_application(parsed.app).binary
    # By its name each node finds its own.
    program = str(binary.absolute()) if "/" in parsed.app else parsed.app
    words = [program, *(["--", *app_options] if app_options else [])]
    return SCRIPT.format(
        name=re.sub(r"[^A-Za-z0-9_.-]", "-", Path(parsed.app).name),
        nodes=parsed.nodes,
        cpus=parsed.cpus,
        time=parsed.time,
        wait=DEFAULT_WAIT,
        program=shlex.join(words),
    )


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    if not re.fullmatch(r"[0-9:-]+", parsed.time):
        raise BadInputError(f"--time {parsed.time} (expected such as 90 or 1-12:00:00)")
    print(script(parsed, app_options), end="")
    return 0
