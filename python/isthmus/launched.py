"""One process of a job, here or on another node, as its launcher sees it.

On another node a shell starts the process and stays beside it. It reads its script, and with it the
job key, from what leads there (ssh as a rule), then a line for each signal; when that ends, because
the launcher or the connection has, it kills the process, unless the job can do without them.
"""

import contextlib
import ctypes
import os
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from isthmus.errors import IsthmusError
from isthmus.launches import Launch

LINE_BYTES_MAX = 1 << 16

# By these a way to another node says that nothing was started there: ssh itself, and a shell that
# finds no such folder or program.
NOT_STARTED = frozenset({126, 127, 255})
# By this ssh, when its connection breaks.
WAY_ENDED = 255

# The first line of a shell on another node; until it has come, nobody knows whether there is one.
HERE = b"isthmus: a shell is here"

_PR_SET_PDEATHSIG = 1
_prctl = ctypes.CDLL(None, use_errno=True).prctl


@dataclass
class Process:
    launch: Launch
    popen: subprocess.Popen[bytes]
    outlives_launcher: bool = False
    is_replacement: bool = False
    status: int | None = None  # negative: the signal that ended it
    last_error: str = ""  # the line that it said last, where it is elsewhere
    is_heard_of: bool = True  # False while nothing has come from another node
    is_told_to_die: bool = False  # where it is elsewhere

    @property
    def rank(self) -> int:
        return self.launch.rank

    @property
    def where(self) -> str:
        site = self.launch.site
        return f"node {self.launch.node}" + (f" of site {site}" if site else "")

    @property
    def is_not_started(self) -> bool:
        return bool(self.launch.way) and self.status in NOT_STARTED and not self.is_out_of_sight

    @property
    def is_out_of_sight(self) -> bool:
        """The way to it has ended, which says nothing about itself."""
        return self.outlives_launcher and self.is_heard_of and self.status == WAY_ENDED

    def send_signal(self, number: int) -> None:
        if not self.launch.way:
            os.killpg(self.popen.pid, number)
        elif number == signal.SIGKILL and (self.is_told_to_die or not self.outlives_launcher):
            # Its shell there sees the end of what leads to it, or cannot be told.
            os.killpg(self.popen.pid, number)
        else:
            self.is_told_to_die = number == signal.SIGKILL
            assert self.popen.stdin is not None
            with contextlib.suppress(BrokenPipeError, BlockingIOError):
                self.popen.stdin.write(f"{signal_name(number).removeprefix('SIG')}\n".encode())

    def end(self) -> None:
        """Of the leader that has ended, and is not yet reaped: its group's number cannot belong to
        another."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        status = self.popen.wait()
        if self.launch.way and self.outlives_launcher and status < 0:
            status = WAY_ENDED  # it was the way that was killed
        # A shell says 128 and the signal.
        killed_there = bool(self.launch.way) and 128 < status <= 128 + signal.NSIG
        self.status = 128 - status if killed_there else status


@dataclass(frozen=True)
class Surroundings:
    """What the processes of a job begin with."""

    environment: Mapping[str, str]
    folder: Path
    outlives_launcher: bool


def start(launch: Launch, has_terminal: bool, surroundings: Surroundings) -> Process:
    """Raises IsthmusError where there is no such program. A process that does not have the terminal
    is read from: its pipes are not blocking."""
    output = None if has_terminal else subprocess.PIPE
    own_input = None if has_terminal and not _is_terminal(0) else subprocess.DEVNULL
    command = [*launch.way, "sh"] if launch.way else launch.arguments
    outlives = surroundings.outlives_launcher
    try:
        popen = subprocess.Popen(
            command,
            env={**surroundings.environment, **launch.environment},
            stdin=subprocess.PIPE if launch.way else own_input,
            stdout=output,
            stderr=output,
            bufsize=0,
            process_group=0,
            preexec_fn=_outlive_launcher if outlives else die_with(os.getpid()),
        )
    except OSError as problem:
        raise IsthmusError(f"cannot start {command[0]}: {problem.strerror}") from None
    if launch.way:
        assert popen.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it says why, and ends
            popen.stdin.write(_script(launch, surroundings))
        os.set_blocking(popen.stdin.fileno(), False)
    for pipe in (popen.stdout, popen.stderr):
        if pipe is not None:
            os.set_blocking(pipe.fileno(), False)
    return Process(launch, popen, outlives, is_heard_of=not launch.way)


@dataclass
class Stream:
    """A pipe from one rank, cut into lines."""

    process: Process
    name: str
    pipe: BinaryIO
    rest: bytearray = field(default_factory=bytearray)

    def take_lines(self, data: bytes) -> Iterator[bytes]:
        self.rest += data
        while (end := self.rest.find(b"\n")) >= 0:
            yield bytes(self.rest[:end])
            del self.rest[: end + 1]
        if len(self.rest) > LINE_BYTES_MAX or (not data and self.rest):
            yield bytes(self.rest)
            self.rest.clear()


def _script(launch: Launch, surroundings: Surroundings) -> bytes:
    """For the shell on another node, to be in that folder; see the top of this file. One compound
    command, so that the shell has read it all before it comes to the signals."""
    # What it prints when nobody reads it any more is lost.
    alone = "trap '' PIPE" if surroundings.outlives_launcher else ":"
    at_the_end = "kill -s 0 $program" if surroundings.outlives_launcher else "kill -s KILL $program"
    handed_on = {
        name: text
        for name, text in {**surroundings.environment, **launch.environment}.items()
        if name.startswith("ISTHMUS_")
    }
    exports = "".join(
        f"{name}={shlex.quote(text)}; export {name}\n" for name, text in handed_on.items()
    )
    return f"""{{
echo {shlex.quote(HERE.decode())} >&2
{exports}cd {shlex.quote(str(surroundings.folder))} || exit 126
exec 3<&0
{alone}
{shlex.join(launch.arguments)} </dev/null 3<&- &
program=$!
(while read -r name; do kill -s "$name" $program; done; {at_the_end}) \\
  <&3 >/dev/null 2>&1 &
listener=$!
wait $program
status=$?
kill $listener
exit $status
}}
""".encode()


def _is_terminal(descriptor: int) -> bool:
    """A process outside the terminal's foreground group would be stopped when it reads there."""
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def die_with(launcher_pid: int) -> Callable[[], None]:
    """For preexec_fn: the child is killed when the process of that pid dies."""

    def in_child() -> None:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != launcher_pid:  # it died before the kernel was told
            os._exit(1)

    return in_child


def _outlive_launcher() -> None:
    """For preexec_fn: what the child prints when the launcher is gone is lost, and does not end
    it."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def signal_name(number: int) -> str:
    """ "SIGKILL" for 9."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
