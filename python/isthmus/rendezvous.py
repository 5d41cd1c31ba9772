"""How processes that are started by the same words on every node find out which rank each one has.

A manager that numbers them says so in the environment. Without one they meet at HOST:PORT: the
first one that can listen there, on the machine that HOST is, is rank 0, and tells each of the
others, in the order in which they come, its rank. Both sides show that they know the job key, and
neither says it (HMAC-SHA256 over random numbers of both). Then rank 0 makes the place free, where
the job itself meets.

One line each: the host says "isthmus-rendezvous 1 NONCE", a guest "NONCE PROOF", and, when all are
there, the host "rank N PROOF".
"""

import hashlib
import hmac
import ipaddress
import os
import secrets
import socket
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from isthmus.errors import BadInputError, IsthmusError

# Of managers that number processes from 0 on: Kubernetes' Indexed Jobs, Slurm, Open MPI, MPICH.
RANK_VARIABLES = (
    "JOB_COMPLETION_INDEX",
    "SLURM_PROCID",
    "PMIX_RANK",
    "OMPI_COMM_WORLD_RANK",
    "PMI_RANK",
)
GREETING = "isthmus-rendezvous 1"
LINE_BYTES_MAX = 256
STRANGER_S = 5.0  # for who has not shown yet that it knows the key
STRANGERS_MAX = 64  # at a time
AGAIN_S = 0.2


def rank_in(environment: Mapping[str, str]) -> int | None:
    """What a manager says. Raises BadInputError for nonsense."""
    for name in RANK_VARIABLES:
        text = environment.get(name)
        if text is None:
            continue
        if not (text.isascii() and text.isdigit()):
            raise BadInputError(f"{name}='{text}' in the environment (expected a rank, such as 0)")
        return int(text)
    return None


def rank_by_rendezvous(at: str, count: int, key: str, wait_s: float) -> int:
    """Of this process among `count`. Raises IsthmusError where not all have come in that time."""
    if count == 1:
        return 0
    end_s = time.monotonic() + wait_s
    host, _, port = at.rpartition(":")
    address = (host.strip("[]"), int(port))
    problem = "nobody listens"
    while True:
        listener = _listener(address)
        if listener is not None:
            with listener:
                _Host(listener, count, key, end_s).gather()
            return 0
        try:
            return _ask(address, key, end_s)
        except (OSError, ValueError) as why:
            problem = str(why) or type(why).__name__
        if time.monotonic() >= end_s:
            raise IsthmusError(f"no rendezvous at {at} within {wait_s:g} s: {problem}")
        time.sleep(AGAIN_S)


def wait_for_name(at: str, wait_s: float) -> None:
    """Until HOST of HOST:PORT is known: a manager may name it when its process is placed only.
    Raises IsthmusError where that takes longer."""
    host, _, port = at.rpartition(":")
    end_s = time.monotonic() + wait_s
    is_told = False
    while True:
        try:
            socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_STREAM)
            return
        except (OSError, UnicodeError) as problem:
            if time.monotonic() >= end_s:
                raise IsthmusError(f"{at}: no such host within {wait_s:g} s: {problem}") from None
        if not is_told:
            print(f"isthmus: {at}: waits until this host is known", file=sys.stderr, flush=True)
        is_told = True
        time.sleep(AGAIN_S)


def _listener(address: tuple[str, int]) -> socket.socket | None:
    """None where another one listens, where this machine is not the host, and where nobody knows
    yet who that is."""
    with suppress(OSError, UnicodeError):  # the latter for what can be no name
        found = socket.getaddrinfo(*address, type=socket.SOCK_STREAM)
        family, kind, protocol, _, where = found[0]
        if _is_own_name(address[0], str(where[0])):
            where = ("::" if family == socket.AF_INET6 else "0.0.0.0", *where[1:])
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(where)
            listener.listen(STRANGERS_MAX)
        except OSError:
            listener.close()
            raise
        return listener
    return None


def _is_own_name(host: str, found: str) -> bool:
    """What the network calls this machine, though it finds loopback under that name itself, as
    Debian's /etc/hosts has it: who listens there alone, no other machine reaches."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        is_said = "localhost" in host or "loopback" in host
        return not is_said and ipaddress.ip_address(found.partition("%")[0]).is_loopback
    return False


@dataclass
class _Host:
    """`guests` are those that have shown that they know the key, by the nonce of each; a thread for
    each one that has called adds it."""

    listener: socket.socket
    count: int
    key: str
    end_s: float
    guests: dict[str, socket.socket] = field(default_factory=dict)
    changed: threading.Condition = field(default_factory=threading.Condition)
    strangers: int = 0

    def gather(self) -> None:
        self.listener.settimeout(AGAIN_S)
        while True:
            with self.changed:
                if len(self._present()) >= self.count - 1:
                    break
                missing = self.count - 1 - len(self.guests)
                is_room = self.strangers < STRANGERS_MAX
            if time.monotonic() >= self.end_s:
                raise IsthmusError(
                    f"{missing} of {self.count} processes have not come to the rendezvous (expected"
                    " the same command on every node, or a longer --wait)"
                )
            if not is_room:
                time.sleep(AGAIN_S)
                continue
            try:
                caller, _ = self.listener.accept()
            except (TimeoutError, ConnectionAbortedError):
                continue
            except OSError as problem:  # no descriptors are left, a guest having one each
                raise IsthmusError(
                    f"it cannot take in more than {len(self.guests)}: {problem.strerror}"
                    f" (expected {self.count - 1}; `ulimit -n`)"
                ) from None
            with self.changed:
                self.strangers += 1
            threading.Thread(target=self._receive, args=(caller,), daemon=True).start()
        for rank, (nonce, guest) in enumerate(list(self.guests.items())[: self.count - 1], 1):
            with guest, suppress(OSError):
                guest.sendall(f"rank {rank} {_proof(self.key, 'rank', rank, nonce)}\n".encode())

    def _receive(self, caller: socket.socket) -> None:
        nonce = secrets.token_hex(16)
        try:
            caller.settimeout(STRANGER_S)
            caller.sendall(f"{GREETING} {nonce}\n".encode())
            theirs, proof = _line(caller, time.monotonic() + STRANGER_S).split(" ")
            if not hmac.compare_digest(proof, _proof(self.key, "guest", theirs, nonce)):
                raise ValueError("another key")
        except (OSError, ValueError):
            caller.close()
            caller = None  # type: ignore[assignment]
        with self.changed:
            self.strangers -= 1
            if caller is not None:
                self.guests[theirs] = caller

    def _present(self) -> dict[str, socket.socket]:
        """Without those that have gone again."""
        for nonce, guest in list(self.guests.items()):
            guest.setblocking(False)
            try:
                gone = guest.recv(1) == b""
            except BlockingIOError:
                gone = False
            except OSError:
                gone = True
            if gone:
                guest.close()
                del self.guests[nonce]
        return self.guests


def _ask(address: tuple[str, int], key: str, end_s: float) -> int:
    nonce = secrets.token_hex(16)
    with socket.create_connection(address, timeout=STRANGER_S) as host:
        greeting, _, theirs = _line(host, time.monotonic() + STRANGER_S).rpartition(" ")
        if greeting != GREETING:
            raise ValueError("who listens there holds no rendezvous")
        host.sendall(f"{nonce} {_proof(key, 'guest', nonce, theirs)}\n".encode())
        word, rank, proof = _line(host, end_s).split(" ")
        if word != "rank" or not hmac.compare_digest(proof, _proof(key, "rank", rank, nonce)):
            raise ValueError("who holds the rendezvous has another job key")
        return int(rank)


def _proof(key: str, *words: object) -> str:
    said = " ".join(["isthmus-rendezvous", *map(str, words)])
    return hmac.new(os.fsencode(key), said.encode(), hashlib.sha256).hexdigest()


def _line(connection: socket.socket, end_s: float) -> str:
    """The next one. Raises OSError, TimeoutError among them, and ValueError for what is none."""
    said = bytearray()
    while not said.endswith(b"\n"):
        connection.settimeout(max(0.01, end_s - time.monotonic()))
        more = connection.recv(1)
        if not more:
            raise ValueError("who holds the rendezvous has another job key, or has gone")
        said += more
        if len(said) > LINE_BYTES_MAX:
            raise ValueError("no line")
    return said[:-1].decode("ascii")
