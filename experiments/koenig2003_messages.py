"""Koenig (2003), chapter 6: latency and bandwidth of messages of 1 B to 1 MB, at the level of
frames (there Converse on a machine interface, here the bare carrier) and at that of entry methods
(there Charm++). Each test sends 1,000 messages, is run eleven times and the first run thrown away.
Measured on this machine, between two processes: TCP stands where Gigabit Ethernet stood, shared
memory where Myrinet did, UCX where it is built."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from isthmus.build import build_directory, is_program
from isthmus.errors import IsthmusError
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import ALIKE, DIP, SIZE
from isthmus.experiment.settings import Settings
from isthmus.machine import this_machine
from isthmus.progress import Steps
from isthmus.report import print_table

REPRODUCES = "Koenig 2003, figures 6.1 to 6.4: latency and bandwidth, 1 B to 1 MB, at two levels"
TAKES = "5 min"

SIZES = tuple(2**power for power in range(21))
QUICK_SIZES = tuple(2**power for power in range(0, 21, 2))
MESSAGES, QUICK_MESSAGES = 1000, 50
INSTANCES, QUICK_INSTANCES = 11, 3
SOURCE = "the thesis"
LARGE = 65536  # from here on the bandwidth is a medium's alone


@dataclass(frozen=True)
class Figure:
    """What is published of VMI's curves has no numbers but the best of each (sections 6.2, 6.3)."""

    number: str
    level: str
    over: str
    medium: str
    mb_per_s: float
    latency_us: float

    @property
    def title(self) -> str:
        level = "Converse" if self.level == "carrier" else "Charm++"
        return f"{self.number}, {level} on {self.medium}: {self.level}, {self.over}"


FIGURES = (
    Figure("6.1", "carrier", "tcp", "Gigabit Ethernet", 64, 97),
    Figure("6.2", "entry", "tcp", "Gigabit Ethernet", 64, 111),
    Figure("6.3", "carrier", "shm", "Myrinet", 240, 16),
    Figure("6.4", "entry", "shm", "Myrinet", 243, 20),
)


@dataclass(frozen=True)
class Curve:
    """By size. Means are of all instances but the first, as published; the best of them is what
    the machine does while nobody else uses it."""

    mean_us: Mapping[int, float]
    mean_mb_per_s: Mapping[int, float]
    best_us: Mapping[int, float]
    best_mb_per_s: Mapping[int, float]

    def least_us(self) -> float:
        return min(self.best_us.values())

    def most_mb_per_s(self) -> float:
        return max(self.best_mb_per_s.values())

    def dips(self) -> list[int]:
        """Sizes at which less goes over than at the size before."""
        return [
            after
            for before, after in pairwise(self.best_mb_per_s)
            if self.best_mb_per_s[after] < (1 - DIP) * self.best_mb_per_s[before] and after <= LARGE
        ]


Key = tuple[str, str]  # level, carrier
Curves = Mapping[Key, Curve]


def run(settings: Settings) -> None:
    wanted = [(one.level, one.over) for one in FIGURES]
    if has_ucx():
        wanted.append(("entry", "ucx"))
    curves = {}
    with Steps("messages", len(wanted)) as steps:
        for key in wanted:
            steps.begin(" over ".join(key))
            curves[key] = measured(settings, *key)
            best = curves[key]
            steps.end(f"{best.least_us():.1f} us, {best.most_mb_per_s():.0f} MB/s")
    show(settings, curves)


def program() -> Path:
    """Raises IsthmusError where the sweep is not built."""
    path = build_directory() / "bench" / "sweeps" / "message_sizes"
    if not is_program(path):
        raise IsthmusError(f"{path}: no program there (expected a build: run make)")
    return path


def has_ucx() -> bool:
    return any((build_directory() / "modules").glob("*ucx*"))


def measured(settings: Settings, level: str, over: str) -> Curve:
    sizes = QUICK_SIZES if settings.quick else SIZES
    messages = QUICK_MESSAGES if settings.quick else MESSAGES
    instances = QUICK_INSTANCES if settings.quick else INSTANCES
    own = ["--level", level, "--sizes", ",".join(map(str, sizes))]
    own += ["--messages", str(messages), "--instances", str(instances)]
    if level == "carrier":
        runtime = ["--backend", "threads", "--pes", "1"]
        own += ["--over", over]
    else:
        runtime = ["--backend", "processes", "--processes", "2", "--pes", "2", "--carrier", over]
    metrics = settings.run_application(str(program()), runtime, own).metrics

    def values(name: str) -> dict[int, float]:
        return {size: metrics[f"{name}_{size}"] for size in sizes}

    try:
        return Curve(
            values("mean_latency_us"),
            values("mean_mb_per_s"),
            values("best_latency_us"),
            values("best_mb_per_s"),
        )
    except KeyError as missing:
        raise IsthmusError(f"the report of message_sizes has no metric {missing}") from None


def show(settings: Settings, curves: Curves) -> None:
    print_curves("Latency, us a message one way, means", curves, "mean_us", 2)
    print_curves("Bandwidth, MB/s, means", curves, "mean_mb_per_s", 1)
    rows = [
        [
            one.title,
            f"{curves[one.level, one.over].most_mb_per_s():.0f}",
            f"{one.mb_per_s:g}",
            f"{curves[one.level, one.over].least_us():.2f}",
            f"{one.latency_us:g}",
        ]
        for one in FIGURES
    ]
    headings = ["figure", "best MB/s", "published", "best us", "published"]
    print_table(headings, rows, title=f"{this_machine().text()}, and Titan (Itanium, 2003)")
    findings = judge(curves)
    print_findings("What the thesis says", findings, SOURCE)
    path = settings.out / "koenig2003_messages.png"
    draw(curves, path)
    result = {
        "machine": this_machine().text(),
        "rows": [
            {
                "level": level,
                "over": over,
                "bytes": size,
                "mean_us": curve.mean_us[size],
                "mean_mb_per_s": curve.mean_mb_per_s[size],
                "best_us": curve.best_us[size],
                "best_mb_per_s": curve.best_mb_per_s[size],
            }
            for (level, over), curve in curves.items()
            for size in curve.mean_us
        ],
    }
    settings.write_json(
        "koenig2003_messages", {**result, **as_fields(findings, settings.quick, SOURCE)}
    )
    print(f"written: {path}")
    print(verdict(findings, settings.quick, SOURCE))


def print_curves(title: str, curves: Curves, value: str, digits: int) -> None:
    sizes = list(next(iter(curves.values())).mean_us)
    rows = [
        [str(size), *(f"{getattr(curve, value)[size]:.{digits}f}" for curve in curves.values())]
        for size in sizes
    ]
    print_table(["bytes", *(f"{level},\n{over}" for level, over in curves)], rows, title=title)


def judge(curves: Curves) -> list[Finding]:
    """By the best instances: what else runs on the machine can only slow them down."""
    found = []
    for bare, entry in ((FIGURES[0], FIGURES[1]), (FIGURES[2], FIGURES[3])):
        where = f"{bare.number}, {entry.number}"
        low, high = curves[bare.level, bare.over], curves[entry.level, entry.over]
        cost = high.least_us() / low.least_us() - 1
        published = entry.latency_us / bare.latency_us - 1
        found += [
            Finding(
                where,
                f"entry methods have the bandwidth of the layer below ({entry.mb_per_s:g} and "
                f"{bare.mb_per_s:g} MB/s)",
                f"{high.most_mb_per_s():.0f} and {low.most_mb_per_s():.0f} MB/s",
                high.most_mb_per_s() >= (1 - ALIKE) * low.most_mb_per_s(),
                "frames are handed over as they are, and entry methods have a scheduler of their "
                "own between two of them",
            ),
            Finding(
                where,
                f"and their latency but for {100 * published:.0f} % ({entry.latency_us:g} and "
                f"{bare.latency_us:g} us)",
                f"{high.least_us():.2f} and {low.least_us():.2f} us: {100 * cost:+.0f} %",
                cost <= published * (1 + SIZE),
                "what the scheduler and the call add is the same over any medium, and a medium "
                "that takes microseconds leaves it a larger share",
            ),
        ]
    for slow, fast in ((FIGURES[0], FIGURES[2]), (FIGURES[1], FIGURES[3])):
        one, other = curves[slow.level, slow.over], curves[fast.level, fast.over]
        found.append(
            Finding(
                f"{slow.number}, {fast.number}",
                f"the faster medium is faster in both: {fast.mb_per_s:g} MB/s and "
                f"{fast.latency_us:g} us, {slow.mb_per_s:g} MB/s and {slow.latency_us:g} us",
                f"{other.most_mb_per_s():.0f} MB/s and {other.least_us():.2f} us, "
                f"{one.most_mb_per_s():.0f} MB/s and {one.least_us():.2f} us",
                other.most_mb_per_s() > one.most_mb_per_s() and other.least_us() < one.least_us(),
            )
        )
    dips = {key: curve.dips() for key, curve in curves.items() if curve.dips()}
    said = ", ".join(f"{level} over {over} at {sizes}" for (level, over), sizes in dips.items())
    found.append(
        Finding(
            "6.3, 6.4",
            "the port that cuts messages into packets dips at 1,024 B; of VMI's no dip is told",
            said or "no curve dips",
            not dips,
            "some sizes were measured while others used the machine",
        )
    )
    return found


def draw(curves: Curves, path: Path) -> None:
    from isthmus.plots import COLOURS, QUIET, new_figure, save

    kinds: Sequence[tuple[str, str, str]] = (
        ("mb_per_s", "(a) bandwidth", "MB/s"),
        ("us", "(b) latency", "us a message"),
    )
    with new_figure(17.0, 7.6) as figure:
        places = figure.subplots(2, len(FIGURES), sharex=True, sharey="row")
        for row, (kind, name, unit) in zip(places, kinds, strict=True):
            for place, one in zip(row, FIGURES, strict=True):
                published = one.mb_per_s if kind == "mb_per_s" else one.latency_us
                for (level, over), curve in curves.items():
                    if level != one.level or over not in (one.over, "ucx"):
                        continue
                    colour = COLOURS[4 if over == "ucx" else 0]
                    mean = getattr(curve, f"mean_{kind}")
                    best = getattr(curve, f"best_{kind}")
                    place.plot(list(mean), list(mean.values()), "o-", color=colour, markersize=3,
                               label=f"{over}, mean")  # fmt: skip
                    place.plot(
                        list(best), list(best.values()), ":", color=colour, label=f"{over}, best"
                    )
                place.axhline(published, color=COLOURS[1], linestyle="--", linewidth=1.2,
                              label=f"VMI's best, published: {published:g}")  # fmt: skip
                place.set_xscale("log", base=2)
                place.set_yscale("log")
                ticks = [2**power for power in range(0, 21, 4)]
                place.set_xticks(ticks, ["1", "16", "256", "4k", "64k", "1M"])
                place.minorticks_off()
                place.set_title(f"{one.number}{name}: {one.level}, {one.over}", fontsize=10)
                place.legend(frameon=False, fontsize=8)
            row[0].set_ylabel(unit)
        for place in places[-1]:
            place.set_xlabel("bytes a message")
        figure.suptitle(
            "Koenig 2003, figures 6.1 to 6.4: messages by size", x=0.012, ha="left", fontsize=13,
            weight="bold",
        )  # fmt: skip
        note = (
            f"ours: {this_machine().text()}; published: VMI on Titan (800 MHz Itanium), Gigabit "
            "Ethernet (6.1, 6.2) and Myrinet (6.3, 6.4), of whose curves the text has the best"
        )
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)
