"""Sites that nobody can call, meeting at a relay: real processes, and a relay that dies."""

import json
import socket
import subprocess
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from faulty_link import FaultyLink
from machine import Machine
from relayed_sites import KEY, TOKEN, Relay, Sites, assert_right
from support import (
    COMMAND,
    JACOBI2D,
    end_all,
    finish,
    free_port,
    start,
    stencil_words,
    wait_until,
)

from isthmus.experiment.wide_area import WideArea, why_not


@pytest.fixture
def relay() -> Iterator[Relay]:
    made = Relay()
    yield made
    if made.process is not None and made.process.poll() is None:
        made.kill()


@pytest.fixture
def sites(tmp_path: Path, relay: Relay) -> Iterator[Sites]:
    made = Sites(tmp_path, relay.at)
    yield made
    made.close()


def test_sites_that_nobody_can_call_meet_at_a_relay(relay: Relay, sites: Sites) -> None:
    relay.start()
    sites.start()
    assert_right(sites.finish())
    ended = relay.stop()
    assert ended.status == 0
    assert ended.err == ""


def test_a_job_goes_on_though_the_relay_dies_and_another_takes_its_place(
    relay: Relay, sites: Sites
) -> None:
    relay.start()
    sites.start()
    sites.wait_until_busy()
    relay.kill()
    time.sleep(1)
    assert all(process.poll() is None for process in sites.processes), "the job was over too soon"
    relay.start()
    ends = sites.finish()
    assert_right(ends)
    for done in ends:
        assert "connection 0 is cut" in done.err, done.err
        assert "connection 0 is back" in done.err, done.err


def test_a_relay_that_stays_away_ends_the_job_when_the_patience_does(
    relay: Relay, sites: Sites
) -> None:
    relay.start()
    endless = ("--mesh", "64", "--objects", "4", "--steps", "2000000000", "--no-probe")
    sites.start(endless, "[link.between_sites]\ntcp.patience = '2s'\n")
    sites.wait_until_busy()
    relay.kill()
    for done in sites.finish(30):
        assert done.status == 1
        assert "no connection for 2s" in done.err, done.err


def test_strangers_at_the_relays_port_hold_up_nobody(relay: Relay, sites: Sites) -> None:
    relay.start()
    host, port = relay.at.split(":")
    crowd = [socket.create_connection((host, int(port)), timeout=5) for _ in range(300)]
    crowd[0].close()
    for stranger, words in zip(crowd[1:], (b"GET / HTTP/1.1\r\n\r\n", b"ISTHMU"), strict=False):
        try:
            stranger.sendall(words)
        except OSError:
            continue  # the oldest make room
    before = relay.resident_bytes()
    sites.start()
    assert_right(sites.finish())
    assert relay.resident_bytes() - before < 16 << 20
    for stranger in crowd:
        stranger.close()
    assert "connection refused" in relay.stop().err


def test_without_the_token_nobody_meets(relay: Relay, sites: Sites) -> None:
    relay.start()
    sites.start(token="guessed", wait="3s")
    ends = sites.finish(30)
    assert ends[1].status == 1
    assert "the relay token is wrong" in ends[1].err
    said = relay.stop().err
    assert "does not know the relay token" in said
    assert TOKEN not in said + ends[0].err + ends[1].err


def test_what_a_relay_could_read_is_refused_at_the_start(sites: Sites) -> None:
    sites.start(rest="[link.between_sites]\nchain = ['tcp']\n")
    for done in sites.finish(20):
        assert done.status == 2
        assert "meet at a relay, which could read" in done.err
        assert "(expected a chain with crypt in it and tcp at its end)" in done.err


def test_a_site_without_the_token_says_what_it_lacks(sites: Sites) -> None:
    sites.start(token="")
    for done in sites.finish(20):
        assert done.status == 2
        assert "ISTHMUS_RELAY_TOKEN" in done.err


@pytest.mark.parametrize(
    ("words", "token", "said"),
    [
        (("--listen", "nowhere"), TOKEN, "--listen"),
        (("--listen", "127.0.0.1:0", "--buffer", "1"), TOKEN, "--buffer"),
        (("--listen", "127.0.0.1:0", "--connections", "x"), TOKEN, "connections"),
        (("--listen", "127.0.0.1:0", "--connections", "90000000"), TOKEN, "connections"),
        (("--listen", "192.0.2.1:7100"), TOKEN, "an address of this machine"),
        (("--listen", "127.0.0.1:0"), "", "ISTHMUS_RELAY_TOKEN"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], token: str, said: str) -> None:
    relay = start(COMMAND, "relay", *words, variables={"ISTHMUS_RELAY_TOKEN": token})
    done = finish(relay, 20)
    assert done.status == 2, done.err
    assert len(done.lines) == 1
    assert said in done.err


def packed_share(heard: bytearray) -> float:
    """What is left of it when it is compressed: all, where it is encrypted.

    Piece by piece: what is heard on its way to the relay is heard again on its way from there.
    """
    assert len(heard) > 1_000_000, "too little was heard to say anything"
    pieces = (bytes(heard[at : at + 4096]) for at in range(0, len(heard), 4096))
    return sum(len(zlib.compress(piece)) for piece in pieces) / len(heard)


def test_what_passes_the_relay_cannot_be_read(relay: Relay, tmp_path: Path) -> None:
    """Halos of a smooth field compress to a fraction, unless they are encrypted."""
    app = ("--mesh", "2000", "--objects", "4", "--steps", "200", "--no-probe")
    relay.start()
    with FaultyLink(int(relay.at.rpartition(":")[2])) as link:
        link.listen_in()
        sites = Sites(tmp_path, f"127.0.0.1:{link.port}")
        sites.start(app)
        for done in sites.finish():
            assert done.status == 0, done.err
        relayed = packed_share(link.heard)
        assert KEY.encode() not in link.heard
    data = free_port()
    with FaultyLink(data) as link:
        link.listen_in()
        plain = Sites(tmp_path, "")
        plain.start(
            app,
            "[link.between_sites]\nchain = ['tcp']\n",
            reach=(f"listen = '127.0.0.1:{data}'\nadvertise = '127.0.0.1:{link.port}'\n", ""),
        )
        for done in plain.finish():
            assert done.status == 0, done.err
        assert packed_share(link.heard) < 0.6, "the same unencrypted"
    # The heads of the records are plain: sizes, and where in the stream they belong.
    assert relayed > 0.9


def test_sites_come_late_to_the_relay_and_come_again(
    machine: Machine, relay: Relay, tmp_path: Path
) -> None:
    relay.start()
    nobody = "127.0.0.1:9"  # where each is said to be, so that all of them meet at the relay alone
    grid = tmp_path / "grid.toml"
    grid.write_text(
        "".join(
            f"[[site]]\nname = '{name}'\nrelay = '{relay.at}'\nadvertise = '{nobody}'\n"
            for name in ("here", "there", "beyond")
        )
    )
    machine.variables |= {"ISTHMUS_JOB_KEY": KEY, "ISTHMUS_RELAY_TOKEN": TOKEN}
    meetings = (f"127.0.0.1:{free_port()}", nobody, nobody)

    def start_rank(rank: int, *more: str) -> "subprocess.Popen[str]":
        words = (*more, "--grid", str(grid), "--rendezvous", meetings[rank], "--rank", str(rank))
        kept = ("--checkpoint", "20ms", "--checkpoint-dir", "none", "--on-loss", "go-on")
        app = (*stencil_words(128, 2_000_000_000, 20), "--tolerance", "1e-300")
        return machine.start(
            *(JACOBI2D, "--backend", "processes", "--name", "late", "--begin-with", "1"),
            *(*words, *kept, "--", *app, "--residual-every", "100"),
        )

    def wait_for(count: int) -> None:
        wait_until(
            lambda: [job["processes"] for job in machine.ps()] == [count], f"{count} processes"
        )

    first = start_rank(0)
    wait_for(1)
    there, beyond = start_rank(1), start_rank(2)
    wait_for(3)
    assert machine.isthmus("leave", "late", "--process", "1").status == 0
    wait_for(2)
    assert finish(there).status == 4
    again = start_rank(1)
    wait_for(3)
    # The main program goes to another site, where rank 0 finds it.
    assert machine.isthmus("leave", "late", "--process", "0").status == 0
    wait_for(2)
    assert finish(first).status == 4
    first = start_rank(0, "--late")
    wait_for(3)
    machine.set("late", "tolerance", "1")
    assert_right([finish(first), finish(again), finish(beyond)])


@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_machines_whose_firewalls_drop_every_call_meet_at_a_third_one(tmp_path: Path) -> None:
    with WideArea(["urbana", "chicago", "relay"], latency_s=0.003) as area:
        for called in ("urbana", "chicago"):
            for caller in ("urbana", "chicago", "relay"):
                if caller != called:
                    area.block_calls(caller, called)
        at = f"{area.address('relay')}:7100"
        relay = Relay(area.address("relay"), 7100, tuple(area.on("relay")))
        relay.start()
        grid = tmp_path / "grid.toml"
        grid.write_text(
            "".join(
                f"[[site]]\nname = '{name}'\naddress = '{area.address(name)}'\nrelay = '{at}'\n"
                for name in ("urbana", "chicago")
            )
        )
        processes = [
            start(
                *area.on(name),
                *(JACOBI2D, "--grid", str(grid), "--site", name),
                *("--rendezvous", f"{area.address('urbana')}:7000"),
                *("--", "--mesh", "200", "--objects", "4", "--steps", "100", "--check"),
                "--no-probe",
                key=KEY,
                variables={"ISTHMUS_RELAY_TOKEN": TOKEN},
            )
            for name in ("urbana", "chicago")
        ]
        try:
            assert_right([finish(process, 60) for process in processes])
        finally:
            end_all(processes)
            relay.kill()


def test_a_job_is_looked_at_and_steered_through_the_relay(
    machine: Machine, relay: Relay, sites: Sites, tmp_path: Path
) -> None:
    """At the door of rank 0, there and by ssh: what the other site knows comes by the relay."""
    machine.stand_in_for_ssh(tmp_path)
    relay.start()
    endless = (*stencil_words(128, 2_000_000_000, 20), "--tolerance", "1e-300")
    app = (*endless, "--residual-every", "100")
    sites.start(app, "[link.between_sites]\ntcp.patience = '10min'\n", named=("seen", machine))
    machine.wait_for_door("seen")

    def look(job: str = "seen") -> dict[str, Any]:
        done = machine.isthmus("top", job, "--once", "--json", "--interval", "0.3")
        assert done.status == 0, done.err
        shown: dict[str, Any] = json.loads(done.out)
        return shown

    def is_whole() -> bool:
        shown = look()
        return shown["silent"] == [] and all("cut" not in link["state"] for link in shown["links"])

    def is_at_work(job: str) -> bool:
        shown = look(job)
        between = [link for link in shown["links"] if link["joins"] == "sites"]
        return (
            shown["silent"] == []
            and [site["site"] for site in shown["sites"]] == ["here", "there"]
            and all(pe["messages_per_s"] > 10 for pe in shown["pes"])
            and len(between) == 2
            and all(link["received_bytes_per_s"] > 1000 for link in between)
        )

    for job in ("seen", "far:seen"):
        wait_until(lambda job=job: is_at_work(job), f"{job} at work on both sites")
    for job in ("seen", "far:seen"):
        watch = machine.start(COMMAND, "watch", job, "--interval", "0.2")
        assert watch.stdout is not None
        lines = [watch.stdout.readline() for _ in range(3)]
        assert "between sites " in lines[1], lines
        watch.terminate()
        finish(watch)
    relay.kill()
    wait_until(
        lambda: [who["pe"] for who in look()["silent"]] == [1], "the other site is not heard"
    )
    assert {link["state"] for link in look()["links"] if link["joins"] == "sites"} == {"1 cut"}
    relay.start()
    wait_until(is_whole, "the other site is heard again")
    # The other process agrees, or it would not be done.
    machine.set("far:seen", "tolerance", "1")
    for done in sites.finish():
        assert done.status == 0, done.err
