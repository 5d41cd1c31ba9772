"""METG(50 %) of four patterns of Task Bench (Slaughter et al.: Task Bench: A Parameterized
Benchmark for Evaluating Parallel Runtime Performance, SC20, 2020): the smallest granularity of
tasks at which half of the time is work, beside a nonblocking program on Open MPI, in turn."""

import statistics
from collections.abc import Sequence
from pathlib import Path

from isthmus.bench import Samples
from isthmus.build import build_directory, is_program
from isthmus.errors import BadInputError
from isthmus.experiment import task_bench
from isthmus.experiment.peer import run_measured
from isthmus.experiment.settings import Settings
from isthmus.metg import LATENCY, PATTERNS, PEER, TASKS_PER_PE, chart, columns, table, title
from isthmus.plots import draw_chart
from isthmus.progress import Steps
from isthmus.report import number_text, print_table

REPRODUCES = "Ours: METG(50 %) of Task Bench's patterns on 2 PEs and 2 processes, beside Open MPI"
TAKES = "5 min"

REPEATS = 5
RUN_S = 600.0
HIDING_TASKS = 4  # a PE: from so many on ours has to be the smaller


def run(settings: Settings) -> None:
    folder = build_directory() / "bench"
    ours, peer = folder / "task_bench", folder / "open_mpi_task_bench"
    if not is_program(ours):
        raise BadInputError(f"{ours}: no such program (expected a build: run make)")
    peers = [peer] if is_program(peer) else []
    if not peers:
        print(f"without {PEER}: not in this build (Debian packages: openmpi-bin, libopenmpi-dev)")
    compare(settings, [ours, *peers])


def compare(settings: Settings, programs: Sequence[Path]) -> None:
    """The experiment over any programs that print such figures."""
    theirs = task_bench.programs_in(settings.task_bench) if settings.task_bench else []
    values = measure(programs, 1 if settings.quick else REPEATS) | measure_theirs(theirs)
    for far in (False, True):
        print_table(*table(values, far), title=title(far), left=1)
    metgs = {name: statistics.median(found) for name, found in values.items()}
    verdict = judge(metgs)
    plots = [settings.out / "task_bench.png", settings.out / "task_bench_far.png"]
    for path, far in zip(plots, (False, True), strict=True):
        draw_chart(chart(values, far), path)
    settings.write_json("task_bench", {"metg_us": metgs, "verdict": verdict})
    print("written: " + ", ".join(str(path) for path in plots))
    print(verdict)


def measure(programs: Sequence[Path], repeats: int) -> dict[str, list[float]]:
    """In µs, by "benchmark.metric"; the programs in turn, so that a drift touches all alike."""
    samples = Samples()
    commands = [[str(program)] for program in programs] * repeats
    commands += [[str(program), "--latency", LATENCY] for program in programs]
    with Steps("task bench", len(commands)) as steps:
        for command in commands:
            steps.begin(" ".join([Path(command[0]).name, *command[1:]]))
            said, _, _ = run_measured(command, RUN_S)
            for line in said.splitlines():
                samples.take_line(line, Path(command[0]))
            steps.end("")
    return samples.values


def measure_theirs(programs: Sequence[task_bench.Program]) -> dict[str, list[float]]:
    """Task Bench's own, which know no latency; once each, as one takes long."""
    metgs = {}
    with Steps("Task Bench itself", len(programs) * len(PATTERNS) * len(TASKS_PER_PE)) as steps:
        for program in programs:
            for pattern in PATTERNS:
                for tasks in TASKS_PER_PE:
                    steps.begin(f"{program.name}: {pattern} {tasks}")
                    metric = f"{program.name}.{pattern}_{tasks}_us"
                    found_us = task_bench.measure_metg_us(program, pattern, tasks)
                    metgs[metric] = [found_us]
                    steps.end(f"{number_text(found_us)} µs")
    return metgs


def judge(metgs: dict[str, float]) -> str:
    """Ours against the peer's, without a latency and with enough tasks to hide behind."""
    (*ours, (_, peer)) = columns(False)
    below, above = 0, []
    for name, start in ours:
        for pattern in PATTERNS:
            for tasks in (tasks for tasks in TASKS_PER_PE if tasks >= HIDING_TASKS):
                metric = f"{pattern}_{tasks}_us"
                if start + metric not in metgs or peer + metric not in metgs:
                    continue
                ratio = metgs[start + metric] / metgs[peer + metric]
                if ratio < 1:
                    below += 1
                else:
                    above.append(f"{pattern} {tasks} on {name} {ratio:.2f} times")
    if below + len(above) == 0:
        return f"not judged: {PEER} was not measured"
    count = below + len(above)
    text = f"below {PEER} in {below} of {count} with {HIDING_TASKS} and more tasks a PE"
    return f"NOT met: {text}; above: {', '.join(above)}" if above else f"goal met: {text}"
