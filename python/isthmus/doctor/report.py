"""The findings as people and programs read them."""

from dataclasses import asdict
from typing import Any

from isthmus.doctor.examine import Examination
from isthmus.doctor.findings import Finding
from isthmus.doctor.measured import LineSeen
from isthmus.topology import Topology

JSON_VERSION = 1
HEADINGS = ["from", "to", "at", "connection", "one way ms", "file", "Mb/s", "file"]
LEFT = 4

_WORDS = {
    "silent": "not asked",
    "resolving": "not resolved",
    "passing": "stuck at the relay",
    "greeting": "a stranger answers",
    "proving": "another Isthmus answers",
    "measuring": "broke",
    "done": "proven",
}


def outcome_of(line: LineSeen) -> str:
    """One word, or few."""
    if line.stage != "connecting":
        return _WORDS.get(line.stage, line.stage)
    if line.is_refused:
        return "refused"
    return "blocked" if line.error == "no answer" else "no way"


def rows_of(topology: Topology, seen: Examination) -> list[list[str]]:
    """By pair and direction, sites before nodes of one site."""
    rates = {(rate.source, rate.target): rate.mbps for rate in seen.rates}
    rows = []
    for line in sorted(seen.lines, key=lambda one: not one.is_between_sites):
        pair = (line.caller.site, line.called.site)
        link = topology.wide_area_link(*pair) if line.is_between_sites else None
        expected = (
            (link.measured_latency_ms, link.measured_bandwidth_mbps) if link else (None, None)
        )
        one_way = None if line.round_trip_ms is None else line.round_trip_ms / 2
        rows.append(
            [
                line.caller.text(),
                line.called.text(),
                line.to,
                outcome_of(line),
                _number(one_way),
                _number(expected[0]),
                _number(rates.get(pair) if line.is_between_sites else None),
                _number(expected[1]),
            ]
        )
    return rows


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def as_json(topology: Topology, seen: Examination, findings: list[Finding]) -> dict[str, Any]:
    return {
        "version": JSON_VERSION,
        "sites": [site.name for site in topology.sites],
        "nodes": [
            {
                "site": node.place.site,
                "node": node.place.node,
                "failure": node.failure,
                "doors": [asdict(door) for door in node.doors],
                "missing": [asdict(missing) for missing in node.missing],
                **{key: node.introduction.get(key) for key in ("hostname", "version", "devices")},
            }
            for node in seen.nodes
        ],
        "lines": [
            {
                "from": {"site": line.caller.site, "node": line.caller.node},
                "to": {"site": line.called.site, "node": line.called.node},
                "at": line.to,
                "outcome": outcome_of(line),
                "needed": line.is_needed,
                "one_way_ms": None if line.round_trip_ms is None else line.round_trip_ms / 2,
                "error": line.error,
            }
            for line in seen.lines
        ],
        "rates": [asdict(rate) for rate in seen.rates],
        "findings": [asdict(finding) for finding in findings],
    }
