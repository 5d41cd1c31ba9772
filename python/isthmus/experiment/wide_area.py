"""Machines on a wide area, without machines: network namespaces joined by a router of our own.

Each namespace has one device, whose packets come to this process; a thread hands them on after a
latency, drops what a firewall would, and loses and reorders what a bad line does. Needs root and
/dev/net/tun, and no module of the kernel that delays or filters packets.
"""

import contextlib
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
ROUTER_NICE = -10
TCP = 6
UDP = 17
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
    """Machine `i` of `names` has the address 10.77.n.(i + 1) in network `n`. Use as a context.
    Networks have nothing in common but the machines."""

    def __init__(self, names: Sequence[str], latency_s: float = 0.0, networks: int = 1) -> None:
        self.latency_s = latency_s
        self._names = list(names)
        self._networks = networks
        self._prefix = f"isthmus-{os.getpid()}"
        self._devices: list[int] = []  # of network 0 by machine, then of network 1, and so on
        self._calls_blocked: set[tuple[int, int]] = set()
        self._all_blocked: set[tuple[int, int]] = set()
        self._protocols_blocked: set[int] = set()
        self._packet_bytes_max = PACKET_BYTES_MAX
        self._loss = 0.0
        self._jitter_s = 0.0
        self._rate = 0.0  # no line is too narrow
        self._queue_bytes = 0
        self._free_s: dict[int, float] = {}  # when the line of a device has sent what waits
        self._sent: dict[tuple[int, int], int] = {}
        self._random = random.Random()
        self._waiting: list[tuple[float, int, int, bytes]] = []
        self._count = 0
        self._carried = [0] * networks
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def address(self, name: str, network: int = 0) -> str:
        return f"10.77.{network}.{self._names.index(name) + 1}"

    def carried(self, network: int) -> int:
        """So many bytes of packets so far, both ways."""
        return self._carried[network]

    def unplug(self, name: str, network: int) -> None:
        """Takes the device of that machine down, as who pulls the cable does."""
        index = self._names.index(name)
        _run(*self.on(name), "ip", "link", "set", self._device_name(index, network), "down")

    def plug(self, name: str, network: int) -> None:
        index = self._names.index(name)
        _run(*self.on(name), "ip", "link", "set", self._device_name(index, network), "up")

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
        self._protocols_blocked.add(UDP)

    def drop_longer(self, packet_bytes: int) -> None:
        """Packets that are longer get lost, and nobody is told, as in some tunnels."""
        self._packet_bytes_max = packet_bytes

    def spoil(self, loss: float, jitter_s: float, seed: int) -> None:
        """Loses so many packets, and lets them overtake each other. Say the seed in the test's name
        or output."""
        self._random.seed(seed)
        self._loss = loss
        self._jitter_s = jitter_s

    def narrow(self, bytes_per_s: float, queue_bytes: int) -> None:
        """What each machine sends passes a line that carries so much, behind a queue that drops
        what finds it full."""
        self._rate = bytes_per_s
        self._queue_bytes = queue_bytes

    def sent(self, name: str, protocol: int) -> int:
        """Bytes of packets of TCP or UDP that the router has taken from that machine to hand on."""
        return self._sent.get((self._names.index(name), protocol), 0)

    def mend(self) -> None:
        self._protocols_blocked.clear()
        self._packet_bytes_max = PACKET_BYTES_MAX
        self._loss = 0.0
        self._jitter_s = 0.0
        self._calls_blocked.clear()
        self._all_blocked.clear()

    def __enter__(self) -> "WideArea":
        try:
            for name in self._names:
                self._add_machine(f"{self._prefix}-{name}")
            for network in range(self._networks):
                for index, name in enumerate(self._names):
                    self._add_device(index, network, f"{self._prefix}-{name}")
        except BaseException:
            self._remove()
            raise
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self._remove()

    def _device_name(self, index: int, network: int) -> str:
        return f"ist{os.getpid() % 100000}x{network * len(self._names) + index}"

    def _add_machine(self, space: str) -> None:
        _run("ip", "netns", "add", space)
        inside = ("ip", "netns", "exec", space)
        _run(*inside, "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1", may_fail=True)
        _run(*inside, "ip", "link", "set", "lo", "up")

    def _add_device(self, index: int, network: int, space: str) -> None:
        device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        self._devices.append(device)
        name = self._device_name(index, network)
        fcntl.ioctl(device, _TUNSETIFF, struct.pack("16sH14x", name.encode(), _TUN_WITHOUT_HEADER))
        _run("ip", "link", "set", name, "netns", space)
        inside = ("ip", "netns", "exec", space)
        address = self.address(self._names[index], network)
        _run(*inside, "ip", "address", "add", f"{address}/24", "dev", name)
        _run(*inside, "ip", "link", "set", name, "up")

    def _remove(self) -> None:
        for device in self._devices:
            os.close(device)
        for name in self._names:
            _run("ip", "netns", "delete", f"{self._prefix}-{name}", may_fail=True)

    # --- the router

    def _run(self) -> None:
        # A router has a processor of its own: it does not stand in line behind the programs here.
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), ROUTER_NICE)
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
        network, source = divmod(self._devices.index(device), len(self._names))
        for _ in range(64):
            try:
                packet = os.read(device, PACKET_BYTES_MAX)
            except OSError:
                return
            is_ours = len(packet) >= 20 and packet[0] >> 4 == 4
            is_ours = is_ours and packet[16:19] == bytes((10, 77, network))
            target = packet[19] - 1 if is_ours else -1
            if not 0 <= target < len(self._names) or self._is_dropped(source, target, packet):
                continue
            now_s = self._leaves_s(device, len(packet))
            if now_s is None:
                continue
            self._carried[network] += len(packet)
            self._sent[source, packet[9]] = self._sent.get((source, packet[9]), 0) + len(packet)
            self._count += 1
            due_s = now_s + self.latency_s + self._random.random() * self._jitter_s
            if len(self._waiting) < QUEUE_PACKETS_MAX:
                at = network * len(self._names) + target
                heapq.heappush(self._waiting, (due_s, self._count, at, packet))

    def _leaves_s(self, device: int, size: int) -> float | None:
        """When the line has sent the packet; None where the queue before it is full."""
        now_s = time.monotonic()
        if self._rate == 0:
            return now_s
        free_s = max(now_s, self._free_s.get(device, 0.0))
        if (free_s - now_s) * self._rate + size > self._queue_bytes:
            return None
        self._free_s[device] = free_s + size / self._rate
        return self._free_s[device]

    def _is_dropped(self, source: int, target: int, packet: bytes) -> bool:
        if (source, target) in self._all_blocked or packet[9] in self._protocols_blocked:
            return True
        if len(packet) > self._packet_bytes_max or self._random.random() < self._loss:
            return True
        if (source, target) not in self._calls_blocked or packet[9] != TCP:
            return False
        flags = packet[(packet[0] & 15) * 4 + 13]
        return flags & (_SYN | _ACK) == _SYN


def _run(*words: str, may_fail: bool = False) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0 and not may_fail:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")
