"""A grid file is checked whole before anything runs, by the tool and by every program alike."""

import json
import subprocess
from pathlib import Path

import pytest
from support import JACOBI2D, TOPOLOGY, isthmus, run

GOOD = """\
[[site]]
name = "near"
pes = 2

[[site]]
name = "far"

[link.between_sites]
delay.latency = "8ms"
"""

BROKEN = [
    ("[[site]]\npess = 2\n", 2, "unknown key 'pess'"),
    ("[[site]]\npes = 0\n", 2, "0"),
    ("[[site]]\npes = -3\n", 2, "-3"),
    ("[[site]]\npes = 'two'\n", 2, "pes"),
    ("[[site]\n", 1, ""),
    ('[[site]]\nname = "a"\n[[site]]\nname = "a"\n', 3, "'a'"),
    (GOOD + 'delay.latency = "9ms"\n', 10, ""),
    (GOOD + 'delay.jitter = "soon"\n', 10, "soon"),
    (GOOD + 'delay.colour = "red"\n', 10, "colour"),
    (GOOD + 'chain = ["delay"]\n', 10, "delay"),
    (GOOD + 'chain = ["delay", "pigeon"]\n', 10, "pigeon"),
    (GOOD + '[class.ocean]\nchain = ["warp", "tcp"]\n', 11, "warp"),
    (GOOD + "[link.same_site]\ntcp.speed = 9\n", 11, "speed"),
    (GOOD + '[link.same_node]\nchain = ["tcp", "delay"]\n', 11, "tcp"),
    (GOOD + '[[between]]\nsites = ["near", "mars"]\n', 10, "mars"),
    (GOOD + '[[between]]\nsites = ["near", "far"]\nclass = "ocean"\n', 10, "ocean"),
]


@pytest.mark.parametrize(("text", "line", "what"), BROKEN)
def test_a_broken_file_is_one_line_with_its_place(
    tmp_path: Path, text: str, line: int, what: str
) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(text)
    app = ("--", "--mesh", "8", "--objects", "2", "--steps", "1", "--no-probe")
    ways = [
        run(TOPOLOGY, str(grid)),
        isthmus("topology", "check", str(grid)),
        run(JACOBI2D, "--grid", str(grid), *app),
        isthmus("run", "jacobi2d", "--grid", str(grid), *app),
        isthmus("run", "jacobi2d", "--backend", "processes", "--grid", str(grid), *app),
    ]
    for done in ways:
        assert done.status == 2, (done, text)
        assert len(done.lines) == 1, done.err
        assert f"{grid}:{line}:" in done.err  # the parser tells the column, too
        assert what in done.err
        assert done.out == ""


def test_the_tool_prints_what_the_formats_page_says(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(GOOD)
    done = run(TOPOLOGY, str(grid))
    assert done.status == 0, done.err
    value = json.loads(done.out)
    assert value["version"] == 1
    assert [site["name"] for site in value["sites"]] == ["near", "far"]
    assert value["pe_count"] == 3
    (between,) = [c for c in value["link_classes"] if c["name"] == "between_sites"]
    assert between["latency_ns"] == 8_000_000
    assert done.lines == value["warnings"]


def test_what_is_probably_not_meant_is_a_warning_and_no_error(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text("[[site]]\npes = 100000\n")
    tool, command = run(TOPOLOGY, str(grid)), isthmus("topology", "check", str(grid))
    assert tool.status == command.status == 0
    assert tool.lines
    assert tool.lines == command.lines


def test_the_check_draws_sites_nodes_and_links(tmp_path: Path) -> None:
    grid, plot = tmp_path / "grid.toml", tmp_path / "grid.png"
    grid.write_text(GOOD)
    done = isthmus("topology", "check", str(grid), "--plot", str(plot))
    assert done.status == 0, done.err
    assert "grid: 2 sites, 3 PEs" in done.out
    assert "near ↔ far: 8 ms  (crypt | delay | tcp)" in done.out
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_a_full_disk_under_standard_output_is_an_error(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(GOOD)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [TOPOLOGY, str(grid)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=20,
            check=False,
        )
    assert done.returncode == 1
    assert "standard output: cannot write: No space left on device" in done.stderr
