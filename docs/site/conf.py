"""Sphinx's settings for the site: the Markdown of this repository as it is, page by page, with the
sources that it links to and the reference of the public headers (`make docs`)."""

import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))

project = "Isthmus"
author = "The Isthmus authors"
project_copyright = "The Isthmus authors"
release = re.search(
    r'^__version__ = "(.+)"$',
    (ROOT / "python/isthmus/__init__.py").read_text(encoding="utf-8"),
    re.MULTILINE,
).group(1)

extensions = ["myst_parser", "source_pages"]
root_doc = "README"
include_patterns = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "apps/*/README.md",
    "bench/*.md",
    "docs/*.md",
    "docs/*/*.md",
    "packaging/README.md",
    "src/README.md",
    "src/**/README.md",
]
exclude_patterns = ["build/**", "out/**", ".venv/**"]
suppress_warnings = ["misc.highlighting_failure"]  # blocks of output are not always what they say
myst_heading_anchors = 4
myst_links_external_new_tab = True

html_theme = "furo"
html_title = "Isthmus"
html_show_sourcelink = False
html_copy_source = False
html_extra_path = ["index.html"]
html_last_updated_fmt = None
templates_path: list[str] = []

# The parts of the table of contents, each by a page that links to its pages in their order.
PARTS = {
    "The guide": "docs/guide/README.md",
    "How it works": "docs/internals/README.md",
    "Decisions": "docs/decisions/README.md",
}
HOUSE = [
    "docs/headers.md",
    "docs/architecture.md",
    "src/README.md",
    "src/isthmus/image/runnable/README.md",
    "docs/hacking.md",
    "bench/README.md",
    "bench/outcomes.md",
    "packaging/README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
]
LINK = re.compile(r"\]\(([\w./-]+\.md)(?:#[\w-]+)?\)")


INCLUDE = re.compile(r'^#include "(.+)"$', re.MULTILINE)
PUBLIC_HEADERS = re.compile(r"set\(public_headers\s([^)]+)\)")
# As HTML: the folder is there when Doxygen has been, after Sphinx.
REFERENCE = '\n<a href="../reference/annotated.html">The reference, class by class</a>\n\n'


def pages_of(part: str) -> list[str]:
    """The part's own page, those beside it in the order in which it links to them, and the rest."""
    overview = ROOT / part
    beside = sorted(page.name for page in overview.parent.glob("*.md") if page != overview)
    linked = [link for link in LINK.findall(overview.read_text(encoding="utf-8")) if link in beside]
    names = [overview.name, *dict.fromkeys([*linked, *beside])]
    return [str((overview.parent / name).relative_to(ROOT)) for name in names]


def contents() -> str:
    def block(caption: str, pages: list[str]) -> str:
        lines = "\n".join(page.removesuffix(".md") for page in pages)
        return f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{lines}\n```\n"

    def found(pattern: str) -> list[str]:
        return sorted(str(page.relative_to(ROOT)) for page in ROOT.glob(pattern))

    blocks = [block(caption, pages_of(part)) for caption, part in list(PARTS.items())[:1]]
    blocks.append(block("Applications", found("apps/*/README.md")))
    blocks.append(block("Formats", found("docs/formats/*.md")))
    blocks.append(block("The house", HOUSE))
    blocks += [block(caption, pages_of(part)) for caption, part in list(PARTS.items())[1:]]
    return "".join(blocks)


def public_headers() -> list[str]:
    """What isthmus.hpp includes, and the others that are installed for themselves."""
    included = INCLUDE.findall((ROOT / "src/isthmus/isthmus.hpp").read_text(encoding="utf-8"))
    install = (ROOT / "cmake/IsthmusInstall.cmake").read_text(encoding="utf-8")
    own = PUBLIC_HEADERS.search(install).group(1).split()
    return ["isthmus/isthmus.hpp", *included, *sorted({*own} - {"isthmus/isthmus.hpp"})]


def header_table() -> str:
    """Each public header with the sentence that it begins with."""
    rows = []
    for header in public_headers():
        first = (ROOT / "src" / header).read_text(encoding="utf-8").split("\n#", 1)[0]
        words = " ".join(line.strip("/* ") for line in first.splitlines())
        what = words.partition(": ")[2].split(". ")[0].strip(" .")
        rows.append(f"| [`{header}`](../src/{header}) | {what} |")
    return REFERENCE + "| header | what it has |\n| --- | --- |\n" + "\n".join(rows) + "\n"


def add_what_the_site_has(_app: Sphinx, name: str, source: list[str]) -> None:
    """The front page of the repository is the site's, and there alone has a table of contents; so
    has the page of the headers a list, and a way into the reference that Doxygen makes."""
    if name == root_doc:
        source[0] += contents()
    elif name == "docs/headers":
        source[0] += header_table()


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_what_the_site_has)
