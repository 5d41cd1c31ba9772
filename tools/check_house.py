"""Checks the rules of the house that no compiler knows; docs/architecture.md says why they stand.

    tools/check_house.py [--root DIR] [--floors]

Prints one line a breach, "file:line: what (what is allowed)", and exits 1 when there is any. The
table of rooms in docs/architecture.md is the only place where an edge between rooms is allowed;
--floors draws it.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath

TABLE = "docs/architecture.md"
PUBLIC = "public API"
CODE = {".cpp", ".hpp"}
ROOTS = ("src", "apps")  # where the paths of includes begin
MAX_LINE = 100
MAX_FILE = 800
MAX_TEST_FILE = 1200
# Folders that are no part of the house: what is built, fetched or put out.
OUTSIDE = {"build", "out", "node_modules", "__pycache__"}


@dataclass(frozen=True, order=True)
class Breach:
    path: str
    line: int
    what: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what} ({self.allowed})"


@dataclass(frozen=True)
class Room:
    """A row of the table. `stands_on` holds names of rooms; base goes without saying."""

    path: str
    stands_on: frozenset[str]
    here: bool
    line: int

    @property
    def name(self) -> str:
        return PUBLIC if self.path.endswith(".hpp") else PurePosixPath(self.path).name

    @property
    def in_library(self) -> bool:
        return self.path.startswith("src/isthmus/")


@dataclass
class House:
    """The files under a root, read once."""

    root: Path
    texts: dict[str, str] = field(default_factory=dict)

    @cached_property
    def files(self) -> list[str]:
        found = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(
                name for name in folders
                if name == ".ci" or not (name.startswith(".") or name in OUTSIDE
                                         or name.endswith(".egg-info")))
            found += [Path(folder, name).relative_to(self.root).as_posix() for name in names]
        return sorted(found)

    @cached_property
    def file_set(self) -> frozenset[str]:
        return frozenset(self.files)

    def of_kind(self, *suffixes: str) -> list[str]:
        return [path for path in self.files if PurePosixPath(path).suffix in suffixes]

    def named(self, name: str) -> list[str]:
        return [path for path in self.files if PurePosixPath(path).name == name]

    def text(self, path: str) -> str:
        if path not in self.texts:
            self.texts[path] = (self.root / path).read_text(encoding="utf-8", errors="replace")
        return self.texts[path]


# --- The table of rooms ---------------------------------------------------------------------------


def cells_of(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def read_rooms(text: str) -> tuple[dict[str, Room], list[Breach]]:
    """The rooms by name, from the one table whose header row begins with "room"."""
    rooms: dict[str, Room] = {}
    breaches: list[Breach] = []
    columns: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            columns = []
            continue
        cells = cells_of(line)
        if not columns:
            columns = cells if cells[0] == "room" and "stands on" in cells else []
        elif len(cells) == len(columns) and not set(cells[0]) <= set("-: "):
            row = dict(zip(columns, cells, strict=True))
            path = row["room"].strip("`").rstrip("/")
            stands_on = row["stands on"]
            if stands_on == "all above":
                names = frozenset(rooms)
            else:
                names = frozenset(re.findall(r"public API|[a-z_]+", stands_on))
            room = Room(path, names, row.get("state") == "here", number)
            unknown = sorted(names - set(rooms))
            if unknown:
                breaches.append(Breach(
                    TABLE, number, f"{room.name} stands on {unknown[0]}, which no row above names",
                    "a room stands on rooms written above it, so that there is no circle"))
            rooms[room.name] = room
    if not rooms:
        breaches.append(Breach(TABLE, 1, "no table of rooms",
                               "a table with the columns room, stands on, state"))
    return rooms, breaches


def floors_of(rooms: dict[str, Room]) -> list[list[str]]:
    """The library's rooms by floor: a room lies one above the highest that it stands on."""
    level: dict[str, int] = {}
    for room in rooms.values():  # in the table's order, so what a room stands on has its level
        if room.in_library:
            below = [level.get(name, 0) for name in room.stands_on]
            level[room.name] = 0 if room.name == "base" else 1 + max(below, default=0)
    count = max(level.values(), default=-1) + 1
    return [[name for name in level if level[name] == floor] for floor in range(count)]


def check_rooms(house: House, rooms: dict[str, Room]) -> Iterator[Breach]:
    """The table names the folders that there are, and src/README.md has a line for each."""
    folders = {path.split("/")[2] for path in house.files
               if path.startswith("src/isthmus/") and path.count("/") > 2}
    for name in sorted(folders - set(rooms)):
        yield Breach(f"src/isthmus/{name}", 1, "a room that the table does not name",
                     f"a row in {TABLE}")
    readme = house.text("src/README.md") if "src/README.md" in house.file_set else ""
    for room in rooms.values():
        exists = any(path == room.path or path.startswith(room.path + "/") for path in house.files)
        if room.here != exists:
            state = "here" if exists else "planned"
            yield Breach(TABLE, room.line, f"{room.path} is in another state than its row says",
                         f"state {state!r}")
        if exists and room.path.startswith("src/") and f"`{room.path[4:]}`" not in readme:
            yield Breach("src/README.md", 1, f"no line for {room.path}", "one line a room")


STATUS_ROW = re.compile(r"^\| `(\w+)` \| (stands|planned) \|", re.MULTILINE)


def check_status(house: House, rooms: dict[str, Room]) -> Iterator[Breach]:
    """The README's table of rooms, where it has one, is that of the map."""
    text = house.text("README.md") if "README.md" in house.file_set else ""
    told = {found.group(1): (found.group(2), text.count("\n", 0, found.start()) + 1)
            for found in STATUS_ROW.finditer(text)}
    for room in rooms.values() if told else ():
        state = "stands" if room.here else "planned"
        if room.path.startswith("src/") and room.name != PUBLIC and room.name not in told:
            yield Breach("README.md", 1, f"no row for {room.path}",
                         f"| `{room.name}` | {state} | in its table of rooms")
        elif room.name in told and told[room.name][0] != state:
            yield Breach("README.md", told[room.name][1],
                         f"{room.path} is in another state than its row says", state)


# --- C++ sources ----------------------------------------------------------------------------------

LEXEME = re.compile(
    r'//[^\n]*|/\*.*?\*/'
    r'|R"(?P<delimiter>[^()\s\\]{0,16})\(.*?\)(?P=delimiter)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])*'", re.DOTALL)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def bare_code(text: str) -> str:
    """C++ with comments and the insides of literals blanked; the line count stays."""
    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match.group())

    return LEXEME.sub(blank, text)


def from_root(path: str) -> str:
    """As an include names it."""
    root, _, rest = path.partition("/")
    return rest if root in ROOTS else path


def is_test(path: str) -> bool:
    return path.startswith("tests/") or path.endswith("_test.cpp")


def includes_of(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, bracket, path of each include outside comments."""
    bare = bare_code(text).splitlines()
    for number, line in enumerate(text.splitlines(), 1):
        found = INCLUDE.match(line)
        if found and bare[number - 1].lstrip().startswith("#"):
            yield number, found.group(1), found.group(2)


def resolve(house: House, path: str, bracket: str, included: str) -> str | None:
    """The file of the house that an include means; None for a system header."""
    folders = ROOTS if bracket == "<" else (*ROOTS, str(PurePosixPath(path).parent), ".")
    for folder in folders:
        candidate = os.path.normpath(f"{folder}/{included}")
        if candidate in house.file_set:
            return candidate
    return None


def room_of(path: str, rooms: dict[str, Room]) -> Room | None:
    owners = [room for room in rooms.values()
              if path == room.path or path.startswith(room.path + "/")]
    return max(owners, key=lambda room: len(room.path), default=None)


def may_include(room: Room, target: Room, path: str) -> bool:
    if target.name == room.name or target.name in room.stands_on:
        return True
    if target.name in ("testing", PUBLIC):
        return is_test(path)
    return room.in_library and target.name == "base"


def check_edges(house: House, rooms: dict[str, Room]) -> Iterator[Breach]:
    """Each include stays within the row of its room."""
    for path in house.of_kind(*CODE):
        room = room_of(path, rooms)
        for number, bracket, included in includes_of(house.text(path)):
            target_path = resolve(house, path, bracket, included)
            if target_path is None:
                if included.startswith("isthmus/"):
                    yield Breach(path, number, f'no header "{included}"', "a file below src/")
                continue
            if room is None:
                continue
            if room.in_library and target_path != f"src/{included}":
                yield Breach(path, number, f'"{included}" is written from another root',
                             f'"{from_root(target_path)}": paths begin at src/')
            target = room_of(target_path, rooms)
            if target is not None and not may_include(room, target, path):
                allowed = sorted(room.stands_on) or ["base"]
                yield Breach(path, number, f'{room.name} includes "{included}" of {target.name}',
                             f"{room.name} stands on {', '.join(allowed)}; see {TABLE}")


def check_circles(house: House) -> Iterator[Breach]:
    """No file reaches itself through includes."""
    targets = {
        path: [(number, target)
               for number, bracket, included in includes_of(house.text(path))
               if (target := resolve(house, path, bracket, included))]
        for path in house.of_kind(*CODE)
    }
    done: set[str] = set()
    for start in targets:
        trail: list[str] = []
        pending: list[tuple[str, bool, int]] = [(start, False, 0)]
        while pending:
            path, leave, number = pending.pop()
            if leave:
                done.add(trail.pop())
            elif path in trail:
                circle = " -> ".join([*trail[trail.index(path):], path])
                yield Breach(trail[-1], number, f"a circle of includes: {circle}", "no circles")
            elif path not in done:
                trail.append(path)
                pending.append((path, True, 0))
                pending += [(target, False, line) for line, target in targets.get(path, [])]


@dataclass(frozen=True)
class Ban:
    pattern: re.Pattern[str]
    instead: str
    places: tuple[str, ...] = ()  # regular expressions of paths where it is allowed

    def holds_for(self, path: str) -> bool:
        return not any(re.match(place, path) for place in self.places)


# Who may touch the machine: it is handed in to everybody else. An application's plain loop is its
# reference and knows nothing of Isthmus.
MACHINE = (r"src/isthmus/(base|runtime|program|bootstrap|testing)/", r"src/isthmus/fabric/carrier/",
           r"tests/", r"bench/", r"apps/[^/]+/(tiled_loop|loop_main)")
BANS = (
    Ban(re.compile(r"\bstd::j?thread\b(?!::)|\bpthread_create\b"),
        "threads are made by base, runtime, program, bootstrap, carriers, files of meshes, "
        "the live page, tests, benchmarks",
        (*MACHINE, r"src/mesh/output/file_thread\.", r"src/isthmus/live/live_page\.",
         r".*_test\.cpp$")),
    Ban(re.compile(r"_clock::now\b|\bclock_gettime\b|\bgettimeofday\b|\btime\((nullptr|NULL|0)\)"),
        "time is handed in: isthmus/base/clock.hpp", (*MACHINE, r"src/mpi/rank_world\.cpp$")),
    Ban(re.compile(r"\bs?rand\(|\bstd::random_device\b|\bstd::mt19937"),
        "random numbers are handed in: isthmus/base/random.hpp", (r"src/isthmus/base/",)),
    Ban(re.compile(r"\b(secure_)?getenv\b"),
        "options are handed in; program and bootstrap read the environment", MACHINE),
    Ban(re.compile(r"\bMETIS_\w+"),
        "graphs are cut by isthmus/graph/partition.hpp",
        (r"src/isthmus/graph/", r"bench/balance\.cpp$")),
    Ban(re.compile(r"\busing\s+namespace\b"), "names are written out or imported one by one"),
    Ban(re.compile(r"\bstd::endl\b"), "'\\n'; std::flush where it is meant"),
)
UNFINISHED = re.compile(r"\bFIX" + r"ME\b")


def check_bans(house: House) -> Iterator[Breach]:
    for path in house.of_kind(*CODE):
        bans = [ban for ban in BANS if ban.holds_for(path)]
        for number, line in enumerate(bare_code(house.text(path)).splitlines(), 1):
            for ban in bans:
                if found := ban.pattern.search(line):
                    yield Breach(path, number, f"{found.group()} is not used here", ban.instead)
    for path in house.of_kind(*CODE, ".py", ".sh", ".cmake", ".ts"):
        for number, line in enumerate(house.text(path).splitlines(), 1):
            if found := UNFINISHED.search(line):
                yield Breach(path, number, f"{found.group()} is left",
                             "mend it, or TODO(perf|cleanup|test|port): what is missing")


def check_shape(house: House) -> Iterator[Breach]:
    """Sizes of files and lines; the first lines of a header."""
    sources = house.of_kind(*CODE, ".py", ".sh", ".cmake", ".ts", ".mjs")
    for path in sources + house.named("CMakeLists.txt"):
        lines = house.text(path).splitlines()
        most = MAX_TEST_FILE if is_test(path) or path.endswith("_test.py") else MAX_FILE
        if len(lines) > most:
            yield Breach(path, most + 1, f"{len(lines)} lines", f"at most {most}: split by noun")
        for number, line in enumerate(lines, 1):
            if len(line) > MAX_LINE:
                yield Breach(path, number, f"{len(line)} characters", f"at most {MAX_LINE} a line")
        if path.endswith((".ts", ".mjs")) and not (
                lines and lines[0].startswith(f"// {path}: ")):
            yield Breach(path, 1, "the first line does not say what the file is for",
                         f"// {path}: purpose")
        if path.endswith(".hpp"):
            name = from_root(path)
            if not lines or not re.match(rf"// {re.escape(name)}: \S", lines[0]):
                yield Breach(path, 1, "the first line does not say what the header is for",
                             f"// {name}: purpose")
            if "#pragma once" not in lines:
                yield Breach(path, 1, "no include guard", "#pragma once")


# A question in one word that is no verb; who asks `empty()` asks a container, as in the standard
# library.
QUESTION = re.compile(r"\bbool ((?!empty\b)[a-z]*[a-rt-z])\(\) const\b")


def check_questions(house: House) -> Iterator[Breach]:
    """A member function that says yes or no reads as a question where it is called."""
    for path in house.of_kind(".hpp"):
        for number, line in enumerate(bare_code(house.text(path)).splitlines(), 1):
            if found := QUESTION.search(line):
                yield Breach(path, number, f"{found.group(1)}() says yes or no",
                             f"is_{found.group(1)}, has_{found.group(1)}, or a verb: holds")


# What users build on is the public API alone, and what they read speaks of nothing else; their
# examples teach no engine. The layers on top of it do without the engine, too. Benchmarks measure
# rooms, so they may name them.
USERS = ("src/mobile/", "src/mesh/", "src/fem/", "apps/", "examples/")
ENGINE_ROOMS = ("balance", "bootstrap", "collective", "fabric", "network", "program", "runtime",
                "sched", "sim", "trace")
ENGINE_CLASSES = ("Objects", "Pool", "LoadMeter", "LocationManager", "Migrations", "Ordering",
                  "ParkedMessages", "LocalCollection", "ObjectTable", "BorderObjects")
ENGINE = re.compile(rf"\b(?:isthmus::)?(?:(?<=isthmus::)engine\b(?!::)|engine::\w+"
                    rf"|(?:{'|'.join(ENGINE_ROOMS)})::\w+"
                    rf"|(?:{'|'.join(ENGINE_CLASSES)})\b(?=\s*(?:::|[&*>]|\w+[;,)]))"
                    rf"|(?<=isthmus::)detail::\w+)")
QUOTED = re.compile(r"`([^`]+)`")
TIMELINES = "docs/guide/timelines.md"  # shows the runtime's own handlers by name


def check_door(house: House) -> Iterator[Breach]:
    """Nobody in front of the public header names what lies behind it."""
    allowed = "what isthmus/isthmus.hpp has; what it lacks is mended there"
    for path in house.of_kind(*CODE, ".h"):
        if path.startswith(USERS) and not is_test(path):
            for number, line in enumerate(bare_code(house.text(path)).splitlines(), 1):
                if found := ENGINE.search(line):
                    yield Breach(path, number, f"{found.group()} is the engine's", allowed)
    for path in house.of_kind(".md"):
        if is_for_users(path) and path != TIMELINES:
            for number, line in prose_lines(house.text(path)):
                for quoted in QUOTED.findall(line):
                    if found := ENGINE.search(quoted):
                        yield Breach(path, number, f"{found.group()} is the engine's", allowed)


# --- CMake ----------------------------------------------------------------------------------------

ROOM_CALL = re.compile(r"\bisthmus_room\(\s*(\w+)([^)]*)\)")
KEYWORDS = {"SOURCES", "STANDS_ON", "USES", "TESTS"}


def without_comments(cmake: str) -> str:
    return re.sub(r"#[^\n]*", "", cmake)


def declared_edges(arguments: str) -> frozenset[str]:
    names, keyword = set(), ""
    for word in arguments.split():
        if word in KEYWORDS:
            keyword = word
        elif keyword == "STANDS_ON":
            names.add(word)
    return frozenset(names)


def check_targets(house: House, rooms: dict[str, Room]) -> Iterator[Breach]:
    """STANDS_ON of each room says what its row says, as far as those rooms are here."""
    for path in house.named("CMakeLists.txt"):
        text = without_comments(house.text(path))
        for call in ROOM_CALL.finditer(text):
            room = rooms.get(call.group(1))
            if room is None:
                continue  # check_rooms names it
            expected = {name for name in room.stands_on if rooms[name].here} - {"base", PUBLIC}
            declared = declared_edges(call.group(2)) - {"base"}
            number = text.count("\n", 0, call.start()) + 1
            for name in sorted(declared - expected):
                yield Breach(path, number, f"{room.name} stands on {name}",
                             f"{TABLE} allows {', '.join(sorted(expected)) or 'base alone'}")
            for name in sorted(expected - declared):
                yield Breach(path, number, f"STANDS_ON of {room.name} lacks {name}",
                             f"the edges of {TABLE}; a row without use is shortened there")


# --- Installed headers ----------------------------------------------------------------------------

INSTALL = "cmake/IsthmusInstall.cmake"
HEADER_LIST = "tests/install/headers.txt"
PUBLIC_HEADER = "src/isthmus/isthmus.hpp"
PUBLIC_HEADERS = re.compile(r"\bset\(public_headers\s+([^)]*)\)")


def listed_headers(text: str) -> tuple[dict[str, int], dict[str, int]]:
    """Of the list, by line: the headers that users include, and those that these need."""
    lists: dict[str, dict[str, int]] = {"[public]": {}, "[engine]": {}, "[sources]": {}}
    into: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line in lists:
            into = lists[line]
        elif line and not line.startswith("#"):
            into[line] = number
    return lists["[public]"], lists["[engine]"]


def headers_from(house: House, begin: list[str]) -> dict[str, tuple[str, int]]:
    """What these headers, named from src/, include, directly or not, and who first does so."""
    found: dict[str, tuple[str, int]] = {}
    pending = list(begin)
    while pending:
        path = pending.pop(0)
        for number, bracket, included in includes_of(house.text(path)):
            target = resolve(house, path, bracket, included)
            if target is not None and target not in found and target not in begin:
                found[target] = (path, number)
                pending.append(target)
    return found


# The rooms whose names are the engine's, but those that programs use by a name of their own.
ENGINE_FOLDERS = ("src/isthmus/", "src/mpi/")
OWN_NAMES = ("src/isthmus/graph/",)
NOT_ENGINE = re.compile(r"^\s*namespace\s+isthmus\b(?!::engine\b)")


def check_engine(house: House) -> Iterator[Breach]:
    """What an editor offers behind `isthmus::` is what installed headers name there; all else of
    these rooms is in isthmus::engine."""
    text = house.text(HEADER_LIST) if HEADER_LIST in house.file_set else ""
    public, engine = listed_headers(text)
    for path in house.of_kind(*CODE):
        if (not path.startswith(ENGINE_FOLDERS) or path.startswith(OWN_NAMES)
                or from_root(path) in public | engine):
            continue
        for number, line in enumerate(bare_code(house.text(path)).splitlines(), 1):
            if NOT_ENGINE.match(line):
                yield Breach(path, number, "a namespace outside of the engine",
                             "isthmus::engine; an installed header gives users a name")


def check_installed(house: House) -> Iterator[Breach]:
    """The headers that CMake lays down are those of the list: nobody widens the public API, or has
    the engine's headers come into a user's reach, without writing it down."""
    if INSTALL not in house.file_set:
        return
    named = PUBLIC_HEADERS.search(without_comments(house.text(INSTALL)))
    roots = [f"src/{name}" for name in (named.group(1).split() if named else [])]
    roots = [path for path in roots if path in house.file_set]
    text = house.text(HEADER_LIST) if HEADER_LIST in house.file_set else ""
    public, engine = listed_headers(text)
    needed = headers_from(house, roots)
    for path in roots:
        if from_root(path) not in public:
            yield Breach(HEADER_LIST, 1, f"no line for {from_root(path)}",
                         f"a line of [public], as {INSTALL} installs it")
    for path, (by, number) in needed.items():
        name = from_root(path)
        wanted, lists = ("[public]", public) if by == PUBLIC_HEADER else ("[engine]", engine)
        if name not in lists:
            yield Breach(by, number, f"{name} is installed for this include",
                         f"a line of {wanted} in {HEADER_LIST}, or no such include")
    installed = {from_root(path) for path in (*roots, *needed)}
    for name, number in (public | engine).items():
        if name not in installed:
            yield Breach(HEADER_LIST, number, f"{name} is not installed",
                         "headers that the public ones include")
        elif name in public and name in engine:
            yield Breach(HEADER_LIST, number, f"{name} stands twice", "one list")
        elif name in engine and (f"src/{name}" in roots
                                 or needed[f"src/{name}"][0] == PUBLIC_HEADER):
            yield Breach(HEADER_LIST, number, f"{name} is public", "a line of [public]")


def check_registered(house: House) -> Iterator[Breach]:
    """A source that no CMakeLists.txt at or above it names is never built, a test never run. A name
    is a path from there, or the bare stem (an entry of a list that is looped over). Programs of the
    system tests may be compiled by the one that names them."""
    named: set[str] = set()
    of_tests = "".join(house.text(path) for path in house.of_kind(".py")
                       if path.startswith("tests/system/test_"))
    stems: dict[PurePosixPath, set[str]] = {}
    for path in house.named("CMakeLists.txt"):
        folder = PurePosixPath(path).parent
        words = re.split(r"[\s()\"]+", without_comments(house.text(path)))
        local = [re.sub(r"^\$\{CMAKE_CURRENT_(SOURCE|LIST)_DIR\}/", "", word) for word in words]
        named.update((folder / name).as_posix() for name in local)
        stems[folder] = set(words)
    for path in house.of_kind(".cpp"):
        file = PurePosixPath(path)
        looped = any(file.stem in stems.get(folder, ()) for folder in file.parents)
        compiled = path.startswith("tests/system/programs/") and f'"{file.name}"' in of_tests
        if path not in named and not looped and not compiled:
            kind = "test is never run" if path.endswith("_test.cpp") else "source is never built"
            yield Breach(path, 1, f"the {kind}", "a line in the CMakeLists.txt of its folder")


# --- Markdown -------------------------------------------------------------------------------------

FENCE = re.compile(r"^(```|~~~)")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)|!\[[^\]]*\]\(([^)\s]+)\)")


def prose_lines(text: str) -> Iterator[tuple[int, str]]:
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line.lstrip()):
            fenced = not fenced
        elif not fenced:
            yield number, line


def anchors_of(text: str) -> set[str]:
    titles = [line.lstrip("#").strip() for _, line in prose_lines(text) if line.startswith("#")]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def check_markdown(house: House) -> Iterator[Breach]:
    """One title a page; links within the house lead somewhere."""
    for path in house.of_kind(".md"):
        titles = [number for number, line in prose_lines(house.text(path)) if line.startswith("# ")]
        if len(titles) != 1:
            number = titles[1] if titles else 1
            yield Breach(path, number, f"{len(titles)} titles", "one '# ' a page")
        for number, line in prose_lines(house.text(path)):
            for found in LINK.finditer(re.sub(r"`[^`]*`", "``", line)):
                link = found.group(1) or found.group(2)
                if re.match(r"[a-z]+:", link):
                    continue
                target, _, anchor = link.partition("#")
                page = os.path.normpath(PurePosixPath(path).parent / target) if target else path
                if not (house.root / page).exists():
                    yield Breach(path, number, f"the link {link} leads nowhere",
                                 "a path from this page")
                elif page.endswith(".md") and anchor not in {"", *anchors_of(house.text(page))}:
                    yield Breach(path, number, f"{page} has no heading #{anchor}",
                                 "a heading of that page")


def quotes_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """Line and code of each fence of C++ or C, without indentation."""
    quote: list[str] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if quote is None:
            quote = [] if line.strip() in ("```cpp", "```c") else None
        elif line.strip() == "```":
            yield number - len(quote), quote
            quote = None
        else:
            quote.append(line.strip())


# What README and guide quote is a user's; other pages quote any source. A decision says also what
# was not done.
SHOWN = ("examples/", "src/mesh/flesh/test_thorns/")
DECISIONS = "docs/decisions/"


def check_quotes(house: House) -> Iterator[Breach]:
    """The C++ and C of a page stands in a source, so that it has been compiled and run; that of
    README and guide in an example, or in one of the thorns that tests open."""
    sources = {path: "\n".join(["", *map(str.strip, house.text(path).splitlines()), ""])
               for path in house.of_kind(*CODE, ".c", ".h")}
    shown = [code for path, code in sources.items()
             if path.startswith(SHOWN) and not path.endswith((".h", ".hpp"))]
    for path in house.of_kind(".md"):
        if path.startswith(DECISIONS):
            continue
        for number, quote in quotes_of(house.text(path)):
            code = "\n".join(["", *quote, ""])
            if is_for_users(path) and not any(code in source for source in shown):
                yield Breach(path, number, "this code is in no example",
                             "whole lines of one file of examples/")
            elif not any(code in source for source in sources.values()):
                yield Breach(path, number, "this code is in no source", "whole lines of one file")


# "60 lines: [`examples/stencil.cpp`]" and "[`examples/stencil.cpp`](...), 60 lines".
LENGTH = re.compile(r"(\d+) lines: \[`(examples/[^`]+)`\]"
                    r"|\[`(examples/[^`]+)`\]\([^)]*\), (\d+) lines")


def check_lengths(house: House) -> Iterator[Breach]:
    """An example is as long as README and guide say."""
    for path in filter(is_for_users, house.of_kind(".md")):
        for number, line in prose_lines(house.text(path)):
            for found in LENGTH.finditer(line):
                example = found.group(2) or found.group(3)
                said = int(found.group(1) or found.group(4))
                if example in house.file_set:
                    count = len(house.text(example).splitlines())
                    if count != said:
                        yield Breach(path, number, f"{example} is said to have {said} lines",
                                     f"{count}")


# A sentence that begins so has a clause for its subject, or none at all.
STUMP = re.compile(r"(?:^|[.:!?] |\*\*)(?:#+ |- |\d+\. )?(What\b|Of\b|Who\b|Likewise\b|"
                   r"The same(?= (?:as|among|by|for|from|in|of|on|with)\b|[,;.]))")


def is_for_users(path: str) -> bool:
    return path == "README.md" or path.startswith("docs/guide/")


def comments_of(text: str) -> Iterator[tuple[int, str]]:
    """Line and words of each line of comment, without slashes and stars."""
    for found in LEXEME.finditer(text):
        if found.group().startswith(("//", "/*")):
            first = text.count("\n", 0, found.start()) + 1
            for number, line in enumerate(found.group().splitlines(), first):
                yield number, line.strip().removesuffix("*/").lstrip("/*!<").strip()


def check_openings(house: House) -> Iterator[Breach]:
    """Headings and sentences of README and guide have a noun as their subject, and so have those of
    comments in public headers."""
    def breaches(path: str, number: int, line: str) -> Iterator[Breach]:
        if found := STUMP.search(line):
            yield Breach(path, number, f"a sentence begins with '{found.group(1)}'",
                         "a noun as its subject")

    for path in filter(is_for_users, house.of_kind(".md")):
        for number, line in prose_lines(house.text(path)):
            if not line.startswith("|"):
                yield from breaches(path, number, line)
    listed = house.text(HEADER_LIST) if HEADER_LIST in house.file_set else ""
    for name in listed_headers(listed)[0]:
        if f"src/{name}" in house.file_set:
            last, is_open = 0, False
            for number, line in comments_of(house.text(f"src/{name}")):
                goes_on = is_open and number == last + 1  # with the sentence of the line before
                yield from breaches(f"src/{name}", number, f"  {line}" if goes_on else line)
                last, is_open = number, not line.endswith((".", ":", "!", "?"))


def check_house(root: Path) -> list[Breach]:
    house = House(root)
    text = house.text(TABLE) if TABLE in house.file_set else ""
    rooms, breaches = read_rooms(text)
    if not breaches:
        breaches += check_rooms(house, rooms)
        breaches += check_status(house, rooms)
        breaches += check_edges(house, rooms)
        breaches += check_targets(house, rooms)
    for check in (check_circles, check_bans, check_door, check_engine, check_questions,
                  check_shape, check_installed, check_registered, check_markdown, check_quotes,
                  check_lengths, check_openings):
        breaches += check(house)
    return sorted(set(breaches))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--floors", action="store_true", help="draw the table instead")
    given = parser.parse_args(arguments)
    if given.floors:
        rooms, _ = read_rooms((given.root / TABLE).read_text(encoding="utf-8"))
        for level, names in reversed(list(enumerate(floors_of(rooms)))):
            print(f"{level:>2}  {'  '.join(names)}")
        return 0
    breaches = check_house(given.root)
    for breach in breaches:
        print(breach)
    print(f"isthmus: the house has {len(breaches)} breaches" if breaches
          else "isthmus: the house keeps its rules")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
