"""`isthmus set`: gives what can change in a running job another value, or lists that."""

import argparse
import json
import textwrap
from typing import Any

from isthmus.arguments import Commands, expect_no_app_options
from isthmus.errors import BadInputError, IsthmusError
from isthmus.far_jobs import run_there, split_host
from isthmus.jobs import ask, find_job, printable

WIDTH = 80

EPILOG = """\
Without KEY it lists what can change, with the present value; what a program calls steerable is
there beside what the runtime has. A value that each process has for itself is set in all of them;
what is listed is that of rank 0. HOST is asked by ssh, and has `isthmus` on its PATH.

examples:
  isthmus set jacobi2d-3f2a
  isthmus set jacobi2d-3f2a border-first yes
  isthmus set login.example.org:jacobi2d-3f2a balancer none

exit status: 0 when it has been done everywhere, 2 when the job refuses, 1 when it does not answer.
"""


def listing(verbs: list[dict[str, Any]]) -> str:
    """One key a paragraph: its name, its value, what it means."""
    lines = []
    for verb in verbs:
        value = "-" if verb["value"] is None else printable(str(verb["value"]))
        lines.append(f"{verb['name']} = {value}")
        what = f"{verb['metavar']}: {printable(str(verb['what']))}"
        if verb["takes_effect"] != "at once":
            what += f" Takes effect {verb['takes_effect']}."
        lines += textwrap.wrap(what, WIDTH, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines)


def add_parser(commands: Commands) -> None:
    parser = commands.add("set", "set a value of a running job, or list those there are", EPILOG)
    parser.add_argument("job", metavar="[HOST:]JOB", help="its name, or the pid of its rank 0")
    parser.add_argument("key", nargs="?", metavar="KEY", help="what is to be set")
    parser.add_argument("value", nargs="?", metavar="VALUE", help="to what")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    if parsed.key is not None and parsed.value is None:
        raise BadInputError(f"no value for '{parsed.key}' (expected isthmus set JOB KEY VALUE)")
    host, name = split_host(parsed.job)
    if host:
        words = ["set", name, *([parsed.key, parsed.value] if parsed.key is not None else [])]
        return run_there(host, [*words, *(["--json"] if parsed.json else [])])
    job = find_job(name)
    if parsed.key is not None:
        answer = ask(job, {"request": "set", "name": parsed.key, "value": parsed.value})
        if parsed.json:
            print(json.dumps(answer))
        elif answer.get("takes_effect", "at once") != "at once":
            print(f"takes effect {answer['takes_effect']}")
        return 0
    answer = ask(job, {"request": "list"})
    try:
        text = json.dumps(answer["verbs"], indent=2) if parsed.json else listing(answer["verbs"])
    except (KeyError, TypeError):
        raise IsthmusError(f"job {job.name}: its answer makes no sense") from None
    print(text)
    return 0
