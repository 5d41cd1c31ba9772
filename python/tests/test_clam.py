"""The experiments after the Clam thesis: what runs are asked for, how reports are read, and one run
of each with a program that is a formula."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from isthmus.errors import IsthmusError
from isthmus.experiment import catalogue
from isthmus.experiment.clam import BU, HB, LF, PARTITIONED, Outcome, Run, Series, outcome_of
from isthmus.experiment.findings import Finding, verdict
from isthmus.experiment.settings import Settings
from isthmus.report import Report

Capture = pytest.CaptureFixture[str]


def option(words: Sequence[str], name: str) -> str:
    return words[list(words).index(name) + 1]


def sorting_network(program: str, runtime: Sequence[str], own: Sequence[str]) -> Report:
    """A machine on which the policies are ever slower, in the order of their names."""
    pes = int(option(runtime, "--sites")) * int(option(runtime, "--pes")) if own else 17
    if Path(program).name == "netsort_hops":
        return Report({f"round_trip_us_{hops}": 100.0 + 50 * hops for hops in range(1, 17)}, {})
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


@pytest.mark.parametrize(
    ("name", "plots"),
    [
        ("clam_costs", ["clam_costs.png"]),
        ("clam_hops", ["clam_4_6.png"]),
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
