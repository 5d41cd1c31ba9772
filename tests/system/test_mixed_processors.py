"""One job of processes for different processors: x86-64 as it is, arm64 under qemu.

`make mixed` installs and builds what these tests need, and runs them.
"""

import json
import os
import platform
import shutil
from pathlib import Path

import pytest
from support import BUILD, REPOSITORY, Done, finish, free_port, start

ARM64_BUILD = Path(os.environ.get("ISTHMUS_ARM64_BUILD", REPOSITORY / "build" / "arm64"))
EMULATOR = ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")
# Emulation takes several times as long, and on few cores that is not all.
LIMIT_S = 110.0


def program(build: Path, name: str) -> Path:
    return build / "apps" / name / name


def missing() -> str:
    if platform.machine() != "x86_64":
        return f"this machine is {platform.machine()}, not x86_64"
    if shutil.which(EMULATOR[0]) is None:
        return f"no {EMULATOR[0]} (package qemu-user)"
    for name in ("jacobi2d", "netsort"):
        if not program(ARM64_BUILD, name).exists():
            return f"no {name} in {ARM64_BUILD} (make mixed builds it)"
    return ""


pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


def run_mixed(name: str, processors: str, *words: str) -> list[Done]:
    """By rank; `processors` has a letter for each process: x or a."""
    port = free_port()
    processes = []
    for rank, processor in enumerate(processors):
        build = ARM64_BUILD if processor == "a" else BUILD
        processes.append(
            start(
                *(EMULATOR if processor == "a" else ()),
                str(program(build, name)),
                *("--backend", "processes", "--rendezvous", f"127.0.0.1:{port}"),
                *("--rank", str(rank), "--wait", "60s", *words),
                key="mixed",
            )
        )
    return [finish(process, LIMIT_S) for process in processes]


def expect_all_well(done: list[Done]) -> str:
    """What rank 0 says."""
    for process in done:
        assert process.status == 0, [process.err + process.out for process in done]
    return done[0].out


@pytest.mark.parametrize("processors", ["xa", "ax"])
def test_a_stencil_over_two_sites_has_the_serial_field_bit_for_bit(processors: str) -> None:
    runtime = ("--sites", "2", "--pes", "1", "--latency", "1ms")
    words = ("--no-probe", "--mesh", "96", "--objects", "6", "--steps", "20", "--check")
    out = expect_all_well(run_mixed("jacobi2d", processors, *runtime, "--", *words))
    assert "equal to the serial reference, bit for bit" in out


@pytest.mark.parametrize("processors", ["xa", "ax"])
def test_objects_that_move_between_processors_sort_what_they_hold(
    processors: str, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    runtime = ("--sites", "2", "--pes", "1", "--latency", "300us", "--report", str(report))
    words = ("--size", "64", "--payload", "1000", "--created", "spread", "--check")
    out = expect_all_well(run_mixed("netsort", processors, *runtime, "--", *words))
    assert "sorted, equal to std::sort" in out
    assert json.loads(report.read_text())["metrics"]["migrations"] > 100


def test_processes_of_one_node_differ_in_their_processors() -> None:
    """Shared memory, where both are on one machine and one of them is emulated."""
    runtime = ("--sites", "1", "--pes", "2", "--processes", "2")
    words = ("--no-probe", "--mesh", "64", "--objects", "4", "--steps", "10", "--check")
    out = expect_all_well(run_mixed("jacobi2d", "xa", *runtime, "--", *words))
    assert "equal to the serial reference, bit for bit" in out


@pytest.mark.parametrize("processors", ["xa", "ax"])
def test_a_checkpoint_of_one_kind_of_processor_is_gone_on_from_on_another(
    processors: str, tmp_path: Path
) -> None:
    words = ("--mesh", "96", "--objects", "6", "--sync-every", "5", "--no-probe", "--check")
    kept = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path))
    shape = ("--sites", "1", "--pes", "2")
    for processor, more, steps in (
        (processors[0], (*shape, *kept), "20"),
        (processors[1], ("--sites", "2", "--pes", "1", "--restart", str(tmp_path)), "20"),
    ):
        build = ARM64_BUILD if processor == "a" else BUILD
        words_of_all = (str(program(build, "jacobi2d")), *more, "--", *words, "--steps", steps)
        job = start(*(EMULATOR if processor == "a" else ()), *words_of_all)
        done = finish(job, LIMIT_S)
        assert done.status == 0, done.err
        assert "equal to the serial reference, bit for bit" in done.out
    assert "goes on from checkpoint" in done.err
