"""Who may join a job, and what a stranger at one of its ports achieves: nothing."""

import contextlib
import os
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import FLOOD, JACOBI2D, finish, free_port, listening_ports, start, wait_until

RUNTIME = ("--backend", "processes", "--pes", "1")
TWO = ("--sites", "2")
APP = ("--", "--mesh", "40", "--objects", "4", "--steps", "10", "--no-probe", "--check")
KEY = "correct horse battery staple"

GARBAGE = [
    b"",
    b"\x00" * 48,
    b"\xff" * 4096,
    b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"A" * 500,
    b"ISTHMUS\n" + b"\xff" * 40,
    b"ISTHMUS\n\x01\x00\x00\x00\x01\x00\x00\x00" + b"n" * 32 + b"\xff\xff\xff\xff\x01",
    b"ISTHMUS\n\x01\x00\x00\x00\x02\x00\x00\x00" + b"n" * 32 + b"\x10\x00\x00\x00\x04" + b"p" * 48,
    os.urandom(100_000),
]


class Ranks:
    """Starts processes of a job by hand, and ends those that are left."""

    def __init__(self) -> None:
        self.port = free_port()
        self.processes: list[subprocess.Popen[str]] = []

    def start(
        self, rank: int, key: str = KEY, sites: tuple[str, ...] = TWO
    ) -> "subprocess.Popen[str]":
        meeting = ("--rendezvous", f"127.0.0.1:{self.port}", "--rank", str(rank))
        process = start(JACOBI2D, *RUNTIME, *sites, *meeting, *APP, key=key)
        self.processes.append(process)
        return process


@pytest.fixture
def ranks() -> Iterator[Ranks]:
    started = Ranks()
    yield started
    for process in started.processes:
        if process.poll() is None:
            process.kill()
            process.communicate()


def send_garbage(port: int, data: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as stranger:
        try:
            stranger.sendall(data)
            stranger.settimeout(0.05)
            stranger.recv(4096)
        except OSError:  # refused, as it should
            pass


def test_two_processes_started_by_hand_make_a_job(ranks: Ranks) -> None:
    guest, host = ranks.start(1), ranks.start(0)
    done = finish(host)
    assert done.status == 0, done.err
    assert "bit for bit" in done.out
    assert finish(guest).status == 0


@pytest.mark.parametrize("key", ["", "wrong", KEY + " ", KEY[:-1]])
def test_a_wrong_key_is_refused_and_the_job_waits_for_the_right_one(ranks: Ranks, key: str) -> None:
    host = ranks.start(0)
    wait_until(lambda: ranks.port in listening_ports(host.pid), "the rendezvous")
    refused = finish(ranks.start(1, key), 20)
    assert refused.status in (1, 2)
    (line,) = [line for line in refused.lines if "isthmus: error: " in line]
    assert "key" in line
    assert host.poll() is None
    guest = ranks.start(1)
    done = finish(host)
    assert done.status == 0, done.err
    assert finish(guest).status == 0
    if key:
        assert "key" in done.err  # the host logged whom it refused


def test_garbage_at_the_rendezvous_changes_nothing(ranks: Ranks) -> None:
    host = ranks.start(0)
    wait_until(lambda: ranks.port in listening_ports(host.pid), "the rendezvous")
    for data in GARBAGE:
        send_garbage(ranks.port, data)
    assert host.poll() is None
    guest = ranks.start(1)
    done = finish(host)
    assert done.status == 0, done.err
    assert "bit for bit" in done.out
    assert finish(guest).status == 0


def test_a_silent_stranger_at_the_rendezvous_does_not_hold_up_the_job(ranks: Ranks) -> None:
    host = ranks.start(0)
    wait_until(lambda: ranks.port in listening_ports(host.pid), "the rendezvous")
    with socket.create_connection(("127.0.0.1", ranks.port), timeout=5):
        guest = ranks.start(1)
        assert finish(host, 20).status == 0
        assert finish(guest, 20).status == 0


def test_garbage_at_a_data_port_changes_nothing(ranks: Ranks) -> None:
    three = ("--sites", "3")
    host = ranks.start(0, KEY, three)
    guest = ranks.start(1, KEY, three)  # joins, and waits for the third at its data port
    wait_until(lambda: bool(listening_ports(guest.pid)), "a data port")
    for data in GARBAGE:
        for process in (host, guest):
            for port in listening_ports(process.pid):
                send_garbage(port, data)
    assert host.poll() is None
    assert guest.poll() is None
    last = ranks.start(2, KEY, three)
    done = finish(host)
    assert done.status == 0, done.err
    assert "bit for bit" in done.out
    assert finish(guest).status == 0
    assert finish(last).status == 0


def test_a_rank_that_the_job_has_not_is_refused(ranks: Ranks) -> None:
    host = ranks.start(0)
    wait_until(lambda: ranks.port in listening_ports(host.pid), "the rendezvous")
    wrong = finish(ranks.start(7), 20)
    assert wrong.status == 2
    assert "--rank: rank 7 (expected less than 2)" in wrong.err
    guest = ranks.start(1)
    assert finish(host).status == 0
    assert finish(guest).status == 0


def test_a_process_with_another_shape_of_the_job_is_refused(ranks: Ranks) -> None:
    host = ranks.start(0)
    wait_until(lambda: ranks.port in listening_ports(host.pid), "the rendezvous")
    other = ranks.start(2, KEY, ("--sites", "3"))
    done = finish(other, 20)
    assert done.status == 1
    assert "process" in done.err
    assert host.poll() is None


def test_a_process_alone_says_what_it_lacks() -> None:
    done = finish(start(JACOBI2D, *RUNTIME, *TWO, *APP))
    assert done.status == 2
    assert "this job has 2 processes (expected to be started by `isthmus run`" in done.err
    assert len(done.lines) == 1


CARRIERS = {
    "tcp": "[[site]]\n[[site]]\n",
    "shm": "[[site]]\npes = 2\nprocesses = 2\n",
    "udp": "[[site]]\n[[site]]\n[link.between_sites]\nchain = ['crypt', 'reorder', 'udp']\n",
}


@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_flood_at_a_running_job_leaves_a_line_an_interval_and_not_one_for_each(
    tmp_path: Path, carrier: str
) -> None:
    """The interval is 10 s (bootstrap::RefusalLog); a job that ends tells what it has not told."""
    grid = tmp_path / "grid.toml"
    grid.write_text(CARRIERS[carrier])
    meeting, data_port = f"127.0.0.1:{free_port()}", free_port()
    words = ("--backend", "processes", "--grid", str(grid), "--rendezvous", meeting)
    listen = ("--listen", f"127.0.0.1:{data_port}")
    app = ("--", "10", "100", "4000")  # one process sleeps for so long, and the other listens
    host = start(FLOOD, *words, "--rank", "0", *listen, *app, key=KEY)
    guest = start(FLOOD, *words, "--rank", "1", *app, key=KEY)
    try:
        wait_until(lambda: listening_ports(host.pid) == {data_port}, "a running job")
        flood = [data for data in GARBAGE if data] * 40
        for data in flood:
            stranger = socket.create_connection(("127.0.0.1", data_port), timeout=5)
            with stranger, contextlib.suppress(OSError):  # refused already
                stranger.sendall(data)
        done = finish(host)
        assert done.status == 0, done.err
        assert finish(guest).status == 0
    finally:
        for process in (host, guest):
            if process.poll() is None:
                process.kill()
                process.communicate()
    lines = [line for line in done.lines if "connection refused: " in line]
    more = [
        re.search(r"refused: (\d+) more(?: in 10s)?, from 127\.0\.0\.1 \(\1\): ", line)
        for line in lines
    ]
    assert 2 <= len(lines) <= 2 + done.wall_s / 10, done.err
    assert more[0] is None and all(more[1:]), done.err
    assert 1 + sum(int(counted[1]) for counted in more[1:] if counted) == len(flood), done.err
    assert re.search(r"sent something that is no greeting of Isthmus \(\d+\)", done.err)
    assert len(done.lines) < 20, "nothing else that strangers cause has a line for each"
