"""What the user asked of an experiment."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isthmus.build import commit
from isthmus.errors import IsthmusError
from isthmus.report import Report


@dataclass(frozen=True)
class SimulationFigures:
    """What a run in virtual time says of itself."""

    processor_s: float
    events: int
    events_pending: float  # on average


@dataclass(frozen=True)
class RanksRun:
    """What a job of MPI ranks printed, and its report."""

    out: str
    report: Report


RunProgram = Callable[[Sequence[str], Sequence[str]], float]
"""Runs a program with its runtime options and its own, and returns the ms per step."""
RunSimulation = Callable[[Sequence[str], Sequence[str]], SimulationFigures]
"""The same of a run in virtual time."""
RunApplication = Callable[[str, Sequence[str], Sequence[str]], Report]
"""Runs the application of a name, or at a path, with runtime options and its own."""
RunRanks = Callable[[Path, int, Sequence[str], Sequence[str]], RanksRun]
"""Runs an MPI program: it, how many ranks, runtime options, the program's own words."""
CompileRanks = Callable[[Path, Path], Path]
"""Compiles a source into a folder, and returns the MPI program."""


def _no_application(_name: str, _runtime: Sequence[str], _own: Sequence[str]) -> Report:
    raise IsthmusError("nobody has handed in a way to run applications")


def _no_simulation(_runtime: Sequence[str], _own: Sequence[str]) -> SimulationFigures:
    raise IsthmusError("nobody has handed in a way to run simulations")


def _no_ranks(
    _program: Path, _ranks: int, _runtime: Sequence[str], _own: Sequence[str]
) -> RanksRun:
    raise IsthmusError("nobody has handed in a way to run MPI programs")


def _no_compiler(_source: Path, _folder: Path) -> Path:
    raise IsthmusError("nobody has handed in a compiler of MPI programs")


@dataclass(frozen=True)
class Settings:
    """`quick`: within a minute, at the price of precision. `json`: where the numbers go as well.
    `task_bench`: where Task Bench is built.
    `run_program` and `run_simulation`, which run Jacobi2D, `run_application`, and those of MPI
    programs, `run_ranks` and `compile_ranks`, are handed in, so that an experiment can be tested
    without a build."""

    run_program: RunProgram
    out: Path
    quick: bool = False
    json: Path | None = None
    run_simulation: RunSimulation = _no_simulation
    run_application: RunApplication = _no_application
    task_bench: Path | None = None
    run_ranks: RunRanks = _no_ranks
    compile_ranks: CompileRanks = _no_compiler

    def write_json(self, name: str, result: Mapping[str, Any]) -> None:
        """Nothing where no file was asked for. Raises IsthmusError where it cannot be written."""
        if self.json is None:
            return
        whole = {"experiment": name, "quick": self.quick, "commit": commit(), **result}
        try:
            self.json.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
        except OSError as problem:
            raise IsthmusError(f"cannot write {self.json}: {problem.strerror}") from None
