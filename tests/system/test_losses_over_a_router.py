"""Two sites with a router between them lose processes, a site, or the way to each other for good:
what is left goes on, and its result is the serial one."""

import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import (
    COMMAND,
    JACOBI2D,
    LIMIT_S,
    SEEDS,
    Done,
    end_all,
    finish,
    start,
    stencil_words,
)

from isthmus.experiment.wide_area import WideArea, why_not

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())

SITES = ("urbana", "chicago")
SITE_OF = (0, 0, 1, 1)  # by rank
LATENCY_S = 0.016
# A step takes two latencies at least.
PROGRAM = stencil_words(128, 150, 10)
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

[link.between_sites]
tcp.patience = "2s"
"""
KEPT = ("--checkpoint", "50ms", "--checkpoint-dir", "none", "--on-loss", "go-on")


class FarJob:
    """A job of four processes, each started by hand where it runs."""

    def __init__(
        self,
        area: WideArea,
        folder: Path,
        *more: str,
        variables: dict[str, str] | None = None,
    ) -> None:
        grid = folder / "grid.toml"
        grid.write_text(GRID)
        meeting = ("--backend", "processes", "--rendezvous", f"{area.address(SITES[0])}:7000")
        self.processes = [
            start(
                *(*area.on(SITES[site]), JACOBI2D, "--grid", str(grid), "--rank", str(rank)),
                *(*meeting, *KEPT, *more, "--", *PROGRAM),
                key="a key of this test",
                variables=variables,
            )
            for rank, site in enumerate(SITE_OF)
        ]
        self._lines = self._lines_of_rank_0()

    def wait_for_checkpoint(self) -> None:
        """After the next one all have an image of it, or its predecessor's."""
        deadline = threading.Timer(LIMIT_S, self.processes[0].kill)
        deadline.start()
        for _ in range(2):
            assert any("was written after" in line for line in self._lines), "it has ended"
        deadline.cancel()

    def _lines_of_rank_0(self) -> Iterator[str]:
        err = self.processes[0].stderr
        assert err is not None
        yield from err

    def kill(self, *ranks: int) -> None:
        for rank in ranks:
            self.processes[rank].send_signal(signal.SIGKILL)
        for rank in ranks:
            self.processes[rank].wait()

    def ends(self, limit_s: float = 60) -> list[Done]:
        return [finish(process, limit_s) for process in self.processes]

    def close(self) -> None:
        end_all(self.processes)


@pytest.fixture
def area() -> Iterator[WideArea]:
    with WideArea(SITES, LATENCY_S) as area:
        yield area


@pytest.fixture
def job(area: WideArea, tmp_path: Path) -> Iterator[FarJob]:
    job = FarJob(area, tmp_path)
    yield job
    job.close()


def expect_result(ends: list[Done], gone: tuple[int, ...], status: int = -signal.SIGKILL) -> None:
    said = "\n".join(f"--- {rank}: {done.status}\n{done.err}" for rank, done in enumerate(ends))
    for rank, done in enumerate(ends):
        assert done.status == (status if rank in gone else 0), said
    first = next(rank for rank in range(len(ends)) if rank not in gone)
    assert "equal to the serial reference, bit for bit" in ends[first].out, said
    assert "goes on without process" in ends[first].err, said


@pytest.mark.parametrize("seed", range(SEEDS))
def test_any_process_may_be_lost_at_any_moment(job: FarJob, seed: int) -> None:
    chance = random.Random(seed)
    job.wait_for_checkpoint()
    time.sleep(chance.uniform(0, 1))
    lost = chance.randrange(4)
    job.kill(lost)
    expect_result(job.ends(), (lost,))


@pytest.mark.parametrize("site", range(2))
def test_a_whole_site_may_be_lost(job: FarJob, site: int) -> None:
    job.wait_for_checkpoint()
    gone = tuple(rank for rank in range(4) if SITE_OF[rank] == site)
    job.kill(*gone)
    expect_result(job.ends(), gone)


def test_of_two_sites_that_are_cut_apart_for_good_one_goes_on(area: WideArea, job: FarJob) -> None:
    """The one with the lowest PE; those of the other find no majority, and end after a minute."""
    job.wait_for_checkpoint()
    area.cut(*SITES)
    ends = job.ends(limit_s=120)
    expect_result(ends, (2, 3), status=3)
    for done in ends[2:]:
        assert "no majority of the 4 processes" in done.err, done.err
        assert done.err.count("error") == 1, done.err


def test_of_two_sites_that_are_cut_apart_the_one_goes_on_that_reaches_the_witness(
    tmp_path: Path,
) -> None:
    """Not the one with the lowest PE, which has lost the way to the witness, too."""
    home = "home"
    token = {"ISTHMUS_RELAY_TOKEN": "what the witness knows"}
    with WideArea((*SITES, home), LATENCY_S) as area:
        at = f"{area.address(home)}:7100"
        votes = tmp_path / "votes"
        words = ("relay", "--listen", at, "--votes", str(votes))
        witness = start(*area.on(home), COMMAND, *words, variables=token)
        job = FarJob(area, tmp_path, "--witness", at, variables=token)
        try:
            assert witness.stderr is not None
            assert "relay at" in witness.stderr.readline()
            job.wait_for_checkpoint()
            area.cut(SITES[0], home)
            area.cut(*SITES)
            ends = job.ends(limit_s=120)
        finally:
            job.close()
            end_all([witness])
    expect_result(ends, (0, 1), status=3)
    for done in ends[:2]:
        assert "the witness has given this side no promise" in done.err, done.err
    assert votes.stat().st_mode & 0o777 == 0o600
