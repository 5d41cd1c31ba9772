"""Simulated runs whose costs are measured: they are the same again from their record alone."""

import re
from pathlib import Path

import pytest
from support import COMMAND, JACOBI2D, Done, run

SHAPE = ("--sites", "2", "--pes", "2", "--processes", "2", "--latency", "3ms")
APP = ("--", "--mesh", "96", "--objects", "6", "--steps", "12", "--no-probe")


def simulate(*words: str, app: tuple[str, ...] = APP) -> Done:
    return run(COMMAND, "simulate", "jacobi2d", *words, *app)


def hash_line(done: Done) -> str:
    assert done.status == 0, done
    (line,) = [text for text in done.out.splitlines() if text.startswith("trace hash: ")]
    return line.removeprefix("trace hash: ")


def figures(done: Done) -> str:
    """What the application prints: times are virtual."""
    return "".join(line for line in done.out.splitlines(True) if not line.startswith("simulated "))


def test_a_measured_run_has_no_hash_but_the_reason() -> None:
    line = hash_line(simulate(*SHAPE))
    assert line.startswith("none, as costs were measured")
    assert "--record-costs FILE" in line


def test_a_recorded_run_is_the_same_each_time_it_is_replayed(tmp_path: Path) -> None:
    costs = str(tmp_path / "costs.txt")
    recorded = simulate(*SHAPE, "--record-costs", costs)
    assert re.fullmatch("[0-9a-f]{16}", hash_line(recorded))
    replays = [simulate(*SHAPE, "--costs", costs) for _ in range(2)]
    assert [hash_line(replay) for replay in replays] == [hash_line(recorded)] * 2
    assert [figures(replay) for replay in replays] == [figures(recorded)] * 2
    # Whoever looks changes nothing.
    looked_at = simulate(
        *(*SHAPE, "--costs", costs, "--explain"),
        *("--timeline", str(tmp_path / "timeline.json"), "--report", str(tmp_path / "report.json")),
    )
    assert hash_line(looked_at) == hash_line(recorded)


def test_two_measured_runs_differ(tmp_path: Path) -> None:
    """Or the tests above would prove nothing."""
    files = [str(tmp_path / name) for name in ("a", "b")]
    hashes = {hash_line(simulate(*SHAPE, "--record-costs", file)) for file in files}
    assert len(hashes) == 2


def test_a_run_that_fails_is_recorded_too(tmp_path: Path) -> None:
    costs = str(tmp_path / "costs.txt")
    fault = ("--fault", "crash process=1 at=5ms")
    done = simulate(*SHAPE, *fault, "--record-costs", costs)
    again = simulate(*SHAPE, *fault, "--costs", costs)
    assert done.status == again.status == 1
    assert re.search("^trace hash: [0-9a-f]{16}$", done.out, re.MULTILINE)
    assert figures(again) == figures(done)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("costs") / "costs.txt"
    hash_line(simulate(*SHAPE, "--record-costs", str(path)))
    return path


def expect_refusal(done: Done, *parts: str) -> None:
    assert done.status == 2, done
    errors = [line for line in done.lines if "error: " in line or line.startswith("isthmus: ")]
    assert parts[0] in errors[-1]
    for part in parts:
        assert part in errors[-1], errors
    assert "trace hash" not in done.out


@pytest.mark.parametrize(
    ("shape", "app", "parts"),
    [
        ((*SHAPE, "--seed", "2"), APP, ("'seed 1'", "'seed 2'")),
        ((*SHAPE[:3], "3", *SHAPE[4:]), APP, ("grid of 2 sites, 4 PEs", "grid of 2 sites, 6 PEs")),
        ((*SHAPE, "--tune", "batch=3"), APP, ("'option --tune batch=3'",)),
        (SHAPE, (*APP[:6], "13", *APP[7:]), ("'argument 12'", "'argument 13'")),
        (SHAPE, APP[:-1], ("nothing more",)),
    ],
)
def test_a_record_of_another_run_is_refused(
    record: Path, shape: tuple[str, ...], app: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    done = simulate(*shape, "--costs", str(record), app=app)
    expect_refusal(done, f"{record}: the record is of another run", *parts)


def test_a_record_of_another_program_is_refused(record: Path) -> None:
    done = run(COMMAND, "simulate", "netsort", *SHAPE, "--costs", str(record))
    expect_refusal(done, f"{record}: the record is of another run", "'program ")


def test_a_record_whose_costs_were_changed_is_found_out(record: Path, tmp_path: Path) -> None:
    begin, costs = record.read_text().split("\ncosts\n")
    numbers = costs.splitlines()
    numbers[len(numbers) // 2] = "123456789"
    changed = tmp_path / "changed.txt"
    changed.write_text("\n".join([begin, "costs", *numbers, ""]))
    done = simulate(*SHAPE, "--costs", str(changed))
    expect_refusal(done, f"{changed}: the run has gone another way")


def test_a_record_that_breaks_off_is_refused(record: Path, tmp_path: Path) -> None:
    text = record.read_text()
    for name, part in (("half", text[: len(text) // 2]), ("almost", text[:-1])):
        file = tmp_path / name
        file.write_text(part)
        expect_refusal(simulate(*SHAPE, "--costs", str(file)), str(file))


def test_what_is_the_same_each_time_needs_no_record(tmp_path: Path) -> None:
    words = (*SHAPE, "--costs", "charged")
    assert hash_line(simulate(*words)) == hash_line(simulate(*words))
    done = simulate(*words, "--record-costs", str(tmp_path / "costs.txt"))
    expect_refusal(done, "--record-costs: costs that are not measured")


def test_a_record_that_cannot_be_written_is_one_line() -> None:
    done = run(JACOBI2D, "--backend", "sim", *SHAPE, "--record-costs", "/dev/full", *APP)
    assert done.status == 1
    assert "/dev/full: cannot write the recorded costs" in done.lines[-1]
