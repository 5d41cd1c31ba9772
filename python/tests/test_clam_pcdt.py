"""The PCDT experiment after the Clam thesis, with a program that is a formula."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from isthmus.errors import IsthmusError
from isthmus.experiment import catalogue
from isthmus.experiment.settings import RunApplication, Settings
from isthmus.report import Report

HOPS = {  # after one forward, after two
    "lazy_forwarding": (300.0, 200.0),
    "jump_update": (300.0, 100.0),
    "path_compression": (300.0, 50.0),
    "broadcast_update:published": (100.0, 0.0),
    "eager_update:published": (200.0, 10.0),
    "broadcast_update": (150.0, 0.0),
    "eager_update": (200.0, 10.0),
    "home_based": (400.0, 0.0),
    "home_and_sender": (90.0, 0.0),
    "adaptive": (90.0, 0.0),
}


def option(words: Sequence[str], name: str) -> str:
    return words[list(words).index(name) + 1]


def mesh_generator(program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
    """A machine on which all is as in the thesis."""
    assert program == "meshgen"
    policy = option(runtime, "--location-policy")
    slower = (
        1.3 if policy == "broadcast_update:published" else 1.0 + 0.01 * int(option(own, "--seed"))
    )
    if option(own, "--slice") == "0" and policy == "lazy_forwarding":
        slower = 2.0
    metrics = {
        "seconds": 2.0 + 10 * slower,
        "first_s": 2.0,
        "subdomains_given": {"jump_update": 200.0, "home_based": 800.0}.get(policy, 500.0),
        "forwarded": sum(HOPS[policy]),
        "updates": 100.0,
        "object_messages": 5000.0,
        "messages_to_itself": 4000.0,
        "arrivals_after_1": HOPS[policy][0],
        "arrivals_after_2": HOPS[policy][1],
    }
    return Report(metrics, {})


def run(tmp_path: Path, generator: object = mesh_generator) -> dict[str, object]:
    experiment = catalogue.find_experiment("clam_pcdt", catalogue.experiments_directory())
    json_file = tmp_path / "pcdt.json"
    settings = Settings(
        lambda _runtime, _own: 0.0,
        tmp_path,
        quick=True,
        json=json_file,
        run_application=generator,  # type: ignore[arg-type]
    )
    experiment.run(settings)
    result = json.loads(json_file.read_text())
    assert isinstance(result, dict)
    return result


def test_findings_are_judged_by_the_iterations_after_the_first_mesh(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = run(tmp_path)
    assert "8 of 8 findings of the thesis agree" in capsys.readouterr().out
    rows = result["rows"]
    assert isinstance(rows, list)
    lazy = next(row for row in rows if row["policy"] == "lazy_forwarding" and row["slice"] == 5)
    assert lazy["seconds"] == pytest.approx(10.1)
    assert lazy["hops"] == [500, 300, 200]
    assert (tmp_path / "clam_4_20.png").exists()


def test_what_differs_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def without_moves(program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
        metrics = mesh_generator(program, runtime, own).metrics
        return Report({**metrics, "seconds": 12.0, "subdomains_given": 5.0}, {})

    run(tmp_path, without_moves)
    out = capsys.readouterr().out
    assert "4 of 8 findings of the thesis agree" in out
    assert "4.22 (the policy makes" in out.split("NOT: ")[1]


def test_polling_hides_nothing_that_is_within_ten_per_cent_without(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def hardly_apart(program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
        metrics = mesh_generator(program, runtime, own).metrics
        lazy = option(runtime, "--location-policy") == "lazy_forwarding"
        if option(own, "--slice") == "0" and lazy:
            metrics = {**metrics, "seconds": 2.0 + 10 * 1.08}
        return Report(metrics, {})

    run(tmp_path, hardly_apart)
    out = capsys.readouterr().out
    assert "7 of 8 findings of the thesis agree" in out
    assert "4.20 (polling beside the application" in out.split("NOT: ")[1]


def test_the_report_of_another_program_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IsthmusError, match="no metric"):
        run(tmp_path, lambda *_words: Report({"seconds": 1.0}, {}))


def broken_down(program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
    """32 PEs of 10 s, of which PE 0 is never idle and the others half of the time, or little."""
    assert program == "meshgen"
    idle_us = 5e6 if option(own, "--balancer") == "none" else 0.5e6
    entry = {"ph": "X", "cat": "entry", "name": "work", "tid": 0, "ts": 0.0, "dur": 10e6}
    spans = [{**entry, "args": {"from_pe": 0, "bytes": 1e9}}]
    spans += [
        {"ph": "X", "cat": "idle", "name": "idle", "tid": pe, "ts": 10e6 - idle_us, "dur": idle_us}
        for pe in range(1, 32)
    ]
    spans += 5000 * [{**entry, "tid": 1, "dur": 1.0, "args": {"from_pe": 0, "bytes": 2000}}]
    coming = {**entry, "name": "Migrations::deliver", "tid": 1, "dur": 1.0}
    spans.append({**coming, "args": {"from_pe": 2, "bytes": 50e6}})
    Path(option(runtime, "--timeline")).write_text(json.dumps({"traceEvents": spans}))
    return Report({}, {})


def broken_down_by(tmp_path: Path, generator: RunApplication) -> dict[str, Any]:
    experiment = catalogue.find_experiment("clam_breakdown", catalogue.experiments_directory())
    settings = Settings(
        lambda _runtime, _own: 0.0,
        tmp_path,
        quick=True,
        json=tmp_path / "breakdown.json",
        run_application=generator,
    )
    experiment.run(settings)
    result: dict[str, Any] = json.loads((tmp_path / "breakdown.json").read_text())
    return result


def test_a_breakdown_adds_up(tmp_path: Path) -> None:
    result = broken_down_by(tmp_path, broken_down)
    alone, balanced = result["rows"]
    assert alone["run_s"] == 10.0
    assert alone["busy_s"] == [10.0] + 31 * [5.0]
    assert alone["communication_s"] == pytest.approx(5000 * (160e-6 + 40e-6))
    assert alone["moving_s"] == pytest.approx(1.00016)
    assert balanced["busy_s"][1] == 9.5
    assert [one["agrees"] for one in result["findings"]] == [True, True]
    assert (tmp_path / "clam_4_8.png").stat().st_size > 10_000


def test_a_breakdown_needs_a_timeline(tmp_path: Path) -> None:
    with pytest.raises(IsthmusError, match="wrote no timeline"):
        broken_down_by(tmp_path, lambda _program, _runtime, _own: Report({}, {}))
