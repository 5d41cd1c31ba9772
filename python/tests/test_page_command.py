"""`isthmus page` puts recordings into the page, and refuses what is none."""

import base64
import gzip
import json
import re
from pathlib import Path

import pytest

from isthmus.errors import BadInputError
from isthmus.page_command import PLACE, read_recording, with_recording

ANSWER = {
    "ok": True,
    "job": "j",
    "program": "p",
    "status": {"at_s": 1.5, "pes": 0, "sites": [], "silent": [], "panels": {}},
}
LINE = json.dumps(ANSWER)


def test_a_recording_is_in_the_page_whole(tmp_path: Path) -> None:
    path = tmp_path / 'a"b.jsonl'
    path.write_text(f"{LINE}\n\n{LINE}\n")
    page = with_recording(f"<p>{PLACE}</p>", path)
    found = re.search(r'data-name="([^"]*)">([^<]*)<', page)
    assert found is not None
    assert found.group(1) == "a&quot;b.jsonl"
    assert gzip.decompress(base64.b64decode(found.group(2))).decode() == f"{LINE}\n{LINE}\n"


def test_a_compressed_recording_is_read(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl.gz"
    path.write_bytes(gzip.compress(LINE.encode()))
    assert read_recording(path).decode() == f"{LINE}\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no line in it"),
        (f"{LINE}\n{LINE[:40]}", "line 2 is no JSON"),
        (f"{LINE}\n[]", "line 2 is no answer of a job"),
        ('{"interval_s": 1}', "line 1 is no answer of a job"),
    ],
)
def test_what_is_no_recording_is_one_line(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(text)
    with pytest.raises(BadInputError, match=says):
        read_recording(path)


def test_a_damaged_file_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl.gz"
    path.write_bytes(gzip.compress(LINE.encode())[:20])
    with pytest.raises(BadInputError):
        read_recording(path)
    with pytest.raises(BadInputError, match="No such file"):
        read_recording(tmp_path / "none")
