"""A system from the files of CHARMM is that of the data file which says the same."""

import math
import re
import shutil
from pathlib import Path

import pytest
from charmm_files import write_charmm_files
from support import Done, run
from test_md import (
    BONDS,
    PEPTIDE,
    expect_equal,
    expect_what_lammps_says,
    lammps_forces,
    md,
    needs_lammps,
    rows_of,
)

INTERACTION = ("--cutoff", "10", "--switch-from", "8", "--coulomb", "cut", "--cells", "1x2x1")
needs_peptide = pytest.mark.skipif(not PEPTIDE.exists(), reason="no examples of LAMMPS")


@pytest.fixture(scope="module")
def peptide(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return write_charmm_files(PEPTIDE, tmp_path_factory.mktemp("peptide"))


def words_of(files: dict[str, Path]) -> tuple[str, ...]:
    system = ("--system", str(files["psf"]), "--coordinates", str(files["pdb"]))
    return (*system, "--parameters", str(files["prm"]))


@needs_lammps
@needs_peptide
def test_forces_of_charmm_files_are_those_of_lammps(
    peptide: dict[str, Path], tmp_path: Path
) -> None:
    style = "lj/charmm/coul/charmm 8.0 10.0 9.9999999 10.0"
    expect_what_lammps_says(
        tmp_path,
        peptide["data"],
        "real",
        style,
        "neighbor 2.0 bin",
        *INTERACTION,
        bonds=BONDS,
        steps=0,
        system=words_of(peptide),
    )


@needs_peptide
def test_charmm_files_move_as_in_the_serial_program(
    peptide: dict[str, Path], tmp_path: Path
) -> None:
    """Also when they have become a data file."""
    data = tmp_path / "peptide.data"
    course = ("--steps", "5", "--rigid", "hydrogens", "--skin", "1", "--check")
    runtime = ("--backend", "processes", "--sites", "2", "--pes", "1")
    output = ("--output-data", str(data))
    expect_equal(md(runtime, *words_of(peptide), *INTERACTION, *course, *output))
    again = md(("--pes", "1"), "--system", str(data), "--units", "real", *INTERACTION, *course)
    expect_equal(again)


GAGG = Path("/usr/share/lammps/examples/cmap")
needs_gagg = pytest.mark.skipif(not GAGG.exists(), reason="no examples of LAMMPS")
CROSS_INPUT = """\
units real
atom_style full
pair_style lj/charmm/coul/charmm 8.0 10.0 9.9999999 10.0
pair_modify mix arithmetic
bond_style harmonic
angle_style charmm
dihedral_style charmm
improper_style harmonic
fix cross all cmap {maps}
fix_modify cross energy yes
read_data {data} fix cross crossterm CMAP
special_bonds charmm
thermo_style custom step f_cross edihed pe press
thermo_modify norm no format float %.17g
dump forces all custom 1 {dump} id fx fy fz
dump_modify forces sort id format float %.17g
run 0
"""


@needs_lammps
@needs_gagg
def test_cross_terms_have_the_forces_of_lammps(tmp_path: Path) -> None:
    """Slopes at the points are those of splines that go round; LAMMPS has longer ones with ends,
    which is the same to 1e-7. The carbon at the end goes out of its plane by 0.02: of an improper
    LAMMPS takes no sine below 0.001, so that its forces are too small there, and no longer the
    slopes of its energy."""
    maps = GAGG / "charmm22.cmap"
    bent = tmp_path / "bent.data"
    text = (GAGG / "gagg.data").read_text()
    bent.write_text(text.replace("0.0008762597  # CC", "0.0208762597  # CC"))
    files = write_charmm_files(bent, tmp_path, maps)
    assert "7.612 0.021" in files["data"].read_text()
    interaction = ("--cutoff", "10", "--switch-from", "8", "--coulomb", "cut", "--cells", "2")
    table, atoms, dump = tmp_path / "energies.csv", tmp_path / "atoms.csv", tmp_path / "f.dump"
    output = ("--energies", str(table), "--output", str(atoms))
    course = ("--steps", "0", *output, "--check")
    expect_equal(md(("--pes", "2"), *words_of(files), *interaction, *course))
    script = tmp_path / "in.lammps"
    script.write_text(CROSS_INPUT.format(maps=maps, data=files["data"], dump=dump))
    done = run("lmp", "-in", str(script), "-log", str(tmp_path / "log.lammps"))
    assert done.status == 0, done.out
    found = re.search(r"^\s*0((?:\s+[\d.e+-]+){4})\s*$", done.out, re.MULTILINE)
    assert found, done.out
    cross, dihedral, potential, pressure = map(float, found[1].split())
    (row,) = rows_of(table)
    assert row["cross"] == pytest.approx(cross, rel=1e-6)
    assert row["dihedral"] == pytest.approx(dihedral, rel=1e-6)
    assert row["potential"] == pytest.approx(potential, rel=1e-6)
    assert row["pressure"] == pytest.approx(pressure, rel=1e-6)
    expected = lammps_forces(dump, 0)
    ours = [[row["fx"], row["fy"], row["fz"]] for row in rows_of(atoms)]
    assert len(ours) == len(expected) == 34
    rms = math.sqrt(sum(f * f for force in expected for f in force) / len(expected))
    for one, other in zip(ours, expected, strict=True):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) < 1e-6 * rms


@needs_gagg
def test_cross_terms_move_as_in_the_serial_program(tmp_path: Path) -> None:
    files = write_charmm_files(GAGG / "gagg.data", tmp_path, GAGG / "charmm22.cmap")
    words = ("--cutoff", "10", "--switch-from", "8", "--temperature", "300", "--steps", "60")
    table = tmp_path / "energies.csv"
    runtime = ("--backend", "processes", "--sites", "2", "--pes", "1")
    course = ("--timestep", "0.5", "--energies", str(table), "--check")
    expect_equal(md(runtime, *words_of(files), *words, *course))
    rows = rows_of(table)
    assert max(row["cross"] for row in rows) > min(row["cross"] for row in rows) + 0.01
    for row in rows:
        assert row["total"] == pytest.approx(rows[0]["total"], abs=0.01 * rows[-1]["kinetic"])
    data = ("--output-data", str(tmp_path / "gagg.data"))
    expect_one_line(md(("--pes", "1"), *words_of(files), *words, *data), "cross-terms (CMAP)")


def gro_of(pdb: str) -> str:
    lines = [line for line in pdb.split("\n") if line.startswith("ATOM")]
    text = ["of a PDB", str(len(lines))]
    for number, line in enumerate(lines, 1):
        at = "".join(f"{float(line[30 + 8 * d : 38 + 8 * d]) / 10:9.4f}" for d in range(3))
        text.append(f"{1:5}RES  {line[12:16].strip():>5}{number % 100000:5}{at}")
    lengths = [float(pdb[6 + 9 * d : 15 + 9 * d]) / 10 for d in range(3)]
    return "\n".join([*text, " ".join(f"{length:.5f}" for length in lengths), ""])


def energy_of(done: Done) -> float:
    assert done.status == 0, done.err
    found = re.search(r"energy\s+(\S+) at step 0", done.out)
    assert found, done.out
    return float(found[1])


@needs_peptide
def test_coordinates_come_from_a_gro_file_too(peptide: dict[str, Path], tmp_path: Path) -> None:
    gro = tmp_path / "peptide.gro"
    gro.write_text(gro_of(peptide["pdb"].read_text()))
    course = (*INTERACTION, "--steps", "0")
    expected = energy_of(md(("--pes", "1"), *words_of(peptide), *course))
    assert energy_of(
        md(("--pes", "1"), *words_of({**peptide, "pdb": gro}), *course)
    ) == pytest.approx(expected, rel=1e-9)


@needs_peptide
def test_what_is_written_as_a_pdb_is_taken_as_coordinates(
    peptide: dict[str, Path], tmp_path: Path
) -> None:
    def names_of(pdb: Path) -> list[str]:
        return [line[12:16].strip() for line in pdb.read_text().split("\n") if line[:4] == "ATOM"]

    written = tmp_path / "end.pdb"
    course = (*INTERACTION, "--steps", "0")
    done = md(("--pes", "2"), *words_of(peptide), *course, "--output-pdb", str(written))
    assert f"pdb       {written}" in done.out
    assert len(names_of(written)) > 1000
    assert names_of(written) == names_of(peptide["pdb"])
    again = md(("--pes", "1"), *words_of({**peptide, "pdb": written}), *course)
    assert energy_of(again) == pytest.approx(energy_of(done), rel=1e-9)


@needs_peptide
@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--system PSF", "a PSF alone (expected --coordinates and --parameters with it)"),
        ("--system water --box 9x9x9", "(expected --system with a .psf file)"),
        ("--system PSF --coordinates PDB --parameters PRM --box 9x9", "--box: '9x9'"),
        ("--system PSF --coordinates PDB --parameters PRM --box 9x9x-9", "--box: '9x9x-9'"),
        ("--system PSF --coordinates PSF --parameters PRM", "no atom (expected ATOM records)"),
        ("--system PSF --coordinates PDB --parameters PDB", "a section of parameters"),
        ("--system PSF --coordinates /no.pdb --parameters PRM", "/no.pdb: cannot be opened"),
        ("--system /no.psf --coordinates PDB --parameters PRM", "/no.psf: cannot be opened"),
        ("--system PSF --coordinates PDB --parameters /no.prm", "/no.prm: cannot be opened"),
    ],
)
def test_files_that_do_not_belong_together_are_one_line(
    words: str, line: str, peptide: dict[str, Path]
) -> None:
    for ending in ("psf", "pdb", "prm"):
        words = words.replace(ending.upper(), str(peptide[ending]))
    expect_one_line(md(("--pes", "1"), *words.split(), *INTERACTION, "--steps", "0"), line)


def expect_one_line(done: Done, line: str) -> None:
    assert done.status == 2, done.err + done.out
    assert line in done.err
    assert done.err.count("\n") == 1, done.err


@needs_peptide
@pytest.mark.parametrize("ending", ["psf", "pdb", "prm"])
def test_a_file_that_is_cut_off_is_one_line(
    ending: str, peptide: dict[str, Path], tmp_path: Path
) -> None:
    """Wherever: no part of the peptide's files is a whole one."""
    text = peptide[ending].read_bytes()
    whole = len(text) if ending != "psf" else text.index(b"!NDON") - 20
    for part in (0.0, 0.02, 0.3, 0.6, 0.9):
        broken = tmp_path / f"broken.{ending}"
        broken.write_bytes(text[: int(part * whole)])
        files = {**peptide, ending: broken}
        done = md(("--pes", "1"), *words_of(files), *INTERACTION, "--steps", "0")
        expect_one_line(done, "(expected ")
        shutil.copy(peptide[ending], broken)
