"""`isthmus mesh from-par`: a parameter file of Cactus, with its thorns, as a job."""

import argparse
from pathlib import Path

from isthmus.arguments import add_command
from isthmus.cctk import build, library, par_file, thorn, translation
from isthmus.cctk.substitutes import SUBSTITUTES
from isthmus.errors import BadInputError, IsthmusError

EPILOG = """\
Finds the active thorns in the folders, builds a library of those that are no infrastructure, and
writes a parameter file that does the same (docs/formats/mesh.md). Says of each thorn of
infrastructure what takes its place, and which settings are not taken over.

examples:
  isthmus mesh from-par wavetoyc_rad.par --thorns arrangements -o wave.toml
  isthmus mesh run wave.toml --sites 2 --pes 2 --latency 8ms
"""
_DEEPEST = 3  # folders below that which is given


def add_verb(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = add_command(verbs, "from-par", "make a job of a parameter file of Cactus", EPILOG)
    parser.add_argument("file", type=Path, metavar="FILE.par", help="the parameter file of Cactus")
    parser.add_argument(
        "--thorns",
        type=Path,
        action="append",
        required=True,
        metavar="FOLDER",
        help="where thorns lie: an arrangement, or a folder of them; may be given again",
    )
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE.toml", help="what to write"
    )
    parser.add_argument(
        "--library",
        type=Path,
        metavar="LIBRARY",
        help="of the thorns, built before (usually it is built beside FILE.toml)",
    )


def run(parsed: argparse.Namespace) -> int:
    if parsed.output.suffix != ".toml":
        raise BadInputError(f"{parsed.output}: what -o names (expected FILE.toml)")
    file = par_file.read(parsed.file)
    folders, told = _find(file, parsed.thorns)
    built = parsed.library if parsed.library is not None else parsed.output.with_suffix(".so")
    made = library.make([thorn.read(folder) for folder in folders])
    name = str(built if built.is_absolute() or parsed.library is not None else built.name)
    result = translation.translate(file, made, name)
    try:
        if parsed.library is None:
            build.make(folders, built)
        parsed.output.write_text(result.text, encoding="utf-8")
    except OSError as problem:
        raise IsthmusError(f"{problem.filename}: {problem.strerror}") from None
    for line in (*told, *result.notes):
        print(line)
    names = ", ".join(one.name for one in made.thorns)
    print(f"written: {parsed.output}, of {names}" + ("" if parsed.library else f", and {built}"))
    return 0


def _find(file: par_file.ParFile, folders: list[Path]) -> tuple[list[Path], list[str]]:
    """Folders of the active thorns, and of each thorn that is none of the application's what takes
    its place. Raises BadInputError for one that is nowhere."""
    known: dict[str, Path] = {}
    for folder in folders:
        if not folder.is_dir():
            raise BadInputError(f"{folder}: no such folder (expected one with thorns)")
        for depth in range(_DEEPEST + 1):
            for interface in sorted(folder.glob("*/" * depth + "interface.ccl")):
                known.setdefault(interface.resolve().parent.name.lower(), interface.parent)
    found: dict[str, Path] = {}
    told: dict[str, str] = {}
    for name, place in file.thorns:
        key = name.lower()
        if key in SUBSTITUTES:
            told[key] = f"{name}: {SUBSTITUTES[key]}"
        elif key in known:
            found[key] = known[key]
        else:
            place.fail(f"there is no thorn '{name}'", "it in a folder that --thorns names")
    if not found:
        raise BadInputError(f"{file.path}: no thorns but infrastructure (expected an application)")
    return list(found.values()), list(told.values())
