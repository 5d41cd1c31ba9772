"""Our simulator beside a peer's: what both predict, how fast both are, and the verdict."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from isthmus.experiment.compare import Verdict, share_text, signed_text
from isthmus.experiment.peer import Grid, Measured
from isthmus.report import number_text

AGREEMENT = 0.05
BUSY_MAX = 0.01
"""A link that transmits for a smaller share of a step than this has no contention worth naming."""
ROUNDING_MS = 0.02
"""Of two clocks, and of one burst that queues on the links inside a site."""


@dataclass(frozen=True)
class Prediction:
    """The time per step of one grid."""

    grid: Grid
    ours_ms: float
    theirs_ms: float

    def difference(self) -> float:
        """Relative, signed."""
        return self.ours_ms / self.theirs_ms - 1

    def busy_share(self) -> float:
        """Of a step, in which a link between sites transmits; 1 where it never rests."""
        return self.grid.link_busy_ms() / self.theirs_ms

    def is_contended(self) -> bool:
        return self.busy_share() >= BUSY_MAX

    def is_explained(self) -> bool:
        """Sharing and queueing move the same bytes in the same time, so that what they can differ
        by is at most the time for which the link is busy in a step."""
        return abs(self.ours_ms - self.theirs_ms) <= self.grid.link_busy_ms() + ROUNDING_MS

    def fields(self) -> dict[str, Any]:
        return {
            **grid_fields(self.grid),
            "ours_ms": self.ours_ms,
            "simgrid_ms": self.theirs_ms,
            "difference": self.difference(),
            "link_busy_ms": self.grid.link_busy_ms(),
            "contended": self.is_contended(),
        }


@dataclass(frozen=True)
class Speed:
    """One run of so many steps on both."""

    grid: Grid
    steps: int
    ours: Measured
    theirs: Measured

    def messages_per_s(self) -> tuple[float, float]:
        """Of the program, by wall-clock time from start to end: ours, theirs."""
        count = self.grid.messages(self.steps)
        return count / self.ours.wall_s, count / self.theirs.wall_s

    def ratio(self) -> float:
        """Above 1 where ours is faster."""
        return self.theirs.wall_s / self.ours.wall_s

    def fields(self) -> dict[str, Any]:
        ours_per_s, theirs_per_s = self.messages_per_s()
        return {
            **grid_fields(self.grid),
            "steps": self.steps,
            "messages": self.grid.messages(self.steps),
            "ours": {**measured_fields(self.ours), "messages_per_s": ours_per_s},
            "simgrid": {**measured_fields(self.theirs), "messages_per_s": theirs_per_s},
            "ratio": self.ratio(),
        }


def grid_fields(grid: Grid) -> dict[str, Any]:
    return {
        "sites": grid.sites,
        "pes": grid.pes,
        "objects_per_pe": grid.objects_per_pe,
        "mesh": grid.objects_a_side * grid.edge,
        "cell_ns": grid.cell_ns,
        "latency_ms": grid.latency_ms,
        "bandwidth_bytes_per_s": grid.bandwidth,
    }


def measured_fields(measured: Measured) -> dict[str, Any]:
    return {"wall_s": measured.wall_s, "peak_bytes": measured.peak_bytes}


def judge(predictions: Sequence[Prediction], speeds: Sequence[Speed]) -> list[Verdict]:
    """Agreement without contention, what contention explains, and speed: the last is told and has
    no goal."""
    return [_agreement(predictions), _contention(predictions), _speed(speeds)]


def _agreement(predictions: Sequence[Prediction]) -> Verdict:
    free = [abs(one.difference()) for one in predictions if not one.is_contended()]
    if not free:
        return Verdict(False, "agreement NOT met: no case without contention")
    met = max(free) <= AGREEMENT
    return Verdict(
        met,
        f"agreement {'met' if met else 'NOT met'}: {len(free)} cases without contention (links "
        f"between sites busy below {share_text(BUSY_MAX)}) differ by {share_text(max(free))} at "
        f"most, of at most {share_text(AGREEMENT)}",
    )


def _contention(predictions: Sequence[Prediction]) -> Verdict:
    contended = [one for one in predictions if one.is_contended()]
    if not contended:
        return Verdict(True, "contention: no case")
    strangers = [one for one in contended if not one.is_explained()]
    worst = max(contended, key=lambda one: abs(one.difference()))
    text = (
        f"{len(contended)} contended cases differ by {signed_text(worst.difference())} at most "
        f"({worst.grid.text()}); {len(contended) - len(strangers)} of them by no more than the "
        "link is busy in a step"
    )
    return Verdict(not strangers, f"contention {'NOT ' if strangers else ''}explained: {text}")


def _speed(speeds: Sequence[Speed]) -> Verdict:
    by_ratio = sorted(speeds, key=Speed.ratio)
    low, high = by_ratio[0], by_ratio[-1]
    mean = math.exp(sum(math.log(one.ratio()) for one in speeds) / len(speeds))
    return Verdict(
        low.ratio() >= 1,
        f"speed: {mean:.1f} times SimGrid's (geometric mean), from {number_text(low.ratio())} "
        f"({_size_text(low)}) to {number_text(high.ratio())} ({_size_text(high)})",
    )


def _size_text(speed: Speed) -> str:
    return f"{speed.grid.pes:,} PEs, {speed.grid.objects_text()}"


def prediction_table(predictions: Sequence[Prediction]) -> tuple[list[str], list[list[str]]]:
    headings = ["objects per PE", "latency ms", "ours ms", "SimGrid ms", "difference", "link busy"]
    return headings, [
        [
            str(one.grid.objects_per_pe),
            f"{one.grid.latency_ms:g}",
            f"{one.ours_ms:.3f}",
            f"{one.theirs_ms:.3f}",
            signed_text(one.difference()),
            share_text(one.busy_share()),
        ]
        for one in predictions
    ]


def speed_table(speeds: Sequence[Speed]) -> tuple[list[str], list[list[str]]]:
    headings = [
        *("PEs", "objects per PE", "messages", "ours s", "SimGrid s"),
        *("ours msg/s", "SimGrid msg/s", "ratio", "ours MiB", "SimGrid MiB"),
    ]
    rows = []
    for one in speeds:
        ours_per_s, theirs_per_s = one.messages_per_s()
        rows.append(
            [
                *(f"{one.grid.pes:,}", str(one.grid.objects_per_pe)),
                f"{one.grid.messages(one.steps):,}",
                *(f"{one.ours.wall_s:.2f}", f"{one.theirs.wall_s:.2f}"),
                *(f"{ours_per_s:,.0f}", f"{theirs_per_s:,.0f}"),
                number_text(one.ratio()),
                *(f"{run.peak_bytes / 2**20:,.0f}" for run in (one.ours, one.theirs)),
            ]
        )
    return headings, rows
