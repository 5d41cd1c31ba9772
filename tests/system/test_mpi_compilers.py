"""The compilers of MPI programs: what they make starts by itself, as build systems expect."""

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


def test_a_program_that_is_started_by_itself_says_how_it_is_to_be_started(folder: Path) -> None:
    assert run(MPI / "bin" / "mpicc", "-O2", folder / "asks.c", "-o", folder / "asks")[0] == 0
    assert asked(folder / "asks") == "Isthmus 0\n"
    assert run(folder / "asks", "more") == (
        2,
        "Isthmus 0\n",
        "MPI_Init: this program was started by itself; start it with: "
        f"isthmus mpirun -n 4 {folder}/asks\n",
    )


def test_exceptions_and_thread_local_data_work_in_a_program_of_its_own(folder: Path) -> None:
    run(MPI / "bin" / "mpicxx", "-g", "-O3", folder / "throws.cpp", "-o", folder / "throws")
    status, out, err = run(folder / "throws")
    assert (status, out) == (2, "caught 42\n")
    assert err.startswith("MPI_Finalize: this program was started by itself")


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
    assert run(tmp_path / "build" / "throws")[:2] == (2, "caught 42\n")
