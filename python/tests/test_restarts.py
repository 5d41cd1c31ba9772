"""Jobs that are started again where a process was killed."""

from pathlib import Path

import pytest

from isthmus import restarts
from isthmus.errors import BadInputError
from isthmus.launcher import JobResult

KILLED = JobResult(137, "rank 1, pid 7: was killed by SIGKILL", 1.0, was_killed=True)
FAILED = JobResult(1, "rank 1, pid 7: ended with status 1", 1.0)
WELL = JobResult(0, "", 1.0)


class Jobs:
    """Each job writes checkpoints up to a number, and ends as it is told."""

    def __init__(self, directory: Path, ends: list[tuple[int, JobResult]]) -> None:
        self.directory = directory
        self.ends = ends
        self.restarts: list[str] = []

    def start(self, options: dict[str, str]) -> JobResult:
        self.restarts.append(options.get("restart", ""))
        number, result = self.ends.pop(0)
        if number:
            folder = self.directory / f"checkpoint-{number}"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "index").write_text("")
        return result


def run(directory: Path, ends: list[tuple[int, JobResult]], limit: int) -> tuple[JobResult, Jobs]:
    jobs = Jobs(directory, ends)
    given = {"checkpoint": "1s", "checkpoint-dir": str(directory)}
    return restarts.run(jobs.start, given, limit), jobs


def test_a_killed_job_goes_on_from_its_newest_checkpoint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result, jobs = run(tmp_path, [(3, KILLED), (9, KILLED), (12, WELL)], 5)
    assert result is WELL
    assert jobs.restarts == ["", f"{tmp_path}/checkpoint-3", f"{tmp_path}/checkpoint-9"]
    said = capsys.readouterr().err.splitlines()
    assert "SIGKILL; the job goes on from checkpoint 3, restart 1 of 5" in said[0]
    assert "goes on from checkpoint 9, restart 2 of 5" in said[1]


def test_a_job_that_has_written_none_begins_again(tmp_path: Path) -> None:
    (tmp_path / "checkpoint-7").mkdir()
    (tmp_path / "checkpoint-7" / "index").write_text("")  # of another job
    (tmp_path / "checkpoint-8").mkdir()  # not whole
    result, jobs = run(tmp_path, [(0, KILLED), (9, WELL)], 5)
    assert result is WELL
    assert jobs.restarts == ["", ""]


def test_a_program_that_fails_is_not_started_again(tmp_path: Path) -> None:
    result, jobs = run(tmp_path, [(3, FAILED)], 5)
    assert result is FAILED
    assert len(jobs.restarts) == 1


def test_there_are_no_more_restarts_than_wanted(tmp_path: Path) -> None:
    result, jobs = run(tmp_path, [(1, KILLED), (2, KILLED), (3, KILLED)], 2)
    assert result is KILLED
    assert len(jobs.restarts) == 3


@pytest.mark.parametrize(
    ("options", "count", "why"),
    [
        ({}, 1, "no checkpoints"),
        ({"checkpoint": "1s"}, -1, "at least 0"),
        ({"checkpoint": "1s", "backend": "sim"}, 1, "real backends"),
    ],
)
def test_wrong_input_is_refused(options: dict[str, str], count: int, why: str) -> None:
    with pytest.raises(BadInputError, match=why):
        restarts.check(options, count)
