"""The carrier `udp` beside a stream of TCP, through one narrow line."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import FLOOD, start, wait_until

from isthmus.experiment.wide_area import TCP, UDP, WideArea, why_not

KEY = "k" * 32
PORT = 7100
# So slow that no processor is the limit, also where others use it.
RATE = 2e6  # bytes a second
LATENCY_S = 0.01
SETTLING_S = 4
MEASURED_S = 10
MOST = 3.0
"""How many times as much as the other one may have; CUBIC's own streams come to 2 in so short a
time."""
MEASUREMENTS = 3
"""Of which one has to be fair: on a busy machine the router may stand still for a while."""
GRID = """
[[site]]
name = "urbana"
address = "{urbana}"
[[site]]
name = "chicago"
address = "{chicago}"
[link.between_sites]
chain = ["reorder", "udp"]
"""
STREAM = str(Path(__file__).with_name("tcp_stream.py"))


def why_not_fair() -> str:
    if why_not():
        return why_not()
    with socket.socket() as one:
        try:
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, b"cubic")
        except OSError as problem:
            return f"no TCP by CUBIC here: {problem}"
    return ""


pytestmark = pytest.mark.skipif(why_not_fair() != "", reason=why_not_fair())


class Line:
    """A line from urbana to chicago, whose queue is as long as the line is on its way there and
    back, and who sends over it."""

    def __init__(self, area: WideArea, folder: Path) -> None:
        self.area = area
        self._folder = folder
        self._running: list[subprocess.Popen[str]] = []
        area.narrow(RATE, int(RATE * 2 * LATENCY_S * 1.5))

    def start_ours(self) -> None:
        grid = self._folder / "grid.toml"
        where = {name: self.area.address(name) for name in ("urbana", "chicago")}
        grid.write_text(GRID.format(**where))
        meet = ("--rendezvous", f"{where['urbana']}:7000", "--grid", str(grid))
        job = ("--backend", "processes", *meet, "--tune", "backlog-limit=4MiB")
        for rank, name in enumerate(where):
            words = (FLOOD, *job, "--rank", str(rank), "--", "1000000", "40000", "0")
            self._running.append(start(*self.area.on(name), *words, key=KEY))
        wait_until(lambda: self.area.sent("urbana", UDP) > 200_000, "datagrams")

    def start_tcp(self) -> None:
        server = start(*self.area.on("chicago"), sys.executable, STREAM, "serve", str(PORT))
        self._running.append(server)
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
        send = ("send", self.area.address("chicago"), str(PORT))
        self._running.append(start(*self.area.on("urbana"), sys.executable, STREAM, *send))
        before = self.area.sent("urbana", TCP)
        wait_until(lambda: self.area.sent("urbana", TCP) > before + 200_000, "a stream")

    def measure(self) -> tuple[float, float]:
        """Bytes a second of ours and of TCP's."""
        time.sleep(SETTLING_S)
        begin_s = time.monotonic()
        before = [self.area.sent("urbana", protocol) for protocol in (UDP, TCP)]
        time.sleep(MEASURED_S)
        after = [self.area.sent("urbana", protocol) for protocol in (UDP, TCP)]
        wall_s = time.monotonic() - begin_s
        assert all(process.poll() is None for process in self._running)
        ours, theirs = (
            (later - earlier) / wall_s for earlier, later in zip(before, after, strict=True)
        )
        return ours, theirs

    def close(self) -> None:
        for process in self._running:
            process.kill()
            process.communicate()


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    with WideArea(["urbana", "chicago"], latency_s=LATENCY_S) as area:
        made = Line(area, tmp_path)
        yield made
        made.close()


def jain(*shares: float) -> float:
    """Jain's index: 1 where all have the same, 1/n where one has all."""
    return sum(shares) ** 2 / (len(shares) * sum(share * share for share in shares))


@pytest.mark.parametrize("first", ["ours", "tcp"])
def test_datagrams_and_a_stream_of_tcp_share_a_line(line: Line, first: str) -> None:
    begin = {"ours": line.start_ours, "tcp": line.start_tcp}
    begin.pop(first)()
    time.sleep(1)
    for each in begin.values():
        each()
    told = []
    for _ in range(MEASUREMENTS):
        ours, theirs = line.measure()
        told.append(f"{ours / 1e6:.2f} and {theirs / 1e6:.2f} MB/s, {jain(ours, theirs):.3f}")
        if ours + theirs > 0.7 * RATE and 1 / MOST < ours / theirs < MOST:
            break
    else:
        pytest.fail("MB/s and Jain's index: " + "; ".join(told))
    print(told[-1])
