"""Plots of the sorting network of the Clam thesis: run times, hops, and kinds of messages."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from isthmus.experiment.clam import Outcome, Policy, Series
from isthmus.plots import (
    COLOURS,
    QUIET,
    Chart,
    Curve,
    Panel,
    Reference,
    draw_chart,
    new_figure,
    save,
)

KINDS = ("application", "forwarded", "updates")
COLUMNS = 4
NOTE = (
    "virtual time, 100 Mb/s Ethernet with a switch, one PE a process; '(ours)': not quite the "
    "thesis's policy of that name;\nadaptive: its constants were fitted to netsort on 8 and 32 PEs"
)


def draw_times(
    title: str,
    panels: Mapping[str, Series],
    policies: Sequence[Policy],
    path: Path,
) -> None:
    """A panel for each series, by its title; a curve per policy of the thesis, and a dashed one
    for each of ours."""
    drawn = []
    for name, series in panels.items():
        curves, references = [], []
        for policy in policies:
            seconds = series.seconds(policy)
            if policy.is_published:
                curves.append(Curve(policy.label, series.pes, seconds))
            else:
                references.append(Reference(policy.label, series.pes, seconds))
        drawn.append(Panel(name, curves, references))
    draw_chart(Chart(title, "PEs", "run time (s)", drawn, NOTE), path)


def draw_hops(title: str, sets: Mapping[str, Mapping[str, Outcome]], path: Path) -> None:
    """A panel per policy, by its label; a line for each set of runs."""
    labels = list(next(iter(sets.values())))
    with new_figure(12.0, 1.4 + 2.3 * rows_for(labels)) as figure:
        for place, label in small_panels(figure, labels, "hops", "messages (%)"):
            for (name, cases), colour in zip(sets.items(), COLOURS, strict=False):
                outcome = cases[label]
                share = [100 * count / outcome.messages for count in outcome.hops]
                hops = range(1, len(share) + 1)
                place.plot(hops, share, ".-", color=colour, label=name)
        finish(
            figure,
            title,
            "a hop is one way from PE to PE: one for a message that finds its element at once",
            path,
        )


def draw_kinds(title: str, cases: Mapping[str, Outcome], path: Path) -> None:
    """What each PE sends, by kind: a panel per case, all of one scale."""
    labels = list(cases)
    with new_figure(12.0, 1.4 + 2.3 * rows_for(labels)) as figure:
        for place, label in small_panels(figure, labels, "PE", "messages sent (1000)"):
            by_pe = cases[label].by_pe
            below = [0.0] * len(by_pe)
            for kind, colour in enumerate(COLOURS[: len(KINDS)]):
                counts = [pe[kind] / 1e3 for pe in by_pe]
                place.bar(range(len(by_pe)), counts, 0.85, below, color=colour, label=KINDS[kind])
                below = [a + b for a, b in zip(below, counts, strict=True)]
        finish(
            figure,
            title,
            "updates are messages of some 80 bytes, the others carry the payload",
            path,
        )


def rows_for(labels: Sequence[str]) -> int:
    return -(-len(labels) // COLUMNS)


def small_panels(
    figure: Figure, labels: Sequence[str], x_label: str, y_label: str
) -> Iterator[tuple[Axes, str]]:
    """One for each label, all of one scale."""
    grid = figure.subplots(rows_for(labels), COLUMNS, squeeze=False, sharex=True, sharey=True)
    places = list(grid.flat)
    for at, (place, label) in enumerate(zip(places, labels, strict=False)):
        place.set_title(label, fontsize=10)
        if at % COLUMNS == 0:
            place.set_ylabel(y_label)
        if at >= len(labels) - COLUMNS:
            place.set_xlabel(x_label)
            place.tick_params(labelbottom=True)
        yield place, label
    for place in places[len(labels) :]:
        place.set_visible(False)


def finish(figure: Figure, title: str, note: str, path: Path) -> None:
    figure.suptitle(title, x=0.012, ha="left", fontsize=13, fontweight="bold")
    figure.supxlabel(f"{NOTE}; {note}", x=0.012, ha="left", fontsize=8, color=QUIET)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right upper", frameon=False, fontsize=9)
    save(figure, path)


def in_lines(label: str) -> str:
    """Broken so that it is as narrow as a pair of bars."""
    return label.replace("_", "\n").replace(" (", "\n(")


def draw_pairs(
    title: str, labels: Sequence[str], bars: Mapping[str, Sequence[float]], path: Path
) -> None:
    """Run times: a group of bars for each label."""
    width = 0.8 / len(bars)
    with new_figure(9.0, 4.2) as figure:
        place = figure.subplots()
        for at, ((name, seconds), colour) in enumerate(zip(bars.items(), COLOURS, strict=False)):
            places = [i + (at - (len(bars) - 1) / 2) * width for i in range(len(labels))]
            drawn = place.bar(places, seconds, width, color=colour, label=name)
            place.bar_label(drawn, fmt="%.1f", fontsize=8, padding=2)
        place.set_xticks(range(len(labels)), [in_lines(label) for label in labels])
        place.set_ylabel("run time (s)")
        place.grid(visible=False, axis="x")
        finish(figure, title, "all processes share the link between the partitions", path)
