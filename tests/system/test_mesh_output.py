"""What mesh jobs put out is opened with other people's programs; parts that are missing or damaged
are named."""

import csv
import math
import shutil
import xml.etree.ElementTree
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from support import BUILD, COMMAND, Done, finish, start

from isthmus.cli import main

h5py = pytest.importorskip("h5py", reason="h5py is missing")

PROGRAM = str(BUILD / "tests" / "system" / "mesh_fields")
JOB = str(BUILD / "src" / "mesh" / "program" / "isthmus-mesh")
POINTS, WRITERS, STEPS = 12, 3, 2


def put_out(folder: Path, *more: str, steps: int = STEPS) -> Path:
    done = finish(start(PROGRAM, str(folder), str(POINTS), str(WRITERS), str(steps), *more))
    if "libhdf5-dev" in done.err:
        pytest.skip("this build has no HDF5")
    assert done.status == 0, done.err
    return folder


@pytest.fixture(scope="module")
def series(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a job has put out, to be looked at alone."""
    return put_out(tmp_path_factory.mktemp("series") / "out")


@pytest.fixture
def folder(series: Path, tmp_path: Path) -> Path:
    """A copy of it, to be damaged."""
    return Path(shutil.copytree(series, tmp_path / "out"))


Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def isthmus(capsys: pytest.CaptureFixture[str]) -> Said:
    """`isthmus mesh ...`: its status, what it has printed and what it has complained of."""

    def said(*words: str) -> tuple[int, str, str]:
        status = main(["mesh", *words])
        return (status, *capsys.readouterr())

    return said


def places() -> list[NDArray[np.float64]]:
    """Coordinates in x, y and z of points; those of staggered fields are half a spacing up."""
    n = np.arange(POINTS)
    return [-1 + 4 / POINTS * n, 3 / POINTS * n, 2 + 2 / POINTS * n]


def expected(step: int) -> NDArray[np.float64]:
    x, y, z = places()
    plane = np.sin(x)[None, None, :] * np.cos(2 * y)[None, :, None]
    result: NDArray[np.float64] = step + plane + 0.1 * z[:, None, None]
    return result


def test_h5py_reads_every_field_whole_with_the_attributes_of_the_standard(series: Path) -> None:
    with h5py.File(series / "data00000002.h5", "r") as file:
        assert file.attrs["openPMD"] == b"1.1.0"
        assert file.attrs["basePath"] == b"/data/%T/"
        assert file.attrs["meshesPath"] == b"meshes/"
        assert file.attrs["iterationEncoding"] == b"fileBased"
        assert file["data/2"].attrs["time"] == 0.5
        phi = file["data/2/meshes/wave_phi"]
        assert phi.is_virtual
        np.testing.assert_allclose(phi[()], expected(2), rtol=0, atol=1e-14)
        np.testing.assert_allclose(
            file["data/2/meshes/wave_flux"][()], expected(2) - 1, rtol=0, atol=1e-14
        )
        assert list(phi.attrs["axisLabels"]) == [b"z", b"y", b"x"]
        assert phi.attrs["gridSpacing"].tolist() == [2 / POINTS, 3 / POINTS, 4 / POINTS]
        assert phi.attrs["gridGlobalOffset"].tolist() == [2, 0, -1]
        assert phi.attrs["position"].tolist() == [0, 0, 0]
        assert file["data/2/meshes/wave_flux"].attrs["position"].tolist() == [0.5, 0.5, 0.5]
        assert phi.attrs["unitDimension"].tolist() == [0] * 7


def test_openpmd_api_reads_the_folder_as_a_series(series: Path) -> None:
    openpmd = pytest.importorskip("openpmd_api", reason="openpmd-api is missing")
    steps = openpmd.Series(str(series / "data%08T.h5"), openpmd.Access.read_only)
    assert [int(step) for step in steps.iterations] == [0, 1, 2]
    for step, iteration in steps.iterations.items():
        mesh = iteration.meshes["wave_phi"]
        values = mesh[openpmd.Mesh_Record_Component.SCALAR][:]
        steps.flush()
        assert iteration.time == 0.25 * step
        assert mesh.axis_labels == ["z", "y", "x"]
        np.testing.assert_allclose(values, expected(step), rtol=0, atol=1e-14)
    steps.close()


def test_a_missing_part_reads_as_no_number_and_is_named(folder: Path, isthmus: Said) -> None:
    status, out, _ = isthmus("check-output", str(folder))
    assert (status, out) == (0, f"{folder}: 3 steps, 0.083 MB, all well\n")
    missing = folder / "parts" / "00000001" / "0001.h5"
    missing.unlink()
    with h5py.File(folder / "data00000001.h5", "r") as file:
        values = file["data/1/meshes/wave_phi"][()]
    layers = np.isnan(values).all(axis=(1, 2))
    assert layers.tolist() == [4 <= layer < 8 for layer in range(POINTS)]
    np.testing.assert_allclose(values[:4], expected(1)[:4], rtol=0, atol=1e-14)
    status, out, err = isthmus("check-output", str(folder))
    assert status == 2
    assert out == f"{missing}: missing, with 576 of 1,728 points of wave::phi and other fields\n"
    assert err.endswith("1 fault\n")


def test_a_damaged_part_is_named(folder: Path, isthmus: Said) -> None:
    part = folder / "parts" / "00000002" / "0002.h5"
    bytes_ = bytearray(part.read_bytes())
    with h5py.File(part, "r") as file:
        at = file["wave_flux/0"].id.get_offset()
    bytes_[at + 9] ^= 1
    part.write_bytes(bytes_)
    status, out, _ = isthmus("check-output", str(folder))
    assert (status, out) == (2, f"{part}: wave_flux/0 is damaged: its checksum is another\n")
    part.write_bytes(bytes_[:200])
    assert f"{part}: cannot be read" in isthmus("check-output", str(folder))[1]


def test_the_text_for_paraview_names_datasets_that_are_there(series: Path) -> None:
    root = xml.etree.ElementTree.parse(series / "mesh.xdmf").getroot()
    grids = {grid.get("Name"): grid for grid in root.findall("Domain/Grid")}
    assert set(grids) == {"mesh", "staggered"}
    assert all(grid.get("CollectionType") == "Temporal" for grid in grids.values())
    times = [float(time.get("Value", "")) for time in grids["mesh"].findall("Grid/Time")]
    assert times == [0, 0.25, 0.5]
    for grid in root.findall("Domain/Grid/Grid"):
        (item,) = grid.findall("Attribute/DataItem")
        name, _, place = (item.text or "").partition(":")
        with h5py.File(series / name, "r") as file:
            shape = " ".join(str(size) for size in file[place].shape)
        assert item.get("Dimensions") == shape
        topology = grid.find("Topology")
        assert topology is not None
        assert topology.get("Dimensions") == shape
    origin = grids["staggered"].find("Grid/Geometry/DataItem")
    assert origin is not None
    values = [float(text) for text in (origin.text or "").split()]
    assert values == pytest.approx([2 + 1 / POINTS, 1.5 / POINTS, -1 + 2 / POINTS])


def test_a_job_that_goes_on_doubles_nothing(folder: Path) -> None:
    whole = (folder / "wave_phi_z6.csv").read_text()
    put_out(folder, "0")
    assert (folder / "wave_phi_z6.csv").read_text() == whole
    rows = list(csv.reader(whole.splitlines()))
    assert rows[0] == ["step", "time", "x", "y", "wave::phi"]
    assert len(rows) == 1 + 3 * POINTS * POINTS
    x, _, z = places()
    for step, time, at_x, at_y, value in rows[1:]:
        phi = int(step) + math.sin(float(at_x)) * math.cos(2 * float(at_y)) + 0.1 * z[6]
        assert float(time) == 0.25 * int(step)
        assert float(value) == pytest.approx(phi, abs=1e-14)
    assert {row[2] for row in rows[1:]} == {f"{at!r}".removesuffix(".0") for at in x.tolist()}
    assert sorted(file.name for file in folder.iterdir()) == sorted(
        [*(f"data0000000{step}.h5" for step in range(3)), "mesh.xdmf", "parts", "wave_phi_z6.csv"]
    )
    # A run from the begin leaves nothing of one before it.
    put_out(folder, steps=0)
    assert [file.name for file in (folder / "parts").iterdir()] == ["00000000"]


def test_planes_lines_and_tables_are_drawn(series: Path, tmp_path: Path, isthmus: Said) -> None:
    picture = tmp_path / "picture.png"
    for words, said in [
        ([], "(wave::phi, step 2)"),
        (["--field", "wave_flux", "--slice", "y=1", "--time", "0.3"], "(wave::flux, step 1)"),
        (["--slice", "y=1", "--slice", "x=0", "--last"], "(wave::phi, step 2)"),
    ]:
        status, out, err = isthmus("plot", str(series), *words, "--output", str(picture))
        assert (status, out) == (0, f"written: {picture} {said}\n"), err
        assert picture.read_bytes().startswith(b"\x89PNG")
        picture.unlink()
    table = tmp_path / "norms.csv"
    table.write_text("step,time,wave::phi norm2\n0,0,1\n10,0.5,0.5\n20,1,0.2")
    assert isthmus("plot", str(table), "--output", str(picture))[0] == 0
    assert picture.exists()


@pytest.mark.parametrize(
    ("points", "slices", "drawn"),
    [
        ((9, 8, 1), [], True),
        ((9, 8, 1), ["x=0"], True),
        ((9, 8, 1), ["x=0", "y=0"], False),
        ((1, 8, 1), [], True),
        ((1, 8, 1), ["y=0"], False),
        ((1, 1, 1), [], False),
    ],
)
def test_grids_of_fewer_dimensions_are_drawn_where_there_is_what_varies(
    points: tuple[int, int, int],
    slices: list[str],
    drawn: bool,
    tmp_path: Path,
    isthmus: Said,
) -> None:
    with h5py.File(tmp_path / "data00000003.h5", "w") as file:
        file["isthmus/fields"] = np.array([b"wave::phi"])
        file.create_group("data/3").attrs["time"] = 0.5
        mesh = file.create_dataset("data/3/meshes/wave_phi", data=np.ones(points[::-1]))
        mesh.attrs["gridSpacing"] = [0.5] * 3
        mesh.attrs["gridGlobalOffset"] = [-1.0] * 3
        mesh.attrs["position"] = [0.0] * 3
    picture = tmp_path / "picture.png"
    words = [word for plane in slices for word in ("--slice", plane)]
    status, _, err = isthmus("plot", str(tmp_path), *words, "--output", str(picture))
    assert (status == 0) == drawn, err
    assert picture.exists() == drawn
    if not drawn:
        assert status == 2
        assert "nothing to draw" in err
        assert len(err.splitlines()) == 1


@pytest.mark.parametrize("verb", ["plot", "check-output"])
def test_an_index_whose_lists_are_none_is_one_line(verb: str, folder: Path, isthmus: Said) -> None:
    path = folder / "data00000002.h5"
    with h5py.File(path, "r+") as file:
        del file["isthmus/fields"]
        file["isthmus/fields"] = h5py.Empty("f")
    picture = ["--output", str(folder / "picture.png")] if verb == "plot" else []
    status, _, err = isthmus(verb, str(path), *picture)
    assert status == 2
    assert f"{path}: cannot be read: /isthmus/fields is no list" in err
    assert len(err.splitlines()) == 1


def test_a_picture_follows_the_job(tmp_path: Path) -> None:
    folder = put_out(tmp_path / "out", steps=0)
    picture = tmp_path / "live.png"
    follower = start(COMMAND, "mesh", "plot", str(folder), "--follow", "--output", str(picture))
    try:
        assert follower.stdout is not None
        assert follower.stdout.readline() == f"written: {picture} (wave::phi, step 0)\n"
        put_out(folder, "0", steps=1)
        assert follower.stdout.readline() == f"written: {picture} (wave::phi, step 1)\n"
    finally:
        follower.kill()
        follower.communicate()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["plot", "none"], "none: no such file or folder"),
        (["plot", "."], "no step of a mesh is in this folder"),
        (["plot", "out", "--slice", "z=9"], "outside of the grid"),
        (["plot", "out", "--slice", "w=9"], "'w=9' is no slice"),
        (["plot", "out", "--slice", "z=1", "--slice", "z=2"], "two of different axes"),
        (["plot", "out", "--field", "wave::ph"], "did you mean 'wave::phi'?"),
        (["plot", "out/mesh.xdmf"], "out/mesh.xdmf: cannot be read"),
        (["plot", "out/wave_phi_z6.csv"], "a slice, with many points a step"),
        (["plot", "out", "--output", "picture.txt"], "no picture that can be drawn"),
        (["check-output", "none"], "none: no such file or folder"),
    ],
)
def test_what_cannot_be_drawn_is_one_line(
    words: list[str], said: str, series: Path, isthmus: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(series.parent)
    status, _, err = isthmus(*words)
    assert status == 2
    assert said in err
    assert len(err.splitlines()) == 1


WAVE = """\
library = "{library}"
thorns = ["wave"]
[grid]
points = [16, 12, 10]
domain = [[-3, 3], [-3, 3], [-3, 3]]
[time]
steps = 6
courant = 0.3
[driver]
blocks = [2, 2, 2]
[output]
folder = "{folder}"
every = 3
functions = ["wave::phi", "wave::rate"]
norms = ["wave::phi"]
norms_every = 1
{more}
"""
SLICE = '[[output.slice]]\nfunction = "wave::phi"\nacross = "z"\nat = {at}\nevery = 2'


def run_wave(
    folder: Path, *words: str, at: float = 0.3, more: str | None = None, text: str = WAVE
) -> Done:
    """A job of the tests' wave thorn that puts out to the folder."""
    library = BUILD / "src" / "mesh" / "flesh" / "test_thorns" / "libwave_cpp.so"
    file = folder.with_suffix(".toml")
    more = SLICE.format(at=at) if more is None else more
    file.write_text(text.format(library=library, folder=folder, more=more))
    runtime = words[: words.index("--")] if "--" in words else words
    own = words[len(runtime) + 1 :]
    return finish(start(JOB, *runtime, "--", str(file), *own))


def values_of(folder: Path, step: int) -> bytes:
    with h5py.File(folder / f"data{step:08}.h5", "r") as file:
        meshes = file[f"data/{step}/meshes"]
        values = [meshes[name][()] for name in ("wave_phi", "wave_rate")]
    assert all(of_it.shape == (10, 12, 16) and np.isfinite(of_it).all() for of_it in values)
    return b"".join(of_it.tobytes() for of_it in values)


@pytest.mark.usefixtures("series")
def test_jobs_put_out_the_same_under_every_driver_and_shape(tmp_path: Path) -> None:
    jobs = {
        "serial": ("--", "--driver", "serial"),
        "threads": ("--sites", "2", "--pes", "1", "--latency", "1ms"),
        "simulated": ("--backend", "sim", "--sites", "1", "--pes", "3"),
    }
    for name, words in jobs.items():
        done = run_wave(tmp_path / name, *words)
        assert done.status == 0, done.err
    for name in ("threads", "simulated"):
        for table in ("norms.csv", "wave_phi_z5.csv"):
            assert (tmp_path / name / table).read_text() == (
                tmp_path / "serial" / table
            ).read_text()
        for step in (0, 3, 6):
            assert values_of(tmp_path / name, step) == values_of(tmp_path / "serial", step)
    rows = list(csv.DictReader((tmp_path / "serial" / "norms.csv").read_text().splitlines()))
    assert [int(row["step"]) for row in rows] == list(range(7))
    with h5py.File(tmp_path / "serial" / "data00000003.h5", "r") as file:
        phi = file["data/3/meshes/wave_phi"][()]
        assert file["data/3"].attrs["time"] == float(rows[3]["time"])
    assert float(rows[3]["wave::phi norm_2"]) == pytest.approx(np.sqrt((phi**2).mean()))
    assert float(rows[3]["wave::phi greatest"]) == phi.max()


@pytest.mark.usefixtures("series")
def test_a_job_that_goes_on_from_a_checkpoint_puts_out_what_the_whole_one_did(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "out"
    keep = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path / "kept"), "--keep", "9")
    assert run_wave(folder, "--pes", "2", *keep).status == 0
    whole = {step: values_of(folder, step) for step in (0, 3, 6)}
    tables = {table: (folder / table).read_text() for table in ("norms.csv", "wave_phi_z5.csv")}
    done = run_wave(folder, "--pes", "1", "--restart", str(tmp_path / "kept" / "checkpoint-3"))
    assert done.status == 0, done.err
    assert {step: values_of(folder, step) for step in (0, 3, 6)} == whole
    assert {table: (folder / table).read_text() for table in tables} == tables
    # What is of before was not written again.
    assert len(list((folder / "parts" / "00000003").iterdir())) == 2
    assert len(list((folder / "parts" / "00000006").iterdir())) == 1


@pytest.mark.usefixtures("series")
@pytest.mark.parametrize("lost", [0, 1, 3])
def test_a_job_that_goes_on_with_fewer_puts_out_what_the_whole_one_did(
    lost: int, tmp_path: Path
) -> None:
    """Also where the process is lost that had the main program and the books."""
    folder, text = tmp_path / "out", WAVE.replace("steps = 6", "steps = 30")
    steps = range(0, 31, 3)
    shape = ("--backend", "sim", "--sites", "2", "--processes", "2", "--pes", "2")
    runtime = (*shape, "--latency", "1ms", "--costs", "charged")
    assert run_wave(folder, *runtime, text=text).status == 0
    whole = {step: values_of(folder, step) for step in steps}
    tables = {table: (folder / table).read_text() for table in ("norms.csv", "wave_phi_z5.csv")}
    shutil.rmtree(folder)
    keep = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path / "kept"))
    fault = ("--on-loss", "go-on", "--fault", f"crash process={lost} at=40ms")
    done = run_wave(folder, *runtime, *keep, *fault, text=text)
    assert done.status == 0, done.err
    assert "now on 3 PEs" in done.err
    assert {step: values_of(folder, step) for step in steps} == whole
    assert {table: (folder / table).read_text() for table in tables} == tables
    last = sorted(path.name for path in (folder / "parts" / "00000030").iterdir())
    assert last == [f"{pe:04}.h5" for pe in range(4) if pe != lost]


@pytest.mark.usefixtures("series")
@pytest.mark.parametrize("boundary", ["periodic", "fixed", "reflected"])
def test_a_job_begins_with_what_another_one_has_put_out(boundary: str, tmp_path: Path) -> None:
    more = f'{SLICE.format(at=0.3)}\n[boundaries]\nall = "{boundary}"\n'
    whole = tmp_path / "whole"
    assert run_wave(whole, "--pes", "2", more=more).status == 0
    start_at = f'[start]\nfrom = "{whole}/data00000003.h5"\n'
    for name, words in {
        "serial": ("--", "--driver", "serial"),
        "threads": ("--sites", "2", "--pes", "1", "--latency", "1ms"),
        "simulated": ("--backend", "sim", "--pes", "3", "--", "--check"),
    }.items():
        done = run_wave(tmp_path / name, *words, more=more + start_at)
        assert done.status == 0, done.err
        assert values_of(tmp_path / name, 6) == values_of(whole, 6)
        lines = (tmp_path / name / "norms.csv").read_text().splitlines()
        assert lines[1:] == (whole / "norms.csv").read_text().splitlines()[4:]
        assert "to the time" in done.out
    # In its own folder: what is there of later steps is put out anew.
    kept = (whole / "norms.csv").read_text()
    done = run_wave(whole, "--pes", "1", more=more + start_at)
    assert done.status == 0, done.err
    assert (whole / "norms.csv").read_text() == kept
    assert len(list((whole / "parts" / "00000003").iterdir())) == 2
    assert len(list((whole / "parts" / "00000006").iterdir())) == 1


@pytest.mark.usefixtures("series")
def test_a_job_that_begins_with_files_ends_at_the_time_it_is_told(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    assert run_wave(whole, "--pes", "1").status == 0

    def times(folder: Path) -> dict[int, float]:
        rows = csv.DictReader((folder / "norms.csv").read_text().splitlines())
        return {int(row["step"]): float(row["time"]) for row in rows}

    before = times(whole)
    step = before[6] - before[5]
    until = before[3] + 2.5 * step
    text = WAVE.replace("steps = 6", f"until = {until!r}")
    more = f'[start]\nfrom = "{whole}/data00000003.h5"\n'
    for name, words in {
        "blocks": ("--pes", "2", "--", "--check"),
        "serial": ("--", "--driver", "serial"),
    }.items():
        done = run_wave(tmp_path / name, *words, more=more, text=text)
        assert done.status == 0, done.err
        found = times(tmp_path / name)
        assert list(found) == [3, 4, 5, 6]
        assert found[3] == pytest.approx(before[3], rel=1e-14)
        assert found[6] == pytest.approx(until, rel=1e-14)
        # Steps are a bit shorter for that.
        assert found[4] - found[3] == pytest.approx(2.5 / 3 * step, rel=1e-12)
    done = run_wave(
        tmp_path / "late", more=more, text=WAVE.replace("steps = 6", f"until = {before[1]!r}")
    )
    assert done.status == 2
    assert "is of a later time than 'until'" in done.err


@pytest.mark.usefixtures("series")
def test_waves_run_out_of_a_job_that_begins_with_files(tmp_path: Path) -> None:
    more = '[boundaries]\nall = "radiative"\n'
    whole = tmp_path / "whole"
    assert run_wave(whole, more=more).status == 0
    more += f'[start]\nfrom = "{whole}/data00000003.h5"\n'
    done = run_wave(tmp_path / "begun", "--pes", "2", "--", "--check", more=more)
    assert done.status == 0, done.err
    with (
        h5py.File(whole / "data00000006.h5", "r") as one,
        h5py.File(tmp_path / "begun" / "data00000006.h5", "r") as other,
    ):
        phi, same = (file["data/6/meshes/wave_phi"][()] for file in (one, other))
    assert phi[4:-4, 4:-4, 4:-4] == pytest.approx(same[4:-4, 4:-4, 4:-4], abs=1e-2)
    assert np.abs(phi - same).max() < 0.2 * np.abs(phi).max()


@pytest.mark.usefixtures("series")
def test_what_a_job_cannot_begin_with_is_one_line(tmp_path: Path) -> None:
    assert run_wave(tmp_path / "whole").status == 0
    for file, by, said in (
        ("whole", ("points = [16, 12, 10]", "points = [16, 12, 8]"), "is of another grid"),
        ("whole", ("steps = 6", "steps = 5"), "is of a later step than the job's last, 5"),
        ("nowhere", ("", ""), "cannot"),
        ("whole/data00000001.h5", ("", ""), "cannot"),
        ("whole/norms.csv", ("", ""), "not a step of a mesh by its name"),
    ):
        words = f'[start]\nfrom = "{tmp_path}/{file}"\n'
        assert by[0] in WAVE
        done = run_wave(tmp_path / "begun", more=words, text=WAVE.replace(*by))
        assert (done.status, len(done.lines)) == (2, 1), done.err
        assert said in done.err
    part = sorted((tmp_path / "whole" / "parts" / "00000006").iterdir())[0]
    part.unlink()
    done = run_wave(tmp_path / "begun", more=f'[start]\nfrom = "{tmp_path}/whole"\n')
    assert done.status == 2, done.err
    assert f"{part}: this part is missing" in done.err
    few = 'functions = ["wave::phi"]'
    text = WAVE.replace('functions = ["wave::phi", "wave::rate"]', few)
    assert few in text
    assert run_wave(tmp_path / "few", text=text).status == 0
    done = run_wave(tmp_path / "begun", more=f'[start]\nfrom = "{tmp_path}/few"\n')
    assert (done.status, len(done.lines)) == (2, 1), done.err
    assert "does not have wave::rate (expected everything that a step begins with)" in done.err


@pytest.mark.usefixtures("series")
def test_what_cannot_be_put_out_is_one_line(tmp_path: Path) -> None:
    beyond = run_wave(tmp_path / "beyond", at=4.0)
    checked = finish(start(JOB, "check", str(tmp_path / "beyond.toml")))
    assert (checked.status, checked.out, checked.err) == (2, "", beyond.err)
    assert (beyond.status, len(beyond.lines)) == (2, 1)
    assert "beyond.toml:17: z = 4 is outside of the grid" in beyond.err
    twice = run_wave(tmp_path / "twice", more="\n".join([SLICE.format(at=0)] * 2))
    assert (twice.status, len(twice.lines)) == (2, 1)
    assert "two slices of the same points" in twice.err
    (tmp_path / "file").write_text("in the way")
    blocked = run_wave(tmp_path / "file")
    assert (blocked.status, len(blocked.lines)) == (2, 1)
    assert f"{tmp_path}/file: cannot make the folder" in blocked.err
    folder = tmp_path / "refused"
    folder.mkdir()
    (folder / "parts").write_text("in the way")
    refused = run_wave(folder)
    assert refused.status == 1
    assert f"{folder}/parts/00000000: cannot make the folder: Not a directory" in refused.err
    assert "to the time" in refused.out  # it went on to its end
    assert "norm_2" in (folder / "norms.csv").read_text()
