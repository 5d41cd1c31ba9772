"""The comparison with ScaLAPACK, with programs that are a formula."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from isthmus.cli import main
from isthmus.experiment import catalogue
from isthmus.experiment.settings import Settings
from isthmus.report import PeTime, Report


def compared(tmp_path: Path, gauss_s: float) -> dict[str, object]:
    experiment = catalogue.find_experiment("linear_algebra", catalogue.experiments_directory())
    compare = experiment.run.__globals__["compare"]

    def ours(_program: str, _runtime: Sequence[str], own: Sequence[str]) -> Report:
        time = PeTime(0, "site0", 0.09, 0, 0, {"site0": gauss_s - 0.09}, 0)
        return Report({"seconds": gauss_s if own[0] == "gauss" else 0.1}, {}, time=(time,))

    def theirs(_size: int) -> Mapping[str, float]:
        return {"product_s": 0.1, "solve_s": 0.1}

    path = tmp_path / "result.json"
    settings = Settings(
        lambda _runtime, _own: 0.0, tmp_path, quick=True, json=path, run_application=ours
    )
    compare(settings, theirs)
    result: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
    return result


@pytest.mark.parametrize(("gauss_s", "text"), [(0.15, "met"), (0.16, "NOT met: equations")])
def test_the_goal_is_half_as_much_again(
    tmp_path: Path, gauss_s: float, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    goal = compared(tmp_path, gauss_s)["goal"]
    assert goal == {"met": text == "met", "text": text}
    if gauss_s == 0.15:
        assert (
            "equations, ours: of the PEs' time 60 % in entry methods, 40 % waiting for their own "
            "site." in capsys.readouterr().out
        )


def test_without_scalapack_it_is_one_line(
    build_directory: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["experiment", "linear_algebra", "--out", str(tmp_path)]) == 2
    assert "no ScaLAPACK in" in capsys.readouterr().err
