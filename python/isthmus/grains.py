"""How long entry methods ran and what PEs waited for, by entry method: from a timeline
(docs/guide/timelines.md), in what Projections calls a time profile."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from isthmus.errors import BadInputError

# Bins of a histogram end at 1 us, 10 us, ...; the last has no end.
BIN_ENDS_US = (1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6)
BIN_NAMES = ("<1us", "<10us", "<100us", "<1ms", "<10ms", "<100ms", "<1s", ">=1s")

RESUMED = " (resumed)"


@dataclass
class Histogram:
    count: int = 0
    sum_us: float = 0.0
    longest_us: float = 0.0
    bins: list[int] = field(default_factory=lambda: [0] * len(BIN_NAMES))

    def add(self, us: float) -> None:
        self.count += 1
        self.sum_us += us
        self.longest_us = max(self.longest_us, us)
        self.bins[sum(us >= end for end in BIN_ENDS_US)] += 1

    @property
    def mean_us(self) -> float:
        return self.sum_us / self.count if self.count else 0.0


@dataclass
class Grains:
    """Of all PEs of a run."""

    entries: dict[str, Histogram] = field(default_factory=dict)  # how long they ran
    waits_there: dict[str, Histogram] = field(default_factory=dict)  # for them, from other sites
    waits_here: dict[str, Histogram] = field(default_factory=dict)  # likewise, from the same one


def read_grains(path: Path) -> Grains:
    """Raises BadInputError where the file is no timeline."""
    grains = Grains()
    site_of_group: dict[int, str] = {}
    try:
        for event in _events(path):
            if event.get("ph") == "M" and event["name"] == "process_name":
                site_of_group[event["pid"]] = str(event["args"]["name"]).removeprefix("site ")
            elif event.get("ph") == "X":
                _add(grains, event, site_of_group.get(event["pid"], ""))
    except OSError as problem:
        raise BadInputError(f"{path}: {problem.strerror}") from None
    except (KeyError, TypeError, AttributeError, ValueError):
        raise BadInputError(f"{path}: no timeline (expected what --timeline has written)") from None
    return grains


def _events(path: Path) -> Iterator[dict[str, Any]]:
    """One a line, so that the file need not fit into memory."""
    with path.open("rb") as stream:
        if b'"traceEvents":[' not in stream.readline(1 << 20):
            raise ValueError
        for line in stream:
            if line.startswith(b"{"):
                yield json.loads(line.rstrip(b",\n"))


def _add(grains: Grains, event: dict[str, Any], site: str) -> None:
    if event["cat"] == "entry":
        name = str(event["name"]).removesuffix(RESUMED)
        grains.entries.setdefault(name, Histogram()).add(float(event["dur"]))
    elif event["cat"] == "idle" and "from_site" in event["args"]:
        of = grains.waits_here if event["args"]["from_site"] == site else grains.waits_there
        name = str(event["args"]["waited_for"]).removesuffix(RESUMED)
        of.setdefault(name, Histogram()).add(float(event["dur"]))
