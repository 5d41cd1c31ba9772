"""MPI programs of experiments: compiled with the build's compilers, and run as virtual ranks."""

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from isthmus.errors import IsthmusError
from isthmus.experiment.settings import RanksRun, RunRanks
from isthmus.mpi_compilers import compilers_folder
from isthmus.mpirun import host_of_ranks
from isthmus.report import read_report

RUN_S = 1800.0  # one takes seconds, and more on a machine that is busy


def compile_program(source: Path, folder: Path) -> Path:
    """Raises IsthmusError with the compiler's words."""
    program = folder / source.stem
    words = [str(compilers_folder() / "mpicc"), "-O2", str(source), "-o", str(program), "-lm"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise IsthmusError(f"{source} does not compile: {done.stderr.strip()}")
    return program


def ranks_runner() -> RunRanks:
    """What it returns raises IsthmusError, with the job's last words."""

    def run(program: Path, ranks: int, runtime: Sequence[str], own: Sequence[str]) -> RanksRun:
        with tempfile.TemporaryDirectory(prefix="isthmus-") as folder:
            report = Path(folder) / "report.json"
            command = [str(host_of_ranks()), "--quiet", "--report", str(report), *runtime]
            command += ["--", "--ranks", str(ranks), "--", str(program), *own]
            try:
                done = subprocess.run(
                    command, capture_output=True, text=True, timeout=RUN_S, check=False
                )
            except subprocess.TimeoutExpired:
                raise IsthmusError(f"{program.name} took longer than {RUN_S:g} s") from None
            if done.returncode != 0:
                said = [line for line in done.stderr.splitlines() if line.strip()][-1:]
                why = f" ({said[0]})" if said else ""
                raise IsthmusError(f"{program.name} ended with status {done.returncode}{why}")
            return RanksRun(done.stdout, read_report(report))

    return run
