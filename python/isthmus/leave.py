"""`isthmus leave`: processes leave a running job, and nothing is lost."""

import argparse

from isthmus.arguments import Commands, expect_no_app_options
from isthmus.far_jobs import run_there, split_host
from isthmus.jobs import ask, find_job

EPILOG = """\
At its next point the job stops for a checkpoint. When that is whole the processes that leave end,
with exit status 4, and the others go on from it: nothing is done twice. The command returns then.
The job must have been begun with --checkpoint and --on-loss go-on. HOST is asked by ssh, and has
`isthmus` on its PATH.

examples:
  isthmus leave jacobi2d-3f2a --process 3
  isthmus leave jacobi2d-3f2a --node node7     all of its processes there
  isthmus leave jacobi2d-3f2a --site east      a whole site
  isthmus leave jacobi2d-3f2a --pes 4          those of the highest ranks with 4 PEs in all
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("leave", "have processes leave a running job", EPILOG)
    parser.add_argument("job", metavar="[HOST:]JOB", help="its name, or the pid of its rank 0")
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--process", metavar="RANK", help="the process with this rank")
    who.add_argument("--node", metavar="NAME", help="all processes of this node of the grid")
    who.add_argument("--site", metavar="NAME", help="all processes of this site")
    who.add_argument("--pes", metavar="N", help="processes of the highest ranks with so many PEs")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    of = next(of for of in ("process", "node", "site", "pes") if getattr(parsed, of) is not None)
    host, name = split_host(parsed.job)
    if host:
        return run_there(host, ["leave", name, f"--{of}", getattr(parsed, of)])
    ask(find_job(name), {"request": "leave", of: getattr(parsed, of)}, waits_for="its next point")
    return 0
