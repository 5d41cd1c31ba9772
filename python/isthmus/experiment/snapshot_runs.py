"""A snapshot run as a program in virtual time, object by object: one point, and many at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from isthmus import balance
from isthmus.build import build_directory
from isthmus.errors import IsthmusError
from isthmus.experiment.machine_model import MachineModel
from isthmus.experiment.settings import RunApplication
from isthmus.experiment.stencil import METRIC, SITES, worker_pool
from isthmus.progress import Steps

NO_BALANCER = "none"


@dataclass(frozen=True)
class Pattern:
    """`name` is the generator's. The first `leaders` objects begin each step."""

    name: str
    leaders: int
    start: str


@dataclass(frozen=True, order=True)
class Run:
    """`pes` are of both sites together; the latency is one-way."""

    pes: int
    balancer: str
    latency_ms: float


@dataclass(frozen=True)
class RunLength:
    """In steps: before the balancer's, before those that count, and those."""

    balanced_at: int
    warmup: int
    steps: int


def arguments_of(
    run: Run, pattern: Pattern, snapshot: Path, model: MachineModel, length: RunLength
) -> tuple[list[str], list[str]]:
    """Runtime options, and the program's own."""
    per_site = str(run.pes // SITES)
    runtime = [
        *("--backend", "sim", "--costs", "charged"),
        *("--sites", str(SITES), "--pes", per_site, "--processes", per_site),
        *("--latency", f"{run.latency_ms:g}ms", "--border-first", "no"),
        *model.options(),
    ]
    if run.balancer != NO_BALANCER:
        runtime += ["--balancer", run.balancer]
    own = [
        *(str(snapshot), "--leaders", str(pattern.leaders)),
        *("--balanced-at", str(length.balanced_at)),
        *("--warmup", str(length.warmup), "--steps", str(length.steps)),
    ]
    return runtime, own


def times_ms(
    what: str,
    pattern: Pattern,
    runs: Sequence[Run],
    model: MachineModel,
    length: RunLength,
    run_application: RunApplication,
    folder: Path,
) -> dict[Run, float]:
    """The ms per step of each run; the pattern's snapshots are made in `folder`. Raises what the
    first that failed raised."""
    snapshots = make_snapshots(pattern, {run.pes for run in runs}, folder)
    program = str(build_directory() / "tools" / "isthmus-replay")

    def time_of(run: Run) -> float:
        words = arguments_of(run, pattern, snapshots[run.pes], model, length)
        value = run_application(program, *words).metrics.get(METRIC)
        if value is None:
            raise IsthmusError(f"the report of isthmus-replay has no metric {METRIC}")
        return value

    with Steps(what, len(runs)) as steps, worker_pool() as pool:
        found = {}
        for run, future in [(run, pool.submit(time_of, run)) for run in runs]:
            steps.begin(f"{run.pes} PEs, {run.balancer}, {run.latency_ms:g} ms")
            found[run] = future.result()
            steps.end(f"{found[run]:.1f} ms per step")
    return found


def make_snapshots(pattern: Pattern, pes: set[int], folder: Path) -> Mapping[int, Path]:
    """By number of PEs."""
    made = {}
    for count in sorted(pes):
        made[count] = folder / f"{pattern.name}_{count}.json"
        options = {"sites": str(SITES), "pes": str(count // SITES), "start": pattern.start}
        balance.generate(pattern.name, made[count], options)
    return made
