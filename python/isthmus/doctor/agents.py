"""One program on each node, which tries what it is told: started here, by ssh, or as the user says.

They speak lines of JSON over their standard streams and end when those do, so that nothing is left
behind. One thread waits for all of them.
"""

import contextlib
import json
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

START_S = 10.0  # a node that has not answered by then is named
LINE_BYTES_MAX = 1 << 20


@dataclass
class Agent:
    """The program on one node. `failure` says why there is none, in one line."""

    site: str
    node: str
    command: Sequence[str]
    popen: "subprocess.Popen[bytes] | None" = None
    introduction: dict[str, Any] | None = None
    failure: str = ""
    answers: dict[int, dict[str, Any]] = field(default_factory=dict)
    output: bytearray = field(default_factory=bytearray)
    errors: bytearray = field(default_factory=bytearray)

    @property
    def is_there(self) -> bool:
        return self.introduction is not None and not self.failure


class Agents:
    """All of them. Use as a context: leaving it ends them."""

    def __init__(self, agents: Sequence[Agent], first_line: dict[str, Any]) -> None:
        self.all = list(agents)
        self._first_line = first_line
        self._selector = selectors.DefaultSelector()
        self._next_id = 1

    def __enter__(self) -> "Agents":
        for agent in self.all:
            self._start(agent)
        end_s = time.monotonic() + START_S
        while any(a.introduction is None and not a.failure for a in self.all):
            if not self._read(end_s):
                break
        for agent in self.all:
            if agent.introduction is None and not agent.failure:
                agent.failure = f"no answer within {START_S:g} s"
        return self

    def __exit__(self, *_: object) -> None:
        self._selector.close()
        for agent in self.all:
            if agent.popen is not None:
                _end(agent.popen)

    def ask(self, agent: Agent, command: dict[str, Any]) -> int:
        """The number of the answer, which `wait` waits for."""
        number = self._next_id
        self._next_id += 1
        self._send(agent, {"id": number, **command})
        return number

    def wait(self, asked: Sequence[tuple[Agent, int]], limit_s: float) -> None:
        """Until all are answered; afterwards `answers` has those that were."""
        end_s = time.monotonic() + limit_s
        while any(number not in a.answers and not a.failure for a, number in asked):
            if not self._read(end_s):
                return

    def _start(self, agent: Agent) -> None:
        try:
            agent.popen = subprocess.Popen(
                agent.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # ssh must not ask at the terminal, nor see its Ctrl-C
            )
        except OSError as problem:
            agent.failure = f"cannot start {agent.command[0]}: {problem.strerror}"
            return
        for stream, kind in ((agent.popen.stdout, "output"), (agent.popen.stderr, "errors")):
            assert stream is not None
            self._selector.register(stream, selectors.EVENT_READ, (agent, kind))
        self._send(agent, self._first_line)

    def _send(self, agent: Agent, value: dict[str, Any]) -> None:
        if agent.failure or agent.popen is None or agent.popen.stdin is None:
            return
        # One that has ended says how on its streams.
        with contextlib.suppress(OSError):
            agent.popen.stdin.write(json.dumps(value).encode() + b"\n")

    def _read(self, end_s: float) -> bool:
        """False when the time is up, or there is nobody left to listen to."""
        left_s = end_s - time.monotonic()
        if left_s <= 0 or not self._selector.get_map():
            return False
        for key, _ in self._selector.select(left_s):
            agent, kind = key.data
            data = os.read(key.fd, 1 << 16)
            if kind == "errors":
                agent.errors = (agent.errors + data)[-4096:]
            else:
                agent.output += data
                self._take_lines(agent)
            if not data:
                self._selector.unregister(key.fileobj)
                if kind == "output":
                    self._note_end(agent)
        return True

    def _take_lines(self, agent: Agent) -> None:
        while (end := agent.output.find(b"\n")) >= 0:
            line = bytes(agent.output[:end])
            del agent.output[: end + 1]
            try:
                value = json.loads(line)
            except ValueError:
                value = None
            if not isinstance(value, dict):
                continue  # a remote shell greets, before the program speaks
            if agent.introduction is None and "handshake" in value:
                agent.introduction = value
            elif isinstance(value.get("id"), int):
                agent.answers[value["id"]] = value
        if len(agent.output) > LINE_BYTES_MAX:
            agent.failure = "says things that are no answers"

    def _note_end(self, agent: Agent) -> None:
        assert agent.popen is not None
        try:
            status = agent.popen.wait(1.0)
        except subprocess.TimeoutExpired:
            status = None
        self._drain_errors(agent)
        said = [line for line in agent.errors.decode(errors="replace").splitlines() if line.strip()]
        how = said[-1].strip() if said else f"ended with status {status}"
        agent.failure = agent.failure or f"{Path(agent.command[0]).name}: {how}"

    @staticmethod
    def _drain_errors(agent: Agent) -> None:
        """What it said before it ended."""
        assert agent.popen is not None and agent.popen.stderr is not None
        os.set_blocking(agent.popen.stderr.fileno(), False)
        with contextlib.suppress(BlockingIOError):
            while data := os.read(agent.popen.stderr.fileno(), 4096):
                agent.errors = (agent.errors + data)[-4096:]


def _end(popen: "subprocess.Popen[bytes]") -> None:
    if popen.stdin is not None:
        popen.stdin.close()
    try:
        popen.wait(1.0)
    except subprocess.TimeoutExpired:
        os.killpg(popen.pid, signal.SIGKILL)
        popen.wait()
    for stream in (popen.stdout, popen.stderr):
        if stream is not None:
            stream.close()
