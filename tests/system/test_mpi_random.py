"""Random MPI programs: programs/mpi/random_calls.cpp draws what its ranks call from a seed and
checks all that comes, wherever its ranks are, also where they move at calls or are balanced."""

from pathlib import Path

import pytest
from mpi_programs import PROGRAMS, SHAPES, STORM, compile_mpi, mpirun
from support import SEEDS

MOVING = ("--move-every", "7")
PLACES: dict[str, tuple[str, ...]] = {
    **SHAPES,
    "moving within a process": ("--pes", "3", *MOVING),
    "moving between processes": (*SHAPES["processes"], *MOVING),
    "balanced": ("--pes", "2", "--balancer", "rotate", "--sync-every", "5ms"),
    "storm in virtual time": (*SHAPES["virtual time"], *STORM),
}


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = PROGRAMS / "random_calls.cpp"
    folder = tmp_path_factory.mktemp("random")
    return compile_mpi(source, folder, "-O1", "-std=c++20", "-Wall", "-Wextra", "-Werror")


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("place", PLACES)
def test_all_that_a_random_program_calls_does_what_mpi_says(
    program: Path, place: str, seed: int
) -> None:
    ranks = 2 + 3 * seed % 7
    spawns = ("spawns",) if seed % 3 == 2 else ()
    words = (*PLACES[place], "--seed", str(seed))
    done = mpirun(ranks, words, program, str(seed), "30", *spawns)
    assert done.status == 0, done.err
    assert "all is well" in done.out
