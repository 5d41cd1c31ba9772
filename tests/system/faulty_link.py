"""A link between two processes that a test can cut, hold up, thin out and spoil."""

import contextlib
import random
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

PIECE = 1 << 16
BACKLOG = 1 << 18


@dataclass
class _Way:
    """One direction of a connection."""

    source: socket.socket
    target: socket.socket
    waiting: bytearray = field(default_factory=bytearray)
    due: deque[tuple[float, int]] = field(default_factory=deque)  # when how many of them may go
    ended: bool = False
    is_answer: bool = False  # from the target


class FaultyLink:
    """Forwards TCP connections from `port` to `target`, in a thread of its own."""

    def __init__(self, target: int) -> None:
        self.target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self.port: int = self._listener.getsockname()[1]
        self.accepted = 0
        self.forwarded_bytes = 0
        self.heard = bytearray()  # all that was forwarded since listen_in
        self._listens_in = False
        self.changes = 0
        self._ways: list[_Way] = []
        self._open = True  # new connections are forwarded
        self._held = False
        self._lag_s = 0.0
        self._spoil: Callable[[bytes], bytes] | None = None
        self._answer_bytes: int | None = None  # that are let through before a cut
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def has_forwarded(self, least_bytes: int) -> bool:
        return self.forwarded_bytes >= least_bytes

    # --- faults

    def cut(self, stays_cut: bool = False) -> int:
        """Resets every connection; what was under way is lost. How many there were."""
        with self._lock:
            self._open = not stays_cut
            count = len(self._ways) // 2
            for way in self._ways:
                self._reset(way.source)
                self._reset(way.target)
            self._ways.clear()
            return count

    def cut_connection(self, number: int) -> None:
        """Resets one of those that are there, counted in the order in which they were made."""
        with self._lock:
            self._end(self._ways[2 * number])

    def cut_answers_after(self, count: int) -> None:
        """Resets every connection when the target has answered so many bytes on one of them."""
        with self._lock:
            self._answer_bytes = count

    def mend(self) -> None:
        with self._lock:
            self._open = True

    def hold(self, held: bool = True) -> None:
        """While held, nothing moves and nothing breaks."""
        with self._lock:
            self._held = held

    def lag(self, seconds: float) -> None:
        """From now on everything takes so much longer."""
        with self._lock:
            self._lag_s = seconds

    def listen_in(self) -> None:
        """From now on what passes is kept in `heard`."""
        with self._lock:
            self._listens_in = True

    def swallow(self) -> None:
        """What comes next in one direction never arrives; the connection holds."""
        with self._lock:
            self._spoil = self._nothing_once

    def _nothing_once(self, _: bytes) -> bytes:
        self._spoil = None
        return b""

    def spoil(self, seed: int) -> None:
        """From now on pieces are overwritten here and there."""
        chance = random.Random(seed)

        def garble(data: bytes) -> bytes:
            return chance.randbytes(len(data))

        with self._lock:
            self._spoil = garble

    def change(self, every_bytes: int, seed: int) -> None:
        """From now on one bit of so many bytes, on average, is turned."""
        chance = random.Random(seed)

        def turn(data: bytes) -> bytes:
            changed = bytearray(data)
            at = int(chance.expovariate(1 / every_bytes))
            while at < len(changed):
                changed[at] ^= 1 << chance.randrange(8)
                self.changes += 1
                at += 1 + int(chance.expovariate(1 / every_bytes))
            return bytes(changed)

        with self._lock:
            self._spoil = turn

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self.cut(stays_cut=True)
        self._listener.close()

    def __enter__(self) -> "FaultyLink":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- forwarding

    def _run(self) -> None:
        while not self._stop.is_set():
            with self._lock:
                self._accept()
                moved = not self._held and self._forward()
            if not moved:
                time.sleep(0.0005)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except BlockingIOError:
                return
            if not self._open:
                self._reset(near)
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.target), timeout=5)
            except OSError:
                self._reset(near)
                continue
            self.accepted += 1
            for end in (near, far):
                end.setblocking(False)
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._ways += [_Way(near, far), _Way(far, near, is_answer=True)]

    def _forward(self) -> bool:
        moved = False
        for way in list(self._ways):
            try:
                moved |= self._move(way)
            except OSError:
                self._end(way)
        return moved

    def _move(self, way: _Way) -> bool:
        moved = False
        if len(way.waiting) < BACKLOG and not way.ended:
            try:
                data = way.source.recv(PIECE)
                way.ended = not data
                passed = self._spoil(data) if self._spoil is not None else data
                way.waiting += passed
                way.due.append((time.monotonic() + self._lag_s, len(passed)))
                if self._listens_in:
                    self.heard += data
                moved = bool(data)
                if way.is_answer and self._answer_bytes is not None:
                    self._answer_bytes -= len(data)
                    if self._answer_bytes < 0:
                        self._answer_bytes = None
                        way.target.send(data[: len(data) // 2])
                        self.cut()
                        return True
            except BlockingIOError:
                pass
        if way.due and way.due[0][0] <= time.monotonic():
            with contextlib.suppress(BlockingIOError):
                when_s, count = way.due[0]
                sent = way.target.send(way.waiting[:count]) if count else 0
                del way.waiting[:sent]
                way.due[0] = (when_s, count - sent)
                if sent == count:
                    way.due.popleft()
                self.forwarded_bytes += sent
                moved |= sent > 0
        if way.ended and not way.waiting:
            way.target.shutdown(socket.SHUT_WR)
            self._ways.remove(way)
            if not any(other.source is way.target for other in self._ways):
                way.source.close()
                way.target.close()
            moved = True
        return moved

    def _end(self, broken: _Way) -> None:
        for way in list(self._ways):
            if way.source in (broken.source, broken.target):
                self._ways.remove(way)
        self._reset(broken.source)
        self._reset(broken.target)

    @staticmethod
    def _reset(end: socket.socket) -> None:
        with contextlib.suppress(OSError):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        end.close()
