"""The manual pages: one for every command, which roff reads without a complaint."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from pathlib import Path

import make_manual
import pytest

from isthmus import cli


def test_every_command_and_compiler_has_a_page_that_the_first_one_names() -> None:
    pages = make_manual.pages()
    names = [*cli.COMMANDS, "mpicc", "mpicxx", "mpifort"]
    assert {f"isthmus-{name}.1" for name in names} | {"isthmus.1"} == set(pages)
    first = set(re.findall(r"[a-z]+", pages["isthmus.1"]))
    assert set(names) <= first


def test_options_verbs_and_examples_of_the_help_are_on_its_page() -> None:
    pages = make_manual.pages()
    join, topology = pages["isthmus-join.1"], pages["isthmus-topology.1"]
    assert "\\fB\\-\\-rendezvous\\fR HOST:PORT\n" in join
    assert ".SH EXAMPLES\n.nf\nisthmus join jacobi2d\\-3f2a\n" in join
    assert ".SH CHECK\n" in topology
    assert ".SH PROBE\n" in topology


def test_the_exit_status_has_a_section_behind_the_examples() -> None:
    run = make_manual.pages()["isthmus-run.1"]
    sections = re.findall(r"^\.SH (.+)$", run, re.MULTILINE)
    assert sections[-3:] == ["EXAMPLES", "EXIT STATUS", "SEE ALSO"]
    assert ".SH EXIT STATUS\nThe application's; 1 where" in run


def test_pages_are_the_same_bytes_wherever_they_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "isthmus-gone.1.gz").touch()
    for folder, columns in (("a", "40"), ("b", "200")):
        monkeypatch.setenv("COLUMNS", columns)
        monkeypatch.setenv("ISTHMUS_BUILD", str(tmp_path / folder))
        assert make_manual.main([str(tmp_path / folder)]) == 0
    a, b = ({path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()}
            for folder in ("a", "b"))
    assert a == b
    assert gzip.decompress(a["isthmus.1.gz"]).startswith(b".TH ISTHMUS 1")


def test_a_dash_is_a_dash_and_no_line_is_a_request() -> None:
    assert make_manual.escaped(".so /etc/passwd\n'x\n--a\\b") == (
        "\\&.so /etc/passwd\n\\&'x\n\\-\\-a\\eb")


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff")
def test_roff_has_nothing_to_complain_about() -> None:
    for name, text in make_manual.pages().items():
        if text.startswith(".so"):
            continue
        words = ["groff", "-man", "-Tutf8", "-ww", "-rLL=100n"]
        done = subprocess.run(words, input=text, capture_output=True, text=True, check=True)
        assert done.stderr == "", f"{name}: {done.stderr}"
