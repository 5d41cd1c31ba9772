"""Each rule of tools/check_house.py is broken once in a small house, and must say so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from check_house import Breach, bare_code, check_house, floors_of, main, read_rooms

ARCHITECTURE = """# The house

| room | what it holds | stands on | state |
| --- | --- | --- | --- |
| `src/isthmus/base` | ground | - | here |
| `src/isthmus/serial` | bytes | base | here |
| `src/isthmus/message` | messages | base, serial | here |
| `src/isthmus/trace` | counters | base | planned |
| `src/isthmus/isthmus.hpp` | the public API | all above | here |
| `src/isthmus/testing` | test kit | message | here |
| `apps` | programs | public API | here |
| `examples` | programs | public API | here |
"""

SOUND = {
    "docs/architecture.md": ARCHITECTURE,
    "src/README.md": "# Rooms\n\n" + "".join(
        f"- `isthmus/{name}`: a line\n"
        for name in ("base", "serial", "message", "isthmus.hpp", "testing")),
    "src/isthmus/base/ids.hpp": "// isthmus/base/ids.hpp: ids.\n#pragma once\n",
    "src/isthmus/serial/archive.hpp":
        '// isthmus/serial/archive.hpp: bytes.\n#pragma once\n#include "isthmus/base/ids.hpp"\n',
    "src/isthmus/serial/CMakeLists.txt":
        "isthmus_room(serial STANDS_ON base)\n"
        "foreach(case pointer)\n  add_test(NAME ${case} COMMAND g++ ${case}.cpp)\nendforeach()\n",
    "src/isthmus/message/message.hpp":
        "// isthmus/message/message.hpp: messages.\n#pragma once\n"
        '#include "isthmus/serial/archive.hpp"\n#include "isthmus/base/ids.hpp"\n',
    "src/isthmus/serial/codec.hpp": "// isthmus/serial/codec.hpp: codecs.\n#pragma once\n",
    "src/isthmus/message/message.cpp": '#include "isthmus/message/message.hpp"\n',
    "src/isthmus/message/message_test.cpp":
        '#include "isthmus/message/message.hpp"\n#include "isthmus/testing/kit.hpp"\n',
    "src/isthmus/message/CMakeLists.txt":
        "isthmus_room(message\n  SOURCES message.cpp\n  STANDS_ON base serial\n"
        "  TESTS message_test.cpp)\n",
    "src/isthmus/testing/kit.hpp":
        '// isthmus/testing/kit.hpp: kit.\n#pragma once\n#include "isthmus/message/message.hpp"\n',
    "src/isthmus/isthmus.hpp":
        '// isthmus/isthmus.hpp: all.\n#pragma once\n#include "isthmus/message/message.hpp"\n',
    "cmake/IsthmusInstall.cmake":
        "set(public_headers\n  isthmus/isthmus.hpp)  # and what it needs\n",
    "tests/install/headers.txt":
        "# Users include these.\n[public]\nisthmus/isthmus.hpp\nisthmus/message/message.hpp\n"
        "[engine]\nisthmus/base/ids.hpp\nisthmus/serial/archive.hpp\n[sources]\nfem/a.f90\n",
    "apps/jacobi/main.cpp": '#include "isthmus/isthmus.hpp"\nint main() {}\n',
    "apps/jacobi/CMakeLists.txt": "isthmus_program(jacobi SOURCES main.cpp)\n",
    "examples/a.cpp": '#include "isthmus/isthmus.hpp"\n\nint main() {}\n',
    "examples/CMakeLists.txt": "example(a)\n",
    "README.md": "# Isthmus\n\nSee [the map](docs/architecture.md#the-house).\n",
}

STATUS = "# One\n\n| `base` | stands | ground |\n| `serial` | stands | bytes |\n" \
    "| `message` | stands | messages |\n| `trace` | planned | counters |\n" \
    "| `testing` | stands | test kit |\n"

Breaches = Callable[[dict[str, str]], list[Breach]]


@pytest.fixture
def breaches_of(tmp_path: Path) -> Breaches:
    """The breaches of the sound house with some files replaced."""

    def breaches(changes: dict[str, str]) -> list[Breach]:
        for path, text in (SOUND | changes).items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text, encoding="utf-8")
        return check_house(tmp_path)

    return breaches


def test_installed_headers_name_what_users_use(breaches_of: Breaches) -> None:
    text = SOUND["src/isthmus/base/ids.hpp"]
    assert breaches_of({"src/isthmus/base/ids.hpp": text + "namespace isthmus::engine {\n}\n"
                        "namespace isthmus {\n}\n"}) == []


def test_a_sound_house_has_no_breach(breaches_of: Breaches) -> None:
    assert breaches_of({}) == []


HEADER = "// isthmus/serial/bad.hpp: bad.\n#pragma once\n"
BAD_HEADER = "src/isthmus/serial/bad.hpp"
BAD_SOURCE = "src/isthmus/message/message.cpp"
LIST = "tests/install/headers.txt"


@pytest.mark.parametrize(("path", "text", "line", "what"), [
    # Edges.
    (BAD_HEADER, HEADER + '#include "isthmus/message/message.hpp"\n', 3, "serial includes"),
    (BAD_HEADER, HEADER + "#include <isthmus/message/message.hpp>\n", 3, "serial includes"),
    (BAD_HEADER, HEADER + '#include "isthmus/testing/kit.hpp"\n', 3, "of testing"),
    (BAD_HEADER, HEADER + '#include "isthmus/base/gone.hpp"\n', 3, "no header"),
    (BAD_HEADER, HEADER + '#include "archive.hpp"\n', 3, "from another root"),
    (BAD_HEADER, HEADER + '#include "../message/message.hpp"\n', 3, "of message"),
    ("apps/jacobi/main.cpp", '#include "isthmus/message/message.hpp"\n', 1, "apps includes"),
    ("apps/jacobi/main.cpp", '#include "isthmus/base/ids.hpp"\n', 1, "apps includes"),
    ("src/isthmus/message/CMakeLists.txt",
     "\nisthmus_room(message SOURCES message.cpp TESTS message_test.cpp)", 2, "lacks serial"),
    ("src/isthmus/serial/CMakeLists.txt", "isthmus_room(serial STANDS_ON base message)\n", 1,
     "serial stands on message"),
    # Circles.
    (BAD_HEADER, HEADER + '#include "isthmus/serial/bad.hpp"\n', 3, "a circle of includes"),
    # Banned names.
    (BAD_SOURCE, "\nstd::thread worker;\n", 2, "std::thread"),
    (BAD_SOURCE, "auto t = std::chrono::steady_clock::now();\n", 1, "_clock::now"),
    (BAD_SOURCE, "clock_gettime(CLOCK_MONOTONIC, &now);\n", 1, "clock_gettime"),
    (BAD_SOURCE, "int x = rand();\n", 1, "rand("),
    (BAD_SOURCE, "std::random_device seed;\n", 1, "std::random_device"),
    (BAD_SOURCE, 'auto* home = std::getenv("HOME");\n', 1, "getenv"),
    ("apps/jacobi/main.cpp", "METIS_SetDefaultOptions(options);\n", 1, "METIS_SetDefaultOptions"),
    (BAD_SOURCE, "using namespace std;\n", 1, "using namespace"),
    (BAD_SOURCE, "out << std::endl;\n", 1, "std::endl"),
    (BAD_SOURCE, "// FIX" "ME: later\n", 1, "is left"),
    # The private door.
    ("apps/jacobi/main.cpp", "auto& here = isthmus::Objects::current();\n", 1, "the engine's"),
    ("apps/jacobi/main.cpp", "void use(isthmus::Pool& pool);\n", 1, "the engine's"),
    ("apps/jacobi/main.cpp", "isthmus::sched::Pe* pe = nullptr;\n", 1, "the engine's"),
    ("apps/jacobi/main.cpp", "isthmus::detail::make_value<int>(pool, 1);\n", 1, "the engine's"),
    ("apps/jacobi/main.cpp", "using isthmus::engine::Key;\n", 1, "the engine's"),
    ("apps/jacobi/main.cpp", "namespace rooms = isthmus::engine;\n", 1, "the engine's"),
    ("apps/jacobi/main.cpp", "namespace isthmus::engine {\n}\n", 1, "the engine's"),
    ("src/mesh/block.cpp", "void use(isthmus::engine::Objects& here);\n", 1, "the engine's"),
    ("README.md", "# Isthmus\n\nCall `Objects::current()`.\n", 3, "the engine's"),
    (BAD_SOURCE, "namespace isthmus {\n}\n", 1, "outside of the engine"),
    (BAD_HEADER, HEADER + "namespace isthmus::serial {\n}\n", 3, "outside of the engine"),
    # Shape.
    (BAD_SOURCE, "int x;\n" * 801, 801, "801 lines"),
    (BAD_SOURCE, "// " + "x" * 98 + "\n", 1, "101 characters"),
    (BAD_HEADER, "// isthmus/serial/bad.hpp: bad.\n", 1, "no include guard"),
    (BAD_HEADER, "// bad.hpp: bad.\n#pragma once\n", 1, "does not say what"),
    # Names.
    (BAD_HEADER, HEADER + "bool ready() const { return true; }\n", 3, "ready() says yes or no"),
    # Registration.
    ("src/isthmus/serial/archive_test.cpp", "\n", 1, "the test is never run"),
    ("src/isthmus/serial/archive.cpp", "\n", 1, "the source is never built"),
    # Installed headers.
    ("src/isthmus/message/message.hpp",
     "// isthmus/message/message.hpp: messages.\n#pragma once\n"
     '#include "isthmus/serial/archive.hpp"\n#include "isthmus/serial/codec.hpp"\n', 4,
     "isthmus/serial/codec.hpp is installed for this include"),
    ("src/isthmus/isthmus.hpp", SOUND["src/isthmus/isthmus.hpp"]
     + '#include "isthmus/serial/codec.hpp"\n', 4,
     "isthmus/serial/codec.hpp is installed for this include"),
    ("src/isthmus/isthmus.hpp", SOUND["src/isthmus/isthmus.hpp"]
     + '#include "isthmus/serial/archive.hpp"\n', 4,
     "isthmus/serial/archive.hpp is installed for this include"),
    ("src/isthmus/isthmus.hpp", "// isthmus/isthmus.hpp: all.\n#pragma once\n", 4,
     "isthmus/message/message.hpp is not installed"),
    (LIST, SOUND[LIST].replace("isthmus/isthmus.hpp\n", ""), 1, "no line for isthmus/isthmus.hpp"),
    (LIST, SOUND[LIST].replace("ids.hpp\n", "ids.hpp\nisthmus/base/gone.hpp\n"), 7,
     "isthmus/base/gone.hpp is not installed"),
    (LIST, SOUND[LIST] + "[engine]\nisthmus/message/message.hpp\n", 11, "stands twice"),
    ("cmake/IsthmusInstall.cmake", "set(public_headers)\n", 3,
     "isthmus/isthmus.hpp is not installed"),
    # Markdown.
    ("README.md", "# One\n\n# Two\n", 3, "2 titles"),
    ("README.md", "no title\n", 1, "0 titles"),
    ("README.md", "# One\n\n[map](docs/gone.md)\n", 3, "leads nowhere"),
    ("README.md", "# One\n\n[map](docs/architecture.md#cellar)\n", 3, "no heading #cellar"),
    ("README.md", "# One\n\n```cpp\nint x;\n```\n", 4, "this code is in no example"),
    ("README.md", "# One\n\nIt runs. What it does is good.\n", 3, "begins with 'What'"),
    ("docs/guide/a.md", "# One\n\n## What it costs\n", 3, "begins with 'What'"),
    ("docs/guide/a.md", "# One\n\n- Of both sides.\n", 3, "begins with 'Of'"),
    ("src/isthmus/message/message.hpp", SOUND["src/isthmus/message/message.hpp"]
     + "/// A message. Of use\n/// to all.\n", 5, "begins with 'Of'"),
    ("src/isthmus/message/message.hpp", SOUND["src/isthmus/message/message.hpp"]
     + "int size;  ///< Of all.\n", 5, "begins with 'Of'"),
    ("src/isthmus/message/message.hpp", SOUND["src/isthmus/message/message.hpp"]
     + "/* One.\n * What it is. */\n", 6, "begins with 'What'"),
    ("src/isthmus/message/message.hpp", SOUND["src/isthmus/message/message.hpp"]
     + "/// The same for all.\n", 5, "begins with 'The same'"),
    ("docs/guide/a.md", "# One\n\n  ```cpp\n  in\n  ```\n", 4, "this code is in no example"),
    ("docs/guide/a.md", "# One\n\n```c\nint x;\n```\n", 4, "this code is in no example"),
    ("docs/formats/a.md", "# One\n\n```cpp\nint x;\n```\n", 4, "this code is in no source"),
    # Lengths of examples.
    ("README.md", "# One\n\nIt is 2 lines: [`examples/a.cpp`](docs/architecture.md).\n", 3,
     "said to have 2 lines"),
    ("README.md", "# One\n\n[`examples/a.cpp`](docs/architecture.md), 4 lines.\n", 3,
     "said to have 4 lines"),
    # The README's table of rooms.
    ("README.md", STATUS.replace("| `trace` | planned | counters |\n", ""), 1,
     "no row for src/isthmus/trace"),
    ("README.md", STATUS.replace("| `serial` | stands", "| `serial` | planned"), 4,
     "in another state"),
    # The table.
    ("docs/architecture.md", "# No table\n", 1, "no table of rooms"),
    ("docs/architecture.md", ARCHITECTURE.replace("| base, serial |", "| base, testing |"), 7,
     "which no row above names"),
    ("docs/architecture.md", ARCHITECTURE.replace("planned", "here"), 8, "in another state"),
    ("src/isthmus/cellar/wine.hpp", "// isthmus/cellar/wine.hpp: w.\n#pragma once\n", 1,
     "a room that the table does not name"),
    ("src/README.md", "# Rooms\n", 1, "no line for src/isthmus/base"),
])
def test_a_breach_is_named_with_its_line(
        breaches_of: Breaches, path: str, text: str, line: int, what: str) -> None:
    found = breaches_of({path: text})
    assert any(what in breach.what and breach.line == line for breach in found), found


def test_a_circle_over_two_files_is_named_once(breaches_of: Breaches) -> None:
    found = breaches_of({
        BAD_HEADER: HEADER + '#include "isthmus/serial/worse.hpp"\n',
        "src/isthmus/serial/worse.hpp":
            "// isthmus/serial/worse.hpp: w.\n#pragma once\n#include \"isthmus/serial/bad.hpp\"\n",
    })
    assert [breach.what for breach in found] == [
        "a circle of includes: src/isthmus/serial/bad.hpp -> src/isthmus/serial/worse.hpp -> "
        "src/isthmus/serial/bad.hpp"]


@pytest.mark.parametrize(("path", "text"), [
    (BAD_SOURCE, "// std::thread, using namespace: in a comment\n"),
    (BAD_SOURCE, 'auto x = "std::endl"; auto y = R"(using namespace)";\n'),
    (BAD_SOURCE, "/* #include \"isthmus/base/gone.hpp\"\n#include \"isthmus/base/gone.hpp\" */\n"),
    (BAD_SOURCE, "auto n = std::thread::hardware_concurrency();\n"),
    (BAD_SOURCE, "auto operand(int); auto n = operand(1'000'000);\n"),
    ("src/isthmus/message/message_test.cpp", "std::thread consumer;\n"),
    ("src/isthmus/base/ids.hpp",
     "// isthmus/base/ids.hpp: ids.\n#pragma once\nclock_gettime(0, 0);\n"),
    ("apps/jacobi/CMakeLists.txt",
     "foreach(part main)\n  isthmus_program(${part} SOURCES ${part}.cpp)\nendforeach()\n"),
    (BAD_HEADER, HEADER + "bool is_ready() const;\nbool holds() const;\nbool empty() const;\n"),
    ("README.md", "# One\n\n```sh\n# not a title [x](gone.md)\n```\n`[x](gone.md)`\n"),
    ("apps/jacobi/tile.hpp",
     '// jacobi/tile.hpp: tile.\n#pragma once\n#include "isthmus/isthmus.hpp"\n'),
    ("src/isthmus/serial/compile_fail/pointer.cpp", "int* p;\n"),
    ("README.md", "# One\n\n[web](https://example.org/gone) [here](#one)\n"),
    ("README.md", STATUS),
    ("README.md", "# One\n\nIt is 3 lines: [`examples/a.cpp`](docs/architecture.md).\n"),
    ("docs/guide/a.md", "# One\n\nIt says what it is.\n\n| What | Who |\n| --- | --- |\n"),
    ("src/isthmus/message/message.hpp", SOUND["src/isthmus/message/message.hpp"]
     + "/// All that goes and comes\n/// What follows is of it. The same seed is the same.\n"
     + "int What;\n"),
    (BAD_HEADER, HEADER + "/// What the engine has.\n"),
    ("docs/internals/a.md", "# One\n\nWhat it does is good.\n"),
    ("docs/decisions/001-a.md", "# One\n\n```cpp\nint x;\n```\n"),
    ("docs/formats/a.md", "# One\n\n```cpp\n#pragma once\n```\n"),
    ("build/release/bad.cpp", "using namespace std;\n"),
])
def test_what_is_allowed_is_no_breach(breaches_of: Breaches, path: str, text: str) -> None:
    assert breaches_of({path: text}) == []


def test_blanking_keeps_the_lines() -> None:
    bare = bare_code('a /* b\nc */ d "e" // f\ng')
    assert [line.split() for line in bare.split("\n")] == [["a"], ["d"], ["g"]]


def test_a_room_lies_above_all_that_it_stands_on() -> None:
    rooms, breaches = read_rooms(ARCHITECTURE)
    assert breaches == []
    assert floors_of(rooms) == [["base"], ["serial", "trace"], ["message"],
                                ["public API", "testing"]]


def test_the_exit_status_says_whether_there_are_breaches(
        breaches_of: Breaches, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    breaches_of({})
    assert main(["--root", str(tmp_path)]) == 0
    breaches_of({BAD_SOURCE: "using namespace std;\n"})
    assert main(["--root", str(tmp_path)]) == 1
    assert f"{BAD_SOURCE}:1: using namespace is not used here" in capsys.readouterr().out


def test_programs_of_system_tests_are_built_by_cmake_or_by_the_test_that_names_them(
    breaches_of: Breaches,
) -> None:
    program = {"tests/system/programs/mpi/calls.cpp": "int main() {}\n"}
    breach = breaches_of(program)[0]
    assert (breach.path, breach.what) == (*program, "the source is never built")
    assert breaches_of({**program, "tests/system/test_calls.py": 'NAME = "calls.cpp"\n'}) == []


def test_code_that_stands_in_an_example_may_be_quoted(breaches_of: Breaches) -> None:
    assert breaches_of({
        "examples/CMakeLists.txt": "isthmus_program(a SOURCES a.cpp)\n",
        "examples/a.cpp": "int main() {\n  return 0;\n}\n",
        "README.md": "# One\n\n```cpp\nreturn 0;\n}\n```\n",
    }) == []
