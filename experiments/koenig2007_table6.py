"""Koenig 2007, tables 6.1 to 6.5, columns Naive and Block: the step time of Jacobi2D over two sites
for 17 latencies, predicted from the row of latency 0."""

from typing import Any

from isthmus.experiment import compare
from isthmus.experiment.koenig2007 import MAPPINGS, Study, columns_of, prepare
from isthmus.experiment.settings import Settings
from isthmus.report import print_table

REPRODUCES = "Koenig 2007, tables 6.1 to 6.5: step time by latency, columns Naive and Block"
TAKES = "3 min"


def run(settings: Settings) -> None:
    study = prepare(settings)
    tables = study.published.tables
    points = [table.point(mapping) for table in tables for mapping in MAPPINGS]
    # All rows even where it must be quick: the knee is judged by rows.
    times_ms = study.simulator.curves(
        "tables 6.1 to 6.5", points, study.published.latencies_ms, study.calibration.model
    )
    columns = [column for table in tables for column in columns_of(table, times_ms)]
    for table in tables:
        own = [column for column in columns if column.table == table.id]
        print_table(*compare.table(own), title=table.title())
    verdict = compare.judge(columns)
    path = settings.out / "koenig2007_table6.png"
    draw(study, columns, path)
    settings.write_json(
        "koenig2007_table6",
        {
            "model": study.calibration.fields(),
            "columns": [column.fields() for column in columns],
            "verdict": {"met": verdict.met, "text": verdict.text},
        },
    )
    print(f"written: {path}")
    print(verdict.text)


def draw(study: Study, columns: list[compare.Column], path: Any) -> None:
    from isthmus.experiment.draw import Line, Panel, draw_panels

    panels = []
    for table in study.published.tables:
        lines = [
            Line(one.mapping, one.latencies_ms, one.ours_ms, one.latencies_ms, one.published_ms)
            for one in columns
            if one.table == table.id
        ]
        title = f"{table.id}: {table.mesh}², {table.pes} PEs, {table.objects} objects"
        panels.append(Panel(title, lines))
    note = "simulated; machine model calibrated on the rows of latency 0 (Koenig 2007)"
    draw_panels(panels, 3, "Jacobi2D over two sites: tables 6.1 to 6.5", note, path)
