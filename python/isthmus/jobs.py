"""The running jobs of this user on this machine, and their doors: docs/formats/job-door.md."""

import contextlib
import fcntl
import json
import os
import re
import select
import socket
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isthmus.errors import BadInputError, IsthmusError, UnansweredError

ANSWER_S = 60.0  # a process in the middle of a long entry method answers when that has ended
NOTICE_S = 3.0  # after which a user is told what the job waits for
SETTLE_S = 0.5  # a job has no entry while it goes from one epoch to the next
BEGIN_S = 2.0  # between the job's entry and its door, where no process has to be waited for
ANSWER_BYTES_MAX = 1 << 26  # of a job of 10,000 PEs some 10 MB
ENTRY_BYTES_MAX = 1 << 16

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True)
class RunningJob:
    """As its entry says."""

    name: str
    program: str
    pid: int
    began: float  # seconds since 1970
    processes: int
    pes: int
    door: str
    rendezvous: str = ""  # where further processes may come; empty: nowhere
    free: tuple[int, ...] = ()  # the ranks that they may have
    free_pes: tuple[int, ...] = ()  # how many PEs each of these would have
    page: str = ""  # address of the live page, with its token; empty: there is none

    def fields(self) -> dict[str, Any]:
        return dict(vars(self))


def directories() -> list[Path]:
    """Where jobs of this user may be noted: a job that was started with another environment than
    this command has notes itself elsewhere."""
    own = os.environ.get("XDG_RUNTIME_DIR", "")
    found = [Path(own) / "isthmus"] if own.startswith("/") else []
    found += [Path(f"/run/user/{os.geteuid()}/isthmus"), Path(f"/tmp/isthmus-{os.geteuid()}")]
    return [path for i, path in enumerate(found) if path not in found[:i]]


@contextlib.contextmanager
def opened(directory: Path) -> Iterator[int | None]:
    """Its descriptor; None where there is none. Raises IsthmusError where others have a hand in
    it."""
    try:
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except (FileNotFoundError, PermissionError):
        yield None
        return
    except OSError as problem:
        raise IsthmusError(f"{directory}: {problem.strerror}") from None
    try:
        status = os.fstat(descriptor)
        if status.st_uid != os.geteuid() or stat.S_IMODE(status.st_mode) & 0o077:
            raise IsthmusError(
                f"{directory}: others have a hand in the directory of running jobs (expected a"
                f" directory of user {os.geteuid()} that nobody else may enter)"
            )
        yield descriptor
    finally:
        os.close(descriptor)


def running_jobs() -> list[RunningJob]:
    """In order of their beginning; removes what jobs have left behind whose process is gone."""
    jobs = []
    for directory in directories():
        with opened(directory) as descriptor:
            if descriptor is None:
                continue
            with os.scandir(descriptor) as entries:
                file_names = sorted(entry.name for entry in entries)
            for file_name in file_names:
                name = file_name.removesuffix(".json")
                if name == file_name or not _NAME.fullmatch(name):
                    continue
                if not _remove_stale(descriptor, name):
                    jobs += [job for job in [_read(descriptor, name)] if job is not None]
    return sorted(jobs, key=lambda job: (job.began, job.name))


def _remove_stale(directory: int, name: str) -> bool:
    """Whether the entry's process is gone, and the entry with it. The process holds a lock on the
    entry as long as it lives."""
    try:
        file = os.open(f"{name}.json", os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=directory)
    except OSError:
        return True
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        # Somebody may have been quicker, and the name another job's by now.
        with contextlib.suppress(FileNotFoundError):
            named = os.stat(f"{name}.json", dir_fd=directory, follow_symlinks=False)
            if os.path.samestat(named, os.fstat(file)):
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(f"{name}.sock", dir_fd=directory)
                os.unlink(f"{name}.json", dir_fd=directory)
        return True
    finally:
        os.close(file)


def _read(directory: int, name: str) -> RunningJob | None:
    """None where it has just ended, or is none that this version knows."""
    try:
        file = os.open(f"{name}.json", os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=directory)
    except OSError:
        return None
    try:
        entry = json.loads(os.read(file, ENTRY_BYTES_MAX))
        return RunningJob(
            name=str(entry["name"]),
            program=str(entry["program"]),
            pid=int(entry["pid"]),
            began=float(entry["began"]),
            processes=int(entry["processes"]),
            pes=int(entry["pes"]),
            door=str(entry["door"]),
            rendezvous=str(entry.get("rendezvous", "")),
            free=tuple(int(rank) for rank in entry.get("free", ())),
            free_pes=tuple(int(count) for count in entry.get("free_pes", ())),
            page=str(entry.get("page", "")),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    finally:
        os.close(file)


def find_job(wanted: str) -> RunningJob:
    """By its name or the id of its process. Raises BadInputError."""
    end_s = time.monotonic() + SETTLE_S
    while True:
        jobs = running_jobs()
        found = [job for job in jobs if wanted in (job.name, str(job.pid))]
        if found or time.monotonic() >= end_s:
            break
        time.sleep(0.02)
    if len(found) == 1:
        return found[0]
    if found:
        pids = ", ".join(str(job.pid) for job in found)
        raise BadInputError(f"several jobs are called '{wanted}' (expected one of the pids {pids})")
    names = ", ".join(job.name for job in jobs)
    known = f"one of {names}" if jobs else "one that does: there is none"
    raise BadInputError(f"no job '{printable(wanted)}' runs here (expected {known})")


def ask(
    job: RunningJob,
    request: Mapping[str, str],
    waits_for: str = "",
    within_s: float | None = None,
) -> dict[str, Any]:
    """The job's answer, which it has so many seconds for, or a minute. Where the job `waits_for`
    something first, that may take as long as it likes, and a line says so. Raises BadInputError
    where it says no, UnansweredError where it says nothing, IsthmusError where that makes no
    sense."""
    line = _exchange(job, json.dumps(request).encode() + b"\n", waits_for, within_s or ANSWER_S)
    try:
        answer = json.loads(line)
        is_well = bool(answer["ok"])
        error = "" if is_well else str(answer["error"])
        status = 0 if is_well else int(answer["status"])
    except (ValueError, KeyError, TypeError):
        raise IsthmusError(f"job {job.name}: its answer makes no sense") from None
    if is_well:
        return dict(answer)
    kind = BadInputError if status == BadInputError.status else IsthmusError
    raise kind(f"job {job.name}: {printable(error)}")


def _exchange(job: RunningJob, request: bytes, waits_for: str, within_s: float) -> bytes:
    answer = bytearray()
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
            door.settimeout(within_s)
            _connect(door, Path(job.door))
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                door.sendall(request)  # who refuses a long one has answered by then
            if waits_for:
                if not select.select([door], [], [], NOTICE_S)[0]:
                    print(
                        f"isthmus: job {job.name} waits for {waits_for}",
                        file=sys.stderr,
                        flush=True,
                    )
                door.settimeout(None)
            while not answer.endswith(b"\n") and len(answer) < ANSWER_BYTES_MAX:
                part = door.recv(1 << 16)
                if not part:
                    break
                answer += part
    except TimeoutError:
        raise IsthmusError(
            f"job {job.name}: no answer in {within_s:.0f} s; a process of it may be in a long entry"
            " method, and do what was asked after that"
        ) from None
    except (FileNotFoundError, ConnectionRefusedError):
        raise UnansweredError(
            f"job {job.name}: its door is not open (it waits for its processes, or is at its end)"
        ) from None
    except OSError as problem:
        if not answer:
            raise UnansweredError(f"job {job.name}: {problem.strerror or problem}") from None
    if not answer:
        meanwhile = "it ended, or went on without a lost process," if waits_for else "it ended"
        raise UnansweredError(f"job {job.name}: {meanwhile} before it answered")
    return bytes(answer)


def _connect(door: socket.socket, path: Path) -> None:
    end_s = time.monotonic() + BEGIN_S
    while True:
        with opened(path.parent) as directory:
            if directory is None:
                raise FileNotFoundError(path)
            try:
                # However long the path is: the address of a socket is short.
                return door.connect(f"/proc/self/fd/{directory}/{path.name}")
            except (FileNotFoundError, ConnectionRefusedError, BlockingIOError):
                # Not there yet, or more callers at once than may wait.
                if time.monotonic() >= end_s:
                    raise
        time.sleep(0.02)


def printable(text: str) -> str:
    """In one line, whatever somebody has put into it."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
