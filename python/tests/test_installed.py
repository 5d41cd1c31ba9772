"""A package that is installed finds its programs by the file beside it, and by nothing else."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import write_program

import isthmus
from isthmus import build
from isthmus.errors import BadInputError

PLACES = {
    "commit": "0123456789ab",
    "build": "libexec/isthmus",
    "headers": "include",
    "experiments": "share/isthmus/experiments",
    "cmake": "lib/cmake/Isthmus",
}

Installed = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    """A copy of the package as a wheel has it, with one program; runs the command there."""
    package = tmp_path / "site" / "isthmus"
    shutil.copytree(build.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "installed.json").write_text(json.dumps(PLACES))
    carriers = {"shm": "Shares.", "tcp": "Calls.", "ucx": "Not available: no part of this build"}
    answer = json.dumps({"filters": {}, "carriers": carriers})
    tool = package / "libexec" / "isthmus" / "programs" / "isthmus-topology"
    write_program(tool, f"print({answer!r})")
    environment = {name: value for name, value in os.environ.items() if name != "ISTHMUS_BUILD"}

    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            # Without site, whose editable installation of the checkout would go before this one.
            [sys.executable, "-S", *words],
            env={**environment, "PYTHONPATH": f"{package.parent}:{sysconfig.get_path('purelib')}"},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_the_version_names_commit_and_carriers(installed: Installed) -> None:
    done = installed("-m", "isthmus", "--version")
    assert done.stdout == (
        f"isthmus {isthmus.__version__} (commit 0123456789ab; carriers: shm, tcp)\n"
    ), done.stderr


def test_programs_and_experiments_are_beside_the_package(
    installed: Installed, tmp_path: Path
) -> None:
    done = installed("-m", "isthmus", "info", "--json")
    package = tmp_path / "site" / "isthmus"
    assert json.loads(done.stdout)["build"]["directory"] == str(package / PLACES["build"])
    asked = "from isthmus import build, cmake_dir as c; print(build.headers_directory(), c())"
    where = installed("-c", asked).stdout.split()
    assert where == [str(package / PLACES["headers"]), str(package / PLACES["cmake"])]


def test_what_needs_a_checkout_says_so(installed: Installed) -> None:
    done = installed("-m", "isthmus", "bench")
    assert done.returncode == 2
    assert "expected a checkout" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_checkout_has_no_cmake_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ISTHMUS_BUILD", raising=False)
    with pytest.raises(BadInputError, match="cmake --install"):
        isthmus.cmake_dir()
    assert build.build_directory() == build.repository_root() / "build" / "release"


def test_version_stands_in_one_place() -> None:
    root = build.repository_root()
    for name in ("CMakeLists.txt", "pyproject.toml"):
        assert isthmus.__version__ not in (root / name).read_text(), name


def test_the_page_is_where_a_build_has_it(installed: Installed, tmp_path: Path) -> None:
    words = ("-m", "isthmus", "page", "-o", "made.html")
    assert installed(*words).stderr == "isthmus: the page is not built (expected: make page)\n"
    folder = tmp_path / "site" / "isthmus" / "libexec" / "isthmus" / "page"
    folder.mkdir()
    (folder / "page.html").write_text("<p>the page</p>")
    done = installed(*words)
    assert (done.returncode, (tmp_path / "made.html").read_text()) == (0, "<p>the page</p>")


def test_programs_are_told_where_the_page_is(installed: Installed, tmp_path: Path) -> None:
    folder = tmp_path / "site" / "isthmus" / "libexec" / "isthmus" / "page"
    program = tmp_path / "program"
    write_program(program, "import os; print(os.environ.get('ISTHMUS_PAGE'))")
    start = f"from isthmus.launcher import Job; from isthmus.launches import Launch; \
Job([Launch([{str(program)!r}])]).run()"
    assert installed("-c", start).stdout == "None\n"
    folder.mkdir()
    (folder / "page.html").write_text("<p>the page</p>")
    assert installed("-c", start).stdout == f"{folder / 'page.html'}\n"


def test_only_what_draws_needs_matplotlib(installed: Installed) -> None:
    """Debian's package leaves it to apt, as it comes with a compiler there."""
    without = "import sys; sys.modules['matplotlib'] = None; from isthmus.cli import main; \
sys.exit(main({}))"
    for words in (["--help"], ["mesh", "--help"], ["masking", "--help"], ["info"]):
        done = installed("-c", without.format(words))
        assert done.returncode == 0, (words, done.stderr)
    drawn = installed("-c", without.format(["masking"]))
    assert (drawn.returncode, drawn.stderr) == (
        2,
        "isthmus: this needs matplotlib, which is not there (expected pip install matplotlib, or"
        " apt install python3-matplotlib)\n",
    )
