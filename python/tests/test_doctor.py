"""What the doctor makes of what was measured, on plain data."""

from dataclasses import replace
from typing import Any

import pytest
from helpers import link_class

from isthmus.doctor.examine import Examination, address_told, calls, doors_of
from isthmus.doctor.findings import Finding, findings_of
from isthmus.doctor.measured import Door, LineSeen, Missing, NodeSeen, Place, Rate, places_of
from isthmus.doctor.report import outcome_of, rows_of
from isthmus.topology import Topology, read_topology


def topology(*nodes: dict[str, Any], link: dict[str, Any] | None = None) -> Topology:
    """A site for each node; sites a, b, c."""
    sites = [
        {
            "name": name,
            "nodes": [
                {
                    "name": f"{name}-0",
                    "speed": 1,
                    "pe_count": 1,
                    "address": f"10.0.0.{rank + 1}",
                    "processes": [{"id": rank, "first_pe": rank, "pe_count": 1}],
                    **node,
                }
            ],
        }
        for rank, (name, node) in enumerate(zip("abc", nodes, strict=False))
    ]
    between = link_class("between_sites", ["crypt", "delay", "tcp"]) | (link or {})
    return read_topology({"version": 1, "sites": sites, "link_classes": [between], "between": []})


WELL = {
    "machine": "m",
    "version": "0.1.0",
    "handshake": 1,
    "build": "1",
    "processor": "x86_64",
    "devices": {"crypt": "", "delay": "", "tcp": ""},
}


class Case:
    """All is well between the sites, but for what a test changes."""

    def __init__(self, grid: Topology) -> None:
        self.grid = grid
        self.places = places_of(grid.sites, 0)
        self.nodes = {
            place.site: NodeSeen(
                place,
                "",
                WELL | {"machine": place.site, "addresses": [place.grid.address]},
                (Door(f"{place.grid.address}:7000", 7000),),
            )
            for place in self.places
        }
        self.answers: dict[str, dict[str, Any]] = {}
        self.rates: list[Rate] = []

    def findings(self) -> list[Finding]:
        return findings_of(self.grid, self.seen())

    def seen(self) -> Examination:
        lines = tuple(
            LineSeen(a, b, address_told(b, 7000), self.answers.get(a.site + b.site, done(1)))
            for a in self.places
            for b in self.places
            if a != b
        )
        return Examination(tuple(self.nodes.values()), lines, tuple(self.rates))


def done(one_way_ms: float) -> dict[str, Any]:
    return {"stage": "done", "round_trip_ns": one_way_ms * 2e6}


def failed(stage: str, what: str, code: str = "unreachable", **more: Any) -> dict[str, Any]:
    return {"stage": stage, "error": {"what": what, "code": code}, **more}


def one(findings: list[Finding]) -> Finding:
    assert len(findings) == 1, [finding.text() for finding in findings]
    return findings[0]


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    assert Case(topology({}, {}, {})).findings() == []


def test_the_way_that_a_job_calls_must_be_open() -> None:
    case = Case(topology({}, {}))
    case.answers["ba"] = failed("connecting", "no answer")
    found = one(case.findings())
    assert found.where == "b -> a at 10.0.0.1:7000"
    assert found.what == "blocked: no answer at all"
    assert "write b before a in the grid file" in found.do
    assert not found.is_note


def test_the_other_way_need_not_be_open() -> None:
    case = Case(topology({}, {}))
    case.answers["ab"] = failed("connecting", "no answer")
    assert one(case.findings()).is_note


def test_where_no_way_is_open_both_are_told_and_no_order_helps() -> None:
    case = Case(topology({"listen": "0.0.0.0:7000"}, {}))
    case.answers["ab"] = case.answers["ba"] = failed("connecting", "no answer")
    first, second = case.findings()
    assert not first.is_note and not second.is_note
    assert "before" not in first.do + second.do
    assert {first.do, second.do} >= {"let TCP from b to port 7000 through the firewall of a"}


@pytest.mark.parametrize(
    ("answer", "what", "do"),
    [
        (failed("resolving", "Name or service not known"), "not resolved", "name service of b"),
        (failed("connecting", "x", "refused", resolved=["10.0.0.1"]), "refused", "open port 7000"),
        (failed("connecting", "No route to host"), "no way: No route", "let TCP"),
        (
            failed("connecting", "no answer", resolved=["10.9.9.9"]),
            "b 10.0.0.1 is 10.9.9.9",
            "mend",
        ),
        (failed("greeting", "no greeting"), "something that is not ours", "somebody else"),
        (failed("proving", "came for something else", "refused"), "another Isthmus", "wait for it"),
        (failed("measuring", "the connection broke"), "broke", "cuts connections"),
        ({}, "gave no answer", "look after node b"),
    ],
)
def test_each_way_to_fail_says_what_to_do(answer: dict[str, Any], what: str, do: str) -> None:
    case = Case(topology({"listen": "0.0.0.0:7000"}, {}))
    case.answers["ba"] = answer
    found = one(case.findings())
    assert what in found.what
    assert do in found.do


@pytest.mark.parametrize(
    ("why", "do"),
    [
        ("cannot listen: Cannot assign requested address (errno 99)", "the machine has 10.0.0.1"),
        ("cannot listen: Address already in use (errno 98)", "ss -ltnp 'sport = :7000'"),
        ("cannot listen: Permission denied (errno 13)", "above 1023"),
        ("cannot resolve the host: Name or service not known", "mend the name"),
    ],
)
def test_a_door_that_does_not_open_is_told_of_the_node(why: str, do: str) -> None:
    case = Case(topology({}, {}))
    node = case.nodes["a"]
    door = Door("0.0.0.0:7000", 7000, {"what": why})
    case.nodes["a"] = NodeSeen(node.place, "", node.introduction, (door,))
    found = one(case.findings())
    assert found.where == "node a"
    assert do in found.do


@pytest.mark.parametrize(
    ("failure", "do"),
    [
        ("ssh: connect to host a port 22: Connection timed out", "--via a=COMMAND"),
        ("ssh: a: Permission denied (publickey).", "without a password"),
        ("ssh: bash: line 1: /x/isthmus-doctor: No such file or directory", "--program PATH"),
        ("ssh: Could not resolve hostname a: Name or service not known", "mend 'address'"),
    ],
)
def test_a_node_that_is_not_reached_is_told(failure: str, do: str) -> None:
    case = Case(topology({}))
    case.nodes["a"] = NodeSeen(case.nodes["a"].place, failure)
    found = one(case.findings())
    assert failure in found.what
    assert do in found.do


def change(case: Case, site: str, **values: Any) -> None:
    node = case.nodes[site]
    case.nodes[site] = NodeSeen(node.place, "", node.introduction | values, node.doors)


def test_a_device_that_a_chain_wants_and_a_build_lacks_is_told_of_that_node() -> None:
    case = Case(topology({}, {}))
    change(case, "b", devices={"crypt": "", "delay": "", "tcp": "no libtcp"})
    found = one(case.findings())
    assert (found.where, "no libtcp" in found.what) == ("node b", True)
    assert "which the link with a wants" in found.what


def test_what_a_device_does_not_find_is_told_once_of_that_node() -> None:
    case = Case(topology({}, {}))
    node = case.nodes["b"]
    why = "certificate '/x.pem' cannot be used (No such file or directory)"
    missing = (Missing("the link with a", "crypt", why), Missing("link.same_site", "crypt", why))
    case.nodes["b"] = replace(node, missing=missing)
    finding = one(case.findings())
    assert finding.where == "node b"
    assert finding.what == f"'crypt' of the link with a cannot be had: {why}"
    assert not finding.is_note


def test_builds_must_be_of_one_version_and_had_better_be_the_same() -> None:
    case = Case(topology({}, {}, {}))
    change(case, "b", version="0.2.0")
    change(case, "c", build="2")
    version, build = case.findings()
    assert (version.where, version.is_note) == ("node b", False)
    assert (build.where, build.is_note) == ("node c", True)
    change(case, "b", version="0.1.0")
    change(case, "c", build="2", processor="aarch64")
    assert case.findings() == []


def test_keys_that_differ_are_a_problem_and_one_that_lacks_is_a_note() -> None:
    case = Case(topology({}, {}, {}))
    change(case, "a", key_proof="1")
    change(case, "b", key_proof="2")
    differs, lacks = case.findings()
    assert (differs.where, differs.is_note) == ("node b", False)
    assert (lacks.where, lacks.is_note) == ("node c", True)


def test_an_address_of_the_machine_itself_is_no_address_for_others() -> None:
    case = Case(topology({"address": "127.0.0.1"}, {}))
    assert one(case.findings()).where == "node a"
    change(case, "b", machine="a")
    assert one(case.findings()).is_note


def test_nodes_of_one_machine_that_hold_each_others_images_are_a_note() -> None:
    case = Case(topology({}, {}, {}))
    change(case, "b", machine="a")
    found = one(case.findings())
    assert found.is_note
    assert found.where == "node a"
    assert "is the same machine as b, which holds the copies" in found.what


def test_a_link_is_slow_by_what_the_file_says() -> None:
    link = {"measured_latency_ns": 4_000_000, "measured_bandwidth_bytes_per_s": 1e6}
    case = Case(topology({}, {}, link=link))
    case.answers = {"ab": done(6.4), "ba": done(6.6)}
    case.rates = [Rate("a", "b", 5.7), Rate("b", "a", 5.5)]
    latency, rate = case.findings()
    assert (latency.where, "6.6 ms one way" in latency.what) == ("b -> a", True)
    assert (rate.where, "5.5 Mb/s" in rate.what) == ("b -> a", True)


def test_an_emulated_latency_on_top_of_a_real_one_is_a_note() -> None:
    chain = [{"device": "delay", "parameters": {"latency": "8ms"}}]
    case = Case(topology({}, {}, link={"chain": chain}))
    change(case, "a", devices={"delay": ""})
    case.answers = {"ab": done(0.2), "ba": done(0.2)}
    assert case.findings() == []
    case.answers = {"ab": done(12), "ba": done(12)}
    found = one(case.findings())
    assert found.is_note
    assert "adds 8 ms" in found.what


def test_rows_say_who_reached_whom_in_a_word() -> None:
    case = Case(topology({}, {}))
    case.answers["ab"] = failed("connecting", "no answer")
    case.rates = [Rate("b", "a", 1234.5)]
    first, second = rows_of(case.grid, case.seen())
    assert first == ["a", "b", "10.0.0.2:7000", "blocked", "-", "-", "-", "-"]
    assert second == ["b", "a", "10.0.0.1:7000", "proven", "1", "-", "1,234", "-"]
    a, b = case.places
    stages = ("silent", "resolving", "greeting", "proving", "measuring", "done")
    assert len({outcome_of(LineSeen(a, b, "", {"stage": s})) for s in stages}) == 6


def test_with_gateways_only_the_first_nodes_call_other_sites() -> None:
    grid = topology({}, {})
    first, other = places_of(grid.sites, 1)
    second = replace(first, node="a-1")
    assert calls(grid, second, other), "without gateways all do"
    grid = replace(grid, gateways=True)
    assert calls(grid, first, other)
    assert calls(grid, other, first)
    assert calls(grid, second, first)
    assert not calls(grid, second, other)
    assert not calls(grid, other, second)


def test_each_process_of_a_node_has_a_door_and_the_first_is_called() -> None:
    processes = [{"id": i, "first_pe": i, "pe_count": 1} for i in range(2)]
    node = {"pe_count": 2, "processes": processes, "listen": "[::]:7000", "advertise": "gate:0"}
    place = places_of(topology(node).sites, 1)[0]
    assert doors_of(place) == ["[::]:7000", "[::]:7001"]
    assert address_told(place, 7000) == "gate:7000"
    plain = Place("a", "a-0", 0, places_of(topology({}).sites, 1)[0].grid)
    assert doors_of(plain) == ["10.0.0.1:0"]
    assert plain.text() == "a"
