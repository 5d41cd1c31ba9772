"""What Allen et al. (2001) publish of Cactus-G, and the machines that they had."""

from collections.abc import Sequence
from dataclasses import dataclass

FLOPS_A_POINT = 780.0
R10000, POWER3 = 168e6, 306e6  # flop/s of their application
LATENCY_MS = 75.0  # between the two sites
EFFICIENCY_AT_DEPTH_ONE = 0.65  # of figure 3, at that latency
# Which makes so much work of a step, as far as latency is all that is lost.
WORK_S = 1e-3 * LATENCY_MS * EFFICIENCY_AT_DEPTH_ONE / (1 - EFFICIENCY_AT_DEPTH_ONE)
# And so many points each way for one R10000.
SIZE = round((WORK_S * R10000 / FLOPS_A_POINT) ** (1 / 3))


@dataclass(frozen=True)
class Machine:
    """`layers` of processors, as each one has of the lattice in z."""

    name: str
    site: str
    layers: int
    mflops: float  # a second, of one processor


AEGIR = Machine("aegir", "ncsa", 2, R10000 / 1e6)
FORSETI = Machine("forseti", "ncsa", 2, R10000 / 1e6)
BALDER = Machine("balder", "ncsa", 4, R10000 / 1e6)
BLUE_HORIZON = Machine("blue_horizon", "sdsc", 17, POWER3 / 1e6)
ALL_FOUR = (AEGIR, FORSETI, BALDER, BLUE_HORIZON)  # 1,500 processors
TWO = (AEGIR, BLUE_HORIZON)  # 1,140
LAYER = (5, 12)  # processors in x and y
POINTS = (360, 720, 3345)
WIDE_BANDWIDTH = 3e6  # bytes a second, between the sites, each way
# Inside a machine, and between those of a site.
NETWORK = (
    *("--sim", "same_node.bandwidth=200MB/s", "--sim", "same_node.latency=20us"),
    *("--sim", "same_site.bandwidth=100MB/s", "--sim", "same_site.latency=100us"),
)


@dataclass(frozen=True)
class Cluster:
    """Machines with `across` processors in x and y each layer. What joins the sites has the share
    of the bandwidth that so many of the paper's 60 columns of processors have of it."""

    machines: Sequence[Machine]
    across: tuple[int, int] = LAYER

    @property
    def columns(self) -> int:
        return self.across[0] * self.across[1]

    @property
    def layers(self) -> int:
        return sum(machine.layers for machine in self.machines)

    @property
    def processors(self) -> int:
        return self.columns * self.layers

    @property
    def peak(self) -> float:
        """flop/s, of all together."""
        return sum(1e6 * m.mflops * m.layers * self.columns for m in self.machines)

    @property
    def share(self) -> float:
        return self.columns / (LAYER[0] * LAYER[1])

    def points(self) -> tuple[int, int, int]:
        """As many a processor as in the run of 1,500."""
        x, y = (POINTS[d] // LAYER[d] * self.across[d] for d in (0, 1))
        whole = Cluster(ALL_FOUR)
        z = round(POINTS[2] * self.peak / self.columns / (whole.peak / whole.columns))
        return x, y, z

    def grid(self, chain: str = "") -> str:
        """A grid file. A processor is a PE and a process of its own."""
        lines = []
        for site in dict.fromkeys(machine.site for machine in self.machines):
            lines += ["[[site]]", f'name = "{site}"']
            for machine in self.machines:
                if machine.site != site:
                    continue
                count = machine.layers * self.columns
                lines += ["[[site.node]]", f'name = "{machine.name}"', f"pes = {count}"]
                lines += [f"processes = {count}", f"speed = {machine.mflops:g}"]
        lines.append("[link.between_sites]")
        if chain:
            lines.append(chain)
        lines.append(f'delay.latency = "{LATENCY_MS:g}ms"')
        lines.append(f'delay.bandwidth = "{WIDE_BANDWIDTH * self.share / 1e3:.0f}kB/s"')
        return "\n".join(lines) + "\n"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"
