"""Koenig 2007, figures 5.4 to 5.13: the step time of Jacobi2D by latency with Block mapping, alone
and beside Naive mapping, for all meshes, PEs and object counts. The figures' numbers are not
published but where a table has the same runs: the curves are compared with what the text says."""

from isthmus.experiment.figures import Figure, comparison_of, panels_by_objects, panels_by_pes
from isthmus.experiment.koenig2007 import OBJECTS_BY_PES, prepare
from isthmus.experiment.settings import Settings
from isthmus.experiment.stencil import MAPPINGS

REPRODUCES = "Koenig 2007, figures 5.4 to 5.13: step time by latency, Block mapping and Naive"
TAKES = "10 min"


def run(settings: Settings) -> None:
    figures = [
        Figure(
            "5.4", "Jacobi2D 2048², Block mapping", panels_by_pes(2048, OBJECTS_BY_PES, "block")
        ),
        Figure(
            "5.5", "Jacobi2D 8192², Block mapping", panels_by_pes(8192, OBJECTS_BY_PES, "block")
        ),
    ]
    number = 6
    for mesh in (2048, 8192):
        for pes, objects in OBJECTS_BY_PES.items():
            title = f"Jacobi2D {mesh}² on {pes} PEs, Naive and Block mapping"
            panels = panels_by_objects(mesh, pes, objects, MAPPINGS)
            figures.append(Figure(f"5.{number}", title, panels))
            number += 1
    comparison_of("koenig2007_mapping", figures, prepare(settings), settings)
