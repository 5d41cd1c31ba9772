"""A running job shows what it does, to who asks, and to nobody else's cost."""

import contextlib
import io
import json
import os
import pty
import select
import subprocess
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from machine import Machine
from rich.console import Console
from support import BUILD, COMMAND, MISBEHAVE, Done, finish, wait_until

from isthmus.errors import IsthmusError
from isthmus.status import PARTS, Status, View, read_status, view
from isthmus.top_page import duration_text, line, page

STEERED = str(BUILD / "tests" / "system" / "steered")
TWO_SITES = ("--sites", "2", "--pes", "1", "--latency", "2ms")


def start_job(machine: Machine, *words: str) -> "subprocess.Popen[str]":
    job = machine.start(COMMAND, "run", STEERED, *words, "--name", "sweep")
    machine.wait_for_door("sweep")
    return job


def look(machine: Machine, *words: str) -> dict[str, Any]:
    done = machine.isthmus("top", "sweep", "--once", "--json", "--interval", "0.3", *words)
    assert done.status == 0, done.err
    shown: dict[str, Any] = json.loads(done.out)
    return shown


def end(machine: Machine, job: "subprocess.Popen[str]") -> Done:
    assert machine.isthmus("set", "sweep", "last-step", "0").status == 0
    done = finish(job)
    assert done.status == 0, done.err
    return done


@pytest.mark.parametrize("backend", ["processes", "threads"])
def test_sites_links_and_pes_are_shown(machine: Machine, backend: str) -> None:
    job = start_job(machine, "--backend", backend, *TWO_SITES)
    shown = look(machine)
    assert (shown["job"], shown["program"], shown["pe_count"]) == ("sweep", "steered", 2)
    assert shown["silent"] == []
    assert len(shown["processes"]) == (2 if backend == "processes" else 1)
    assert all(process["resident_bytes"] > 1e6 for process in shown["processes"])
    assert [pe["pe"] for pe in shown["pes"]] == [0, 1]
    for pe in shown["pes"]:
        assert sum(pe[part] for part in PARTS) == pytest.approx(1)
        assert pe["objects"] >= 2
        assert pe["messages_per_s"] > 10
        # Of a step that takes two ways of 2 ms, next to nothing is work.
        assert pe["waited_other_sites"] > 0.5
    assert len(shown["sites"]) == 2
    assert all(0 < site["hidden"] < 0.5 for site in shown["sites"])
    between = [link for link in shown["links"] if link["joins"] == "sites"]
    assert len(between) == len(shown["processes"])
    for link in between:
        assert link["sent_bytes_per_s"] > 1000
        assert link["received_bytes_per_s"] > 1000
        assert link["state"] == "well"
        assert "delay" in link["chain"]
    state = shown["program_state"]
    assert state["phase"] == "adding"
    assert 0 < state["done"] < state["of"] == 1_000_000_000
    assert state["left_s"] > 1000
    assert any(wait["who"] == "the main program" for wait in shown["waits"])
    (busiest, *_) = shown["entries"]
    assert busiest["entry"] == "Worker::work"
    assert busiest["array"].startswith("Worker #")
    assert (busiest["pes"], busiest["calls_per_s"] > 10) == (2, True)
    assert 0 < busiest["share"] < 0.5
    assert busiest["waited_other_sites"] > 0.1
    (array, *_) = shown["arrays"]
    assert (array["objects"], array["least"], array["most"], array["moved"]) == (4, 2, 2, 0)
    assert {(pair["site"], pair["for_site"]) for pair in shown["site_pairs"]} >= {
        ("site0", "site1"),
        ("site1", "site0"),
    }
    assert shown["membership"]["processes"] == len(shown["processes"])
    assert shown["bounds"] == {}
    end(machine, job)


def test_everybody_who_waits_is_told_on_demand(machine: Machine) -> None:
    job = start_job(machine, "--backend", "processes", *TWO_SITES)
    done = machine.isthmus("top", "sweep", "--waits")
    assert done.status == 0, done.err
    assert "site site0, PE 0: the main program waits for reduction 'sum' since 0." in done.out
    shown = json.loads(machine.isthmus("top", "sweep", "--waits", "--json").out)
    assert any(row["kind"] == "coroutine" and row["pe"] == 0 for row in shown["waits"])
    end(machine, job)


def test_a_status_has_all_verbs_for_who_draws_controls(machine: Machine) -> None:
    job = start_job(machine, "--backend", "processes", *TWO_SITES)
    answer = json.loads(machine.say("sweep", b'{"request":"status"}\n'))
    verbs = {verb["name"]: verb for verb in answer["status"]["verbs"]}
    assert verbs["weight"]["kind"] == "number"
    assert (verbs["weight"]["least"], verbs["weight"]["most"]) == (0, 9)
    assert verbs["log-level"]["choices"] == ["debug", "info", "warning", "error"]
    assert verbs["stop"]["kind"] == "action"
    assert {"change-chain", "device", "aggregation", "border-first", "timeline"} <= verbs.keys()
    end(machine, job)


def test_a_page_is_printed_where_there_is_no_terminal(machine: Machine) -> None:
    job = start_job(machine, "--backend", "processes", *TWO_SITES)
    done = machine.isthmus("top", str(machine.ps()[0]["pid"]), "--once", "--interval", "0.2")
    assert done.status == 0, done.err
    assert done.out.startswith("sweep (steered)  2 processes, 2 PEs, ")
    assert "adding " in done.out.splitlines()[0]
    for word in ("between_sites", "hidden", "waits for other sites", "the main program"):
        assert word in done.out
    end(machine, job)


def test_who_is_in_a_long_entry_method_is_named_and_holds_up_nobody(machine: Machine) -> None:
    job = start_job(machine, "--backend", "processes", *TWO_SITES)
    look(machine)
    assert machine.isthmus("set", "sweep", "busy", "14").status == 0
    begin_s = time.monotonic()
    shown = look(machine)
    assert time.monotonic() - begin_s < 12
    (silent,) = shown["silent"]
    assert silent["pe"] == 1
    assert 0.5 < silent["for_s"] < 14
    assert [pe["pe"] for pe in shown["pes"]] == [0]
    shown_page = machine.isthmus("top", "sweep", "--once", "--interval", "0.2")
    assert "no answer: PE 1 for " in shown_page.out
    time.sleep(max(0, begin_s + 15 - time.monotonic()))
    shown = look(machine)
    assert shown["silent"] == []
    assert [pe["pe"] for pe in shown["pes"]] == [0, 1]
    end(machine, job)


def test_where_the_first_pe_is_busy_the_command_says_so(machine: Machine) -> None:
    job = start_job(machine, "--backend", "threads", "--pes", "1")
    assert machine.isthmus("set", "sweep", "busy", "12").status == 0
    done = machine.isthmus("top", "sweep", "--once")
    assert done.status == 1
    assert done.lines == [
        "isthmus: job sweep: no answer in 5 s; a process of it may be in a long entry method, and"
        " do what was asked after that"
    ]
    end(machine, job)


def picture(machine: Machine) -> dict[str, Any]:
    """The only one that the job shows; empty before there is one."""
    status = json.loads(machine.say("sweep", b'{"request":"status"}\n'))["status"]
    (shown,) = status["panels"].get("pictures", [{}])
    return dict(shown)


@pytest.mark.parametrize("backend", ["processes", "threads"])
def test_a_picture_of_the_program_is_shown_as_it_was_set_last(
    machine: Machine, backend: str
) -> None:
    job = start_job(machine, "--backend", backend, *TWO_SITES)
    wait_until(lambda: "cells" in picture(machine), "a picture")
    shown = picture(machine)
    assert shown["name"] == "sums"
    assert (shown["columns"], shown["of_columns"], shown["of_rows"]) == (2, 2, 2)
    assert (shown["least"], shown["most"]) == (-4, 4)  # four workers, each adds one
    assert shown["cells"] == "_Agv"  # 63, 0, 31.5 and 47.25 of 63 parts
    assert machine.isthmus("set", "sweep", "weight", "2").status == 0
    wait_until(lambda: picture(machine)["most"] == 8, "the picture of the new weight")
    end(machine, job)


def test_looking_ends_with_the_job(machine: Machine) -> None:
    job = start_job(machine, "--backend", "processes", *TWO_SITES)
    lookers = [
        machine.start(COMMAND, *words, "sweep", "--interval", "0.2", *more)
        for words, more in (
            (("top",), ("--json",)),
            (("watch",), ()),
            (("top",), ()),
            (("watch",), ("--json",)),
        )
    ]
    for looker in lookers:
        assert looker.stdout is not None
        assert looker.stdout.readline()
    assert machine.isthmus("stop", "sweep").status == 0
    assert finish(job).status == 1
    for looker in lookers:
        done = finish(looker)
        assert done.status == 0, done.err
        assert done.err == ""


def test_watch_prints_a_line_an_interval(machine: Machine) -> None:
    job = start_job(machine, "--backend", "processes", *TWO_SITES)
    looker = machine.start(COMMAND, "watch", "sweep", "--interval", "0.2")
    assert looker.stdout is not None
    lines = [looker.stdout.readline() for _ in range(3)]
    end(machine, job)
    assert finish(looker).status == 0
    for word in ("work ", "hidden ", "between sites ", "/s", "adding "):
        assert word in lines[1]


def test_many_who_look_at_once_are_all_answered(machine: Machine) -> None:
    job = start_job(machine, "--backend", "processes", *TWO_SITES)
    answers: list[bytes] = []

    def ask() -> None:
        answers.append(machine.say("sweep", b'{"request":"status"}\n'))

    askers = [threading.Thread(target=ask) for _ in range(100)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    statuses = [json.loads(answer)["status"] for answer in answers]
    assert len(statuses) == 100
    assert all(len(status["panels"]["pes"]) == 2 for status in statuses)
    # Not a hundred questions to each PE.
    assert len({status["at_s"] for status in statuses}) < 50
    end(machine, job)


def test_a_job_that_is_looked_at_all_the_time_stalls_all_the_same(machine: Machine) -> None:
    words = ("--pes", "2", "--name", "sweep", "--tune", "stall-after=4s", "--", "never")
    job = machine.start(MISBEHAVE, *words)
    machine.wait_for_door("sweep")
    looker = machine.start(COMMAND, "top", "sweep", "--json", "--interval", "0.1")
    assert looker.stdout is not None
    assert looker.stdout.readline()
    done = finish(job, 60)
    assert finish(looker).status == 0
    assert done.status == 1
    assert "the job stalled" in done.err


def test_a_job_on_another_machine_is_shown(machine: Machine, tmp_path: Path) -> None:
    machine.stand_in_for_ssh(tmp_path)
    job = start_job(machine, "--backend", "processes", *TWO_SITES)
    done = machine.isthmus("top", "far:sweep", "--once", "--interval", "0.2")
    assert done.status == 0, done.err
    assert done.out.startswith("sweep (steered)  2 processes, 2 PEs, ")
    nobody = machine.isthmus("top", "far:nobody", "--once")
    assert nobody.status == 1
    assert "no job 'nobody' runs here" in nobody.err
    end(machine, job)


def test_wrong_words_are_refused_in_one_line(machine: Machine) -> None:
    for words in (("top",), ("watch",), ("top", "nobody"), ("top", "x", "--interval", "0")):
        done = machine.isthmus(*words)
        assert done.status == 2, words
        assert len(done.lines) == 1, done.err


def test_q_leaves_the_page_and_the_job_goes_on(machine: Machine) -> None:
    job = start_job(machine, "--backend", "processes", *TWO_SITES)
    ours, its = pty.openpty()
    environment = {**os.environ, **machine.variables, "TERM": "xterm", "COLUMNS": "100"}
    top = subprocess.Popen(
        [COMMAND, "top", "sweep", "--interval", "0.2"],
        stdin=its,
        stdout=its,
        stderr=its,
        env=environment,
    )
    os.close(its)
    seen = b""
    end_s = time.monotonic() + 30
    while b"hidden" not in seen and time.monotonic() < end_s:
        if select.select([ours], [], [], 1)[0]:
            seen += os.read(ours, 1 << 16)
    assert b"hidden" in seen, seen
    os.write(ours, b"q")
    while top.poll() is None and time.monotonic() < end_s:
        with contextlib.suppress(OSError):
            if select.select([ours], [], [], 0.1)[0]:
                os.read(ours, 1 << 16)
    assert top.wait(1) == 0
    os.close(ours)
    end(machine, job)


def test_a_parameter_of_a_device_is_changed_and_the_page_shows_it(machine: Machine) -> None:
    job = start_job(machine, "--backend", "processes", *TWO_SITES)
    assert machine.isthmus("set", "sweep", "device", "between_sites:delay.latency=40ms").status == 0
    wait_until(lambda: "latency=40ms" in look(machine)["links"][0]["chain"], "the other latency")
    assert look(machine)["pes"][0]["messages_per_s"] < 100
    refused = machine.isthmus("set", "sweep", "device", "between_sites:delay.latency=soon")
    assert refused.status == 2
    assert "soon" in refused.err
    end(machine, job)


def test_a_timeline_of_a_part_of_a_run_is_written_by_each_process(
    machine: Machine, tmp_path: Path
) -> None:
    job = start_job(machine, "--backend", "processes", *TWO_SITES)
    file = tmp_path / "part.json"
    assert machine.isthmus("set", "sweep", "timeline", str(file)).status == 0
    look(machine)
    assert machine.isthmus("set", "sweep", "timeline", "end").status == 0
    for part in (file, Path(f"{file}.rank1")):
        wait_until(lambda part=part: part.stat().st_size > 0, "the timeline")  # type: ignore[misc]
    done = end(machine, job)
    assert "the timeline is in" in done.err
    for part in (file, Path(f"{file}.rank1")):
        events = json.loads(part.read_text())["traceEvents"]
        assert sum(str(event.get("name")).endswith("Worker::work") for event in events) > 10


def test_a_command_of_the_users_hears_of_a_stall_and_of_memory(
    machine: Machine, tmp_path: Path
) -> None:
    heard = tmp_path / "heard"
    command = f'echo "$1: $2" >> {heard}'
    words = ("--pes", "1", "--tune", "stall-after=2500ms", "--alert-memory", "1MB")
    job = machine.start(MISBEHAVE, *words, "--alert-command", command, "--", "never")
    assert finish(job, 60).status == 1
    wait_until(lambda: heard.read_text().count("\n") == 2, "two alerts")
    memory, stall = heard.read_text().splitlines()
    assert memory.startswith("memory: process 0 has ")
    assert stall.startswith("stall: the job stalled: the main program waits for ")
    alone = machine.start(MISBEHAVE, "--pes", "1", "--alert-memory", "1MB", "--", "never")
    refused = finish(alone, 60)
    assert refused.status == 2
    assert "--alert-memory" in refused.err


def answer_at(at_s: float, pe: dict[str, float], link: dict[str, float]) -> Status:
    """Of a job of one PE."""
    here = {"process": 0, "site": "a", "at_s": at_s}
    times = {f"{part}_s": 0.0 for part in PARTS} | {"wall_s": 0.0} | pe
    return read_status(
        {
            "job": "j",
            "program": "p",
            "status": {
                "at_s": at_s,
                "pes": 2,
                "sites": ["a", "b"],
                "silent": [{"pe": 1, "process": 1, "site": "b", "for_s": 4.0}],
                "panels": {
                    "pes": [{"pe": 0, **here, **times, "objects": 7}],
                    "links": [{**here, "class": "wide", "joins": "sites", "chain": "tcp", **link}],
                    "program": [
                        {"pe": 0, **here, "phase": "steps", "phase_began_s": 1.0, "done": at_s * 10}
                        | {"of": 200, "done_at_s": at_s, "first_done": 0, "first_at_s": 0.0}
                    ],
                },
            },
        }
    )


def test_what_happened_is_the_difference_of_two_answers() -> None:
    before = answer_at(
        10.0,
        {"wall_s": 10, "entry_s": 4, "idle_s": 6},
        {"bytes_sent": 1000, "frames_sent": 10, "compress_bytes_before": 100}
        | {"compress_bytes_after": 90, "connections_cut": 1, "connections_resumed": 1},
    )
    # It was idle for 3 s of the 4, and only now is known that the 9 s were a wait for others.
    after = answer_at(
        14.0,
        {"wall_s": 14, "entry_s": 5, "waited_other_sites_s": 9, "idle_s": 0},
        {"bytes_sent": 9000, "frames_sent": 30, "compress_bytes_before": 500}
        | {"compress_bytes_after": 290, "connections_cut": 2, "connections_resumed": 1},
    )
    seen = view(before, after)
    (pe,) = seen.pes
    assert (pe["entry"], pe["waited_other_sites"], pe["idle"]) == pytest.approx((0.25, 0.75, 0))
    assert seen.sites[0]["hidden"] == pytest.approx(0.25)
    assert (seen.sites[1]["pes"], seen.sites[1]["silent"]) == (1, 1)
    (link,) = seen.links
    assert (link["sent_bytes_per_s"], link["sent_per_s"]) == (2000, 5)
    assert (link["compression"], link["state"]) == (2, "1 cut")
    assert seen.program_state["left_s"] == pytest.approx(6)
    said = line(seen)
    for words in ("work 25 %", "hidden 25 %", "a, wide: 1 cut", "PE 1 for 4.00 s", "140 of 200"):
        assert words in said
    assert View.of_fields(json.loads(json.dumps(seen.fields()))) == seen
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(page(seen, 40))
    text = console.export_text()
    for words in ("1 cut", "2.00 kB", "no answer: PE 1 for 4.00 s", "steps 140 of 200 (70 %)"):
        assert words in text
    # The account of the PE's time began anew meanwhile: nothing is known of its shares.
    assert "entry" not in view(after, answer_at(15.0, {"wall_s": 1}, {})).pes[0]


def test_links_of_a_new_epoch_have_rates_from_its_beginning() -> None:
    def status(at_s: float, epoch: int, began_s: float, sent: int) -> Status:
        answer = answer_at(at_s, {"wall_s": at_s}, {"bytes_sent": sent, "frames_sent": sent})
        process = {"process": 0, "site": "a", "at_s": at_s, "epoch": epoch}
        rows = [{**process, "epoch_began_s": began_s}]
        return replace(answer, panels={**answer.panels, "processes": rows})

    before = status(10.0, 0, 0.0, 500)
    # The counters began anew a second ago, and have come further than those before.
    (link,) = view(before, status(14.0, 1, 13.0, 700)).links
    assert link["sent_bytes_per_s"] == pytest.approx(700)
    (link,) = view(before, status(14.0, 0, 0.0, 700)).links
    assert link["sent_bytes_per_s"] == pytest.approx(50)


def test_an_answer_that_makes_no_sense_is_refused() -> None:
    for wrong in ({}, {"status": 1}, {"job": "j", "program": "p", "status": {"panels": []}}):
        with pytest.raises(IsthmusError):
            read_status(wrong)


def view_of(count: int) -> View:
    """Of PEs that work the more the higher their numbers are."""
    shares = [(i + 1) / count for i in range(count)]
    pes = [
        {
            "pe": i,
            "site": "a",
            "objects": 100,
            "queued": 0,
            **dict.fromkeys(PARTS, 0.0),
            "entry": share,
            "waited_other_sites": 1 - share,
        }
        for i, share in enumerate(shares)
    ]
    return View("big", "big", 1.0, count, {}, [], [], pes, [], [], {})


def test_one_of_a_kind_is_no_plural() -> None:
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(page(view_of(1), 40))
    first = console.export_text().splitlines()[0]
    assert first.strip() == "big (big)  0 processes, 1 PE"  # of which nobody knows the memory


def test_of_ten_thousand_pes_as_many_are_shown_as_there_is_room_for() -> None:
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(page(view_of(10_000), 40))
    text = console.export_text()
    assert len(text.splitlines()) <= 40
    assert "of 10,000 PEs shown, those that work most and least" in text
    shown = [line.split()[0] for line in text.splitlines() if " a " in line]
    assert shown[0] == "9999"
    assert shown[-1] == "0"
    assert "mean" in text
    console.print(page(view_of(5), 40))
    assert "PEs shown" not in console.export_text()


def test_durations_read_as_people_say_them() -> None:
    said = {0.0: "0 s", 3.21: "3.21 s", 59.6: "1 min 0 s", 200: "3 min 20 s", 18720: "5 h 12 min"}
    assert {s: duration_text(s) for s in said} == said
