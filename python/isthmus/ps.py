"""`isthmus ps`: the jobs that run."""

import argparse
import json
import time

from isthmus.arguments import Commands, expect_no_app_options
from isthmus.far_jobs import run_there
from isthmus.jobs import RunningJob, printable, running_jobs

# PAGE is there where one of the jobs has one.
COLUMNS = ("JOB", "PROGRAM", "SINCE", "PROCESSES", "PES", "PID", "WHERE")

EPILOG = """\
A job is listed on the machine where its rank 0 runs, from its start to its end. HOST is asked by
ssh, and has `isthmus` on its PATH.

PAGE is the address of the live page of a job that was started with --live.

examples:
  isthmus ps
  isthmus ps --json
  isthmus ps login.example.org
"""


def table(jobs: list[RunningJob]) -> str:
    rows: list[tuple[str, ...]] = [COLUMNS]
    for job in jobs:
        since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(job.began))
        cells = (job.name, job.program, since, job.processes, job.pes, job.pid, job.door)
        rows.append(tuple(printable(str(cell)) for cell in cells))
    if any(job.page for job in jobs):
        pages = ("PAGE", *(printable(job.page) for job in jobs))
        rows = [(*row, page) for row, page in zip(rows, pages, strict=True)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def add_parser(commands: Commands) -> None:
    parser = commands.add("ps", "list the jobs of yours that run on this machine", EPILOG)
    parser.add_argument("host", nargs="?", metavar="HOST", help="another machine (default: this)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    if parsed.host is not None:
        return run_there(parsed.host, ["ps", *(["--json"] if parsed.json else [])])
    jobs = running_jobs()
    if parsed.json:
        print(json.dumps([job.fields() for job in jobs], indent=2))
    else:
        print(table(jobs))
    return 0
