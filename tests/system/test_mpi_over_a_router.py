"""MPI ranks at two sites with a router between them: the result is that of a program without ranks,
whatever moves and whatever the router loses meanwhile."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from mpi_programs import EXAMPLES, HOST, compile_mpi
from support import end_all, finish, start

from isthmus.experiment.wide_area import WideArea, why_not

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())

SITES = ("urbana", "chicago")
LATENCY_S = 0.008
GRID = """
[[site]]
name = "urbana"
address = "10.77.0.1"
pes = 2
processes = 2

[[site]]
name = "chicago"
address = "10.77.0.2"
pes = 2
processes = 2
"""
RANKS = 12
MESH, STEPS = 48, 20


@pytest.fixture(scope="module")
def stencil(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_mpi(EXAMPLES / "stencil.c", tmp_path_factory.mktemp("stencil"), "-O2")


@pytest.fixture(scope="module")
def serial(stencil: Path) -> list[str]:
    """What one rank prints, without its time."""
    process = start(HOST, "--", "--ranks", "1", "--", str(stencil), str(MESH), str(STEPS))
    return results_of(finish(process).out)


@pytest.fixture
def area() -> Iterator[WideArea]:
    with WideArea(SITES, LATENCY_S) as area:
        yield area


def results_of(out: str) -> list[str]:
    return re.findall(r"^(?:greatest change|bits of the plate).*$", out, re.MULTILINE)


def run_far(
    area: WideArea, folder: Path, program: Path, *words: str, own: tuple[str, ...] = ()
) -> str:
    """A job of four processes, each started by hand where it runs. All that they printed: a rank
    prints where it is."""
    grid = folder / "grid.toml"
    grid.write_text(GRID)
    processes = [
        start(
            *(*area.on(SITES[rank // 2]), HOST, "--grid", str(grid), "--rank", str(rank)),
            *("--backend", "processes", "--rendezvous", f"{area.address(SITES[0])}:7000"),
            *(*words, "--", "--ranks", str(RANKS), *own, "--"),
            *(str(program), str(MESH), str(STEPS)),
            key="a key of this test",
        )
        for rank in range(4)
    ]
    try:
        ends = [finish(process) for process in processes]
    finally:
        end_all(processes)
    for done in ends:
        assert done.status == 0, done.err
    return "".join(done.out for done in ends)


def test_a_stencil_has_the_serial_result(
    area: WideArea, tmp_path: Path, stencil: Path, serial: list[str]
) -> None:
    assert results_of(run_far(area, tmp_path, stencil)) == serial


def test_ranks_move_from_site_to_site_and_change_nothing(
    area: WideArea, tmp_path: Path, stencil: Path, serial: list[str]
) -> None:
    storm = ("--move-every", "9", "--move-seed", "7")
    assert results_of(run_far(area, tmp_path, stencil, own=storm)) == serial


def test_a_line_that_loses_packets_loses_nothing_of_the_program(
    area: WideArea, tmp_path: Path, stencil: Path, serial: list[str]
) -> None:
    area.spoil(0.005, 0.002, seed=5)
    words = ("--balancer", "grid_comm", "--balance-every", "100ms")
    assert results_of(run_far(area, tmp_path, stencil, *words)) == serial
