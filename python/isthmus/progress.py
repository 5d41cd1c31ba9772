"""How far long work has come: a bar on a terminal, a line per step elsewhere.

The bar is drawn by the caller's thread alone: a drawing thread would make it unsafe to start
processes.
"""

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)


class Steps:
    """`total` steps, each announced by `begin` and closed by `end`. Use as a context manager."""

    def __init__(self, what: str, total: int, console: Console | None = None) -> None:
        self._total = total
        self._done = 0
        self._now = ""
        self._start_s = time.monotonic()
        self._console = console or Console(stderr=True, highlight=False)
        self._bar: Progress | None = None
        if self._console.is_terminal:
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(bar_width=12),
                MofNCompleteColumn(),
                TextColumn("left"),
                TimeRemainingColumn(),
                TextColumn("{task.fields[now]}"),
                console=self._console,
                auto_refresh=False,
                transient=True,
            )
            self._task = self._bar.add_task(what, total=total, now="")
        else:
            self._line(f"{what}: {total} runs")

    def __enter__(self) -> "Steps":
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def begin(self, now: str) -> None:
        self._now = now
        if self._bar is not None:
            self._bar.update(self._task, now=now)
            self._bar.refresh()

    def tick(self) -> None:
        """Moves the clock; call as often as you like."""
        if self._bar is not None:
            self._bar.refresh()

    def say(self, text: str) -> None:
        """A line of its own, which stays."""
        if self._bar is not None:
            self._bar.console.print(text, markup=False, soft_wrap=True)
        else:
            self._line(text)

    def end(self, outcome: str) -> None:
        self._done += 1
        if self._bar is not None:
            self._bar.update(self._task, advance=1)
            self._bar.refresh()
        else:
            elapsed_s = time.monotonic() - self._start_s
            left_s = elapsed_s / self._done * (self._total - self._done)
            self._line(
                f"[{self._done}/{self._total}] {elapsed_s:4.0f} s, about {left_s:.0f} left  "
                f"{self._now}: {outcome}"
            )

    def _line(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)
