"""md and fracture with many objects a PE hide a latency up to a step's time: in virtual time, with
costs that are charged, so that the machine has no part in it."""

import json
from pathlib import Path

import pytest
from support import isthmus

SHAPES = {
    "md": (
        *("--atoms", "4000", "--cells", "6", "--cutoff", "2.2", "--tell-each", "--still"),
        *("--entry-time", "700", "--energies-every", "1000", "--points-every", "1000"),
        *("--warmup", "10", "--steps", "20"),
    ),
    "fracture": (
        *("--cells", "20x20x4", "--parts", "600", "--still", "--charge-own"),
        *("--element-time", "8333", "--every", "50", "--steps", "100"),
    ),
}
METRICS = {"md": "ms_per_step", "fracture": "ms_per_step_last"}
WAYS = {"md": 2, "fracture": 1}  # latencies that a step waits for one after the other


@pytest.mark.parametrize("program", ["md", "fracture"])
def test_nine_tenths_of_a_latency_of_a_step_are_hidden(program: str, tmp_path: Path) -> None:
    def step_ms(latency_ms: float) -> float:
        report = tmp_path / "report.json"
        runtime = ("--backend", "sim", "--costs", "charged", "--sites", "2", "--pes", "1")
        link = ("--latency", f"{latency_ms:g}ms", "--border-first", "yes", "--report", str(report))
        done = isthmus("run", program, *runtime, *link, "--", *SHAPES[program])
        assert done.status == 0, done.err
        return float(json.loads(report.read_text())["metrics"][METRICS[program]])

    at_zero = step_ms(0)
    wait = at_zero  # as long as the work of a step
    with_it = step_ms(wait / WAYS[program])
    assert with_it >= at_zero
    assert (at_zero + wait - with_it) / wait >= 0.9, with_it
