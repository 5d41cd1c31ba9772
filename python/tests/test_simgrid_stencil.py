"""Ours beside SimGrid: that both are told the same machine, that runs are measured, what is judged,
and the whole experiment with two simulators that are formulas."""

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from helpers import write_program

from isthmus import info
from isthmus.cli import main
from isthmus.errors import BadInputError, IsthmusError
from isthmus.experiment import catalogue, peer_compare
from isthmus.experiment.peer import (
    MARK_STEPS,
    Grid,
    Measured,
    find_peer,
    our_arguments,
    peer_arguments,
    peer_simulator,
    run_measured,
    step_ms,
)
from isthmus.experiment.peer_compare import Prediction, Speed, judge
from isthmus.experiment.settings import Settings

Capture = pytest.CaptureFixture[str]
GRID = Grid(2, 64, 16, 128, 125.0, 8.0, 1.25e9)
THIN = replace(GRID, bandwidth=2.5e6)


def option(words: Sequence[str], name: str) -> str:
    return words[list(words).index(name) + 1]


def queued(grid: Grid, steps: int) -> Measured:
    """One edge after the other: each waits for itself alone."""
    compute_ms = grid.objects_per_pe * grid.edge**2 * grid.cell_ns / 1e6
    own_ms = grid.message_bytes() / grid.bandwidth * 1e3
    return Measured(3.0 + steps * (compute_ms + grid.latency_ms + own_ms), 0.5, 2**20)


def shared(grid: Grid, steps: int) -> Measured:
    """All edges at once."""
    compute_ms = grid.objects_per_pe * grid.edge**2 * grid.cell_ns / 1e6
    return Measured(steps * (compute_ms + grid.latency_ms + grid.link_busy_ms()), 1.0, 2**21)


def test_both_are_told_the_same_machine() -> None:
    runtime, own = our_arguments(GRID, 40)
    theirs = peer_arguments(GRID, 40)
    assert option(runtime, "--sites") == option(theirs, "--sites") == "2"
    assert int(option(runtime, "--pes")) * 2 == int(option(theirs, "--pes")) == 64
    assert option(own, "--objects") == option(theirs, "--objects") == "16"
    assert option(own, "--mesh") == "2048"
    assert float(option(theirs, "--compute-ns")) == 128 * 128 * float(option(own, "--cell-time"))
    assert option(runtime, "--latency") == "8ms"
    assert float(option(theirs, "--latency-s")) == 0.008
    assert option(runtime, "--bandwidth") == option(theirs, "--bandwidth") + "B/s"
    site = "B/s".join(["between_sites.bandwidth=" + option(theirs, "--site-bandwidth"), ""])
    assert site in runtime
    assert "same_node.latency=10us" in runtime
    assert float(option(theirs, "--site-latency-s")) == pytest.approx(10e-6)
    assert int(option(own, "--steps")) + int(option(own, "--warmup")) == 40
    assert int(option(theirs, "--steps")) == 40


def test_the_first_mark_is_at_the_same_step_however_long_the_run() -> None:
    for steps in (20, 40, 80):
        _, own = our_arguments(GRID, steps)
        assert int(option(own, "--steps")) // int(option(own, "--marks")) == MARK_STEPS
        assert int(option(own, "--warmup")) == MARK_STEPS


def test_what_begins_and_ends_a_run_is_no_part_of_a_step() -> None:
    assert step_ms(lambda _, steps: Measured(100.0 + 7.0 * steps, 1.0, 1), GRID, 20) == 7.0


def test_messages_and_the_time_of_the_link_are_counted() -> None:
    assert replace(GRID, objects_a_side=2).messages(11) == 8 * 10
    # 16 edges of 128 cells, each with a header of 80 bytes.
    assert THIN.link_busy_ms() == pytest.approx(16 * (128 * 8 + 80) / 2.5e6 * 1e3)


def test_without_simgrid_one_line_says_what_to_install(
    build_directory: Path, tmp_path: Path, capsys: Capture
) -> None:
    assert main(["experiment", "simgrid_stencil", "--out", str(tmp_path)]) == 2
    errors = capsys.readouterr().err
    assert "tools/install_packages.sh peers" in errors
    assert errors.count("\n") == 1
    with pytest.raises(BadInputError):
        find_peer()
    place = build_directory / "bench" / "references" / "simgrid" / "simgrid_stencil"
    write_program(place, "print('here')")
    assert find_peer() == place


def test_info_tells_optional_libraries() -> None:
    there = info.packages({"SimGrid_LIBRARY": "/usr/lib/libsimgrid.so"})
    assert there == {"SimGrid": "/usr/lib/libsimgrid.so"}
    missing = info.packages({"SimGrid_LIBRARY": "SimGrid_LIBRARY-NOTFOUND"})
    assert "libsimgrid-dev" in missing["SimGrid"]
    assert "libpmix-dev" in info.packages({"PMIx_LIBRARY": "PMIx_LIBRARY-NOTFOUND"})["PMIx"]
    left_out = {"PMIx_LIBRARY": "/usr/lib/libpmix.so", "ISTHMUS_PMIX": "OFF"}
    assert info.packages(left_out) == {"PMIx": "left out: ISTHMUS_PMIX is OFF"}


def test_a_run_is_measured_from_outside() -> None:
    # Its memory stands for a while: it is looked at now and then.
    program = "import time; x = b'x' * {size}; time.sleep(0.1); print('done')"
    small = run_measured([sys.executable, "-c", program.format(size=1)])
    large = run_measured([sys.executable, "-c", program.format(size=2**27)])
    assert small[0] == large[0] == "done\n"
    assert small[1] >= 0.1
    assert large[2] - small[2] > 2**26


def test_a_run_that_fails_or_takes_too_long_is_named() -> None:
    with pytest.raises(IsthmusError, match=r"ended with status 3 \(no more\)"):
        run_measured(
            [sys.executable, "-c", "import sys; print('no more', file=sys.stderr); exit(3)"]
        )
    with pytest.raises(IsthmusError, match=r"took longer than 0\.1 s"):
        run_measured([sys.executable, "-c", "import time; time.sleep(60)"], limit_s=0.1)
    with pytest.raises(IsthmusError, match="cannot start /no/such/program"):
        run_measured(["/no/such/program"])


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ('{"simulated_ms": 1.0, "messages": 7}', "sent 7 messages, expected"),
        ('{"simulated_ms": 1.0}', "printed no result"),
        ("hello", "printed no result"),
    ],
)
def test_a_peer_that_simulates_something_else_is_refused(
    printed: str, said: str, tmp_path: Path
) -> None:
    program = tmp_path / "peer"
    write_program(program, f"print({printed!r})")
    with pytest.raises(IsthmusError, match=said):
        peer_simulator(program)(GRID, 20)


def prediction(grid: Grid, ours_ms: float, theirs_ms: float) -> Prediction:
    return Prediction(grid, ours_ms, theirs_ms)


def speed(ours_s: float, theirs_s: float) -> Speed:
    return Speed(GRID, 40, Measured(1.0, ours_s, 2**20), Measured(1.0, theirs_s, 2**20))


@pytest.mark.parametrize(
    ("predictions", "met", "said"),
    [
        ([prediction(GRID, 10.2, 10.0)], True, "agreement met: 1 cases without contention"),
        ([prediction(GRID, 10.6, 10.0)], False, "differ by 6.0 % at most, of at most 5.0 %"),
        ([prediction(THIN, 10.0, 17.0)], False, "no case without contention"),
    ],
)
def test_agreement_is_judged_where_no_link_is_contended(
    predictions: list[Prediction], met: bool, said: str
) -> None:
    verdict = judge(predictions, [speed(1.0, 2.0)])[0]
    assert verdict.met is met
    assert said in verdict.text


@pytest.mark.parametrize(
    ("ours_ms", "met", "said"),
    [(10.0, True, "contention explained"), (9.5, False, "contention NOT explained")],
)
def test_contention_explains_no_more_than_the_link_is_busy(
    ours_ms: float, met: bool, said: str
) -> None:
    assert 7.0 < THIN.link_busy_ms() < 7.1
    verdict = judge([prediction(THIN, ours_ms, 17.0)], [speed(1.0, 2.0)])[1]
    assert verdict.met is met
    assert said in verdict.text


def test_speed_is_told_from_the_slowest_to_the_fastest() -> None:
    verdict = judge([prediction(GRID, 1.0, 1.0)], [speed(2.0, 1.0), speed(1.0, 8.0)])[2]
    assert not verdict.met
    assert "2.0 times SimGrid's (geometric mean), from 0.500" in verdict.text
    assert "to 8.00" in verdict.text
    assert speed(2.0, 1.0).messages_per_s()[0] == GRID.messages(40) / 2.0


def test_the_experiment_runs_to_its_verdicts(tmp_path: Path, capsys: Capture) -> None:
    folder = catalogue.experiments_directory()
    run = catalogue.find_experiment("simgrid_stencil", folder).run
    settings = Settings(lambda _, __: 0.0, tmp_path, quick=True, json=tmp_path / "all.json")
    run.__globals__["compare"](settings, queued, shared)
    result = json.loads((tmp_path / "all.json").read_text())
    assert result["experiment"] == "simgrid_stencil"
    assert all(one["ratio"] == 2.0 for one in result["speeds"])
    assert {one["contended"] for one in result["predictions"]} == {True, False}
    assert [one["met"] for one in result["verdicts"]] == [True, True, True]
    said = capsys.readouterr().out.splitlines()
    assert said[-3:] == [one["text"] for one in result["verdicts"]]
    assert (tmp_path / "simgrid_stencil.png").is_file()
    assert (tmp_path / "simgrid_stencil_speed.png").is_file()
    assert peer_compare.AGREEMENT == 0.05
