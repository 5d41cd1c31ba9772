"""A job serves its page: what there is, who may, and what it puts up with."""

import contextlib
import json
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from machine import Machine
from support import (
    BUILD,
    COMMAND,
    JACOBI2D,
    REPOSITORY,
    finish,
    free_port,
    isthmus,
    start,
    wait_until,
)

STEERED = str(BUILD / "tests" / "system" / "steered")
FOREVER = ("--mesh", "256", "--objects", "4", "--steps", "100000000", "--no-probe")
SAMPLE = re.compile(r'isthmus_[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[0-9.e+-]+')


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    text: str


@dataclass(frozen=True)
class Page:
    """Of a job that runs, with its launcher."""

    job: "subprocess.Popen[str]"
    address: str
    token: str

    def ask(
        self, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """By default with the token."""
        shown = {"Authorization": f"Bearer {self.token}"} if headers is None else dict(headers)
        request = urllib.request.Request(self.address + path, body, shown)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return Answer(answer.status, answer.headers, answer.read().decode())
        except urllib.error.HTTPError as refusal:
            with refusal:
                return Answer(refusal.code, refusal.headers, refusal.read().decode())

    def stream(self) -> socket.socket:
        """Of events; the caller closes it."""
        host, port = self.address.removeprefix("http://").rstrip("/").split(":")
        stream = socket.create_connection((host, int(port)), timeout=30)
        head = (f"Host: {host}", f"Authorization: Bearer {self.token}", "", "")
        stream.sendall("\r\n".join(("GET /events HTTP/1.1", *head)).encode())
        return stream


@pytest.fixture
def page(machine: Machine) -> Iterator[Page]:
    """Of a job of two sites, which runs until somebody stops it."""
    job = machine.start(
        *(COMMAND, "run", JACOBI2D, "--backend", "processes", "--sites", "2", "--pes", "1"),
        *("--latency", "1ms", "--name", "live", "--live", "--", *FOREVER),
    )
    machine.wait_for_door("live")
    (listed,) = machine.ps()
    address, token = listed["page"].split("?token=")
    yield Page(job, address, token)
    machine.isthmus("stop", "live")
    finish(job)


def events_of(stream: socket.socket, count: int) -> list[dict[str, object]]:
    text = ""
    while text.count("\n\n") < count + 1:  # one says when to come again
        part = stream.recv(1 << 16)
        assert part, text
        text += part.decode()
    assert "Content-Type: text/event-stream\r\n" in text
    events = re.findall(r"event: status\ndata: (.*)\n\n", text)
    return [json.loads(event) for event in events[:count]]


def test_a_page_shows_the_state_as_the_door_does(page: Page) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", page.address)
    shown = page.ask("")
    assert (shown.status, shown.headers.get_content_type()) == (200, "text/html")
    status = json.loads(page.ask("status").text)
    assert (status["ok"], status["job"], status["program"]) == (True, "live", "jacobi2d")
    assert status["status"]["pes"] == 2
    assert {row["pe"] for row in status["status"]["panels"]["pes"]} == {0, 1}


def test_events_come_to_four_and_a_fifth_is_told_to_come_later(page: Page) -> None:
    streams = [page.stream() for _ in range(4)]
    for stream in streams:
        first, second = events_of(stream, 2)
        assert second["status"]["at_s"] > first["status"]["at_s"]  # type: ignore[index]
    fifth = page.ask("events")
    assert fifth.status == 503
    assert int(fifth.headers["Retry-After"]) > 0
    streams.pop().close()
    wait_until(lambda: page.ask("status").status == 200, "the others")
    with page.stream() as later:
        assert len(events_of(later, 1)) == 1
    for stream in streams:
        stream.close()


def test_who_has_no_token_is_refused_and_summed_up(page: Page, machine: Machine) -> None:
    began_s = time.monotonic()
    for _ in range(1000):
        assert page.ask("status", headers={}).status == 401
        assert page.ask("?token=" + "0" * 32, headers={}).status == 401
    request = b'{"request": "stop"}'
    host = page.address.removeprefix("http://").rstrip("/")
    cookie = {"Cookie": f"isthmus_{host.partition(':')[2]}={page.token}"}
    assert page.ask("request", request, headers={}).status == 401
    assert page.ask("request", request, headers=cookie).status == 403
    strange = {**cookie, "Origin": "http://elsewhere.example"}
    assert page.ask("request", request, headers=strange).status == 403
    assert page.ask("status", headers={**cookie, "Host": "elsewhere.example"}).status == 403
    assert page.ask("status", headers=cookie).status == 200
    opened = page.ask("?token=" + page.token, headers={})
    assert opened.headers["Set-Cookie"].startswith(cookie["Cookie"] + "; HttpOnly; SameSite=Strict")
    assert machine.isthmus("stop", "live").status == 0
    done = finish(page.job)
    refusals = [line for line in done.lines if "connection refused" in line]
    # However slow the machine is: those of ten seconds are told of in one line.
    assert 1 <= len(refusals) <= 8 + (time.monotonic() - began_s) / 10, done.err
    assert "no token at the live page" in refusals[0]
    assert any(line.startswith("isthmus: live page at http://") for line in done.lines)


def test_metrics_are_of_openmetrics(page: Page) -> None:
    metrics = page.ask("metrics")
    assert metrics.headers["Content-Type"].startswith("application/openmetrics-text; version=1.0.0")
    *lines, end = metrics.text.splitlines()
    assert end == "# EOF"
    samples = [line for line in lines if not line.startswith("# ")]
    assert all(SAMPLE.fullmatch(line) for line in samples), metrics.text
    names = {re.split(r"[ {]", line)[0] for line in samples}
    assert {
        *("isthmus_job_info", "isthmus_site_objects", "isthmus_pe_time_seconds_total"),
        *("isthmus_link_latency_seconds", "isthmus_link_sent_bytes_total"),
        *("isthmus_link_resent_frames_total", "isthmus_process_resident_bytes"),
    } <= names
    latency = 'isthmus_link_latency_seconds{site="site0",to="site1",class="between_sites"} 0.001'
    assert latency in samples


def promtool(words: str, text: str) -> str:
    """Its complaints. Debian's prometheus has it."""
    tool = shutil.which("promtool")
    if tool is None:
        pytest.skip("there is no promtool")
    done = subprocess.run((tool, *words.split()), input=text, text=True, capture_output=True)
    return done.stdout + done.stderr if done.returncode != 0 else ""


def test_metrics_are_as_promtool_wants_them(page: Page) -> None:
    old = {"Authorization": f"Bearer {page.token}", "Accept": "text/plain"}
    metrics = page.ask("metrics", headers=old)
    assert metrics.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    assert "isthmus_site_time_seconds_total{" in metrics.text
    assert promtool("check metrics", metrics.text) == ""


class Prometheus:
    """One that scrapes a page every three seconds."""

    def __init__(self, program: str, page: Page, folder: Path) -> None:
        self.address = f"127.0.0.1:{free_port()}"
        file = folder / "prometheus.yml"
        scraped = page.address.removeprefix("http://").rstrip("/")
        file.write_text(
            "global: {scrape_interval: 3s, scrape_timeout: 3s}\n"
            "scrape_configs:\n"
            "  - job_name: isthmus\n"
            f"    authorization: {{credentials: {page.token}}}\n"
            f'    static_configs: [{{targets: ["{scraped}"]}}]\n'
        )
        self.process = start(
            *(program, f"--config.file={file}", f"--storage.tsdb.path={folder / 'data'}"),
            f"--web.listen-address={self.address}",
        )

    def asked(self, query: str) -> list[dict[str, Any]]:
        """What it answers; nothing while it begins."""
        words = urllib.parse.urlencode({"query": query})
        try:
            address = f"http://{self.address}/api/v1/query?{words}"
            with urllib.request.urlopen(address, timeout=30) as answer:
                read = json.load(answer)
        except urllib.error.HTTPError as refusal:
            with refusal:
                assert refusal.code == 503, f"{query}: {refusal.read().decode()}"
            return []
        except urllib.error.URLError:
            return []
        result: list[dict[str, Any]] = read["data"]["result"]
        return result


def test_prometheus_scrapes_a_job_and_answers_what_the_dashboard_asks(
    page: Page, tmp_path: Path
) -> None:
    program = shutil.which("prometheus")
    if program is None:
        pytest.skip("there is no prometheus")
    prometheus = Prometheus(program, page, tmp_path)
    try:
        wait_until(lambda: bool(prometheus.asked("up == 1")), "a scrape", 120)
        rate = "rate(isthmus_site_time_seconds_total[1m]) > 0"
        wait_until(lambda: len(prometheus.asked(rate)) >= 2, "a rate for both sites", 120)
        file = REPOSITORY / "docs" / "guide" / "grafana-dashboard.json"
        panels = json.loads(file.read_text())["panels"]
        asked = [target["expr"] for panel in panels for target in panel["targets"]]
        assert len(asked) > 10
        for query in asked:
            query = query.replace("$instance", ".+").replace("$__rate_interval", "1m")
            # How far it is, this job has not said.
            assert prometheus.asked(query) or "progress" in query, query
    finally:
        prometheus.process.kill()
        prometheus.process.communicate()


def test_what_is_posted_is_done_as_at_the_door(machine: Machine) -> None:
    job = machine.start(COMMAND, "run", STEERED, "--pes", "1", "--name", "sweep", "--live")
    machine.wait_for_door("sweep")
    (listed,) = machine.ps()
    page = Page(job, *listed["page"].split("?token="))
    assert "PAGE" in machine.isthmus("ps").out

    def ask(**request: str) -> dict[str, object]:
        answer: dict[str, object] = json.loads(
            page.ask("request", json.dumps(request).encode()).text
        )
        return answer

    assert ask(request="set", name="weight", value="2.5")["value"] == "2.5"
    assert machine.values("sweep")["weight"] == "2.5"
    refused = ask(request="set", name="weight", value="10")
    assert (refused["ok"], refused["status"]) == (False, 2)
    assert ask(request="nothing")["ok"] is False
    assert ask(request="stop") == {"ok": True}
    done = finish(job)
    assert done.status == 1
    assert "isthmus: error: the user has stopped the job" in done.lines
    assert "isthmus: weight is set to '2.5'" in done.lines


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_who_looks_as_a_job_ends_is_told_how_it_ended(machine: Machine, backend: str) -> None:
    words = ("run", JACOBI2D, "--backend", backend, "--sites", "2", "--pes", "1")
    steps = ("--mesh", "256", "--objects", "4", "--steps", "1500", "--no-probe")
    seen = ("--latency", "1ms", "--name", "brief", "--live")
    job = machine.start(COMMAND, *words, *seen, "--", *steps)
    machine.wait_for_door("brief")
    (listed,) = machine.ps()
    page = Page(job, *listed["page"].split("?token="))
    text = ""
    with page.stream() as stream:
        while part := stream.recv(1 << 16):
            text += part.decode()
    *_, last = re.findall(r"event: status\ndata: (.*)\n\n", text)
    status = json.loads(last)["status"]
    assert status["ended"] == {"failure": None}
    # The program's last words before its end.
    assert "ms_per_step" in {row["name"] for row in status["panels"]["results"]}
    assert {row["pe"] for row in status["panels"]["pes"]} == {0, 1}
    assert status["silent"] == []
    assert finish(job).status == 0


def test_who_looks_as_a_job_is_stopped_is_told_why(machine: Machine) -> None:
    words = ("run", JACOBI2D, "--sites", "2", "--pes", "1", "--name", "stopped", "--live")
    job = machine.start(COMMAND, *words, "--", *FOREVER)
    machine.wait_for_door("stopped")
    (listed,) = machine.ps()
    page = Page(job, *listed["page"].split("?token="))
    with page.stream() as stream:
        events_of(stream, 1)
        machine.isthmus("stop", "stopped")
        text = ""
        while part := stream.recv(1 << 16):
            text += part.decode()
    assert '"ended":{"failure":"the user has stopped the job"}' in text
    assert finish(job).status == 1


IN_VIRTUAL_TIME = (
    *("run", JACOBI2D, "--backend", "sim", "--costs", "charged", "--sites", "2", "--pes", "100"),
    *("--latency", "2ms"),
)
SEEN = ("--live", "--name", "virtual")
SIMULATED = ("--mesh", "4096", "--objects", "64", "--cell-time", "1", "--steps", "250")


def trace_of(out: str) -> str:
    found = re.search(r"^trace hash: [0-9a-fx]+$", out, re.MULTILINE)
    assert found, out
    return found[0]


def test_a_simulation_is_held_and_stepped_and_comes_out_the_same(machine: Machine) -> None:
    job = machine.start(COMMAND, *IN_VIRTUAL_TIME, *SEEN, "--", *SIMULATED)
    machine.wait_for_door("virtual")
    (listed,) = machine.ps()
    page = Page(job, *listed["page"].split("?token="))

    def ask(**request: str) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(page.ask("request", json.dumps(request).encode()).text)
        return answer

    def status() -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(page.ask("status").text)["status"]
        return answer

    assert ask(request="set", name="pause", value="yes")["value"] == "yes"
    held = status()
    assert status()["at_s"] == held["at_s"]
    assert held["pes"] == 200
    assert {row["site"] for row in held["panels"]["pes"]} == {"site0", "site1"}
    assert ask(request="set", name="step", value="5ms")["ok"]
    # The event that is next lies behind what it may do.
    wait_until(lambda: status()["at_s"] > held["at_s"] + 0.005, "a step of 5 ms")
    stepped = status()
    assert status()["at_s"] == stepped["at_s"] < held["at_s"] + 0.1
    worked = [sum(row["entry_s"] for row in each["panels"]["pes"]) for each in (held, stepped)]
    assert worked[0] < worked[1]
    assert ask(request="set", name="speed", value="0.01")["value"] == "0.01"
    ask(request="set", name="pause", value="no")
    wait_until(lambda: status()["at_s"] > stepped["at_s"], "virtual time at a pace")
    assert ask(request="set", name="speed", value="-1")["ok"] is False
    assert ask(request="leave", process="1")["ok"] is False
    ask(request="set", name="speed", value="0")
    done = finish(job)
    assert done.status == 0, done.err
    alone = isthmus(*IN_VIRTUAL_TIME, "--", *SIMULATED)
    assert trace_of(done.out) == trace_of(alone.out)


def watch_to_the_end(machine: Machine) -> tuple[float, float]:
    """Virtual time at the last look that there is, and at the end. Looks at so many PEs take long,
    and are as far apart as that demands."""
    words = (*IN_VIRTUAL_TIME, "--pes", "1000", *SEEN, "--", *SIMULATED[:-1], "50")
    job = machine.start(COMMAND, *words)
    machine.wait_for_door("virtual")
    (listed,) = machine.ps()
    page = Page(job, *listed["page"].split("?token="))
    seen_s = 0.0
    with contextlib.suppress(OSError):
        while (answer := page.ask("status")).status == 200:
            seen_s = json.loads(answer.text)["status"]["at_s"]
    done = finish(job)
    assert done.status == 0, done.err
    end = re.search(r"simulated ([0-9.]+) s", done.out)
    assert end, done.out
    return seen_s, float(end[1])


def test_who_waits_for_a_look_as_a_simulation_ends_gets_its_last_state(machine: Machine) -> None:
    # It may be that just then nobody waits.
    assert any(seen_s >= end_s for seen_s, end_s in (watch_to_the_end(machine) for _ in range(5)))


def test_a_simulation_is_stopped_from_its_page(machine: Machine) -> None:
    job = machine.start(COMMAND, *IN_VIRTUAL_TIME, *SEEN, "--", *SIMULATED)
    machine.wait_for_door("virtual")
    assert machine.isthmus("stop", "virtual").status == 0
    done = finish(job)
    assert done.status == 1
    assert "isthmus: error: the user has stopped the job" in done.lines


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--live=here",), "--live: 'here' is no address"),
        (("--live", "0.0.0.0:0"), "--live 0.0.0.0:0: others can reach this address"),
        (("--backend", "sim", "--live=here"), "--live: 'here' is no address"),
        (("--tune", "live-every=1ms"), "live-every: '1ms' (expected 100ms to 1min)"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(words: tuple[str, ...], expected: str) -> None:
    done = isthmus("run", JACOBI2D, "--pes", "1", *words, "--", "--steps", "1")
    assert done.status == 2
    assert len(done.lines) == 1
    assert expected in done.lines[0]
