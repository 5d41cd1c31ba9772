"""Compiles each header of src/ alone, so that including one never asks for another first.

    tools/check_headers.py [--compiler g++] [--jobs 2] [--include DIR ...] [--seen FILE]
                           [HEADER ...]

Prints what the compiler says of each header that does not compile, and exits 1 when there is any.
A header whose source begins with it is left out: where each source is built alone and without
precompiled headers, as every night, that header is compiled alone, too. Headers that need a library
of those that nobody must have are left out where it is missing.

Most of what a header takes is parsing what it includes, the same again and again. So headers share
bases: what a base has is parsed once, as a precompiled header. A header begins with a base only
where it includes, itself or through others, all that the base has. Then its own lines, which come
after its includes, see the names that they see without the base, and no others. (What it includes
may see more, and is asked alone itself.) A header with an include or a macro before other includes
has no base.

--seen names a file with what was found sound before; a header that, with all it includes, is as it
was then is not compiled again.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIRST_INCLUDE = re.compile(r'^#include ["<](.*)[">]', re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')
CONDITION = re.compile(r"^\s*#\s*(if|endif)")
WITHOUT_CODE = re.compile(r"^\s*(//.*|#\s*(if|ifdef|ifndef|elif|else|endif|pragma|error)\b.*)?$")
MISSING_LIBRARY = re.compile(r"fatal error: (mpi\.h|uc[ps]/\S+\.h): No such file")
OPTIONS = ("-std=c++23",)
WARNINGS = ("-fsyntax-only", "-Wall", "-Wextra", "-Werror")
# What parsing takes, in headers of ours. A precompiled header is written and read, too.
EXTERNAL_WEIGHT = 6
LIGHT_WEIGHT = 0.5
LIGHT = frozenset(("bit", "cassert", "cerrno", "climits", "compare", "concepts", "cstddef",
                   "cstdint", "cstdio", "cstdlib", "cstring", "initializer_list", "limits",
                   "poll.h", "signal.h", "stdlib.h", "sys/types.h", "sys/uio.h", "time.h",
                   "type_traits", "unistd.h", "version"))
BASE_WEIGHT = 1.6
BASE_ITSELF = 12

Base = frozenset[str]  # the headers that it has, as includes name them


@dataclass(frozen=True)
class Text:
    """What a header's text says: its includes outside of conditions, and whether they come before
    all else."""

    includes: tuple[str, ...]
    includes_come_first: bool


def read_text(text: str) -> Text:
    includes: list[str] = []
    depth = 0
    has_code = False
    come_first = True
    for line in text.splitlines():
        if condition := CONDITION.match(line):
            depth += 1 if condition[1] == "if" else -1
        elif include := INCLUDE.match(line):
            come_first = come_first and not has_code
            if depth == 0:
                includes.append(include[1])
        elif not WITHOUT_CODE.match(line):
            has_code = True
    return Text(tuple(includes), come_first)


class Sources:
    """The headers below a folder, and what they include."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._closures: dict[str, frozenset[str]] = {}

    def headers(self) -> list[str]:
        return sorted(path.relative_to(self.folder).as_posix()
                      for path in self.folder.rglob("*.hpp"))

    def is_own(self, header: str) -> bool:
        return (self.folder / header).is_file()

    @functools.cache  # noqa: B019, as long as the program
    def text(self, header: str) -> Text:
        return read_text((self.folder / header).read_text(encoding="utf-8"))

    def closure(self, header: str) -> frozenset[str]:
        """What it surely includes, directly or not, and it itself, as includes name them."""
        if header not in self._closures:
            found = {header}
            pending = [header]
            while pending:
                one = pending.pop()
                if not self.is_own(one):
                    continue
                new = [name for name in self.text(one).includes if name not in found]
                found.update(new)
                pending += new
            self._closures[header] = frozenset(found)
        return self._closures[header]

    def all_of(self, base: Base) -> frozenset[str]:
        return frozenset().union(*(self.closure(name) for name in base))

    def weight(self, headers: Iterable[str]) -> float:
        return sum(1 if self.is_own(name) else LIGHT_WEIGHT if name in LIGHT else EXTERNAL_WEIGHT
                   for name in headers)

    def can_begin_with(self, header: str, base: Base) -> bool:
        """Whether the header, parsed after the base, sees what it sees alone."""
        return (self.text(header).includes_come_first
                and base <= self.closure(header)
                and header not in self.all_of(base))

    def can_follow(self, header: str, other: str) -> bool:
        return header != other and self.can_begin_with(header, frozenset((other,)))

    def digest(self, header: str, settings: str) -> str:
        """Of all that decides whether it compiles; what is not below the folder by its name."""
        hashed = hashlib.sha256(settings.encode())
        for name in sorted(self._whole_closure(header)):
            hashed.update(b"\0" + name.encode() + b"\0")
            if self.is_own(name):
                hashed.update((self.folder / name).read_bytes())
        return hashed.hexdigest()

    def _whole_closure(self, header: str) -> set[str]:
        """With what is included under conditions, and beside the header."""
        found = {header}
        pending = [header]
        while pending:
            one = pending.pop()
            if not self.is_own(one):
                continue
            lines = (self.folder / one).read_text(encoding="utf-8").splitlines()
            for name in (match[1] for line in lines if (match := INCLUDE.match(line))):
                beside = (Path(one).parent / name).as_posix()
                for new in (name, beside):
                    if new not in found and (new == name or self.is_own(new)):
                        found.add(new)
                        pending.append(new)
        return found


def choose_bases(sources: Sources, headers: list[str]) -> dict[str, Base]:
    """A base for each header that has one: again and again the one that spares most, while one
    spares more than it takes."""
    candidates: set[Base] = set()
    for header in headers:
        closure = sources.closure(header)
        candidates.add(frozenset(name for name in closure if not sources.is_own(name)))
        candidates.update(frozenset((name,)) for name in closure if sources.is_own(name))
    candidates.discard(frozenset())
    weights = {base: sources.weight(sources.all_of(base)) for base in candidates}
    users = {base: [header for header in headers if sources.can_begin_with(header, base)]
             for base in candidates}
    chosen: dict[str, Base] = {}

    def gain(base: Base) -> float:
        spared = sum(max(0, weights[base] - weights.get(chosen.get(header, frozenset()), 0))
                     for header in users[base])
        return spared - BASE_WEIGHT * weights[base] - BASE_ITSELF

    while candidates:
        best = max(candidates, key=lambda base: (gain(base), sorted(base)))
        if gain(best) <= 0:
            break
        for header in users[best]:
            if weights[best] > weights.get(chosen.get(header, frozenset()), 0):
                chosen[header] = best
        candidates.remove(best)
    return chosen


@dataclass(frozen=True)
class Compiler:
    command: str
    folders: tuple[str, ...]  # of libraries' headers
    source_root: Path

    def run(self, words: Iterable[str], source: str) -> str:
        """What it says of the source when it does not compile; empty if sound."""
        line = [self.command, *OPTIONS, f"-I{self.source_root}",
                *(f"-isystem{folder}" for folder in self.folders), *words]
        done = subprocess.run(line, input=source, capture_output=True, text=True, check=False)
        return done.stderr if done.returncode != 0 else ""

    def compile_alone(self, headers: Iterable[str], base: Path | None = None) -> str:
        """Of a source that includes them alone, each twice, after the base if there is one."""
        begins = () if base is None else ("-include", str(base))
        source = "".join(f'#include "{header}"\n' * 2 for header in headers)
        return self.run((*WARNINGS, *begins, "-x", "c++", "-"), source)

    def precompile(self, base: Base, file: Path) -> bool:
        """Makes `file` and, beside it, what the compiler takes instead."""
        file.write_text("".join(f'#include "{name}"\n' for name in sorted(base)))
        return not self.run(("-w", "-x", "c++-header", str(file), "-o", f"{file}.gch"), "")

    def text(self) -> str:
        said = subprocess.run([self.command, "--version"], capture_output=True, text=True,
                              check=False).stdout
        return " ".join((said, *OPTIONS, *WARNINGS, *self.folders))


def chains_of(sources: Sources, headers: list[str]) -> list[list[str]]:
    """The headers in chains, in which each includes the one before."""
    chains: list[list[str]] = []
    for header in sorted(headers, key=lambda one: (len(sources.closure(one)), one)):
        before = [chain for chain in chains if sources.can_follow(header, chain[-1])]
        if before:
            max(before, key=lambda chain: len(sources.closure(chain[-1]))).append(header)
        else:
            chains.append([header])
    return chains


def complaints_of(compiler: Compiler, sources: Sources, headers: list[str],
                  jobs: int) -> dict[str, str]:
    """What the compiler says of each; empty if sound."""
    bases = choose_bases(sources, headers)
    groups: dict[Base, list[str]] = {}
    for header in headers:
        groups.setdefault(bases.get(header, frozenset()), []).append(header)
    complaints: dict[str, str] = {}

    def compile_chain(chain: list[str], base: Path | None) -> None:
        said = compiler.compile_alone(chain, base)
        for header in chain:
            # Who of a chain is at fault shows alone.
            complaints[header] = compiler.compile_alone([header]) if said else ""

    with ThreadPoolExecutor(jobs) as pool:
        for base, members in groups.items():
            with tempfile.TemporaryDirectory(prefix="isthmus-headers-") as folder:
                file = Path(folder) / "base.hpp"
                # Where a base is at fault, so is a header in it, which has its own turn.
                has_base = bool(base) and compiler.precompile(base, file)
                list(pool.map(functools.partial(compile_chain, base=file if has_base else None),
                              chains_of(sources, members)))
    return complaints


def begins_its_source(root: Path, header: str) -> bool:
    """Whether `x.cpp` beside `x.hpp` includes `x.hpp` before anything else."""
    source = (root / header).with_suffix(".cpp")
    if not source.exists():
        return False
    first = FIRST_INCLUDE.search(source.read_text(encoding="utf-8"))
    return first is not None and first[1] == header


def read_seen(file: Path | None) -> set[str]:
    try:
        return set() if file is None else set(json.loads(file.read_text()))
    except (OSError, ValueError):  # not there yet, or half written
        return set()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("headers", nargs="*", help="paths below src/; default: all")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--include", action="append", default=[], help="of a library's headers")
    parser.add_argument("--seen", type=Path, metavar="FILE",
                        help="what was found sound before, and is written again")
    parser.add_argument("--sources", type=Path, default=ROOT / "src",
                        help="the folder, by default src/")
    given = parser.parse_args(arguments)
    sources = Sources(given.sources)
    compiler = Compiler(given.compiler, tuple(given.include), given.sources)
    headers = given.headers or sources.headers()
    built = [header for header in headers
             if not given.headers and begins_its_source(given.sources, header)]
    headers = [header for header in headers if header not in set(built)]
    settings = compiler.text()
    digests = {header: sources.digest(header, settings) for header in headers}
    seen = read_seen(given.seen)
    changed = [header for header in headers if digests[header] not in seen]
    complaints = complaints_of(compiler, sources, changed, given.jobs)
    left_out = sum(1 for said in complaints.values() if MISSING_LIBRARY.search(said))
    broken = [header for header, said in complaints.items()
              if said and not MISSING_LIBRARY.search(said)]
    for header in broken:
        print(f"src/{header}: does not compile alone\n{complaints[header]}")
    if given.seen is not None:
        given.seen.write_text(json.dumps(
            sorted(digests[header] for header in headers if not complaints.get(header))))
    count = len(headers) - left_out
    print(f"isthmus: {count - len(broken)} of {count} headers compile alone; {len(built)} more "
          "begin sources of the build"
          + (f"; {len(headers) - len(changed)} are as they were" if seen else "")
          + (f"; {left_out} need a library that is not here" if left_out else ""))
    return 1 if broken or not (headers or built) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
