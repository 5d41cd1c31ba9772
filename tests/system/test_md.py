"""The atoms move as in the serial program, bit for bit, whatever carries their messages; and as
LAMMPS says."""

import csv
import json
import math
import re
import shutil
from pathlib import Path

import pytest
from support import Done, isthmus, run

THREADS = ("--backend", "threads")
PROCESSES = ("--backend", "processes")
SIM = ("--backend", "sim")
LAMMPS = shutil.which("lmp")
needs_lammps = pytest.mark.skipif(LAMMPS is None, reason="LAMMPS (lmp) is not installed")


def md(runtime: tuple[str, ...], *words: str) -> Done:
    return isthmus("run", "md", *runtime, "--", *words)


def expect_equal(done: Done) -> None:
    assert done.status == 0, done.err + done.out
    assert "equal to the serial program, bit for bit" in done.out


def rows_of(path: Path) -> list[dict[str, float]]:
    with path.open() as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM], ids=lambda words: words[1])
@pytest.mark.parametrize(
    ("runtime", "words"),
    [
        ("--pes 1", "--atoms 500"),
        ("--pes 3", "--atoms 500 --cells 3x2x2 --mapping naive --skin 0.1"),
        ("--sites 2 --pes 2 --latency 1ms", "--atoms 864 --cells 3x2x3 --shift"),
        ("--sites 2 --pes 1", "--system drop --atoms 300 --cells 5 --mapping round_robin"),
        ("--sites 3 --pes 1 --latency 200us --jitter 1ms", "--atoms 864 --cells 6 --away 2"),
        ("--pes 2", "--atoms 256 --cells 1 --cutoff 2 --switch-from 1.7"),
    ],
)
def test_the_atoms_move_as_in_the_serial_program(
    backend: tuple[str, ...], runtime: str, words: str
) -> None:
    course = ("--steps", "25", "--exchange-every", "5", "--check")
    expect_equal(md((*backend, *runtime.split()), *words.split(), *course))


@pytest.mark.parametrize("backend", [THREADS, PROCESSES], ids=lambda words: words[1])
@pytest.mark.parametrize("balancer", ["rotate", "random", "greedy", "grid_hybrid", "work_stealing"])
def test_balancers_move_cells_and_pairs(backend: tuple[str, ...], balancer: str) -> None:
    runtime = (*backend, "--sites", "2", "--pes", "2", "--balancer", balancer)
    words = ("--system", "drop", "--atoms", "400", "--cells", "4", "--steps", "30")
    done = md(runtime, *words, "--exchange-every", "6", "--sync-every", "8", "--check")
    expect_equal(done)
    if balancer in ("rotate", "random"):
        assert "moves" in done.err


def test_the_published_shape_has_its_cells_and_pairs(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    words = ("--atoms", "4000", "--cells", "6x6x6", "--cutoff", "2.2", "--steps", "3", "--check")
    done = md(("--sites", "2", "--pes", "1", "--report", str(report)), *words)
    expect_equal(done)
    assert "md: 4000 atoms in 6x6x6 cells with 3024 pairs on 2 PEs at 2 sites" in done.out
    metrics = json.loads(report.read_text())["metrics"]
    assert metrics["steps"] == 3
    assert metrics["ms_per_step"] > 0


def test_energies_come_as_a_table(tmp_path: Path) -> None:
    table = tmp_path / "energies.csv"
    words = ("--atoms", "500", "--steps", "100", "--energies", str(table), "--switch-from", "2.2")
    done = md(("--pes", "2"), *words, "--points-every", "30")
    assert done.status == 0, done.err
    rows = rows_of(table)
    assert [row["step"] for row in rows] == list(range(0, 101, 10))
    for row in rows:
        assert row["total"] == pytest.approx(rows[0]["total"], abs=0.01 * 500)
        assert row["total"] == pytest.approx(row["potential"] + row["kinetic"], abs=1e-9)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--cells 0", "--cells: '0' (expected N or AxBxC, 1 or more each)"),
        ("--cells 3x3", "--cells: '3x3' (expected N or AxBxC, 1 or more each)"),
        ("--atoms 4000 --cells 9", "cells of side"),
        ("--steps -1", "--steps: -1 (expected 0 or more)"),
        ("--switch-from 3", "--switch-from: 3.000000 (expected less than the cutoff, 2.500000)"),
        ("--system /no/such.data", "/no/such.data: cannot be opened"),
        ("--system /etc", "/etc: is a directory (expected a file)"),
        ("--output /no/such/atoms.csv", "--output"),
        ("--exchange-every 0", "--exchange-every: 0 (expected 1 or more)"),
    ],
)
def test_what_makes_no_sense_is_one_line(words: str, line: str) -> None:
    done = md(("--pes", "2"), *words.split())
    assert done.status == 2, done.err + done.out
    assert line in done.err
    assert done.err.count("\n") == 1


LAMMPS_INPUT = """\
units lj
atom_style full
pair_style lj/cut {cutoff}
read_data {data}
pair_modify shift {shift}
neighbor 0.3 bin
thermo 1
thermo_style custom step pe ke press
thermo_modify norm no format float %.17g
fix move all nve
timestep 0.005
dump forces all custom 1 {dump} id fx fy fz
dump_modify forces sort id format float %.17g
run {steps}
"""


def lammps_forces(dump: Path, step: int) -> list[list[float]]:
    frames = dump.read_text().split("ITEM: TIMESTEP\n")[1:]
    lines = frames[step].split("\n")
    return [[float(word) for word in line.split()[1:]] for line in lines[8:] if line]


@needs_lammps
@pytest.mark.parametrize("shift", ["no", "yes"])
def test_forces_and_energies_are_those_of_lammps(tmp_path: Path, shift: str) -> None:
    data = tmp_path / "melt.data"
    table = tmp_path / "energies.csv"
    atoms = tmp_path / "atoms.csv"
    # A start that is no lattice: what has moved for some steps.
    words = ["--atoms", "864", "--steps", "150", "--output-data", str(data)]
    assert md(("--pes", "2"), *words).status == 0
    steps = 5
    words = ["--system", str(data), "--steps", str(steps), "--energies-every", "1"]
    words += ["--energies", str(table), "--output", str(atoms)]
    assert md(("--pes", "2"), *words, *(["--shift"] if shift == "yes" else [])).status == 0
    dump = tmp_path / "forces.dump"
    script = tmp_path / "in.melt"
    script.write_text(
        LAMMPS_INPUT.format(cutoff=2.5, data=data, shift=shift, dump=dump, steps=steps)
    )
    done = run("lmp", "-in", str(script), "-log", str(tmp_path / "log.lammps"))
    assert done.status == 0, done.out
    number = r"(-?[\d.e+-]+)"
    found = re.findall(rf"^\s*(\d+)\s+{number}\s+{number}\s+{number}\s*$", done.out, re.MULTILINE)
    assert len(found) == steps + 1
    for row, (step, potential, kinetic, pressure) in zip(rows_of(table), found, strict=True):
        assert row["step"] == int(step)
        assert row["potential"] == pytest.approx(float(potential), rel=1e-6)
        assert row["kinetic"] == pytest.approx(float(kinetic), rel=1e-6)
        # The pressure is a small difference; its scale is that of the kinetic part.
        assert row["pressure"] == pytest.approx(float(pressure), abs=1e-6)
    expected = lammps_forces(dump, steps)
    ours = [[row["fx"], row["fy"], row["fz"]] for row in rows_of(atoms)]
    assert len(ours) == len(expected) == 864
    rms = math.sqrt(sum(f * f for force in expected for f in force) / len(expected))
    for one, other in zip(ours, expected, strict=True):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) < 1e-6 * rms
