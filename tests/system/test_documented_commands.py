"""The commands in the guide and the README are run, as they stand there, or read by the parsers
that would run them.

A page's commands run in a folder of its own, in the order in which they stand there; a comment
`<!-- file: NAME -->` before a block has it written there first. What takes too long, or needs what
a test cannot have, is listed below with the reason: a command of `isthmus` is then parsed, a target
of `make` looked for, and every block is read by a shell. An entry of a list that no command needs
is a failure, too.
"""

import faulthandler
import os
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from support import BUILD, COMMAND, REPOSITORY

from isthmus import cli
from isthmus.errors import IsthmusError

GUIDE = REPOSITORY / "docs" / "guide"
PAGES = [REPOSITORY / "README.md", *sorted(GUIDE.glob("*.md"))]
LIMIT_S = 150.0  # for a block; that of the README has thirty commands
PAGE_S = 300.0
GRID = """
[[site]]
name = "urbana"
[[site]]
name = "chicago"
"""

# Pages whose blocks with a comment before them a test of their own follows.
FOLLOWED = {
    "cactus-thorns.md": "test_mesh_cctk.py",
    "meshes.md": "test_mesh.py",
    "two-sites.md": "test_two_sites_page.py",
    "why-is-it-slow.md": "test_why_is_it_slow_page.py",
}

# How a command begins, and why it is parsed and not run.
PARSED = {
    "isthmus masking": "it is the main job, of minutes",
    "isthmus bench": "it takes minutes, and other work on the machine would spoil it",
    "isthmus sweep": "it takes minutes",
    "isthmus experiment": "each takes seconds to minutes; python/tests has some, each night all",
    "isthmus simulate --seeds": "the scenarios are tests already, each night a thousand seeds",
    "isthmus run meshgen": "test_meshgen.py runs it",
    "isthmus run md": "test_md.py runs it",
    "isthmus relay": "it never ends by itself; test_relay.py has one",
    "isthmus run jacobi2d --grid grid.toml --via": "it leads to another machine",
    "isthmus mpirun -n 16 --record-costs": "its program is of another page",
    "isthmus simulate mpi": "its program is of another page",
    "isthmus top": "of a job that is running; test_top.py has one",
    "isthmus set": "of a job that is running; test_job_door.py has one",
    "isthmus leave": "of a job that is running; test_membership.py has one",
    "isthmus join": "of a job that is running, or of more machines; test_join_from_machines.py",
    "isthmus scale": "of a job that is running; test_membership.py has one",
    "isthmus stop": "of a job that is running; test_job_door.py has one",
}

# How a command begins that no test can run, and why.
NOT_HERE = {
    "apt install": "it changes the machine",
    "bsub": "no LSF can be had; the script that it is given is run with stand-ins",
    "cmake": "it needs an installed package; tests/install does this with one",
    "git clone": "the reader's own address stands there",
    "kubectl": "no Kubernetes can be had; its schemas are asked in python/tests",
    "qsub": "no PBS can be had; the script that it is given is run with stand-ins",
    "sbatch": "test_slurm.py has a Slurm run such a script",
    "build/release/apps/jacobi2d/jacobi2d --grid": "test_chain_changes.py has such a grid",
    "srun": "test_slurm.py has a Slurm start programs",
    "mpirun": "test_managers.py has Open MPI start programs",
    "stencil ...": "no whole command",
    "tools/install_packages.sh": "it changes the machine",
}


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    text: str
    file: str  # to be written; empty: to be run
    is_marked: bool

    def commands(self) -> list[str]:
        joined = self.text.replace("\\\n", " ")
        return [line for line in joined.splitlines() if line.split("#")[0].strip()]


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text()
    found = re.finditer(
        r"((?:^<!-- \w+:[^\n]*-->\n)*)^```(\w+)\n(.*?)^```", text, re.DOTALL | re.MULTILINE
    )
    blocks = []
    for each in found:
        file = re.search(r"<!-- file: (.*) -->", each[1])
        if each[2] == "sh" or file:
            line = text[: each.start(3)].count("\n") + 1
            blocks.append(Block(page, line, each[3], file[1] if file else "", bool(each[1])))
    return blocks


def entry_of(command: str, entries: dict[str, str]) -> str:
    """The longest one by which the command begins; empty where there is none."""
    words = f"{command.split(' #')[0].strip()} "
    return max((entry for entry in entries if words.startswith(f"{entry} ")), key=len, default="")


def is_run(command: str) -> bool:
    return not (
        entry_of(command, PARSED) or entry_of(command, NOT_HERE) or command.startswith("make")
    )


ALL_BLOCKS = [
    block
    for page in PAGES
    for block in blocks_of(page)
    if not (page.name in FOLLOWED and block.is_marked)
]
TO_RUN = [block for block in ALL_BLOCKS if block.file or any(map(is_run, block.commands()))]
PAGES_TO_RUN = [page for page in PAGES if any(block.page == page for block in TO_RUN)]


def commands_of(entries: dict[str, str]) -> list[str]:
    blocks = [block for block in ALL_BLOCKS if not block.file]
    found = [command for block in blocks for command in block.commands()]
    return [command for command in found if entry_of(command, entries)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A checkout, as far as the pages name parts of it, whose build is the one under test; with the
    reader's grid file."""
    for grid in ("grid.toml", "hosts.toml"):
        (tmp_path / grid).write_text(GRID)
    for part in ("apps", "examples", "tests"):
        (tmp_path / part).symlink_to(REPOSITORY / part)
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "release").symlink_to(BUILD)
    return tmp_path


def surroundings(**more: str) -> dict[str, str]:
    return {
        **os.environ,
        "ISTHMUS": str(REPOSITORY),
        "ISTHMUS_BUILD": str(BUILD),
        "PATH": f"{Path(COMMAND).parent}:{os.environ['PATH']}",
        **more,
    }


def follow(block: Block, folder: Path, **variables: str) -> None:
    """Runs those of its commands that can be run here."""
    # The doctor's 1 says that it has found something, of this machine as it is now.
    script = "\n".join(
        f"{command} || test $? = 1" if command.startswith("isthmus doctor") else command
        for command in filter(is_run, block.commands())
    )
    try:
        done = subprocess.run(
            ["bash", "-e", "-c", script],
            cwd=folder,
            env=surroundings(**variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise AssertionError(f"{block.page.name}:{block.line}: still running:\n{script}") from None
    where = f"{block.page.name}:{block.line}"
    assert done.returncode == 0, f"{where}:\n{script}\n{done.stdout}"


@pytest.mark.parametrize("page", PAGES_TO_RUN, ids=lambda page: page.stem)
def test_the_commands_of_a_page_do_what_it_says(page: Path, folder: Path) -> None:
    faulthandler.dump_traceback_later(PAGE_S, exit=True)  # instead of the watchdog of every test
    for block in TO_RUN:
        if block.page != page:
            continue
        if block.file:
            (folder / block.file).write_text(block.text)
        else:
            follow(block, folder)


def test_batch_scripts_run_with_what_their_manager_says(folder: Path) -> None:
    nodes = folder / "nodes"
    nodes.write_text("localhost\nlocalhost\n")
    said = {
        "job.pbs": {
            "PBS_NODEFILE": str(nodes),
            "PBS_O_WORKDIR": str(folder),
            "PBS_JOBID": "7.pbs",
        },
        "job.lsf": {"LSB_DJOB_HOSTFILE": str(nodes), "LSB_JOBID": "8"},
    }
    for block in blocks_of(GUIDE / "pbs-and-lsf.md"):
        if block.file in said:
            follow(block, folder, **said.pop(block.file))
    assert not said


@pytest.mark.parametrize("command", commands_of(PARSED))
def test_what_is_not_run_is_parsed(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("ISTHMUS_BUILD", str(BUILD))
    words = shlex.split(command, comments=True)
    for word in ("<", ">", "|"):
        words = words[: words.index(word)] if word in words else words
    own = words[1 : words.index("--")] if "--" in words else words[1:]
    try:
        parser = cli.make_parser(own)
        _, rest = parser.parse_known_args(cli.with_negative_values(own))
    except IsthmusError as problem:
        raise AssertionError(f"{command}: {problem}") from None
    assert rest == [], command


def test_every_block_is_a_script_that_a_shell_can_read() -> None:
    for block in ALL_BLOCKS:
        if block.file and not block.text.startswith("#!"):
            continue
        done = subprocess.run(["bash", "-n"], input=block.text, capture_output=True, text=True)
        assert done.returncode == 0, f"{block.page.name}:{block.line}: {done.stderr}"


def test_targets_of_make_are_there() -> None:
    makefile = (REPOSITORY / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE))
    named = [
        word
        for block in ALL_BLOCKS
        for command in block.commands()
        if command.startswith("make")
        for word in shlex.split(command, comments=True)[1:]
        if "=" not in word
    ]
    assert named
    assert set(named) <= targets


def test_every_entry_of_the_lists_is_of_a_command() -> None:
    for entries in (PARSED, NOT_HERE):
        used = {entry_of(command, entries) for command in commands_of(entries)}
        assert set(entries) - used == set()
    assert not set(PARSED) & set(NOT_HERE)
    for page, test in FOLLOWED.items():
        assert (GUIDE / page).exists()
        assert page in (Path(__file__).parent / test).read_text()
