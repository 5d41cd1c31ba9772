"""A build directory with a fake application in it, and ways to run the command on it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import telling_options, write_program


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are as wide as in a file; who runs the tests may have named a terminal's width."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def build_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A build that has the applications `fake` and `jacobi2d` and a probe, all the same program."""
    directory = tmp_path / "build"
    source = (Path(__file__).parent / "fake_app.py").read_text()
    for path in ("apps/fake/fake", "apps/jacobi2d/jacobi2d", "programs/isthmus-probe"):
        write_program(directory / path, telling_options(source))
    monkeypatch.setenv("ISTHMUS_BUILD", str(directory))
    return directory


@pytest.fixture
def start(build_directory: Path) -> Callable[..., "subprocess.Popen[str]"]:
    """Starts the command as a process of its own."""

    def started(*words: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "isthmus", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "ISTHMUS_BUILD": str(build_directory)},
        )

    return started
