"""Charges that reach everywhere: the same bits everywhere, and what LAMMPS says by Ewald's sum."""

import re
from pathlib import Path

import pytest
from support import BUILD, run
from test_md import (
    BONDS,
    PEPTIDE,
    expect_equal,
    expect_what_lammps_says,
    md,
    needs_lammps,
    rows_of,
)

needs_peptide = pytest.mark.skipif(not PEPTIDE.exists(), reason="no examples of LAMMPS")
MESH = ("--coulomb", "pme", "--mesh", "96", "--mesh-order", "8", "--ewald-tolerance", "1e-10")
# Its tables are made by the library's error function; without them it takes a polynomial for that
# which is off by 1e-7, and of the charges in thousands of molecules this shows.
EWALD = "pair_modify table 18 tabinner 0.5\nkspace_style ewald 1e-9\nneighbor 2.0 bin"


@needs_lammps
@needs_peptide
def test_a_peptide_whose_charges_reach_everywhere_has_the_forces_of_lammps(tmp_path: Path) -> None:
    style = "lj/charmm/coul/long 8.0 10.0 10.0"
    words = ("--cutoff", "10", "--switch-from", "8", "--cells", "1x2x1", *MESH)
    expect_what_lammps_says(tmp_path, PEPTIDE, "real", style, EWALD, *words, bonds=BONDS, steps=0)


@needs_lammps
@needs_peptide
def test_factors_of_amber_are_those_of_lammps(tmp_path: Path) -> None:
    """Of the peptide, whose dihedrals have no weights then."""
    head, rest = PEPTIDE.read_text().split("Dihedral Coeffs", 1)
    table, rest = rest.split("Improper Coeffs", 1)
    table = re.sub(r"(1\.000000|0\.500000|0\.000000)$", "0.0", table, flags=re.MULTILINE)
    data = tmp_path / "peptide.data"
    data.write_text(head + "Dihedral Coeffs" + table + "Improper Coeffs" + rest)
    style = "lj/charmm/coul/long 8.0 10.0 10.0\nspecial_bonds amber"
    words = ("--cutoff", "10", "--switch-from", "8", "--one-four", "amber", "--cells", "1x2x1")
    expect_what_lammps_says(
        tmp_path, data, "real", style, EWALD, *words, *MESH, bonds=BONDS, steps=0
    )


@needs_lammps
def test_water_whose_charges_reach_everywhere_moves_as_lammps_says(tmp_path: Path) -> None:
    data = tmp_path / "water.data"
    made = ("--system", "water", "--molecules", "343", "--cutoff", "9", "--timestep", "0.5")
    assert md(("--pes", "2"), *made, "--steps", "50", "--output-data", str(data)).status == 0
    words = ("--cutoff", "9", "--cells", "2", "--skin", "1", *MESH)
    bonds = "bond_style harmonic\nangle_style charmm"
    style = "lj/cut/coul/long 9.0"
    # What atoms' motion and their forces make of it are 2,000 atm each, and nearly cancel.
    expect_what_lammps_says(
        tmp_path, data, "real", style, EWALD, *words, bonds=bonds, pressure_error=2e-3
    )


@pytest.mark.parametrize(
    ("runtime", "words"),
    [
        ("--backend threads --pes 1", "--pencils 1x1"),
        ("--backend processes --sites 2 --pes 2", "--pencils 3x2 --mapping round_robin"),
        ("--backend sim --sites 3 --pes 2 --jitter 1ms", "--pencils 2x5 --mapping hashed"),
        ("--backend threads --sites 2 --pes 2 --balancer random", "--sync-every 4 --mesh-order 4"),
        ("--backend sim --pes 7 --balancer rotate", "--pencils 8x7 --sync-every 3 --tell-each"),
    ],
)
def test_pencils_may_be_anywhere(runtime: str, words: str) -> None:
    water = ("--system", "water", "--molecules", "216", "--cutoff", "6", "--coulomb", "pme")
    course = ("--steps", "10", "--exchange-every", "3", "--mesh", "16x18x20", "--cells", "2")
    expect_equal(md(tuple(runtime.split()), *water, *course, *words.split(), "--check"))


def test_by_fftw_atoms_move_as_by_our_own_transforms_but_for_rounding(tmp_path: Path) -> None:
    """And as in the serial program, bit for bit, which has the same transforms."""
    water = ("--system", "water", "--molecules", "216", "--cutoff", "6", "--coulomb", "pme")
    course = ("--steps", "10", "--mesh", "16x18x20", "--cells", "2", "--pencils", "3x2")
    totals = {}
    for who in ("own", "fftw"):
        table = tmp_path / f"{who}.csv"
        told = ("--fft", who, "--energies", str(table), "--check")
        done = md(("--sites", "2", "--pes", "2"), *water, *course, *told)
        if who == "fftw" and "which this build does not have" in done.err:
            assert done.status == 2
            assert done.err.count("\n") == 1
            pytest.skip("a build without FFTW")
        expect_equal(done)
        totals[who] = [row["total"] for row in rows_of(table)]
    assert totals["fftw"] == pytest.approx(totals["own"], rel=1e-10)


def test_energies_beside_a_mesh_do_not_depend_on_the_pencils(tmp_path: Path) -> None:
    def last_energy(pencils: str) -> float:
        table = tmp_path / f"{pencils}.csv"
        water = ("--system", "water", "--molecules", "216", "--cutoff", "6", "--coulomb", "pme")
        words = ("--steps", "2", "--pencils", pencils, "--energies", str(table))
        assert md(("--pes", "2"), *water, *words).status == 0
        return rows_of(table)[-1]["total"]

    assert last_energy("1x1") == pytest.approx(last_energy("4x3"), rel=1e-11)


@pytest.mark.parametrize(
    "shape",
    ["--pes 1", "--sites 3 --pes 2 --balancer random", "--backend sim --pes 5 --balancer rotate"],
)
def test_pencils_go_on_from_a_checkpoint_in_another_shape(shape: str, tmp_path: Path) -> None:
    program = str(BUILD / "apps" / "md" / "md")
    water = ("--system", "water", "--molecules", "216", "--cutoff", "6", "--coulomb", "pme")
    course = ("--steps", "16", "--exchange-every", "5", "--points-every", "6", "--sync-every", "4")
    words = ("--", *water, "--mesh", "16x18x20", "--pencils", "3x5", "--cells", "2", *course)
    keeping = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path), "--keep", "20")
    runtime = ("--sites", "2", "--pes", "2", "--balancer", "rotate")
    expect_equal(run(program, *runtime, *keeping, *words, "--check"))
    again = (program, *shape.split(), "--restart", str(tmp_path / "checkpoint-3"))
    expect_equal(run(*again, *words, "--check"))


@pytest.mark.parametrize("backend", ["threads", "processes", "sim"])
def test_water_beside_a_mesh_is_the_same_everywhere(backend: str) -> None:
    words = ("--system", "water", "--molecules", "300", "--cutoff", "7", "--coulomb", "pme")
    runtime = ("--backend", backend, "--sites", "2", "--pes", "2", "--balancer", "rotate")
    course = ("--steps", "20", "--sync-every", "6", "--exchange-every", "5", "--cells", "2")
    rigid = ("--rigid", "water", "--timestep", "2")
    expect_equal(md(runtime, *words, *course, *rigid, "--skin", "1", "--check"))


@needs_peptide
@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--coulomb pme --pencils 3", "--pencils: '3' (expected AxB, 1 or more each)"),
        ("--coulomb pme --pencils 300x1", "--pencils: 300x1 pencils (expected at most one"),
        ("--pencils 2x2", "--pencils (expected --coulomb pme with it)"),
        ("--fft own", "--fft (expected --coulomb pme with it)"),
        ("--coulomb pme --fft slow", "--fft: 'slow' (expected own or fftw)"),
        ("--one-four 2,1", "--one-four: '2,1' (expected amber, opls, or two factors from 0 to 1"),
        ("--one-four 0.5", "--one-four: '0.5'"),
        ("--one-four amber", "--one-four (expected dihedrals without weights"),
    ],
)
def test_factors_that_make_no_sense_are_one_line(words: str, line: str) -> None:
    system = ("--system", str(PEPTIDE), "--units", "real", "--cutoff", "10", "--steps", "0")
    done = md(("--pes", "1"), *system, *words.split())
    assert done.status == 2, done.err + done.out
    assert line in done.err
    assert done.err.count("\n") == 1
