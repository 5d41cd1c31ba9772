"""How much memory compilers take, and which source takes most."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

LIMIT_KB = 1_000_000  # that a compiler may take for a source
COMPILERS = ("cc1plus", "cc1", "lto1")
PROCESSES = Path("/proc")
SOURCES = (".cpp", ".cxx", ".hxx", ".hpp", ".c")


@dataclass
class CompilerMemory:
    """The largest resident set (KB) of the compilers so far that are `ours`, by their folders in
    /proc, and what that one compiled. The owner has a thread look, in `watching`."""

    ours: Callable[[Path], bool]
    every_s: float
    peak_kb: int = 0
    source: str = ""

    @contextmanager
    def watching(self) -> Iterator[None]:
        ended = threading.Event()

        def watch() -> None:
            while not ended.wait(self.every_s):
                self.look()

        thread = threading.Thread(target=watch, daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def look(self) -> None:
        """Once, at all that run now."""
        try:
            processes = [one for one in PROCESSES.iterdir() if one.name.isdigit()]
        except OSError:  # no such thing here
            return
        for process in processes:
            try:
                self._look_at(process)
            except OSError:  # it has ended
                continue

    def text(self) -> str:
        return f"{self.peak_kb / 1e3:.0f} MB for {Path(self.source).name}"

    def _look_at(self, process: Path) -> None:
        name = (process / "comm").read_text(errors="replace").strip()
        if name not in COMPILERS or not self.ours(process):
            return
        for line in (process / "status").read_text().splitlines():
            if line.startswith("VmHWM:") and int(line.split()[1]) > self.peak_kb:
                self.peak_kb = int(line.split()[1])
                words = (process / "cmdline").read_text(errors="replace").split("\0")
                self.source = source_of(words)


def source_of(words: list[str]) -> str:
    """What a compiler compiles: a header that it is told to include before that is not it."""
    after = zip(["", *words], words, strict=False)
    return next((word for before, word in after
                 if before != "-include" and word.endswith(SOURCES)), "")


def started_by(process: Path, ancestor: int) -> bool:
    """Whether `ancestor` has started the process, or what started it."""
    number = int(process.name)
    while number > 1:
        if number == ancestor:
            return True
        # After the name, which is in brackets and may have any sign: the state, then the parent.
        told = (process.parent / str(number) / "stat").read_text(errors="replace")
        fields = told.rpartition(")")[2].split()
        number = int(fields[1])
    return False
