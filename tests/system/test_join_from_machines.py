"""`isthmus join --rendezvous`: the same words on machines that reach each other by a network."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support import COMMAND, JACOBI2D, Done, end_all, finish, start

from isthmus.experiment.wide_area import WideArea, why_not

KEY = "k" * 32
NODES = ("n0", "n1", "n2")
SMALL = ("--mesh", "96", "--objects", "9", "--steps", "20", "--check")
pytestmark = pytest.mark.skipif(why_not() != "", reason=why_not())


@pytest.fixture
def area() -> Iterator[WideArea]:
    with WideArea(NODES, latency_s=0.001) as area:
        yield area


def join_everywhere(
    area: WideArea,
    own: dict[str, tuple[str, ...]],
    host: str = "",
    commands: dict[str, tuple[str, ...]] | None = None,
) -> list[Done]:
    """On each node; `own` are a node's own words for `isthmus join`. `host` is where they meet, the
    first node's address by default; `commands` come before the words."""
    at = f"{host or area.address('n0')}:7100"
    commands = commands or {node: tuple(area.on(node)) for node in NODES}
    words = ("join", "plate", "--rendezvous", at, "--wait", "30s")
    program = ("--", JACOBI2D, "--", *SMALL)
    started = [
        start(*commands[node], COMMAND, *words, *own[node], *program, key=KEY) for node in NODES
    ]
    try:
        return [finish(process, 60) for process in started]
    finally:
        end_all(started)


def expect_right(done: list[Done]) -> None:
    assert [each.status for each in done] == [0, 0, 0], [each.err for each in done]
    assert "equal to the serial reference, bit for bit" in "".join(each.out for each in done)


def test_processes_on_three_machines_reach_each_other(area: WideArea) -> None:
    expect_right(join_everywhere(area, dict.fromkeys(NODES, ("--processes", "3"))))


def test_they_meet_by_a_name_that_is_loopback_on_its_own_machine(
    area: WideArea, tmp_path: Path
) -> None:
    """As Debian's /etc/hosts has it."""
    commands = {}
    for node in NODES:
        hosts = tmp_path / node
        found = "127.0.1.1" if node == "n0" else area.address("n0")
        hosts.write_text(f"127.0.0.1 localhost\n{found} nora\n")
        as_named = f'mount --bind {hosts} /etc/hosts && exec "$@"'
        commands[node] = (*area.on(node), "unshare", "-m", "sh", "-c", as_named, "sh")
    own = dict.fromkeys(NODES, ("--processes", "3"))
    expect_right(join_everywhere(area, own, host="nora", commands=commands))


def test_those_whose_ranks_and_addresses_are_said_do_so_too(area: WideArea) -> None:
    own = {
        node: ("--processes", "3", "--process", str(rank), "--address", area.address(node))
        for rank, node in enumerate(NODES)
    }
    expect_right(join_everywhere(area, own))


def test_an_address_that_is_said_is_the_one_that_the_others_call(area: WideArea) -> None:
    own = {
        node: ("--processes", "3", "--process", str(rank), "--wait", "5s")
        for rank, node in enumerate(NODES)
    }
    own["n1"] += ("--address", "127.0.0.1")
    done = join_everywhere(area, own)
    assert [each.status for each in done] != [0, 0, 0]
    assert any("127.0.0.1:" in each.err for each in done), [each.err for each in done]
