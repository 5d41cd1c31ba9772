"""`isthmus mpi` and the compilers of MPI programs, with a build of shell scripts."""

import os
from pathlib import Path

import pytest

from isthmus.cli import main

COVERAGE = '{"MPI_Send": {"state": "here"}, "MPI_Recv": {"state": "refused", "why": "to come"}}'


def write_program(path: Path, body: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ISTHMUS_BUILD", str(tmp_path))
    write_program(tmp_path / "mpi" / "bin" / "mpicc", "exit 0")
    write_program(tmp_path / "src" / "mpi" / "isthmus-mpi", f"echo '{COVERAGE}'")
    return tmp_path


def test_says_where_the_compilers_lie(build: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mpi", "--bin"]) == 0
    assert capsys.readouterr().out == f"{build}/mpi/bin\n"


def test_a_compiler_gets_every_word_as_it_is(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []

    def become(program: Path, words: list[str]) -> None:
        called.append([program.name, *words[1:]])
        raise SystemExit(0)

    monkeypatch.setattr(os, "execv", become)
    with pytest.raises(SystemExit):
        main(["mpicc", "--help", "-O2", "a b.c", "--", "-5"])
    assert called == [["mpicc", "--help", "-O2", "a b.c", "--", "-5"]]


def test_lists_which_functions_are_here(build: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mpi", "--coverage"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "MPI_Recv  refused: to come",
        "MPI_Send  here",
        "2 functions: 1 here, 1 refused",
    ]


@pytest.mark.parametrize("words", [["mpi", "--bin"], ["mpi", "--coverage"], ["mpicc", "a.c"]])
def test_without_a_build_it_says_so(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ISTHMUS_BUILD", str(tmp_path))
    assert main(words) == 2
    assert "(expected a build: run make)" in capsys.readouterr().err


def test_coverage_that_is_no_json_is_a_failure(
    build: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_program(build / "src" / "mpi" / "isthmus-mpi", "echo none")
    assert main(["mpi", "--coverage"]) == 1
    assert capsys.readouterr().err.startswith("isthmus: isthmus-mpi: its coverage is no JSON")
