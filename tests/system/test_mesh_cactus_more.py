"""Thorns of Cactus with equations, scalars and arrays, and jobs made of its parameter files."""

import csv
import math
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support import REPOSITORY, isthmus

THORNS = REPOSITORY / "tests" / "system" / "cactus"

for _variable in ("CC", "CXX", "FC"):
    os.environ.pop(_variable, None)
pytestmark = pytest.mark.skipif(
    any(shutil.which(name) is None for name in ("gfortran", "gcc", "g++", "nm")),
    reason="no gfortran, gcc, g++ or nm",
)

DIGITS = "-0123456789"
DRIVERS = (
    ("--driver", "serial"),
    ("--sites", "2", "--pes", "2", "--latency", "200us", "--depth", "3"),
    ("--backend", "sim", "--sites", "2", "--pes", "1", "--latency", "5ms"),
    ("--backend", "processes", "--sites", "2", "--pes", "1"),
)


def built(folder: Path, *thorns: str) -> str:
    library = folder / "librope.so"
    folders = [str(THORNS / name) for name in thorns]
    done = isthmus("mesh", "cctk", "build", *folders, "-o", str(library))
    assert done.status == 0, done.err
    return str(library)


def parameter_file(folder: Path, thorns: tuple[str, ...], steps: int, more: str) -> str:
    library = built(folder, *thorns)
    path = folder / "rope.toml"
    listed = ", ".join(f'"{name}"' for name in thorns)
    path.write_text(
        f"""library = "{library}"
thorns = [{listed}]
[grid]
points = [14, 12, 11]
domain = [[-2, 2], [-2, 2], [-2, 2]]
[time]
steps = {steps}
courant = 0.25
{more}
[driver]
blocks_per_pe = 2
[output]
folder = "{folder}/out"
norms = ["RopeC::u"]
[[output.slice]]
function = "RopeC::u"
across = "z"
at = 0.0
every = {max(steps, 1)}
"""
    )
    return str(path)


def plane(folder: Path, step: int) -> list[float]:
    table = (folder / "out" / "RopeC_u_z5.csv").read_text()
    return [float(row.split(",")[-1]) for row in table.splitlines() if row.startswith(f"{step},")]


@pytest.mark.parametrize("beyond", ["far", "held"])
def test_an_equation_is_solved_to_the_bits_of_plain_loops(tmp_path: Path, beyond: str) -> None:
    judge = str(tmp_path / "judge")
    words = ["gcc", "-O2", "-ffp-contract=off", str(THORNS / "charge_judge.c"), "-o", judge, "-lm"]
    subprocess.run(words, check=True)
    told = subprocess.run([judge, beyond], capture_output=True, text=True, check=True).stdout
    expected = [float(line) for line in told.splitlines()]
    assert max(expected) > 0.2
    is_far = "true" if beyond == "far" else "false"
    more = f"[parameters.RopeCharge]\nis_far = {is_far}"
    path = parameter_file(tmp_path, ("RopeC", "RopeCharge"), 4, more)
    for driver in DRIVERS:
        done = isthmus("mesh", "run", path, *driver)
        assert done.status == 0, done.err
        assert plane(tmp_path, 0) == expected, driver
        told = re.findall(r"INFO \(RopeCharge\): (.*)\n", done.out)
        assert [line for line in told if "holds" not in line] == ["begins", "is solved"]
        # No routine is left in the middle: it may hold memory there.
        assert driver != DRIVERS[0] or "INFO (RopeCharge): holds 0 pieces\n" in done.out
    done = isthmus("mesh", "run", path, *DRIVERS[1], "--check")
    assert "equal to the serial driver, bit for bit" in done.out, done.err


@pytest.mark.parametrize("beyond", ["far", "held"])
def test_conjugate_gradients_come_to_the_same_solution(tmp_path: Path, beyond: str) -> None:
    judge = str(tmp_path / "judge")
    words = ["gcc", "-O2", "-ffp-contract=off", str(THORNS / "charge_judge.c"), "-o", judge, "-lm"]
    subprocess.run(words, check=True)
    told = subprocess.run([judge, beyond], capture_output=True, text=True, check=True).stdout
    expected = [float(line) for line in told.splitlines()]
    is_far = "true" if beyond == "far" else "false"
    more = f'[parameters.RopeCharge]\nis_far = {is_far}\nsolver = "petsc"'
    path = parameter_file(tmp_path, ("RopeC", "RopeCharge"), 4, more)
    serial = isthmus("mesh", "run", path, *DRIVERS[0])
    assert "INFO (RopeCharge): is solved\n" in serial.out, serial.err
    solution = plane(tmp_path, 0)
    # Both have left sides whose mean is at most 1e-9.
    assert solution == pytest.approx(expected, abs=1e-8)
    for driver in DRIVERS[1:]:
        done = isthmus("mesh", "run", path, *driver, "--check")
        assert "equal to the serial driver, bit for bit" in done.out, done.err
        assert plane(tmp_path, 0) == solution


@pytest.mark.parametrize("solver", ["sor", "petsc"])
def test_an_equation_may_be_of_complex_numbers(tmp_path: Path, solver: str) -> None:
    """Its load is the real one's in one direction, and half of that in the other."""
    judge = str(tmp_path / "judge")
    words = ["gcc", "-O2", "-ffp-contract=off", str(THORNS / "charge_judge.c"), "-o", judge, "-lm"]
    subprocess.run(words, check=True)
    told = subprocess.run([judge, "held"], capture_output=True, text=True, check=True).stdout
    expected = [float(line) for line in told.splitlines()]
    more = f'[parameters.RopePair]\nsolver = "{solver}"'
    path = Path(parameter_file(tmp_path, ("RopeC", "RopePair"), 1, more))
    path.write_text(
        path.read_text()
        + "".join(
            f'[[output.slice]]\nfunction = "RopePair::pair_{part}"\nacross = "z"\nat = 0.0\n'
            "every = 1\n"
            for part in ("re", "im")
        )
    )
    for driver in DRIVERS:
        done = isthmus("mesh", "run", str(path), *driver)
        assert done.status == 0, done.err
        assert "INFO (RopePair): is solved\n" in done.out
        assert column(tmp_path, "RopePair_pair_re", 0) == pytest.approx(expected, abs=1e-8)
        half = [value / 2 for value in expected]
        assert column(tmp_path, "RopePair_pair_im", 0) == pytest.approx(half, abs=1e-8)
    done = isthmus("mesh", "run", str(path), *DRIVERS[1], "--check")
    assert "equal to the serial driver, bit for bit" in done.out, done.err


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("coefficient", "solves an equation whose coefficient is complex (expected a real one)"),
        ("source", "of real numbers whose source is complex (expected a real one)"),
    ],
)
def test_equations_of_complex_numbers_have_real_coefficients(
    tmp_path: Path, wrong: str, said: str
) -> None:
    more = f'[parameters.RopePair]\nwrong = "{wrong}"'
    path = parameter_file(tmp_path, ("RopeC", "RopePair"), 1, more)
    done = isthmus("mesh", "check", path)
    assert done.status == 2
    assert "RopePair_Begin solves an equation" in done.err
    assert said in done.err


def test_what_cannot_be_solved_is_told_to_the_thorn(tmp_path: Path) -> None:
    few = "[parameters.RopeCharge]\nsweeps = 5"
    path = Path(parameter_file(tmp_path, ("RopeC", "RopeCharge"), 0, few))
    done = isthmus("mesh", "run", str(path), *DRIVERS[1])
    assert "INFO (RopeCharge): is not solved\n" in done.out, done.err
    path.write_text(path.read_text().replace("sweeps = 5", 'solver = "bam"'))
    done = isthmus("mesh", "run", str(path), *DRIVERS[1])
    assert "INFO (RopeCharge): nobody solves it:  -1\n" in done.out, done.err


def test_scalars_and_arrays_are_the_same_everywhere(tmp_path: Path) -> None:
    thorns = ("RopeC", "RopeStart", "RopeCount")
    path = parameter_file(tmp_path, thorns, 10, "")
    serial = isthmus("mesh", "run", path, "--driver", "serial")
    assert serial.status == 0, serial.err
    values = plane(tmp_path, 10)
    pattern = r"INFO \(RopeCount\): (\d+) steps, (\S+) at most, (\S+) before, types 1 1\n"
    told = re.findall(pattern, serial.out)
    assert told[-1][0] == "10"
    assert 0 < float(told[-1][2]) <= float(told[-1][1]) < 1.1
    # Half of the plane has been calmed, by another weight each step.
    assert values[13] != values[0]
    for driver in DRIVERS[1:]:
        done = isthmus("mesh", "run", path, *driver, "--check")
        assert "equal to the serial driver, bit for bit" in done.out, done.err
        assert plane(tmp_path, 10) == values
        assert set(re.findall(pattern, done.out)) == set(told)


@pytest.mark.parametrize("how", ["table", "call"])
def test_a_boundary_may_be_that_of_another_function(tmp_path: Path, how: str) -> None:
    judge = str(tmp_path / "judge")
    words = ["gcc", "-O2", "-ffp-contract=off", str(THORNS / "judge.c"), "-o", judge, "-lm"]
    subprocess.run(words, check=True)
    words = [judge, "loose", "12", "0", "0", "shade"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    expected = [float(line) for line in told.splitlines()]
    more = f'[parameters.RopeShade]\nhow = "{how}"'
    path = Path(parameter_file(tmp_path, ("RopeC", "RopeStart", "RopeShade"), 12, more))
    for driver in DRIVERS:
        done = isthmus("mesh", "run", str(path), *driver)
        assert done.status == 0, done.err
        assert plane(tmp_path, 12) == expected, driver
    path.write_text(path.read_text().replace(more, f'{more}\nwhose = "rope::w"'))
    done = isthmus("mesh", "check", str(path))
    assert done.status == 2
    assert "a boundary is to be that of 'rope::w', which is no variable of these" in done.lines[0]


def twisted(folder: Path, asked: str) -> Path:
    library = built(folder, "RopeLines", "RopeTwist")
    slices = "".join(
        f"""[[output.slice]]
function = "{name}"
across = "z"
at = 0.0
every = 6
"""
        for name in ("RopeLines::u", "RopeTwist::psi_re", "RopeTwist::psi_im", "RopeTwist::density")
    )
    path = folder / "twist.toml"
    path.write_text(
        f"""library = "{library}"
thorns = ["RopeLines", "RopeTwist"]
[grid]
points = [14, 12, 11]
domain = [[-2, 2], [-2, 2], [-2, 2]]
[time]
steps = 6
courant = 0.25
method = "rk3"
[boundaries]
x_lower = "reflected"
[parameters.RopeTwist]
asked = "{asked}"
[driver]
blocks_per_pe = 2
[output]
folder = "{folder}/out"
every = 6
functions = ["RopeTwist::psi_re", "RopeTwist::psi_im"]
{slices}"""
    )
    return path


def column(folder: Path, name: str, step: int) -> list[float]:
    table = (folder / "out" / f"{name}_z5.csv").read_text()
    return [float(row.split(",")[-1]) for row in table.splitlines() if row.startswith(f"{step},")]


def test_grid_functions_may_be_complex(tmp_path: Path) -> None:
    """Their parts are the real rope and twice of it, to the bit, in C, C++ and Fortran."""
    path = str(twisted(tmp_path, "sum"))
    told = set()
    for driver in DRIVERS:
        done = isthmus("mesh", "run", path, *driver)
        assert done.status == 0, done.err
        for step in (0, 6):
            plain = column(tmp_path, "RopeLines_u", step)
            assert max(plain) > 0.1
            assert column(tmp_path, "RopeTwist_psi_re", step) == plain, driver
            assert column(tmp_path, "RopeTwist_psi_im", step) == [2 * u for u in plain], driver
            expected = [20 * u * u for u in plain]
            density = column(tmp_path, "RopeTwist_density", step)
            assert density == pytest.approx(expected, rel=1e-14), driver
        told.add(tuple(re.findall(r"INFO \(RopeTwist\): (.*)\n", done.out)))
    assert len(told) == 1
    for line in told.pop():
        words = line.split()
        if words[0] == "feels":
            plain_value, real, imaginary = map(float, words[1:4])
            assert (real, imaginary) == (plain_value, 2 * plain_value)
            assert abs(plain_value) > 1e-6
            assert words[4:] == ["-1002", "-1002", "1.5", "0.5"]
            continue
        real, imaginary, norm, mean, most = (float(word) for word in words[1:] if word[0] in DIGITS)
        assert imaginary == 2 * real
        assert 0 < mean < norm < most
    done = isthmus("mesh", "run", path, *DRIVERS[1], "--check")
    assert "equal to the serial driver, bit for bit" in done.out, done.err


def test_norms_of_complex_numbers_are_those_of_absolute_values(tmp_path: Path) -> None:
    """Of a twisted rope they are the square root of 5 times those of the plain one."""
    path = twisted(tmp_path, "sum")
    path.write_text(
        path.read_text().replace(
            "every = 6\nfunctions",
            'norms = ["RopeLines::u", "RopeTwist::psi"]\nnorms_every = 6\nevery = 6\nfunctions',
        )
    )
    done = isthmus("mesh", "run", str(path), *DRIVERS[1])
    assert done.status == 0, done.err
    rows = csv.DictReader((tmp_path / "out" / "norms.csv").read_text().splitlines())
    told = re.findall(r"norm (\S+) mean (\S+) most (\S+)\n", done.out)
    # The end of the job is analysed once more.
    assert told.pop() == told[-1]
    for row, said in zip(rows, told, strict=True):
        assert "RopeTwist::psi least" not in row
        for what, value in zip(("norm_2", "norm_1", "norm_max"), map(float, said), strict=True):
            assert float(row[f"RopeTwist::psi {what}"]) == value
            plain = float(row[f"RopeLines::u {what}"])
            assert value == pytest.approx(math.sqrt(5) * plain, rel=1e-14)


def test_complex_numbers_have_no_maximum(tmp_path: Path) -> None:
    done = isthmus("mesh", "check", str(twisted(tmp_path, "maximum")))
    assert done.status == 2
    assert (
        "RopeTwist_Tell asks for the maximum of psi, which is complex and has no order (expected"
        in done.err
    )


def chord(
    weight: list[float],
    waves: list[int],
    phase: complex,
    turns: list[complex],
    silent: list[bool],
    high: bool,
) -> tuple[float, float]:
    """What RopeTune makes of its parameters: by how much u grows with x, and what it is at 0."""
    total = 0.0
    for tone in range(3):
        if tone < 2 and silent[tone]:
            continue
        count = waves[tone] * (2 if tone == 0 and high else 1)
        turn = abs(turns[tone]) ** 2 if tone < 2 else 1
        total += weight[tone] * turn * count
    more = (phase * turns[1]).real + turns[0].imag + weight[2] + waves[1] + silent[0]
    return total * phase.real, more + (100 if high else 0)


def test_parameters_may_be_arrays_and_complex(tmp_path: Path) -> None:
    path = Path(parameter_file(tmp_path, ("RopeC", "RopeTune"), 0, "[parameters.RopeTune]\n#\n"))
    plain = path.read_text()
    told = isthmus("mesh", "thorns", str(tmp_path / "librope.so")).out
    assert "parameter  weight[2] = 1 (a number from 0 to 5; may be changed" in told, told
    some = """weight = [0.5, 2, 4.0]
waves = [1, 2, 3]
phase = [2, 0.75]
turns = [[0, 2], [1, -1]]
mood = ["high", "low"]
"is_silent[1]" = true
names = ["do", "re"]
"""
    for lines, said, expected in (
        ("", "la and la", chord([1, 1, 1], [1, 1, 1], 0.5 - 0.25j, [1, 1], [False] * 2, False)),
        (
            some,
            "do and re",
            chord([0.5, 2, 4], [1, 2, 3], 2 + 0.75j, [2j, 1 - 1j], [False, True], True),
        ),
    ):
        path.write_text(plain.replace("#\n", lines))
        for driver in DRIVERS:
            done = isthmus("mesh", "run", str(path), *driver)
            assert done.status == 0, done.err
            assert f"INFO (RopeTune): sings {said}\n" in done.out
            row = plane(tmp_path, 0)[:14]
            slope, middle = (row[13] - row[0]) / 4, (row[13] + row[0]) / 2
            assert (slope, middle) == pytest.approx(expected, rel=1e-14), driver


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a job of a thorn whose parameters have more than one value."""
    folder = tmp_path_factory.mktemp("tuned")
    parameter_file(folder, ("RopeC", "RopeTune"), 0, "[parameters.RopeTune]\n#\n")
    return folder


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("weight = [1, 2]", "'weight' of thorn 'RopeTune' has 2 values (expected 3)"),
        ("weight = 2", "'weight' of thorn 'RopeTune' is 2 (expected an array of 3 values)"),
        ("weight = [1, 6, 1]", "'weight[1]' of thorn 'RopeTune' is 6 (expected a number from 0"),
        (
            '"weight[3]" = 1',
            "'weight[3]' of thorn 'RopeTune' is beyond the array (expected weight[",
        ),
        ("phase = [1, 2, 3]", "'phase' of thorn 'RopeTune' has 3 values (expected 2)"),
        ("turns = [1, 2]", "'turns[0]' of thorn 'RopeTune' is 1 (expected an array of 2 values)"),
        ('mood = ["hihg", "low"]', "is 'hihg' (expected high or low; did you mean 'high'?)"),
        ('names = ["a", "7"]', "'names[1]' of thorn 'RopeTune' is '7' (expected a text like"),
        ("wieght = [1, 2, 3]", "has no parameter 'wieght' (expected weight, waves, phase, turns"),
    ],
)
def test_what_is_wrong_in_an_array_is_one_line(tuned: Path, line: str, said: str) -> None:
    path = tuned / "wrong.toml"
    path.write_text((tuned / "rope.toml").read_text().replace("#\n", line + "\n"))
    done = isthmus("mesh", "check", str(path))
    assert done.status == 2
    assert said in done.lines[0], done.err


def test_a_parameter_file_of_cactus_becomes_a_job(tmp_path: Path) -> None:
    path = tmp_path / "rope.toml"
    words = ["mesh", "from-par", str(THORNS / "rope.par"), "--thorns", str(THORNS)]
    done = isthmus(*words, "-o", str(path))
    assert done.status == 0, done.err
    assert "cartgrid3d: [grid] and [boundaries]\n" in done.out
    assert "not taken over: ioascii::out1D_style\n" in done.out
    assert done.out.endswith(f"written: {path}, of RopeC, RopeStart, RopeSource, and "
                             f"{tmp_path / 'rope.so'}\n")  # fmt: skip
    made = path.read_text()
    for line in (
        "points = [12, 12, 12]",
        "origin = [0.15, 0.15, 0.15]",
        "courant = 0.25",
        'edge = "faint"',
        "is_damped = true",
        "width = 0.7",
        'greeting = "leans with"',
        'x_lower = { kind = "reflected", half_beyond = true }',
        'norms = ["RopeC::u"]',
        "norms_every = 4",
        'domain = "octant"',
    ):
        assert f"\n{line}\n" in made
    assert isthmus("mesh", "check", str(path)).status == 0
    runtime = ("--sites", "2", "--pes", "2", "--latency", "200us", "--check")
    path.write_text(made.replace('folder = "rope"', f'folder = "{tmp_path}/out"'))
    done = isthmus("mesh", "run", str(path), *runtime)
    assert "equal to the serial driver, bit for bit" in done.out, done.err
    assert (tmp_path / "out" / "RopeC_u_z0.csv").exists()


@pytest.mark.parametrize(
    ("what", "by", "said"),
    [
        (
            "ropestart ",
            "ropestart ropes ",
            ":3: there is no thorn 'ropes' (expected it in a folder",
        ),
        ("ropestart::width", "ropestart::widht", ":17: RopeStart has no parameter 'widht'"),
        ('"faint"', '"feint"', ":15: rope::edge is 'feint' (expected still or loose"),
        ("yes", "perhaps", ":16: ropec::is_damped is 'perhaps' (expected yes or no)"),
        ('"octant"', '"bitant_rotate"', ":12: grid::domain is 'bitant_rotate' (expected full, o"),
        ('"BySpacing"', '"coordbase"', ":11: grid::type is 'coordbase' (expected box, byrange or"),
        ("= 14", "= 2", ":10: driver::global_nsize is '2' (expected points that are no boundary)"),
        ("time::dtfac = 0.25", "time::dtfac 0.25", ":8: 'time::dtfac 0.25' (expected a line such"),
    ],
)
def test_what_cannot_be_said_of_a_parameter_file_is_one_line(
    tmp_path: Path, what: str, by: str, said: str
) -> None:
    path = tmp_path / "rope.par"
    good = (THORNS / "rope.par").read_text()
    assert what in good
    path.write_text(good.replace(what, by))
    made = tmp_path / "rope.toml"
    words = ["mesh", "from-par", str(path), "--thorns", str(THORNS), "-o", str(made)]
    done = isthmus(*words)
    assert done.status == 2, done.err
    (line,) = done.lines
    assert f"{path}{said}" in line
    assert not made.exists()


def test_what_is_written_is_a_parameter_file(tmp_path: Path) -> None:
    words = ["mesh", "from-par", str(THORNS / "rope.par"), "--thorns", str(THORNS)]
    done = isthmus(*words, "-o", str(tmp_path / "rope.so"))
    assert done.status == 2
    assert done.lines == [f"isthmus: {tmp_path}/rope.so: what -o names (expected FILE.toml)"]
