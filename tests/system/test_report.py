"""What --report and --explain say of a job: what its links carried, where its time went."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from support import FLOOD, isthmus

BACKENDS = ["threads", "processes"]
MESSAGES = 500
BYTES = 40_000  # no message of the runtime is as large
SIZE_CLASS = 32_768
SLEEP_S = 0.4

GRID = """
[[site]]
name = "a"

[[site]]
name = "b"

[link.between_sites]
chain = ["profile", "tcp"]
"""


@pytest.fixture
def grid(tmp_path: Path) -> str:
    path = tmp_path / "grid.toml"
    path.write_text(GRID)
    return str(path)


def flood(grid: str, backend: str, report: Path, *more: str) -> tuple[dict[str, Any], str]:
    words = ("--backend", backend, "--grid", grid, "--report", str(report), *more)
    done = isthmus(
        "run", FLOOD, *words, "--", str(MESSAGES), str(BYTES), str(round(SLEEP_S * 1000))
    )
    assert done.status == 0, done.err
    return json.loads(report.read_text()), done.out


def large(totals: Mapping[str, Any]) -> int:
    sizes = {size["from_bytes"]: size["messages"] for size in totals["sizes"]}
    assert sum(sizes.values()) == totals["messages"]
    assert sum(size * count for size, count in sizes.items()) <= totals["bytes"]
    return int(sizes.get(SIZE_CLASS, 0))


@pytest.mark.parametrize("backend", BACKENDS)
def test_profile_reports_what_was_sent_by_peer_pair_of_sites_and_size(
    grid: str, tmp_path: Path, backend: str
) -> None:
    report, _ = flood(grid, backend, tmp_path / "report.json")
    assert report["sites"] == ["a", "b"]
    ends = {device["process"]: device for device in report["devices"]}
    assert all(device["device"] == "profile" for device in ends.values())
    assert all(device["class"] == "between_sites" for device in ends.values())
    # PE 0, of site a, sends to PE 1, of site b. Within a process one chain sees both ends.
    sender, receiver = (0, 0) if backend == "threads" else (0, 1)
    assert sorted(ends) == sorted({sender, receiver})
    (to,) = [peer for peer in ends[sender]["peers"] if peer["process"] == receiver]
    (by,) = [peer for peer in ends[receiver]["peers"] if peer["process"] == sender]
    assert large(to["sent"]) == MESSAGES
    assert large(by["received"]) == MESSAGES
    assert to["sent"]["bytes"] >= MESSAGES * BYTES
    for end in ends.values():
        for pair in end["site_pairs"]:
            there = (pair["source"], pair["destination"]) == (0, 1)
            assert large(pair["sent"]) == (MESSAGES if there and end is ends[sender] else 0)
            assert large(pair["received"]) == (MESSAGES if there and end is ends[receiver] else 0)


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_parts_of_each_pes_time_sum_up_to_its_whole(
    grid: str, tmp_path: Path, backend: str
) -> None:
    report, out = flood(grid, backend, tmp_path / "report.json", "--explain")
    pes = report["time"]
    assert [(pe["pe"], pe["site"]) for pe in pes] == [(0, "a"), (1, "b")]
    for pe in pes:
        parts = (pe["entry_s"], pe["runtime_s"], pe["balancing_s"], pe["idle_s"])
        assert min(parts) >= 0
        assert sum(parts) + sum(pe["waited_for_s"].values()) == pytest.approx(pe["wall_s"])
        assert pe["wall_s"] > SLEEP_S
        assert pe["balancing_s"] == 0
    # One sleeps in an entry method, and the other waits until that is over.
    assert pes[1]["entry_s"] >= SLEEP_S
    assert pes[0]["waited_for_s"]["b"] > SLEEP_S / 2
    assert pes[1]["waited_for_s"].get("b", 0) < SLEEP_S / 2
    assert re.search(r"where the time of 2 PEs goes, of \d", out), out
    shares = {
        what.strip(): float(share)
        for what, share in re.findall(
            r"^  (\S.*?|  a for b|  b for a) +([\d.]+) %  .* s per PE$", out, flags=re.M
        )
    }
    assert shares["waiting for a message, between sites"] == pytest.approx(
        shares["a for b"] + shares["b for a"], abs=0.02
    )
    whole = [share for what, share in shares.items() if what not in ("a for b", "b for a")]
    assert sum(whole) == pytest.approx(100, abs=0.05)
    assert re.search(r"^ +1  b .*(?: +[\d.]+ %){6}$", out, flags=re.M), out


def test_without_report_and_explain_nothing_is_told(grid: str) -> None:
    done = isthmus(
        *("run", FLOOD, "--backend", "processes", "--grid", grid), "--", "10", str(BYTES), "0"
    )
    assert done.status == 0, done.err
    assert "where the time" not in done.out
