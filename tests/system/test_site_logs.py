"""A site that is lost while the other one goes on: it is made again, or all go back."""

import os
import signal
import subprocess

from machine import Machine
from support import COMMAND, Done, children_of, finish, stencil_words, wait_until

PROGRAM = (
    *stencil_words(128, 2_000_000_000, 20),
    *("--tolerance", "1e-300", "--residual-every", "100"),
)
KEPT = (
    *("--checkpoint", "3s", "--checkpoint-dir", "none", "--on-loss", "go-on"),
    *("--partners", "site", "--site-logs", "yes"),
)
ALONE = "none of the others'"
CHECKPOINT = "all was written after"


def read_until(job: "subprocess.Popen[str]", words: str, *others: str) -> str:
    """What the job says up to the first line with these words, or with others that mean that there
    will be no such line. The test's watchdog ends it where there is neither."""
    assert job.stderr is not None
    said = ""
    for line in job.stderr:
        said += line
        if any(other in line for other in (words, *others)):
            break
    assert words in said, said
    return said


def begin(machine: Machine, processes: int, *words: str) -> "subprocess.Popen[str]":
    """Two sites with so many processes each, of one PE, when there has been a checkpoint."""
    job = machine.start(
        *(COMMAND, "run", "jacobi2d", "--backend", "processes", "--sites", "2"),
        *("--pes", str(processes), "--processes", str(processes), *KEPT, "--name", "logged"),
        *(*words, "--", *PROGRAM),
    )
    machine.wait_for_door("logged")
    # Between two checkpoints: what is lost while one is taken is not made again alone.
    read_until(job, CHECKPOINT)
    return job


def kill(job: "subprocess.Popen[str]", ranks: range) -> set[int]:
    """Returns the processes that there were."""
    pids = children_of(job.pid)
    for rank in ranks:
        os.kill(pids[rank], signal.SIGKILL)
    return set(pids)


def end(machine: Machine, job: "subprocess.Popen[str]") -> Done:
    machine.set("logged", "tolerance", "1")
    done = finish(job)
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out + done.err
    return done


def wait_for_free(machine: Machine, free: list[int]) -> None:
    wait_until(lambda: [job["free"] for job in machine.ps()] == [free], f"{free} to be free")


def test_the_other_site_does_not_go_back(machine: Machine) -> None:
    processes = 1
    job = begin(machine, processes, "--replace", str(processes))
    lost = range(processes, 2 * processes)
    before = kill(job, lost)
    # A place may be free for a moment only.
    wait_until(
        lambda: len(set(children_of(job.pid)) - before) == processes, "somebody in their places"
    )
    said = read_until(job, ALONE, "goes on without", "not made again alone")
    wait_for_free(machine, [])
    said += end(machine, job).err
    assert said.count("is started in its place") == processes, said
    assert "goes on" not in said.replace("the other one goes on", ""), said


def test_all_go_back_where_the_site_of_the_main_program_is_lost(machine: Machine) -> None:
    job = begin(machine, 1)
    kill(job, range(1))
    wait_for_free(machine, [0])
    done = end(machine, job)
    assert "is not made again alone: the main program's site has lost somebody" in done.err
