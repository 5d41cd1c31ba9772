"""What --report and --explain say of a job: what its links carried, where its time went."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from support import FLOOD, JACOBI2D, isthmus

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


def simulated(*words: str, side: int = 8) -> str:
    own = ("--mesh", "512", "--objects", str(side), "--steps", "12", "--warmup", "2")
    job = ("--backend", "sim", "--costs", "charged", "--latency", "4ms", *words)
    done = isthmus("run", JACOBI2D, *job, "--", *own, "--cell-time", "100", "--no-probe")
    assert done.status == 0, done.err
    return done.out


def trace_hash(out: str) -> str:
    (found,) = re.findall(r"^trace hash: \w+$", out, flags=re.M)
    return str(found)


def test_a_run_in_virtual_time_keeps_an_account_that_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    sites = ("--sites", "2", "--pes", "2")
    plain = simulated(*sites)
    told = simulated(*sites, "--report", str(path), "--explain")
    assert trace_hash(told) == trace_hash(plain)
    report = json.loads(path.read_text())
    pes = report["time"]
    assert [(pe["pe"], pe["site"]) for pe in pes] == [
        *((0, "site0"), (1, "site0"), (2, "site1"), (3, "site1"))
    ]
    for pe in pes:
        parts = (pe["entry_s"], pe["runtime_s"], pe["balancing_s"], pe["idle_s"])
        assert min(parts) >= 0
        assert sum(parts) + sum(pe["waited_for_s"].values()) == pytest.approx(pe["wall_s"])
        assert pe["wall_s"] >= report["simulation"]["virtual_s"] - 1e-9
        # All that its 16 objects charge for their cells, and what messages take besides.
        charged_s = 512 * 512 / 4 * 14 * 100e-9
        assert charged_s <= pe["entry_s"] <= 1.05 * charged_s
    # A latency at least, before the first message of the other site.
    assert pes[2]["waited_for_s"]["site0"] > 0.004
    assert "where the time of 4 PEs goes" in told
    assert "waiting for a message, between sites" in told
    assert re.search(r"messages handled \d+: receiving them, and sending, takes [\d.]+ %", told)
    words = isthmus("report", str(path))
    assert words.out.startswith("4 PEs ran for "), words.err


def test_a_job_of_many_pes_has_rows_of_several(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    simulated("--sites", "2", "--pes", "700", "--report", str(path), side=64)
    rows = json.loads(path.read_text())["time"]
    assert [row["pe"] for row in rows] == list(range(0, 1400, 2))
    assert {row["pes"] for row in rows} == {2}
    for row in rows:
        assert row["least_entry_s"] <= row["entry_s"] / 2 <= row["most_entry_s"]
        assert row["most_entry_pe"] in (row["pe"], row["pe"] + 1)
        assert row["site"] == ("site0" if row["pe"] < 700 else "site1")
    told = isthmus("report", str(path))
    assert told.out.startswith("1,400 PEs ran for "), told.err
    assert re.search(r"^ +0-1 +site0 ", told.out, flags=re.M), told.out
