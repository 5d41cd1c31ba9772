"""`isthmus stop`: ends a running job."""

import argparse

from isthmus.arguments import Commands, expect_no_app_options
from isthmus.far_jobs import run_there, split_host
from isthmus.jobs import ask, find_job

EPILOG = """\
All processes of the job end as they do when it fails: in order, with one line that says that the
user has stopped it, and with exit status 1. What is written when a job has ended well, such as
--report, is not written. HOST is asked by ssh, and has `isthmus` on its PATH.

examples:
  isthmus stop jacobi2d-3f2a
  isthmus stop 12345
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("stop", "end a running job", EPILOG)
    parser.add_argument("job", metavar="[HOST:]JOB", help="its name, or the pid of its rank 0")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    host, name = split_host(parsed.job)
    if host:
        return run_there(host, ["stop", name])
    ask(find_job(name), {"request": "stop"})
    return 0
