"""The metacomputer's product and equations beside ScaLAPACK's, in single precision on two cores of
this machine, measured in turn. ScaLAPACK is its own program under mpirun (bench/references)."""

import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from isthmus.build import build_directory, is_program
from isthmus.errors import IsthmusError, MissingPeerError
from isthmus.experiment.neff1995 import PROGRAM, metric
from isthmus.experiment.settings import Settings
from isthmus.machine import this_machine
from isthmus.report import PeTime, print_table
from isthmus.time_spent import time_spent

REPRODUCES = "Ours: a product and the solution of equations beside ScaLAPACK, measured on two PEs"
TAKES = "30 s"

PES = 2
SIZE, QUICK_SIZE = 1024, 512
BLOCK = 64
ROUNDS, QUICK_ROUNDS = 7, 3
GOAL = 1.5  # times ScaLAPACK's
RUN_S = 300.0
OURS: Mapping[str, Sequence[str]] = {
    "product": ("product", "--algorithm", "cannon", "--blocks", "2", "--kernel", "blas"),
    "equations": ("gauss",),
}
THEIRS = {"product": "product_s", "equations": "solve_s"}
Peer = Callable[[int], Mapping[str, float]]
"""Seconds, by the names of THEIRS, for a size."""


def run(settings: Settings) -> None:
    compare(settings, scalapack())


def scalapack() -> Peer:
    """Raises MissingPeerError where the build was made without ScaLAPACK."""
    program = build_directory() / "bench" / "references" / "scalapack" / "scalapack"
    if not is_program(program):
        raise MissingPeerError(
            f"no ScaLAPACK in {build_directory()} (expected: tools/install_packages.sh peers, then "
            "cmake --preset release and make)"
        )
    return lambda size: measured(program, size)


def measured(program: Path, size: int) -> Mapping[str, float]:
    words = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(PES), str(program)]
    try:
        done = subprocess.run(
            [*words, str(size), str(BLOCK), "1"],
            capture_output=True, text=True, timeout=RUN_S, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        raise MissingPeerError("no mpirun (expected Open MPI: package openmpi-bin)") from None
    except subprocess.TimeoutExpired:
        raise IsthmusError(f"ScaLAPACK took longer than {RUN_S:g} s") from None
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line.strip()][:1]
        raise IsthmusError(f"ScaLAPACK ended with status {done.returncode} ({''.join(said)})")
    result: Mapping[str, float] = json.loads(done.stdout)
    return result


def compare(settings: Settings, peer: Peer) -> None:
    """Over any peer. The least time of each counts: what else runs on the machine only adds."""
    size = QUICK_SIZE if settings.quick else SIZE
    ours = dict.fromkeys(OURS, float("inf"))
    theirs = dict.fromkeys(OURS, float("inf"))
    accounts: dict[str, list[PeTime]] = {name: [] for name in OURS}
    for _ in range(QUICK_ROUNDS if settings.quick else ROUNDS):
        times = peer(size)
        for name, words in OURS.items():
            runtime = ["--backend", "threads", "--pes", str(PES)]
            report = settings.run_application(PROGRAM, runtime, [*words, "--size", str(size)])
            ours[name] = min(ours[name], metric(report, "seconds"))
            accounts[name] += report.time
            theirs[name] = min(theirs[name], times[THEIRS[name]])
    ratios = {name: ours[name] / theirs[name] for name in OURS}
    rows = [
        [name, f"{1e3 * ours[name]:.1f}", f"{1e3 * theirs[name]:.1f}", f"{ratios[name]:.2f}"]
        for name in OURS
    ]
    title = f"{size} x {size}, single precision, {PES} PEs, {this_machine().text()}"
    print_table(["", "ours, ms", "ScaLAPACK, ms", "ratio"], rows, title=title)
    missed = [name for name, ratio in ratios.items() if ratio > GOAL]
    text = "met" if not missed else f"NOT met: {', '.join(missed)}"
    for name, of_all in accounts.items():
        if spent := time_spent(of_all):
            print(f"{name}, ours: {spent}.")
    settings.write_json(
        "linear_algebra",
        {
            "machine": this_machine().text(),
            "size": size,
            "ours_s": ours,
            "scalapack_s": theirs,
            "goal": {"met": not missed, "text": text},
        },
    )
    print(f"at most {GOAL} times ScaLAPACK's: {text}")
