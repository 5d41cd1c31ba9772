"""Thorns of Cactus, compiled to one library of thorns."""

import os
import re
import shutil
import tempfile
from pathlib import Path

from isthmus import build as built
from isthmus.cctk import glue, headers, library, plan, sources, thorn
from isthmus.errors import BadInputError

LIMIT_S = 600.0
# Without fused multiply-add results are the same bits on every processor.
_FLAGS = ("-O2", "-ffp-contract=off", "-fPIC", "-fexceptions")
_FORTRAN = ("-cpp", "-DFCODE", "-std=legacy", "-ffixed-line-length-none", "-ffree-line-length-none")
_ERROR = re.compile(r"^(?:[\w.+-]+: )?(?:fatal )?error: *(.*)$", re.IGNORECASE)


def include_folder() -> Path:
    return built.headers_directory() / "mesh" / "cctk" / "include"


def runtime() -> Path:
    """What all such libraries have in common. Raises BadInputError where it is not built."""
    archive = built.build_directory() / "src" / "mesh" / "cctk" / "libisthmus_cctk.a"
    if not archive.is_file():
        raise BadInputError(f"{archive}: no such library (expected a build: run make)")
    return archive


def make(folders: list[Path], output: Path, kept: Path | None = None) -> library.Library:
    """Reads the thorns and writes the library; files on the way go to `kept`, where that is given.
    Raises BadInputError in one line, with file and line, for what is wrong in a thorn."""
    archive = runtime()
    thorns = [thorn.read(folder) for folder in folders]
    made = library.make(thorns)
    with tempfile.TemporaryDirectory(prefix="isthmus-cctk-") as temporary:
        work = Path(temporary) if kept is None else kept
        work.mkdir(parents=True, exist_ok=True)
        for one in thorns:
            headers.write(made, one, work / one.name)
        routines = {one.name: _routines(one, work) for one in thorns}
        lines = plan.lines_of(made, routines)
        reduces = any(one.reduces() for one in routines.values())
        interpolates = any(one.interpolates() for one in routines.values())
        (work / "glue.cpp").write_text(
            glue.text(made, lines, reduces, interpolates), encoding="utf-8"
        )
        objects = [
            _compiled_glue(work),  # First: it tells what is wrong in conditions.
            *(
                _compiled(source, one, work, number)
                for one in thorns
                for number, source in enumerate(one.sources)
            ),
        ]
        _link(
            objects,
            archive,
            output,
            any("Fortran" in s.language for t in thorns for s in t.sources),
        )
    return made


def _compiler(language: str) -> list[str]:
    variable, usual = {
        thorn.C: ("CC", "gcc"),
        thorn.CPP: ("CXX", "g++"),
        thorn.FIXED: ("FC", "gfortran"),
        thorn.FREE: ("FC", "gfortran"),
    }[language]
    words = os.environ.get(variable, "").split() or [usual]
    if shutil.which(words[0]) is None:
        raise BadInputError(f"{words[0]}: no such compiler (expected one of {language})")
    return words


def _words(source: thorn.Source, one: thorn.Thorn, work: Path) -> list[str]:
    """What every call of the compiler for a source has."""
    words = _compiler(source.language)
    words += [f'-DCCTK_THORNSTRING="{one.name}"', f"-I{work / one.name}", f"-I{include_folder()}"]
    words += [f"-I{one.folder / 'src'}"]
    if source.language == thorn.C:
        words += ["-DCCODE", "-Werror=implicit-function-declaration"]
    elif source.language == thorn.CPP:
        words += ["-DCCODE", "-w"]
    else:
        form = "fixed" if source.language == thorn.FIXED else "free"
        # By its name alone the compiler would not know what a .F77 is.
        words += [*_FORTRAN, "-x", "f77-cpp-input" if form == "fixed" else "f95-cpp-input", "-w"]
        words += ["-DF90CODE"] if form == "free" else []
    return words


def _routines(one: thorn.Thorn, work: Path) -> sources.Routines:
    found = sources.Routines()
    for source in one.sources:
        words = [*_words(source, one, work), "-DISTHMUS_CCTK_READING", "-E", str(source.path)]
        text = _of_thorn(_run(words, source.path), one)
        for routine in sources.routines_in(source, text):
            found.all[routine.name.lower()] = routine
    return found


def _of_thorn(text: str, one: thorn.Thorn) -> str:
    """Without what comes from headers of others."""
    lines: list[str] = []
    is_own = True
    folder = one.folder.resolve()
    for line in text.splitlines():
        if marker := re.match(r'^# \d+ "([^"]*)"', line):
            is_own = Path(marker.group(1)).resolve().is_relative_to(folder)
        elif is_own:
            lines.append(line)
    return "\n".join(lines)


def _compiled(source: thorn.Source, one: thorn.Thorn, work: Path, number: int) -> Path:
    target = work / f"{one.name}_{number}.o"
    words = [*_words(source, one, work), *_FLAGS, "-c", str(source.path), "-o", str(target)]
    if "Fortran" in source.language:
        words += [f"-J{work / one.name}"]
    _run(words, source.path)
    return target


def _compiled_glue(work: Path) -> Path:
    target = work / "glue.o"
    include = f"-I{built.headers_directory()}"
    words = [*_compiler(thorn.CPP), "-std=c++23", "-O1", "-fPIC", "-w", include]
    _run([*words, "-c", str(work / "glue.cpp"), "-o", str(target)], work / "glue.cpp")
    return target


def _link(objects: list[Path], archive: Path, output: Path, has_fortran: bool) -> None:
    output.parent.mkdir(parents=True, exist_ok=True)
    # What is there stays until there is a whole one.
    made = output.with_name(f".{output.name}.new")
    words = [*_compiler(thorn.CPP), "-shared", "-Wl,-Bsymbolic", "-o", str(made)]
    words += [*map(str, objects), str(archive), "-lm", *(["-lgfortran"] if has_fortran else [])]
    _run(words, output)
    answer = built.answer_of(["nm", "-D", "--undefined-only", str(made)], LIMIT_S, "nm")
    missing = [
        word
        for word in re.findall(r"^\s+U (\S+)$", answer.stdout, re.MULTILINE)
        if "@" not in word and not word.startswith("isthmus_mesh_")
    ]
    if missing:
        made.unlink()
        raise BadInputError(
            f"{output}: thorns call {', '.join(missing)}, which is not provided "
            "(expected what `isthmus mesh cctk --coverage` lists)"
        )
    made.replace(output)


def _run(words: list[str], path: Path) -> str:
    """Raises BadInputError with the first error that the compiler tells, in one line."""
    done = built.answer_of(words, LIMIT_S, words[0], {"LC_ALL": "C"})
    if done.returncode == 0:
        return done.stdout
    raise BadInputError(_first_error(done.stderr, path))


def _first_error(told: str, path: Path) -> str:
    place = str(path)
    lines = [line for line in told.splitlines() if line.strip()]
    for line in lines:
        if found := re.match(r"^(\S[^:]*:\d+)(?::\d+)?:\s*(.*)$", line):
            place, line = found.groups()
        if (found := _ERROR.match(line.strip())) and not line.startswith("collect2"):
            return f"{place}: {found.group(1)}"
    for line in lines:
        if "ld: " in line:
            return f"{path}: {line.split('ld: ', 1)[1]}"
    return f"{path}: {lines[-1] if lines else 'the compiler failed'}"
