"""Reports, numbers and the placing of labels."""

import json
import math
from pathlib import Path

import pytest

from isthmus.errors import IsthmusError
from isthmus.machine import cpu_name, memory_bytes, os_name
from isthmus.plots import curve_colours, spread
from isthmus.report import count_text, number_text, one_line, percent_text, print_table, read_report
from isthmus.sweep_plot import metric_label


def test_a_report_gives_its_numbers(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(
        '{"metrics": {"ms_per_step": 7, "name": "x", "ok": true, "bad": NaN},'
        ' "counters": {"messages": 3}, "more": []}'
    )
    report = read_report(path)
    assert report.metrics == {"ms_per_step": 7.0}
    assert report.counters == {"messages": 3}


ROW = {
    "pe": 1,
    "site": "a",
    "wall_s": 10.0,
    "entry_s": 4.0,
    "runtime_s": 1.0,
    "balancing_s": 0.5,
    "waited_for_s": {"a": 1.5, "b": 2.0},
    "idle_s": 1.0,
}


def test_a_report_says_where_the_time_of_pes_went(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    other = {**ROW, "pe": 2, "site": "b", "entry_s": 14.0}
    devices = [{"process": 0, "device": "profile", "peers": []}]
    path.write_text(json.dumps({"metrics": {}, "time": [ROW, other], "devices": devices}))
    report = read_report(path)
    first, second = report.time
    assert (first.pe, first.site, first.wall_s) == (1, "a", 10.0)
    assert (first.waited_for_others_s, second.waited_for_others_s) == (2.0, 1.5)
    assert report.share_of_time(lambda pe: pe.entry_s) == 18 / 30
    assert report.devices == tuple(devices)
    path.write_text('{"metrics": {}}')
    assert math.isnan(read_report(path).share_of_time(lambda pe: pe.entry_s))


def test_a_row_may_be_of_several_pes_and_says_which_worked_most(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    several = {**ROW, "pe": 16, "pes": 4, "least_entry_s": 0.5, "most_entry_s": 2.5}
    path.write_text(json.dumps({"metrics": {}, "time": [ROW, {**several, "most_entry_pe": 18}]}))
    one, four = read_report(path).time
    assert (one.pes, one.busiest) == (1, (1, 4.0))
    assert (four.pe, four.pes, four.wall_s, four.busiest) == (16, 4, 10.0, (18, 2.5))


def test_a_row_of_time_that_lacks_a_part_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    for row in ({"pe": 1}, 7, None, {**ROW, "pes": 0}, {**ROW, "pes": 2}):
        path.write_text(json.dumps({"metrics": {}, "time": [row]}))
        with pytest.raises(IsthmusError, match='a row of "time" that is none'):
            read_report(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [(None, "wrote no report"), ("{", "not JSON"), ("[]", "no object"), ("{}", "no object")],
)
def test_a_broken_report_is_one_line(text: str | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(IsthmusError, match=said):
        read_report(path)


def test_a_table_shows_names_that_look_like_markup(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(["[i]site", "at"], [["[/x]", "[fd86::2]:7001"]], title="[red]b")
    shown = capsys.readouterr().out
    for text in ("[i]site", "[/x]", "[fd86::2]:7001", "[red]b"):
        assert text in shown


def test_names_are_shown_on_one_line() -> None:
    assert one_line("a $b$\n\tc\x1b[31m") == "a $b$\\n\\tc\\x1b[31m"
    assert one_line("grün") == "grün"
    assert one_line("abcdef", 6) == "abcdef"
    assert one_line("abcdefg", 6) == "abcde…"


@pytest.mark.parametrize(
    ("value", "text"),
    [(7.123, "7.12"), (71.23, "71.2"), (0.0712, "0.0712"), (1234567, "1,234,567"), (0, "0")],
)
def test_numbers_have_three_digits(value: float, text: str) -> None:
    assert number_text(value) == text


def test_percentages_are_rounded_down() -> None:
    assert percent_text(0.899) == "89 %"
    assert percent_text(0.9) == "90 %"
    assert percent_text(1.0) == "100 %"


def test_labels_are_moved_apart_and_keep_their_order() -> None:
    assert spread([20, 22, 50], 10, 0, 100) == [16, 26, 50]
    assert spread([22, 20], 10, 0, 100) == [26, 16]
    assert spread([20, 22, 30], 10, 0, 100) == [14, 24, 34]
    assert spread([99, 100], 10, 0, 100) == [90, 100]
    assert spread([0, 1], 10, 0, 100) == [0, 10]
    assert spread([5, 5, 5], 10, 0, 10) == [0, 10, 20]
    assert spread([], 10, 0, 100) == []


def test_neighbouring_curves_differ_in_colour() -> None:
    for ordered in (False, True):
        colours = curve_colours(4, ordered)
        assert len(set(colours)) == 4


def test_metric_names_become_labels_with_units() -> None:
    assert metric_label("ms_per_step") == "time per step (ms)"
    assert metric_label("wall_s") == "wall (s)"
    assert metric_label("messages") == "messages"


def test_the_machine_is_read_from_the_systems_files() -> None:
    assert cpu_name("processor : 0\nmodel name\t: Xeon(R)   Gold\n") == "Xeon(R) Gold"
    assert memory_bytes("MemTotal:       2048 kB\n") == 2048 * 1024
    assert os_name('NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12"\n') == "Debian GNU/Linux 12"
    assert cpu_name("") == os_name("") == ""


def test_counts_are_written_as_people_say_them() -> None:
    assert count_text(1, "PE") == "1 PE"
    assert count_text(10_000, "PE") == "10,000 PEs"
    assert [count_text(n, "process", "es") for n in (0, 1)] == ["0 processes", "1 process"]
