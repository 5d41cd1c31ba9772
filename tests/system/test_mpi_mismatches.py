"""Members of a communicator that call different operations: whoever can be told is told, in all
shapes of a job, and nobody waits for ever."""

import re
from pathlib import Path

import pytest
from mpi_programs import PROGRAMS, SHAPES, STORM, compile_mpi, mpirun

KINDS = 23
LINE = re.compile(r"(\d+) ([01]) \| ([^|]*) \| ([^|]*) \| (\d+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("pairs")
    return compile_mpi(PROGRAMS / "mismatched_pairs.c", place, "-O1", "-Wall", "-Werror")


@pytest.mark.parametrize("shape", [*SHAPES, "storm"])
def test_each_two_operations_that_meet_are_an_error(pairs: Path, shape: str) -> None:
    words = SHAPES.get(shape, (*STORM, *SHAPES["PEs of a process"]))
    done = mpirun(2 * KINDS * KINDS, words, pairs)
    assert done.status == 0, done.err
    told: dict[str, list[tuple[str, str, int]]] = {}
    for number, _, first, second, error in LINE.findall(done.out):
        told.setdefault(number, []).append((first, second, int(error)))
    assert len(told) == 475  # the others would wait for each other
    for both in told.values():
        assert len(both) == 2
        first, second, _ = both[0]
        is_error = any(error != 0 for _, _, error in both)
        assert is_error == (first != second), both


@pytest.mark.parametrize("ranks", [2, 5])
@pytest.mark.parametrize("shape", [*SHAPES, "storm"])
def test_members_that_ask_for_different_grids_have_an_error(
    tmp_path: Path, shape: str, ranks: int
) -> None:
    program = compile_mpi(PROGRAMS / "mismatched_grids.c", tmp_path, "-O1", "-Wall", "-Werror")
    words = SHAPES.get(shape, (*STORM, *SHAPES["PEs of a process"]))
    done = mpirun(ranks, words, program)
    assert done.status == 0, done.err
    assert "all is well" in done.out


@pytest.mark.parametrize("ranks", [2, 4])
@pytest.mark.parametrize("shape", [*SHAPES, "storm"])
def test_errors_of_calls_that_returned_them_end_no_job_later(
    tmp_path: Path, shape: str, ranks: int
) -> None:
    program = compile_mpi(PROGRAMS / "mismatched_before.c", tmp_path, "-O1", "-Wall", "-Werror")
    words = SHAPES.get(shape, (*STORM, *SHAPES["PEs of a process"]))
    done = mpirun(ranks, words, program)
    assert done.status == 0, done.err
    assert "all is well" in done.out


@pytest.mark.parametrize("shape", [*SHAPES, "storm"])
def test_errors_are_told_by_the_next_call_whoever_is_on_the_pe(tmp_path: Path, shape: str) -> None:
    program = compile_mpi(PROGRAMS / "mismatched_roots.c", tmp_path, "-O1", "-Wall", "-Werror")
    words = SHAPES.get(shape, (*STORM, *SHAPES["PEs of a process"]))
    done = mpirun(2, words, program)
    assert done.status == 0, done.err
    assert "all is well" in done.out


@pytest.mark.parametrize("shape", ["one PE", "processes", "virtual time"])
def test_two_that_wait_for_each_other_are_named(pairs: Path, shape: str) -> None:
    done = mpirun(2, SHAPES[shape], pairs, "waiting")
    assert done.status == 1
    assert "the job cannot go on: no message is under way" in done.err
    assert "waits for rank 0 in MPI_Reduce" in done.err
    assert "waits for rank 1 in MPI_Bcast" in done.err
