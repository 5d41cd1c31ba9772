"""Programs of MPI for its rarer chapters, which check themselves: partitioned messages, generalized
requests, sessions, ports, the tool interface; and errors that must go where they belong."""

from pathlib import Path

import pytest
from mpi_programs import PROGRAMS, SHAPES, STORM, compile_mpi, mpirun
from support import COMMAND, run

NAMES = sorted(path.stem for path in PROGRAMS.glob("more_*.c"))
RANKS = {"one PE": 1, "PEs of a process": 4, "processes": 3, "virtual time": 2}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    place = tmp_path_factory.mktemp("more")
    return {
        name: compile_mpi(PROGRAMS / f"{name}.c", place, "-O1", "-Wall", "-Werror")
        for name in NAMES
    }


def words_of(name: str, tmp_path: Path, moves: bool) -> tuple[str, ...]:
    """Behind the program's name."""
    if name == "more_sessions":
        return (str(tmp_path / "data"),)
    return ("1",) if name == "more_tool" and moves else ()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", SHAPES)
def test_all_is_well(programs: dict[str, Path], tmp_path: Path, name: str, shape: str) -> None:
    words = words_of(name, tmp_path, moves=False)
    done = mpirun(RANKS[shape], SHAPES[shape], programs[name], *words)
    assert done.status == 0, done.err
    assert "all is well" in done.out


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", ["PEs of a process", "processes"])
def test_all_is_well_while_ranks_move(
    programs: dict[str, Path], tmp_path: Path, name: str, shape: str
) -> None:
    words = words_of(name, tmp_path, moves=True)
    done = mpirun(4, (*STORM, *SHAPES[shape]), programs[name], *words)
    assert done.status == 0, done.err
    assert "all is well" in done.out


def test_every_function_can_be_called() -> None:
    done = run(COMMAND, "mpi", "--coverage", "--call-all")
    assert done.status == 0, done.out[-2000:] + done.err
    assert "664 functions" in done.out.splitlines()[-1]
