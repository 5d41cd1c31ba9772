"""`isthmus watch`: a running job, a line every so often."""

import argparse
import json
import sys
import time

from isthmus.arguments import Commands, expect_no_app_options
from isthmus.errors import IsthmusError
from isthmus.far_jobs import run_there, split_host
from isthmus.job_views import has_ended
from isthmus.jobs import ask, find_job
from isthmus.status import ANSWER_S
from isthmus.top import add_arguments, views_of
from isthmus.top_page import line

EPILOG = """\
One line an interval: where the time of the job's PEs went, what crossed between sites, who does not
answer, how far the program is. `isthmus top` has more of each moment. With --json, a line is all
that the job says of itself: a recording, which `isthmus page` makes a page of.

examples:
  isthmus watch jacobi2d-3f2a
  isthmus watch jacobi2d-3f2a --interval 60 >> jacobi2d.log &
  isthmus watch jacobi2d-3f2a --json > run.jsonl

exit status: 0 when the job has ended, 2 for a job that there is not, 1 when it does not answer.
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("watch", "print a line about a running job every so often", EPILOG)
    add_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print all that it says, as JSON")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    if parsed.json:
        return _record(parsed.job, parsed.interval)
    views = views_of(parsed)
    is_first = True
    try:
        while True:
            try:
                view = views.next(time.sleep)
            except IsthmusError as problem:
                if is_first or not views.is_running():
                    raise
                print(f"isthmus: {problem}", file=sys.stderr, flush=True)
                continue
            if view is None:
                return 0
            is_first = False
            print(time.strftime("%H:%M:%S"), line(view), flush=True)
    finally:
        views.close()


def _record(where: str, interval_s: float) -> int:
    """The job's answers as they are, one a line, until it has ended."""
    host, name = split_host(where)
    if host:
        return run_there(host, ["watch", name, "--json", "--interval", f"{interval_s:g}"])
    job = find_job(name)
    is_first = True
    while True:
        try:
            answer = ask(job, {"request": "status"}, within_s=ANSWER_S)
        except IsthmusError as problem:
            if has_ended(job):
                return 0
            if is_first:
                raise
            print(f"isthmus: {problem}", file=sys.stderr, flush=True)
        else:
            print(json.dumps(answer, separators=(",", ":")), flush=True)
            if "ended" in answer.get("status", {}):
                return 0
        is_first = False
        time.sleep(interval_s)
