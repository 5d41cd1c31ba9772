"""How the constants of a machine model are found: by least squares over published times of runs in
which the latency between the sites is 0."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from isthmus.errors import IsthmusError
from isthmus.experiment.machine_model import MachineModel, cell_name
from isthmus.experiment.stencil import Point

STEP_MAX = 0.5  # a constant changes by no more than a factor of e to this in one iteration
STEP_MIN = 0.002  # below which the constants are found
PROBE = 0.05  # by which share a constant is changed to see what it does


@dataclass(frozen=True)
class Sample:
    """A published time (ms) of a run at latency 0."""

    point: Point
    time_ms: float
    source: str


@dataclass(frozen=True)
class Calibration:
    """The model, and what it gives for each sample (ms)."""

    model: MachineModel
    samples: Sequence[Sample]
    ours_ms: Sequence[float]

    def errors(self) -> list[float]:
        """Relative, signed, by sample."""
        pairs = zip(self.ours_ms, self.samples, strict=True)
        return [ours / sample.time_ms - 1 for ours, sample in pairs]

    def fields(self) -> dict[str, Any]:
        return {
            **self.model.fields(),
            "samples": [
                {"source": sample.source, "published_ms": sample.time_ms, "ours_ms": ours}
                for sample, ours in zip(self.samples, self.ours_ms, strict=True)
            ],
        }


Times = Callable[[Sequence[tuple[Point, MachineModel]]], list[float]]


def calibrate(
    samples: Sequence[Sample], start: MachineModel, times_ms: Times, iterations: int = 3
) -> Calibration:
    """Gauss and Newton's method on the logarithms of constants and times, so that errors are
    relative and no constant turns negative. Returns the best of all that it has seen. Raises
    IsthmusError where a sample has a latency."""
    for sample in samples:
        if sample.point.latency_ms != 0:
            raise IsthmusError(f"{sample.source}: a calibration sees latency 0 alone")
    names = _constants_of(samples, start)
    now = best = _try(samples, start, times_ms)
    for _ in range(iterations):
        slopes = _derivatives(now, names, times_ms)
        errors = np.log1p(now.errors())
        step = np.clip(np.linalg.lstsq(slopes, -errors, rcond=None)[0], -STEP_MAX, STEP_MAX)
        values = now.model.parameters()
        values |= {name: values[name] * math.exp(by) for name, by in zip(names, step, strict=True)}
        now = _try(samples, now.model.with_parameters(values), times_ms)
        if _squares(now) < _squares(best):
            best = now
        if np.max(np.abs(step)) < STEP_MIN:
            break
    return best


def _try(samples: Sequence[Sample], model: MachineModel, times_ms: Times) -> Calibration:
    return Calibration(model, samples, times_ms([(sample.point, model) for sample in samples]))


def _squares(calibration: Calibration) -> float:
    return sum(error * error for error in calibration.errors())


def _constants_of(samples: Sequence[Sample], start: MachineModel) -> list[str]:
    """Those that the samples can tell: no cell cost of a mesh that none of them has."""
    meshes = {sample.point.mesh for sample in samples}
    cells = [cell_name(mesh) for mesh in start.cell_ns if mesh in meshes]
    return [*cells, "message_us", "off_pe_us"]


def _derivatives(
    at: Calibration, names: Sequence[str], times_ms: Times
) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Of the logarithm of each time by the logarithm of each constant."""
    values = at.model.parameters()
    jobs = []
    for name in names:
        changed = at.model.with_parameters({**values, name: values[name] * (1 + PROBE)})
        jobs += [(sample.point, changed) for sample in at.samples]
    times = np.array(times_ms(jobs)).reshape(len(names), len(at.samples))
    slopes: np.ndarray[Any, np.dtype[np.float64]] = np.log(times / np.array(at.ours_ms))
    return slopes.T / math.log(1 + PROBE)
