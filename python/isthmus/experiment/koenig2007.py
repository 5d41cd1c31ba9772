"""Koenig's runs of Jacobi2D on the cluster Mercury: the published data, and a model of the machine
that the experiments calibrate each time anew."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isthmus.errors import BadInputError
from isthmus.experiment.calibration import Calibration, Sample, calibrate
from isthmus.experiment.catalogue import experiments_directory
from isthmus.experiment.compare import Column, signed_text
from isthmus.experiment.machine_model import Constant, MachineModel
from isthmus.experiment.settings import Settings
from isthmus.experiment.statements import Statement, read_statements
from isthmus.experiment.stencil import (
    FULL,
    MAPPINGS,
    METRIC,
    QUICK,
    Point,
    Simulator,
    arguments_of,
)
from isthmus.report import print_table
from isthmus.time_spent import time_spent

PRIORITIZED = tuple(f"{mapping}_prioritized" for mapping in MAPPINGS)  # border objects first
QUICK_LATENCIES_MS = (0.0, 4.0, 8.0, 16.0, 24.0, 32.0)
OBJECTS_BY_PES = {  # of figures 4.4 to 5.13
    8: (16, 64, 256, 1024),
    16: (16, 64, 256, 1024),
    32: (64, 256, 1024, 4096),
    64: (64, 256, 1024, 4096),
}

# Where the calibration starts; the orders of magnitude are enough.
START = MachineModel(cell_ns={2048: 40.0, 8192: 50.0}, message_us=15.0, off_pe_us=40.0)

# What the rows of latency 0 cannot tell. The rows with a latency were in view when the look was
# modelled: the sizes have a source, that a look takes one segment is an assumption.
DECLARED = (
    Constant(
        "network inside a site",
        "20 us, 240 MB/s",
        "Myrinet: measured by Koenig 2003 on a like cluster; not stated for Mercury",
        tuple(
            word
            for reach in ("same_node", "same_site")
            for word in ("--sim", f"{reach}.latency=20us", "--sim", f"{reach}.bandwidth=240MB/s")
        ),
    ),
    Constant(
        "network between sites",
        "110 us, 1 GB/s in all",
        "Gigabit Ethernet, measured by Koenig 2003 likewise; 64 MB/s a node, of 16",
        ("--sim", "between_sites.latency=110us", "--sim", "between_sites.bandwidth=1GB/s"),
    ),
    Constant(
        "latency between sites",
        "by the receiver's delay device",
        "a message is stamped and let go when its PE looks at the network (Koenig 2007, 2.4)",
        ("--sim", "delay=filter"),
    ),
    Constant(
        "messages between two looks",
        "1",
        "the scheduler looks before each entry method; the thesis says 'periodically'",
        ("--tune", "batch=1"),
    ),
    Constant(
        "a look takes",
        "1 segment of 1448 bytes",
        "what an Ethernet frame carries of TCP; one per look: chosen, with the tables in view",
        tuple(
            word
            for setting in (
                "look.segments=1",
                "same_node.segment=1448",
                "same_site.segment=1448",
                "between_sites.segment=1448",
            )
            for word in ("--sim", setting)
        ),
    ),
    Constant(
        "entry methods vary by",
        "5 %",
        "no machine is exact; so that PEs do not keep in step",
        ("--sim", "entry.jitter=0.05"),
    ),
)


@dataclass(frozen=True)
class Table:
    """One of 6.1 to 6.5: times (ms) by column, a row per latency. A column is one of MAPPINGS or of
    PRIORITIZED."""

    id: str
    figure: str
    mesh: int
    pes: int
    objects: int
    latencies_ms: Sequence[float]
    times_ms: Mapping[str, Sequence[float]]

    def point(self, column: str, latency_ms: float = 0.0) -> Point:
        mapping = column.removesuffix("_prioritized")
        point = Point(self.mesh, self.pes, self.objects, mapping, latency_ms)
        return point if mapping == column else point.served("yes")

    def title(self) -> str:
        return (
            f"Table {self.id}: {self.mesh} x {self.mesh}, {self.pes} PEs, {self.objects} objects; "
            "ms per step"
        )


@dataclass(frozen=True)
class Published:
    latencies_ms: Sequence[float]
    tables: Sequence[Table]
    statements: Sequence[Statement]

    def samples(self) -> list[Sample]:
        """All times at latency 0: those of the tables, and those that the text gives of curves
        that are in no table."""
        found = [
            Sample(table.point(mapping), table.times_ms[mapping][0], f"{table.id} {mapping}")
            for table in self.tables
            for mapping in MAPPINGS
        ]
        known = {sample.point for sample in found}
        for statement in self.statements:
            point = statement.points()[0]
            if statement.kind == "level" and statement.value is not None and point not in known:
                found.append(Sample(point, statement.value, f"text on {statement.figure}"))
        return found

    def curve(self, point: Point) -> tuple[Sequence[float], Sequence[float]]:
        """Latencies and times of the table that has this curve; empty where none has."""
        for table in self.tables:
            for mapping in MAPPINGS:
                if table.point(mapping) == point:
                    return table.latencies_ms, table.times_ms[mapping]
        return (), ()


def read_published(path: Path | None = None) -> Published:
    """Raises BadInputError where the file is missing or not as it should be."""
    source = path or experiments_directory() / "data" / "koenig2007.toml"
    try:
        whole = tomllib.loads(source.read_text(encoding="utf-8"))
        tables = [_table(entry) for entry in whole["table"]]
        statements = read_statements(whole["statement"])
        return Published([float(ms) for ms in whole["latencies_ms"]], tables, statements)
    except OSError as problem:
        raise BadInputError(f"{source}: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as problem:
        raise BadInputError(f"{source}: {problem!r}") from None


def _table(entry: Mapping[str, Any]) -> Table:
    columns = list(zip(*entry["rows"], strict=True))
    at = {name: columns[column] for column, name in enumerate(entry["columns"])}
    return Table(
        str(entry["id"]),
        str(entry["figure"]),
        int(entry["mesh"]),
        int(entry["pes"]),
        int(entry["objects"]),
        [float(ms) for ms in at["latency_ms"]],
        {column: [float(ms) for ms in at[column]] for column in (*MAPPINGS, *PRIORITIZED)},
    )


@dataclass(frozen=True)
class Study:
    """The published data, and a machine to run the same on."""

    published: Published
    simulator: Simulator
    calibration: Calibration
    latencies_ms: Sequence[float]

    def curves(self, what: str, points: Sequence[Point]) -> dict[Point, list[float]]:
        return self.simulator.curves(what, points, self.latencies_ms, self.calibration.model)


def prepare(settings: Settings, latencies_ms: Sequence[float] = ()) -> Study:
    """Reads, calibrates, and prints the constants. The latencies are those of the tables, or fewer
    where it must be quick, unless they are given."""
    published = read_published()
    simulator = Simulator(settings.run_program, QUICK if settings.quick else FULL)
    start = MachineModel(START.cell_ns, START.message_us, START.off_pe_us, DECLARED)
    calibration = calibrate(
        published.samples(), start, simulator.times_ms, iterations=1 if settings.quick else 3
    )
    print_calibration(calibration)
    usual = QUICK_LATENCIES_MS if settings.quick else published.latencies_ms
    return Study(published, simulator, calibration, latencies_ms or usual)


def print_calibration(calibration: Calibration) -> None:
    model = calibration.model
    cells = [
        [f"per cell of {mesh} x {mesh}", f"{ns:.1f} ns", "fitted to the times at latency 0"]
        for mesh, ns in model.cell_ns.items()
    ]
    rows = [
        *cells,
        ["per message", f"{model.message_us:.1f} us", "fitted to the times at latency 0"],
        ["more off the PE", f"{model.off_pe_us:.1f} us", "fitted to the times at latency 0"],
        *([one.name, one.value, one.why] for one in model.declared),
    ]
    print_table(["constant", "value", "how it was found"], rows, "Machine model", left=3)
    errors = calibration.errors()
    worst = max(range(len(errors)), key=lambda at: abs(errors[at]))
    print(
        f"{len(errors)} published times at latency 0: worst error of the fit "
        f"{signed_text(errors[worst])} ({calibration.samples[worst].source})\n"
    )


def columns_of(
    table: Table, times_ms: Mapping[Point, Sequence[float]], columns: Sequence[str] = MAPPINGS
) -> list[Column]:
    """Of one table, beside what was simulated at the same latencies."""
    return [
        Column(
            table.id,
            column,
            table.latencies_ms,
            table.times_ms[column],
            times_ms[table.point(column)],
        )
        for column in columns
    ]


def spent_farthest(settings: Settings, study: Study, columns: Sequence[Column]) -> str:
    """Of the row with a latency that is farthest from the published one: where the time goes, as a
    sentence. It is run once more for that; empty where no account comes of it."""
    rows = [
        (abs(error), column, latency_ms, published_ms)
        for column in columns
        for latency_ms, error, published_ms in zip(
            column.latencies_ms, column.errors(), column.published_ms, strict=True
        )
        if latency_ms > 0
    ]
    _, column, latency_ms, published_ms = max(rows, key=lambda row: row[0])
    table = next(one for one in study.published.tables if one.id == column.table)
    point = table.point(column.mapping, latency_ms)
    words = arguments_of(point, study.calibration.model, study.simulator.length)
    report = settings.run_application("jacobi2d", *words)
    if not (spent := time_spent(report.time, report.metrics.get(METRIC))):
        return ""
    where = f"{column.name}, {latency_ms:g} ms, published {published_ms:.2f} ms"
    return f"Farthest from the published ({where}): {spent}."
