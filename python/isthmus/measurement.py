"""One measured run of an application: the unit of which sweeps and studies are made."""

import hashlib
import json
import tempfile
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from isthmus.build import Application
from isthmus.errors import InterruptedJobError, IsthmusError
from isthmus.launcher import Job
from isthmus.launches import launches_for
from isthmus.report import Report, read_report


@dataclass(frozen=True)
class Point:
    """What to run. Equal points measure the same thing."""

    application: Application
    options: tuple[tuple[str, str], ...]
    app_options: tuple[str, ...]

    def key(self, fingerprint: str) -> str:
        """Names the point and the binary, and the content of its grid file; 16 hex digits."""
        options = dict(self.options)
        grid = options.get("grid")
        content = hashlib.sha256(Path(grid).read_bytes()).hexdigest() if grid else ""
        parts = [fingerprint, sorted(options.items()), list(self.app_options), content]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Measurement:
    report: Report
    wall_s: float


def measure(
    point: Point, timeout_s: float, on_tick: Callable[[], None] | None = None
) -> Measurement:
    """Runs the point quietly. Raises IsthmusError where it fails, with its last words, and
    InterruptedJobError where the user ended it."""
    last_words: deque[str] = deque(maxlen=3)

    def listen(_rank: int, stream: str, line: bytes) -> None:
        if stream == "stderr" and line.strip():
            last_words.append(line.decode(errors="replace").strip())

    with tempfile.TemporaryDirectory(prefix="isthmus-") as folder:
        report = Path(folder) / "report.json"
        options = {**dict(point.options), "report": str(report)}
        launches = launches_for(point.application, options, point.app_options)
        result = Job(launches, listen).run(timeout_s, on_tick)
        if result.failure == "interrupted":
            raise InterruptedJobError(result.status - 128)
        if result.status != 0:
            said = f" ({'; '.join(last_words)})" if last_words else ""
            raise IsthmusError(result.failure + said)
        return Measurement(read_report(report), result.wall_s)
