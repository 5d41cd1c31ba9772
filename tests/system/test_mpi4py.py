"""Python programs with mpi4py, each rank a process; a part of mpi4py's own tests.

mpi4py comes from the package index, and is built once (tools/mpi4py_suite.py)."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from mpi_programs import EXAMPLES
from support import BUILD, COMMAND, REPOSITORY, run

SUITE = REPOSITORY / "tools" / "mpi4py_suite.py"
PYTHON = REPOSITORY / "build" / "mpi4py" / "venv" / "bin" / "python"
BUILDING_S = 900.0
CANNOT_BE_HAD = 77
POINTS, STEPS = 240, 40


@pytest.fixture(scope="module")
def python() -> Path:
    """One that has mpi4py."""
    words = [sys.executable, str(SUITE), "--build", str(BUILD), "--prepare"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=BUILDING_S, check=False)
    if done.returncode == CANNOT_BE_HAD:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    return PYTHON


@pytest.mark.usefixtures("python")
def test_a_part_of_the_tests_of_mpi4py_passes() -> None:
    words = [sys.executable, str(SUITE), "--build", str(BUILD), "--short", "--ranks", "3"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=BUILDING_S, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"mpi4py-suite: [1-9]\d\d+ tests", done.stdout), done.stdout


def heat_of(ring: list[float], steps: int) -> str:
    for _ in range(steps):
        ring = [
            0.25 * ring[i - 1] + 0.5 * ring[i] + 0.25 * ring[(i + 1) % len(ring)]
            for i in range(len(ring))
        ]
    steepest = max(abs(ring[i] - ring[i - 1]) for i in range(len(ring)))
    return f"heat {sum(ring):.9f}, steepest {steepest:.9f}\n"


@pytest.mark.parametrize(
    ("ranks", "words"), [(1, ()), (3, ()), (4, ("--sites", "2", "--latency", "1ms"))]
)
def test_a_program_in_python_has_the_serial_result(
    python: Path, ranks: int, words: tuple[str, ...]
) -> None:
    program = (str(python), str(EXAMPLES / "heat.py"), str(POINTS), str(STEPS))
    done = run(COMMAND, "mpirun", "-n", str(ranks), "--ranks", "process", *words, *program)
    assert done.status == 0, done.err
    assert done.out == heat_of([float(i % 97) for i in range(POINTS)], STEPS)


def test_an_exception_of_a_rank_ends_the_job(python: Path) -> None:
    text = "from mpi4py import MPI\nassert MPI.COMM_WORLD.rank != 1\nMPI.COMM_WORLD.Barrier()\n"
    words = ("mpirun", "-n", "2", "--ranks", "process", str(python), "-m", "mpi4py", "-c", text)
    done = run(COMMAND, *words)
    assert done.status == 1
    assert "AssertionError" in done.err
    assert "MPI_Abort with 1 on rank 1" in done.err
