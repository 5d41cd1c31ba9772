"""Programs and inputs that are brought to nodes; tests/system/test_ssh.py does it by ssh."""

import hashlib
import subprocess
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from isthmus import stage
from isthmus.errors import BadInputError, IsthmusError
from isthmus.launches import Launch

# A way to a node that is this machine.
WAY = ("env",)


def launch(program: Path | str, node: str = "c-0") -> Launch:
    return Launch([str(program), "--quiet"], site="chicago", node=node, way=WAY)


def test_what_lacks_is_brought_once_and_again_when_it_has_changed(tmp_path: Path) -> None:
    program, there = tmp_path / "plate", tmp_path / "far away" / "it's here" / "plate"
    program.write_bytes(bytes(range(256)) * 5000)
    program.chmod(0o750)
    assert stage.bring([launch(there)], [str(program)], []) == {"c-0": 1}
    assert there.read_bytes() == program.read_bytes()
    assert there.stat().st_mode & 0o777 == 0o750
    assert stage.bring([launch(there)], [str(program)], []) == {"c-0": 0}
    there.write_bytes(b"another one")
    assert stage.bring([launch(there)], [str(program)], []) == {"c-0": 1}
    assert there.read_bytes() == program.read_bytes()
    assert [path.name for path in there.parent.iterdir()] == ["plate"]


def test_processes_of_a_node_are_given_the_same_files_once(tmp_path: Path) -> None:
    program, there = tmp_path / "plate", tmp_path / "there" / "plate"
    program.write_bytes(b"")
    launches = [launch(there), launch(there), replace(launch(program), way=())]
    assert stage.bring(launches, [str(program)] * 3, []) == {"c-0": 1}


def test_what_cannot_be_brought_is_named(tmp_path: Path) -> None:
    program = tmp_path / "plate"
    program.write_bytes(b"a program")
    with pytest.raises(IsthmusError, match="node c-0 of site chicago cannot be given /proc/x/p"):
        stage.bring([launch("/proc/x/p")], [str(program)], [])
    with pytest.raises(BadInputError, match="input: no such file"):
        stage.bring([launch(program)], [str(program)], [tmp_path / "input"])
    away = replace(launch(program), way=("false",))
    with pytest.raises(IsthmusError, match=r"cannot be given .*plate: status 1"):
        stage.bring([away], [str(program)], [])


def large_file(path: Path, pieces: int) -> None:
    """That a compressor makes no smaller; no two pieces are the same."""
    with path.open("wb") as out:
        for number in range(pieces):
            stream = hashlib.shake_256(number.to_bytes(4, "little"))
            out.write(stream.digest(stage.PIECE_BYTES))


def test_a_large_file_is_never_held_whole(tmp_path: Path) -> None:
    program, there = tmp_path / "plate", tmp_path / "there" / "plate"
    large_file(program, 32)
    tracemalloc.start()
    try:
        assert stage.bring([launch(there)], [str(program)], []) == {"c-0": 1}
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak_bytes < 12 * stage.PIECE_BYTES
    with program.open("rb") as sent, there.open("rb") as come:
        assert (
            hashlib.file_digest(sent, "md5").digest() == hashlib.file_digest(come, "md5").digest()
        )


def test_a_node_needs_memory_for_some_pieces_alone(tmp_path: Path) -> None:
    program, there = tmp_path / "plate", tmp_path / "there" / "plate"
    large_file(program, 32)
    way = ("sh", "-c", 'ulimit -v 32768; exec "$@"', "sh")  # kB of addresses
    assert stage.bring([replace(launch(there), way=way)], [str(program)], []) == {"c-0": 1}


@pytest.mark.parametrize(
    "way",
    [
        # Whose disk has room for 3 MiB, and one that breaks after so much.
        ("sh", "-c", 'ulimit -f $((3 * 2048)); exec "$@"', "sh"),
        ("sh", "-c", 'head -c 5000000 | "$@"', "sh"),
    ],
    ids=["full", "cut"],
)
def test_a_transfer_that_breaks_says_how_much_has_come(tmp_path: Path, way: tuple[str]) -> None:
    program, there = tmp_path / "plate", tmp_path / "there" / "plate"
    large_file(program, 8)
    with pytest.raises(IsthmusError) as caught:
        stage.bring([replace(launch(there), way=way)], [str(program)], [])
    said = str(caught.value)
    come = f"{3 * stage.PIECE_BYTES} of {8 * stage.PIECE_BYTES} bytes have come, then: "
    assert f"node c-0 of site chicago cannot be given {there}: {come}" in said
    assert "\n" not in said
    assert list(there.parent.iterdir()) == []


def test_a_transfer_that_stands_still_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program, there = tmp_path / "plate", tmp_path / "there" / "plate"
    large_file(program, 8)
    monkeypatch.setattr(stage, "STALL_S", 5.0)
    # One that takes in all, and hands on the first piece.
    way = ("sh", "-c", '{ head -c 2000000; sleep 60; } | "$@"', "sh")
    with pytest.raises(IsthmusError, match=r"1048576 of 8388608 bytes .* nothing more for 5 s"):
        stage.bring([replace(launch(there), way=way)], [str(program)], [])


def test_libraries_that_are_no_systems_come_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "wheel" / "apps"
    said = f"""\
\tlinux-vdso.so.1 (0x00007ffe)
\tlibssl-1.so => {folder}/../libs/libssl-1.so (0x00007f)
\tlibown.so => /opt/own/libown.so (0x00007f)
\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)
\tlibnone.so => not found
\t/lib64/ld-linux-x86-64.so.2 (0x00007f)
"""

    def told(*_: object, **__: object) -> "subprocess.CompletedProcess[str]":
        return subprocess.CompletedProcess([], 0, said)

    monkeypatch.setattr(subprocess, "run", told)
    files = stage.of_program(f"{folder}/plate", "/there/apps/plate")
    assert [(str(file.here), file.there) for file in files] == [
        (f"{folder}/plate", "/there/apps/plate"),
        (f"{tmp_path}/wheel/libs/libssl-1.so", "/there/libs/libssl-1.so"),
        ("/opt/own/libown.so", "/opt/own/libown.so"),
    ]


def test_a_programs_path_may_differ_by_site_and_node() -> None:
    launches = [launch("/here/plate", node) for node in ("c-0", "c-1")]
    changed = stage.with_programs(launches, ["chicago=/opt/plate", "chicago/c-1=/home/plate"])
    assert [each.arguments for each in changed] == [
        ["/opt/plate", "--quiet"],
        ["/home/plate", "--quiet"],
    ]
    for wrong in ("paris=/opt/plate", "chicago=plate", "chicago"):
        with pytest.raises(BadInputError, match="--program-at"):
            stage.with_programs(launches, [wrong])
