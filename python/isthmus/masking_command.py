"""`isthmus masking`: the study of masked latency from arguments to files."""

import argparse
import sys

from isthmus import build, report
from isthmus.arguments import (
    Commands,
    add_out,
    expect_no_app_options,
    positive,
    positive_number,
    words,
)
from isthmus.machine import this_machine
from isthmus.masking import SITES, Study, measure_study
from isthmus.masking_results import (
    explanation,
    judge,
    legend,
    summary,
    table,
    write_csv,
)
from isthmus.quantity import time_ms, with_shared_unit

EPILOG = """\
Runs Jacobi2D over two emulated sites on this machine's cores and asks how much of the latency
between them is hidden. First the step time is measured; the latencies are multiples of it, unless
they are given.

No step is shorter than its work, t(0), which is the step time without latency, nor than the latency
L, as each border needs what the far side had a step before: max(t(0), L) is the bound of every
scheme that computes no cell twice. A step that hides nothing takes t(0) + L. The share hidden says
where between the two the measured step lies: (t(0) + L - t(L)) / min(t(0), L). With K objects per
PE a border object's own work, t(0) / K, cannot be hidden where the latency is a step or more.

The application puts nothing first by itself (jacobi2d --plain); a column of its own has the step
time with its priorities, at the latency nearest to the step time, and the gain.

Prints each curve as soon as it is measured once, then a table (ms per step, below it the bound and
the share hidden), a verdict and a sentence; writes latency.csv and latency.png to --out.

examples:
  isthmus masking
  isthmus masking --mesh 2048 --latencies 0,1,2,4ms --objects-per-pe 4,16 --rounds 1
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("masking", "measure how much wide-area latency objects mask", EPILOG)
    parser.add_argument(
        "--app",
        default="jacobi2d",
        metavar="APP",
        help="the application's name, or its path (default jacobi2d)",
    )
    parser.add_argument(
        "--mesh",
        type=positive,
        default=4096,
        metavar="N",
        help="points per side of the mesh (default 4096)",
    )
    parser.add_argument(
        "--pes",
        type=positive,
        metavar="N",
        help="PEs per site (default: half of this machine's cores)",
    )
    parser.add_argument(
        "--latencies",
        type=_latencies,
        default=(),
        metavar="L1,L2,...",
        help="one-way latencies, rising from 0, such as 0,4,8ms (default: 0, 1/4, 1/2, 1, 2 and 4 "
        "times the step time measured)",
    )
    parser.add_argument(
        "--objects-per-pe",
        type=_counts,
        default=(1, 4, 16, 64),
        metavar="K1,K2,...",
        help="objects per PE (default 1,4,16,64)",
    )
    parser.add_argument(
        "--mappings",
        type=words,
        default=("block", "naive"),
        metavar="M1,...",
        help="mappings (default block,naive)",
    )
    parser.add_argument(
        "--rounds",
        type=positive,
        default=3,
        metavar="K",
        help="how often the whole is measured; medians count (default 3)",
    )
    parser.add_argument(
        "--budget",
        type=positive_number,
        default=120.0,
        metavar="SECONDS",
        help="time for all runs; steps per run follow from it (default 120)",
    )
    add_out(parser, "where latency.csv and latency.png go")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    from isthmus import masking_plot  # it is said before the study that it cannot be drawn

    machine = this_machine()
    study = Study(
        application=build.find_application(parsed.app),
        mesh=parsed.mesh,
        pes_per_site=parsed.pes or max(1, machine.cores // SITES),
        latencies_ms=parsed.latencies,
        objects_per_pe=parsed.objects_per_pe,
        mappings=parsed.mappings,
        rounds=parsed.rounds,
        budget_s=parsed.budget,
    )
    report.make_directory(parsed.out)
    measured = measure_study(study)
    write_csv(measured, parsed.out / "latency.csv")
    masking_plot.draw(measured, parsed.out / "latency.png", f"{machine.text()}, {build.commit()}")
    headings, rows = table(measured)
    title = f"Jacobi2D {study.mesh} x {study.mesh} over two sites: ms per step, by latency"
    report.print_table(headings, rows, title)
    print(legend())
    print(f"written: {parsed.out / 'latency.csv'}, {parsed.out / 'latency.png'}")
    for failure in measured.failures:
        print(f"isthmus: failed: {failure}", file=sys.stderr)
    if measured.rounds_done < study.rounds:
        print(f"isthmus: time for {measured.rounds_done} of {study.rounds} rounds", file=sys.stderr)
    verdict = judge(measured)
    print(verdict.text)
    if why := explanation(measured, verdict):
        print(why)
    if seen := summary(measured):
        print(seen)
    return 1 if measured.failures or measured.rounds_done == 0 else 0


def _counts(text: str) -> tuple[int, ...]:
    return tuple(positive(word) for word in words(text))


def _latencies(text: str) -> tuple[float, ...]:
    try:
        return tuple(time_ms(value) for value in with_shared_unit(list(words(text))))
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None
