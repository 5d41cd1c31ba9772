"""What the experiment spacetime_tests makes of what the serial program prints."""

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from helpers import experiment

from isthmus.experiment.settings import Settings

HEAD = "time,ham_max,ham_rms,mom_max,mom_rms,con_max,error_max,error_rms,lapse_least,k_max,gxx_max"


def option(arguments: list[str], name: str) -> str:
    return next(one.split("=", 1)[1] for one in arguments if one.startswith(name + "="))


def printed(arguments: list[str], order: int, ham: float = 1.0) -> str:
    """An error that grows with time and falls with the spacing to the power of the order."""
    step, every = float(option(arguments, "step_size")), int(option(arguments, "every"))
    spacing = float(option(arguments, "spacing").split("*")[1])
    lines = [HEAD]
    for n in range(0, int(option(arguments, "steps")) + 1, every):
        error = spacing**order * n * step
        figures = [n * step, ham * (1 + n * step), 1e-9, 0, 0, 0, error, error, 1, 0, 1]
        lines.append(",".join(f" {figure:.15e}" for figure in figures))
    return "\n".join(lines) + "\n"


def test_every_run_prints_the_moment_that_is_judged_and_its_end() -> None:
    module = experiment("spacetime_tests")
    for test in module.TESTS:
        for refinement, until in zip(module.refinements(test), test.until, strict=True):
            arguments = module.arguments(test, refinement, until)
            step, every = float(option(arguments, "step_size")), int(option(arguments, "every"))
            moments = [test.at / step / every, until / step / every]
            assert moments == pytest.approx([round(moment) for moment in moments])


def test_orders_are_told_from_the_factor_between_grids() -> None:
    module = experiment("spacetime_tests")
    for test in module.TESTS:
        if test.order == 0:
            continue
        for order, expected in ((test.order, True), (test.order - 1, False)):
            outcomes = [
                module.parsed(test, n, printed(module.arguments(test, n, until), order))
                for n, until in zip(module.refinements(test), test.until, strict=True)
            ]
            assert module.agrees(test, module.factor(outcomes), outcomes) == expected


def test_noise_that_grows_is_no_stability_and_lost_runs_are_told() -> None:
    module = experiment("spacetime_tests")
    robust = next(test for test in module.TESTS if test.order == 0)
    text = printed(module.arguments(robust, 1, 50), 0)
    outcome = module.parsed(robust, 1, text + "# not a number from about  1.25000E+01\n")
    assert outcome.lost_at == 12.5
    assert math.isnan(outcome.at(1000))
    assert not module.agrees(robust, [], [outcome])


def test_it_draws_and_judges_all_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = experiment("spacetime_tests")

    def answer(command: list[str], _limit_s: float, asked: str) -> Any:
        test = next(test for test in module.TESTS if test.name == asked)
        return SimpleNamespace(returncode=0, stdout=printed(command, test.order, 1.0), stderr="")

    monkeypatch.setattr(module, "answer_of", answer)
    monkeypatch.setattr(module, "program", lambda: Path("spacetime_serial"))
    module.run(Settings(run_program=lambda _a, _b: 0.0, out=tmp_path, quick=True))
    assert (tmp_path / "spacetime_tests.png").exists()
    assert f"{len(module.TESTS) - 1} of {len(module.TESTS)} tests as expected" in (
        capsys.readouterr().out
    )
