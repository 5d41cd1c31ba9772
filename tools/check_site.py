"""Finds what the pages of a built site lead to, and is not there.

    tools/check_site.py SITE

Follows the links within the site, to files and to places in them; other addresses are left alone.
Prints a line for each page and link that leads nowhere; exit status 1 when there is one.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """What a page leads to, and the names of the places in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.add(value)
            elif name in ("id", "name") and value:
                self.places.add(value)


def dead_links(site: Path) -> list[str]:
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8", errors="replace"))
             for path in site.rglob("*.html")}
    dead = []
    for path, page in sorted(pages.items()):
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme in ("http", "https", "mailto", "data", "javascript"):
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            found = not parts.scheme and target.exists()
            if found and parts.fragment and target in pages:
                found = unquote(parts.fragment) in pages[target].places
            if not found:
                dead.append(f"{path.relative_to(site.resolve())}: '{link}' leads nowhere")
    return dead


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: tools/check_site.py SITE (expected the folder of a built site)",
              file=sys.stderr)
        return 2
    dead = dead_links(Path(arguments[0]))
    print("\n".join(dead), end="\n" if dead else "")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
