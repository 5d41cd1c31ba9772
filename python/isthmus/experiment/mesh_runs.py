"""Jobs of `isthmus mesh run` for experiments: two PEs at two sites, or a grid file, in virtual time
with flop charged, or on threads."""

import csv
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from isthmus.build import build_directory
from isthmus.errors import IsthmusError
from isthmus.experiment.settings import RunApplication
from isthmus.experiment.stencil import worker_pool
from isthmus.mesh_jobs import host
from isthmus.progress import Steps
from isthmus.report import Report

STAND_IN_FLOPS = 780.0  # of a point and a step, apps/waves/standin.cpp


@dataclass(frozen=True)
class Thorn:
    """A library below apps of the build, and what a step of its thorn takes."""

    library: str
    name: str
    flops: float  # of a point and a step
    events: int = 1  # synchronizations of a step
    time: Mapping[str, Any] = field(default_factory=lambda: {"courant": 0.25})


STAND_IN = Thorn("waves/libwaves_standin.so", "standin", STAND_IN_FLOPS)


@dataclass(frozen=True)
class MeshJob:
    """One run. `driver` are keys of [driver]; `depth` 0: the file's rule decides. `charge` is what
    a PE of speed 1 does in a second, in virtual time; 0: fields are held and computed with."""

    thorn: Thorn
    points: tuple[int, int, int]
    steps: int
    runtime: tuple[str, ...]
    driver: Mapping[str, Any] = field(default_factory=dict)
    depth: int = 0
    charge: float = 0.0
    keeps_windows: bool = False
    rests: int = 1
    compress: str = ""  # "never", "always", "adapt"; or what the file says
    more: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # other tables of the file
    spacing: float = 1.0
    boundary: str = "copied"  # at all faces; or what the thorn says

    def parameter_file(self) -> str:
        lines = [
            f"library = {json.dumps(str(build_directory() / 'apps' / self.thorn.library))}",
            f"thorns = [{json.dumps(self.thorn.name)}]",
        ]
        tables = {
            "grid": {"points": list(self.points), **self.place()},
            "time": {"steps": self.steps, **self.thorn.time},
            "boundaries": {"all": self.boundary} if self.boundary else {},
            "driver": self.driver,
            **self.more,
        }
        for name, values in tables.items():
            lines.append(f"[{name}]")
            lines += [f"{key} = {json.dumps(value)}" for key, value in values.items()]
        return "\n".join(lines) + "\n"

    def place(self) -> dict[str, Any]:
        """In the middle of space."""
        origin = [-self.spacing * (count - 1) / 2 for count in self.points]
        return {"spacing": self.spacing, "origin": origin}

    def own_words(self, file: Path, windows: Path) -> list[str]:
        words = [str(file), "--rests", str(self.rests)]
        if self.depth > 0:
            words += ["--depth", f"1,1,{self.depth}"]
        if self.charge > 0:
            words += ["--charge", repr(self.charge)]
        if self.compress:
            words += ["--compress", self.compress]
        if self.keeps_windows:
            words += ["--windows", str(windows)]
        return words


@dataclass(frozen=True)
class Window:
    """Between two exchanges of sites: as `isthmus mesh run --windows` writes it."""

    event: int  # that ended it
    depth: int
    is_packed: bool
    duration_s: float
    busy_s: float
    end_s: float  # by the job's clock, where the rule lives

    @property
    def event_s(self) -> float:
        return self.duration_s / self.depth


@dataclass(frozen=True)
class MeshRun:
    report: Report
    windows: Sequence[Window]

    @property
    def step_s(self) -> float:
        return self.metric("ms_per_step") * 1e-3

    def metric(self, name: str) -> float:
        value = self.report.metrics.get(name)
        if value is None:
            raise IsthmusError(f"the report of isthmus-mesh has no metric {name}")
        return value


@dataclass(frozen=True)
class Compression:
    """What it leaves of ghosts between sites, and how many bytes a second a PE of speed 1 packs and
    unpacks: those of a run that was measured, for others that hold no fields."""

    left: float
    pack: float
    unpack: float

    def table(self) -> dict[str, dict[str, float]]:
        return {
            "compression.charged": {"left": self.left, "pack": self.pack, "unpack": self.unpack}
        }


def read_windows(text: str) -> list[Window]:
    """Raises IsthmusError for what is no such table."""
    try:
        return [
            Window(
                int(row["event"]),
                int(row["depth"]),
                row["packed"] == "1",
                float(row["duration_s"]),
                float(row["busy_s"]),
                float(row["end_s"]),
            )
            for row in csv.DictReader(text.splitlines())
        ]
    except (KeyError, TypeError, ValueError) as problem:
        raise IsthmusError(f"the table of windows does not read: {problem!r}") from None


def run_mesh(run_application: RunApplication, job: MeshJob) -> MeshRun:
    with tempfile.TemporaryDirectory(prefix="isthmus-") as folder:
        file, windows = Path(folder) / "mesh.toml", Path(folder) / "windows.csv"
        file.write_text(job.parameter_file(), encoding="utf-8")
        runtime = list(job.runtime)
        if job.charge > 0:
            runtime = ["--backend", "sim", "--costs", "charged", *runtime]
        report = run_application(str(host()), runtime, job.own_words(file, windows))
        seen = []
        if job.keeps_windows:
            seen = read_windows(windows.read_text(encoding="utf-8"))
        return MeshRun(report, seen)


def run_all(
    what: str, jobs: Sequence[MeshJob], run_application: RunApplication, at_once: bool = True
) -> dict[int, MeshRun]:
    """By place in `jobs`, as many at a time as there are cores, or one."""
    found: dict[int, MeshRun] = {}
    with Steps(what, len(jobs)) as steps, worker_pool() as pool:

        def one(job: MeshJob) -> MeshRun:
            return run_mesh(run_application, job)

        results = pool.map(one, jobs) if at_once else map(one, jobs)
        for place, result in enumerate(results):
            steps.begin(f"run {place + 1}")
            found[place] = result
            steps.end(f"{result.step_s * 1e3:.4g} ms per step")
    return found


def exchange_numbers(windows: Sequence[Window]) -> list[int]:
    """The number of each window's exchange since the begin. Windows in which something was changed
    are not in the table: where one is missing, it is counted."""
    numbers = []
    number, end = 0, None
    for window in windows:
        missing = end is not None and window.event - window.depth != end
        number += 2 if missing else 1
        numbers.append(number)
        end = window.event
    return numbers


def mean_event_s(windows: Sequence[Window]) -> float:
    """Of events, over all these windows."""
    return sum(each.duration_s for each in windows) / sum(each.depth for each in windows)


def behind(windows: Sequence[Window], is_behind: Callable[[int, Window], bool]) -> list[Window]:
    """Those for which it holds, by number and window."""
    numbers = exchange_numbers(windows)
    return [w for number, w in zip(numbers, windows, strict=True) if is_behind(number, w)]


# Two sites of one PE each.

NEAR = (  # what little a message costs besides what is said of the line between sites
    *("--sim", "between_sites.send=0", "--sim", "between_sites.receive=0"),
    *("--sim", "between_sites.send_byte=0", "--sim", "between_sites.receive_byte=0"),
    *("--sim", "between_sites.bandwidth=90MB/s", "--sim", "between_sites.latency=0"),
)


@dataclass(frozen=True)
class TwoPes:
    """`size` points each way on each PE, which take it `work_s` in a step. The paper's code waits
    for ghosts before it computes; `overlaps`: ours computes inside meanwhile."""

    size: int
    work_s: float
    overlaps: bool
    thorn: Thorn = STAND_IN

    def job(
        self,
        steps: int,
        latency_ms: float,
        depth: int = 0,
        rule: str = "auto",
        more: Sequence[str] = (),
        occupies: bool = False,
        keeps_windows: bool = False,
    ) -> MeshJob:
        """`occupies`: the sender does nothing else for the latency, and the line has none."""
        runtime = ["--sites", "2", "--pes", "1", *NEAR]
        if occupies:
            runtime += ["--sim", f"between_sites.send={latency_ms * 1e3:.0f}us"]
        else:
            runtime += ["--latency", f"{latency_ms * 1e3:.0f}us"]
        driver: dict[str, Any] = {"cut": "z", "rule": rule}
        if not self.overlaps:
            driver["blocks"] = [1, 1, 2]
        return MeshJob(
            self.thorn,
            (self.size, self.size, 2 * self.size),
            steps,
            (*runtime, *more),
            driver,
            depth,
            self.thorn.flops * self.size**3 / self.work_s,
            keeps_windows,
        )
