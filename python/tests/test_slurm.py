"""The batch script that `isthmus slurm` writes; tests/system/test_slurm.py has a Slurm run it."""

import subprocess
from pathlib import Path

import pytest

from isthmus.cli import main


def test_the_script_starts_the_same_words_on_every_node(
    build_directory: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["slurm", "fake", "--nodes", "3", "--cpus", "8", "--time", "90", "--print"]
    assert main([*words, "--", "--mesh", "64"]) == 0
    script = capsys.readouterr().out
    for line in ("#SBATCH --nodes=3", "#SBATCH --cpus-per-task=8", "#SBATCH --time=90"):
        assert line in script.splitlines()
    assert '--rank "$SLURM_PROCID" -- --mesh 64' in script
    assert str(build_directory / "apps" / "fake" / "fake") in script
    file = tmp_path / "job.sh"
    file.write_text(script)
    assert subprocess.run(["sh", "-n", str(file)], check=False).returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--nodes", "0"), "--nodes 0: too few"),
        (("--cpus", "-1"), "--cpus -1: too few"),
        (("--time", "soon;"), "--time soon;"),
        (("--", "it's"), "without quotes"),
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
    assert not answer.out
