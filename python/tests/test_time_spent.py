"""Where the time of PEs went, in words."""

import pytest

from isthmus.report import PeTime
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


def test_runs_are_weighed_by_their_time() -> None:
    short, long = pe(entry_s=0.8, idle_s=0.05), pe(entry_s=0.0, idle_s=98.85)
    assert time_spent([short, long]) == "of the PEs' time 99 % idle"


@pytest.mark.parametrize("times", [[], [PeTime(0, "a", 0.0, 0.0, 0.0, {}, 0.0)]])
def test_nothing_is_said_where_no_account_was_kept(times: list[PeTime]) -> None:
    assert time_spent(times, 12.1) == ""
