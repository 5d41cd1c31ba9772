"""A real Slurm on this one machine starts jobs: srun --mpi=pmix, over two nodes."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from managers import Slurm, running_slurm, why_no_slurm
from mpi_programs import EXAMPLES, HOST, compile_mpi
from support import (
    BUILD,
    JACOBI2D,
    MISBEHAVE,
    REPOSITORY,
    Done,
    cpu_ticks,
    expect_ended,
    finish,
    free_port,
    start,
    wait_until,
)

pytestmark = pytest.mark.skipif(bool(why_no_slurm()), reason=why_no_slurm())

SMALL = ("--", "--mesh", "48", "--objects", "4", "--steps", "20", "--no-probe", "--check")
ENDLESS = ("--", "--mesh", "256", "--objects", "8", "--steps", "2000000000", "--no-probe")
PMIX = ("srun", "--mpi=pmix")
KEY = "correct horse battery staple"


@pytest.fixture(scope="module")
def slurm() -> Iterator[Slurm]:
    with running_slurm() as started:
        yield started


def srun(slurm: Slurm, *words: str, key: str = "") -> "subprocess.Popen[str]":
    return start(*words, key=key, variables=slurm.environment)


def own_lines(done: Done) -> list[str]:
    """Without what srun says."""
    return [line for line in done.lines if line.startswith("isthmus: ")]


def expect_right(done: Done) -> None:
    assert done.status == 0, done.err
    assert done.out.count("equal to the serial reference, bit for bit") == 1, done.out


def test_srun_starts_one_job_of_all_its_processes(slurm: Slurm) -> None:
    expect_right(finish(srun(slurm, *PMIX, "-N", "1", "-n", "4", JACOBI2D, *SMALL)))


@pytest.mark.parametrize("before", [(), (HOST, "--", "--ranks", "6", "--")], ids=["own", "virtual"])
def test_srun_starts_ranks_of_mpi(slurm: Slurm, tmp_path: Path, before: tuple[str, ...]) -> None:
    program = compile_mpi(EXAMPLES / "stencil.c", tmp_path, "-O1")
    words = (*PMIX, "-N", "1", "-n", "2", *before, str(program), "24", "5")
    done = finish(srun(slurm, *words))
    assert done.status == 0, done.err
    assert f"{6 if before else 2} ranks, " in done.out, done.out
    assert "bits of the plate" in done.out


@pytest.mark.parametrize("spread", ["block", "cyclic"])
def test_two_nodes_share_memory_in_each_and_talk_by_tcp(
    slurm: Slurm, tmp_path: Path, spread: str
) -> None:
    report = tmp_path / "report.json"
    nodes = ("-N", "2", "-n", "4", "--ntasks-per-node=2", f"--distribution={spread}")
    words = (*nodes, JACOBI2D, "--report", str(report), *SMALL)
    expect_right(finish(srun(slurm, *PMIX, *words)))
    told = json.loads(report.read_text())
    assert told["process_count"] == 4
    sent = {link["class"]: link["counters"]["frames_sent"] for link in told["links"]}
    assert sent["same_node"] > 0
    assert sent["same_site"] > 0


def test_a_mismatch_is_one_line_and_status_2(slurm: Slurm) -> None:
    done = finish(srun(slurm, *PMIX, "-n", "3", JACOBI2D, "--processes", "2", *SMALL))
    assert done.status == 2, done.err
    (line,) = own_lines(done)
    assert "1 site of 2 processes, and the manager started 3 processes" in line


def test_srun_without_pmix_is_refused(slurm: Slurm) -> None:
    done = finish(srun(slurm, "srun", "--mpi=none", "-n", "2", JACOBI2D, *SMALL))
    assert done.status == 2, done.err
    assert "a manager without PMIx has started 2 processes" in done.err
    assert "srun --mpi=pmix" in done.err


def test_a_fault_of_the_program_is_told_once_and_srun_has_its_status(slurm: Slurm) -> None:
    done = finish(srun(slurm, *PMIX, "-n", "3", MISBEHAVE, "--", "entry"))
    assert done.status == 1, done.err
    (line,) = own_lines(done)
    assert "no ink for page 12" in line


def ranks_of(slurm: Slurm) -> list[int]:
    """The processes of jobs under this Slurm, by what it gave them."""
    found = []
    mark = f"SLURM_CONF={slurm.folder}".encode()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            is_program = (entry / "exe").readlink() == Path(JACOBI2D)
            variables = (entry / "environ").read_bytes()
        except OSError:
            continue
        if is_program and mark in variables:
            found.append(int(entry.name))
    return sorted(found)


def test_a_killed_process_ends_the_job_and_srun_says_so(slurm: Slurm) -> None:
    step = srun(slurm, *PMIX, "-n", "3", JACOBI2D, *ENDLESS)

    def are_busy() -> bool:
        assert step.poll() is None, step.communicate()
        ranks = ranks_of(slurm)
        return len(ranks) == 3 and all(cpu_ticks(pid) > 10 for pid in ranks)

    wait_until(are_busy, "busy processes")
    ranks = ranks_of(slurm)
    os.kill(ranks[1], signal.SIGKILL)
    done = finish(step, 40)
    assert done.status == 128 + signal.SIGKILL, done.err
    assert "Killed" in done.err
    expect_ended(ranks, 15)


def test_two_sruns_meet_as_two_sites(slurm: Slurm, tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(
        "".join(f'[[site]]\nname = "{name}"\npes = 2\nprocesses = 2\n' for name in ("a", "b"))
    )
    at = ("--grid", str(grid), "--rendezvous", f"127.0.0.1:{free_port()}")
    near, far = (
        srun(slurm, *PMIX, "-N1", "-n2", "-w", node, JACOBI2D, *at, "--site", site, *SMALL, key=KEY)
        for node, site in (("n0", "a"), ("n1", "b"))
    )
    done = finish(near)
    expect_right(done)
    assert "on 4 PEs at 2 sites" in done.out
    assert finish(far).status == 0


def with_command(slurm: Slurm, folder: Path) -> dict[str, str]:
    """An environment in which `isthmus` is that of these sources."""
    command = folder / "isthmus"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m isthmus "$@"\n')
    command.chmod(0o755)
    variables = {"ISTHMUS_BUILD": str(BUILD), "PYTHONPATH": str(REPOSITORY / "python")}
    environment = {**os.environ, **slurm.environment, **variables}
    return environment | {"PATH": f"{folder}:{environment['PATH']}"}


def print_script(folder: Path, environment: dict[str, str], *own: str) -> None:
    words = ("isthmus", "slurm", JACOBI2D, "--nodes", "2", "--cpus", "2", "--print", *own)
    printed = subprocess.run(words, env=environment, capture_output=True, text=True)
    assert printed.returncode == 0, printed.stderr
    (folder / "job.sh").write_text(printed.stdout)


def test_the_batch_script_of_isthmus_slurm_runs_over_both_nodes(
    slurm: Slurm, tmp_path: Path
) -> None:
    environment = with_command(slurm, tmp_path)
    print_script(tmp_path, environment, *SMALL)
    submit = ("sbatch", "--wait", "--output", "out.txt", "job.sh")
    done = subprocess.run(submit, env=environment, cwd=tmp_path, capture_output=True, timeout=60)
    said = (tmp_path / "out.txt").read_text()
    assert done.returncode == 0, said
    assert said.count("equal to the serial reference, bit for bit") == 1, said
    assert "on 4 PEs at 1 site" in said
    assert not list(tmp_path.glob("*.toml"))


def test_a_job_of_the_batch_script_is_seen_and_ended(slurm: Slurm, tmp_path: Path) -> None:
    environment = with_command(slurm, tmp_path)
    print_script(tmp_path, environment, *ENDLESS)

    def said_by(*words: str) -> str:
        done = subprocess.run(
            words, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=30
        )
        return done.stdout

    job = said_by("sbatch", "--parsable", "--output", "out.txt", "job.sh").strip()
    looks = ("srun", "--jobid", job, "--overlap", "--nodes", "1", "--ntasks", "1", "isthmus", "ps")
    wait_until(lambda: f"jacobi2d-{job}" in said_by(*looks), "the job's name", 40)
    ranks = ranks_of(slurm)
    assert len(ranks) == 2
    said_by("scancel", job)
    expect_ended(ranks, 20)
