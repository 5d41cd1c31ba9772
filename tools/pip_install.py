"""Installs the packages of a lock file into the Python that runs this, and says how far it is.

    .venv/bin/python tools/pip_install.py LOCK

A line at most every two seconds: how many packages have come, and about how long the rest will
take, by what those took. Nothing is said where all are there. Errors are pip's; so is the exit
status. Python compiles modules when they are first imported, and most never are.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

EVERY_S = 2.0
PINNED = re.compile(r"^[A-Za-z0-9][\w.-]*(\[[\w,.-]+\])?==", re.MULTILINE)


@dataclass
class Progress:
    """What pip's lines say; `now_s` is a clock."""

    total: int
    now_s: Callable[[], float]

    def __post_init__(self) -> None:
        self._begin_s = self._told_s = self.now_s()
        self._begun = 0  # pip has begun with so many
        self._came = 0  # and had to fetch so many

    def tell(self, line: str) -> str:
        """What to print after that line of pip's; mostly nothing."""
        if line.startswith("Installing collected packages: "):
            self.total = 0  # the rest of its lines says nothing more
            names = line.partition(": ")[2].split(", ")
            return f"isthmus: Python packages: {len(names)} are here, and are installed"
        if line.startswith(("Collecting ", "Requirement already satisfied: ")):
            self._begun += 1
            self._came += line.startswith("Collecting ")
        now_s = self.now_s()
        done, left = self._begun - 1, self.total - self._begun + 1
        if now_s - self._told_s < EVERY_S or not self._came or not 0 < done < self.total:
            return ""
        self._told_s = now_s
        left_s = (now_s - self._begin_s) / done * left
        return (f"isthmus: Python packages: {done} of {self.total},"
                f" about {max(1, round(left_s))} s for the rest")


def install(lock: Path) -> int:
    progress = Progress(len(PINNED.findall(lock.read_text())), time.monotonic)
    words = ("install", "--disable-pip-version-check", "--no-color", "--progress-bar", "off",
             "--no-compile", "--require-hashes", "-r", str(lock))
    with subprocess.Popen([sys.executable, "-m", "pip", *words], stdout=subprocess.PIPE, text=True,
                          errors="replace", env={**os.environ, "PYTHONUNBUFFERED": "1"}) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            if said := progress.tell(line.strip()):
                print(said, flush=True)
    return pip.returncode


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not Path(arguments[0]).is_file():
        print("pip_install: which lock file? (expected one that is there)", file=sys.stderr)
        return 2
    return install(Path(arguments[0]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
