"""One view of a running job after the other, of a job here or on another machine."""

import json
import os
import select
import shlex
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from isthmus.errors import BadInputError, IsthmusError
from isthmus.jobs import RunningJob, find_job, running_jobs
from isthmus.nodes import SSH
from isthmus.status import Status, View, ask_status, view

KEPT_S = 5.0  # a job measures its PEs' time until nobody has asked for ten seconds
ENDING_S = 2.0  # that a job may take from its last word to its end
GONE_S = 5.0  # that a job may take between two epochs
Wait = Callable[[float], object]
"""Waits so many seconds."""


class Views(Protocol):
    def next(self, wait: Wait) -> View | None:
        """When the interval is over; None when the job has ended. Raises IsthmusError where the job
        says nothing; then one may ask again."""

    def is_running(self) -> bool: ...
    def close(self) -> None: ...


def views_here(name: str, interval_s: float) -> Views:
    """Raises BadInputError where no such job runs here."""
    return _Here(find_job(name), interval_s)


class _Here:
    def __init__(self, job: RunningJob, interval_s: float) -> None:
        self._job = job
        self._interval_s = interval_s
        self._last: Status | None = None
        self._asked_s = 0.0

    def next(self, wait: Wait) -> View | None:
        if self._last is not None and self._last.has_ended:
            return None
        try:
            if self._last is None:
                self._last = self._ask()
            self._wait(wait)
            before, self._last = self._last, self._ask()
        except IsthmusError:
            if has_ended(self._job):
                return None
            raise
        if self._last.at_s <= before.at_s:
            before = self._last  # of another process: the job has gone on without the one before
        return view(before, self._last)

    def _wait(self, wait: Wait) -> None:
        end_s = self._asked_s + self._interval_s
        while (left_s := end_s - time.monotonic()) > KEPT_S:
            wait(KEPT_S)
            ask_status(self._job)  # so that its account goes on
        wait(max(0.0, left_s))

    def _ask(self) -> Status:
        self._asked_s = time.monotonic()
        return ask_status(self._job)

    def is_running(self) -> bool:
        return _is_listed(self._job)

    def close(self) -> None:
        pass


def has_ended(job: RunningJob) -> bool:
    """Of one that does not answer. A job that ends is listed for a moment yet, and one that goes on
    without others, or with more, is not for a moment."""
    begin_s = time.monotonic()
    while Path(f"/proc/{job.pid}").exists():
        waited_s = time.monotonic() - begin_s
        if waited_s >= (ENDING_S if _is_listed(job) else GONE_S):
            return not _is_listed(job)
        time.sleep(0.05)
    return True


def _is_listed(job: RunningJob) -> bool:
    return any(other.pid == job.pid for other in running_jobs())


def views_there(host: str, name: str, interval_s: float, once: bool) -> Views:
    if host.startswith("-"):
        raise BadInputError(f"'{host}' is no host (expected one that ssh knows)")
    return _There(host, name, interval_s, once)


class _There:
    """`isthmus top --json` there, by ssh."""

    def __init__(self, host: str, name: str, interval_s: float, once: bool) -> None:
        words = ["isthmus", "top", name, "--json", "--interval", f"{interval_s:g}"]
        if once:
            words.append("--once")
        self._host = host
        self._come = bytearray()
        try:
            self._ssh = subprocess.Popen(
                [*SSH, host, shlex.join(words)], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
            )
        except OSError as problem:
            raise BadInputError(f"cannot run ssh: {problem.strerror}") from None

    def next(self, wait: Wait) -> View | None:
        line = self._line(wait)
        if not line:
            status = self._ssh.wait()
            if status == 0:
                return None
            # Why has been said on stderr, there or by ssh.
            raise IsthmusError(f"{self._host}: isthmus top there ended with exit status {status}")
        try:
            return View.of_fields(json.loads(line))
        except ValueError:
            raise IsthmusError(f"{self._host}: what came is no view of a job") from None

    def _line(self, wait: Wait) -> bytes:
        """The next one; nothing at the end. The caller's `wait` has its turn meanwhile."""
        assert self._ssh.stdout is not None
        while (end := self._come.find(b"\n")) < 0:
            while not select.select([self._ssh.stdout], [], [], 0)[0]:
                wait(0.05)
            part = os.read(self._ssh.stdout.fileno(), 1 << 16)
            if not part:
                return b""
            self._come += part
        line = bytes(self._come[:end])
        del self._come[: end + 1]
        return line

    def is_running(self) -> bool:
        return self._ssh.poll() is None

    def close(self) -> None:
        self._ssh.terminate()
        self._ssh.wait()
