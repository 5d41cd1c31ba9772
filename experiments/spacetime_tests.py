"""The standard tests of numerical relativity ("Apples with Apples", Alcubierre et al. 2004) by the
serial program of apps/spacetime: convergence, constraints, and where the equations' growth wins."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isthmus.build import answer_of, build_directory, is_program, repository_root
from isthmus.errors import IsthmusError, MissingPeerError
from isthmus.experiment.margins import ORDER
from isthmus.experiment.settings import Settings
from isthmus.progress import Steps
from isthmus.report import print_table

REPRODUCES = "Alcubierre et al. 2004: robust stability, linear and gauge waves, Gowdy; a wave pulse"
TAKES = "5 min"

LIMIT_S = 3600.0
POINTS = 50  # along the wave, of the coarsest grid, as the tests have it
LINES = 60  # of figures that a run prints


@dataclass(frozen=True)
class Test:
    """One problem on grids that are finer by a factor each. `at`: when convergence is judged, in
    crossing times of the grid, or in the unit of length for the pulse."""

    name: str
    file: str
    until: tuple[float, ...]  # for each grid
    at: float
    order: int
    column: str = "error_rms"
    options: tuple[str, ...] = ()
    title: str = ""
    unit: str = "crossing times"


GAUGE = "gauge wave 0.01"
TESTS = (
    # Of fourth order the errors of so weak a wave are those of rounding from the second grid on.
    Test("linear wave", "linear_wave", (200, 50, 10), 5, 2, options=(
        "order=2", "integrator='icn'")),
    Test(GAUGE, "gauge_wave", (200, 50, 10), 5, 4, options=("dissipation=0.1",)),
    Test(
        "the same, no dissipation",
        "gauge_wave",
        (100, 45, 10),
        5,
        4,
        title="gauge wave 0.01, no dissipation",
    ),
    Test(
        "gauge wave 0.1",
        "gauge_wave",
        (40, 20, 8),
        5,
        4,
        options=("amplitude=0.1", "dissipation=0.1"),
    ),
    Test("gauge wave 0.01, second order", "gauge_wave", (80, 30, 8), 5, 2, options=(
        "order=2", "integrator='icn'", "dissipation=0.1")),
    Test("collapsing Gowdy", "gowdy", (200, 40, 10), 5, 4),
    # Until what runs out comes near the faces, where the grid begins again.
    Test("pulse", "pulse", (2, 2, 2), 1.5, 4, unit="widths",
         options=("amplitude=1e-5", "dissipation=0.1")),
    Test("robust stability", "robust", (50, 10), 10, 0, "ham_max"),
)  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """What a run printed: columns by name, and when it was lost, if it was."""

    test: Test
    refinement: int
    columns: dict[str, list[float]]
    lost_at: float | None

    def at(self, time: float) -> float:
        """Of the test's column; not a number where the run did not come so far."""
        times = self.columns["time"]
        near = min(range(len(times)), key=lambda i: abs(times[i] - time))
        if abs(times[near] - time) > 0.02 * max(time, 1.0):
            return math.nan
        return self.columns[self.test.column][near]


def program() -> Path:
    path = build_directory() / "apps" / "spacetime" / "spacetime_serial"
    if not is_program(path):
        raise MissingPeerError(f"no {path} (expected a build with gfortran)")
    return path


def arguments(test: Test, refinement: int, until: float) -> list[str]:
    """Of the serial program. Refinement 1 is the coarsest."""
    data = repository_root() / "apps" / "spacetime" / "data" / f"{test.file}.nml"
    more = list(test.options)
    if test.file == "pulse":
        n = 20 * refinement
        spacing = 10 / n
        more += [f"points={n},{n},{n}", f"origin=3*{-5 + spacing / 2!r}"]
        step = spacing / 4
    else:
        n = POINTS * refinement
        spacing = 1 / n
        thin = 4 if test.file == "robust" else 1
        points = [thin, thin, n] if test.file == "gowdy" else [n, thin, thin]
        more += ["points=" + ",".join(str(count) for count in points)]
        more += [f"origin=3*{-0.5 + spacing / 2!r}"]
        step = spacing / (2 if test.file == "robust" else 4)
        if test.file == "robust":  # The tests' noise is that much smaller on finer grids.
            more += [f"amplitude={1e-10 / refinement**2!r}"]
    steps = round(until / step)
    # A line falls on the moment that is judged, and on every run's end.
    every = math.gcd(round(test.at / step), max(1, round(until / LINES / step)), steps) or 1
    if steps / every > 4 * LINES:
        every = max(1, math.gcd(round(test.at / step), steps) // 4)
    more += [f"spacing=3*{spacing!r}", f"step_size={step!r}", f"steps={steps}", f"every={every}"]
    return [str(data), *more]


def parsed(test: Test, refinement: int, text: str) -> Outcome:
    lines = text.splitlines()
    names = [name.strip() for name in lines[0].split(",")]
    columns: dict[str, list[float]] = {name: [] for name in names}
    lost_at = None
    for line in lines[1:]:
        if line.startswith("#"):
            lost_at = float(line.split()[-1])
            continue
        for name, figure in zip(names, line.split(","), strict=True):
            columns[name].append(float(figure))
    return Outcome(test, refinement, columns, lost_at)


def factor(outcomes: Sequence[Outcome]) -> list[float]:
    """By how much the error falls from each grid to the next, when the test is judged."""
    test = outcomes[0].test
    return [coarse.at(test.at) / fine.at(test.at) for coarse, fine in itertools.pairwise(outcomes)]


def refinements(test: Test) -> list[int]:
    """The pulse, in three dimensions, has grids that a minute is enough for."""
    return [1, 2, 3][: len(test.until)] if test.file == "pulse" else [1, 2, 4][: len(test.until)]


def agrees(test: Test, factors: Sequence[float], outcomes: Sequence[Outcome]) -> bool:
    """Convergence of the order, from the finest pair; of noise: that it does not grow."""
    if test.order == 0:
        return all(
            outcome.at(test.at) <= 2 * outcome.columns[test.column][0] for outcome in outcomes
        )
    fine, coarse = refinements(test)[len(outcomes) - 1], refinements(test)[len(outcomes) - 2]
    order = math.log(factors[-1]) / math.log(fine / coarse) if factors[-1] > 0 else math.nan
    return abs(order - test.order) <= ORDER


def run(settings: Settings) -> None:
    binary = program()
    results: list[list[Outcome]] = []
    with Steps("spacetime", sum(len(test.until) for test in TESTS)) as progress:
        for test in TESTS:
            outcomes = []
            untils = test.until[:2] if settings.quick else test.until
            for refinement, until in zip(refinements(test), untils, strict=False):
                progress.begin(f"{test.name}, grid {refinement}")
                end = min(until, test.at) if settings.quick else until
                answer = answer_of(
                    [str(binary), *arguments(test, refinement, end)], LIMIT_S, test.name
                )
                if answer.returncode != 0:
                    raise IsthmusError(answer.stderr.strip() or f"{test.name} failed")
                outcomes.append(parsed(test, refinement, answer.stdout))
                progress.end(f"{outcomes[-1].columns['time'][-1]:.0f} {test.unit}")
            results.append(outcomes)
    show(settings, results)


def show(settings: Settings, results: Sequence[Sequence[Outcome]]) -> None:
    rows, met = [], []
    for outcomes in results:
        test = outcomes[0].test
        factors = factor(outcomes)
        met.append(agrees(test, factors, outcomes))
        ends = [
            f"{outcome.columns['time'][-1]:.0f}" + (" lost" if outcome.lost_at else "")
            for outcome in outcomes
        ]
        rows.append(
            [
                test.name,
                f"{test.at:g}",
                ", ".join(f"{outcome.at(test.at):.1e}" for outcome in outcomes),
                ", ".join(f"{each:.1f}" for each in factors),
                expected_factors(test, outcomes),
                ", ".join(ends),
                "yes" if met[-1] else "NO",
            ]
        )
    headings = ["test", "at", "figure", "factors", "expected", "run until", "as expected"]
    print_table(headings, rows, left=1, title="From each grid to the finer one")
    print("figure: root mean square error of metric and extrinsic curvature; of robust stability")
    print("the largest Hamiltonian constraint, which must not grow")
    path = settings.out / "spacetime_tests.png"
    draw(results, path)
    text = f"{sum(met)} of {len(met)} tests as expected"
    settings.write_json(
        "spacetime_tests",
        {
            "rows": [dict(zip(headings, row, strict=True)) for row in rows],
            "verdict": {"met": all(met), "text": text},
        },
    )
    print(f"written: {path}")
    print(text)


def expected_factors(test: Test, outcomes: Sequence[Outcome]) -> str:
    if test.order == 0:
        return "no growth"
    grids = [outcome.refinement for outcome in outcomes]
    return ", ".join(
        f"{(fine / coarse) ** test.order:.1f}" for coarse, fine in itertools.pairwise(grids)
    )


def draw(results: Sequence[Sequence[Outcome]], path: Path) -> None:
    from isthmus.plots import QUIET, new_figure, save

    with new_figure(13.0, 6.4) as figure:
        places = figure.subplots(2, math.ceil(len(results) / 2)).flatten()
        for place, outcomes in zip(places, results, strict=False):
            draw_test(place, outcomes)
        for place in places[len(results) :]:
            place.set_axis_off()
        figure.suptitle(
            "Spacetime: error over time, times what finer grids must gain",
            x=0.012, ha="left", fontsize=13, weight="bold",
        )  # fmt: skip
        note = "lines that lie upon each other converge at the order that is stated; dotted: the "
        note += "Hamiltonian constraint (rms) of the coarsest grid; x: not a number from there"
        figure.supxlabel(note, x=0.012, ha="left", fontsize=8, color=QUIET)
        save(figure, path)


def draw_test(place: Any, outcomes: Sequence[Outcome]) -> None:
    from isthmus.plots import COLOURS, QUIET

    test = outcomes[0].test
    for outcome, colour in zip(outcomes, COLOURS, strict=False):
        gain = outcome.refinement**test.order
        times = outcome.columns["time"][1:]
        figures = [gain * figure for figure in outcome.columns[test.column][1:]]
        label = "coarsest" if outcome.refinement == 1 else f"{outcome.refinement} times as fine"
        if gain > 1:
            label += f", times {gain}"
        place.plot(times, figures, color=colour, label=label)
        if outcome.lost_at is not None:
            place.plot(times[-1:], figures[-1:], "x", color=colour)
    first = outcomes[0]
    if test.column != "ham_rms":
        place.plot(first.columns["time"][1:], first.columns["ham_rms"][1:], ":", color=QUIET)
    place.set_yscale("log")
    if first.columns["time"][-1] > 50:
        place.set_xscale("log")
    if test.order == 0:
        begun = first.columns[test.column][0]
        place.set_ylim(begun / 10, begun * 100)
    else:
        ends = sorted(figure for figure in first.columns[test.column][1:] if figure > 0)
        top = max(ends[0] * 1e5, ends[len(ends) // 2] * 10)
        place.set_ylim(top=min(top, ends[-1] * 5))
    order = "noise" if test.order == 0 else f"order {test.order}"
    place.set_title(f"{test.title or test.name} ({order})", fontsize=10)
    place.set_xlabel(test.unit)
    place.legend(frameon=False, fontsize=7)
