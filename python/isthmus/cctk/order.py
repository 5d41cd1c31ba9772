"""The order in which routines of all thorns are called, as their schedules say."""

from dataclasses import dataclass

from isthmus.cctk.schedule import Condition, Item
from isthmus.cctk.thorn import Thorn
from isthmus.options import one_of

# When the routines of a bin are called: see Bin in mesh/cctk/tables.hpp. Bins of Cactus in the
# order in which it goes through them.
BINS = {
    "settle": ("STARTUP", "WRAGH", "PARAMCHECK", "BASEGRID", "MOL_REGISTER"),
    "initial": ("BASEGRID", "INITIAL", "POSTINITIAL", "POSTPOSTINITIAL"),
    "step": ("PRESTEP", "EVOL", "POSTSTEP"),
    "right_side": ("MOL_CALCRHS",),
    "after_substep": ("MOL_POSTSTEP",),
    "analysis": ("ANALYSIS",),
}
# Bins whose routines are not called: a uniform grid has no such moment, or a checkpoint holds all
# that they would make again.
SILENT = (
    "RECOVER_PARAMETERS",
    "RECOVER_VARIABLES",
    "POST_RECOVER_VARIABLES",
    "CPINITIAL",
    "CHECKPOINT",
    "PREREGRID",
    "PREREGRIDINITIAL",
    "POSTREGRID",
    "POSTREGRIDINITIAL",
    "POSTRESTRICT",
    "POSTRESTRICTINITIAL",
    "DRIVER_BOUNDARYSELECT",
    "TERMINATE",
    "SHUTDOWN",
)
APPLIES_BOUNDARIES = "APPLYBCS"


@dataclass(frozen=True)
class Step:
    """A routine in its place, or the group ApplyBCs."""

    thorn: Thorn
    item: Item
    conditions: tuple[tuple[Thorn, Condition], ...]

    @property
    def applies_boundaries(self) -> bool:
        return self.item.is_group


def steps_of(bin_name: str, thorns: list[Thorn]) -> list[Step]:
    """All of a bin of Cactus or a group, in order. Raises BadInputError for a circle."""
    return _within(bin_name, thorns, (), ())


def check_called(thorns: list[Thorn]) -> None:
    """Raises BadInputError for a routine in a bin or a group that nobody goes through: it would
    never be called."""
    known = [name for parts in BINS.values() for name in parts] + list(SILENT)
    within: dict[str, list[str]] = {}  # by group
    for one in thorns:
        for item in one.schedule:
            if item.is_group:
                within.setdefault(item.name.upper(), []).append(item.within.upper())
    called = set(known)
    while more := {name for name, outer in within.items() if called & set(outer)} - called:
        called |= more
    for one in thorns:
        for item in one.schedule:
            if not item.is_group and item.within.upper() not in called:
                words = [name for name in dict.fromkeys([*known, *within]) if name not in SILENT]
                item.place.fail(
                    f"'{item.name}' is in '{item.within}', which nobody goes through",
                    one_of(words, item.within.upper()),
                )


def _within(
    name: str,
    thorns: list[Thorn],
    conditions: tuple[tuple[Thorn, Condition], ...],
    path: tuple[str, ...],
) -> list[Step]:
    level = [
        (thorn, item)
        for thorn in thorns
        for item in thorn.schedule
        if item.within.upper() == name.upper()
    ]
    steps: list[Step] = []
    for thorn, item in _sorted(level):
        mine = (*conditions, *((thorn, condition) for condition in item.conditions))
        if not item.is_group:
            steps.append(Step(thorn, item, mine))
            continue
        if item.name.upper() in path:
            item.place.fail(f"group '{item.name}' is within itself")
        steps += _within(item.name, thorns, mine, (*path, item.name.upper()))
        if item.name.upper() == APPLIES_BOUNDARIES:
            steps.append(Step(thorn, item, mine))
    return steps


def _sorted(level: list[tuple[Thorn, Item]]) -> list[tuple[Thorn, Item]]:
    """As BEFORE and AFTER say, and as declared otherwise."""
    waits: list[set[int]] = [set() for _ in level]
    for i, (_, item) in enumerate(level):
        for names, is_before in ((item.before, True), (item.after, False)):
            wanted = {name.upper() for name in names}
            for j, (_, other) in enumerate(level):
                if i == j or not wanted & {other.name.upper(), other.known_as.upper()}:
                    continue
                if is_before:
                    waits[j].add(i)
                else:
                    waits[i].add(j)
    done: list[int] = []
    while len(done) < len(level):
        ready = [i for i in range(len(level)) if i not in done and waits[i] <= set(done)]
        if not ready:
            left = [item for i, (_, item) in enumerate(level) if i not in done]
            circle = ", ".join(item.known_as for item in left)
            left[0].place.fail(f"a circle of BEFORE and AFTER: {circle}", "an order")
        done.append(ready[0])
    return [level[i] for i in done]
