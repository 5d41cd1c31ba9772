"""Jobs lose processes, and go on without them: whoever is killed, the result is the serial one."""

import json
import os
import random
import re
import signal
import time
from pathlib import Path

import pytest
from support import (
    COMMAND,
    JACOBI2D,
    LIMIT_S,
    SEEDS,
    Done,
    Patience,
    children_of,
    finish,
    is_running,
    run,
    start,
    stencil_words,
    wait_until,
)

PROGRAM = stencil_words(128, 16000, 20)
FOUR = ("--backend", "processes", "--sites", "2", "--pes", "2", "--processes", "2")
# Longer than the serial reference takes, which process 0 computes at the end, on a busy machine:
# there it is of a smaller mesh, which takes the job as many messages.
SILENCE = "8s"
OF_SHORT_REFERENCE = stencil_words(64, 16000, 20)
RESTORED = re.compile(r"restored \d+ objects? of process \d on \d PEs?")
EPOCH = re.compile(r"goes on without process(?:es)? [\d, ]+ as epoch (\d+)")


def newest_in(folder: Path) -> int:
    found = folder.glob("checkpoint-*/index")
    return max((int(path.parent.name.rpartition("-")[2]) for path in found), default=0)


def survive(folder: Path, words: tuple[str, ...], ranks: list[int]) -> Done:
    """Runs a job of which processes are killed, each as soon as there is another checkpoint, by
    their places among those that are left."""
    keeping = ("--checkpoint", "20ms", "--checkpoint-dir", str(folder), "--on-loss", "go-on")
    job = start(COMMAND, "run", "jacobi2d", *words, *keeping, "--", *PROGRAM)
    seen = 1  # that the first one is whole not all know when it is on the disk
    for rank in ranks:
        patience = Patience(job)
        while (newest := newest_in(folder)) <= seen:
            assert job.poll() is None
            assert not patience.is_over(), finish(job, 0)
            time.sleep(0.02)
        seen = newest
        # The launcher may not have waited yet for the last one that was lost.
        left = [pid for pid in children_of(job.pid) if is_running(pid)]
        os.kill(left[rank], signal.SIGKILL)
    return finish(job)


def check(done: Done, lost: int) -> None:
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out + done.err
    assert done.err.count("was killed by SIGKILL") == lost, done.err
    assert EPOCH.search(done.err), done.err
    assert RESTORED.search(done.err), done.err


@pytest.mark.parametrize("rank", range(4))
def test_any_process_may_be_lost(rank: int, tmp_path: Path) -> None:
    check(survive(tmp_path, FOUR, [rank]), 1)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_job_goes_on_until_one_process_is_left(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    check(survive(tmp_path, FOUR, [chance.randrange(left) for left in (4, 3, 2)]), 3)


def test_two_may_be_lost_at_once_whose_images_are_on_disk(tmp_path: Path) -> None:
    """Processes 0 and 1 of one node are each other's partners."""
    words = ("--backend", "processes", "--pes", "3", "--processes", "3", "--partners", "process")
    keeping = ("--checkpoint", "20ms", "--checkpoint-dir", str(tmp_path), "--on-loss", "go-on")
    job = start(COMMAND, "run", "jacobi2d", *words, *keeping, "--", *PROGRAM)
    # That the first one is whole the third process may not know yet.
    while newest_in(tmp_path) <= 1:
        assert job.poll() is None
        time.sleep(0.02)
    for pid in children_of(job.pid)[:2]:
        os.kill(pid, signal.SIGKILL)
    check(finish(job), 2)


def test_a_job_whose_images_are_gone_names_the_last_checkpoint_on_disk(tmp_path: Path) -> None:
    """Processes 0 and 1 are each other's partners, and the disk has lost what they had written."""
    words = ("--backend", "processes", "--pes", "3", "--processes", "3", "--partners", "process")
    keeping = ("--checkpoint", "1s", "--checkpoint-dir", str(tmp_path), "--on-loss", "go-on")
    job = start(
        *(COMMAND, "run", "jacobi2d", *words, *keeping, "--"), *stencil_words(128, 2_000_000, 20)
    )
    wait_until(lambda: newest_in(tmp_path) > 1, "two checkpoints")
    time.sleep(0.5)  # all know of the last one, and none is being taken
    pids = children_of(job.pid)
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    newest = newest_in(tmp_path)
    (tmp_path / f"checkpoint-{newest}" / "process-0").unlink()
    for pid in pids[:2]:
        os.kill(pid, signal.SIGKILL)
    os.kill(pids[2], signal.SIGCONT)
    done = finish(job)
    assert done.status == 1, done.err
    (line,) = [line for line in done.lines if "the job cannot go on" in line]
    assert "the image of process-0 is gone" in line
    assert line.endswith(f"the last checkpoint on disk is {tmp_path}/checkpoint-{newest - 1}"), line


@pytest.mark.parametrize("rank", [0, 2])
def test_a_process_that_is_stopped_is_lost_where_silence_counts(rank: int, tmp_path: Path) -> None:
    """That of the main program, too: its launcher does not wait for it for ever."""
    keeping = ("--checkpoint", "20ms", "--checkpoint-dir", str(tmp_path), "--on-loss", "go-on")
    words = (COMMAND, "run", "jacobi2d", *FOUR, *keeping, "--silence", SILENCE)
    job = start(*words, "--", *OF_SHORT_REFERENCE)
    wait_until(lambda: newest_in(tmp_path) > 0, "a checkpoint")
    stopped = children_of(job.pid)[rank]
    os.kill(stopped, signal.SIGSTOP)
    patience = Patience(job)
    while job.poll() is None and is_running(stopped):
        assert not patience.is_over(), finish(job, 0)
        time.sleep(0.02)
    done = finish(job)
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out + done.err
    assert f"is gone: it has said nothing for {SILENCE}" in done.err
    assert f"goes on without process {rank} as epoch 1" in done.err


def test_a_stopped_process_that_was_given_up_is_told_so_when_it_goes_on(tmp_path: Path) -> None:
    keeping = ("--checkpoint", "20ms", "--checkpoint-dir", str(tmp_path), "--on-loss", "go-on")
    words = (COMMAND, "run", "jacobi2d", *FOUR, *keeping, "--silence", SILENCE)
    job = start(*words, "--", *OF_SHORT_REFERENCE)
    wait_until(lambda: newest_in(tmp_path) > 0, "a checkpoint")
    stopped = children_of(job.pid)[3]
    os.kill(stopped, signal.SIGSTOP)
    assert job.stderr is not None
    for line in job.stderr:
        if "goes on without process 3 as epoch 1" in line:
            break
    os.kill(stopped, signal.SIGCONT)
    done = finish(job)
    assert done.status == 0, done.err
    assert f"pid {stopped}, site site1: was given up" in done.err


def test_a_job_whose_processes_work_for_longer_than_they_may_be_silent_ends(
    tmp_path: Path,
) -> None:
    """Process 0 compares with the serial reference for some seconds, again and again."""
    two = ("--backend", "processes", "--sites", "2", "--pes", "1")
    keeping = ("--checkpoint", "20ms", "--checkpoint-dir", str(tmp_path), "--on-loss", "go-on")
    words = stencil_words(512, 7000, 2500)
    job = start(COMMAND, "run", "jacobi2d", *two, *keeping, "--silence", "1s", "--", *words)
    done = finish(job, 2 * LIMIT_S)
    assert done.status == 1, done.err
    assert re.search(
        r"the job went on 3 times from checkpoint \d+ with the same processes, one of which was "
        r"silent and heard again \(expected a --silence TIME longer than any entry method",
        done.err,
    ), done.err


def test_the_report_says_who_was_lost_and_what_is_done_again(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    check(survive(tmp_path / "kept", (*FOUR, "--report", str(report)), [2]), 1)
    said = json.loads(report.read_text())
    (epoch,) = said["epochs"]
    assert epoch["number"] == 1
    assert epoch["lost"] == [2]
    assert epoch["left"] == epoch["come"] == []
    assert epoch["checkpoint"] >= 1
    assert 0 < epoch["repeated_s"] < epoch["at_s"]
    checkpoints = said["checkpoints"]
    assert checkpoints["taken"] >= 1
    assert checkpoints["objects"] == 64
    assert checkpoints["bytes"] > 64 * 16 * 16 * 8
    assert 0 < checkpoints["longest_stop_s"] <= checkpoints["stopped_s"]


def test_a_job_that_holds_nothing_cannot_go_on() -> None:
    job = start(COMMAND, "run", "jacobi2d", *FOUR, "--on-loss", "go-on", "--", *PROGRAM)
    done = finish(job)
    assert done.status == 2
    assert "a job that goes on from nothing (expected --checkpoint EVERY beside it)" in done.err


def test_a_job_whose_launcher_is_its_witness_outlives_half_of_it(tmp_path: Path) -> None:
    two = ("--backend", "processes", "--sites", "2", "--pes", "1", "--witness", "launcher")
    # The first child is the witness.
    check(survive(tmp_path, two, [1]), 1)


@pytest.mark.parametrize(
    ("witness", "why"),
    [
        ("launcher:203.0.113.1:7100", "--witness: 203.0.113.1:7100: cannot listen"),
        ("nowhere", "--witness: "),
    ],
)
def test_a_witness_that_cannot_be_is_refused(witness: str, why: str, tmp_path: Path) -> None:
    words = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path), "--on-loss", "go-on")
    job = start(COMMAND, "run", "jacobi2d", *FOUR, *words, "--witness", witness, "--", *PROGRAM)
    done = finish(job)
    assert done.status == 2, done.err
    assert why in done.err
    assert len(done.lines) == 1


def test_a_job_without_the_token_of_its_witness_says_so(tmp_path: Path) -> None:
    words = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path), "--on-loss", "go-on")
    done = run(JACOBI2D, *words, "--witness", "127.0.0.1:9", "--", *PROGRAM)
    assert done.status == 2
    assert "--witness: the witness's token is missing (expected its secret in" in done.err
