"""How tools/fuzz_corpus.py keeps inputs."""

from __future__ import annotations

import os
from pathlib import Path

import fuzz_corpus
import pytest
from fuzz_corpus import files_of, main, read_archive, unpack, write_archive

INPUTS = {"b-finding": b"\0" * 700, "empty": b"", "a" * 40: b"x"}


def test_what_was_packed_is_unpacked(tmp_path: Path) -> None:
    write_archive(tmp_path / "frames.tar", INPUTS)
    assert read_archive(tmp_path / "frames.tar") == INPUTS
    unpack(tmp_path / "frames.tar", tmp_path / "folder")
    assert files_of(tmp_path / "folder") == INPUTS


def test_the_same_inputs_make_the_same_bytes(tmp_path: Path) -> None:
    write_archive(tmp_path / "one.tar", INPUTS)
    unpack(tmp_path / "one.tar", tmp_path / "folder")
    os.utime(tmp_path / "folder" / "empty", (1, 1))
    (tmp_path / "folder" / "empty").chmod(0o600)
    write_archive(tmp_path / "two.tar", dict(reversed(files_of(tmp_path / "folder").items())))
    assert (tmp_path / "one.tar").read_bytes() == (tmp_path / "two.tar").read_bytes()


def test_a_finding_is_added_to_what_is_there(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_corpus, "KEPT", tmp_path)
    write_archive(tmp_path / "frames.tar", INPUTS)
    (tmp_path / "crash-1").write_bytes(b"boom")
    assert main(["add", "frames", "length-beyond-the-end", str(tmp_path / "crash-1")]) == 0
    assert read_archive(tmp_path / "frames.tar") == {**INPUTS, "length-beyond-the-end": b"boom"}


def test_a_target_that_is_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["list", "attic"])
    assert stopped.value.code == 2
    assert "no target 'attic'" in capsys.readouterr().err


def test_every_kept_archive_is_as_the_tool_writes_it(tmp_path: Path) -> None:
    archives = sorted(fuzz_corpus.KEPT.glob("*.tar"))
    assert archives
    for archive in archives:
        write_archive(tmp_path / "again.tar", read_archive(archive))
        assert archive.read_bytes() == (tmp_path / "again.tar").read_bytes(), archive.name
