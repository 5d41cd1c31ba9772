"""Neff (1995), tables 5.7 to 5.13: the metacomputer's programs on a Meiko node or two and
workstations of several speeds, in virtual time, with data in proportion to the speeds. The row of
one node is calibrated and no prediction."""

import tempfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import MOST, SEEN, is_as_large
from isthmus.experiment.neff1995 import (
    APPLICATIONS,
    CONFIGURATIONS,
    FOX,
    GAUSS,
    INPUT_IS_IN,
    JACOBI,
    KINDS,
    PATHS,
    SOURCE,
    Application,
    Timed,
    calibrated,
    error_text,
    median_error,
    print_machine,
    run_of,
    simulate,
    timed,
)
from isthmus.experiment.settings import Settings
from isthmus.report import print_table

REPRODUCES = "Neff 1995, tables 5.7 to 5.13: six programs on a Meiko node and workstations"
TAKES = "2 min"

Times = Mapping[str, Mapping[str, Timed]]
"""By application and configuration."""


def run(settings: Settings) -> None:
    print_machine()
    wanted = [(one, name) for one in APPLICATIONS for name in one.meta]
    with tempfile.TemporaryDirectory(prefix="isthmus-") as temporary:
        folder = Path(temporary)
        operations_ns = calibrated(APPLICATIONS, settings, folder)
        runs = [
            run_of(one, CONFIGURATIONS[name], operations_ns[one.name], settings)
            for one, name in wanted
        ]
        reports = simulate("metacomputer", runs, settings, folder)
    times: dict[str, dict[str, Timed]] = {one.name: {} for one in APPLICATIONS}
    for (one, name), report in zip(wanted, reports, strict=True):
        times[one.name][name] = timed(report)
    show(settings, times)


def show(settings: Settings, times: Times) -> None:
    print_configurations()
    for one in APPLICATIONS:
        table_of(one, times[one.name])
    print(f"{INPUT_IS_IN}.\n")
    findings = findings_of(times)
    print_findings("What the report finds", findings, SOURCE)
    path = settings.out / "neff1995_metacomputer.png"
    draw(times, path)
    predicted = [
        (times[one.name][name].seconds, seconds)
        for one in APPLICATIONS
        for name, (_, seconds) in one.meta.items()
        if name != "M0" and name not in one.doubtful
    ]
    error = median_error(predicted)
    result = {
        "ours": {
            app: {name: asdict(one) for name, one in rows.items()} for app, rows in times.items()
        },
        "published": {
            one.name: {name: seconds for name, (_, seconds) in one.meta.items()}
            for one in APPLICATIONS
        },
        "median_error": error,
    }
    settings.write_json(
        "neff1995_metacomputer", {**result, **as_fields(findings, settings.quick, SOURCE)}
    )
    print(f"written: {path}")
    print(f"median error of {len(predicted)} predicted times: {100 * error:.1f} %")
    print(verdict(findings, settings.quick, SOURCE))


def print_configurations() -> None:
    rows = [
        [name, *(str(machines.get(kind, 0) or "") for kind in KINDS), str(sum(machines.values()))]
        for name, machines in CONFIGURATIONS.items()
    ]
    print_table(["configuration", *KINDS, "total"], rows, title="Table 5.7: configurations")


def table_of(one: Application, times: Mapping[str, Timed]) -> None:
    rows = []
    for name, (printed, published) in one.meta.items():
        equivalent = one.equivalent(CONFIGURATIONS[name])
        both = times[name]
        note = error_text(both.seconds, published)
        if name == "M0":
            note = "fitted"
        elif name in one.doubtful:
            note += " (misprint)"
        rows.append(
            [
                name,
                f"{printed:.2f}",
                f"{equivalent:.2f}",
                f"{one.meta['M0'][1] / equivalent:.1f}",
                f"{both.seconds:.1f}",
                f"{both.input_s:.1f}",
                f"{published:g}",
                note,
            ]
        )
    headings = ["", "equivalent", "by speeds", "at best, s", "ours, s", "its input"]
    headings += ["published, s", "difference"]
    print_table(headings, rows, title=f"Table {one.tables[1]}: {one.name}")


def gain(times: Times, one: Application, name: str) -> float:
    """By how much it is faster than on one Meiko node."""
    return times[one.name]["M0"].seconds / times[one.name][name].seconds


def efficiency(times: Times, one: Application, name: str) -> float:
    return gain(times, one, name) / one.equivalent(CONFIGURATIONS[name])


def best(times: Times, one: Application) -> str:
    return max(times[one.name], key=lambda name: gain(times, one, name))


def is_slower(times: Times, one: Application, larger: str, smaller: str) -> Finding:
    ours = times[one.name][larger].seconds, times[one.name][smaller].seconds
    published = one.meta[larger][1], one.meta[smaller][1]
    return Finding(
        one.tables[1],
        f"{one.name} is slower on {larger} than on {smaller} ({published[0]:g} and "
        f"{published[1]:g} s), which has fewer processors",
        f"{ours[0]:.1f} and {ours[1]:.1f} s",
        ours[0] > ours[1] * (1 + SEEN),
        "a broadcast enters each group of machines once here and goes on within it on other "
        "lines; there every copy had to cross the one Ethernet",
    )


def findings_of(times: Times) -> list[Finding]:
    bests = {one.name: best(times, one) for one in APPLICATIONS}
    efficiencies = {
        one.name: efficiency(times, one, "M3") for one in APPLICATIONS if "M3" in one.meta
    }
    talkers = (GAUSS.name, JACOBI.name)
    modest = {one.name: efficiency(times, one, bests[one.name]) for one in APPLICATIONS}
    return [
        Finding(
            "6.2.1",
            "the metacomputer improves every application, on some configuration",
            ", ".join(
                f"{one.name} {gain(times, one, bests[one.name]):.2f} ({bests[one.name]})"
                for one in APPLICATIONS
            ),
            all(bests[one.name] != "M0" for one in APPLICATIONS),
        ),
        Finding(
            "6.1.2",
            "the improvement is modest: less than the equivalent nodes promise",
            "of it, at the best configuration: "
            + ", ".join(f"{name} {100 * share:.0f} %" for name, share in modest.items()),
            sum(not is_as_large(share, 1) for share in modest.values()) > MOST * len(modest),
        ),
        Finding(
            "6.2.1",
            "applications with little communication are the good prospects: APSP gains most",
            "of what M3 promises: "
            + ", ".join(f"{name} {100 * share:.0f} %" for name, share in efficiencies.items()),
            efficiencies[PATHS.name] == max(efficiencies.values()),
        ),
        Finding(
            "6.1.2",
            "those that synchronize often, Gauss and Jacobi, suffer more than the products",
            "of what M3 promises: "
            + ", ".join(f"{name} {100 * share:.0f} %" for name, share in efficiencies.items()),
            max(efficiencies[name] for name in talkers)
            < min(share for name, share in efficiencies.items() if name not in talkers),
        ),
        is_slower(times, FOX, "M5", "M7"),
        is_slower(times, FOX, "M4", "M3"),
        is_slower(times, GAUSS, "M4", "M3"),
        is_slower(times, JACOBI, "M3", "M2"),
    ]


def draw(times: Times, path: Path) -> None:
    from isthmus.plots import COLOURS, INK, QUIET, new_figure, save

    with new_figure(12.5, 7.2) as figure:
        places = figure.subplots(2, 3).flat
        for place, one in zip(places, APPLICATIONS, strict=True):
            names = list(one.meta)
            at = range(len(names))
            ours = [times[one.name][name].seconds for name in names]
            ideal = [one.meta["M0"][1] / one.equivalent(CONFIGURATIONS[name]) for name in names]
            place.bar(at, ours, width=0.55, color=COLOURS[5], label="ours")
            place.plot(at, ideal, "_", color=INK, markersize=16, label="as the speeds promise")
            sure = [i for i in at if names[i] not in one.doubtful]
            place.plot(
                sure, [one.meta[names[i]][1] for i in sure], "o", color=COLOURS[1],
                label="published",
            )  # fmt: skip
            doubt = [i for i in at if names[i] in one.doubtful]
            place.plot(
                doubt, [one.meta[names[i]][1] for i in doubt], "o", color=COLOURS[1],
                fillstyle="none", label="published, misprinted row",
            )  # fmt: skip
            labels = [f"{name}\n{sum(CONFIGURATIONS[name].values())}" for name in names]
            place.set_xticks(list(at), labels, fontsize=8)
            place.grid(axis="x", visible=False)
            place.set_title(f"Table {one.tables[1]}: {one.name}")
            place.set_ylabel("seconds")
            place.set_ylim(bottom=0)
            if one.doubtful:
                handles = place.get_legend_handles_labels()
        figure.suptitle(
            "Neff 1995, tables 5.8 to 5.13: run time by configuration", x=0.012, ha="left",
            fontsize=13, weight="bold",
        )  # fmt: skip
        figure.legend(*handles, loc="outside lower right", ncols=4, frameon=False, fontsize=9)
        note = "below each configuration: its number of processors. Bars: virtual time"
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)
