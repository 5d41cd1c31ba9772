"""What a process needs to come to a running job."""

import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isthmus.errors import BadInputError, IsthmusError, UnansweredError
from isthmus.jobs import RunningJob, ask, find_job

JOB_KEY = "ISTHMUS_JOB_KEY"
PATIENCE_S = 30.0  # for a job that waits for its processes, or goes on as another epoch


@dataclass(frozen=True)
class Invitation:
    """`command` is that of any process of the job; `free` are the ranks that nobody has, and
    `free_pes` what each of them would have."""

    command: Sequence[str]
    directory: str
    key: str
    rendezvous: str
    free: Sequence[int]
    free_pes: Sequence[int]

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
                free_pes=[int(count) for count in fields.get("free_pes", ())],
            )
        except (ValueError, KeyError, TypeError):
            raise IsthmusError("what the other machine says is no invitation") from None

    def words_for(self, rank: int) -> list[str]:
        return words_to_join(self.command, rank, self.rendezvous)


def invitation_of(job: RunningJob) -> Invitation:
    """From the process of its main program. Raises BadInputError where the job takes in nobody."""
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
        free_pes=list(job.free_pes),
    )


def promised_place(job: RunningJob, wanted: int | None) -> int:
    """A place that the job keeps for a process that is started now: the lowest that nobody has or
    was promised, or the one that is wanted. Raises BadInputError where there is none."""
    if wanted is not None and wanted not in job.free:
        return wanted  # one of those that the job begins with; else the process is refused
    end_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            return keep_place(job, wanted)
        except UnansweredError:
            if time.monotonic() >= end_s:
                raise
        time.sleep(0.05)
        job = find_job(job.name)


def keep_place(job: RunningJob, wanted: int | None, within_s: float | None = None) -> int:
    """Asks once for such a place, which takes until an entry method has ended, or so many seconds.
    Raises UnansweredError where the job is between two epochs, BadInputError where there is none,
    IsthmusError where no answer comes in time."""
    request = {"request": "place"} | ({} if wanted is None else {"process": str(wanted)})
    waits_for = "an entry method to end" if within_s is None else ""
    answer = ask(job, request, waits_for=waits_for, within_s=within_s)
    try:
        return int(answer["process"])
    except (KeyError, TypeError, ValueError):
        raise IsthmusError(f"job {job.name}: its answer makes no sense") from None


def words_to_join(command: Sequence[str], rank: int, rendezvous: str) -> list[str]:
    """The command of a process that comes to a running job, by that of another one of the job."""
    own = {"--rank": str(rank), "--rendezvous": rendezvous}
    late = "--late"
    words: list[str] = []
    of_runtime = True
    for word in command:
        of_runtime = of_runtime and word != "--"
        if of_runtime and word == late:
            continue
        is_value = bool(words) and words[-1] in own and of_runtime
        words.append(own[words[-1]] if is_value else word)
    return [*words[:1], late, *words[1:]]


def _words_in(file: Path) -> list[str]:
    return [os.fsdecode(word) for word in file.read_bytes().split(b"\0")[:-1]]


def _variables_in(file: Path) -> list[tuple[str, str]]:
    pairs = [variable.partition("=") for variable in _words_in(file)]
    return [(name, value) for name, _, value in pairs]
