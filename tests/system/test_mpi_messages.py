"""Large messages of MPI programs, which are lent within a process and copied elsewhere:
programs/mpi/messages_large.c checks itself, wherever its ranks are."""

from pathlib import Path

import pytest
from mpi_programs import PROGRAMS, STORM, compile_mpi, mpirun

PLACES = {
    "one PE": ("--pes", "1"),
    "PEs of a process": ("--pes", "2"),
    "moving": ("--pes", "3", *STORM),
    "two sites": ("--sites", "2", "--pes", "1"),
    "moving between processes": (
        *("--backend", "processes", "--sites", "1", "--pes", "2", "--processes", "2"),
        *STORM,
    ),
}


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("large")
    return compile_mpi(PROGRAMS / "messages_large.c", folder, "-O1", "-Wall", "-Wextra", "-Werror")


@pytest.mark.parametrize("ranks", [1, 3])
@pytest.mark.parametrize("place", PLACES)
def test_large_messages_come_whole_and_in_order(large: Path, place: str, ranks: int) -> None:
    done = mpirun(ranks, PLACES[place], large)
    assert done.status == 0, done.err
    assert "all is well" in done.out
