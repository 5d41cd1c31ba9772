"""Jobs lose processes, and go on without them: whoever is killed, the result is the serial one."""

import os
import random
import re
import signal
import time
from pathlib import Path

import pytest
from support import COMMAND, Done, children_of, finish, start

PROGRAM = (
    "--mesh",
    "256",
    "--objects",
    "8",
    "--steps",
    "12000",
    "--no-probe",
    "--sync-every",
    "20",
    "--check",
)
EPOCH = re.compile(r"goes on without process [\d, ]+ as epoch (\d+)")


def survive(words: tuple[str, ...], kills: int, seed: int, at_once: int = 1) -> Done:
    """Runs a job of which processes are killed at random moments, `at_once` at a time."""
    chance = random.Random(seed)
    print("seed", seed)
    keeping = ("--checkpoint", "20ms", "--checkpoint-dir", "none", "--on-loss", "go-on")
    job = start(COMMAND, "run", "jacobi2d", *words, *keeping, "--", *PROGRAM)
    time.sleep(1.0)
    for _ in range(kills):
        time.sleep(0.3 + 0.7 * chance.random())
        pids = children_of(job.pid)
        if job.poll() is not None or len(pids) <= at_once:
            break
        for pid in chance.sample(pids, at_once):
            os.kill(pid, signal.SIGKILL)
    return finish(job)


def check(done: Done, lost: int) -> None:
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out, done.out + done.err
    assert done.err.count("was killed by SIGKILL") == lost, done.err
    assert EPOCH.search(done.err), done.err


@pytest.mark.parametrize("rank", range(4))
def test_any_process_may_be_lost(rank: int, tmp_path: Path) -> None:
    words = ("--backend", "processes", "--sites", "2", "--pes", "2", "--processes", "2")
    keeping = ("--checkpoint", "20ms", "--checkpoint-dir", str(tmp_path), "--on-loss", "go-on")
    job = start(COMMAND, "run", "jacobi2d", *words, *keeping, "--", *PROGRAM)
    while not list(tmp_path.glob("checkpoint-*/index")):
        assert job.poll() is None
        time.sleep(0.02)
    os.kill(children_of(job.pid)[rank], signal.SIGKILL)
    check(finish(job), 1)


@pytest.mark.parametrize("seed", range(3))
def test_a_job_goes_on_until_one_process_is_left(seed: int) -> None:
    words = ("--backend", "processes", "--sites", "2", "--pes", "2", "--processes", "2")
    check(survive(words, 3, seed), 3)
