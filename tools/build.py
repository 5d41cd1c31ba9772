"""Builds a folder that CMake has configured, and says how far it is and how long it may still take.

    tools/build.py FOLDER [--jobs N] [TARGET ...]

On a terminal one line that is written over; elsewhere a line every few seconds. Whatever a compiler
says is passed on, and at the end it is said how many warnings there were, as there are to be none,
and when a compiler took more memory than the project allows (sanitizers have no limit). The exit
status is the build's.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from compiler_memory import LIMIT_KB, CompilerMemory, started_by

WARNING = re.compile(r":\d+: warning: ")
STATUS = re.compile(r"^\[(\d+)/(\d+)\] ")
LINE_EVERY_S = 15.0
LOOK_AT_MEMORY_EVERY_S = 0.5
FIRST_ESTIMATE = 8  # steps; a mean of fewer says nothing


@dataclass(frozen=True)
class Standing:
    """Steps of the build that are done, of all; and since when it runs."""

    done: int
    total: int
    elapsed_s: float

    def left_s(self) -> float | None:
        """At the pace so far; None before there is one. A build's steps are of one kind, so what
        the rest takes is what as many have taken."""
        if self.done < FIRST_ESTIMATE:
            return None
        return self.elapsed_s / self.done * (self.total - self.done)

    def text(self) -> str:
        left_s = self.left_s()
        left = "" if left_s is None else f", about {duration_text(left_s)} left"
        return f"isthmus: building, {self.done} of {self.total} steps{left}"


def duration_text(seconds: float) -> str:
    """Rounded as far as an estimate deserves."""
    if seconds < 60:
        return f"{10 * max(1, round(seconds / 10))} s"
    minutes, rest = divmod(10 * round(seconds / 10), 60)
    return f"{minutes} min {rest} s" if rest else f"{minutes} min"


def build(command: list[str]) -> int:
    """Runs ninja's front end; the build's exit status."""
    begin_s = time.monotonic()
    last_line_s = begin_s
    on_terminal = sys.stdout.isatty()
    standing = None
    warnings = 0
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace",
        env={**os.environ, "NINJA_STATUS": "[%f/%t] "},
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            now_s = time.monotonic()
            step = STATUS.match(line)
            if step is None:
                warnings += bool(WARNING.search(line))
                if line.strip() and not line.startswith("ninja: "):
                    print(("\r\033[K" if on_terminal else "") + line.rstrip("\n"), flush=True)
                continue
            standing = Standing(int(step[1]), int(step[2]), now_s - begin_s)
            if on_terminal:
                print(f"\r\033[K{standing.text()}", end="", flush=True)
            elif now_s - last_line_s >= LINE_EVERY_S:
                last_line_s = now_s
                print(standing.text(), flush=True)
    status = process.returncode
    if on_terminal and standing is not None:
        print("\r\033[K", end="")
    if status == 0 and standing is not None and standing.elapsed_s >= LINE_EVERY_S:
        print(f"isthmus: built in {duration_text(standing.elapsed_s)}", flush=True)
    if warnings:
        print(f"isthmus: {warnings} warning{'s' if warnings > 1 else ''} (expected none)",
              flush=True)
    return status


def is_sanitized(folder: Path) -> bool:
    """Whether the build has sanitizers, as its cache says."""
    try:
        lines = (folder / "CMakeCache.txt").read_text().splitlines()
    except OSError:
        return False
    return any(line.startswith("ISTHMUS_SANITIZE:") and not line.endswith("=") for line in lines)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="default: everything")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="compilers at a time")
    given = parser.parse_args(arguments)
    if not (given.folder / "build.ninja").exists():
        parser.error(f"{given.folder}: not configured (expected a build.ninja there)")
    targets = ["--target", *given.targets] if given.targets else []
    command = ["cmake", "--build", str(given.folder), "--parallel", str(given.jobs), *targets]
    memory = CompilerMemory(lambda process: started_by(process, os.getpid()),
                            LOOK_AT_MEMORY_EVERY_S)
    try:
        with memory.watching():
            status = build(command)
        if memory.peak_kb > LIMIT_KB and not is_sanitized(given.folder):
            print(f"isthmus: a compiler took {memory.text()} (expected at most"
                  f" {LIMIT_KB / 1e3:.0f} MB)", flush=True)
        return status
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
