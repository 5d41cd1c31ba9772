"""What tools/compiler_memory.py sees of compilers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from compiler_memory import CompilerMemory, source_of, started_by

TAKES_MEMORY = "import sys; a = b'x' * int(sys.argv[2]); print(len(a), flush=True); input()"


@contextmanager
def compiler(folder: Path, megabytes: int, source: str) -> Iterator[subprocess.Popen[str]]:
    """A process that is called as a compiler is, and has taken so much memory."""
    program = folder / "cc1plus"
    if not program.exists():
        shutil.copy(Path(sys.executable).resolve(), program)
    environment = os.environ | {"PYTHONHOME": sys.base_prefix}
    with subprocess.Popen([str(program), "-c", TAKES_MEMORY, source, str(megabytes * 10**6)],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                          env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == str(megabytes * 10**6)
        yield process
        process.communicate("\n")


def test_the_source_that_takes_most_is_named(tmp_path: Path) -> None:
    memory = CompilerMemory(lambda process: started_by(process, os.getpid()), 1.0)
    with compiler(tmp_path, 50, "small.cpp"), compiler(tmp_path, 200, "/a/large.cpp"):
        memory.look()
    with compiler(tmp_path, 60, "later.cpp"):
        memory.look()
    assert 200_000 * 0.9 < memory.peak_kb < 400_000
    assert memory.text().endswith(" MB for large.cpp")


def test_a_precompiled_header_is_named_where_it_is_made_and_not_where_it_is_used() -> None:
    used = ["cc1plus", "-quiet", "-include", "/b/cmake_pch.hxx", "/a/large.cpp", "-dumpbase", "x"]
    made = ["cc1plus", "-quiet", "-include", "/b/cmake_pch.hxx", "/b/cmake_pch.hxx.cxx", "-o", "x"]
    assert source_of(used) == "/a/large.cpp"
    assert source_of(made) == "/b/cmake_pch.hxx.cxx"
    assert source_of(["cc1plus", "-quiet", "-"]) == ""


def test_compilers_of_others_do_not_count(tmp_path: Path) -> None:
    memory = CompilerMemory(lambda process: started_by(process, 10**9), 1.0)
    with compiler(tmp_path, 50, "small.cpp"):
        memory.look()
    assert memory.peak_kb == 0


def test_who_started_a_process_is_seen_through_a_shell() -> None:
    with subprocess.Popen(["sh", "-c", "sleep 30 & echo $!; wait"], stdout=subprocess.PIPE,
                          text=True) as shell:
        assert shell.stdout is not None
        process = Path("/proc") / shell.stdout.readline().strip()
        assert started_by(process, shell.pid)
        assert started_by(process, os.getpid())
        assert not started_by(Path("/proc") / str(os.getpid()), shell.pid)
        os.kill(int(process.name), 15)
