"""Ranks that start others, and ranks that have a socket between them: what both sides see of each
other, however the job looks and wherever the ranks move meanwhile."""

import re
import shutil
import socket
from pathlib import Path

import pytest
from mpi_programs import EXAMPLES, PROGRAMS, SHAPES, STORM, compile_mpi, mpirun
from support import COMMAND, end_all, finish, run, start, wait_until

RANKS = {"one PE": 1, "PEs of a process": 4, "processes": 3, "virtual time": 2}
# What is tried, and how many are started for "many".
MODES: dict[str, tuple[str, ...]] = {
    "plain": (),
    "nested": ("2",),
    "ports": (),
    "info": (),
    "wrong": (),
    "many": ("10",),
}
SOURCES = ("spawn_worlds.c", "spawn_lives.c", "spawn_join.c", "spawn_fortran.f90")
# The second program of a call of MPI_Comm_spawn_multiple, in another language.
OTHER = """\
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "CHECK"

int main(int argc, char** argv) {
  begin(&argc, &argv);
  const std::vector<std::string> words(argv + 1, argv + argc);
  MPI_Comm parent;
  MPI_Comm_get_parent(&parent);
  CHECK(parent != MPI_COMM_NULL);
  try {
    if (words != std::vector<std::string>{"blue"}) throw std::runtime_error("other words");
  } catch (const std::exception& wrong) {
    std::cerr << wrong.what() << '\\n';
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  int* application = nullptr;
  int is_set = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &application, &is_set);
  CHECK(is_set != 0 && *application == 1);
  CHECK(size_ == 3 && rank_ > 0);
  int sum = 0;
  MPI_Allreduce(application, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == 2);
  int size = 0;
  MPI_Comm_remote_size(parent, &size);
  for (int i = 0; i < size; ++i) {
    MPI_Gather(application, 1, MPI_INT, nullptr, 0, MPI_INT, i, parent);
  }
  MPI_Comm_disconnect(&parent);
  MPI_Finalize();
}
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    place = tmp_path_factory.mktemp("spawn")
    other = place / "spawn_other.cpp"
    other.write_text(OTHER.replace("CHECK", str(PROGRAMS / "check.h"), 1))
    sources = [other, *(PROGRAMS / source for source in SOURCES)]
    return {
        source.stem: compile_mpi(source, place, "-O1", "-Wall")
        for source in sources
        if source.suffix != ".f90" or shutil.which("gfortran") is not None
    }


def check(programs: dict[str, Path], name: str, shape: str, *words: str, moves: bool) -> None:
    before = (*STORM, *SHAPES[shape]) if moves else SHAPES[shape]
    done = mpirun(RANKS[shape], before, programs[name], *words)
    assert done.status == 0, done.err
    assert "all is well" in done.out


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("shape", SHAPES)
def test_both_sides_see_each_other(programs: dict[str, Path], mode: str, shape: str) -> None:
    check(programs, "spawn_worlds", shape, mode, *MODES[mode], moves=False)


@pytest.mark.parametrize("mode", ["plain", "nested", "ports"])
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "one PE"])
def test_both_sides_see_each_other_while_all_move(
    programs: dict[str, Path], mode: str, shape: str
) -> None:
    check(programs, "spawn_worlds", shape, mode, *MODES[mode], moves=True)


@pytest.mark.parametrize("shape", SHAPES)
def test_two_programs_are_one_world(programs: dict[str, Path], shape: str) -> None:
    other = str(programs["spawn_other"])
    check(programs, "spawn_worlds", shape, "several", other, moves=False)
    if shape != "one PE":
        check(programs, "spawn_worlds", shape, "several", other, moves=True)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_fortran_program_starts_itself(programs: dict[str, Path], shape: str) -> None:
    if "spawn_fortran" not in programs:
        pytest.skip("no Fortran compiler")
    check(programs, "spawn_fortran", shape, moves=False)


def test_a_hundred_are_started_one_after_the_other(programs: dict[str, Path]) -> None:
    check(programs, "spawn_worlds", "one PE", "many", "100", moves=False)


def test_a_balancer_moves_ranks_that_others_have_started(programs: dict[str, Path]) -> None:
    words = (*SHAPES["PEs of a process"], "--balancer", "rotate", "--balance-every", "2ms")
    done = mpirun(4, words, programs["spawn_worlds"], "many", "5")
    assert done.status == 0, done.err
    assert "all is well" in done.out


@pytest.mark.parametrize("shape", ["PEs of a process", "processes", "virtual time"])
@pytest.mark.parametrize("how", ["pair", "tcp"])
def test_a_socket_makes_a_communicator(programs: dict[str, Path], how: str, shape: str) -> None:
    if (how, shape) == ("pair", "processes"):
        pytest.skip("ranks of two processes have no pair of sockets")
    done = mpirun(2, SHAPES[shape], programs["spawn_join"], how)
    assert done.status == 0, done.err
    assert "all is well" in done.out


@pytest.mark.parametrize("ranks", [(2, 5), (5, 2), (3, 3)])
@pytest.mark.parametrize("shape", ["one PE", "processes", "virtual time", "a rank a process"])
def test_ranks_of_two_jobs_get_no_communicator(
    programs: dict[str, Path], tmp_path: Path, shape: str, ranks: tuple[int, int]
) -> None:
    before = SHAPES.get(shape, ("--ranks", "process"))
    meeting = tmp_path / "meeting"
    words = (*before, str(programs["spawn_join"]), "abroad", str(meeting))
    jobs = [start(COMMAND, "mpirun", "-n", str(ranks[0]), *words)]
    try:
        # In virtual time nobody waits for another job by sleeping.
        wait_until(meeting.exists, "the first job listens")
        jobs.append(start(COMMAND, "mpirun", "-n", str(ranks[1]), *words, "later"))
        for job in reversed(jobs):
            done = finish(job)
            assert done.status == 0, done.err
            assert "all is well" in done.out
    finally:
        end_all(jobs)


@pytest.mark.parametrize("shape", ["one PE", "processes", "virtual time"])
def test_a_join_does_not_wait_for_ever(
    programs: dict[str, Path], tmp_path: Path, shape: str
) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "silent"))
        silent.listen(4)
        words = ("--join-patience", "300ms", *SHAPES[shape])
        done = mpirun(1, words, programs["spawn_join"], "silent", str(tmp_path / "silent"))
    assert done.status == 1
    said = (
        r"MPI_Comm_join on rank 0: descriptor \d+: nothing has come from its other end for 0\.3 s"
    )
    assert re.search(said, done.err), done.err


def test_a_wrong_patience_is_refused_in_a_line() -> None:
    done = run(COMMAND, "mpirun", "-n", "1", "--join-patience", "long", "true")
    assert (done.status, len(done.lines)) == (2, 1)
    assert "--join-patience" in done.err


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("what", ["again", "sockets", "ports"])
def test_a_rank_that_ends_leaves_nothing(programs: dict[str, Path], what: str, shape: str) -> None:
    done = mpirun(RANKS[shape] + 1, SHAPES[shape], programs["spawn_lives"], what)
    assert done.status == 0, done.err
    assert "all is well" in done.out


def test_slots_are_used_again_while_all_move(programs: dict[str, Path]) -> None:
    for shape in ("PEs of a process", "processes", "virtual time"):
        check(programs, "spawn_lives", shape, "again", moves=True)


@pytest.mark.parametrize("shape", SHAPES)
def test_where_one_cannot_begin_none_does(programs: dict[str, Path], shape: str) -> None:
    # There are addresses for two ranks more in each process, of four.
    gigabytes = 4 * (RANKS[shape] + 2) + 2
    limit = ("prlimit", f"--as={gigabytes << 30}", COMMAND, "mpirun", "-n", str(RANKS[shape]))
    done = run(*limit, *SHAPES[shape], str(programs["spawn_lives"]), "limit")
    assert done.status == 0, done.err
    assert "all is well" in done.out


def test_a_rank_stays_where_its_program_is(programs: dict[str, Path], tmp_path: Path) -> None:
    copied = shutil.copy(programs["spawn_lives"], tmp_path / "copied")
    words = (*STORM, "--why-pinned", *SHAPES["processes"])
    done = mpirun(3, words, programs["spawn_lives"], "gone", str(copied))
    assert done.status == 0, done.err
    assert "all is well" in done.out
    reason = rf"process \d, where it cannot go on: {copied}: .*No such file or directory"
    assert re.search(rf"pinned: ranks? [34](-4)?: {reason}", done.err), done.err


def test_processes_join_by_a_socket_and_start_no_others(programs: dict[str, Path]) -> None:
    words = ("--ranks", "process")
    done = mpirun(2, words, programs["spawn_join"], "tcp")
    assert done.status == 0, done.err
    assert "all is well" in done.out
    done = mpirun(2, words, programs["spawn_worlds"], "plain")
    assert done.status == 1
    assert re.search(r"MPI_Comm_spawn on rank \d: ranks that are processes of their own", done.err)


OUTCOMES = {
    "abort": (5, r"MPI_Abort with 5 on rank \d+"),
    "silent": (1, r"rank \d+ has ended without MPI_Finalize, with status 0"),
    "status": (6, ""),
    "deadlock": (1, r"waits for rank \d+ in MPI_Recv from rank 0, tag 8"),
}


@pytest.mark.parametrize("how", OUTCOMES)
@pytest.mark.parametrize("shape", ["PEs of a process", "processes"])
def test_the_end_of_a_started_rank_is_the_jobs(
    programs: dict[str, Path], how: str, shape: str
) -> None:
    status, line = OUTCOMES[how]
    done = mpirun(2, SHAPES[shape], programs["spawn_worlds"], how)
    assert done.status == status, done.err
    assert re.search(line, done.err), done.err


def test_a_wrong_command_is_the_end_of_who_handles_no_errors(tmp_path: Path) -> None:
    source = tmp_path / "wrong.c"
    source.write_text(
        "#include <mpi.h>\nint main(int n, char** words) {\n  MPI_Comm inter;\n"
        "  MPI_Init(&n, &words);\n"
        "  MPI_Comm_spawn(words[1], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter,\n"
        "                 MPI_ERRCODES_IGNORE);\n  MPI_Finalize();\n}\n"
    )
    program = compile_mpi(source, tmp_path)
    for command, why in (
        ("./nowhere", "./nowhere: no such program"),
        ("/bin/true", "runnable shared object"),
        (str(EXAMPLES), "a folder"),
    ):
        done = mpirun(2, (), program, command)
        assert done.status == 1
        assert re.search(r"MPI_Comm_spawn on rank [01]: .*" + re.escape(why), done.err), done.err


def test_jobs_with_checkpoints_refuse_to_start_others(
    programs: dict[str, Path], tmp_path: Path
) -> None:
    words = ("mpirun", "-n", "2", "--pes", "2", "--checkpoint", "10s", "--checkpoint-dir")
    done = run(COMMAND, *words, str(tmp_path / "kept"), str(programs["spawn_worlds"]), "plain")
    assert done.status == 1
    assert re.search(r"MPI_Comm_spawn on rank \d: in a job that takes checkpoints", done.err)


def test_virtual_time_is_the_same_twice(programs: dict[str, Path]) -> None:
    hashes = set()
    for _ in range(2):
        words = (*SHAPES["virtual time"], "--seed", "3")
        done = mpirun(4, words, programs["spawn_worlds"], "nested", "1")
        assert done.status == 0, done.err
        hashes.add(re.search(r"trace hash: ([0-9a-f]+)", done.out + done.err).group(1))
    assert len(hashes) == 1
