"""Task Bench's own programs (Slaughter et al. 2020), where they are built: their METG(50 %)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from isthmus.build import is_program
from isthmus.errors import BadInputError, IsthmusError
from isthmus.experiment.peer import run_measured

PES = 2
TIMESTEPS = 1000
RADIX = 5
ITERATIONS_MAX = 1 << 12
RUNS = 3  # of each size, of which the quickest counts: what else runs can only add
RUN_S = 120.0

_FIGURES = {
    "tasks": re.compile(r"^Total Tasks (\d+)$", re.MULTILINE),
    "flops": re.compile(r"^Total FLOPs (\d+)$", re.MULTILINE),
    "s": re.compile(r"^Elapsed Time ([0-9.e+-]+) seconds$", re.MULTILINE),
}


@dataclass(frozen=True)
class Program:
    """One of Task Bench's; `start` comes before the options of a graph."""

    name: str
    start: Sequence[str]


@dataclass(frozen=True)
class Point:
    """Tasks of one size: time times PEs over tasks, in µs, and floating-point operations a
    second."""

    granularity_us: float
    flops_per_s: float


def programs_in(folder: Path) -> list[Program]:
    """Those that are built. Raises BadInputError where none is."""
    mpi, charm = folder / "mpi" / "nonblock", folder / "charm++" / "benchmark"
    found = []
    if is_program(mpi):
        start = ["mpirun", "--allow-run-as-root", "-np", str(PES), "--bind-to", "core", str(mpi)]
        found.append(Program("Task Bench, MPI", start))
    if is_program(charm):
        found.append(Program("Task Bench, Charm++", [str(charm), f"+p{PES}", "+setcpuaffinity"]))
    if not found:
        raise BadInputError(
            f"--task-bench {folder}: no program of it there (expected mpi/nonblock or "
            "charm++/benchmark)"
        )
    return found


def measure_metg_us(program: Program, pattern: str, tasks_per_pe: int) -> float:
    """Halves the iterations of its compute-bound kernel until they are less than half of the
    time. Raises IsthmusError where the program fails."""
    points: list[Point] = []
    iterations = ITERATIONS_MAX
    while iterations >= 1 and (len(points) < 3 or efficiencies(points)[-1] >= 0.5):
        runs = [run_once(program, pattern, tasks_per_pe, iterations) for _ in range(RUNS)]
        points.append(min(runs, key=lambda point: point.granularity_us))
        iterations //= 2
    return metg_us(points)


def run_once(program: Program, pattern: str, tasks_per_pe: int, iterations: int) -> Point:
    graph = ["-type", pattern, "-radix", str(RADIX), "-width", str(PES * tasks_per_pe)]
    work = ["-steps", str(TIMESTEPS), "-kernel", "compute_bound", "-iter", str(iterations)]
    said, _, _ = run_measured([*program.start, *graph, *work], RUN_S)
    return read_point(said, program.name)


def read_point(said: str, name: str) -> Point:
    """Raises IsthmusError for what is no result of Task Bench."""
    found = {key: pattern.search(said) for key, pattern in _FIGURES.items()}
    values = {key: float(match[1]) for key, match in found.items() if match}
    if len(values) < len(_FIGURES) or values["tasks"] == 0 or values["s"] == 0:
        raise IsthmusError(f"{name} printed no result: {said[-80:]!r}")
    return Point(values["s"] * PES / values["tasks"] * 1e6, values["flops"] / values["s"])


def efficiencies(points: Sequence[Point]) -> list[float]:
    """Against the best rate of them all."""
    peak = max(point.flops_per_s for point in points)
    return [point.flops_per_s / peak for point in points]


def metg_us(points: Sequence[Point]) -> float:
    """From large tasks to small ones: the granularity at which the line between two of them
    crosses 50 %; that of the smallest where none does."""
    shares = efficiencies(points)
    for at in range(1, len(points)):
        if shares[at] < 0.5 <= shares[at - 1]:
            share = (0.5 - shares[at]) / (shares[at - 1] - shares[at])
            below, above = points[at].granularity_us, points[at - 1].granularity_us
            return below + share * (above - below)
    return points[-1].granularity_us
