"""Thorns of Cactus, as they are: built, put under all drivers, judged by plain loops in C."""

import math
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support import BUILD, COMMAND, REPOSITORY, isthmus

THORNS = REPOSITORY / "tests" / "system" / "cactus"
PAGE = REPOSITORY / "docs" / "guide" / "cactus-thorns.md"
_BLOCK = re.compile(r"<!-- (file|run): ?(\S*) -->\n```\w+\n(.*?)```", re.DOTALL)

for _variable in ("CC", "CXX", "FC"):
    os.environ.pop(_variable, None)
pytestmark = pytest.mark.skipif(
    any(shutil.which(name) is None for name in ("gfortran", "gcc", "g++", "nm")),
    reason="no gfortran, gcc, g++ or nm",
)

DRIVERS = (
    ("--driver", "serial"),
    ("--sites", "2", "--pes", "2", "--latency", "200us", "--depth", "3"),
    ("--backend", "sim", "--sites", "2", "--pes", "1", "--latency", "5ms"),
    ("--backend", "processes", "--sites", "2", "--pes", "1", "--depth", "2"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a library of each rope, and the judge."""
    folder = tmp_path_factory.mktemp("cactus")
    for rope in ("RopeC", "RopeF90"):
        thorns = [str(THORNS / name) for name in (rope, "RopeStart", "RopeSource")]
        done = isthmus("mesh", "cctk", "build", *thorns, "-o", str(folder / f"lib{rope}.so"))
        assert done.status == 0, done.err
        assert done.out.endswith(f"with {rope}, RopeStart, RopeSource\n")
    words = ["gcc", "-O2", "-ffp-contract=off", str(THORNS / "judge.c"), "-o"]
    subprocess.run([*words, str(folder / "judge"), "-lm"], check=True)
    return folder


def parameter_file(
    folder: Path, rope: str = "RopeC", edge: str = "loose", damped: str = "true", more: str = ""
) -> str:
    path = folder / "rope.toml"
    path.write_text(
        f"""library = "lib{rope}.so"
thorns = ["{rope}", "RopeStart", "RopeSource"]
[grid]
points = [14, 12, 11]
domain = [[-2, 2], [-2, 2], [-2, 2]]
[time]
steps = 12
courant = 0.25
[parameters.{rope}]
edge = "{edge}"
is_damped = {damped}
{more}
[driver]
blocks_per_pe = 2
[output]
folder = "{folder}/out"
norms = ["{rope}::u"]
[[output.slice]]
function = "{rope}::u"
across = "z"
at = 0.0
every = 12
"""
    )
    return str(path)


def plane(folder: Path, rope: str) -> list[float]:
    """Of u, at the end."""
    table = (folder / "out" / f"{rope}_u_z5.csv").read_text()
    return [float(row.split(",")[-1]) for row in table.splitlines() if row.startswith("12,")]


@pytest.mark.parametrize("rope", ["RopeC", "RopeF90"])
@pytest.mark.parametrize(("edge", "damped"), [("loose", "true"), ("held", "false")])
def test_a_thorn_gives_the_bits_of_plain_loops(
    folder: Path, rope: str, edge: str, damped: str
) -> None:
    words = [str(folder / "judge"), edge, "12", "0.01", "1" if damped == "true" else "0"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    expected = [float(line) for line in told.splitlines()]
    assert len(expected) == 14 * 12
    path = parameter_file(folder, rope, edge, damped)
    for driver in DRIVERS:
        done = isthmus("mesh", "run", path, *driver)
        assert done.status == 0, done.err
        assert done.out.count("INFO (RopeSource): pushes by 0.01\n") == 1
        assert plane(folder, rope) == expected, driver


def test_a_text_is_that_of_the_parameter_file(folder: Path) -> None:
    more = '[parameters.RopeSource]\ngreeting = "leans with"'
    path = Path(parameter_file(folder, more=more))
    for driver in (DRIVERS[0], DRIVERS[3]):
        done = isthmus("mesh", "run", str(path), *driver)
        assert done.status == 0, done.err
        assert done.out.count("INFO (RopeSource): leans with 0.01\n") == 1
    shown = isthmus("mesh", "show", str(path))
    assert "RopeSource::greeting = 'leans with'" in shown.out
    good = path.read_text()
    for by, said in (
        (
            '"7 times"',
            "'greeting' of thorn 'RopeSource' is '7 times' (expected a text like '^[a-z ]*$')",
        ),
        ("7", "'greeting' of thorn 'RopeSource' is 7 (expected a text)"),
    ):
        path.write_text(good.replace('"leans with"', by))
        done = isthmus("mesh", "check", str(path))
        assert done.status == 2
        assert said in done.err, done.err
    path.write_text(good)


def build_tame(folder: Path, change: tuple[str, str] = ("", "")) -> str:
    """A job of a rope that is held together by reductions; with a change of what holds it."""
    shutil.copytree(THORNS / "RopeTame", folder / "RopeTame")
    source = folder / "RopeTame" / "src" / "Tame.c"
    assert change[0] in source.read_text()
    source.write_text(source.read_text().replace(*change))
    names = ("RopeC", "RopeStart", "RopeSource")
    thorns = [*(str(THORNS / name) for name in names), str(folder / "RopeTame")]
    done = isthmus("mesh", "cctk", "build", *thorns, "-o", str(folder / "libRopeC.so"))
    assert done.status == 0, done.err
    path = Path(parameter_file(folder))
    path.write_text(path.read_text().replace('"RopeSource"]', '"RopeSource", "RopeTame"]'))
    return str(path)


def test_reductions_are_of_the_whole_grid_whatever_runs_the_thorn(tmp_path: Path) -> None:
    path = build_tame(tmp_path)
    shown = isthmus("mesh", "show", path).out
    assert "reduce RopeC::u to RopeC::of_u" in shown
    serial = isthmus("mesh", "run", path, "--driver", "serial")
    assert serial.status == 0, serial.err
    values = plane(tmp_path, "RopeC")
    told = re.findall(r"INFO \(RopeTame\): norm (\S+), most (\S+)\n", serial.out)
    # At the begin of the output, at its end, and for the norms that are told.
    assert len(set(told)) == 2
    norm = re.search(r"RopeC::u +norm (\S+), least (\S+), greatest (\S+)\n", serial.out)
    assert norm is not None
    assert float(told[-1][0]) == float(norm[1])
    assert float(told[-1][1]) == max(-float(norm[2]), float(norm[3]))
    assert 0.01 < float(norm[3]) - float(norm[2]) <= 0.5 * (1 + 1e-12)
    for driver in DRIVERS[1:]:
        done = isthmus("mesh", "run", path, *driver, "--check")
        assert "equal to the serial driver, bit for bit" in done.out, done.err
        assert plane(tmp_path, "RopeC") == values
        # The plain loops that check tell it, too.
        again = re.findall(r"INFO \(RopeTame\): norm (\S+), most (\S+)\n", done.out)
        assert set(again) == set(told)


def build_probe(folder: Path, change: tuple[str, str] = ("", "")) -> str:
    """A job of a rope that is held by what it is between its points; with a change of what holds
    it."""
    shutil.copytree(THORNS / "RopeProbe", folder / "RopeProbe")
    source = folder / "RopeProbe" / "src" / "Feel.c"
    assert change[0] in source.read_text()
    source.write_text(source.read_text().replace(*change))
    names = ("RopeC", "RopeStart", "RopeSource")
    thorns = [*(str(THORNS / name) for name in names), str(folder / "RopeProbe")]
    done = isthmus("mesh", "cctk", "build", *thorns, "-o", str(folder / "libRopeC.so"))
    assert done.status == 0, done.err
    path = Path(parameter_file(folder))
    path.write_text(path.read_text().replace('"RopeSource"]', '"RopeSource", "RopeProbe"]'))
    return str(path)


def lagrange(order: int, at: float, values: list[float]) -> float:
    """The polynomial through the values at 0, 1, ... nearest to the place."""
    below = math.floor(at) if order % 2 else math.floor(at + 0.5)
    first = min(max(below - order // 2, 0), len(values) - 1 - order)
    total = 0.0
    for m in range(first, first + order + 1):
        weight = 1.0
        for n in range(first, first + order + 1):
            weight *= 1 if n == m else (at - n) / (m - n)
        total += weight * values[m]
    return total


def test_values_between_points_are_the_same_whatever_runs_the_thorn(tmp_path: Path) -> None:
    path = Path(build_probe(tmp_path))
    assert "interpolate RopeC::u at 6 places" in isthmus("mesh", "show", str(path)).out
    felt = re.compile(r"INFO \(RopeProbe\): (\S+) (\S+) (\S+): 0, -1002, 2.192\n")
    told = re.compile(r"INFO \(RopeProbe\): 0 +(\S+) +(\S+)\n")
    serial = isthmus("mesh", "run", str(path), "--driver", "serial")
    assert serial.status == 0, serial.err
    values = plane(tmp_path, "RopeC")
    said = felt.findall(serial.out), told.findall(serial.out)
    assert len(set(said[0])) == 12
    for driver in DRIVERS[1:]:
        done = isthmus("mesh", "run", str(path), *driver, "--check")
        assert "equal to the serial driver, bit for bit" in done.out, done.err
        assert plane(tmp_path, "RopeC") == values
        assert set(felt.findall(done.out)) == set(said[0])
        assert set(told.findall(done.out)) == set(said[1])
    # The places of the analysis lie on the plane that is put out at the end.
    rows = [values[14 * j : 14 * j + 14] for j in range(12)]
    for x, y, value in zip((-0.77, 0.41), (0.05, -0.6), said[1][-1], strict=True):
        at = [(where + 2) / 4 * (count - 1) for where, count in ((x, 14), (y, 12))]
        of_rows = [lagrange(2, at[0], row) for row in rows]
        assert lagrange(2, at[1], of_rows) == pytest.approx(float(value), abs=1e-12)


def test_places_that_change_from_step_to_step_end_the_job(tmp_path: Path) -> None:
    moving = ("+ shift;", "+ shift + 0.01 * cctkGH->cctk_iteration;")
    path = build_probe(tmp_path, moving)
    done = isthmus("mesh", "run", path, "--driver", "serial")
    assert done.status != 0
    assert "RopeProbe_Feel interpolates u at other places at times" in done.err


def test_a_reduction_of_what_a_routine_has_changed_ends_the_job(tmp_path: Path) -> None:
    late = ("u[at] = scale * u[at];", 'u[at] = scale * u[at] * reduced(cctkGH, "norm1");')
    path = build_tame(tmp_path, late)
    done = isthmus("mesh", "run", path, "--driver", "serial")
    assert done.status != 0
    assert "RopeTame_Tame reduces u, which it has changed" in done.err


@pytest.mark.parametrize("edge", ["still", "open", "faint"])
def test_boundaries_are_those_that_a_parameter_selects(folder: Path, edge: str) -> None:
    path = parameter_file(folder, edge=edge)
    runtime = ("--sites", "2", "--pes", "1", "--latency", "200us", "--depth", "4")
    done = isthmus("mesh", "run", path, *runtime, "--check")
    assert "equal to the serial driver, bit for bit" in done.out
    shown = isthmus("mesh", "show", path).out
    # schedule.ccl says so of open ropes.
    assert ("RopeC_Damp" in shown) == (edge != "open")


def test_a_parameter_may_be_changed_only_where_param_ccl_says_so(folder: Path) -> None:
    told = isthmus("mesh", "thorns", str(folder / "libRopeC.so")).out
    assert re.search(r"speed = 1 \(a number of at least 0; may be changed", told), told
    assert re.search(r"edge = loose \(still, loose, held, open or faint\): What it does", told), (
        told
    )


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("hold_at = 10.0", "'hold_at' of thorn 'RopeC' is 10 (expected (-10:10))"),
        ("hold_at = 11.0", "'hold_at' of thorn 'RopeC' is 11 (expected a number from -10 to 10)"),
        ("edeg = 1", "thorn 'RopeC' has no parameter 'edeg' (expected"),
        (
            "[parameters.RopeStart]\nbulges = 2",
            "'bulges' of thorn 'RopeStart' is 2 (expected [1:9]",
        ),
        (
            "[parameters.RopeStart]\nwidth = 0",
            "'width' of thorn 'RopeStart' is 0 (expected (0:inf]",
        ),
        (
            "[parameters.RopeStart]\nbulges = 5",
            "RopeStart: more than 3 bulges, and the edge is held",
        ),
    ],
)
def test_wrong_parameters_are_told(folder: Path, more: str, said: str) -> None:
    done = isthmus("mesh", "check", parameter_file(folder, edge="held", more=more))
    assert done.status == 2
    (line,) = done.lines
    assert said in line


@pytest.mark.parametrize(
    ("file", "what", "by", "said"),
    [
        (
            "interface.ccl",
            "TYPE=GF TIM",
            "TYPE=ARRAY TIM",
            "interface.ccl:9: array 'displacement' has 0 sizes (expected as many as DIM says)",
        ),
        ("interface.ccl", "inherits: grid", "inherits: sky", "inherits from 'sky', which none of"),
        ("interface.ccl", "BC\n", "BD\n", "requires function 'Boundary_SelectGroupForBD'"),
        ("param.ccl", "KEYWORD edge", "KEYWORT edge", "param.ccl:5: 'KEYWORT' where a parameter"),
        ("param.ccl", '} "loose"', '} "lose"', "param.ccl:5: edge is usually 'lose' (expected"),
        (
            "schedule.ccl",
            "AS Rope_Pull AT",
            "WHILE u AT",
            "schedule.ccl:20: 'RopeC_Pull' is called",
        ),
        ("schedule.ccl", "AS Rope_Swing AT", "OF", "schedule.ccl:15: 'OF' (expected AT, IN, AS,"),
        ("schedule.ccl", "SYNC: displ", "SYNC: dispel", "'dispelacement' is no variable or group"),
        ("schedule.ccl", "RopeC_Pull AS", "RopeC_Bull AS", "routine 'RopeC_Bull' is not in the"),
        (
            "schedule.ccl",
            "!CCTK_EQUALS(edge",
            "!CCTK_EQUALS(egde",
            "schedule.ccl:36: 'egde' was not",
        ),
        ("src/Edge.c", "CCTK_RegisterBanner", "CCTK_RegisterCloth", "src/Edge.c:13: implicit decl"),
        ("src/make.code.defn", "Edge.c", "Edge.cu", "make.code.defn:2: 'Edge.cu' is in a language"),
    ],
)
def test_what_is_wrong_in_a_thorn_is_one_line(
    tmp_path: Path, file: str, what: str, by: str, said: str
) -> None:
    shutil.copytree(THORNS / "RopeC", tmp_path / "RopeC")
    path = tmp_path / "RopeC" / file
    good = path.read_text()
    assert what in good
    path.write_text(good.replace(what, by))
    done = isthmus("mesh", "cctk", "build", str(tmp_path / "RopeC"), "-o", str(tmp_path / "a.so"))
    assert done.status == 2, done.err
    (line,) = done.lines
    assert said in line
    assert not (tmp_path / "a.so").exists()


def test_what_the_text_does_not_show_is_found_when_it_is_done(tmp_path: Path) -> None:
    shutil.copytree(THORNS / "RopeC", tmp_path / "RopeC")
    source = tmp_path / "RopeC" / "src" / "Rope.c"
    hidden = '((CCTK_REAL*)cctkGH->data[CCTK_VarIndex("rope::u")][1])[at] = 7; u[at] *= 0.999;'
    source.write_text(source.read_text().replace("u[at] *= 0.999;", hidden + " (void)u_p[at];"))
    output = tmp_path / "libRopeC.so"
    thorns = [str(tmp_path / "RopeC"), str(THORNS / "RopeStart"), str(THORNS / "RopeSource")]
    done = isthmus("mesh", "cctk", "build", *thorns, "-o", str(output))
    assert done.status == 0, done.err
    done = isthmus("mesh", "run", parameter_file(tmp_path), "--driver", "serial")
    assert done.status != 0
    assert "RopeC_Damp writes u, which is not seen in its text" in done.err


def test_the_page_on_thorns_of_cactus_is_true(tmp_path: Path) -> None:
    blocks = _BLOCK.findall(PAGE.read_text())
    assert [kind for kind, _, _ in blocks] == ["run", "file", "run", "run"]
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
            timeout=180,
            check=False,
        )
        if "libhdf5-dev" in done.stderr:
            pytest.skip("this build has no HDF5")
        assert done.returncode == 0, done.stderr
    assert "equal to the serial driver, bit for bit" in done.stdout
    assert (tmp_path / "u.png").stat().st_size > 10_000
