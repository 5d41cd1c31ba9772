"""clang-tidy over the C++ that changed, a line for each source.

    tools/tidy.py [--build DIR] [--base COMMIT] [--whole] [--jobs N] [--minutes N] [SOURCE ...]

Looks at the lines of src and apps, tests aside, that differ from `--base`; a header that differs is
looked at through the source beside it. Without `--base` that is where this branch left main, or on
main itself the commit before. With `--whole`, or for sources that are named, all lines of a source
and its headers count. With `--minutes` no more sources are begun after that time, what is under way
then is ended, and the last line says how many were looked at; the commit decides which one is the
first. Exit status 1 when there are findings, 2 when clang-tidy or the build is missing.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOL = "clang-tidy-19"
FOLDERS = ("src", "apps")
HUNK = re.compile(r"^@@ \S+ \+(\d+)(?:,(\d+))? @@")
FINDING = re.compile(r"^(\S+):\d+:\d+: (?:warning|error): .*$", re.MULTILINE)


def git(*arguments: str) -> str:
    """What git says; nothing where it fails."""
    asked = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return asked.stdout.strip() if asked.returncode == 0 else ""


def base_of(head: str) -> str:
    for main in ("origin/main", "main"):
        base = git("merge-base", head, main)
        if base and base != git("rev-parse", head):
            return base
    return f"{head}~1"


def sources_of(changed: list[str], root: Path) -> list[str]:
    """The sources to look at, each once, in order."""
    sources = set()
    for path in map(Path, changed):
        source = path.with_suffix(".cpp")
        if (path.suffix in {".cpp", ".hpp"} and path.parts[0] in FOLDERS
                and not path.stem.endswith("_test") and "compile_fail" not in path.parts
                and (root / source).exists()):
            sources.add(source.as_posix())
    return sorted(sources)


def changed_lines(diff: str) -> dict[str, list[tuple[int, int]]]:
    """The first and last lines of what each file has new, of a diff without context."""
    lines: dict[str, list[tuple[int, int]]] = {}
    path = ""
    for line in diff.splitlines():
        if line.startswith("+++ "):
            path = line.removeprefix("+++ ").removeprefix("b/")
        elif (hunk := HUNK.match(line)) and (count := int(hunk[2] or 1)) > 0:
            lines.setdefault(path, []).append((int(hunk[1]), int(hunk[1]) + count - 1))
    return lines


def line_filter(lines: dict[str, list[tuple[int, int]]]) -> str:
    return json.dumps([{"name": f"/{path}", "lines": ranges} for path, ranges in lines.items()])


def one_command_each(commands: list[dict[str, str]]) -> list[dict[str, str]]:
    """Without the second compilation of a source for tests/systematic, and without precompiled
    headers, which only make parsing longer here; sources that are compiled as one, one by one."""
    found: dict[str, dict[str, str]] = {}
    for entry in commands:
        if "tests/systematic" not in entry.get("output", entry["command"]):
            command = re.sub(r" -Winvalid-pch -include \S+cmake_pch\.hxx", "", entry["command"])
            for source in united_in(entry["file"]):
                found.setdefault(source, {**entry, "file": source, "command": command.replace(
                    entry["file"], source)})
    return list(found.values())


def united_in(source: str) -> list[str]:
    """The sources that isthmus_unite of IsthmusRooms.cmake compiles as one; or the one itself."""
    path = Path(source)
    if not path.parent.name.endswith("_united") or not path.exists():
        return [source]
    included = re.findall(r'^#include "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    return [str((path.parent / one).resolve()) for one in included]


@dataclass(frozen=True)
class Look:
    """What came of one source; None: there was no time to look."""

    source: str
    findings: tuple[str, ...] | None
    seconds: float = 0.0


def look_at(source: str, options: list[str], deadline_s: float) -> Look:
    begin_s = time.monotonic()
    if begin_s >= deadline_s:
        return Look(source, None)
    try:
        run = subprocess.run([TOOL, "--quiet", *options, source], cwd=ROOT, text=True,
                             capture_output=True, timeout=min(deadline_s - begin_s, 24 * 3600))
    except subprocess.TimeoutExpired:
        return Look(source, None)
    findings = tuple(found.group() for found in FINDING.finditer(run.stdout))
    if run.returncode != 0 and not findings:
        findings = (f"{source}: {TOOL} ended with status {run.returncode}: {run.stderr[-500:]}",)
    return Look(source, findings, time.monotonic() - begin_s)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release")
    parser.add_argument("--base", help="a commit to compare with")
    parser.add_argument("--whole", action="store_true", help="not only the lines that changed")
    parser.add_argument("--jobs", type=int, default=1, help="sources at a time")
    parser.add_argument("--minutes", type=float, default=float("inf"),
                        help="no source begins later")
    parser.add_argument("sources", nargs="*", metavar="SOURCE", help="these instead")
    given = parser.parse_args(arguments)
    if shutil.which(TOOL) is None:
        print(f"isthmus: no {TOOL} (expected tools/install_packages.sh check)", file=sys.stderr)
        return 2
    base = given.base or base_of("HEAD")
    if not given.sources and not git("rev-parse", "--verify", "--quiet", base + "^{commit}"):
        print(f"isthmus: tidy: no commit {base} (expected one to compare with)", file=sys.stderr)
        return 2
    changed = changed_lines(git("diff", "-U0", base, "--", *FOLDERS))
    sources = given.sources or sources_of(list(changed), ROOT)
    if not sources:
        print("isthmus: tidy: no C++ source has changed")
        return 0
    database = given.build / "compile_commands.json"
    if not database.exists():
        print(f"isthmus: no {database} (expected make build)", file=sys.stderr)
        return 2
    first = int(git("rev-parse", "HEAD") or "0", 16) % len(sources)
    deadline_s = time.monotonic() + 60 * given.minutes
    commands = given.build / "tidy"
    commands.mkdir(parents=True, exist_ok=True)
    once = one_command_each(json.loads(database.read_text(encoding="utf-8")))
    (commands / database.name).write_text(json.dumps(once), encoding="utf-8")
    options = ["-p", str(commands)]
    if not given.sources and not given.whole:
        options.append(f"--line-filter={line_filter(changed)}")

    findings: set[str] = set()
    looked_at = 0
    with ThreadPoolExecutor(given.jobs) as pool:
        for look in pool.map(lambda source: look_at(source, options, deadline_s),
                             sources[first:] + sources[:first]):
            if look.findings is None:
                continue
            looked_at += 1
            print(f"{look.seconds:6.1f} s  {look.source}", flush=True)
            for finding in look.findings:
                if finding not in findings:  # one of a header comes with each source
                    print(finding, flush=True)
                findings.add(finding)
    print(f"isthmus: tidy: {looked_at} of {len(sources)} sources looked at, "
          f"{len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
