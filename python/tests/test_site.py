"""The site has every page that its pages lead to; Sphinx itself is not asked here (`make docs`)."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#\s]+\.md)(?:#[^)]*)?\)")


def names(of: str) -> list[str]:
    """A list of conf.py, which imports Sphinx."""
    tree = ast.parse((ROOT / "docs" / "site" / "conf.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == of:
            found = ast.literal_eval(node.value)
            assert isinstance(found, list)
            return found
    raise AssertionError(f"conf.py has no {of}")


def test_a_page_that_a_page_of_the_site_leads_to_is_on_the_site() -> None:
    pages = {path for pattern in names("include_patterns") for path in ROOT.glob(pattern)}
    assert ROOT / "docs" / "guide" / "README.md" in pages
    missing = set()
    for page in pages:
        for target in LINK.findall(page.read_text(encoding="utf-8")):
            if "://" in target:
                continue
            path = (page.parent / target).resolve()
            if path.is_relative_to(ROOT) and path.exists() and path not in pages:
                missing.add(f"{page.relative_to(ROOT)}: {path.relative_to(ROOT)}")
    assert not missing, sorted(missing)


def test_the_table_of_contents_has_pages_that_are_there_and_those_of_the_benchmarks() -> None:
    house = names("HOUSE")
    assert [page for page in house if not (ROOT / page).is_file()] == []
    beside = {str(page.relative_to(ROOT)) for page in (ROOT / "bench").glob("*.md")}
    assert beside <= set(house)
