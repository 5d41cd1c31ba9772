"""Benchmarks are run in turn, their medians joined with the goals, and each goal judged."""

import json
import math
import shutil
from pathlib import Path

import pytest
from helpers import write_program

from isthmus import bench, build, goals
from isthmus.cli import main
from isthmus.errors import BadInputError
from isthmus.goals import Goal, Record, judge, read_goals, read_records, write_records

Capture = pytest.CaptureFixture[str]
EXAMPLE = Path(__file__).with_name("goals.toml")


def goal(sense: str = "at most", limit: float = 0.5, **more: str | float) -> Goal:
    return Goal("g", "what", "a.ours", limit, sense, "ns", **more)  # type: ignore[arg-type]


def test_the_example_goals_are_read() -> None:
    same_pe, ping_pong, bandwidth, creation = read_goals(EXAMPLE)
    assert same_pe.is_ratio
    assert same_pe.recorded == 92.0
    assert ping_pong.recorded is None
    assert bandwidth.sense == "at least"
    assert not creation.is_ratio


@pytest.mark.parametrize(
    ("metrics", "record", "expected"),
    [
        ({"a.ours": 4.0, "b.theirs": 10.0}, None, (10.0, 0.4, False, True)),
        ({"a.ours": 6.0, "b.theirs": 10.0}, None, (10.0, 0.6, False, False)),
        ({"a.ours": 6.0}, Record(20.0, 0.3, "m", "c"), (20.0, 0.3, True, True)),
        ({"a.ours": 6.0, "b.theirs": 10.0}, Record(20.0, 0.3, "m", "c"), (10.0, 0.6, False, False)),
        ({"a.ours": 6.0}, None, (15.0, 0.4, True, True)),
    ],
    ids=["met", "not met", "ratio on record", "measured before record", "value on record"],
)
def test_a_ratio_is_judged_by_the_best_reference_at_hand(
    metrics: dict[str, float], record: Record | None, expected: tuple[float, float, bool, bool]
) -> None:
    row = judge(goal(reference="b.theirs", recorded=15.0), metrics, record)
    assert (row.reference, row.ratio, row.recorded, row.met) == pytest.approx(expected)


def test_an_allowance_comes_on_top_of_the_limit() -> None:
    allowing = goal(reference="b.theirs", allowance=2.0)
    assert judge(allowing, {"a.ours": 7.0, "b.theirs": 10.0}, None).met is True
    assert judge(allowing, {"a.ours": 7.1, "b.theirs": 10.0}, None).met is False


def test_an_absolute_goal_has_no_ratio() -> None:
    row = judge(goal("at least", 3.0), {"a.ours": 3.0}, None)
    assert row.met is True
    assert math.isnan(row.ratio)
    assert judge(goal("at least", 3.1), {"a.ours": 3.0}, None).met is False


def test_what_was_not_measured_is_neither_met_nor_missed() -> None:
    assert judge(goal(), {}, None).met is None
    assert judge(goal(reference="b.theirs"), {"a.ours": 1.0}, None).met is None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("limit = 0.4", 'limit = "low"'), r"goal 1 \(same_pe_send\): limit, scale and allowance"),
        (("limit = 0.4", "limit = 3\nallowance = [1]"), "limit, scale and allowance are numbers"),
        (('"at most"', '"about"'), r"sense is 'about' \(expected at most or at least\)"),
        (("unit =", "units ="), "unknown key 'units'"),
        (('name = "ping_pong"', 'name = "same_pe_send"'), "'same_pe_send' is there twice"),
        (('what = "same PE, send to entry"\n', ""), "what is missing"),
        (("recorded = 92.0", "recorded = true"), "reference is a metric, recorded a number"),
        (("[[goal]]", "[[goals]]"), "no goals"),
        (("limit = 0.4", "limit = "), "line 10"),
    ],
)
def test_a_wrong_goal_is_named_with_its_file(
    change: tuple[str, str], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "goals.toml"
    count = -1 if change[0] == "[[goal]]" else 1
    path.write_text(EXAMPLE.read_text().replace(*change, count))
    with pytest.raises(BadInputError, match=said) as refused:
        read_goals(path)
    assert str(refused.value).startswith(f"{path}: ")


def test_a_recorded_reference_may_be_written_in_short(tmp_path: Path) -> None:
    path = tmp_path / "goals.toml"
    path.write_text(
        '[[goal]]\nname = "g"\nwhat = "w"\nours = "a.b"\nreference = 92\nrecorded = true\n'
        'limit = 0.4\nsense = "at most"\nunit = "ns"\n'
    )
    (one,) = read_goals(path)
    assert one.recorded == 92
    assert one.reference == ""
    assert one.is_ratio


def test_records_read_back_and_are_renewed_by_measured_peers_alone(tmp_path: Path) -> None:
    path = tmp_path / "records.json"
    assert read_records(path) == {}
    before = {"old": Record(1.0, 0.5, "m", "c")}
    measured = {"a.ours": 4.0, "b.theirs": 10.0}
    row = judge(goal(reference="b.theirs"), measured, None)
    assert bench.records_after([row], ["c.other"], before) == before
    after = bench.records_after([row], ["b.theirs"], before)
    assert after["g"].ratio == pytest.approx(0.4)
    write_records(path, after)
    assert read_records(path) == after
    path.write_text("[]")
    with pytest.raises(BadInputError, match="not a file of recorded ratios"):
        read_records(path)


def result_line(benchmark: str, metric: str, value: float) -> str:
    entry = {"benchmark": benchmark, "metric": metric, "value": value, "unit": "x"}
    return f"print({json.dumps(json.dumps(entry))})\n"


@pytest.fixture
def benchmarks(build_directory: Path) -> Path:
    folder = build_directory / "bench"
    ring = result_line("ping_pong", "one_way", 120) + result_line("ping_pong", "raw_ring", 100)
    write_program(folder / "ping_pong", "print('for people')\n" + ring)
    write_program(folder / "same_pe", result_line("same_pe", "send_to_entry", 46))
    tcp = result_line("tcp", "bandwidth", 4e9) + result_line("tcp", "raw_bandwidth", 5e9)
    write_program(folder / "tcp", tcp)
    write_program(folder / "creation", result_line("creation", "time", 20))
    (folder / "libnothing.so").write_text("")
    (folder / "libnothing.so").chmod(0o755)
    (folder / "notes.txt").write_text("not a program\n")
    return folder


def test_bench_prints_a_row_per_goal_and_writes_json_lines(
    benchmarks: Path, tmp_path: Path, capfd: Capture
) -> None:
    words = ["bench", "--goals", str(EXAMPLE), "--repeat", "2", "--out", str(tmp_path)]
    assert main(words) == 0
    out, err = capfd.readouterr()
    assert "[8/8]" in err
    assert "2 of 4 goals met" in out
    assert "0.500*" in out
    assert "* from the record" in out
    rows = [json.loads(line) for line in (tmp_path / "bench.jsonl").read_text().splitlines()]
    assert [(row["goal"], row["met"], row["recorded"]) for row in rows] == [
        ("same_pe_send", False, True),
        ("ping_pong", True, False),
        ("tcp_bandwidth", False, False),
        ("creation", True, False),
    ]
    assert rows[2]["ratio"] == pytest.approx(0.8)
    assert rows[2]["ours"] == pytest.approx(4.0)
    assert rows[3]["reference"] is None
    fields = {"goal", "ours", "reference", "ratio", "limit", "met", "unit", "machine", "commit"}
    assert fields <= set(rows[0])
    assert main([*words, "--strict"]) == 1


def test_programs_run_in_turn_and_medians_count(tmp_path: Path) -> None:
    log = tmp_path / "log"
    programs = []
    for name in ("one", "two"):
        source = (
            f"log = open({str(log)!r}, 'a+')\nlog.seek(0)\ncount = log.read().count('{name}')\n"
            f"log.write('{name} ')\n"
            f'print(\'{{"benchmark": "{name}", "metric": "m", "value": %d}}\' % count ** 3)\n'
        )
        programs.append(write_program(tmp_path / name, source))
    samples = bench.run_programs(programs, 3)
    assert log.read_text() == "one two one two one two "
    assert samples.medians() == {"one.m": 1, "two.m": 1}
    assert samples.values["one.m"] == [0, 1, 8]


def test_a_benchmark_that_lacks_its_tool_is_skipped_with_the_reason(
    benchmarks: Path, tmp_path: Path, capfd: Capture
) -> None:
    lacks = "import sys\nprint('no ucx_perftest here', file=sys.stderr)\nsys.exit(77)\n"
    write_program(benchmarks / "creation", lacks)
    wanted = tmp_path / "goals.toml"
    wanted.write_text(
        EXAMPLE.read_text()
        + '[[goal]]\nname = "beside"\nwhat = "w"\nours = "tcp.bandwidth"\n'
        + 'reference = "ucx_perftest.x"\nlimit = 1\nsense = "at most"\nunit = "B/s"\n'
    )
    words = ["bench", "--goals", str(wanted), "--repeat", "2", "--out", str(tmp_path)]
    assert main(words) == 0
    out, err = capfd.readouterr()
    assert "isthmus: skipped: creation (creation: no ucx_perftest here)\n" in err
    assert "isthmus: skipped: beside (ucx_perftest: not in this build (Debian packages: " in err
    assert "failed" not in err
    assert "not measured:" not in err
    assert "1 of 5 goals met" in out


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import sys\nprint('no socket', file=sys.stderr)\nsys.exit(4)\n", "status 4 (no socket)"),
        ("import os\nos.kill(os.getpid(), 6)\n", "was killed by SIGABRT"),
        ("print('{\"benchmark\": 1')\n", "printed a line that is no result"),
        ('print(\'{"metric": "m"}\')\n', "no benchmark, metric and value"),
    ],
)
def test_a_benchmark_that_fails_is_named_and_the_rest_count(
    source: str, said: str, benchmarks: Path, tmp_path: Path, capfd: Capture
) -> None:
    write_program(benchmarks / "creation", source)
    words = ["bench", "--goals", str(EXAMPLE), "--repeat", "2", "--out", str(tmp_path)]
    assert main(words) == 1
    out, err = capfd.readouterr()
    assert "isthmus: failed: creation: " in err
    assert said in err
    assert "isthmus: not measured: creation" in err
    assert "1 of 4 goals met" in out


def test_peers_are_built_and_run_and_their_ratios_recorded(
    benchmarks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Capture
) -> None:
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    root = tmp_path / "checkout"
    source = root / "bench" / "references" / "charm"
    write_program(source / "peer.py", result_line("charm_same_pe", "marshalled_send", 120))
    (source / "Makefile").write_text(
        "all:\n\ttest -d $(CHARM)\n\tcp peer.py $(OUT)/peer\n\tcp peer.py $(OUT)/charmrun\n"
    )
    monkeypatch.setattr(build, "repository_root", lambda: root)
    monkeypatch.setattr(bench, "repository_root", lambda: root)
    charm = tmp_path / "charm"
    words = ["bench", "--goals", str(EXAMPLE), "--repeat", "1", "--out", str(tmp_path)]
    assert main([*words, "--charm", str(charm)]) == 2
    assert "no such directory" in capfd.readouterr().err
    charm.mkdir()
    assert main([*words, "--charm", str(charm), "--record"]) == 0
    assert "[5/5]" in capfd.readouterr().err
    records = read_records(root / "bench" / "records.json")
    assert list(records) == ["same_pe_send"]
    assert records["same_pe_send"].ratio == pytest.approx(46 / 120)
    assert main(words) == 0  # without the peer: the ratio on record
    assert "0.383*" in capfd.readouterr().out


def test_bench_without_a_build_or_goals_says_so(
    build_directory: Path, tmp_path: Path, capfd: Capture
) -> None:
    assert main(["bench", "--goals", str(EXAMPLE)]) == 2
    assert "no benchmark there" in capfd.readouterr().err
    assert main(["bench", "--goals", str(tmp_path / "none.toml")]) == 2
    assert "cannot read the goals" in capfd.readouterr().err


def test_rows_of_an_unmeasured_goal_are_null_in_json(tmp_path: Path) -> None:
    path = tmp_path / "bench.jsonl"
    bench.write_rows([goals.judge(goal(reference="b.theirs"), {}, None)], path)
    (row,) = [json.loads(line) for line in path.read_text().splitlines()]
    assert row["met"] is None
    assert row["ours"] is None
    assert row["ratio"] is None
