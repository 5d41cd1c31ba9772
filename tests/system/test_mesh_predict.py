"""How deep ghosts are between sites: predicted before a job, and decided in it."""

import json
import re
from pathlib import Path

import pytest
from support import BUILD, isthmus

LIBRARY = BUILD / "src" / "mesh" / "flesh" / "test_thorns" / "libwave_cpp.so"


def files(folder: Path) -> tuple[str, str]:
    """A wave with three synchronizations a step, and two sites of one PE."""
    wave = folder / "wave.toml"
    wave.write_text(
        f"""library = "{LIBRARY}"
thorns = ["wave"]
[grid]
points = [10, 10, 48]
domain = [[-2, 2], [-2, 2], [-2, 2]]
[time]
steps = 60
courant = 0.25
method = "icn"
[output]
folder = "{folder}/out"
"""
    )
    grid = folder / "grid.toml"
    grid.write_text('[[site]]\nname = "a"\n[[site]]\nname = "b"\n')
    return str(wave), str(grid)


def test_the_best_depth_grows_with_latency(tmp_path: Path) -> None:
    wave, grid = files(tmp_path)
    words = ("mesh", "predict", wave, "--grid", grid, "--flops-a-point", "3e4", "--json")
    depths = []
    for latency in ("0", "30ms", "300ms"):
        done = isthmus(*words, "--latency", latency, "--deepest", "10")
        assert done.status == 0, done.err
        choices = json.loads(done.out)
        assert [choice["depth"] for choice in choices] == list(range(1, 11))
        assert all(0 < choice["efficiency"] <= 1.0001 for choice in choices)
        depths += [choice["depth"] for choice in choices if choice["best"]]
    assert depths[0] == 1
    assert 1 < depths[1] < depths[2]


def test_a_prediction_is_drawn(tmp_path: Path) -> None:
    wave, grid = files(tmp_path)
    picture = tmp_path / "predicted.png"
    done = isthmus(
        *("mesh", "predict", wave, "--grid", grid, "--flops-a-point", "3e4", "--latency", "30ms"),
        *("--bandwidth", "3MB/s", "--packed", "0.1,2e8,4e8", "--plot", str(picture)),
    )
    assert done.status == 0, done.err
    assert len(re.findall(r"^\* ", done.out, re.MULTILINE)) == 1
    assert " yes " in done.out
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_other_sizes_and_numbers_of_pes_are_predicted(tmp_path: Path) -> None:
    """A step of depth 1 takes as long as the points of a PE: 2 x 2 x 2 times the points are 8 times
    as long, and on twice the PEs half as long, as do blocks that a file counts in all."""
    wave, grid = files(tmp_path)
    words = ("mesh", "predict", wave, "--grid", grid, "--flops-a-point", "3e4", "--deepest", "1")

    def step_s(*more: str) -> float:
        done = isthmus(*words, "--json", *more)
        assert done.status == 0, done.err
        return float(json.loads(done.out)[0]["step_s"])

    once = step_s()
    assert step_s("--times-points", "2") / once == pytest.approx(8, rel=0.02)
    assert step_s("--times-pes", "2") / once == pytest.approx(1 / 2, rel=0.02)
    assert step_s("--times-pes", "0.1") == once
    with Path(wave).open("a") as file:
        file.write('[driver]\nkind = "blocks"\nblocks = [1, 1, 4]\n')
    assert step_s("--times-pes", "2") / step_s() == pytest.approx(1 / 2, rel=0.02)
    for more in (("--times-points", "1000"), ("--times-pes", "0")):
        done = isthmus(*words, *more)
        assert done.status == 2, done.err
        assert more[0] in done.err


def test_what_cannot_be_predicted_is_said(tmp_path: Path) -> None:
    wave, grid = files(tmp_path)
    for words, expected in (
        ((wave, "--grid", str(tmp_path / "none.toml")), "none.toml"),
        ((str(tmp_path / "none.toml"), "--grid", grid), "none.toml"),
        ((wave, "--grid", grid, "--latency", "75"), "with its unit"),
        ((wave, "--grid", grid, "--packed", "1,2"), "SHARE,PACKING,UNPACKING"),
    ):
        done = isthmus("mesh", "predict", *words)
        assert done.status == 2, done.err
        assert expected in done.err
        assert done.out == ""


def test_a_job_goes_deeper_by_itself_and_says_why(tmp_path: Path) -> None:
    wave, _ = files(tmp_path)
    done = isthmus(
        *("mesh", "run", wave, "--backend", "sim", "--sites", "2", "--pes", "1"),
        *("--latency", "20ms", "--check"),
    )
    assert done.status == 0, done.err
    changes = re.findall(r"depth +(\d+) between sites from step \d+ on: (.+)", done.out)
    assert changes, done.out
    assert int(changes[-1][0]) > 1
    assert "are lost" in changes[0][1]
    assert "bit for bit" in done.out
