"""The commands of docs/guide/why-is-it-slow.md: virtual time gives the numbers that stand there."""

import os
import subprocess
from pathlib import Path

from guide_page import blocks_of
from support import BUILD, REPOSITORY

PAGE = REPOSITORY / "docs" / "guide" / "why-is-it-slow.md"
LIMIT_S = 60.0


def test_every_command_of_the_page_says_what_it_must_print() -> None:
    assert PAGE.read_text().count("```sh\n") == len(blocks_of(PAGE))


def test_the_commands_print_the_numbers_of_the_page(tmp_path: Path) -> None:
    path = f"{REPOSITORY}/.venv/bin:{os.environ['PATH']}"
    for block in blocks_of(PAGE):
        done = subprocess.run(
            ["bash", "-e", "-c", block.text],
            cwd=tmp_path,
            env={**os.environ, "ISTHMUS_BUILD": str(BUILD), "PATH": path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
        assert done.returncode == 0, f"{block.text}\n{done.stderr}"
        assert block.marks["says"] in done.stdout, f"{block.text}\nsaid:\n{done.stdout}"
