"""A Sphinx extension: files and folders of the repository that pages link to become pages of the
site, so that a reader who has the site alone follows every link."""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.osutil import relative_uri

FOLDER = "files"  # of the site, where these pages are
LANGUAGES = {
    ".c": "c",
    ".cpp": "cpp",
    ".f90": "fortran",
    ".h": "c",
    ".hpp": "cpp",
    ".json": "json",
    ".py": "python",
    ".sh": "bash",
    ".toml": "toml",
}
PICTURES = (".png", ".svg")
Shown = dict[str, set[str]]  # by page, the files and folders that it links to


def shown(env: BuildEnvironment) -> Shown:
    if not hasattr(env, "isthmus_shown"):
        env.isthmus_shown = {}
    return env.isthmus_shown


def page_of(path: str) -> str:
    return f"{FOLDER}/{path}"


def link_to(app: Sphinx, page: str, path: str, inner: list[nodes.Node]) -> nodes.reference:
    shown(app.env).setdefault(page, set()).add(path)
    uri = relative_uri(app.builder.get_target_uri(page), page_of(path) + ".html")
    return nodes.reference("", "", *inner, internal=True, refuri=uri)


def inside(app: Sphinx, page: str, target: str) -> str | None:
    """The path of a file or folder in the repository, None where there is none."""
    root = Path(app.srcdir)
    path = (root / page).parent.joinpath(target).resolve()
    return str(path.relative_to(root)) if path.is_relative_to(root) and path.exists() else None


def link_files(app: Sphinx, tree: nodes.document, page: str) -> None:
    """What Sphinx would have copied for readers to download is shown instead."""
    for node in list(tree.findall(addnodes.download_reference)):
        path = inside(app, page, node["reftarget"])
        if path is not None and not path.endswith(PICTURES):
            node.replace_self(link_to(app, page, path, node.children))


class FolderLinks(SphinxPostTransform):
    """Links to folders, which no domain knows."""

    default_priority = 8  # before MyST's own resolver warns of them

    def run(self, **_options: Any) -> None:
        page = self.env.docname
        for node in list(self.document.findall(addnodes.pending_xref)):
            path = inside(self.app, page, node["reftarget"]) if node["reftype"] == "myst" else None
            if path is not None:
                node.replace_self(link_to(self.app, page, path, node.children))


def forget(_app: Sphinx, env: BuildEnvironment, page: str) -> None:
    shown(env).pop(page, None)


def merge(_app: Sphinx, env: BuildEnvironment, _pages: set[str], other: BuildEnvironment) -> None:
    shown(env).update(shown(other))


def body_of(app: Sphinx, path: str) -> str:
    file = Path(app.srcdir) / path
    if file.is_dir():
        rows = (f"<li>{html.escape(item.name)}</li>" for item in sorted(file.iterdir()))
        return f"<ul>{''.join(rows)}</ul>"
    text = file.read_text(encoding="utf-8", errors="replace")
    language = LANGUAGES.get(file.suffix, "text")
    return app.builder.highlighter.highlight_block(text, language, linenos="inline")


def pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    for path in sorted(set().union(*shown(app.env).values())):
        body = f"<h1>{html.escape(path)}</h1>{body_of(app, path)}"
        yield page_of(path), {"title": path, "body": body}, "page.html"


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("doctree-resolved", link_files)
    app.add_post_transform(FolderLinks)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    app.connect("html-collect-pages", pages)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
