"""Netsort sorts whatever moves its elements about, and counts the messages that it took."""

import json
import os
import signal
from itertools import pairwise
from pathlib import Path

import pytest
from support import BUILD, COMMAND, Done, children_of, finish, isthmus, start, wait_until

THREADS = ("--backend", "threads")
PROCESSES = ("--backend", "processes")
SIM = ("--backend", "sim")
POLICIES = (
    "lazy_forwarding",
    "jump_update",
    "path_compression",
    "broadcast_update",
    "partitioned_update",
    "eager_update",
    "home_based",
    "home_and_sender",
    "adaptive",
    "broadcast_update:published",
    "partitioned_update:published",
    "eager_update:published",
)


LAYERS = ("array", "mobile")


def netsort(runtime: tuple[str, ...], *words: str) -> Done:
    return isthmus("run", "netsort", *runtime, "--", *words)


def expect_sorted(done: Done) -> None:
    assert done.status == 0, done.err + done.out
    assert "sorted, equal to std::sort" in done.out
    assert "NOT" not in done.out
    assert done.err == ""


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM])
def test_it_sorts_under_every_policy(backend: tuple[str, ...], layer: str, policy: str) -> None:
    runtime = (*backend, "--sites", "2", "--pes", "2", "--location-policy", policy)
    own = ("--size", "128", "--payload", "1000", "--layer", layer)
    expect_sorted(netsort(runtime, *own, "--check"))


@pytest.mark.parametrize("backend", [THREADS, PROCESSES])
@pytest.mark.parametrize(
    "words",
    [
        "--size 2 --payload 0",
        "--size 64 --created spread --stages-between-moves 5",
        "--size 64 --homes spread --stages-between-moves 20 --seed 7",
        "--size 64 --created spread --homes spread --stages-between-moves 0",
        "--size 16 --payload 300000",
        "--size 64 --layer mobile --created spread --stages-between-moves 5 --seed 7",
        "--size 64 --layer mobile --stages-between-moves 0 --sync-every 4",
        "--size 16 --layer mobile --payload 300000",
        "--size 2 --layer mobile --payload 0",
    ],
)
def test_it_sorts_whatever_moves_and_is_carried(backend: tuple[str, ...], words: str) -> None:
    runtime = (*backend, "--sites", "2", "--pes", "2", "--latency", "300us")
    expect_sorted(netsort(runtime, *words.split(), "--check"))


POINTS = ("--size", "2048", "--payload", "2000", "--sync-every", "5", "--check")


@pytest.mark.parametrize("rank", [0, 3])
def test_it_goes_on_without_a_process_that_is_lost(rank: int, tmp_path: Path) -> None:
    job = start(
        *(COMMAND, "run", "netsort", *PROCESSES, "--sites", "2", "--pes", "2", "--processes", "2"),
        *("--checkpoint", "always", "--checkpoint-dir", str(tmp_path), "--on-loss", "go-on"),
        *("--", *POINTS),
    )
    wait_until(lambda: any(tmp_path.glob("checkpoint-*/index")), "a checkpoint")
    assert job.poll() is None, "it was over before it lost anybody"
    os.kill(children_of(job.pid)[rank], signal.SIGKILL)
    done = finish(job)
    assert done.status == 0, done.err
    assert "goes on without process" in done.err, done.err
    assert "sorted, equal to std::sort" in done.out


@pytest.mark.parametrize("layer", LAYERS)
def test_it_goes_on_from_a_checkpoint_in_another_shape(layer: str, tmp_path: Path) -> None:
    own = (*POINTS, "--layer", layer)
    kept = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path))
    assert netsort((*THREADS, "--sites", "2", "--pes", "2", *kept), *own).status == 0
    done = netsort((*SIM, "--pes", "3", "--restart", str(tmp_path)), *own)
    assert done.status == 0, done.err
    assert "since the checkpoint" in done.out
    assert "sorted, equal to std::sort" in done.out


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM])
def test_messages_and_moves_depend_neither_on_timing_nor_on_the_layer(
    backend: tuple[str, ...], layer: str, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    runtime = (*backend, "--pes", "4", "--processes", "2", "--report", str(report))
    if backend == THREADS:
        runtime = (*backend, "--pes", "4", "--report", str(report))
    own = ("--size", "64", "--payload", "100", "--layer", layer)
    done = netsort(runtime, *own, "--by-pe", "--check")
    expect_sorted(done)
    metrics = json.loads(report.read_text())["metrics"]
    # A word to begin, and a value for each of the 21 stages.
    assert metrics["values"] == 64 * 22
    # Three in four of the 64 that are dealt out; of the 64 x 20 moves, those to another PE.
    assert metrics["migrations"] == 987
    by_pe = [metrics[f"pe_{pe}_values"] for pe in range(4)]
    assert sum(by_pe) == metrics["values"]
    arrivals = [value for name, value in metrics.items() if name.startswith("arrivals_after_")]
    assert sum(arrivals) == metrics["values"]
    assert sum(metrics[f"pe_{pe}_forwarded"] for pe in range(4)) == metrics["forwarded"]
    forwards = [k * metrics[f"arrivals_after_{k}"] for k in range(len(arrivals))]
    assert sum(forwards) == metrics["forwarded"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--size", "100"), "size is 100 (expected a power of two from 2 to 1048576)"),
        (("--payload", "-1"), "payload is -1"),
        (("--stages-between-moves", "79"), "stages between moves is 79 (expected 0 to 78)"),
        (("--created", "nowhere"), "--created"),
        (("--layer", "mobile", "--homes", "spread"), "(expected origin: the home of a mobile "),
        (("--no-such-option",), "--no-such-option"),
    ],
)
def test_a_wrong_option_is_one_line(words: tuple[str, ...], said: str) -> None:
    done = netsort(THREADS, *words)
    assert done.status == 2
    assert len(done.lines) == 1, done.err
    assert said in done.err


def hops(runtime: tuple[str, ...], tmp_path: Path, *words: str) -> list[float]:
    report = tmp_path / "hops.json"
    policy = ("--location-policy", "lazy_forwarding", "--report", str(report))
    program = str(BUILD / "apps" / "netsort" / "netsort_hops")
    done = isthmus("run", program, *runtime, *policy, "--", *words)
    assert done.status == 0, done.err
    metrics = json.loads(report.read_text())["metrics"]
    return [metrics[f"round_trip_us_{at}"] for at in range(1, len(metrics) + 1)]


def test_a_message_takes_one_hop_for_each_move_of_its_object(tmp_path: Path) -> None:
    """In virtual time, where a hop costs what the model says: so this is of the way alone."""
    costs = ("--sim", "same_node.latency=40us", "--sim", "same_node.send=80us")
    runtime = (*SIM, "--costs", "charged", "--pes", "9", "--processes", "9", *costs)
    for layering in ((), ("--layered",)):
        times = hops(runtime, tmp_path, "--rounds", "3", *layering)
        assert len(times) == 8
        more = [later - earlier for earlier, later in pairwise(times)]
        assert more == pytest.approx([more[0]] * 7, rel=0.01)
        assert more[0] > 120


@pytest.mark.parametrize("backend", [THREADS, PROCESSES])
def test_what_a_hop_costs_is_measured_with_every_backend(
    backend: tuple[str, ...], tmp_path: Path
) -> None:
    runtime = (*backend, "--pes", "5", *(("--processes", "5") if backend == PROCESSES else ()))
    for layering in ((), ("--layered",)):
        times = hops(runtime, tmp_path, "--rounds", "50", *layering)
        assert len(times) == 4
        assert min(times) > 0


def test_an_experiment_with_it_ends_with_its_verdict(tmp_path: Path) -> None:
    done = isthmus("experiment", "clam_hops", "--quick", "--out", str(tmp_path))
    assert done.status == 0, done.err
    assert (tmp_path / "clam_4_6.png").exists()
    # Which one it is, is a matter of time.
    assert " of 6 findings of the thesis agree" in done.out.splitlines()[-1]
