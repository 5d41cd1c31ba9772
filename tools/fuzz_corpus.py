"""The kept inputs of the fuzzers: one archive a target, tests/fuzz/corpus/TARGET.tar.

    tools/fuzz_corpus.py list [TARGET ...]
    tools/fuzz_corpus.py unpack TARGET FOLDER
    tools/fuzz_corpus.py pack TARGET FOLDER
    tools/fuzz_corpus.py add TARGET NAME FILE

`list` prints the number and the bytes of each target's inputs; `unpack` writes them into a folder;
`pack` replaces the archive by the files of a folder; `add` puts one file into it under a name that
says what it is. An archive is a plain tar without compression, its members in the order of their
names, without dates and owners: the same inputs always make the same bytes.
"""

from __future__ import annotations

import argparse
import io
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests" / "fuzz" / "corpus"


def archive_of(target: str) -> Path:
    return KEPT / f"{target}.tar"


def read_archive(archive: Path) -> dict[str, bytes]:
    """The inputs by name; none where there is no archive yet."""
    if not archive.exists():
        return {}
    inputs = {}
    with tarfile.open(archive, "r:") as tar:
        for member in tar:
            content = tar.extractfile(member)
            if content is None or "/" in member.name:
                sys.exit(f"isthmus: {archive}: {member.name} is no input (expected plain files)")
            inputs[member.name] = content.read()
    return inputs


def write_archive(archive: Path, inputs: dict[str, bytes]) -> None:
    archive.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive, "w:", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in sorted(inputs.items()):
            member = tarfile.TarInfo(name)  # no date, no owner
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))


def unpack(archive: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in read_archive(archive).items():
        (folder / name).write_bytes(content)


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def target_at(text: str) -> str:
    if not (ROOT / "tests" / "fuzz" / f"{text}.cpp").exists():
        raise argparse.ArgumentTypeError(f"no target {text!r} (expected tests/fuzz/{text}.cpp)")
    return text


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    listing = commands.add_parser("list", help="number and bytes of the inputs")
    listing.add_argument("targets", nargs="*", type=target_at, metavar="TARGET")
    for name, help_text in (("unpack", "write them into a folder"),
                            ("pack", "make the archive of the files of a folder")):
        command = commands.add_parser(name, help=help_text)
        command.add_argument("target", type=target_at)
        command.add_argument("folder", type=Path)
    adding = commands.add_parser("add", help="put a finding into an archive")
    adding.add_argument("target", type=target_at)
    adding.add_argument("name", help="what the input is, such as length-beyond-the-end")
    adding.add_argument("file", type=Path)
    given = parser.parse_args(arguments)
    if given.command == "list":
        targets = given.targets or [archive.stem for archive in sorted(KEPT.glob("*.tar"))]
        for target in targets:
            inputs = read_archive(archive_of(target))
            print(f"{target:24} {len(inputs):6,} inputs {sum(map(len, inputs.values())):10,} bytes")
    elif given.command == "unpack":
        unpack(archive_of(given.target), given.folder)
    elif given.command == "pack":
        write_archive(archive_of(given.target), files_of(given.folder))
    else:
        inputs = read_archive(archive_of(given.target))
        write_archive(archive_of(given.target),
                      {**inputs, given.name: given.file.read_bytes()})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
