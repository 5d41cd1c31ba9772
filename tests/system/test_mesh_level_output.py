"""What jobs with finer levels put out: the same files whatever runs them, and what is in them."""

import csv
from pathlib import Path

import numpy as np
import pytest
from support import isthmus
from test_mesh_levels import BOXES, FOUND, MOVING, parameter_file

OUTPUT = """
[output]
every = 2
functions = ["wave::phi"]
norms = ["wave::phi"]
norms_every = 1
[[output.slice]]
function = "wave::phi"
across = "z"
at = 0.0
[[output.slice]]
function = "wave::phi"
across = "y"
at = 0.05
order = 3
[[output.point]]
function = "wave::phi"
at = [0.1, 0.05, -0.02]
[[output.point]]
function = "wave::phi"
at = [-1.7, 0.05, -0.02]
"""
SHAPE = (28, 30, 32)
h5py = pytest.importorskip("h5py", reason="h5py is missing")


def put_out(folder: Path, levels: str, *options: str) -> Path:
    folder.mkdir()
    parameter_file(folder, levels, OUTPUT.replace("[output]", f'[output]\nfolder = "{folder}/out"'))
    done = isthmus("mesh", "run", str(folder / "wave.toml"), *options)
    if "libhdf5-dev" in done.err:
        pytest.skip("this build has no HDF5")
    assert done.status == 0, done.err + done.out
    return folder / "out"


def records(path: Path) -> dict[str, np.ndarray]:
    with h5py.File(path) as file:
        meshes = next(iter(file["data"].values()))["meshes"]
        found = {name: mesh[()] for name, mesh in meshes.items()}
        return found | {"finer": file["isthmus/finer"][()]}


def rows_of(path: Path) -> list[list[float]]:
    with path.open(newline="", encoding="utf-8") as file:
        return [[float(text) for text in line] for line in list(csv.reader(file))[1:]]


@pytest.mark.parametrize("levels", [BOXES, MOVING, FOUND])
def test_the_files_are_the_same_whatever_runs_the_job(levels: str, tmp_path: Path) -> None:
    serial = put_out(tmp_path / "serial", levels, "--driver", "serial")
    for number, runtime in enumerate(
        (
            ("--sites", "2", "--pes", "2", "--latency", "300us"),
            ("--backend", "processes", "--sites", "2", "--pes", "1"),
        )
    ):
        out = put_out(tmp_path / str(number), levels, *runtime)
        tables = sorted(path.name for path in serial.glob("*.csv"))
        assert len(tables) == 5
        assert tables == sorted(path.name for path in out.glob("*.csv"))
        for name in tables:
            assert (serial / name).read_text() == (out / name).read_text(), name
        for step in (0, 2, 4):
            name = f"data{step:08d}.h5"
            expected, got = records(serial / name), records(out / name)
            assert set(expected) == set(got)
            for record, values in expected.items():
                assert np.array_equal(values, got[record], equal_nan=True), record
        assert isthmus("mesh", "check-output", str(out)).status == 0


def test_a_level_is_a_record_at_its_own_place(tmp_path: Path) -> None:
    out = put_out(tmp_path / "job", BOXES, "--pes", "2")
    with h5py.File(out / "data00000004.h5") as file:
        meshes = file["data/4/meshes"]
        assert set(meshes) == {"wave_phi", "wave_phi_lvl1", "wave_phi_lvl2"}
        whole, fine, finest = (meshes[f"wave_phi{end}"] for end in ("", "_lvl1", "_lvl2"))
        assert whole.shape == SHAPE
        for coarse, finer in ((whole, fine), (fine, finest)):
            assert finer.attrs["refinementRatio"].tolist() == [2, 2, 2]
            assert np.allclose(finer.attrs["gridSpacing"], coarse.attrs["gridSpacing"] / 2)
            # Points that both have are at the same place, and have the same values.
            offset = finer.attrs["gridGlobalOffset"] - coarse.attrs["gridGlobalOffset"]
            first = np.rint(offset / coarse.attrs["gridSpacing"]).astype(int)
            assert np.allclose(first * coarse.attrs["gridSpacing"], offset)
            values = finer[::2, ::2, ::2]
            where = tuple(slice(f, f + n) for f, n in zip(first, values.shape, strict=True))
            assert np.array_equal(coarse[where], values)
            assert not np.isnan(values).any()
    text = (out / "mesh.xdmf").read_text()
    assert text.count('CollectionType="Spatial"') == 3
    assert "data00000004.h5:/data/4/meshes/wave_phi_lvl2" in text


def test_each_written_step_has_the_boxes_of_its_time(tmp_path: Path) -> None:
    out = put_out(tmp_path / "job", MOVING, "--pes", "2")
    boxes = [records(out / f"data{step:08d}.h5")["finer"] for step in (0, 2, 4)]
    assert boxes[0].shape == (1, 7)
    assert not np.array_equal(boxes[0], boxes[1])
    text = (out / "mesh.xdmf").read_text()
    assert text.count('Name="level 1"') == 3


def test_tables_have_each_place_once_by_its_finest_level(tmp_path: Path) -> None:
    out = put_out(tmp_path / "job", BOXES, "--pes", "2")
    with h5py.File(out / "data00000004.h5") as file:
        meshes = file["data/4/meshes"]
        places = {}
        for level, end in enumerate(("", "_lvl1", "_lvl2")):
            mesh = meshes[f"wave_phi{end}"]
            offset, spacing = mesh.attrs["gridGlobalOffset"], mesh.attrs["gridSpacing"]
            k = int(np.rint((-2 + 14 * 4 / 27 - offset[0]) / spacing[0]))
            if not 0 <= k < mesh.shape[0]:
                continue
            for j in range(mesh.shape[1]):
                for i in range(mesh.shape[2]):
                    at = (offset[2] + spacing[2] * i, offset[1] + spacing[1] * j)
                    places[tuple(np.round(at, 9))] = (level, mesh[k, j, i])
    (table,) = [path for path in out.glob("*_z14.csv") if "_x" not in path.name]
    lines = [row for row in rows_of(table) if row[0] == 4]
    assert len(lines) == len(places)
    for _, _, level, x, y, value in lines:
        assert places[(round(x, 9), round(y, 9))] == (level, value)
    finest = [rows_of(path) for path in sorted(out.glob("*_x*_y*_z*.csv"))]
    assert [[row[2] for row in rows] for rows in finest] == [[0, 0, 0], [2, 2, 2]]


def test_norms_of_levels_weigh_each_place_once(tmp_path: Path) -> None:
    """A field without any structure has the same norms on any levels; one that is smooth nearly."""
    fine = put_out(tmp_path / "fine", BOXES)
    (tmp_path / "plain").mkdir()
    parameter_file(
        tmp_path / "plain",
        "",
        OUTPUT.replace("[output]", f'[output]\nfolder = "{tmp_path}/plain/out"'),
    )
    assert isthmus("mesh", "run", str(tmp_path / "plain" / "wave.toml")).status == 0
    with_levels = rows_of(fine / "norms.csv")
    plain = rows_of(tmp_path / "plain" / "out" / "norms.csv")
    assert [row[:2] for row in with_levels] == [row[:2] for row in plain]
    for ours, theirs in zip(with_levels, plain, strict=True):
        assert ours[2:5] == pytest.approx(theirs[2:5], rel=0.03)
        assert ours[7] == pytest.approx(theirs[7], rel=0.02)


def test_levels_are_drawn_and_damage_is_named(tmp_path: Path) -> None:
    out = put_out(tmp_path / "job", FOUND, "--pes", "2")
    for options in (("--slice", "z=0"), ("--slice", "y=0", "--slice", "z=0")):
        picture = tmp_path / "phi.png"
        drawn = isthmus("mesh", "plot", str(out), *options, "--output", str(picture))
        assert drawn.status == 0, drawn.err
        assert picture.stat().st_size > 10_000
    (part,) = (out / "parts" / "00000004").glob("0001.h5")
    part.unlink()
    checked = isthmus("mesh", "check-output", str(out))
    assert checked.status == 2
    assert "parts/00000004/0001.h5: missing" in checked.out
