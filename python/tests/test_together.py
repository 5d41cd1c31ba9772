"""`isthmus join --rendezvous`: the same words on every node make one job."""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import write_program

from isthmus import rendezvous
from isthmus.cli import main
from isthmus.errors import BadInputError, IsthmusError
from isthmus.nodes import is_this_machine

KEY = "correct horse battery staple"


def free_place() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


def ranks_of(
    count: int, key_of: Callable[[int], str] = lambda _: KEY, wait_s: float = 20
) -> list[object]:
    """What so many have been told, or what was wrong, in the order of ranks."""
    place = free_place()
    told: list[object] = []

    def ask(who: int) -> None:
        try:
            told.append(rendezvous.rank_by_rendezvous(place, count, key_of(who), wait_s))
        except IsthmusError as problem:
            told.append(str(problem))

    asking = [threading.Thread(target=ask, args=(who,)) for who in range(count)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    return sorted(told, key=str)


def test_each_that_comes_has_a_rank_of_its_own() -> None:
    assert ranks_of(5) == [0, 1, 2, 3, 4]
    assert ranks_of(1) == [0]


def test_who_has_another_key_is_not_counted() -> None:
    told = ranks_of(2, key_of=lambda who: f"key {who}", wait_s=1.0)
    assert any("have not come to the rendezvous" in str(text) for text in told), told
    assert all(isinstance(text, str) for text in told), told


def test_strangers_and_those_who_leave_again_take_no_place() -> None:
    place = free_place()
    host, port = place.split(":")
    told: list[int] = []
    first = threading.Thread(
        target=lambda: told.append(rendezvous.rank_by_rendezvous(place, 2, KEY, 20))
    )
    first.start()
    for said in (b"", b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 1000, b"a b\n"):
        while True:
            try:
                stranger = socket.create_connection((host, int(port)), timeout=5)
                break
            except ConnectionRefusedError:
                continue
        stranger.sendall(said)
        stranger.close()
    told.append(rendezvous.rank_by_rendezvous(place, 2, KEY, 20))
    first.join()
    assert sorted(told) == [0, 1]


def test_a_meeting_that_nobody_holds_ends_in_time() -> None:
    with pytest.raises(IsthmusError, match=r"no rendezvous at 192\.0\.2\.1:7100 within 0.3 s"):
        rendezvous.STRANGER_S, kept = 0.2, rendezvous.STRANGER_S
        try:
            rendezvous.rank_by_rendezvous("192.0.2.1:7100", 2, KEY, 0.3)
        finally:
            rendezvous.STRANGER_S = kept


def test_a_host_that_can_be_none_is_one_line() -> None:
    with pytest.raises(IsthmusError, match=r"no rendezvous at a\.\.b:7100"):
        rendezvous.rank_by_rendezvous("a..b:7100", 2, KEY, 0.1)


def test_a_host_is_waited_for_until_it_has_a_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known: list[object] = [socket.gaierror(-2, "unknown"), socket.gaierror(-2, "unknown"), []]

    def look(*_: object, **__: object) -> object:
        found = known.pop(0)
        if isinstance(found, OSError):
            raise found
        return found

    with monkeypatch.context() as patched:
        patched.setattr(socket, "getaddrinfo", look)
        rendezvous.wait_for_name("plate-0.plate:7100", 20)
    assert known == []
    assert capsys.readouterr().err.count("\n") == 1
    with pytest.raises(IsthmusError, match=r"a\.\.b:7100: no such host within 0 s"):
        rendezvous.wait_for_name("a..b:7100", 0)


def test_managers_say_the_rank() -> None:
    assert rendezvous.rank_in({"SLURM_PROCID": "7"}) == 7
    assert rendezvous.rank_in({"HOME": "/"}) is None
    with pytest.raises(BadInputError, match="JOB_COMPLETION_INDEX='first'"):
        rendezvous.rank_in({"JOB_COMPLETION_INDEX": "first"})


def test_the_same_words_start_each_process_with_its_rank(tmp_path: Path) -> None:
    program = write_program(
        tmp_path / "program",
        "import json, sys\n"
        "words = sys.argv[1:]\n"
        "grid = open(words[words.index('--grid') + 1]).read()\n"
        "print(json.dumps([words, grid]))\n",
    )
    place = free_place()
    words = ("join", "plate", "--rendezvous", place, "--processes", "3", "--pes", "2")
    own = ("--", str(program), "--quiet", "--", "--mesh", "64")
    environment = {**os.environ, "ISTHMUS_JOB_KEY": KEY}
    environment = {
        name: text for name, text in environment.items() if name not in rendezvous.RANK_VARIABLES
    }
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "isthmus", *words, *own],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for _ in range(3)
    ]
    told = [json.loads(process.communicate(timeout=60)[0]) for process in processes]
    ranks = sorted(said[said.index("--rank") + 1] for said, _ in told)
    assert ranks == ["0", "1", "2"]
    (grid,) = {grid for _, grid in told}
    assert grid.count("[[site.node]]") == 3
    assert grid.count("pes = 2") == 3
    for said, _ in told:
        assert said[said.index("--rendezvous") + 1] == place
        assert said[-3:] == ["--", "--mesh", "64"]
        assert KEY not in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--processes", "2"), "no program"),
        (("--", "fake"), "either --processes N or --grid FILE"),
        (("--processes", "2", "--process", "2", "--", "fake"), "expected one below 2"),
        (("--processes", "2", "--show", "--", "fake"), "--show is of a running job"),
        (("--processes", "2", "--wait", "soon", "--", "fake"), "--wait 'soon'"),
        (
            ("--processes", "2", "--address", "192.0.2.1", "--", "fake"),
            "--address '192.0.2.1': this machine has no such address",
        ),
    ],
)
def test_what_cannot_be_is_one_line(
    words: tuple[str, ...],
    said: str,
    build_directory: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert build_directory.is_dir()
    monkeypatch.setenv("ISTHMUS_JOB_KEY", KEY)
    assert main(["join", "plate", "--rendezvous", "127.0.0.1:7100", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1


def test_a_job_needs_a_key(
    build_directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build_directory.is_dir()
    monkeypatch.delenv("ISTHMUS_JOB_KEY", raising=False)
    words = ["join", "plate", "--rendezvous", "127.0.0.1:7100", "--processes", "2", "--", "fake"]
    assert main(words) == 2
    assert "no ISTHMUS_JOB_KEY" in capsys.readouterr().err
    assert main(["join", "plate", "--processes", "2"]) == 2
    assert "expected --rendezvous, too" in capsys.readouterr().err
    assert main(["join", "plate", "--address", "127.0.0.1"]) == 2
    assert "--address is of a job that is made" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("address", "listens"),
    [("127.0.0.1", "127.0.0.1:0"), ("::1", "[::1]:0"), ("[::1]", "[::1]:0")],
)
def test_an_address_that_is_said_is_where_the_process_listens(
    address: str, listens: str, tmp_path: Path
) -> None:
    if ":" in address and not is_this_machine("::1"):
        pytest.skip("this machine has no IPv6")
    program = write_program(tmp_path / "program", "import sys\nprint(sys.argv[1:])\n")
    where = ("--rendezvous", free_place(), "--processes", "1", "--address", address)
    done = subprocess.run(
        [sys.executable, "-m", "isthmus", "join", "plate", *where, "--", str(program)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "ISTHMUS_JOB_KEY": KEY},
        check=True,
    )
    assert f"'--listen', '{listens}'" in done.stdout
