"""The experiment with Task Bench's patterns: tables, verdict and pictures, of programs that print
what the test makes up."""

import json
from pathlib import Path

import pytest
from helpers import write_program

from isthmus.cli import main
from isthmus.errors import BadInputError, IsthmusError
from isthmus.experiment import catalogue
from isthmus.experiment.settings import Settings
from isthmus.experiment.task_bench import Point, metg_us, read_point

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


ITS_OWN = """\
import sys
def option(name): return int(sys.argv[sys.argv.index(name) + 1])
assert sys.argv[1] == "+p2" and option("-steps") == 1000
tasks = 1000 * option("-width")
print("Total Tasks", tasks)
print("Total FLOPs", tasks * option("-iter") * 10)
print("Elapsed Time %e seconds" % (tasks / 2 * (option("-iter") * 10 + 100) / 1e9))
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


def test_task_benchs_own_metg_is_where_half_of_the_rate_is_left() -> None:
    # A task of n operations takes n ns on its PE, and 100 ns more are lost.
    points = [
        Point((n + 100) / 1e3, 2 * n / ((n + 100) / 1e9)) for n in (102400, 600, 300, 150, 75)
    ]
    assert metg_us(points) == pytest.approx(0.2, rel=0.05)
    assert metg_us(points[:2]) == pytest.approx(0.7)


def test_what_task_bench_says_is_read() -> None:
    said = "Total Tasks 8000\nTotal FLOPs 8192000\nElapsed Time 2.0e-03 seconds\n"
    assert read_point(said, "its").granularity_us == pytest.approx(0.5)
    assert read_point(said, "its").flops_per_s == pytest.approx(4.096e9)
    with pytest.raises(IsthmusError, match="its printed no result: 'Total Tasks 0"):
        read_point("Total Tasks 0\n", "its")


def test_its_own_programs_stand_beside_ours(tmp_path: Path, capsys: Capture) -> None:
    ours = program(tmp_path, "task_bench", ["pes_", "processes_"], 1.0)
    write_program(tmp_path / "its" / "charm++" / "benchmark", ITS_OWN)
    compare(tmp_path, [ours], tmp_path / "its")
    metgs = json.loads((tmp_path / "result.json").read_text())["metg_us"]
    assert metgs["Task Bench, Charm++.fft_4_us"] == pytest.approx(0.2, rel=0.15)
    assert "Charm++" in capsys.readouterr().out


def test_where_task_bench_is_not_one_line_says_so(
    build_directory: Path, tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "its").mkdir()
    with pytest.raises(BadInputError, match="no program of it there"):
        compare(tmp_path, [], tmp_path / "its")
    words = ["experiment", "clam_hops", "--task-bench", str(tmp_path), "--out", str(tmp_path)]
    assert main(words) == 2
    assert "--task-bench: not of clam_hops" in capsys.readouterr().err


def compare(folder: Path, programs: list[Path], its_own: Path | None = None) -> None:
    run = catalogue.find_experiment("task_bench", catalogue.experiments_directory()).run
    settings = Settings(
        lambda _, __: 0.0, folder, quick=True, json=folder / "result.json", task_bench=its_own
    )
    run.__globals__["compare"](settings, programs)
