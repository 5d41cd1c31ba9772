"""Who was lost is replaced where the job keeps the place; else the job goes on without, and says
why nobody came."""

import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

from isthmus import launcher, replacements
from isthmus.errors import BadInputError, IsthmusError, UnansweredError
from isthmus.jobs import RunningJob
from isthmus.launches import Launch

LOST = Launch(["program", "--rank", "1"], "far", rank=1)
JOB = RunningJob(
    name="job",
    program="program",
    pid=7,
    began=0.0,
    processes=1,
    pes=1,
    door="door",
    rendezvous="localhost:1",
    free=(1,),
    free_pes=(1,),
)
Answers = list[Exception | None]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Answers:
    """What the job says when it is asked to keep a place, one after the other; None: it does."""
    given: Answers = []

    def keep_place(job: RunningJob, rank: int, answer_s: float) -> None:
        assert rank == LOST.rank
        answer = given.pop(0)
        if answer is not None:
            raise answer

    monkeypatch.setattr(replacements, "keep_place", keep_place)
    monkeypatch.setattr(replacements, "LOOK_S", 0.0)
    return given


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[RunningJob]:
    """Those that run on this machine."""
    running = [JOB]
    monkeypatch.setattr(replacements, "running_jobs", lambda: list(running))
    return running


def ranks_of(launches: Sequence[Launch]) -> list[int]:
    return [launch.rank for launch in launches]


def test_a_place_that_the_job_keeps_is_taken_once(answers: Answers, jobs: list[RunningJob]) -> None:
    answers.append(None)
    replaced = replacements.Replacements(2)
    assert replaced.due([JOB.pid]) == []
    replaced.lose(LOST)
    (due,) = replaced.due([JOB.pid])
    assert (due.rank, due.site) == (1, "far")
    assert "--late" in due.arguments
    assert replaced.due([JOB.pid]) == []


def test_no_more_are_replaced_than_were_asked_for(answers: Answers, jobs: list[RunningJob]) -> None:
    answers.append(None)
    replaced = replacements.Replacements(1)
    replaced.lose(LOST)
    assert ranks_of(replaced.due([JOB.pid])) == [1]
    replaced.lose(LOST)
    assert replaced.due([JOB.pid]) == []


def test_nobody_is_started_before_the_job_has_gone_on_without_the_lost(
    answers: Answers, jobs: list[RunningJob]
) -> None:
    answers.append(None)
    jobs[0] = replace(JOB, free=())
    replaced = replacements.Replacements(1)
    replaced.lose(LOST)
    assert replaced.due([JOB.pid]) == []
    jobs[0] = JOB
    assert ranks_of(replaced.due([JOB.pid])) == [1]


def test_a_job_that_does_not_answer_is_asked_again(
    answers: Answers, jobs: list[RunningJob]
) -> None:
    answers += [UnansweredError("the door is closed"), None]
    replaced = replacements.Replacements(1)
    replaced.lose(LOST)
    assert replaced.due([JOB.pid]) == []
    assert ranks_of(replaced.due([JOB.pid])) == [1]


def test_a_place_that_was_asked_for_and_is_kept_since_is_this_ones(
    answers: Answers, jobs: list[RunningJob]
) -> None:
    answers += [IsthmusError("no answer within 1 s"), BadInputError("somebody is about to come")]
    replaced = replacements.Replacements(1)
    replaced.lose(LOST)
    assert replaced.due([JOB.pid]) == []
    assert ranks_of(replaced.due([JOB.pid])) == [1]


def test_a_place_that_somebody_else_takes_is_that_ones(
    answers: Answers, jobs: list[RunningJob], capfd: pytest.CaptureFixture[str]
) -> None:
    answers.append(BadInputError("somebody is about to come"))
    replaced = replacements.Replacements(1)
    replaced.lose(LOST)
    assert replaced.due([JOB.pid]) == []
    assert capfd.readouterr().err == (
        "isthmus: nobody replaces rank 1: somebody is about to come\n"
    )
    assert replaced.due([JOB.pid]) == []


@pytest.mark.parametrize(
    ("job", "why"),
    [
        (None, "the job's main program is on another machine"),
        (replace(JOB, rendezvous=""), "the job takes in nobody"),
        (replace(JOB, free=()), "the job has not gone on without it within 0 s"),
    ],
)
def test_why_nobody_comes_is_said_once(
    job: RunningJob | None,
    why: str,
    answers: Answers,
    jobs: list[RunningJob],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    jobs[:] = [] if job is None else [job]
    monkeypatch.setattr(replacements, "PATIENCE_S", 0.0)
    replaced = replacements.Replacements(1)
    replaced.lose(LOST)
    time.sleep(0.001)
    assert replaced.due([JOB.pid]) == []
    assert replaced.due([JOB.pid]) == []
    assert capfd.readouterr().err == f"isthmus: nobody replaces rank 1: {why}\n"


def run_with_replacement(
    replacement: Launch, monkeypatch: pytest.MonkeyPatch
) -> launcher.JobResult:
    """A job of two, of which one is killed, and what is to be started in its place."""
    due: list[Launch] = []

    class Replaced(replacements.Replacements):
        def lose(self, launch: Launch) -> None:
            assert launch.rank == replacement.rank
            due.append(replacement)

        def due(self, pids: object) -> list[Launch]:
            assert pids
            found = list(due)
            due.clear()
            return found

    monkeypatch.setattr(launcher, "Replacements", Replaced)
    killed = Launch(["sh", "-c", "kill -9 $$"], "far", rank=1)
    stays = Launch(["sh", "-c", "sleep 3"], "near")
    job = launcher.Job([stays, killed], lambda *_: None, goes_on=True, replacements=1)
    return job.run()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["/there/is/no/such/program"], "nobody replaces rank 1: cannot start /there/is/no"),
        (["sh", "-c", "exit 2"], "rank 1, pid"),
    ],
)
def test_a_job_goes_on_where_a_replacement_cannot_be_started_or_fails(
    words: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    result = run_with_replacement(Launch(words, "far", rank=1), monkeypatch)
    assert result.status == 0, result.failure
    assert said in capfd.readouterr().err


def test_the_end_of_a_replacement_that_fails_is_told(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    run_with_replacement(Launch(["sh", "-c", "exit 2"], "far", rank=1), monkeypatch)
    err = capfd.readouterr().err
    assert "is started in its place" in err
    assert "ended with status 2" in err
