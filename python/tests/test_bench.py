"""Benchmarks are run in turn, their medians joined with the goals, and each goal judged."""

import csv
import json
import math
import shutil
from pathlib import Path

import pytest
from helpers import write_program

from isthmus import bench, build, goals, metg, outcomes
from isthmus.cli import main
from isthmus.errors import BadInputError
from isthmus.goals import Goal, Record, judge, read_goals, read_records, write_records

Capture = pytest.CaptureFixture[str]
EXAMPLE = Path(__file__).with_name("goals.toml")
ON_RECORD = Record(20.0, "that machine", "c0ffee")


def goal(sense: str = "at most", limit: float = 0.5, **more: str | float) -> Goal:
    return Goal("g", "what", "a.ours", limit, sense, "ns", **more)  # type: ignore[arg-type]


def test_the_example_goals_are_read() -> None:
    same_pe, ping_pong, bandwidth, creation = read_goals(EXAMPLE)
    assert same_pe.is_ratio
    assert ping_pong.reference_name == "raw ring"
    assert bandwidth.sense == "at least"
    assert not creation.is_ratio


@pytest.mark.parametrize(
    ("metrics", "record", "expected"),
    [
        ({"a.ours": 4.0, "b.theirs": 10.0}, None, (10.0, 0.4, False, True)),
        ({"a.ours": 6.0, "b.theirs": 10.0}, None, (10.0, 0.6, False, False)),
        ({"a.ours": 6.0, "b.theirs": 10.0}, ON_RECORD, (10.0, 0.6, False, False)),
        ({"a.ours": 6.0}, ON_RECORD, (20.0, 0.3, True, True)),
        ({"a.ours": 12.0}, ON_RECORD, (20.0, 0.6, True, False)),
    ],
    ids=["met", "not met", "measured before record", "on record, met", "on record, not met"],
)
def test_a_ratio_is_judged_by_the_best_reference_at_hand(
    metrics: dict[str, float], record: Record | None, expected: tuple[float, float, bool, bool]
) -> None:
    row = judge(goal(reference="b.theirs"), metrics, record)
    found = (row.reference, row.ratio, row.record is not None, row.met)
    assert found == pytest.approx(expected)


def test_a_goal_whose_own_side_was_not_measured_is_not_met_by_what_is_on_record() -> None:
    row = judge(goal(reference="b.theirs"), {}, ON_RECORD)
    assert row.met is None
    assert math.isnan(row.ratio)
    assert goals.count_text([row]) == "0 of 1 goals met, 1 not measured"


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
        (('reference = "charm_same_pe.marshalled_send"', "reference = 92"), "is not a metric"),
        (("limit = 0.4", "limit = 3\nmissed = 7"), "missed is missing"),
        (("[[goal]]", "[[goals]]"), "no goals"),
        (("limit = 0.4", "limit = "), "line 9"),
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


def test_records_read_back_and_are_renewed_by_measured_peers_alone(tmp_path: Path) -> None:
    path = tmp_path / "records.json"
    assert read_records(path) == {}
    before = {"old": Record(1.0, "m", "c")}
    measured = {"a.ours": 4.0, "b.theirs": 10.0}
    row = judge(goal(reference="b.theirs"), measured, None)
    assert bench.records_after([row], ["c.other"], before) == before
    after = bench.records_after([row], ["b.theirs"], before)
    assert after["g"].reference == 10.0
    from_record = judge(goal(reference="b.theirs"), {"a.ours": 4.0}, ON_RECORD)
    assert bench.records_after([from_record], ["b.theirs"], before) == before
    write_records(path, after)
    assert read_records(path) == after
    path.write_text("[]")
    with pytest.raises(BadInputError, match="not a file of recorded references"):
        read_records(path)


def test_what_is_on_record_belongs_to_goals_with_a_reference() -> None:
    folder = build.repository_root() / "bench"
    with_reference = {one.name for one in read_goals(folder / "goals.toml") if one.is_ratio}
    assert set(read_records(folder / "records.json")) <= with_reference


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


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With a reference on record for the first of the example goals."""
    root = tmp_path / "checkout"
    (root / "bench").mkdir(parents=True)
    record = Record(92.0, "that machine", "c0ffee")
    write_records(root / "bench" / "records.json", {"same_pe_send": record})
    monkeypatch.setattr(build, "repository_root", lambda: root)
    monkeypatch.setattr(bench, "repository_root", lambda: root)
    return root


@pytest.mark.usefixtures("checkout")
def test_bench_prints_a_row_per_goal_and_writes_json_lines(
    benchmarks: Path, tmp_path: Path, capfd: Capture
) -> None:
    words = ["bench", "--goals", str(EXAMPLE), "--repeat", "2", "--out", str(tmp_path)]
    assert main(words) == 0
    out, err = capfd.readouterr()
    assert "[8/8]" in err
    assert out.endswith("\n2 of 4 goals met, 0 not measured\n")
    assert "0.500*" in out
    assert (
        "* reference on record, not measured in this run: measured on that machine, at commit "
        "c0ffee (same_pe_send)\n"
    ) in out
    rows = [json.loads(line) for line in (tmp_path / "bench.jsonl").read_text().splitlines()]
    assert [(row["goal"], row["met"], row["recorded_on"]) for row in rows] == [
        ("same_pe_send", False, "that machine"),
        ("ping_pong", True, None),
        ("tcp_bandwidth", False, None),
        ("creation", True, None),
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


@pytest.mark.usefixtures("checkout")
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
    assert "1 of 5 goals met, 2 not measured" in out


@pytest.mark.usefixtures("checkout")
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
    assert "1 of 4 goals met, 1 not measured" in out


def test_a_failed_benchmark_does_not_meet_its_goal_by_the_record(
    benchmarks: Path, checkout: Path, tmp_path: Path, capfd: Capture
) -> None:
    assert read_records(checkout / "bench" / "records.json")["same_pe_send"].reference == 92.0
    write_program(benchmarks / "same_pe", "import sys\nsys.exit(4)\n")
    words = ["bench", "--goals", str(EXAMPLE), "--repeat", "1", "--out", str(tmp_path)]
    assert main(words) == 1
    out, err = capfd.readouterr()
    assert "isthmus: not measured: same_pe_send" in err
    assert "2 of 4 goals met, 1 not measured" in out


def test_peers_are_built_and_run_and_what_they_reach_is_recorded(
    benchmarks: Path, checkout: Path, tmp_path: Path, capfd: Capture
) -> None:
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    source = checkout / "bench" / "references" / "charm"
    write_program(source / "peer.py", result_line("charm_same_pe", "marshalled_send", 120))
    (source / "Makefile").write_text(
        "all:\n\ttest -d $(CHARM)\n\tcp peer.py $(OUT)/peer\n\tcp peer.py $(OUT)/charmrun\n"
    )
    charm = tmp_path / "charm"
    words = ["bench", "--goals", str(EXAMPLE), "--repeat", "1", "--out", str(tmp_path)]
    assert main([*words, "--charm", str(charm)]) == 2
    assert "no such directory" in capfd.readouterr().err
    charm.mkdir()
    assert main([*words, "--charm", str(charm), "--record"]) == 0
    assert "[5/5]" in capfd.readouterr().err
    records = read_records(checkout / "bench" / "records.json")
    assert list(records) == ["same_pe_send"]
    assert records["same_pe_send"].reference == 120
    page = (checkout / "bench" / "outcomes.md").read_text()
    assert "medians of 1 runs. 3 of 4 goals met, 0 not measured." in page
    row = "| two processes, 1 MiB | 4.00 GB/s | 5.00 GB/s raw TCP | 0.800 | at least 0.9 x |"
    assert row in page
    assert main(words) == 0  # without the peer: ours over the reference on record
    assert "0.383*" in capfd.readouterr().out


def test_of_a_goal_that_is_not_met_the_reason_is_told_and_kept(tmp_path: Path) -> None:
    reason = "sockets | copy once more"
    missed = judge(goal(missed=reason), {"a.ours": 1.0}, None)
    met = judge(goal(missed=reason), {"a.ours": 0.1}, None)
    silent = judge(goal(), {"a.ours": 1.0}, None)
    assert outcomes.notes_on_misses([missed, silent]) == [f"not met, g: {reason}"]
    assert outcomes.notes_on_misses([met]) == [
        f"met, g, although it is said of it why not: {reason}"
    ]
    assert outcomes.notes_on_misses([judge(goal(missed=reason), {}, None)]) == []
    page = tmp_path / "outcomes.md"
    outcomes.write(page, *bench.table([missed]), [missed], 5)
    assert f"## Why not\n\n- not met, g: {reason}\n" in page.read_text()


def metg_lines(benchmark: str, start: str, us: float) -> str:
    return "".join(
        result_line(benchmark, f"{start}{pattern}_{tasks}_us", us / tasks)
        for pattern in metg.PATTERNS
        for tasks in metg.TASKS_PER_PE
    )


def test_the_smallest_tasks_that_are_worth_it_are_kept_and_drawn(
    benchmarks: Path, checkout: Path, tmp_path: Path, capfd: Capture
) -> None:
    ours = metg_lines("task_bench", "pes_", 2.0) + metg_lines("task_bench", "processes_", 3.0)
    write_program(benchmarks / "task_bench", ours)
    write_program(benchmarks / "open_mpi_task_bench", metg_lines("open_mpi_task_bench", "", 4.0))
    wanted = tmp_path / "goals.toml"
    wanted.write_text(
        EXAMPLE.read_text()
        + '[[goal]]\nname = "metg"\nwhat = "w"\nours = "task_bench.pes_fft_4_us"\n'
        + 'reference = "open_mpi_task_bench.fft_4_us"\nreference_name = "Open MPI"\n'
        + 'limit = 1\nsense = "at most"\nunit = "us"\n'
    )
    words = ["bench", "--goals", str(wanted), "--repeat", "2", "--out", str(tmp_path)]
    assert main([*words, "--record"]) == 0
    out, _ = capfd.readouterr()
    assert "METG(50 %) in µs, by tasks a PE" in out
    assert f"written: {tmp_path / 'metg.csv'}, {tmp_path / 'metg.png'}" in out
    with (tmp_path / "metg.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 3 * 4 * 3
    assert rows[4] == {
        "program": "2 PEs",
        "pattern": "fft",
        "tasks_per_pe": "4",
        "runs": "2",
        "metg_us": "0.5",
        "metg_us_min": "0.5",
        "metg_us_max": "0.5",
    }
    assert (tmp_path / "metg.png").read_bytes().startswith(b"\x89PNG")
    assert read_records(checkout / "bench" / "records.json")["metg"].reference == 1.0
    (benchmarks / "open_mpi_task_bench").unlink()  # and without the peer it is judged by that
    assert main(words) == 0
    assert "reference on record" in capfd.readouterr().out
    row = json.loads((tmp_path / "bench.jsonl").read_text().splitlines()[-1])
    assert (row["goal"], row["ratio"], row["met"]) == ("metg", 0.5, True)


def test_without_such_a_benchmark_nothing_is_said_of_it(
    benchmarks: Path, checkout: Path, tmp_path: Path, capfd: Capture
) -> None:
    assert benchmarks.is_dir() and checkout.is_dir()
    words = ["bench", "--goals", str(EXAMPLE), "--repeat", "1", "--out", str(tmp_path)]
    assert main(words) == 0
    assert "METG" not in capfd.readouterr().out
    assert not (tmp_path / "metg.csv").exists()


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
