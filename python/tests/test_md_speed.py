"""The comparison with LAMMPS, with programs that are a formula."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from isthmus.cli import main
from isthmus.experiment import catalogue
from isthmus.experiment.settings import Settings
from isthmus.report import Report


def compared(tmp_path: Path, water_ms: float) -> dict[str, Any]:
    experiment = catalogue.find_experiment("md_speed", catalogue.experiments_directory())
    compare = experiment.run.__globals__["compare"]
    rounds = iter(range(1000))

    def ours(_program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
        pes = int(runtime[list(runtime).index("--pes") + 1])
        disturbed = 2 if next(rounds) % 2 else 1
        return Report({"ms_per_step": disturbed * (water_ms if "pme" in own else 10) / pes}, {})

    path = tmp_path / "result.json"
    settings = Settings(
        lambda _runtime, _own: 0.0, tmp_path, quick=True, json=path, run_application=ours
    )
    compare(settings, lambda _case, pes: 10 / pes)
    result: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return result


@pytest.mark.parametrize(
    ("water_ms", "text"),
    [(12.9, "met"), (13.1, "NOT met: peptide in water, mesh on 1, peptide in water, mesh on 2")],
)
def test_each_case_has_its_limit(tmp_path: Path, water_ms: float, text: str) -> None:
    result = compared(tmp_path, water_ms)
    assert result["goal"] == {"met": text == "met", "text": text}
    assert [row["pes"] for row in result["rows"]] == 3 * [1, 2]
    assert result["rows"][-1]["ratio"] == pytest.approx(water_ms / 10)


def test_without_lammps_it_is_one_line(
    build_directory: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["experiment", "md_speed", "--out", str(tmp_path)]) == 2
    assert "no lmp (expected: tools/install_packages.sh peers)" in capsys.readouterr().err
