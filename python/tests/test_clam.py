"""The experiments after the Clam thesis: what runs are asked for, how reports are read, and one run
of each with a program that is a formula."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from isthmus.errors import IsthmusError
from isthmus.experiment import catalogue
from isthmus.experiment.clam import (
    BU,
    EU,
    HB,
    JU,
    LF,
    MOBILE,
    ONE_SWITCH,
    OWN,
    PARTITIONED,
    PC,
    PU,
    Outcome,
    Policy,
    Run,
    Series,
    outcome_of,
    print_policies,
)
from isthmus.experiment.clam_draw import in_lines
from isthmus.experiment.findings import Finding, print_findings, verdict
from isthmus.experiment.settings import Settings
from isthmus.report import PeTime, Report

Capture = pytest.CaptureFixture[str]


def option(words: Sequence[str], name: str) -> str:
    return words[list(words).index(name) + 1]


def sorting_network(program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
    """A machine on which the policies are ever slower, in the order of their names."""
    if Path(program).name == "netsort_hops":
        assert option(runtime, "--backend") in ("threads", "processes")
        times = (PeTime(0, "a", 3.0, 6.0, 0.0, {"a": 1.0}, 0.0),)
        trips = {f"round_trip_us_{hops}": 100.0 + 50 * hops for hops in range(1, 17)}
        return Report(trips, {}, time=times)
    pes = int(option(runtime, "--sites")) * int(option(runtime, "--pes"))
    ranks = {one.name: rank for rank, one in enumerate(PARTITIONED, 1)}
    policy = ranks.get(option(runtime, "--location-policy"), 4)  # ours in their middle
    messages = 100 * pes
    by_pe = {f"pe_{pe}_{kind}": 100.0 for pe in range(pes) for kind in ("values", "updates")}
    by_pe |= {f"pe_{pe}_forwarded": 10.0 * policy for pe in range(pes)}
    metrics = {
        "seconds": policy * int(option(own, "--payload")) / pes,
        "setup_s": 0.5,
        "values": float(messages),
        "forwarded": 10.0 * policy * pes,
        "updates": 100.0 * pes,
        "migrations": 7.0,
        "arrivals_after_0": messages - 10.0 * policy * pes,
        "arrivals_after_1": 10.0 * policy * pes,
    }
    return Report({**metrics, **by_pe}, {})


def test_a_run_says_where_elements_are_made_and_what_is_between_partitions() -> None:
    runtime, own = Run("netsort4", LF.name, 32, partition_mbps=10).arguments()
    assert option(runtime, "--location-policy") == "lazy_forwarding"
    assert (option(runtime, "--sites"), option(runtime, "--pes")) == ("2", "16")
    settings = [word for word in runtime if word.startswith("between_sites.bandwidth=")]
    assert settings[-1] == "between_sites.bandwidth=10Mb/s"
    assert option(own, "--created") == "zero"
    runtime, own = Run("netsort5", BU.name, 32, 64, 100, 20).arguments()
    assert (option(runtime, "--sites"), option(runtime, "--processes")) == ("1", "32")
    assert option(own, "--created") == "spread"
    assert option(own, "--stages-between-moves") == "20"


def test_elements_are_an_arrays_unless_mobile_objects_are_asked_for() -> None:
    for run, layer in (
        (Run("netsort4", LF.name, 32), "array"),
        (Run("netsort4", LF.name, 32, layer=MOBILE), "mobile"),
    ):
        _, own = run.arguments()
        assert own[own.index("--layer") + 1] == layer


def test_a_report_becomes_hops_and_messages_by_pe() -> None:
    metrics = {"seconds": 2.0, "setup_s": 0.5, "values": 10.0, "forwarded": 6.0, "updates": 3.0}
    metrics |= {"migrations": 4.0, "arrivals_after_0": 5.0, "arrivals_after_1": 4.0}
    metrics |= {"arrivals_after_2": 1.0, "pe_0_values": 6.0, "pe_0_forwarded": 5.0}
    metrics |= {"pe_0_updates": 1.0, "pe_1_values": 4.0, "pe_1_forwarded": 1.0}
    outcome = outcome_of(Report({**metrics, "pe_1_updates": 2.0}, {}))
    assert outcome == Outcome(2.0, 0.5, 10, 6, 3, 4, [5, 4, 1], [(6, 5, 1), (4, 1, 2)])
    assert outcome.mean_hops() == pytest.approx(1.6)
    assert outcome.share_within(2) == pytest.approx(0.9)
    assert outcome.longest() == 3
    assert outcome.sent() == 19
    assert outcome.load_of_zero() == pytest.approx(12 / 7)
    with pytest.raises(IsthmusError, match="no metric 'pe_1_updates'"):
        outcome_of(Report(metrics, {}))


def test_names_of_policies_are_as_narrow_as_a_pair_of_bars() -> None:
    lines = [line for policy in (*PARTITIONED, *OWN) for line in in_lines(policy.label).split("\n")]
    assert max(map(len, lines)) <= 9, lines


def test_a_series_knows_the_quickest_and_the_shortest() -> None:
    template = Run("netsort4", LF.name, 2)
    outcomes = {
        Run("netsort4", policy.name, 2): Outcome(seconds, 0, 10, 0, 0, 0, hops, [(1, 0, 0)] * 2)
        for policy, seconds, hops in ((LF, 3.0, [2, 8]), (BU, 2.0, [9, 1]), (HB, 1.0, [5, 5]))
    }
    series = Series(template, [2], outcomes)
    assert series.by_time([LF, BU, HB], 2) == [HB, BU, LF]
    assert series.by_hops([LF, BU, HB], 2) == [BU, HB, LF]
    assert series.seconds(BU) == [2.0]


def test_the_verdict_counts_and_names_what_differs() -> None:
    findings = [
        Finding("4.9", "it grows", "it does", True),
        Finding("4.10", "it falls", "no", False),
    ]
    assert verdict(findings[:1], False) == "1 of 1 findings of the thesis agree"
    assert verdict(findings, False).endswith(
        "1 of 2 findings of the thesis agree; NOT: 4.10 (it falls)"
    )
    assert "Quick" in verdict(findings, True)


def test_a_finding_that_a_constant_was_chosen_by_is_told_and_not_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    findings = [
        Finding("4.9", "it grows", "it does", True),
        Finding("4.9", "it is the worst", "it is", True, fitted=True),
        Finding("4.9", "it is the best", "it is not", False, fitted=True),
    ]
    assert verdict(findings, False) == "1 of 1 findings of the thesis agree"
    print_findings("What the thesis finds", findings)
    assert "yes, fitted" in capsys.readouterr().out
    chosen = judged_in("clam_policies", "judge_netsort4", series_of(ON, {}))
    assert [one.theirs[:27] for one in chosen if one.fitted] == ["HB and BU are the worst (by"]


@pytest.mark.parametrize(
    ("name", "plots"),
    [
        ("clam_costs", ["clam_costs.png"]),
        ("clam_hops", ["clam_4_6.png"]),
        ("clam_layers", ["clam_4_7.png"]),
        ("clam_partitions", ["clam_4_19.png"]),
        ("clam_payload", ["clam_4_15.png"]),
        ("clam_policies", [f"clam_4_{number}.png" for number in (11, 13, 14, 9)]),
        ("clam_ratio", ["clam_4_16.png", "clam_4_18.png"]),
    ],
)
def test_an_experiment_runs_from_runs_to_verdict(
    name: str, plots: list[str], tmp_path: Path, capsys: Capture, build_directory: Path
) -> None:
    program = build_directory / "apps" / "netsort" / "netsort"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.touch(mode=0o755)
    chosen = catalogue.find_experiment(name, catalogue.experiments_directory())
    settings = Settings(
        lambda _runtime, _own: 0.0,
        tmp_path,
        quick=True,
        json=tmp_path / "all.json",
        run_application=sorting_network,
    )
    chosen.run(settings)
    assert sorted(path.name for path in tmp_path.glob("*.png")) == plots
    result = json.loads((tmp_path / "all.json").read_text())
    assert result["experiment"] == name
    assert result["rows"]
    assert capsys.readouterr().out.splitlines()[-1] == result["verdict"]["text"]


def judged_in(experiment: str, function: str, *arguments: object) -> list[Finding]:
    chosen = catalogue.find_experiment(experiment, catalogue.experiments_directory())
    return list(chosen.run.__globals__[function](*arguments))


def judged(experiment: str, function: str, *arguments: object) -> dict[str, bool]:
    """Whether each finding of an experiment's function agrees, by what the thesis finds."""
    return {one.theirs: one.agrees for one in judged_in(experiment, function, *arguments)}


def series_of(
    pes: Sequence[int],
    seconds: Mapping[Policy, Sequence[float]],
    hops: Mapping[Policy, Sequence[int]] | None = None,
    by_zero: int = 100,
    updates: int = 100,
) -> Series:
    """Of one template: what is not given is the same for all policies."""
    template = Run("netsort4", LF.name, pes[0])
    outcomes = {}
    for policy in PARTITIONED:
        of_hops = (hops or {}).get(policy, (60, 40))
        for row, count in enumerate(pes):
            by_pe = [(by_zero, 10, 10), *[(100, 10, 10)] * (count - 1)]
            outcomes[replace(template, policy=policy.name, pes=count)] = Outcome(
                seconds.get(policy, [1.0] * len(pes))[row],
                0.5,
                sum(of_hops),
                10,
                updates,
                7,
                of_hops,
                by_pe,
            )
    return Series(template, pes, outcomes)


ON = (8, 16, 32)


@pytest.mark.parametrize(
    ("what", "seconds", "holds"),
    [
        (
            "run time grows with the PEs under all policies",
            dict.fromkeys(PARTITIONED, (1.0, 1.1, 1.2)),
            True,
        ),
        (  # from the first to the last it does, and not between
            "run time grows with the PEs under all policies",
            {**dict.fromkeys(PARTITIONED, (1.0, 1.1, 1.2)), HB: [1.0, 0.9, 1.2]},
            False,
        ),
        ("JU and EU perform roughly the same", {JU: [1, 1, 1.09]}, True),
        ("JU and EU perform roughly the same", {JU: [1, 1, 1.19]}, False),
        ("HB changes little with the PEs", {HB: [1.0, 1.05, 1.09]}, True),
        ("HB changes little with the PEs", {HB: [1.0, 1.1, 1.2]}, False),
        (
            "BU grows almost linearly with the PEs: dealing out dominates",
            {BU: [1.0, 1.9, 3.5]},
            True,
        ),
        (
            "BU grows almost linearly with the PEs: dealing out dominates",
            {BU: [1.0, 1.9, 3.2]},
            False,
        ),
    ],
)
def test_what_is_said_of_netsort4_is_judged_as_it_is_said(
    what: str, seconds: Mapping[Policy, Sequence[float]], holds: bool
) -> None:
    assert judged("clam_policies", "judge_netsort4", series_of(ON, seconds))[what] is holds


@pytest.mark.parametrize(
    ("what", "seconds", "holds"),
    [
        ("HB scales well", {HB: [4.0, 3.0, 2.0]}, True),
        ("HB scales well", {HB: [4.0, 3.0, 2.5]}, False),
        ("BU improves with the PEs", {BU: [4.0, 3.0, 2.0]}, True),
        ("BU improves with the PEs", {BU: [4.0, 4.1, 2.0]}, False),
    ],
)
def test_what_is_said_of_netsort5_is_judged_as_it_is_said(
    what: str, seconds: Mapping[Policy, Sequence[float]], holds: bool
) -> None:
    four, five = series_of(ON, {}), series_of(ON, seconds)
    assert judged("clam_policies", "judge_netsort5", four, five)[what] is holds


@pytest.mark.parametrize(("lazy", "compressed", "holds"), [(24, 12, True), (20, 12, False)])
def test_paths_are_as_long_as_the_thesis_has_them(lazy: int, compressed: int, holds: bool) -> None:
    hops = {LF: [100] + [1] * (lazy - 1), PC: [100] + [1] * (compressed - 1)}
    found = judged("clam_policies", "judge_hops", series_of(ON, {}, hops))
    assert found["the longest path is of 26 hops under LF, of 13 under PC"] is holds


@pytest.mark.parametrize(("by_zero", "holds"), [(105, True), (140, False), (90, False)])
def test_a_little_more_is_more_and_a_little(by_zero: int, holds: bool) -> None:
    four, five = series_of(ON, {}), series_of(ON, {}, by_zero=by_zero)
    what = "PE 0 sends only a little more than the others, at the beginning"
    assert judged("clam_policies", "judge_kinds", four, five)[what] is holds


@pytest.mark.parametrize(("eager", "holds"), [(1.5, True), (2.5, False)])
def test_the_best_two_are_not_the_best_three(eager: float, holds: bool) -> None:
    chosen = catalogue.find_experiment("clam_costs", catalogue.experiments_directory())
    order = {JU: 1.0, EU: eager, PC: 2.0}
    seconds = {policy: [order.get(policy, 3.0)] * 5 for policy in ONE_SWITCH}
    text = chosen.run.__globals__["verdict"](seconds)
    assert ("JU and EU are the best at 40, 80" in text) is holds
    assert ("JU and EU are the best at none of these" in text) is not holds


@pytest.mark.parametrize(("shortest", "holds"), [((BU,), True), ((BU, HB), False)])
def test_good_paths_are_not_the_third_best(shortest: Sequence[Policy], holds: bool) -> None:
    hops = {PU: [60, 40], **dict.fromkeys(shortest, (90, 10))}
    hops = {**dict.fromkeys(PARTITIONED, (10, 90)), **hops}
    series = series_of((32,), {}, hops)
    times = {policy: series.of(policy, 32) for policy in PARTITIONED}
    slower = {policy: replace(one, seconds=2.0) for policy, one in times.items()}
    assert judged("clam_partitions", "judge", times, slower)["PU has good paths"] is holds


@pytest.mark.parametrize(
    ("with_small", "with_large", "holds"),
    [(1.5, 1.2, True), (0.95, 1.05, True), (0.95, 1.2, False), (0.8, 1.2, False)],
)
def test_policies_compare_alike_unless_one_overtakes_another(
    with_small: float, with_large: float, holds: bool
) -> None:
    small = series_of((32,), {LF: [with_small / 2], **dict.fromkeys((PC, BU, EU, HB, JU), (0.5,))})
    large = series_of((32,), {LF: [with_large]})
    found = judged("clam_payload", "judge", small, large, 32)
    assert found["it does not change how policies compare (32 PEs)"] is holds


@pytest.mark.parametrize(
    ("what", "rare_s", "often_s", "updates", "holds"),
    [
        ("HB is hardly quicker than with ratio 1", 0.95, 1.0, 5, True),
        ("HB is hardly quicker than with ratio 1", 0.7, 1.0, 5, False),
        (
            "BU sends far fewer updates, and is much better than with ratio 1",
            0.4,
            1.0,
            5,
            True,
        ),
        (
            "BU sends far fewer updates, and is much better than with ratio 1",
            0.4,
            1.0,
            15,
            False,
        ),
    ],
)
def test_what_a_ratio_of_20_changes_is_judged_at_its_size(
    what: str, rare_s: float, often_s: float, updates: int, holds: bool
) -> None:
    seconds = {HB: [rare_s], BU: [rare_s]}
    rare = series_of((32,), seconds, updates=updates)
    often = series_of((32,), {HB: [often_s], BU: [often_s]})
    found = judged("clam_ratio", "judge_netsort4", rare, often)
    found |= judged("clam_ratio", "judge_netsort5", rare, often)
    assert found[what] is holds


@pytest.mark.parametrize(("growth", "holds"), [(0.0, True), (0.1, True), (1.0, False)])
def test_a_hop_that_costs_ever_more_is_not_constant(growth: float, holds: bool) -> None:
    chosen = catalogue.find_experiment("clam_hops", catalogue.experiments_directory())
    times = [10.0 + 10 * hops + growth * hops * hops / 4 for hops in range(1, 17)]
    accounts = (PeTime(0, "a", 3.0, 6.0, 0.0, {"a": 1.0}, 0.0),)
    finding = chosen.run.__globals__["judge"]("threads", times, accounts)
    assert finding.agrees is holds
    assert finding.why.endswith(
        "; of the PEs' time 60 % in the runtime, 30 % in entry methods, 10 % waiting for their own "
        "site"
    )


@pytest.mark.parametrize(
    ("cost", "growth", "agreeing"),
    [(5.0, 3.0, [True, True]), (-25.0, 3.0, [False, True]), (5.0, 0.0, [True, False])],
)
def test_the_older_layering_is_to_cost_more_and_ever_more(
    cost: float, growth: float, agreeing: list[bool]
) -> None:
    chosen = catalogue.find_experiment("clam_hops", catalogue.experiments_directory())
    clam = [100.0 + 10 * hops for hops in range(1, 16)]
    older = [time + cost + growth * (hops / 8) ** 2 * 4 for hops, time in enumerate(clam, 1)]
    found = chosen.run.__globals__["judge_layers"]("threads", clam, older)
    assert [finding.agrees for finding in found] == agreeing


def test_a_policy_that_differs_from_the_thesis_goes_by_another_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert [policy.label for policy in PARTITIONED] == [*("LF", "JU", "PC", "BU", "PU", "EU", "HB")]
    assert {policy.name for policy in PARTITIONED if ":" in policy.name} == {
        f"{name}_update:published" for name in ("broadcast", "partitioned", "eager")
    }
    print_policies((*PARTITIONED, *OWN))
    out = capsys.readouterr().out
    assert "EU (ours) is eager_update: the home is told of every move, too." in out
    assert "LF is" not in out
    assert "adaptive's constants were fitted to netsort on 8 and 32 PEs" in out


def test_a_layering_below_another_is_run_on_its_own_machine() -> None:
    template = Run("netsort4", LF.name, 8)
    older = replace(template, machine=("--sim", "same_node.send_byte=100"))
    runtime, _ = older.arguments()
    said = [word for word in runtime if word.startswith("same_node.send_byte=")]
    assert said == ["same_node.send_byte=10", "same_node.send_byte=100"]  # the last one counts


@pytest.mark.parametrize(
    ("older", "agreeing"),
    [
        ({8: 9.0, 16: 12.0, 32: 15.0}, 3),
        ({8: 11.0, 16: 12.0, 32: 15.0}, 2),
        ({8: 9.0, 16: 9.0, 32: 9.0}, 1),
    ],
)
def test_the_older_layering_is_to_be_overtaken(older: dict[int, float], agreeing: int) -> None:
    clam = dict.fromkeys(older, 10.0)
    assert sum(judged("clam_layers", "judge", clam, older).values()) == agreeing
