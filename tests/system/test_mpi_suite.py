"""Faults that MPICH's own tests have found, each as a program that is small: on one PE, on two,
in virtual time, and while the ranks move at every second call.

The suite itself is tools/mpi_suite.py's.
"""

import shutil
from pathlib import Path

import pytest
from support import BUILD, run

PROGRAMS = Path(__file__).parent / "programs" / "mpi_suite"
MODES = {
    "one-pe": ("--pes", "1", "--"),
    "pes": ("--pes", "2", "--"),
    "virtual": ("--backend", "sim", "--quiet", "--sites", "2", "--pes", "2", "--"),
    "storm": ("--pes", "2", "--", "--move-every", "2"),
}
RANKS = {"attributes": 1, "errors": 1, "groups": 5, "statuses": 2}
OF_FORTRAN = {"attributes", "statuses"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("programs")
    for name in RANKS:
        is_fortran = name in OF_FORTRAN
        if is_fortran and shutil.which("gfortran") is None:
            continue
        done = run(
            str(BUILD / "mpi" / "bin" / ("mpifort" if is_fortran else "mpicc")),
            "-w" if is_fortran else "-Wall",
            "-Werror",
            str(PROGRAMS / (name + (".f90" if is_fortran else ".c"))),
            "-o",
            str(made / name),
        )
        assert (done.status, done.err) == (0, "")
    return made


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", RANKS)
def test_programs(folder: Path, name: str, mode: str) -> None:
    if not (folder / name).exists():
        pytest.skip("no gfortran here")
    done = run(
        str(BUILD / "src" / "mpi" / "isthmus-mpi"),
        *MODES[mode],
        "--ranks",
        str(RANKS[name]),
        "--",
        str(folder / name),
    )
    said = [
        line
        for line in done.out.splitlines()
        if not line.startswith(("simulated ", "trace hash: "))
    ]
    assert (done.status, said, done.err) == (0, ["well"], "")
