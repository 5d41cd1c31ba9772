"""`isthmus page`: the live page with a finished run in it, as one file."""

import argparse
import base64
import gzip
import html
import json
import zlib
from pathlib import Path

from isthmus.arguments import Commands, expect_no_app_options
from isthmus.build import build_directory, installed, repository_root
from isthmus.errors import BadInputError, IsthmusError
from isthmus.status import read_status

PLACE = "<!-- recording -->"

EPILOG = """\
FILE is a recording: what `isthmus watch JOB --json` has written, or what the live page has saved,
plain or compressed by gzip. The page plays it, with pause, step and speed, in any browser, and asks
for nothing from anywhere: it may be sent to a colleague. Without FILE it has no recording in it,
and opens one.

examples:
  isthmus watch jacobi2d-3f2a --json > run.jsonl
  isthmus page run.jsonl -o page.html

exit status: 0, 2 where FILE is none.
"""


def add_parser(commands: Commands) -> None:
    parser = commands.add("page", "make a page of a recorded run, for any browser", EPILOG)
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the recording")
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("page.html"), help="to write (page.html)"
    )


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    text = page_text() if parsed.file is None else with_recording(page_text(), parsed.file)
    try:
        parsed.output.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise BadInputError(f"{parsed.output}: {problem.strerror}") from None
    return 0


def page_text() -> str:
    """Raises IsthmusError where the page has not been built."""
    # An installation has it where a build has; `make page` without a build, in the checkout alone.
    folders = [build_directory(), *([] if installed() else [repository_root() / "build"])]
    for folder in folders:
        path = folder / "page" / "page.html"
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise IsthmusError("the page is not built (expected: make page)")


def with_recording(page: str, path: Path) -> str:
    """Raises BadInputError where the file is no recording."""
    packed = base64.b64encode(gzip.compress(read_recording(path), mtime=0)).decode("ascii")
    element = (
        f'<script id="recording" type="application/octet-stream"'
        f' data-name="{html.escape(path.name)}">{packed}</script>'
    )
    return page.replace(PLACE, element, 1)


def read_recording(path: Path) -> bytes:
    """Its lines, each of which is a job's answer. Raises BadInputError."""
    try:
        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as problem:
        raise BadInputError(f"{path}: {getattr(problem, 'strerror', None) or problem}") from None
    lines = [line for line in data.splitlines() if line.strip()]
    for number, line in enumerate(lines, 1):
        try:
            read_status(json.loads(line))
        except (ValueError, RecursionError):
            what = "no JSON"
        except IsthmusError:
            what = "no answer of a job"
        else:
            continue
        raise BadInputError(
            f"{path}: line {number} is {what} (expected what `isthmus watch JOB --json` writes)"
        )
    if not lines:
        raise BadInputError(f"{path}: no line in it (expected a recording)")
    return b"\n".join(lines) + b"\n"
