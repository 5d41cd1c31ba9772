"""The parallel field is the serial one, bit for bit, whatever carries it."""

import json
import random
from pathlib import Path

import pytest
from support import Done, isthmus, read_npy, write_npy

THREADS = ("--backend", "threads")
PROCESSES = ("--backend", "processes")

GRID = """\
[[site]]
name = "campus"
  [[site.node]]
  name = "old"
  pes = 2
  speed = 0.5
  [[site.node]]
  name = "new"
  pes = 2
  processes = 2
  speed = 2.0

[[site]]
name = "cloud"
pes = 1
speed = 1.5

[[site]]
name = "lab"
pes = 2

[link.between_sites]
chain = ["profile", "delay", "tcp"]
delay.latency = "1ms"
delay.jitter = "300us"

[class.ocean]
delay.latency = "3ms"
delay.bandwidth = "200Mb/s"

[[between]]
sites = ["campus", "lab"]
class = "ocean"

[[between]]
sites = ["lab", "cloud"]
class = "ocean"
directed = true
"""


def jacobi2d(runtime: tuple[str, ...], *words: str) -> Done:
    return isthmus("run", "jacobi2d", *runtime, "--", "--no-probe", *words)


def expect_equal(done: Done) -> None:
    assert done.status == 0, done.err + done.out
    assert "equal to the serial reference, bit for bit" in done.out
    assert done.err == ""


def test_no_steps_take_no_time(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = isthmus("run", "jacobi2d", "--report", str(report), "--", "--steps", "0", "--check")
    expect_equal(done)
    assert "steps     0" in done.out
    for word in ("time", "memory", "inf", "nan"):
        assert word not in done.out
    assert json.loads(report.read_text())["metrics"] == {"residual": 0, "steps": 0}


def test_virtual_time_is_not_compared_with_this_machines_memory() -> None:
    words = ("--", "--mesh", "64", "--steps", "5")
    assert "  memory    " in isthmus("run", "jacobi2d", *words).out
    done = isthmus("run", "jacobi2d", "--backend", "sim", "--sites", "2", "--pes", "2", *words)
    assert "  time      " in done.out
    assert "  memory    " not in done.out


@pytest.mark.parametrize("backend", [THREADS, PROCESSES])
@pytest.mark.parametrize(
    ("runtime", "mesh", "objects", "mapping"),
    [
        ("--pes 1", "64", "4", "block"),
        ("--pes 3", "37x53", "5x7", "naive"),
        ("--sites 2 --pes 1 --latency 2ms", "100x64", "8", "block"),
        ("--sites 2 --pes 2", "37x53", "3x8", "round_robin"),
        ("--sites 2 --pes 2 --latency 1ms --jitter 2ms", "41x40", "6x5", "block"),
        ("--sites 3 --pes 1 --latency 500us --jitter 1ms", "65x127", "7x9", "naive"),
        ("--sites 3 --pes 2 --latency 1ms --bandwidth 50Mb/s", "33x90", "6", "block"),
        ("--sites 2 --pes 1 --tune branching=1", "1x97", "1x13", "round_robin"),
        ("--sites 2 --pes 2", "9x9", "9", "naive"),
        ("--sites 2 --pes 2", "16x16", "1", "block"),
    ],
)
def test_the_field_equals_the_serial_one(
    backend: tuple[str, ...], runtime: str, mesh: str, objects: str, mapping: str
) -> None:
    words = ["--mesh", mesh, "--objects", objects, "--mapping", mapping, "--steps", "25"]
    expect_equal(jacobi2d((*backend, *runtime.split()), *words, "--check"))


def test_several_processes_a_site_agree_with_the_serial_program() -> None:
    runtime = (*PROCESSES, "--sites", "2", "--processes", "2", "--pes", "3", "--latency", "1ms")
    expect_equal(jacobi2d(runtime, "--mesh", "60x70", "--objects", "5x6", "--check"))


@pytest.mark.parametrize("backend", [THREADS, PROCESSES])
def test_a_tolerance_ends_both_programs_at_the_same_step(backend: tuple[str, ...]) -> None:
    runtime = (*backend, "--sites", "2", "--pes", "1", "--latency", "100us")
    words = ("--mesh", "30x20", "--objects", "4x3", "--steps", "4000", "--tolerance", "1e-4")
    done = jacobi2d(runtime, *words, "--residual-every", "7", "--check")
    expect_equal(done)
    steps = int(done.out.split("steps")[1].split(",")[0])
    assert 7 <= steps < 4000
    assert steps % 7 == 0


@pytest.mark.parametrize("backend", [THREADS, PROCESSES])
def test_a_grid_of_three_unequal_sites_gives_the_same_field(
    backend: tuple[str, ...], tmp_path: Path
) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(GRID)
    words = ("--mesh", "90x77", "--objects", "9x7", "--steps", "30", "--check")
    done = jacobi2d((*backend, "--grid", str(grid)), *words)
    expect_equal(done)
    assert "on 7 PEs at 3 sites" in done.out


def relaxed(rows: int, columns: int, field: list[float], steps: int) -> list[float]:
    width = columns + 2
    for _ in range(steps):
        after = list(field)
        for i in range(1, rows + 1):
            for j in range(1, columns + 1):
                at = i * width + j
                sides = field[at - width] + field[at + width] + field[at - 1] + field[at + 1]
                after[at] = 0.25 * sides
        field = after
    return field


@pytest.mark.parametrize("backend", [THREADS, PROCESSES])
def test_a_boundary_file_goes_in_and_a_result_file_comes_out(
    backend: tuple[str, ...], tmp_path: Path
) -> None:
    rows, columns, steps = 11, 17, 23
    numbers = random.Random(7)
    begin = [numbers.uniform(-1, 1) for _ in range((rows + 2) * (columns + 2))]
    boundary, output = tmp_path / "boundary.npy", tmp_path / "result.npy"
    write_npy(boundary, rows + 2, columns + 2, begin)
    runtime = (*backend, "--sites", "2", "--pes", "2", "--latency", "200us")
    words = ("--mesh", f"{rows}x{columns}", "--objects", "3x5", "--steps", str(steps))
    files = ("--warmup", "0", "--boundary", str(boundary), "--output", str(output))
    expect_equal(jacobi2d(runtime, *words, *files, "--check"))
    shape, values = read_npy(output)
    assert shape == (rows + 2, columns + 2)
    assert values == relaxed(rows, columns, begin, steps)


@pytest.mark.parametrize("backend", [THREADS, PROCESSES])
def test_the_report_holds_the_metrics_and_what_the_links_carried(
    backend: tuple[str, ...], tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    runtime = (*backend, "--sites", "2", "--pes", "1", "--latency", "1ms", "--report", str(report))
    done = jacobi2d(runtime, "--mesh", "64", "--objects", "4", "--steps", "20")
    assert done.status == 0, done.err
    value = json.loads(report.read_text())
    assert value["metrics"]["steps"] == 20
    assert value["metrics"]["ms_per_step"] > 0
    sent = [link["counters"]["frames_sent"] for link in value["links"]]
    assert sum(sent) >= 20
