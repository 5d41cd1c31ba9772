"""Starts the processes of one job, relays what they print, and leaves none behind.

One thread, one loop: a signal to the launcher or a child's end wakes it through a pipe. Every
process leads its own process group, so that what it starts ends with it, and asks the kernel to be
killed when the launcher dies; but for those of a job that goes on when processes are lost, which
can do without the launcher, too.
"""

import contextlib
import os
import secrets
import selectors
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from isthmus.build import Application, installed_page
from isthmus.errors import IsthmusError
from isthmus.launched import HERE, Process, Stream, Surroundings, signal_name, start
from isthmus.launches import BY_DEFAULT, Launch, Reach, launches_for
from isthmus.options import as_arguments
from isthmus.replacements import Replacements

GRACE_S = 2.0  # after the first failure: the others notice by themselves and report
TERMINATE_S = 3.0  # between SIGTERM and SIGKILL
KILL_S = 1.0  # for a kill to reach another node
DRAIN_S = 0.5  # for output that is still in a pipe when its writer has ended

# By these a program knows that it was started by mpirun or srun. They started the launcher, if
# anything, and not the processes that it starts.
OTHER_MANAGERS = frozenset({"PMIX_NAMESPACE", "PMIX_RANK", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"})

# By these a process says that the others go on without it: they have given it up, or it was asked
# to leave, which is no failure of anybody.
GIVEN_UP = 3
LEFT = 4

# By which a process is told that it will be ended.
WARNINGS = frozenset({signal.SIGTERM, signal.SIGUSR1})

SILENT_S = 8.0  # who has said nothing for so long is named

Change = Callable[[Sequence[Launch]], list[Launch]]
"""Of what is planned for a job, to what is started for it."""

Sink = Callable[[int, str, bytes], None]
"""Receives (rank, "stdout" or "stderr", one line without its end)."""


@dataclass(frozen=True)
class JobResult:
    """`status` as a shell would give it; `failure` is one line, empty when the job succeeded;
    `was_killed`: a process of it was killed by a signal that was not the launcher's."""

    status: int
    failure: str
    wall_s: float
    was_killed: bool = False
    process_count: int = 1


class Job:
    """The processes of one job. Call `run` once, from the main thread.

    Without a sink rank 0 has the terminal to itself and the other ranks' lines are prefixed;
    with a sink every line of every rank goes there.

    A job that goes on when processes are lost ends well when one process of it does, whatever
    became of those that were killed, or that the others gave up; at most `replacements` processes
    are started in their places. Where its processes heed warnings, the first SIGTERM and the first
    SIGUSR1 are for them.
    """

    def __init__(
        self,
        launches: Sequence[Launch],
        sink: Sink | None = None,
        goes_on: bool = False,
        heeds_warnings: bool = False,
        replacements: int = 0,
    ) -> None:
        self._replacements = Replacements(replacements)
        self._goes_on = goes_on
        self._heeds_warnings = heeds_warnings
        self._launches = launches
        self._sink = sink
        self._processes: list[Process] = []
        self._surroundings: Surroundings | None = None
        self._selector = selectors.DefaultSelector()
        self._steps: deque[tuple[float, int]] = deque()  # (when, signal): how the job is ended
        self._first: Process | None = None
        self._has_signalled = False
        self._is_over = False  # it has ended well; whoever is left has missed that
        self._interrupted = 0
        self._warned: set[int] = set()
        self._timed_out = False
        self._silent_s: float | None = None  # when those that are silent are to be named

    def run(
        self,
        timeout_s: float | None = None,
        on_tick: Callable[[], None] | None = None,
    ) -> JobResult:
        """Returns when every process has ended. Raises IsthmusError where one cannot be started."""
        start_s = time.monotonic()
        with _Wakeup() as wakeup:
            self._selector.register(wakeup.reader, selectors.EVENT_READ, None)
            try:
                self._start()
                while any(process.status is None for process in self._processes):
                    if timeout_s is not None and time.monotonic() - start_s > timeout_s:
                        self._time_out()
                    for number in wakeup.take():
                        self._on_signal(number)
                    self._reap()
                    self._replace_the_lost()
                    self._end_by_steps()
                    self._relay(0.2)
                    self._name_the_silent()
                    if on_tick is not None:
                        on_tick()
                self._drain()
            finally:
                self._kill_all()
                self._selector.close()
        result = self._result(time.monotonic() - start_s, timeout_s)
        return replace(result, process_count=len(self._launches))

    def _start(self) -> None:
        environment = {
            name: value for name, value in os.environ.items() if name not in OTHER_MANAGERS
        }
        first = self._launches[0]
        is_alone = len(self._launches) == 1 and not first.way
        # Those that come to a running job have its; who begins alone may be joined by others.
        may_have_key = is_alone or "--late" in first.arguments
        has_key = may_have_key and environment.get("ISTHMUS_JOB_KEY")
        meets_others = not is_alone or "--rendezvous" in first.arguments
        if meets_others and not has_key:
            environment["ISTHMUS_JOB_KEY"] = secrets.token_hex(16)
        if page := installed_page():
            environment.setdefault("ISTHMUS_PAGE", str(page))
        # Before a way there can give the folder another name.
        self._surroundings = Surroundings(environment, Path.cwd(), self._goes_on)
        for launch in self._launches:
            self._start_one(launch)

    def _start_one(self, launch: Launch) -> Process:
        is_first = launch.rank == self._launches[0].rank
        assert self._surroundings is not None
        has_terminal = is_first and self._sink is None and not launch.way
        process = start(launch, has_terminal, self._surroundings)
        self._processes.append(process)
        if launch.way:
            self._silent_s = time.monotonic() + SILENT_S
        for name, pipe in (("stdout", process.popen.stdout), ("stderr", process.popen.stderr)):
            if pipe is not None:
                stream = Stream(process, name, pipe)  # type: ignore[arg-type]
                self._selector.register(pipe, selectors.EVENT_READ, stream)
        return process

    def _replace_the_lost(self) -> None:
        alive = {process.popen.pid for process in self._processes if process.status is None}
        if not alive or self._steps or self._interrupted:
            return
        for launch in self._replacements.due(alive):
            try:
                process = self._start_one(launch)
            except IsthmusError as problem:
                # The others go on as they do, one less.
                tell(f"nobody replaces rank {launch.rank}: {problem}")
                continue
            process.is_replacement = True
            tell(f"{self._name_of(process)}: is started in its place")

    def _on_signal(self, number: int) -> None:
        if number == signal.SIGTSTP:
            self._signal_all(signal.SIGSTOP)
            os.kill(os.getpid(), signal.SIGSTOP)
            self._signal_all(signal.SIGCONT)
        elif self._heeds_warnings and number in WARNINGS and number not in self._warned:
            self._warned.add(number)
            self._signal_all(number)
        elif number != signal.SIGCHLD:
            again = self._interrupted != 0
            self._interrupted = self._interrupted or number
            self._signal_all(signal.SIGKILL if again else number)
            self._plan_the_end()

    def _time_out(self) -> None:
        if not self._timed_out:
            self._timed_out = True
            self._steps.clear()
            self._signal_all(signal.SIGTERM)
            self._plan_the_kill(time.monotonic() + TERMINATE_S)

    def _plan_the_end(self) -> None:
        if not self._steps:
            terminate_s = time.monotonic() + GRACE_S
            self._steps.append((terminate_s, signal.SIGTERM))
            self._plan_the_kill(terminate_s + TERMINATE_S)

    def _plan_the_kill(self, kill_s: float) -> None:
        self._steps.append((kill_s, signal.SIGKILL))
        self._steps.append((kill_s + KILL_S, signal.SIGKILL))

    def _end_by_steps(self) -> None:
        while self._steps and time.monotonic() >= self._steps[0][0]:
            self._has_signalled = True
            self._signal_all(self._steps.popleft()[1])

    def _signal_all(self, number: int) -> None:
        for process in self._processes:
            if process.status is None:
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(number)

    def _kill_all(self) -> None:
        self._signal_all(signal.SIGKILL)
        for process in self._processes:
            if process.is_told_to_die:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.popen.wait(KILL_S)
                if process.popen.returncode is None:
                    process.send_signal(signal.SIGKILL)
            process.popen.wait()
            for pipe in (process.popen.stdin, process.popen.stdout, process.popen.stderr):
                if pipe is not None:
                    pipe.close()

    def _reap(self) -> None:
        ended = []
        for process in self._processes:
            if process.status is None and _has_ended(process.popen.pid):
                process.end()
                ended.append(process)
        failed = [process for process in ended if process.status != 0]
        if self._goes_on and not self._interrupted:
            failed = self._without_the_lost(failed)
            if self._has_ended_well():
                self._is_over = True
                self._plan_the_end()
        if failed:
            self._plan_the_end()
        for process in failed:
            if self._is_likelier_cause(process):
                self._first = process

    def _without_the_lost(self, failed: list[Process]) -> list[Process]:
        """Those whose end ends the job: the last one to be lost, and who fails by itself. The main
        program is in the lowest rank that is left, so who outlives a lower one that has ended well
        has missed the end."""
        alive = any(process.status is None for process in self._processes)
        ended_well = [process.rank for process in self._processes if process.status == 0]
        causes = []
        for process in failed:
            status = process.status or 0
            if self._is_over or any(rank < process.rank for rank in ended_well):
                continue
            if status == LEFT:
                tell(f"{self._name_of(process)}: has left")
                continue
            is_lost = status == GIVEN_UP or (status < 0 and not self._has_signalled)
            # That one could not come in ends nobody else.
            is_missed = is_lost or process.is_out_of_sight or process.is_replacement
            if not is_missed or not (alive or ended_well):
                causes.append(process)
                continue
            if process.is_out_of_sight:
                tell(f"{self._name_of(process)}: is not seen any more, as the way there has ended")
                continue
            how = f"was killed by {signal_name(-status)}" if status < 0 else "was given up"
            tell(f"{self._name_of(process)}: {how if is_lost else f'ended with status {status}'}")
            if is_lost:
                self._replacements.lose(process.launch)
        return causes

    def _has_ended_well(self) -> bool:
        """Nobody is left who could be running the main program: those of a job with a main program
        that is stopped do not end well, so who is stopped was given up before."""
        alive = [process for process in self._processes if process.status is None]
        ended_well = [process.rank for process in self._processes if process.status == 0]
        if not alive or not ended_well:
            return False
        first = min(process.rank for process in alive)
        return min(ended_well) < first or all(_is_stopped(one.popen.pid) for one in alive)

    def _is_likelier_cause(self, process: Process) -> bool:
        """The first failure is the cause; but a killed process is never a consequence, unless this
        job killed it, though one that lost it may well be seen to end before it."""
        if self._first is None:
            return True
        killed = (process.status or 0) < 0 and not self._has_signalled
        return killed and (self._first.status or 0) > 0

    def _relay(self, timeout_s: float) -> bool:
        """Hands on what the ranks printed; False when nothing came in the time given."""
        came = False
        for key, _ in self._selector.select(self._until_next_step(timeout_s)):
            stream = key.data
            if not isinstance(stream, Stream):
                continue
            came = True
            try:
                data = os.read(stream.pipe.fileno(), 1 << 16)
            except BlockingIOError:
                continue
            if not data:
                self._selector.unregister(stream.pipe)
            for line in stream.take_lines(data):
                self._emit(stream, line)
        return came

    def _name_the_silent(self) -> None:
        if self._silent_s is None or time.monotonic() < self._silent_s:
            return
        self._silent_s = None
        for process in self._processes:
            if not process.is_heard_of and process.status is None:
                print(
                    f"isthmus: warning: nothing has come from {process.where} for {SILENT_S:g} s"
                    f" (tried by {shlex.join(process.launch.way)})",
                    file=sys.stderr,
                    flush=True,
                )

    def _until_next_step(self, timeout_s: float) -> float:
        if not self._steps:
            return timeout_s
        return min(timeout_s, max(0.0, self._steps[0][0] - time.monotonic()))

    def _drain(self) -> None:
        self._steps.clear()
        end_s = time.monotonic() + DRAIN_S
        while len(self._selector.get_map()) > 1 and time.monotonic() < end_s:
            self._relay(0.05)

    def _emit(self, stream: Stream, line: bytes) -> None:
        launch = stream.process.launch
        if launch.way and HERE in line:
            stream.process.is_heard_of = True
            line = line.replace(HERE, b"")  # what stands before it did not end its line
            if not line.strip():
                return
        if launch.way and stream.name == "stderr" and line.strip():
            stream.process.last_error = line.decode(errors="replace").strip()
        if self._sink is not None:
            self._sink(launch.rank, stream.name, line)
            return
        target = sys.stdout if stream.name == "stdout" else sys.stderr
        prefix = f"[{launch.rank} {launch.site}] " if launch.site else f"[{launch.rank}] "
        if launch.rank == self._launches[0].rank:
            prefix = ""
        # A reader that went away (`| head`) ends rank 0 by SIGPIPE; that then ends the job.
        with contextlib.suppress(BrokenPipeError):
            target.buffer.write(prefix.encode() + line + b"\n")
            target.flush()

    def _result(self, wall_s: float, timeout_s: float | None) -> JobResult:
        if self._timed_out:
            return JobResult(124, f"took longer than {timeout_s:g} s and was ended", wall_s)
        if self._interrupted:
            return JobResult(128 + self._interrupted, "interrupted", wall_s)
        if self._first is None:
            return JobResult(0, "", wall_s)
        status = self._first.status or 0
        failure = self._failure(status)
        if self._first.is_not_started:
            return JobResult(1, failure, wall_s)
        return JobResult(128 - status if status < 0 else status, failure, wall_s, status < 0)

    def _failure(self, status: int) -> str:
        first = self._first
        assert first is not None
        how = f"ended with status {status}"
        if status < 0:
            how = f"was killed by {signal_name(-status)}"
        if first.launch.way:
            return self._failure_elsewhere(first, how)
        if len(self._launches) == 1:
            return f"{Path(first.launch.arguments[0]).name}, pid {first.popen.pid}: {how}"
        return f"{self._name_of(first)}: {how}"

    @staticmethod
    def _name_of(process: Process) -> str:
        if process.launch.way:
            return f"rank {process.rank}, {process.where}"
        who = f"rank {process.rank}, pid {process.popen.pid}"
        return who + (f", site {process.launch.site}" if process.launch.site else "")

    @staticmethod
    def _failure_elsewhere(first: Process, how: str) -> str:
        if first.is_not_started:
            return (
                f"rank {first.rank} could not be started on {first.where}: "
                f"{first.last_error or how} (tried by {shlex.join(first.launch.way)})"
            )
        return f"rank {first.rank}, {first.where}: {how}"


class _Wakeup:
    """While entered, the signals that concern a job make `reader` readable instead of acting."""

    _NUMBERS = (
        signal.SIGINT,
        signal.SIGTERM,
        signal.SIGUSR1,
        signal.SIGHUP,
        signal.SIGTSTP,
        signal.SIGCHLD,
    )

    def __enter__(self) -> "_Wakeup":
        self.reader, self._writer = socket.socketpair()
        self.reader.setblocking(False)
        self._writer.setblocking(False)
        self._old_fd = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._old = {number: signal.signal(number, _noted) for number in self._NUMBERS}
        return self

    def take(self) -> bytes:
        try:
            return self.reader.recv(4096)
        except BlockingIOError:
            return b""

    def __exit__(self, *_: object) -> None:
        for number, handler in self._old.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._old_fd)
        self.reader.close()
        self._writer.close()


def _noted(_number: int, _frame: FrameType | None) -> None:
    """The number arrives through the wake-up descriptor."""


def _has_ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _is_stopped(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] == "T"


def run_application(
    application: Application,
    options: dict[str, str],
    app_options: Sequence[str],
    more: Sequence[str],
    reach: Reach = BY_DEFAULT,
    replacements: int = 0,
    change: Change = list,
) -> JobResult:
    """Runs a job on the terminal."""
    planned = launches_for(application, options, app_options, more, reach, replacements > 0)
    launches = change(planned)
    return Job(
        launches,
        goes_on=options.get("on-loss") == "go-on",
        heeds_warnings=options.get("on-warning", "end") != "end",
        replacements=replacements,
    ).run()


def describe_job(
    application: Application, options: dict[str, str], app_options: Sequence[str]
) -> int:
    """Has one process print where the job's would be, and start none of them."""
    tail = ["--", *app_options] if app_options else []
    command = [str(application.binary), *as_arguments(options), "--describe", *tail]
    return told(Job([Launch(command)]).run())


def told(result: JobResult) -> int:
    """The exit status, having said in one line what failed, unless the program has."""
    said_by_program = result.process_count == 1 and result.status < 128
    if result.failure and result.status != 2 and not said_by_program:
        tell(result.failure)
    return result.status


def tell(line: str) -> None:
    print(f"isthmus: {line}", file=sys.stderr, flush=True)
