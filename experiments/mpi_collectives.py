"""MPI's collective operations over two to four sites in virtual time: how often each wide-area link
is crossed, and how many of its latencies lie in the critical path. Beside them the same operations
by algorithms that know of no sites, as Kielmann, Hofman, Bal, Plaat and Bhoedjang ("MagPIe: MPI's
collective communication operations for clustered wide area systems", 1999) have it: there one
crossing and one latency are what an operation takes at best."""

import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from isthmus.build import experiments_directory
from isthmus.errors import IsthmusError
from isthmus.experiment.settings import RanksRun, Settings
from isthmus.progress import Steps
from isthmus.report import print_table

REPRODUCES = "MagPIe (Kielmann et al. 1999): wide-area crossings and latencies of MPI's collectives"
TAKES = "1 min"

OPERATIONS = (
    *("barrier", "bcast", "reduce", "allreduce", "gather", "scatter", "allgather"),
    *("alltoall", "alltoallv", "scan", "reduce_scatter"),
)
WAYS = ("site", "flat")
SITES = (2, 3, 4)
RANKS_PER_PE = 2
PES_PER_SITE = 4
ELEMENTS = 4
LATENCY_S = 0.1
TIMES = (1, 3)  # the difference of two runs has nothing of what begins and ends a job
LATENCIES_GOAL = 1.05  # what goes on within the sites is in it, too

Pairs = Mapping[tuple[int, int], int]


@dataclass(frozen=True)
class Row:
    """`crossings` of all links together, a link being one direction between two sites; `most` of
    one; `links` were crossed at all."""

    sites: int
    operation: str
    way: str
    crossings: float
    most: float
    links: int
    latencies: float


def run(settings: Settings) -> None:
    sites = (2, 3) if settings.quick else SITES
    rows = []
    with tempfile.TemporaryDirectory(prefix="isthmus-") as folder:
        source = experiments_directory() / "programs" / "collectives.c"
        program = settings.compile_ranks(source, Path(folder))
        with Steps("MPI collectives", len(sites)) as progress:
            for count in sites:
                progress.begin(f"{count} sites")
                own = rows_of(settings, program, Path(folder), count)
                rows += own
                progress.end(f"{sum(row.way == 'site' for row in own)} operations, two ways each")
    show(settings, rows)


def rows_of(settings: Settings, program: Path, folder: Path, sites: int) -> list[Row]:
    grid = folder / f"grid-{sites}.toml"
    grid.write_text(grid_of(sites), encoding="utf-8")
    runtime = ["--backend", "sim", "--costs", "charged", "--grid", str(grid)]
    ranks = sites * PES_PER_SITE * RANKS_PER_PE

    def runs(operation: str, way: str) -> list[RanksRun]:
        words = [[operation, way, str(times), str(ELEMENTS)] for times in TIMES]
        return [settings.run_ranks(program, ranks, runtime, own) for own in words]

    besides = crossings_between(*runs("nothing", "site"))
    rows = []
    for operation in OPERATIONS:
        digests = set()
        for way in WAYS:
            first, last = runs(operation, way)
            took_s, digest = told(last)
            digests.add(digest)
            crossed = without(crossings_between(first, last), besides)
            rows.append(
                Row(
                    sites,
                    operation,
                    way,
                    sum(crossed.values()),
                    max(crossed.values(), default=0),
                    sum(count > 0 for count in crossed.values()),
                    took_s / LATENCY_S,
                )
            )
        if len(digests) > 1:
            raise IsthmusError(f"{operation}: the two ways come to different results")
    return rows


def grid_of(sites: int) -> str:
    site = f"[[site]]\npes = {PES_PER_SITE}\n"
    chain = '[link.between_sites]\nchain = ["profile", "delay", "tcp"]\n'
    return f'{site * sites}{chain}delay.latency = "{LATENCY_S:g}s"\n'


def told(run: RanksRun) -> tuple[float, str]:
    """Seconds of the longest of its operations, and what they came to."""
    found = re.search(r"took (\S+) s, digest (\S+)", run.out)
    if found is None:
        raise IsthmusError(f"the program of collectives said '{run.out.strip()}'")
    return float(found[1]), found[2]


def messages(run: RanksRun) -> dict[tuple[int, int], int]:
    """By the numbers of two sites: messages from the one to the other."""
    counts: dict[tuple[int, int], int] = {}
    for device in run.report.devices:
        for pair in device.get("site_pairs", ()):
            key = (pair["source"], pair["destination"])
            if key[0] != key[1]:
                counts[key] = counts.get(key, 0) + pair["sent"]["messages"]
    return counts


def crossings_between(first: RanksRun, last: RanksRun) -> dict[tuple[int, int], float]:
    """Of one time, by link."""
    fewer, more = messages(first), messages(last)
    times = TIMES[1] - TIMES[0]
    return {pair: (more[pair] - fewer.get(pair, 0)) / times for pair in more}


def without(
    crossed: Mapping[tuple[int, int], float], besides: Mapping[tuple[int, int], float]
) -> dict[tuple[int, int], float]:
    return {pair: count - besides.get(pair, 0.0) for pair, count in crossed.items()}


def judge(rows: Sequence[Row]) -> tuple[bool, str]:
    """Whether the goals are met, and the line that says so."""
    own = [row for row in rows if row.way == "site"]
    most = max(row.most for row in own)
    slowest = max(own, key=lambda row: row.latencies)
    met = most <= 1 and slowest.latencies <= LATENCIES_GOAL
    flat = [row for row in rows if row.way == "flat"]
    return met, (
        f"{'goals met' if met else 'NOT met'}: each link is crossed at most {most:g} times (goal "
        f"1), and {slowest.latencies:.2f} latencies are in the critical path at most (goal "
        f"{LATENCIES_GOAL:g}; {slowest.operation} over {slowest.sites} sites); flat algorithms "
        f"cross a link up to {max(row.most for row in flat):g} times and take up to "
        f"{max(row.latencies for row in flat):.1f} latencies"
    )


def show(settings: Settings, rows: Sequence[Row]) -> None:
    for sites in dict.fromkeys(row.sites for row in rows):
        cells = []
        for operation in OPERATIONS:
            cell = [operation]
            for way in WAYS:
                (row,) = [
                    row
                    for row in rows
                    if (row.sites, row.operation, row.way) == (sites, operation, way)
                ]
                cell += [f"{row.crossings:g}", f"{row.most:g}", f"{row.latencies:.2f}"]
            cells.append(cell)
        headings = ["operation", "crossings", "of a link", "latencies"]
        headings += ["flat: crossings", "of a link", "latencies"]
        ranks = sites * PES_PER_SITE * RANKS_PER_PE
        print_table(headings, cells, title=f"{sites} sites, {ranks} ranks", left=1)
    met, text = judge(rows)
    path = settings.out / "mpi_collectives.png"
    draw(rows, path)
    settings.write_json(
        "mpi_collectives",
        {
            "rows": [asdict(row) for row in rows],
            "latency_s": LATENCY_S,
            "verdict": {"met": met, "text": text},
        },
    )
    print(f"written: {path}")
    print(text)


def draw(rows: Sequence[Row], path: Path) -> None:
    from isthmus.plots import COLOURS, QUIET, new_figure, save

    sites = max(row.sites for row in rows)
    shown = [row for row in rows if row.sites == sites]
    with new_figure(10.4, 4.6) as figure:
        places: Any = figure.subplots(1, 2, sharey=True)
        for at, way in enumerate(WAYS):
            own = {row.operation: row for row in shown if row.way == way}
            height = [i + 0.2 * (1 if way == "flat" else -1) for i in range(len(OPERATIONS))]
            label = "by sites" if way == "site" else "flat algorithm"
            for place, values in (
                (places[0], [own[name].most for name in OPERATIONS]),
                (places[1], [own[name].latencies for name in OPERATIONS]),
            ):
                place.barh(height, values, 0.38, color=COLOURS[at], label=label)
        places[0].set_yticks(range(len(OPERATIONS)), OPERATIONS)
        places[0].invert_yaxis()
        for place, what in zip(
            places, ("most crossings of a link", "latencies in the critical path"), strict=True
        ):
            place.set_xscale("symlog", linthresh=1)
            place.axvline(1, color=QUIET, linewidth=1, linestyle=":")
            place.set_xlabel(what)
            place.grid(axis="y", visible=False)
            ticks = [0, 1, 2, 4, 8, 16, 32, 64]
            place.set_xticks(ticks, [str(tick) for tick in ticks])
            place.minorticks_off()
        places[1].legend(frameon=False, fontsize=9, loc="lower right")
        title = f"Collective operations of MPI over {sites} sites"
        figure.suptitle(title, x=0.012, ha="left", fontsize=13, weight="bold")
        ranks = sites * PES_PER_SITE * RANKS_PER_PE
        note = f"{ranks} ranks in virtual time; dotted: one, which is the least there can be"
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)
