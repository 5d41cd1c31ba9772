"""`isthmus experiment --all`: each experiment runs, and one that cannot does not end the others."""

import json
from pathlib import Path

import pytest

from isthmus.cli import main
from isthmus.experiment import catalogue, run_all
from isthmus.experiment.catalogue import Experiment
from isthmus.experiment.settings import Settings

Capture = pytest.CaptureFixture[str]

AGREES = """
REPRODUCES, TAKES = "two findings", "1 s"
def run(settings):
    findings = [{"agrees": True}, {"agrees": False}, {"agrees": True, "fitted": True}]
    settings.write_json("agrees", {"findings": findings, "verdict": {"text": "x"}})
"""
STATES = """
REPRODUCES, TAKES = "statements of two variants, and goals", "1 s"
def run(settings):
    first = [{"holds": True, "fitted": False, "of": "a"}, {"holds": True, "of": "a"}]
    both = [*first, {"holds": False, "of": "b"}]
    settings.write_json("states", {"statements": both, "verdict": {"met": True, "text": "x"}})
"""
LACKS = """
from isthmus.errors import MissingPeerError
REPRODUCES, TAKES = "what needs a peer", "1 s"
def run(settings):
    raise MissingPeerError("no SimGrid")
"""
FAILS = """
REPRODUCES, TAKES = "what needs a program that is not built", "1 s"
def run(settings):
    settings.run_program([], [])
"""
SILENT = """
REPRODUCES, TAKES = "what writes nothing", "1 s"
def run(settings):
    pass
"""


def folder_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **sources: str) -> None:
    folder = tmp_path / "experiments"
    folder.mkdir()
    for name, source in sources.items():
        (folder / f"{name}.py").write_text(source)
    monkeypatch.setattr(catalogue, "experiments_directory", lambda: folder)
    monkeypatch.setenv("ISTHMUS_BUILD", str(tmp_path))  # nothing is built there


def test_all_run_and_the_last_lines_say_what_they_came_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    folder_with(tmp_path, monkeypatch, agrees=AGREES, states=STATES, lacks=LACKS)
    out, summary = tmp_path / "out", tmp_path / "all.json"
    words = ["experiment", "--all", "--quick", "--out", str(out), "--json", str(summary)]
    assert main(words) == 0
    printed = capsys.readouterr()
    assert "lacks (2 of 3): what needs a peer" in printed.out
    last = printed.out.splitlines()[-1]
    assert last == (
        "3 of 4 findings and statements agree, in 3 experiments; skipped: lacks (no SimGrid)"
    )
    assert "lacks skipped: no SimGrid" in printed.err
    assert json.loads((out / "agrees.json").read_text())["quick"] is True
    whole = json.loads(summary.read_text())
    assert [(one["name"], one["agree"], one["of"]) for one in whole["experiments"]] == [
        ("agrees", 1, 2),
        ("lacks", None, None),
        ("states", 2, 2),
    ]
    assert [one["met"] for one in whole["experiments"]] == [None, None, True]


def test_what_fails_is_named_and_the_others_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    folder_with(tmp_path, monkeypatch, agrees=AGREES, fails=FAILS, silent=SILENT, states=STATES)
    assert main(["experiment", "--all", "--out", str(tmp_path / "out")]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("3 of 4 findings and statements agree, in 4 experiments; failed: fails ")
    assert "jacobi2d: no such application in" in last
    assert "silent (wrote no numbers" in last


def test_an_experiment_without_jacobi2d_runs_where_it_is_not_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder_with(tmp_path, monkeypatch, agrees=AGREES)
    assert main(["experiment", "agrees", "--out", str(tmp_path / "out")]) == 0


def test_numbers_of_an_earlier_run_are_not_taken_for_this_one(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    path.write_text('{"findings": [{"agrees": true}]}')
    silent = Experiment("old", "x", "1 s", lambda _settings: None)

    def settings(json_path: Path) -> Settings:
        return Settings(lambda _runtime, _own: 0.0, tmp_path, json=json_path)

    assert run_all.run_one(silent, settings, path).failed


@pytest.mark.parametrize("more", [["koenig2007_table6"], ["--task-bench", "folder"]])
def test_all_goes_with_no_name(more: list[str], capsys: Capture) -> None:
    assert main(["experiment", "--all", *more]) == 2
    assert "--all: with" in capsys.readouterr().err
