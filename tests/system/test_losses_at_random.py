"""Processes are killed at moments that nobody has chosen, one or several at once, whole sites, and
others while those that are left find to each other: the result is the serial one each time."""

import contextlib
import os
import random
import signal
import time
from pathlib import Path

import pytest
from machine import Machine
from support import COMMAND, LIMIT_S, SEEDS, children_of, finish, stencil_words, wait_until

PROCESSES = 6
SITE = 3  # processes of it
SIX = ("--backend", "processes", "--sites", "2", "--pes", "3", "--processes", "3")
# Goes on until it is told to end, so whatever happens to it happens while it runs.
PROGRAM = (
    *stencil_words(96, 2_000_000_000, 20),
    *("--tolerance", "1e-300", "--residual-every", "100"),
)
STRIKES = 3
NAME = "struck"


class Job:
    """Six processes, whose checkpoints are on a disk, so that any of them may be lost at once."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        keeping = ("--checkpoint", "20ms", "--checkpoint-dir", str(folder), "--on-loss", "go-on")
        self.machine = machine
        self.launcher = machine.start(
            *(COMMAND, "run", "jacobi2d", *SIX, *keeping, "--name", NAME, "--", *PROGRAM)
        )
        wait_until(lambda: (folder / "checkpoint-2" / "index").exists(), "two checkpoints")
        pids = children_of(self.launcher.pid)
        assert len(pids) == PROCESSES
        self.left = dict(enumerate(pids))  # by rank
        self.killed = 0

    def kill(self, ranks: list[int]) -> None:
        for rank in ranks:
            os.kill(self.left.pop(rank), signal.SIGKILL)
            self.killed += 1

    def strike(self, chance: random.Random, spared: tuple[int, ...] = ()) -> None:
        """At least one process is left afterwards."""
        there = [rank for rank in self.left if rank not in spared]
        how = chance.choice(("one", "two", "site", "one after the other"))
        site = chance.randrange(2)
        ranks = chance.sample(there, min(2, len(there)))
        if how == "site":
            ranks = [rank for rank in there if rank // SITE == site] or ranks[:1]
        elif how == "one":
            ranks = ranks[:1]
        ranks = ranks[: len(self.left) - 1]
        for rank in ranks:
            self.kill([rank])
            if how == "one after the other":
                # In an agreement, while connections are made, as images are read, or behind that.
                time.sleep(chance.uniform(0, 0.2))

    def wait_until_all_have_gone_on(self) -> None:
        wait_until(
            lambda: [job["processes"] for job in self.machine.ps()] == [len(self.left)],
            f"a job of {len(self.left)} processes",
            LIMIT_S,
        )

    def tell_to_end(self) -> None:
        self.machine.set(NAME, "tolerance", "1")


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whoever_is_killed_whenever_the_result_is_the_serial_one(
    machine: Machine, seed: int, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    job = Job(machine, tmp_path / "kept")
    for _ in range(STRIKES):
        time.sleep(chance.uniform(0, 0.6))
        if len(job.left) > 1:
            job.strike(chance)
    job.wait_until_all_have_gone_on()
    job.tell_to_end()
    done = finish(job.launcher)
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out + done.err, done.err
    assert done.err.count("was killed by SIGKILL") == job.killed, done.err
    # Nobody else went.
    assert "ended with status" not in done.err, done.err


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whoever_is_killed_after_the_launcher_was_the_others_go_on(
    machine: Machine, seed: int, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    job = Job(machine, tmp_path / "kept")
    pids = list(job.left.values())
    try:
        job.launcher.kill()
        job.launcher.wait()
        for _ in range(STRIKES - 1):
            time.sleep(chance.uniform(0, 0.6))
            # Rank 0 has the terminal.
            if len(job.left) > 1:
                job.strike(chance, spared=(0,))
        job.wait_until_all_have_gone_on()
        job.tell_to_end()
        # What rank 0 says until it ends, too.
        out, err = job.launcher.communicate(timeout=LIMIT_S)
    finally:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    assert "equal to the serial reference, bit for bit" in out, err
