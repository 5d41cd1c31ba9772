"""Parts of an unstructured mesh as ranks of MPI: Open MPI's, and virtual ones."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from mpi_programs import COMPILERS, EXAMPLES, SHAPES, STORM, mpirun
from support import BUILD, REPOSITORY, run

SOURCE = EXAMPLES / "tetrahedra.cpp"
# A program that needs the core of fem and mpi.h alone.
OPTIONS = ("-std=c++23", "-O0", f"-I{REPOSITORY / 'src'}")
LIBRARIES = (
    str(BUILD / "src" / "fem" / "libisthmus_fem.a"),
    str(BUILD / "src" / "isthmus" / "base" / "libisthmus_base.a"),
    "-Wl,--no-as-needed",
    "-lmetis",
)


def expected(ranks: int) -> str:
    return f"{ranks} ranks, heat: 49000.000000, wrong: 0\n"


def build(compiler: str, into: Path) -> Path:
    program = into / "tetrahedra"
    built = subprocess.run(
        [compiler, *OPTIONS, str(SOURCE), *LIBRARIES, "-o", str(program)],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        env={**os.environ, "XDG_CACHE_HOME": str(BUILD / "cache")},
    )
    assert built.returncode == 0, built.stderr
    return program


@pytest.fixture(scope="module")
def virtual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(str(COMPILERS / "mpicxx"), tmp_path_factory.mktemp("virtual"))


@pytest.mark.parametrize("shape", SHAPES)
def test_virtual_ranks_exchange_what_is_at_their_borders(virtual: Path, shape: str) -> None:
    done = mpirun(7, SHAPES[shape], virtual)
    assert done.status == 0, done.err
    assert expected(7) in done.out


def test_ranks_that_move_do_so_too(virtual: Path) -> None:
    done = mpirun(5, (*STORM, *SHAPES["PEs of a process"]), virtual)
    assert done.status == 0, done.err
    assert expected(5) in done.out


def test_ranks_of_open_mpi_exchange_the_same(tmp_path: Path) -> None:
    compiler = shutil.which("mpicxx")
    if compiler is None:
        pytest.skip("no mpicxx")
    program = build(compiler, tmp_path)
    for ranks in (1, 4):
        words = ("--allow-run-as-root", "--oversubscribe", "-n", str(ranks))
        done = run("mpirun", *words, str(program))
        assert done.status == 0, done.err
        assert done.out == expected(ranks)
