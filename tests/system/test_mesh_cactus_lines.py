"""A thorn of Cactus by methods of lines: judged by plain loops in C, and on finer levels."""

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
    any(shutil.which(name) is None for name in ("gcc", "g++", "nm")), reason="no gcc, g++ or nm"
)

DRIVERS = (
    ("--driver", "serial"),
    ("--sites", "2", "--pes", "2", "--latency", "200us", "--depth", "3"),
    ("--backend", "sim", "--sites", "2", "--pes", "1", "--latency", "5ms"),
    ("--backend", "processes", "--sites", "2", "--pes", "1", "--depth", "2"),
)
OF_LEVELS = (
    ("--sites", "2", "--pes", "2", "--latency", "200us"),
    ("--backend", "processes", "--sites", "2", "--pes", "1"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the library and the judge."""
    folder = tmp_path_factory.mktemp("lines")
    words = ["mesh", "cctk", "build", str(THORNS / "RopeLines"), "-o", str(folder / "librope.so")]
    done = isthmus(*words)
    assert done.status == 0, done.err
    words = ["gcc", "-O2", "-ffp-contract=off", str(THORNS / "lines_judge.c"), "-o"]
    subprocess.run([*words, str(folder / "judge"), "-lm"], check=True)
    return folder


def parameter_file(folder: Path, method: str, grid: str, time: str, more: str) -> str:
    path = folder / "rope.toml"
    path.write_text(
        f"""library = "{folder}/librope.so"
thorns = ["RopeLines", "MoL"]
[grid]
{grid}
[time]
{time}
courant = 0.25
method = "{method}"
{more}"""
    )
    return str(path)


@pytest.mark.parametrize("method", ["rk2", "rk3", "rk4", "icn"])
def test_a_method_of_lines_gives_the_bits_of_plain_loops(folder: Path, method: str) -> None:
    told = subprocess.run([folder / "judge", method, "9"], capture_output=True, check=True).stdout
    expected = [float(line) for line in told.split()]
    more = f"""
[parameters.RopeLines]
edge = "flat"
middle = [0.25, -0.5, 0.125]
[driver]
blocks_per_pe = 2
[output]
folder = "{folder}/out"
[[output.slice]]
function = "RopeLines::u"
across = "z"
at = 0.0
every = 9
"""
    grid = "points = [14, 12, 11]\ndomain = [[-2, 2], [-2, 2], [-2, 2]]"
    path = parameter_file(folder, method, grid, "steps = 9", more)
    for driver in DRIVERS:
        done = isthmus("mesh", "run", path, *driver)
        assert done.status == 0, done.err
        table = (folder / "out" / "RopeLines_u_z5.csv").read_text()
        rows = [row for row in table.splitlines() if row.startswith("9,")]
        assert [float(row.split(",")[-1]) for row in rows] == expected, driver


LEVELS = """
[boundaries]
y = "periodic"
z = "periodic"
[refinement]
order = 3
[[refinement.box]]
lower = [-0.75, -1, -1]
upper = [0.75, 1, 1]
[[refinement.box]]
level = 2
lower = [-0.25, -1, -1]
upper = [0.375, 1, 1]
[output]
folder = "out"
norms = ["RopeLines::u", "RopeLines::energy"]
norms_every = 2
"""


@pytest.mark.parametrize("method", ["rk2", "rk3", "rk4", "icn"])
def test_finer_levels_are_the_same_bits_whatever_runs_them(folder: Path, method: str) -> None:
    grid = "points = [40, 8, 6]\ndomain = [[-1.25, 1.1875], [-0.25, 0.25], [-0.25, 0.25]]"
    path = parameter_file(folder, method, grid, "steps = 4", LEVELS)
    serial = isthmus("mesh", "run", path, "--driver", "serial")
    assert serial.status == 0, serial.err
    norms = re.findall(r"RopeLines::\w+.* norm .*\n", serial.out)
    assert len(norms) >= 2
    for runtime in OF_LEVELS:
        done = isthmus("mesh", "run", path, *runtime, "--check")
        assert "equal to the serial driver, bit for bit" in done.out, done.err
        assert re.findall(r"RopeLines::\w+.* norm .*\n", done.out) == norms
