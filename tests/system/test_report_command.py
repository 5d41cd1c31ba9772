"""`isthmus report` says in words what a run's report and its timeline have."""

import json
from pathlib import Path

import pytest
from support import COMMAND, JACOBI2D, Done, finish, start

from isthmus.grains import Grains, Histogram, read_grains
from isthmus.report import PeTime, Report
from isthmus.report_command import grain_sentences, sentences


def report(*words: str) -> Done:
    return finish(start(COMMAND, "report", *words))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A report and a timeline of one run of two sites."""
    folder = tmp_path_factory.mktemp("run")
    paths = (str(folder / "run.json"), str(folder / "line.json"))
    job = ("--backend", "threads", "--sites", "2", "--pes", "2", "--latency", "2ms", "--quiet")
    own = ("--mesh", "128", "--objects", "4", "--steps", "30", "--no-probe")
    done = finish(start(JACOBI2D, *job, "--report", paths[0], "--timeline", paths[1], "--", *own))
    assert done.status == 0, done.err
    return paths


def test_a_run_is_told_in_words(files: tuple[str, str]) -> None:
    done = report(files[0])
    assert done.status == 0, done.err
    assert done.out.startswith("4 PEs ran for ")
    for words in ("Latency hidden: ", "PE ", "worked most", "between_sites", "ms_per_step"):
        assert words in done.out
    assert "by entry method" not in done.out


def test_a_timeline_adds_histograms_by_entry_method(files: tuple[str, str]) -> None:
    done = report(files[0], "--timeline", files[1])
    assert done.status == 0, done.err
    assert "entry methods, by the time that they took" in done.out
    assert "waits for messages from other sites, by entry method" in done.out
    assert "jacobi2d::Block::halo" in done.out
    grains = read_grains(Path(files[1]))
    # Each of 16 blocks begins once.
    assert grains.entries["jacobi2d::Block::advance"].count > 0
    for histogram in grains.entries.values():
        assert sum(histogram.bins) == histogram.count
        assert histogram.longest_us <= histogram.sum_us + 1e-6
    waited_us = sum(histogram.sum_us for histogram in grains.waits_there.values())
    times = json.loads(Path(files[0]).read_text(encoding="utf-8"))["time"]
    others_s = sum(
        seconds
        for pe in times
        for site, seconds in pe["waited_for_s"].items()
        if site != pe["site"]
    )
    # Both have been measured apart, and tell of the same.
    assert waited_us * 1e-6 == pytest.approx(others_s, rel=0.5)


def test_histograms_count_by_powers_of_ten() -> None:
    histogram = Histogram()
    for us in (0.5, 1.0, 9.9, 10.0, 5e6):
        histogram.add(us)
    assert histogram.bins == [1, 2, 1, 0, 0, 0, 0, 1]
    assert histogram.longest_us == 5e6


def test_grains_are_told_in_sentences() -> None:
    grains = Grains()
    assert grain_sentences(grains) == []
    for us in (0.5, 0.5, 0.5, 0.5):
        grains.entries.setdefault("Block::halo", Histogram()).add(us)
    for us in (10.0, 10.0, 10.0, 570.0, *[10.0] * 16):
        grains.entries.setdefault("Block::step", Histogram()).add(us)
    grains.waits_there.setdefault("Block::halo", Histogram()).add(3000.0)
    grains.waits_there.setdefault("main program", Histogram()).add(1000.0)
    told = " ".join(grain_sentences(grains))
    for words in (
        "Block::step took 99 % of the time",
        "20 calls of 38.0 us on average, the longest 570 us",
        "16 % of all calls took less than a microsecond",
        "15.0 times the mean",
        "PEs waited 4.00 ms in all, 75 % of it for Block::halo, 3.00 ms each time",
    ):
        assert words in told, told


def test_the_sentences_say_what_the_figures_are() -> None:
    times = [
        PeTime(0, "a", 6.0, 1.0, 0.0, {"a": 1.0, "b": 2.0}, 0.0),
        PeTime(1, "b", 2.0, 1.0, 0.0, {"a": 6.0}, 1.0),
    ]
    told = sentences(Report({}, {}, time=times))
    assert told == [
        "2 PEs ran for 10 s. Of their time 40 % was work, 10 % the runtime, 40 % waiting for other"
        " sites, 5 % waiting for their own site, 5 % idle.",
        "Latency hidden: 55 %, of the time that PEs worked or waited for other sites, the share"
        " that they worked.",
        "PE 0 worked most, 1.50 times the mean: better balanced, 33 % of its work would be on"
        " others.",
    ]


def damaged(folder: Path) -> list[Path]:
    row = '{"pe":0,"site":"a","entry_s":"x"}'
    files = []
    for number, more in enumerate(
        (
            '"time":5',
            '"devices":3',
            f'"time":[{row}]',
            '"links":[{"class":"w","counters":{"frames_sent":"x"}}]',
        )
    ):
        files.append(folder / f"damaged{number}.json")
        files[-1].write_text('{"metrics":{},' + more + "}", encoding="utf-8")
    return files


def test_what_is_no_report_is_refused_in_one_line(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[1]", encoding="utf-8")
    for words in (
        (),
        ("nowhere.json",),
        (str(wrong),),
        ("--timeline", str(wrong)),
        (str(tmp_path),),
        *((str(file),) for file in damaged(tmp_path)),
    ):
        done = report(*words)
        assert done.status == 2, words
        assert len(done.lines) == 1, done.err
