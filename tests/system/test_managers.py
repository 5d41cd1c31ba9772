"""mpirun starts jobs: alone, or one mpirun for each site."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from managers import mpirun, why_no_mpirun
from support import (
    COMMAND,
    JACOBI2D,
    MISBEHAVE,
    Done,
    children_of,
    cpu_ticks,
    expect_ended,
    finish,
    free_port,
    listening_ports,
    run,
    start,
    wait_until,
)

pytestmark = pytest.mark.skipif(bool(why_no_mpirun()), reason=why_no_mpirun())

SMALL = ("--", "--mesh", "48", "--objects", "4", "--steps", "20", "--no-probe", "--check")
ENDLESS = ("--", "--mesh", "256", "--objects", "8", "--steps", "2000000000", "--no-probe")
KEY = "correct horse battery staple"
# Two mpiruns know nothing of each other, and would bind their processes to the same cores.
UNBOUND = ("--bind-to", "none")


def own_lines(done: Done) -> list[str]:
    """Without what mpirun says."""
    return [line for line in done.lines if line.startswith("isthmus: ")]


def expect_right(done: Done) -> None:
    assert done.status == 0, done.err
    assert done.out.count("equal to the serial reference, bit for bit") == 1, done.out
    assert done.err == ""


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_mpirun_starts_one_job_of_all_its_processes(count: int) -> None:
    expect_right(run(*mpirun(count, JACOBI2D, *SMALL)))


def test_processes_of_one_node_share_memory(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    expect_right(run(*mpirun(3, JACOBI2D, "--report", str(report), *SMALL)))
    told = json.loads(report.read_text())
    assert told["process_count"] == 3
    assert {link["class"]: link["counters"]["frames_sent"] > 0 for link in told["links"]} == {
        "same_node": True
    }


def test_sites_are_emulated_under_one_mpirun() -> None:
    done = run(*mpirun(4, JACOBI2D, "--sites", "2", "--pes", "3", "--latency", "1ms", *SMALL))
    expect_right(done)
    assert "on 6 PEs at 2 sites" in done.out


def test_a_grid_file_gives_ranks_in_its_order(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text('[[site]]\nname = "a"\n[[site]]\nname = "b"\npes = 3\nprocesses = 2\n')
    done = run(*mpirun(3, JACOBI2D, "--grid", str(grid), *SMALL))
    expect_right(done)
    assert "on 4 PEs at 2 sites" in done.out
    wrong = run(*mpirun(2, JACOBI2D, "--grid", str(grid), *SMALL))
    assert wrong.status == 2
    assert own_lines(wrong) == [
        f"isthmus: error: {grid}: the grid has 3 processes, and the manager started 2 processes "
        "(expected as many, or --site NAME where each site has a manager of its own)"
    ]


def test_the_probe_and_the_job_both_meet_through_mpirun() -> None:
    runtime = ("--sites", "2", "--latency", "2ms", "--probe", "links", "--quiet")
    expect_right(run(*mpirun(2, JACOBI2D, *runtime, *SMALL)))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--processes", "2"), "1 site of 2 processes, and the manager started 3 processes"),
        (("--sites", "2"), "2 sites, and the manager started 3 processes"),
        (("--pes", "2"), "2 PEs for a site of 3 processes"),
        (("--site", "site0"), "--site: no rendezvous of the sites"),
        (("--rendezvous", "127.0.0.1:1"), "--rendezvous: a manager has started this process"),
        (("--bootstrap", "pmix", "--backend", "threads"), "--bootstrap: not on this backend"),
        (("--sites", "2", "--processes", "3", "--site", "no", "--rendezvous", "h:1"), "'no'"),
        (
            ("--sites", "2", "--processes", "3", "--site", "site0", "--rendezvous", "h:1"),
            "no job key",
        ),
    ],
)
def test_a_mismatch_is_one_line_and_status_2(options: tuple[str, ...], says: str) -> None:
    done = run(*mpirun(3, JACOBI2D, *options, *SMALL))
    assert done.status == 2, done.err
    (line,) = own_lines(done)
    assert says in line


def test_processes_with_other_options_than_rank_0_are_named_once() -> None:
    done = run(*mpirun(2, JACOBI2D, *SMALL), ":", "-n", "1", JACOBI2D, "--pes", "7", *SMALL)
    assert done.status == 2, done.err
    (line,) = own_lines(done)
    assert "rank 2 of the manager: asks for another job than rank 0" in line


def test_a_server_that_is_not_there_is_one_line_and_status_2() -> None:
    variables = {"PMIX_NAMESPACE": "1234", "PMIX_RANK": "0"}
    done = finish(start(JACOBI2D, *SMALL, variables=variables))
    assert done.status == 2
    (line,) = done.lines
    assert "the PMIx server that the environment names does not answer" in line
    alone = run(JACOBI2D, "--bootstrap", "pmix", *SMALL)
    assert alone.status == 2
    assert "no PMIx server has started this process" in alone.err


def test_a_manager_around_the_launcher_is_none_of_the_jobs_business() -> None:
    variables = {"PMIX_NAMESPACE": "1234", "PMIX_RANK": "0"}
    for backend in ("threads", "processes"):
        words = ("run", "jacobi2d", "--backend", backend, "--pes", "1", *SMALL)
        expect_right(finish(start(COMMAND, *words, variables=variables)))


def test_processes_of_a_manager_without_pmix_are_no_jobs_of_their_own() -> None:
    done = finish(start(JACOBI2D, *SMALL, variables={"SLURM_STEP_NUM_TASKS": "4"}))
    assert done.status == 2
    assert "a manager without PMIx has started 4 processes" in done.err


@pytest.mark.parametrize(
    ("how", "status", "says"),
    [
        ("entry", 1, r"PE \d+, entry method .*Scribe::write\(int\).*no ink for page 12"),
        ("main throws", 1, "exception in the main program: no plan"),
        ("bad input", 2, r"plan.txt:7: no such colour \(expected red\)"),
    ],
)
def test_a_fault_of_the_program_is_told_once_and_mpirun_has_its_status(
    how: str, status: int, says: str
) -> None:
    done = run(*mpirun(3, MISBEHAVE, "--", how))
    assert done.status == status, done.err
    (line,) = own_lines(done)
    assert re.search(says, line)


def test_the_programs_own_status_is_mpiruns() -> None:
    done = run(*mpirun(3, MISBEHAVE, "--", "exit status"))
    assert done.status == 3
    assert own_lines(done) == []


@pytest.fixture
def started() -> Iterator[list["subprocess.Popen[str]"]]:
    """What a test puts here is ended after it, with all that it started."""
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        if process.poll() is None:
            for child in children_of(process.pid):
                os.kill(child, signal.SIGKILL)
            process.kill()
        process.communicate()


def busy_ranks(manager: "subprocess.Popen[str]", count: int) -> list[int]:
    ranks: list[int] = []

    def are_busy() -> bool:
        ranks[:] = children_of(manager.pid)
        assert manager.poll() is None, manager.communicate()
        return len(ranks) == count and all(cpu_ticks(pid) > 10 for pid in ranks)

    wait_until(are_busy, "busy processes")
    return ranks


@pytest.mark.parametrize("rank", [0, 2])
def test_a_killed_process_ends_the_job_and_mpirun_says_so(
    rank: int, started: list["subprocess.Popen[str]"]
) -> None:
    started.append(start(*mpirun(3, JACOBI2D, *ENDLESS)))
    ranks = busy_ranks(started[0], 3)
    os.kill(ranks[rank], signal.SIGKILL)
    done = finish(started[0], 15)
    # Who sees it first speaks: mpirun, or one of the processes that are left, which then ends.
    if done.status == 128 + signal.SIGKILL:
        assert f"mpirun noticed that process rank {rank}" in done.err
    else:
        assert done.status == 1, done.err
        assert f"process {rank} (" in done.err, done.err
        assert "is gone" in done.err
    expect_ended(ranks)


def test_a_killed_mpirun_leaves_no_process_behind(started: list["subprocess.Popen[str]"]) -> None:
    started.append(start(*mpirun(3, JACOBI2D, *ENDLESS)))
    ranks = busy_ranks(started[0], 3)
    started[0].kill()
    expect_ended(ranks, 15)


class Sites:
    """Two sites of two processes, each under an mpirun of its own."""

    def __init__(self, folder: Path, started: list["subprocess.Popen[str]"]) -> None:
        self.port = free_port()
        self.started = started
        self.grid = folder / "grid.toml"
        self.grid.write_text(
            "".join(f'[[site]]\nname = "{name}"\npes = 2\nprocesses = 2\n' for name in ("a", "b"))
        )

    def start(
        self,
        site: str,
        *options: str,
        key: str = KEY,
        count: int = 2,
        app: tuple[str, ...] = SMALL,
    ) -> "subprocess.Popen[str]":
        meeting = ("--rendezvous", f"127.0.0.1:{self.port}", "--site", site)
        words = (JACOBI2D, "--grid", str(self.grid), *meeting, *options, *app)
        process = start(*mpirun(count, *UNBOUND, *words), key=key)
        self.started.append(process)
        return process


@pytest.fixture
def sites(tmp_path: Path, started: list["subprocess.Popen[str]"]) -> Sites:
    return Sites(tmp_path, started)


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_two_mpiruns_meet_as_two_sites(sites: Sites, order: str) -> None:
    by_site = {site: sites.start(site) for site in order}
    done = finish(by_site["a"])
    expect_right(done)
    assert "on 4 PEs at 2 sites" in done.out
    other = finish(by_site["b"])
    assert (other.status, other.out, other.err) == (0, "", "")


def test_a_site_that_comes_late_is_waited_for(sites: Sites) -> None:
    first = sites.start("a", "--wait", "40s")

    def is_waiting() -> bool:
        return any(sites.port in listening_ports(pid) for pid in children_of(first.pid))

    wait_until(is_waiting, "the rendezvous")
    with pytest.raises(subprocess.TimeoutExpired):
        first.wait(1)
    second = sites.start("b")
    expect_right(finish(first))
    assert finish(second).status == 0


def test_a_site_that_does_not_come_in_time_is_named_by_its_ranks(sites: Sites) -> None:
    done = finish(sites.start("a", "--wait", "1s"), 20)
    assert done.status == 1
    assert "2 of 4 processes are missing after 1s: ranks 2, 3" in done.err


def test_a_host_that_cannot_be_reached_is_named_within_10_s(sites: Sites) -> None:
    process = sites.start("b", "--wait", "9s")
    done = finish(process, 20)
    assert done.status == 1
    notice = f"rank 0 at 127.0.0.1:{sites.port} cannot be reached yet: "
    assert notice in done.err
    assert f"127.0.0.1:{sites.port}: no answer from rank 0 within 9s: " in done.err


def test_a_site_of_the_wrong_size_or_without_the_key_is_refused(sites: Sites) -> None:
    host = sites.start("a")
    wrong = finish(sites.start("b", count=3), 20)
    assert wrong.status == 2
    assert "site 'b' has 2 processes, and the manager started 3 processes" in wrong.err
    assert len(own_lines(wrong)) == 1
    stranger = finish(sites.start("b", key="wrong"), 20)
    assert stranger.status == 1
    assert "key" in stranger.err
    right = sites.start("b")
    done = finish(host)
    assert done.status == 0, done.err
    assert "bit for bit" in done.out
    assert finish(right).status == 0


def test_a_process_without_a_manager_is_a_site_of_its_own(
    tmp_path: Path, started: list["subprocess.Popen[str]"]
) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text('[[site]]\nname = "a"\npes = 2\nprocesses = 2\n[[site]]\nname = "laptop"\n')
    at = ("--grid", str(grid), "--rendezvous", f"127.0.0.1:{free_port()}")
    laptop = start(JACOBI2D, *at, "--site", "laptop", *SMALL, key=KEY)
    started.append(laptop)
    cluster = (*mpirun(2, *UNBOUND, JACOBI2D), *at, "--site", "a", *SMALL)
    expect_right(finish(start(*cluster, key=KEY)))
    assert finish(laptop).status == 0
    lacking = finish(start(JACOBI2D, *at, "--site", "a", *SMALL, key=KEY))
    assert lacking.status == 2
    assert "no manager has started this process, and site 'a' has 2 processes" in lacking.err


def test_a_process_killed_at_one_site_ends_the_other_site_too(sites: Sites) -> None:
    far = sites.start("b", app=ENDLESS)
    near = sites.start("a", app=ENDLESS)
    ranks = busy_ranks(near, 2) + busy_ranks(far, 2)
    os.kill(ranks[3], signal.SIGKILL)
    assert finish(far, 15).status in {1, 128 + signal.SIGKILL}  # who sees it first, as above
    done = finish(near, 15)
    assert done.status == 1, done.err
    assert "of site b is gone" in done.err
    expect_ended(ranks)
