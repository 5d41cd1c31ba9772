"""Functions of complex numbers are put out as such, and read by other people's programs."""

import csv
import shutil
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from support import BUILD, REPOSITORY, isthmus

h5py = pytest.importorskip("h5py", reason="h5py is missing")

THORNS = BUILD / "src" / "mesh" / "flesh" / "test_thorns"
SHAPE = (10, 12, 16)
JOBS = {
    "serial": ("--driver", "serial"),
    "threads": ("--sites", "2", "--pes", "2", "--latency", "1ms"),
    "simulated": ("--backend", "sim", "--sites", "3", "--pes", "1", "--latency", "5ms"),
    "processes": ("--backend", "processes", "--sites", "2", "--pes", "1"),
}
COMPLEX = 'functions = ["spin::psi", "spin::drag"]\nnorms = ["spin::psi", "spin::size"]'
PARTS = 'functions = ["spin::psi_re", "spin::psi_im"]\nnorms = ["spin::psi_re"]'


def job(folder: Path, put_out: str, more: str = "") -> str:
    """Of the thorn `spin`, whose `psi` is complex; it puts out to the folder."""
    path = folder.with_suffix(".toml")
    path.write_text(
        f"""library = "{THORNS}/libspin_cpp.so"
thorns = ["spin"]
[grid]
points = [16, 12, 10]
spacing = 0.5
[time]
step = 0.0625
method = "rk4"
steps = 4
[output]
folder = "{folder}"
every = 2
{put_out}
norms_every = 2
{more}"""
    )
    return str(path)


def run(folder: Path, words: tuple[str, ...], put_out: str = COMPLEX, more: str = "") -> None:
    done = isthmus("mesh", "run", job(folder, put_out, more), *words)
    if "libhdf5-dev" in done.err:
        pytest.skip("this build has no HDF5")
    assert done.status == 0, done.err


def field(folder: Path, step: int, name: str) -> NDArray[np.generic]:
    with h5py.File(folder / f"data{step:08}.h5", "r") as file:
        return np.asarray(file[f"data/{step}/meshes/{name}"][()])


@pytest.fixture(scope="module")
def series(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("complex") / "out"
    run(folder, JOBS["threads"])
    return folder


def test_h5py_reads_complex_numbers_whatever_ran_the_job(series: Path, tmp_path: Path) -> None:
    run(tmp_path / "parts", JOBS["serial"], PARTS)
    for name, words in JOBS.items():
        folder = tmp_path / name
        run(folder, words)
        for step in (0, 2, 4):
            psi = field(folder, step, "spin_psi")
            assert (psi.dtype, psi.shape) == (np.dtype("complex128"), SHAPE)
            parts = [field(tmp_path / "parts", step, f"spin_psi_{part}") for part in ("re", "im")]
            assert np.array_equal(psi.real, parts[0])
            assert np.array_equal(psi.imag, parts[1])
            assert len(np.unique(psi)) > 5
            assert field(folder, step, "spin_drag").dtype == np.dtype("float64")
        assert (folder / "norms.csv").read_text() == (series / "norms.csv").read_text()


def test_the_index_refers_to_parts_by_a_type_that_others_know(series: Path) -> None:
    with h5py.File(series / "data00000002.h5", "r") as file:
        psi = file["data/2/meshes/spin_psi"]
        assert psi.is_virtual
        kind = psi.id.get_type()
        members = [kind.get_member_name(number) for number in range(kind.get_nmembers())]
        assert members == [b"r", b"i"]
        assert psi.attrs["gridSpacing"].tolist() == [0.5, 0.5, 0.5]
        assert psi.attrs["field"] == b"spin::psi"
        names = [bytes(text).rstrip(b"\0") for text in file["isthmus/components"][()]]
        assert names == [b"spin::psi_re", b"spin::psi_im", b"", b""]


def test_openpmd_api_reads_complex_numbers(series: Path) -> None:
    openpmd = pytest.importorskip("openpmd_api", reason="openpmd-api is missing")
    steps = openpmd.Series(str(series / "data%08T.h5"), openpmd.Access.read_only)
    for step, iteration in steps.iterations.items():
        component = iteration.meshes["spin_psi"][openpmd.Mesh_Record_Component.SCALAR]
        values = component[:]
        steps.flush()
        assert component.dtype == np.dtype("complex128")
        assert np.array_equal(values, field(series, int(step), "spin_psi"))
    steps.close()


def test_norms_of_complex_numbers_are_those_of_absolute_values(series: Path) -> None:
    rows = list(csv.DictReader((series / "norms.csv").read_text().splitlines()))
    columns = [name for name in rows[0] if name.startswith("spin::psi ")]
    assert columns == ["spin::psi norm_1", "spin::psi norm_2", "spin::psi norm_max"]
    for row in rows:
        size = np.abs(field(series, int(row["step"]), "spin_psi"))
        told = [float(row[column]) for column in columns]
        means = [size.mean(), np.sqrt((size**2).mean()), size.max()]
        assert told == pytest.approx(means, rel=1e-14)
    # The reduction was made of the initial data alone.
    size = np.abs(field(series, 0, "spin_psi"))
    for row in rows:
        assert float(row["spin::size norm_1"]) == pytest.approx(size.mean(), rel=1e-14)
        assert float(row["spin::size least"]) == pytest.approx(size.min(), rel=1e-14)


def test_what_is_missing_or_damaged_is_named(series: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(series, tmp_path / "out"))
    done = isthmus("mesh", "check-output", str(folder))
    size = 3 * 16 * 12 * 10 * (16 + 8) / 1e6
    assert done.out == f"{folder}: 3 steps, {size:.3f} MB, all well\n"
    part = folder / "parts" / "00000002" / "0001.h5"
    bytes_ = bytearray(part.read_bytes())
    with h5py.File(part, "r") as file:
        at = file["spin_psi/0"].id.get_offset()
    bytes_[at + 25] ^= 1  # in an imaginary part
    part.write_bytes(bytes_)
    done = isthmus("mesh", "check-output", str(folder))
    assert done.status == 2
    assert done.out == f"{part}: spin_psi/0 is damaged: its checksum is another\n"
    part.unlink()
    psi = field(folder, 2, "spin_psi")
    missing = np.isnan(psi.real)
    assert np.array_equal(missing, np.isnan(psi.imag))
    assert 0 < missing.sum() < psi.size
    done = isthmus("mesh", "check-output", str(folder))
    assert done.out.startswith(f"{part}: missing, with {missing.sum():,} of 1,920 points of spin::")


def test_absolute_values_are_drawn(series: Path, tmp_path: Path) -> None:
    picture = tmp_path / "psi.png"
    done = isthmus("mesh", "plot", str(series), "--field", "spin::psi", "--output", str(picture))
    assert done.out == f"written: {picture} (|spin::psi|, step 4)\n", done.err
    assert picture.stat().st_size > 5000


def test_a_job_begins_with_complex_numbers_that_another_one_has_put_out(
    series: Path, tmp_path: Path
) -> None:
    start = f'[start]\nfrom = "{series}/data00000002.h5"\n'
    for name, words in JOBS.items():
        run(tmp_path / name, words, COMPLEX.replace(', "spin::size"', ""), start)
        for step in (2, 4):
            expected = field(series, step, "spin_psi")
            assert np.array_equal(field(tmp_path / name, step, "spin_psi"), expected), name


def test_paraviews_text_has_no_complex_numbers(series: Path) -> None:
    text = (series / "mesh.xdmf").read_text()
    assert "spin_drag" in text
    assert "spin_psi" not in text


@pytest.mark.parametrize(
    "table", ['[[output.slice]]\nacross = "z"\nat = 0', "[[output.point]]\nat = [0, 0, 0]"]
)
def test_tables_have_real_numbers(table: str, tmp_path: Path) -> None:
    path = job(tmp_path / "out", COMPLEX, f'{table}\nfunction = "spin::psi"\nevery = 1\n')
    for verb in ("check", "run"):
        done = isthmus("mesh", verb, path)
        assert done.status == 2
        assert (
            "tables have real numbers, and 'spin::psi' is complex (expected 'spin::psi_re' or "
            "'spin::psi_im')" in done.err
        )


def test_thorns_show_what_is_complex() -> None:
    out = isthmus("mesh", "thorns", f"{THORNS}/libspin_cpp.so").out
    assert "  complex    psi (spin::psi_re, spin::psi_im)\n" in out
    assert "  reduction  size (of absolute values of spin::psi_re, spin::psi_im)\n" in out


@pytest.mark.skipif(
    any(shutil.which(name) is None for name in ("gfortran", "gcc", "g++", "nm")),
    reason="no gfortran, gcc, g++ or nm",
)
def test_complex_numbers_of_finer_levels_are_put_out(tmp_path: Path) -> None:
    library = tmp_path / "librope.so"
    folders = [
        str(REPOSITORY / "tests" / "system" / "cactus" / name)
        for name in ("RopeLines", "RopeTwist")
    ]
    done = isthmus("mesh", "cctk", "build", *folders, "-o", str(library))
    assert done.status == 0, done.err
    path = tmp_path / "rope.toml"
    for name, words in list(JOBS.items())[:3]:
        path.write_text(
            f"""library = "{library}"
thorns = ["RopeLines", "RopeTwist"]
[grid]
points = [20, 20, 20]
domain = [[-2, 2], [-2, 2], [-2, 2]]
[time]
steps = 2
courant = 0.25
method = "rk2"
[refinement]
order = 3
[[refinement.box]]
lower = [-1, -1, -1]
upper = [1, 1, 1]
[output]
folder = "{tmp_path}/{name}"
every = 2
functions = ["RopeTwist::psi", "RopeTwist::psi_re", "RopeTwist::psi_im"]
norms = ["RopeTwist::psi"]
norms_every = 2
"""
        )
        done = isthmus("mesh", "run", str(path), *words)
        assert done.status == 0, done.err
        for ending in ("", "_lvl1"):
            psi = field(tmp_path / name, 2, f"RopeTwist_psi{ending}")
            assert psi.dtype == np.dtype("complex128")
            for part in ("real", "imag"):
                alone = field(tmp_path / name, 2, f"RopeTwist_psi_{part[:2]}{ending}")
                assert np.array_equal(getattr(psi, part), alone)
            assert np.abs(psi).max() > 0.1
        assert (tmp_path / name / "norms.csv").read_text() == (
            tmp_path / "serial" / "norms.csv"
        ).read_text()
