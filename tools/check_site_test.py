"""Links of a built site that lead nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_site import dead_links, main


def site_with(folder: Path, links: str) -> Path:
    (folder / "sub").mkdir()
    (folder / "index.html").write_text(links)
    (folder / "sub" / "index.html").write_text("<h1 id='part one'>x</h1><a name='b'></a>")
    (folder / "picture one.png").write_text("x")
    return folder


@pytest.mark.parametrize("link", [
    "sub/", "sub/index.html", "sub/index.html#b", "sub/index.html#part%20one", "#top",
    "picture%20one.png", "https://elsewhere.example/x", "mailto:a@b.example", "sub/?q=x",
])
def test_what_is_there_is_no_dead_link(tmp_path: Path, link: str) -> None:
    assert dead_links(site_with(tmp_path, f"<p id='top'><a href='{link}'>x</a>")) == []


@pytest.mark.parametrize("link", ["gone.html", "sub/index.html#c", "#c", "file:line", "../x.html"])
def test_what_is_not_there_is_told_with_its_page(tmp_path: Path, link: str,
                                                 capsys: pytest.CaptureFixture[str]) -> None:
    site = site_with(tmp_path, f"<a href='{link}'>x</a>")
    assert main([str(site)]) == 1
    assert capsys.readouterr().out == f"index.html: '{link}' leads nowhere\n"


def test_a_picture_that_is_not_there_is_a_dead_link(tmp_path: Path) -> None:
    assert len(dead_links(site_with(tmp_path, "<img src='none.png'>"))) == 1


def test_wrong_words_end_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "expected the folder" in capsys.readouterr().err
