"""The cracks are the serial program's, bit for bit, whatever runs the parts and moves them."""

import csv
import json
import os
import shutil
import signal
import xml.etree.ElementTree
from pathlib import Path

import pytest
from support import (
    COMMAND,
    REPOSITORY,
    Done,
    children_of,
    finish,
    isthmus,
    run,
    start,
    wait_until,
)

THREADS = ("--backend", "threads")
PROCESSES = ("--backend", "processes")
SIM = ("--backend", "sim")
SMALL = ("--cells", "10x10x2", "--pull", "0.5", "--steps", "60", "--check")
EQUAL = "equal to the serial program, bit for bit"

# One cell of the box, as Gmsh 2 writes it.
MESH = """\
$MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
8
1 0 0 0
2 1 0 0
3 0 1 0
4 1 1 0
5 0 0 1
6 1 0 1
7 0 1 1
8 1 1 1
$EndNodes
$Elements
6
1 4 2 1 1 1 2 4 8
2 4 2 1 1 1 3 7 8
3 4 2 1 1 1 5 6 8
4 4 2 1 1 1 4 3 8
5 4 2 1 1 1 7 5 8
6 4 2 1 1 1 6 2 8
$EndElements
"""


def fracture(runtime: tuple[str, ...], *words: str) -> Done:
    return isthmus("run", "fracture", *runtime, "--", *words)


def expect_equal(done: Done) -> None:
    assert done.status == 0, done.err + done.out
    assert EQUAL in done.out
    assert "FAILED" not in done.out


@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM])
@pytest.mark.parametrize(
    ("runtime", "words"),
    [
        ("--pes 2", "--parts 1"),
        ("--sites 2 --pes 1 --latency 300us", "--parts 12"),
        ("--sites 2 --pes 2", "--parts 40 --law neo-hookean --scatter 0.2 --seed 7"),
        ("--pes 2", "--parts 5 --whole --notch 0 --every 7"),
        ("--pes 2", "--parts 7 --friction 0.5 --strength 2e5"),
        ("--sites 2 --pes 1 --latency 300us", "--parts 9 --nodes-per-element 10 --strength 2e5"),
        ("--sites 2 --pes 2", "--parts 1000"),
    ],
)
def test_the_solid_is_the_serial_programs(
    backend: tuple[str, ...], runtime: str, words: str
) -> None:
    expect_equal(fracture((*backend, *runtime.split()), *SMALL, *words.split()))


@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM])
@pytest.mark.parametrize("balancer", ["rotate", "grid_comm"])
def test_parts_that_move_change_nothing(backend: tuple[str, ...], balancer: str) -> None:
    runtime = (*backend, "--sites", "2", "--pes", "2", "--balancer", balancer)
    expect_equal(fracture(runtime, *SMALL, "--parts", "16", "--sync-every", "7"))


@pytest.mark.parametrize(
    "balancer",
    [
        *("random", "greedy", "refine", "grid_metis", "grid_hybrid", "scotch_map"),
        *("hierarchical", "diffusion", "work_stealing", "auto"),
    ],
)
def test_whoever_moves_parts_changes_nothing(balancer: str) -> None:
    runtime = (*THREADS, "--sites", "2", "--pes", "2", "--balancer", balancer)
    words = (*SMALL, "--parts", "16", "--sync-every", "9", "--nodes-per-element", "10")
    expect_equal(fracture(runtime, *words, "--strength", "2e5"))


def test_a_killed_job_goes_on_in_another_shape(tmp_path: Path) -> None:
    words = ("--cells", "10x10x2", "--pull", "0.5", "--steps", "4000", "--every", "50", "--check")
    keeping = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path))
    job = start(
        *(COMMAND, "run", "fracture", *PROCESSES, "--sites", "2", "--pes", "1", *keeping),
        *("--", *words, "--parts", "9"),
    )
    wait_until(lambda: any(tmp_path.glob("checkpoint-*/index")), "a checkpoint")
    assert job.poll() is None, "it was over before it lost anybody"
    os.kill(children_of(job.pid)[-1], signal.SIGKILL)
    assert finish(job).status != 0
    again = (*THREADS, "--pes", "3", "--restart", str(tmp_path))
    expect_equal(fracture(again, *words, "--parts", "9"))


def test_energies_and_pictures_are_what_the_run_says(tmp_path: Path) -> None:
    table, series, report = (tmp_path / name for name in ("e.csv", "s.pvd", "r.json"))
    runtime = (*THREADS, "--pes", "2", "--report", str(report))
    files = ("--energies", str(table), "--output", str(series), "--every", "20")
    expect_equal(fracture(runtime, *SMALL, "--parts", "6", *files))
    metrics = json.loads(report.read_text())["metrics"]
    with table.open() as file:
        rows = list(csv.DictReader(file))
    assert [int(row["step"]) for row in rows] == [0, 20, 40, 60]
    assert float(rows[-1]["cracked_m2"]) == pytest.approx(metrics["cracked_m2"], rel=1e-6)
    assert float(rows[-1]["sides"]) == metrics["sides_apart"]
    listed = xml.etree.ElementTree.parse(series).getroot().findall("Collection/DataSet")
    assert [one.get("file") for one in listed] == [f"s-{step:06}.vtu" for step in (0, 20, 40, 60)]
    pieces = [
        xml.etree.ElementTree.parse(tmp_path / f"s-{step:06}.vtu")
        .getroot()
        .find("UnstructuredGrid/Piece")
        for step in (0, 60)
    ]
    points = [int(piece.get("NumberOfPoints", "0")) for piece in pieces if piece is not None]
    assert points[1] > points[0]  # nodes have come apart
    for piece in pieces:
        assert piece is not None
        names = {array.get("Name") for array in piece.iterfind(".//DataArray")}
        assert names >= {"displacement", "velocity", "damage", "part"}


@pytest.mark.parametrize("nodes", ["4", "10"])
def test_pictures_can_be_read_and_drawn_again(tmp_path: Path, nodes: str) -> None:
    series = tmp_path / "s.pvd"
    words = ("--cells", "4x4x1", "--notch", "0", "--steps", "0", "--output", str(series))
    done = fracture((*THREADS, "--pes", "1"), *words, "--nodes-per-element", nodes)
    assert done.status == 0, done.err
    file = str(tmp_path / "s-000000.vtu")
    drawn = isthmus("mesh", file, "--plot", str(tmp_path / "s.png"), "--by", "damage")
    assert drawn.status == 0, drawn.err
    assert "96 tetrahedra" in drawn.out
    mesh = ("--mesh", file, "--notch", "0", "--steps", "20", "--parts", "3", "--check")
    expect_equal(fracture((*THREADS, "--pes", "2"), *mesh))


def test_a_still_solid_charges_elements_and_open_sides(tmp_path: Path) -> None:
    """On one PE a step takes the sum of all; of 1,200 elements, and of what lies in the notch."""

    def step_ms(*words: str) -> float:
        report = tmp_path / "report.json"
        runtime = (*SIM, "--pes", "1", "--costs", "charged", "--report", str(report))
        shape = ("--cells", "10x10x2", "--parts", "6", "--steps", "20", "--every", "10", "--still")
        done = isthmus("run", "fracture", *runtime, "--", *shape, *words)
        assert done.status == 0, done.err
        metrics = json.loads(report.read_text())["metrics"]
        assert metrics["ms_per_step_last"] == pytest.approx(metrics["ms_per_step"], rel=0.1)
        return float(metrics["ms_per_step_last"])

    nothing = step_ms()
    own = step_ms("--charge-own", "--element-time", "10000") - nothing
    assert own == pytest.approx(12.0, rel=0.02)
    assert step_ms("--element-time", "10000") - nothing > 1.1 * own
    assert step_ms("--side-time", "10000") - nothing > 0.1


def test_a_mesh_of_gmsh_is_taken(tmp_path: Path) -> None:
    mesh = tmp_path / "own.msh"
    mesh.write_text(MESH)
    words = ("--mesh", str(mesh), "--notch", "0", "--steps", "30", "--parts", "6", "--check")
    expect_equal(fracture((*THREADS, "--pes", "2"), *words))


@pytest.mark.parametrize("order", ["1", "2"])
@pytest.mark.parametrize("version", ["msh2", "msh41"])
def test_what_gmsh_writes_is_taken_as_text_and_as_bytes(
    tmp_path: Path, version: str, order: str
) -> None:
    gmsh = shutil.which("gmsh")
    if gmsh is None:
        pytest.skip("no gmsh")
    geometry = REPOSITORY / "src" / "fem" / "meshes" / "two_boxes.geo"
    outcomes = []
    for name, words in (("text", ()), ("bytes", ("-bin",))):
        mesh = tmp_path / f"{name}.msh"
        made = run(
            gmsh, "-3", "-order", order, "-format", version, *words, "-o", str(mesh), str(geometry)
        )
        assert made.status == 0, made.err
        options = ("--notch", "0", "--steps", "20", "--parts", "3", "--check")
        done = fracture((*THREADS, "--pes", "2"), "--mesh", str(mesh), *options)
        expect_equal(done)
        outcomes.append([line for line in done.out.splitlines() if "time" not in line])
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("backend", [THREADS, PROCESSES])
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--cells", "4x4"), "--cells: '4x4' (expected XxYxZ, each above 0)"),
        (("--cells", "1x1x1", "--parts", "7"), "--parts: 7 (expected at most 6, one an element)"),
        (("--nodes-per-element", "6"), "--nodes-per-element"),
        (("--friction", "-1"), "--friction: -1 (expected 0 to 10)"),
        (("--poisson", "0.5"), "--poisson: 0.5 (expected 0 to 0.49)"),
        (("--mesh", "own.stl"), "--mesh: own.stl (expected a .msh or .vtu file)"),
        (("--mesh", "/no/such.msh"), "/no/such.msh: cannot read"),
        (("--energies", "/no/such/e.csv"), "--energies"),
        (("--law", "hooke"), "--law"),
        (("--no-such",), "--no-such"),
        (("--size", "1e30x1e30x1e30", "--notch", "0"), "--size: energies at the start"),
    ],
)
def test_wrong_words_get_one_line(
    backend: tuple[str, ...], words: tuple[str, ...], expected: str
) -> None:
    done = fracture((*backend, "--pes", "2"), *words)
    assert done.status == 2, done.err + done.out
    assert len(done.lines) == 1
    assert expected in done.err


def test_a_damaged_mesh_gets_one_line_with_its_place(tmp_path: Path) -> None:
    mesh = tmp_path / "own.msh"
    mesh.write_text(MESH.replace("8 1 1 1", "8 1 1 x"))
    done = fracture((*PROCESSES, "--pes", "2"), "--mesh", str(mesh))
    assert done.status == 2
    assert len(done.lines) == 1
    assert "own.msh:13: 'x' (expected a coordinate, a number)" in done.err
