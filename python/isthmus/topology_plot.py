"""The picture of a topology: sites as boxes with their nodes and PEs, joined by their links."""

import math
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Rectangle

from isthmus import plots
from isthmus.plots import COLOURS, INK, QUIET
from isthmus.report import one_line
from isthmus.topology import Node, Site, Topology, pairs

SITE_WIDTH = 3.2
NODE_GAP = 0.18
PE_SIDE = 0.17
PES_PER_ROW = 12
PES_DRAWN_MAX = 96
NODES_DRAWN_MAX = 8


def draw_topology(topology: Topology, path: Path, title: str) -> None:
    """Writes the picture; the file's ending gives its format."""
    centres = _centres(topology)
    heights = [_site_height(site) for site in topology.sites]
    left = min(x for x, _ in centres) - SITE_WIDTH / 2 - 0.3
    right = max(x for x, _ in centres) + SITE_WIDTH / 2 + 0.3
    low = min(y - h / 2 for (_, y), h in zip(centres, heights, strict=True)) - 0.3
    high = max(y + h / 2 for (_, y), h in zip(centres, heights, strict=True)) + 0.3
    width = max(5.0, min(16.0, (right - left) * 0.95))
    with plots.new_figure(width, width * (high - low) / (right - left) + 0.6) as figure:
        place = figure.add_subplot()
        place.set_axis_off()
        place.set_aspect("equal")
        place.set_xlim(left, right)
        place.set_ylim(low, high)
        at = {site.name: centre for site, centre in zip(topology.sites, centres, strict=True)}
        for one, other in pairs(topology):
            _draw_link(place, topology, one, other, at[one.name], at[other.name])
        for i, site in enumerate(topology.sites):
            _draw_site(place, site, centres[i], heights[i], COLOURS[i % len(COLOURS)])
        figure.suptitle(one_line(title, 50), x=0.012, ha="left", fontsize=13, fontweight="bold")
        plots.save(figure, path)


def _centres(topology: Topology) -> list[tuple[float, float]]:
    """Two sites side by side; more on a circle, the first at the top."""
    count = len(topology.sites)
    if count == 1:
        return [(0.0, 0.0)]
    if count == 2:
        return [(0.0, 0.0), (SITE_WIDTH + 2.6, 0.0)]
    tallest = max(_site_height(site) for site in topology.sites)
    needed = math.hypot(SITE_WIDTH, tallest) + 1.5
    radius = needed / (2 * math.sin(math.pi / count))
    angles = [math.pi / 2 - 2 * math.pi * i / count for i in range(count)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def _shown(site: Site) -> tuple[Node, ...]:
    return site.nodes if len(site.nodes) <= NODES_DRAWN_MAX else site.nodes[: NODES_DRAWN_MAX - 1]


def _node_height(node: Node) -> float:
    rows = math.ceil(min(node.pes, PES_DRAWN_MAX) / PES_PER_ROW)
    return 0.42 + rows * (PE_SIDE + 0.05) + 0.08


def _site_height(site: Site) -> float:
    shown = _shown(site)
    rest = 0.35 if len(shown) < len(site.nodes) else 0.0
    return 0.55 + sum(_node_height(node) + NODE_GAP for node in shown) + rest


def _draw_site(
    place: Axes, site: Site, centre: tuple[float, float], height: float, colour: str
) -> None:
    left, top = centre[0] - SITE_WIDTH / 2, centre[1] + height / 2
    place.add_patch(
        FancyBboxPatch(
            (left, top - height),
            SITE_WIDTH,
            height,
            boxstyle="round,pad=0,rounding_size=0.14",
            facecolor="white",
            edgecolor=colour,
            linewidth=2,
            zorder=3,
        )
    )
    place.text(
        left + 0.16,
        top - 0.28,
        one_line(site.name, 22),
        fontweight="bold",
        fontsize=11,
        va="center",
        color=colour,
        zorder=4,
    )
    noun = "PE" if site.pes == 1 else "PEs"
    place.text(
        left + SITE_WIDTH - 0.16,
        top - 0.28,
        f"{site.pes} {noun}",
        fontsize=9,
        va="center",
        ha="right",
        color=INK,
        zorder=4,
    )
    y = top - 0.5
    shown = _shown(site)
    for node in shown:
        _draw_node(place, node, left + 0.16, y, colour)
        y -= _node_height(node) + NODE_GAP
    if len(shown) < len(site.nodes):
        place.text(
            left + 0.16,
            y - 0.05,
            f"and {len(site.nodes) - len(shown)} more nodes",
            fontsize=8,
            va="center",
            color=QUIET,
            zorder=4,
        )


def _draw_node(place: Axes, node: Node, left: float, top: float, colour: str) -> None:
    height, width = _node_height(node), SITE_WIDTH - 0.32
    place.add_patch(
        Rectangle(
            (left, top - height), width, height, facecolor="#f5f6f8", edgecolor="#d5d8de", zorder=4
        )
    )
    speed = f", speed {node.speed_text()}" if node.speed_text() != "1" else ""
    ranks = [process.rank for process in node.processes]
    held = ""
    if len(ranks) == 1:
        held = f", rank {ranks[0]}"
    elif ranks:
        held = f", ranks {ranks[0]} to {ranks[-1]}"
    place.text(
        left + 0.1,
        top - 0.2,
        f"{one_line(node.name, 24)}{speed}{held}",
        fontsize=8,
        va="center",
        color=INK,
        zorder=5,
    )
    for i in range(min(node.pes, PES_DRAWN_MAX)):
        row, column = divmod(i, PES_PER_ROW)
        x = left + 0.1 + column * (PE_SIDE + 0.05)
        y = top - 0.42 - (row + 1) * (PE_SIDE + 0.05) + 0.05
        place.add_patch(
            Rectangle(
                (x, y), PE_SIDE, PE_SIDE, facecolor=colour, alpha=0.85, edgecolor="none", zorder=5
            )
        )
    if node.pes > PES_DRAWN_MAX:
        place.text(
            left + width - 0.08,
            top - 0.2,
            f"{node.pes} PEs",
            fontsize=8,
            va="center",
            ha="right",
            color=INK,
            zorder=5,
        )


def _draw_link(
    place: Axes,
    topology: Topology,
    one: Site,
    other: Site,
    start: tuple[float, float],
    end: tuple[float, float],
) -> None:
    link = topology.wide_area_link(one.name, other.name)
    place.plot([start[0], end[0]], [start[1], end[1]], color=QUIET, linewidth=2, zorder=1)
    label = (link.label() if link else "direct").replace(", ", "\n")
    place.text(
        (start[0] + end[0]) / 2,
        (start[1] + end[1]) / 2,
        label,
        ha="center",
        va="center",
        fontsize=9,
        color=INK,
        zorder=2,
        linespacing=1.4,
        bbox={"boxstyle": "round,pad=0.3", "facecolor": "white", "edgecolor": "none"},
    )
