"""Nodes as managers of clusters name them."""

import tomllib
from pathlib import Path

import pytest

from isthmus import hosts
from isthmus.cli import main
from isthmus.errors import BadInputError

MANAGERS = ("SLURM_JOB_NODELIST", "SLURM_TASKS_PER_NODE", "PBS_NODEFILE", "LSB_DJOB_HOSTFILE")


@pytest.fixture(autouse=True)
def no_manager(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in (*MANAGERS, "LSB_HOSTS"):
        monkeypatch.delenv(variable, raising=False)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("n0", ["n0"]),
        ("n[08-10]", ["n08", "n09", "n10"]),
        ("a[0-1,7],login,b3", ["a0", "a1", "a7", "login", "b3"]),
        ("r[1-2]n[0-1]-ib", ["r1n0-ib", "r1n1-ib", "r2n0-ib", "r2n1-ib"]),
    ],
)
def test_slurm_names_are_written_out(text: str, names: list[str]) -> None:
    assert hosts.slurm_names(text) == names


@pytest.mark.parametrize("text", ["n[3-1]", "n[a]", "n[0-3", "", "n]"])
def test_a_wrong_list_of_slurm_is_named(text: str) -> None:
    with pytest.raises(BadInputError, match="SLURM_JOB_NODELIST"):
        hosts.slurm_names(text)


def test_slurm_counts_tasks() -> None:
    given = {"SLURM_JOB_NODELIST": "n[0-3]", "SLURM_TASKS_PER_NODE": "2(x3),1"}
    assert hosts.allocated(given) == {"n0": 2, "n1": 2, "n2": 2, "n3": 1}
    with pytest.raises(BadInputError, match=r"3 hosts \(expected 4"):
        hosts.allocated(given | {"SLURM_TASKS_PER_NODE": "2(x3)"})


@pytest.mark.parametrize("variable", ["PBS_NODEFILE", "LSB_DJOB_HOSTFILE"])
def test_lines_of_pbs_and_lsf_are_processes(variable: str, tmp_path: Path) -> None:
    file = tmp_path / "nodes"
    file.write_text("c1\nc1\nc0\n")
    assert hosts.allocated({variable: str(file)}) == {"c1": 2, "c0": 1}


def test_lsf_without_a_file_names_words() -> None:
    assert hosts.allocated({"LSB_HOSTS": "h1 h1 h2"}) == {"h1": 2, "h2": 1}


def test_a_wrong_line_has_its_number(tmp_path: Path) -> None:
    file = tmp_path / "nodes"
    file.write_text('c0 4\n\nc1 "quoted"\n')
    with pytest.raises(BadInputError, match=r"nodes:3: .*expected HOST"):
        hosts.counts_of_file(file)


def test_the_command_writes_a_grid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hosts"]) == 2
    assert "no manager has given this job nodes" in capsys.readouterr().err
    monkeypatch.setenv("LSB_HOSTS", "h1 h1 h2")
    assert main(["hosts", "--site", "urbana"]) == 0
    (site,) = tomllib.loads(capsys.readouterr().out)["site"]
    assert site["name"] == "urbana"
    assert [(node["address"], node["pes"]) for node in site["node"]] == [("h1", 2), ("h2", 1)]
    file = tmp_path / "nodes"
    file.write_text("c0 8\n")
    assert main(["hosts", "--file", str(file), "--processes", "2"]) == 0
    assert "pes = 8\nprocesses = 2\n" in capsys.readouterr().out
