"""What tools/check_calls.py finds in pages, and what it leaves alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from check_calls import COMMENTS, CONTEXT, HEADERS, context_of, main, statement_of

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

CODE = """
#include <coroutine>
namespace isthmus {
template <class T>
struct Task {
  struct promise_type {
    Task get_return_object();
    std::suspend_never initial_suspend();
    std::suspend_never final_suspend() noexcept;
    void return_void();
    void unhandled_exception();
  };
};
struct Job {
  void report(int value);
  std::suspend_never balance();
  template <class T>
  void keep(T value) { value.serialize(); }
};
template <class Derived>
struct Chare {
  int index();
};
namespace seed {
inline constexpr int random = 1;
}
}  // namespace isthmus
namespace isthmus::guide {
extern Job& job;
extern int value;
struct Kept { void serialize(); };
struct T : Chare<T> {
  using Base = Chare<T>;
  using Base::index;
};
extern T here;
}  // namespace isthmus::guide
"""
LISTS = """
// where: job.keep(state)
// with: Kept state;
// where: Job::balance
// as: job.balance()
// no program: what()
// page: other.md
"""
PAGE = """# A page

`job.report(value)`, `co_await job.balance()`, `job.keep(state)`, `Job::balance`, `what()`.
`seed::random` and `isthmus::Chare<Itself, Index>` are names, `Task<T>` is a type, `index()` a
member, `job.report(value, more...)` has arguments. `isthmus run x(y)`, `--option=a(b)` and
`grid = "a::b"` are no code.

```cpp
job.nothing();
```
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, CONTEXT, CODE + LISTS)
    write(tmp_path, HEADERS, "[public]\nroom/door.hpp\nroom/door.h\n[engine]\nroom/attic.hpp\n")
    write(tmp_path, "src/room/door.hpp", "/// Says `job.report(value)`.\nint a = `b`(c::d);\n")
    write(tmp_path, "src/room/attic.hpp", "/// Says `nothing::of()` users' concern.\n")
    write(tmp_path, COMMENTS, "")
    write(tmp_path, "README.md", "# A house\n")
    write(tmp_path, "CHANGELOG.md", "# Changes\n")
    write(tmp_path, "docs/guide/a.md", PAGE)
    write(tmp_path, "docs/guide/other.md", "# Of others\n\n`theirs::call()`\n")
    return tmp_path


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def said_of(root: Path, capsys: pytest.CaptureFixture[str]) -> str:
    status = main(["--root", str(root)])
    said = capsys.readouterr().out
    assert status == (0 if said.endswith(" files compile\n") and said.count("\n") == 1 else 1)
    return said


def test_what_is_right_compiles(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said_of(root, capsys) == "isthmus: 10 calls and names of 2 files compile\n"


@pytest.mark.parametrize("wrong", [
    "job.rapport(value)", "job.report()", "co_await job.report(value)", "seed::chance",
    "isthmus::Charm<Itself>", "Tusk<T>", "index(value)", "job.keep(value)", "nobody(value)",
])
def test_what_is_wrong_is_named_with_page_and_line(
        root: Path, capsys: pytest.CaptureFixture[str], wrong: str) -> None:
    write(root, "README.md", f"# A house\n\nIt says `{wrong}`.\n")
    said = said_of(root, capsys)
    assert f"README.md:3: does not compile: `{wrong}`\n" in said
    assert "docs/guide/a.md" not in said


def test_what_a_comment_of_a_public_header_says_is_compiled(
        root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "src/room/door.hpp", "int a;\nint b;  ///< As `job.rapport(value)` says.\n")
    assert "src/room/door.hpp:2: does not compile: `job.rapport(value)`" in said_of(root, capsys)


def test_lines_that_a_comment_of_a_public_header_shows_are_compiled_elsewhere(
        root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "src/room/door.hpp", "///     int a = 1;  // why\n///     int b = ...;\nint c;\n")
    assert "src/room/door.hpp:2: " in said_of(root, capsys)
    write(root, COMMENTS, "namespace shown {\n  int a = 1;\n  int b = 2;\n}\n")
    assert "door.hpp" not in said_of(root, capsys)
    write(root, COMMENTS, "namespace shown {\n  int a = 10;\n  int b = two;\n}\n")
    said = said_of(root, capsys)
    assert f"src/room/door.hpp:1: {COMMENTS} has no such line: int a = 1;" in said
    assert "'two' was not declared" in said


def test_a_name_that_the_headers_have_no_more_is_found(
        root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, CONTEXT, CODE.replace("void report(", "void note(") + LISTS)
    assert "docs/guide/a.md:3: does not compile: `job.report(value)`" in said_of(root, capsys)


def test_an_entry_without_a_piece_is_named(
        root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, CONTEXT, CODE + LISTS + "// where: gone()\n// as: here\n// no program: lost()\n")
    said = said_of(root, capsys)
    assert f"{CONTEXT}: no page says `gone()`\n" in said
    assert f"{CONTEXT}: no page says `lost()`\n" in said


@pytest.mark.parametrize(("code", "statement"), [
    ("job.create<T>(sizes, arguments...)", "(void)(job.create<T>(sizes));"),
    ("job.create<T>(arguments...)", "(void)(job.create<T>());"),
    ("send(slice, arguments..., bytes)", "(void)(send(slice, bytes));"),
    ("send(...)", "(void)(send());"),
    ("co_await barrier()", "(void)(co_await here.barrier());"),
    ("while (!done) self.poll();", "while (!done) self.poll();"),
])
def test_a_piece_becomes_a_statement(code: str, statement: str) -> None:
    assert statement_of(code, context_of("using Base::barrier;")) == statement
