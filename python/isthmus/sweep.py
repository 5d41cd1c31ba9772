"""Runs an application over every combination of option values; what is done stays done."""

import csv
import itertools
import json
import math
import signal
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from isthmus import options
from isthmus.build import Application, commit
from isthmus.errors import BadInputError, InterruptedJobError, IsthmusError
from isthmus.machine import this_machine
from isthmus.measurement import Point, measure
from isthmus.progress import Steps
from isthmus.quantity import bandwidth_mbps, time_ms, with_shared_unit
from isthmus.report import make_directory, number_text

_QUANTITIES = {
    "latency": ("latency_ms", time_ms),
    "jitter": ("jitter_ms", time_ms),
    "bandwidth": ("bandwidth_mbps", bandwidth_mbps),
    "spin": ("spin_ms", time_ms),
    "stall-after": ("stall_after_ms", time_ms),
}
POINTS_MAX = 100_000


@dataclass(frozen=True)
class Variable:
    """One `--vary`: an option and its values, as they are handed on."""

    name: str
    values: tuple[str, ...]

    @property
    def column(self) -> str:
        """Its heading in the CSV file, with the unit."""
        return _QUANTITIES[self.name][0] if self.name in _QUANTITIES else self.name

    def cell(self, value: str) -> str | float:
        """The value as a number where it is one, in the unit of `column`."""
        if self.name in _QUANTITIES:
            return _QUANTITIES[self.name][1](value)
        try:
            number = float(value)
        except ValueError:
            return value
        return number if math.isfinite(number) else value


def read_variable(text: str, table: options.Table) -> Variable:
    """From "latency=0,2,4ms". Raises BadInputError."""
    name, equals, values_text = text.partition("=")
    name = name.strip().removeprefix("--")
    values = [value.strip() for value in values_text.split(",")]
    if not equals or not name or not all(values):
        raise BadInputError(f"--vary {text}: expected NAME=VALUE,VALUE,... (latency=0,4,16ms)")
    option = table.options.get(name) or table.tune.get(name)
    if option is not None:
        if not option.may_vary:
            raise BadInputError(f"--vary {text}: --{name} cannot be varied")
        values = with_shared_unit(values) if name in _QUANTITIES else values
        values = [_checked(option, value) for value in values]
    if len(set(values)) != len(values):
        raise BadInputError(f"--vary {text}: a value is given twice")
    return Variable(name, tuple(values))


def _checked(option: options.RuntimeOption, value: str) -> str:
    try:
        return option.check(value)
    except ValueError as problem:
        raise BadInputError(f"--{option.name}: {problem}") from None


@dataclass(frozen=True)
class Plan:
    """A whole sweep. `timeout_s` bounds one run."""

    application: Application
    variables: tuple[Variable, ...]
    given: Mapping[str, str]
    app_options: tuple[str, ...]
    repeat: int = 1
    timeout_s: float = 600.0

    def __post_init__(self) -> None:
        names = [variable.name for variable in self.variables]
        for name in names:
            if names.count(name) > 1:
                raise BadInputError(f"--vary {name}: varied twice")
            if name in self.given:
                raise BadInputError(f"--{name}: given both a fixed value and --vary")
        if math.prod(len(variable.values) for variable in self.variables) > POINTS_MAX:
            raise BadInputError(f"--vary: more than {POINTS_MAX:,} combinations")

    @property
    def table(self) -> options.Table:
        return options.table_of(self.application.binary)

    def settings(self) -> Iterator[dict[str, str]]:
        """Every combination; the last variable changes fastest."""
        names = [variable.name for variable in self.variables]
        for values in itertools.product(*(variable.values for variable in self.variables)):
            yield dict(zip(names, values, strict=True))

    def point(self, setting: Mapping[str, str]) -> Point:
        """Runtime options by name; others replace {NAME} in the application's options, or are
        appended to them as --NAME VALUE."""
        given = dict(self.given)
        app_options = list(self.app_options)
        for name, value in setting.items():
            if name in self.table.options or name in self.table.tune:
                given = self.table.with_setting(given, name, value)
            elif any("{" + name + "}" in word for word in app_options):
                app_options = [word.replace("{" + name + "}", value) for word in app_options]
            else:
                app_options += [f"--{name}", value]
        options.check_together(self.table, given)
        return Point(self.application, tuple(given.items()), tuple(app_options))


@dataclass
class PointResult:
    """What one combination gave: the metrics of each run that succeeded, or why none did."""

    setting: dict[str, str]
    runs: list[dict[str, float]] = field(default_factory=list)
    failure: str = ""

    def median(self, metric: str) -> float:
        """NaN where no run has the metric."""
        values = [run[metric] for run in self.runs if metric in run]
        return statistics.median(values) if values else math.nan


@dataclass(frozen=True)
class SweepResult:
    variables: tuple[Variable, ...]
    points: tuple[PointResult, ...]
    interrupted_by: int = 0

    def metrics(self) -> list[str]:
        names: dict[str, None] = {}
        for point in self.points:
            for run in point.runs:
                names.update(dict.fromkeys(run))
        return list(names)

    def failures(self) -> list[PointResult]:
        return [point for point in self.points if point.failure]


class RunLog:
    """`runs.jsonl`: one line per finished run, appended at once, so that a sweep can go on."""

    def __init__(self, path: Path, fresh: bool) -> None:
        self._path = path
        self._runs: dict[str, list[dict[str, float]]] = {}
        if fresh:
            path.unlink(missing_ok=True)
        elif path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                self._take(line)

    def _take(self, line: str) -> None:
        # The last line is cut short where the machine stopped in mid-write; its run is redone.
        try:
            entry = json.loads(line)
            metrics = {str(name): float(value) for name, value in entry["metrics"].items()}
            self._runs.setdefault(str(entry["key"]), []).append(metrics)
        except (ValueError, KeyError, TypeError, AttributeError):
            return

    def runs(self, key: str) -> list[dict[str, float]]:
        return self._runs.setdefault(key, [])

    def append(self, key: str, metrics: Mapping[str, float], details: Mapping[str, Any]) -> None:
        self.runs(key).append(dict(metrics))
        with self._path.open("a+b") as stream:
            if stream.tell() > 0:
                stream.seek(-1, 2)
                if stream.read(1) != b"\n":
                    stream.write(b"\n")
            line = json.dumps({"key": key, "metrics": dict(metrics), **details})
            stream.write(line.encode() + b"\n")


def run_sweep(plan: Plan, out: Path, fresh: bool) -> SweepResult:
    """Measures what `out`/runs.jsonl does not have yet; a failed run is noted and the rest go on.
    The repeats lie outermost, so that a slow drift of the machine touches every point alike."""
    make_directory(out)
    log = RunLog(out / "runs.jsonl", fresh)
    fingerprint = plan.application.fingerprint()
    results = [PointResult(setting) for setting in plan.settings()]
    points = [plan.point(result.setting) for result in results]
    keys = [point.key(fingerprint) for point in points]
    missing = [
        (number, index)
        for number in range(plan.repeat)
        for index, key in enumerate(keys)
        if len(log.runs(key)) <= number
    ]
    common = {
        "app": plan.application.name,
        "binary": fingerprint,
        "machine": this_machine().text(),
        "commit": commit(),
    }
    interrupted_by = 0
    skipped = plan.repeat * len(points) - len(missing)
    title = "sweep" + (f" ({skipped} runs already there)" if skipped else "")
    with Steps(title, len(missing)) as steps:
        for _, index in missing:
            result, point = results[index], points[index]
            if result.failure:
                steps.end("skipped: failed before")
                continue
            steps.begin(" ".join(f"{name}={value}" for name, value in result.setting.items()))
            try:
                measured = measure(point, plan.timeout_s, steps.tick)
            except InterruptedJobError as interruption:
                interrupted_by = interruption.status - 128
                break
            except KeyboardInterrupt:  # between two runs, where no job takes the signal
                interrupted_by = signal.SIGINT
                break
            except IsthmusError as problem:
                result.failure = str(problem)
                steps.end(f"failed: {problem}")
                continue
            details = {
                **common,
                "setting": result.setting,
                "options": dict(point.options),
                "app_options": list(point.app_options),
                "counters": dict(measured.report.counters),
                "wall_s": round(measured.wall_s, 3),
                "time": datetime.now(UTC).isoformat(timespec="seconds"),
            }
            log.append(keys[index], measured.report.metrics, details)
            steps.end(_summary(measured.report.metrics))
    for result, key in zip(results, keys, strict=True):
        result.runs = log.runs(key)[: plan.repeat]
    return SweepResult(plan.variables, tuple(results), interrupted_by)


def _summary(metrics: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {number_text(value)}" for name, value in list(metrics.items())[:3])


def write_csv(result: SweepResult, path: Path) -> None:
    """One row per point: the variables, then each metric's median, and its span where a point was
    run more than once."""
    spans = any(len(point.runs) > 1 for point in result.points)
    metrics = result.metrics()
    heading = [variable.column for variable in result.variables]
    for metric in metrics:
        heading += [metric, *([f"{metric}_min", f"{metric}_max"] if spans else [])]
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([*heading, "runs", "failure"])
        for point in result.points:
            cells: list[str | float] = [
                variable.cell(point.setting[variable.name]) for variable in result.variables
            ]
            for metric in metrics:
                values = [run[metric] for run in point.runs if metric in run]
                cells.append(statistics.median(values) if values else "")
                if spans:
                    cells += [min(values), max(values)] if values else ["", ""]
            writer.writerow([*cells, len(point.runs), point.failure])


@dataclass(frozen=True)
class Axes:
    """What a sweep's plot shows: a curve per combination of `series`, a panel per `panel` value."""

    x: Variable
    y: str
    series: tuple[Variable, ...]
    panel: Variable | None


def choose_axes(
    result: SweepResult, x: str | None, y: str | None, series: Sequence[str], panel: str | None
) -> Axes:
    """Fills in what the user left open. Raises BadInputError for an unknown name."""
    by_name = {variable.name: variable for variable in result.variables}

    def variable(option: str, name: str) -> Variable:
        if name not in by_name:
            raise BadInputError(f"{option} {name}: not varied (expected {', '.join(by_name)})")
        return by_name[name]

    metrics = result.metrics()
    if y is not None and metrics and y not in metrics:
        raise BadInputError(f"--y {y}: not a metric of the runs (they have {', '.join(metrics)})")
    chosen_panel = variable("--panel", panel) if panel is not None else None
    chosen_series = [variable("--series", name) for name in series]
    taken = {one.name for one in (*chosen_series, *([chosen_panel] if chosen_panel else []))}
    free = [one for one in result.variables if one.name not in taken]
    if x is not None:
        chosen_x = variable("--x", x)
    else:
        numeric = [one for one in free if len(one.values) > 1 and is_numeric(one)]
        chosen_x = (numeric or free or list(result.variables))[0]
    rest = tuple(one for one in free if one.name != chosen_x.name and len(one.values) > 1)
    default_y = "ms_per_step" if "ms_per_step" in metrics else (metrics or ["ms_per_step"])[0]
    return Axes(chosen_x, y or default_y, (*chosen_series, *rest), chosen_panel)


def is_numeric(variable: Variable) -> bool:
    return all(isinstance(variable.cell(value), float) for value in variable.values)
