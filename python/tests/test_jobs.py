"""Running jobs as the commands see them: entries, and what the doors answer."""

import contextlib
import fcntl
import json
import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from isthmus import jobs, replacements, scale
from isthmus.cli import main
from isthmus.errors import BadInputError, IsthmusError
from isthmus.invitation import Invitation, words_to_join
from isthmus.launches import Launch
from isthmus.nodes import SSH


class FakeJob:
    """An entry that this process holds, and a door that answers each caller with one line."""

    def __init__(self, folder: Path, name: str, answer: bytes, **changed: Any) -> None:
        self.asked: list[bytes] = []
        self._answer = answer
        self.door = folder / f"{name}.sock"
        entry = {
            "version": 1,
            "name": name,
            "program": "fake",
            "pid": os.getpid(),
            "began": 1_700_000_000,
            "processes": 2,
            "pes": 8,
            "door": str(self.door),
            **changed,
        }
        self._file = (folder / f"{name}.json").open("w")
        fcntl.flock(self._file, fcntl.LOCK_EX)
        self._file.write(json.dumps(entry) + "\n")
        self._file.flush()
        self._listener = socket.socket(socket.AF_UNIX)
        directory = os.open(folder, os.O_RDONLY)
        self._listener.bind(f"/proc/self/fd/{directory}/{name}.sock")
        os.close(directory)
        self._listener.listen()
        self._server = threading.Thread(target=self._serve, daemon=True)
        self._server.start()

    def _serve(self) -> None:
        while True:
            try:
                caller, _ = self._listener.accept()
            except OSError:
                return
            with caller:
                self.asked.append(caller.makefile("rb").readline())
                with contextlib.suppress(BrokenPipeError):
                    caller.sendall(self._answer)

    def end(self) -> None:
        """As a job that was killed. May be called again."""
        self._file.close()
        if self._listener.fileno() < 0:
            return
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._server.join()


class Silent(list[bytes]):
    """Of a job that is asked, and has other things to do until the event."""

    def __init__(self, is_over: threading.Event) -> None:
        super().__init__()
        self._is_over = is_over

    def append(self, _: bytes) -> None:
        self._is_over.wait(20)


Start = Callable[..., FakeJob]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "isthmus"
    made.mkdir(mode=0o700)
    monkeypatch.setattr(jobs, "directories", lambda: [made])
    return made


@pytest.fixture
def start(folder: Path) -> Iterator[Start]:
    started: list[FakeJob] = []

    def start_one(name: str, answer: str = '{"ok": true}\n', **changed: Any) -> FakeJob:
        started.append(FakeJob(folder, name, answer.encode(), **changed))
        return started[-1]

    yield start_one
    for job in started:
        job.end()


def run(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = main(words)
    told = capsys.readouterr()
    return status, told.out, told.err


def test_directories_are_those_of_the_environment_and_the_user(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    user = os.geteuid()
    others = [Path(f"/run/user/{user}/isthmus"), Path(f"/tmp/isthmus-{user}")]
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/somewhere")
    assert jobs.directories() == [Path("/somewhere/isthmus"), *others]
    monkeypatch.setenv("XDG_RUNTIME_DIR", f"/run/user/{user}")
    assert jobs.directories() == others
    monkeypatch.setenv("XDG_RUNTIME_DIR", "relative")
    assert jobs.directories() == others


def test_ps_lists_the_jobs_that_run(start: Start, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ps"], capsys) == (0, "JOB  PROGRAM  SINCE  PROCESSES  PES  PID  WHERE\n", "")
    start("late", began=1_700_000_001)
    early = start("early", program="odd\x1b[31m")
    status, out, _ = run(["ps"], capsys)
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == ["JOB", "early", "late"]
    assert "odd?[31m" in out
    status, out, _ = run(["ps", "--json"], capsys)
    assert json.loads(out)[0] == {
        "name": "early",
        "program": "odd\x1b[31m",
        "pid": os.getpid(),
        "began": 1_700_000_000,
        "processes": 2,
        "pes": 8,
        "door": str(early.door),
        "rendezvous": "",
        "free": [],
        "free_pes": [],
        "page": "",
    }


def test_what_a_dead_process_has_left_is_removed(start: Start, folder: Path) -> None:
    start("alive")
    start("dead").end()
    (folder / "half.json").write_text('{"name":')
    (folder / ".7.draft").write_text("")
    assert [job.name for job in jobs.running_jobs()] == ["alive"]
    left = {path.name for path in folder.iterdir()}
    assert left == {"alive.json", "alive.sock", ".7.draft"}


def test_entries_that_make_no_sense_are_passed_by(start: Start) -> None:
    start("strange", pid="many")
    assert jobs.running_jobs() == []


def test_a_directory_in_which_others_have_a_hand_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.chmod(0o750)
    status, _, err = run(["ps"], capsys)
    assert status == 1
    assert len(err.splitlines()) == 1
    assert "others have a hand in the directory" in err


def test_a_job_is_found_by_name_and_by_pid(start: Start) -> None:
    start("one", pid=1)
    start("two", pid=2)
    start("also-two", pid=2)
    assert jobs.find_job("one").name == "one"
    assert jobs.find_job("1").name == "one"
    with pytest.raises(BadInputError, match=r"several jobs are called '2'"):
        jobs.find_job("2")
    with pytest.raises(BadInputError, match=r"no job 'three' runs here \(expected one of"):
        jobs.find_job("three")


def test_set_lists_what_can_change(start: Start, capsys: pytest.CaptureFixture[str]) -> None:
    verb = {
        "name": "plan",
        "metavar": "NAME",
        "what": "Which plan is\x07 followed.",
        "value": None,
        "takes_effect": "at the next balancing step",
        "of": "job",
    }
    job = start("sweep", json.dumps({"ok": True, "job": "sweep", "verbs": [verb]}) + "\n")
    assert run(["set", "sweep"], capsys) == (
        0,
        "plan = -\n    NAME: Which plan is? followed. Takes effect at the next balancing step.\n",
        "",
    )
    assert json.loads(job.asked[0]) == {"request": "list"}


def test_set_sets_and_stop_stops(start: Start, capsys: pytest.CaptureFixture[str]) -> None:
    job = start("sweep")
    assert run(["set", "sweep", "weight", "-0.5"], capsys) == (0, "", "")
    assert run(["stop", "sweep", "--process", "3"], capsys) == (0, "", "")
    assert run(["stop", "sweep"], capsys) == (0, "", "")
    assert [json.loads(line) for line in job.asked] == [
        {"request": "set", "name": "weight", "value": "-0.5"},
        {"request": "stop", "process": "3"},
        {"request": "stop"},
    ]


@pytest.mark.parametrize(("status", "kind"), [(2, BadInputError), (1, IsthmusError)])
def test_a_refusal_is_one_line_and_a_status(
    start: Start, capsys: pytest.CaptureFixture[str], status: int, kind: type[IsthmusError]
) -> None:
    start("sweep", json.dumps({"ok": False, "error": "weight:\n'x'", "status": status}) + "\n")
    assert run(["set", "sweep", "weight", "x"], capsys) == (
        kind.status,
        "",
        "isthmus: job sweep: weight:?'x'\n",
    )


@pytest.mark.parametrize("answer", ["", "\n", "hello\n", "[]\n", '{"ok": false}\n', '{"ok": tr'])
def test_an_answer_that_makes_no_sense_is_an_error(
    start: Start, capsys: pytest.CaptureFixture[str], answer: str
) -> None:
    start("sweep", answer)
    status, _, err = run(["stop", "sweep"], capsys)
    assert status == 1
    assert len(err.splitlines()) == 1


def test_a_job_without_an_open_door_is_named(
    start: Start, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(jobs, "BEGIN_S", 0.1)
    start("sweep").door.unlink()
    status, _, err = run(["stop", "sweep"], capsys)
    assert status == 1
    assert err.startswith("isthmus: job sweep: its door is not open")


def test_a_silent_job_is_named(
    start: Start, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(jobs, "ANSWER_S", 0.2)
    is_over = threading.Event()
    job = start("sweep")
    monkeypatch.setattr(job, "asked", Silent(is_over))
    status, _, err = run(["stop", "sweep"], capsys)
    is_over.set()
    assert status == 1
    assert err.startswith("isthmus: job sweep: no answer in 0 s; a process of it may be in a long")


def test_leave_says_who_and_waits_for_the_next_point(
    start: Start, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    job = start("sweep")
    assert run(["leave", "sweep", "--site", "east"], capsys) == (0, "", "")
    assert json.loads(job.asked[-1]) == {"request": "leave", "site": "east"}
    start("full", '{"ok": false, "error": "nobody would be left", "status": 2}\n')
    status, _, err = run(["leave", "full", "--process", "0"], capsys)
    assert (status, err) == (2, "isthmus: job full: nobody would be left\n")
    start("lost", "")
    _, _, err = run(["leave", "lost", "--process", "1"], capsys)
    assert "it ended, or went on without a lost process, before it answered" in err


def test_join_gives_a_process_the_words_of_the_others(
    start: Start, capsys: pytest.CaptureFixture[str]
) -> None:
    others = '{"command": ["/bin/app", "--rank", "0", "--rendezvous", "a:1", "--", "--rank", "9"]'
    invitation = Invitation.read(
        others + ', "directory": "/", "key": "k", "rendezvous": "10.0.0.1:7", "free": [2, 3]}'
    )
    words = ["/bin/app", "--late", "--rank", "3", "--rendezvous", "10.0.0.1:7", "--", "--rank", "9"]
    assert invitation.words_for(3) == words
    assert words_to_join(words, 3, "10.0.0.1:7") == words
    with pytest.raises(IsthmusError, match="no invitation"):
        Invitation.read('{"command": []}')
    start("fixed")
    status, _, err = run(["join", "fixed"], capsys)
    assert status == 2
    assert "takes in nobody" in err
    start("full", rendezvous="127.0.0.1:1", free=[])
    status, _, err = run(["join", "full"], capsys)
    assert (status, err) == (2, "isthmus: job full has all of its 2 processes\n")
    taken = '{"ok": false, "error": "somebody is about to take each", "status": 2}\n'
    start("taken", taken, rendezvous="127.0.0.1:1", free=[1])
    status, _, err = run(["join", "taken"], capsys)
    assert (status, err) == (2, "isthmus: job taken: somebody is about to take each\n")
    job = start("open", '{"ok": true, "process": 5}\n', rendezvous="127.0.0.1:1", free=[1, 5])
    status, out, _ = run(["join", "open", "--show"], capsys)
    assert status == 0
    shown = Invitation.read(out)
    assert json.loads(job.asked[-1]) == {"request": "place"}
    assert shown.free == [5]
    assert shown.rendezvous == "127.0.0.1:1"
    own = Path("/proc/self/cmdline").read_bytes().split(b"\0")[:-1]
    assert shown.command == [os.fsdecode(word) for word in own]


def test_scale_has_processes_leave_or_come(
    start: Start, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    come: list[list[int]] = []

    def note(_: Invitation, ranks: list[int]) -> int:
        come.append(ranks)
        return 0

    monkeypatch.setattr(scale, "come", note)
    job = start("sweep", rendezvous="127.0.0.1:1", free=[0, 3, 5], free_pes=[2, 1, 4])
    promised: list[int] = []

    def promise(_: jobs.RunningJob, rank: int) -> int:
        promised.append(rank)
        return rank

    monkeypatch.setattr(scale, "promised_place", promise)
    assert run(["scale", "sweep", "--pes", "6"], capsys) == (0, "", "")
    assert json.loads(job.asked[-1]) == {"request": "leave", "pes": "2"}
    assert run(["scale", "sweep", "--pes", "8"], capsys) == (0, "", "")
    assert run(["scale", "sweep", "--pes", "11"], capsys) == (0, "", "")
    assert come == [promised] == [[0, 3]]
    status, _, err = run(["scale", "sweep", "--pes", "12"], capsys)
    assert status == 2
    assert "has 8 PEs, and cannot have 12 (expected 10 or 11 or 15)" in err
    assert len(job.asked) == 1
    status, _, err = run(["scale", "sweep", "--pes", "0"], capsys)
    assert (status, err) == (2, "isthmus: --pes: 0 (expected at least 1)\n")


def test_the_lost_are_replaced_when_the_job_has_gone_on_without_them(
    start: Start, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(replacements, "LOOK_S", 0.0)
    own = {os.getpid()}
    lost = [
        Launch(["app", "--rank", str(rank), "--rendezvous", "old:1"], "east", rank=rank)
        for rank in range(4)
    ]
    places = replacements.Replacements(2)
    assert places.due(own) == []
    places.lose(lost[3])
    places.lose(lost[1])
    places.lose(lost[2])  # one too many
    assert places.due(own) == []
    before = start("sweep", rendezvous="new:2", free=[0])
    assert places.due(own) == []
    before.end()
    kept = '{"ok": true, "process": 3}\n'
    after = start("sweep-1", kept, rendezvous="new:2", free=[2, 3])
    assert places.due({1}) == []
    (launch,) = places.due(own)
    assert launch.rank == 3
    assert launch.site == "east"
    assert launch.arguments == ["app", "--late", "--rank", "3", "--rendezvous", "new:2"]
    assert places.due(own) == []
    after.end()
    start("sweep-2")
    assert places.due(own) == []
    assert capsys.readouterr().err == "isthmus: nobody replaces rank 1: the job takes in nobody\n"


def test_a_place_that_is_kept_for_somebody_is_not_taken(
    start: Start, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(replacements, "LOOK_S", -1.0)
    places = replacements.Replacements(2)
    places.lose(Launch(["app", "--rank", "2"], rank=2))
    # Between two epochs nobody answers: it is asked again.
    between = start("sweep", "", rendezvous="new:2", free=[2])
    assert places.due({os.getpid()}) == []
    assert capsys.readouterr().err == ""
    between.end()
    refusal = '{"ok": false, "status": 2, "error": "somebody is about to take place 2"}\n'
    start("sweep-1", refusal, rendezvous="new:2", free=[2])
    assert places.due({os.getpid()}) == []
    assert capsys.readouterr().err == (
        "isthmus: nobody replaces rank 2: job sweep-1: somebody is about to take place 2\n"
    )
    assert places.due({os.getpid()}) == []


def test_a_place_that_the_job_has_kept_without_saying_so_in_time_is_taken(
    start: Start, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(replacements, "LOOK_S", -1.0)
    answers = [IsthmusError("no answer in 1 s"), BadInputError("somebody is about to take it")]

    def answer(*_: object) -> int:
        raise answers.pop(0)

    monkeypatch.setattr(replacements, "keep_place", answer)
    start("sweep", rendezvous="new:2", free=[2])
    places = replacements.Replacements(1)
    places.lose(Launch(["app", "--rank", "2"], rank=2))
    assert places.due({os.getpid()}) == []
    assert [launch.rank for launch in places.due({os.getpid()})] == [2]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("is_here", [True, False])
def test_nobody_waits_for_a_place_for_ever(
    is_here: bool,
    start: Start,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(replacements, "PATIENCE_S", -1.0)
    start("sweep", rendezvous="new:2", free=[0])
    places = replacements.Replacements(2)
    places.lose(Launch(["app"], rank=1))
    assert places.due({os.getpid()} if is_here else {1}) == []
    why = "has not gone on without it" if is_here else "main program is on another machine"
    err = capsys.readouterr().err
    assert err.startswith("isthmus: nobody replaces rank 1: the job")
    assert why in err


def test_replacing_is_refused_where_the_first_loss_ends_the_job() -> None:
    replacements.check({"on-loss": "go-on"}, 2)
    replacements.check({}, 0)
    with pytest.raises(BadInputError, match="--replace: a job that ends with the first loss"):
        replacements.check({}, 1)
    with pytest.raises(BadInputError, match="at least 0"):
        replacements.check({"on-loss": "go-on"}, -1)


def test_jobs_elsewhere_are_asked_by_ssh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    ssh = tmp_path / "ssh"
    ssh.write_text('#!/bin/sh\nprintf "%s|" "$@"\nexit 2\n')
    ssh.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    options = "|".join(SSH[1:])
    for words, there in (
        (["ps", "far", "--json"], "isthmus ps --json"),
        (["set", "far:sweep"], "isthmus set sweep"),
        (["set", "me@far:sweep", "title", "a b"], "isthmus set sweep title 'a b'"),
        (["stop", "far:sweep"], "isthmus stop sweep"),
        (["stop", "far:sweep", "--process", "3"], "isthmus stop sweep --process 3"),
        (["leave", "far:sweep", "--site", "e w"], "isthmus leave sweep --site 'e w'"),
    ):
        host = "me@far" if "me@far:sweep" in words else "far"
        assert main(words) == 2
        assert capfd.readouterr().out == f"{options}|{host}|{there}|"


@pytest.mark.parametrize(
    "words",
    [
        ["ps", "--", "x"],
        ["set", "sweep", "weight"],
        ["set", "sweep", "weight", "1", "2"],
        ["stop"],
        ["stop", "nobody"],
        ["stop", ":x"],
        ["leave", "nobody"],
        ["leave", "nobody", "--process", "1"],
        ["leave", "nobody", "--process", "1", "--site", "a"],
    ],
)
def test_wrong_words_are_one_line_and_status_2(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert list(folder.iterdir()) == []
    status, out, err = run(words, capsys)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
