"""Jobs over datagrams, on a wide area that loses and reorders them or lets none pass."""

import json
import time
from pathlib import Path

import pytest
from support import JACOBI2D, Done, finish, start

from isthmus.experiment.wide_area import WideArea, why_not

KEY = "k" * 32
GRID = """
[[site]]
name = "urbana"
address = "{urbana}"
[[site]]
name = "chicago"
address = "{chicago}"
[link.between_sites]
chain = ["crypt", "reorder", "udp"]
udp.patience = "{patience}"
udp.datagram = "{datagram}"
"""
pytestmark = pytest.mark.skipif(why_not() != "", reason=why_not())


class Sites:
    """jacobi2d over two sites of one process each."""

    def __init__(
        self,
        area: WideArea,
        folder: Path,
        *app: str,
        patience: str = "30s",
        datagram: str = "1400",
    ) -> None:
        grid = folder / "grid.toml"
        where = {name: area.address(name) for name in ("urbana", "chicago")}
        grid.write_text(GRID.format(patience=patience, datagram=datagram, **where))
        self.report = folder / "report.json"
        job = ("--backend", "processes", "--grid", str(grid), "--report", str(self.report))
        meet = ("--rendezvous", f"{area.address('urbana')}:7000")
        self.processes = [
            start(*area.on(name), JACOBI2D, *job, *meet, "--rank", str(rank), "--", *app, key=KEY)
            for rank, name in enumerate(("urbana", "chicago"))
        ]

    def finish(self, within_s: float) -> list[Done]:
        return [finish(process, within_s) for process in self.processes]


def test_the_field_is_the_serial_one_though_packets_are_lost_and_reordered(tmp_path: Path) -> None:
    with WideArea(["urbana", "chicago"], latency_s=0.002) as area:
        area.spoil(loss=0.02, jitter_s=0.003, seed=20)
        mesh = ("--mesh", "128", "--objects", "16", "--steps", "40", "--check")
        done = Sites(area, tmp_path, *mesh).finish(100)
    assert done[0].status == 0, done[0].err
    assert "equal to the serial reference, bit for bit" in done[0].out
    links = json.loads((tmp_path / "report.json").read_text())["links"]
    assert sum(link["counters"]["frames_resent"] for link in links) > 0


def test_a_cut_shorter_than_the_patience_ends_nothing(tmp_path: Path) -> None:
    with WideArea(["urbana", "chicago"], latency_s=0.002) as area:
        mesh = ("--mesh", "128", "--objects", "16", "--steps", "1500", "--check")
        sites = Sites(area, tmp_path, *mesh)
        time.sleep(1.5)
        assert all(process.poll() is None for process in sites.processes)
        area.cut("urbana", "chicago")
        time.sleep(3)
        area.mend()
        done = sites.finish(100)
    assert done[0].status == 0, done[0].err
    assert "equal to the serial reference, bit for bit" in done[0].out


def test_a_lasting_cut_ends_the_job_when_the_patience_is_over(tmp_path: Path) -> None:
    with WideArea(["urbana", "chicago"], latency_s=0.002) as area:
        mesh = ("--mesh", "128", "--objects", "16", "--steps", "100000000")
        sites = Sites(area, tmp_path, *mesh, patience="6s")
        time.sleep(2)
        area.cut("urbana", "chicago")
        done = sites.finish(30)
    assert all(each.status not in (0, 2) for each in done)
    assert any(" is gone" in each.err for each in done), [each.err for each in done]


def test_a_way_without_udp_is_told_in_one_line(tmp_path: Path) -> None:
    with WideArea(["urbana", "chicago"], latency_s=0.002) as area:
        area.block_udp()
        done = Sites(area, tmp_path, "--mesh", "64").finish(60)
    assert all(each.status != 0 for each in done)
    assert "a way that lets UDP through both ways" in done[0].err + done[1].err


@pytest.mark.parametrize("datagram", ["1400", "1200"])
def test_a_way_that_loses_long_datagrams_is_told_at_the_start(
    tmp_path: Path, datagram: str
) -> None:
    with WideArea(["urbana", "chicago"], latency_s=0.002) as area:
        area.drop_longer(1300)
        mesh = ("--mesh", "128", "--objects", "16", "--steps", "10", "--check")
        done = Sites(area, tmp_path, *mesh, datagram=datagram).finish(60)
    if datagram == "1200":
        assert "bit for bit" in done[0].out, done[0].err
        return
    assert all(each.status != 0 and len(each.lines) == 1 for each in done), done
    # Who gives up first says why, and the other one that it is gone.
    told = done[0].err + done[1].err
    assert "UDP datagrams of 1400 bytes from the peer do not get through" in told
    assert "(expected a smaller udp.datagram, or a way that takes them)" in told
