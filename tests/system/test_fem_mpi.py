"""Parts of an unstructured mesh as ranks of MPI: Open MPI's, and virtual ones."""

import shutil
import subprocess
from pathlib import Path

import pytest
from mpi_programs import EXAMPLES, SHAPES, STORM, compile_mpi, mpirun
from support import LIMIT_S, REPOSITORY, run

SOURCE = EXAMPLES / "tetrahedra.cpp"
FEM = ("adjacency", "box", "cut", "exchange", "mesh", "piece")
# A program that needs the core of fem and mpi.h alone.
OPTIONS = (
    "-std=c++23",
    "-O1",
    f"-I{REPOSITORY / 'src'}",
    *(str(REPOSITORY / "src" / "fem" / f"{name}.cpp") for name in FEM),
    str(REPOSITORY / "src" / "isthmus" / "base" / "error.cpp"),
    *("-Wl,--no-as-needed", "-lmetis"),
)


def expected(ranks: int) -> str:
    return f"{ranks} ranks, heat: 49000.000000, wrong: 0\n"


@pytest.fixture(scope="module")
def virtual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_mpi(SOURCE, tmp_path_factory.mktemp("virtual"), *OPTIONS)


@pytest.mark.parametrize("shape", SHAPES)
def test_virtual_ranks_exchange_what_is_at_their_borders(virtual: Path, shape: str) -> None:
    done = mpirun(7, SHAPES[shape], virtual)
    assert done.status == 0, done.err
    assert expected(7) in done.out


def test_ranks_that_move_do_so_too(virtual: Path) -> None:
    done = mpirun(5, (*STORM, *SHAPES["PEs of a process"]), virtual)
    assert done.status == 0, done.err
    assert expected(5) in done.out


@pytest.mark.parametrize("ranks", [1, 4])
def test_ranks_of_open_mpi_exchange_the_same(ranks: int, tmp_path: Path) -> None:
    compiler = shutil.which("mpicxx")
    if compiler is None:
        pytest.skip("no mpicxx")
    program = tmp_path / "tetrahedra"
    built = subprocess.run(
        [compiler, *OPTIONS, str(SOURCE), "-o", str(program)],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    words = ("--allow-run-as-root", "--oversubscribe", "-n", str(ranks))
    done = run("mpirun", *words, str(program))
    assert done.status == 0, done.err
    assert done.out == expected(ranks)
