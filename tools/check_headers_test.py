"""Which headers tools/check_headers.py need not compile."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_headers import begins_its_source


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
