"""What routines do with grid functions, read from their text.

Thorns of old do not say what they read and write. Their text does: it is read behind the
preprocessor, with the routines that it calls. Whatever is not seen to be read alone counts as
written, and whatever is not seen to be read at its own point alone counts as read with neighbours.
"""

import re
from dataclasses import dataclass, field

from isthmus.cctk.thorn import CPP, C, Source

# Functions that say what a plan is made of; routines that call them are called when it is made.
SELECTORS = re.compile(
    r"\b(?:boundary_select\w+|driver_select\w+|bnd(?:scalar|flat|static|radiative|robin|copy)\w*|"
    r"setcartsym\w+|molregister\w+|cctk_syncgroup\w*|cctk_reduce(?:gridarrays)?|"
    r"cctk_interpgridarrays|ell_linflatsolver|ell_set\w+key)\s*\(",
    re.IGNORECASE,
)
REDUCERS = re.compile(r"\bcctk_reduce(?:gridarrays)?\s*\(", re.IGNORECASE)
INTERPOLATORS = re.compile(r"\bcctk_interpgridarrays\s*\(", re.IGNORECASE)
SOLVERS = re.compile(r"\bell_linflatsolver\s*\(", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass
class Use:
    """What a routine does with a name."""

    is_read: bool = False
    has_neighbours: bool = False
    is_written: bool = False
    is_partial: bool = False  # written on some conditions: elsewhere it stays as it was
    is_everywhere: bool = False  # written by loops over all points that the routine has

    def add(self, other: "Use") -> None:
        self.is_read |= other.is_read
        self.has_neighbours |= other.has_neighbours
        self.is_written |= other.is_written
        self.is_partial |= other.is_partial

    def add_behind(self, other: "Use") -> bool:
        """Of a use where it has got its value: that is what is read at its own point, and around
        it, where loops went over all points. Returns whether the latter is the case."""
        if other.has_neighbours and not self.is_everywhere:
            self.add(other)
        self.is_written |= other.is_written
        self.is_everywhere &= not other.is_written
        return other.has_neighbours and self.is_everywhere


@dataclass
class Routine:
    """A function or subroutine of a thorn."""

    name: str
    language: str
    text: str  # what is in it, behind the preprocessor
    has_arguments: bool  # the grid's, by the names of its functions
    is_function: bool = False  # of Fortran


@dataclass
class Routines:
    """All of a thorn, by names in small letters."""

    all: dict[str, Routine] = field(default_factory=dict)

    def reachable(self, name: str) -> list[Routine]:
        """The routine, and those of the thorn that it calls."""
        found: dict[str, Routine] = {}
        waiting = [name.lower()]
        while waiting:
            word = waiting.pop()
            routine = self.all.get(word)
            if routine is None or word in found:
                continue
            found[word] = routine
            waiting += [called.lower() for called in _WORD.findall(routine.text)]
        return list(found.values())

    def selects(self, name: str) -> bool:
        return any(SELECTORS.search(routine.text) for routine in self.reachable(name))

    def reduces(self) -> bool:
        return any(REDUCERS.search(routine.text) for routine in self.all.values())

    def interpolates(self) -> bool:
        return any(INTERPOLATORS.search(routine.text) for routine in self.all.values())

    def solves(self, name: str) -> bool:
        return any(SOLVERS.search(routine.text) for routine in self.reachable(name))

    def uses(self, name: str, functions: list[str], alike: set[str]) -> dict[str, Use]:
        """Of the grid functions, with their levels, those that the routine uses. Those of `alike`
        are scalars and arrays, which are the same everywhere."""
        total: dict[str, Use] = {}
        for routine in self.reachable(name):
            if not routine.has_arguments:
                continue
            reader = _uses_in_c if routine.language in (C, CPP) else _uses_in_fortran
            for function, use in reader(routine.text, functions, alike).items():
                total.setdefault(function, Use()).add(use)
        return total


# --- C and C++ ------------------------------------------------------------------------------------

_C_FUNCTION = re.compile(r"\b([A-Za-z_]\w*)\s*\(")
_ARGUMENTS = "isthmus_cctk_arguments"


def routines_in(source: Source, text: str) -> list[Routine]:
    """`text` is the source's, behind the preprocessor."""
    if source.language in (C, CPP):
        return _routines_in_c(source, text)
    return _routines_in_fortran(source, text)


def _closing(text: str, at: int) -> int:
    """Behind the bracket that closes the one here."""
    depth = 0
    opening, closing = text[at], {"(": ")", "[": "]", "{": "}"}[text[at]]
    for i in range(at, len(text)):
        depth += (text[i] == opening) - (text[i] == closing)
        if depth == 0:
            return i + 1
    return len(text)


def _without_texts(text: str) -> str:
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    text = re.sub(r"//[^\n]*", " ", text)
    return re.sub(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'', '""', text)


def _routines_in_c(source: Source, text: str) -> list[Routine]:
    text = _without_texts(text)
    found: list[Routine] = []
    at = 0
    while match := _C_FUNCTION.search(text, at):
        end = _closing(text, match.end() - 1)
        behind = re.compile(r"\s*(?:noexcept\s*)?").match(text, end)
        assert behind is not None
        if not text.startswith("{", behind.end()):
            at = match.end()
            continue
        close = _closing(text, behind.end())
        body = text[behind.end() + 1 : close - 1]
        at = close
        if match.group(1) not in ("if", "for", "while", "switch"):
            found.append(Routine(match.group(1), source.language, body, _ARGUMENTS in body))
    return found


def _is_own_point_in_c(index: str, body: str, loops: set[str]) -> bool:
    """Whether an index is that of the point that loops are at."""
    index = re.sub(r"\s", "", index)
    names = r"[A-Za-z_]\w*"
    if found := re.fullmatch(rf"CCTK_GFINDEX[123]D\({names},([^()]*)\)", index):
        return all(word in loops for word in found.group(1).split(","))
    size = rf"{names}(?:\[\d\])?"
    if found := re.fullmatch(
        rf"\(?({names})\+\(?{size}\)?\*\(({names})\+\(?{size}\)?\*\(?({names})\)*", index
    ):
        return all(word in loops for word in found.groups())
    if re.fullmatch(names, index) is None:
        return False
    values = re.findall(rf"\b{index}\s*=(?!=)\s*([^;]*);", body)
    changes = re.search(rf"\b{index}\s*(?:\+\+|--|[-+*/]=)|(?:\+\+|--)\s*{index}\b", body)
    if not values or changes:
        return False
    return all(
        value.strip() != index and _is_own_point_in_c(value, body, loops) for value in values
    )


def _loops_in_c(body: str) -> set[str]:
    """Names that nothing but heads of loops changes."""
    heads = set(re.findall(r"\bfor\s*\(\s*(?:(?:const\s+)?\w+\s+)?([A-Za-z_]\w*)\s*=", body))
    others = re.sub(r"\bfor\s*\([^;]*;[^;]*;[^)]*\)", " ", body)
    return {
        name
        for name in heads
        if not re.search(rf"\b{name}\s*(?:[-+*/]?=(?!=)|\+\+|--)|(?:\+\+|--)\s*{name}\b", others)
    }


def _uses_in_c(body: str, functions: list[str], alike: set[str]) -> dict[str, Use]:
    loops = _loops_in_c(body)
    uses: dict[str, Use] = {}
    reaches_out = False
    fresh: dict[str, list[tuple[int, int]]] = {}  # from where to where they have got their values
    wanted = set(functions)
    for match in _WORD.finditer(body):
        if match.group() not in wanted:
            continue
        before = body[: match.start()].rstrip()
        if before.endswith((".", "->")):
            continue
        name = match.group()
        if name in alike:
            uses.setdefault(name, Use()).add(_use_of_alike_in_c(body, before, match.end()))
            continue
        use = _use_in_c(body, before, match.end(), loops)
        if any(begin < match.start() < end for begin, end in fresh.get(name, [])):
            reaches_out |= uses[name].add_behind(use)
            continue
        if use.is_written and not use.is_read:
            choice = _choice_in_c(before)
            use.is_partial = choice is not None
            until = len(body) if choice is None else _closing(body, choice) if choice >= 0 else 0
            fresh.setdefault(name, []).append((body.find(";", match.end()), until))
            use.is_everywhere = name not in uses and _goes_everywhere_in_c(before, loops)
        known = uses.setdefault(name, use)
        if known is not use:
            known.add(use)
    return _reaching(uses, reaches_out)


def _reaching(uses: dict[str, Use], reaches_out: bool) -> dict[str, Use]:
    """A routine that reads around a point what it has written there itself has to have written it
    there: so it needs the neighbours of all that it reads."""
    for use in uses.values() if reaches_out else ():
        use.has_neighbours |= use.is_read
    return uses


def _goes_everywhere_in_c(before: str, loops: set[str]) -> bool:
    """Whether the loops around what stands behind this text go over all points."""
    heads = re.findall(r"\bfor\s*\(\s*(?:int\s+)?(\w+)\s*=\s*([^;]*);([^;]*);", before)
    last = {name: (begin.strip(), end) for name, begin, end in heads if name in loops}
    full = re.compile(r"\s*\w+\s*<\s*cctk_[la]sh\s*\[\s*[012]\s*\]\s*")
    return bool(last) and all(begin == "0" and full.fullmatch(end) for begin, end in last.values())


def _choice_in_c(before: str) -> int | None:
    """Where the block begins that is done on some conditions alone and holds what stands behind
    this text; -1 where it is that statement alone, and nothing where it is done in any case."""
    last = max(before.rfind(end) for end in ";{}") + 1
    if re.search(r"\b(?:if|else|case)\b|\?", before[last:]):
        return -1
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        if before[at] == "}":
            depth += 1
        elif before[at] == "{":
            depth -= 1
            if depth < 0:
                depth = 0
                head = before[max(before.rfind(end, 0, at) for end in ";{}") + 1 : at]
                if re.search(r"\b(?:if|else|switch|case)\b", head):
                    return at
    return None


def _use_of_alike_in_c(body: str, before: str, at: int) -> Use:
    """Of a scalar or array, by the address of its first element."""
    end = at + len(body[at:]) - len(body[at:].lstrip())
    is_element = body.startswith("[", end)
    if is_element:
        end = _closing(body, end)
    is_content = re.search(r"(?:^|[^\w)\]\s]|\b(?:return|else))\s*\*$", before) is not None
    if not is_element and not is_content:
        return Use(True, False, True, True)  # An address, handed on.
    # Behind `(*name)`, too.
    behind = re.sub(r"^\s*\)", "", body[end:]).lstrip() if is_content else body[end:].lstrip()
    if before.endswith(("++", "--")) or behind.startswith(("++", "--")):
        return Use(True, False, True, True)
    if behind.startswith("=") and not behind.startswith("=="):
        return Use(False, False, True, True)
    is_changed = re.match(r"(?:[-+*/%&|^]|<<|>>)=", behind) is not None
    is_address = re.search(r"(?:^|[^&\w)\]])&$", before) is not None
    is_written = is_changed or is_address
    return Use(True, False, is_written, is_written)


def _use_in_c(body: str, before: str, at: int, loops: set[str]) -> Use:
    while at < len(body) and body[at].isspace():
        at += 1
    if not body.startswith("[", at):
        # As an address: of what is read alone, or of anything.
        is_constant = re.search(r"\bconst\s+\w+\s*\*[^;=]*=\s*$", before) is not None
        return Use(True, True, not is_constant)
    end = _closing(body, at)
    is_own = _is_own_point_in_c(body[at + 1 : end - 1], body, loops)
    behind = body[end : end + 8].lstrip()
    is_address = before.endswith("&") and not before.endswith("&&")
    if is_address and re.search(r"[\w)\]]\s*&$", before) is None:
        return Use(True, True, True)
    if before.endswith(("++", "--")) or behind.startswith(("++", "--")):
        return Use(True, not is_own, True)
    if behind.startswith("=") and not behind.startswith("=="):
        # Elsewhere than at its own point it reads as well: what is there is of other points.
        return Use(not is_own, not is_own, True)
    if re.match(r"(?:[-+*/%&|^]|<<|>>)=", behind):
        return Use(True, not is_own, True)
    return Use(True, not is_own, False)


# --- Fortran --------------------------------------------------------------------------------------

_UNIT = re.compile(
    r"^\s*(?:(?:pure|elemental|recursive|integer|logical|real|double\s+precision)"
    r"(?:\s*\*\s*\d+|\s*\([^)]*\))?\s+)*(subroutine|function)\s+(\w+)\s*(.*)$",
    re.IGNORECASE,
)
_END = re.compile(r"^\s*end\s*(?:(?:subroutine|function|program|module)\b.*)?$", re.IGNORECASE)


def _fortran_lines(source: Source, text: str) -> list[str]:
    """Statements: without comments, and with what continues them."""
    is_fixed = "fixed" in source.language
    lines: list[str] = []
    goes_on = False
    for raw in text.splitlines():
        if is_fixed:
            if raw[:1] in ("c", "C", "*", "!", "#") or not raw.strip():
                continue
            is_continued = len(raw) > 5 and raw[:5].strip() == "" and raw[5] not in " 0"
            is_continued = is_continued and "\t" not in raw[:6]
            line = _without_comment(raw[6:] if is_continued else raw)
        else:
            line = _without_comment(raw)
            if not line.strip() or line.startswith("#"):
                continue
            is_continued = goes_on
            goes_on = line.rstrip().endswith("&")
            line = line.rstrip().rstrip("&")
            if is_continued:
                line = line.lstrip().removeprefix("&")
        if is_continued and lines:
            lines[-1] += line
        else:
            lines.append(line)
    return [part for line in lines for part in line.split(";")]


def _without_comment(line: str) -> str:
    line = re.sub(r"'[^'\n]*'|\"[^\"\n]*\"", "''", line)
    return line.split("!", 1)[0]


def _routines_in_fortran(source: Source, text: str) -> list[Routine]:
    found: list[Routine] = []
    present: list[str] | None = None
    for line in _fortran_lines(source, text):
        unit = _UNIT.match(line)
        if unit is not None and not re.match(r"\s*end\b", line, re.IGNORECASE):
            present = []
            has_arguments = "cctkgh" in unit.group(3).lower()
            found.append(
                Routine(
                    unit.group(2),
                    source.language,
                    "",
                    has_arguments,
                    unit.group(1).lower() == "function",
                )
            )
        elif _END.match(line):
            present = None
        elif present is not None and found:
            present.append(line)
            found[-1].text = "\n".join(present).lower()
    return found


def _uses_in_fortran(body: str, functions: list[str], alike: set[str]) -> dict[str, Use]:
    loops = set(re.findall(r"\bdo\s+(?:\d+\s+)?(\w+)\s*=", body))
    for head in re.findall(r"\b(?:do\s+concurrent|forall)\s*\(([^\n]*)\)", body):
        loops |= set(re.findall(r"(\w+)\s*=", head))
    others = re.sub(r"\bdo\s+(?:\d+\s+)?\w+\s*=", " ", body)
    loops = {name for name in loops if not re.search(rf"^\s*{name}\s*=", others, re.MULTILINE)}
    by_small = {name.lower(): name for name in functions}
    uses: dict[str, Use] = {}
    reaches_out = False
    open_loops: list[bool] = []  # whether they go over all points
    fresh: dict[str, list[tuple[int, ...]]] = {}
    choices: list[int] = []  # the branches that a line is in
    branches = 0
    for line in body.splitlines():
        if re.match(r"\s*(?:if\b.*\bthen|select\b|where\s*\([^=]*$)", line):
            branches += 1
            choices.append(branches)
        elif choices and re.match(r"\s*(?:else|case)\b", line):
            branches += 1
            choices[-1] = branches
        elif choices and re.match(r"\s*end\s*(?:if|select|where)\b", line):
            choices.pop()
        if head := re.match(r"\s*do\s+\w+\s*=\s*(.*)$", line):
            open_loops.append(re.fullmatch(r"1\s*,\s*cctk_[la]sh\(\d\)\s*", head[1]) is not None)
        elif open_loops and re.match(r"\s*end\s*do\b", line):
            open_loops.pop()
        is_alone = re.match(r"\s*(?:if|where)\b", line) is not None
        path = tuple(choices)
        if re.match(r"\s*(?:real|integer|complex|logical|character|dimension|external)\b", line):
            continue
        target = _target(line)
        given: list[str] = []
        is_call = re.match(r"\s*(?:if\s*\(.*\)\s*)?call\b", line) is not None
        for match in _WORD.finditer(line):
            name = by_small.get(match.group())
            if name is None:
                continue
            use = _use_in_fortran(line, match, match.start() == target, is_call, loops)
            if name in alike:
                # A call may change it; what is written may be one element, or on a condition.
                use = Use(use.is_read or not use.is_written, False, use.is_written, use.is_written)
                if match.start() == target:
                    use.is_read = False
                uses.setdefault(name, Use()).add(use)
                continue
            if any(path[: len(known)] == known for known in fresh.get(name, [])):
                reaches_out |= uses[name].add_behind(use)
                continue
            if use.is_written and not use.is_read:
                use.is_partial = is_alone or bool(path)
                given += [] if is_alone else [name]
                use.is_everywhere = name not in uses and all(open_loops)
            before = uses.setdefault(name, use)
            if before is not use:
                before.add(use)
        for name in given:
            fresh.setdefault(name, []).append(path)
    return _reaching(uses, reaches_out)


def _target(line: str) -> int:
    """Where the name begins that a statement gives a value to; -1 where it does not."""
    at = len(line) - len(line.lstrip())
    if found := re.match(r"\s*(?:else\s*)?(?:if|where|forall)\s*(?=\()", line):
        at = _closing(line, found.end())
        at += len(line[at:]) - len(line[at:].lstrip())
    name = _WORD.match(line, at)
    if name is None:
        return -1
    end = name.end()
    rest = line[end:].lstrip()
    if rest.startswith("("):
        end = _closing(line, line.index("(", end))
        rest = line[end:].lstrip()
    return at if rest.startswith("=") and not rest.startswith(("==", "=>")) else -1


def _use_in_fortran(
    line: str, match: re.Match[str], is_target: bool, is_call: bool, loops: set[str]
) -> Use:
    rest = line[match.end() :].lstrip()
    if not rest.startswith("("):
        if is_call:
            return Use(True, True, True)
        return Use(not is_target, False, is_target)  # The whole array, point by point.
    end = _closing(rest, 0)
    index = [part.strip() for part in rest[1 : end - 1].split(",")]
    is_own = len(index) <= 3 and all(part == ":" or part in loops for part in index)
    if is_target:
        return Use(not is_own, not is_own, True)
    if is_call and not is_own:
        return Use(True, True, True)
    return Use(True, not is_own, is_call)
