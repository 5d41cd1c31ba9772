"""`isthmus doctor` on machines that are there, on ports that are not free, and behind firewalls."""

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from faulty_link import FaultyLink
from support import COMMAND, free_port, run, start

from isthmus.experiment.wide_area import WideArea, why_not


def site(name: str, address: str = "127.0.0.1", **more: str) -> str:
    keys = {"name": name, "address": address, **more}
    return "[[site]]\n" + "".join(f"{key} = '{value}'\n" for key, value in keys.items())


class Grid:
    """A grid file, and what the doctor says of it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "grid.toml"
        self.json = folder / "found.json"
        self.text = ""

    def examine(self, text: str, *words: str) -> int:
        self.file.write_text(text)
        grid = ("--grid", str(self.file), "--json", str(self.json))
        done = run(COMMAND, "doctor", *grid, "--seconds", "0.2", *words)
        self.text = done.out + done.err
        return done.status

    def found(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads(self.json.read_text())
        return value

    def outcome(self, caller: str, called: str) -> str:
        for line in self.found()["lines"]:
            if (line["from"]["site"], line["to"]["site"]) == (caller, called):
                return str(line["outcome"])
        return "no line"


@pytest.fixture
def grid(tmp_path: Path) -> Grid:
    return Grid(tmp_path)


@pytest.fixture
def stranger() -> Iterator[int]:
    """A port at which a mail server answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                connection.sendall(b"220 mail.example.org ESMTP\r\n")
                connection.close()

        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


def test_all_is_well_where_all_is_well(grid: Grid) -> None:
    status = grid.examine(site("urbana", listen=f"127.0.0.1:{free_port()}") + site("chicago"))
    assert status == 0, grid.text
    assert "all is well" in grid.text
    assert grid.outcome("urbana", "chicago") == grid.outcome("chicago", "urbana") == "proven"
    assert {(rate["source"], rate["target"]) for rate in grid.found()["rates"]} == {
        ("urbana", "chicago"),
        ("chicago", "urbana"),
    }
    assert all(rate["mbps"] > 1 for rate in grid.found()["rates"])


def test_a_port_that_somebody_else_has_is_named_with_the_node(grid: Grid, stranger: int) -> None:
    status = grid.examine(site("urbana", listen=f"127.0.0.1:{stranger}") + site("chicago"))
    assert status == 1, grid.text
    assert f"node urbana: cannot listen at 127.0.0.1:{stranger}" in grid.text
    assert f"ss -ltnp 'sport = :{stranger}'" in grid.text
    assert grid.outcome("chicago", "urbana") == "a stranger answers"
    assert "answered by something that is not ours" in grid.text


def test_an_advertised_port_behind_which_nobody_is_is_refused(grid: Grid) -> None:
    closed = free_port()
    status = grid.examine(
        site("urbana", advertise=f"127.0.0.1:{closed}") + site("chicago") + site("dublin")
    )
    assert status == 1, grid.text
    assert grid.outcome("chicago", "urbana") == grid.outcome("dublin", "urbana") == "refused"
    assert f"chicago -> urbana at 127.0.0.1:{closed}" in grid.text
    assert grid.outcome("dublin", "chicago") == "proven"
    assert "write chicago before urbana" in grid.text


def test_an_address_of_no_interface_of_the_node_cannot_be_listened_at(grid: Grid) -> None:
    status = grid.examine(site("urbana", listen="192.0.2.7:7000") + site("chicago"))
    assert status == 1, grid.text
    assert "cannot listen at 192.0.2.7:7000: cannot listen: Cannot assign requested" in grid.text
    assert 'set listen = "0.0.0.0:PORT"' in grid.text


def test_a_link_slower_than_the_file_says_is_told(grid: Grid) -> None:
    port = free_port()
    with FaultyLink(port) as link:
        link.lag(0.02)
        status = grid.examine(
            site("urbana", listen=f"127.0.0.1:{port}", advertise=f"127.0.0.1:{link.port}")
            + site("chicago")
            + "[link.between_sites]\nmeasured.latency = '1ms'\nmeasured.bandwidth = '100Tb/s'\n"
        )
    assert status == 1, grid.text
    slow = [one for one in grid.found()["findings"] if one["what"].startswith("slow")]
    assert "chicago -> urbana" in {one["where"] for one in slow}
    assert "and the file says 1 ms" in grid.text
    assert "tcp.connections = 4" in grid.text


def test_a_node_that_cannot_be_reached_is_named_within_ten_seconds(grid: Grid) -> None:
    text = site("urbana") + site("chicago") + site("dublin")
    silent, gone = "dublin=sh -c 'sleep 60'", "chicago=sh -c 'echo no route to chicago >&2; exit 3'"
    status = grid.examine(text, "--via", silent, "--via", gone)
    assert status == 1, grid.text
    assert "node dublin: cannot be reached: no answer within 10 s" in grid.text
    assert "node chicago: cannot be reached: sh: no route to chicago" in grid.text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--via", "boston=ssh boston"), "--via 'boston=ssh boston': no such site"),
        (("--seconds", "90"), "not a number of seconds from 0 to 10"),
        (("--json", "/no/such/folder/found.json"), "/no/such/folder does not exist"),
    ],
)
def test_bad_input_is_one_line(grid: Grid, words: tuple[str, ...], said: str) -> None:
    assert grid.examine(site("urbana"), *words) == 2
    assert said in grid.text
    assert len(grid.text.splitlines()) == 1


needs_namespaces = pytest.mark.skipif(bool(why_not()), reason=why_not())


def sites_of(area: WideArea, *names: str, rest: str = "") -> tuple[str, list[str]]:
    """The file, and how to start programs on the machines."""
    via: list[str] = []
    text = ""
    for name in names:
        text += site(name, area.address(name), listen="0.0.0.0:7000")
        via += ["--via", f"{name}={' '.join(area.on(name))}"]
    return text + rest, via


@needs_namespaces
def test_machines_far_apart_are_measured_by_one_clock_each(grid: Grid) -> None:
    with WideArea(["urbana", "chicago"], latency_s=0.02) as area:
        text, via = sites_of(area, "urbana", "chicago")
        status = grid.examine(text, *via)
    assert status == 0, grid.text
    for line in grid.found()["lines"]:
        assert 20 <= line["one_way_ms"] < 60, grid.text


@needs_namespaces
def test_a_firewall_that_drops_calls_is_told_from_one_that_is_not_needed(grid: Grid) -> None:
    with WideArea(["urbana", "chicago"]) as area:
        text, via = sites_of(area, "urbana", "chicago")
        area.block_calls("urbana", "chicago")  # the way that a job does not call
        assert grid.examine(text, *via) == 0, grid.text
        assert grid.outcome("urbana", "chicago") == "blocked"
        assert "note: urbana -> chicago" in grid.text
        assert len(grid.found()["rates"]) == 2, "what is sent back is measured on the same call"
        area.block_calls("chicago", "urbana")
        assert grid.examine(text, *via) == 1, grid.text
    assert grid.outcome("chicago", "urbana") == "blocked"
    assert "problem: chicago -> urbana at 10.77.0.1:7000: blocked" in grid.text
    assert "let TCP from chicago to port 7000 through the firewall of urbana" in grid.text


@needs_namespaces
def test_an_address_that_only_its_own_machine_knows_is_told(grid: Grid) -> None:
    with WideArea(["urbana", "chicago"]) as area:
        text, via = sites_of(area, "urbana", "chicago")
        assert grid.examine(text.replace(area.address("urbana"), "127.0.0.1"), *via) == 1
    assert "node urbana: its address is 127.0.0.1" in grid.text


@pytest.fixture
def relay(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where one is that knows the token `right`, as does the doctor."""
    monkeypatch.setenv("ISTHMUS_RELAY_TOKEN", "right")
    at = f"127.0.0.1:{free_port()}"
    process = start(COMMAND, "relay", "--listen", at)
    assert process.stderr is not None
    process.stderr.readline()
    yield at
    process.terminate()
    process.communicate()


def test_sites_behind_a_relay_are_tried_through_it(grid: Grid, relay: str) -> None:
    # What they would advertise leads nowhere, and need not.
    nowhere = {"relay": relay, "advertise": "127.0.0.1:9"}
    status = grid.examine(site("urbana", **nowhere) + site("chicago", **nowhere))
    assert status == 0, grid.text
    assert grid.outcome("urbana", "chicago") == grid.outcome("chicago", "urbana") == "proven"
    assert len(grid.found()["rates"]) == 2


def test_a_relay_with_another_token_says_so(
    grid: Grid, relay: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ISTHMUS_RELAY_TOKEN", "wrong")
    assert grid.examine(site("urbana", relay=relay) + site("chicago")) == 1, grid.text
    assert f"chicago -> urbana at the relay {relay}: refused by the relay" in grid.text
    assert f"urbana at the relay {relay}: refused by the relay" in grid.text
    assert "set ISTHMUS_RELAY_TOKEN" in grid.text


def test_a_relay_that_is_not_there_is_named(grid: Grid) -> None:
    nobody = f"127.0.0.1:{free_port()}"
    assert grid.examine(site("urbana", relay=nobody) + site("chicago")) == 1, grid.text
    assert f"start isthmus relay --listen {nobody}" in grid.text
