"""A running job has a name and a door: who may, finds it, steers it, ends it."""

import contextlib
import json
import os
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

import pytest
from machine import Machine
from support import BUILD, COMMAND, finish, wait_until

STEERED = str(BUILD / "tests" / "system" / "steered")
PROCESSES = ("--backend", "processes", "--sites", "2", "--pes", "1")


def start_job(machine: Machine, name: str, *words: str) -> "subprocess.Popen[str]":
    """One of two processes that runs when this returns."""
    job = machine.start(COMMAND, "run", STEERED, *PROCESSES, "--name", name, *words)
    machine.wait_for_door(name)
    return job


def expect_ends(machine: Machine, job: "subprocess.Popen[str]", name: str, sum_text: str) -> None:
    """Tells it to, and to say what it is called."""
    assert machine.isthmus("set", name, "title", "the end").status == 0
    assert machine.isthmus("set", name, "last-step", "0").status == 0
    done = finish(job)
    assert done.status == 0, done.err
    assert f"the end: sum {sum_text}" in done.out


def test_a_job_is_listed_while_it_runs_and_no_longer(machine: Machine) -> None:
    job = start_job(machine, "sweep")
    (listed,) = machine.ps()
    assert listed["name"] == "sweep"
    assert listed["program"] == "steered"
    assert (listed["processes"], listed["pes"]) == (2, 2)
    assert Path(f"/proc/{listed['pid']}/cmdline").read_bytes().startswith(STEERED.encode())
    assert listed["door"] == str(machine.jobs_folder / "sweep.sock")
    table = machine.isthmus("ps")
    assert table.out.splitlines()[0].split() == [
        *("JOB", "PROGRAM", "SINCE", "PROCESSES", "PES", "PID", "WHERE")
    ]
    assert any(line.startswith("sweep  ") for line in table.out.splitlines())
    expect_ends(machine, job, "sweep", "4")
    assert machine.ps() == []
    assert list(machine.jobs_folder.iterdir()) == []


def test_a_job_without_a_name_gets_one_of_its_programs(machine: Machine) -> None:
    job = machine.start(STEERED, "--pes", "1")
    wait_until(lambda: len(machine.ps()) == 1, "the job")
    (listed,) = machine.ps()
    assert listed["name"] == f"steered-{job.pid:04x}"
    assert listed["pid"] == job.pid
    assert machine.isthmus("stop", str(job.pid)).status == 0
    assert finish(job).status == 1


def test_a_value_of_each_process_is_set_in_all(machine: Machine) -> None:
    job = start_job(machine, "sweep", "--log", "stderr")
    assert machine.values("sweep")["border-first"] == "auto"
    assert machine.isthmus("set", "sweep", "border-first", "yes").status == 0
    assert machine.values("sweep")["border-first"] == "yes"
    # Rank 1 would say that it has none of that name, or what it takes.
    refused = machine.isthmus("set", "sweep", "border-first", "perhaps")
    assert refused.status == 2
    assert refused.lines == [
        "isthmus: job sweep: border-first: 'perhaps' (expected yes, no or auto)"
    ]
    assert machine.isthmus("set", "sweep", "log-level", "error").status == 0
    assert machine.values("sweep")["log-level"] == "error"
    expect_ends(machine, job, "sweep", "4")


def test_a_program_is_steered(machine: Machine) -> None:
    job = start_job(machine, "sweep")
    listing = machine.isthmus("set", "sweep")
    assert "weight = 1\n    NUMBER: What each worker adds.\n" in listing.out
    assert "log-level = info\n" in listing.out
    assert machine.isthmus("set", "sweep", "weight", "2.5").status == 0
    assert machine.values("sweep")["weight"] == "2.5"
    for wrong in ("10", "-1", "much"):
        refused = machine.isthmus("set", "sweep", "weight", wrong)
        assert refused.status == 2
        assert refused.lines == [
            f"isthmus: job sweep: weight: '{wrong}' (expected a number from 0 to 9)"
        ]
    expect_ends(machine, job, "sweep", "10")


def test_a_job_is_stopped(machine: Machine) -> None:
    job = start_job(machine, "sweep")
    assert machine.isthmus("stop", "sweep").status == 0
    done = finish(job)
    assert done.status == 1
    assert done.lines[0] == "isthmus: error: the user has stopped the job"
    assert done.out == ""
    assert machine.ps() == []
    refused = machine.isthmus("stop", "sweep")
    assert refused.status == 2
    assert len(refused.lines) == 1
    assert "no job 'sweep' runs here" in refused.err


def test_two_jobs_run_beside_each_other_under_names_of_their_own(machine: Machine) -> None:
    first = start_job(machine, "first")
    second = start_job(machine, "second")
    assert [job["name"] for job in machine.ps()] == ["first", "second"]
    same = machine.isthmus("run", STEERED, *PROCESSES, "--name", "first")
    assert same.status == 2
    assert same.lines[0] == (
        "isthmus: error: a job of the name 'first' runs already (expected another name)"
    )
    assert machine.isthmus("set", "second", "weight", "3").status == 0
    assert machine.values("first")["weight"] == "1"
    expect_ends(machine, second, "second", "12")
    expect_ends(machine, first, "first", "4")


def test_what_a_killed_job_leaves_behind_is_cleaned(machine: Machine) -> None:
    job = machine.start(STEERED, "--pes", "1", "--name", "sweep")
    machine.wait_for_door("sweep")
    job.send_signal(signal.SIGKILL)
    job.communicate()
    assert {path.name for path in machine.jobs_folder.iterdir()} == {"sweep.json", "sweep.sock"}
    assert machine.ps() == []
    assert list(machine.jobs_folder.iterdir()) == []
    # Nor does it take its name with it.
    again = start_job(machine, "sweep")
    os.kill(machine.ps()[0]["pid"], signal.SIGKILL)
    assert finish(again).status != 0
    expect_ends(machine, start_job(machine, "sweep"), "sweep", "4")


def test_nonsense_at_the_door_leaves_the_job_unharmed(machine: Machine) -> None:
    job = start_job(machine, "sweep")
    for words in (b"hello\n", b"\n", b"\0\xff\n", b"[" * 60_000 + b"\n", b'{"request":"fly"}\n'):
        answer = json.loads(machine.say("sweep", words))
        assert (answer["ok"], answer["status"]) == (False, 1)
    assert "too long" in json.loads(machine.say("sweep", b"a" * (1 << 20)))["error"]
    half = machine.say("sweep", b'{"request":"stop"}', then_no_more=True)
    assert "half a request" in json.loads(half)["error"]
    assert machine.say("sweep", b"", then_no_more=True) == b""
    expect_ends(machine, job, "sweep", "4")


def test_hundreds_of_callers_at_once_leave_the_job_unharmed(machine: Machine) -> None:
    job = start_job(machine, "sweep")
    with contextlib.ExitStack() as silent:
        for i in range(300):
            caller = silent.enter_context(machine.call("sweep"))
            caller.sendall(b'{"request"' if i % 2 else b"")
        # Who has something to say is heard meanwhile.
        assert machine.isthmus("set", "sweep", "weight", "2").status == 0
    answers: list[bytes] = []

    def ask() -> None:
        answers.append(machine.say("sweep", b'{"request":"list"}\n'))

    askers = [threading.Thread(target=ask) for _ in range(200)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert all(json.loads(answer)["ok"] for answer in answers)
    assert len(answers) == 200
    assert machine.isthmus("set", "sweep", "title", "the end").status == 0
    assert machine.isthmus("set", "sweep", "last-step", "0").status == 0
    done = finish(job)
    assert done.status == 0, done.err
    assert "the end: sum 8" in done.out
    refusals = [line for line in done.lines if "connection refused" in line]
    assert 1 <= len(refusals) <= 5, "hundreds, told of in few lines"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_another_user_is_sent_away() -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        machine = Machine(Path(folder))
        try:
            job = start_job(machine, "sweep")
            # The kernel keeps others out, and where somebody has opened the doors, the job does.
            socket_path = machine.jobs_folder / "sweep.sock"
            stranger = (
                "import socket; caller = socket.socket(socket.AF_UNIX);"
                f"caller.connect({str(socket_path)!r}); print(caller.recv(1000).decode())"
            )

            def call_as_stranger() -> "subprocess.CompletedProcess[str]":
                return subprocess.run(
                    ["/usr/bin/python3", "-c", stranger],
                    user=65534,
                    group=65534,
                    extra_groups=[],
                    capture_output=True,
                    text=True,
                    check=False,
                    timeout=30,
                )

            assert "PermissionError" in call_as_stranger().stderr
            machine.jobs_folder.chmod(0o755)
            socket_path.chmod(0o666)
            for _ in range(20):
                answer = json.loads(call_as_stranger().stdout)
                assert answer["error"] == "user 65534: the job's door is for user 0"
            refused = machine.isthmus("set", "sweep", "weight", "2")
            assert refused.status == 1
            assert "others have a hand in the directory" in refused.err
            machine.jobs_folder.chmod(0o700)
            assert machine.isthmus("stop", "sweep").status == 0
            done = finish(job)
            told = [line for line in done.lines if "connection refused" in line]
            assert told[0] == (
                "isthmus: warning: connection refused: user 65534: the job's door is for user 0"
            )
            assert len(told) <= 3, "one at once, and the others together"
        finally:
            machine.end()


def test_a_job_runs_without_a_door_where_others_have_a_hand_in_the_directory(
    machine: Machine,
) -> None:
    machine.jobs_folder.mkdir(mode=0o755)
    machine.jobs_folder.chmod(0o755)
    job = machine.start(STEERED, "--pes", "1", "--name", "sweep")
    done = finish(job)
    assert done.status == 1
    assert len(done.lines) == 1
    assert "others have a hand in the directory of running jobs" in done.err
    hello = machine.start(str(BUILD / "examples" / "hello" / "hello"), "--pes", "1")
    done = finish(hello)
    assert done.status == 0
    assert done.lines[0].startswith("isthmus: warning: nobody can call this job: ")


@pytest.mark.parametrize("name", ["7", "a b", "", "-x", "a/b", "a" * 65])
def test_names_that_are_none_are_refused(machine: Machine, name: str) -> None:
    done = machine.isthmus("run", STEERED, f"--name={name}")
    assert done.status == 2
    assert len(done.lines) == 1
    assert "--name" in done.err


def test_virtual_time_has_no_door(machine: Machine) -> None:
    done = finish(machine.start(STEERED, "--backend", "sim", "--name", "sweep"))
    assert done.status == 2
    assert len(done.lines) == 1
    assert not machine.jobs_folder.exists()


def test_wrong_words_are_refused_in_one_line(machine: Machine) -> None:
    for words in (("set",), ("stop",), ("set", "nobody"), ("set", "nobody", "key"), ("ps", "-x")):
        done = machine.isthmus(*words)
        assert done.status == 2, words
        assert len(done.lines) == 1, done.err
