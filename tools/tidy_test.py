"""What tools/tidy.py looks at."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

import pytest
import tidy
from tidy import changed_lines, line_filter, look_at, one_command_each, sources_of

DIFF = """diff --git a/src/a/one.cpp b/src/a/one.cpp
--- a/src/a/one.cpp
+++ b/src/a/one.cpp
@@ -10 +10,3 @@ void one() {
+x
+y
+z
@@ -40,2 +42,0 @@ void two() {
-gone
-gone
diff --git a/src/a/one.hpp b/src/a/one.hpp
--- a/src/a/one.hpp
+++ b/src/a/one.hpp
@@ -1 +1 @@
-old
+new
"""


def test_the_lines_that_a_diff_has_new_are_known() -> None:
    assert changed_lines(DIFF) == {"src/a/one.cpp": [(10, 12)], "src/a/one.hpp": [(1, 1)]}
    assert json.loads(line_filter({"src/a/one.hpp": [(1, 1)]})) == [
        {"name": "/src/a/one.hpp", "lines": [[1, 1]]}]


def test_a_header_is_looked_at_through_the_source_beside_it(tmp_path: Path) -> None:
    for file in ("src/a/one.cpp", "src/a/one_test.cpp", "src/a/compile_fail/bad.cpp"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    assert sources_of(["src/a/one.hpp", "src/a/one.cpp"], tmp_path) == ["src/a/one.cpp"]
    assert sources_of(["src/a/alone.hpp", "src/a/one_test.cpp", "src/a/compile_fail/bad.cpp",
                       "tests/fuzz/values.cpp", "README.md"], tmp_path) == []


def test_a_source_is_compiled_once_and_as_the_library_does() -> None:
    library = {"file": "a.cpp", "command": "c++ a.cpp", "output": "src/a.o"}
    again = {"file": "a.cpp", "command": "c++ a.cpp", "output": "tests/systematic/a.o"}
    program = {"file": "b.cpp", "output": "b.o",
               "command": "c++ -Winvalid-pch -include /x/cmake_pch.hxx -o b.o b.cpp"}
    assert one_command_each([again, library, program]) == [
        library, {**program, "command": "c++ -o b.o b.cpp"}]


def test_sources_that_are_compiled_as_one_are_looked_at_one_by_one(tmp_path: Path) -> None:
    unit = tmp_path / "build" / "room_united" / "src_a_1.cpp"
    unit.parent.mkdir(parents=True)
    unit.write_text('// A.\n#include "../../src/a/one.cpp"\n#include "../../src/a/two.cpp"\n')
    entry = {"file": str(unit), "command": f"c++ -c {unit}", "output": "src/a.o"}
    sources = [f"{tmp_path}/src/a/{name}.cpp" for name in ("one", "two")]
    assert one_command_each([entry]) == [
        {**entry, "file": source, "command": f"c++ -c {source}"} for source in sources]


def test_where_no_time_is_left_nothing_is_looked_at() -> None:
    assert look_at("a.cpp", [], time.monotonic() - 1).findings is None


def test_findings_are_read_and_a_tool_that_fails_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "/src/a.cpp:3:4: error: no [check]\n  code\n/src/a.cpp:3:4: note: here\n"

    def ends(status: int, text: str) -> None:
        monkeypatch.setattr(tidy.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess(
            [], status, stdout=text, stderr="cannot"))

    ends(1, said)
    assert look_at("a.cpp", [], time.monotonic() + 9).findings == (
        "/src/a.cpp:3:4: error: no [check]",)
    ends(0, "")
    assert look_at("a.cpp", [], time.monotonic() + 9).findings == ()
    ends(1, "")
    failed = look_at("a.cpp", [], time.monotonic() + 9).findings
    assert failed is not None
    assert "ended with status 1: cannot" in failed[0]


def test_without_a_build_it_says_what_is_missing(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(tidy.shutil, "which", lambda _: "/usr/bin/tool")
    assert tidy.main(["--build", str(tmp_path), "src/isthmus/base/log.cpp"]) == 2
    assert "expected make build" in capsys.readouterr().err
