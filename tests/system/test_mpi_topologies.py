"""Programs of MPI that check themselves: topologies, their neighbours, and communicators of two
groups. They say `well` once, whatever moves meanwhile."""

from pathlib import Path

import pytest
from mpi_programs import HOST
from support import BUILD, Done, isthmus, run

PROGRAMS = Path(__file__).parent / "programs" / "mpi"
NAMES = ("topology_grids", "topology_graphs", "neighbours_exchange", "inter_communicators")
# By PEs of one site, and of two sites.
SHAPES = {
    "1 PE": ("--pes", "1"),
    "2 PEs": ("--pes", "2"),
    "2 sites": ("--sites", "2", "--pes", "1"),
}
STORM = ("--move-every", "1")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mpi")
    compiler = str(BUILD / "mpi" / "bin" / "mpicc")
    for source in sorted(PROGRAMS.glob("*.c")):
        if source.stem in (*NAMES, "topology_of_grid"):
            done = run(compiler, "-O1", str(source), "-o", str(folder / source.stem))
            assert done.status == 0, done.err
    return folder


def expect_well(done: Done) -> None:
    # `isthmus run` says before each line which process has written it; in virtual time the job says
    # more behind it.
    said = [line.split()[-1] for line in done.out.splitlines()]
    assert (done.status, said[:1], said.count("well")) == (0, ["well"], 1), done.out + done.err


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ranks", [6, 7])
@pytest.mark.parametrize("options", [(), STORM], ids=["stay", "storm"])
@pytest.mark.parametrize("shape", SHAPES)
def test_ranks_of_threads(
    built: Path, name: str, ranks: int, options: tuple[str, ...], shape: str
) -> None:
    words = ("--ranks", str(ranks), *options, "--", str(built / name))
    expect_well(run(HOST, *SHAPES[shape], "--", *words))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", [(), STORM], ids=["stay", "storm"])
def test_ranks_of_processes(built: Path, name: str, options: tuple[str, ...]) -> None:
    where = ("--backend", "processes", "--sites", "2", "--pes", "1")
    words = ("--ranks", "6", *options, "--", str(built / name))
    expect_well(isthmus("run", HOST, *where, "--", *words))


@pytest.mark.parametrize("name", NAMES)
def test_ranks_in_virtual_time(built: Path, name: str) -> None:
    where = ("--backend", "sim", "--sites", "3", "--pes", "2", "--latency", "5ms")
    expect_well(run(HOST, *where, "--", "--ranks", "12", "--", str(built / name)))


@pytest.mark.parametrize("ranks", [3, 4])
def test_a_group_of_one_speaks_with_another_group(built: Path, ranks: int) -> None:
    words = ("--ranks", str(ranks), "--", str(built / "inter_communicators"))
    expect_well(run(HOST, "--pes", "2", "--", *words))


def test_programs_are_told_where_their_ranks_are(built: Path) -> None:
    program = str(built / "topology_of_grid")
    where = ("--sites", "2", "--pes", "2")
    expect_well(run(HOST, *where, "--", "--ranks", "8", "--", program, "2", "1", "1"))
    expect_well(run(HOST, *where, "--", "--ranks", "8", *STORM, "--", program, "2", "1", "0"))
    processes = ("--backend", "processes", *where)
    expect_well(
        isthmus("run", HOST, *processes, "--", "--ranks", "8", "--", program, "2", "2", "1")
    )
