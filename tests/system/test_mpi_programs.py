"""MPI programs as virtual ranks: what they print is what they print on any number of ranks, however
the job looks and wherever the ranks move meanwhile."""

import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from mpi_programs import EXAMPLES, PROGRAMS, SHAPES, STORM, compile_mpi, mpirun
from support import COMMAND, run

MESH, STEPS = 40, 25
LANGUAGES = ("c", "cpp", "f90")


@pytest.fixture(scope="session")
def stencils(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    built = {}
    for language in LANGUAGES:
        if language == "f90" and shutil.which("gfortran") is None:
            continue
        folder = tmp_path_factory.mktemp(language)
        built[language] = compile_mpi(EXAMPLES / f"stencil.{language}", folder, "-O2", "-Wall")
    return built


@pytest.fixture(scope="session")
def messages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_mpi(PROGRAMS / "messages.c", tmp_path_factory.mktemp("messages"), "-O1", "-Wall")


@pytest.fixture(scope="session")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_mpi(PROGRAMS / "wrong.c", tmp_path_factory.mktemp("wrong"), "-w")


def serial_plate() -> tuple[float, str]:
    """The greatest change of the last step, and the bits of the plate, without any ranks."""
    width = MESH + 2
    old = [[1.0] * width, *([0.0] * width for _ in range(MESH + 1))]
    change = 0.0
    for _ in range(STEPS):
        new = [row[:] for row in old]
        change = 0.0
        for i in range(1, MESH + 1):
            for j in range(1, MESH + 1):
                at = old[i - 1][j] + old[i][j - 1] + old[i][j + 1] + old[i + 1][j]
                new[i][j] = 0.25 * at
                change = max(change, abs(new[i][j] - old[i][j]))
        old = new
    bits = 0
    for i in range(1, MESH + 1):
        for j in range(1, MESH + 1):
            (word,) = struct.unpack("<Q", struct.pack("<d", old[i][j]))
            bits ^= word * (2 * (i * width + j) + 1) % 2**64
    return change, f"{bits:016x}"


def result_of(out: str) -> tuple[float, str]:
    change = re.search(r"greatest change +(\S+)", out)
    bits = re.search(r"bits of the plate ([0-9A-Fa-f]{16})", out)
    assert change is not None, out
    assert bits is not None, out
    return float(change.group(1)), bits.group(1).lower()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stencil_has_the_serial_result(
    stencils: dict[str, Path], language: str, shape: str
) -> None:
    if language not in stencils:
        pytest.skip("no Fortran compiler")
    done = mpirun(6, SHAPES[shape], stencils[language], str(MESH), str(STEPS))
    assert done.status == 0, done.err
    assert result_of(done.out) == serial_plate()


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "one PE"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stencil_has_the_serial_result_while_its_ranks_move(
    stencils: dict[str, Path], language: str, shape: str
) -> None:
    if language not in stencils:
        pytest.skip("no Fortran compiler")
    words = (*STORM, *SHAPES[shape])
    done = mpirun(5, words, stencils[language], str(MESH), str(STEPS))
    assert done.status == 0, done.err
    assert result_of(done.out) == serial_plate()


@pytest.mark.parametrize("ranks", [1, 2, 7])
@pytest.mark.parametrize("shape", SHAPES)
def test_messages_and_collectives_do_what_they_should(
    messages: Path, shape: str, ranks: int
) -> None:
    done = mpirun(ranks, SHAPES[shape], messages)
    assert done.status == 0, done.err
    assert f"{ranks} ranks: all is well" in done.out


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "one PE"])
def test_messages_and_collectives_do_what_they_should_while_ranks_move(
    messages: Path, shape: str, seed: int
) -> None:
    done = mpirun(5, (*STORM, "--move-seed", str(seed), *SHAPES[shape]), messages)
    assert done.status == 0, done.err
    assert "5 ranks: all is well" in done.out


@pytest.fixture(scope="session")
def handed_over(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("handed_over")
    return compile_mpi(PROGRAMS / "handed_over.c", place, "-O1", "-Wall", "-Werror")


@pytest.mark.parametrize("ranks", [2, 5, 70])
@pytest.mark.parametrize("shape", SHAPES)
def test_what_ranks_of_a_pe_hand_over_is_what_they_would_send(
    handed_over: Path, shape: str, ranks: int
) -> None:
    done = mpirun(ranks, SHAPES[shape], handed_over)
    assert done.status == 0, done.err
    assert "all is well" in done.out


@pytest.mark.parametrize("shape", SHAPES)
def test_communicators_of_some_members_are_made_as_often_as_wanted(
    tmp_path: Path, shape: str
) -> None:
    program = compile_mpi(PROGRAMS / "many_made.c", tmp_path, "-O1", "-Wall", "-Werror")
    times = "300000" if shape == "one PE" else "1000"
    done = mpirun(3, SHAPES[shape], program, times)
    assert done.status == 0, done.err
    assert "all is well" in done.out


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "one PE"])
def test_what_is_handed_over_overtakes_nothing_while_ranks_move(
    handed_over: Path, shape: str, seed: int
) -> None:
    done = mpirun(6, (*STORM, "--move-seed", str(seed), *SHAPES[shape]), handed_over)
    assert done.status == 0, done.err
    assert "all is well" in done.out


def test_a_job_of_ranks_in_virtual_time_is_the_same_twice(stencils: dict[str, Path]) -> None:
    words = (*SHAPES["virtual time"], "--seed", "5")
    hashes = set()
    for _ in range(2):
        done = mpirun(24, words, stencils["cpp"], str(MESH), str(STEPS))
        assert done.status == 0, done.err
        hashes.add(re.search(r"trace hash: ([0-9a-f]+)", done.out + done.err).group(1))
    assert len(hashes) == 1


def test_regions_of_openmp_may_call_mpi_while_ranks_move(tmp_path: Path) -> None:
    program = compile_mpi(PROGRAMS / "openmp.c", tmp_path, "-O1", "-fopenmp")
    done = mpirun(4, (*STORM, *SHAPES["PEs of a process"]), program)
    assert done.status == 0, done.err


def test_a_program_gets_all_the_words_behind_its_name(tmp_path: Path) -> None:
    source = tmp_path / "words.c"
    source.write_text(
        "#include <mpi.h>\n#include <stdio.h>\nint main(int n, char** words) {\n"
        '  MPI_Init(&n, &words);\n  for (int i = 1; i < n; ++i) printf("[%s]", words[i]);\n'
        "  MPI_Finalize();\n}\n"
    )
    program = compile_mpi(source, tmp_path)
    done = mpirun(1, (), program, "-n", "3", "--", "--sites", "-5ms", "a b", "")
    assert done.out == "[-n][3][--][--sites][-5ms][a b][]"


OUTCOMES = {
    "deadlock": (1, r"Rank\[0\] waits for rank 0 in MPI_Recv from rank 1, tag 5"),
    "missing receive": (1, r"rank 0 in MPI_Ssend to rank 1, tag 5, which has not received"),
    "mismatched collective": (1, r"the members of a communicator called different operations"),
    "mismatched reduce": (1, r"the members of a communicator called different operations"),
    "mismatched roots": (1, r"the members of a communicator called different operations"),
    "different counts": (1, r"MPI_Allreduce on rank 0: a bad count"),
    "fence and free": (1, r"MPI_Win_f(enc|re)e on rank \d: the members of a communicator called"),
    "call before init": (1, r"MPI_Barrier on rank \d: MPI is not initialized"),
    "call after finalize": (1, r"MPI_Send on rank \d: MPI is finalized"),
    "truncated message": (1, r"MPI_Recv on rank 1: the message is longer than what receives it"),
    "invalid handle": (1, r"MPI_Comm_size on rank \d: no such communicator"),
    "no such rank": (1, r"MPI_Send on rank \d: no rank 9 among 2 \(in MPI_COMM_WORLD\)"),
    "no finalize": (3, r"rank 1 has ended without MPI_Finalize, with status 3"),
    "abort": (7, r"MPI_Abort with 7 on rank 1"),
    "crash": (
        139,
        r"rank 1: Segmentation fault at address 0x8, in write_to_nothing \(for the line",
    ),
    "crash in libc": (139, r"rank 1: Segmentation fault at address 0x8, in copy_to_nothing \("),
    "call of nothing": (139, r"rank 1: Segmentation fault at address 0x0, in main \("),
    "receive to nothing": (139, r"rank 1: Segmentation fault at address 0x8"),
    "no end of recursion": (139, r"rank 1: Segm.* 0x\w+, the end of its stack, in never_return"),
    "free of nothing": (134, r"rank 1: Aborted, in main \("),
    "thread": (0, r"rank \d asked for a thread of its own, which a rank does not have: pthread_"),
    "unsupported": (1, r"MPI_Comm_spawn on rank \d: wdir '/': ranks share the directory of their"),
}


@pytest.mark.parametrize("pes", ["1", "2"])
@pytest.mark.parametrize("how", OUTCOMES)
def test_a_wrong_program_ends_in_a_line_that_says_why(wrong: Path, how: str, pes: str) -> None:
    status, line = OUTCOMES[how]
    done = mpirun(2, ("--pes", pes), wrong, how)
    assert re.search(line, done.err), done.err
    assert done.status == status


def test_a_sum_that_is_to_lie_nowhere_is_the_fault_of_who_wants_it_there(wrong: Path) -> None:
    done = mpirun(2, ("--pes", "1"), wrong, "sum to nothing")
    assert done.status == 139, done.err
    assert "rank 0: Segmentation fault at address 0x8" in done.err


def test_a_rank_that_crashes_ends_the_job_of_processes(wrong: Path) -> None:
    done = mpirun(2, SHAPES["processes"], wrong, "crash")
    assert done.status == 139, done.err
    assert "rank 1: Segmentation fault at address 0x8" in done.err


def test_a_crash_names_the_line_of_the_source(tmp_path: Path) -> None:
    if shutil.which("addr2line") is None:
        pytest.skip("no addr2line")
    program = compile_mpi(PROGRAMS / "wrong.c", tmp_path, "-w", "-g")
    done = mpirun(2, (), program, "crash")
    found = re.search(r"for the line: addr2line -Cfe (\S+) (0x\w+)", done.err)
    assert found is not None, done.err
    said = subprocess.run(
        ["addr2line", "-Cfe", *found.groups()], capture_output=True, text=True, check=True
    ).stdout.split()
    lines = (PROGRAMS / "wrong.c").read_text().splitlines()
    assert said[0] == "write_to_nothing"
    assert "write_to_nothing" in lines[int(said[1].rpartition(":")[2]) - 1]


def test_a_program_that_is_none_is_told_what_to_do(tmp_path: Path) -> None:
    """Of another MPI, a script such as libtool's, a file without leave, a folder, two programs."""
    library = tmp_path / "libmpi.so.40"
    (tmp_path / "other.c").write_text("extern int handle; int main(void) { return handle; }")
    (tmp_path / "library.c").write_text("int handle = 1;")
    for words in (
        ["-shared", "-fPIC", "-Wl,-soname,libmpi.so.40", "library.c", "-o", str(library)],
        ["-fPIE", "-pie", "other.c", str(library), "-o", "other"],
    ):
        subprocess.run(["gcc", *words], cwd=tmp_path, check=True)
    script = tmp_path / "script"
    script.write_text("#!/bin/sh\nexec .libs/script\n")
    script.chmod(0o755)
    (tmp_path / "text").write_text("")
    other = str(tmp_path / "other")
    for words, line in (
        ((other,), f"{other}: it was linked with another MPI (libmpi.so.40) (expected compiled"),
        ((str(script),), f"{script}: a script (expected the program that it starts"),
        ((str(tmp_path / "text"),), "no leave to run it (expected a program; chmod +x)"),
        ((str(tmp_path),), f"{tmp_path}: a folder (expected a program)"),
        ((other, ":", "-n", "1", other), "a job has one program"),
    ):
        done = run(COMMAND, "mpirun", "-n", "2", *words)
        assert done.status == 2
        assert len(done.lines) == 1
        assert line in done.err


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("-n", "2"), "no program (expected one behind the options)"),
        (("true",), "no number of ranks (expected -n N before the program)"),
        (("-n", "0", "true"), "'0' is not a whole number of at least 1"),
        (("-n", "2", "./nowhere"), "./nowhere: no such program"),
        (("-n", "2", "--sitez", "2", "true"), "unknown option '--sitez'"),
        (("-n", "2", "true"), "expected a runnable shared object"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_status_2(words: tuple[str, ...], line: str) -> None:
    done = run(COMMAND, "mpirun", *words)
    assert done.status == 2
    assert len(done.lines) == 1
    assert line in done.err
