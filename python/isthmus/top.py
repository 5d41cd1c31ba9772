"""`isthmus top`: a running job, seen from a terminal."""

import argparse
import json
import select
import sys
import termios
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from isthmus.arguments import Commands, expect_no_app_options, positive_number
from isthmus.errors import IsthmusError
from isthmus.far_jobs import run_there, split_host
from isthmus.job_views import Views, views_here, views_there
from isthmus.jobs import find_job
from isthmus.report import make_console
from isthmus.status import View, ask_waits
from isthmus.top_page import page, waits_text

INTERVAL_S = 1.0
LINES_OF_ALL = 1000  # of a page that no screen bounds

EPILOG = """\
All figures are of the time between two looks at the job. The job works on meanwhile; a PE that is
in a long entry method is named, and nobody waits for it. While nobody looks, nothing is measured.
HOST is asked by ssh, and has `isthmus` on its PATH.

keys: q leaves; the job goes on.

examples:
  isthmus top jacobi2d-3f2a
  isthmus top login.example.org:jacobi2d-3f2a --interval 5
  isthmus top jacobi2d-3f2a --once
  isthmus top jacobi2d-3f2a --waits
  isthmus top jacobi2d-3f2a --json | jq .links

exit status: 0 when the job has ended or you press q, 130 after Ctrl-C, 2 for a job that there is
not, 1 when it does not answer, or there is none on HOST.
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("top", "watch a running job: sites, links, PEs, who waits", EPILOG)
    add_arguments(parser)
    parser.add_argument("--once", action="store_true", help="look once, print, and end")
    parser.add_argument("--json", action="store_true", help="print a JSON object a line")
    parser.add_argument(
        "--waits", action="store_true", help="print everybody who waits, and for what, and end"
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Of commands that look again and again."""
    parser.add_argument("job", metavar="[HOST:]JOB", help="its name, or the pid of its rank 0")
    parser.add_argument(
        "--interval",
        type=positive_number,
        default=INTERVAL_S,
        metavar="S",
        help=f"seconds between two looks ({INTERVAL_S:g})",
    )


def views_of(parsed: argparse.Namespace, once: bool = False) -> Views:
    host, name = split_host(parsed.job)
    if host:
        return views_there(host, name, parsed.interval, once)
    return views_here(name, parsed.interval)


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    if parsed.waits:
        return _print_waits(parsed)
    views = views_of(parsed, parsed.once)
    try:
        console = make_console()
        if parsed.json or parsed.once or not console.is_terminal:
            return _print(views, console, parsed.once, parsed.json)
        return _draw(views, console)
    finally:
        views.close()


def _print_waits(parsed: argparse.Namespace) -> int:
    host, name = split_host(parsed.job)
    if host:
        return run_there(host, ["top", name, "--waits", *(["--json"] if parsed.json else [])])
    status = ask_waits(find_job(name))
    if parsed.json:
        print(json.dumps({"waits": status.rows("waits"), "bounds": status.bounds}))
    else:
        print("\n".join(waits_text(status)))
    return 0


def _print(views: Views, console: Console, once: bool, as_json: bool) -> int:
    is_first = True
    while True:
        try:
            view = views.next(time.sleep)
        except IsthmusError as problem:
            if once or is_first or not views.is_running():
                raise
            print(f"isthmus: {problem}", file=sys.stderr, flush=True)
            continue
        is_first = False
        if view is None:
            return 0
        if as_json:
            print(json.dumps(view.fields()), flush=True)
        else:
            height = console.height if console.is_terminal else LINES_OF_ALL
            console.print(page(view, height))
        if once:
            return 0


def _draw(views: Views, console: Console) -> int:
    """Until the job has ended, or somebody presses q."""
    with _keys() as wait, Live(console=console, screen=True, auto_refresh=False) as live:
        live.update(Text("looking at the job ..."), refresh=True)
        last: View | None = None
        while True:
            try:
                view = views.next(wait)
            except _LeavesError:
                return 0
            except IsthmusError as problem:
                if last is None or not views.is_running():
                    raise
                # One busy process more or less: it is asked again.
                shown = page(last, console.height - 1)
                live.update(Group(Text(str(problem), style="bold red"), shown), refresh=True)
                continue
            if view is None:
                break
            last = view
            live.update(page(view, console.height), refresh=True)
    console.print("the job has ended")
    return 0


class _LeavesError(Exception):
    """Of the user, by a key."""


@contextmanager
def _keys() -> Iterator["_Wait"]:
    """How to wait while the keyboard is read, key by key, where there is one."""
    if not sys.stdin.isatty():
        yield _Wait(has_keys=False)
        return
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield _Wait(has_keys=True)
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


class _Wait:
    def __init__(self, has_keys: bool) -> None:
        self._has_keys = has_keys

    def __call__(self, for_s: float) -> None:
        """Raises _LeavesError on q."""
        if not self._has_keys:
            time.sleep(for_s)
            return
        end_s = time.monotonic() + for_s
        while (left_s := end_s - time.monotonic()) > 0:
            if select.select([sys.stdin], [], [], left_s)[0]:
                letter = sys.stdin.read(1)
                if letter in ("q", "Q", ""):
                    raise _LeavesError
