"""What Neff (1995) publishes of the metacomputer's programs, and its machines in virtual time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from isthmus.errors import IsthmusError
from isthmus.experiment.machine_model import Constant
from isthmus.experiment.settings import Settings
from isthmus.experiment.stencil import worker_pool
from isthmus.progress import Steps
from isthmus.report import Report, print_table

SOURCE = "the report"
PROGRAM = "metacomputer"
SIZE, QUICK_SIZE = 1024, 192

KINDS = ("Meiko", "S20", "S10", "S5", "HP730", "HP715")
SITES = {"meiko": ("Meiko",), "suns": ("S20", "S10", "S5"), "hps": ("HP730", "HP715")}
Machines = Mapping[str, int]
"""How many of each kind; kinds without any may be left out."""
CONFIGURATIONS: Mapping[str, Machines] = {  # table 5.7
    "M0": {"Meiko": 1},
    "M1": {"Meiko": 1, "HP715": 2},
    "M2": {"Meiko": 1, "S20": 1},
    "M3": {"Meiko": 1, "S20": 1, "HP715": 2},
    "M4": {"Meiko": 1, "S10": 1, "S5": 1, "HP730": 1, "HP715": 2},
    "M5": {"Meiko": 1, "S20": 2, "S10": 2, "S5": 2, "HP730": 1, "HP715": 5},
    "M6": {"Meiko": 1, "S20": 4, "S10": 3, "S5": 3, "HP730": 1, "HP715": 3},
    "M7": {"Meiko": 2, "S20": 1, "S5": 1, "HP715": 1},
}


@dataclass(frozen=True)
class Application:
    """`speeds` are relative to a Meiko node, derived from the equivalent Meiko nodes that the
    tables print. `meiko`: seconds by number of nodes; `meta`: equivalent nodes and seconds by
    configuration, of which those in `doubtful` contradict the others and are judged by nobody."""

    name: str
    tables: tuple[str, str]  # on the Meiko and on the metacomputer
    words: tuple[str, ...]
    speeds: Mapping[str, float]
    meiko: Mapping[int, float]
    meta: Mapping[str, tuple[float, float]]
    doubtful: tuple[str, ...] = ()

    def equivalent(self, machines: Machines) -> float:
        """Meiko nodes, by the speeds."""
        return sum(count * self.speeds.get(kind, 1.0) for kind, count in machines.items())


PATHS = Application(
    "APSP",
    ("5.1", "5.8"),
    ("paths",),
    # S10, S5 and HP730 are known in sum alone, 3.05.
    {"S20": 1.10, "S10": 3.05 / 3, "S5": 3.05 / 3, "HP730": 3.05 / 3, "HP715": 0.55},
    {1: 398, 2: 200, 4: 100, 8: 50},
    {"M0": (1.00, 398), "M1": (2.10, 199), "M2": (2.10, 192), "M3": (3.20, 142), "M4": (5.15, 84)},
)
CANNON = Application(
    "Cannon",
    ("5.2", "5.9"),
    ("product", "--algorithm", "cannon", "--blocks", "8"),
    # From M5 and M6; S10 and S5 are known in sum alone, 1.05.
    {"S20": 0.75, "S10": 0.525, "S5": 0.525, "HP730": 0.20, "HP715": 0.25},
    {1: 130, 2: 65, 4: 33, 8: 17, 16: 8.5},
    {
        "M0": (1.00, 130),
        "M1": (1.50, 135),
        "M2": (1.75, 134),
        "M3": (2.25, 124),
        "M4": (4.15, 108),
        "M7": (6.05, 99),
        "M5": (6.05, 91),
        "M6": (8.10, 83),
    },
    ("M4", "M7"),
)
CONVENTIONAL = Application(
    "Conventional",
    ("5.3", "5.10"),
    ("product", "--grain", "4"),
    {"S20": 0.80, "S10": 0.65, "S5": 0.825, "HP730": 0.775, "HP715": 0.375},
    {1: 168, 2: 85, 4: 43, 8: 22, 16: 12},
    {
        "M0": (1.00, 168),
        "M1": (1.75, 113),
        "M2": (1.80, 148),
        "M3": (2.60, 106),
        "M4": (4.00, 74),
        "M7": (4.00, 57),
        "M5": (8.20, 52),
        "M6": (10.50, 56),
    },
)
FOX = Application(
    "Fox",
    ("5.4", "5.11"),
    ("product", "--algorithm", "fox", "--rows", "32"),
    {"S20": 0.55, "S10": 0.40, "S5": 0.425, "HP730": 0.825, "HP715": 0.175},
    {1: 181, 2: 123, 4: 61, 8: 32},
    {
        "M0": (1.00, 181),
        "M1": (1.35, 180),
        "M2": (1.55, 128),
        "M3": (1.90, 124),
        "M4": (3.00, 139),
        "M7": (3.15, 99),
        "M5": (5.45, 162),
    },
)
GAUSS = Application(
    "Gauss",
    ("5.5", "5.12"),
    ("gauss",),
    # S5 is what M7 leaves for it, S10 and HP730 in equal parts what M4 leaves.
    {"S20": 1.30, "S10": 1.50, "S5": 0.15, "HP730": 1.50, "HP715": 0.55},
    {1: 97, 2: 54, 4: 31, 8: 22, 16: 22},
    {
        "M0": (1.00, 97),
        "M1": (2.10, 95),
        "M2": (2.30, 85),
        "M3": (3.40, 79),
        "M7": (4.00, 80),
        "M4": (5.25, 95),
    },
)
# So many iterations that one Meiko node takes as long for a multiply-add as in the conventional
# product, 156 ns: 561 (the report gives no number).
JACOBI = Application(
    "Jacobi",
    ("5.6", "5.13"),
    ("jacobi", "--dominance", "1.011", "--epsilon", "1e-7"),
    {"S20": 1.00, "HP715": 0.45},
    {1: 92, 2: 47, 4: 25, 8: 15, 16: 11},
    {"M0": (1.00, 92), "M1": (1.90, 65), "M2": (2.00, 54), "M3": (2.90, 67)},
)
APPLICATIONS = (PATHS, CANNON, CONVENTIONAL, FOX, GAUSS, JACOBI)
PRODUCTS = (CANNON, CONVENTIONAL, FOX)
VECTOR_CANNON = Application(
    "Cannon, vector",
    ("5.2", ""),
    ("product", "--algorithm", "cannon", "--blocks", "4"),
    {},
    {1: 26.6, 2: 14.8, 4: 8.4, 8: 5.7},
    {},
)
VECTOR_CONVENTIONAL = Application(
    "Conventional, vector",
    ("5.3", ""),
    ("product", "--grain", "32"),
    {},
    {1: 23.5, 2: 14.3, 4: 11.6, 8: 13.8},
    {},
)

SEND_US = 85
NX_US, NX_MBS = 230, 13.9
SUN_MS, SUN_MBS = 2.83, 0.576
HP_MS, HP_MBS = 4.33, 0.462


def _options(reach: str, **values: str) -> tuple[str, ...]:
    return tuple(
        word for name, value in values.items() for word in ("--sim", f"{reach}.{name}={value}")
    )


def _processor(reach: str) -> tuple[str, ...]:
    return _options(
        reach, send=f"{SEND_US}us", receive=f"{SEND_US}us", send_byte="0", receive_byte="0"
    )


MACHINE = (
    Constant(
        "processor, a message",
        f"{SEND_US} us at each end",
        "table 5.14: 170 us on one processor; longer on slower machines, by their speed",
        (*_processor("same_pe"), *_processor("same_node"), *_processor("same_site"),
         *_processor("between_sites")),
    ),
    Constant(
        "between Meiko nodes",
        f"{NX_US} us, {NX_MBS} MB/s",
        "table 5.14, NX, at 1 B and 64 KB: 0.4 and 5.1 ms",
        _options("same_node", latency=f"{NX_US}us", bandwidth=f"{NX_MBS}MB/s"),
    ),
    Constant(
        "to and between the Suns",
        f"{SUN_MS} ms, {SUN_MBS} MB/s",
        "table 5.14, Meiko to Sun, at 1 B and 64 KB: 3.0 and 116.7 ms; between two Suns as well",
        _options("same_site", latency=f"{SUN_MS}ms", bandwidth=f"{SUN_MBS}MB/s"),
    ),
    Constant(
        "to the HPs",
        f"{HP_MS} ms, {HP_MBS} MB/s",
        "table 5.14, Meiko to HP, at 1 B and 64 KB: 4.5 and 146.3 ms; from the Suns as well. All "
        "messages from one of the three groups to another one share a line: the one Ethernet of "
        "all is not modelled",
        _options("between_sites", latency="0"),
    ),
)  # fmt: skip


def print_machine() -> None:
    rows = [[constant.name, constant.value, constant.why] for constant in MACHINE]
    print_table(["the machine", "value", "from"], rows, left=3, title="Machine model")


def grid_text(machines: Machines, speeds: Mapping[str, float]) -> str:
    """A grid file: the Meiko, the Suns and the HPs are a site each, a processor is a process."""
    lines, names = [], []
    for site, kinds in SITES.items():
        counts = {kind: machines.get(kind, 0) for kind in kinds}
        if not any(counts.values()):
            continue
        names.append(site)
        lines += ["[[site]]", f'name = "{site}"']
        for kind, count in counts.items():
            if count == 0:
                continue
            lines += [
                "[[site.node]]",
                f'name = "{kind.lower()}"',
                f"speed = {_speed(speeds, kind)}",
            ]
            # Meiko nodes are one machine, with a network of its own.
            lines += [f"pes = {count}", f"processes = {count}"] if site == "meiko" else [
                f"count = {count}"
            ]  # fmt: skip
    for i, first in enumerate(names):
        for second in names[i + 1 :]:
            ms, mbs = (HP_MS, HP_MBS) if second == "hps" else (SUN_MS, SUN_MBS)
            lines += ["[[between]]", f'sites = ["{first}", "{second}"]']
            lines += [f'delay.latency = "{ms}ms"', f'delay.bandwidth = "{1e3 * mbs:.0f}kB/s"']
    return "\n".join(lines) + "\n"


def _speed(speeds: Mapping[str, float], kind: str) -> str:
    return f"{speeds.get(kind, 1.0):.6g}"


@dataclass(frozen=True)
class Run:
    """A program on machines of these speeds."""

    name: str
    words: tuple[str, ...]
    machines: tuple[tuple[str, int], ...]
    speeds: tuple[tuple[str, float], ...] = ()

    def report(self, settings: Settings, folder: Path, more: Sequence[str] = ()) -> Report:
        """`more`: runtime options beside those of the machine."""
        path = folder / f"{abs(hash(self)):x}.toml"
        path.write_text(grid_text(dict(self.machines), dict(self.speeds)), encoding="utf-8")
        runtime = ["--backend", "sim", "--costs", "charged", "--grid", str(path)]
        for constant in MACHINE:
            runtime += constant.options
        if len(path.read_text(encoding="utf-8").split("[[site]]")) > 2:
            runtime += ["--border-first", "no"]  # Charm knew no such thing
        runtime += more
        return settings.run_application(PROGRAM, runtime, list(self.words))


def simulate(what: str, runs: Sequence[Run], settings: Settings, folder: Path) -> list[Report]:
    """As many at a time as there are cores, and says how far it has come."""
    with Steps(what, len(runs)) as steps, worker_pool() as pool:
        futures = [pool.submit(run.report, settings, folder) for run in runs]
        reports = []
        for run, future in zip(runs, futures, strict=True):
            reports.append(future.result())
            steps.begin(run.name)
            steps.end("done")
    return reports


def metric(report: Report, name: str) -> float:
    try:
        return report.metrics[name]
    except KeyError:
        raise IsthmusError(f"the report of {PROGRAM} has no metric '{name}'") from None


@dataclass(frozen=True)
class Timed:
    """What a program takes: to deal its input out, and then to work."""

    input_s: float
    work_s: float

    @property
    def seconds(self) -> float:
        return self.input_s + self.work_s


INPUT_IS_IN = (
    "ours: with the dealing out of the input, to which the readonly matrices belong. The report "
    'leaves out "system initialization"; that its times have the input\'s we gather from them: '
    "the conventional product on M1 takes 17 s longer than its equivalent nodes would, and its "
    "matrix takes 9 s to an HP"
)


def timed(report: Report) -> Timed:
    return Timed(metric(report, "input_s"), metric(report, "seconds"))


def calibrated(
    applications: Sequence[Application], settings: Settings, folder: Path
) -> dict[str, float]:
    """By application: the ns that an operation takes on a Meiko node, so that the program takes on
    one what is published. From two runs, one in which operations take no time and one in which they
    take a microsecond."""
    runs = [
        run_of(one, {"Meiko": 1}, operation_ns, settings)
        for one in applications
        for operation_ns in (0.0, 1000.0)
    ]
    seconds = [timed(report).seconds for report in simulate("speeds", runs, settings, folder)]
    return {
        one.name: 1000 * (one.meiko[1] - idle) / (busy - idle)
        for one, idle, busy in zip(applications, seconds[::2], seconds[1::2], strict=True)
    }


def run_of(
    application: Application, machines: Machines, operation_ns: float, settings: Settings
) -> Run:
    size = QUICK_SIZE if settings.quick else SIZE
    text = ", ".join(f"{count} {kind}" for kind, count in machines.items())
    words = (*application.words, "--size", str(size), "--operation-time", f"{operation_ns:.6f}")
    return Run(
        f"{application.name}, {text}",
        words,
        tuple(machines.items()),
        tuple(application.speeds.items()),
    )


def error_text(ours: float, published: float) -> str:
    return f"{100 * (ours / published - 1):+.0f} %"


def median_error(pairs: Sequence[tuple[float, float]]) -> float:
    """Of ours and published."""
    return median(abs(ours / published - 1) for ours, published in pairs)
