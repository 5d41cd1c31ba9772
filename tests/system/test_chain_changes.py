"""Chains that change while a job of real processes runs."""

from pathlib import Path

import pytest
from support import isthmus

GRID = """
[[site]]
name = "a"
pes = 2
processes = 2

[[site]]
name = "b"
pes = 1

[class.thin]
chain = ["compress", "crypt", "tcp"]

[class.open]
chain = ["checksum", "tcp"]

[class.slow]
chain = ["crypt", "delay", "tcp"]
delay.latency = "15ms"

[class.session]
chain = ["tcp"]
tcp.patience = "1s"
"""
PROGRAM = ("--", "--mesh", "256", "--objects", "8", "--steps", "4000", "--check", "--no-probe")


@pytest.fixture
def grid(tmp_path: Path) -> str:
    path = tmp_path / "grid.toml"
    path.write_text(GRID)
    return str(path)


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_the_answer_is_right_whatever_the_links_become_meanwhile(grid: str, backend: str) -> None:
    turns = ("thin", "slow", "open", "between_sites", "open", "thin")
    wishes = ",".join(f"{30 * (i + 1)}ms:between_sites:{to}" for i, to in enumerate(turns))
    done = isthmus(
        *("run", "jacobi2d", "--backend", backend, "--grid", grid, "--change-chain", wishes),
        *PROGRAM,
    )
    assert done.status == 0, done.err
    assert "bit for bit" in done.out, done.out + done.err
    told = [line.split("'")[3] for line in done.err.splitlines() if "have the devices of" in line]
    # The job does not wait for them.
    assert told == list(turns[: len(told)]) and len(told) >= 3, done.err


def test_a_change_that_is_refused_leaves_the_job_as_it_was(grid: str) -> None:
    done = isthmus(
        *("run", "jacobi2d", "--backend", "processes", "--grid", grid),
        *("--change-chain", "1ms:between_sites:session"),
        *PROGRAM,
    )
    assert done.status == 0, done.err
    assert "bit for bit" in done.out, done.out + done.err
    assert "a running job keeps its carriers" in done.err


@pytest.mark.parametrize(
    ("wish", "complaint"),
    [
        ("5s", "'5s' (expected TIME:CLASS:TO"),
        ("5s:between_sites:thick", "no link class 'thick'"),
        ("5s:nowhere:thin", "no link class 'nowhere'"),
        ("soon:between_sites:thin", "--change-chain"),
        ("5s..x:between_sites:thin", "--change-chain"),
        (":between_sites:thin", "--change-chain"),
        ("5s..:between_sites:thin", "--change-chain"),
        ("5s..1s:between_sites:thin", "LEAST..MOST"),
    ],
)
def test_a_wish_that_makes_no_sense_ends_in_one_line(grid: str, wish: str, complaint: str) -> None:
    done = isthmus("run", "jacobi2d", "--grid", grid, "--change-chain", wish)
    assert done.status == 2
    assert complaint in done.err
    assert done.err.count("\n") == 1
