"""Koenig 2007, figures 7.1 to 7.24: the step time of Jacobi2D by latency after one step of each of
his three load balancers, as published and as ours are, from Naive mapping, beside Naive and Block
mapping without one.
The figures' numbers are not published but where tables 6.1 to 6.5 have the same runs: the curves
are compared with what the text says of them, the order of the strategies above all; the strategies
as published decide, and how many statements hold of ours stands beside."""

from isthmus.experiment.balancing import (
    AS_PUBLISHED,
    DIFFERENCES,
    NAMES,
    as_published,
    differences_text,
    label_of,
)
from isthmus.experiment.figures import Figure, FigurePanel, comparison_of
from isthmus.experiment.koenig2007 import OBJECTS_BY_PES, QUICK_LATENCIES_MS, prepare
from isthmus.experiment.settings import Settings
from isthmus.experiment.stencil import MAPPINGS, Point

REPRODUCES = "Koenig 2007, figures 7.1 to 7.24: step time by latency after each load balancer"
TAKES = "30 min"
LATENCIES_MS = (0.0, 2.0, 4.0, 8.0, 12.0, 16.0, 20.0, 24.0, 32.0)
QUICK_PES = (8,)  # and one mesh, or a minute would not do


def run(settings: Settings) -> None:
    latencies_ms = QUICK_LATENCIES_MS if settings.quick else LATENCIES_MS
    study = prepare(settings, latencies_ms)
    print(differences_text())
    variants = {"the strategies as published": AS_PUBLISHED, "ours": ""}
    comparison_of("koenig2007_balancers", figures(settings.quick), study, settings, variants)


def figures(quick: bool) -> list[Figure]:
    found = []
    number = 1
    for strategy in DIFFERENCES:
        for mesh in (2048, 8192):
            for pes, objects in OBJECTS_BY_PES.items():
                if not quick or (mesh == 2048 and pes in QUICK_PES):
                    title = f"Jacobi2D {mesh}² on {pes} PEs with {NAMES[strategy]}"
                    panels = [
                        panel_of(letter, Point(mesh, pes, count, "naive", 0.0), strategy)
                        for letter, count in zip("abcd", objects, strict=True)
                    ]
                    found.append(Figure(f"7.{number}", title, panels))
                number += 1
    return found


def panel_of(letter: str, naive: Point, strategy: str) -> FigurePanel:
    curves = {
        mapping: Point(naive.mesh, naive.pes, naive.objects, mapping, 0.0) for mapping in MAPPINGS
    }
    return FigurePanel(
        f"({letter}) {naive.objects} objects",
        {
            **curves,
            **{label_of(one): naive.balanced(one) for one in (as_published(strategy), strategy)},
        },
    )
