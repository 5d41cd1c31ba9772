"""The compilers of MPI programs: what they make starts by itself, as build systems expect."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support import BUILD

MPI = BUILD / "mpi"
LIMIT_S = 60.0

ASKS = """\
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length, flag;
  MPI_Initialized(&flag);
  MPI_Get_library_version(text, &length);
  printf("%.7s %d\\n", text, flag);
  return argc > 1 ? MPI_Init(&argc, &argv) : 0;
}
"""

THROWS = """\
#include <mpi.h>
#include <iostream>
#include <stdexcept>
thread_local int count = 41;
int main() {
  try {
    throw std::runtime_error("caught");
  } catch (const std::exception& problem) {
    std::cout << problem.what() << ' ' << ++count << std::endl;
  }
  return PMPI_Finalize();
}
"""

MODULES = """\
program asks
  use {module}
  implicit none
  integer :: first, second, error
  call MPI_Get_version(first, second, error)
  print '(I0,A,I0)', first, '.', second
  call MPI_Init(error)
end program
"""

FORTRAN_PROJECT = """\
cmake_minimum_required(VERSION 3.25)
project(Asks Fortran)
find_package(MPI REQUIRED COMPONENTS Fortran)
add_executable(asks asks.f90)
target_link_libraries(asks PRIVATE MPI::MPI_Fortran)
message(STATUS "f90 ${MPI_Fortran_HAVE_F90_MODULE} f08 ${MPI_Fortran_HAVE_F08_MODULE}")
"""

PROJECT = """\
cmake_minimum_required(VERSION 3.25)
project(Asks C CXX)
find_package(MPI REQUIRED COMPONENTS C CXX)
add_library(part SHARED part.c)
target_link_libraries(part PRIVATE MPI::MPI_C)
add_executable(asks asks.c)
target_link_libraries(asks PRIVATE MPI::MPI_C part)
add_executable(throws throws.cpp)
target_link_libraries(throws PRIVATE MPI::MPI_CXX)
message(STATUS "version ${MPI_C_VERSION}")
"""


def run(*words: str | Path, given: str = "", folder: Path | None = None) -> tuple[int, str, str]:
    """Status, output, what was said."""
    done = subprocess.run(
        [str(word) for word in words],
        input=given,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
        cwd=folder,
    )
    return done.returncode, done.stdout, done.stderr


def asked(program: Path) -> str:
    status, out, err = run(program)
    assert (status, err) == (0, "")
    return out


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "a folder"
    place.mkdir()
    (place / "asks.c").write_text(ASKS)
    (place / "throws.cpp").write_text(THROWS)
    return place


def test_a_program_that_is_started_by_itself_is_one_rank(folder: Path) -> None:
    assert run(MPI / "bin" / "mpicc", "-O2", folder / "asks.c", "-o", folder / "asks")[0] == 0
    assert asked(folder / "asks") == "Isthmus 0\n"
    status, out, err = run(folder / "asks", "more")
    assert (status, out) == (1, "Isthmus 0\n")
    assert "rank 0 has ended without MPI_Finalize, with status 0" in err


def test_exceptions_and_thread_local_data_work_in_a_program_of_its_own(folder: Path) -> None:
    run(MPI / "bin" / "mpicxx", "-g", "-O3", folder / "throws.cpp", "-o", folder / "throws")
    status, out, err = run(folder / "throws")
    assert (status, out) == (1, "caught 42\n")
    assert "MPI_Finalize on rank 0: MPI is not initialized, or finalized already" in err


def test_options_for_usual_programs_do_not_make_it_one(folder: Path) -> None:
    words = ["-fPIE", "-pie", folder / "asks.c", "-o", folder / "asks"]
    assert run(MPI / "bin" / "mpicc", *words)[0] == 0
    assert asked(folder / "asks") == "Isthmus 0\n"
    flags = run("readelf", "-d", folder / "asks")[1]
    assert "PIE" not in flags


def test_the_parts_of_a_program_are_compiled_and_linked_apart(folder: Path) -> None:
    compiler = MPI / "bin" / "mpicc"
    assert run(compiler, "-c", "-x", "c", "-", "-o", folder / "asks.o", given=ASKS) == (0, "", "")
    assert run("ar", "rc", folder / "libasks.a", folder / "asks.o")[0] == 0
    (folder / "rest").write_text(f'"-L{folder}" -lasks -o "{folder}/asks"\n')
    assert run(compiler, f"@{folder}/rest") == (0, "", "")
    assert asked(folder / "asks") == "Isthmus 0\n"


def test_a_response_file_may_say_that_nothing_is_linked(folder: Path) -> None:
    (folder / "words").write_text("-c\nasks.c\n")
    assert run(MPI / "bin" / "mpicc", "@words", folder=folder) == (0, "", "")
    assert (folder / "asks.o").is_file()


def test_a_library_is_linked_as_one(folder: Path) -> None:
    library = folder / "libasks.so"
    assert run(MPI / "bin" / "mpicc", "-shared", folder / "asks.c", "-o", library)[0] == 0
    assert "libmpi_abi.so.1" in run("readelf", "-d", library)[1]
    assert "INTERP" not in run("readelf", "-lW", library)[1]


@pytest.mark.parametrize("option", ["-static", "-static-pie"])
def test_a_static_program_is_refused(folder: Path, option: str) -> None:
    status, out, err = run(MPI / "bin" / "mpicc", option, folder / "asks.c")
    assert (status, out) == (2, "")
    assert err.startswith(f"mpicc: {option}: what many ranks load cannot be linked statically")


def test_another_compiler_is_called(folder: Path) -> None:
    compiler = folder / "compiler"
    compiler.write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    compiler.chmod(0o755)
    (folder.parent / "compiler").symlink_to(compiler)
    option = f"-cc={folder.parent}/compiler"
    out = run(MPI / "bin" / "mpicc", option, "-c", "a b.c", "-DX=it's")[1]
    assert out.startswith("-c|a b.c|-DX=it's|-I")


def test_what_is_shown_is_what_is_run(folder: Path) -> None:
    words = (MPI / "bin" / "mpicc", "-show", folder / "asks.c", "-o", folder / "asks", "-DX='a b'")
    assert run("sh", "-c", run(*words)[1]) == (0, "", "")
    assert asked(folder / "asks") == "Isthmus 0\n"


def test_compilers_have_the_names_of_the_standard_and_of_other_libraries() -> None:
    names = {path.name for path in (MPI / "bin").iterdir()}
    compilers = {"mpic++": "g++", "mpiCC": "g++", "mpif77": "gfortran", "mpif90": "gfortran"}
    compilers |= {"mpicc": "gcc", "mpicxx": "g++", "mpifort": "gfortran"}
    compilers |= {f"{name}_abi": compilers[name] for name in ("mpicc", "mpicxx", "mpifort")}
    assert names == {*compilers, "mpiexec", "mpirun"}
    for name, compiler in compilers.items():
        if shutil.which(compiler) is not None:
            assert run(MPI / "bin" / name, "-showme:command") == (0, f"{compiler}\n", "")


def test_questions_about_the_compiler_are_its_own() -> None:
    assert run(MPI / "bin" / "mpicc", "-dumpmachine") == run("gcc", "-dumpmachine")
    assert run(MPI / "bin" / "mpicc") == run("gcc")


def test_a_question_that_is_unknown_is_refused() -> None:
    assert run(MPI / "bin" / "mpicc", "-showme:all") == (
        2,
        "",
        "mpicc: -showme:all is not known (expected what mpicc -showme:help lists)\n",
    )


def test_the_folder_may_be_moved(folder: Path) -> None:
    moved = folder / "moved"
    shutil.copytree(MPI, moved, symlinks=True)
    (folder / "mpicc").symlink_to(moved / "bin" / "mpicc")
    assert run(folder / "mpicc", "-showme:incdirs")[1] == f"'{moved}/include'\n"
    assert run(folder / "mpicc", folder / "asks.c", "-o", folder / "asks")[0] == 0
    assert "libmpi_abi.so.1" in run("ldd", folder / "asks")[1]
    assert asked(folder / "asks") == "Isthmus 0\n"


BIN = f"{MPI}/bin"


@pytest.mark.parametrize(
    "words",
    [
        [f"-DCMAKE_C_COMPILER={BIN}/mpicc", f"-DCMAKE_CXX_COMPILER={BIN}/mpicxx"],
        [f"-DMPI_C_COMPILER={BIN}/mpicc", f"-DMPI_CXX_COMPILER={BIN}/mpicxx"],
        [f"-DMPI_HOME={MPI}"],
    ],
    ids=["as compilers", "as compilers of MPI", "by their folder"],
)
def test_cmake_finds_the_compilers(tmp_path: Path, words: list[str]) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "asks.c").write_text(ASKS)
    (source / "throws.cpp").write_text(THROWS)
    (source / "part.c").write_text("#include <mpi.h>\nint part(void) { return MPI_Finalize(); }\n")
    (source / "CMakeLists.txt").write_text(PROJECT)
    status, out, err = run("cmake", "-G", "Ninja", "-S", source, "-B", tmp_path / "build", *words)
    assert status == 0, err
    assert "-- version 5.0" in out
    status, out, err = run("cmake", "--build", tmp_path / "build")
    assert status == 0, out + err
    assert asked(tmp_path / "build" / "asks") == "Isthmus 0\n"
    assert run(tmp_path / "build" / "throws")[:2] == (1, "caught 42\n")


def test_every_procedure_of_the_modules_is_in_the_library() -> None:
    library = run("nm", "-D", "--defined-only", MPI / "lib" / "libisthmus_mpifort.so")[1]
    defined = {line.split()[-1] for line in library.splitlines()}
    for module, least in (("mpi", 800), ("mpi_f08", 1100)):
        text = (MPI / "lib" / "modules" / f"{module}.f90").read_text()
        text = re.sub(r"  ABSTRACT INTERFACE.*?  END INTERFACE\n", "", text, flags=re.DOTALL)
        named = set(re.findall(r"^    (?:.*FUNCTION|SUBROUTINE) (\w+)\(", text, flags=re.MULTILINE))
        named |= set(re.findall(r"^  PROCEDURE\(\w+\) :: (\w+)", text, flags=re.MULTILINE))
        assert len(named) > least
        bound = dict(re.findall(r"SUBROUTINE (\w+)\(.*BIND\(C, NAME='(\w+)'\)", text))
        symbols = {bound.get(name, f"{name.lower()}_") for name in named}
        assert symbols - defined == set()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where compilers keep their modules, empty."""
    if shutil.which("gfortran") is None:
        pytest.skip("no gfortran here")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "isthmus" / "mpi-modules"


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize("module", ["mpi", "mpi_f08"])
def test_a_program_of_fortran_uses_modules(folder: Path, module: str) -> None:
    (folder / "asks.f90").write_text(MODULES.format(module=module))
    done = run(MPI / "bin" / "mpifort", folder / "asks.f90", "-o", folder / "asks")
    assert done == (0, "", "")
    status, out, err = run(folder / "asks")
    assert (status, out) == (1, "5.0\n")
    assert "rank 0 has ended without MPI_Finalize, with status 0" in err


def test_modules_are_whole_where_many_compilers_begin_at_once(folder: Path, cache: Path) -> None:
    (folder / "asks.f90").write_text(MODULES.format(module="mpi_f08"))
    begun = [
        subprocess.Popen(
            [MPI / "bin" / "mpifort", "-c", "asks.f90", "-o", f"{number}.o"],
            cwd=folder,
            stderr=subprocess.PIPE,
        )
        for number in range(8)
    ]
    assert [one.communicate(timeout=LIMIT_S)[1] for one in begun] == [b""] * 8
    assert [one.returncode for one in begun] == [0] * 8
    (kept,) = cache.iterdir()
    assert sorted(path.name for path in kept.iterdir()) == ["mpi.mod", "mpi_f08.mod"]


def test_a_cache_that_cannot_be_written_is_named(folder: Path, cache: Path) -> None:
    cache.parent.parent.write_text("a file")
    (folder / "asks.f90").write_text(MODULES.format(module="mpi"))
    assert run(MPI / "bin" / "mpifort", "-c", folder / "asks.f90") == (
        2,
        "",
        f"mpifort: cannot keep modules in {cache} (XDG_CACHE_HOME names another folder)\n",
    )


@pytest.mark.parametrize("name", ["mpicc", "mpifort"])
def test_a_compiler_that_is_not_there_is_named(folder: Path, name: str) -> None:
    words = [MPI / "bin" / name, "-cc=no-such-compiler", "-c", "asks.c"]
    assert run(*words, folder=folder) == (
        2,
        "",
        f"{name}: no-such-compiler: no such compiler (-cc= names another one)\n",
    )


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    "words", [[f"-DCMAKE_Fortran_COMPILER={BIN}/mpifort"], [f"-DMPI_HOME={MPI}"]]
)
def test_cmake_finds_fortran(tmp_path: Path, words: list[str]) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "asks.f90").write_text(MODULES.format(module="mpi"))
    (source / "CMakeLists.txt").write_text(FORTRAN_PROJECT)
    status, out, err = run("cmake", "-G", "Ninja", "-S", source, "-B", tmp_path / "build", *words)
    assert status == 0, err
    assert "-- f90 TRUE f08 TRUE" in out
    status, out, err = run("cmake", "--build", tmp_path / "build")
    assert status == 0, out + err
    assert run(tmp_path / "build" / "asks")[:2] == (1, "5.0\n")
