"""What a sender that is too fast does to the memory of a job: nothing."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from linked_pair import LinkedPair
from support import FLOOD, Done, isthmus

LIMITS = ("--tune", "queue-limit=16MiB,backlog-limit=16MiB")
MESSAGES = "12000"
BYTES = "32768"
FLOOD_MIB = 375
SLEEP_MS = 1500
# The limits, a window of 8 MiB, socket buffers, and what a process takes anyhow.
MEMORY_MAX_MIB = 120


def memory_mib(done: Done) -> list[int]:
    said = re.search(r"0 of 12000 out of order or missing, memory (\d+) and (\d+) MiB", done.out)
    assert done.status == 0, done.err
    assert said, done.out + done.err
    return [int(said[1]), int(said[2])]


@pytest.mark.parametrize("carrier", ["shm", "tcp"])
def test_a_receiver_that_sleeps_holds_its_sender_up(carrier: str) -> None:
    two = ("--backend", "processes", "--processes", "2", "--pes", "2", "--carrier", carrier)
    flood = (MESSAGES, BYTES, str(SLEEP_MS))
    done = isthmus("run", FLOOD, *two, *LIMITS, "--", *flood)
    assert max(memory_mib(done)) < MEMORY_MAX_MIB
    assert done.wall_s > SLEEP_MS / 1000
    assert "--tune backlog-limit" in done.err, "it does not say why it waits"


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[LinkedPair]:
    made = LinkedPair(FLOOD, tmp_path)
    yield made
    made.close()


def test_a_cut_of_thirty_seconds_under_load_loses_nothing_and_takes_no_more_memory(
    pair: LinkedPair,
) -> None:
    pair.start("patience = '60s', window = '8MiB'", (MESSAGES, BYTES, "0"), *LIMITS)
    pair.link.cut(stays_cut=True)
    forwarded_mib = pair.link.forwarded_bytes >> 20
    time.sleep(30)
    pair.link.mend()
    ends = pair.finish()
    assert forwarded_mib < FLOOD_MIB, "all had gone before the cut"
    assert max(memory_mib(ends[0])) < MEMORY_MAX_MIB
    assert "heard of 2 cuts and 2 returns" in ends[0].out, "each end tells the program of it"
    for done in ends:
        assert re.search(r"connection 0 is back after 3\d(\.\d+)?s", done.err), done.err
