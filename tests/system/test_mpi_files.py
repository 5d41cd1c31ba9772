"""Files of MPI: programs that check themselves, on few and many PEs, and while ranks move."""

import subprocess
from pathlib import Path

import pytest
from mpi_programs import HOST
from support import BUILD, COMMAND, REPOSITORY

PROGRAMS = REPOSITORY / "tests" / "system" / "programs" / "mpi"
LIMIT_S = 120.0
WAYS = {
    "one PE": [HOST, "--sites", "1", "--pes", "1", "--", "--ranks", "4", "--"],
    "two PEs": [HOST, "--sites", "2", "--pes", "2", "--", "--ranks", "4", "--"],
    "moving": [HOST, "--sites", "2", "--pes", "2", "--", "--ranks", "4", "--move-every", "1", "--"],
    "processes": [
        COMMAND,
        "mpirun",
        "-n",
        "4",
        "--backend",
        "processes",
        "--sites",
        "2",
        "--pes",
        "2",
    ],
}


def run(*words: str | Path, folder: Path) -> tuple[int, str]:
    done = subprocess.run(
        [str(word) for word in words],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
        cwd=folder,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["file_errors", "file_pointers", "file_views"])
def test_files(tmp_path: Path, name: str, way: str) -> None:
    compiler = BUILD / "mpi" / "bin" / "mpicc"
    compiled = run(
        compiler,
        "-O1",
        "-Wall",
        "-Wextra",
        PROGRAMS / f"{name}.c",
        "-o",
        tmp_path / name,
        folder=tmp_path,
    )
    assert compiled == (0, "")
    status, said = run(*WAYS[way], f"./{name}", folder=tmp_path)
    assert (status, "0 wrong" in said) == (0, True), said
