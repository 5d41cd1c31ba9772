"""How the tests start programs, and what they see of them."""

import contextlib
import os
import secrets
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

REPOSITORY = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("ISTHMUS_BUILD", REPOSITORY / "build" / "release"))
JACOBI2D = str(BUILD / "apps" / "jacobi2d" / "jacobi2d")
FLOOD = str(BUILD / "tests" / "system" / "flood")
MISBEHAVE = str(BUILD / "tests" / "system" / "misbehave")
TOPOLOGY = str(BUILD / "programs" / "isthmus-topology")
COMMAND = str(Path(sys.executable).parent / "isthmus")
LIMIT_S = 60.0
# Of the tests in which chance decides; some dozens each night.
SEEDS = int(os.environ.get("ISTHMUS_TEST_SEEDS", "3"))


def stencil_words(mesh: int, steps: int, sync_every: int) -> tuple[str, ...]:
    """jacobi2d's own options: with so many points, and its result compared with the serial one."""
    words = {"mesh": mesh, "objects": 8, "steps": steps, "sync-every": sync_every}
    given = [word for name, value in words.items() for word in (f"--{name}", str(value))]
    return (*given, "--no-probe", "--check")


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str
    wall_s: float

    @property
    def lines(self) -> list[str]:
        return self.err.splitlines()


def start(
    *words: str,
    key: str = "",
    to: IO[str] | None = None,
    variables: dict[str, str] | None = None,
) -> "subprocess.Popen[str]":
    environment = {**os.environ, "ISTHMUS_BUILD": str(BUILD), "ISTHMUS_JOB_KEY": key}
    environment |= variables or {}
    return subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if to is None else to,
        stderr=subprocess.PIPE,
        # A job is often looked at from outside for a while, and nobody reads what it says until it
        # has ended: it must not wait for that.
        pipesize=1 << 20,
        text=True,
        env=environment,
    )


class Patience:
    """Whether to wait on for a job. For `limit_s`; and on a busy machine for as long as the job has
    not had so much of the processors' time, yet has had some of late or has wanted it, so that it
    is others that hold it up. A job that hangs does nothing, or does much: it is waited for no
    longer."""

    STALL_S = 30.0
    STALL_BUSY_S = 1.0
    TIMES_MAX = 4  # the watchdog of conftest.py waits for longer

    def __init__(self, job: "subprocess.Popen[str]", limit_s: float = LIMIT_S) -> None:
        self._job = job
        self._limit_s = limit_s
        self._queued_s: dict[int, float] = {}  # by thread
        self._kept_waiting_s = 0.0  # of all threads, also of those that are gone
        self._begin_s = self._looked_s = time.monotonic()
        self._begin_cpu_s = cpu_s_of_job(job.pid)
        self._looked_busy_s = self._busy_s(self._begin_cpu_s)
        self._is_held_up = True

    def _busy_s(self, cpu_s: float) -> float:
        """What it has had of the processors, and for how long it has waited for one."""
        for thread, queued_s in queued_s_of_job(self._job.pid).items():
            self._kept_waiting_s += max(0.0, queued_s - self._queued_s.get(thread, 0.0))
            self._queued_s[thread] = queued_s
        return cpu_s + self._kept_waiting_s

    def is_over(self) -> bool:
        now_s, cpu_s = time.monotonic(), cpu_s_of_job(self._job.pid)
        busy_s = self._busy_s(cpu_s)
        if now_s - self._looked_s > self.STALL_S:
            # Of processes that have been lost nothing is known any more.
            self._is_held_up = busy_s - self._looked_busy_s > self.STALL_BUSY_S
            self._looked_s, self._looked_busy_s = now_s, busy_s
        waited_s = now_s - self._begin_s
        if waited_s < self._limit_s:
            return False
        has_had_enough = cpu_s - self._begin_cpu_s > self._limit_s
        is_long = waited_s > self.TIMES_MAX * self._limit_s
        return is_long or has_had_enough or not self._is_held_up


def finish(process: "subprocess.Popen[str]", limit_s: float = LIMIT_S) -> Done:
    begin_s = time.monotonic()
    patience = Patience(process, limit_s)
    while True:
        try:
            out, err = process.communicate(timeout=min(limit_s, 1.0))
            break
        except subprocess.TimeoutExpired:
            if not patience.is_over():
                continue
            kill_job(process)
            out, err = process.communicate()
            taken_s = time.monotonic() - begin_s
            raise AssertionError(
                f"still running after {taken_s:.0f} s; it said:\n{out}{err}"
            ) from None
    return Done(process.returncode, out or "", err, time.monotonic() - begin_s)


def end_all(processes: Iterable["subprocess.Popen[str]"]) -> None:
    for process in processes:
        if process.poll() is None:
            kill_job(process)
            process.communicate()


def kill_job(launcher: "subprocess.Popen[str]") -> None:
    """And its processes, which do without it where they go on without each other."""
    pids = children_of(launcher.pid)
    launcher.kill()
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def run(*words: str, to: IO[str] | None = None) -> Done:
    return finish(start(*words, to=to))


def isthmus(*words: str) -> Done:
    return run(COMMAND, *words)


def wait_until(condition: Callable[[], bool], what: str, limit_s: float = 60.0) -> None:
    end_s = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < end_s, f"timed out: {what}"
        time.sleep(0.02)


def expect_ended(pids: Iterable[int], limit_s: float = 10.0) -> None:
    """Whoever kills a process does not wait until the kernel has taken it apart."""
    wait_until(lambda: not any(is_running(pid) for pid in pids), f"the end of {pids}", limit_s)


def children_of(pid: int) -> list[int]:
    """In order of their start."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [int(word) for word in text.split()]


def is_running(pid: int) -> bool:
    """A zombie has ended: it holds nothing but its status."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def cpu_ticks(pid: int) -> int:
    """0 for a process that is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    fields = stat.rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def cpu_s_of_job(launcher: int) -> float:
    """What the launcher and its processes have had of the processors' time, those that have ended
    and that it has waited for included."""
    ticks = sum(cpu_ticks(pid) for pid in (launcher, *children_of(launcher)))
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        fields = Path(f"/proc/{launcher}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[13]) + int(fields[14])
    return ticks / os.sysconf("SC_CLK_TCK")


def queued_s_of_job(launcher: int) -> dict[int, float]:
    """For how long each thread of the launcher and its processes has been ready to run while others
    ran, since its start. Empty where the kernel does not count that."""
    queued_s = {}
    for pid in (launcher, *children_of(launcher)):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            for thread in Path(f"/proc/{pid}/task").iterdir():
                fields = (thread / "schedstat").read_text().split()
                queued_s[int(thread.name)] = int(fields[1]) * 1e-9
    return queued_s


def tcp_sockets_of(pid: int, state: str) -> list[int]:
    """The local ports of the process's TCP sockets in a state, as /proc/net/tcp writes it."""
    inodes = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        try:
            target = descriptor.readlink().name
        except FileNotFoundError:
            continue
        if target.startswith("socket:["):
            inodes.add(target[8:-1])
    ports = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == state and fields[9] in inodes:
                ports.append(int(fields[1].rpartition(":")[2], 16))
    return ports


def listening_ports(pid: int) -> set[int]:
    """TCP ports that the process listens at."""
    return set(tcp_sockets_of(pid, "0A"))


def connections_of(pid: int) -> int:
    """How many TCP connections the process has."""
    return len(tcp_sockets_of(pid, "01"))


def free_port() -> int:
    """Below those that the system gives to calls, of which the tests beside this one make many."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def write_npy(path: Path, rows: int, columns: int, values: Iterable[float]) -> None:
    """Version 1.0, little-endian doubles in row order."""
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({rows}, {columns}), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    data = struct.pack(f"<{rows * columns}d", *values)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def read_npy(path: Path) -> tuple[tuple[int, ...], list[float]]:
    data = path.read_bytes()
    assert data[:8] == b"\x93NUMPY\x01\x00"
    (length,) = struct.unpack_from("<H", data, 8)
    header = eval(data[10 : 10 + length], {"__builtins__": {}})
    assert header["descr"] == "<f8"
    assert header["fortran_order"] is False
    count = (len(data) - 10 - length) // 8
    return header["shape"], list(struct.unpack_from(f"<{count}d", data, 10 + length))
