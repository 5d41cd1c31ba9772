"""Machines that two networks join, of which a chain takes both, and one fails under a running
job."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import FLOOD, Done, finish, start, wait_until

from isthmus.experiment.wide_area import WideArea, why_not

KEY = "k" * 32
NETWORKS = ("10.77.0.0/24", "10.77.1.0/24")
NAMES = ("urbana", "chicago")
GRID = """
[[site]]
name = "urbana"
address = "{urbana}"
[[site]]
name = "chicago"
address = "{chicago}"
[link.between_sites]
chain = ["crypt", "stripe", "tcp"]
stripe.patience = "2s"
tcp.networks = "{networks}"
"""
# More than one way takes at once, for longer than the patience: 60 MB over 5 MB/s each.
MESSAGES = 1500
BYTES = 40_000
RATE = 5e6
ENOUGH = 1_000_000
APP = (str(MESSAGES), str(BYTES), "0")
ALL_THERE = f"0 of {MESSAGES} out of order or missing"
pytestmark = pytest.mark.skipif(why_not() != "", reason=why_not())


@pytest.fixture
def area() -> Iterator[WideArea]:
    with WideArea(NAMES, latency_s=0.002, networks=2) as made:
        made.narrow(RATE, 200_000)
        yield made


class Sites:
    """Two of one process each, of which the first floods the second."""

    def __init__(self, area: WideArea, folder: Path, networks: str = ", ".join(NETWORKS)) -> None:
        grid = folder / "grid.toml"
        where = {name: area.address(name) for name in NAMES}
        grid.write_text(GRID.format(networks=networks, **where))
        self.report = folder / "report.json"
        job = ("--backend", "processes", "--grid", str(grid), "--report", str(self.report))
        meet = ("--rendezvous", f"{area.address('urbana')}:7000")
        self.processes = [
            start(*area.on(name), FLOOD, *job, *meet, "--rank", str(rank), "--", *APP, key=KEY)
            for rank, name in enumerate(NAMES)
        ]

    def finish(self, within_s: float) -> list[Done]:
        return [finish(process, within_s) for process in self.processes]

    def ways(self) -> dict[str, dict[str, object]]:
        """Of the first process, by carrier."""
        (stripe,) = [
            device
            for device in json.loads(self.report.read_text())["devices"]
            if device["device"] == "stripe" and device["process"] == 0
        ]
        return {way["carrier"]: way for way in stripe["ways"]}


def wait_for_both(area: WideArea) -> None:
    wait_until(
        lambda: min(area.carried(network) for network in (0, 1)) > ENOUGH,
        f"{ENOUGH} bytes over each network",
    )


@pytest.mark.parametrize("lost", [0, 1])
def test_a_job_goes_on_when_one_of_two_networks_is_unplugged(
    area: WideArea, tmp_path: Path, lost: int
) -> None:
    sites = Sites(area, tmp_path)
    wait_for_both(area)
    area.unplug("chicago", lost)
    time.sleep(0.2)
    carried = area.carried(lost)
    assert all(process.poll() is None for process in sites.processes)
    ends = sites.finish(100)
    for done in ends:
        assert done.status == 0, done.err
        assert "isthmus: error" not in done.err
    assert ALL_THERE in ends[0].out
    # What still tries to go there.
    assert area.carried(lost) - carried < ENOUGH // 10
    cuts = re.findall(r"carrier '(tcp over [\d./]+)' is cut, 1 left: ", ends[0].err)
    assert cuts == [f"tcp over {NETWORKS[lost]}"], ends[0].err
    ways = sites.ways()
    assert sorted(ways) == [f"tcp over {network}" for network in NETWORKS]
    for way in ways.values():
        assert int(str(way["sent_bytes"])) > ENOUGH // 4, ways


def test_a_network_that_comes_back_is_taken_in_again(area: WideArea, tmp_path: Path) -> None:
    sites = Sites(area, tmp_path)
    wait_for_both(area)
    area.unplug("urbana", 1)
    time.sleep(4)
    area.plug("urbana", 1)
    ends = sites.finish(100)
    assert [done.status for done in ends] == [0, 0], ends[0].err + ends[1].err
    assert ALL_THERE in ends[0].out
    assert f"carrier 'tcp over {NETWORKS[1]}' is cut, 1 left: " in ends[0].err, ends[0].err
    assert f"carrier 'tcp over {NETWORKS[1]}' is back" in ends[0].err, ends[0].err


@pytest.mark.parametrize(
    ("networks", "said"),
    [
        ("10.77.0.0/24, 198.51.100.0/24", "no address in network 198.51.100.0/24"),
        ("10.77.0.0/24, eth1", "'eth1' is no network"),
        ("10.77.0.0/24, 10.77.0.1/24", "'10.77.0.1/24' is no network"),
        ("10.77.0.0/24, 10.77.0.128/25", "has addresses of 10.77.0.0/24"),
        ("10.77.0.0/24", "has 1 carriers behind it"),
    ],
)
def test_a_network_that_cannot_be_is_one_line(
    area: WideArea, tmp_path: Path, networks: str, said: str
) -> None:
    ends = Sites(area, tmp_path, networks).finish(60)
    for done in ends:
        assert done.status == 2, done.err
        assert done.err.count("\n") == 1, done.err
        assert said in done.err
        assert re.search(r"grid\.toml:(9|1\d): ", done.err), done.err
