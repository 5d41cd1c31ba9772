"""`isthmus stop`: ends a running job, or one of its processes."""

import argparse

from isthmus.arguments import Commands, expect_no_app_options
from isthmus.far_jobs import run_there, split_host
from isthmus.jobs import ask, find_job

EPILOG = """\
All processes of the job end as they do when it fails: in order, with one line that says that the
user has stopped it, and with exit status 1. What is written when a job has ended well, such as
--report, is not written. HOST is asked by ssh, and has `isthmus` on its PATH.

With --process one process ends at once, with exit status 3, and the others go on without it, from
their last checkpoint, as if it had been killed. The job must have been begun with --checkpoint and
--on-loss go-on; `isthmus leave` has a process go without anything being done twice.

examples:
  isthmus stop jacobi2d-3f2a
  isthmus stop 12345
  isthmus stop jacobi2d-3f2a --process 3
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("stop", "end a running job, or one process of it", EPILOG)
    parser.add_argument("job", metavar="[HOST:]JOB", help="its name, or the pid of its rank 0")
    parser.add_argument("--process", metavar="RANK", help="end the process with this rank alone")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    host, name = split_host(parsed.job)
    one = {} if parsed.process is None else {"process": parsed.process}
    if host:
        return run_there(
            host, ["stop", name, *(word for of, rank in one.items() for word in (f"--{of}", rank))]
        )
    ask(find_job(name), {"request": "stop", **one})
    return 0
