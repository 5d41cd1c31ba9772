"""The command `isthmus checkpoint`: what checkpoints there are, and whether they are whole."""

import argparse
import json
from typing import Any

from isthmus import report
from isthmus.arguments import Commands, add_command, expect_no_app_options
from isthmus.errors import BadInputError, IsthmusError
from isthmus.tool import ask

TOOL = "isthmus-checkpoint"

EPILOG = """\
A job writes checkpoints with --checkpoint EVERY, and another one goes on from them with --restart
PATH, on any number of sites, processes and PEs.

examples:
  isthmus checkpoint list checkpoints
  isthmus checkpoint check checkpoints
  isthmus checkpoint show checkpoints/checkpoint-7
"""

VERBS = {
    "list": "list the checkpoints of a directory",
    "check": "read every byte of a checkpoint, or of all of a directory",
    "show": "show what a checkpoint consists of",
}


def add_parser(commands: Commands) -> None:
    parser = commands.add("checkpoint", "look at the checkpoints of jobs", EPILOG)
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, what in VERBS.items():
        verb = add_command(verbs, name, what, EPILOG)
        verb.add_argument("path", metavar="PATH", help="a checkpoint's folder, or the directory")
        verb.add_argument("--json", action="store_true", help="print what there is as JSON")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    """Raises BadInputError where a checkpoint is damaged: `check` names each first."""
    expect_no_app_options(app_options)
    answer = ask(TOOL, [parsed.verb, parsed.path])
    try:
        found = json.loads(answer)
        if parsed.json:
            print(json.dumps(found, indent=2))
            return 2 if parsed.verb == "check" and any(one["errors"] for one in found) else 0
        if parsed.verb == "show":
            _show(found)
        elif parsed.verb == "list":
            _list(found, parsed.path)
        else:
            _check(found, parsed.path)
    except (ValueError, KeyError, TypeError) as problem:
        raise IsthmusError(
            f"{TOOL} printed no checkpoints ({type(problem).__name__}: {problem})"
        ) from None
    return 0


def _size(count: int) -> str:
    return f"{count / 1e6:.3f} MB"


def _stored(one: Any) -> str:
    if one["compression"] == "none":
        return _size(one["bytes"])
    return f"{_size(one['bytes'])}, {one['compression']} of {_size(one['object_bytes'])}"


def _shape(one: Any) -> str:
    counts = (("pes", "PE", "s"), ("processes", "process", "es"), ("sites", "site", "s"))
    return ", ".join(report.count_text(one[key], noun, more) for key, noun, more in counts)


def _list(found: list[Any], path: str) -> None:
    if not found:
        print(f"no checkpoints in {path}")
        return
    rows = [
        [str(one["number"]), one["error"], "", "", ""]
        if "error" in one
        else [
            str(one["number"]),
            one["program"],
            _shape(one),
            str(one["objects"]),
            _size(one["bytes"]),
        ]
        for one in found
    ]
    report.print_table(["number", "program", "written by", "objects", "size"], rows, path, left=3)


def _check(found: list[Any], path: str) -> None:
    damaged = 0
    for one in found:
        for error in one["errors"]:
            print(error)
        if one["errors"]:
            damaged += 1
        else:
            print(f"{one['path']}: whole, {one['objects']} objects, {_stored(one)}")
    if not found:
        raise BadInputError(f"{path}: no checkpoints")
    if damaged:
        raise BadInputError(f"{path}: {damaged} of {len(found)} checkpoints are damaged")


def _show(one: Any) -> None:
    print(f"checkpoint {one['number']} of {one['program']}, {one['path']}")
    print(f"  written by      {_shape(one)}, seed {one['seed']}")
    print(f"  objects         {one['objects']}, {_stored(one)}")
    print(f"  single chares   {one['single_chares']}")
    print(f"  main program    {one['main_program_bytes']} bytes")
    if one["sections"]:
        print(f"  sections        {one['sections']}")
    if one["unread_results"]:
        print(f"  unread results  {one['unread_results']}")
    if one["arrays_at_a_balancing_point"]:
        print(f"  at a balancing point: {one['arrays_at_a_balancing_point']} arrays")
    for name in one["readonly_values"]:
        print(f"  {name}")
    for name, value in one["results"].items():
        print(f"  result          {name} = {value:g}")
    rows = [[each["class"], each["kind"], str(each["elements"])] for each in one["collections"]]
    report.print_table(["class", "kind", "elements"], rows, left=2)
    rows = [[each["class"], each["fields"]] for each in one["classes"]]
    report.print_table(["class", "hash of its fields"], rows, left=2)
    rows = [
        [each["name"], each["compression"], _size(each["bytes"]), _size(each["object_bytes"])]
        for each in one["files"]
    ]
    report.print_table(["file", "compressed by", "size", "objects"], rows, left=2)
