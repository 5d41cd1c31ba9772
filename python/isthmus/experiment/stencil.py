"""Jacobi2D over two sites in virtual time: one point, and many of them at once."""

import contextlib
import math
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from isthmus import measurement
from isthmus.build import Application, find_application
from isthmus.errors import IsthmusError
from isthmus.experiment.machine_model import MachineModel
from isthmus.experiment.settings import RunApplication, RunProgram, RunSimulation, SimulationFigures
from isthmus.progress import Steps
from isthmus.report import Report, read_report

SITES = 2
MAPPINGS = ("naive", "block")  # of Koenig 2007
METRIC = "ms_per_step"
BALANCED_AFTER = 20  # steps, of which the load balancer sees what objects cost
RUN_S = 1800.0  # one takes seconds to minutes, and more on a machine that is busy


@dataclass(frozen=True, order=True)
class Point:
    """`pes` and `objects` are of both sites together; a latency is one-way. `border_first` is the
    runtime option. With a `balancer`, the steps count that come after it has moved the objects from
    where the mapping has put them, once."""

    mesh: int
    pes: int
    objects: int
    mapping: str
    latency_ms: float
    border_first: str = "no"
    balancer: str = ""

    def text(self) -> str:
        first = "" if self.border_first == "no" else f", border first: {self.border_first}"
        first += f", {self.balancer}" if self.balancer else ""
        what = f"{self.mesh} x {self.mesh}, {self.pes} PEs, {self.objects} objects, {self.mapping}"
        return what + first

    def at(self, latency_ms: float) -> "Point":
        return replace(self, latency_ms=latency_ms)

    def served(self, border_first: str) -> "Point":
        return replace(self, border_first=border_first)

    def balanced(self, strategy: str) -> "Point":
        return replace(self, balancer=strategy)


@dataclass(frozen=True)
class Length:
    """How many steps are timed. Objects run ahead of each other by a step or so, and what they are
    ahead when the timing begins is missing from the time: few steps make it too short. Above
    `many_objects`, where a run takes long, steps are fewer."""

    steps: int
    steps_of_many: int
    many_objects: int = 256

    def options(self, objects: int, before: int = 0) -> list[str]:
        """So many steps `before` all these are neither timed nor count for the warm-up."""
        steps = self.steps if objects <= self.many_objects else self.steps_of_many
        return [
            *("--steps", str(steps)),
            *("--warmup", str(before + steps // 3)),
            *("--marks", "6"),
        ]


FULL = Length(steps=240, steps_of_many=72)
QUICK = Length(steps=72, steps_of_many=30)


def arguments_of(
    point: Point, model: MachineModel, length: Length, seed: int = 1
) -> tuple[list[str], list[str]]:
    """Runtime options, and the application's own."""
    per_site = str(point.pes // SITES)
    runtime = [
        *("--backend", "sim", "--costs", "charged"),
        *("--sites", str(SITES), "--pes", per_site, "--processes", per_site),
        *("--latency", f"{point.latency_ms:g}ms"),
        *("--border-first", point.border_first, "--seed", str(seed)),
        *model.options(),
    ]
    own = [
        *("--plain", "--cell-time", f"{model.cell_ns[point.mesh]:.6g}"),
        *("--mesh", str(point.mesh)),
        *("--objects", str(math.isqrt(point.objects))),
        *("--mapping", point.mapping),
        *length.options(point.objects, BALANCED_AFTER if point.balancer else 0),
    ]
    if point.balancer:
        runtime += ["--balancer", point.balancer]
        own += ["--sync-every", str(BALANCED_AFTER), "--syncs", "1"]
    return runtime, own


def program_runner(application: Application) -> RunProgram:
    """Runs the application quietly. What it raises: IsthmusError, with its last words."""

    def run(runtime: Sequence[str], own: Sequence[str]) -> float:
        value = _report_of(application, runtime, own).metrics.get(METRIC)
        if value is None:
            raise IsthmusError(f"the report of {application.name} has no metric {METRIC}")
        return value

    return run


def simulation_runner(application: Application) -> RunSimulation:
    """The same, of runs in virtual time."""

    def run(runtime: Sequence[str], own: Sequence[str]) -> SimulationFigures:
        said = _report_of(application, runtime, own).simulation
        try:
            return SimulationFigures(
                float(said["processor_s"]), int(said["events"]), float(said["events_pending"])
            )
        except (KeyError, TypeError, ValueError):
            raise IsthmusError(
                f"the report of {application.name} does not tell of a simulation"
            ) from None

    return run


def application_runner() -> RunApplication:
    """The same, of any application of the build, with its whole report. A job of real processes has
    words of the form `--name value` alone, and is run by the main thread."""

    def run(name: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
        application = find_application(name)
        if ("--backend", "processes") not in pairwise(runtime):
            return _report_of(application, runtime, own)
        names = [word.removeprefix("--") for word in runtime[::2]]
        options = tuple(zip(names, runtime[1::2], strict=True))
        return measurement.measure(
            measurement.Point(application, options, tuple(own)), RUN_S
        ).report

    return run


def _report_of(application: Application, runtime: Sequence[str], own: Sequence[str]) -> Report:
    with tempfile.TemporaryDirectory(prefix="isthmus-") as folder:
        report = Path(folder) / "report.json"
        command = [str(application.binary), *runtime, "--quiet", "--report", str(report)]
        try:
            done = subprocess.run(
                [*command, "--", *own],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=RUN_S,
                check=False,
            )
        except OSError as problem:
            raise IsthmusError(f"cannot start {application.binary}: {problem.strerror}") from None
        except subprocess.TimeoutExpired:
            raise IsthmusError(f"took longer than {RUN_S:g} s and was ended") from None
        if done.returncode != 0:
            words = [line for line in done.stderr.splitlines() if line.strip()]
            said = f" ({words[-1]})" if words else ""
            raise IsthmusError(f"{application.name} ended with status {done.returncode}{said}")
        return read_report(report)


@dataclass(frozen=True)
class Simulator:
    """Runs points, as many at a time as there are cores."""

    run_program: RunProgram
    length: Length

    def time_ms(self, point: Point, model: MachineModel, seed: int = 1) -> float:
        return self.run_program(*arguments_of(point, model, self.length, seed))

    def times_ms(self, jobs: Sequence[tuple[Point, MachineModel]]) -> list[float]:
        """In the order of the jobs. Raises what the first that failed raised."""
        with worker_pool() as pool:
            return list(pool.map(lambda job: self.time_ms(*job), jobs))

    def curves(
        self,
        what: str,
        points: Iterable[Point],
        latencies_ms: Sequence[float],
        model: MachineModel,
        seeds: int = 1,
    ) -> dict[Point, list[float]]:
        """The time at each latency, by point, on average over so many seeds; says how far it has
        come, curve by curve."""
        starts = list(dict.fromkeys(point.at(0.0) for point in points))
        # The largest first: none of them is then left for the end, when the other cores are idle.
        order = sorted(starts, key=lambda point: -point.objects)
        with Steps(what, len(order)) as steps, worker_pool() as pool:
            futures = {
                pool.submit(self.time_ms, point.at(latency_ms), model, seed): (point, i)
                for point in order
                for i, latency_ms in enumerate(latencies_ms)
                for seed in range(1, seeds + 1)
            }
            found = _collect(futures, len(latencies_ms), seeds, steps)
        return {point: found[point] for point in starts}


def _collect(
    futures: Mapping["Future[float]", tuple[Point, int]], count: int, seeds: int, steps: Steps
) -> dict[Point, list[float]]:
    found: dict[Point, list[float]] = {}
    left = {point: count * seeds for point, _ in futures.values()}
    waiting = set(futures)
    while waiting:
        done, waiting = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
        steps.tick()
        for future in done:
            point, i = futures[future]
            found.setdefault(point, [0.0] * count)[i] += future.result() / seeds
            left[point] -= 1
            if left[point] == 0:
                steps.begin(point.text())
                steps.end(f"{found[point][0]:.2f} to {found[point][-1]:.2f} ms per step")
    return found


@contextlib.contextmanager
def worker_pool() -> Iterator[ThreadPoolExecutor]:
    """What is not yet begun when something fails, or the user has enough, is not begun."""
    pool = ThreadPoolExecutor(os.cpu_count() or 1)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
