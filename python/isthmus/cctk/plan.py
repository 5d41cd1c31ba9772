"""What the library's tables say of each routine in its place."""

from dataclasses import dataclass, field

from isthmus.cctk import order
from isthmus.cctk.library import Library
from isthmus.cctk.sources import Routine, Routines, Use
from isthmus.cctk.thorn import Thorn


@dataclass(frozen=True)
class Access:
    variable: int
    level: int
    is_read: bool
    has_neighbours: bool
    is_written: bool
    is_partial: bool


@dataclass
class Line:
    """An item of the schedule, as mesh/cctk/tables.hpp has it."""

    step: order.Step
    bin: str
    name: str = ""
    selects: bool = False
    solves: bool = False
    routine: Routine | None = None
    accesses: list[Access] = field(default_factory=list)
    synchronized: list[int] = field(default_factory=list)


def lines_of(library: Library, routines: dict[str, Routines]) -> list[Line]:
    """Of the whole schedule; `routines` by thorns. Raises BadInputError, with file and line."""
    order.check_called(library.thorns)
    lines: list[Line] = []
    names: dict[str, set[str]] = {}
    for bin_name, parts in order.BINS.items():
        for part in parts:
            for step in order.steps_of(part, library.thorns):
                line = _line(library, routines, step, bin_name)
                if part == "BASEGRID" and (bin_name == "settle") == _is_of_grid(library, line):
                    continue
                taken = names.setdefault(step.thorn.name, set())
                line.name = _free_name(step.item.name, taken)
                taken.add(line.name)
                lines.append(line)
    return lines


def _is_of_grid(library: Library, line: Line) -> bool:
    return any(not library.variables[access.variable].is_coordinate for access in line.accesses)


def _free_name(name: str, taken: set[str]) -> str:
    candidate, count = name, 1
    while candidate in taken:
        count += 1
        candidate = f"{name}_{count}"
    return candidate


def _line(library: Library, routines: dict[str, Routines], step: order.Step, bin_name: str) -> Line:
    line = Line(step, bin_name)
    if step.applies_boundaries:
        return line
    item, thorn = step.item, step.thorn
    own = routines[thorn.name]
    line.routine = own.all.get(item.name.lower())
    if line.routine is None:
        item.place.fail(f"routine '{item.name}' is not in the sources of {thorn.name}")
    line.selects = own.selects(item.name)
    line.solves = own.solves(item.name)
    line.accesses = _accesses(library, own, step)
    for name in item.synchronized:
        line.synchronized += [number for number, _ in library.find(name, thorn, item.place)]
    return line


def _accesses(library: Library, own: Routines, step: order.Step) -> list[Access]:
    item, thorn = step.item, step.thorn
    places = {
        name: (number, level)
        for number in library.visible_variables(thorn)
        for level, name in enumerate(library.variables[number].names())
    }
    alike = {name for name, (number, _) in places.items() if library.variables[number].elements}
    found = {places[name]: use for name, use in own.uses(item.name, list(places), alike).items()}
    if item.reads or item.writes:
        _take_said(library, thorn, step, found)
    accesses = []
    for (number, level), use in sorted(found.items()):
        if library.variables[number].is_coordinate:
            use = Use(True, False, False)
        if library.variables[number].elements:
            use.has_neighbours = False
        is_partial = use.is_partial and not (item.reads or item.writes)
        accesses.append(
            Access(number, level, use.is_read, use.has_neighbours, use.is_written, is_partial)
        )
    return accesses


def _take_said(
    library: Library, thorn: Thorn, step: order.Step, found: dict[tuple[int, int], Use]
) -> None:
    """What READS and WRITES say goes before what is seen."""
    item = step.item
    written = {place for name, _ in item.writes for place in library.find(name, thorn, item.place)}
    for place, use in found.items():
        if place not in written and use.is_written:
            use.is_written = False
            use.is_read = True
    for name, region in item.reads:
        for place in library.find(name, thorn, item.place):
            if place not in found:
                found[place] = Use(True, region != "interior", False)
            found[place].is_read = True
    for place in written:
        found.setdefault(place, Use()).is_written = True
