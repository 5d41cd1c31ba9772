"""Parts of an unstructured mesh as ranks of MPI: Open MPI's, and virtual ones."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from mpi_programs import COMPILERS, EXAMPLES, SHAPES, STORM, mpirun
from support import BUILD, REPOSITORY, run

FEM = REPOSITORY / "src" / "fem"
# Programs that need the core of fem and mpi.h alone; the face of C is compiled with them.
INCLUDE = f"-I{REPOSITORY / 'src'}"
LIBRARIES = (
    str(BUILD / "src" / "fem" / "libisthmus_fem.a"),
    str(BUILD / "src" / "isthmus" / "graph" / "libisthmus_graph.a"),
    str(BUILD / "src" / "isthmus" / "base" / "libisthmus_base.a"),
    "-Wl,--no-as-needed",
    *("-lmetis", "-lscotch", "-lscotcherr", "-lstdc++", "-lm"),
)
LANGUAGES = ["cpp", "c", "f90"]
# In C and in Fortran.
PARTITIONERS = REPOSITORY / "tests" / "system" / "programs" / "fem"


def expected(ranks: int) -> str:
    return f"{ranks} ranks, heat: 49000.000000, wrong: 0\n"


def expected_of_partitioners(ranks: int) -> str:
    refused = "a cut: partitioner 2 (expected isthmus_fem_metis (0) or isthmus_fem_scotch (1))"
    return f"{ranks} ranks, wrong: 0, cuts differ: yes, 1: {refused}\n"


def compile_with(compiler: Path, into: Path, *words: str) -> None:
    built = subprocess.run(
        [str(compiler), *words],
        cwd=into,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        env={**os.environ, "XDG_CACHE_HOME": str(BUILD / "cache")},
    )
    assert built.returncode == 0, built.stderr


def build(compilers: Path, language: str, into: Path, of: Path = EXAMPLES / "tetrahedra") -> Path:
    if language == "f90" and shutil.which("gfortran") is None:
        pytest.skip("no gfortran")
    source = f"{of}.{language}"
    program = into / of.name
    if language == "cpp":
        words = ("-std=c++23", "-O0", INCLUDE, source)
        compile_with(compilers / "mpicxx", into, *words, *LIBRARIES, "-o", str(program))
        return program
    face = ("-std=c99", "-Wall", "-Wextra", "-Werror", INCLUDE, "-c")
    compile_with(compilers / "mpicc", into, *face, str(FEM / "isthmus_fem_mpi.c"))
    if language == "c":
        compile_with(compilers / "mpicc", into, *face, source)
        words = (f"{of.name}.o", "isthmus_fem_mpi.o", *LIBRARIES, "-o", str(program))
        compile_with(compilers / "mpicc", into, *words)
        return program
    words = (str(FEM / "isthmus_fem.f90"), source, "isthmus_fem_mpi.o", *LIBRARIES)
    compile_with(compilers / "mpifort", into, *words, "-o", str(program))
    return program


@pytest.fixture(scope="module", params=LANGUAGES)
def virtual(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(COMPILERS, request.param, tmp_path_factory.mktemp("virtual"))


@pytest.mark.parametrize("shape", SHAPES)
def test_virtual_ranks_exchange_what_is_at_their_borders(virtual: Path, shape: str) -> None:
    done = mpirun(7, SHAPES[shape], virtual)
    assert done.status == 0, done.err
    assert expected(7) in done.out


def test_ranks_that_move_do_so_too(virtual: Path) -> None:
    done = mpirun(5, (*STORM, *SHAPES["PEs of a process"]), virtual)
    assert done.status == 0, done.err
    assert expected(5) in done.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_ranks_of_open_mpi_exchange_the_same(tmp_path: Path, language: str) -> None:
    compiler = shutil.which("mpicc")
    if compiler is None or shutil.which("mpifort") is None:
        pytest.skip("no compilers of an MPI")
    program = build(Path(compiler).parent, language, tmp_path)
    for ranks in (1, 4):
        words = ("--allow-run-as-root", "--oversubscribe", "-n", str(ranks))
        done = run("mpirun", *words, str(program))
        assert done.status == 0, done.err
        assert done.out == expected(ranks)


@pytest.mark.parametrize("language", ["c", "f90"])
def test_c_and_fortran_choose_the_partitioner(tmp_path: Path, language: str) -> None:
    program = build(COMPILERS, language, tmp_path, PARTITIONERS / "partitioners")
    for shape in ("PEs of a process", "processes"):
        done = mpirun(6, SHAPES[shape], program)
        assert done.status == 0, done.err
        assert expected_of_partitioners(6) in done.out


@pytest.mark.parametrize("language", ["c", "f90"])
def test_they_do_under_open_mpi_too(tmp_path: Path, language: str) -> None:
    compiler = shutil.which("mpicc")
    if compiler is None or shutil.which("mpifort") is None:
        pytest.skip("no compilers of an MPI")
    program = build(Path(compiler).parent, language, tmp_path, PARTITIONERS / "partitioners")
    done = run("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "4", str(program))
    assert done.status == 0, done.err
    assert done.out == expected_of_partitioners(4)
