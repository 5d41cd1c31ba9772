"""Programs of MPI that access the memory of each other, and check what they find there."""

from pathlib import Path

import pytest
from mpi_programs import HOST
from support import BUILD, Done, isthmus, run

PROGRAMS = Path(__file__).parent / "programs" / "mpi"
NAMES = sorted(path.stem for path in PROGRAMS.glob("window_*.c"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the programs are, compiled."""
    place = tmp_path_factory.mktemp("windows")
    for name in NAMES:
        words = ("-O1", "-Wall", "-Werror", str(PROGRAMS / f"{name}.c"), "-o", str(place / name))
        done = run(str(BUILD / "mpi" / "bin" / "mpicc"), *words)
        assert done.status == 0, done.err
    return place


def expect_well(done: Done) -> None:
    """Behind the name of a process, on several."""
    assert done.status == 0, done.err
    assert any(line.endswith("all is well") for line in done.out.splitlines())


def expect_nothing_shared(done: Done) -> None:
    assert done.status != 0
    assert "ranks in several processes cannot share memory" in done.err


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pes", [1, 2])
@pytest.mark.parametrize("ranks", [1, 5])
def test_all_is_well(folder: Path, name: str, pes: int, ranks: int) -> None:
    words = ("--pes", str(pes), "--quiet", "--", "--ranks", str(ranks), "--", str(folder / name))
    expect_well(run(HOST, *words))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_ranks_move_with_their_windows(folder: Path, name: str, seed: int) -> None:
    moves = ("--move-every", "1", "--move-seed", str(seed))
    expect_well(
        run(HOST, "--pes", "3", "--quiet", "--", "--ranks", "4", *moves, "--", str(folder / name))
    )


@pytest.mark.parametrize("name", NAMES)
def test_all_is_well_in_virtual_time(folder: Path, name: str) -> None:
    words = ("--backend", "sim", "--sites", "2", "--pes", "1", "--quiet", "--verify")
    done = run(HOST, *words, "--", "--ranks", "4", "--", str(folder / name))
    if name == "window_shared":
        expect_nothing_shared(done)
    else:
        expect_well(done)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("moves", [(), ("--move-every", "1")], ids=["where they are", "moving"])
def test_all_is_well_on_processes(folder: Path, name: str, moves: tuple[str, ...]) -> None:
    words = ("run", HOST, "--backend", "processes", "--sites", "2", "--pes", "1", "--quiet")
    done = isthmus(*words, "--", "--ranks", "4", *moves, "--", str(folder / name))
    if name == "window_shared":
        expect_nothing_shared(done)
    else:
        expect_well(done)
