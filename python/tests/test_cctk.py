"""The readers of CCL, the order of schedules, and what is read of the text of routines."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from isthmus.cctk import (
    coverage,
    headers,
    interface,
    library,
    order,
    par_file,
    param,
    schedule,
    sources,
    thorn,
    translation,
)
from isthmus.cctk.param import Range, read_range
from isthmus.cctk.reader import Place
from isthmus.cctk.thorn import FIXED, FREE, C, Source, Thorn
from isthmus.errors import BadInputError

HERE = Place(Path("a.ccl"), 1)


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


# --- param.ccl ------------------------------------------------------------------------------------


def test_parameters_have_kinds_ranges_and_usual_values(tmp_path: Path) -> None:
    text = """
    # before all
    restricted:
    KEYWORD law "how it
       goes"
    {
      "free", "loose"  :: "with nothing" # a comment
      "driven" :: "by something"
    } "Free"
    CCTK_REAL speed "of it" STEERABLE = ALWAYS
    {
      (0:*  :: "more than 0"
      -1    :: "or unset"
    } 1.0e1
    private:
    INT every "so often" { 1:9:2 :: "odd" } 3
    BOOLEAN loud "aloud" { : :: "" } yes
    STRING name "of it" { .* :: "any" } "a \\"b\\""
    """
    law, speed, every, loud, name = param.read(written(tmp_path, "p.ccl", text)).parameters
    assert (law.kind, law.allowed, law.usual) == ("keyword", ["free", "loose", "driven"], "free")
    assert (law.meaning, law.scope, law.place.line) == ("how it goes", "restricted", 4)
    assert speed.ranges == [Range(0.0, False), Range(-1.0, True, -1.0, True)]
    assert (float(speed.usual), speed.is_steerable, law.is_steerable) == (10.0, True, False)
    assert (every.ranges[0].every, every.usual, every.scope) == (2, "3", "private")
    assert (loud.usual, name.usual) == ("1", 'a "b"')


def test_parameters_may_be_arrays_and_complex(tmp_path: Path) -> None:
    text = """
    CCTK_INT order[2] "of it" STEERABLE=ALWAYS { 1:9 :: "few" } 3
    CCTK_COMPLEX z "any" { : :: "" } (0.5,-2)
    COMPLEX roots[2] "any" { } 1
    KEYWORD law[2] "any" { "a", "b" :: "" } "b"
    """
    order_of, z, roots, law = param.read(written(tmp_path, "p.ccl", text)).parameters
    assert [(one.name, one.kind, one.usual) for one in order_of.elements()] == [
        ("order[0]", "integer", "3"),
        ("order[1]", "integer", "3"),
    ]
    assert all(one.is_steerable and one.ranges == order_of.ranges for one in order_of.elements())
    assert [(one.name, one.kind, one.usual) for one in z.elements()] == [
        ("z[0]", "real", "0.5"),
        ("z[1]", "real", "-2.0"),
    ]
    assert [one.name for one in roots.elements()] == [
        *("roots[0][0]", "roots[0][1]"),
        *("roots[1][0]", "roots[1][1]"),
    ]
    assert [(one.name, one.allowed) for one in law.elements()] == [
        ("law[0]", ["a", "b"]),
        ("law[1]", ["a", "b"]),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('INT a[0] "" { } 1', r"p.ccl:1: a\[0\] \(expected 1 to 1024 elements\)"),
        ('INT a[n] "" { } 1', r"p.ccl:1: a\[n\] \(expected 1 to 1024 elements\)"),
        ('INT a[5000] "" { } 1', r"p.ccl:1: a\[5000\] \(expected 1 to 1024 elements\)"),
        ('INT a[2 "" { } 1', r"p.ccl:1: a '\[' that is never closed"),
        ('COMPLEX a "" { } (1,b)', r"p.ccl:1: 'b' \(expected a number\)"),
        ('COMPLEX a "" { 0:1 :: "" } 1', r"p.ccl:1: a is complex and has limits"),
    ],
)
def test_wrong_arrays_are_one_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadInputError, match=said):
        param.read(written(tmp_path, "p.ccl", text))


def test_parameters_of_others_are_used_and_extended(tmp_path: Path) -> None:
    text = """shares: grid
    USES KEYWORD type AS kind
    EXTENDS KEYWORD domain "more of it"
    {
      "half" :: "of it"
    }
    private:
    REAL a "" { : :: "" } 0
    """
    read = param.read(written(tmp_path, "p.ccl", text))
    used, extended = read.shared
    assert (used.implementation, used.name, used.alias, used.extends) == (
        *("grid", "type", "kind"),
        False,
    )
    assert (extended.allowed, extended.extends) == (("half",), True)
    assert [one.name for one in read.parameters] == ["a"]


def test_numbers_of_others_get_more_ranges(tmp_path: Path) -> None:
    """As keywords get more words."""
    one, other = tmp_path / "One", tmp_path / "Other"
    for folder, name in ((one, "one"), (other, "other")):
        folder.mkdir()
        written(folder, "interface.ccl", f"implements: {name}\n")
    written(one, "param.ccl", 'restricted:\nINT few "" { 1:3 :: "" } 2\nINT any "" { } 2\n')
    more = 'shares: one\nEXTENDS INT few { 7:9 :: "" } ""\nEXTENDS INT any "" { 7:9 :: "" }\n'
    written(other, "param.ccl", f'{more}private:\nREAL a "" {{ : :: "" }} 0\n')
    thorns = [thorn.read(folder) for folder in (one, other)]
    few, free = library.make(thorns).owners[-2].parameters
    assert few.ranges == [Range(1.0, True, 3.0, True), Range(7.0, True, 9.0, True)]
    assert free.ranges == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('INT a "" { 1:5 :: "" } 9', r"p.ccl:1: a is usually 9 \(expected a value within its"),
        ('REAL a "" { (0:* :: "" } 0', r"p.ccl:1: a is usually 0.0 \(expected a value within"),
        ('INT a "" { 1:5:2 :: "" } 4', r"p.ccl:1: a is usually 4 \(expected a value within"),
        ('INT a "" { 5:1 :: "" } 3', r"p.ccl:1: '5:1' holds no number \(expected the least one"),
        ('INT a "" { 1:5:0 :: "" } 3', r"p.ccl:1: '1:5:0' goes by 0 \(expected steps of at least"),
    ],
)
def test_usual_values_are_within_ranges(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadInputError, match=said):
        param.read(written(tmp_path, "p.ccl", text))


def test_ranges_are_read_as_cactus_writes_them() -> None:
    assert read_range("0:*", HERE) == Range(0.0)
    assert read_range("*:1)", HERE) == Range(greatest=1.0, has_greatest=False)
    assert read_range(":", HERE) == read_range("*", HERE) == Range()
    assert read_range("5", HERE) == Range(5.0, True, 5.0, True)
    with pytest.raises(BadInputError, match=r"a.ccl:1: 'q' \(expected a number\)"):
        read_range("q:1", HERE)


# --- interface.ccl and schedule.ccl ---------------------------------------------------------------


def test_groups_and_functions_are_read(tmp_path: Path) -> None:
    text = """implements: wave
    inherits: grid, sky \\
              sea
    USES INCLUDE HEADER: Symmetry.h
    CCTK_INT FUNCTION Pick(CCTK_POINTER_TO_CONST IN gh, \\
      CCTK_REAL OUT ARRAY values, CCTK_STRING IN name)
    REQUIRES FUNCTION Pick
    public:
    REAL height type = GF Timelevels=3 tags='a="b"'
    {
      u, v # two
      w
    } "heights"
    CCTK_REAL alone TYPE=GF DIM=2 "one"
    """
    read = interface.read(written(tmp_path, "i.ccl", text))
    assert (read.implementation, read.inherits) == ("wave", ["grid", "sky", "sea"])
    height, alone = read.groups
    assert (height.variables, height.levels, height.scope) == (["u", "v", "w"], 3, "public")
    assert (alone.variables, alone.dimension, alone.meaning) == (["alone"], 2, "one")
    pick = read.functions["pick"]
    assert [(one.kind, one.is_out, one.is_array) for one in pick.arguments] == [
        ("CCTK_POINTER_TO_CONST", False, False),
        ("CCTK_REAL", True, True),
        ("CCTK_STRING", False, False),
    ]
    assert list(read.required) == ["Pick"]


SCHEDULE = """
STORAGE: height[3],
         alone
schedule Begin at CCTK_INITIAL { LANG: Fortran } "begin"
if (kind == 1 && CCTK_Equals(a, "b"))
{
  if (loud) { schedule Shout at EVOL after (Step, Stop) { LANG: C } "aloud" }
  else schedule Whisper at EVOL before Step { LANG: C } "low"
}
schedule GROUP All at EVOL as Everything after Step {} "all"
schedule Last in All after First { LANG: C } "last"
schedule First in all
{
  LANG: C
  OPTIONS: level
  READS: wave::u, v_p(interior),
         w
  WRITES: wave::v(interior)
  SYNC: height
} "first"
schedule WaveStep at EVOL as Step { LANG: C } "step"
"""


def thorn_of(tmp_path: Path, text: str) -> Thorn:
    items = schedule.read(written(tmp_path, "schedule.ccl", text))
    return Thorn("wave", tmp_path, interface.Interface("wave"), param.ParamFile(), items, [])


def test_schedules_are_read_with_their_conditions(tmp_path: Path) -> None:
    items = {item.name: item for item in thorn_of(tmp_path, SCHEDULE).schedule}
    assert (items["Begin"].within, items["Begin"].language) == ("INITIAL", "fortran")
    shout = items["Shout"]
    assert shout.after == ["Step", "Stop"]
    assert [(one.text, one.is_not) for one in shout.conditions] == [
        ('kind == 1 && CCTK_Equals(a, "b")', False),
        ("loud", False),
    ]
    assert [one.is_not for one in items["Whisper"].conditions] == [False, True]
    first = items["First"]
    assert first.reads == [
        *[("wave::u", "everywhere"), ("v_p", "interior"), ("w", "everywhere")],
    ]
    assert (first.writes, first.synchronized) == ([("wave::v", "interior")], ["height"])


def test_routines_come_in_the_order_that_schedules_say(tmp_path: Path) -> None:
    thorn = thorn_of(tmp_path, SCHEDULE)
    names = [step.item.name for step in order.steps_of("EVOL", [thorn])]
    assert names == ["Whisper", "WaveStep", "Shout", "First", "Last"]
    circle = SCHEDULE + "schedule Odd at EVOL before Step after Everything { LANG: C } ''"
    with pytest.raises(BadInputError, match="a circle of BEFORE and AFTER"):
        order.steps_of("EVOL", [thorn_of(tmp_path, circle.replace("''", '""'))])


def test_brackets_in_texts_and_comments_are_none(tmp_path: Path) -> None:
    text = """implements: wave
    REAL height TYPE=GF
    {
      u, # the one with a }
      v  # and a " here
    } "heights {"
    """
    (group,) = interface.read(written(tmp_path, "i.ccl", text)).groups
    assert (group.variables, group.meaning) == (["u", "v"], "heights {")
    text = """if (CCTK_Equals(how, "a)b{c"))  # ((
    {
      SCHEDULE Begin AT INITIAL { LANG: C # }
      } "begin }"
    }
    """
    (item,) = schedule.read(written(tmp_path, "s.ccl", text))
    assert item.conditions[0].text == 'CCTK_Equals(how, "a)b{c")'
    assert (item.name, item.meaning) == ("Begin", "begin }")


WRONG_NAMES = [
    (
        "REAL one { u }\nREAL two { U }",
        "",
        "i.ccl:3: variable 'U' is there twice (expected another",
    ),
    ("REAL one { u }\nREAL ONE { v }", "", "i.ccl:3: group 'ONE' is there twice (expected another"),
    ("REAL one { u-v }", "", "i.ccl:2: variable 'u-v' (expected a name that C++ has no other use"),
    ("", "INT a { } 1\nREAL A { } 1", "p.ccl:2: parameter 'A' is there twice (expected another"),
    (
        "REAL one { u }",
        "INT u { } 1",
        "p.ccl:1: parameter 'u' is there twice (expected another name",
    ),
    ("", "INT double { } 1", "p.ccl:1: parameter 'double' (expected a name that C++ has no other"),
]


@pytest.mark.parametrize(("groups", "parameters", "said"), WRONG_NAMES)
def test_wrong_names_are_one_line(tmp_path: Path, groups: str, parameters: str, said: str) -> None:
    read = interface.read(written(tmp_path, "i.ccl", f"implements: wave\n{groups}\n"))
    settings = param.read(written(tmp_path, "p.ccl", parameters))
    with pytest.raises(BadInputError) as raised:
        library.make([Thorn("Wave", tmp_path, read, settings, [], [])])
    assert said in str(raised.value)


def test_time_levels_are_few(tmp_path: Path) -> None:
    text = "implements: wave\nREAL height TYPE=GF TIMELEVELS=1000000000 { u }\n"
    with pytest.raises(BadInputError, match=r"i.ccl:2: group 'height' has 1000000000 time levels"):
        interface.read(written(tmp_path, "i.ccl", text))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("at EVOLL { LANG: C }", "'Lost' is in 'EVOLL', which nobody goes through (expected "),
        ("in Everyone { LANG: C }", "'Lost' is in 'EVERYONE', which nobody goes through"),
        (
            "in Ring { LANG: C } ''\nschedule GROUP Ring in Bell {} ''\n"
            "schedule GROUP Bell in Ring {}",
            "'Lost' is in 'RING', which nobody goes through",
        ),
    ],
)
def test_routines_that_would_never_be_called_are_refused(
    tmp_path: Path, text: str, said: str
) -> None:
    order.check_called([thorn_of(tmp_path, SCHEDULE)])
    order.check_called([thorn_of(tmp_path, 'schedule Keep at CHECKPOINT { LANG: C } ""')])
    wrong = f"{SCHEDULE}schedule Lost {text} ''\n".replace("''", '""')
    with pytest.raises(BadInputError) as raised:
        order.check_called([thorn_of(tmp_path, wrong)])
    assert said in str(raised.value)


def test_regions_are_those_of_cactus(tmp_path: Path) -> None:
    text = SCHEDULE.replace("v(interior)", "v(nowhere)")
    with pytest.raises(BadInputError, match=r"'wave::v\(nowhere\)' that 'First' reads or writes"):
        thorn_of(tmp_path, text)


def test_headers_are_put_together_of_what_thorns_have_for_them(tmp_path: Path) -> None:
    made = []
    for name, lines in (
        ("One", "INCLUDE HEADER: one.h in Both.h\nUSES INCLUDE: Nobody.h"),
        ("Two", "INCLUDES HEADER: two.h in Both.h\nUSES INCLUDE HEADER: Both.h"),
    ):
        (tmp_path / name / "src").mkdir(parents=True)
        written(tmp_path / name / "src", f"{name.lower()}.h", "")
        written(tmp_path / name, "interface.ccl", f"implements: {name}\n{lines}\n")
        made.append(thorn.read(tmp_path / name))
    headers.write(library.make(made), made[1], tmp_path / "made")
    parts = [tmp_path / "One/src/one.h", tmp_path / "Two/src/two.h"]
    assert (tmp_path / "made/Both.h").read_text() == "".join(f'#include "{one}"\n' for one in parts)
    assert (tmp_path / "made/Nobody.h").read_text() == ""
    (tmp_path / "One/src/one.h").unlink()
    with pytest.raises(BadInputError, match=r"interface.ccl:2: there is no .*one.h"):
        headers.write(library.make(made), made[1], tmp_path / "made")


# --- The text of routines -------------------------------------------------------------------------


ALIKE = ("count", "weights")


def uses(language: str, text: str, name: str, *functions: str) -> dict[str, sources.Use]:
    source = Source(Path("a"), language)
    found = sources.Routines()
    for routine in sources.routines_in(source, text):
        found.all[routine.name.lower()] = routine
    return found.uses(name, list(functions), set(ALIKE))


def flags(use: sources.Use) -> str:
    """r: reads, n: with neighbours, w: writes, p: perhaps not everywhere."""
    pairs = ((use.is_read, "r"), (use.has_neighbours, "n"), (use.is_written, "w"))
    return "".join(letter for is_so, letter in (*pairs, (use.is_partial, "p")) if is_so)


C_HEAD = "void f(const cGH* cctkGH) { isthmus_cctk_arguments; int i,j,k,at;"
C_LOOP = "for (k=0;k<cctk_lsh[2];k++) for (j=0;j<cctk_lsh[1];j++) for (i=0;i<cctk_lsh[0];i++) {"
AT = "CCTK_GFINDEX3D(cctkGH,i,j,k)"
NEXT = "CCTK_GFINDEX3D(cctkGH,i+1,j,k)"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"at = {AT}; u[at] = v[at];", {"u": "w", "v": "r"}),
        (f"at = {AT}; u[at] += v[at-1];", {"u": "rw", "v": "rn"}),
        ("u[i + nx*(j + ny*k)] = v[i + 1 + nx*(j + ny*k)];", {"u": "w", "v": "rn"}),
        (f"u[{AT}] = v[CCTK_GFINDEX3D(cctkGH,i,j+1,k)];", {"u": "w", "v": "rn"}),
        (f"at = {AT}; if (c) u[at] = 1;", {"u": "wp"}),
        (f"at = {AT}; u[at] = 1; v[at] = 2 * u[at];", {"u": "w", "v": "w"}),
        (f"at = {AT}; u[at] = u[at] + 1;", {"u": "rw"}),
        (f"at = {AT}; if (c) {{ u[at] = 1; v[at] = u[at]; }}", {"u": "wp", "v": "wp"}),
        (f"at = {AT}; if (c) {{ u[at] = 1; }} else {{ v[at] = u[at]; }}", {"u": "rwp", "v": "wp"}),
        (f"at = {AT}; at += 2; u[at] = 1;", {"u": "rnw"}),
        (f"at = {AT}; g(u, &v[at]);", {"u": "rnw", "v": "rnw"}),
        ("const double* p = u;", {"u": "rn"}),
        ("u[CCTK_GFINDEX3D(cctkGH,0,j,k)] = 1;", {"u": "rnw"}),
        ("s.u = 1; p->v = 2;", {}),
        (f"u[{AT}] = w[{AT}]; }} {C_LOOP} v[{AT}] = u[{NEXT}];", {"u": "w", "v": "w", "w": "rn"}),
    ],
)
def test_what_a_routine_in_c_does_is_seen(body: str, expected: dict[str, str]) -> None:
    found = uses(C, f"{C_HEAD} {C_LOOP} {body} }} }}", "f", "u", "v", "w")
    assert {name: flags(use) for name, use in found.items()} == expected


def test_routines_that_a_routine_calls_count(tmp_path: Path) -> None:
    helper = "static void g(const cGH* cctkGH) { isthmus_cctk_arguments; u[0] = 1; }"
    other = "static double h(double u) { return u; }"
    text = f"{helper} {other} {C_HEAD} g(cctkGH); h(2.0); }}"
    assert {name: flags(use) for name, use in uses(C, text, "f", "u").items()} == {"u": "rnw"}
    routines = sources.Routines()
    for routine in sources.routines_in(
        Source(tmp_path, C), f"{helper} {C_HEAD} SetCartSymVN(1);}}"
    ):
        routines.all[routine.name] = routine
    assert routines.selects("f")
    assert not routines.selects("g")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("u(i,j,k) = v(i,j,k)", {"u": "w", "v": "r"}),
        ("u(i,j,k) = u(i,j,k) + v(i+1,j,k)", {"u": "rw", "v": "rn"}),
        ("if (c(1) > 0) U(i,j,k) = 1", {"u": "wp"}),
        ("if (c) then\nu(i,j,k) = 1\nelse\nu(i,j,k) = v(i,j,k)\nend if", {"u": "wp", "v": "r"}),
        ("u = 2 * v", {"u": "w", "v": "r"}),
        ("u(:,:,1) = 2", {"u": "rnw"}),
        ("call g(u, v(i,j,k))", {"u": "rnw", "v": "rw"}),
        ("u(i,j,k) = 1; v(i,j,k) = u(i,j,k)", {"u": "w", "v": "w"}),
        ("if (u(i,j,k) == 1) v(i,j,k) = 2", {"u": "r", "v": "wp"}),
        ("u(i,j,k) = w(i,j,k)\nv(i,j,k) = u(i+1,j,k)", {"u": "w", "v": "w", "w": "rn"}),
    ],
)
@pytest.mark.parametrize("language", [FREE, FIXED])
def test_what_a_routine_in_fortran_does_is_seen(
    language: str, body: str, expected: dict[str, str]
) -> None:
    lines = ["subroutine F(cctkGH)", *(f"do {v} = 1, CCTK_lsh({d})" for v, d in ("k3", "j2", "i1"))]
    lines += [*body.splitlines(), "end do", "end do", "end do", "end subroutine"]
    if language == FIXED:
        lines = ["c     it's a comment", *("      " + line for line in lines)]
    found = uses(language, "\n".join(lines), "f", "u", "v", "w")
    assert {name: flags(use) for name, use in found.items()} == expected


def test_loops_over_the_inside_leave_neighbours_to_others() -> None:
    loop = C_LOOP.replace("k=0", "k=1")
    found = uses(C, f"{C_HEAD} {loop} u[{AT}] = 1; v[{AT}] = u[{NEXT}]; }} }}", "f", "u", "v")
    assert {name: flags(use) for name, use in found.items()} == {"u": "rnw", "v": "w"}


def test_the_coverage_says_what_is_there_and_what_is_not() -> None:
    text = coverage.text()
    assert "CCTK_GFINDEX3D" in text
    assert "WHILE" in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*count = 1;", "wp"),
        ("if (a > *count) *count = a;", "rwp"),
        ("(*count)++;", "rwp"),
        ("*count += 2;", "rwp"),
        ("a = 2 * *count;", "r"),
        ("a = (*count) * 2;", "r"),
        ("a = *count == 1;", "r"),
        ("weights[2] = 1;", "wp"),
        ("weights[i] *= weights[i + 1];", "rwp"),
        ("a = weights[i];", "r"),
        ("set(count);", "rwp"),
        ("set(&weights[1]);", "rwp"),
    ],
)
def test_what_is_the_same_everywhere_has_no_neighbours(text: str, expected: str) -> None:
    body = "void f(CCTK_ARGUMENTS) { isthmus_cctk_arguments; int i; double a; " + text + " }"
    found = uses(C, body, "f", *ALIKE)
    assert [flags(use) for use in found.values()] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("count = count + 1", "rwp"),
        ("count = 1", "wp"),
        ("weights(2) = 1", "wp"),
        ("a = weights(i) + 1", "r"),
        ("if (a > 0) count = 3", "wp"),
        ("call set(count)", "rwp"),
    ],
)
def test_neither_has_it_in_fortran(text: str, expected: str) -> None:
    body = f"subroutine f(cctkGH)\n{text}\nend subroutine\n"
    found = uses(FREE, body, "f", *ALIKE)
    assert [flags(use) for use in found.values()] == [expected]


# --- Parameter files ------------------------------------------------------------------------------


def translated(tmp_path: Path, lines: str) -> dict[str, Any]:
    """Of a thorn with a function in a plane, an array of three dimensions and a text."""
    folder = tmp_path / "Sheet"
    (folder / "src").mkdir(parents=True)
    groups = "implements: sheet\nCCTK_REAL height TYPE=GF DIM=2 { h }\n"
    groups += "CCTK_REAL table TYPE=ARRAY DIM=3 SIZE=2,2,2 { t }\n"
    (folder / "interface.ccl").write_text(groups)
    (folder / "param.ccl").write_text('STRING words "What it says" { ".*" :: "any" } "no"\n')
    (folder / "schedule.ccl").write_text("STORAGE: height, table\n")
    (folder / "src" / "make.code.defn").write_text("SRCS =\n")
    path = written(tmp_path, "a.par", "ActiveThorns = sheet\n" + lines)
    made = library.make([thorn.read(folder)])
    return tomllib.loads(translation.translate(par_file.read(path), made, "a.so").text)


def test_a_grid_has_the_dimensions_of_grid_functions(tmp_path: Path) -> None:
    made = translated(tmp_path, 'driver::global_nsize = 10\nsheet::words = "a\n\tb"\n')
    assert made["grid"]["points"] == [8, 8, 1]
    assert made["parameters"]["Sheet"]["words"] == "a\n\tb"


def test_ghosts_are_those_of_all_dimensions_or_of_each(tmp_path: Path) -> None:
    each = "pugh::ghost_size = -1\npugh::ghost_size_x = 2\npugh::ghost_size_y = 2\n"
    made = translated(tmp_path, each + "pugh::global_nsize = 10\n")
    assert made["grid"]["points"] == [6, 6, 1]
    assert made["parameters"]["PUGH"]["ghost_size"] == 2


@pytest.mark.parametrize("value", ["nan", "inf", "1e999", "10.5"])
def test_a_count_is_a_whole_number(tmp_path: Path, value: str) -> None:
    with pytest.raises(BadInputError, match=r"a\.par:2: .*expected a (finite|whole) number"):
        translated(tmp_path, f"pugh::global_nsize = {value}\n")


_BELLS = """
CCTK_REAL weight[3] "of each" { 0:* :: "" } 1
COMPLEX z "one" { } 0
REAL alone "one" { : :: "" } 1
"""


def belled(tmp_path: Path, lines: str) -> dict[str, Any]:
    folder = tmp_path / "Bells"
    folder.mkdir()
    (folder / "interface.ccl").write_text("implements: bells\nCCTK_REAL h TYPE=GF { h }\n")
    (folder / "param.ccl").write_text(_BELLS)
    (folder / "schedule.ccl").write_text("STORAGE: h\n")
    path = written(tmp_path, "a.par", "ActiveThorns = bells\n" + lines)
    made = library.make([thorn.read(folder)])
    result = tomllib.loads(translation.translate(par_file.read(path), made, "a.so").text)
    parameters = result["parameters"]["Bells"]
    assert isinstance(parameters, dict)
    return parameters


def test_elements_of_arrays_and_complex_numbers_are_set_by_parameter_files(tmp_path: Path) -> None:
    made = belled(tmp_path, "bells::weight[1] = 2\nBells::Weight[ 2 ]=3.5 bells::z = (1,-2.5)\n")
    assert made == {"weight[1]": 2.0, "weight[2]": 3.5, "z": [1.0, -2.5]}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bells::weight = 2", r"a.par:2: weight is an array \(expected one of weight\[0\] to wei"),
        ("bells::weight[3] = 2", r"a.par:2: weight\[3\] is beyond the array \(expected one of wei"),
        ("bells::alone[0] = 2", r"a.par:2: alone\[0\] is an element of 'alone', which is no array"),
        ("bells::weihgt[0] = 2", r"a.par:2: Bells has no parameter 'weihgt\[0\]' \(expected of: w"),
        ("bells::weight[x] = 2", r"a.par:2: 'bells::weight\[x\] = 2' \(expected a line such as"),
        ("bells::weight[0] = two", r"a.par:2: bells::weight\[0\] is 'two' \(expected a number\)"),
        ("bells::z = (1,two)", r"a.par:2: 'two' \(expected a number\)"),
    ],
)
def test_wrong_elements_are_one_line(tmp_path: Path, line: str, said: str) -> None:
    with pytest.raises(BadInputError, match=said):
        belled(tmp_path, line + "\n")
