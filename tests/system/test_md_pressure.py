"""Berendsen's barostat and thermostat: the same bits everywhere, and the box of LAMMPS."""

import re
from pathlib import Path

import pytest
from support import BUILD, run
from test_md import Dcd, checkpoints_in, expect_equal, md, needs_lammps, rows_of

WATER = ("--system", "water", "--molecules", "300", "--cutoff", "6", "--coulomb", "pme")


@pytest.mark.parametrize("backend", ["threads", "processes", "sim"])
@pytest.mark.parametrize(
    ("runtime", "words"),
    [
        ("--pes 2", "--atoms 600 --cells 2 --hold-pressure 5 --hold-every 3"),
        (
            "--sites 2 --pes 2 --latency 1ms --balancer rotate --jitter 1ms",
            "--atoms 864 --cells 3x3x2 --hold-pressure -1 --hold-every 7 --hold-lag 4"
            " --sync-every 6 --mapping hashed --hold-temperature 1",
        ),
        ("--sites 2 --pes 1", "--atoms 500 --hold-temperature 0.8 --hold-every 1"),
    ],
)
def test_a_box_that_stretches_is_the_same_everywhere(
    backend: str, runtime: str, words: str
) -> None:
    course = ("--steps", "30", "--exchange-every", "4", "--pressure-time", "0.1")
    if "--hold-pressure" not in words:
        course = course[:-2]
    expect_equal(md(("--backend", backend, *runtime.split()), *words.split(), *course, "--check"))


@pytest.mark.parametrize("backend", ["threads", "processes", "sim"])
@pytest.mark.parametrize("rigid", ["--timestep 1", "--rigid water --timestep 2"])
def test_water_and_its_mesh_stretch_with_the_box(backend: str, rigid: str) -> None:
    runtime = ("--backend", backend, "--sites", "2", "--pes", "2", "--balancer", "rotate")
    course = ("--steps", "20", "--sync-every", "6", "--exchange-every", "5", "--cells", "2")
    held = ("--hold-pressure", "3000", "--pressure-time", "50", "--hold-every", "3")
    words = (*WATER, *course, *held, *rigid.split(), "--skin", "1", "--check")
    expect_equal(md(runtime, *words))


def test_rigid_water_keeps_its_lengths_while_the_box_shrinks(tmp_path: Path) -> None:
    """Its molecules move as wholes, so the energy of what is rigid does not come back as heat."""
    table, data = tmp_path / "energies.csv", tmp_path / "water.data"
    held = ("--hold-pressure", "20000", "--pressure-time", "100", "--hold-every", "2")
    words = (*WATER, "--rigid", "water", "--timestep", "1", "--skin", "1", "--steps", "60")
    output = ("--output-data", str(data), "--energies", str(table))
    assert md(("--pes", "2"), *words, *held, *output).status == 0
    volumes = [row["volume"] for row in rows_of(table)]
    assert volumes[-1] < 0.99 * volumes[0]
    text = data.read_text()
    low, high = map(float, re.findall(r"(\S+) (\S+) xlo xhi", text)[0])
    assert (high - low) ** 3 == pytest.approx(volumes[-1], rel=1e-12)
    atoms = text.split("Atoms # full\n\n")[1].split("\n\n")[0].splitlines()
    places = {int(words[0]): [float(x) for x in words[4:7]] for words in map(str.split, atoms)}
    for oxygen in range(1, 301, 3):
        for hydrogen in (oxygen + 1, oxygen + 2):
            ways = [a - b for a, b in zip(places[oxygen], places[hydrogen], strict=True)]
            ways = [way - (high - low) * round(way / (high - low)) for way in ways]
            assert sum(way * way for way in ways) ** 0.5 == pytest.approx(0.9572, rel=1e-11)


def test_a_trajectory_has_the_box_of_each_frame(tmp_path: Path) -> None:
    path, table, atoms = tmp_path / "melt.dcd", tmp_path / "energies.csv", tmp_path / "atoms.csv"
    held = ("--hold-pressure", "8", "--pressure-time", "0.4", "--hold-every", "5")
    files = ("--trajectory", str(path), "--trajectory-every", "10", "--energies", str(table))
    words = ("--atoms", "500", "--steps", "40", *held, *files, "--output", str(atoms))
    assert md(("--sites", "2", "--pes", "2"), *words).status == 0
    dcd, rows = Dcd(path), rows_of(table)
    assert len(dcd.cells) == len(rows) == 5
    for cell, row in zip(dcd.cells, rows, strict=True):
        assert cell[0] ** 3 == pytest.approx(row["volume"], rel=1e-12)
    assert rows[-1]["volume"] < 0.98 * rows[0]["volume"]
    length, first = dcd.cells[-1][0], dcd.cells[0][0]
    low = 0.5 * (first - length)
    for row, place in zip(rows_of(atoms), dcd.frames[-1], strict=True):
        for axis, at in zip("xyz", place, strict=True):
            apart = row[axis] - at
            assert apart - length * round(apart / length) == pytest.approx(0, abs=1e-5)
            assert low - 1e-5 <= at <= low + length + 1e-5


@pytest.mark.parametrize(
    "shape", ["--pes 1", "--sites 2 --pes 2 --balancer random", "--backend sim --pes 5"]
)
def test_the_box_goes_on_from_a_checkpoint(shape: str, tmp_path: Path) -> None:
    """Also where the sums are on their way at the point."""
    program = str(BUILD / "apps" / "md" / "md")
    held = ("--hold-pressure", "5", "--pressure-time", "0.1", "--hold-every", "5", "--hold-lag")
    course = ("--steps", "60", "--exchange-every", "7", "--points-every", "20", "--energies")
    table = tmp_path / "energies.csv"
    words = ("--", "--atoms", "256", "--cells", "2", *held, "2", *course, str(table), "--check")
    keeping = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path), "--keep", "10")
    expect_equal(run(program, "--sites", "2", "--pes", "1", *keeping, *words))
    whole = table.read_text()
    assert checkpoints_in(tmp_path) >= 3
    again = run(program, *shape.split(), "--restart", str(tmp_path / "checkpoint-2"), *words)
    expect_equal(again)
    assert table.read_text() == whole
    other = (*words[:-1], "--hold-temperature", "1")
    refused = run(program, "--pes", "2", "--restart", str(tmp_path / "checkpoint-2"), *other)
    assert refused.status == 2
    assert "another course or interaction" in refused.err


BERENDSEN_INPUT = """\
units lj
atom_style full
pair_style lj/cut 2.5
read_data {data}
pair_modify shift no
neighbor 0.3 bin
thermo 10
thermo_style custom step vol temp
thermo_modify norm no format float %.17g
fix move all nve
fix press all press/berendsen iso 2 2 1 modulus 10
fix warm all temp/berendsen 1.1 1.1 0.5
timestep 0.005
run 200
"""


@needs_lammps
def test_the_box_and_the_temperature_follow_those_of_lammps(tmp_path: Path) -> None:
    """A melt that relaxes. LAMMPS tells of box and temperature behind their change."""
    data, table = tmp_path / "melt.data", tmp_path / "energies.csv"
    made = ("--atoms", "864", "--steps", "100", "--output-data", str(data))
    assert md(("--pes", "2"), *made).status == 0
    held = ("--hold-pressure", "2", "--pressure-time", "1", "--compressibility", "0.1")
    warm = ("--hold-temperature", "1.1", "--temperature-time", "0.5", "--hold-every", "1")
    course = ("--steps", "201", "--energies", str(table), "--energies-every", "1")
    assert md(("--pes", "2"), "--system", str(data), *course, *held, *warm).status == 0
    script = tmp_path / "in.lammps"
    script.write_text(BERENDSEN_INPUT.format(data=data))
    done = run("lmp", "-in", str(script), "-log", str(tmp_path / "log.lammps"))
    assert done.status == 0, done.out
    number = r"([\d.e+-]+)"
    found = re.findall(rf"^\s*(\d+)\s+{number}\s+{number}\s*$", done.out, re.MULTILINE)
    assert len(found) == 21
    rows = rows_of(table)
    volumes = [float(volume) for _, volume, _ in found]
    assert abs(volumes[-1] / volumes[0] - 1) > 0.01
    for step, volume, temperature in found[1:]:
        assert rows[int(step) + 1]["volume"] == pytest.approx(float(volume), rel=1e-7)
        before = rows[int(step)]["temperature"]
        behind = before * (1 + 0.005 / 0.5 * (1.1 / before - 1))
        assert behind == pytest.approx(float(temperature), rel=1e-7)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--pressure-time 2", "--pressure-time or --compressibility (expected --hold-pressure"),
        ("--temperature-time 2", "--temperature-time (expected --hold-temperature with it)"),
        ("--hold-lag 3", "--hold-every or --hold-lag (expected --hold-pressure or"),
        ("--hold-pressure 1 --hold-lag 10", "--hold-lag: 10 (expected 0 or more, and less than"),
        ("--hold-pressure 1 --hold-every 0", "--hold-every: 0 (expected 1 or more)"),
        ("--hold-pressure 1 --open z", "--hold-pressure: an open box (expected one without --open"),
        ("--hold-pressure one", "--hold-pressure"),
        ("--hold-pressure 1 --still", "with --still (expected one of them)"),
        ("--hold-temperature -1", "--hold-temperature"),
    ],
)
def test_what_cannot_be_held_is_one_line(words: str, line: str) -> None:
    done = md(("--pes", "2"), *words.split())
    assert done.status == 2, done.err + done.out
    assert line in done.err
    assert done.err.count("\n") == 1


def test_a_box_that_shrinks_below_its_cells_ends_in_one_line() -> None:
    held = ("--hold-pressure", "400", "--pressure-time", "5", "--hold-every", "2")
    course = ("--exchange-every", "1", "--steps", "400")
    done = md(("--sites", "2", "--pes", "1"), "--atoms", "864", "--cells", "3", *course, *held)
    assert done.status not in (0, 2)
    assert "of its lengths, where its cells are too small (expected fewer --cells" in done.err
