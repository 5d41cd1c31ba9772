"""The mesh is valid whatever made it, and the serial program's where timing has no say."""

import json
import os
import re
import signal
import time
import xml.etree.ElementTree
from pathlib import Path

import pytest
from support import (
    BUILD,
    COMMAND,
    REPOSITORY,
    Done,
    children_of,
    finish,
    isthmus,
    run,
    start,
)

DATA = REPOSITORY / "apps" / "meshgen" / "data"
SERIAL = str(BUILD / "apps" / "meshgen" / "meshgen_serial")
THREADS = ("--backend", "threads")
PROCESSES = ("--backend", "processes")
SIM = ("--backend", "sim")
CHECKS = 8

# Outlines that are not convex, a hole that touches nothing, a corner of four degrees, a segment
# that ends inside, and one that begins in the middle of another.
OWN = """\
14 2 0 0   # counted from 0
0 0 0
1 9 0
2 9 6
3 5 5.5
4 5 8
5 0 8
6 2 2
7 4 2
8 3 3.5
9 9 0.63
10 1 5
11 3 6
12 0 4
13 1.5 4
13 0
0 0 1
1 1 9
2 9 2
3 2 3
4 3 4
5 4 5
6 5 0
7 0 9
8 6 7
9 7 8
10 8 6
11 10 11
12 12 13
1
0 3 2.5
"""


def meshgen(runtime: tuple[str, ...], *words: str) -> Done:
    return isthmus("run", "meshgen", *runtime, "--", *words)


def number_of(index: Path) -> int:
    return int(index.parent.name.rpartition("-")[2])


def expect_valid(done: Done) -> None:
    assert done.status == 0, done.err + done.out
    assert done.out.count(" ok: ") == CHECKS
    assert "FAILED" not in done.out
    assert done.err == ""


def triangles(done: Done) -> int:
    found = re.search(r"(\d+) triangles", done.out)
    assert found is not None, done.out
    return int(found.group(1))


@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM])
@pytest.mark.parametrize(
    ("domain", "runtime", "words"),
    [
        ("square", "--pes 2", "--subdomains 16 --triangles 8000"),
        (
            "plate",
            "--sites 2 --pes 2 --latency 1ms",
            "--subdomains 64 --triangles 4000 --iterations 4 --spread 7 --aggregate 1",
        ),
        ("pipe", "--sites 2 --pes 1", "--balancer none --subdomains 512 --triangles 20000"),
        (
            "pipe",
            "--pes 3",
            "--balancer diffusion --subdomains 64 --triangles 4000 --iterations 3 --fraction 0.5",
        ),
        (
            "key",
            "--sites 2 --pes 2 --latency 2ms",
            "--subdomains 64 --triangles 8000 --angle 25 --iterations 2 --seed 9",
        ),
        (
            "plate",
            "--sites 2 --pes 2 --latency 1ms",
            "--subdomains 64 --triangles 8000 --iterations 6 --fraction 0.5 --derefine 0.5",
        ),
        (
            "key",
            "--pes 3",
            "--balancer diffusion --subdomains 24 --triangles 9000 --iterations 4 --fraction 1 "
            "--derefine 1 --slice 20 --seed 3",
        ),
    ],
)
def test_the_mesh_is_valid(backend: tuple[str, ...], domain: str, runtime: str, words: str) -> None:
    own = ("--domain", str(DATA / f"{domain}.poly"), *words.split(), "--check")
    expect_valid(meshgen((*backend, *runtime.split()), *own))


@pytest.mark.parametrize("policy", ["lazy_forwarding", "path_compression", "home_based"])
def test_the_mesh_is_valid_under_other_location_policies(policy: str) -> None:
    runtime = (*PROCESSES, "--sites", "2", "--processes", "2", "--pes", "2")
    words = ("--domain", str(DATA / "key.poly"), "--subdomains", "100", "--spread", "10")
    done = meshgen((*runtime, "--location-policy", policy), *words, "--iterations", "4", "--check")
    expect_valid(done)


@pytest.mark.parametrize("backend", [THREADS, PROCESSES])
def test_the_mesh_is_valid_when_a_killed_job_goes_on(
    backend: tuple[str, ...], tmp_path: Path
) -> None:
    """SIGKILL of one process after the other; then another shape, from an early checkpoint."""
    program = (
        *("--domain", str(DATA / "key.poly"), "--subdomains", "48", "--triangles", "4000"),
        *("--spread", "7", "--iterations", "400", "--fraction", "0.05", "--shrink", "0.97"),
        "--check",
    )
    keeping = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path), "--keep", "1000")
    job = start(
        *(COMMAND, "run", "meshgen", *backend, "--sites", "2", "--pes", "2", *keeping),
        *("--restarts", "9", "--", *program),
    )
    killed = 0
    seen = 0
    while job.poll() is None and killed < 3:
        newest = max((number_of(path) for path in tmp_path.glob("*/index")), default=0)
        pids = children_of(job.pid)
        if newest >= seen + 20 and pids:
            seen = newest
            os.kill(pids[killed % len(pids)], signal.SIGKILL)
            killed += 1
        time.sleep(0.02)
    done = finish(job)
    assert killed == 3, done.err
    assert done.status == 0, done.err + done.out
    assert done.out.count(" ok: ") == CHECKS
    assert done.err.count("the job goes on from checkpoint") == 3
    again = meshgen(
        ("--backend", "sim", "--sites", "3", "--pes", "1", "--restart", str(tmp_path)), *program
    )
    assert again.status == 0, again.err + again.out
    assert again.out.count(" ok: ") == CHECKS


def test_a_job_that_cannot_do_without_a_rank_says_so_when_it_has_lost_one() -> None:
    program = ("--domain", str(DATA / "key.poly"), "--iterations", "4000", "--subdomains", "48")
    keeping = ("--checkpoint", "always", "--checkpoint-dir", "none", "--on-loss", "go-on")
    job = start(
        *(COMMAND, "run", "meshgen", *PROCESSES, "--sites", "2", "--pes", "1", *keeping),
        *("--", *program, "--fraction", "0.01", "--shrink", "0.999"),
    )
    time.sleep(2)
    os.kill(children_of(job.pid)[-1], signal.SIGKILL)
    done = finish(job)
    assert done.status == 1, done.err
    assert "does not go on without some of the 2 PEs" in done.err


@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM])
def test_a_domain_with_everything_in_it(backend: tuple[str, ...], tmp_path: Path) -> None:
    domain = tmp_path / "own.poly"
    domain.write_text(OWN)
    words = ("--domain", str(domain), "--subdomains", "40", "--triangles", "5000", "--check")
    done = meshgen((*backend, "--sites", "2", "--pes", "2"), *words)
    expect_valid(done)
    allowed = re.search(r"(\d+) triangles below it across acute corners", done.out)
    assert allowed is not None and int(allowed.group(1)) > 0, done.out


@pytest.mark.parametrize("backend", [THREADS, PROCESSES, SIM])
def test_one_subdomain_is_the_serial_programs_mesh(
    backend: tuple[str, ...], tmp_path: Path
) -> None:
    numbers = ["--subdomains", "1", "--iterations", "4", "--fraction", "1", "--triangles", "3000"]
    # Some iterations make it coarser, and some finer.
    numbers += ["--derefine", "0.6", "--seed", "3"]
    words = ("--domain", str(DATA / "plate.poly"), *numbers, "--output")
    ours, serial = tmp_path / "ours.vtu", tmp_path / "serial.vtu"
    assert meshgen((*backend, "--pes", "1"), *words, str(ours)).status == 0
    assert run(SERIAL, *words, str(serial)).status == 0
    assert ours.read_bytes() == serial.read_bytes()


@pytest.mark.parametrize("backend", [THREADS, PROCESSES])
def test_many_subdomains_have_about_as_many_triangles_as_the_serial_mesh(
    backend: tuple[str, ...],
) -> None:
    words = ("--domain", str(DATA / "pipe.poly"), "--triangles", "30000", "--spread", "5")
    ours = meshgen((*backend, "--sites", "2", "--pes", "2"), *words)
    serial = run(SERIAL, *words)
    assert triangles(ours) == pytest.approx(triangles(serial), rel=0.03)


@pytest.mark.parametrize("backend", [THREADS, PROCESSES])
def test_subdomains_become_coarser_as_in_the_serial_mesh(
    backend: tuple[str, ...], tmp_path: Path
) -> None:
    """Each is made coarser twice, with its neighbours' leave on what they share."""
    words = ("--domain", str(DATA / "pipe.poly"), "--triangles", "30000", "--subdomains", "48")
    coarser = ("--iterations", "2", "--fraction", "1", "--derefine", "1", "--check")
    report = tmp_path / "report.json"
    ours = meshgen((*backend, "--pes", "2", "--report", str(report)), *words, *coarser)
    expect_valid(ours)
    assert triangles(ours) == pytest.approx(triangles(run(SERIAL, *words, *coarser)), rel=0.05)
    first = triangles(run(SERIAL, *words))
    assert triangles(ours) < first / 2
    assert json.loads(report.read_text())["metrics"]["points_taken_out"] > first / 4
    assert re.search(r"taken out   \d+ points inside, \d+ of segments, [1-9]\d* with", ours.out)
    assert "0 subdomains refined, 48 made coarser" in ours.out


def test_each_message_to_a_subdomain_is_counted_once(tmp_path: Path) -> None:
    subdomains, iterations = 32, 2
    domain = ("--domain", str(DATA / "pipe.poly"), "--subdomains", str(subdomains))
    numbers = ("--iterations", str(iterations), "--fraction", "1", "--triangles", "5000")

    def counted(*words: str) -> dict[str, float]:
        report = tmp_path / "report.json"
        runtime = (*THREADS, "--pes", "2", "--report", str(report))
        assert meshgen(runtime, *domain, *numbers, "--balancer", "none", *words).status == 0
        metrics: dict[str, float] = json.loads(report.read_text())["metrics"]
        return metrics

    whole = counted()
    # Each meets its neighbours, is refined at first and in each iteration, and sums up.
    told = subdomains * (1 + 1 + iterations + 1)
    assert whole["object_messages"] == told + whole["split_messages"]
    assert whole["messages_to_itself"] == 0
    sliced = counted("--slice", "5")
    assert sliced["messages_to_itself"] > subdomains
    to_go_on = sliced["messages_to_itself"]
    assert sliced["object_messages"] == told + sliced["split_messages"] + to_go_on


def test_virtual_time_gives_the_same_mesh_again(tmp_path: Path) -> None:
    numbers = [
        "--subdomains",
        "50",
        "--triangles",
        "4000",
        "--iterations",
        "3",
        "--point-time",
        "5000",
    ]
    words = ("--domain", str(DATA / "key.poly"), *numbers, "--output")
    files = [tmp_path / "one.vtu", tmp_path / "other.vtu"]
    for file in files:
        # Measured costs differ from run to run.
        done = isthmus(
            *("simulate", "meshgen", "--costs", "charged", "--sites", "2", "--pes", "3"),
            *("--latency", "3ms", "--", *words, str(file)),
        )
        assert done.status == 0, done.err
    assert files[0].read_bytes() == files[1].read_bytes()


def test_the_output_is_xml_of_the_triangles_that_are_told_of(tmp_path: Path) -> None:
    path = tmp_path / "mesh.vtu"
    words = ("--domain", str(DATA / "square.poly"), "--subdomains", "9", "--triangles", "500")
    done = meshgen((*THREADS, "--pes", "2"), *words, "--output", str(path))
    assert done.status == 0, done.err
    root = xml.etree.ElementTree.parse(path).getroot()
    piece = root.find("UnstructuredGrid/Piece")
    assert piece is not None
    assert piece.get("NumberOfCells") == str(triangles(done))
    names = [array.get("Name") for array in piece.iterfind("CellData/DataArray")]
    assert names == ["subdomain", "pe"]


@pytest.mark.parametrize("backend", [THREADS, PROCESSES])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 2 0 0\n1 0 0\n2 1 0\n3 x 1\n", "own.poly:4: 'x' (expected x, a number"),
        ("4 2 0 0\n1 0 0\n2 1 0\n3 1 1\n4 0 1\n3 0\n1 1 3\n2 3 2\n3 2 4\n0\n", "own.poly:9: "),
        ("3 2 0 0\n1 0 0\n2 1 0\n3 0 1\n3 0\n1 1 2\n2 2 3\n3 3 1\n1\n1 5 5\n", "own.poly:10: "),
    ],
)
def test_a_bad_domain_gets_one_line_with_its_place(
    backend: tuple[str, ...], text: str, expected: str, tmp_path: Path
) -> None:
    domain = tmp_path / "own.poly"
    domain.write_text(text)
    done = meshgen((*backend, "--sites", "2", "--pes", "1"), "--domain", str(domain))
    assert done.status == 2, done.err + done.out
    assert len(done.lines) == 1
    assert expected in done.err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), "--domain: no domain"),
        (("--domain", "x.poly", "--angle", "50"), "--angle: 50 (expected 0 to 30)"),
        (("--domain", "x.poly", "--subdomains", "0"), "--subdomains: 0"),
        (("--domain", "x.poly", "--balancer", "magic"), "magic"),
        (("--domain", "x.poly", "--derefine", "2"), "--derefine: 2 (expected 0 to 1)"),
        (("--domain", "x.poly", "--no-such"), "--no-such"),
    ],
)
def test_a_wrong_option_gets_one_line(words: tuple[str, ...], expected: str) -> None:
    done = meshgen((*THREADS, "--pes", "2"), *words)
    assert done.status == 2
    assert len(done.lines) == 1
    assert expected in done.err
