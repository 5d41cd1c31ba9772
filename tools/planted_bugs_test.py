"""Bugs that are put in on purpose: the list, and what counts as found."""

import pytest
from planted_bugs import (
    LIST,
    ROOT,
    BadListError,
    Bug,
    bugs_of,
    planted,
    verdict_of_scenario,
    verdict_of_tests,
)

BUG = Bug("one", "a.cpp", old="< limit", new="<= limit", scenario="storm")


def test_each_bug_of_the_list_has_one_place_in_the_sources():
    bugs = bugs_of(LIST.read_text())
    assert len(bugs) >= 10
    for bug in bugs:
        text = (ROOT / bug.file).read_text()
        assert planted(text, bug) != text
        if bug.scenario:
            assert (ROOT / "tests" / "scenario" / f"{bug.scenario}.toml").exists()


def test_a_bug_without_a_place_or_with_two_is_refused():
    for text, count in (("", 0), ("a < limit; b < limit", 2)):
        with pytest.raises(BadListError, match=f"'< limit' {count} times"):
            planted(text, BUG)
    assert planted("a < limit", BUG) == "a <= limit"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ("file='a'\nold='b'\nnew='c'", "one: found by what"),
        ("file='a'\nold='b'\nnew='c'\nprogram='p'", "one: found by what"),
        ("file='a'\nold='b'\nscenario='s'", "bug 1: .*'new'"),
        ("file='a'\nold='b'\nnew='c'\nscenario='s'\ncolour=1", "bug 1: .*'colour'"),
    ],
)
def test_a_list_that_makes_no_sense_is_refused(fields, why):
    with pytest.raises(BadListError, match=why):
        bugs_of(f"[[bug]]\nname='one'\n{fields}\n")


def test_a_scenario_that_fails_has_found_it():
    said = "isthmus: seeds 1 to 9\nisthmus: scenario storm, seed 7: it failed (expected success)\n"
    assert verdict_of_scenario(1, said).how == "seed 7: it failed (expected success)"
    assert verdict_of_scenario(1, said).is_found
    assert not verdict_of_scenario(0, "storm: 1000 ended well\n").is_found
    assert verdict_of_scenario(0, "storm: 1000 ended well\n").is_well
    refused = verdict_of_scenario(2, "isthmus: storm.toml:3: unknown key")
    assert not refused.is_found
    assert not refused.is_well


def test_a_test_that_fails_or_dies_has_found_it():
    said = "[ RUN      ] Wire/Bad.Headers/Epoch\n[  FAILED  ] Wire/Bad.Headers/Epoch, where\n"
    assert verdict_of_tests(1, said).how == "Wire/Bad.Headers/Epoch"
    assert verdict_of_tests(-6, "").is_found
    assert not verdict_of_tests(0, "[  PASSED  ] 3 tests.").is_found
    assert verdict_of_tests(0, "[  PASSED  ] 3 tests.").is_well
    assert not verdict_of_tests(1, "no such program").is_found
    assert not verdict_of_tests(1, "no such program").is_well
