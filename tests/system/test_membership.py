"""Processes leave running jobs and join them: whoever comes and goes, the result is the serial one,
and nothing is done twice."""

import contextlib
import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
from machine import Machine
from support import (
    BUILD,
    COMMAND,
    LIMIT_S,
    SEEDS,
    Done,
    children_of,
    expect_ended,
    finish,
    stencil_words,
    wait_until,
)

# Goes on until it is told to end, so whatever happens to it happens while it runs.
PROGRAM = (
    *stencil_words(128, 2_000_000_000, 20),
    *("--tolerance", "1e-300", "--residual-every", "100"),
)
FOUR = ("--backend", "processes", "--sites", "2", "--pes", "2", "--processes", "2")
ROSTER = str(BUILD / "tests" / "system" / "roster")
KEPT = ("--checkpoint", "20ms", "--checkpoint-dir", "none", "--on-loss", "go-on")


def begin(machine: Machine, *words: str) -> "subprocess.Popen[str]":
    job = machine.start(
        COMMAND, "run", "jacobi2d", *FOUR, *KEPT, "--name", "elastic", *words, "--", *PROGRAM
    )
    machine.wait_for_door("elastic")
    return job


def tell_to_end(machine: Machine, name: str = "elastic") -> None:
    machine.set(name, "tolerance", "1")


def end(machine: Machine, launcher: "subprocess.Popen[str]", name: str = "elastic") -> Done:
    """Ends the job, and returns what one of its launchers says of that."""
    tell_to_end(machine, name)
    return finish(launcher)


def expect_result(done: Done) -> None:
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out + done.err


def promised_to_one(machine: Machine) -> int:
    """The place that the job keeps for one who is invited now."""
    invited = machine.isthmus("join", "elastic", "--show")
    assert invited.status == 0, invited.err
    places = json.loads(invited.out)["free"]
    assert len(places) == 1, places
    return int(places[0])


def wait_for_processes(machine: Machine, count: int) -> None:
    wait_until(
        lambda: [job["processes"] for job in machine.ps()] == [count], f"a job of {count} processes"
    )


@pytest.mark.parametrize("rank", range(4))
def test_any_process_may_leave(machine: Machine, rank: int) -> None:
    job = begin(machine)
    left = machine.isthmus("leave", "elastic", "--process", str(rank))
    assert left.status == 0, left.err
    done = end(machine, job)
    expect_result(done)
    assert done.err.count("has left") >= 1, done.err
    assert "is gone" not in done.err


def test_a_site_may_leave_and_its_places_be_taken_again(machine: Machine) -> None:
    job = begin(machine)
    left = machine.isthmus("leave", "elastic", "--site", "site1")
    assert left.status == 0, left.err
    wait_for_processes(machine, 2)
    (listed,) = machine.ps()
    assert listed["free"] == [2, 3]
    come = [machine.start(COMMAND, "join", "elastic", "--process", rank) for rank in ("3", "2")]
    wait_for_processes(machine, 4)
    expect_result(end(machine, job))
    for process in come:
        done = finish(process)
        assert done.status == 0, done.err


def test_a_job_begins_with_what_is_there(machine: Machine) -> None:
    job = begin(machine, "--begin-with", "1")
    come = []
    for count in (2, 3, 4):
        come.append(machine.start(COMMAND, "join", "elastic"))
        wait_for_processes(machine, count)
    # The main program goes where the lowest PE is, and ends there.
    assert machine.isthmus("leave", "elastic", "--process", "0").status == 0
    first = finish(job)
    assert first.status == 0, first.err
    assert "has left" in first.err
    ended = [end(machine, come[0]), *(finish(process) for process in come[1:])]
    assert [done.status for done in ended] == [0, 0, 0], [done.err for done in ended]
    expect_result(ended[0])


def test_a_job_begins_with_one_site(machine: Machine) -> None:
    job = begin(machine, "--begin-with", "1 site")
    wait_for_processes(machine, 2)
    (listed,) = machine.ps()
    assert listed["free"] == [2, 3]
    come = [machine.start(COMMAND, "join", "elastic", "--process", rank) for rank in ("3", "2")]
    wait_for_processes(machine, 4)
    expect_result(end(machine, job))
    assert [finish(process).status for process in come] == [0, 0]


def test_of_three_that_join_at_once_two_have_a_place_each(machine: Machine) -> None:
    job = begin(machine, "--begin-with", "2")
    come = [machine.start(COMMAND, "join", "elastic") for _ in range(3)]
    wait_for_processes(machine, 4)
    expect_result(end(machine, job))
    ended = sorted((finish(process) for process in come), key=lambda done: done.status)
    assert [done.status for done in ended] == [0, 0, 2], [done.err for done in ended]
    # The one without a place comes when two are promised, or when two have come.
    reasons = ("somebody has, or is about to take, each place", "has all of its 4 processes")
    assert len(ended[2].lines) == 1, ended[2].err
    assert any(reason in ended[2].err for reason in reasons), ended[2].err


@pytest.mark.parametrize("how", ["leave", "stop"])
def test_a_place_is_kept_for_one_also_where_the_main_program_moves(
    machine: Machine, how: str
) -> None:
    job = begin(machine)
    assert machine.isthmus("leave", "elastic", "--process", "0").status == 0
    wait_for_processes(machine, 3)
    # It is process 1 that promises, and 2 that has the main program afterwards.
    first = promised_to_one(machine)
    gone = machine.isthmus(how, "elastic", "--process", "1")
    assert gone.status == 0, gone.err
    wait_for_processes(machine, 2)
    second = promised_to_one(machine)
    assert (first, second) == (0, 1)
    refused = machine.isthmus("join", "elastic", "--show")
    assert (refused.status, len(refused.lines)) == (2, 1), refused.err
    assert "somebody has, or is about to take, each place" in refused.err
    tell_to_end(machine)
    finish(job)


def test_a_job_begins_with_no_more_sites_than_it_has(machine: Machine) -> None:
    refused = finish(
        machine.start(
            *(COMMAND, "run", "jacobi2d", *FOUR, *KEPT, "--begin-with", "3 sites", "--", *PROGRAM)
        )
    )
    assert refused.status == 2
    assert "--begin-with: 3 of 2 sites" in refused.err


def test_the_place_of_rank_0_may_be_taken_again(machine: Machine) -> None:
    job = begin(machine)
    assert machine.isthmus("leave", "elastic", "--process", "0").status == 0
    wait_for_processes(machine, 3)
    come = machine.start(COMMAND, "join", "elastic", "--process", "0")
    wait_for_processes(machine, 4)
    done = end(machine, come)
    # The main program is there again.
    expect_result(done)
    assert finish(job).status == 0


def test_a_job_is_scaled(machine: Machine) -> None:
    job = begin(machine)
    for wanted in ("5", "9"):
        done = machine.isthmus("scale", "elastic", "--pes", wanted)
        assert done.status == 2
        assert done.err.endswith("job elastic has all of its 4 processes\n")
    done = machine.isthmus("scale", "elastic", "--pes", "2")
    assert done.status == 0, done.err
    wait_for_processes(machine, 2)
    done = machine.isthmus("scale", "elastic", "--pes", "5")
    assert done.status == 2
    assert "has 2 PEs, and cannot have 5 (expected 3 or 4)" in done.err
    come = machine.start(COMMAND, "scale", "elastic", "--pes", "4")
    wait_for_processes(machine, 4)
    expect_result(end(machine, job))
    assert finish(come).status == 0


@pytest.mark.parametrize("rank", [0, 3])
def test_one_process_is_ended_from_outside_and_the_others_go_on(
    machine: Machine, rank: int
) -> None:
    job = begin(machine)
    ended = machine.isthmus("stop", "elastic", "--process", str(rank))
    assert (ended.status, ended.err) == (0, "")
    wait_for_processes(machine, 3)
    done = end(machine, job)
    expect_result(done)
    assert "isthmus: error: the user has ended this process" in done.err
    assert f"goes on without process {rank} as epoch 1 of 3 processes" in done.err
    assert done.err.count("was given up") == 1, done.err


def test_no_process_is_ended_that_the_job_cannot_go_on_without(machine: Machine) -> None:
    job = machine.start(COMMAND, "run", "jacobi2d", *FOUR, "--name", "fixed", "--", *PROGRAM)
    machine.wait_for_door("fixed")
    for rank, why in (
        ("1", "the same processes from its start to its end (expected one that was begun with"),
        ("9", "no process '9' is in this job"),
    ):
        refused = machine.isthmus("stop", "fixed", "--process", rank)
        assert (refused.status, len(refused.lines)) == (2, 1), refused.err
        assert why in refused.err
    expect_result(end(machine, job, "fixed"))


@pytest.mark.parametrize("rank", [0, 2])
def test_others_are_started_in_the_places_of_the_lost(machine: Machine, rank: int) -> None:
    job = begin(machine, "--replace", "1")
    os.kill(children_of(job.pid)[rank], signal.SIGKILL)
    wait_until(lambda: len(children_of(job.pid)) == 4, "a process in its place")
    wait_for_processes(machine, 4)
    # A second one is not replaced.
    os.kill(children_of(job.pid)[1], signal.SIGKILL)
    wait_for_processes(machine, 3)
    done = end(machine, job)
    expect_result(done)
    assert done.err.count("is started in its place") == 1, done.err


@pytest.mark.parametrize("delay_ms", [0, 60, 120, 180, 240, 300])
def test_who_comes_in_while_another_is_lost_is_not_taken_for_lost(
    machine: Machine, delay_ms: int
) -> None:
    job = begin(machine, "--replace", "1")
    before = children_of(job.pid)
    # The others may still be connecting to it.
    os.kill(before[2], signal.SIGKILL)
    wait_until(lambda: len(set(children_of(job.pid)) - {before[2]}) == 4, "a process in its place")
    # Before the epoch with the new one, in it, or behind it.
    time.sleep(delay_ms * 1e-3)
    os.kill(before[1], signal.SIGKILL)
    wait_for_processes(machine, 3)
    done = end(machine, job)
    expect_result(done)
    assert "ended with status" not in done.err, done.err


def test_a_job_does_without_its_launcher(machine: Machine) -> None:
    job = begin(machine)
    pids = children_of(job.pid)
    try:
        job.kill()
        job.wait()
        os.kill(pids[2], signal.SIGKILL)
        wait_for_processes(machine, 3)
        tell_to_end(machine)
        expect_ended(pids, LIMIT_S)
    finally:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    # Rank 0 has the terminal, which is there as before.
    out, err = job.communicate()
    assert "equal to the serial reference, bit for bit" in out, err


def test_the_report_says_who_has_left_and_that_nothing_is_done_twice(
    machine: Machine, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    job = begin(machine, "--report", str(report))
    assert machine.isthmus("leave", "elastic", "--process", "3").status == 0
    expect_result(end(machine, job))
    (epoch,) = json.loads(report.read_text())["epochs"]
    assert epoch["left"] == [3]
    assert epoch["lost"] == epoch["come"] == []
    assert epoch["repeated_s"] == 0


@pytest.mark.parametrize("seed", range(SEEDS))
def test_processes_come_go_and_are_lost_while_a_balancer_runs(machine: Machine, seed: int) -> None:
    chance = random.Random(seed)
    words = ("--balancer", "greedy", "--measure-speeds", "never", "--begin-with", "3")
    job = begin(machine, *words)
    joining = machine.start(COMMAND, "join", "elastic")
    wait_for_processes(machine, 4)
    leaving = chance.randrange(1, 3)
    assert machine.isthmus("leave", "elastic", "--process", str(leaving)).status == 0
    wait_for_processes(machine, 3)
    again = machine.start(COMMAND, "join", "elastic")
    wait_for_processes(machine, 4)
    time.sleep(chance.uniform(0, 0.4))
    os.kill(children_of(joining.pid)[0], signal.SIGKILL)
    assert finish(joining).status == 128 + signal.SIGKILL
    wait_for_processes(machine, 3)
    expect_result(end(machine, job))
    assert finish(again).status == 0


def test_groups_hear_who_has_left(machine: Machine) -> None:
    done = finish(machine.start(COMMAND, "run", ROSTER, *FOUR, *KEPT, "--", "leave"))
    assert done.status == 0, done.err
    assert done.out == "PE 0 heard -1\nPE 2 heard -1\nPE 3 heard -1\n"


def test_groups_hear_who_has_joined(machine: Machine) -> None:
    words = ("--begin-with", "3", "--name", "roster")
    job = machine.start(COMMAND, "run", ROSTER, *FOUR, *KEPT, *words)
    machine.wait_for_door("roster")
    joined = machine.isthmus("join", "roster")
    done = finish(job)
    assert (done.status, joined.status) == (0, 0), done.err + joined.err
    assert done.out == "".join(f"PE {pe} heard +3\n" for pe in range(4))


def test_what_cannot_be_is_refused_in_one_line(machine: Machine) -> None:
    job = begin(machine)
    for words, why in (
        (("leave", "elastic", "--process", "7"), "no process '7' is in this job"),
        (("leave", "elastic", "--site", "site2"), "no site 'site2' is in this job"),
        (("join", "elastic"), "has all of its 4 processes"),
    ):
        done = machine.isthmus(*words)
        assert done.status == 2, words
        assert why in done.err
        assert len(done.lines) == 1
    expect_result(end(machine, job))


def test_a_job_that_cannot_change_says_so(machine: Machine) -> None:
    job = machine.start(COMMAND, "run", "jacobi2d", *FOUR, "--name", "fixed", "--", *PROGRAM)
    machine.wait_for_door("fixed")
    for words in (("leave", "fixed", "--process", "1"), ("join", "fixed")):
        done = machine.isthmus(*words)
        assert done.status == 2
        assert "--on-loss go-on" in done.err
    assert end(machine, job, "fixed").status == 0


def test_who_is_warned_leaves(machine: Machine) -> None:
    job = begin(machine, "--on-warning", "leave")
    os.kill(children_of(job.pid)[2], signal.SIGTERM)
    wait_for_processes(machine, 3)
    os.kill(children_of(job.pid)[0], signal.SIGUSR1)
    wait_for_processes(machine, 2)
    done = end(machine, job)
    expect_result(done)
    assert done.err.count("has left") >= 2, done.err


def test_who_is_warned_by_a_command_leaves(machine: Machine, tmp_path: Path) -> None:
    """Each process has a shell ask for a file with its own number."""
    command = f"test -e {tmp_path}/$PPID"
    # Asked at once, and again after five seconds.
    job = begin(machine, "--on-warning", "leave", "--warning-command", command)
    (tmp_path / str(children_of(job.pid)[2])).touch()
    wait_for_processes(machine, 3)
    done = end(machine, job)
    expect_result(done)
    assert done.err.count("this process was warned, and leaves") == 1, done.err


def test_a_command_that_still_asks_ends_with_the_job(machine: Machine, tmp_path: Path) -> None:
    command = f"echo $$ >> {tmp_path}/asking; sleep 1000; true"
    job = begin(machine, "--on-warning", "leave", "--warning-command", command)
    asking = tmp_path / "asking"
    wait_until(lambda: asking.exists() and len(asking.read_text().split()) == 4, "the commands")
    expect_result(end(machine, job))
    expect_ended([int(pid) for pid in asking.read_text().split()])


def test_a_job_that_is_warned_as_a_whole_ends_with_a_checkpoint(
    machine: Machine, tmp_path: Path
) -> None:
    folder = str(tmp_path / "kept")
    words = ("--checkpoint", "1h", "--checkpoint-dir", folder, "--on-loss", "go-on")
    job = machine.start(
        *(COMMAND, "run", "jacobi2d", *FOUR, *words, "--on-warning", "leave", "--name", "elastic"),
        *("--", *PROGRAM),
    )
    machine.wait_for_door("elastic")
    job.send_signal(signal.SIGTERM)
    done = finish(job)
    assert done.status == 1, done.err
    assert "all processes were to leave" in done.err
    words = ("--restart", folder, "--name", "again")
    again = machine.start(COMMAND, "run", "jacobi2d", *words, "--", *PROGRAM)
    machine.wait_for_door("again")
    expect_result(end(machine, again, "again"))


def test_a_warned_job_may_take_a_checkpoint_and_go_on(machine: Machine, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    words = ("--checkpoint", "1h", "--checkpoint-dir", str(folder), "--on-loss", "go-on")
    job = machine.start(
        *(COMMAND, "run", "jacobi2d", *FOUR, *words, "--on-warning", "checkpoint"),
        *("--name", "elastic", "--", *PROGRAM),
    )
    machine.wait_for_door("elastic")
    os.kill(children_of(job.pid)[3], signal.SIGUSR1)
    wait_until((folder / "checkpoint-1" / "index").is_file, "the checkpoint")
    expect_result(end(machine, job))
