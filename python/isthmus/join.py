"""`isthmus join`: another process for a running job, or one of those that make it together."""

import argparse
import contextlib
import json
import os
import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from isthmus import together
from isthmus.arguments import Commands, expect_no_app_options
from isthmus.errors import BadInputError, IsthmusError
from isthmus.far_jobs import split_host
from isthmus.invitation import JOB_KEY, Invitation, invitation_of, promised_place
from isthmus.jobs import find_job
from isthmus.launcher import Job, told
from isthmus.launches import Launch, is_loopback
from isthmus.nodes import SSH

EPILOG = """\
Starts a process of the job here, with the words that its others were started with, and stays with
it until it ends. It comes in at the job's next point, where that stops for a checkpoint and goes on
with one process more; a load balancer brings it objects. The job must have been begun with
--checkpoint and --on-loss go-on, and its grid have a place that nobody has: one of those that
--begin-with left out, or of a process that was lost or has left. The job keeps the place for it, so
that of several that join at once each has its own. A job on HOST is asked for its words and its key
by ssh; its program must be here under the same path.

With --rendezvous the same command on every node makes the job: nobody need be first, and no ssh is
used. All must have the same secret in ISTHMUS_JOB_KEY. A process has the rank that its manager
says (Kubernetes' Indexed Jobs, Slurm, Open MPI, MPICH), or that --process does; without either they
meet at HOST:PORT, who listens there first is rank 0, and the others get theirs in the order in
which they come. The program, and then its own options after another --, stand behind --; its path
may be another one on each node.

examples:
  isthmus join jacobi2d-3f2a
  isthmus join jacobi2d-3f2a --process 3      in this place
  isthmus join node0:jacobi2d-3f2a            from another machine
  isthmus join plate --rendezvous node0:7100 --processes 4 -- jacobi2d -- --mesh 1024
                                              on each of four nodes
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("join", "have a process join a job, or make one with others", EPILOG)
    parser.add_argument("job", metavar="[HOST:]JOB", help="its name, or the pid of its rank 0")
    together.add_options(parser)
    parser.add_argument(
        "--process",
        metavar="RANK",
        type=int,
        help="the rank that it is to have; by default the lowest that nobody has",
    )
    parser.add_argument(
        "--show",
        action="store_true",
        help="start nothing; print what a process needs to join, its key too, as JSON, and have the"
        " job keep its place for it",
    )


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    if parsed.rendezvous:
        if parsed.show:
            raise BadInputError("--show is of a running job (expected no --rendezvous)")
        return together.run(parsed, app_options)
    together.expect_none(parsed)
    expect_no_app_options(app_options)
    host, name = split_host(parsed.job)
    if parsed.show:
        if host:
            raise BadInputError("--show is of a job on this machine")
        print(json.dumps(vars(near_invitation(name, parsed.process))))
        return 0
    find = partial(far_invitation, host) if host else near_invitation
    invitation = find(name, parsed.process)
    return come(invitation, invitation.free)


def come(invitation: Invitation, ranks: Sequence[int]) -> int:
    """Starts processes here, stays with them until they end, and returns the exit status."""
    # On another machine there may be no such folder, and the job have no need of it.
    with contextlib.suppress(OSError):
        os.chdir(invitation.directory)
    os.environ[JOB_KEY] = invitation.key
    launches = [Launch(invitation.words_for(rank), rank=rank) for rank in ranks]
    heeds_warnings = any(word.startswith("--on-warning") for word in invitation.command)
    return told(Job(launches, goes_on=True, heeds_warnings=heeds_warnings).run())


def near_invitation(name: str, wanted: int | None) -> Invitation:
    """Of this machine's job; to the one place that it keeps for who is invited."""
    job = find_job(name)
    invitation = invitation_of(job)
    return replace(invitation, free=[promised_place(job, wanted)], free_pes=[])


def far_invitation(host: str, name: str, wanted: int | None) -> Invitation:
    """Likewise, of another machine's."""
    place = [] if wanted is None else ["--process", str(wanted)]
    command = [*SSH, host, shlex.join(["isthmus", "join", name, "--show", *place])]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise IsthmusError(f"{host} does not say how to join '{name}'")
    invitation = Invitation.read(done.stdout)
    if is_loopback(invitation.rendezvous.rpartition(":")[0].strip("[]")):
        raise BadInputError(
            f"job {name} meets at {invitation.rendezvous} of {host}, where this machine cannot come"
            " to it (expected a job whose grid file says addresses)"
        )
    return invitation
