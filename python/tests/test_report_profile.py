"""What the filter `profile` has counted becomes tables of `isthmus report`."""

import json
from pathlib import Path
from typing import Any

import pytest

from isthmus.cli import main
from isthmus.errors import IsthmusError
from isthmus.report_profile import Profile, read_profiles, size_text

Capture = pytest.CaptureFixture[str]


def counted(messages: int, size: int) -> dict[str, Any]:
    sizes = [{"from_bytes": size, "messages": messages}] if messages else []
    return {"messages": messages, "bytes": messages * (size + 1), "sizes": sizes}


def end(process: int, peer: int, sent: tuple[int, int], received: tuple[int, int]) -> Any:
    """A process of the site of its number: what it sent to its peer, and what came from it, each
    as messages and their size."""
    both = {"sent": counted(*sent), "received": counted(*received)}
    nothing = counted(0, 0)
    return {
        "process": process,
        "class": "between_sites",
        "device": "profile",
        "peers": [{"process": peer, **both}],
        "site_pairs": [
            {"source": process, "destination": peer, "sent": both["sent"], "received": nothing},
            {"source": peer, "destination": process, "sent": nothing, "received": both["received"]},
        ],
    }


ENDS = [end(0, 1, (100, 4096), (7, 64)), end(1, 0, (7, 64), (99, 4096))]
"""One of a hundred is on its way."""


def write(path: Path, devices: list[Any]) -> str:
    path.write_text(json.dumps({"metrics": {}, "sites": ["here", "far"], "devices": devices}))
    return str(path)


def rows_of(out: str, title: str) -> list[list[str]]:
    """The cells of the table of that title."""
    lines = out[out.index(title) :].splitlines()
    lines = lines[next(i for i, line in enumerate(lines) if line.startswith(" ──")) + 1 :]
    table = lines[: next((i for i, line in enumerate(lines) if not line.strip()), len(lines))]
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in table]


def test_what_passed_is_shown_by_process_by_sites_and_by_size(
    tmp_path: Path, capsys: Capture
) -> None:
    assert main(["report", write(tmp_path / "run.json", ENDS)]) == 0
    out = capsys.readouterr().out
    assert rows_of(out, "messages by process, between_sites") == [
        ["0", "1", "100", "410 kB", "7", "455 B"],
        ["1", "0", "7", "455 B", "99", "406 kB"],
    ]
    # What one end sent and the other received is one row.
    assert rows_of(out, "messages by sites, between_sites") == [
        ["here", "far", "100", "410 kB", "99", "406 kB"],
        ["far", "here", "7", "455 B", "7", "455 B"],
    ]
    assert rows_of(out, "messages by size, between_sites") == [
        ["64 B to 128 B", "7", "7"],
        ["4 KiB to 8 KiB", "100", "99"],
    ]


def test_filters_at_two_places_of_a_chain_are_not_summed_up() -> None:
    above, below = end(0, 1, (10, 4096), (0, 0)), end(0, 1, (10, 1024), (0, 0))
    profiles = read_profiles([above, {"device": "stripe"}, below], [])
    assert list(profiles) == ["between_sites", "between_sites, profile 2"]
    assert [profile.by_size() for profile in profiles.values()] == [
        {4096: (10, 0)},
        {1024: (10, 0)},
    ]
    assert list(profiles["between_sites"].site_pairs) == [("0", "1"), ("1", "0")]


def test_a_run_without_the_filter_has_no_such_table(tmp_path: Path, capsys: Capture) -> None:
    devices = [{"process": 0, "class": "between_sites", "device": "stripe", "ways": []}]
    assert main(["report", write(tmp_path / "run.json", devices)]) == 0
    assert "messages by" not in capsys.readouterr().out


def test_messages_of_nobody_are_shown_as_such() -> None:
    profile = Profile()
    both = {"sent": counted(1, 8), "received": counted(0, 0)}
    row = {"process": 0, "peers": [{"process": None, **both}]}
    profile.add({**row, "site_pairs": [{"source": None, "destination": 5, **both}]}, ["a"])
    assert list(profile.peers) == [("0", "?")]
    assert list(profile.site_pairs) == [("?", "5")]


@pytest.mark.parametrize(
    "change",
    [
        {"peers": 5},
        {"peers": [{"process": 1, "sent": {}, "received": {}}]},
        {"site_pairs": [7]},
        {"class": None, "process": "x"},
    ],
)
def test_a_row_that_is_none_is_one_line(
    change: dict[str, Any], tmp_path: Path, capsys: Capture
) -> None:
    with pytest.raises(IsthmusError):
        read_profiles([{**ENDS[0], **change}], [])
    assert main(["report", write(tmp_path / "run.json", [{**ENDS[0], **change}])]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_sizes_are_powers_of_two() -> None:
    assert [size_text(2**power) for power in (0, 9, 10, 25)] == [
        "1 B to 2 B",
        "512 B to 1 KiB",
        "1 KiB to 2 KiB",
        "32 MiB to 64 MiB",
    ]
