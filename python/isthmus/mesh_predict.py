"""`isthmus mesh predict`: how long steps will take on a grid, before a job, and what moves that."""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isthmus import quantity
from isthmus.arguments import add_command, positive, positive_number
from isthmus.errors import BadInputError, IsthmusError
from isthmus.outputs import plot_argument

if TYPE_CHECKING:
    from isthmus import plots

EPILOG = """\
By the model of docs/internals/mesh.md: what points, messages and compression cost, what is computed
twice with deep ghosts, what is hidden. The best depth between sites is marked. With --plot, the
time of a step over depth for a quarter to four times the latency and the bandwidth, half and twice
the points along each dimension, and a quarter to four times the PEs.

examples:
  isthmus mesh predict wave.toml --grid grid.toml --latency 75ms
  isthmus mesh predict wave.toml --grid grid.toml --latency 75ms --bandwidth 3MB/s \\
    --flops-a-second 306e6 --packed 0.05,200e6,400e6 --plot predicted.png
"""

SHARES = (0.25, 0.5, 1.0, 2.0, 4.0)
SIZES = (0.5, 1.0, 2.0)


def _of_unit(convert: Callable[[str], float]) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            return convert(text)
        except ValueError as problem:
            raise argparse.ArgumentTypeError(str(problem)) from None

    return read


def _packed(text: str) -> list[float]:
    try:
        values = [float(word) for word in text.split(",")]
    except ValueError:
        values = []
    if len(values) != 3 or min(values) <= 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not SHARE,PACKING,UNPACKING, all above 0")
    return values


def add_verb(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = add_command(verbs, "predict", "say how long steps will take, before a job", EPILOG)
    parser.add_argument("file", metavar="FILE", help="the parameter file")
    parser.add_argument(
        "--grid",
        required=True,
        metavar="FILE",
        help="the grid file: sites, PEs and speeds; its links do not count, but --latency and"
        " --bandwidth",
    )
    parser.add_argument(
        "--latency",
        type=_of_unit(quantity.time_ms),
        default=0.0,
        metavar="TIME",
        help="between sites, one way (0)",
    )
    parser.add_argument(
        "--bandwidth",
        type=_of_unit(quantity.bandwidth_mbps),
        metavar="RATE",
        help="between sites, each way, shared by all (unlimited)",
    )
    parser.add_argument(
        "--flops-a-second",
        type=positive_number,
        metavar="N",
        help="of a PE of speed 1 (1e9)",
    )
    parser.add_argument(
        "--flops-a-point",
        type=positive_number,
        metavar="N",
        help="of a step (what the routines say)",
    )
    parser.add_argument(
        "--times-points",
        type=positive_number,
        metavar="N",
        help="so many times the file's points along each dimension (1)",
    )
    parser.add_argument(
        "--times-pes",
        type=positive_number,
        metavar="N",
        help="so many times the grid's PEs on each node (1)",
    )
    parser.add_argument("--deepest", type=positive, metavar="N", help="the greatest depth (16)")
    parser.add_argument(
        "--packed",
        type=_packed,
        metavar="SHARE,RATE,RATE",
        help="compression: what is left, and bytes a second of packing and of unpacking",
    )
    parser.add_argument("--json", action="store_true", help="JSON instead of a table")
    parser.add_argument("--plot", type=plot_argument, metavar="FILE", help="draw what moves it")


@dataclass(frozen=True)
class Change:
    """What is other than the command says: so many times it."""

    latency: float = 1.0
    bandwidth: float = 1.0
    points: float = 1.0
    pes: float = 1.0


def _words(parsed: argparse.Namespace, change: Change) -> list[str]:
    words = ["predict", parsed.file, "--grid", parsed.grid]
    words += ["--latency-ms", repr(parsed.latency * change.latency)]
    if parsed.bandwidth is not None:
        words += ["--bandwidth", repr(parsed.bandwidth * change.bandwidth * 1e6 / 8)]
    for name in ("flops_a_second", "flops_a_point", "deepest"):
        value = getattr(parsed, name)
        if value is not None:
            words += [f"--{name.replace('_', '-')}", repr(value)]
    words += ["--times-points", repr((parsed.times_points or 1.0) * change.points)]
    words += ["--times-pes", repr((parsed.times_pes or 1.0) * change.pes)]
    if parsed.packed is not None:
        words += ["--packed", *(repr(value) for value in parsed.packed)]
    return words


def predicted(host: Path, words: list[str]) -> list[dict[str, Any]]:
    """What the program says of each depth, without and with compression."""
    done = subprocess.run([str(host), *words, "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        lines = done.stderr.strip().removeprefix("isthmus: error: ")
        error = BadInputError if done.returncode == 2 else IsthmusError
        raise error(lines or f"isthmus-mesh ended with {done.returncode}")
    choices: list[dict[str, Any]] = json.loads(done.stdout)
    return choices


def _curve(choices: list[dict[str, Any]], label: str) -> "plots.Curve":
    """The best of each depth, packed or not."""
    from isthmus.plots import Curve

    best: dict[int, float] = {}
    for choice in choices:
        depth, step_s = int(choice["depth"]), float(choice["step_s"])
        best[depth] = min(best.get(depth, step_s), step_s)
    return Curve(label, list(best), [1e3 * step_s for step_s in best.values()])


def _panel(
    title: str,
    parsed: argparse.Namespace,
    host: Path,
    changes: list[tuple[str, Change]],
) -> "plots.Panel":
    """A curve for each change that the model has something to say of: blocks of fewer points, or
    for more PEs, may be thinner than their ghosts."""
    from isthmus.plots import Panel

    curves = []
    for label, change in changes:
        try:
            curves.append(_curve(predicted(host, _words(parsed, change)), label))
        except BadInputError:
            continue
    return Panel(title, curves)


def draw(parsed: argparse.Namespace, host: Path) -> None:
    from isthmus.plots import Chart, draw_chart

    what: dict[str, list[tuple[str, Change]]] = {}
    if parsed.latency > 0:
        what["latency"] = [
            (f"{parsed.latency * share:g} ms", Change(latency=share)) for share in SHARES
        ]
    if parsed.bandwidth is not None:
        what["bandwidth"] = [
            (f"{parsed.bandwidth * share:g} Mb/s", Change(bandwidth=share)) for share in SHARES
        ]
    what["points along each dimension"] = [
        (f"{share:g} times as many", Change(points=share)) for share in SIZES
    ]
    what["PEs"] = [(f"{share:g} times as many", Change(pes=share)) for share in SHARES]
    chart = Chart(
        title=f"{Path(parsed.file).name}: predicted time of a step",
        x_label="depth of ghosts between sites",
        y_label="time per step (ms)",
        panels=[_panel(title, parsed, host, changes) for title, changes in what.items()],
        ordered=True,
        y_log=True,
    )
    draw_chart(chart, parsed.plot)


def run_verb(parsed: argparse.Namespace, host: Path) -> int:
    words = _words(parsed, Change())
    sys.stdout.flush()
    done = subprocess.run([str(host), *words, *(["--json"] if parsed.json else [])], check=False)
    if done.returncode < 0:
        raise IsthmusError(f"isthmus-mesh was killed by signal {-done.returncode}")
    if done.returncode == 0 and parsed.plot is not None:
        draw(parsed, host)
        print(f"written: {parsed.plot}")
    return done.returncode
