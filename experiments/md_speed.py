"""md beside LAMMPS: a melt of Lennard-Jones' atoms and a peptide in water, with charges up to the
cutoff and by a mesh, on one and on two cores of this machine, measured in turn. Both move
systems alike by the same steps; tests/system/test_md.py holds forces and energies to LAMMPS's."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from isthmus.errors import IsthmusError, MissingPeerError
from isthmus.experiment.settings import Settings
from isthmus.machine import this_machine
from isthmus.progress import Steps
from isthmus.report import print_table

REPRODUCES = "Ours: md beside LAMMPS, a melt and a peptide in water, on one and two PEs"
TAKES = "5 min"

PES = (1, 2)
ROUNDS, QUICK_ROUNDS = 5, 2
WARMUP = 20
RUN_S = 600.0
PEPTIDE = Path("/usr/share/lammps/examples/peptide/data.peptide")
LOOP = re.compile(r"Loop time of ([\d.e+-]+) on \d+ procs for (\d+) steps with (\d+) atoms")
RARE = ("--energies-every", "1000000", "--points-every", "1000000")

MELT = """\
units lj
atom_style atomic
lattice fcc 0.8442
region box block 0 {side} 0 {side} 0 {side}
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.44 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
neighbor 0.3 bin
neigh_modify delay 0 every 20 check no
fix move all nve
timestep 0.005
"""
WATER = """\
units real
atom_style full
pair_style {style}
bond_style harmonic
angle_style charmm
dihedral_style charmm
improper_style harmonic
{kspace}
read_data {data}
neighbor 2.0 bin
neigh_modify delay 5
fix move all nve
timestep 1.0
"""
ENDING = "thermo 1000000\nrun {warmup}\nrun {steps}\n"


@dataclass(frozen=True)
class Case:
    """`limit`: our time over that of LAMMPS, at most. `script`: its input, without the runs."""

    name: str
    limit: float
    steps: int
    own: Sequence[str]
    script: str


Peer = Callable[[Case, int], float]
"""Milliseconds a step of LAMMPS on so many processes."""


def cases(quick: bool) -> list[Case]:
    side, steps = (10, 50) if quick else (20, 100)
    melt = ("--atoms", str(4 * side**3))
    peptide = ("--system", str(PEPTIDE), "--units", "real", "--timestep", "1")
    ends = ("--cutoff", "10", "--switch-from", "8")
    near = WATER.format(style="lj/charmm/coul/charmm 8.0 10.0", kspace="", data=PEPTIDE)
    # The root mean square error of a force, beside Ewald's sum to 1e-9 and of that between two
    # charges an Angstrom apart, is 5.9e-6 of LAMMPS and 2.8e-6 of ours.
    far = WATER.format(
        style="lj/charmm/coul/long 8.0 10.0", kspace="kspace_style pppm 1e-5", data=PEPTIDE
    )
    return [
        Case(f"melt, {4 * side**3:,} atoms", 1.1, steps, melt, MELT.format(side=side)),
        Case("peptide in water, cutoff", 1.3, steps, (*peptide, *ends, "--coulomb", "cut"), near),
        Case("peptide in water, mesh", 1.3, steps, (*peptide, *ends, "--coulomb", "pme"), far),
    ]


def run(settings: Settings) -> None:
    compare(settings, lammps())


def lammps() -> Peer:
    """Raises MissingPeerError where it is not installed, or its examples are not."""
    for program in ("lmp", "mpirun"):
        if shutil.which(program) is None:
            raise MissingPeerError(f"no {program} (expected: tools/install_packages.sh peers)")
    if not PEPTIDE.exists():
        raise MissingPeerError(f"no {PEPTIDE} (expected: tools/install_packages.sh peers)")
    return measured


def measured(case: Case, processes: int) -> float:
    with tempfile.TemporaryDirectory(prefix="isthmus-") as folder:
        script = Path(folder) / "in.lammps"
        script.write_text(case.script + ENDING.format(warmup=WARMUP, steps=case.steps))
        # Bound to a core it would wait for that one where something else runs there.
        start = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]
        words = [*start, "-n", str(processes), "-x", "OMP_NUM_THREADS=1"]
        try:
            done = subprocess.run(
                [*words, "lmp", "-in", str(script), "-log", "none"],
                capture_output=True, text=True, timeout=RUN_S, check=False, cwd=folder,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise IsthmusError(f"LAMMPS took longer than {RUN_S:g} s") from None
    loops = LOOP.findall(done.stdout)
    if done.returncode != 0 or len(loops) != 2:
        said = [line for line in done.stdout.splitlines() if line.startswith("ERROR")][:1]
        raise IsthmusError(f"LAMMPS ended with status {done.returncode} ({''.join(said)})")
    seconds, steps, _ = loops[-1]
    return float(seconds) * 1e3 / float(steps)


@dataclass(frozen=True)
class Row:
    """Milliseconds a step, the least of all rounds each."""

    case: str
    pes: int
    ours: float
    lammps: float
    limit: float

    @property
    def ratio(self) -> float:
        return self.ours / self.lammps


def compare(settings: Settings, peer: Peer) -> None:
    """Over any peer. The least time of each counts: what else runs on the machine only adds."""
    rounds = QUICK_ROUNDS if settings.quick else ROUNDS
    rows = []
    with Steps("md speed", len(PES) * len(cases(settings.quick))) as progress:
        for case in cases(settings.quick):
            for pes in PES:
                progress.begin(f"{case.name}, {pes} PE{'s' if pes > 1 else ''}")
                ours, theirs = [], []
                for _ in range(rounds):
                    ours.append(step_ms(settings, case, pes))
                    theirs.append(peer(case, pes))
                rows.append(Row(case.name, pes, min(ours), min(theirs), case.limit))
                progress.end(f"{rows[-1].ratio:.2f} times")
    show(settings, rows)


def step_ms(settings: Settings, case: Case, pes: int) -> float:
    runtime = ["--backend", "threads", "--pes", str(pes)]
    course = ["--warmup", str(WARMUP), "--steps", str(case.steps), *RARE]
    report = settings.run_application("md", runtime, [*case.own, *course])
    value = report.metrics.get("ms_per_step")
    if value is None:
        raise IsthmusError("the report of md has no metric ms_per_step")
    return value


def show(settings: Settings, rows: Sequence[Row]) -> None:
    cells = [
        [row.case, str(row.pes), f"{row.ours:.2f}", f"{row.lammps:.2f}", f"{row.ratio:.2f}"]
        for row in rows
    ]
    headings = ["", "PEs", "ours, ms a step", "LAMMPS, ms a step", "ratio"]
    print_table(headings, cells, left=1, title=f"md and LAMMPS, {this_machine().text()}")
    missed = [f"{row.case} on {row.pes}" for row in rows if row.ratio > row.limit]
    text = "met" if not missed else f"NOT met: {', '.join(missed)}"
    settings.write_json(
        "md_speed",
        {
            "machine": this_machine().text(),
            "rows": [{**asdict(row), "ratio": row.ratio} for row in rows],
            "goal": {"met": not missed, "text": text},
        },
    )
    print(f"at most 1.1 times LAMMPS with a melt, 1.3 times with a peptide in water: {text}")
