"""Where the time of PEs went, in words."""

from pathlib import Path

import pytest

from isthmus.report import PeTime, read_report
from isthmus.time_spent import time_spent


def pe(site: str = "a", entry_s: float = 8.0, idle_s: float = 0.05, **waited_s: float) -> PeTime:
    return PeTime(0, site, entry_s, 0.15, 0.0, waited_s, idle_s)


def test_the_largest_part_of_a_step_comes_first() -> None:
    assert time_spent([pe(b=3.9)], 12.1) == (
        "of 12.1 ms a step 8.00 in entry methods, 3.90 waiting for b, 0.150 in the runtime"
    )
    assert time_spent([pe(entry_s=2.0, b=7.85)]) == (
        "of the PEs' time 78 % waiting for b, 20 % in entry methods, 1 % in the runtime"
    )


def test_sites_that_wait_for_each_other_are_summed_up_and_named() -> None:
    told = time_spent([pe("a", b=3.0), pe("b", a=1.0)], 10.2)
    assert "2.00 waiting for other sites (b 1.50, a 0.500)" in told
    assert "their own site" not in told
    assert "2.00 waiting for their own site" in time_spent([pe("a", a=2.0)], 10.2)


RECORDED = """{"metrics": {"ms_per_step": 8.712592481481773}, "time": [
 {"pe": 0, "site": "site0", "wall_s": 0.622112981, "entry_s": 0.040077496,
  "runtime_s": 0.001386828, "balancing_s": 0.0, "waited_for_s": {"site1": 0.580648657},
  "idle_s": 0.0},
 {"pe": 1, "site": "site1", "wall_s": 0.626579651, "entry_s": 0.02329068,
  "runtime_s": 0.000908297, "balancing_s": 0.0, "waited_for_s": {"site0": 0.586255579},
  "idle_s": 0.016125095}]}"""
"""Jacobi2D, mesh 1024, 2 x 4 objects on a PE at each of two sites 8 ms apart, on threads."""


def test_a_recorded_run_that_hides_little_is_seen_to_wait(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(RECORDED, encoding="utf-8")
    report = read_report(path)
    told = time_spent(report.time, report.metrics["ms_per_step"])
    assert told == (
        "of 8.71 ms a step 8.14 waiting for other sites (site0 4.09, site1 4.05), 0.442 in entry "
        "methods, 0.113 idle"
    )


def test_runs_are_weighed_by_their_time() -> None:
    short, long = pe(entry_s=0.8, idle_s=0.05), pe(entry_s=0.0, idle_s=98.85)
    assert time_spent([short, long]) == "of the PEs' time 99 % idle"


@pytest.mark.parametrize("times", [[], [PeTime(0, "a", 0.0, 0.0, 0.0, {}, 0.0)]])
def test_nothing_is_said_where_no_account_was_kept(times: list[PeTime]) -> None:
    assert time_spent(times, 12.1) == ""
