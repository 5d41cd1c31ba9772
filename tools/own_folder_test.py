"""Which folders the tools that run as root make, reuse and remove."""

from __future__ import annotations

from pathlib import Path

import fresh_machine
import own_folder
import pytest
import try_package
from own_folder import CHECKOUT, MARK, RefusedError


def expect_kept(folder: Path) -> None:
    """No folder of somebody else's is taken, however a tool is asked for it."""
    for may_be_there in (False, True):
        with pytest.raises(RefusedError):
            own_folder.make(folder, "x-", may_be_there)
    with pytest.raises(RefusedError):
        own_folder.remove(folder)


def test_the_system_a_home_and_the_checkout_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home" / "me"))
    (tmp_path / "home" / "me").mkdir(parents=True)
    for folder in (Path("/"), Path("/etc/.."), Path("/usr"), CHECKOUT, CHECKOUT.parent,
                   CHECKOUT / "out", tmp_path / "home" / "me", tmp_path / "home"):
        expect_kept(folder)
    with pytest.raises(RefusedError, match="is in this checkout"):
        own_folder.make(CHECKOUT / "no such folder", "x-", may_be_there=False)


def test_a_mark_in_the_home_or_checkout_makes_it_nobodys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / MARK).touch()
    with pytest.raises(RefusedError, match="the home folder is there"):
        own_folder.make(tmp_path, "x-", may_be_there=True)


def test_a_folder_that_was_there_is_neither_filled_nor_removed(tmp_path: Path) -> None:
    empty, full, link = tmp_path / "empty", tmp_path / "full", tmp_path / "link"
    empty.mkdir()
    (full / "etc").mkdir(parents=True)
    (full / "etc" / "debian_version").write_text("12\n")
    link.symlink_to(full)
    for folder in (empty, full, link, full / "etc" / "debian_version"):
        expect_kept(folder)
    assert (full / "etc" / "debian_version").read_text() == "12\n"
    assert list(empty.iterdir()) == []
    with pytest.raises(RefusedError, match="No such file"):
        own_folder.make(tmp_path / "no" / "such", "x-", may_be_there=False)


def test_what_was_made_here_is_found_again_and_removed_whole(tmp_path: Path) -> None:
    folder = own_folder.make(tmp_path / "new", "x-", may_be_there=False)
    (folder / "root" / "etc").mkdir(parents=True)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").touch()
    (folder / "root" / "way out").symlink_to(outside)
    (folder / "other way out").symlink_to(outside)
    with pytest.raises(RefusedError, match="is there already"):
        own_folder.make(folder, "x-", may_be_there=False)
    assert own_folder.make(folder, "x-", may_be_there=True) == folder
    own_folder.remove(folder)
    assert not folder.exists()
    assert (outside / "file").exists()


def test_a_folder_in_which_something_is_mounted_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = own_folder.make(tmp_path / "a root", "x-", may_be_there=False)
    table = tmp_path / "mountinfo"
    table.write_text(f"36 35 98:0 / {str(folder).replace(' ', chr(92) + '040')}/root/dev rw - t\n"
                     f"37 35 98:0 / {tmp_path}/a\\040rooted rw - t\n")
    assert own_folder.mounts_below(folder, table) == [f"{folder}/root/dev"]
    monkeypatch.setattr(own_folder, "mounts_below", lambda _: [f"{folder}/root/dev"])
    with pytest.raises(RefusedError, match="something is mounted at"):
        own_folder.remove(folder)
    assert (folder / MARK).exists()


def test_a_lent_root_is_gone_after_a_failure_and_left_on_wish(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(RuntimeError), own_folder.lent(None, "isthmus-test-", keep=False) as root:
        root.mkdir()
        raise RuntimeError
    assert not root.parent.exists()
    with own_folder.lent(tmp_path / "kept", "x-", keep=True) as root:
        root.mkdir()
    assert root.is_dir()
    assert f"left: {tmp_path / 'kept'}" in capsys.readouterr().out


@pytest.mark.parametrize("tool", [fresh_machine, try_package])
def test_the_tools_refuse_in_one_line_before_they_do_anything(
    tool: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(fresh_machine, "make_root", lambda *_: pytest.fail("it makes a root"))
    package = tmp_path / "isthmus.whl"
    package.touch()
    words = ["wheel", "--file", str(package)] if tool is try_package else []
    for folder in ("/", str(tmp_path), str(CHECKOUT)):
        with pytest.raises(SystemExit) as ended:
            tool.main([*words, "--root", folder])  # type: ignore[attr-defined]
        assert ended.value.code == 2
        assert f"--root {folder}: " in capsys.readouterr().err.splitlines()[-1]
    assert package.exists()
