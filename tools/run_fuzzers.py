"""Runs the fuzzers of tests/fuzz one after the other: a line for each.

    tools/run_fuzzers.py [--minutes N] [--keep] [TARGET ...]

Each runs for so many minutes on one core, from its seeds, the kept corpus (its archive of
tests/fuzz/corpus) and what earlier runs came to (build/fuzz/corpus). With --keep the archive is
made anew from all of these, as few inputs as cover the same branches; inputs with a name of their
own are findings, and stay. What a fuzzer finds lies in build/fuzz/findings; the exit status is 1
then.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from fuzz_corpus import archive_of, files_of, read_archive, unpack, write_archive

ROOT = Path(__file__).resolve().parent.parent
INPUT_BYTES_MAX = 4096
LIMITS = [
    f"-max_len={INPUT_BYTES_MAX}",
    "-timeout=10",
    "-rss_limit_mb=2048",
    # One allocation: what a peer claims must not be believed.
    "-malloc_limit_mb=256",
]
HASHED = re.compile("[0-9a-f]{40}")


@dataclass(frozen=True)
class Result:
    """How a fuzzer ended."""

    executions: int
    branches: int
    finding: Path | None


@dataclass(frozen=True)
class Fuzzer:
    """One target's program and folders."""

    program: Path

    @property
    def name(self) -> str:
        return self.program.name.removeprefix("fuzz_")

    def folder(self, kind: str) -> Path:
        return self.program.parents[2] / kind / self.name

    @property
    def kept(self) -> Path:
        return archive_of(self.name)

    def call(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        symbolizer = shutil.which("llvm-symbolizer-19")
        return subprocess.run(
            [self.program, *LIMITS, *arguments],
            env={**os.environ, **({"ASAN_SYMBOLIZER_PATH": symbolizer} if symbolizer else {})},
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )

    @property
    def inputs(self) -> list[Path]:
        """The folders to start from; new inputs go to the first."""
        return [self.folder("corpus"), self.folder("seeds"), self.folder("kept")]

    def prepare(self) -> None:
        """Makes the folders that `inputs` names, and the one for findings."""
        for made_anew in (self.folder("seeds"), self.folder("kept")):
            shutil.rmtree(made_anew, ignore_errors=True)
        subprocess.run([self.program, f"--write-seeds={self.folder('seeds')}"], check=True)
        unpack(self.kept, self.folder("kept"))
        for folder in [*self.inputs, self.folder("findings")]:
            folder.mkdir(parents=True, exist_ok=True)

    def run(self, seconds: int) -> Result:
        before = set(self.folder("findings").iterdir())
        run = self.call(
            f"-max_total_time={seconds}",
            "-print_final_stats=1",
            f"-artifact_prefix={self.folder('findings')}/",
            *self.inputs,
        )
        log = self.folder("logs").with_suffix(".log")
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text(run.stderr)
        executions = re.search(r"stat::number_of_executed_units:\s*(\d+)", run.stderr)
        branches = re.findall(r"cov: (\d+)", run.stderr)
        found = sorted(set(self.folder("findings").iterdir()) - before)
        if run.returncode != 0 and not found:
            found = [log]
        return Result(
            executions=int(executions[1]) if executions else 0,
            branches=int(branches[-1]) if branches else 0,
            finding=found[0] if found else None,
        )

    def keep(self) -> int:
        """Makes the kept archive anew; how many inputs it has."""
        merged = self.folder("merged")
        shutil.rmtree(merged, ignore_errors=True)
        merged.mkdir(parents=True)
        run = self.call("-set_cover_merge=1", "-use_counters=0", merged, *self.inputs)
        if run.returncode != 0:
            sys.exit(f"isthmus: {self.name}: cannot merge its corpus:\n{run.stderr[-2000:]}")
        findings = {name: content for name, content in read_archive(self.kept).items()
                    if not HASHED.fullmatch(name)}
        inputs = {**findings, **files_of(merged)}
        write_archive(self.kept, inputs)
        return len(inputs)


def fuzzers(build: Path, names: list[str]) -> list[Fuzzer]:
    folder = build / "tests" / "fuzz"
    programs = (path for path in folder.glob("fuzz_*") if os.access(path, os.X_OK))
    known = {
        fuzzer.name: fuzzer for fuzzer in map(Fuzzer, sorted(programs)) if fuzzer.program.is_file()
    }
    for name in names:
        if name not in known:
            sys.exit(f"isthmus: no fuzzer {name} in {folder} (expected {', '.join(known)})")
    if not known:
        sys.exit(f"isthmus: no fuzzers in {folder} (expected cmake --build --preset fuzz)")
    return [known[name] for name in names or known]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "fuzz")
    parser.add_argument("--minutes", type=float, default=1.0, help="for each target")
    parser.add_argument("--keep", action="store_true", help="make the kept corpus anew")
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    options = parser.parse_args()
    found = 0
    for fuzzer in fuzzers(options.build.resolve(), options.targets):
        fuzzer.prepare()
        begin = time.monotonic()
        result = fuzzer.run(max(1, round(60 * options.minutes)))
        line = (
            f"{fuzzer.name:24} {time.monotonic() - begin:6.0f} s {result.executions:12,} executions"
            f" {result.branches:6,} branches"
        )
        if result.finding:
            found += 1
            line += f"  FOUND {result.finding}"
        elif options.keep:
            line += f"  {fuzzer.keep()} inputs kept"
        print(line, flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
