"""A grid that says not which nodes form a site, on real processes: they find out themselves."""

import os
import signal
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support import COMMAND, JACOBI2D, Done, children_of, finish, isthmus, start, wait_until

APP = ("--", "--mesh", "64", "--objects", "4", "--steps", "5", "--no-probe", "--check")

# Four nodes of which a and c are near each other, and b and d; the file calls each a site, as it
# has to say which links are slow.
SCATTERED = """\
[grid]
probe = ["sites"]

[[site]]
name = "a"

[[site]]
name = "b"

[[site]]
name = "c"
pes = 2
processes = 2

[[site]]
name = "d"

[link.between_sites]
delay.latency = "8ms"

[class.near]
chain = ["tcp"]

[[between]]
sites = ["a", "c"]
class = "near"

[[between]]
sites = ["b", "d"]
class = "near"
"""

# Two sites of two processes, told apart by nobody.
WITHHELD = """\
[[site]]
name = "urbana"
[[site.node]]
name = "u"
count = 2

[[site]]
name = "chicago"
[[site.node]]
name = "c"
count = 2

[link.between_sites]
delay.latency = "8ms"
delay.bandwidth = "100Mb/s"
"""


@pytest.fixture
def scattered(tmp_path: Path) -> Path:
    grid = tmp_path / "scattered.toml"
    grid.write_text(SCATTERED)
    return grid


def sites_of(text: str) -> list[list[str]]:
    value = tomllib.loads(text)
    return [[node["name"] for node in site["node"]] for site in value["site"]]


def probed(grid: Path, *words: str) -> tuple[Done, dict[str, Any]]:
    done = isthmus("topology", "probe", "--grid", str(grid), *words)
    assert done.status == 0, done.err
    return done, tomllib.loads(done.out)


def test_withheld_sites_and_their_link_are_found_again(tmp_path: Path) -> None:
    grid, found = tmp_path / "grid.toml", tmp_path / "found.toml"
    grid.write_text(WITHHELD)
    done, value = probed(grid, "--probe", "sites,links")
    assert sites_of(done.out) == [["u-0", "u-1"], ["c-0", "c-1"]]
    between = value["link"]["between_sites"]
    assert between["delay"] == {"latency": "8ms", "bandwidth": "100Mb/s"}
    measured = between["measured"]
    assert 8 <= float(measured["latency"].removesuffix("ms")) < 40
    assert 10 < float(measured["bandwidth"].removesuffix("Mb/s")) < 110
    assert "2 sites of 4 nodes" in done.lines[-1]

    found.write_text(done.out)
    check = isthmus("topology", "check", str(found))
    assert check.status == 0, check.err
    assert "urbana ↔ chicago: " in check.out
    run = isthmus("run", "jacobi2d", "--backend", "processes", "--grid", str(found), *APP)
    assert run.status == 0, run.err
    assert "4 PEs at 2 sites" in run.out


def test_nodes_that_lie_apart_in_the_file_become_one_site(scattered: Path) -> None:
    done, _ = probed(scattered, "--probe", "sites")
    assert sites_of(done.out) == [["a-0", "c-0"], ["b-0", "d-0"]]


@pytest.mark.parametrize("backend", ["processes", "sim", "threads"])
def test_a_job_finds_its_sites_before_it_starts(scattered: Path, backend: str) -> None:
    done = isthmus("run", "jacobi2d", "--backend", backend, "--grid", str(scattered), *APP)
    assert done.status == 0, done.err
    assert "5 PEs at 2 sites" in done.out
    assert "equal to the serial reference" in done.out
    assert [line for line in done.lines if "found in" in line and "2 sites of 4 nodes" in line]


def test_quiet_means_quiet_and_speeds_can_be_asked_for_alone() -> None:
    words = ("--sites", "2", "--pes", "1", "--processes", "1", "--probe", "speeds", "--quiet")
    done = isthmus("run", "jacobi2d", "--backend", "processes", *words, *APP)
    assert done.status == 0, done.err
    assert done.err == ""


def test_a_process_that_dies_while_probing_ends_the_job(tmp_path: Path) -> None:
    grid = tmp_path / "slow.toml"
    grid.write_text(WITHHELD.replace("8ms", "3s"))
    words = ("--backend", "processes", "--grid", str(grid), "--probe", "sites")
    launcher = start(COMMAND, "run", JACOBI2D, *words, *APP)
    wait_until(lambda: len(children_of(launcher.pid)) == 4, "four processes")
    victim = children_of(launcher.pid)[2]
    wait_until(lambda: len(list(Path(f"/proc/{victim}/fd").iterdir())) > 6, "their connections")
    os.kill(victim, signal.SIGKILL)
    done = finish(launcher)
    assert done.status == 137, done.err
    assert "SIGKILL" in done.err


def test_a_wrong_wish_is_one_line(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text('[grid]\nprobe = ["site"]\n[[site]]\n')
    done = isthmus("run", "jacobi2d", "--grid", str(grid), *APP)
    assert done.status == 2
    assert len(done.lines) == 1
    assert f"{grid}:2: nothing called 'site' can be probed" in done.err
