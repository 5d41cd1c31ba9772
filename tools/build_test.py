"""What tools/build.py says of a build."""

from __future__ import annotations

from pathlib import Path

import pytest
from build import Standing, build, duration_text, main


def test_what_is_left_is_estimated_at_the_pace_so_far() -> None:
    # 30 of 120 steps in 45 s: the other 90 take three times as long.
    assert Standing(30, 120, 45.0).left_s() == pytest.approx(135.0)
    assert Standing(30, 120, 45.0).text() == (
        "isthmus: building, 30 of 120 steps, about 2 min 20 s left")


def test_the_first_steps_give_no_estimate() -> None:
    assert Standing(2, 120, 1.0).text() == "isthmus: building, 2 of 120 steps"


@pytest.mark.parametrize(("seconds", "expected"), [
    (0.2, "10 s"), (44, "40 s"), (59.9, "60 s"), (60, "1 min"), (61, "1 min"), (299, "5 min"),
    (95, "1 min 40 s"), (3607, "60 min 10 s")])
def test_durations_are_rounded_as_an_estimate_deserves(seconds: float, expected: str) -> None:
    assert duration_text(seconds) == expected


def test_what_a_compiler_says_and_the_status_are_passed_on(
        capfd: pytest.CaptureFixture[str]) -> None:
    says = "echo '[1/2] Building a.o'; echo 'a.cpp:3: error: no'; exit 3"
    assert build(["sh", "-c", says]) == 3
    assert capfd.readouterr().out == "a.cpp:3: error: no\n"


def test_warnings_are_counted(capfd: pytest.CaptureFixture[str]) -> None:
    says = ("echo '[1/2] Building a.o'; echo 'a.cpp:3:7: warning: unused [-Wunused]';"
            " echo 'note: no warning: none'; echo 'a.f90:4: warning: odd'")
    assert build(["sh", "-c", says]) == 0
    assert capfd.readouterr().out.splitlines()[-1] == "isthmus: 2 warnings (expected none)"


def test_a_folder_that_is_not_configured_is_refused(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([str(tmp_path)])
    assert end.value.code == 2
    assert "not configured" in capsys.readouterr().err
