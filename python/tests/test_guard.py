"""`isthmus experiment --all --quick --guard`: what is recorded of quick runs is held against
them."""

from pathlib import Path

import pytest

from isthmus.cli import main
from isthmus.errors import BadInputError
from isthmus.experiment import catalogue, guard
from isthmus.experiment.guard import Record
from isthmus.experiment.run_all import Outcome

Capture = pytest.CaptureFixture[str]
RECORDS = [Record(name, seconds, 1, 2) for name, seconds in (("a", 50), ("b", 60), ("c", 30))]

TWO = """
REPRODUCES, TAKES = "two findings", "1 s"
def run(settings):
    findings = [{"agrees": True}, {"agrees": False}]
    settings.write_json("two", {"findings": findings, "verdict": {"text": "x"}})
"""


def test_what_fits_is_chosen_and_all_have_their_turn() -> None:
    turns = [{one.name for one in guard.chosen(RECORDS, 90, str(i))} for i in range(40)]
    assert set.union(*turns) == {"a", "b", "c"}
    assert all(turn in ({"a", "c"}, {"b", "c"}) for turn in turns)
    assert guard.chosen(RECORDS, 20, "x") == []
    assert len(guard.chosen(RECORDS, 140, "x")) == 3


def test_other_findings_than_recorded_are_a_breach() -> None:
    outcomes = [
        Outcome("a", 1, 1, 2),
        Outcome("b", 1, 2, 2),
        Outcome("c", 1, skipped=True, said="no peer"),
    ]
    (line,) = guard.breaches(RECORDS, outcomes)
    assert line.startswith("b: 2 of 2 agree (expected 1 of 2")


def test_what_is_recorded_are_experiments() -> None:
    folder = catalogue.experiments_directory()
    records = guard.read_records(folder / "data" / "quick.toml")
    assert {record.name for record in records} <= {
        one.name for one in catalogue.list_experiments(folder)
    }
    assert all(0 <= record.agree <= record.of and record.seconds > 0 for record in records)


@pytest.mark.parametrize("text", ["a = 1", "[a]\nseconds = 1", "[a"])
def test_records_that_do_not_read_are_bad_input(tmp_path: Path, text: str) -> None:
    file = tmp_path / "quick.toml"
    file.write_text(text)
    with pytest.raises(BadInputError, match=r"quick\.toml"):
        guard.read_records(file)


@pytest.mark.parametrize(("agree", "status"), [(1, 0), (2, 1)])
def test_the_command_fails_where_a_figure_has_changed(
    agree: int, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    (tmp_path / "two.py").write_text(TWO)
    (tmp_path / "three.py").write_text(TWO)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "quick.toml").write_text(f"[two]\nseconds = 1\nagree = {agree}\nof = 2\n")
    monkeypatch.setattr(catalogue, "experiments_directory", lambda: tmp_path)
    words = ["experiment", "--all", "--quick", "--guard", "5", "--out", str(tmp_path / "out")]
    assert main(words) == status
    said = capsys.readouterr()
    assert "three" not in said.out
    assert ("two: 1 of 2 agree" in said.err) is (status == 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--all", "--guard", "120"], "without --quick"),
        (["--guard", "120"], "without --all"),
        (["--all", "--quick", "--guard", "0.001"], "or more"),
    ],
)
def test_guards_that_make_no_sense_are_said_in_one_line(
    words: list[str], said: str, capsys: Capture
) -> None:
    assert main(["experiment", *words]) == 2
    assert said in capsys.readouterr().err
