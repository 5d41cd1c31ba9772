"""Whole jobs are kept on disk, and others go on from there: in another shape, from damaged files,
with a disk that is full."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from support import (
    BUILD,
    COMMAND,
    JACOBI2D,
    Done,
    children_of,
    finish,
    isthmus,
    run,
    start,
    stencil_words,
)

STENCIL = str(BUILD / "examples" / "stencil" / "stencil")
SURVEY = str(BUILD / "examples" / "checkpoint" / "checkpoint")
CHANGE = "largest change: 0.121035694806"
SHAPES = (
    ("--pes", "1"),
    ("--pes", "3"),
    ("--sites", "2", "--pes", "4", "--latency", "1ms"),
    ("--backend", "sim", "--sites", "2", "--pes", "32", "--latency", "1ms"),
)


def kept(folder: Path, *words: str) -> Done:
    return run(*words, "--checkpoint", "always", "--checkpoint-dir", str(folder), "--keep", "10")


def numbers_in(folder: Path) -> list[int]:
    found = folder.glob("checkpoint-*/index")
    return sorted(int(path.parent.name.rpartition("-")[2]) for path in found)


def takes_part(pid: int) -> bool:
    """The launcher has one process describe the job before it starts those that run it."""
    try:
        return b"--describe" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def refused(done: Done) -> str:
    """The one line of a program that was given something wrong."""
    assert done.status == 2, done.err
    lines = [line for line in done.lines if "error" in line]
    assert len(lines) == 1, done.err
    return lines[0]


@pytest.fixture(scope="module")
def stencil(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three checkpoints of the example, of four PEs at two sites."""
    folder = tmp_path_factory.mktemp("stencil")
    done = kept(folder, STENCIL, "--sites", "2", "--pes", "2", "--latency", "1ms")
    assert done.status == 0, done.err
    assert CHANGE in done.out
    assert done.err.count("checkpoint ") == 3
    assert numbers_in(folder) == [1, 2, 3]
    return folder


@pytest.mark.parametrize("shape", SHAPES, ids=" ".join)
def test_the_stencil_goes_on_in_another_shape(stencil: Path, shape: tuple[str, ...]) -> None:
    done = run(STENCIL, *shape, "--restart", str(stencil / "checkpoint-2"))
    assert done.status == 0, done.err
    assert CHANGE in done.out
    told = r"goes on from checkpoint 2 of 4 PEs: 256 objects, now on (1 PE|(?!1 )\d+ PEs)$"
    assert re.search(told, done.err, re.MULTILINE), done.err


def test_processes_write_an_image_each_and_go_on_as_more(tmp_path: Path) -> None:
    words = ("run", "stencil", "--backend", "processes", "--sites", "2", "--pes", "2")
    folder = ("--checkpoint-dir", str(tmp_path))
    first = isthmus(*words, "--processes", "2", "--checkpoint", "always", *folder)
    assert first.status == 0, first.err
    images = sorted(path.name for path in (tmp_path / "checkpoint-3").iterdir())
    assert images == ["index", "process-0", "process-1", "process-2", "process-3"]
    again = isthmus(
        *words, "--processes", "1", "--restart", str(tmp_path), "--checkpoint", "always", *folder
    )
    assert again.status == 0, again.err
    assert CHANGE in again.out
    assert numbers_in(tmp_path) == [2, 3]


def test_jacobi2d_equals_its_serial_reference_after_a_restart(tmp_path: Path) -> None:
    program = stencil_words(128, 60, 15)
    words = (JACOBI2D, "--sites", "2", "--pes", "1", "--balancer", "greedy")
    done = run(*words, "--checkpoint", "always", "--checkpoint-dir", str(tmp_path), "--", *program)
    assert done.status == 0, done.err
    again = run(JACOBI2D, "--pes", "3", "--restart", str(tmp_path), "--", *program)
    assert again.status == 0, again.err
    assert "equal to the serial reference, bit for bit" in again.out


def test_a_killed_job_loses_no_more_than_the_work_since_the_last_checkpoint(tmp_path: Path) -> None:
    program = stencil_words(256, 16000, 20)
    keeping = ("--checkpoint", "50ms", "--checkpoint-dir", str(tmp_path))
    restarts = 0
    restart: tuple[str, ...] = ()
    while True:
        words = (JACOBI2D, "--pes", "2", *keeping, *restart, "--", *program)
        job = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            out, err = job.communicate(timeout=0.6 if restarts < 4 else 60)
        except subprocess.TimeoutExpired:
            job.kill()
            job.communicate()
            if numbers_in(tmp_path):
                restart = ("--restart", str(tmp_path))
            restarts += 1
            continue
        assert job.returncode == 0, err
        assert "equal to the serial reference, bit for bit" in out
        break
    assert restarts > 0
    assert "goes on from checkpoint" in err


@pytest.mark.parametrize("shape", [("--pes", "2"), ("--backend", "processes", "--pes", "2")])
def test_whoever_is_killed_the_job_ends_with_the_serial_result(
    shape: tuple[str, ...], tmp_path: Path
) -> None:
    """SIGKILL of each rank in turn, rank 0 among them, whenever there is a new checkpoint."""
    program = stencil_words(256, 24000, 20)
    words = (
        "run",
        "jacobi2d",
        "--sites",
        "2",
        *shape,
        "--checkpoint",
        "40ms",
        "--restarts",
        "50",
        "--checkpoint-dir",
        str(tmp_path),
    )
    job = start(COMMAND, *words, "--", *program)
    killed = 0
    seen = 0
    ended: set[int] = set()  # those of the job that has lost one: it counts once
    while job.poll() is None and killed < 5:
        newest = max(numbers_in(tmp_path), default=0)
        pids = [pid for pid in children_of(job.pid) if takes_part(pid)]
        if newest > seen and pids and ended.isdisjoint(pids):
            seen = newest
            ended = set(pids)
            os.kill(pids[killed % len(pids)], signal.SIGKILL)
            killed += 1
        time.sleep(0.05)
    done = finish(job)
    assert killed == 5, done.err
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out
    assert done.err.count("the job goes on from checkpoint") == 5


def test_groups_add_up_on_fewer_pes_and_hear_which(tmp_path: Path) -> None:
    whole = kept(tmp_path, SURVEY, "--pes", "4")
    assert whole.status == 0, whole.err
    for pes in ("1", "2", "5"):
        done = run(SURVEY, "--pes", pes, "--restart", str(tmp_path / "checkpoint-33"))
        assert done.status == 0, done.err
        assert done.out == whole.out
        heard = sorted(line for line in done.lines if line.startswith("PE "))
        assert heard == sorted(
            f"PE {pe} goes on {how} PE {other}"
            for pe in range(int(pes))
            for how, others in (("without", range(int(pes), 4)), ("with", range(4, int(pes))))
            for other in others
        )


def test_damage_is_named_by_file_with_the_checkpoint_before_it(stencil: Path) -> None:
    image = stencil / "checkpoint-3" / "process-0"
    whole = image.read_bytes()
    restart = (STENCIL, "--pes", "2", "--restart", str(stencil))
    try:
        for damaged in (whole[:-1], whole[:31], b"", whole[:100] + b"x" + whole[101:]):
            image.write_bytes(damaged)
            line = refused(run(*restart))
            assert "checkpoint-3/process-0" in line
            assert f"the one before is {stencil}/checkpoint-2" in line
            checked = isthmus("checkpoint", "check", str(stencil))
            assert checked.status == 2
            assert "checkpoint-2: whole" in checked.out
            assert "checkpoint-3/process-0" in checked.out
            assert "1 of 3 checkpoints are damaged" in checked.err
    finally:
        image.write_bytes(whole)
    assert isthmus("checkpoint", "check", str(stencil)).status == 0


def test_damage_that_another_process_finds_is_named_alike(tmp_path: Path) -> None:
    """Only the process of the main program has looked up which checkpoint is the newest."""
    shape = ("--backend", "processes", "--sites", "2", "--pes", "1")
    words = ("run", "stencil", *shape)
    kept_there = ("--checkpoint", "always", "--keep", "2", "--checkpoint-dir", str(tmp_path))
    assert isthmus(*words, *kept_there).status == 0
    image = tmp_path / "checkpoint-3" / "process-1"  # the images are shared out in their order
    whole = image.read_bytes()
    image.write_bytes(whole[:100] + b"x" + whole[101:])
    line = refused(isthmus(*words, "--restart", str(tmp_path)))
    assert f"{tmp_path}/checkpoint-3/process-1" in line
    assert f"the one before is {tmp_path}/checkpoint-2" in line


def test_an_index_is_refused_whichever_byte_is_damaged(stencil: Path, tmp_path: Path) -> None:
    whole = (stencil / "checkpoint-1" / "index").read_bytes()
    folder = tmp_path / "checkpoint-1"
    folder.mkdir()
    for at in range(0, len(whole), 37):
        (folder / "index").write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        assert "checkpoint-1/index" in refused(run(STENCIL, "--restart", str(tmp_path)))


def test_a_class_whose_fields_have_changed_is_named_in_one_line(tmp_path: Path) -> None:
    programs = BUILD / "tests" / "system"
    assert kept(tmp_path, str(programs / "tallies"), "--pes", "2").status == 0
    restart = ("--pes", "3", "--restart", str(tmp_path / "checkpoint-2"))
    line = refused(run(str(programs / "tallies_later"), *restart))
    assert "checkpoint-2: class " in line
    assert "Tally has other fields now than in the checkpoint" in line
    again = run(str(programs / "tallies"), *restart)
    assert (again.status, again.out) == (0, "sum 18\n")
    classes = json.loads(isthmus("checkpoint", "show", "--json", str(tmp_path)).out)["classes"]
    assert [one["class"].rpartition("::")[2] for one in classes] == ["Tally"]
    assert classes[0]["fields"] in isthmus("checkpoint", "show", str(tmp_path)).out


@pytest.mark.parametrize("kept_by", ["threads", "processes", "sim"])
def test_compressed_checkpoints_are_smaller_and_as_good(kept_by: str, tmp_path: Path) -> None:
    program = stencil_words(256, 40, 20)
    shape = ("--backend", kept_by, "--sites", "2", "--pes", "1")
    words = (*shape, "--checkpoint", "always", "--checkpoint-dir", str(tmp_path))
    report = tmp_path / "report.json"
    done = isthmus(
        "run",
        "jacobi2d",
        *words,
        "--checkpoint-compress",
        "zstd",
        "--report",
        str(report),
        "--",
        *program,
    )
    assert done.status == 0, done.err
    assert "MB, compressed from " in done.err
    figures = json.loads(report.read_text())["checkpoints"]
    assert 0 < figures["bytes"] < figures["object_bytes"]
    folder = tmp_path / f"checkpoint-{numbers_in(tmp_path)[-1]}"
    stored = sum(path.stat().st_size for path in folder.glob("process-*"))
    assert stored == figures["bytes"]
    checked = isthmus("checkpoint", "check", str(folder))
    assert checked.status == 0, checked.err
    assert ", zstd of " in checked.out
    shown = json.loads(isthmus("checkpoint", "show", "--json", str(folder)).out)
    assert shown["compression"] == "zstd"
    assert shown["object_bytes"] == figures["object_bytes"]
    again = run(JACOBI2D, "--pes", "3", "--restart", str(folder), "--", *program)
    assert again.status == 0, again.err
    assert "equal to the serial reference, bit for bit" in again.out
    image = folder / "process-0"
    whole = image.read_bytes()
    image.write_bytes(whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:])
    assert "process-0" in refused(run(JACOBI2D, "--pes", "3", "--restart", str(folder)))
    assert isthmus("checkpoint", "check", str(folder)).status == 2


def test_compressed_images_are_what_partners_hold() -> None:
    words = ("run", "jacobi2d", "--backend", "processes", "--sites", "2", "--pes", "2")
    keeping = ("--checkpoint", "always", "--checkpoint-dir", "none", "--on-loss", "go-on")
    job = start(
        COMMAND,
        *words,
        *keeping,
        "--checkpoint-compress",
        "zstd",
        "--",
        *stencil_words(256, 16000, 20),
    )
    time.sleep(1.5)
    victim = next(pid for pid in children_of(job.pid) if takes_part(pid))
    os.kill(victim, signal.SIGKILL)
    done = finish(job)
    assert done.status == 0, done.err
    assert "compressed from" in done.err
    assert "the job goes on" in done.err or "goes on without process" in done.err
    assert "equal to the serial reference, bit for bit" in done.out


def test_wrong_input_gets_one_line(stencil: Path, tmp_path: Path) -> None:
    assert "no checkpoint" in refused(run(STENCIL, "--restart", str(tmp_path)))
    assert "another program, 'stencil'" in refused(run(SURVEY, "--restart", str(stencil)))
    for text in ("sometimes", "0s", "-1s", ""):
        assert "--checkpoint" in refused(run(STENCIL, "--checkpoint", text))
    assert "--checkpoint-compress" in refused(run(STENCIL, "--checkpoint-compress", "zip"))
    assert "--keep" in refused(run(STENCIL, "--checkpoint", "always", "--keep", "0"))
    (tmp_path / "file").write_text("")
    words = ("--checkpoint", "always", "--checkpoint-dir", str(tmp_path / "file"))
    assert "--checkpoint-dir" in refused(run(STENCIL, *words))
    assert "no such directory" in isthmus("checkpoint", "list", str(tmp_path / "nowhere")).err


def test_a_program_without_a_place_for_checkpoints_says_so(tmp_path: Path) -> None:
    hello = str(BUILD / "examples" / "hello" / "hello")
    done = kept(tmp_path, hello)
    assert done.status == 0
    assert "no checkpoint was taken: the program came to no point for one" in done.err
    assert numbers_in(tmp_path) == []


def test_a_full_disk_ends_the_job_and_names_the_last_checkpoint(tmp_path: Path) -> None:
    # Room for one checkpoint of the example, and not for two: 256 blocks of 35 KB.
    inside = (
        f"mount -t tmpfs -o size=14m none {tmp_path} && exec {STENCIL} --pes 2 "
        f"--checkpoint always --checkpoint-dir {tmp_path}/kept"
    )
    done = run("unshare", "--mount", "--user", "--map-root-user", "sh", "-c", inside)
    if "unshare" in done.err or "mount:" in done.err:
        pytest.skip("no file system can be mounted here")
    line = refused(done)
    assert "No space left on device" in line
    assert f"the last checkpoint is {tmp_path}/kept/checkpoint-1" in line


def test_a_full_disk_names_the_checkpoint_that_the_job_goes_on_from(
    stencil: Path, tmp_path: Path
) -> None:
    inside = (
        f"mount -t tmpfs -o size=4m none {tmp_path} && exec {STENCIL} --pes 2 --restart "
        f"{stencil}/checkpoint-1 --checkpoint always --checkpoint-dir {tmp_path}/kept"
    )
    done = run("unshare", "--mount", "--user", "--map-root-user", "sh", "-c", inside)
    if "unshare" in done.err or "mount:" in done.err:
        pytest.skip("no file system can be mounted here")
    line = refused(done)
    assert "No space left on device" in line
    assert f"the last checkpoint is {stencil}/checkpoint-1" in line


def test_what_there_is_can_be_listed_and_shown(stencil: Path) -> None:
    listed = isthmus("checkpoint", "list", str(stencil))
    assert listed.status == 0, listed.err
    assert listed.out.count("4 PEs, 1 process, 2 sites") == 3
    shown = isthmus("checkpoint", "show", str(stencil / "checkpoint-2"))
    assert shown.status == 0, shown.err
    for part in ("checkpoint 2 of stencil", "Block", "array", "256", "process-0"):
        assert part in shown.out
    values = json.loads(isthmus("checkpoint", "show", "--json", str(stencil)).out)
    assert values["number"] == 3
    assert values["objects"] == 256
    assert values["arrays_at_a_balancing_point"] == 1
    assert (stencil / "checkpoint-3" / "index").stat().st_size > 100
