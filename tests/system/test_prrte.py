"""PRRTE starts jobs: `prterun` of another release of PMIx than the one that the programs have.

It comes from the package index, in the wheel of Open MPI 5 (python/requirements-prrte.lock), into a
folder of its own.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from managers import why_no_pmix
from mpi_programs import EXAMPLES, HOST, compile_mpi
from support import (
    JACOBI2D,
    MISBEHAVE,
    REPOSITORY,
    Done,
    cpu_ticks,
    expect_ended,
    finish,
    start,
    wait_until,
)

pytestmark = pytest.mark.skipif(bool(why_no_pmix()), reason=why_no_pmix())

LOCK = REPOSITORY / "python" / "requirements-prrte.lock"
INSTALL_S = 100.0
SMALL = ("--", "--mesh", "48", "--objects", "4", "--steps", "20", "--no-probe", "--check")
ENDLESS = ("--", "--mesh", "256", "--objects", "8", "--steps", "2000000000", "--no-probe")


@pytest.fixture(scope="module")
def prterun() -> str:
    """The program."""
    folder = REPOSITORY / "build" / "prrte"
    whole = folder / ".installed"
    if not whole.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        pip = (str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check")
        words = (*pip, "install", "--quiet", "--retries", "1", "--timeout", "10", "--no-deps")
        words = (*words, "--require-hashes", "-r", str(LOCK))
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=INSTALL_S)
        except subprocess.TimeoutExpired:
            pytest.skip(f"PRRTE cannot be installed: pip takes longer than {INSTALL_S:g} s")
        if done.returncode != 0:
            why = done.stderr.strip().splitlines()[-1:] or ["pip says nothing"]
            pytest.skip(f"PRRTE cannot be installed: {why[0]}")
        whole.touch()
    return str(folder / "bin" / "prterun")


def started(prterun: str, count: int, *words: str) -> "subprocess.Popen[str]":
    """So many processes, with more of them than there are cores."""
    return start(
        *(prterun, "--allow-run-as-root", "--map-by", ":OVERSUBSCRIBE", "--bind-to", "none"),
        *("-n", str(count), *words),
    )


def own_lines(done: Done) -> list[str]:
    """Without what prterun says."""
    return [line for line in done.lines if line.startswith("isthmus: ")]


@pytest.mark.parametrize("count", [1, 2, 4])
def test_prterun_starts_one_job_of_all_its_processes(
    prterun: str, tmp_path: Path, count: int
) -> None:
    report = tmp_path / "report.json"
    done = finish(started(prterun, count, JACOBI2D, "--report", str(report), *SMALL))
    assert done.status == 0, done.err
    assert done.out.count("equal to the serial reference, bit for bit") == 1, done.out
    assert json.loads(report.read_text())["process_count"] == count


def test_sites_are_emulated_under_prterun(prterun: str) -> None:
    job = ("--sites", "2", "--pes", "2", "--latency", "1ms")
    done = finish(started(prterun, 4, JACOBI2D, *job, *SMALL))
    assert done.status == 0, done.err
    assert "on 4 PEs at 2 sites" in done.out


def test_prterun_starts_ranks_of_mpi(prterun: str, tmp_path: Path) -> None:
    program = compile_mpi(EXAMPLES / "stencil.c", tmp_path, "-O1")
    done = finish(started(prterun, 2, HOST, "--", "--ranks", "6", "--", str(program), "24", "5"))
    assert done.status == 0, done.err
    assert "6 ranks, " in done.out, done.out
    assert "bits of the plate" in done.out


def test_a_mismatch_is_one_line_and_status_2(prterun: str) -> None:
    done = finish(started(prterun, 3, JACOBI2D, "--processes", "2", *SMALL))
    assert done.status == 2, done.err
    (line,) = own_lines(done)
    assert "1 site of 2 processes, and the manager started 3 processes" in line


def test_a_fault_of_the_program_is_told_once(prterun: str) -> None:
    done = finish(started(prterun, 3, MISBEHAVE, "--", "entry"))
    assert done.status == 1, done.err
    (line,) = own_lines(done)
    assert "no ink for page 12" in line


def ranks_below(launcher: int) -> list[int]:
    """The job's processes, which this prterun has started."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if not entry.name.isdigit() or (entry / "exe").readlink() != Path(JACOBI2D):
                continue
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == launcher:
            found.append(int(entry.name))
    return sorted(found)


def test_a_killed_process_ends_the_job(prterun: str) -> None:
    launcher = started(prterun, 3, JACOBI2D, *ENDLESS)

    def are_busy() -> bool:
        assert launcher.poll() is None, launcher.communicate()
        ranks = ranks_below(launcher.pid)
        return len(ranks) == 3 and all(cpu_ticks(pid) > 10 for pid in ranks)

    wait_until(are_busy, "busy processes")
    ranks = ranks_below(launcher.pid)
    os.kill(ranks[1], signal.SIGKILL)
    done = finish(launcher, 40)
    assert done.status != 0
    expect_ended(ranks, 15)
