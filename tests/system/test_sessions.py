"""Links between sites that break, stall and spoil what they carry, under a running job."""

import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from linked_pair import KEY, LinkedPair
from support import JACOBI2D, Done, cpu_ticks, finish, free_port, start, wait_until


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[LinkedPair]:
    made = LinkedPair(JACOBI2D, tmp_path)
    yield made
    made.close()


ENDLESS = ("--mesh", "64", "--objects", "4", "--steps", "2000000000", "--no-probe")
CHECKED = ("--mesh", "200", "--objects", "4", "--steps", "4000", "--check", "--no-probe")


def assert_right(ends: list[Done]) -> None:
    for done in ends:
        assert done.status == 0, done.err
    assert "bit for bit" in ends[0].out, ends[0].out + ends[0].err


@pytest.mark.parametrize("connections", [1, 3])
def test_a_job_goes_on_though_all_its_connections_are_cut_again_and_again(
    pair: LinkedPair, connections: int
) -> None:
    pair.start(f"patience = '20s', connections = {connections}", CHECKED)
    cuts = 0
    while all(process.poll() is None for process in pair.processes) and cuts < 8:
        time.sleep(0.15)
        cuts += pair.link.cut() > 0
    ends = pair.finish()
    assert_right(ends)
    assert cuts >= 3, "the job was over too soon to prove anything"
    for done in ends:
        assert len(re.findall(r"process \d .*connection \d is cut, \d left: ", done.err)) >= 3
        back = r"connection \d is back after \d+(\.\d+)?m?s, \d+ frames sent again"
        assert re.search(back, done.err), done.err
        assert "isthmus: error" not in done.err


def test_a_cut_of_the_handshakes_last_bytes_loses_nothing(pair: LinkedPair) -> None:
    pair.link.cut_answers_after(60)  # in the middle of `met`: one end has begun the job
    pair.start("patience = '20s'", CHECKED)
    assert_right(pair.finish())


def test_a_cut_of_two_seconds_loses_nothing(pair: LinkedPair) -> None:
    pair.start("patience = '20s'", CHECKED)
    pair.link.cut(stays_cut=True)
    time.sleep(2)
    pair.link.mend()
    ends = pair.finish()
    assert_right(ends)
    for done in ends:
        back = re.search(r"connection 0 is back after (\d+(?:\.\d+)?)s", done.err)
        assert back, done.err
        assert 2 <= float(back[1]) < 4, done.err


def test_a_cut_that_outlasts_the_patience_ends_the_job(pair: LinkedPair) -> None:
    pair.start("patience = '1s'", ENDLESS)
    pair.link.cut(stays_cut=True)
    begin_s = time.monotonic()
    ends = pair.finish(15)
    assert time.monotonic() - begin_s > 0.9
    for rank, done in enumerate(ends):
        assert done.status == 1, done.err
        errors = [line for line in done.lines if "isthmus: error" in line]
        assert len(errors) == 1, done.err
        gone = rf"process {1 - rank} .* is gone: process {1 - rank} at .*: no connection for 1s"
        assert re.search(gone, errors[0]), errors[0]


def held_up(pair: LinkedPair, patience: str, seconds: float) -> list[Done]:
    pair.start(f"patience = '{patience}'", CHECKED)
    pair.link.hold()
    time.sleep(seconds)
    pair.link.hold(False)
    ends = pair.finish()
    assert_right(ends)
    return ends


def test_a_link_that_holds_everything_up_for_a_while_loses_nothing(pair: LinkedPair) -> None:
    ends = held_up(pair, "20s", 2)
    assert not any("is cut" in done.err for done in ends), "a slow link is no broken one"


def test_a_link_that_swallows_something_loses_nothing(pair: LinkedPair) -> None:
    pair.start("patience = '20s'", CHECKED)
    for least in (100_000, 200_000):  # in the midst of the job, not of a handshake
        wait_until(partial(pair.link.has_forwarded, least), "bytes")
        pair.link.swallow()
    ends = pair.finish()
    assert_right(ends)
    assert any("lost or repeated on the way" in done.err for done in ends), ends[0].err


@pytest.mark.parametrize("filters", [(), ("crypt",)])
def test_a_link_that_changes_bits_now_and_then_loses_nothing(
    pair: LinkedPair, filters: tuple[str, ...]
) -> None:
    pair.start("patience = '20s'", CHECKED, filters=filters)
    pair.link.change(every_bytes=100_000, seed=5)
    ends = pair.finish()
    assert_right(ends)
    assert pair.link.changes >= 3, "the job was over too soon to prove anything"
    assert any("changed" in done.err for done in ends), ends[0].err


def test_a_link_that_carries_nothing_any_more_is_told_of(pair: LinkedPair) -> None:
    ends = held_up(pair, "1s", 4)
    told = r"connection 0 holds, but nothing sent on it has been taken for [123](\.\d+)?s: "
    assert any(re.search(told, done.err) for done in ends), ends[0].err


def test_a_link_that_spoils_what_it_carries_ends_the_job(pair: LinkedPair) -> None:
    pair.start("patience = '3s'", ENDLESS)
    pair.link.spoil(7)  # who notices it first leaves, and the other one cannot know why
    ends = pair.finish(15)
    assert {done.status for done in ends} == {1}
    errors = [line for done in ends for line in done.lines if "isthmus: error" in line]
    assert any("no connection for 3s" in line for line in errors), errors
    assert any("changed or lost on the way" in done.err for done in ends), ends[0].err


def test_a_process_that_sleeps_for_some_seconds_loses_nothing(pair: LinkedPair) -> None:
    pair.start("patience = '1s'", CHECKED)
    sleeper = pair.processes[1]
    os.kill(sleeper.pid, signal.SIGSTOP)
    time.sleep(3)
    os.kill(sleeper.pid, signal.SIGCONT)
    assert_right(pair.finish())


@pytest.mark.parametrize("rank", [0, 1])  # the one that is called, the one that calls
def test_a_process_that_sleeps_while_the_connection_is_cut_is_waited_for(
    pair: LinkedPair, rank: int
) -> None:
    pair.start("patience = '1s'", CHECKED)
    sleeper = pair.processes[rank]
    os.kill(sleeper.pid, signal.SIGSTOP)
    pair.link.cut()
    time.sleep(3)
    os.kill(sleeper.pid, signal.SIGCONT)
    assert_right(pair.finish())


@pytest.mark.parametrize("rank", [0, 1])
def test_a_killed_process_is_known_to_be_gone_long_before_the_patience_ends(rank: int) -> None:
    port = free_port()
    processes = []
    for self_rank in (0, 1):
        meeting = ("--rendezvous", f"127.0.0.1:{port}", "--rank", str(self_rank))
        site = ("--backend", "processes", "--sites", "2", "--pes", "1", *meeting)
        processes.append(start(JACOBI2D, *site, "--", *ENDLESS, key=KEY))
    wait_until(lambda: all(cpu_ticks(p.pid) > 5 for p in processes), "busy processes")
    processes[rank].kill()
    begin_s = time.monotonic()
    done = finish(processes[1 - rank], 10)
    processes[rank].communicate()
    assert time.monotonic() - begin_s < 5
    assert done.status == 1
    assert re.search(rf"process {rank} .* is gone: .*nobody listens at", done.err), done.err


def test_a_stranger_at_the_data_port_of_a_running_job_changes_nothing(pair: LinkedPair) -> None:
    pair.start("patience = '20s'", CHECKED)
    strangers = []
    for data in (b"", b"GET / HTTP/1.1\r\n\r\n", os.urandom(5000), b"ISTHMUS\n" + b"\xff" * 40):
        stranger = socket.create_connection(("127.0.0.1", pair.link.target), timeout=5)
        stranger.sendall(data)
        strangers.append(stranger)
    pair.link.cut()
    ends = pair.finish()
    assert_right(ends)
    assert "connection refused: 127.0.0.1:" in ends[0].err
    for stranger in strangers:
        stranger.close()
