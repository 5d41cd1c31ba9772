"""`isthmus watch`: a running job, a line every so often."""

import argparse
import sys
import time

from isthmus.arguments import Commands, expect_no_app_options
from isthmus.errors import IsthmusError
from isthmus.top import add_arguments, views_of
from isthmus.top_page import line

EPILOG = """\
One line an interval: where the time of the job's PEs went, what crossed between sites, who does not
answer, how far the program is. `isthmus top` has more of each moment.

examples:
  isthmus watch jacobi2d-3f2a
  isthmus watch jacobi2d-3f2a --interval 60 >> jacobi2d.log &

exit status: 0 when the job has ended, 2 for a job that there is not, 1 when it does not answer.
"""


def add_parser(commands: Commands) -> None:
    add_arguments(commands.add("watch", "print a line about a running job every so often", EPILOG))


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
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
