"""What `isthmus info` says of the built runtime's devices."""

from pathlib import Path

import pytest

from isthmus import info
from isthmus.errors import IsthmusError


def write_tool(build: Path, body: str) -> None:
    tool = build / "programs" / "isthmus-topology"
    tool.parent.mkdir(parents=True)
    tool.write_text(f"#!/bin/sh\n{body}\n")
    tool.chmod(0o755)


def test_lists_the_devices_of_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISTHMUS_BUILD", str(tmp_path))
    write_tool(
        tmp_path,
        'test "$1" = --devices && '
        """echo '{"filters": {"delay": "Delays."}, "carriers": {"shm": "Shares."}}'""",
    )
    assert info.devices() == {"filters": {"delay": "Delays."}, "carriers": {"shm": "Shares."}}


def test_lists_every_library_once_under_its_name() -> None:
    missing = {"SimGrid_LIBRARY": "SimGrid_LIBRARY-NOTFOUND"}
    missing |= {"SimGrid_INCLUDE_DIR": "SimGrid_INCLUDE_DIR-NOTFOUND"}
    missing |= {"GTest_DIR": "GTest_DIR-NOTFOUND", "LZ4_INCLUDE_DIR": "LZ4_INCLUDE_DIR-NOTFOUND"}
    assert info.packages(missing) == {
        "GTest": "not found by CMake when the build was configured",
        "SimGrid": "not found by CMake (optional, Debian package libsimgrid-dev)",
    }


def test_lists_none_without_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISTHMUS_BUILD", str(tmp_path))
    assert info.devices() == {"filters": {}, "carriers": {}}
    assert "carriers\n  none" in info.text(info.devices())


def test_names_a_tool_that_answers_nonsense(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ISTHMUS_BUILD", str(tmp_path))
    write_tool(tmp_path, "echo hello")
    with pytest.raises(IsthmusError, match="did not list the devices"):
        info.devices()
