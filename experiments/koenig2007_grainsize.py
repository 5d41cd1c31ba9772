"""Koenig 2007, figure 4.2: the execution time of an application as a function of grainsize, there
drawn for a hypothetical one. Here it is Jacobi2D over two sites without a latency between them,
from one object for the whole mesh to objects of some dozen cells, on the machine of the other
experiments. G_L and G_H are the ends of the flat part."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.koenig2007 import prepare
from isthmus.experiment.margins import KNEE, WIDE
from isthmus.experiment.settings import Settings
from isthmus.experiment.stencil import Point
from isthmus.report import number_text, print_table

REPRODUCES = "Koenig 2007, figure 4.2: step time as a function of grainsize"
TAKES = "25 min"

MESH = 2048
PES = (8, 64)
QUICK_PES = (8,)
SIDES = (1, 2, 4, 8, 16, 32, 64, 128, 256)  # objects each way: 1 to 65,536
QUICK_SIDES = (1, 2, 4, 8, 16, 32, 64)
FLAT = 1 + KNEE  # of the least time, what still belongs to the flat part


@dataclass(frozen=True)
class Curve:
    """Of one number of PEs: ms per step by the number of objects, the fewest first."""

    pes: int
    objects: Sequence[int]
    times_ms: Sequence[float]

    def grains(self) -> list[int]:
        """Cells an object."""
        return [MESH * MESH // count for count in self.objects]

    @property
    def least_ms(self) -> float:
        return min(self.times_ms)

    def flat(self) -> tuple[int, int]:
        """The rows of G_H and of G_L: around the least, as far as it stays near."""
        first = last = self.times_ms.index(self.least_ms)
        while first > 0 and self.times_ms[first - 1] <= FLAT * self.least_ms:
            first -= 1
        while last + 1 < len(self.times_ms) and self.times_ms[last + 1] <= FLAT * self.least_ms:
            last += 1
        return first, last


def run(settings: Settings) -> None:
    sides = QUICK_SIDES if settings.quick else SIDES
    pes_of_all = QUICK_PES if settings.quick else PES
    study = prepare(settings, latencies_ms=(0.0,))
    points = {
        pes: [Point(MESH, pes, side * side, "block", 0.0) for side in sides] for pes in pes_of_all
    }
    times = study.curves("grainsizes", [point for some in points.values() for point in some])
    show(
        settings,
        [
            Curve(pes, [point.objects for point in some], [times[point][0] for point in some])
            for pes, some in points.items()
        ],
    )


def show(settings: Settings, curves: Sequence[Curve]) -> None:
    for curve in curves:
        print_table(*table_of(curve), title=f"Figure 4.2: Jacobi2D {MESH}² on {curve.pes} PEs")
        high, low = curve.flat()
        print(
            f"G_L {curve.grains()[low]:,} cells ({curve.objects[low] / curve.pes:g} objects a PE), "
            f"G_H {curve.grains()[high]:,} cells ({curve.objects[high] / curve.pes:g})\n"
        )
    findings = [finding for curve in curves for finding in judge(curve)]
    print_findings("What the text says", findings, "the text")
    path = settings.out / "koenig2007_4_2.png"
    draw(curves, path)
    rows = [{**asdict(curve), "grains": curve.grains()} for curve in curves]
    settings.write_json(
        "koenig2007_grainsize", {"curves": rows, **as_fields(findings, settings.quick, "the text")}
    )
    print(f"written: {path}")
    print(verdict(findings, settings.quick, "the text"))


def table_of(curve: Curve) -> tuple[list[str], list[list[str]]]:
    high, low = curve.flat()
    names = {high: "G_H", low: "G_L"} if high != low else {low: "G_L, G_H"}
    return ["objects", "a PE", "cells an object", "ms per step", "of the least", ""], [
        [
            f"{count:,}",
            f"{count / curve.pes:g}",
            f"{cells:,}",
            number_text(ms),
            f"{ms / curve.least_ms:.2f}",
            names.get(row, ""),
        ]
        for row, (count, cells, ms) in enumerate(
            zip(curve.objects, curve.grains(), curve.times_ms, strict=True)
        )
    ]


def judge(curve: Curve) -> list[Finding]:
    high, low = curve.flat()
    grains, times = curve.grains(), curve.times_ms
    of = f"on {curve.pes} PEs"
    return [
        Finding(
            "4.2",
            f"small grains take long, for what is spent on messages ({of})",
            f"{times[-1] / curve.least_ms:.2f} times the least at {grains[-1]:,} cells",
            low + 1 < len(times) and times[-1] > times[low],
            "even the smallest of these grains belongs to the flat part",
        ),
        Finding(
            "4.2",
            f"between G_L and G_H it is essentially unchanged ({of})",
            f"within {100 * (FLAT - 1):.0f} % from {grains[low]:,} to {grains[high]:,} cells",
            grains[high] >= WIDE * grains[low],
        ),
        Finding(
            "4.2",
            f"beyond G_H it rises significantly, as PEs have nothing to do ({of})",
            f"{times[0] / curve.least_ms:.2f} times the least with {curve.objects[0]} object",
            high > 0 and times[0] > FLAT * curve.least_ms,
        ),
    ]


def draw(curves: Sequence[Curve], path: Path) -> None:
    from isthmus.plots import COLOURS, QUIET, new_figure, save

    with new_figure(4.6 * max(len(curves), 1) + 2.4, 4.4) as figure:
        places = figure.subplots(1, len(curves), squeeze=False)[0]
        for place, curve in zip(places, curves, strict=True):
            grains = curve.grains()
            high, low = curve.flat()
            place.axvspan(grains[low], grains[high], color=COLOURS[2], alpha=0.12, linewidth=0)
            place.loglog(grains, curve.times_ms, "o-", color=COLOURS[0], markersize=4)
            top = max(curve.times_ms) * 1.5
            for name, row in (("G_L", low), ("G_H", high)):
                place.text(grains[row], top, name, ha="center", va="top", fontsize=10)
            place.set_ylim(curve.least_ms / 1.6, top * 1.1)
            place.set_title(f"{curve.pes} PEs", fontsize=10)
            place.set_xlabel("grainsize (cells an object)")
            place.set_ylabel("time per step (ms)")
        figure.suptitle(
            f"Jacobi2D {MESH}² by grainsize (figure 4.2)", x=0.012, ha="left", fontsize=13,
            weight="bold",
        )  # fmt: skip
        note = f"shaded: within {100 * (FLAT - 1):.0f} % of the least; virtual time, latency 0"
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)
