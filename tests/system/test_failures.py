"""A fault of a program, or a killed process, ends the job at once with a line that says who."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from support import (
    COMMAND,
    JACOBI2D,
    LIMIT_S,
    MISBEHAVE,
    Done,
    children_of,
    cpu_ticks,
    expect_ended,
    finish,
    isthmus,
    run,
    start,
    wait_until,
)

ONE = ("--pes", "2")
SITES = ("--sites", "2", "--pes", "2", "--latency", "1ms")
PROCESSES = ("--backend", "processes", "--sites", "2", "--processes", "2", "--pes", "2")
ENDLESS = ("--mesh", "256", "--objects", "8", "--steps", "2000000000", "--no-probe")


def misbehave(runtime: tuple[str, ...], how: str) -> Done:
    if "processes" in runtime:
        return isthmus("run", MISBEHAVE, *runtime, "--", how)
    return run(MISBEHAVE, *runtime, "--", how)


@pytest.mark.parametrize("runtime", [ONE, SITES, PROCESSES])
@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("entry", r"PE \d+, entry method .*Scribe::write\(int\).*Scribe\[5\]: no ink for page 12"),
        ("one entry", r"PE \d+, entry method .*Scribe::write.* from PE 0.*: no ink for page 12"),
        ("number", r"PE \d+, entry method .*Scribe::scribble.*Scribe\[5\].*no std::exception"),
        ("coroutine", r"PE \d+, entry method .*Scribe::copy.*Scribe\[5\]: lost in copy"),
        ("constructor", r"Scribe.*no paper"),
        ("outside", r"Scribe\[99\] does not exist; .*Scribe::write"),
        ("main throws", r"exception in the main program: no plan"),
        ("main throws a number", r"an unknown exception in the main program"),
    ],
)
def test_a_fault_of_the_program_is_named_in_one_line(
    runtime: tuple[str, ...], how: str, says: str
) -> None:
    done = misbehave(runtime, how)
    assert done.status == 1, done.err
    assert done.wall_s < 10
    errors = [line for line in done.lines if "isthmus: error: " in line]
    assert len(errors) == 1, done.err
    assert re.search(says, errors[0]), errors[0]
    assert "anonymous" not in errors[0]


@pytest.mark.parametrize("runtime", [ONE, SITES, PROCESSES])
@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("never", r"PE 0: the main program waits for reduction 'never'"),
        ("count", r"PE \d+: reduction 0 of .*Scribe waits for 1 of \d elements.*Scribe\[5\]"),
        ("meet", r"PE \d+: .*Scribe\[\d\] in .*Scribe::meet\(\) waits for the barrier of .*Scribe"),
        ("ask", r"PE \d+: .*Scribe\[2\] in .*Scribe::answer\(\) waits for an answer that nobody"),
        ("missing", r"PE \d+: .*Word::say\(\) from PE 0 waits for .*Word\[7\], which does not"),
    ],
)
def test_a_job_that_cannot_go_on_says_who_waits_for_what(
    runtime: tuple[str, ...], how: str, says: str
) -> None:
    done = misbehave(runtime, how)
    assert done.status == 1, done.err
    assert done.wall_s < 10
    where = r"isthmus: error: site \w+, "
    assert any(re.search(where + says, line) for line in done.lines), done.err
    assert "isthmus: error: the job stalled" in done.err
    assert "anonymous" not in done.err


@pytest.mark.parametrize("runtime", [ONE, SITES, PROCESSES])
def test_bad_input_that_the_program_finds_is_status_2(runtime: tuple[str, ...]) -> None:
    done = misbehave(runtime, "bad input")
    assert done.status == 2
    assert done.err == "isthmus: error: plan.txt:7: no such colour (expected red)\n"


@pytest.mark.parametrize("runtime", [ONE, SITES, PROCESSES])
def test_the_programs_own_status_is_handed_on(runtime: tuple[str, ...]) -> None:
    done = misbehave(runtime, "exit status")
    assert done.status == 3
    assert "isthmus: error" not in done.err


@contextmanager
def running_job(*runtime: str) -> Iterator[tuple["subprocess.Popen[str]", list[int]]]:
    """A job in the midst of its steps: the launcher, and its processes by rank."""
    command = start(COMMAND, "run", "jacobi2d", *runtime, "--", *ENDLESS)
    ranks: list[int] = []

    def busy() -> bool:
        ranks[:] = children_of(command.pid)
        assert command.poll() is None, command.communicate()
        return len(ranks) == 4 and all(cpu_ticks(pid) > 10 for pid in ranks)

    try:
        wait_until(busy, "four busy processes")
        yield command, list(ranks)
    finally:
        if command.poll() is None:
            command.kill()
            command.communicate()


@pytest.mark.parametrize("rank", [0, 1, 3])
@pytest.mark.parametrize("links", [(), ("--latency", "5ms", "--jitter", "1ms")])
def test_a_killed_process_ends_the_job_and_is_named(rank: int, links: tuple[str, ...]) -> None:
    with running_job(*PROCESSES, *links) as (command, ranks):
        os.kill(ranks[rank], signal.SIGKILL)
        done = finish(command, 15)
        assert done.status == 128 + signal.SIGKILL
        launcher = [line for line in done.lines if line.startswith("isthmus: rank")]
        site = "site0" if rank < 2 else "site1"
        assert launcher == [
            f"isthmus: rank {rank}, pid {ranks[rank]}, site {site}: was killed by SIGKILL"
        ], done.err
        gone = r"isthmus: error: process (\d) .*pid (\d+)\) of site (\w+) is gone"
        blamed = re.findall(gone, done.err)
        assert set(blamed) <= {(str(rank), str(ranks[rank]), site)}, done.err
        assert done.err.count("isthmus: error") <= (1 if rank != 0 else 3), done.err
        expect_ended(ranks)


def test_every_process_notices_by_itself_that_another_was_killed() -> None:
    with running_job(*PROCESSES) as (command, ranks):
        os.kill(command.pid, signal.SIGSTOP)  # the launcher looks away
        os.kill(ranks[2], signal.SIGKILL)
        survivors = [pid for rank, pid in enumerate(ranks) if rank != 2]
        expect_ended(survivors, 10)
        os.kill(command.pid, signal.SIGCONT)
        done = finish(command, 15)
        assert done.status == 128 + signal.SIGKILL
        assert "process 2 " in done.err
        assert f"pid {ranks[2]}) of site site1 is gone" in done.err


def test_a_stopped_process_that_goes_on_again_does_no_harm() -> None:
    app = ("--mesh", "300", "--objects", "8", "--steps", "20000", "--no-probe", "--check")
    command = start(COMMAND, "run", "jacobi2d", *PROCESSES, "--", *app)
    wait_until(lambda: len(children_of(command.pid)) == 4, "four processes")
    ranks = children_of(command.pid)
    wait_until(lambda: all(cpu_ticks(pid) > 10 for pid in ranks), "busy processes")
    os.kill(ranks[3], signal.SIGSTOP)
    before = cpu_ticks(ranks[3])
    with pytest.raises(subprocess.TimeoutExpired):
        command.wait(0.5)
    assert cpu_ticks(ranks[3]) == before
    os.kill(ranks[3], signal.SIGCONT)
    done = finish(command, LIMIT_S)
    assert done.status == 0, done.err
    assert "bit for bit" in done.out


def test_ctrl_c_ends_a_threads_job() -> None:
    command = start(COMMAND, "run", "jacobi2d", "--sites", "2", "--pes", "1", "--", *ENDLESS)
    ranks: list[int] = []

    # The first child is the one that was asked for its options, and is soon gone.
    def is_busy() -> bool:
        ranks[:] = [pid for pid in children_of(command.pid) if cpu_ticks(pid) > 10]
        return len(ranks) == 1

    wait_until(is_busy, "a busy process")
    command.send_signal(signal.SIGINT)
    done = finish(command, 10)
    assert done.status == 130
    assert done.lines[-1] == "isthmus: interrupted"
    expect_ended(ranks)


def test_a_program_that_is_killed_without_a_launcher_leaves_nothing() -> None:
    process = start(JACOBI2D, "--sites", "2", "--pes", "1", "--", *ENDLESS)
    wait_until(lambda: cpu_ticks(process.pid) > 10, "a busy process")
    process.send_signal(signal.SIGTERM)
    assert finish(process, 10).status == -signal.SIGTERM
