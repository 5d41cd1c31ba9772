"""MPI ranks come together at points: they are balanced there, kept, begun again in other shapes,
and outlive processes that are killed. And they say what keeps them where they are."""

import os
import random
import re
import shutil
import signal
from pathlib import Path

import pytest
from mpi_programs import PROGRAMS, SHAPES, STORM, compile_mpi, mpirun
from support import COMMAND, SEEDS, Done, children_of, finish, start, wait_until

RANKS, STEPS = 6, 12
KEPT_BITS = re.compile(r"bits [0-9a-f]{16} [0-9a-f]{16}")
FOUR = ("--backend", "processes", "--pes", "4", "--processes", "4")


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_mpi(PROGRAMS / "points_kept.c", tmp_path_factory.mktemp("kept"), "-O1", "-Wall")


def keeping(folder: Path, *points: str) -> tuple[str, ...]:
    where = points or ("--sync-at", "MPI_Barrier:3")
    return ("--checkpoint", "always", "--checkpoint-dir", str(folder), "--keep", "1000", *where)


def bits_of(done: Done) -> str:
    assert done.status == 0, done.err
    bits = KEPT_BITS.search(done.out)
    assert bits is not None, done.out
    assert "all is well" in done.out
    return bits.group()


@pytest.fixture(scope="session")
def bits(kept: Path) -> str:
    return bits_of(mpirun(RANKS, (), kept, str(STEPS)))


@pytest.mark.parametrize("before", ["PEs of a process", "processes"])
def test_a_job_goes_on_from_a_checkpoint_in_other_shapes(
    kept: Path, bits: str, before: str, tmp_path: Path
) -> None:
    done = mpirun(RANKS, (*SHAPES[before], *keeping(tmp_path)), kept, str(STEPS))
    assert bits_of(done) == bits
    assert (tmp_path / "checkpoint-4" / "index").exists()
    for number, shape in ((2, "one PE"), (3, "processes")):
        restart = ("--restart", str(tmp_path / f"checkpoint-{number}"))
        done = mpirun(RANKS, (*SHAPES[shape], *restart), kept, str(STEPS))
        assert bits_of(done) == bits
        assert f"goes on from checkpoint {number}" in done.err
        assert "begins" not in done.out


@pytest.mark.parametrize("partly", [(), ("partly",)])
def test_operations_that_are_under_way_go_on_in_another_shape(
    partly: tuple[str, ...], tmp_path: Path
) -> None:
    """Partly begun ones go by sites where there are some, and are kept there alone."""
    program = compile_mpi(PROGRAMS / "points_under_way.c", tmp_path, "-O1", "-Wall")
    folder = tmp_path / "kept"
    where = keeping(folder, "--sync-at", "MPI_Barrier")
    done = mpirun(4, ("--sites", "2", "--pes", "2", *where), program, *partly)
    assert (done.status, done.out) == (0, "all is well\n"), done.err
    for shape in SHAPES["one PE"], ("--pes", "3"), SHAPES["processes"]:
        restart = ("--restart", str(folder / "checkpoint-3"))
        done = mpirun(4, (*shape, *restart), program, *partly)
        assert (done.status, done.out) == (0, "all is well\n"), done.err


@pytest.mark.parametrize("before", ["one PE", "PEs of a process"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_operations_of_two_ranks_that_one_has_begun_are_kept(
    before: str, seed: int, tmp_path: Path
) -> None:
    """Of any kind, wherever both are: they tell each other what they have to say."""
    program = compile_mpi(PROGRAMS / "points_pairs.c", tmp_path, "-O1", "-Wall")
    folder = tmp_path / "kept"
    words = ("4", str(seed))
    where = keeping(folder, "--sync-at", "MPI_Barrier")
    done = mpirun(4, (*SHAPES[before], *where), program, *words)
    assert (done.status, done.out) == (0, "all is well\n"), done.err
    for number, shape in (1, SHAPES["PEs of a process"]), (3, ("--pes", "3")):
        restart = ("--restart", str(folder / f"checkpoint-{number}"))
        done = mpirun(4, (*shape, *restart), program, *words)
        assert (done.status, done.out) == (0, "all is well\n"), done.err


@pytest.mark.parametrize("seed", range(SEEDS))
def test_processes_are_lost_in_virtual_time(
    kept: Path, bits: str, seed: int, tmp_path: Path
) -> None:
    """One of them is that of the main program. Without losses the job takes 0.3 s."""
    chance = random.Random(seed)
    lost = [0, chance.randrange(1, 4)]
    chance.shuffle(lost)
    times_ms = (chance.randint(20, 140), chance.randint(160, 280))
    faults = [
        word
        for process, at_ms in zip(lost, times_ms, strict=True)
        for word in ("--fault", f"crash process={process} at={at_ms}ms")
    ]
    words = ("--backend", "sim", "--sites", "2", "--pes", "2", "--processes", "2")
    words += ("--latency", "2ms", "--costs", "charged", "--verify", "--on-loss", "go-on")
    done = mpirun(RANKS, (*words, *keeping(tmp_path), *faults), kept, str(STEPS), "5000")
    assert bits_of(done) == bits
    for process in lost:
        assert f"process {process} of site" in done.err


def test_a_job_without_a_word_is_kept_where_all_ranks_are(kept: Path, tmp_path: Path) -> None:
    words = (*SHAPES["PEs of a process"], *keeping(tmp_path, "--sync-every", "20ms"))
    done = mpirun(RANKS, words, kept, "60", "5000")
    expected = bits_of(done)
    kept_ones = len(list(tmp_path.glob("checkpoint-*/index")))
    assert kept_ones > 1
    restart = ("--restart", str(tmp_path / f"checkpoint-{kept_ones // 2 + 1}"))
    done = mpirun(RANKS, (*SHAPES["one PE"], *restart, "--sync-every", "10ms"), kept, "60", "5000")
    assert bits_of(done) == expected


@pytest.mark.parametrize("rank", [0, 2])
def test_a_process_is_killed(kept: Path, rank: int, tmp_path: Path) -> None:
    expected = bits_of(mpirun(RANKS, (), kept, "100"))
    words = (*FOUR, *keeping(tmp_path, "--sync-at", "MPI_Barrier:5"), "--on-loss", "go-on")
    job = start(COMMAND, "mpirun", "-n", str(RANKS), *words, str(kept), "100", "10000")
    wait_until(lambda: (tmp_path / "checkpoint-3" / "index").exists(), "a checkpoint")
    os.kill(children_of(job.pid)[rank], signal.SIGKILL)
    done = finish(job)
    assert f"goes on without process {rank} as epoch 1" in done.err
    assert bits_of(done) == expected


def test_a_process_joins(kept: Path, tmp_path: Path) -> None:
    name = f"points-{os.getpid()}"
    expected = bits_of(mpirun(RANKS, (), kept, "150"))
    words = (*FOUR, *keeping(tmp_path, "--sync-at", "MPI_Barrier:5"), "--on-loss", "go-on")
    begun = ("--begin-with", "3", "--name", name)
    job = start(COMMAND, "mpirun", "-n", str(RANKS), *words, *begun, str(kept), "150", "20000")
    wait_until(lambda: (tmp_path / "checkpoint-1" / "index").exists(), "a checkpoint")
    joined = start(COMMAND, "join", name)
    done = finish(job)
    assert finish(joined).status == 0
    assert "6 objects, now on 4 PEs" in done.err
    assert bits_of(done) == expected


@pytest.mark.parametrize("seed", range(SEEDS))
def test_ranks_that_move_at_each_call_are_kept(
    kept: Path, bits: str, seed: int, tmp_path: Path
) -> None:
    storm = (*SHAPES["processes"], *STORM, "--move-seed", str(seed))
    assert bits_of(mpirun(RANKS, (*storm, *keeping(tmp_path)), kept, str(STEPS))) == bits
    restart = (*storm, "--restart", str(tmp_path / "checkpoint-2"))
    assert bits_of(mpirun(RANKS, restart, kept, str(STEPS))) == bits


def test_what_is_not_the_same_is_refused_in_a_line(kept: Path, tmp_path: Path) -> None:
    program = tmp_path / "program"
    shutil.copy(kept, program)
    folder = tmp_path / "checkpoints"
    assert mpirun(RANKS, keeping(folder), program, str(STEPS)).status == 0
    restart = ("--restart", str(folder))

    def refused(ranks: int, *words: str) -> str:
        done = mpirun(ranks, restart, program, *words)
        assert done.status == 2, done
        errors = [line for line in done.lines if "error" in line]
        assert len(errors) == 1, done.err
        return errors[0]

    assert "6 ranks of" in refused(RANKS + 1, str(STEPS))
    assert f"{program} {STEPS}" in refused(RANKS, str(STEPS + 1))
    shutil.copy(compile_mpi(PROGRAMS / "points_kept.c", tmp_path, "-O0"), program)
    assert "the program or a library is another one" in refused(RANKS, str(STEPS))


@pytest.mark.parametrize("how", ["MPI_Barrier", "MPIX"])
def test_ranks_are_balanced_at_a_point(how: str, tmp_path: Path) -> None:
    program = compile_mpi(PROGRAMS / "points_uneven.c", tmp_path, "-O1", "-Wall")
    words = ("--backend", "sim", "--costs", "charged", "--pes", "2", "--balancer", "greedy")
    at = ("--sync-at", "MPI_Barrier:1") if how == "MPI_Barrier" else ()
    done = mpirun(8, (*words, *at), program, *(("MPIX",) if how == "MPIX" else ()))
    assert done.status == 0, done.err
    times = re.search(r"before (\S+), behind (\S+)", done.out)
    assert times is not None, done.out
    # From nearly all of the work on one of two PEs to half of it on each.
    assert float(times.group(2)) < 0.8 * float(times.group(1)), done.out


def test_ranks_say_what_pins_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_mpi(PROGRAMS / "points_pinned.c", tmp_path, "-O1", "-Wall", "-pthread")
    monkeypatch.chdir(tmp_path)
    done = mpirun(5, (*SHAPES["processes"], "--why-pinned"), program)
    assert done.status == 0, done.err
    assert "pinned: rank 0: an open file: points_pinned.out\n" in done.err
    assert "pinned: rank 1: pthread_create, which it has called and was refused\n" in done.err
    assert "pinned: rank 2: memory that it has mapped by itself\n" in done.err
    assert done.err.count("pinned: rank") == 3
    done = mpirun(5, keeping(tmp_path, "--sync-at", "MPI_Barrier"), program)
    assert done.status != 0
    assert "Rank[0] has to stay as it is for an open file: points_pinned.out" in done.err


def test_a_wrong_point_is_refused_in_a_line(kept: Path) -> None:
    for word in ("MPI_Send", "MPI_Barrier:0", "MPI_Barrier:x", "MPI_Ibarrier:3"):
        done = mpirun(2, ("--sync-at", word), kept, "1")
        assert done.status == 2
        assert word in done.err
        assert len(done.lines) == 1, done.err
