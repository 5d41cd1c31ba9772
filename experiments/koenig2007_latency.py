"""Koenig 2007, figures 4.4 and 4.5: the step time of Jacobi2D with Naive mapping by latency, for
meshes of 2048 and 8192, 8 to 64 PEs and four object counts each. The figures' numbers are not
published: the curves are compared with what the text says of them."""

from isthmus.experiment.figures import Figure, comparison_of, panels_by_pes
from isthmus.experiment.koenig2007 import OBJECTS_BY_PES, prepare
from isthmus.experiment.settings import Settings

REPRODUCES = "Koenig 2007, figures 4.4 and 4.5: step time by latency and number of objects, Naive"
TAKES = "5 min"


def run(settings: Settings) -> None:
    figures = [
        Figure(
            "4.4", "Jacobi2D 2048², Naive mapping", panels_by_pes(2048, OBJECTS_BY_PES, "naive")
        ),
        Figure(
            "4.5", "Jacobi2D 8192², Naive mapping", panels_by_pes(8192, OBJECTS_BY_PES, "naive")
        ),
    ]
    comparison_of("koenig2007_latency", figures, prepare(settings), settings)
