"""The atoms move as in the serial program, bit for bit, whatever carries their messages; and as
LAMMPS says."""

import csv
import json
import math
import os
import random
import re
import shutil
import signal
import struct
from pathlib import Path

import pytest
from support import BUILD, COMMAND, Done, children_of, finish, isthmus, run, start, wait_until

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


@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM], ids=lambda words: words[1])
def test_positions_may_go_to_each_pair_and_pairs_start_anywhere(backend: tuple[str, ...]) -> None:
    words = ("--atoms", "500", "--cells", "3x3x3", "--cutoff", "2", "--tell-each")
    course = ("--mapping", "hashed", "--steps", "25", "--warmup", "5", "--exchange-every", "5")
    expect_equal(md((*backend, "--sites", "2", "--pes", "2"), *words, *course, "--check"))


def charged_step_ms(tmp_path: Path, *words: str) -> float:
    report = tmp_path / "report.json"
    shape = ("--atoms", "864", "--cells", "3", "--steps", "10", "--still", *words)
    done = md((*SIM, "--pes", "1", "--costs", "charged", "--report", str(report)), *shape)
    assert done.status == 0, done.err
    return float(json.loads(report.read_text())["metrics"]["ms_per_step"])


def test_pairs_and_cells_charge_what_they_hold(tmp_path: Path) -> None:
    """On one PE a step takes the sum of all."""
    nothing = charged_step_ms(tmp_path)
    atoms = charged_step_ms(tmp_path, "--atom-time", "10000") - nothing
    assert atoms == pytest.approx(8.64, rel=0.02)
    entries = charged_step_ms(tmp_path, "--entry-time", "1000") - nothing
    within_reach = 0.5 * 864 * 0.8442 * 4 / 3 * math.pi * 2.8**3
    assert entries == pytest.approx(1e-3 * within_reach, rel=0.05)


def test_what_stands_still_sends_the_messages_of_what_moves(tmp_path: Path) -> None:
    def bytes_of(*words: str) -> tuple[int, float]:
        report = tmp_path / "report.json"
        runtime = (*SIM, "--sites", "2", "--pes", "1", "--costs", "charged")
        done = md(
            (*runtime, "--report", str(report)),
            "--atoms",
            "864",
            "--cells",
            "3",
            "--steps",
            "10",
            *words,
        )
        assert done.status == 0, done.err
        counted = [link["counters"] for link in json.loads(report.read_text())["links"]]
        return sum(one["frames_sent"] for one in counted), sum(one["bytes_sent"] for one in counted)

    moving, still = bytes_of(), bytes_of("--still")
    assert still[0] == moving[0]
    assert still[1] == pytest.approx(moving[1], rel=0.05)


def test_the_balancer_is_come_to_so_often_at_most() -> None:
    runtime = (*SIM, "--pes", "2", "--balancer", "rotate", "--costs", "charged")
    words = ("--atoms", "864", "--cells", "3", "--steps", "20", "--sync-every", "4", "--syncs", "2")
    done = md(runtime, *words, "--check")
    expect_equal(done)
    assert re.findall(r"load balancing, step (\d+):", done.err) == ["1", "2"]


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
        ("--steps -1", "--steps: '-1' (expected a whole number from 0 to 1000000000)"),
        ("--switch-from 3", "--switch-from: 3.000000 (expected less than the cutoff, 2.500000)"),
        ("--system /no/such.data", "/no/such.data: cannot be opened"),
        ("--system /etc", "/etc: is a directory (expected a file)"),
        ("--system /dev/zero", "/dev/zero: is a device (expected a file)"),
        ("--output /no/such/atoms.csv", "--output"),
        ("--still --check", "--still with --check (expected one of them)"),
        ("--entry-time -1", "--entry-time"),
        ("--exchange-every 0", "--exchange-every: 0 (expected 1 or more)"),
        ("--rigid water", "--rigid water (expected a system that has such bonds)"),
        ("--langevin 1 --still", "--langevin with --still (expected one of them)"),
        ("--mesh-order 8", "--mesh-order or --ewald-tolerance (expected --coulomb pme with it)"),
        ("--coulomb pme", "--coulomb pme (expected a system with charges)"),
        ("--mesh 32", "--mesh (expected --coulomb pme with it)"),
        ("--trajectory-every 5", "--trajectory-every (expected --trajectory with it)"),
        ("--damping 5", "--damping (expected --langevin with it)"),
        ("--trajectory /no/such/melt.dcd", "--trajectory"),
        ("--system water --molecules 0", "--molecules: 0 (expected 1 to 10000000)"),
        ("--system water --density 3", "--density: 3.000000 (expected 1e-6 to 1.2"),
        ("--rigid ice", "--rigid"),
        ("--open xw", "--open: 'xw' (expected letters of xyz)"),
        ("--system drop --atoms 1", "--atoms: 1 (expected more for a drop"),
    ],
)
def test_what_makes_no_sense_is_one_line(words: str, line: str) -> None:
    done = md(("--pes", "2"), *words.split())
    assert done.status == 2, done.err + done.out
    assert line in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--mesh 4", "--mesh: 4 points (expected the splines' order to 512 in each dimension)"),
        ("--mesh-order 5", "--mesh-order: 5 (expected 4, 6 or 8)"),
        ("--ewald-tolerance 1", "--ewald-tolerance: 1.000000 (expected more than 1e-15 and"),
        ("--open z", "--coulomb pme: an open box (expected one without --open)"),
    ],
)
def test_a_mesh_that_makes_no_sense_is_one_line(words: str, line: str, tmp_path: Path) -> None:
    data = tmp_path / "salt.data"
    data.write_text(salt(6))
    system = ("--system", str(data), "--units", "real", "--cutoff", "6", "--coulomb", "pme")
    done = md(("--pes", "2"), *system, *words.split())
    assert done.status == 2, done.err + done.out
    assert line in done.err
    assert done.err.count("\n") == 1


def checkpoints_in(folder: Path) -> int:
    return len(list(folder.glob("checkpoint-*/index")))


@pytest.mark.parametrize(
    "shape",
    [("--pes", "1"), ("--sites", "2", "--pes", "2"), ("--backend", "sim", "--pes", "5")],
    ids=" ".join,
)
def test_a_job_goes_on_from_a_checkpoint_in_another_shape(
    shape: tuple[str, ...], tmp_path: Path
) -> None:
    program = str(BUILD / "apps" / "md" / "md")
    words = ("--", "--atoms", "256", "--cells", "2", "--steps", "60", "--exchange-every", "7")
    course = (*words, "--points-every", "20", "--check")
    keeping = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path), "--keep", "10")
    expect_equal(run(program, "--sites", "2", "--pes", "1", *keeping, *course))
    assert checkpoints_in(tmp_path) >= 3
    again = run(program, *shape, "--restart", str(tmp_path / "checkpoint-2"), *course)
    expect_equal(again)
    assert "goes on from checkpoint 2 of 2 PEs" in again.err


def test_a_job_that_goes_on_has_the_course_that_it_began_with(tmp_path: Path) -> None:
    program = str(BUILD / "apps" / "md" / "md")
    words = ("--", "--atoms", "256", "--cells", "2", "--points-every", "20")
    keeping = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path))
    assert run(program, "--pes", "2", *keeping, *words, "--steps", "60").status == 0
    newest = max(tmp_path.glob("checkpoint-*"))
    again = run(program, "--pes", "2", "--restart", str(newest), *words, "--steps", "70")
    assert again.status == 2
    assert "another course or interaction" in again.err


def test_a_job_goes_on_behind_its_warm_up(tmp_path: Path) -> None:
    program = str(BUILD / "apps" / "md" / "md")
    words = ("--", "--atoms", "256", "--cells", "2", "--steps", "40", "--sync-every", "10")
    keeping = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path), "--keep", "20")
    expect_equal(run(program, "--pes", "2", *keeping, *words, "--warmup", "5", "--check"))
    going_on = (program, "--pes", "2", "--restart", str(tmp_path / "checkpoint-3"), *words)
    expect_equal(run(*going_on, "--warmup", "5", "--check"))
    other = run(*going_on[:-4], "--steps", "15", "--sync-every", "10", "--warmup", "30")
    assert other.status == 2
    assert "another course or interaction" in other.err


def test_atoms_leave_an_open_box(tmp_path: Path) -> None:
    """A drop in nothing: its atoms fly where they will, and none comes back on the other side."""
    words = ("--system", "drop", "--atoms", "300", "--cells", "2", "--open", "xyz")
    table = tmp_path / "atoms.csv"
    course = ("--temperature", "30", "--steps", "400", "--exchange-every", "5")
    done = md(("--sites", "2", "--pes", "1"), *words, *course, "--output", str(table), "--check")
    expect_equal(done)
    length = 2 * (300 / 0.8442) ** (1 / 3)
    assert any(not 0 <= row[axis] < length for row in rows_of(table) for axis in "xyz")


@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM], ids=lambda words: words[1])
def test_kicks_of_a_bath_are_the_same_everywhere(backend: tuple[str, ...]) -> None:
    runtime = (*backend, "--sites", "2", "--pes", "2", "--balancer", "rotate")
    course = ("--steps", "30", "--exchange-every", "4", "--sync-every", "7", "--cells", "3x2x2")
    bath = ("--langevin", "0.8", "--damping", "0.3", "--seed", "5")
    expect_equal(md(runtime, "--atoms", "600", *course, *bath, "--check"))


class Dcd:
    """A DCD file, read by its records."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        records = []
        while data:
            (length,) = struct.unpack_from("<i", data)
            assert struct.unpack_from("<i", data, 4 + length) == (length,)
            records.append(data[4 : 4 + length])
            data = data[8 + length :]
        control, _title, atoms = records[:3]
        assert control[:4] == b"CORD"
        numbers = struct.unpack("<20i", control[4:])
        self.count, self.first, self.every = numbers[:3]
        assert (numbers[10], numbers[19]) == (1, 24)
        (self.timestep,) = struct.unpack_from("<f", control, 4 + 4 * 9)
        (self.atoms,) = struct.unpack("<i", atoms)
        frames = records[3:]
        assert len(frames) == 4 * self.count
        self.cells = [struct.unpack("<6d", cell) for cell in frames[::4]]
        self.frames = []
        for i in range(0, len(frames), 4):
            rows = [struct.unpack(f"<{self.atoms}f", row) for row in frames[i + 1 : i + 4]]
            self.frames.append(list(zip(*rows, strict=True)))


def test_a_trajectory_shows_where_the_atoms_are(tmp_path: Path) -> None:
    path, atoms = tmp_path / "melt.dcd", tmp_path / "atoms.csv"
    words = ("--atoms", "500", "--steps", "60", "--trajectory", str(path), "--output", str(atoms))
    done = md(("--sites", "2", "--pes", "2"), *words, "--trajectory-every", "20", "--cells", "2")
    assert done.status == 0, done.err
    assert "frames    4 in" in done.out
    dcd = Dcd(path)
    assert (dcd.count, dcd.first, dcd.every, dcd.atoms) == (4, 0, 20, 500)
    assert dcd.timestep == pytest.approx(0.005)
    length = (500 / 0.8442) ** (1 / 3)
    for cell in dcd.cells:
        assert cell == pytest.approx((length, 0, length, 0, 0, length))
    constant = length / 5
    assert dcd.frames[0][1] == pytest.approx((constant / 2, constant / 2, 0), abs=1e-5)
    for row, place in zip(rows_of(atoms), dcd.frames[3], strict=True):
        for axis, at in zip("xyz", place, strict=True):
            assert at == pytest.approx(row[axis] % length, abs=1e-5)


def test_a_trajectory_goes_on_behind_a_checkpoint(tmp_path: Path) -> None:
    program = str(BUILD / "apps" / "md" / "md")
    path = tmp_path / "melt.dcd"
    words = ("--", "--atoms", "256", "--cells", "2", "--steps", "60", "--points-every", "20")
    course = (*words, "--trajectory", str(path), "--trajectory-every", "6")
    keeping = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path / "kept"), "--keep", "9")
    assert run(program, "--pes", "2", *keeping, *course).status == 0
    whole = path.read_bytes()
    assert Dcd(path).count == 11
    going_on = ("--restart", str(tmp_path / "kept" / "checkpoint-2"), *course)
    # What came behind the checkpoint is written again, half a frame too.
    path.write_bytes(whole[: -256 * 4])
    again = run(program, "--sites", "2", "--pes", "1", *going_on)
    assert again.status == 0, again.err
    assert path.read_bytes() == whole
    path.write_bytes(whole[:2000])
    again = run(program, "--pes", "2", *going_on)
    assert again.status == 2
    assert "melt.dcd: 0 whole frames of 256 atoms (expected the " in again.err


@pytest.mark.parametrize("rank", [0, 3])
def test_any_process_may_be_killed(rank: int, tmp_path: Path) -> None:
    shape = ("--backend", "processes", "--sites", "2", "--pes", "2", "--processes", "2")
    keeping = ("--checkpoint", "50ms", "--checkpoint-dir", str(tmp_path), "--on-loss", "go-on")
    words = ("--atoms", "256", "--cells", "2", "--steps", "2000", "--points-every", "10")
    job = start(COMMAND, "run", "md", *shape, *keeping, "--", *words, "--check")
    newest = tmp_path / "checkpoint-3"
    wait_until(lambda: newest.exists() or job.poll() is not None, "a checkpoint")
    assert job.poll() is None
    os.kill(children_of(job.pid)[rank], signal.SIGKILL)
    done = finish(job)
    expect_equal(done)
    assert done.err.count("was killed by SIGKILL") == 1, done.err
    assert f"goes on without process {rank} as epoch 1" in done.err


LAMMPS_INPUT = """\
units {units}
atom_style full
pair_style {style}
{bonds}
read_data {data}
{modify}
thermo 1
thermo_style custom step evdwl ecoul elong ebond eangle edihed eimp ke press
thermo_modify norm no format float %.17g
fix move all nve
timestep {timestep}
dump forces all custom 1 {dump} id fx fy fz
dump_modify forces sort id format float %.17g
run {steps}
"""
STEPS = 5
TERMS = ("van_der_waals", "coulomb", "bond", "angle", "dihedral", "improper")


def lammps_forces(dump: Path, step: int) -> list[list[float]]:
    frames = dump.read_text().split("ITEM: TIMESTEP\n")[1:]
    lines = frames[step].split("\n")
    return [[float(word) for word in line.split()[1:]] for line in lines[8:] if line]


def expect_what_lammps_says(
    folder: Path,
    data: Path,
    units: str,
    style: str,
    modify: str,
    *words: str,
    bonds: str = "",
    steps: int = STEPS,
    system: tuple[str, ...] = (),
    pressure_error: float = 1e-6,
) -> None:
    """Energies and pressure of each step, and forces of the last one. `system` names other files
    than the data file that LAMMPS reads."""
    table, atoms, dump = folder / "energies.csv", folder / "atoms.csv", folder / "forces.dump"
    files = ("--energies", str(table), "--output", str(atoms))
    course = ("--steps", str(steps), "--energies-every", "1", "--units", units)
    done = md(("--pes", "2"), *(system or ("--system", str(data))), *course, *files, *words)
    assert done.status == 0, done.err
    script = folder / "in.lammps"
    timestep = {"lj": 0.005, "real": 1.0}[units]
    script.write_text(
        LAMMPS_INPUT.format(
            units=units,
            style=style,
            bonds=bonds,
            modify=modify,
            data=data,
            timestep=timestep,
            dump=dump,
            steps=steps,
        )
    )
    done = run("lmp", "-in", str(script), "-log", str(folder / "log.lammps"))
    assert done.status == 0, done.out
    number = r"(-?[\d.e+-]+)"
    pattern = r"^\s*(\d+)" + 9 * rf"\s+{number}" + r"\s*$"
    found = re.findall(pattern, done.out, re.MULTILINE)
    assert len(found) == steps + 1
    for row, words_of_step in zip(rows_of(table), found, strict=True):
        step, van_der_waals, near, far, *terms, kinetic, pressure = map(float, words_of_step)
        assert row["step"] == step
        energies = (van_der_waals, near + far, *terms)
        for name, energy in zip(TERMS, energies, strict=True):
            assert row[name] == pytest.approx(energy, rel=1e-6), name
        assert row["kinetic"] == pytest.approx(kinetic, rel=1e-6, abs=1e-9)
        assert row["pressure"] == pytest.approx(pressure, rel=1e-6, abs=pressure_error)
    expected = lammps_forces(dump, steps)
    ours = [[row["fx"], row["fy"], row["fz"]] for row in rows_of(atoms)]
    assert len(ours) == len(expected) > 500
    rms = math.sqrt(sum(f * f for force in expected for f in force) / len(expected))
    for one, other in zip(ours, expected, strict=True):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) < 1e-6 * rms


@needs_lammps
@pytest.mark.parametrize("shift", ["no", "yes"])
def test_a_melt_moves_as_lammps_says(tmp_path: Path, shift: str) -> None:
    data = tmp_path / "melt.data"
    # No lattice any more, after some steps.
    done = md(("--pes", "2"), "--atoms", "864", "--steps", "150", "--output-data", str(data))
    assert done.status == 0, done.err
    words = ["--shift"] if shift == "yes" else []
    modify = f"pair_modify shift {shift}\nneighbor 0.3 bin"
    expect_what_lammps_says(tmp_path, data, "lj", "lj/cut 2.5", modify, *words)


def salt(side: int) -> str:
    """Ions on a lattice that has been shaken."""
    chance = random.Random(1)
    length = side * 2.9
    lines = ["salt", "", f"{side**3} atoms", "2 atom types", ""]
    lines += [f"0 {length} {axis}lo {axis}hi" for axis in "xyz"]
    lines += ["", "Masses", "", "1 22.99", "2 35.45", ""]
    lines += [
        "Pair Coeffs # lj/cut/coul/cut",
        "",
        "1 0.1 2.4",
        "2 0.12 3.6",
        "",
        "Atoms # full",
        "",
    ]
    for number in range(side**3):
        place = (number // side**2, number // side % side, number % side)
        kind = 1 + sum(place) % 2
        charge = 0.9 if kind == 1 else -0.9
        at = " ".join(f"{2.9 * x + chance.uniform(-0.2, 0.2):.9f}" for x in place)
        lines.append(f"{number + 1} 0 {kind} {charge} {at}")
    return "\n".join(lines) + "\n"


@needs_lammps
def test_a_salt_moves_as_lammps_says(tmp_path: Path) -> None:
    data = tmp_path / "salt.data"
    data.write_text(salt(8))
    modify = "pair_modify mix arithmetic\nneighbor 2.0 bin"
    words = ("--cutoff", "9", "--coulomb", "cut", "--arithmetic")
    expect_what_lammps_says(tmp_path, data, "real", "lj/cut/coul/cut 9.0", modify, *words)


@needs_lammps
def test_a_salt_whose_charges_reach_everywhere_moves_as_lammps_says(tmp_path: Path) -> None:
    data = tmp_path / "salt.data"
    data.write_text(salt(8))
    modify = "pair_modify mix arithmetic table 0\nkspace_style ewald 1e-9\nneighbor 2.0 bin"
    mesh = ("--mesh", "96", "--mesh-order", "8", "--ewald-tolerance", "1e-9")
    words = ("--cutoff", "9", "--coulomb", "pme", "--arithmetic", "--cells", "2", *mesh)
    expect_what_lammps_says(tmp_path, data, "real", "lj/cut/coul/long 9.0", modify, *words)


@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM], ids=lambda words: words[1])
def test_a_mesh_of_charges_is_the_same_everywhere(backend: tuple[str, ...], tmp_path: Path) -> None:
    data = tmp_path / "salt.data"
    data.write_text(salt(6))
    words = ("--system", str(data), "--units", "real", "--cutoff", "6", "--coulomb", "pme")
    runtime = (*backend, "--sites", "2", "--pes", "2", "--balancer", "rotate")
    course = ("--steps", "20", "--sync-every", "6", "--exchange-every", "5", "--cells", "2")
    expect_equal(md(runtime, *words, *course, "--mesh", "18x20x24", "--check"))


def test_a_mesh_of_charges_conserves_energy(tmp_path: Path) -> None:
    data, table = tmp_path / "salt.data", tmp_path / "energies.csv"
    data.write_text(salt(6))
    words = ("--system", str(data), "--units", "real", "--cutoff", "8", "--coulomb", "pme")
    shape = ("--switch-from", "7", "--temperature", "600", "--mesh-order", "4")
    course = ("--steps", "300", "--energies", str(table))
    assert md(("--pes", "2"), *words, *shape, *course).status == 0
    rows = rows_of(table)
    kinetic = sum(row["kinetic"] for row in rows) / len(rows)
    for row in rows:
        assert row["total"] == pytest.approx(rows[0]["total"], abs=0.01 * kinetic)


PEPTIDE = Path("/usr/share/lammps/examples/peptide/data.peptide")
BONDS = """\
bond_style harmonic
angle_style charmm
dihedral_style charmm
improper_style harmonic
"""


@needs_lammps
@pytest.mark.skipif(not PEPTIDE.exists(), reason="the examples of LAMMPS are not installed")
@pytest.mark.parametrize("steps", [0, 20])
def test_forces_in_a_peptide_in_water_are_those_of_lammps(tmp_path: Path, steps: int) -> None:
    """As the file has it, and where it has moved since. Of charges the cutoff: where LAMMPS
    switches them, its force is not the slope of its energy. It takes the sine of an improper's
    angle to be 0.001 at least, and in steps of its own some come below."""
    style = "lj/charmm/coul/charmm 8.0 10.0 9.9999999 10.0"
    words = ("--cutoff", "10", "--switch-from", "8", "--coulomb", "cut", "--cells", "1x2x1")
    data = tmp_path / "peptide.data"
    course = ("--units", "real", "--timestep", "0.5", "--steps", str(steps), "--check")
    output = ("--output-data", str(data))
    expect_equal(md(("--pes", "2"), "--system", str(PEPTIDE), *words, *course, *output))
    modify = "neighbor 2.0 bin"
    expect_what_lammps_says(tmp_path, data, "real", style, modify, *words, bonds=BONDS, steps=0)


@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM], ids=lambda words: words[1])
@pytest.mark.parametrize(
    ("runtime", "words"),
    [
        ("--pes 2", "--cells 2x1x2 --timestep 0.5"),
        (
            "--sites 2 --pes 2 --latency 1ms --balancer rotate",
            "--cells 2 --timestep 0.5 --sync-every 7",
        ),
        ("--pes 3", "--cells 3 --away 2 --rigid water --timestep 2"),
    ],
)
def test_water_moves_as_in_the_serial_program(
    backend: tuple[str, ...], runtime: str, words: str
) -> None:
    water = ("--system", "water", "--molecules", "400", "--cutoff", "6", "--skin", "1")
    course = ("--steps", "20", "--exchange-every", "5", "--check")
    expect_equal(md((*backend, *runtime.split()), *water, *course, *words.split()))


@needs_lammps
@pytest.mark.skipif(not PEPTIDE.exists(), reason="the examples of LAMMPS are not installed")
def test_a_peptide_in_rigid_water_moves_as_with_the_shake_of_lammps(tmp_path: Path) -> None:
    interaction = ("--units", "real", "--cutoff", "10", "--switch-from", "8", "--coulomb", "cut")
    words = (*interaction, "--rigid", "hydrogens", "--cells", "1", "--timestep", "1")
    rigid, table, atoms = tmp_path / "rigid.data", tmp_path / "energies.csv", tmp_path / "atoms.csv"
    start_of_it = ("--system", str(PEPTIDE), "--steps", "0", "--output-data", str(rigid))
    assert md(("--pes", "1"), *words, *start_of_it).status == 0
    course = ("--steps", "6", "--energies-every", "1", "--check")
    files = ("--energies", str(table), "--output", str(atoms))
    expect_equal(md(("--pes", "2"), *words, "--system", str(rigid), *course, *files))
    script, dump = tmp_path / "in.lammps", tmp_path / "positions.dump"
    text = LAMMPS_INPUT.format(
        units="real",
        style="lj/charmm/coul/charmm 8.0 10.0 9.9999999 10.0",
        bonds=BONDS,
        modify="neighbor 2.0 bin\nfix rigid all shake 1e-13 500 0 m 1.008 1.01 a 31",
        data=rigid,
        timestep=1,
        dump=dump,
        steps=6,
    )
    script.write_text(text.replace("id fx fy fz", "id xu yu zu"))
    done = run("lmp", "-in", str(script), "-log", str(tmp_path / "log.lammps"))
    assert done.status == 0, done.out
    expected = lammps_forces(dump, 6)
    box = {"x": 27.371366, "y": 27.371367, "z": 27.371367}
    deviations = []
    for row, place in zip(rows_of(atoms), expected, strict=True):
        for axis, value in zip("xyz", place, strict=True):
            apart = row[axis] - value
            apart -= box[axis] * round(apart / box[axis])
            deviations.append(abs(apart))
    deviations.sort()
    # There are impropers whose angle LAMMPS takes to be larger than it is; few atoms notice.
    assert deviations[-1] < 2e-5
    assert deviations[len(deviations) * 9 // 10] < 1e-8


def test_a_salt_moves_as_in_the_serial_program(tmp_path: Path) -> None:
    data = tmp_path / "salt.data"
    data.write_text(salt(8))
    words = ("--system", str(data), "--units", "real", "--cutoff", "7", "--switch-from", "6")
    runtime = ("--backend", "processes", "--sites", "2", "--pes", "2", "--balancer", "rotate")
    course = ("--steps", "20", "--sync-every", "6", "--exchange-every", "5")
    expect_equal(md(runtime, *words, *course, "--check"))
