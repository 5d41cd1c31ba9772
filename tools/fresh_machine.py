"""Runs `make run` and `make test` as a newcomer does: in a bare Debian 12 with nothing cached.

    tools/fresh_machine.py [--packages] [--run-only] [--root DIR] [--keep]

Makes a minimal root with mmdebstrap (root is needed), clones the last commit into it and runs both
commands there with a stopwatch. What is not committed is left out. apt in there asks Debian's own
mirror, pip the index that this machine's does. `--packages` installs the packages of `make run`
first, as on a machine that has them. The folder of `--root` must not be there yet; it is removed at
the end, but for `--keep`. Prints a row for each thing that was timed: the first row of the main
job's table, the end of both commands, and the largest memory that a compiler took. Exit status 1
when one took longer than the project allows, or failed.
"""

from __future__ import annotations

import argparse
import math
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import own_folder
from compiler_memory import LIMIT_KB, CompilerMemory

ROOT = Path(__file__).resolve().parent.parent
SUITE = "bookworm"
FIRST_ROWS = ("block, ", "naive, ")  # how the rows of `isthmus masking` begin
FIRST_ROW_LIMIT_S = 300.0
FIRST_ROW_WITH_PACKAGES_LIMIT_S = 240.0
TEST_LIMIT_S = 900.0
SAMPLE_EVERY_S = 0.1
# What names and certificates this machine trusts; without them nothing may be reachable in there.
COPIED = ("etc/hosts", "etc/pip.conf", "etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt",
          "usr/local/share/ca-certificates")
HANDED_ON = ("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
             "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_TRUSTED_HOST", "PIP_CERT",
             "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")


@dataclass(frozen=True)
class Row:
    what: str
    value: float
    limit: float
    unit: str

    @property
    def met(self) -> bool:
        return self.value <= self.limit

    def text(self) -> str:
        verdict = "met" if self.met else "not met"
        limit = f"of {self.limit:>8.0f} {self.unit:<3}{verdict}" if self.limit < math.inf else ""
        return f"{self.what:<48}{self.value:>9.0f} {self.unit:<3}{limit}".rstrip()


def make_root(root: Path, packages: str) -> None:
    """A minimal Debian with the packages, separated by commas."""
    subprocess.run(
        ["mmdebstrap", "--variant=minbase", f"--include={packages}", "--quiet", SUITE, str(root)],
        check=True, stdin=subprocess.DEVNULL)
    for name in COPIED:
        source, target = Path("/") / name, root / name
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True, symlinks=True)
        elif source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    user_pip = Path.home() / ".config" / "pip" / "pip.conf"
    if user_pip.exists():
        shutil.copy(user_pip, root / "etc" / "pip.conf")


def enter(
    root: Path, command: str, on_line: Callable[[str], None], show: bool = True
) -> int:
    """Runs a shell command in the root, in namespaces of its own, where nothing of it outlives it;
    its exit status."""
    kept = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
    variables = [shlex.quote(f"{name}={value}") for name, value in kept.items()]
    place = shlex.quote(str(root))
    mounts = (f"mount -t proc proc {place}/proc && mount --rbind /sys {place}/sys && "
              f"mount --rbind /dev {place}/dev && exec chroot {place} "
              "/usr/bin/env -i HOME=/root TERM=dumb LANG=C.UTF-8 "
              "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
    script = f"{mounts} {' '.join(variables)} sh -c {shlex.quote(command)}"
    with subprocess.Popen(
        ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if show:
                print(line, end="", flush=True)
            on_line(line)
    return process.returncode


def clone_into(root: Path) -> None:
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT),
                    str(root / "root" / "isthmus")], check=True)


class Stopwatch:
    """Notes when a line that begins with one of `marks` is first seen."""

    def __init__(self, *marks: str) -> None:
        self._begin_s = time.monotonic()
        self._marks = marks
        self.seen_s: float | None = None

    def elapsed_s(self) -> float:
        return time.monotonic() - self._begin_s

    def look(self, line: str) -> None:
        if self.seen_s is None and line.startswith(self._marks):
            self.seen_s = self.elapsed_s()


def measure(root: Path, given: argparse.Namespace) -> tuple[list[Row], bool]:
    """The rows, and whether both commands ended well."""
    if given.packages:
        enter(root, "cd /root/isthmus && tools/install_packages.sh run", lambda _: None)
    memory = CompilerMemory(lambda process: (process / "root").samefile(root), SAMPLE_EVERY_S)
    with memory.watching():
        rows, well = measure_commands(root, given)
    rows.append(Row(f"a compiler's memory ({Path(memory.source).name})", memory.peak_kb / 1e3,
                    LIMIT_KB / 1e3, "MB"))
    return rows, well


def measure_commands(root: Path, given: argparse.Namespace) -> tuple[list[Row], bool]:
    rows, well = [], True
    watch = Stopwatch(*FIRST_ROWS)
    well &= enter(root, "cd /root/isthmus && make run", watch.look) == 0
    limit_s = FIRST_ROW_WITH_PACKAGES_LIMIT_S if given.packages else FIRST_ROW_LIMIT_S
    first_s = watch.seen_s if watch.seen_s is not None else math.inf
    rows.append(Row("make run: first row of the table", first_s, limit_s, "s"))
    rows.append(Row("make run: its end", watch.elapsed_s(), math.inf, "s"))
    if not given.run_only:
        watch = Stopwatch()
        well &= enter(root, "cd /root/isthmus && make test", watch.look) == 0
        rows.append(Row("make test", watch.elapsed_s(), TEST_LIMIT_S, "s"))
    return rows, well


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packages", action="store_true",
                        help="with the packages of make run there before")
    parser.add_argument("--run-only", action="store_true", help="make run alone")
    parser.add_argument("--root", type=Path,
                        help="the folder, not there yet, in which the root is made; by default a"
                        " new one")
    parser.add_argument("--keep", action="store_true", help="leave the root there")
    given = parser.parse_args(arguments)
    if os.geteuid() != 0:
        parser.error("a root is made and entered by root alone (expected to be started by root)")
    try:
        with own_folder.lent(given.root, "isthmus-fresh-", given.keep) as root:
            make_root(root, "make,ca-certificates,git")
            clone_into(root)
            rows, well = measure(root, given)
    except own_folder.RefusedError as problem:
        parser.error(f"--root {problem}")
    print()
    for row in rows:
        print(row.text())
    return 0 if well and all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
