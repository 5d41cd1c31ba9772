"""Jobs start, speak and end as they should, and leave no process behind."""

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import children_of, entries_of, is_running, telling_options, wait_until, write_program

from isthmus import launcher, launches
from isthmus.cli import main

Start = Callable[..., "subprocess.Popen[str]"]
PROCESSES = ("--backend", "processes", "--sites", "2", "--processes", "2", "--pes", "2")


@pytest.fixture
def quick_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launcher, "GRACE_S", 0.2)
    monkeypatch.setattr(launcher, "TERMINATE_S", 0.2)


def test_one_process_has_the_terminal_to_itself(
    build_directory: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "fake", "--", "--act", "print"]) == 0
    assert capfd.readouterr() == ("out of 0\n", "err of 0\n")


def test_lines_of_other_ranks_name_their_rank_and_site(
    build_directory: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "fake", *PROCESSES, "--", "--act", "print"]) == 0
    out, err = capfd.readouterr()
    assert sorted(out.splitlines()) == [
        "[1 site0] out of 1",
        "[2 site1] out of 2",
        "[3 site1] out of 3",
        "out of 0",
    ]
    assert "[3 site1] err of 3" in err.splitlines()


def test_every_rank_gets_the_rendezvous_and_the_key_but_no_key_is_on_a_command_line(
    build_directory: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    assert main(["run", "fake", *PROCESSES, "--latency", "8ms", "--", "--log", str(log)]) == 0
    entries = sorted(entries_of(log), key=lambda entry: int(entry["rank"]))
    assert [entry["rank"] for entry in entries] == [0, 1, 2, 3]
    keys = {entry["key"] for entry in entries}
    assert len(keys) == 1
    key = keys.pop()
    assert len(key) == 32
    assert int(key, 16) > 0
    rendezvous = {entry["words"][entry["words"].index("--rendezvous") + 1] for entry in entries}
    assert len(rendezvous) == 1
    for entry in entries:
        assert not any(key in word for word in entry["words"])
        assert entry["words"][entry["words"].index("--latency") + 1] == "8ms"


def test_one_process_needs_neither_rendezvous_nor_key(
    build_directory: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    words = ["--sites", "2", "--tune", "pin=no", "--tune", "stall-after=1s", "--quiet"]
    assert main(["run", "fake", *words, "--", "--log", str(log)]) == 0
    (entry,) = entries_of(log)
    assert entry["words"] == [
        *("--sites", "2", "--tune", "pin=no,stall-after=1s", "--quiet"),
        *("--", "--log", str(log)),
    ]
    assert "--rendezvous" not in entry["words"]
    assert entry["key"] == ""


def test_the_first_failing_rank_gives_the_status_and_is_named(
    build_directory: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], quick_end: None
) -> None:
    log = tmp_path / "log"
    assert main(["run", "fake", *PROCESSES, "--", "--act", "exit:3@2", "--log", str(log)]) == 3
    pid = next(entry["pid"] for entry in entries_of(log) if entry["rank"] == 2)
    err = capfd.readouterr().err
    assert f"isthmus: rank 2, pid {pid}, site site1: ended with status 3\n" in err
    assert not any(is_running(entry["pid"]) for entry in entries_of(log))


def test_a_killed_rank_ends_the_job_with_128_and_the_signal(
    build_directory: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], quick_end: None
) -> None:
    log = tmp_path / "log"
    assert main(["run", "fake", *PROCESSES, "--", "--act", "kill:9@1", "--log", str(log)]) == 137
    lines = [line for line in capfd.readouterr().err.splitlines() if line.startswith("isthmus:")]
    assert len(lines) == 1
    assert lines[0].endswith("site site0: was killed by SIGKILL")
    assert not any(is_running(entry["pid"]) for entry in entries_of(log))


def test_a_rank_killed_is_the_cause_though_one_that_lost_it_is_seen_to_end_first() -> None:
    loser = launches.Launch(["sh", "-c", "exit 1"], "near")
    killed = launches.Launch(["sh", "-c", "sleep 0.4; kill -9 $$"], "far", rank=1)
    result = launcher.Job([loser, killed], lambda *_: None).run()
    assert result.status == 137
    assert result.failure.endswith("site far: was killed by SIGKILL")


@pytest.mark.parametrize("end", ["kill -9 $$", "exit 3", "exit 4"])
def test_a_job_that_goes_on_ends_well_when_one_process_does(
    end: str, capfd: pytest.CaptureFixture[str]
) -> None:
    lost = launches.Launch(["sh", "-c", end], "near")
    left = launches.Launch(["sh", "-c", "sleep 0.4"], "far", rank=1)
    result = launcher.Job([lost, left], lambda *_: None, goes_on=True).run()
    assert result.status == 0
    assert not result.was_killed
    how = {"kill -9 $$": "was killed by SIGKILL", "exit 3": "was given up"}.get(end, "has left")
    assert f"site near: {how}" in capfd.readouterr().err


def test_a_job_that_goes_on_ends_when_the_last_process_is_lost_or_one_fails() -> None:
    killed = launches.Launch(["sh", "-c", "kill -9 $$"], "near")
    last = launches.Launch(["sh", "-c", "sleep 0.4; kill -9 $$"], "far", rank=1)
    result = launcher.Job([killed, last], lambda *_: None, goes_on=True).run()
    assert result.status == 137
    assert result.failure.endswith("site far: was killed by SIGKILL")
    failed = launches.Launch(["sh", "-c", "exit 1"], "near")
    well = launches.Launch(["sh", "-c", "sleep 0.4"], "far", rank=1)
    result = launcher.Job([failed, well], lambda *_: None, goes_on=True).run()
    assert result.status == 1


def test_who_has_missed_the_end_of_a_job_that_went_well_is_ended_without_a_word(
    quick_end: None, capfd: pytest.CaptureFixture[str]
) -> None:
    main_program = launches.Launch(["sh", "-c", "sleep 0.2"], "near")
    for end in ("sleep 60", "sleep 0.4; exit 1"):
        late = launches.Launch(["sh", "-c", end], "far", rank=1)
        result = launcher.Job([main_program, late], lambda *_: None, goes_on=True).run()
        assert result.status == 0
        assert result.failure == ""
    assert capfd.readouterr().err == ""


def test_a_threads_job_that_is_killed_says_so(
    build_directory: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "fake", "--", "--act", "kill:11"]) == 139
    err = capfd.readouterr().err
    assert err.startswith("isthmus: fake, pid ")
    assert err.endswith("was killed by SIGSEGV\n")


def test_bad_input_to_the_application_is_its_own_line_alone(
    build_directory: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "fake", "--", "--refuse"]) == 2
    assert capfd.readouterr().err == "--refuse: refused (expected nothing)\n"


def test_options_that_the_program_refuses_stop_the_job_before_it_starts(
    build_directory: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text("nonsense\n")
    assert main(["run", "fake", "--backend", "processes", "--grid", str(grid)]) == 2
    err = capfd.readouterr().err
    assert err == f"isthmus: {grid}:1: no sites (expected [[site]])\n"


def test_a_program_without_description_is_one_line(
    build_directory: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    silent = write_program(tmp_path / "silent", telling_options("print('hello')\n"))
    assert main(["run", str(silent), "--backend", "processes"]) == 1
    err = capfd.readouterr().err
    assert err.startswith("isthmus: silent --describe did not print a topology")
    assert err.count("\n") == 1


def test_a_program_that_cannot_start_is_one_line(
    build_directory: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/no/such/interpreter\n")
    broken.chmod(0o755)
    assert main(["run", str(broken)]) == 1
    err = capfd.readouterr().err
    assert err == f"isthmus: cannot start {broken}: No such file or directory\n"


def test_what_a_rank_started_ends_with_it(build_directory: Path, start: Start) -> None:
    command = start("run", "fake", "--", "--act", "child")
    wait_until(lambda: any(children_of(pid) for pid in children_of(command.pid)), "grandchild")
    (rank,) = children_of(command.pid)
    (grandchild,) = children_of(rank)
    os.kill(rank, signal.SIGKILL)
    assert command.wait(20) == 137
    command.communicate()
    wait_until(lambda: not is_running(grandchild), "the grandchild's end")


def running_job(start: Start, log: Path, act: str) -> "subprocess.Popen[str]":
    command = start("run", "fake", *PROCESSES, "--", "--act", act, "--log", str(log))
    wait_until(lambda: len(entries_of(log)) == 4, "four ranks")
    return command


def test_a_launcher_killed_with_sigkill_leaves_no_process_behind(
    tmp_path: Path, start: Start
) -> None:
    log = tmp_path / "log"
    command = running_job(start, log, "deaf")
    command.kill()
    command.wait(20)
    command.communicate()
    wait_until(lambda: not any(is_running(e["pid"]) for e in entries_of(log)), "the ranks' end")


def test_ctrl_c_ends_every_rank_and_gives_130(tmp_path: Path, start: Start) -> None:
    log = tmp_path / "log"
    command = running_job(start, log, "hang")
    command.send_signal(signal.SIGINT)
    err = command.communicate(timeout=20)[1]
    assert command.returncode == 130
    assert err.splitlines()[-1] == "isthmus: interrupted"
    assert not any(is_running(entry["pid"]) for entry in entries_of(log))


def test_ctrl_c_twice_does_not_wait_for_the_deaf(tmp_path: Path, start: Start) -> None:
    log = tmp_path / "log"
    command = running_job(start, log, "deaf")
    command.send_signal(signal.SIGINT)
    with pytest.raises(subprocess.TimeoutExpired):
        command.wait(0.3)
    command.send_signal(signal.SIGINT)
    assert command.wait(1.5) == 130
    command.communicate()
    assert not any(is_running(entry["pid"]) for entry in entries_of(log))


def test_sigterm_to_the_launcher_ends_the_job_with_143(tmp_path: Path, start: Start) -> None:
    log = tmp_path / "log"
    command = running_job(start, log, "hang")
    command.terminate()
    assert command.wait(20) == 143
    command.communicate()
    assert not any(is_running(entry["pid"]) for entry in entries_of(log))


def test_a_job_that_takes_too_long_is_ended(tmp_path: Path, quick_end: None) -> None:
    hanging = write_program(tmp_path / "hanging", "import time\ntime.sleep(600)\n")
    result = launcher.Job([launches.Launch([str(hanging)])]).run(timeout_s=0.3)
    assert result.status == 124
    assert result.failure == "took longer than 0.3 s and was ended"
    assert result.wall_s < 10


def test_long_and_unfinished_lines_arrive_whole(tmp_path: Path) -> None:
    source = "import sys\nsys.stdout.write('x' * 50000 + '\\n' + 'tail')\n"
    talker = write_program(tmp_path / "talker", source)
    lines: list[bytes] = []
    job = launcher.Job(
        [launches.Launch([str(talker)])], lambda _rank, _stream, line: lines.append(line)
    )
    assert job.run().status == 0
    assert lines == [b"x" * 50000, b"tail"]


def test_signal_handlers_are_as_before_after_a_job(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    quick = write_program(tmp_path / "quick", "")
    launcher.Job([launches.Launch([str(quick)])]).run()
    assert signal.getsignal(signal.SIGINT) is before
