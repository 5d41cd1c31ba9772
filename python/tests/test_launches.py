"""What is started where: on this machine, and on nodes that some command leads to."""

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import entries_of, is_running, wait_until

from isthmus import launcher
from isthmus.cli import main

Start = Callable[..., "subprocess.Popen[str]"]
# `env sh` is a shell on a node that happens to be this one.
ELSEWHERE = ("--backend", "processes", "--sites", "2", "--via", "site1=env")


@pytest.fixture
def quick_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launcher, "GRACE_S", 0.2)
    monkeypatch.setattr(launcher, "TERMINATE_S", 0.2)


def grid_of(tmp_path: Path, addresses: str) -> str:
    """As the fake application reads it."""
    path = tmp_path / "grid.toml"
    path.write_text(f"sites = 2 at {addresses}")
    return str(path)


def test_a_process_elsewhere_gets_words_key_and_folder_and_the_key_is_on_no_command_line(
    build_directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ISTHMUS_RELAY_TOKEN", 'it\'s "one" $token')
    monkeypatch.chdir(tmp_path)
    words = [*ELSEWHERE, "--rendezvous", "h:1", "--", "--log", "log", "--text", "two words; $HOME"]
    assert main(["run", "fake", *words]) == 0
    near, far = sorted(entries_of(tmp_path / "log"), key=lambda entry: int(entry["rank"]))
    assert near["key"] == far["key"]
    assert len(far["key"]) == 32
    assert far["folder"] == str(tmp_path)
    assert far["words"] == [word if word != "0" else "1" for word in near["words"]]
    assert far["words"][-1] == "two words; $HOME"
    assert not any(far["key"] in word for word in far["words"])


def test_what_a_process_elsewhere_prints_names_rank_and_site(
    build_directory: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = [*ELSEWHERE, "--rendezvous", "h:1", "--", "--act", "print"]
    assert main(["run", "fake", *words]) == 0
    out, err = capfd.readouterr()
    assert sorted(out.splitlines()) == ["[1 site1] out of 1", "out of 0"]
    assert sorted(err.splitlines()) == ["[1 site1] err of 1", "err of 0"]


def test_rank_0_elsewhere_prints_as_if_it_were_here(
    build_directory: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["--backend", "processes", "--sites", "2", "--via", "site0=env", "--rendezvous", "h:1"]
    assert main(["run", "fake", *words, "--", "--act", "print@0"]) == 0
    assert capfd.readouterr().out == "out of 0\n"


def test_a_process_that_is_killed_elsewhere_is_named_with_its_node(
    build_directory: Path, capfd: pytest.CaptureFixture[str], quick_end: None
) -> None:
    words = [*ELSEWHERE, "--rendezvous", "h:1", "--", "--act", "kill:9@1"]
    assert main(["run", "fake", *words]) == 137
    last = capfd.readouterr().err.splitlines()[-1]
    assert last == "isthmus: rank 1, node node1 of site site1: was killed by SIGKILL"


def test_a_status_from_elsewhere_is_the_jobs(build_directory: Path, quick_end: None) -> None:
    words = [*ELSEWHERE, "--rendezvous", "h:1", "--", "--act", "exit:3@1"]
    assert main(["run", "fake", *words]) == 3


@pytest.mark.parametrize(
    ("way", "why"),
    [
        ("sh -c 'echo no route >&2; exit 255'", "no route"),
        ("sh -c 'exit 127'", "ended with status 127"),
    ],
)
def test_a_node_that_cannot_be_reached_is_named_with_what_was_said(
    build_directory: Path,
    capfd: pytest.CaptureFixture[str],
    quick_end: None,
    way: str,
    why: str,
) -> None:
    words = ["--backend", "processes", "--sites", "2", "--via", f"site1={way}"]
    assert main(["run", "fake", *words, "--rendezvous", "h:1", "--", "--act", "hang@0"]) == 1
    last = capfd.readouterr().err.splitlines()[-1]
    assert last.startswith(
        f"isthmus: rank 1 could not be started on node node1 of site site1: {why} (tried by sh"
    )


@pytest.mark.parametrize(
    ("way", "is_silent"),
    [
        ("sh -c 'sleep 1; exit 255'", True),
        ("sh -c 'exec 3<&0; sh <&3 & sleep 1; exit 255'", False),
    ],
)
def test_a_node_from_which_nothing_comes_is_named(
    build_directory: Path,
    capfd: pytest.CaptureFixture[str],
    quick_end: None,
    monkeypatch: pytest.MonkeyPatch,
    way: str,
    is_silent: bool,
) -> None:
    monkeypatch.setattr("isthmus.launcher.SILENT_S", 0.5)
    words = ["--backend", "processes", "--sites", "2", "--via", f"site1={way}"]
    assert main(["run", "fake", *words, "--rendezvous", "h:1", "--", "--act", "hang@0"]) == 1
    err = capfd.readouterr().err
    named = "isthmus: warning: nothing has come from node node1 of site site1 for 0.5 s (tried by"
    assert (named in err) == is_silent
    assert "a shell is here" not in err


def test_a_folder_that_is_not_there_is_said(
    build_directory: Path, tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    way = "sh -c 'mv ../gone ../away; exec sh'"  # where the launcher is, has another name there
    words = ["--backend", "processes", "--sites", "2", "--via", f"site1={way}"]
    command = start("run", "fake", *words, "--rendezvous", "h:1", "--", "--act", "hang@0")
    err = command.communicate(timeout=20)[1]
    assert command.returncode == 1
    assert "could not be started on node node1 of site site1: " in err.splitlines()[-1]
    assert str(gone) in err.splitlines()[-1]


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)]
)
@pytest.mark.parametrize("act", ["hang", "deaf"])
def test_whatever_ends_the_launcher_ends_what_it_started_elsewhere(
    tmp_path: Path, start: Start, number: signal.Signals, status: int, act: str
) -> None:
    log = tmp_path / "log"
    words = [*ELSEWHERE, "--rendezvous", "h:1", "--", "--act", act, "--log", str(log)]
    command = start("run", "fake", *words)
    wait_until(lambda: len(entries_of(log)) == 2, "two ranks")
    os.kill(command.pid, number)
    assert command.wait(20) == status
    command.communicate()
    wait_until(lambda: not any(is_running(e["pid"]) for e in entries_of(log)), "the ranks' end")


def test_processes_of_this_machine_meet_at_loopback(build_directory: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    words = ["--backend", "processes", "--grid", grid_of(tmp_path, "127.0.0.1 127.0.0.1")]
    assert main(["run", "fake", *words, "--", "--log", str(log)]) == 0
    for entry in entries_of(log):
        at = entry["words"][entry["words"].index("--rendezvous") + 1]
        assert at.startswith("127.0.0.1:")


def test_a_grid_with_nodes_elsewhere_is_one_of_processes(
    build_directory: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    words = ["--grid", grid_of(tmp_path, "127.0.0.1 192.0.2.1"), "--via", "site1=env"]
    assert main(["run", "fake", *words, "--rendezvous", "h:1", "--", "--log", str(log)]) == 0
    assert sorted(entry["rank"] for entry in entries_of(log)) == [0, 1]
    log.unlink()
    here = ["--grid", grid_of(tmp_path, "127.0.0.1 127.0.0.1")]
    assert main(["run", "fake", *here, "--", "--log", str(log)]) == 0
    assert [entry["rank"] for entry in entries_of(log)] == [0]


def test_an_address_at_which_others_cannot_meet_is_refused(
    build_directory: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "fake", "--grid", grid_of(tmp_path, "127.0.0.1 192.0.2.1")]) == 2
    assert capfd.readouterr().err == (
        "isthmus: node 'node0' has the address '127.0.0.1', where node 'node1' cannot come to it "
        "(expected one that others can reach: address = ... in the grid file, or --rendezvous "
        "HOST:PORT)\n"
    )


def test_ways_and_a_meeting_place_are_of_processes_alone(
    build_directory: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "fake", "--sites", "2", "--via", "site1=env"]) == 2
    assert "expected --backend processes" in capfd.readouterr().err
    assert main(["run", "fake", "--rendezvous", "nowhere"]) == 2
    assert "'nowhere' is not HOST:PORT" in capfd.readouterr().err
