#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "md/charmm/charmm_system.hpp"
#include "md/charmm/coordinates.hpp"
#include "md/generator.hpp"

namespace md::charmm {
namespace {

// A chain of five atoms whose ends a sixth one joins to a ring of five, and a chain of four.
constexpr const char* psf = R"(PSF EXT XPLOR

       2 !NTITLE
 REMARKS bonds of 12 !NBOND: here
* !NATOM is told below
 1 2 3 !NTHETA is told there, too

      10 !NATOM
 1 A 1 RING A1 CA 0.1 12.0 0
 2 A 1 RING A2 CB -0.1 12.0 0
 3 A 1 RING A3 CA 0.2 12.0 0
 4 A 1 RING A4 CB -0.2 13.5 0
 5 A 1 RING A5 CA 0.0 12.0 0
 6 A 1 RING A6 CB 0.0 12.0 0
 7 A 2 CHAI B1 CA 0.5 12.0 0
 8 A 2 CHAI B2 CB 0.5 12.0 0
 9 A 2 CHAI B3 CB -0.5 12.0 0
10 A 2 CHAI B4 CC -0.5 1.0 0

       9 !NBOND: bonds
       1       2       2       3       3       4       4       5
       5       6       6       1       7       8       8       9
       9       10

       1 !NTHETA: angles
       9       8       7

       4 !NPHI: dihedrals
       1       2       3       4       4       5       6       1
       2       3       4       5       7       8       9       10

       1 !NIMPHI: impropers
       7       8       9       10

       0 !NDON: donors

       0 !NNB

       0       0

       1       0 !NGRP NST2
       0       0       0
)";

constexpr const char* prm = R"(* a title
*
ATOMS
MASS  -1 CA 12.0
BONDS
CA CB 300 1.5   ! a comment
CB CB 310 1.4
CC  CB 320 1.1
ANGLES
CA CB CB 40 110 20 2.5
DIHEDRALS
X  CB CB X  0.5 3 0
CA CB CB CC 0.2 1 180
CA CB CB CC 0.3 2 0
X  CB CA X  0.7 2 180
IMPROPER
X  X  CB CC 1 0 0
CA X  X  CC 2 0 0
NONBONDED nbxmod  5 atom cdiel -
  cutnb 14.0 e14fac 1.0
CA 0.0 -0.10 2.0
CB 0.0 -0.40 1.0 0.0 -0.04 0.5
CC 0.0 0.0 0.5
NBFIX
CB CA -0.9 3.5
END
this is not read
)";

Coordinates places() {
  Coordinates some;
  some.box = Vec{20, 20, 20};
  some.file = "some.pdb";
  for (int i = 0; i < 10; ++i) {
    some.names.push_back(i < 6 ? "A" + std::to_string(i + 1) : "B" + std::to_string(i - 5));
    some.positions.push_back({1.3 * i, 0.4 * (i % 2), 0.1 * i});
    some.lines.push_back(i + 2);
  }
  return some;
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return text.replace(at, from.size(), to);
}

isthmus::Expected<System> system_of(const std::string& structure, const std::string& parameters,
                                    const Coordinates& coordinates = places()) {
  const auto read = parse_psf(structure, "some.psf");
  if (!read) return std::unexpected(read.error());
  Parameters all;
  if (auto done = all.read(parameters, "some.prm"); !done) return isthmus::forward_error(done);
  return assemble(*read, all, coordinates, "some.psf");
}

TEST(CharmmSystem, HasATypeForEachNameAndMass) {
  const auto system = system_of(psf, prm);
  ASSERT_TRUE(system) << system.error().text();
  EXPECT_EQ(system->masses, (std::vector<double>{12, 12, 13.5, 1}));
  EXPECT_EQ(system->atoms[3].type, 2);
  EXPECT_EQ(system->atoms[8].type, 1);
  EXPECT_EQ(system->atoms[6].molecule, 2);
  EXPECT_DOUBLE_EQ(system->box.low[0], 0.5 * 1.3 * 9 - 10);
  const double root = std::pow(2.0, 1.0 / 6.0);
  const auto& pairs = system->interaction.pairs;
  const auto& close = system->interaction.close_pairs;
  EXPECT_DOUBLE_EQ(pairs[5].sigma, 2.0 / root);
  EXPECT_DOUBLE_EQ(close[5].sigma, 1.0 / root);
  EXPECT_DOUBLE_EQ(close[5].epsilon, 0.04);
  EXPECT_DOUBLE_EQ(pairs[1].epsilon, 0.9);
  EXPECT_DOUBLE_EQ(pairs[4].sigma, 3.5 / root);
  EXPECT_DOUBLE_EQ(close[1].epsilon, 0.9);
  EXPECT_DOUBLE_EQ(pairs[7].sigma, 1.5 / root);
}

// Those of the ring's six atoms are three bonds apart by two ways, and count once.
TEST(CharmmSystem, LetsAtomsActOnceThatThreeBondsJoin) {
  const auto system = system_of(psf, prm);
  ASSERT_TRUE(system) << system.error().text();
  std::vector<std::array<std::int64_t, 2>> ends;
  for (const Term& term : system->topology.terms()) {
    if (term.kind != TermKind::dihedral) continue;
    const auto type = static_cast<std::size_t>(term.type);
    if (system->topology.dihedrals[type].weight == 0) continue;
    EXPECT_EQ(system->topology.dihedrals[type].weight, 1);
    const auto [least, most] = std::minmax(term.atoms[0], term.atoms[3]);
    ends.push_back({least, most});
  }
  std::ranges::sort(ends);
  EXPECT_EQ(ends, (std::vector<std::array<std::int64_t, 2>>{{1, 4}, {2, 5}, {3, 6}, {7, 10}}));
}

TEST(CharmmSystem, TakesTheMostParticularParameters) {
  const auto system = system_of(psf, prm);
  ASSERT_TRUE(system) << system.error().text();
  const Topology& topology = system->topology;
  std::vector<double> own;
  for (const Term& term : topology.terms_of(7)) {
    const auto type = static_cast<std::size_t>(term.type);
    if (term.kind == TermKind::dihedral) own.push_back(topology.dihedrals[type].k);
    if (term.kind == TermKind::improper) {
      EXPECT_EQ(topology.impropers[type].k, 2);
    }
  }
  EXPECT_EQ(own, (std::vector<double>{0.2, 0.3}));
  EXPECT_EQ(topology.angles[0].urey_length, 2.5);
  Parameters all;
  ASSERT_TRUE(all.read(prm, "some.prm"));
  EXPECT_EQ(all.dihedral({"CC", "CB", "CB", "CC"})->begin()->second.k, 0.5);
  EXPECT_EQ(all.dihedral({"CC", "CA", "CA", "CC"}), nullptr);
  EXPECT_EQ(std::get<ImproperType>(*all.improper({"CC", "CB", "CA", "CB"})).k, 1);
  // A later file replaces, in whichever order types stand.
  ASSERT_TRUE(all.read("IMPR\nCC CB CB CA 3 0 180\nBOND\nCB CA 1 2\n", "other.prm"));
  EXPECT_EQ(std::get<ImproperType>(*all.improper({"CA", "CB", "CB", "CC"})).angle, 180);
  EXPECT_EQ(all.bond({"CA", "CB"})->k, 1);
  // Of a dihedral all terms.
  ASSERT_TRUE(all.read("DIHE\nCC CB CB CA 0.4 5 0\nCA CB CB CC 0.6 6 0\n", "other.prm"));
  const auto* const terms = all.dihedral({"CA", "CB", "CB", "CC"});
  ASSERT_EQ(terms->size(), 2u);
  EXPECT_EQ(terms->begin()->second.k, 0.4);
}

TEST(CharmmSystem, KnowsTypesByTheNumbersOfTheParameters) {
  const std::string numbered = changed(psf, "A1 CA", "A1 22");
  EXPECT_TRUE(system_of(numbered, changed(prm, "MASS  -1", "MASS 22")));
  EXPECT_NE(system_of(numbered, prm).error().text().find("atom type 22"), std::string::npos);
}

TEST(CharmmSystem, HasCrossTermsOfFiveAtoms) {
  const std::string structure = changed(psf, "0 !NDON: donors", "1 !NCRTERM\n1 2 3 4 2 3 4 5\n");
  const std::string map = "CMAP\nCA CB CA CB CB CA CB CA 2 ! of a ring\n0 1\n!\n2.5 -3\nBONDS\n";
  const auto system = system_of(structure, changed(prm, "BONDS\n", map.c_str()));
  ASSERT_TRUE(system) << system.error().text();
  ASSERT_EQ(system->topology.crosses.size(), 1u);
  EXPECT_EQ(system->topology.crosses[0].energies, (std::vector<double>{0, 1, 2.5, -3}));
  EXPECT_EQ(system->topology.count(TermKind::cross), 1);
  const auto terms = system->topology.terms_of(1);
  const auto found = std::ranges::find(terms, TermKind::cross, &Term::kind);
  ASSERT_NE(found, terms.end());
  EXPECT_EQ(found->atoms, (std::array<std::int64_t, 5>{1, 2, 3, 4, 5}));
  // Its types have an order.
  const std::string other = "CMAP\nCB CA CB CA CA CB CA CB 2\n0 1 2 3\nBONDS\n";
  EXPECT_FALSE(system_of(structure, changed(prm, "BONDS\n", other.c_str())));
}

TEST(CharmmSystem, TakesAtomsWithoutMoreThanTheirMass) {
  std::string eight = psf;
  for (std::size_t at = eight.find(".0 0\n"); at != eight.npos; at = eight.find(".0 0\n", at)) {
    eight.erase(at + 2, 2);
  }
  EXPECT_TRUE(system_of(eight, prm));
  const auto seven = system_of(changed(eight, " 12.0\n 2 A", "\n 2 A"), prm);
  ASSERT_FALSE(seven);
  EXPECT_NE(seven.error().text().find("7 words"), std::string::npos) << seven.error().text();
}

TEST(CharmmSystem, SaysWhatIsWrongInAStructure) {
  const std::pair<std::pair<const char*, const char*>, const char*> cases[] = {
      {{"PSF EXT", "FSP"}, "begins with PSF"},
      {{"      10 !NATOM", "      11 !NATOM"}, "3 words"},
      {{"      10 !NATOM", "      9 !NATOM"}, "a section"},
      {{" 2 A 1", " 3 A 1"}, "the atom's number"},
      {{"12.0 0", "-1 0"}, "mass above 0"},
      {{"9 !NBOND", "10 !NBOND"}, "an atom's number"},
      {{"9 !NBOND", "8 !NBOND"}, "a section"},
      {{"       9       10", "       9       11"}, "1 to 10"},
      {{"       9       10", "       9       9"}, "different atoms"},
      {{"1 !NIMPHI", "1 !NOTHING"}, "!NIMPHI"},
      {{"0 !NNB", "3 !NNB"}, "explicit exclusions"},
      {{"0 !NDON: donors", "3 !NCRTERM: cross-terms"}, "an atom's number"},
      {{"0 !NDON: donors", "1 !NCRTERM\n1 2 3 4 3 4 5 6\n"}, "a chain of five atoms"},
      {{"0 !NDON: donors", "1 !NCRTERM\n1 2 3 4 2 3 4 5\n"}, "cross-term (CMAP) CA-CB-CA-CB-CA"},
      {{"0 !NDON", "0 !NPHI"}, "a second time"}};
  for (const auto& [change, line] : cases) {
    const auto system = system_of(changed(psf, change.first, change.second), prm);
    ASSERT_FALSE(system) << change.second;
    EXPECT_NE(system.error().text().find(line), std::string::npos) << system.error().text();
    EXPECT_EQ(system.error().code, isthmus::ErrorCode::bad_input);
  }
}

TEST(CharmmSystem, SaysWhatIsWrongInParameters) {
  const std::pair<std::pair<const char*, const char*>, const char*> cases[] = {
      {{"* a title", "a title"}, "a section of parameters"},
      {{"CA CB 300 1.5", "CA CB 300"}, "2 types and 2 numbers"},
      {{"CA CB 300 1.5", "CA CB 300 x"}, "a parameter, a number"},
      {{"CA CB 300 1.5", "CA CC 300 1.5"}, "bond CA-CB (atoms 1 2)"},
      {{"CA CB CB 40", "CA CA CB 40"}, "angle CB-CB-CA (atoms 9 8 7)"},
      {{"110 20 2.5", "110 20"}, "3 types and 2 or 4"},
      {{"X  CB CA X", "X  CA CA X"}, "dihedral CA-CB-CA-CB"},
      {{"X  CB CA X", "X  CB CA CA"}, "X b c X"},
      {{"0.7 2 180", "0.7 0 180"}, "a periodicity, 1 to 60"},
      {{"2 0 0\n", "2 0 35\n"}, "an improper of angle 35"},
      {{"nbxmod  5", "nbxmod 4"}, "NBXMOD 5"},
      {{"e14fac 1.0", "e14fac 0.4"}, "E14FAC 1"},
      {{"-0.10 2.0", "0.10 2.0"}, "a depth above 0"},
      {{"BONDS\n", "CMAP\nCA CB CA CB CB CA CB 2\n"}, "8 types and a number"},
      {{"BONDS\n", "CMAP\nCA CB CA CB CB CA CB CA 1\n"}, "the points in each angle"},
      {{"BONDS\n", "CMAP\nCA CB CA CB CB CA CB CA 2\n1 2\n3 4 5\n"}, "more energies than 4"},
      {{"BONDS\n", "CMAP\nCA CB CA CB CB CA CB CA 2\n1 2\n3\n"}, "an energy"},
      {{"CC 0.0 0.0 0.5", ""}, "no NONBONDED parameters of CC"},
      {{"CB CA -0.9 3.5", "CB CA -0.9 3.5 1"}, "2 types and 2 or 4"}};
  for (const auto& [change, line] : cases) {
    const auto system = system_of(psf, changed(prm, change.first, change.second));
    ASSERT_FALSE(system) << change.second;
    EXPECT_NE(system.error().text().find(line), std::string::npos) << system.error().text();
  }
}

constexpr const char* pdb = R"(REMARK made by hand
CRYST1   20.500   21.000   22.000  90.00  90.00  90.00 P 1           1
ATOM      1  A1  RING    1      11.000  -2.500   3.250  1.00  0.00      A
HETATM    2 A2AA RING    1    -100.125   2.000   3.000
TER
END
ATOM      3  A1  RING    1      11.000
)";

TEST(Coordinates, OfAPdbStandInColumns) {
  const auto read = parse_pdb(pdb, "some.pdb");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->names, (std::vector<std::string>{"A1", "A2AA"}));
  EXPECT_EQ(read->positions[1], (Vec{-100.125, 2, 3}));
  EXPECT_EQ(read->box, (Vec{20.5, 21, 22}));
  for (const auto& [from, to] :
       {std::pair("90.00 P", "80.00 P"), std::pair("  20.500", "  -0.500"),
        std::pair("  11.000", "  11.0x0"), std::pair("   3.000\n", "\n")}) {
    const auto broken = parse_pdb(changed(pdb, from, to), "some.pdb");
    ASSERT_FALSE(broken) << to;
    EXPECT_EQ(broken.error().text().find("some.pdb:"), 0u) << broken.error().text();
  }
  EXPECT_FALSE(parse_pdb("", "some.pdb"));
  // Programs write these where there is no box.
  for (const char* const none : {"    1.000    1.000    1.000", "    0.000    0.000    0.000"}) {
    const auto open = parse_pdb(changed(pdb, "   20.500   21.000   22.000", none), "some.pdb");
    ASSERT_TRUE(open) << open.error().text();
    EXPECT_EQ(open->box, std::nullopt);
  }
}

TEST(Coordinates, ThatAreWrittenAsAPdbAreReadAgain) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("md_" + std::to_string(getpid()) + ".pdb"))
          .string();
  System system = *generate({.atoms = 108});
  system.box = {{-1, -2, -3}, {20, 30, 40.5}};
  system.atoms[0].position = {-1.0004, 0.25, 40.25};  // one length on from 19.9996
  system.atoms[1].position = {-0.5, -1.75, -2.125};
  system.atoms[2].molecule = 12345;
  ASSERT_TRUE(write_pdb(path, system, std::vector<std::string>{"CA", "HG11"}));
  const auto read = read_coordinates(path);
  ASSERT_TRUE(read) << read.error().text();
  ASSERT_EQ(read->positions.size(), system.atoms.size());
  EXPECT_EQ(read->box, (Vec{21, 32, 43.5}));
  EXPECT_EQ(read->names[0], "CA");
  EXPECT_EQ(read->names[1], "HG11");
  EXPECT_EQ(read->names[2], "A1");
  EXPECT_EQ(read->positions[0], (Vec{20, 0.25, 40.25}));
  EXPECT_EQ(read->positions[1], (Vec{-0.5, -1.75, -2.125}));
  system.box.periodic = {true, true, false};
  system.atoms[3].position[2] = -1000;
  const auto too_far = write_pdb(path, system, {});
  ASSERT_FALSE(too_far);
  EXPECT_EQ(too_far.error().text(),
            path +
                ": atom 4 is at -1000.000000 (expected -999.999 to 9999.999, for which a PDB "
                "has room)");
  EXPECT_EQ(read_coordinates(path)->names[0], "CA");  // of the one before
  system.atoms[3].position[2] = 0;
  ASSERT_TRUE(write_pdb(path, system, {}));
  EXPECT_EQ(read_coordinates(path)->box, std::nullopt);  // one that is open is none
  std::filesystem::remove(path);
  EXPECT_FALSE(write_pdb("/no/such/folder.pdb", system, {}));
}

constexpr const char* gro = R"(made by hand
    2
    1RING    A1    1   1.100000  -0.250000   0.325000  1.00000  2.00000  3.00000
    1RING    A2    2 -10.012500   0.200000   0.300000  0.00000  0.00000 -1.00000
   2.05000   2.10000   2.20000
)";

TEST(Coordinates, OfAGroFileHaveAnyPrecision) {
  const std::string wide =
      changed(changed(gro, "  1.00000  2.00000  3.00000", "   1.000000   2.000000   3.000000"),
              "  0.00000  0.00000 -1.00000", "   0.000000   0.000000  -1.000000");
  const auto read = parse_gro(wide, "some.gro");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->names, (std::vector<std::string>{"A1", "A2"}));
  EXPECT_DOUBLE_EQ(read->positions[1][0], -100.125);
  EXPECT_DOUBLE_EQ(read->velocities[0][2], 0.03);
  EXPECT_DOUBLE_EQ((*read->box)[2], 22);
  for (const auto& [from, to] :
       {std::pair("    2\n", "    3\n"), std::pair("    2\n", "    two\n"),
        std::pair("0.325000", "0.32x000"), std::pair("   2.20000", ""),
        std::pair("   3.000000", ""), std::pair("   2.05000", "  -2.05000")}) {
    EXPECT_FALSE(parse_gro(changed(wide, from, to), "some.gro")) << to;
  }
  EXPECT_FALSE(parse_gro("", "some.gro"));
}

TEST(CharmmSystem, WantsTheCoordinatesOfItsOwnAtoms) {
  Coordinates some = places();
  some.names[3] = "A3";
  EXPECT_EQ(system_of(psf, prm, some).error().text(),
            "some.pdb:5: atom 4 is 'A3' (expected 'A4', as in some.psf)");
  some = places();
  some.box.reset();
  EXPECT_EQ(system_of(psf, prm, some).error().text(),
            "some.pdb: no box (expected its lengths, or --box)");
  some.positions.pop_back();
  EXPECT_EQ(system_of(psf, prm, some).error().text(),
            "some.pdb: 9 atoms (expected 10, as in some.psf)");
}

TEST(CharmmCoordinates, KnowTheirLines) {
  const auto gro =
      parse_gro("title\n1\n    1RES     A1    1   1.000   2.000   3.000\n 5 5 5\n", "a.gro");
  ASSERT_TRUE(gro) << gro.error().text();
  EXPECT_EQ(gro->place_of(0), "a.gro:3");
  const auto atom =
      parse_pdb("REMARK\nATOM      1  A1  RES X   1       1.000   2.000   3.000\n", "a.pdb");
  ASSERT_TRUE(atom) << atom.error().text();
  EXPECT_EQ(atom->place_of(0), "a.pdb:2");
}

}  // namespace
}  // namespace md::charmm
