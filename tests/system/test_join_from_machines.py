"""`isthmus join --rendezvous`: the same words on machines that reach each other by a network."""

from collections.abc import Iterator

import pytest
from support import COMMAND, JACOBI2D, Done, end_all, finish, start
from wide_area import WideArea, why_not

KEY = "k" * 32
NODES = ("n0", "n1", "n2")
SMALL = ("--mesh", "96", "--objects", "9", "--steps", "20", "--check")
pytestmark = pytest.mark.skipif(why_not() != "", reason=why_not())


@pytest.fixture
def area() -> Iterator[WideArea]:
    with WideArea(NODES, latency_s=0.001) as area:
        yield area


def join_everywhere(area: WideArea, own: dict[str, tuple[str, ...]]) -> list[Done]:
    """On each node; `own` are a node's own words for `isthmus join`."""
    at = f"{area.address('n0')}:7100"
    words = ("join", "plate", "--rendezvous", at, "--wait", "30s")
    program = ("--", JACOBI2D, "--", *SMALL)
    started = [
        start(*area.on(node), COMMAND, *words, *own[node], *program, key=KEY) for node in NODES
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
