"""Figures of curves: run, printed beside what is published of them, plotted, and judged by what the
text says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from isthmus.experiment import compare, statements
from isthmus.experiment.koenig2007 import Study
from isthmus.experiment.settings import Settings
from isthmus.experiment.stencil import MAPPINGS, Point
from isthmus.report import number_text, print_table


@dataclass(frozen=True)
class FigurePanel:
    """Its curves by label, each named by its point at latency 0."""

    title: str
    curves: Mapping[str, Point]


@dataclass(frozen=True)
class Figure:
    id: str
    title: str
    panels: Sequence[FigurePanel]

    def points(self) -> list[Point]:
        return [point for panel in self.panels for point in panel.curves.values()]

    def file_name(self) -> str:
        return f"koenig2007_{self.id.replace('.', '_')}.png"


def panels_by_pes(
    mesh: int, objects_by_pes: Mapping[int, Sequence[int]], mapping: str
) -> list[FigurePanel]:
    """A panel per number of PEs, a curve per number of objects."""
    return [
        FigurePanel(
            f"({letter}) {pes} PEs",
            {f"{count} objects": Point(mesh, pes, count, mapping, 0.0) for count in counts},
        )
        for letter, (pes, counts) in zip("abcd", objects_by_pes.items(), strict=True)
    ]


def panels_by_objects(
    mesh: int, pes: int, objects: Sequence[int], mappings: Sequence[str]
) -> list[FigurePanel]:
    """A panel per number of objects, a curve per mapping."""
    return [
        FigurePanel(
            f"({letter}) {count} objects",
            {mapping: Point(mesh, pes, count, mapping, 0.0) for mapping in mappings},
        )
        for letter, count in zip("abcd", objects, strict=True)
    ]


ALL = {"": ""}
"""Of `comparison_of`: the one variant of an experiment that has no others."""


def comparison_of(
    name: str,
    figures: Sequence[Figure],
    study: Study,
    settings: Settings,
    variants: Mapping[str, str] = ALL,
) -> None:
    """The whole of an experiment on figures, from the first run to the verdict. `variants` are what
    stands behind the names of strategies, by what they are called: the text is held against each,
    and the first decides."""
    points = [point for figure in figures for point in figure.points()]
    times_ms = study.curves(f"figures {figures[0].id} to {figures[-1].id}", points)
    for figure in figures:
        print_table(*_table(figure, study, times_ms), title=f"Figure {figure.id}: {figure.title}")
    columns = _columns(study, times_ms)
    if columns:
        print_table(*_column_table(columns), title="Curves that are columns of tables 6.1 to 6.5")
    curves = statements.Curves(study.latencies_ms, times_ms)
    said = [
        one
        for one in study.published.statements
        if any(one.figure.startswith(f"{figure.id}(") for figure in figures)
    ]
    checked = {
        variant: [statements.check(one.of_variant(suffix), curves) for one in said]
        for variant, suffix in variants.items()
    }
    for variant, found in checked.items():
        title = f"What the text says{', of ' * bool(variant)}{variant}"
        print_table(*statements.table(found), title=title, left=6)
    written = []
    for figure in figures:
        path = settings.out / figure.file_name()
        _draw(figure, study, times_ms, path)
        written.append(str(path))
    verdict = _judge(checked, columns)
    settings.write_json(
        name,
        {
            "model": study.calibration.fields(),
            "curves": [_fields(point, study, times) for point, times in times_ms.items()],
            "columns": [column.fields() for column in columns],
            "statements": [
                {**fields, "of": variant}
                for variant, found in checked.items()
                for fields in statements.fields(found)
            ],
            "verdict": {"met": verdict.met, "text": verdict.text},
        },
    )
    print(f"written: {', '.join(written)}")
    print(verdict.text)


def _columns(study: Study, times_ms: Mapping[Point, Sequence[float]]) -> list[compare.Column]:
    """The curves that a table has as well, at the latencies that were run."""
    found = []
    for table in study.published.tables:
        for mapping in MAPPINGS:
            times = times_ms.get(table.point(mapping))
            if times is None:
                continue
            published = dict(zip(table.latencies_ms, table.times_ms[mapping], strict=True))
            rows = [at for at, ms in enumerate(study.latencies_ms) if ms in published]
            latencies = [study.latencies_ms[at] for at in rows]
            found.append(
                compare.Column(
                    table.id,
                    mapping,
                    latencies,
                    [published[ms] for ms in latencies],
                    [times[at] for at in rows],
                    (table.latencies_ms, table.times_ms[mapping]),
                )
            )
    return found


def _judge(
    checked: Mapping[str, Sequence[statements.Checked]], columns: Sequence[compare.Column]
) -> compare.Verdict:
    """What the text says is judged one by one; curves that are in tables as those are."""
    counts = {variant: statements.verdict(found) for variant, found in checked.items()}
    _, all_hold = next(iter(counts.values()))
    text = "; ".join(
        f"{variant}{': ' * bool(variant)}{count}" for variant, (count, _) in counts.items()
    )
    goals = compare.judge(columns)
    met = all_hold and goals.met
    return compare.Verdict(met, f"{text}; curves that are in tables: {goals.text}")


def _table(
    figure: Figure, study: Study, times_ms: Mapping[Point, Sequence[float]]
) -> tuple[list[str], list[list[str]]]:
    latencies = study.latencies_ms
    headings = ["panel", "curve", *(f"{ms:g} ms" for ms in latencies), "knee"]
    rows = []
    for panel in figure.panels:
        for label, point in panel.curves.items():
            times = times_ms[point]
            row = compare.knee_row(times)
            knee = f"{latencies[row]:g} ms" if row < len(latencies) else "none"
            rows.append([panel.title, label, *(number_text(ms) for ms in times), knee])
    return headings, rows


def _column_table(columns: Sequence[compare.Column]) -> tuple[list[str], list[list[str]]]:
    headings = ["table", "mapping", "median\nerror", "worst\nerror", "knee\npublished", "ours"]
    rows = []
    for column in columns:
        rows.append(
            [
                column.table,
                column.mapping,
                compare.share_text(column.median()),
                compare.share_text(column.worst()),
                *column.knee_texts(),
            ]
        )
    return headings, rows


def _fields(point: Point, study: Study, times_ms: Sequence[float]) -> dict[str, Any]:
    return {
        "mesh": point.mesh,
        "pes": point.pes,
        "objects": point.objects,
        "mapping": point.mapping,
        "balancer": point.balancer,
        "latencies_ms": list(study.latencies_ms),
        "ours_ms": list(times_ms),
    }


def _draw(
    figure: Figure, study: Study, times_ms: Mapping[Point, Sequence[float]], path: Any
) -> None:
    from isthmus.experiment.draw import Line, Panel, draw_panels

    panels = []
    for panel in figure.panels:
        lines = [
            Line(label, study.latencies_ms, times_ms[point], *study.published.curve(point))
            for label, point in panel.curves.items()
        ]
        panels.append(Panel(panel.title, lines))
    note = "simulated; machine model calibrated on published times at latency 0 (Koenig 2007)"
    draw_panels(panels, 2, f"Figure {figure.id}: {figure.title}", note, path)
