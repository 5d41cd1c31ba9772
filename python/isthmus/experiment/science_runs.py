"""The applications md and fracture over two sites in virtual time, with the object structure of
LeanMD and Fractography3D (Koenig 2007, ch. 8): what they cost, one run, and many at once."""

import math
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from isthmus.errors import BadInputError, IsthmusError
from isthmus.experiment.catalogue import experiments_directory
from isthmus.experiment.machine_model import MachineModel
from isthmus.experiment.settings import RunApplication
from isthmus.experiment.stencil import SITES, worker_pool
from isthmus.progress import Steps
from isthmus.report import Report

NO_BALANCER = "none"
TERAGRID = "koenig2007_teragrid.toml"
LOOK = "a look takes"  # of the machine model: chosen with other tables in view, and left out here


@dataclass(frozen=True, order=True)
class Run:
    """`pes` are of both sites together; the latency is one-way. `sites`: two of the TeraGrid's
    instead of sites with that artificial latency, as "NCSA-ANL"."""

    pes: int
    balancer: str
    latency_ms: float
    sites: str = ""


@dataclass(frozen=True)
class Length:
    """In steps. The balancer comes at the end of the first `period`; as many steps settle and as
    many count."""

    period: int


@dataclass(frozen=True)
class Program:
    """A step takes `units` of `unit_ns` in all: of md pairs of atoms in lists, of fracture its
    elements. `atom_share`: what an atom takes in its cell, in such units, which are among them."""

    application: str
    units: float
    unit_ns: float = 0.0
    atom_share: float = 0.0

    @property
    def metric(self) -> str:
        return "ms_per_step" if self.application == "md" else "ms_per_step_last"

    def scaled(self, factor: float) -> "Program":
        return replace(self, unit_ns=self.unit_ns * factor)

    def words(self, length: Length) -> list[str]:
        """Its own command line."""
        period = str(length.period)
        if self.application == "md":
            return [
                *("--atoms", str(ATOMS), "--cells", "6x6x6", "--skin", str(SKIN)),
                *("--mapping", "hashed", "--tell-each", "--still"),
                *("--entry-time", f"{self.unit_ns:.6g}"),
                *("--atom-time", f"{self.unit_ns * self.atom_share:.6g}"),
                *("--sync-every", period, "--syncs", "1", "--points-every", "1000000"),
                *("--energies-every", "1000000"),
                *("--warmup", str(2 * length.period), "--steps", period),
            ]
        return [
            *("--parts", "1000", "--cells", "40x40x8", "--still", "--charge-own"),
            *("--element-time", f"{self.unit_ns:.6g}"),
            *("--every", period, "--steps", str(3 * length.period)),
            *("--sync-every", period, "--first-sync", period, "--syncs", "1"),
        ]


ATOMS = 32_000  # of a melt in cells that hold about as many each
SKIN = 0.4
DENSITY, CUTOFF = 0.8442, 2.5  # the application's own for a melt
FRACTURE = Program("fracture", 6 * 40 * 40 * 8)


def list_entries(atoms: int, reach: float) -> float:
    """Pairs of atoms of a melt that are no farther apart."""
    return 0.5 * atoms * DENSITY * 4 / 3 * math.pi * reach**3


def record_molecular_dynamics(run_application: RunApplication) -> Program:
    """What the parts of md cost, from a real run of a few steps on one PE: pairs by what handling
    positions takes, cells by handling forces. Raises IsthmusError where the record has neither."""
    with tempfile.TemporaryDirectory(prefix="isthmus-") as folder:
        record = Path(folder) / "costs.txt"
        own = ["--atoms", str(ATOMS), "--cells", "6x6x6", "--skin", str(SKIN), "--steps", "20"]
        run_application("md", ["--pes", "1", "--record-costs", str(record)], own)
        means = read_means(record)
    cells = 216
    pair_ns = 27 * cells * means["md::Pair::take_positions"]
    cell_ns = 27 * cells * means["md::Cell::take"]
    entries = list_entries(ATOMS, CUTOFF + SKIN)
    entry_ns = pair_ns / entries
    atom_share = cell_ns / ATOMS / entry_ns
    return Program("md", entries + ATOMS * atom_share, entry_ns, atom_share)


def read_means(record: Path) -> dict[str, float]:
    """By entry method, without its parameters (docs/formats/costs.md)."""
    means = {}
    for line in record.read_text(encoding="utf-8").splitlines():
        name, _, value = line.rpartition("\t")
        if name and not line.startswith("#"):
            means[name.partition("(")[0]] = float(value)
    for name in ("md::Pair::take_positions", "md::Cell::take"):
        if means.get(name, 0.0) <= 0:
            raise IsthmusError(f"the costs that md recorded have no mean of {name}")
    return means


@dataclass(frozen=True)
class Machine:
    """Where runs take place. `links` are the TeraGrid's pairs of sites: its grid file's lines."""

    model: MachineModel
    links: Mapping[str, Mapping[str, Any]]

    def runtime(self, run: Run, folder: Path) -> list[str]:
        per_site = str(run.pes // SITES)
        words = ["--backend", "sim", "--costs", "charged", "--border-first", "no"]
        options = self.model.options()
        if run.sites:
            file = folder / f"{run.sites}-{run.pes}-{run.balancer}.toml"
            file.write_text(self.grid_file(run.sites, run.pes), encoding="utf-8")
            words += ["--grid", str(file)]
            # No delay device there: the network itself takes the time.
            options = ["delay=link" if word == "delay=filter" else word for word in options]
        else:
            words += ["--sites", str(SITES), "--pes", per_site, "--processes", per_site]
            words += ["--latency", f"{run.latency_ms:g}ms"]
        words += options
        if run.balancer != NO_BALANCER:
            words += ["--balancer", run.balancer]
        return words

    def grid_file(self, sites: str, pes: int) -> str:
        delay = self.links[sites]["delay"]
        names = sites.split("-")
        lines = []
        for name in names:
            per_site = pes // SITES
            lines += ["[[site]]", f'name = "{name}"', f"pes = {per_site}"]
            lines += [f"processes = {per_site}", ""]
        lines += ["[[between]]", f'sites = ["{names[0]}", "{names[1]}"]']
        lines += [f'delay.{key} = "{value}"' for key, value in delay.items()]
        return "\n".join(lines) + "\n"

    def latency_ms(self, sites: str) -> float:
        return float(str(self.links[sites]["delay"]["latency"]).removesuffix("ms"))


def machine_of(model: MachineModel, path: Path | None = None) -> Machine:
    """Jacobi2D's machine, in which a look at the network takes all that has come. Raises
    BadInputError where the TeraGrid's file is missing or not as it should be."""
    source = path or experiments_directory() / "data" / TERAGRID
    try:
        whole = tomllib.loads(source.read_text(encoding="utf-8"))
        links = {"-".join(one["sites"]): one for one in whole["between"]}
        for one in links.values():
            float(one["delay"]["latency"].removesuffix("ms"))
    except OSError as problem:
        raise BadInputError(f"{source}: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as problem:
        raise BadInputError(f"{source}: {problem!r}") from None
    declared = tuple(one for one in model.declared if one.name != LOOK)
    return Machine(replace(model, declared=declared), links)


def times_ms(
    what: str,
    program: Program,
    runs: Sequence[Run],
    machine: Machine,
    length: Length,
    run_application: RunApplication,
) -> dict[Run, float]:
    """The ms per step of each run. Raises what the first that failed raised."""
    with (
        tempfile.TemporaryDirectory(prefix="isthmus-") as folder,
        Steps(what, len(runs)) as steps,
        worker_pool() as pool,
    ):
        futures = []
        for run in runs:
            runtime = machine.runtime(run, Path(folder))
            words = program.words(length)
            futures.append((run, pool.submit(run_application, program.application, runtime, words)))
        found = {}
        for run, future in futures:
            place = run.sites or f"{run.latency_ms:g} ms"
            steps.begin(f"{run.pes} PEs, {run.balancer}, {place}")
            found[run] = _metric(future.result(), program)
            steps.end(f"{found[run]:.1f} ms per step")
    return found


def _metric(report: Report, program: Program) -> float:
    value = report.metrics.get(program.metric)
    if value is None:
        raise IsthmusError(f"the report of {program.application} has no metric {program.metric}")
    return value
