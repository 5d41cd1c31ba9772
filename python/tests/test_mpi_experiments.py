"""The experiments with MPI programs, whole, with jobs that are formulas."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers import experiment

from isthmus.errors import IsthmusError
from isthmus.experiment.settings import RanksRun, RunRanks, Settings
from isthmus.report import Report

Capture = pytest.CaptureFixture[str]


def no_program(_runtime: Sequence[str], _own: Sequence[str]) -> float:
    raise IsthmusError("nothing runs Jacobi2D here")


def settings_of(folder: Path, run_ranks: RunRanks) -> Settings:
    def compile_ranks(source: Path, into: Path) -> Path:
        assert source.is_file()
        return into / source.stem

    return Settings(
        no_program,
        folder,
        quick=True,
        json=folder / "out.json",
        run_ranks=run_ranks,
        compile_ranks=compile_ranks,
    )


def option(words: Sequence[str], name: str) -> str:
    return words[list(words).index(name) + 1]


def collectives_job(by_site: int, latencies: float) -> RunRanks:
    """Flat algorithms cross each link five times; each run has seven crossings besides, and one
    more for each time."""

    def run(_program: Path, _ranks: int, runtime: Sequence[str], own: Sequence[str]) -> RanksRun:
        operation, way, times, _ = own
        sites = Path(option(runtime, "--grid")).read_text().count("[[site]]")
        each = 0 if operation == "nothing" else by_site if way == "site" else 5
        count = 7 + int(times) * (1 + each)
        pairs = [
            {"source": a, "destination": b, "sent": {"messages": count}}
            for a in range(sites)
            for b in range(sites)
        ]
        took = latencies if way == "site" else 3.0
        return RanksRun(
            f"took {0.1 * took:.9f} s, digest 12\n",
            Report({}, {}, devices=[{"device": "profile", "site_pairs": pairs}]),
        )

    return run


@pytest.mark.parametrize(
    ("by_site", "latencies", "verdict"),
    [(1, 1.0, "goals met"), (2, 1.0, "NOT met"), (1, 2.0, "NOT met")],
)
def test_collectives_are_counted_and_judged(
    tmp_path: Path, capsys: Capture, by_site: int, latencies: float, verdict: str
) -> None:
    module = experiment("mpi_collectives")
    module.run(settings_of(tmp_path, collectives_job(by_site, latencies)))
    out = capsys.readouterr().out
    assert out.splitlines()[-1].startswith(verdict)
    told = json.loads((tmp_path / "out.json").read_text())
    rows = [row for row in told["rows"] if row["sites"] == 3 and row["operation"] == "bcast"]
    (own,) = [row for row in rows if row["way"] == "site"]
    assert (own["most"], own["links"], own["crossings"]) == (by_site, 6, 6 * by_site)
    assert own["latencies"] == pytest.approx(latencies)
    (flat,) = [row for row in rows if row["way"] == "flat"]
    assert (flat["most"], flat["latencies"]) == (5, pytest.approx(3.0))
    assert (tmp_path / "mpi_collectives.png").stat().st_size > 0


def test_ways_that_come_to_different_results_end_it(tmp_path: Path) -> None:
    def run(program: Path, ranks: int, runtime: Sequence[str], own: Sequence[str]) -> RanksRun:
        done = collectives_job(1, 1.0)(program, ranks, runtime, own)
        return RanksRun(done.out.replace("12", own[1]), done.report)

    with pytest.raises(IsthmusError, match="barrier: the two ways come to different results"):
        experiment("mpi_collectives").run(settings_of(tmp_path, run))


@pytest.mark.parametrize(("factor", "verdict"), [(1.05, "met"), (1.2, "NOT met")])
def test_predictions_are_judged(
    tmp_path: Path, capsys: Capture, factor: float, verdict: str
) -> None:
    recorded = []

    def run(_program: Path, ranks: int, runtime: Sequence[str], _own: Sequence[str]) -> RanksRun:
        if "--record-costs" in runtime:
            recorded.append(option(runtime, "--record-costs"))
        time_ms = 4 + 8 * float(option(runtime, "--latency").removesuffix("ms")) / ranks
        if "sim" in runtime:
            assert option(runtime, "--costs") in ("measured", *recorded)
            time_ms *= factor
        return RanksRun(f"{ranks} ranks, {time_ms:.6f} ms a step\n", Report({}, {}))

    experiment("mpi_prediction").run(settings_of(tmp_path, run))
    assert len(recorded) == 2
    assert capsys.readouterr().out.splitlines()[-1].startswith(f"{verdict}: ")
    rows = json.loads((tmp_path / "out.json").read_text())["rows"]
    assert {row["ranks_per_pe"] for row in rows} == {2, 8}
    assert all(row["recorded"] == pytest.approx(factor * row["emulated"]) for row in rows)
    assert (tmp_path / "mpi_prediction.png").stat().st_size > 0
