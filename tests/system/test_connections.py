"""Processes that are connected when they first have something to say to each other."""

import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import JACOBI2D, connections_of, finish, free_port, isthmus, start, wait_until

KEY = "the key of this job alone"
PROCESSES = 12
ALL_PAIRS = PROCESSES * (PROCESSES - 1) // 2
# A process speaks with those that have objects beside its own.
ROWS = ("--mesh", "48", "--objects", str(PROCESSES), "--no-probe")
ENDLESS = (*ROWS, "--steps", "2000000000")
CHECKED = (*ROWS, "--steps", "200", "--check")


class Ring:
    """A job of many processes of one site, all over TCP."""

    def __init__(self, tmp_path: Path) -> None:
        self._grid = tmp_path / "grid.toml"
        self.processes: list[subprocess.Popen[str]] = []

    def start(self, tcp: str, app: tuple[str, ...], *runtime: str) -> None:
        self._grid.write_text(
            f"[[site]]\npes = {PROCESSES}\nprocesses = {PROCESSES}\n"
            f"[link.same_node]\nchain = ['tcp']\ntcp = {{ {tcp} }}\n"
        )
        meeting = f"127.0.0.1:{free_port()}"
        for rank in range(PROCESSES):
            job = ("--backend", "processes", "--grid", str(self._grid))
            own = ("--rendezvous", meeting, "--rank", str(rank))
            self.processes.append(start(JACOBI2D, *job, *own, *runtime, "--", *app, key=KEY))

    def connection_count(self) -> int:
        """Each has two ends."""
        return sum(connections_of(process.pid) for process in self.processes) // 2

    def settled_count(self) -> int:
        """When no more are made."""
        wait_until(lambda: self.connection_count() >= PROCESSES - 1, "a job that is joined")
        before, count, end_s = -1, self.connection_count(), time.monotonic() + 30
        while before != count and time.monotonic() < end_s:
            time.sleep(1.5)
            before, count = count, self.connection_count()
        return count

    def close(self) -> None:
        for process in self.processes:
            process.kill()
        for process in self.processes:
            if process.stdout is not None and not process.stdout.closed:
                process.communicate()


@pytest.fixture
def ring(tmp_path: Path) -> Iterator[Ring]:
    made = Ring(tmp_path)
    yield made
    made.close()


def test_processes_are_connected_to_those_with_whom_they_speak(ring: Ring) -> None:
    ring.start("", ENDLESS)
    count = ring.settled_count()
    # All with rank 0, some with their neighbours, and the tree of the reductions.
    assert PROCESSES <= count <= 3 * PROCESSES < ALL_PAIRS, count


def test_at_start_every_two_are_connected(ring: Ring) -> None:
    ring.start("connect = 'at_start'", ENDLESS)
    assert ring.settled_count() == ALL_PAIRS


@pytest.mark.parametrize("tcp", ["", "patience = '20s'", "connections = 2"])
def test_the_field_is_the_serial_one_and_the_job_ends_without_a_word(ring: Ring, tcp: str) -> None:
    ring.start(tcp, CHECKED)
    ends = [finish(process) for process in ring.processes]
    for rank, done in enumerate(ends):
        assert (done.status, done.err) == (0, ""), f"rank {rank}: {done.err}"
    assert "bit for bit" in ends[0].out


@pytest.mark.parametrize("victim", [0, 5])
def test_all_hear_of_a_killed_process_whether_they_are_connected_to_it_or_not(
    ring: Ring, victim: int
) -> None:
    ring.start("", ENDLESS)
    ring.settled_count()
    ring.processes[victim].kill()
    ends = [finish(process, 40) for process in ring.processes]
    for rank, done in enumerate(ends):
        if rank == victim:
            continue
        assert done.status == 1, f"rank {rank}: {done.err}"
    told = "".join(done.err for done in ends)
    assert re.search(rf"process {victim} .* is gone: ", told), told


def test_processes_of_two_sites_are_connected_when_needed_where_that_is_asked_for(
    tmp_path: Path,
) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(
        "[[site]]\npes = 3\nprocesses = 3\n[[site]]\npes = 3\nprocesses = 3\n"
        "[link.same_node]\nchain = ['tcp']\n"
        "[link.between_sites]\nchain = ['crypt', 'delay', 'tcp']\ndelay.latency = '2ms'\n"
        "tcp.connect = 'when_needed'\n"
    )
    mesh = ("--mesh", "96", "--objects", "6", "--steps", "50", "--check", "--no-probe")
    job = ("run", "jacobi2d", "--backend", "processes", "--grid", str(grid))
    done = isthmus(*job, "--", *mesh)
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out
