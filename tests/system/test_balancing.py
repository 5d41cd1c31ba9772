"""Objects are measured and moved in whole jobs, and what was measured can be replayed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support import BUILD, Done, isthmus, run

REPLAY = str(BUILD / "programs" / "isthmus-replay")
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


def speeds_of(tmp_path: Path, backend: str, *runtime: str) -> tuple[dict[str, Any], Done]:
    """What the report says of the PEs' speeds."""
    report = tmp_path / "report.json"
    done = isthmus(
        *("run", "jacobi2d", "--backend", backend, "--report", str(report), *runtime),
        *("--", *STENCIL, "--steps", "40", "--sync-every", "20", "--check"),
    )
    assert done.status == 0, done.err
    return json.loads(report.read_text())["speeds"], done


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_a_balancer_goes_by_speeds_that_are_measured_at_the_start(
    backend: str, tmp_path: Path
) -> None:
    speeds, done = speeds_of(tmp_path, backend, *TWO_SITES, "--balancer", "auto")
    assert speeds["found"] == "measured while all PEs worked"
    assert speeds["most"] == 1
    assert len(speeds["shares_of_cores"]) == 4
    assert all(0 < share <= 1 for share in speeds["shares_of_cores"])
    assert "measured while all PEs worked" in done.err
    unasked, done = speeds_of(tmp_path, backend, *TWO_SITES)
    assert unasked == {"found": "taken as equal", "least": 1, "most": 1}
    assert done.err == ""


@pytest.mark.parametrize("backend", ["threads", "processes", "sim"])
def test_speeds_of_the_grid_file_are_not_measured(backend: str, tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text("[[site]]\npes = 2\nprocesses = 2\nspeed = [1, 0.5]\n")
    words = ("--grid", str(grid), "--balancer", "greedy")
    speeds, done = speeds_of(tmp_path, backend, *words)
    assert speeds == {
        "found": "as the grid file says",
        "least": 0.5,
        "most": 1,
        "of_pes": [1, 0.5],
    }
    assert "speeds of PEs 0.5 to 1, as the grid file says" in done.err
    if backend == "sim":
        return
    measured, _ = speeds_of(tmp_path, backend, *words, "--measure-speeds", "always")
    assert measured["found"] == "measured while all PEs worked"


def test_virtual_time_has_the_grids_speeds(tmp_path: Path) -> None:
    words = (*TWO_SITES, "--balancer", "greedy", "--explain")
    speeds, done = speeds_of(tmp_path, "sim", *words)
    assert speeds == {"found": "taken as equal", "least": 1, "most": 1}
    assert "speeds of PEs 1, taken as equal" in done.out
    refused = isthmus("run", "jacobi2d", "--backend", "sim", "--measure-speeds", "always")
    assert refused.status == 2
    assert "virtual time has the grid's speeds" in refused.err


def test_what_others_leave_a_pe_of_its_core_shows_at_the_start(tmp_path: Path) -> None:
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2 or not Path("/proc/thread-self/schedstat").exists():
        pytest.skip("two cores, and a system that tells who waits for one")
    others = [
        subprocess.Popen(
            [sys.executable, "-c", "while True: pass"],
            preexec_fn=lambda: os.sched_setaffinity(0, {cores[1]}),
        )
        for _ in range(3)
    ]
    try:
        speeds, _ = speeds_of(tmp_path, "threads", "--pes", "2", "--balancer", "greedy")
    finally:
        for other in others:
            other.kill()
            other.wait()
    assert speeds["shares_of_cores"][1] < 0.75, "three others have the core of the second PE"


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
