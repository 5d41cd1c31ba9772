"""What carries messages between processes changes nothing but the time that they take."""

import json
import os
import shutil
import signal
from pathlib import Path

import pytest
from support import (
    BUILD,
    COMMAND,
    JACOBI2D,
    children_of,
    cpu_ticks,
    expect_ended,
    finish,
    free_port,
    isthmus,
    start,
    wait_until,
)

ONE_SITE = ("--backend", "processes", "--processes", "4", "--pes", "4")
CARRIERS = (
    "shm",
    "tcp",
    "udp",
    pytest.param(
        "ucx",
        marks=pytest.mark.skipif(
            not (BUILD / "modules" / "isthmus_ucx.so").exists(), reason="built without UCX"
        ),
    ),
)


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("objects", ["4", "16"])
def test_the_field_is_the_serial_one_over_every_carrier(carrier: str, objects: str) -> None:
    mesh = ("--mesh", "128", "--objects", objects, "--steps", "20", "--check", "--no-probe")
    done = isthmus("run", "jacobi2d", *ONE_SITE, "--carrier", carrier, "--", *mesh)
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out


@pytest.mark.parametrize("carrier", CARRIERS)
def test_every_process_notices_over_every_carrier_that_one_was_killed(carrier: str) -> None:
    endless = ("--mesh", "256", "--objects", "8", "--steps", "2000000000", "--no-probe")
    job = start(COMMAND, "run", "jacobi2d", *ONE_SITE, "--carrier", carrier, "--", *endless)
    ranks: list[int] = []

    def busy() -> bool:
        ranks[:] = children_of(job.pid)
        assert job.poll() is None, job.communicate()
        return len(ranks) == 4 and all(cpu_ticks(pid) > 10 for pid in ranks)

    try:
        wait_until(busy, "four busy processes")
        os.kill(job.pid, signal.SIGSTOP)  # the launcher looks away
        os.kill(ranks[1], signal.SIGKILL)
        survivors = [pid for rank, pid in enumerate(ranks) if rank != 1]
        expect_ended(survivors, 10)
        os.kill(job.pid, signal.SIGCONT)
        assert finish(job, 15).status == 128 + signal.SIGKILL
    finally:
        if job.poll() is None:
            job.kill()
            job.communicate()


@pytest.mark.skipif(
    not (BUILD / "modules" / "isthmus_mpi.so").exists() or shutil.which("mpirun") is None,
    reason="built without MPI, or no mpirun",
)
def test_processes_that_mpirun_has_started_compute_the_serial_field_over_mpi() -> None:
    job = ("--rendezvous", f"127.0.0.1:{free_port()}", "--carrier", "mpi")
    mesh = ("--mesh", "128", "--objects", "16", "--steps", "20", "--check")
    run_rank = 'exec "$0" --rank "$OMPI_COMM_WORLD_RANK" "$@"'
    launch = ("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "4", "sh", "-c", run_rank)
    done = finish(start(*launch, JACOBI2D, *ONE_SITE, *job, "--", *mesh, key="k" * 32))
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out


@pytest.mark.skipif(not (BUILD / "modules" / "isthmus_mpi.so").exists(), reason="built without MPI")
def test_processes_that_mpi_has_not_started_are_told_so_in_one_line() -> None:
    done = isthmus("run", "jacobi2d", *ONE_SITE, "--carrier", "mpi")
    assert done.status == 2
    assert any("is not in the same MPI job as this process" in line for line in done.lines)


def test_a_carrier_in_the_grid_file_gives_way_to_the_command_line(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(
        '[[site]]\npes = 2\nprocesses = 2\n[link.same_node]\nchain = ["profile", "shm"]\n'
    )
    mesh = ("--mesh", "64", "--objects", "4", "--steps", "5", "--check", "--no-probe")
    job = ("run", "jacobi2d", "--backend", "processes", "--grid", str(grid))
    for carrier in ((), ("--carrier", "tcp")):
        done = isthmus(*job, *carrier, "--", *mesh)
        assert done.status == 0, done.err


def test_two_directions_of_different_carriers_are_refused_in_one_line(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(
        '[[site]]\nname = "a"\n[[site]]\nname = "b"\n'
        '[[between]]\nsites = ["a", "b"]\ndirected = true\nchain = ["delay", "shm"]\n'
    )
    done = isthmus("run", "jacobi2d", "--backend", "processes", "--grid", str(grid))
    assert done.status == 2
    assert done.err.count("\n") == 1, done.err
    assert "grid.toml:8" in done.err
    assert "the same for both ways" in done.err


def test_two_directions_of_which_one_is_encrypted_are_refused_in_one_line(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(
        '[[site]]\nname = "a"\n[[site]]\nname = "b"\n'
        '[[between]]\nsites = ["a", "b"]\ndirected = true\nchain = ["delay", "tcp"]\n'
    )
    done = isthmus("run", "jacobi2d", "--backend", "processes", "--grid", str(grid))
    assert done.status == 2
    assert done.err.count("\n") == 1, done.err
    assert "filter 'crypt' of 'between_sites'" in done.err


@pytest.mark.parametrize("aggregation", ["yes", "auto", "no"])
@pytest.mark.parametrize("carrier", CARRIERS)
def test_small_messages_that_go_together_change_nothing(
    carrier: str, aggregation: str, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    runtime = (
        *ONE_SITE,
        "--carrier",
        carrier,
        "--aggregation",
        aggregation,
        "--report",
        str(report),
    )
    size = ("--size", "512", "--payload", "64", "--check")
    done = isthmus("run", "netsort", *runtime, "--", *size)
    assert done.status == 0, done.err
    assert "sorted, equal to std::sort" in done.out
    counters = json.loads(report.read_text())["counters"]
    if aggregation == "yes":
        assert counters["messages_aggregated"] > counters["bundles_sent"] > 0
    elif aggregation == "no":
        assert counters["messages_aggregated"] == counters["bundles_sent"] == 0


def test_datagrams_without_an_order_above_them_are_refused_in_one_line(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text('[[site]]\npes = 2\nprocesses = 2\n[link.same_node]\nchain = ["udp"]\n')
    done = isthmus("run", "jacobi2d", "--backend", "processes", "--grid", str(grid))
    assert done.status == 2
    assert done.err.count("\n") == 1, done.err
    assert "grid.toml:5" in done.err
    assert "'reorder' above it" in done.err


def test_an_unknown_carrier_is_refused_in_one_line() -> None:
    done = isthmus("run", "jacobi2d", "--carrier", "pigeon")
    assert done.status == 2
    assert "--carrier: 'pigeon' (expected mpi, shm, tcp, ucx or udp)" in done.lines[-1]
