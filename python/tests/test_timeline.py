"""The parts that processes write become one timeline."""

import json
from pathlib import Path
from typing import Any

import pytest

from isthmus import timeline
from isthmus.cli import main
from isthmus.errors import IsthmusError

PROCESSES = ("--backend", "processes", "--sites", "2", "--processes", "1", "--pes", "1")


def name_of(process: int, name: str) -> str:
    return (
        f'{{"ts":0.000,"ph":"M","pid":{process},"tid":{process},'
        f'"name":"process_name","args":{{"name":"{name}"}}}}'
    )


def slice_of(process: int, time_us: str, name: str) -> str:
    return (
        f'{{"ts":{time_us},"dur":1.500,"ph":"X","pid":{process},"tid":{process},'
        f'"cat":"entry","name":"{name}","args":{{}}}}'
    )


def arrow_of(process: int, time_us: str, phase: str, arrow: str) -> str:
    return (
        f'{{"ts":{time_us},"ph":"{phase}","pid":{process},"tid":{process},"id":"{arrow}",'
        f'"cat":"message","name":"message","bp":"e"}}'
    )


def write_part(path: Path, start_ns: int, events: list[str], full: list[int] | None = None) -> None:
    header = {"made_by": "isthmus", "start_ns": start_ns, "full_pes": full or []}
    body = ",\n".join(events)
    path.write_text(f'{{"otherData":{json.dumps(header)},"traceEvents":[\n{body}\n]}}\n')


def events_of(path: Path) -> list[dict[str, Any]]:
    return list(json.loads(path.read_text())["traceEvents"])


def test_parts_share_one_clock_and_arrows_have_both_ends(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    write_part(
        path,
        5_000_250,
        [
            name_of(0, "site a"),
            slice_of(0, "0.000", "A::send"),
            arrow_of(0, "0.100", "s", "0x1"),
            arrow_of(0, "0.200", "s", "0x2"),
        ],
    )
    write_part(
        tmp_path / "t.json.rank1",
        4_000_000,
        [
            name_of(0, "site a"),
            name_of(1, "site b"),
            slice_of(1, "1010.001", "B::take"),
            arrow_of(1, "1010.001", "f", "0x1"),
            arrow_of(1, "1010.001", "f", "0x3"),
        ],
        [1],
    )
    timeline.merge_parts(path)
    assert sorted(item.name for item in tmp_path.iterdir()) == ["t.json"]
    header = json.loads(path.read_text())["otherData"]
    assert header == {"made_by": "isthmus", "start_ns": 4_000_000, "full_pes": [1]}
    events = events_of(path)
    names = [event["args"]["name"] for event in events if event["ph"] == "M"]
    assert names == ["site a", "site b"]
    times = {event["name"]: event["ts"] for event in events if event["ph"] == "X"}
    assert times == {"A::send": 1000.25, "B::take": 1010.001}
    arrows = [(event["ph"], event["id"], event["ts"]) for event in events if event["ph"] in "sf"]
    assert arrows == [("s", "0x1", 1000.35), ("f", "0x1", 1010.001)]


def test_the_file_of_one_process_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    write_part(path, 7, [slice_of(0, "0.000", "A::send")])
    (tmp_path / "t.json.ranking").write_text("not a part")
    before = path.read_bytes()
    timeline.merge_parts(path)
    assert path.read_bytes() == before


def test_a_part_that_was_cut_short_is_named(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    write_part(path, 7, [slice_of(0, "0.000", "A::send")])
    other = tmp_path / "t.json.rank2"
    write_part(other, 7, [slice_of(1, "0.000", "B::take")])
    for text in (other.read_text()[:-30], ""):
        other.write_text(text)
        with pytest.raises(IsthmusError, match=r"t\.json\.rank2 is no whole timeline"):
            timeline.merge_parts(path)


def test_a_run_of_several_processes_leaves_one_file(build_directory: Path, tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    stale = tmp_path / "t.json.rank7"
    stale.write_text("of an earlier run")
    assert main(["run", "fake", *PROCESSES, "--timeline", str(path)]) == 0
    assert sorted(item.name for item in tmp_path.iterdir() if item.name[0] == "t") == ["t.json"]
    assert [event["name"] for event in events_of(path)] == ["rank 0", "rank 1"]
