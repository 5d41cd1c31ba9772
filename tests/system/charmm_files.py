"""The files of CHARMM that say what a LAMMPS data file says, of the peptide in its examples."""

import re
from pathlib import Path

Sections = dict[str, list[list[str]]]

SECTIONS = ("Masses", "Pair Coeffs", "Atoms", "Velocities", "CMAP")
SECTIONS += tuple(
    f"{kind}{what}"
    for kind in ("Bond", "Angle", "Dihedral", "Improper")
    for what in ("s", " Coeffs")
)


def sections_of(text: str) -> Sections:
    """The words of all lines, by section; the header's under an empty name."""
    sections: Sections = {"": []}
    name = ""
    for line in text.split("\n")[1:]:
        if line.strip() in SECTIONS:
            name = line.strip()
            sections[name] = []
        elif line.split():
            sections[name].append(line.split())
    return sections


def rounded(sections: Sections) -> str:
    """A data file without velocities, whose numbers have the digits that a PDB has room for."""
    lines = ["rounded", ""]
    for name, rows in sections.items():
        if name == "Velocities":
            continue
        if name:
            lines += ["", name, ""]
        for words in rows:
            lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def round_numbers(sections: Sections) -> None:
    for words in sections[""]:
        if len(words) == 4:
            words[0:2] = (f"{float(word):.3f}" for word in words[0:2])
    for words in sections["Atoms"]:
        words[4:7] = (f"{float(word):.3f}" for word in words[4:7])


def terms_of(sections: Sections, kind: str) -> list[tuple[str, tuple[str, ...]]]:
    """Type and atoms of each."""
    return [(words[1], tuple(words[2:])) for words in sections[kind + "s"]]


def types_of(sections: Sections) -> dict[str, str]:
    """Names of types by atom, more than the data file has: two atoms of a type have the same
    neighbours, and these the same ones."""
    type_of = {words[0]: words[2] for words in sections["Atoms"]}
    names = type_of
    for _ in range(2):
        around: dict[str, list[str]] = {atom: [] for atom in names}
        for _, (one, other) in terms_of(sections, "Bond"):
            around[one].append(names[other])
            around[other].append(names[one])
        found = {atom: (names[atom], *sorted(around[atom])) for atom in names}
        numbers = {key: number for number, key in enumerate(sorted(set(found.values())))}
        names = {atom: f"{type_of[atom]}K{numbers[key]}" for atom, key in found.items()}
    return {atom: "T" + name for atom, name in names.items()}


def psf_of(sections: Sections, type_of: dict[str, str]) -> str:
    mass_of = {words[0]: words[1] for words in sections["Masses"]}
    atoms = sorted(sections["Atoms"], key=lambda words: int(words[0]))
    lines = ["PSF EXT XPLOR", "", "         1 !NTITLE", " REMARKS of a data file", ""]
    lines.append(f"{len(atoms):10} !NATOM")
    for words in atoms:
        number, molecule, kind, charge = words[:4]
        lines.append(
            f"{number:>10} M{molecule:8}{molecule:8} RES      A{kind:7} {type_of[number]:6} "
            f"{float(charge):14.6f}{mass_of[kind]:>14}           0"
        )
    headings = (
        ("Bonds", "!NBOND: bonds", 2, 4),
        ("Angles", "!NTHETA: angles", 3, 3),
        ("Dihedrals", "!NPHI: dihedrals", 4, 2),
        ("Impropers", "!NIMPHI: impropers", 4, 2),
    )
    for section, heading, size, a_line in headings:
        # Several terms of a dihedral are one here.
        terms = list(dict.fromkeys(tuple(words[2 : 2 + size]) for words in sections[section]))
        lines += ["", f"{len(terms):10} {heading}"]
        for begin in range(0, len(terms), a_line):
            some = terms[begin : begin + a_line]
            lines.append("".join(f"{atom:>10}" for term in some for atom in term))
    crosses = [words[2:] for words in sections.get("CMAP", [])]
    lines += ["", f"{len(crosses):10} !NCRTERM: cross-terms"]
    lines += ["".join(f"{atom:>10}" for atom in (*a[:4], *a[1:])) for a in crosses]
    lines += ["", "         0 !NDON: donors", "", "", "         0 !NACC: acceptors", "", ""]
    return "\n".join(lines)


def pdb_of(sections: Sections) -> str:
    bounds = [words for words in sections[""] if len(words) == 4 and words[2].endswith("lo")]
    lengths = "".join(f"{float(words[1]) - float(words[0]):9.3f}" for words in bounds)
    lines = [f"CRYST1{lengths}  90.00  90.00  90.00 P 1           1"]
    for words in sorted(sections["Atoms"], key=lambda words: int(words[0])):
        at = "".join(f"{float(word):8.3f}" for word in words[4:7])
        lines.append(f"ATOM  {int(words[0]):5}  {'A' + words[2]:3} RES X   1    {at}  1.00  0.00")
    return "\n".join([*lines, "END", ""])


def cross_maps_of(sections: Sections, type_of: dict[str, str], maps: list[list[str]]) -> list[str]:
    """`maps` has the energies of each type's."""
    lines = ["", "CMAP"] if maps else []
    known: dict[str, str] = {}
    for _, kind, *atoms in sections.get("CMAP", []):
        types = " ".join(type_of[atom] for atom in (*atoms[:4], *atoms[1:]))
        assert known.setdefault(types, kind) == kind
    for types, kind in known.items():
        energies = maps[int(kind) - 1]
        lines.append(f"{types} 24")
        lines += [" ".join(energies[at : at + 5]) for at in range(0, len(energies), 5)]
    return lines


def prm_of(sections: Sections, type_of: dict[str, str], maps: list[list[str]]) -> str:
    """Radii are halves of Rmin, and as exact as digits make them."""
    kind_of = {type_of[words[0]]: words[2] for words in sections["Atoms"]}
    masses = {words[0]: words[1] for words in sections["Masses"]}
    lines = ["* of a data file", "*", "ATOMS"]
    lines += [f"MASS  -1 {name} {masses[kind]}" for name, kind in sorted(kind_of.items())]
    headings = {"Bond": "BONDS", "Angle": "ANGLES", "Dihedral": "DIHEDRALS", "Improper": "IMPROPER"}
    for kind, heading in headings.items():
        lines += ["", heading]
        values = {words[0]: words[1:] for words in sections[f"{kind} Coeffs"]}
        known: dict[tuple[str, ...], set[str]] = {}
        for number, atoms in terms_of(sections, kind):
            types = tuple(type_of[atom] for atom in atoms)
            numbers = values[number]
            if kind == "Dihedral":
                numbers = numbers[:3]  # without the weight
            if kind == "Improper":
                numbers = [numbers[0], "0", numbers[1]]
            known.setdefault(min(types, types[::-1]), set()).add(" ".join(numbers))
        for key, found in sorted(known.items()):
            assert kind == "Dihedral" or len(found) == 1, (kind, key, found)
            lines += [" ".join(key) + "  " + numbers for numbers in sorted(found)]
    lines += cross_maps_of(sections, type_of, maps)
    lines += ["", "NONBONDED nbxmod 5 atom cdiel shift vatom vdistance vswitch -"]
    lines += ["cutnb 14.0 ctofnb 12.0 ctonnb 10.0 eps 1.0 e14fac 1.0 wmin 1.5"]
    half_rmin = 0.5 * 2 ** (1 / 6)
    coefficients = {words[0]: list(map(float, words[1:5])) for words in sections["Pair Coeffs"]}
    for name, kind in sorted(kind_of.items()):
        depth, radius, close_depth, close_radius = coefficients[kind]
        lines.append(
            f"{name} 0.0 {-depth!r} {half_rmin * radius!r} "
            f"0.0 {-close_depth!r} {half_rmin * close_radius!r} ! of type {kind}"
        )
    return "\n".join([*lines, "", "END", ""])


def maps_of(path: Path) -> list[list[str]]:
    """The energies of LAMMPS's file of cross-terms, 24 x 24 for each type."""
    lines = [line.split("#")[0] for line in path.read_text().splitlines()]
    words = " ".join(lines).split()
    return [words[at : at + 576] for at in range(0, len(words), 576)]


def write_charmm_files(data: Path, folder: Path, cmap: Path | None = None) -> dict[str, Path]:
    """Files by their endings: psf, pdb, prm, and data with the same numbers."""
    sections = sections_of(re.sub(r"[ \t]*#.*", "", data.read_text()))
    round_numbers(sections)
    type_of = types_of(sections)
    texts = {
        "psf": psf_of(sections, type_of),
        "pdb": pdb_of(sections),
        "prm": prm_of(sections, type_of, maps_of(cmap) if cmap else []),
        "data": rounded(sections),
    }
    paths = {}
    for ending, text in texts.items():
        paths[ending] = folder / f"peptide.{ending}"
        paths[ending].write_text(text)
    return paths
