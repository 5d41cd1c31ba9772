"""`isthmus join`: another process for a running job."""

import argparse
import contextlib
import json
import os
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isthmus.arguments import Commands, expect_no_app_options
from isthmus.errors import BadInputError, IsthmusError
from isthmus.far_jobs import split_host
from isthmus.jobs import RunningJob, find_job
from isthmus.launcher import Job, told
from isthmus.launches import Launch, is_loopback
from isthmus.nodes import SSH

EPILOG = """\
Starts a process of the job here, with the words that its others were started with, and stays with
it until it ends. It comes in at the job's next point, where that stops for a checkpoint and goes on
with one process more; a load balancer brings it objects. The job must have been begun with
--checkpoint and --on-loss go-on, and its grid have a place that nobody has: one of those that
--begin-with left out, or of a process that was lost or has left. A job on HOST is asked for its
words and its key by ssh; its program must be here under the same path.

examples:
  isthmus join jacobi2d-3f2a
  isthmus join jacobi2d-3f2a --process 3      in this place
  isthmus join node0:jacobi2d-3f2a            from another machine
"""

JOB_KEY = "ISTHMUS_JOB_KEY"


def add_parser(commands: Commands) -> None:
    parser = commands.add("join", "have another process join a running job", EPILOG)
    parser.add_argument("job", metavar="[HOST:]JOB", help="its name, or the pid of its rank 0")
    parser.add_argument(
        "--process",
        metavar="RANK",
        type=int,
        help="the rank that it is to have; by default the lowest that nobody has",
    )
    parser.add_argument(
        "--show",
        action="store_true",
        help="start nothing; print what a process needs to join, its key too, as JSON",
    )


@dataclass(frozen=True)
class Invitation:
    """What a process needs to come in."""

    command: Sequence[str]
    directory: str
    key: str
    rendezvous: str
    free: Sequence[int]

    @staticmethod
    def read(text: str) -> "Invitation":
        """Raises IsthmusError for what is none."""
        try:
            fields: dict[str, Any] = json.loads(text)
            return Invitation(
                command=[str(word) for word in fields["command"]],
                directory=str(fields["directory"]),
                key=str(fields["key"]),
                rendezvous=str(fields["rendezvous"]),
                free=[int(rank) for rank in fields["free"]],
            )
        except (ValueError, KeyError, TypeError):
            raise IsthmusError("what the other machine says is no invitation") from None


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    host, name = split_host(parsed.job)
    if parsed.show:
        if host:
            raise BadInputError("--show is of a job on this machine")
        print(json.dumps(vars(invitation_of(find_job(name)))))
        return 0
    invitation = far_invitation(host, name) if host else invitation_of(find_job(name))
    rank = invitation.free[0] if parsed.process is None else parsed.process
    # On another machine there may be no such folder, and the job have no need of it.
    with contextlib.suppress(OSError):
        os.chdir(invitation.directory)
    os.environ[JOB_KEY] = invitation.key
    words = words_for(invitation, rank)
    heeds_warnings = any(word.startswith("--on-warning") for word in words)
    return told(Job([Launch(words)], goes_on=True, heeds_warnings=heeds_warnings).run())


def invitation_of(job: RunningJob) -> Invitation:
    """From the process that is its rank 0. Raises BadInputError where the job takes in nobody."""
    if not job.rendezvous:
        raise BadInputError(
            f"job {job.name} takes in nobody (expected one of several processes that `isthmus run`"
            " began with --checkpoint and --on-loss go-on, and that measured no speeds)"
        )
    if not job.free:
        raise BadInputError(f"job {job.name} has all of its {job.processes} processes")
    process = Path(f"/proc/{job.pid}")
    try:
        command = _words_in(process / "cmdline")
        environment = dict(_variables_in(process / "environ"))
        directory = str((process / "cwd").readlink())
    except OSError as problem:
        raise IsthmusError(f"job {job.name}: {problem.strerror}") from None
    return Invitation(
        command=command,
        directory=directory,
        key=environment.get(JOB_KEY, ""),
        rendezvous=job.rendezvous,
        free=list(job.free),
    )


def far_invitation(host: str, name: str) -> Invitation:
    command = [*SSH, host, shlex.join(["isthmus", "join", name, "--show"])]
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


def words_for(invitation: Invitation, rank: int) -> list[str]:
    """The command of another process of the job."""
    own: Mapping[str, str] = {"--rank": str(rank), "--rendezvous": invitation.rendezvous}
    words: list[str] = []
    of_runtime = True
    for word in invitation.command:
        of_runtime = of_runtime and word != "--"
        is_value = bool(words) and words[-1] in own and of_runtime
        words.append(own[words[-1]] if is_value else word)
    return words


def _words_in(file: Path) -> list[str]:
    return [os.fsdecode(word) for word in file.read_bytes().split(b"\0")[:-1]]


def _variables_in(file: Path) -> list[tuple[str, str]]:
    pairs = [variable.partition("=") for variable in _words_in(file)]
    return [(name, value) for name, _, value in pairs]
