"""`isthmus report`: what a finished run's report says, in words."""

import argparse
import json
import math
from collections.abc import Mapping
from pathlib import Path

from isthmus.arguments import Commands, expect_no_app_options
from isthmus.errors import BadInputError, IsthmusError
from isthmus.grains import BIN_NAMES, Grains, Histogram, read_grains
from isthmus.report import (
    Report,
    count_text,
    make_console,
    number_text,
    one_line,
    percent_text,
    print_table,
    read_report,
)
from isthmus.report_profile import Profile, print_profiles, read_profiles
from isthmus.top_page import bytes_text, duration_text

ROWS_MAX = 20
NAME_MOST = 48

EPILOG = """\
FILE is what --report has written: where the time of the PEs went, how much of the latency was
hidden, what crossed the links, and what a filter `profile` has counted there, by process, pair of
sites and size. A timeline of the same run (--timeline) adds how long entry methods ran, and for
which of them PEs waited, as histograms. Either may be given alone.

examples:
  isthmus run jacobi2d --sites 2 --pes 2 --latency 8ms --report run.json --timeline line.json
  isthmus report run.json
  isthmus report run.json --timeline line.json

exit status: 0, 2 where a file is none.
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("report", "say in words what a run's report has", EPILOG)
    parser.add_argument("report", nargs="?", type=Path, metavar="FILE", help="the run's report")
    parser.add_argument("--timeline", type=Path, metavar="FILE", help="a timeline of the run")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    if parsed.report is None and parsed.timeline is None:
        raise BadInputError("no file (expected a report, --timeline FILE, or both)")
    for path in (parsed.report, parsed.timeline):
        if path is not None and not path.is_file():
            raise BadInputError(f"{path}: no such file")
    if parsed.report is not None:
        try:
            report = read_report(parsed.report)
            links = _links(parsed.report)
            profiles = read_profiles(report.devices, report.sites)
        except IsthmusError as problem:
            raise BadInputError(f"{parsed.report}: {problem}") from None
        _tell(report, links, profiles)
    if parsed.timeline is not None:
        _tell_grains(read_grains(parsed.timeline))
    return 0


def _links(path: Path) -> list[tuple[str, Mapping[str, float]]]:
    """Of the first process, by class. Raises IsthmusError."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8")).get("links", [])
        if not all(isinstance(x, int | float) for row in rows for x in row["counters"].values()):
            raise ValueError
        return [(str(row["class"]), dict(row["counters"])) for row in rows]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise IsthmusError('the run\'s report has a row of "links" that is none') from None


def _tell(
    report: Report,
    links: list[tuple[str, Mapping[str, float]]],
    profiles: Mapping[str, Profile],
) -> None:
    console = make_console()
    for sentence in sentences(report):
        console.print(sentence, soft_wrap=True, markup=False)
    if report.time:
        rows = [
            [
                str(pe.pe) if pe.pes == 1 else f"{pe.pe}-{pe.pe + pe.pes - 1}",
                one_line(pe.site, NAME_MOST),
                duration_text(pe.wall_s / pe.pes),
                *(
                    percent_text(part / pe.wall_s) if pe.wall_s > 0 else "-"
                    for part in (
                        pe.entry_s,
                        pe.runtime_s,
                        pe.balancing_s,
                        pe.waited_for_s.get(pe.site, 0.0),
                        pe.waited_for_others_s,
                        pe.idle_s,
                    )
                ),
            ]
            for pe in report.time[:ROWS_MAX]
        ]
        title = "where the time of the PEs went"
        if len(report.time) > ROWS_MAX:
            title += f" ({ROWS_MAX} rows of {len(report.time):,}; the sentences are of all)"
        headings = ["PE", "site", "time", "work", "runtime", "balancing"]
        print_table([*headings, "own site", "other sites", "idle"], rows, title, 2)
    if links:
        rows = [_link_row(name, counters) for name, counters in links]
        headings = ["link", "frames out", "bytes out", "bytes in", "resent", "cut", "ratio"]
        print_table(headings, rows, "links of the first process")
    print_profiles(profiles)
    if report.metrics:
        rows = [[one_line(name, NAME_MOST), number_text(x)] for name, x in report.metrics.items()]
        print_table(["result", "value"], rows)


def _link_row(name: str, counters: Mapping[str, float]) -> list[str]:
    whole = counters.get("compress_bytes_before", 0)
    left = counters.get("compress_bytes_after", 0)
    return [
        one_line(name, NAME_MOST),
        f"{counters.get('frames_sent', 0):,}",
        bytes_text(counters.get("bytes_sent", 0)),
        bytes_text(counters.get("bytes_received", 0)),
        f"{counters.get('frames_resent', 0):,}",
        f"{counters.get('connections_cut', 0):,}",
        f"{whole / left:.2f}" if left else "",
    ]


def sentences(report: Report) -> list[str]:
    """What is most worth to be known, first."""
    if not report.time:
        return ["No account of time is in this report: no PE has kept one."]
    told = []
    work = report.share_of_time(lambda pe: pe.entry_s)
    runtime = report.share_of_time(lambda pe: pe.runtime_s + pe.balancing_s)
    others = report.share_of_time(lambda pe: pe.waited_for_others_s)
    own = report.share_of_time(lambda pe: pe.waited_for_s.get(pe.site, 0.0))
    idle = report.share_of_time(lambda pe: pe.idle_s)
    count = sum(pe.pes for pe in report.time)
    longest_s = max(pe.wall_s / pe.pes for pe in report.time)
    told.append(
        f"{count_text(count, 'PE')} ran for {duration_text(longest_s)}. Of their time"
        f" {percent_text(work)} was work, {percent_text(runtime)} the runtime,"
        f" {percent_text(others)} waiting for other sites, {percent_text(own)} waiting for their"
        f" own site, {percent_text(idle)} idle."
    )
    sites = {pe.site for pe in report.time}
    busy = work + runtime
    if len(sites) > 1 and not math.isnan(busy) and busy + others > 0:
        told.append(
            f"Latency hidden: {percent_text(busy / (busy + others))}, of the time that PEs worked"
            " or waited for other sites, the share that they worked."
        )
    busiest, most_s = max((pe.busiest for pe in report.time), key=lambda one: one[1])
    mean_s = sum(pe.entry_s for pe in report.time) / count
    if mean_s > 0 and count > 1:
        told.append(
            f"PE {busiest} worked most, {number_text(most_s / mean_s)} times the mean:"
            + (
                " the load is balanced within 5 %."
                if most_s < 1.05 * mean_s
                else f" better balanced, {percent_text(1 - mean_s / most_s)} of its work"
                " would be on others."
            )
        )
    return told


def grain_sentences(grains: Grains) -> list[str]:
    """What the histograms say, most of all."""
    told = []
    whole_us = sum(histogram.sum_us for histogram in grains.entries.values())
    if whole_us > 0:
        name, most = max(grains.entries.items(), key=lambda item: item[1].sum_us)
        told.append(
            f"{one_line(name, NAME_MOST)} took {percent_text(most.sum_us / whole_us)} of the time"
            f" in entry methods: {most.count:,} calls of {_us_text(most.mean_us)} on average, the"
            f" longest {_us_text(most.longest_us)}."
        )
        calls = sum(histogram.count for histogram in grains.entries.values())
        short = sum(histogram.bins[0] for histogram in grains.entries.values())
        if short > 0.1 * calls:
            told.append(
                f"{percent_text(short / calls)} of all calls took less than a microsecond, about"
                " what a message costs: larger grains would cost less."
            )
        if most.longest_us > 10 * most.mean_us and most.count > 1:
            told.append(
                f"Its longest call took {number_text(most.longest_us / most.mean_us)} times the"
                " mean: whoever waited for that PE waited so long."
            )
    waited_us = sum(histogram.sum_us for histogram in grains.waits_there.values())
    if waited_us > 0:
        name, most = max(grains.waits_there.items(), key=lambda item: item[1].sum_us)
        told.append(
            f"For messages from other sites PEs waited {_us_text(waited_us)} in all,"
            f" {percent_text(most.sum_us / waited_us)} of it for {one_line(name, NAME_MOST)},"
            f" {_us_text(most.mean_us)} each time on average."
        )
    return told


def _tell_grains(grains: Grains) -> None:
    console = make_console()
    for sentence in grain_sentences(grains):
        console.print(sentence, soft_wrap=True, markup=False)
    _tell_histograms("entry methods, by the time that they took", grains.entries)
    _tell_histograms("waits for messages from other sites, by entry method", grains.waits_there)
    _tell_histograms("waits for messages of the same site, by entry method", grains.waits_here)


def _tell_histograms(title: str, found: Mapping[str, Histogram]) -> None:
    if not found:
        return
    longest = sorted(found.items(), key=lambda item: -item[1].sum_us)
    whole_us = sum(histogram.sum_us for histogram in found.values())
    rows = [
        [
            one_line(name, NAME_MOST),
            f"{histogram.count:,}",
            _us_text(histogram.sum_us),
            percent_text(histogram.sum_us / whole_us) if whole_us > 0 else "-",
            _us_text(histogram.mean_us),
            _us_text(histogram.longest_us),
            *(f"{count:,}" if count else "" for count in histogram.bins),
        ]
        for name, histogram in longest[:ROWS_MAX]
    ]
    if len(longest) > ROWS_MAX:
        title += f" ({ROWS_MAX} of {len(longest)})"
    headings = ["what", "times", "in all", "share", "mean", "longest", *BIN_NAMES]
    print_table(headings, rows, title)


def _us_text(us: float) -> str:
    for unit in ("us", "ms"):
        if us < 1000:
            return f"{number_text(us)} {unit}"
        us /= 1000
    return f"{number_text(us)} s"
