"""The experiments on messages by size, with a program that is a formula."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers import Program, experiment, option, run_quickly

from isthmus.errors import IsthmusError
from isthmus.report import Report

START_US = {"carrier": 10.0, "entry": 11.0, "request": 12.0, "object": 12.0, "layered": 13.0}
BYTE_NS = {"carrier": 1.0, "entry": 1.0, "request": 1.0, "object": 1.0, "layered": 1.5}


def messages(_program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
    """A start, and so much a byte: a quarter of it over shared memory."""
    level = option(own, "--level")
    over = option(own, "--over") if level == "carrier" else option(runtime, "--carrier")
    part = 0.25 if over == "shm" else 1.0
    metrics = {}
    for size in map(int, option(own, "--sizes").split(",")):
        us = part * (START_US[level] + 1e-3 * BYTE_NS[level] * size)
        for kind, busy in (("mean", 1.2), ("best", 1.0)):
            metrics[f"{kind}_latency_us_{size}"] = busy * us
            metrics[f"{kind}_mb_per_s_{size}"] = size / us / busy
    return Report(metrics, {})


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program is there, as far as anybody asks."""
    program = tmp_path / "build" / "bench" / "sweeps" / "message_sizes"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("ISTHMUS_BUILD", str(tmp_path / "build"))


def run(name: str, tmp_path: Path, program: Program = messages) -> dict[str, Any]:
    return run_quickly(name, tmp_path, program)


def disagreeing(result: dict[str, Any]) -> list[str]:
    return [one["where"] for one in result["findings"] if not one["agrees"]]


def test_a_runtime_as_koenig_found_it_agrees_with_all_findings(tmp_path: Path) -> None:
    result = run("koenig2003_messages", tmp_path)
    assert disagreeing(result) == []
    assert {(row["level"], row["over"]) for row in result["rows"]} == {
        (level, over) for level in ("carrier", "entry") for over in ("tcp", "shm")
    }
    first = result["rows"][0]
    assert first["bytes"] == 1
    assert (first["mean_us"], first["best_us"]) == pytest.approx((12.0012, 10.001))
    assert (tmp_path / "koenig2003_messages.png").stat().st_size > 10_000


def test_entry_methods_that_cost_much_do_not_agree(tmp_path: Path) -> None:
    def slow(program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
        report = messages(program, runtime, own)
        if option(own, "--level") == "carrier":
            return report
        worse = {
            name: value * (2.0 if "latency" in name else 0.5)
            for name, value in report.metrics.items()
        }
        return Report(worse, {})

    result = run("koenig2003_messages", tmp_path, slow)
    assert disagreeing(result) == ["6.1, 6.2", "6.1, 6.2", "6.3, 6.4", "6.3, 6.4"]


def test_a_dip_is_seen(tmp_path: Path) -> None:
    def dipping(program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
        report = messages(program, runtime, own)
        dip = {"best_mb_per_s_1024": 0.5 * report.metrics["best_mb_per_s_256"]}
        return Report({**report.metrics, **dip}, {})

    result = run("koenig2003_messages", tmp_path, dipping)
    told = [one["ours"] for one in result["findings"] if not one["agrees"]]
    assert len(told) == 1
    assert "entry over shm at [1024]" in told[0]


def test_one_more_copy_shows_in_large_messages(tmp_path: Path) -> None:
    result = run("clam_bandwidth", tmp_path)
    assert disagreeing(result) == []
    assert (tmp_path / "clam_4_5.png").stat().st_size > 10_000


def test_a_copy_that_costs_nothing_does_not_agree(tmp_path: Path) -> None:
    def alike(program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
        words = list(own)
        words[words.index("--level") + 1] = "request"
        return messages(program, runtime, words)

    result = run("clam_bandwidth", tmp_path, alike)
    assert len(disagreeing(result)) == 2


def bandwidths(bandwidth: Any, by_size: dict[int, float]) -> Any:
    """MB/s of messages to objects by size, where requests and the older layering have 100."""
    hundred = dict.fromkeys(by_size, 100.0)
    return {bandwidth.REQUEST: hundred, bandwidth.OBJECT: by_size, bandwidth.LAYERED: hundred}


def agrees_on_gain(by_round: Sequence[dict[int, float]]) -> bool:
    bandwidth = experiment("clam_bandwidth")
    found = bandwidth.judge([bandwidths(bandwidth, by_size) for by_size in by_round])
    return bool(found[0].agrees)


def test_one_size_that_was_disturbed_is_no_gain_of_large_messages() -> None:
    quiet = {65536: 108.0, 131072: 104.0, 262144: 103.0, 524288: 102.0, 1048576: 101.0}
    assert max(quiet.values()) < 120
    assert not agrees_on_gain([{**quiet, 262144: 135.0}] * 3)  # in all rounds
    assert not agrees_on_gain([quiet, dict.fromkeys(quiet, 150.0), quiet])  # in one, all sizes
    assert agrees_on_gain([dict.fromkeys(quiet, 125.0)] * 3)


def test_one_size_that_was_disturbed_takes_no_gain_away() -> None:
    large = dict.fromkeys((65536, 131072, 262144, 524288, 1048576), 125.0)
    assert agrees_on_gain([{**large, 65536: 70.0}] * 3)
    assert agrees_on_gain([large, dict.fromkeys(large, 60.0), large])


@pytest.mark.parametrize("name", ["koenig2003_messages", "clam_bandwidth"])
def test_a_report_of_something_else_is_told_of(name: str, tmp_path: Path) -> None:
    with pytest.raises(IsthmusError, match="no metric '"):
        run(name, tmp_path, lambda _program, _runtime, _own: Report({"seconds": 1.0}, {}))


def test_a_program_that_is_not_built_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ISTHMUS_BUILD", str(tmp_path / "nothing"))
    with pytest.raises(IsthmusError, match="message_sizes: no program there"):
        run("koenig2003_messages", tmp_path)
