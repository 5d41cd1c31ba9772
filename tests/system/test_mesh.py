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


def test_every_balancer_leaves_the_bits(tmp_path: Path) -> None:
    """Also where it moves the chare that decides how deep ghosts are."""
    path = str(parameter_file(tmp_path, "[driver]\nblocks = [3, 2, 4]\n"))
    told = isthmus("mesh", "run", path, "--driver", "serial")
    words = " ".join(isthmus("mesh", "run", "--help").out.split())
    strategies = re.search(r"as this strategy says[^:]*: (none, [^.]*)\.", words)
    assert strategies is not None
    names = strategies[1].replace(": ", ":").split(", ")
    assert len(names) >= 15
    for name in names:
        done = isthmus(
            *("mesh", "run", path, "--backend", "sim", "--sites", "2", "--pes", "3"),
            *("--latency", "8ms", "--costs", "charged", "--balancer", name, "--check"),
        )
        assert norms_of(done) == norms_of(told), name
        assert "equal to the serial driver, bit for bit" in done.out
        if name in ("rotate", "random"):
            assert re.search(rf"{name} moves \d+ of \d+ objects", done.err), done.err


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
    assert f"{missing.parent}: cannot make the folder: Not a directory" in done.err


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


def test_ghosts_of_a_job_that_goes_on_are_as_deep_as_is_said(tmp_path: Path) -> None:
    path = parameter_file(tmp_path)
    text = path.read_text()
    path.write_text(text + "[driver]\nblocks = [1, 2, 2]\ndepth = 2\n")
    kept = tmp_path / "kept"
    keep = ("--checkpoint", "always", "--checkpoint-dir", str(kept), "--keep", "99")
    expected = norms_of(isthmus("mesh", "run", str(path), "--pes", "2", *keep))
    restart = ("mesh", "run", str(path), "--pes", "2", "--restart", str(kept / "checkpoint-3"))
    done = isthmus(*restart, "--depth", "3", "--check")
    assert norms_of(done) == expected
    assert "1 x 2 x 2 blocks, ghosts up to depth 3" in done.out
    assert "ghosts up to depth 2" in isthmus(*restart).out
    for more, said in (
        ("[driver]\nblocks = [2, 1, 2]\n", "of a job that has 1 x 2 x 2 blocks (expected the same"),
        ('[driver]\nkind = "serial"\n', "the serial driver goes on from no checkpoint"),
        ("[driver]\ndepth = 50\n", "depth 50 needs"),
    ):
        path.write_text(text + more)
        done = isthmus(*restart)
        assert done.status == 2, (more, done.err)
        (line,) = (line for line in done.err.splitlines() if "error" in line)
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
    if language == "fortran":  # with a name that the C library has, too
        thorn = Path("my_thorn/my_thorn.f90")
        thorn.write_text(re.sub(r"\bderive\b", "advance", thorn.read_text()))
    subprocess.run(["sh", "my_thorn/compile.sh"], check=True, timeout=120)
    done = isthmus("mesh", "check", "my_thorn/my_thorn.toml")
    assert done.status == 0, done.err
    assert "right; 1 thorn," in done.out
    words = ("--sites", "2", "--pes", "1", "--steps", "4", "--check")
    done = isthmus("mesh", "run", "my_thorn/my_thorn.toml", *words)
    assert len(norms_of(done)) == 1
    assert "bit for bit" in done.out
    again = isthmus("mesh", "new", "my_thorn")
    assert again.status == 2
    assert again.err == "isthmus: my_thorn: is there already (expected a new name)\n"


ADVANCE = """#include "mesh/isthmus_mesh.h"
static isthmus_mesh_function u;
void advance(const isthmus_mesh_patch* patch) { (void)patch; }
static void begin(const isthmus_mesh_patch* patch) { (void)patch; }
void isthmus_declare_thorns(isthmus_mesh_flesh* flesh) {
  isthmus_mesh_thorn* thorn = isthmus_mesh_declare_thorn(flesh, "hold", "stays");
  u = isthmus_mesh_declare_function(thorn, "u", 1, "");
  isthmus_mesh_writes(
      thorn, isthmus_mesh_declare_routine(thorn, ISTHMUS_MESH_INITIAL, "begin", begin), u);
  isthmus_mesh_writes(
      thorn, isthmus_mesh_declare_routine(thorn, ISTHMUS_MESH_STEP, "advance", advance), u);
}
"""


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_routine_is_the_thorns_own_whatever_the_c_library_calls_so(tmp_path: Path) -> None:
    """That has an `advance` of its own, which would be called in the thorn's place, and crash."""
    (tmp_path / "hold.c").write_text(ADVANCE)
    (tmp_path / "hold.toml").write_text(
        'library = "libhold.so"\nthorns = ["hold"]\n[grid]\npoints = 9\nspacing = 1\n'
        "[time]\nsteps = 2\nstep = 0.1\n"
    )
    words = ("cc", "-shared", "-fPIC", f"-I{REPOSITORY / 'src'}", "hold.c", "-o", "libhold.so")
    subprocess.run(words, cwd=tmp_path, check=True)
    done = isthmus("mesh", "run", str(tmp_path / "hold.toml"), "--pes", "1")
    assert done.status == 2, done.err
    assert re.fullmatch(
        r"isthmus: error: thorn 'hold': routine 'advance' would be advance\(\) of \S+libc\S+ "
        r"\(expected a library that is linked with -Wl,-Bsymbolic\)\n",
        done.err,
    )
    subprocess.run((*words, "-Wl,-Bsymbolic"), cwd=tmp_path, check=True)
    done = isthmus("mesh", "run", str(tmp_path / "hold.toml"), "--pes", "1")
    assert done.status == 0, done.err


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


HOLD_F90 = """module hold
  use isthmus_mesh
  implicit none
  type(mesh_function) :: u, u_dot
  integer :: size, rise
contains
  subroutine begin(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: f(:, :, :)
    integer :: i, j, k
    call get(patch, u, f)
    do concurrent (i = patch%low(1):patch%high(1), j = patch%low(2):patch%high(2), &
                   k = patch%low(3):patch%high(3))
      f(i, j, k) = mod(7 * i + 5 * j * j + 3 * k, 11) - 4.5d0
    end do
  end subroutine
  subroutine derive(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: f(:, :, :), d(:, :, :)
    real(mesh_real) :: scale
    integer :: i, j, k
    call get(patch, u, f)
    call get(patch, u_dot, d)
    scale = 1 / reduced(patch, size, mesh_norm_max) + reduced(patch, size, mesh_sum) * 1d-3
    do k = patch%low(3), patch%high(3)
      do j = patch%low(2), patch%high(2)
        do i = patch%low(1), patch%high(1)
          d(i, j, k) = scale * (f(i + 1, j, k) - 2 * f(i, j, k) + f(i - 1, j, k) + f(i, j - 1, k))
        end do
      end do
    end do
  end subroutine
  subroutine lower(patch) bind(c)
    type(mesh_patch), intent(in) :: patch
    real(mesh_real), pointer, contiguous :: f(:, :, :)
    real(mesh_real) :: most
    integer :: i, j, k
    call get(patch, u, f)
    most = reduced(patch, rise, mesh_greatest) - reduced(patch, rise, mesh_least)
    do concurrent (i = patch%low(1):patch%high(1), j = patch%low(2):patch%high(2), &
                   k = patch%low(3):patch%high(3))
      f(i, j, k) = f(i, j, k) / (1 + 1d-2 * most)
    end do
  end subroutine
  subroutine declare_thorns(flesh) bind(c, name="isthmus_declare_thorns")
    type(mesh_flesh), value :: flesh
    type(mesh_thorn) :: thorn
    integer :: routine
    thorn = declare_thorn(flesh, "hold", "goes by how large it is")
    u = declare_function(thorn, "u")
    u_dot = declare_function(thorn, "u_dot")
    call evolves(thorn, u, u_dot)
    size = declare_reduction(thorn, "size", u, "how large it is")
    rise = declare_reduction(thorn, "rise", u_dot)
    routine = declare_routine(thorn, mesh_initial, "begin", begin)
    call writes(thorn, routine, u)
    call reduces(thorn, routine, size)
    routine = declare_routine(thorn, mesh_right_side, "derive", derive)
    call reads(thorn, routine, u, 1)
    call writes(thorn, routine, u_dot)
    call uses(thorn, routine, size)
    call reduces(thorn, routine, rise)
    routine = declare_routine(thorn, mesh_after_step, "lower", lower)
    call reads(thorn, routine, u)
    call writes(thorn, routine, u)
    call uses(thorn, routine, rise)
    call synchronizes(thorn, routine, u)
    call reduces(thorn, routine, size)
  end subroutine
end module
"""
HOLD_C = """#include "mesh/isthmus_mesh.h"
static isthmus_mesh_function u, u_dot;
static int size, rise;
static long nx, ny;
static double* at(const isthmus_mesh_patch* p, double* f, int i, int j, int k) {
  nx = p->last[0] - p->first[0] + 1;
  ny = p->last[1] - p->first[1] + 1;
  return f + (i - p->first[0]) + nx * ((j - p->first[1]) + ny * (k - p->first[2]));
}
#define EACH                                        \\
  for (int k = p->low[2]; k <= p->high[2]; k++)     \\
    for (int j = p->low[1]; j <= p->high[1]; j++)   \\
      for (int i = p->low[0]; i <= p->high[0]; i++)
static void begin(const isthmus_mesh_patch* p) {
  double* f = isthmus_mesh_values(p, u);
  EACH *at(p, f, i, j, k) = (7 * i + 5 * j * j + 3 * k) % 11 - 4.5;
}
static void derive(const isthmus_mesh_patch* p) {
  double* f = isthmus_mesh_values(p, u);
  double* d = isthmus_mesh_values(p, u_dot);
  const double scale = 1 / isthmus_mesh_reduced(p, size, ISTHMUS_MESH_NORM_MAX) +
                       isthmus_mesh_reduced(p, size, ISTHMUS_MESH_SUM) * 1e-3;
  EACH *at(p, d, i, j, k) =
      scale * (*at(p, f, i + 1, j, k) - 2 * *at(p, f, i, j, k) + *at(p, f, i - 1, j, k) +
               *at(p, f, i, j - 1, k));
}
static void lower(const isthmus_mesh_patch* p) {
  double* f = isthmus_mesh_values(p, u);
  const double most = isthmus_mesh_reduced(p, rise, ISTHMUS_MESH_GREATEST) -
                      isthmus_mesh_reduced(p, rise, ISTHMUS_MESH_LEAST);
  EACH *at(p, f, i, j, k) = *at(p, f, i, j, k) / (1 + 1e-2 * most);
}
void isthmus_declare_thorns(isthmus_mesh_flesh* flesh) {
  isthmus_mesh_thorn* thorn = isthmus_mesh_declare_thorn(flesh, "hold", "the same in C");
  u = isthmus_mesh_declare_function(thorn, "u", 1, "");
  u_dot = isthmus_mesh_declare_function(thorn, "u_dot", 1, "");
  isthmus_mesh_declare_evolved(thorn, u, u_dot);
  size = isthmus_mesh_declare_reduction(thorn, "size", u, "how large it is");
  rise = isthmus_mesh_declare_reduction(thorn, "rise", u_dot, "");
  int routine = isthmus_mesh_declare_routine(thorn, ISTHMUS_MESH_INITIAL, "begin", begin);
  isthmus_mesh_writes(thorn, routine, u);
  isthmus_mesh_reduces(thorn, routine, size);
  routine = isthmus_mesh_declare_routine(thorn, ISTHMUS_MESH_RIGHT_SIDE, "derive", derive);
  isthmus_mesh_reads(thorn, routine, u, 1);
  isthmus_mesh_writes(thorn, routine, u_dot);
  isthmus_mesh_uses(thorn, routine, isthmus_mesh_find_reduction(flesh, "hold::size"));
  isthmus_mesh_reduces(thorn, routine, rise);
  routine = isthmus_mesh_declare_routine(thorn, ISTHMUS_MESH_AFTER_STEP, "lower", lower);
  isthmus_mesh_reads(thorn, routine, u, 0);
  isthmus_mesh_writes(thorn, routine, u);
  isthmus_mesh_uses(thorn, routine, rise);
  isthmus_mesh_synchronizes(thorn, routine, u);
  isthmus_mesh_reduces(thorn, routine, size);
}
"""


def hold_file(folder: Path, language: str, more: str = "") -> str:
    """A job of a thorn that goes by reductions, compiled in the folder."""
    flags = ("-O2", "-ffp-contract=off", "-shared", "-fPIC")
    if language == "f90":
        (folder / "hold.f90").write_text(HOLD_F90)
        module = str(REPOSITORY / "src" / "mesh" / "isthmus_mesh.f90")
        words = ("gfortran", *flags, module, "hold.f90")
    else:
        (folder / "hold.c").write_text(HOLD_C)
        words = ("cc", *flags, f"-I{REPOSITORY / 'src'}", "hold.c")
    subprocess.run([*words, "-o", "libhold.so"], cwd=folder, check=True)
    path = folder / "hold.toml"
    path.write_text(
        f"""library = "libhold.so"
thorns = ["hold"]
[grid]
points = [14, 12, 11]
spacing = [0.5, 0.5, 0.5]
[time]
steps = 6
step = 0.05
method = "rk2"
[driver]
blocks_per_pe = 3
[output]
folder = "{folder}/out"
norms = ["hold::u", "hold::size", "hold::rise"]
norms_every = 2
[[output.point]]
function = "hold::u"
at = [3.1, 2.2, 1.0]
every = 1
[[output.slice]]
function = "hold::u"
across = "x"
at = 3.1
order = 3
every = 2
{more}"""
    )
    return str(path)


TABLES = ("norms.csv", "hold_u_x3.1_y2.2_z1.csv", "hold_u_x3.1.csv")


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_routines_go_by_what_all_of_the_grid_has(tmp_path: Path) -> None:
    path = hold_file(tmp_path, "c")
    serial = norms_of(isthmus("mesh", "run", path, "--driver", "serial"))
    tables = {name: (tmp_path / "out" / name).read_text() for name in TABLES}
    header, *rows = (line.split(",") for line in tables["norms.csv"].splitlines())
    assert [row[0] for row in rows] == ["0", "2", "4", "6"]
    for row in rows:
        values = dict(zip(header, row, strict=True))
        for what in ("norm_1", "norm_2", "norm_max", "least", "greatest", "sum"):
            assert values[f"hold::size {what}"] == values[f"hold::u {what}"]
    assert rows[0][header.index("hold::rise sum")] == "nan"
    assert rows[1][header.index("hold::rise sum")] != "nan"
    assert len(tables[TABLES[1]].splitlines()) == 8
    assert len(tables[TABLES[2]].splitlines()) == 1 + 4 * 12 * 11
    for runtime in (
        ("--pes", "1"),
        ("--sites", "2", "--pes", "2", "--latency", "300us", "--depth", "2"),
        ("--backend", "processes", "--sites", "2", "--pes", "1", "--depth", "1,1,5"),
        ("--backend", "sim", "--sites", "3", "--pes", "1", "--latency", "8ms"),
    ):
        done = isthmus("mesh", "run", path, *runtime, "--check")
        assert norms_of(done) == serial, runtime
        assert "equal to the serial driver, bit for bit" in done.out
        for name, text in tables.items():
            assert (tmp_path / "out" / name).read_text() == text, (name, runtime)


@needs_fortran
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_reductions_are_the_same_bits_in_fortran_and_c(tmp_path: Path) -> None:
    for language in ("c", "f90"):
        folder = tmp_path / language
        folder.mkdir()
        done = isthmus("mesh", "run", hold_file(folder, language), "--pes", "2", "--check")
        assert "bit for bit" in done.out, done.err
    for name in TABLES:
        texts = [(tmp_path / one / "out" / name).read_text() for one in ("c", "f90")]
        assert texts[0] == texts[1]


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_reductions_are_shown_and_go_on_from_a_checkpoint(tmp_path: Path) -> None:
    path = hold_file(tmp_path, "c")
    shown = isthmus("mesh", "show", path).out
    assert "\n  reduce hold::u_dot to hold::rise\n" in shown
    told = isthmus("mesh", "thorns", str(tmp_path / "libhold.so")).out
    assert "\n  reduction  size (of hold::u): how large it is\n" in told
    assert "; uses hold::size; reduces hold::rise" in told
    kept = tmp_path / "kept"
    keep = ("--checkpoint", "always", "--checkpoint-dir", str(kept), "--keep", "99")
    expected = norms_of(isthmus("mesh", "run", path, "--sites", "2", "--pes", "1", *keep))
    tables = {name: (tmp_path / "out" / name).read_text() for name in TABLES}
    first = min(kept.glob("checkpoint-*"), key=lambda one: int(one.name.split("-")[1]))
    again = isthmus("mesh", "run", path, "--pes", "3", "--restart", str(first), "--check")
    assert norms_of(again) == expected
    assert {name: (tmp_path / "out" / name).read_text() for name in TABLES} == tables


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_reduction_of_the_begin_alone_is_not_made_of_what_a_job_starts_with(
    tmp_path: Path,
) -> None:
    path = Path(hold_file(tmp_path, "c"))
    text = path.read_text()
    fields = text.replace("norms = [", 'every = 3\nfunctions = ["hold::u"]\nnorms = [')
    path.write_text(fields)
    assert isthmus("mesh", "run", str(path), "--pes", "2").status == 0
    (tmp_path / "out").rename(tmp_path / "before")
    path.write_text(f'{text}[start]\nfrom = "{tmp_path}/before/data00000003.h5"\n')
    source = HOLD_C.replace(
        '  isthmus_mesh_uses(thorn, routine, isthmus_mesh_find_reduction(flesh, "hold::size"));\n',
        "",
    )
    end = "  isthmus_mesh_reduces(thorn, routine, size);\n}\n"
    assert source.endswith(end)
    (tmp_path / "hold.c").write_text(source.removesuffix(end) + "}\n")
    words = (
        "cc",
        "-O2",
        "-shared",
        "-fPIC",
        f"-I{REPOSITORY / 'src'}",
        "hold.c",
        "-o",
        "libhold.so",
    )
    subprocess.run(words, cwd=tmp_path, check=True)
    done = isthmus("mesh", "check", str(path))
    assert (done.status, done.err.count("\n")) == (2, 1), done.err
    assert "'norms' in [output] have hold::size, a reduction of the initial data alone" in done.err


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("[refinement]\n[[refinement.box]]\nlower = 2\nupper = 4", "reduces hold::rise where"),
        (
            '[[output.point]]\nfunction = "hold::u"\nat = [9, 0, 0]\nevery = 1',
            "x = 9 is outside of the grid",
        ),
        ('[[output.point]]\nfunction = "hold::u"\nat = 1', "the point is put out at no step"),
        ('[[output.point]]\nfunction = "hold::v"\nat = 1', "output of 'hold::v', which is no"),
        ('[[output.point]]\nfunction = "hold::u"', "[[output.point]] has no 'at'"),
    ],
)
def test_what_reductions_and_points_cannot_be_is_told_before(
    more: str, said: str, tmp_path: Path
) -> None:
    done = isthmus("mesh", "check", hold_file(tmp_path, "c", more))
    assert done.status == 2
    assert said in done.err
