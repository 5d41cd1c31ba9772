"""MPI programs, compiled by the project's compilers, and jobs of their ranks."""

import os
import subprocess
from pathlib import Path

from support import BUILD, COMMAND, LIMIT_S, REPOSITORY, Done, run

# Loads programs as virtual ranks.
HOST = str(BUILD / "src" / "mpi" / "isthmus-mpi")
COMPILERS = BUILD / "mpi" / "bin"
PROGRAMS = REPOSITORY / "tests" / "system" / "programs" / "mpi"
EXAMPLES = REPOSITORY / "examples" / "mpi"
COMPILER_OF = {".c": "mpicc", ".cpp": "mpicxx", ".f90": "mpifort"}

# How a job of virtual ranks may look: the words in front of the program.
SHAPES: dict[str, tuple[str, ...]] = {
    "one PE": ("--pes", "1"),
    "PEs of a process": ("--sites", "2", "--pes", "2"),
    "processes": ("--backend", "processes", "--sites", "2", "--pes", "2", "--processes", "2"),
    "virtual time": (
        *("--backend", "sim", "--sites", "2", "--pes", "2", "--latency", "2ms"),
        *("--costs", "charged", "--verify"),
    ),
}
# Each rank moves to another PE at every call.
STORM = ("--move-every", "1")


def compile_mpi(source: Path, into: Path, *options: str) -> Path:
    program = into / source.stem
    compiler = COMPILERS / COMPILER_OF[source.suffix]
    cache = {**os.environ, "XDG_CACHE_HOME": str(BUILD / "cache")}
    words = [str(compiler), *options, str(source), "-o", str(program), "-lm"]
    done = subprocess.run(
        words, cwd=into, capture_output=True, text=True, timeout=LIMIT_S, check=False, env=cache
    )
    assert done.returncode == 0, done.stderr
    return program


def mpirun(ranks: int, words: tuple[str, ...], program: Path, *arguments: str) -> Done:
    return run(COMMAND, "mpirun", "-n", str(ranks), *words, str(program), *arguments)
