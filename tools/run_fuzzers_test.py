"""How tools/run_fuzzers.py keeps a corpus, with a program that stands in for a fuzzer."""

from __future__ import annotations

from pathlib import Path

import fuzz_corpus
import pytest
from fuzz_corpus import files_of, read_archive, write_archive
from run_fuzzers import Fuzzer, fuzzers

HASH = "a" * 40
NEWER_HASH = "b" * 40
FINDING = "length-beyond-the-end"

# Writes one seed; "finds" a new input in each run; merges by taking what is no older hash.
PROGRAM = f"""#!/bin/sh
for argument in "$@"; do
  case $argument in
    --write-seeds=*) mkdir -p "${{argument#*=}}" && echo seed > "${{argument#*=}}/seed-1"; exit ;;
    -set_cover_merge=1) merges=yes ;;
    -*) ;;
    *) folders="$folders $argument" ;;
  esac
done
set -- $folders
if [ "$merges" ]; then
  to=$1
  shift
  for folder in "$@"; do [ ! -e "$folder/{NEWER_HASH}" ] || cp "$folder/{NEWER_HASH}" "$to"; done
else
  [ -e "$3/{FINDING}" ] || exit 1
  echo newer > "$1/{NEWER_HASH}"
  echo "cov: 12 stat::number_of_executed_units: 345" >&2
fi
"""


@pytest.fixture
def fuzzer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fuzzer:
    monkeypatch.setattr(fuzz_corpus, "KEPT", tmp_path / "kept")
    program = tmp_path / "build" / "tests" / "fuzz" / "fuzz_frames"
    program.parent.mkdir(parents=True)
    program.write_text(PROGRAM)
    program.chmod(0o755)
    (found,) = fuzzers(tmp_path / "build", ["frames"])
    write_archive(found.kept, {HASH: b"older", FINDING: b"boom"})
    return found


def test_a_fuzzer_starts_from_the_archive_and_leaves_it_alone(fuzzer: Fuzzer) -> None:
    before = fuzzer.kept.read_bytes()
    fuzzer.prepare()
    result = fuzzer.run(1)
    assert (result.executions, result.branches, result.finding) == (345, 12, None)
    assert files_of(fuzzer.folder("seeds")) == {"seed-1": b"seed\n"}
    assert fuzzer.kept.read_bytes() == before


def test_keeping_makes_the_archive_anew_but_for_findings(fuzzer: Fuzzer) -> None:
    fuzzer.prepare()
    fuzzer.run(1)
    assert fuzzer.keep() == 2
    assert read_archive(fuzzer.kept) == {NEWER_HASH: b"newer\n", FINDING: b"boom"}


def test_what_an_earlier_archive_had_is_not_unpacked_again(fuzzer: Fuzzer) -> None:
    fuzzer.prepare()
    write_archive(fuzzer.kept, {FINDING: b"boom"})
    fuzzer.prepare()
    assert files_of(fuzzer.folder("kept")) == {FINDING: b"boom"}


def test_a_target_without_an_archive_gets_its_first_one(fuzzer: Fuzzer) -> None:
    fuzzer.kept.unlink()
    fuzzer.prepare()
    (fuzzer.folder("corpus") / NEWER_HASH).write_bytes(b"newer\n")
    assert fuzzer.keep() == 1
    assert read_archive(fuzzer.kept) == {NEWER_HASH: b"newer\n"}
