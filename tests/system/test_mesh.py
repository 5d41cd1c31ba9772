"""Jobs that parameter files of meshes describe: thorns of one's own, mistakes, steering."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from machine import Machine
from support import BUILD, COMMAND, REPOSITORY, Done, finish, isthmus, wait_until

PAGE = REPOSITORY / "docs" / "guide" / "meshes.md"
THORNS = BUILD / "src" / "mesh" / "flesh" / "test_thorns"
_BLOCK = re.compile(r"<!-- (file|run): ?(\S*) -->\n```\w+\n(.*?)```", re.DOTALL)

needs_fortran = pytest.mark.skipif(shutil.which("gfortran") is None, reason="no gfortran")


def parameter_file(folder: Path, more: str = "") -> Path:
    """Of a wave with 9 synchronizations a step."""
    path = folder / "wave.toml"
    path.write_text(
        f"""library = "{THORNS}/libwave_cpp.so"
thorns = ["wave"]
[grid]
points = [18, 16, 14]
domain = [[-2, 2], [-2, 2], [-2, 2]]
[time]
steps = 12
courant = 0.25
method = "icn"
iterations = 8
[output]
folder = "{folder}/out"
norms = ["wave::phi", "wave::rate"]
norms_every = 3
{more}"""
    )
    return path


def norms_of(done: Done) -> list[str]:
    assert done.status == 0, done.err + done.out
    return [line for line in done.out.splitlines() if "norm " in line]


def test_results_are_the_same_whatever_runs_them(tmp_path: Path) -> None:
    path = str(parameter_file(tmp_path))
    serial = norms_of(isthmus("mesh", "run", path, "--driver", "serial"))
    table = (tmp_path / "out" / "norms.csv").read_text()
    assert len(serial) == 2
    assert len(table.splitlines()) == 6
    for runtime in (
        ("--pes", "1"),
        ("--sites", "2", "--pes", "2", "--latency", "300us", "--depth", "2"),
        ("--backend", "processes", "--sites", "2", "--pes", "1", "--depth", "1,1,5"),
        ("--backend", "sim", "--sites", "3", "--pes", "1", "--latency", "8ms", "--depth", "4"),
    ):
        done = isthmus("mesh", "run", path, *runtime, "--check")
        assert norms_of(done) == serial, runtime
        assert "equal to the serial driver, bit for bit" in done.out
        assert (tmp_path / "out" / "norms.csv").read_text() == table


def test_ghosts_get_deeper_where_sites_are_far_apart(tmp_path: Path) -> None:
    path = str(parameter_file(tmp_path))
    runtime = ("--backend", "sim", "--sites", "2", "--pes", "1", "--latency", "50ms")
    done = isthmus("mesh", "run", path, *runtime, "--check")
    assert len(norms_of(done)) == 2
    assert re.search(r"\n  depth     \d+ between sites from step \d+ on: ", done.out)
    assert "bit for bit" in done.out
    done = isthmus("mesh", "run", path, *runtime, "--depth", "1")
    assert "between sites from" not in done.out


@pytest.mark.parametrize(
    "runtime",
    [
        ("--sites", "2", "--pes", "1", "--latency", "300us"),
        ("--backend", "processes", "--sites", "2", "--pes", "1", "--depth", "1,1,5"),
        ("--backend", "sim", "--sites", "2", "--pes", "2", "--latency", "8ms", "--depth", "2"),
    ],
)
def test_ghosts_are_compressed_with_the_same_bits(runtime: tuple[str, ...], tmp_path: Path) -> None:
    path = str(parameter_file(tmp_path, '[compression]\nbetween_sites = "always"'))
    done = isthmus("mesh", "run", path, *runtime, "--check")
    assert len(norms_of(done)) == 2
    assert "equal to the serial driver, bit for bit" in done.out
    found = re.search(r"  packed    (\S+) KiB a step into (\S+) KiB, ", done.out)
    assert found
    assert 0 < float(found[2]) < float(found[1])
    done = isthmus("mesh", "run", path, *runtime, "--compress", "never")
    assert "  packed    " not in done.out


def test_compressed_ghosts_are_off_by_no_more_than_the_file_admits(tmp_path: Path) -> None:
    more = '[compression]\nbetween_sites = "always"\n[compression.errors]\n"wave::phi" = 1e-7'
    path = str(parameter_file(tmp_path, more))
    done = isthmus("mesh", "run", path, "--sites", "2", "--pes", "1", "--check")
    assert done.status == 0, done.err
    off = [float(text) for text in re.findall(r"is at most (\S+) off the serial", done.out)]
    # Of a build with zfp. 12 steps of 9 exchanges, none of which makes more of an error than it is.
    assert all(value < 12 * 9 * 1e-7 for value in off), done.out
    assert off or "bit for bit" in done.out


def test_compression_is_tried_and_told(tmp_path: Path) -> None:
    path = parameter_file(tmp_path)
    costs = "charged = { left = 0.25, pack = 1e9, unpack = 1e9 }"
    text = path.read_text().split("[output]")[0].replace("steps = 12", "steps = 200")
    path.write_text(text + f"[compression]\n{costs}")
    grid = tmp_path / "grid.toml"
    grid.write_text(
        '[[site]]\nname = "a"\npes = 1\n[[site]]\nname = "b"\npes = 1\n'
        '[link.between_sites]\nchain = ["delay", "tcp"]\n'
        'delay.latency = "1ms"\ndelay.bandwidth = "1MB/s"\n'
    )
    runtime = ("--backend", "sim", "--grid", str(grid), "--charge", "1e9")
    done = isthmus("mesh", "run", str(path), *runtime)
    assert done.status == 0, done.err
    assert "ghosts    compressed between sites from step" in done.out, done.out
    assert re.search(r"  packed    \S+ KiB a step into \S+ KiB, 0.25 of them", done.out)
    path.write_text(text + '[compression]\nbetween_sites = "always"')
    done = isthmus("mesh", "run", str(path), *runtime)
    assert done.status == 2
    assert "there are no fields to compress" in done.err


def test_pes_are_arranged_as_the_file_says(tmp_path: Path) -> None:
    path = parameter_file(tmp_path, "[driver]\nprocessors = [1, 2, 2]\ninterior_gain = 0.5\n")
    runtime = ("--backend", "sim", "--sites", "2", "--latency", "1ms")
    done = isthmus("mesh", "run", str(path), *runtime, "--pes", "2", "--check")
    assert len(norms_of(done)) == 2
    assert "1 x 2 x 2 blocks" in done.out
    done = isthmus("mesh", "run", str(path), *runtime, "--pes", "3")
    assert done.status == 2
    assert (
        "processors 1 x 2 x 2 are 4 (expected the 6 PEs of the job that hold objects)" in done.err
    )


def test_windows_between_sites_are_written_as_a_table(tmp_path: Path) -> None:
    path, table = str(parameter_file(tmp_path)), tmp_path / "windows.csv"
    report = tmp_path / "report.json"
    runtime = ("--backend", "sim", "--sites", "2", "--pes", "1", "--latency", "50ms")
    words = ("--windows", str(table), "--report", str(report), "--rests", "1")
    assert isthmus("mesh", "run", path, *runtime, *words).status == 0
    first, *lines = table.read_text().splitlines()
    assert first == "event,depth,packed,duration_s,busy_s,end_s"
    rows = [[float(word) for word in line.split(",")] for line in lines]
    assert rows[0][:2] == [1, 1]
    assert rows[-1][1] > 1, "ghosts have become deeper"
    assert all(row[3] >= 0.05 for row in rows[:3]), "each has waited for the latency"
    assert [row[5] for row in rows] == sorted(row[5] for row in rows)
    metrics = json.loads(report.read_text())["metrics"]
    assert 0 < metrics["efficiency"] <= metrics["efficiency_average"] <= 1
    missing = tmp_path / "nowhere" / "windows.csv"
    missing.parent.write_text("a file")
    done = isthmus("mesh", "run", path, *runtime, "--windows", str(missing))
    assert done.status == 1
    assert "cannot make the folder: Not a directory" in done.err


def test_a_job_goes_on_from_a_checkpoint_in_another_shape(tmp_path: Path) -> None:
    path = str(parameter_file(tmp_path))
    kept = tmp_path / "kept"
    first = isthmus(
        *("mesh", "run", path, "--sites", "2", "--pes", "1"),
        *("--checkpoint", "1ms", "--checkpoint-dir", str(kept)),
    )
    expected = norms_of(first)
    newest = max(kept.glob("checkpoint-*"), key=lambda one: int(one.name.split("-")[1]))
    again = isthmus("mesh", "run", path, "--pes", "3", "--restart", str(newest), "--check")
    assert norms_of(again) == expected


def test_what_goes_on_is_the_job_that_the_checkpoint_is_of(tmp_path: Path) -> None:
    path = parameter_file(tmp_path)
    kept = tmp_path / "kept"
    keep = ("--checkpoint", "always", "--checkpoint-dir", str(kept), "--keep", "99")
    assert isthmus("mesh", "run", str(path), *keep).status == 0
    newest = max(kept.glob("checkpoint-*"), key=lambda one: int(one.name.split("-")[1]))
    again = isthmus("mesh", "run", str(path), "--restart", str(newest), "--steps", "100")
    assert again.status == 0, again.err
    assert "steps     100" in again.out
    good = path.read_text()
    for what, by, said in (
        ('thorns = ["wave"]', 'thorns = ["wave"]', ""),
        ("points = [18, 16, 14]", "points = [18, 16, 15]", "18 x 16 x 14 points, not 18 x 16 x 15"),
        ("[[-2, 2], [-2", "[[-1, 3], [-2", "points at other places"),
        ("iterations = 8", "iterations = 7", "other routines, or another method"),
        ("courant = 0.25", "courant = 0.125", "steps of "),
        ("[output]", '[boundaries]\nall = "copied"\n[output]', "other boundaries of wave::phi"),
        ("[output]", "[parameters.wave]\nspeed = 0.5\n[output]", "another wave::speed"),
        ("steps = 12", "steps = 2", "and the job ends at step 2"),
    ):
        assert what in good
        path.write_text(good.replace(what, by))
        done = isthmus("mesh", "run", str(path), "--restart", str(newest))
        assert done.status == (2 if said else 0), (by, done.err, done.out)
        if said:
            (line,) = (line for line in done.err.splitlines() if "error" in line)
            assert f"{path}: the checkpoint is of " in line
            assert said in line


@pytest.mark.parametrize(
    ("runtime", "more", "said"),
    [
        (("--pes", "1"), "", "--charge: time is charged in virtual time (expected --backend sim)"),
        (("--backend", "sim", "--check"), "", "--charge: no fields are held to compare"),
        (
            ("--backend", "sim", "--driver", "serial"),
            "",
            "--charge: the serial driver holds fields",
        ),
        (("--backend", "sim"), '[output]\nnorms = ["wave::phi"]\nnorms_every = 1', "to put out"),
        (("--backend", "sim"), "", ""),
    ],
)
def test_where_flop_is_charged_no_fields_are_asked_for(
    runtime: tuple[str, ...], more: str, said: str, tmp_path: Path
) -> None:
    path = parameter_file(tmp_path)
    path.write_text(path.read_text().split("[output]")[0] + more)
    done = isthmus("mesh", "run", str(path), "--charge", "1e9", *runtime)
    assert done.status == (2 if said else 0), done.err
    assert said in done.err


@pytest.mark.parametrize("words", [(), ("--driver", "serial")])
def test_a_grid_that_finds_no_room_is_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    path = parameter_file(tmp_path)
    path.write_text(path.read_text().replace("[18, 16, 14]", "[10000, 10000, 10000]"))
    done = isthmus("mesh", "run", str(path), *words)
    assert done.status == 2
    assert re.search(r": the fields take [\d.e+]+ GiB, and this machine has ", done.err)
    assert done.err.count("\n") == 1


@needs_fortran
def test_the_guides_example_runs(tmp_path: Path) -> None:
    blocks = _BLOCK.findall(PAGE.read_text())
    assert [kind for kind, _, _ in blocks] == ["file", "run", "file", "run"]
    environment = {
        **os.environ,
        "ISTHMUS": str(REPOSITORY),
        "ISTHMUS_BUILD": str(BUILD),
        "PATH": f"{Path(COMMAND).parent}:{os.environ['PATH']}",
    }
    for kind, name, text in blocks:
        if kind == "file":
            (tmp_path / name).write_text(text)
            continue
        done = subprocess.run(
            ["sh", "-e", "-c", text],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert done.stdout.count("heat::u") == 3
    norms = [line for line in done.stdout.splitlines() if "heat::u" in line]
    assert len(set(norms)) == 1
    assert "bit for bit" in done.stdout
    # Heat flows, and none is lost.
    header, *rows = (tmp_path / "out" / "norms.csv").read_text().splitlines()
    columns = header.split(",")
    sums = [float(row.split(",")[columns.index("heat::u sum")]) for row in rows]
    greatest = [float(row.split(",")[columns.index("heat::u greatest")]) for row in rows]
    assert sums == pytest.approx([100.0 * 32] * len(sums))
    assert greatest == sorted(greatest, reverse=True)
    assert greatest[-1] < greatest[0]


@pytest.mark.parametrize("language", [pytest.param("fortran", marks=needs_fortran), "c++"])
def test_a_new_thorn_compiles_and_runs(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = isthmus("mesh", "new", "my_thorn", "--language", language)
    assert done.status == 0, done.err
    subprocess.run(["sh", "my_thorn/compile.sh"], check=True, timeout=120)
    done = isthmus("mesh", "check", "my_thorn/my_thorn.toml")
    assert done.status == 0, done.err
    assert "right; 1 thorns" in done.out
    words = ("--sites", "2", "--pes", "1", "--steps", "4", "--check")
    done = isthmus("mesh", "run", "my_thorn/my_thorn.toml", *words)
    assert len(norms_of(done)) == 1
    assert "bit for bit" in done.out
    again = isthmus("mesh", "new", "my_thorn")
    assert again.status == 2
    assert again.err == "isthmus: my_thorn: is there already (expected a new name)\n"


def test_thorns_and_their_job_are_shown(tmp_path: Path) -> None:
    path = str(parameter_file(tmp_path))
    thorns = isthmus("mesh", "thorns", f"{THORNS}/libwave_cpp.so")
    assert thorns.status == 0
    assert "parameter  speed = 1 (a number from 0 to 2; may be changed while" in thorns.out
    assert thorns.out == isthmus("mesh", "thorns", path).out
    shown = isthmus("mesh", "show", path)
    assert shown.status == 0
    assert "wave::amplitude = 1\n" in shown.out
    assert shown.out.count("  synchronize wave::phi, wave::rate\n") == 9


@pytest.mark.parametrize(
    ("what", "by", "said"),
    [
        ('thorns = ["wave"]', 'thorns = ["wav"]', "there is no thorn 'wav' (expected wave)"),
        ('thorns = ["wave"]', "thorns = 1", "'thorns' in the parameter file is an integer"),
        ("libwave_cpp.so", "libwave.so", "cannot open a library of thorns"),
        ('method = "icn"', 'method = "inc"', "did you mean 'icn'?"),
        ("steps = 12", "steps = 12.5", "wave.toml:7: 'steps' in [time] is a floating-point"),
        ("[output]", "[parameters.wave]\nsped = 1\n[output]", "did you mean 'speed'?"),
        ("[output]", "[parameters.wave]\nspeed = 7\n[output]", "a number from 0 to 2"),
        ("[output]", '[boundaries]\nx = "open"\n[output]', "'x' in [boundaries] is 'open'"),
        ("[output]", '[boundaries.wave]\nx = "periodic"\n[grid]', "not TOML"),
        ("[output]", "[driver]\ndepth = 40\n[output]", "depth"),
        ("[output]", "[driver]\nblocks = [99, 1, 1]\n[output]", "99 blocks in x for 18 points"),
        ('"wave::rate"]', '"wave::rat"]', "did you mean 'wave::rate'?"),
        ('thorns = ["wave"]', "thorns = []", "wave.toml:2: no thorns are active"),
        ("[output]", "[driver]\nblocks = [18, 1, 1]\ndepth = 3\n[output]", "wave.toml:11: depth 3"),
        (
            "[output]",
            "[driver]\nblocks_per_pe = 1000000\n[output]",
            "at most 1000000 blocks in all",
        ),
    ],
)
def test_mistakes_are_one_line_each(what: str, by: str, said: str, tmp_path: Path) -> None:
    path = parameter_file(tmp_path)
    text = path.read_text()
    assert what in text
    path.write_text(text.replace(what, by))
    done = isthmus("mesh", "run", str(path), "--sites", "2", "--pes", "1")
    assert done.status == 2, done.out
    assert done.out == ""
    assert said in done.err
    assert done.err.count("\n") == 1


def test_all_mistakes_are_told(tmp_path: Path) -> None:
    path = parameter_file(
        tmp_path, "[parameters.wave]\nspeed = 7\nlaw = 'drivn'\n[boundaries.wve]\nx = 'fixed'\n"
    )
    path.write_text(path.read_text().replace("steps = 12", "steps = -1"))
    done = isthmus("mesh", "check", str(path))
    assert done.status == 2
    lines = done.err.splitlines()
    assert len(lines) == 4, done.err
    assert all(line.startswith(f"isthmus: error: {path}:") for line in lines)
    done = isthmus("mesh", "run", str(path))
    assert done.status == 2
    assert "and 3 more mistakes, which `isthmus mesh check` lists" in done.err
    for words in (("show", "no.toml"), ("check", "no.toml"), ("run", "no.toml")):
        done = isthmus("mesh", *words)
        assert done.status == 2
        assert "no.toml: cannot read the parameter file" in done.err
        assert done.err.count("\n") == 1
    for depth in ("1,2", ""):
        done = isthmus("mesh", "run", str(parameter_file(tmp_path)), "--depth", depth)
        assert done.status == 2
        assert f"--depth: '{depth}' (expected a whole number" in done.err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("every = 2", "'every' in [output], and nothing to put out"),
        (
            'every = 2\n[[output.slice]]\nfunction = "wave::phi"\nacross = "z"\nat = 50',
            "z = 50 is outside of the grid",
        ),
    ],
)
def test_what_cannot_be_put_out_is_told_before(more: str, said: str, tmp_path: Path) -> None:
    path = parameter_file(tmp_path)
    path.write_text(path.read_text().split("norms =")[0] + more)
    checked = isthmus("mesh", "check", str(path))
    assert checked.status == 2
    assert said in checked.err
    assert isthmus("mesh", "run", str(path)).err == checked.err


def test_a_parameter_is_changed_while_the_job_runs(machine: Machine, tmp_path: Path) -> None:
    path = str(parameter_file(tmp_path))
    table = tmp_path / "out" / "norms.csv"

    def rates() -> list[str]:
        header, *rows = table.read_text().splitlines() if table.exists() else [""]
        place = header.split(",").index("wave::rate norm_2") if rows else 0
        return [row.split(",")[place] for row in rows if row.count(",") == header.count(",")]

    endless = ("--steps", "100000000", "--rests", "100000000")
    words = (*endless, "--sites", "2", "--pes", "1", "--name", "steered")
    job = machine.start(COMMAND, "mesh", "run", path, *words)
    machine.wait_for_door("steered")
    wait_until(lambda: len(rates()) > 4, "steps")
    assert rates()[-1] != rates()[-2]
    assert machine.values("steered")["wave::speed"] == "1"
    refused = machine.isthmus("set", "steered", "wave::speed", "3")
    assert refused.status == 2
    assert "(expected a number from 0 to 2)" in refused.err
    # Waves that do not run change nothing.
    assert machine.isthmus("set", "steered", "wave::speed", "0").status == 0
    wait_until(lambda: rates()[-1] == rates()[-2], "the new speed")
    assert machine.isthmus("stop", "steered").status == 0
    finish(job)
