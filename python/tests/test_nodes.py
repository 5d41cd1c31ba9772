"""How the nodes of a grid are come to."""

import pytest
from helpers import link_class

from isthmus.errors import BadInputError
from isthmus.nodes import SSH, command_by, is_this_machine, read_via, way_to
from isthmus.topology import Node, Topology, read_topology


def two_sites() -> Topology:
    sites = [
        {
            "name": name,
            "nodes": [
                {
                    "name": f"{name}-0",
                    "speed": 1,
                    "pe_count": 1,
                    "processes": [{"id": rank, "first_pe": rank, "pe_count": 1}],
                }
            ],
        }
        for rank, name in enumerate("ab")
    ]
    links = [link_class("between_sites", ["tcp"])]
    return read_topology({"version": 1, "sites": sites, "link_classes": links, "between": []})


def test_via_names_a_site_or_a_node_of_the_file() -> None:
    assert read_via(("a=ssh -J 'x y'", "b/b-0=sh"), two_sites()) == {
        "a": ["ssh", "-J", "x y"],
        "b/b-0": ["sh"],
    }
    for wrong in ("c=ssh", "a", "a=", "a='"):
        with pytest.raises(BadInputError, match="--via"):
            read_via((wrong,), two_sites())


def test_a_node_of_this_machine_needs_no_way_and_others_ssh() -> None:
    here = Node("a-0", 1.0, 1, (), address="127.0.0.1")
    there = Node("a-1", 1.0, 1, (), address="192.0.2.1")
    assert way_to("a", here, {}) == []
    assert way_to("a", there, {}) == [*SSH, "192.0.2.1"]


def test_a_nodes_own_way_comes_before_that_of_its_site() -> None:
    node = Node("a-1", 1.0, 1, (), address="127.0.0.1")
    via = {"a": ["rsh", "gate"], "a/a-1": ["rsh", "a1"]}
    assert way_to("a", node, via) == ["rsh", "a1"]
    assert way_to("a", Node("a-2", 1.0, 1, ()), via) == ["rsh", "gate"]


def test_ssh_gets_the_program_as_its_shell_there_reads_it() -> None:
    assert command_by([*SSH, "h"], "/my place/p") == [*SSH, "h", "'/my place/p'"]
    assert command_by(["/usr/bin/ssh", "h"], "/a b")[-1] == "'/a b'"
    assert command_by(["docker", "exec", "h"], "/my place/p")[-1] == "/my place/p"
    assert command_by([], "/my place/p") == ["/my place/p"]


def test_an_address_that_nobody_here_has_is_another_machines() -> None:
    assert is_this_machine("127.0.0.1")
    assert is_this_machine("localhost")
    assert not is_this_machine("192.0.2.1")
    assert not is_this_machine("no-such-host.invalid")
