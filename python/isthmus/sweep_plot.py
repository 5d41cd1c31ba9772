"""A sweep's table and picture."""

import itertools
import math
from pathlib import Path

from isthmus.build import commit
from isthmus.machine import this_machine
from isthmus.options import as_arguments
from isthmus.plots import Chart, Curve, Panel, draw_chart
from isthmus.report import number_text, one_line, print_table
from isthmus.sweep import Axes, Plan, PointResult, SweepResult, Variable, is_numeric

NAME_LETTERS = 40
_UNITS = {
    "latency_ms": "latency (ms)",
    "jitter_ms": "jitter (ms)",
    "bandwidth_mbps": "bandwidth (Mb/s)",
}
_METRIC_UNITS = (("ms_per_", "ms"), ("us_per_", "µs"), ("ns_per_", "ns"))
_METRIC_ENDINGS = (("_ms", "ms"), ("_us", "µs"), ("_ns", "ns"), ("_s", "s"), ("_bytes", "bytes"))


def metric_label(metric: str) -> str:
    """ "ms_per_step" becomes "time per step (ms)", "wall_s" becomes "wall (s)"."""
    for start, unit in _METRIC_UNITS:
        if metric.startswith(start):
            return f"time per {metric.removeprefix(start).replace('_', ' ')} ({unit})"
    for end, unit in _METRIC_ENDINGS:
        if metric.endswith(end):
            return f"{metric.removesuffix(end).replace('_', ' ')} ({unit})"
    return one_line(metric.replace("_", " "), NAME_LETTERS)


def print_result(result: SweepResult) -> None:
    """One row per combination, with the medians of the metrics."""
    metrics = result.metrics()[:6]
    rows = [
        [
            *(point.setting[variable.name] for variable in result.variables),
            *(_cell(point, metric) for metric in metrics),
        ]
        for point in result.points
    ]
    headings = [*(variable.name for variable in result.variables), *metrics]
    print_table(headings, rows, left=0)


def _cell(point: PointResult, metric: str) -> str:
    value = point.median(metric)
    return ("failed" if point.failure else "-") if math.isnan(value) else number_text(value)


def draw(result: SweepResult, axes: Axes, plan: Plan, path: Path) -> None:
    """The medians, with a band from the lowest to the highest run where there are several."""
    numeric = is_numeric(axes.x)
    panel_values = axes.panel.values if axes.panel is not None else ("",)
    panels = [
        Panel(
            one_line(f"{axes.panel.name} {value}", NAME_LETTERS) if axes.panel is not None else "",
            _curves(result, axes, value, numeric),
        )
        for value in panel_values
    ]
    words = as_arguments(plan.given)
    options = " ".join([*words, "--", *plan.app_options] if plan.app_options else words)
    names = ", ".join(variable.name for variable in axes.series)
    chart = Chart(
        title=f"{one_line(plan.application.name, NAME_LETTERS)}: {metric_label(axes.y)}",
        x_label=_UNITS.get(axes.x.column, one_line(axes.x.name, NAME_LETTERS)),
        y_label=metric_label(axes.y),
        panels=panels,
        note=f"{one_line(options)}\n{this_machine().text()}, {commit()}",
        legend_title=one_line(names, NAME_LETTERS),
        x_names=() if numeric else [one_line(value, NAME_LETTERS) for value in axes.x.values],
        ordered=len(axes.series) == 1 and is_numeric(axes.series[0]),
    )
    draw_chart(chart, path)


def _curves(result: SweepResult, axes: Axes, panel: str, numeric: bool) -> list[Curve]:
    curves = []
    for values in itertools.product(*(variable.values for variable in axes.series)):
        wanted = dict(zip((variable.name for variable in axes.series), values, strict=True))
        if axes.panel is not None:
            wanted[axes.panel.name] = panel
        points = [
            point
            for point in result.points
            if all(point.setting[name] == value for name, value in wanted.items())
            and not math.isnan(point.median(axes.y))
        ]
        points.sort(key=lambda point: _position(axes.x, point, numeric))
        runs = [[run[axes.y] for run in point.runs if axes.y in run] for point in points]
        several = any(len(values) > 1 for values in runs)
        curves.append(
            Curve(
                one_line(" ".join(values), NAME_LETTERS),
                [_position(axes.x, point, numeric) for point in points],
                [point.median(axes.y) for point in points],
                [min(values) for values in runs] if several else (),
                [max(values) for values in runs] if several else (),
            )
        )
    return curves


def _position(x: Variable, point: PointResult, numeric: bool) -> float:
    value = point.setting[x.name]
    return float(x.cell(value)) if numeric else float(x.values.index(value))
