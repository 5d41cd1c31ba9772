"""Jobs on two machines that are started from one of them, by the system's own ssh and sshd.

The machines are network namespaces; sshd runs in the one that is far.
"""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from mpi_programs import EXAMPLES, compile_mpi
from support import COMMAND, JACOBI2D, Done, finish, run, start, stencil_words, wait_until

from isthmus.experiment.wide_area import WideArea, why_not

SSHD = shutil.which("sshd", path="/usr/sbin:/usr/bin")
WHY_NOT = why_not() or ("" if SSHD else "no sshd (Debian package openssh-server)")
pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)

STENCIL = ("--", "--mesh", "200", "--objects", "4", "--check", "--no-probe")
ENDLESS = ("--", "--mesh", "200", "--objects", "4", "--steps", "100000000", "--no-probe")


RESULT = re.compile(r"bits of the plate [0-9A-Fa-f]{16}")


@dataclass(frozen=True)
class Machines:
    area: WideArea
    folder: Path

    def write_grid(self, *, far_address: str = "") -> str:
        path = self.folder / "grid.toml"
        addresses = (self.area.address("urbana"), far_address or self.area.address("chicago"))
        path.write_text(
            "".join(
                f"[[site]]\nname = '{name}'\naddress = '{address}'\n"
                for name, address in zip(("urbana", "chicago"), addresses, strict=True)
            )
        )
        return str(path)

    def start(self, *words: str) -> "subprocess.Popen[str]":
        """On the near one."""
        path = f"{self.folder}:{os.environ['PATH']}"
        return start(*self.area.on("urbana"), COMMAND, *words, variables={"PATH": path})

    def run(self, *words: str, limit_s: float = 60.0) -> Done:
        return finish(self.start(*words), limit_s)


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    for name in ("host", "user"):
        words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)]
        subprocess.run(words, check=True)
    with WideArea(["urbana", "chicago"], latency_s=0.005) as area:
        server = tmp_path / "sshd.conf"
        server.write_text(
            f"ListenAddress {area.address('chicago')}\nHostKey {tmp_path}/host\n"
            f"AuthorizedKeysFile {tmp_path}/user.pub\nStrictModes no\nUsePAM no\n"
            f"PermitRootLogin yes\nPidFile none\n"
        )
        Path("/run/sshd").mkdir(exist_ok=True)  # where sshd has nothing
        client = tmp_path / "ssh.conf"
        client.write_text(
            f"IdentityFile {tmp_path}/user\nStrictHostKeyChecking no\n"
            "UserKnownHostsFile /dev/null\nLogLevel ERROR\n"
        )
        ssh = tmp_path / "ssh"
        ssh.write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {client} "$@"\n')
        ssh.chmod(0o755)
        log = tmp_path / "sshd.log"
        daemon = subprocess.Popen(
            [*area.on("chicago"), str(SSHD), "-D", "-E", str(log), "-f", str(server)],
            stdin=subprocess.DEVNULL,
        )
        try:
            wait_until(lambda: log.exists() and "Server listening" in log.read_text(), "sshd")
            yield Machines(area, tmp_path)
        finally:
            daemon.terminate()
            daemon.wait()


def ranks_left(grid: str) -> list[str]:
    """Of the job with that grid file, on both machines."""
    seen = []
    for process in Path("/proc").iterdir():
        if not process.name.isdecimal():
            continue
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if words[0].endswith(b"jacobi2d") and grid.encode() in words:
            seen.append(process.name)
    return seen


def test_one_command_runs_a_job_on_both_machines(machines: Machines) -> None:
    grid = machines.write_grid()
    done = machines.run("run", JACOBI2D, "--grid", grid, *STENCIL)
    assert done.status == 0, done.err
    assert "2 PEs at 2 sites" in done.out
    assert "equal to the serial reference, bit for bit" in done.out
    assert ranks_left(grid) == []


@pytest.mark.parametrize("kind", ["virtual", "process"])
def test_one_command_runs_ranks_of_mpi_on_both_machines(machines: Machines, kind: str) -> None:
    program = compile_mpi(EXAMPLES / "stencil.c", machines.folder, "-O1")
    ranks = "6" if kind == "virtual" else "2"
    words = ("--grid", machines.write_grid(), "--ranks", kind, "-n", ranks, str(program), "24", "5")
    done = machines.run("mpirun", *words)
    assert done.status == 0, done.err
    alone = run(COMMAND, "mpirun", "-n", "1", str(program), "24", "5")
    assert RESULT.findall(done.out) == RESULT.findall(alone.out) != []


def test_ssh_itself_takes_the_place_of_a_way_that_the_user_names(machines: Machines) -> None:
    via = f"chicago=ssh -v -E {machines.folder}/trace {machines.area.address('chicago')}"
    done = machines.run("run", JACOBI2D, "--grid", machines.write_grid(), "--via", via, *STENCIL)
    assert done.status == 0, done.err
    assert "Authenticated to" in (machines.folder / "trace").read_text()


def test_the_doctor_examines_both_machines(machines: Machines) -> None:
    done = machines.run("doctor", "--grid", machines.write_grid(), "--seconds", "0.2")
    assert done.status == 0, done.out + done.err
    assert "all is well" in done.out


def test_the_probe_finds_two_sites(machines: Machines) -> None:
    hosts = machines.folder / "hosts.toml"
    nodes = "".join(
        f"[[site.node]]\nname = '{name}'\naddress = '{machines.area.address(name)}'\npes = 1\n"
        for name in ("urbana", "chicago")
    )
    hosts.write_text(f"[[site]]\nname = 'all'\n{nodes}")
    done = machines.run("topology", "probe", "--grid", str(hosts), "--probe", "sites,links")
    assert done.status == 0, done.err
    assert done.out.count("[[site]]") == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_what_ends_the_command_ends_the_job_on_both_machines(
    machines: Machines, number: signal.Signals
) -> None:
    grid = machines.write_grid()
    command = machines.start("run", JACOBI2D, "--grid", grid, *ENDLESS)
    wait_until(lambda: len(ranks_left(grid)) == 2, "two ranks")
    command.send_signal(number)  # `ip netns exec` has become the command
    done = finish(command)
    assert done.status == (130 if number == signal.SIGINT else -9), done.err
    wait_until(lambda: ranks_left(grid) == [], "the ranks' end")


def test_a_connection_that_ends_ends_the_job(machines: Machines) -> None:
    grid = machines.write_grid()
    command = machines.start("run", JACOBI2D, "--grid", grid, *ENDLESS)
    wait_until(lambda: len(ranks_left(grid)) == 2, "two ranks")
    subprocess.run(["pkill", "-KILL", "-f", f"{machines.folder}/ssh.conf"], check=True)
    done = finish(command)
    assert done.status != 0
    assert done.lines[-1].startswith("isthmus: rank 1, node chicago-0 of site chicago: ")
    wait_until(lambda: ranks_left(grid) == [], "the ranks' end")


KEPT = ("--checkpoint", "50ms", "--checkpoint-dir", "none", "--on-loss", "go-on")
LONG = ("--", *stencil_words(128, 300, 20))


def test_a_job_that_goes_on_does_without_ssh(machines: Machines) -> None:
    grid = machines.write_grid()
    command = machines.start("run", JACOBI2D, "--grid", grid, *KEPT, *LONG)
    wait_until(lambda: len(ranks_left(grid)) == 2, "two ranks")
    time.sleep(0.5)
    subprocess.run(["pkill", "-KILL", "-f", f"{machines.folder}/ssh.conf"], check=True)
    done = finish(command)
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out
    assert "is not seen any more, as the way there has ended" in done.err
    assert "goes on without" not in done.err


def test_a_job_that_goes_on_does_without_the_command(machines: Machines) -> None:
    grid = machines.write_grid()
    command = machines.start("run", JACOBI2D, "--grid", grid, *KEPT, *LONG)
    wait_until(lambda: len(ranks_left(grid)) == 2, "two ranks")
    time.sleep(0.5)
    command.kill()
    command.wait()
    wait_until(lambda: ranks_left(grid) == [], "the ranks' end")
    out, err = command.communicate()
    assert "equal to the serial reference, bit for bit" in out, err
    assert "goes on without" not in err


def test_a_job_that_goes_on_ends_on_both_machines_when_it_is_told_to(machines: Machines) -> None:
    grid = machines.write_grid()
    command = machines.start("run", JACOBI2D, "--grid", grid, *KEPT, *ENDLESS)
    wait_until(lambda: len(ranks_left(grid)) == 2, "two ranks")
    time.sleep(0.5)
    command.send_signal(signal.SIGINT)
    assert finish(command).status == 130
    wait_until(lambda: ranks_left(grid) == [], "the ranks' end")


def test_a_host_that_cannot_be_reached_is_named_within_ten_seconds(machines: Machines) -> None:
    grid = machines.write_grid(far_address="10.77.0.9")
    begin_s = time.monotonic()
    command = machines.start("run", JACOBI2D, "--grid", grid, *STENCIL)
    assert command.stderr is not None
    named = next(line for line in command.stderr if "10.77.0.9" in line)
    assert time.monotonic() - begin_s < 10
    assert named.startswith("[1 chicago] ssh: ")
    done = finish(command)
    assert done.status == 1
    assert "rank 1 could not be started on node chicago-0 of site chicago: ssh: " in done.lines[-1]
    assert "10.77.0.9" in done.lines[-1]


def test_a_program_that_the_node_lacks_is_said(machines: Machines) -> None:
    grid = machines.write_grid()
    only_here = machines.folder / "jacobi2d"
    only_here.symlink_to(JACOBI2D)
    far = machines.area.address("chicago")
    gone = f"chicago=ssh {far} mv {only_here} {only_here}.away;"
    done = machines.run("run", str(only_here), "--grid", grid, "--via", gone, *STENCIL)
    assert done.status == 1
    assert "could not be started on node chicago-0 of site chicago: " in done.lines[-1]
    assert "not found" in done.lines[-1]


@pytest.fixture
def far_folder(machines: Machines) -> Iterator[tuple[Path, str]]:
    """A folder that is empty where the way that stands beside it leads, and is another one here."""
    folder = machines.folder / "only here"
    folder.mkdir()
    hidden = 'mount -t tmpfs none "$0" && echo hidden && exec sleep 600'
    words = ["unshare", "--mount", "sh", "-c", hidden, str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as holder:
        try:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "hidden\n"
            far = machines.area.address("chicago")
            yield folder, f"ssh {far} nsenter --target {holder.pid} --mount"
        finally:
            holder.kill()


def there(way: str, *words: str) -> str:
    """What a command says in that folder's place."""
    holder = way.split()[way.split().index("--target") + 1]
    command = ["nsenter", "--target", holder, "--mount", *words]
    return subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True).stdout


def test_program_grid_and_inputs_are_brought_to_a_node_that_lacks_them(
    machines: Machines, far_folder: tuple[Path, str]
) -> None:
    folder, way = far_folder
    program, grid, notes = folder / "jacobi2d", folder / "grid.toml", folder / "notes"
    shutil.copy(JACOBI2D, program)
    shutil.copy(machines.write_grid(), grid)
    notes.write_text("what a program reads\n")
    words = ("run", str(program), "--grid", str(grid), "--via", f"chicago={way}")
    lacking = machines.run(*words, *STENCIL)
    assert lacking.status == 1
    assert "not found" in lacking.lines[-1]
    staged = ("--stage", "--stage-file", str(notes))
    done = machines.run(*words, *staged, *STENCIL)
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out
    assert there(way, "cat", str(notes)) == notes.read_text()
    brought = there(way, "stat", "-c", "%i", str(program))
    notes.write_text("something else\n")
    done = machines.run(*words, *staged, *STENCIL)
    assert done.status == 0, done.err
    assert there(way, "stat", "-c", "%i", str(program)) == brought  # it had that one
    assert there(way, "cat", str(notes)) == notes.read_text()
    assert sorted(there(way, "ls", str(folder)).split()) == ["grid.toml", "jacobi2d", "notes"]


def test_a_program_has_another_path_on_another_node(machines: Machines) -> None:
    far = machines.folder / "elsewhere" / "plate"
    words = ("run", JACOBI2D, "--grid", machines.write_grid(), "--program-at", f"chicago={far}")
    lacking = machines.run(*words, *STENCIL)
    assert lacking.status == 1
    assert "not found" in lacking.lines[-1]
    done = machines.run(*words, "--stage", *STENCIL)
    assert done.status == 0, done.err
    assert "equal to the serial reference, bit for bit" in done.out
    assert far.read_bytes() == Path(JACOBI2D).read_bytes()


def test_a_node_that_cannot_be_given_the_program_is_said(machines: Machines) -> None:
    words = ("run", JACOBI2D, "--grid", machines.write_grid(), "--stage")
    done = machines.run(*words, "--program-at", "chicago=/proc/none/plate", *STENCIL)
    assert done.status == 1
    (line,) = done.lines
    assert line.startswith("isthmus: node chicago-0 of site chicago cannot be given /proc/none/")
    done = machines.run(*words, "--program-at", "paris=/opt/plate", *STENCIL)
    assert done.status == 2
    assert "expected SITE=PATH" in done.lines[-1]
