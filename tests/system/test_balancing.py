"""Objects are measured and moved in whole jobs, and what was measured can be replayed."""

import json
from pathlib import Path
from typing import Any

import pytest
from support import BUILD, Done, isthmus, run

REPLAY = str(BUILD / "tools" / "isthmus-replay")
TWO_SITES = ("--sites", "2", "--pes", "2", "--latency", "4ms")
STENCIL = ("--mesh", "128", "--objects", "8", "--no-probe")


def replay(snapshot: Path, *runtime: str) -> Done:
    words = ("--backend", "sim", "--costs", "charged", *TWO_SITES, *runtime)
    length = ("--balanced-at", "10", "--warmup", "40", "--steps", "100")
    return run(REPLAY, *words, "--", str(snapshot), *length)


def generated(folder: Path, *words: str) -> Path:
    snapshot = folder / "made.json"
    done = isthmus("balance", "generate", *words, "--seed", "3", "-o", str(snapshot))
    assert done.status == 0, done.err
    return snapshot


def balanced_steps(
    backend: str, strategy: str, folder: Path, steps: str, *runtime: str
) -> tuple[list[dict[str, Any]], str]:
    """What the balancer did to a stencil of uneven work, which came out right, and what it said."""
    report = folder / "report.json"
    done = isthmus(
        *("run", "jacobi2d", "--backend", backend, *TWO_SITES, "--balancer", strategy),
        *("--report", str(report), *runtime, "--", *STENCIL, "--steps", steps),
        *("--sync-every", "20", "--imbalance", "20", "--check"),
    )
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out
    return json.loads(report.read_text())["load_balancing"], done.err


@pytest.mark.parametrize("backend", ["threads", "processes", "sim"])
def test_a_stencil_of_uneven_work_is_balanced_and_right(backend: str, tmp_path: Path) -> None:
    snapshots = ("--balance-snapshots", str(tmp_path / "snap"))
    steps, said = balanced_steps(backend, "grid_hybrid", tmp_path, "60", *snapshots)
    assert "load balancing, step 1: in " in said
    assert [step["strategy"] for step in steps] == ["grid_hybrid"] * 2
    assert all(step["objects"] == 64 for step in steps)
    assert steps[0]["objects_moved"] > 0
    for number in (1, 2):
        table = isthmus(
            *("balance", "replay", str(tmp_path / f"snap-{number}.json")),
            *("--strategy", "none,greedy,grid_hybrid"),
        )
        assert table.status == 0, table.err
        assert "grid_hybrid" in table.out


@pytest.mark.parametrize("strategy", ["diffusion", "work_stealing"])
@pytest.mark.parametrize("backend", ["threads", "processes", "sim"])
def test_pes_even_out_by_themselves(backend: str, strategy: str, tmp_path: Path) -> None:
    steps, said = balanced_steps(backend, strategy, tmp_path, "400")
    assert "decided PE by PE in " in said
    # Nobody waits for a step, so that the last may have begun too late to be told of.
    assert {step["strategy"] for step in steps} == {strategy}
    assert steps[0]["objects"] == 64
    # Later ones may have begun while objects were on their way, which then nobody counts, or two.
    assert all(step["objects"] > 0 for step in steps)
    assert steps[0]["expected"]["imbalance"] <= steps[0]["before"]["imbalance"]
    assert "cross_site_messages" not in steps[0]["before"], "nobody has counted them"


def test_work_is_spread_as_the_strategy_expects() -> None:
    words = ("simulate", "jacobi2d", "--costs", "charged", *TWO_SITES)
    model = ("--mesh", "512", "--objects", "16", "--steps", "60", "--cell-time", "50")
    rest = ("--sync-every", "20", "--imbalance", "8")
    times = {}
    for balancer in ("none", "greedy", "diffusion", "work_stealing"):
        done = isthmus(*words, "--balancer", balancer, "--", *model, "--warmup", "30", *rest)
        assert done.status == 0, done.err
        times[balancer] = float(done.out.split("time")[1].split()[0])
    # The site on the right has the dearer half: objects of 6.25 on average, where all have 4.5.
    for balancer in ("greedy", "diffusion", "work_stealing"):
        assert times[balancer] < 0.8 * times["none"], balancer


def test_a_snapshot_runs_as_a_program_that_gains_by_balancing(tmp_path: Path) -> None:
    words = ("power_law", "--objects", "256", "--sites", "2", "--pes", "2", "--start", "crowded")
    snapshot = generated(tmp_path, *words)
    times = {}
    for balancer in ("none", "greedy", "grid_hybrid"):
        done = replay(snapshot, "--balancer", balancer, "--verify")
        assert done.status == 0, done.err
        assert "replay: 256 objects on 4 PEs at 2 sites: " in done.out
        times[balancer] = float(done.out.split("sites: ")[1].split()[0])
    assert max(times["greedy"], times["grid_hybrid"]) < 0.8 * times["none"]


def test_a_snapshot_of_other_pes_is_refused_in_one_line(tmp_path: Path) -> None:
    snapshot = generated(tmp_path, "stencil", "--objects", "64", "--sites", "2", "--pes", "4")
    done = replay(snapshot)
    assert done.status == 2
    assert "a job of 4 PEs at 2 sites (expected the snapshot's 8 PEs at 2 sites" in done.err
    assert done.err.count("\n") == 1
