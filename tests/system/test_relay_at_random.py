"""Relays are killed, and begin again, at moments that nobody has chosen: those where sites meet,
and those that are the witness of a job which loses half of its processes meanwhile."""

import contextlib
import os
import random
import signal
import time
from pathlib import Path

import pytest
from machine import Machine
from relayed_sites import TOKEN, Relay, Sites, assert_right
from support import COMMAND, LIMIT_S, SEEDS, children_of, finish, stencil_words, wait_until

STRIKES = 3
NAME = "halved"
TWO = ("--backend", "processes", "--sites", "2", "--pes", "1")
# Goes on until it is told to end, also on one processor.
PROGRAM = (
    *stencil_words(256, 2_000_000_000, 20),
    *("--tolerance", "1e-300", "--residual-every", "100"),
)
# Longer than the serial reference takes, which process 0 computes at the end.
SILENCE = "4s"


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whenever_the_relay_begins_again_the_result_is_the_serial_one(
    tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    relay = Relay()
    sites = Sites(tmp_path, relay.at)
    relay.start()
    try:
        sites.start()
        for _ in range(STRIKES):
            # As they meet, as they connect again, or as they work.
            time.sleep(chance.uniform(0, 0.8))
            relay.kill()
            time.sleep(chance.uniform(0, 0.8))
            relay.start()
        assert_right(sites.finish())
    finally:
        sites.close()
        relay.kill()


def names_of_halves(machine: Machine) -> list[str]:
    """Who was stopped may have the name that the job had before."""
    return [job["name"] for job in machine.ps() if job["processes"] == 1]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whenever_its_witness_begins_again_half_a_job_goes_on(
    machine: Machine, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    machine.variables["ISTHMUS_RELAY_TOKEN"] = TOKEN
    folder = tmp_path / "kept"
    votes = ("--votes", str(tmp_path / "votes"))
    witness = Relay()
    witness.start(*votes)
    keeping = ("--checkpoint", "20ms", "--checkpoint-dir", str(folder), "--on-loss", "go-on")
    job = machine.start(
        *(COMMAND, "run", "jacobi2d", *TWO, *keeping, "--name", NAME),
        *("--witness", witness.at, "--silence", SILENCE, "--", *PROGRAM),
    )
    lost = 0
    try:
        wait_until(lambda: (folder / "checkpoint-2" / "index").exists(), "two checkpoints")
        lost = children_of(job.pid)[chance.randrange(2)]
        # One that is killed is known to be gone. One that is stopped has fallen silent, and then
        # the other one needs the witness.
        how = chance.choice((signal.SIGKILL, signal.SIGSTOP, signal.SIGSTOP))
        silence_s = float(SILENCE.rstrip("s"))
        os.kill(lost, how)
        for _ in range(STRIKES):
            time.sleep(chance.uniform(0, silence_s / 2))
            witness.kill()
            time.sleep(chance.uniform(0, 1))
            witness.start(*votes)
        wait_until(lambda: names_of_halves(machine) != [], "a job of one process", LIMIT_S)
        name = names_of_halves(machine)[0]
        # What has been given up may go on, and is told so; or it ends.
        if how == signal.SIGSTOP:
            os.kill(lost, chance.choice((signal.SIGCONT, signal.SIGKILL)))
        machine.set(name, "tolerance", "1")
        done = finish(job)
    finally:
        if lost:
            with contextlib.suppress(ProcessLookupError):
                os.kill(lost, signal.SIGKILL)
        witness.kill()
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out + done.err, done.err
