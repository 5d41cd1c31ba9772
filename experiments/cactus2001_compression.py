"""Allen et al. (2001), section 5.2 and figure 4: what compression leaves of ghosts, by resolution
and size, of smooth and of rough data of our own runs; and from which bandwidth on it does not pay.
By the codecs of a mesh job, and by zlib, which the paper had, of the same fields."""

import tempfile
import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from isthmus.experiment.cactus2001 import percent
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.margins import MOST
from isthmus.experiment.mesh_packing import (
    EINSTEIN,
    ROUGH,
    SMOOTH,
    Packing,
    packing_of,
    wave_job,
)
from isthmus.experiment.mesh_runs import MeshJob, run_mesh
from isthmus.experiment.settings import Settings
from isthmus.mesh_series import indices, read_piece
from isthmus.progress import Steps
from isthmus.report import print_table

REPRODUCES = "Allen et al. 2001, 5.2 and figure 4: what compression leaves, and where it pays"
TAKES = "2 min"

PAPER = "the paper"
MESSAGE_BYTES = 200e3  # of figure 4
WIDTH = 10.0  # of the cube that the wave is in
RESOLUTIONS = (16, 24, 32, 48, 64)  # points each way, of the same cube
SIZES = (16, 24, 32, 48)  # points each way, of the same spacing
SPACING = 0.25
STEPS = 6
# Six, as the paper synchronized; of the thorn's 24 that go in our messages.
FIELDS = ("gxx", "gyy", "gzz", "axx", "ayy", "azz")
BANDWIDTHS = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)  # MB/s
ZLIB_AGAIN_S = 0.05  # for so long it is repeated, to be timed


@dataclass(frozen=True)
class Data:
    """A cube of so many points each way."""

    name: str
    points: int
    spacing: float
    parameters: Mapping[str, Any]

    def job(self, output: Path) -> MeshJob:
        names = [f"{EINSTEIN.name}::{field}" for field in FIELDS]
        more = {"output": {"folder": str(output), "every": STEPS, "functions": names}}
        points = (self.points, self.points, self.points)
        return wave_job(points, STEPS, self.parameters, self.spacing, more)

    def text(self) -> str:
        return f"{self.points}³, {self.spacing:.3f} apart"


@dataclass(frozen=True)
class Codec:
    """`left` of the bytes, and bytes a second, packed at one end and unpacked at the other."""

    name: str
    left: float
    rate: float

    def message_s(self, bandwidth: float) -> float:
        """The paper's formula: t_compr + size x factor / bandwidth, with unpacking in the first."""
        return MESSAGE_BYTES / self.rate + MESSAGE_BYTES * self.left / bandwidth

    @property
    def even(self) -> float:
        """The bandwidth at which it takes as long as without; bytes a second."""
        return (1 - self.left) * self.rate


@dataclass(frozen=True)
class Ratio:
    data: Data
    ours: Codec
    zlib: Codec


def cases(settings: Settings) -> list[Data]:
    resolutions = RESOLUTIONS[:3] if settings.quick else RESOLUTIONS
    sizes = SIZES[:2] if settings.quick else SIZES
    found = [Data("smooth, resolution", n, WIDTH / n, SMOOTH) for n in resolutions]
    found += [Data("smooth, size", n, SPACING, SMOOTH) for n in sizes]
    return found + [Data("rough, size", n, SPACING, ROUGH) for n in sizes]


def run(settings: Settings) -> None:
    found = []
    chosen = cases(settings)
    with (
        tempfile.TemporaryDirectory(prefix="isthmus-") as name,
        Steps("cactus2001 compression", len(chosen)) as steps,
    ):
        for i, data in enumerate(chosen):
            steps.begin(f"{data.name}, {data.text()}")
            output = Path(name) / f"out-{i}"
            packing = packing_of(run_mesh(settings.run_application, data.job(output)))
            one = Ratio(data, codec_of(packing), zlib_of(face_of(output)))
            found.append(one)
            steps.end(f"{percent(one.ours.left)} left, by zlib {percent(one.zlib.left)}")
    show(settings, found)


def codec_of(packing: Packing) -> Codec:
    return Codec("ours", packing.left, packing.rate)


def face_of(output: Path) -> bytes:
    """The six fields in the plane between the sites, at the end: the middle of z."""
    last = indices(output)[-1]
    planes = [read_piece(last, f"{EINSTEIN.name}::{field}", {}).values for field in FIELDS]
    return b"".join(plane.tobytes() for plane in planes)


def zlib_of(face: bytes) -> Codec:
    """By `compress()` of zlib on the raw numbers, as the paper had it."""
    begin_s, times = time.perf_counter(), 0
    while time.perf_counter() - begin_s < ZLIB_AGAIN_S or times == 0:
        packed = zlib.compress(face)
        zlib.decompress(packed)
        times += 1
    rate = times * len(face) / (time.perf_counter() - begin_s)
    return Codec("zlib", len(packed) / len(face), rate)


def findings_of(ratios: Sequence[Ratio]) -> list[Finding]:
    smooth = [one for one in ratios if one.data.parameters is SMOOTH]
    rough = [one for one in ratios if one.data.parameters is not SMOOTH]
    finer = [one for one in ratios if one.data.name == "smooth, resolution"]
    saved = [1 - one.zlib.left for one in smooth]
    even = max(one.zlib.even for one in smooth) / 1e6
    return [
        Finding("5.2", "smooth data: mostly more than 50 % are saved",
                ", ".join(percent(each) for each in saved) + " by zlib",
                sum(each > 0.5 for each in saved) > MOST * len(saved),
                "of a wave that fills the whole cube the last bits are noise to a codec that "
                "knows bytes alone"),
        Finding("5.2", "less where data get noisy",
                f"{percent(1 - max(one.zlib.left for one in rough))} by zlib",
                max(one.zlib.left for one in rough) > max(one.zlib.left for one in smooth)),
        Finding("5.2", "the better resolved, the more",
                ", ".join(percent(1 - one.zlib.left) for one in finer) + " by zlib",
                all(one.zlib.left > next_one.zlib.left for one, next_one in pairwise(finer)),
                "not on each grid more is saved than on the one before"),
        Finding("4", "break-even with none from 2 to beyond 10 MB/s, by the data (machines of "
                "2001)", f"{even:.1f} MB/s at most, by zlib here", even >= 2.0),
    ]  # fmt: skip


def show(settings: Settings, ratios: Sequence[Ratio]) -> None:
    print_table(
        ["data", "points", "ours: left", "MB/s", "pays up to\nMB/s", "zlib: left", "MB/s",
         "pays up to\nMB/s"],
        [
            [
                one.data.name, one.data.text(),
                *codec_cells(one.ours), *codec_cells(one.zlib),
            ]
            for one in ratios
        ],
        title="What is left of ghosts, how fast they are packed and unpacked, and below which "
        "bandwidth that pays",
        left=2,
    )  # fmt: skip
    shown = examples(ratios)
    rows = []
    for mbs in BANDWIDTHS:
        cells = [f"{mbs:g}", f"{1e3 * MESSAGE_BYTES / (mbs * 1e6):.2f}"]
        for one in shown:
            for codec in (one.ours, one.zlib):
                cells.append(f"{1e3 * codec.message_s(mbs * 1e6):.2f}")
        rows.append(cells)
    headings = ["MB/s", "none"]
    for one in shown:
        headings += [f"{kind_of(one)}\n{codec}" for codec in ("ours", "zlib")]
    print_table(headings, rows, title=f"Figure 4: ms for a message of {MESSAGE_BYTES / 1e3:g} KB")
    findings = findings_of(ratios)
    print_findings("What the paper finds", findings, PAPER)
    path = settings.out / "cactus2001_compression.png"
    draw(ratios, path)
    better = all(one.ours.even >= one.zlib.even for one in shown)
    text = (
        f"{'met' if better else 'NOT met'}: ours pays up to a higher bandwidth than zlib, "
        + ", ".join(f"{one.ours.even / 1e6:.0f} and {one.zlib.even / 1e6:.0f} MB/s for "
                    f"{kind_of(one)} data" for one in shown)
    )  # fmt: skip
    settings.write_json(
        "cactus2001_compression",
        {
            "ratios": [
                {
                    "data": one.data.name,
                    "points": one.data.points,
                    "spacing": one.data.spacing,
                    "ours": vars(one.ours),
                    "zlib": vars(one.zlib),
                }
                for one in ratios
            ],
            "goal": {"met": better, "text": text},
            **as_fields(findings, settings.quick, PAPER),
        },
    )
    print(f"written: {path}")
    print(text)
    print(verdict(findings, False, PAPER))


def codec_cells(codec: Codec) -> list[str]:
    return [percent(codec.left), f"{codec.rate / 1e6:.0f}", f"{codec.even / 1e6:.1f}"]


def kind_of(one: Ratio) -> str:
    return one.data.name.split(",")[0]


def examples(ratios: Sequence[Ratio]) -> list[Ratio]:
    """The largest of the smooth ones and of the rough ones."""
    found = []
    for kind in ("smooth", "rough"):
        own = [one for one in ratios if kind_of(one) == kind]
        found.append(max(own, key=lambda one: one.data.points))
    return found


def draw(ratios: Sequence[Ratio], path: Path) -> None:
    from isthmus.plots import COLOURS, INK, QUIET, new_figure, save

    with new_figure(11.0, 4.6) as figure:
        left, right = figure.subplots(1, 2)
        for kind, colour in zip(dict.fromkeys(o.data.name for o in ratios), COLOURS, strict=False):
            own = [one for one in ratios if one.data.name == kind]
            points = [one.data.points for one in own]
            left.plot(points, [100 * one.ours.left for one in own], "o-", color=colour,
                      label=f"{kind}: ours")  # fmt: skip
            left.plot(points, [100 * one.zlib.left for one in own], "s--", color=colour,
                      fillstyle="none", label="zlib")  # fmt: skip
        left.set_ylim(0, 104)
        left.set_xlabel("points each way")
        left.set_ylabel("left of the bytes (%)")
        left.legend(frameon=False, fontsize=8, ncols=3, loc="lower center")
        bandwidths = [mbs * 1e6 for mbs in BANDWIDTHS]
        right.plot(BANDWIDTHS, [1e3 * MESSAGE_BYTES / b for b in bandwidths], color=INK,
                   label="none")  # fmt: skip
        for one, colour in zip(examples(ratios), (COLOURS[1], COLOURS[2]), strict=True):
            for codec, style in ((one.ours, "-"), (one.zlib, "--")):
                right.plot(BANDWIDTHS, [1e3 * codec.message_s(b) for b in bandwidths], style,
                           color=colour, label=f"{kind_of(one)}: {codec.name}")  # fmt: skip
        right.set_xscale("log")
        right.set_yscale("log")
        right.set_xlabel("bandwidth (MB/s)")
        right.set_ylabel(f"ms for {MESSAGE_BYTES / 1e3:g} KB")
        right.legend(frameon=False, fontsize=8)
        figure.suptitle(
            "Allen et al. 2001, 5.2: compression of ghosts", x=0.012, ha="left", fontsize=13,
            weight="bold",
        )  # fmt: skip
        note = "Einstein's equations: a wave pulse (smooth), noise on flat space (rough); measured "
        note += "on this machine"
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)
