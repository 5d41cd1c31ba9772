"""Thorns that become one library: whose parameters and variables each of them sees."""

import copy
import re
from dataclasses import dataclass, field
from pathlib import Path

from isthmus.cctk import infrastructure
from isthmus.cctk.interface import Function, Group
from isthmus.cctk.param import Parameter, is_word
from isthmus.cctk.reader import Place
from isthmus.cctk.thorn import Thorn
from isthmus.errors import BadInputError

# Each takes as much memory as a grid function.
ELEMENTS_MAX = 64
# Of C++, which has those of C.
_TAKEN_WORDS = frozenset(
    re.findall(
        r"\w+",
        """alignas alignof and asm auto bitand bitor bool break case catch char class compl concept
        const constexpr continue decltype default delete do double else enum explicit export extern
        false float for friend goto if inline int long mutable namespace new noexcept not nullptr
        operator or private protected public register requires restrict return short signed sizeof
        static struct switch template this throw true try typedef typeid typename union unsigned
        using virtual void volatile while xor""",
    )
)


@dataclass
class Owner:
    """A thorn of the library, given or of infrastructure."""

    name: str
    implementation: str
    meaning: str
    thorn: Thorn | None = None
    parameters: list[Parameter] = field(default_factory=list)


@dataclass(frozen=True)
class Variable:
    owner: Owner
    implementation: str
    name: str
    group: int
    levels: int
    dimension: int
    is_coordinate: bool
    kind: str = "real"  # or "integer", "complex"
    sizes: tuple[int, ...] = ()  # of an array
    elements: int = 0  # the same everywhere, of scalars and arrays; 0: a grid function

    def names(self) -> list[str]:
        """Of its time levels, from that of now on."""
        return [self.name + "_p" * level for level in range(self.levels)]


@dataclass
class Library:
    owners: list[Owner]
    groups: list[tuple[Owner, Group]] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)

    @property
    def thorns(self) -> list[Thorn]:
        return [owner.thorn for owner in self.owners if owner.thorn is not None]

    def owner(self, implementation: str) -> Owner | None:
        for owner in self.owners:
            if owner.implementation.lower() == implementation.lower():
                return owner
        return None

    def visible_parameters(self, thorn: Thorn) -> list[tuple[str, Owner, Parameter]]:
        """By the names that the thorn has for them."""
        mine = self.owner(thorn.implementation)
        assert mine is not None
        seen = [(parameter.name, mine, parameter) for parameter in mine.parameters]
        for shared in thorn.parameters.shared:
            owner, parameter = self.shared_parameter(
                shared.implementation, shared.name, shared.place
            )
            seen.append((shared.alias, owner, parameter))
        return seen

    def shared_parameter(
        self, implementation: str, name: str, place: Place
    ) -> tuple[Owner, Parameter]:
        owner = self.owner(implementation)
        if owner is None:
            place.fail(
                f"parameter '{name}' of '{implementation}', which none of the thorns implements",
                "its thorn beside this one",
            )
        found = [one for one in owner.parameters if one.name.lower() == name.lower()]
        if not found:
            known = ", ".join(parameter.name for parameter in owner.parameters) or "none"
            place.fail(f"thorn '{owner.name}' has no parameter '{name}'", f"of: {known}")
        return owner, found[0]

    def visible_variables(self, thorn: Thorn) -> list[int]:
        inherited = {name.lower() for name in thorn.interface.inherits}
        friends = {name.lower() for name in thorn.interface.friends}
        own = thorn.implementation.lower()
        seen = []
        for number, variable in enumerate(self.variables):
            implementation = variable.implementation.lower()
            scope = self.groups[variable.group][1].scope
            if (
                implementation == own
                or (implementation in inherited and scope == "public")
                or (implementation in friends and scope != "private")
            ):
                seen.append(number)
        return seen

    def find(self, name: str, thorn: Thorn, place: Place) -> list[tuple[int, int]]:
        """Variables and time levels of a name in a schedule: of a variable or a group. Raises
        BadInputError where there is none."""
        implementation, _, bare = name.rpartition("::")
        wanted = (implementation or thorn.implementation).lower()
        for owner in self.owners:
            if owner.name.lower() == wanted:
                wanted = owner.implementation.lower()
        found = [
            (number, level)
            for number, variable in enumerate(self.variables)
            if variable.implementation.lower() == wanted
            for level, known in enumerate(variable.names())
            if known.lower() == bare.lower()
        ]
        for number, (owner, group) in enumerate(self.groups):
            for level in range(group.levels):
                known = group.name + "_p" * level
                if owner.implementation.lower() == wanted and known.lower() == bare.lower():
                    found += [
                        (i, level) for i, one in enumerate(self.variables) if one.group == number
                    ]
        if not found:
            place.fail(f"'{name}' is no variable or group of these thorns")
        return sorted(set(found))

    def functions(self) -> dict[str, Function]:
        """All that interfaces declare, by names in small letters."""
        return {
            key: function
            for thorn in self.thorns
            for key, function in thorn.interface.functions.items()
        }

    def provider(self, function: str) -> tuple[Thorn, str, str, Place] | None:
        for thorn in self.thorns:
            if function.lower() in thorn.interface.provided:
                routine, language, place = thorn.interface.provided[function.lower()]
                return thorn, routine, language, place
        return None


def make(thorns: list[Thorn]) -> Library:
    """Raises BadInputError, with file and line, for what does not fit together."""
    owners: list[Owner] = []
    given = {thorn.implementation.lower() for thorn in thorns}
    wanted = {"driver"}
    for thorn in thorns:
        wanted |= {name.lower() for name in (*thorn.interface.inherits, *thorn.interface.friends)}
        wanted |= {shared.implementation.lower() for shared in thorn.parameters.shared}
    for implementation, provided in infrastructure.IMPLEMENTATIONS.items():
        if implementation in wanted - given:
            owners.append(
                Owner(
                    provided.thorn,
                    implementation,
                    provided.meaning,
                    parameters=copy.deepcopy(list(provided.parameters)),
                )
            )
    for thorn in thorns:
        for other in owners:
            if other.implementation.lower() == thorn.implementation.lower():
                thorn.interface.place.fail(
                    f"{thorn.name} implements '{thorn.implementation}', as {other.name} does",
                    "one of them in a library",
                )
            if other.name.lower() == thorn.name.lower():
                raise BadInputError(f"{thorn.folder}: there are two thorns '{thorn.name}'")
        owners.append(
            Owner(
                thorn.name,
                thorn.implementation,
                f"a thorn of Cactus, {thorn.implementation}",
                thorn,
                list(thorn.parameters.parameters),
            )
        )
    for thorn in thorns:
        _check_names(thorn)
    library = Library(owners)
    for owner in owners:
        _add_groups(library, owner)
    for thorn in thorns:
        _check_relations(library, thorn)
        _extend(library, thorn)
    for owner in owners:
        for parameter in owner.parameters:
            for word in parameter.allowed if parameter.kind == "keyword" else []:
                if not is_word(word):
                    parameter.place.fail(f"'{word}' of '{parameter.name}'", "a word without ','")
    return library


def _check_names(thorn: Thorn) -> None:
    """No name is there twice, for routines see parameters and variables beside each other. The case
    of letters does not count."""
    groups: dict[str, Place] = {}
    names: dict[str, Place] = {}
    for group in thorn.interface.groups:
        _take_name(groups, "group", group.name, group.place)
        for name in group.variables:
            _take_name(names, "variable", name, group.place)
    for parameter in thorn.parameters.parameters:
        _take_name(names, "parameter", parameter.name, parameter.place)
    for shared in thorn.parameters.shared:
        if not shared.extends:
            _take_name(names, "parameter", shared.alias, shared.place)


def _take_name(taken: dict[str, Place], what: str, name: str, place: Place) -> None:
    if re.fullmatch(r"[A-Za-z_]\w*", name) is None or name in _TAKEN_WORDS:
        place.fail(f"{what} '{name}'", "a name that C++ has no other use for")
    before = taken.setdefault(name.lower(), place)
    if before is not place:
        place.fail(f"{what} '{name}' is there twice", f"another name than that of {before}")


def _add_groups(library: Library, owner: Owner) -> None:
    if owner.thorn is None:
        if owner.implementation == "grid":
            place = Place(Path("grid"), 1)
            names = list(infrastructure.COORDINATES)
            group = Group("coordinates", "real", "gf", 3, 1, names, "public", "", place)
            _add_group(library, owner, group, True)
        return
    for group in owner.thorn.interface.groups:
        if group.form not in ("gf", "scalar", "array"):
            group.place.fail(f"group '{group.name}' is of type {group.form}", "GF, SCALAR or ARRAY")
        if group.kind not in ("real", "integer", "complex"):
            group.place.fail(
                f"group '{group.name}' is {group.kind}, which is not provided",
                "CCTK_REAL, CCTK_INT or CCTK_COMPLEX",
            )
        if group.elements > ELEMENTS_MAX:
            group.place.fail(
                f"array '{group.name}' has {group.elements} elements", f"{ELEMENTS_MAX} at most"
            )
        if group.dimension > 3:
            group.place.fail(f"group '{group.name}' has {group.dimension} dimensions", "3 at most")
        _add_group(library, owner, group, False)


def _add_group(library: Library, owner: Owner, group: Group, is_coordinate: bool) -> None:
    library.groups.append((owner, group))
    for name in group.variables:
        library.variables.append(
            Variable(
                owner,
                owner.implementation,
                name,
                len(library.groups) - 1,
                group.levels,
                group.dimension,
                is_coordinate,
                group.kind,
                group.sizes,
                group.elements,
            )
        )


def _check_relations(library: Library, thorn: Thorn) -> None:
    for name in (*thorn.interface.inherits, *thorn.interface.friends):
        if library.owner(name) is None:
            thorn.interface.place.fail(
                f"{thorn.name} inherits from '{name}', which none of the thorns implements",
                "its thorn beside this one",
            )
    known = {name.lower() for name in infrastructure.FUNCTIONS}
    for name, place in thorn.interface.required.items():
        if name.lower() not in known and library.provider(name) is None:
            place.fail(
                f"{thorn.name} requires function '{name}', which is not provided",
                "a thorn that provides it, or one of those that --coverage lists",
            )
    for name, place in (*thorn.interface.required.items(), *thorn.interface.used.items()):
        if name.lower() not in library.functions():
            place.fail(f"function '{name}' is declared nowhere", "its arguments, with FUNCTION")


def _extend(library: Library, thorn: Thorn) -> None:
    for shared in thorn.parameters.shared:
        _, parameter = library.shared_parameter(shared.implementation, shared.name, shared.place)
        if parameter.kind != shared.kind:
            shared.place.fail(
                f"'{shared.name}' is {shared.kind} here and {parameter.kind} where it is declared"
            )
        if shared.count not in (0, parameter.count):
            shared.place.fail(
                f"'{shared.name}' has {shared.count} elements here and {parameter.count or 'one'} "
                "where it is declared"
            )
        if shared.extends:
            parameter.allowed += [word for word in shared.allowed if word not in parameter.allowed]
            # Without ranges all numbers are allowed already.
            parameter.ranges += shared.ranges if parameter.ranges else ()
