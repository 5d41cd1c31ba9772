"""What compression makes of ghosts: measured in a run that holds its fields, on this machine, for
runs of other machines that hold none."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from isthmus.experiment.mesh_runs import Compression, MeshJob, MeshRun, Thorn, run_mesh
from isthmus.experiment.settings import RunApplication

# Allen et al. (2001) evolve a gravitational wave by stencils of width one.
EINSTEIN = Thorn(
    "spacetime/libspacetime.so", "spacetime_narrow", 0.0, 4, {"step": 0.0625, "method": "rk4"}
)
SMOOTH: Mapping[str, Any] = {"initial": "pulse", "amplitude": 1e-3, "length": 1.0}
ROUGH: Mapping[str, Any] = {"initial": "robust", "amplitude": 1e-10}
FACE = (48, 48, 24)  # points of a block on each side
STEPS = 8
FLOPS = 4 * 1883.0  # of a point and a step: right sides and what enforces constraints, by rk4


@dataclass(frozen=True)
class Packing:
    """`rate`: bytes a second, packed at one end and unpacked at the other; `flops`: what a PE did a
    second meanwhile, of this machine."""

    left: float
    rate: float
    flops: float

    def charged(self, flops: float) -> Compression:
        """Of a processor that does so many flop a second: packing costs as many of them as here.
        Half of the time is packing, as far as anybody knows."""
        rate = 2 * self.rate * flops / self.flops
        return Compression(self.left, rate, rate)

    def text(self) -> str:
        return (
            f"compression leaves {100 * self.left:.1f} % of ghosts of a gravitational wave "
            f"({FACE[0]} x {FACE[1]} points a face), {self.rate / 1e6:.0f} MB/s packed and "
            f"unpacked here, where a core does {self.flops / 1e9:.2f} GFlop/s"
        )

    def fields(self) -> dict[str, float]:
        return {"left": self.left, "bytes_per_s": self.rate, "flop_per_s": self.flops}


def wave_job(
    points: tuple[int, int, int],
    steps: int,
    parameters: Mapping[str, Any] = SMOOTH,
    spacing: float = 0.25,
    more: Mapping[str, Mapping[str, Any]] | None = None,
) -> MeshJob:
    """Two sites on threads, whose ghosts are all compressed."""
    return MeshJob(
        Thorn(EINSTEIN.library, EINSTEIN.name, 0.0, 4, {"step": spacing / 4, "method": "rk4"}),
        points,
        steps,
        ("--sites", "2", "--pes", "1"),
        {"cut": "z", "blocks": [1, 1, 2]},
        1,
        compress="always",
        more={"parameters.spacetime_narrow": parameters, **(more or {})},
        spacing=spacing,
        boundary="" if parameters is SMOOTH else "periodic",
    )


def packing_of(run: MeshRun) -> Packing:
    packing_s = run.metric("packing_ms_per_step") * 1e-3
    return Packing(
        run.metric("packed_left"),
        run.metric("packed_of_bytes") / packing_s,
        run.metric("flop_per_s") / 2,
    )


def measured_compression(run_application: RunApplication) -> Packing:
    """On threads: it takes some seconds."""
    x, y, z = FACE
    return packing_of(run_mesh(run_application, wave_job((x, y, 2 * z), STEPS)))
