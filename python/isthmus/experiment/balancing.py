"""What Koenig 2007 publishes of load balancing in numbers: tables 7.1 to 7.3 and 8.1 to 8.4."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isthmus.errors import BadInputError
from isthmus.experiment.catalogue import experiments_directory

NAMES = {  # of the published rows, by the strategy of ours that was run for them
    "none": "no balancer",
    "greedy": "GreedyLB",
    "grid_comm": "GridCommLB",
    "grid_metis": "GridMetisLB",
    "grid_hybrid": "GridHybridLB",
}
DIFFERENCES = {
    "grid_comm": "passes over PEs above their site's level, and leaves a site as it is that would "
    "be worse",
    "grid_metis": "gives METIS the shares of PEs, which it keeps to by recursive bisection within "
    "0.1 %, and places objects first that are heavy for a PE",
    "grid_hybrid": "weighs objects by their CPU time in the cut between sites too, evens sites "
    "out, and refines PEs at last",
}
"""What our strategies do otherwise than those that they are written after, by `NAMES`."""


def label_of(name: str) -> str:
    """What the curve or the row of one of ours is called."""
    if name in DIFFERENCES:
        return f"{name} (ours)"
    return NAMES.get(name, name)


def differences_text() -> str:
    """For below tables."""
    return "Ours are not the published strategies:\n" + "".join(
        f"  {name} is written after {NAMES[name]}, but {difference}.\n"
        for name, difference in DIFFERENCES.items()
    )


@dataclass(frozen=True)
class StepTime:
    """A row of 8.1 to 8.4: ms per step."""

    pes: int
    balancer: str
    artificial_ms: float
    teragrid_ms: float


@dataclass(frozen=True)
class ProgramTable:
    """One of 8.1 to 8.4."""

    id: str
    program: str
    teragrid: str
    latency_ms: float
    rows: Sequence[StepTime]


@dataclass(frozen=True)
class Cost:
    """A row of 7.1 to 7.3."""

    pes: int
    objects: int
    strategy_s: float
    step_s: float


@dataclass(frozen=True)
class CostTable:
    """One of 7.1 to 7.3."""

    id: str
    balancer: str
    rows: Sequence[Cost]


@dataclass(frozen=True)
class PublishedBalancing:
    programs: Sequence[ProgramTable]
    costs: Sequence[CostTable]

    def of_program(self, program: str) -> list[ProgramTable]:
        return [table for table in self.programs if table.program == program]


def read_published(path: Path | None = None) -> PublishedBalancing:
    """Raises BadInputError where the file is missing or not as it should be."""
    source = path or experiments_directory() / "data" / "koenig2007_balancing.toml"
    try:
        whole = tomllib.loads(source.read_text(encoding="utf-8"))
        return PublishedBalancing(
            [_program_table(entry) for entry in whole["table"]],
            [_cost_table(entry) for entry in whole["cost"]],
        )
    except OSError as problem:
        raise BadInputError(f"{source}: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as problem:
        raise BadInputError(f"{source}: {problem!r}") from None


def _program_table(entry: Mapping[str, Any]) -> ProgramTable:
    rows = [
        StepTime(int(pes), str(balancer), float(artificial), float(teragrid))
        for pes, balancer, artificial, teragrid in entry["rows"]
    ]
    return ProgramTable(
        str(entry["id"]),
        str(entry["program"]),
        str(entry["teragrid"]),
        float(entry["latency_ms"]),
        rows,
    )


def _cost_table(entry: Mapping[str, Any]) -> CostTable:
    rows = [
        Cost(int(pes), int(objects), float(strategy), float(step))
        for pes, objects, strategy, step in entry["rows"]
    ]
    return CostTable(str(entry["id"]), str(entry["balancer"]), rows)
