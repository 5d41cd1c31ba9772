"""Chains of several unlike carriers, one of which fails under a running job."""

import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from linked_pair import LinkedPair
from support import BUILD, JACOBI2D, isthmus

ENDLESS = ("--mesh", "64", "--objects", "4", "--steps", "2000000000", "--no-probe")
# So many that they are still at it when one is killed, which is at once; a step takes some 700 us
# over the link between them, which is a program in Python.
CHECKED = ("--mesh", "200", "--objects", "4", "--steps", "12000", "--check", "--no-probe")
HAS_UCX = (BUILD / "modules" / "isthmus_ucx.so").exists()


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[LinkedPair]:
    made = LinkedPair(JACOBI2D, tmp_path)
    yield made
    made.close()


def grid_of(*carriers: str) -> str:
    names = ", ".join(repr(name) for name in ("stripe", *carriers))
    return f"[[site]]\npes = 2\nprocesses = 2\n[link.same_node]\nchain = [{names}]\n"


PAIRS = (
    ("tcp", "shm"),
    ("shm", "tcp"),
    # The other way round nothing would fail: UCX goes on without the connection that it has met by.
    pytest.param(("tcp", "ucx"), marks=pytest.mark.skipif(not HAS_UCX, reason="without UCX")),
)


@pytest.mark.parametrize("carriers", PAIRS, ids="_".join)
def test_a_job_goes_on_when_one_of_its_two_carriers_is_killed(
    pair: LinkedPair, carriers: tuple[str, str]
) -> None:
    # The mesh's connection is the first one's, or that by which it knows whether its peer is there.
    pair.start_over(grid_of(*carriers), CHECKED)
    assert pair.link.accepted == 2
    pair.link.cut_connection(0)
    ends = pair.finish()
    for rank, done in enumerate(ends):
        assert done.status == 0, done.err
        cuts = re.findall(r"process \d .*carrier '(\w+)' is cut, (\d) left: ", done.err)
        assert cuts == [(carriers[0], "1")], (rank, done.err)
        assert "isthmus: error" not in done.err
    assert "bit for bit" in ends[0].out, ends[0].out + ends[0].err


def test_a_killed_process_is_lost_by_all_its_carriers_at_once(pair: LinkedPair) -> None:
    pair.start_over(grid_of("shm", "tcp"), ENDLESS)
    pair.processes[1].kill()
    begin_s = time.monotonic()
    ends = pair.finish(20)
    assert time.monotonic() - begin_s < 15
    assert ends[1].status == -signal.SIGKILL
    assert ends[0].status == 1, ends[0].err
    errors = [line for line in ends[0].lines if "isthmus: error" in line]
    assert len(errors) == 1, ends[0].err
    assert re.search(r"process 1 .* is gone: ", errors[0]), errors[0]
    assert "is cut" not in ends[0].err, "its carriers are no news where all of it is gone"


def test_the_field_is_the_serial_one_over_several_carriers_of_four_processes(
    tmp_path: Path,
) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(
        "[[site]]\npes = 2\nprocesses = 2\n[[site]]\npes = 2\nprocesses = 2\n"
        "[link.same_node]\nchain = ['profile', 'stripe', 'shm', 'tcp']\n"
        "[link.between_sites]\nchain = ['crypt', 'delay', 'stripe', 'tcp', 'shm']\n"
        "delay.latency = '2ms'\ntcp.patience = '9s'\n"
    )
    mesh = ("--mesh", "128", "--objects", "16", "--steps", "50", "--check", "--no-probe")
    job = ("run", "jacobi2d", "--backend", "processes", "--grid", str(grid))
    done = isthmus(*job, "--", *mesh)
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out
    assert "is cut" not in done.err


def test_a_stripe_of_one_carrier_is_refused_in_one_line(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(grid_of("tcp"))
    done = isthmus("run", "jacobi2d", "--backend", "processes", "--grid", str(grid))
    assert done.status == 2
    assert done.err.count("\n") == 1, done.err
    assert "grid.toml:5" in done.err
    assert "2 to 8 of them" in done.err
