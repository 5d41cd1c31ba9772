"""The experiment with Task Bench's patterns: tables, verdict and pictures, of programs that print
what the test makes up."""

import json
from pathlib import Path

import pytest
from helpers import write_program

from isthmus.errors import IsthmusError
from isthmus.experiment import catalogue
from isthmus.experiment.settings import Settings

Capture = pytest.CaptureFixture[str]

PROGRAM = """\
import json, sys
benchmark, prefixes, near_us = sys.argv[0].rsplit("/", 1)[-1], {prefixes!r}, {us!r}
far = sys.argv[1:] == ["--latency", "1ms"]
assert far or not sys.argv[1:]
for prefix in prefixes:
    for pattern in ("stencil_1d", "fft", "tree", "random_nearest"):
        for tasks in (1, 4, 16):
            print(json.dumps(dict(
                benchmark=benchmark + ("_far" if far else ""),
                metric=f"{{prefix}}{{pattern}}_{{tasks}}_us",
                value=(1000 if far else near_us) / tasks, unit="us")))
"""


def program(folder: Path, name: str, prefixes: list[str], us: float) -> Path:
    return write_program(folder / name, PROGRAM.format(prefixes=prefixes, us=us))


def test_the_experiment_is_judged_against_the_peer_of_the_same_run(
    tmp_path: Path, capsys: Capture
) -> None:
    ours = program(tmp_path, "task_bench", ["pes_", "processes_"], 1.0)
    peer = program(tmp_path, "open_mpi_task_bench", [""], 2.0)
    compare(tmp_path, [ours, peer])
    result = json.loads((tmp_path / "result.json").read_text())
    assert result["metg_us"]["task_bench.pes_tree_4_us"] == 0.25
    assert result["metg_us"]["open_mpi_task_bench_far.tree_16_us"] == 62.5
    assert result["verdict"] == "goal met: below Open MPI in 16 of 16 with 4 and more tasks a PE"
    assert (tmp_path / "task_bench.png").is_file()
    assert (tmp_path / "task_bench_far.png").is_file()
    assert "random_nearest" in capsys.readouterr().out


def test_what_is_above_the_peer_is_named(tmp_path: Path) -> None:
    ours = program(tmp_path, "task_bench", ["pes_"], 3.0)
    peer = program(tmp_path, "open_mpi_task_bench", [""], 2.0)
    compare(tmp_path, [ours, peer])
    verdict = json.loads((tmp_path / "result.json").read_text())["verdict"]
    assert verdict.startswith("NOT met: below Open MPI in 0 of 8")
    assert "fft 16 on 2 PEs 1.50 times" in verdict


def test_without_the_peer_nothing_is_judged(tmp_path: Path) -> None:
    ours = program(tmp_path, "task_bench", ["pes_", "processes_"], 1.0)
    compare(tmp_path, [ours])
    verdict = json.loads((tmp_path / "result.json").read_text())["verdict"]
    assert verdict == "not judged: Open MPI was not measured"


def test_a_program_that_fails_ends_it(tmp_path: Path) -> None:
    broken = write_program(tmp_path / "task_bench", "import sys; sys.exit('no core left')")
    with pytest.raises(IsthmusError, match="no core left"):
        compare(tmp_path, [broken])


def compare(folder: Path, programs: list[Path]) -> None:
    run = catalogue.find_experiment("task_bench", catalogue.experiments_directory()).run
    settings = Settings(lambda _, __: 0.0, folder, quick=True, json=folder / "result.json")
    run.__globals__["compare"](settings, programs)
