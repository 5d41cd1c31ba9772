"""Neff (1995), tables 5.14 to 5.17: what messages, scatters, gathers and all-to-all broadcasts take
on a Meiko and workstations, in virtual time. The machine is fitted to table 5.14 at 1 B and 64 KB;
all else is predicted."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import ALIKE, LEVEL, is_level
from isthmus.experiment.neff1995 import (
    SOURCE,
    Machines,
    Run,
    error_text,
    median_error,
    metric,
    print_machine,
    simulate,
)
from isthmus.experiment.settings import Settings
from isthmus.report import print_table

REPRODUCES = "Neff 1995, tables 5.14 to 5.17: latency, scatter, gather, all-to-all broadcast"
TAKES = "10 s"

SIZES = (1, 4, 16, 64, 256, 1024, 4096, 16384, 65536)
FITTED = (1, 65536)  # of table 5.14
ROUNDS = 20


@dataclass(frozen=True)
class Series:
    """A column of a table: ms by size. `one_us`: the same program on one Meiko node alone."""

    table: str
    program: str
    label: str
    machines: Machines
    published: Sequence[float]


TWO: Machines = {"Meiko": 1, "S20": 1}
THREE: Machines = {"Meiko": 1, "HP715": 2}
FOUR: Machines = {"Meiko": 1, "S20": 1, "HP715": 2}
MEIKOS: Machines = {"Meiko": 4}
SERIES = (
    Series("5.14", "latency", "Meiko to Meiko", {"Meiko": 2},
           (0.4, 0.4, 0.4, 0.5, 0.5, 0.5, 0.7, 1.5, 5.1)),
    Series("5.14", "latency", "Meiko to Sun", TWO,
           (3.0, 3.0, 3.0, 3.2, 3.7, 5.9, 9.8, 38.7, 116.7)),
    Series("5.14", "latency", "Meiko to HP", {"Meiko": 1, "HP715": 1},
           (4.5, 4.5, 4.6, 4.6, 5.0, 9.0, 13.1, 36.5, 146.3)),
    Series("5.15", "scatter", "Two PE", TWO,
           (6.7, 6.6, 6.4, 6.6, 7.0, 9.0, 13.2, 34.7, 124.2)),
    Series("5.15", "scatter", "Three PE", THREE,
           (11.4, 11.7, 11.5, 13.4, 13.7, 15.5, 28.7, 107.6, 370.2)),
    Series("5.15", "scatter", "Four PE", FOUR,
           (21.1, 17.9, 18.2, 18.9, 24.0, 26.7, 42.8, 117.3, 900.7)),
    Series("5.15", "scatter", "Four Meikos", MEIKOS,
           (1.8, 1.8, 1.8, 1.8, 2.0, 1.9, 2.5, 4.4, 14.4)),
    Series("5.16", "gather", "Two PE", TWO,
           (6.8, 6.6, 6.6, 6.4, 6.9, 9.1, 155.3, 35.0, 125.2)),
    Series("5.16", "gather", "Three PE", THREE,
           (11.2, 11.5, 11.7, 12.6, 18.8, 71.0, 58.0, 62.8, 302.5)),
    Series("5.16", "gather", "Four PE", FOUR,
           (17.1, 16.3, 18.2, 19.4, 24.6, 85.5, 38.0, 108.5, 886.1)),
    Series("5.16", "gather", "Four Meikos", MEIKOS,
           (1.8, 1.9, 1.9, 1.9, 2.0, 2.0, 2.6, 5.1, 16.4)),
    Series("5.17", "all_to_all", "Two PE", TWO,
           (13.8, 14.0, 12.9, 13.4, 15.9, 22.1, 219.5, 146.5, 592.5)),
    Series("5.17", "all_to_all", "Three PE", THREE,
           (23.7, 22.9, 23.0, 24.1, 33.1, 111.1, 127.2, 353.8, 1504.0)),
    Series("5.17", "all_to_all", "Four PE", FOUR,
           (29.1, 36.9, 32.6, 35.7, 37.9, 143.3, 124.7, 479.4, 2327.1)),
    Series("5.17", "all_to_all", "Four Meikos", MEIKOS,
           (3.8, 3.9, 3.7, 3.8, 4.3, 4.9, 9.4, 28.4, 129.4)),
)  # fmt: skip
ALONE_US = {"latency": 170.0, "scatter": 495.0, "gather": 430.0, "all_to_all": 830.0}
TITLES = {
    "5.14": "latency, half of a round trip",
    "5.15": "scatter",
    "5.16": "gather",
    "5.17": "all-to-all broadcast",
}
Times = Mapping[tuple[str, str], Sequence[float]]
"""ms by size, by table and column."""


def run(settings: Settings) -> None:
    print_machine()
    sizes = ",".join(str(size) for size in SIZES)
    words = ("--sizes", sizes, "--rounds", str(ROUNDS))
    runs = [
        Run(f"{one.program}, {one.label}", (one.program, *words), tuple(one.machines.items()))
        for one in SERIES
    ]
    runs += [
        Run(
            f"{program}, one Meiko",
            (program, "--sizes", "1", "--rounds", str(ROUNDS)),
            (("Meiko", 1),),
        )
        for program in ALONE_US
    ]
    with tempfile.TemporaryDirectory(prefix="isthmus-") as name:
        reports = simulate("messages", runs, settings, Path(name))
    times = {
        (one.table, one.label): [metric(report, f"us_{size}") / 1e3 for size in SIZES]
        for one, report in zip(SERIES, reports[: len(SERIES)], strict=True)
    }
    alone_us = {
        program: metric(report, "us_1")
        for program, report in zip(ALONE_US, reports[len(SERIES) :], strict=True)
    }
    show(settings, times, alone_us)


def show(settings: Settings, times: Times, alone_us: Mapping[str, float]) -> None:
    for table in TITLES:
        table_of(table, times, alone_us)
    findings = findings_of(times)
    print_findings("What the report finds", findings, SOURCE)
    path = settings.out / "neff1995_messages.png"
    draw(times, path)
    predicted = [
        (ours, published)
        for one in SERIES
        for size, ours, published in zip(
            SIZES, times[one.table, one.label], one.published, strict=True
        )
        if one.table != "5.14" or size not in FITTED
    ]
    error = median_error(predicted)
    rows = [
        {
            "table": one.table,
            "column": one.label,
            "ours_ms": list(times[one.table, one.label]),
            "published_ms": list(one.published),
        }
        for one in SERIES
    ]
    result = {"sizes": list(SIZES), "rows": rows, "alone_us": dict(alone_us)}
    settings.write_json(
        "neff1995_messages",
        {**result, "median_error": error, **as_fields(findings, False, SOURCE)},
    )
    print(f"written: {path}")
    print(f"median error of {len(predicted)} predicted times: {100 * error:.1f} %")
    print(verdict(findings, False, SOURCE))


def table_of(table: str, times: Times, alone_us: Mapping[str, float]) -> None:
    columns = [one for one in SERIES if one.table == table]
    headings = ["bytes"]
    rows = [[str(size)] for size in SIZES]
    for one in columns:
        headings += [f"{one.label},\nours", "published", "difference"]
        for row, size, ours, published in zip(
            rows, SIZES, times[table, one.label], one.published, strict=True
        ):
            note = error_text(ours, published)
            if table == "5.14" and size in FITTED:
                note = "fitted"
            row += [f"{ours:.1f}", f"{published:g}", note]
    print_table(headings, rows, title=f"Table {table}: {TITLES[table]}, ms")
    program = columns[0].program
    print(
        f"on one processor: {alone_us[program]:.0f} us, published {ALONE_US[program]:.0f}"
        + (" (fitted)" if table == "5.14" else "")
        + "\n"
    )


def findings_of(times: Times) -> list[Finding]:
    first = {key: ms[0] for key, ms in times.items()}
    scatter, latency = first["5.15", "Four PE"], first["5.14", "Meiko to HP"]
    meikos = {table: times[table, "Four Meikos"][0] for table in ("5.15", "5.16", "5.17")}
    large = times["5.17", "Four PE"][-1], times["5.17", "Four Meikos"][-1]
    jump = times["5.16", "Two PE"][SIZES.index(4096)], times["5.16", "Two PE"][SIZES.index(16384)]
    return [
        Finding(
            "6.1.3",
            "global operations on the metacomputer take far more than point to point: a scatter to "
            "four more than the two ways of its slowest message (published 21.1 and 9.0 ms)",
            f"{scatter:.1f} and {2 * latency:.1f} ms",
            scatter > 2 * latency * (1 + LEVEL),
            "messages to different machines travel beside each other here, and shared one Ethernet "
            "there, whose collisions are not modelled",
        ),
        Finding(
            "5.15, 5.16",
            "on the Meiko a scatter and a gather take the same (1.8 ms)",
            f"{meikos['5.15']:.2f} and {meikos['5.16']:.2f} ms",
            abs(meikos["5.15"] / meikos["5.16"] - 1) <= ALIKE,
            "a request goes by a tree, so that some of the four hear of it later",
        ),
        Finding(
            "5.17",
            "on the Meiko an all-to-all takes twice as long as a scatter (3.8 and 1.8 ms)",
            f"{meikos['5.17']:.2f} and {meikos['5.15']:.2f} ms",
            is_level(meikos["5.17"] / meikos["5.15"], 3.8 / 1.8),
        ),
        Finding(
            "5.17",
            "an all-to-all of 64 KB takes many times as long over the Ethernet (2,327 and 129 ms)",
            f"{large[0]:.0f} and {large[1]:.0f} ms",
            large[0] > 10 * large[1],
        ),
        Finding(
            "5.16",
            "a gather of 4 KB takes longer than one of 16 KB (155 and 35 ms, Two PE)",
            f"{jump[0]:.1f} and {jump[1]:.1f} ms",
            jump[0] > jump[1],
            "messages were lost there and sent again after a time-out; nothing is lost here",
        ),
    ]


def draw(times: Times, path: Path) -> None:
    from isthmus.plots import COLOURS, QUIET, new_figure, save

    with new_figure(11.0, 8.2) as figure:
        for place, table in zip(figure.subplots(2, 2).flat, TITLES, strict=True):
            columns = [one for one in SERIES if one.table == table]
            for one, colour, width in zip(columns, COLOURS, (1.8, 4.0, 1.2, 1.8), strict=False):
                ours = times[table, one.label]
                place.plot(SIZES, ours, color=colour, linewidth=width, label=one.label)
                place.plot(SIZES, one.published, "o", color=colour, fillstyle="none")
            place.set_xscale("log", base=4)
            place.set_yscale("log")
            place.set_xticks(SIZES, ["1", "4", "16", "64", "256", "1k", "4k", "16k", "64k"])
            place.minorticks_off()
            place.set_title(f"Table {table}: {TITLES[table]}")
            place.set_xlabel("bytes a message")
            place.set_ylabel("ms")
            place.legend(frameon=False, fontsize=9, loc="upper left")
        figure.suptitle(
            "Neff 1995, tables 5.14 to 5.17: what messages take", x=0.012, ha="left", fontsize=13,
            weight="bold",
        )  # fmt: skip
        note = "lines: ours, in virtual time; rings: published"
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)
