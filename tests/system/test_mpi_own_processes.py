"""Ranks that are processes of their own: `isthmus mpirun --ranks process`, and programs that are
started by themselves."""

import re
import shutil
from pathlib import Path

import pytest
from mpi_programs import EXAMPLES, PROGRAMS, compile_mpi, mpirun
from support import BUILD, COMMAND, run
from test_mpi_programs import MESH, STEPS, result_of, serial_plate

PROCESSES = ("--ranks", "process")
TWO_SITES = (*PROCESSES, "--sites", "2", "--latency", "1ms")


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A usual program, with threads and static thread-local data, which is no image."""
    source = PROGRAMS / "own_process.c"
    into = tmp_path_factory.mktemp("own_process") / "own_process"
    library = BUILD / "mpi" / "lib"
    words = ("-pie", "-fPIE", "-Wall", "-I", str(BUILD / "mpi" / "include"), str(source))
    links = ("-o", str(into), f"-L{library}", "-lmpi_abi", f"-Wl,-rpath,{library}", "-pthread")
    done = run("cc", *words, *links)
    assert done.status == 0, done.err
    return into


@pytest.mark.parametrize(("ranks", "words"), [(1, PROCESSES), (3, PROCESSES), (4, TWO_SITES)])
def test_what_images_refuse_runs_in_processes(
    program: Path, ranks: int, words: tuple[str, ...]
) -> None:
    done = mpirun(ranks, words, program)
    assert done.status == 0, done.err
    assert f"{ranks} ranks: all is well" in done.out


@pytest.fixture(scope="session")
def threads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    into = tmp_path_factory.mktemp("threads")
    return compile_mpi(PROGRAMS / "threads.c", into, "-O1", "-Wall", "-pthread")


@pytest.mark.parametrize(("ranks", "words"), [(1, PROCESSES), (3, PROCESSES), (4, TWO_SITES)])
def test_threads_call_mpi_at_once(threads: Path, ranks: int, words: tuple[str, ...]) -> None:
    done = mpirun(ranks, words, threads)
    assert done.status == 0, done.err
    assert "all is well" in done.out


def test_a_job_stands_still_when_no_thread_is_left_that_could_call(threads: Path) -> None:
    done = mpirun(2, (*PROCESSES, "--tune", "stall-after=200ms"), threads, "sleep")
    assert done.status == 0, done.err
    done = mpirun(2, PROCESSES, threads, "wait")
    assert done.status == 1
    assert re.search(r"rank 0 in MPI_Recv from rank 0, tag 79", done.err), done.err


def test_a_program_that_is_started_by_itself_is_a_rank(program: Path) -> None:
    done = run(str(program))
    assert (done.status, done.out, done.err) == (0, "1 ranks: all is well\n", "")


def test_images_are_refused_in_a_line_that_names_processes(program: Path) -> None:
    done = mpirun(2, (), program)
    assert done.status == 2
    assert "isthmus mpirun --ranks process" in done.err


OUTCOMES = {
    "status": (6, ""),
    "abort": (7, r"MPI_Abort with 7 on rank 1"),
    "compute": (7, r"MPI_Abort with 7 on rank 1"),
    "exit": (3, r"rank 1 has ended without MPI_Finalize, with status 3"),
    "crash": (139, r"rank 1, pid \d+, site site0: was killed by SIGSEGV"),
    "wait": (1, r"rank 0 in MPI_Recv from rank 0, tag 5"),
}


@pytest.mark.parametrize("how", OUTCOMES)
def test_a_process_ends_as_an_image_does(program: Path, how: str) -> None:
    status, line = OUTCOMES[how]
    done = mpirun(2, PROCESSES, program, how)
    assert re.search(line, done.err), done.err
    assert done.status == status, done.err


def test_a_program_that_could_be_an_image_has_its_result(tmp_path: Path) -> None:
    stencil = compile_mpi(EXAMPLES / "stencil.cpp", tmp_path, "-O2")
    done = mpirun(4, TWO_SITES, stencil, str(MESH), str(STEPS))
    assert done.status == 0, done.err
    assert result_of(done.out) == serial_plate()


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--sites", "2"), "-n 3: 2 sites of equally many processes (expected a multiple)"),
        (("--pes", "2"), "--pes 2: each rank is a process (expected 3, or none)"),
        (("--backend", "sim"), "--backend sim: ranks that are processes (expected --ranks virtual"),
        (("--balancer", "auto"), "--balancer: not of processes (expected --ranks virtual)"),
        (("--move-every", "1"), "--move-every: processes do not move (expected --ranks virtual)"),
    ],
)
def test_what_processes_cannot_do_is_one_line(words: tuple[str, ...], line: str) -> None:
    done = run(COMMAND, "mpirun", "-n", "3", *PROCESSES, *words, shutil.which("true") or "true")
    assert done.status == 2
    assert len(done.lines) == 1
    assert line in done.err
