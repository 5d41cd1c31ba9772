"""How far pip is, from what it prints."""

from __future__ import annotations

from pathlib import Path

import pytest
from pip_install import PINNED, Progress, main

ROOT = Path(__file__).resolve().parent.parent


def told(lines: list[tuple[float, str]], total: int) -> list[str]:
    """What is printed as pip prints lines at these times."""
    times = iter([0.0, *(at for at, line in lines if not line.startswith("Installing"))])
    progress = Progress(total, lambda: next(times))
    return [said for _, line in lines if (said := progress.tell(line))]


def test_a_line_every_two_seconds_says_what_is_left() -> None:
    lines = [(0.5, "Collecting a==1 (from -r lock (line 1))"), (0.9, "  Downloading a.whl (1 MB)"),
             (1.0, "Collecting b==1"), (3.0, "Collecting c==1"), (3.5, "Collecting d==1"),
             (6.0, "Collecting e==1"), (7.0, "Installing collected packages: a, b, c, d, e"),
             (12.0, "Successfully installed a-1 b-1 c-1 d-1 e-1")]
    assert told(lines, 5) == [
        "isthmus: Python packages: 2 of 5, about 4 s for the rest",
        "isthmus: Python packages: 4 of 5, about 2 s for the rest",
        "isthmus: Python packages: 5 are here, and are installed",
    ]


def test_nothing_is_said_where_all_are_there() -> None:
    lines = [(4.0 * n, f"Requirement already satisfied: p{n}==1") for n in range(5)]
    assert told(lines, 5) == []


def test_the_pins_of_a_lock_are_counted() -> None:
    text = "# x==1\nnumpy==2.0 \\\n    --hash=sha256:ab==\n    # via\nuvicorn[standard]==1\n"
    assert len(PINNED.findall(text)) == 2
    assert len(PINNED.findall((ROOT / "python" / "requirements.lock").read_text())) >= 10


def test_a_lock_that_is_not_there_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no such file"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
