"""The experiment that compares the delay filter with a router that holds packets."""

import os
from pathlib import Path

import pytest
from support import BUILD, COMMAND, finish, isthmus, start

from isthmus.experiment.far_runs import two_sites
from isthmus.experiment.wide_area import why_not

needs_namespaces = pytest.mark.skipif(bool(why_not()), reason=why_not())
LATENCY_MS = 12.0
OWN = ("--mesh", "128", "--objects", "4", "--mapping", "block", "--steps", "20", "--warmup", "5")


@needs_namespaces
@pytest.mark.parametrize("is_real", [False, True], ids=["filter", "router"])
def test_a_step_takes_the_latency_that_either_holds_it_for(
    is_real: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an object needs from afar was sent a step before, half of a way to and fro."""
    monkeypatch.setenv("ISTHMUS_BUILD", str(BUILD))
    with two_sites() as run_far:
        report = run_far(
            "jacobi2d", LATENCY_MS, is_real, ("--border-first", "no"), (*OWN, "--no-probe")
        )
        assert report.metrics["ms_per_step"] >= LATENCY_MS
        assert len(report.time) == 2
        near = run_far("jacobi2d", 0.0, is_real, ("--border-first", "no"), (*OWN, "--no-probe"))
        assert near.metrics["ms_per_step"] < report.metrics["ms_per_step"]


@needs_namespaces
def test_a_job_that_fails_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISTHMUS_BUILD", str(BUILD))
    from isthmus.errors import IsthmusError

    with two_sites() as run_far, pytest.raises(IsthmusError, match="ended with status 2"):
        run_far("jacobi2d", 0.0, True, (), ("--mesh", "nonsense"))


@needs_namespaces
def test_it_ends_with_its_verdict(tmp_path: Path) -> None:
    done = isthmus("experiment", "emulated_and_real", "--quick", "--out", str(tmp_path))
    assert done.status == 0, done.err
    assert (tmp_path / "emulated_and_real.png").exists()
    # Whether it is met is a matter of what else the machine does.
    assert "artificial and real latency give the same step times" in done.out.splitlines()[-1]


def test_where_there_can_be_no_namespaces_it_ends_in_one_line(tmp_path: Path) -> None:
    done = finish(
        start(
            *(COMMAND, "experiment", "emulated_and_real", "--quick", "--out", str(tmp_path)),
            variables={"PATH": str(tmp_path)},
        )
    )
    assert done.status == 2, done.err
    assert len(done.lines) == 1, done.err
    said = "network namespaces need root" if os.geteuid() else "no program ip"
    assert said in done.err
