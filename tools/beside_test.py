"""How tools/beside.py runs two commands."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from beside import main, run_beside

WAITING_S = 60  # that no test here waits out


def test_both_run_at_the_same_time(tmp_path: Path) -> None:
    # Each waits for the other.
    os.mkfifo(tmp_path / "there")
    os.mkfifo(tmp_path / "back")
    side = f"echo a > {tmp_path}/there; cat {tmp_path}/back"
    in_front = f"cat {tmp_path}/there; echo b > {tmp_path}/back"
    assert run_beside(side, in_front) == 0


def test_what_both_print_is_passed_on(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_beside("echo one; echo two >&2", "echo three") == 0
    assert sorted(capfd.readouterr().out.splitlines()) == ["one", "three", "two"]


@pytest.mark.parametrize("fails_in_front", [True, False])
def test_when_one_fails_the_other_is_ended_with_what_it_started(
        tmp_path: Path, fails_in_front: bool) -> None:
    # The grandchild holds the pipe's write end, so that reading it ends when the grandchild does.
    os.mkfifo(tmp_path / "alive")
    waits = f"(echo $$; exec sleep {WAITING_S}) > {tmp_path}/alive & wait"
    fails = f"head -n 1 {tmp_path}/alive > /dev/null; exit 3"
    begin_s = time.monotonic()
    assert run_beside(*((waits, fails) if fails_in_front else (fails, waits))) == 3
    assert time.monotonic() - begin_s < WAITING_S / 2


def test_the_first_failure_counts() -> None:
    assert run_beside(f"trap 'exit 7' TERM; sleep {WAITING_S} & wait", "sleep 0.2; exit 3") == 3


def test_a_command_that_a_signal_ends_has_the_shells_status() -> None:
    assert run_beside("kill -9 $$", "true") == 137


def test_when_it_is_ended_so_are_both(tmp_path: Path) -> None:
    lives = " & ".join(f"sh -c 'echo $$ > {tmp_path}/{name}; exec sleep {WAITING_S}'"
                       for name in ("one", "two")) + " & wait"
    script = Path(__file__).with_name("beside.py")
    with subprocess.Popen([sys.executable, str(script), lives, f"sleep {WAITING_S}"]) as process:
        files = [tmp_path / "one", tmp_path / "two"]
        # At once: also while the other command is being started.
        while not all(file.exists() and file.read_text().strip() for file in files):
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        assert process.wait(WAITING_S / 2) == 143
    for file in files:
        number = int(file.read_text())
        state = Path(f"/proc/{number}/stat")
        deadline_s = time.monotonic() + 10
        while state.exists() and state.read_text().split()[2] != "Z":
            assert time.monotonic() < deadline_s
            time.sleep(0.01)


def test_other_than_two_commands_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["true"]) == 2
    assert "expected two" in capsys.readouterr().err
