"""A thorn's folder: its CCL files and its sources."""

import re
from dataclasses import dataclass
from pathlib import Path

from isthmus.cctk import interface, param, schedule
from isthmus.cctk.reader import Place
from isthmus.errors import BadInputError

C = "C"
CPP = "C++"
FIXED = "Fortran, fixed form"
FREE = "Fortran, free form"
_LANGUAGES = {
    ".c": C,
    ".cc": CPP,
    ".cpp": CPP,
    ".cxx": CPP,
    ".C": CPP,
    ".f": FIXED,
    ".F": FIXED,
    ".f77": FIXED,
    ".F77": FIXED,
    ".f90": FREE,
    ".F90": FREE,
}


@dataclass(frozen=True)
class Source:
    path: Path
    language: str


@dataclass
class Thorn:
    name: str
    folder: Path
    interface: interface.Interface
    parameters: param.ParamFile
    schedule: list[schedule.Item]
    sources: list[Source]

    @property
    def implementation(self) -> str:
        return self.interface.implementation


def read(folder: Path) -> Thorn:
    """Raises BadInputError for a folder that is no thorn, or files that are wrong."""
    if not (folder / "interface.ccl").is_file():
        raise BadInputError(f"{folder}: no thorn of Cactus (expected interface.ccl in it)")
    name = folder.resolve().name
    if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,30}", name) is None:
        raise BadInputError(f"{folder}: '{name}' is no name of a thorn")
    return Thorn(
        name,
        folder,
        interface.read(folder / "interface.ccl"),
        param.read(folder / "param.ccl"),
        schedule.read(folder / "schedule.ccl"),
        _sources(folder / "src", set()),
    )


def _sources(folder: Path, seen: set[Path]) -> list[Source]:
    """What make.code.defn names, in subfolders, too."""
    makefile = folder / "make.code.defn"
    if not makefile.is_file() or folder in seen:
        return []
    seen.add(folder)
    text = re.sub(r"#[^\n]*", "", makefile.read_text(encoding="utf-8", errors="replace"))
    text = re.sub(r"\\[ \t]*\r?\n", " ", text)
    found: list[Source] = []
    for line_number, line in enumerate(text.splitlines(), 1):
        match = re.fullmatch(r"\s*(SRCS|SUBDIRS)\s*\+?:?=\s*(.*?)\s*", line)
        if match is None:
            if line.strip().startswith(("ifeq", "ifneq", "ifdef", "ifndef")):
                Place(makefile, line_number).fail(
                    f"'{line.strip()}'", "SRCS and SUBDIRS, with nothing to decide"
                )
            continue
        for word in match.group(2).split():
            path = folder / word
            if match.group(1) == "SUBDIRS":
                found += _sources(path, seen)
            elif path.suffix not in _LANGUAGES:
                Place(makefile, line_number).fail(
                    f"'{word}' is in a language that is not provided", "C, C++ or Fortran"
                )
            elif not path.is_file():
                Place(makefile, line_number).fail(f"there is no {path}")
            else:
                found.append(Source(path, _LANGUAGES[path.suffix]))
    return found
