"""How tools/mpi_suite.py judges what tests print, and knows why they fail."""

from __future__ import annotations

from pathlib import Path

import mpi_suite
import pytest
from mpi_suite import (
    FAILURES,
    OF_COMMITS,
    SLOW,
    Result,
    arguments_of,
    chosen,
    judge,
    main,
    read_reasons,
    read_tests,
    reason_of,
    why_they_fail,
)
from mpi_suite import test_of as line_of
from mpi_suite_build import SuiteError, error_of, has_fortran

LINES = (("coll", "bcast 4"), ("coll", "bcast2 4 arg=-count=65530"), ("part", "pingping 2"),
         ("io", "f 1 resultTest=TestFatal"))
TESTS = [test for folder, line in LINES if (test := line_of(folder, line)) is not None]


@pytest.mark.parametrize(("said", "status", "why"), [
    (" No Errors\n", 0, ""),
    ("[0 tower] simulated 3 s on 4 PEs\n[1 tower]  No Errors\n", 0, ""),
    ("[0 tower] 3 errors\n[1 tower]  No Errors\n", 0, "unexpected output"),
    (" No Errors\n", 1, "status 1"),
    (" No Errors\n", None, "time-out"),
    ("", 0, "no output"),
    (" No Errors\n", -11, "crash of the runtime"),
    ("isthmus: MPI_Psend_init on rank 0: not there yet\n", 1, "unsupported MPI_Psend_init"),
])
def test_output_is_judged_by_the_rules_of_the_suite(
        said: str, status: int | None, why: str) -> None:
    result = judge(TESTS[0], said, status)
    assert (result.why, result.has_passed) == (why, why == "")


def test_some_tests_pass_by_their_status_alone() -> None:
    assert judge(TESTS[3], "ended", 1).has_passed
    assert not judge(TESTS[3], " No Errors", 0).has_passed


def test_reasons_are_of_names_folders_and_forms_in_some_modes(tmp_path: Path) -> None:
    path = tmp_path / "failures.txt"
    path.write_text("# why\n= not there yet\npart/\n\n= [storm virtual] slow: large\n"
                    "*count=65530 *\n= other\ncoll/bcast\n")
    reasons = read_reasons(path)
    titles = [test.title for test in TESTS]
    assert [reason_of(reasons, title, "storm") for title in titles] == [
        "other", "slow: large", "not there yet", ""]
    assert reason_of(reasons, titles[1], "pes") == ""
    results = [Result(title, "coll", title == titles[2]) for title in titles[:3]]
    assert list(why_they_fail(results, reasons, "pes")) == [
        "    1  other",
        f"fails, and has no reason in failures.txt: {titles[1]}: ",
        f"passes, and failures.txt says it fails: {titles[2]}",
    ]
    given = arguments_of(["--rotate", "abc", "--mode", "storm"])
    assert [test.title for test in chosen(TESTS, reasons, given)] == [titles[3]]
    orders = {tuple(test.name for test in chosen(TESTS, [], arguments_of(["--rotate", str(i)])))
              for i in range(20)}
    assert len(orders) > 5
    assert {arguments_of(["--rotate", str(i), "--mode", "commit"]).mode
            for i in range(99)} == set(OF_COMMITS)


@pytest.mark.parametrize("text", ["coll/bcast\n", "=\n", "= [on the moon] slow\n"])
def test_a_list_that_says_nothing_is_refused_by_its_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "failures.txt"
    path.write_text("# why\n" + text)
    with pytest.raises(SuiteError, match=r"failures\.txt, line 2: "):
        read_reasons(path)


def test_the_list_is_sorted_and_every_reason_is_of_something() -> None:
    for reason in read_reasons(FAILURES):
        assert reason.titles, reason.text
        assert list(reason.titles) == sorted(reason.titles), reason.text
        assert reason.text.startswith(SLOW) or not any("*" in each for each in reason.titles)


def test_a_machine_that_cannot_download_the_suite_skips_it_in_a_line(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(mpi_suite, "ROOT", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main([]) == 77
    assert capsys.readouterr().err == ("tools/mpi_suite.py: skipped: no apt-get, which downloads "
                                       "the suite (expected a Debian system)\n")


def test_fortran_is_left_out_where_it_has_no_compiler(tmp_path: Path) -> None:
    assert not has_fortran(tmp_path)
    for folder in ("f90/coll", "errors/f77/io", "coll"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "testlist").write_text("bcast 4\n# none 1\n\n")
    for is_there, folders in ((False, ["coll"]), (True, ["coll", "errors/f77/io", "f90/coll"])):
        assert [test.folder for test in read_tests(tmp_path, tmp_path, is_there)] == folders


def test_errors_of_compilers_are_found() -> None:
    said = "a.c:3:1: error: no b\n/x/c.f90:83:64:\n\n   83 | call\n      | 1\nError: no d at (1)\n"
    assert error_of(said, "a") == "a.c:3:1: error: no b"
    assert error_of(said, "c") == "Error: no d at (1)"
