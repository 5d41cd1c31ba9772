"""What tools/check_headers.py finds, and which headers it need not compile."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from check_headers import (
    Sources,
    begins_its_source,
    chains_of,
    choose_bases,
    main,
    read_text,
)

SOUND = {
    "lower": '#include <string>\n#include <vector>\nstruct Lower { std::vector<std::string> a; };',
    "one": '#include "room/lower.hpp"\nstruct One { Lower lower; };',
    "two": '#include "room/lower.hpp"\nstruct Two { Lower lower; };',
    "three": '#include "room/lower.hpp"\nstruct Three { Lower lower; };',
    "upper": '#include "room/one.hpp"\n#include "room/two.hpp"\nstruct Upper { One a; Two b; };',
}
LACKING = {
    "no_own": '#include <string>\nstruct NoOwn { std::string name; Lower lower; };',
    "no_standard": '#include "room/lower.hpp"\nstruct NoStandard { std::map<int, Lower> lowers; };',
    "not_the_other": '#include "room/one.hpp"\nstruct NotTheOther { One one; Two two; };',
    "nothing": 'struct Nothing { std::string name; };',
}


def write(folder: Path, headers: dict[str, str]) -> Path:
    (folder / "room").mkdir(exist_ok=True)
    for name, text in headers.items():
        (folder / "room" / f"{name}.hpp").write_text(f"// Why.\n#pragma once\n\n{text}\n")
    return folder


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_header_that_lacks_an_include_is_found_among_headers_that_have_it(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sources = Sources(write(tmp_path, SOUND | LACKING))
    headers = sources.headers()
    bases = choose_bases(sources, headers)
    # What is put in must be found by way of what spares time, not beside it.
    assert bases["room/no_standard.hpp"]
    chain = next(chain for chain in chains_of(sources, headers) if "room/one.hpp" in chain)
    assert len(chain) > 1

    assert main(["--sources", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    found = {line.split("/")[-1].partition(".")[0] for line in said.splitlines()
             if line.endswith(": does not compile alone")}
    assert found == set(LACKING)
    assert f"{len(SOUND)} of {len(SOUND) + len(LACKING)} headers compile alone" in said


def test_nothing_before_a_header_is_what_it_does_not_include(tmp_path: Path) -> None:
    sources = Sources(write(tmp_path, SOUND | LACKING))
    headers = sources.headers()
    for header, base in choose_bases(sources, headers).items():
        assert sources.all_of(base) <= sources.closure(header) - {header}
    chains = chains_of(sources, headers)
    assert sorted(header for chain in chains for header in chain) == headers
    for chain in chains:
        for position, header in enumerate(chain):
            assert set(chain[:position]) <= sources.closure(header)


@pytest.mark.parametrize(("text", "includes", "come_first"), [
    ('#pragma once\n#include <map>\nint a;\n', ("map",), True),
    ('int a;\n#include <map>\n', ("map",), False),
    ('#define A\n#include <map>\n', ("map",), False),
    ('#if A\n#include <map>\n#endif\n#include "b.hpp"\n', ("b.hpp",), True),
    ('#ifdef A\n#if B\n#endif\n#include <map>\n#endif\n', (), True),
    ('// Why.\n\n/// #include <map>\n', (), True),
])
def test_what_counts_as_an_include(
        text: str, includes: tuple[str, ...], come_first: bool) -> None:
    assert read_text(text).includes == includes
    assert read_text(text).includes_come_first is come_first


def test_a_header_with_an_include_behind_its_own_lines_is_compiled_alone(tmp_path: Path) -> None:
    late = dict.fromkeys("abcdef", '#include "room/lower.hpp"\nint a;\n#include <vector>')
    sources = Sources(write(tmp_path, SOUND | late))
    bases = choose_bases(sources, sources.headers())
    assert "room/one.hpp" in bases
    assert not any(f"room/{name}.hpp" in bases for name in late)
    assert ["room/a.hpp"] in chains_of(sources, sources.headers())


def test_what_was_sound_is_compiled_again_when_something_it_includes_changed(
        tmp_path: Path) -> None:
    sources = write(tmp_path, SOUND)
    compiler, log, seen = tmp_path / "compiler", tmp_path / "log", tmp_path / "seen"
    compiler.write_text(f"#!/bin/sh\necho version 1\n[ $1 = --version ] || cat >> {log}\n")
    compiler.chmod(0o755)

    def compiled() -> set[str]:
        log.write_text("")
        words = ["--sources", str(sources), "--compiler", str(compiler), "--seen", str(seen)]
        assert main(words) == 0
        return {name for name in SOUND if f"room/{name}.hpp" in log.read_text()}

    assert compiled() == set(SOUND)
    assert compiled() == set()
    write(tmp_path, {"two": SOUND["two"] + " "})
    assert compiled() == {"two", "upper"}
    seen.write_text("[")  # a run that was ended
    assert compiled() == set(SOUND)
    compiler.write_text(compiler.read_text().replace("version 1", "version 2"))
    assert compiled() == set(SOUND)


def test_what_does_not_compile_is_not_taken_for_seen(tmp_path: Path) -> None:
    sources, seen = write(tmp_path, SOUND), tmp_path / "seen"
    compiler = tmp_path / "compiler"
    compiler.write_text("#!/bin/sh\n[ $1 = --version ] || { echo wrong >&2; exit 1; }\n")
    compiler.chmod(0o755)
    words = ["--sources", str(sources), "--compiler", str(compiler), "--seen", str(seen)]
    assert main(words) == 1
    assert json.loads(seen.read_text()) == []
    assert main(words) == 1


@pytest.mark.parametrize(("source", "expected"), [
    ('#include "room/part.hpp"\n\n#include <vector>\n', True),
    ('// Why.\n#include "room/part.hpp"\n', True),
    ('#include <vector>\n#include "room/part.hpp"\n', False),
    ('#include "room/other.hpp"\n', False),
    ("int main() {}\n", False),
    (None, False),
])
def test_a_header_is_compiled_alone_by_a_source_that_begins_with_it(
        tmp_path: Path, source: str | None, expected: bool) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "part.hpp").touch()
    if source is not None:
        (tmp_path / "room" / "part.cpp").write_text(source, encoding="utf-8")
    assert begins_its_source(tmp_path, "room/part.hpp") is expected
