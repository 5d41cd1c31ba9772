"""`isthmus topology probe`, with a stand-in for the program that measures."""

from pathlib import Path

import pytest
from helpers import write_program
from test_topology import three_sites

from isthmus.cli import main
from isthmus.topology import Topology, draw_text, read_topology
from isthmus.topology_probe import processes_max

Capture = pytest.CaptureFixture[str]

PROGRAM = """\
import json, sys
words = sys.argv[1:]
node = {"name": "n", "speed": 1, "pe_count": 2, "processes": [
    {"id": 0, "first_pe": 0, "pe_count": 1}, {"id": 1, "first_pe": 1, "pe_count": 1}]}
if "--describe" in words:
    print(json.dumps({"version": 1, "probe": ["sites"], "link_classes": [], "between": [],
                      "sites": [{"name": "hidden", "nodes": [node]}]}))
    sys.exit(0)
rank = int(words[words.index("--rank") + 1])
if "links" in words:
    print("isthmus: error: no way", file=sys.stderr)
    sys.exit(1)
if rank == 0:
    print("isthmus: probe: found in 0.10 s: 1 site of 1 node", file=sys.stderr)
    print("[[site]]")
    print("# " + " ".join(words))
"""


@pytest.fixture
def prober(build_directory: Path) -> None:
    write_program(build_directory / "programs" / "isthmus-probe", PROGRAM)


@pytest.mark.usefixtures("prober")
def test_the_file_goes_to_standard_output_and_progress_to_the_other(capfd: Capture) -> None:
    assert main(["topology", "probe", "-n", "2"]) == 0
    out, err = capfd.readouterr()
    heading, site, words = out.splitlines()
    assert heading.startswith("# As found on ")
    assert heading.endswith(": 1 site of 1 node")
    assert site == "[[site]]"
    assert "--backend processes --probe sites,links,speeds --sites 1 --pes 2" in words
    assert err == "isthmus: probe: found in 0.10 s: 1 site of 1 node\n"


@pytest.mark.usefixtures("prober")
def test_the_file_is_written_where_asked(tmp_path: Path, capfd: Capture) -> None:
    grid, found = tmp_path / "grid.toml", tmp_path / "found.toml"
    grid.write_text("[[site]]\n")
    words = ["topology", "probe", "--grid", str(grid), "--probe", "speeds", "-o", str(found)]
    assert main(words) == 0
    assert capfd.readouterr().out == f"written: {found}\n"
    assert f"--probe speeds --grid {grid}" in found.read_text()


@pytest.mark.usefixtures("prober")
def test_a_failed_job_is_an_error_and_no_file(tmp_path: Path, capfd: Capture) -> None:
    found = tmp_path / "found.toml"
    assert main(["topology", "probe", "-n", "2", "--probe", "links", "-o", str(found)]) == 1
    err = capfd.readouterr().err.splitlines()
    assert "isthmus: error: no way" in err
    assert err[-1].startswith("isthmus: the probe's job failed: rank ")
    assert not found.exists()


def test_a_build_without_the_program_is_one_line(build_directory: Path, capfd: Capture) -> None:
    (build_directory / "programs" / "isthmus-probe").unlink()
    assert main(["topology", "probe"]) == 2
    err = capfd.readouterr().err
    assert err.count("\n") == 1
    assert "isthmus-probe: no such program" in err


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["-n", "0"], "-n: '0' is not a whole number"),
        (["--probe", "tea"], "--probe: 'tea' (expected sites, links or speeds)"),
        (["-n", "2", "--grid", __file__], "not allowed with"),
        (["-n", "100000"], "-n: 100000 processes on a machine of "),
        (["-n", "100000"], f"(expected at most {processes_max()})"),
        (["-o", "/no/such/place/grid.toml"], "the directory /no/such/place does not exist"),
    ],
)
@pytest.mark.usefixtures("prober")
def test_wrong_options_are_one_line(words: list[str], part: str, capfd: Capture) -> None:
    assert main(["topology", "probe", *words]) == 2
    err = capfd.readouterr().err
    assert err.count("\n") == 1
    assert part in err


def topology_with(**changes: object) -> Topology:
    value = three_sites()
    value["sites"][0]["nodes"][0] |= changes
    return read_topology(value | {"probe": ["sites", "speeds"]})


def test_the_drawing_says_what_is_found_out_and_speeds_that_differ() -> None:
    lines = draw_text(topology_with(pe_speeds=[0.5] * 15 + [1])).splitlines()
    assert "├─ found out when a job starts: sites, speeds" in lines
    assert "│  ├─ c0: 16 PEs, speed 0.5 to 1" in lines
