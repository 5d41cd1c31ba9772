"""What `isthmus mesh` starts for whom, and the thorns that it writes."""

import re
from pathlib import Path

import pytest
from helpers import telling_options, write_program

from isthmus.cli import main

Capture = pytest.CaptureFixture[str]

HOST = """
import json, sys
if sys.argv[1] == "check":
    print("isthmus: error: wave.toml:3: wrong", file=sys.stderr)
    sys.exit(2)
print(json.dumps(sys.argv[1:]))
"""


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "build"
    write_program(folder / "src" / "mesh" / "program" / "isthmus-mesh", telling_options(HOST))
    monkeypatch.setenv("ISTHMUS_BUILD", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


def test_a_job_has_the_files_words_behind_the_runtimes(build: Path, capfd: Capture) -> None:
    words = ["--sites", "2", "--pes", "2", "--driver", "serial", "--steps", "4", "--check"]
    assert main(["mesh", "run", "wave.toml", *words, "--", "--rests", "3"]) == 0
    started = capfd.readouterr().out
    assert '"--sites", "2"' in started or '"--sites=2"' in started
    own = '"--", "wave.toml", "--driver", "serial", "--steps", "4", "--check", "--rests", "3"]'
    assert own in started


@pytest.mark.parametrize(("more", "has_costs"), [((), True), (("--costs", "measured"), False)])
def test_flop_is_charged_where_that_is_asked_for(
    more: tuple[str, ...], has_costs: bool, build: Path, capfd: Capture
) -> None:
    """A job that holds no fields has nothing else that would take time."""
    words = ["mesh", "run", "wave.toml", "--backend", "sim", "--charge", "1e9", *more]
    assert main(words) == 0
    started = capfd.readouterr().out
    assert '"--charge", "1000000000.0"' in started
    assert bool(re.search(r'"--costs(?:=|", ")charged"', started)) == has_costs


def test_mistakes_are_told_as_the_program_tells_them(build: Path, capfd: Capture) -> None:
    assert main(["mesh", "check", "wave.toml"]) == 2
    out, err = capfd.readouterr()
    assert (out, err) == ("", "isthmus: error: wave.toml:3: wrong\n")
    assert main(["mesh", "thorns", "a.so", "b.so"]) == 0
    assert capfd.readouterr().out == '["thorns", "a.so", "b.so"]\n'


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run"], "FILE"),
        (["run", "a.toml", "--driver", "bricks"], "bricks"),
        (["run", "a.toml", "--depht", "2"], "did you mean --depth?"),
        (["run", "a.toml", "--rests", "0"], "'0' is not a whole number of at least 1"),
        (["check", "a.toml", "--", "more"], "takes nothing after --"),
        (["new", "7seas"], "'7seas' (expected letters, digits and '_', at most 31)"),
        (["new", "isthmus_mesh"], "is the name of something else"),
        (["new", "sea", "--language", "cobol"], "cobol"),
        (["new", "build"], "build: is there already (expected a new name)"),
    ],
)
def test_wrong_words_are_one_line(words: list[str], said: str, build: Path, capfd: Capture) -> None:
    assert main(["mesh", *words]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


def test_without_a_build_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Capture
) -> None:
    monkeypatch.setenv("ISTHMUS_BUILD", str(tmp_path))
    assert main(["mesh", "check", "wave.toml"]) == 2
    assert "isthmus-mesh: no such program (expected a build: run make)" in capfd.readouterr().err


@pytest.mark.parametrize(("language", "suffix"), [("fortran", "f90"), ("c++", "cpp")])
def test_a_new_thorn_has_its_name_everywhere(
    language: str, suffix: str, build: Path, capfd: Capture
) -> None:
    assert main(["mesh", "new", "sea", "--language", language]) == 0
    assert "isthmus mesh run sea/sea.toml" in capfd.readouterr().out
    files = {path.name: path.read_text() for path in Path("sea").iterdir()}
    assert sorted(files) == sorted([f"sea.{suffix}", "compile.sh", "sea.toml"])
    for text in files.values():
        assert "sea" in text
        assert not re.search(r"@\w+@", text)
        assert max(map(len, text.splitlines())) <= 132
    assert 'library = "libsea.so"' in files["sea.toml"]
