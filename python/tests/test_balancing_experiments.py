"""The experiments on load balancing: published data, what runs are asked for, what the texts say,
and one run of each with programs that are formulas."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

from isthmus import balance, plots
from isthmus.errors import BadInputError, IsthmusError
from isthmus.experiment import balancing, catalogue
from isthmus.experiment.machine_model import MachineModel
from isthmus.experiment.science_runs import (
    FRACTURE,
    Length,
    Machine,
    Program,
    Run,
    machine_of,
    read_means,
    record_molecular_dynamics,
    times_ms,
)
from isthmus.experiment.settings import Settings
from isthmus.experiment.statements import Curves, Statement, check
from isthmus.experiment.stencil import BALANCED_AFTER, FULL, Point
from isthmus.experiment.stencil import arguments_of as stencil_arguments_of
from isthmus.report import Report

Capture = pytest.CaptureFixture[str]
MODEL = MachineModel({2048: 40.0, 8192: 52.0}, 15.0, 38.0)
NAIVE = Point(2048, 8, 64, "naive", 0.0)


def option(words: Sequence[str], name: str) -> str:
    return words[list(words).index(name) + 1]


def stencil(runtime: Sequence[str], own: Sequence[str]) -> float:
    """The step time of a machine on which a balancer that looks at the graph does as block does,
    and any step with a balancer's point among few takes longer."""
    pes, side = 2 * int(option(runtime, "--pes")), int(option(own, "--objects"))
    messages = 4 * side * side / pes
    balancer = option(runtime, "--balancer") if "--balancer" in runtime else ""
    ordered = option(own, "--mapping") == "block" or balancer.startswith("grid_metis")
    hybrid = balancer.startswith("grid_hybrid")
    sent_us = float(next(w for w in runtime if w.startswith("same_node.send"))[15:-2]) / 1e3
    step = int(option(own, "--mesh")) ** 2 / pes * float(option(own, "--cell-time")) / 1e6
    step += messages * 2 * sent_us / 1e3 * (0.5 if ordered else 0.7 if hybrid else 1.0)
    latency = float(option(runtime, "--latency").removesuffix("ms"))
    moving = 5.0 if "--carry-cells" in own else 0.0
    return max(step, latency + step / (side * side / pes)) + moving


MEANS = (
    "# mean processor time of each kind of message, in ns\n"
    "md::Cell::take(int,bool,md::Forces)\t2000\n"
    "md::Pair::take_positions(int,md::Shared<md::Positions>)\t8000\n"
)


def scientific(program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
    """Balancers that are ever better, and a latency that shows in those that leave the cut. What a
    step takes follows from the time of a unit that the program is given."""
    if "--record-costs" in runtime:
        Path(option(runtime, "--record-costs")).write_text(MEANS)
        return Report({"ms_per_step": 1.0}, {})
    if "--grid" in runtime:
        grid = tomllib.loads(Path(option(runtime, "--grid")).read_text())
        pes = sum(site["pes"] for site in grid["site"])
        delay = grid["between"][0]["delay"]["latency"]
        assert "delay=link" in runtime
    else:
        pes, delay = 2 * int(option(runtime, "--pes")), option(runtime, "--latency")
        assert "delay=filter" in runtime
    assert not any("segment" in word for word in runtime)
    latency = float(delay.removesuffix("ms"))
    balancer = option(runtime, "--balancer") if "--balancer" in runtime else "none"
    assert balancer == balancing.as_published(balancer.partition(":")[0])
    balancer = balancer.partition(":")[0]
    factor = {"none": 1.2, "greedy": 1.04, "grid_comm": 1.02, "grid_metis": 1.01}.get(balancer, 1.0)
    beyond = 0.0 if balancer in ("grid_metis", "grid_hybrid") else 0.4 * latency
    if program == "md":
        work_ns = 1.4e6 * float(option(own, "--entry-time"))
        work_ns += 32_000 * float(option(own, "--atom-time"))
        metric = "ms_per_step"
    else:
        work_ns, metric = 76_800 * float(option(own, "--element-time")), "ms_per_step_last"
    return Report({metric: factor * work_ns / 1e6 / pes + beyond}, {})


def compared(strategies: Sequence[str], time_s: float = 1e-4) -> balance.Comparison:
    rows = tuple(
        balance.Row(name, time_s, 1.0, 1.0, 10, 20, 7, 1, 0.01, 0.1) for name in strategies
    )
    return balance.Comparison("", 64, 224, 8, ("a", "b"), rows)


@pytest.fixture
def no_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    def generate(_pattern: str, output: Path, options: Mapping[str, str]) -> None:
        output.write_text(json.dumps(dict(options)))

    def replay(_snapshot: Path, strategies: Sequence[str], *_: Any, **__: Any) -> Any:
        return compared(strategies)

    monkeypatch.setattr(balance, "generate", generate)
    monkeypatch.setattr(balance, "replay", replay)


def test_the_published_data_are_whole() -> None:
    published = balancing.read_published()
    assert [table.id for table in published.programs] == ["8.1", "8.2", "8.3", "8.4"]
    assert [len(table.rows) for table in published.programs] == [20, 20, 25, 25]
    assert [len(table.rows) for table in published.costs] == [16, 16, 16]
    row = published.programs[1].rows[-1]
    assert (row.pes, row.balancer, row.artificial_ms) == (128, "grid_hybrid", 127.838)
    cost = published.costs[2].rows[-1]
    assert (cost.pes, cost.objects, cost.strategy_s, cost.step_s) == (64, 4096, 6.880359, 7.093415)
    assert {row.balancer for table in published.programs for row in table.rows} == set(
        balancing.NAMES
    )


def test_published_data_that_do_not_read_are_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="No such file"):
        balancing.read_published(tmp_path / "missing.toml")
    (tmp_path / "other.toml").write_text("[[table]]\nrows = [[1, 2]]\n")
    with pytest.raises(BadInputError, match=r"other\.toml: ValueError"):
        balancing.read_published(tmp_path / "other.toml")


def test_a_balanced_point_comes_to_the_balancer_once_before_its_warm_up() -> None:
    runtime, own = stencil_arguments_of(NAIVE.balanced("grid_comm"), MODEL, FULL)
    assert option(runtime, "--balancer") == "grid_comm"
    assert option(own, "--sync-every") == str(BALANCED_AFTER)
    assert option(own, "--syncs") == "1"
    assert option(own, "--warmup") == str(BALANCED_AFTER + FULL.steps // 3)
    plain, plain_own = stencil_arguments_of(NAIVE, MODEL, FULL)
    assert "--balancer" not in plain
    assert "--sync-every" not in plain_own
    assert option(plain_own, "--warmup") == str(FULL.steps // 3)


@pytest.mark.parametrize(
    ("kind", "over", "holds"),
    [
        ("close", None, False),
        ("close", (0.0, 0.0), True),
        ("faster", None, True),
        ("faster", (0.0, 0.0), False),
        ("noticeably_faster", None, True),
        ("noticeably_faster", (0.0, 0.0), False),
        ("faster_throughout", (16.0, 16.0), True),
        ("faster_throughout", None, False),
    ],
)
def test_what_is_said_of_a_strategy_is_checked(
    kind: str, over: tuple[float, float] | None, holds: bool
) -> None:
    said = Statement("7.9", 2048, 8, 64, ("grid_metis", "naive"), kind, "so", None, over)
    times = {NAIVE: [20.0, 24.0], NAIVE.balanced("grid_metis"): [20.0, 20.0]}
    assert check(said, Curves([0.0, 16.0], times)).holds is holds


def test_what_would_pass_for_alike_is_not_noticeably_faster() -> None:
    said = Statement("7.9", 2048, 8, 64, ("grid_comm", "naive"), "noticeably_faster", "so")
    times = {NAIVE: [20.8], NAIVE.balanced("grid_comm"): [20.0]}
    assert not check(said, Curves([0.0], times)).holds
    assert check(replace(said, kind="faster"), Curves([0.0], times)).holds
    assert check(replace(said, kind="close"), Curves([0.0], times)).holds


def test_a_run_becomes_options(tmp_path: Path) -> None:
    machine = machine_of(MODEL)
    runtime = machine.runtime(Run(32, "grid_hybrid", 48.0), tmp_path)
    assert option(runtime, "--pes") == option(runtime, "--processes") == "16"
    assert option(runtime, "--latency") == "48ms"
    assert option(runtime, "--balancer") == "grid_hybrid"
    assert "--balancer" not in machine.runtime(Run(32, "none", 48.0), tmp_path)
    words = Program("md", 1e6, 50.0, 4.0).words(Length(10))
    assert (option(words, "--entry-time"), option(words, "--atom-time")) == ("50", "200")
    assert (option(words, "--sync-every"), option(words, "--syncs")) == ("10", "1")
    assert (option(words, "--warmup"), option(words, "--steps")) == ("20", "10")
    words = FRACTURE.words(Length(30))
    assert (option(words, "--every"), option(words, "--steps")) == ("30", "90")
    assert option(words, "--first-sync") == option(words, "--sync-every") == "30"


def test_sites_of_the_teragrid_become_a_grid_file(tmp_path: Path) -> None:
    machine = machine_of(MODEL)
    assert machine.latency_ms("NCSA-ANL") == 1.7
    assert machine.latency_ms("ANL-SDSC") == 29.1
    runtime = machine.runtime(Run(16, "none", 30.1, "NCSA-SDSC"), tmp_path)
    grid = tomllib.loads(Path(option(runtime, "--grid")).read_text())
    assert [(site["name"], site["pes"], site["processes"]) for site in grid["site"]] == [
        ("NCSA", 8, 8),
        ("SDSC", 8, 8),
    ]
    assert grid["between"] == [
        {"sites": ["NCSA", "SDSC"], "delay": {"latency": "30.1ms", "bandwidth": "30Gb/s"}}
    ]
    assert "--latency" not in runtime


@pytest.mark.parametrize("text", ["between = 3\n", '[[between]]\nsites = ["a", "b"]\n', "[["])
def test_a_teragrid_that_does_not_read_is_bad_input(text: str, tmp_path: Path) -> None:
    (tmp_path / "grid.toml").write_text(text)
    with pytest.raises(BadInputError, match=r"grid\.toml: "):
        machine_of(MODEL, tmp_path / "grid.toml")


def test_what_atoms_take_beside_pairs_is_recorded() -> None:
    program = record_molecular_dynamics(scientific)
    pairs_ns, cells_ns = 27 * 216 * 8000.0, 27 * 216 * 2000.0
    assert program.units * program.unit_ns == pytest.approx(pairs_ns + cells_ns)
    assert 32_000 * program.atom_share * program.unit_ns == pytest.approx(cells_ns)


def test_a_record_without_the_means_of_md_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "costs.txt").write_text("md::Cell::take(int,bool,md::Forces)\t2000\n")
    with pytest.raises(IsthmusError, match="no mean of md::Pair::take_positions"):
        read_means(tmp_path / "costs.txt")


def test_a_run_without_its_metric_is_an_error() -> None:
    def silent(_program: str, _runtime: Sequence[str], _own: Sequence[str]) -> Report:
        return Report({}, {})

    machine = Machine(MODEL, {})
    with pytest.raises(IsthmusError, match="fracture has no metric ms_per_step_last"):
        times_ms("x", FRACTURE, [Run(8, "none", 2.0)], machine, Length(1), silent)


@pytest.mark.parametrize("quick", [True, False])
def test_the_scientific_programs_run_from_calibration_to_verdict(
    quick: bool, tmp_path: Path, capsys: Capture
) -> None:
    chosen = catalogue.find_experiment("koenig2007_science", catalogue.experiments_directory())
    json_path = tmp_path / "all.json"
    chosen.run(Settings(stencil, tmp_path, quick, json_path, run_application=scientific))
    result = json.loads(json_path.read_text())
    pes = 2 if quick else 9  # of both programs
    assert len(result["runs"]) == pes * 5 * ((3 if quick else 10) + 2)
    found = {(one["where"], one["theirs"]): one["agrees"] for one in result["findings"]}
    assert found["8.1(c)", "both markedly better than the others to 128 ms"]
    assert not found["8.2(d)", "GridMetisLB slightly worse than none"]
    if not quick:
        assert found["8.1(d)", "GridMetisLB and GridHybridLB clearly superior beyond 16 ms"]
        assert not found["8.1(d)", "GridHybridLB better than GridMetisLB"]  # by 1 %; table: 6.7
        assert not found["8.3", "none flat through 64 ms"]
        assert len(result["errors"]) == 2 * 90
        assert len(result["predictions"]) == 2 * (2 * 12 + 2 * 16)
    out = capsys.readouterr().out
    assert "Table 8.1: LeanMD, 2 ms between the sites; ms" in out
    assert "values of tables 8.1 to 8.4: median error" in out.splitlines()[-1]
    assert "(*) no prediction: costs are scaled" in out
    # Another strategy than the published one would not go by its name.
    figure = out[out.index("Figure 8.1(c)") : out.index("Table 8.3")]
    assert "GridHybridLB as published" in figure
    assert "GreedyLB" in figure
    assert "(ours)" not in figure
    assert (tmp_path / "koenig2007_leanmd.png").exists()
    assert (tmp_path / "koenig2007_fractography3d.png").exists()


def agrees(program: str, pes: int, what: str, **percent: float | tuple[float, ...]) -> bool:
    """Whether the finding agrees with a machine on which each balancer takes so many percent of
    the published time without one at 2 ms: at all latencies, or at each."""
    science = catalogue.find_experiment(
        "koenig2007_science", catalogue.experiments_directory()
    ).run.__globals__
    study = science["MOLECULAR_DYNAMICS" if program == "LeanMD" else "UNSTRUCTURED_MESH"]
    published = science["published_curves"](program, balancing.read_published().programs)
    latencies = science["LATENCIES_MS"]

    def times(name: str) -> list[float]:
        of_name = percent.get(name, 100.0)
        shares = of_name if isinstance(of_name, tuple) else (of_name,) * len(latencies)
        return [share / 100 * published[pes].times_ms["none"][0] for share in shares]

    curves = science["Curves"](latencies, {name: times(name) for name in balancing.NAMES})
    findings = science["judge"](program, study.figures, {pes: curves}, published)
    return next(bool(one.agrees) for one in findings if one.theirs == what)


def all_balanced(percent: float) -> dict[str, float]:
    return {name: percent for name in balancing.NAMES if name != "none"}


@pytest.mark.parametrize(
    ("pes", "what", "percent", "holds"),
    [
        # By the tables 33.7 % at least; three quarters of that are 25.3.
        (128, "all balancers improve greatly on none", 74.0, True),
        (128, "all balancers improve greatly on none", 76.0, False),
        (64, "all balancers improve greatly on none", 67.0, True),
        (64, "all balancers improve greatly on none", 70.0, False),
        (32, "all balancers much better than none", 90.0, True),
        (32, "all balancers much better than none", 91.0, False),
        (16, "all balancers about 10 % better than none", 94.0, False),
        (16, "all balancers about 10 % better than none", 93.0, True),
        (16, "all balancers about 10 % better than none", 87.0, False),
    ],
)
def test_a_gain_is_judged_at_the_size_of_the_tables(
    pes: int, what: str, percent: float, holds: bool
) -> None:
    assert agrees("LeanMD", pes, what, **all_balanced(percent)) is holds


@pytest.mark.parametrize(
    ("percent", "holds"), [(121.0, True), (115.0, True), (114.0, False), (101.0, False)]
)
def test_significantly_worse_is_what_the_tables_have(percent: float, holds: bool) -> None:
    """20 % at 32 ms."""
    what = "GridMetisLB significantly worse"
    assert agrees("Fractography3D", 128, what, grid_metis=percent) is holds


@pytest.mark.parametrize(("percent", "holds"), [(50.0, False), (48.0, False), (47.0, True)])
def test_markedly_better_would_not_pass_for_alike(percent: float, holds: bool) -> None:
    by_name = {**all_balanced(50.0), "grid_metis": percent, "grid_hybrid": percent}
    assert (
        agrees("LeanMD", 64, "both markedly better than the others to 128 ms", **by_name) is holds
    )


def test_a_curve_that_rises_from_the_first_latency_on_does_not_rise_from_48_ms() -> None:
    what = "GreedyLB and GridCommLB rise from about 48 ms"
    late = tuple(50.0 + 0.1 * max(0, row - 3) * 30 for row in range(10))
    early = tuple(50.0 + 0.1 * row * 20 for row in range(10))
    assert agrees("LeanMD", 64, what, greedy=late, grid_comm=late)
    assert not agrees("LeanMD", 64, what, greedy=late, grid_comm=early)
    assert not agrees("LeanMD", 64, what, greedy=late)


@pytest.mark.usefixtures("no_tool")
def test_the_costs_run_from_calibration_to_verdict(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Figure] = []
    monkeypatch.setattr(plots, "save", lambda figure, _: drawn.append(figure))
    chosen = catalogue.find_experiment(
        "koenig2007_balancer_cost", catalogue.experiments_directory()
    )
    chosen.run(Settings(stencil, tmp_path, json=tmp_path / "all.json"))
    result = json.loads((tmp_path / "all.json").read_text())
    assert [len(rows) for rows in result["tables"].values()] == [16, 16, 16]
    first = result["tables"]["7.1"][0]
    assert first["moving_s"] == pytest.approx(0.05)  # ten steps, each 5 ms longer
    assert first["step_s"] == pytest.approx(0.0501)
    lines = capsys.readouterr().out.splitlines()
    differs = "the hardware differs: published on an Itanium 2 of 1.5 GHz, our strategies on "
    assert sum(line.startswith(differs) for line in lines) == 1
    last = lines[-1]
    assert last == result["verdict"]["text"]
    # Published are 63 and 65 us for 16 objects, and a whole step of 49 ms for 256 on 64 PEs.
    assert last.startswith("46 of 48 strategy times and 47 of 48 whole steps are at most")
    assert "grid_comm with 4096 objects on 64 PEs 0.1 ms of 263 (goal 3 ms: met)" in last
    place = drawn[0].axes[0]
    assert place.get_xlabel() == "objects\nPEs"
    ticks = [label.get_text() for label in place.get_xticklabels()]
    assert ticks == ["16\n8", "64\n8", "256\n8", "1024\n8", "4096\n32"]


def test_the_figures_of_the_balancers_run_from_calibration_to_verdict(
    tmp_path: Path, capsys: Capture
) -> None:
    chosen = catalogue.find_experiment("koenig2007_balancers", catalogue.experiments_directory())
    chosen.run(Settings(stencil, tmp_path, quick=True, json=tmp_path / "all.json"))
    names = sorted(path.name for path in tmp_path.glob("*.png"))
    assert names == [f"koenig2007_7_{number}.png" for number in (1, 17, 9)]
    result = json.loads((tmp_path / "all.json").read_text())
    for variant in ("the strategies as published", "ours"):
        said = {
            (one["figure"], one["says"]): one["holds"]
            for one in result["statements"]
            if one["of"] == variant
        }
        assert said["7.1(d)", "little or no change from naive"]
        assert said["7.9(d)", "matches block"]
        assert said["7.17(d)", "noticeably better than GridCommLB"]
        assert said["7.17(d)", "GridMetisLB generally better"]
    assert {one["balancer"] for one in result["curves"]} == {
        "",
        *balancing.DIFFERENCES,
        *map(balancing.as_published, balancing.DIFFERENCES),
    }
    text = result["verdict"]["text"]
    assert text.startswith(
        "the strategies as published: 10 of 10 statements of the text hold; ours"
    )
    assert capsys.readouterr().out.splitlines()[-1] == text


def test_all_figures_of_chapter_7_are_there() -> None:
    module = catalogue.find_experiment(
        "koenig2007_balancers", catalogue.experiments_directory()
    ).run.__globals__
    figures = module["figures"](False)
    assert [figure.id for figure in figures] == [f"7.{number}" for number in range(1, 25)]
    assert figures[23].title == "Jacobi2D 8192² on 64 PEs with GridHybridLB"
    assert [panel.title for panel in figures[3].panels][-1] == "(d) 4096 objects"
