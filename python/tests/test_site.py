"""The site has every page that its pages lead to; Sphinx itself is not asked here (`make docs`)."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#\s]+\.md)(?:#[^)]*)?\)")


def patterns() -> list[str]:
    tree = ast.parse((ROOT / "docs" / "site" / "conf.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "include_patterns":
            found = ast.literal_eval(node.value)
            assert isinstance(found, list)
            return found
    raise AssertionError("conf.py has no include_patterns")


def test_a_page_that_a_page_of_the_site_leads_to_is_on_the_site() -> None:
    pages = {path for pattern in patterns() for path in ROOT.glob(pattern)}
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
