"""Machines on a wide area, without machines: network namespaces joined by a router of our own.

Each namespace has one device, whose packets come to this process; a thread hands them on after a
latency, drops what a firewall would, and loses and reorders what a bad line does. Needs root and
/dev/net/tun, and no module of the kernel that delays or filters packets.
"""

import fcntl
import heapq
import os
import random
import select
import shutil
import struct
import subprocess
import threading
import time
from collections.abc import Sequence

_TUNSETIFF = 0x400454CA
_TUN_WITHOUT_HEADER = 0x1001
PACKET_BYTES_MAX = 1 << 16
QUEUE_PACKETS_MAX = 4096  # a router has no endless memory
_TCP = 6
_UDP = 17
_SYN, _ACK = 0x02, 0x10


def why_not() -> str:
    """Why there can be no namespaces here; empty where there can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "no program ip (Debian package iproute2)"
    if not os.access("/dev/net/tun", os.R_OK | os.W_OK):
        return "no /dev/net/tun"
    tried = subprocess.run(["unshare", "--net", "true"], capture_output=True, check=False)
    return "" if tried.returncode == 0 else "no network namespaces here"


class WideArea:
    """Machine `i` of `names` has the address 10.77.0.(i + 1). Use as a context."""

    def __init__(self, names: Sequence[str], latency_s: float = 0.0) -> None:
        self.latency_s = latency_s
        self._names = list(names)
        self._prefix = f"isthmus-{os.getpid()}"
        self._devices: list[int] = []
        self._calls_blocked: set[tuple[int, int]] = set()
        self._all_blocked: set[tuple[int, int]] = set()
        self._protocols_blocked: set[int] = set()
        self._loss = 0.0
        self._jitter_s = 0.0
        self._random = random.Random()
        self._waiting: list[tuple[float, int, int, bytes]] = []
        self._count = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def address(self, name: str) -> str:
        return f"10.77.0.{self._names.index(name) + 1}"

    def on(self, name: str) -> list[str]:
        """What to write before a command that is to run on that machine."""
        return ["ip", "netns", "exec", f"{self._prefix}-{name}"]

    def block_calls(self, caller: str, called: str) -> None:
        """A firewall that lets no connection be opened that way; what is open goes on."""
        self._calls_blocked.add((self._names.index(caller), self._names.index(called)))

    def cut(self, one: str, other: str) -> None:
        a, b = self._names.index(one), self._names.index(other)
        self._all_blocked |= {(a, b), (b, a)}

    def block_udp(self) -> None:
        self._protocols_blocked.add(_UDP)

    def spoil(self, loss: float, jitter_s: float, seed: int) -> None:
        """Loses so many packets, and lets them overtake each other. Say the seed in the test's name
        or output."""
        self._random.seed(seed)
        self._loss = loss
        self._jitter_s = jitter_s

    def mend(self) -> None:
        self._protocols_blocked.clear()
        self._loss = 0.0
        self._jitter_s = 0.0
        self._calls_blocked.clear()
        self._all_blocked.clear()

    def __enter__(self) -> "WideArea":
        try:
            for index, name in enumerate(self._names):
                self._add_machine(index, f"{self._prefix}-{name}")
        except BaseException:
            self._remove()
            raise
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self._remove()

    def _add_machine(self, index: int, space: str) -> None:
        device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        self._devices.append(device)
        name = f"ist{os.getpid() % 100000}x{index}"
        fcntl.ioctl(device, _TUNSETIFF, struct.pack("16sH14x", name.encode(), _TUN_WITHOUT_HEADER))
        _run("ip", "netns", "add", space)
        _run("ip", "link", "set", name, "netns", space)
        inside = ("ip", "netns", "exec", space)
        _run(*inside, "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1", may_fail=True)
        _run(*inside, "ip", "address", "add", f"10.77.0.{index + 1}/24", "dev", name)
        _run(*inside, "ip", "link", "set", "lo", "up")
        _run(*inside, "ip", "link", "set", name, "up")

    def _remove(self) -> None:
        for device in self._devices:
            os.close(device)
        for name in self._names:
            _run("ip", "netns", "delete", f"{self._prefix}-{name}", may_fail=True)

    # --- the router

    def _run(self) -> None:
        while not self._stop.is_set():
            left_s = 0.05
            if self._waiting:
                left_s = min(left_s, max(0.0, self._waiting[0][0] - time.monotonic()))
            ready, _, _ = select.select(self._devices, [], [], left_s)
            for device in ready:
                self._take_packets(device)
            while self._waiting and self._waiting[0][0] <= time.monotonic():
                _, _, target, packet = heapq.heappop(self._waiting)
                try:
                    os.write(self._devices[target], packet)
                except OSError:
                    continue  # a full queue drops packets

    def _take_packets(self, device: int) -> None:
        source = self._devices.index(device)
        for _ in range(64):
            try:
                packet = os.read(device, PACKET_BYTES_MAX)
            except OSError:
                return
            is_ours = len(packet) >= 20 and packet[0] >> 4 == 4 and packet[16:19] == b"\x0a\x4d\x00"
            target = packet[19] - 1 if is_ours else -1
            if not 0 <= target < len(self._devices) or self._is_dropped(source, target, packet):
                continue
            self._count += 1
            due_s = time.monotonic() + self.latency_s + self._random.random() * self._jitter_s
            if len(self._waiting) < QUEUE_PACKETS_MAX:
                heapq.heappush(self._waiting, (due_s, self._count, target, packet))

    def _is_dropped(self, source: int, target: int, packet: bytes) -> bool:
        if (source, target) in self._all_blocked or packet[9] in self._protocols_blocked:
            return True
        if self._random.random() < self._loss:
            return True
        if (source, target) not in self._calls_blocked or packet[9] != _TCP:
            return False
        flags = packet[(packet[0] & 15) * 4 + 13]
        return flags & (_SYN | _ACK) == _SYN


def _run(*words: str, may_fail: bool = False) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0 and not may_fail:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")
