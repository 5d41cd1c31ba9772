"""The batch script that `isthmus slurm` writes; tests/system/test_slurm.py has a Slurm run it."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from helpers import write_program

from isthmus.cli import main

OWN = ("--mesh", "64", "it's", 'a "title"', "$HOME", "")


def run_as_slurm_does(script: str, folder: Path) -> tuple[list[str], dict[str, str]]:
    """With stand-ins for Slurm's commands; the words that srun got, and its environment."""
    write_program(folder / "scontrol", "import sys\nprint('n7\\nn8\\nn9')\n")
    write_program(
        folder / "srun",
        "import json, os, sys\nprint(json.dumps([sys.argv[1:], dict(os.environ)]))\n",
    )
    done = subprocess.run(
        ["sh"],
        input=script,
        env={
            "PATH": f"{folder}:{os.environ['PATH']}",
            "SLURM_JOB_ID": "1234567",
            "SLURM_JOB_NODELIST": "n[7-9]",
            "SLURM_JOB_NUM_NODES": "3",
        },
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    words, environment = json.loads(done.stdout)
    return words, environment


def test_every_node_runs_the_same_command(
    build_directory: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert build_directory.is_dir()
    words = ["slurm", "fake", "--nodes", "3", "--cpus", "8", "--time", "90", "--print"]
    assert main([*words, "--", *OWN]) == 0
    script = capsys.readouterr().out
    for line in ("#SBATCH --nodes=3", "#SBATCH --cpus-per-task=8", "#SBATCH --time=90"):
        assert line in script.splitlines()
    started, environment = run_as_slurm_does(script, tmp_path)
    assert started == [
        *("--mpi=none", "--cpus-per-task=8", "--kill-on-bad-exit=1"),
        *("isthmus", "join", "fake-1234567"),
        *("--rendezvous", "n7:24567", "--processes", "3", "--pes", "8", "--wait", "5min"),
        *("--", "fake", "--", *OWN),
    ]
    key = environment["ISTHMUS_JOB_KEY"]
    assert len(bytes.fromhex(key)) == 32
    assert run_as_slurm_does(script, tmp_path)[1]["ISTHMUS_JOB_KEY"] != key


def test_a_program_by_path_is_the_same_from_every_folder(
    build_directory: Path,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(build_directory / "apps")
    assert main(["slurm", "fake/fake", "--print"]) == 0
    started, _ = run_as_slurm_does(capsys.readouterr().out, tmp_path)
    assert started[-2:] == ["--", str(build_directory / "apps" / "fake" / "fake")]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--nodes", "0"), "--nodes: '0' is not a whole number of at least 1"),
        (("--cpus=-1",), "--cpus: '-1' is not a whole number of at least 1"),
        (("--time", "soon;"), "--time soon;"),
    ],
)
def test_what_cannot_be_is_one_line(
    build_directory: Path,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    said: str,
) -> None:
    assert build_directory.is_dir()
    assert main(["slurm", "fake", "--print", *words]) == 2
    answer = capsys.readouterr()
    assert said in answer.err
    assert len(answer.err.splitlines()) == 1
    assert not answer.out
