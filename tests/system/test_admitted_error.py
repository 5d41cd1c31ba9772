"""Numbers that arrive with an error: where the program admits it, and the grid file asks for it."""

import json
from pathlib import Path

import pytest
from support import BUILD, TOPOLOGY, isthmus, run

GRID = """
[[site]]
name = "a"
pes = 1

[[site]]
name = "b"
pes = 1

[link.between_sites]
chain = ["compress", "crypt", "delay", "tcp"]
compress.loss = "{loss}"
delay.bandwidth = "500kb/s"
"""
LIBRARY = next(
    (
        line.partition("=")[2].strip()
        for line in (BUILD / "CMakeCache.txt").read_text().splitlines()
        if line.startswith("ZFP_LIBRARY:")
    ),
    "ZFP-NOTFOUND",
)
HAS_ZFP = not LIBRARY.endswith("-NOTFOUND")


def inexact_messages(folder: Path, loss: str, backend: str) -> int:
    grid = folder / "grid.toml"
    grid.write_text(GRID.format(loss=loss))
    report = folder / "report.json"
    done = isthmus(
        *("run", "rough_halos", "--backend", backend, "--grid", str(grid)),
        *("--report", str(report)),
    )
    assert done.status == 0, done.err
    assert "4 of 4 borders came within 1e-06" in done.out
    links = json.loads(report.read_text())["links"]
    return sum(int(link["counters"]["compress_inexact"]) for link in links)


@pytest.mark.skipif(not HAS_ZFP, reason="this build has no zfp")
@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_numbers_come_within_the_error_if_both_program_and_operator_say_so(
    tmp_path: Path, backend: str
) -> None:
    assert inexact_messages(tmp_path, "admitted", backend) > 0
    assert inexact_messages(tmp_path, "never", backend) == 0


@pytest.mark.skipif(not HAS_ZFP, reason="this build has no zfp")
@pytest.mark.parametrize("backend", ["threads", "processes", "sim"])
def test_a_stencil_is_off_by_no_more_than_its_edges_were(tmp_path: Path, backend: str) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(GRID.format(loss="admitted"))
    report = tmp_path / "report.json"
    stencil = ("--mesh", "1024", "--objects", "4", "--steps", "48", "--check", "--no-probe")
    command = ("run", "jacobi2d", "--backend", backend, "--grid", str(grid))
    rough = isthmus(*command, "--report", str(report), "--", *stencil, "--halo-error", "1e-6")
    assert rough.status == 0, rough.err
    assert "of the serial reference, 4.8e-05 allowed" in rough.out
    links = json.loads(report.read_text())["links"]
    assert sum(int(link["counters"]["compress_inexact"]) for link in links) > 0
    exact = isthmus(*command, "--", *stencil)
    assert exact.status == 0, exact.err
    assert "bit for bit" in exact.out


def test_an_error_and_a_tolerance_are_refused_together() -> None:
    done = isthmus("run", "jacobi2d", "--", "--halo-error", "1e-6", "--tolerance", "1e-3")
    assert done.status == 2
    assert "--halo-error with --tolerance" in done.err


def test_a_build_that_has_no_zfp_says_so(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(GRID.format(loss="admitted"))
    done = run(TOPOLOGY, str(grid))
    assert done.status == (0 if HAS_ZFP else 2)
    assert HAS_ZFP or "this build has no zfp" in done.err


def test_a_loss_that_there_is_not_is_refused(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(GRID.format(loss="always"))
    done = run(TOPOLOGY, str(grid))
    assert done.status == 2
    assert "'loss' of device 'compress': unknown word 'always'" in done.err
