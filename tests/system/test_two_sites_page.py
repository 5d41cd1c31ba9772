"""The commands of docs/guide/two-sites.md, run as they stand there on machines far apart.

What comments before the blocks say: `file: NAME` is written, `run: MACHINE` is run to its end,
`start: MACHINE` goes on meanwhile. `says: TEXT` is what it must print; `firewall: A B` drops, from
then on, every call to these machines.
"""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from guide_page import Block, blocks_of
from support import BUILD, REPOSITORY

from isthmus.experiment.wide_area import WideArea, why_not

PAGE = REPOSITORY / "docs" / "guide" / "two-sites.md"
LIMIT_S = 60.0


class Reader:
    """Somebody who does what the page says, with a terminal on each machine."""

    def __init__(self, area: WideArea, folder: Path) -> None:
        self._area = area
        self._folder = folder
        self._started: list[tuple[Block, subprocess.Popen[str]]] = []

    def follow(self, block: Block) -> None:
        for called in block.marks.get("firewall", "").split():
            for caller in ("urbana", "chicago", "relay"):
                if caller != called:
                    self._area.block_calls(caller, called)
        if "file" in block.marks:
            (self._folder / block.marks["file"]).write_text(block.text)
        elif "run" in block.marks:
            self._finish(block, self._start(block, block.marks["run"]))
            if block.marks["run"] == "chicago":
                self._finish_others("urbana")
        elif "start" in block.marks:
            self._started.append((block, self._start(block, block.marks["start"])))

    def _finish_others(self, machine: str) -> None:
        for block, process in self._started:
            if block.marks["start"] == machine:
                self._finish(block, process)
        self._started = [one for one in self._started if one[0].marks["start"] != machine]

    def _start(self, block: Block, machine: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [*self._area.on(machine), "bash", "-e", "-c", block.text],
            cwd=self._folder,
            env={
                **os.environ,
                "ISTHMUS_BUILD": str(BUILD),
                "PATH": f"{self._folder}/.venv/bin:{self._folder}/stand-ins:{os.environ['PATH']}",
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def _finish(self, block: Block, process: "subprocess.Popen[str]") -> None:
        try:
            said, _ = process.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            said, _ = process.communicate()
            raise AssertionError(f"still running:\n{block.text}\nit said:\n{said}") from None
        assert process.returncode == 0, f"{block.text}\nended with {process.returncode}:\n{said}"
        assert block.marks.get("says", "") in said, f"{block.text}\nsaid:\n{said}"

    def close(self) -> None:
        for _, process in self._started:
            if process.poll() is None:
                os.killpg(process.pid, 9)
            process.communicate()


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    (tmp_path / ".venv").symlink_to(REPOSITORY / ".venv")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "release").symlink_to(BUILD)
    names = ["urbana", "chicago", "relay"]
    with WideArea(names, latency_s=0.02) as area:
        _stand_in_for_ssh(area, names, tmp_path / "stand-ins" / "ssh")
        reader = Reader(area, tmp_path)
        yield reader
        reader.close()


def _stand_in_for_ssh(area: WideArea, names: list[str], path: Path) -> None:
    """The machines share their file system and have no ssh server: `ssh -o X ADDRESS COMMAND`."""
    cases = "".join(f"{area.address(name)}) set -- {' '.join(area.on(name))};; " for name in names)
    path.parent.mkdir()
    path.write_text(
        '#!/bin/bash\nwhile [ "$1" = -o ]; do shift 2; done\nwhere=$1; shift; command=$*\n'
        f'case $where in {cases}*) echo "ssh: no such host: $where" >&2; exit 255;; esac\n'
        'exec "$@" sh -c "$command"\n'
    )
    path.chmod(0o755)


def test_every_block_of_commands_says_where_it_runs() -> None:
    page = PAGE.read_text()
    blocks = blocks_of(PAGE)
    assert [
        block.marks for block in blocks if not set(block.marks) & {"file", "run", "start"}
    ] == []
    assert {"urbana", "chicago", "relay"} == {
        block.marks[how] for block in blocks for how in ("run", "start") if how in block.marks
    }
    # To clone and build is what the test's own caller has done.
    assert page.count("```sh\n") == sum("file" not in block.marks for block in blocks) + 1


@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_who_does_what_the_page_says_has_a_job_over_two_sites(reader: Reader) -> None:
    for block in blocks_of(PAGE):
        reader.follow(block)
