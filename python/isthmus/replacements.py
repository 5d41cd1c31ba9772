"""Processes that are started in the places of those that a running job has lost."""

import sys
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from isthmus.errors import BadInputError, IsthmusError, UnansweredError
from isthmus.invitation import keep_place, words_to_join
from isthmus.jobs import RunningJob, running_jobs
from isthmus.launches import Launch

LOOK_S = 0.05  # between two looks at what the job says of itself
PATIENCE_S = 60.0  # for the job to go on as another epoch
ANSWER_S = 1.0  # of the launcher's time, which has other things to do


def check(options: Mapping[str, str], count: int) -> None:
    """Raises BadInputError where the job would end with the first process that is lost."""
    if count < 0:
        raise BadInputError(f"--replace: {count} (expected at least 0)")
    if count and options.get("on-loss") != "go-on":
        raise BadInputError(
            "--replace: a job that ends with the first loss (expected --checkpoint EVERY and"
            " --on-loss go-on beside it)"
        )


@dataclass
class _Lost:
    """`is_asked_for`: the job has heard the question, and answers when nobody listens any more."""

    launch: Launch
    until_s: float
    is_asked_for: bool = False


class Replacements:
    """At most `count` of them. A place is taken again when the job has gone on without who had it,
    which its entry says, and keeps it for the replacement: docs/formats/job-door.md. A place that
    is kept for somebody who joins is that one's."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._lost: list[_Lost] = []
        self._next_look_s = 0.0

    def lose(self, launch: Launch) -> None:
        if len(self._lost) < self._count:
            self._lost.append(_Lost(launch, time.monotonic() + PATIENCE_S))

    def due(self, pids: Collection[int]) -> list[Launch]:
        """What is to be started now, of a job that has processes of these ids."""
        now_s = time.monotonic()
        if not self._lost or now_s < self._next_look_s:
            return []
        self._next_look_s = now_s + LOOK_S
        job = next((job for job in running_jobs() if job.pid in pids), None)
        due = []
        for lost in list(self._lost):
            why_not = _why_not(job) if now_s > lost.until_s or (job and not job.rendezvous) else ""
            if why_not:
                self._lost.remove(lost)
                _tell(f"nobody replaces rank {lost.launch.rank}: {why_not}")
            elif job is not None and lost.launch.rank in job.free:
                if not self._is_kept(job, lost):
                    continue
                self._lost.remove(lost)
                self._count -= 1
                words = words_to_join(lost.launch.arguments, lost.launch.rank, job.rendezvous)
                due.append(replace(lost.launch, arguments=words))
        return due

    def _is_kept(self, job: RunningJob, lost: _Lost) -> bool:
        """Whether the job keeps the place for who is started now; it may say so at a later look."""
        try:
            keep_place(job, lost.launch.rank, ANSWER_S)
        except BadInputError as taken:
            if lost.is_asked_for:
                return True  # for this one, for all that is known
            self._lost.remove(lost)
            _tell(f"nobody replaces rank {lost.launch.rank}: {taken}")
            return False
        except UnansweredError:
            return False
        except IsthmusError:
            lost.is_asked_for = True
            return False
        return True


def _why_not(job: RunningJob | None) -> str:
    if job is None:
        return "the job's main program is on another machine"
    if not job.rendezvous:
        return "the job takes in nobody"
    return f"the job has not gone on without it within {PATIENCE_S:g} s"


def _tell(line: str) -> None:
    print(f"isthmus: {line}", file=sys.stderr, flush=True)
