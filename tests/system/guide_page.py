"""The code blocks of a page of the guide, and what comments before them say of them.

A comment `<!-- MARK: VALUE -->` stands on a line of its own right before the block; several may.
Blocks without one are for people.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

_BLOCK = re.compile(r"((?:<!-- \w+: [^\n]* -->\n)+)```\w+\n(.*?)```", re.DOTALL)
_MARK = re.compile(r"<!-- (\w+): (.*) -->")


@dataclass(frozen=True)
class Block:
    text: str
    marks: dict[str, str] = field(default_factory=dict)


def blocks_of(page: Path) -> list[Block]:
    return [
        Block(text, dict(_MARK.findall(marks))) for marks, text in _BLOCK.findall(page.read_text())
    ]
