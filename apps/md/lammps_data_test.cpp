#include "md/lammps_data.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "md/generator.hpp"

namespace md {
namespace {

constexpr const char* small = R"(two kinds of atoms

3 atoms
2 atom types
0 10 xlo xhi
-5.0 5.0 ylo yhi
0 20 zlo zhi

Masses

1 1.0
2 2.5  # heavy

Pair Coeffs # lj/cut

1 1.0 1.0
2 4.0 3.0

Atoms # charge

3 1 0.5 1 -2 3 1 0 -1
1 2 -0.5 1.5 2 3 0 0 0
2 2 0 9 4 19 0 0 0

Velocities

1 0.1 0.2 0.3
2 0 0 0
3 -1 0 +1
)";

std::string complaint(std::string text) {
  const auto system = parse_lammps_data(text, "some.data", Units{});
  return system ? "" : system.error().text();
}

std::string changed(const std::string& from, const std::string& to) {
  std::string text = small;
  text.replace(text.find(from), from.size(), to);
  return text;
}

TEST(LammpsData, ReadsAtomsByTheirNumbers) {
  const auto system = parse_lammps_data(small, "some.data", Units{});
  ASSERT_TRUE(system) << system.error().text();
  EXPECT_EQ(system->box.low, (Vec{0, -5, 0}));
  EXPECT_EQ(system->masses, (std::vector{1.0, 2.5}));
  ASSERT_EQ(system->atoms.size(), 3u);
  EXPECT_EQ(system->atoms[0].type, 1);
  EXPECT_EQ(system->atoms[0].charge, -0.5);
  EXPECT_EQ(system->atoms[2].position, (Vec{1, -2, 3}));
  EXPECT_EQ(system->atoms[2].image, (std::array<std::int32_t, 3>{1, 0, -1}));
  EXPECT_EQ(system->atoms[2].velocity, (Vec{-1, 0, 1}));
  EXPECT_DOUBLE_EQ(system->interaction.pairs[1].epsilon, 2.0);
  EXPECT_DOUBLE_EQ(system->interaction.pairs[1].sigma, std::sqrt(3.0));
  const auto arithmetic = parse_lammps_data(small, "some.data", Units{}, true);
  EXPECT_DOUBLE_EQ(arithmetic->interaction.pairs[2].sigma, 2.0);
}

TEST(LammpsData, StylesOfMoleculesWithoutChargesHaveTheSameWords) {
  for (const char* const style : {"bond", "angle", "molecular"}) {
    const auto system = parse_lammps_data(
        changed("# charge\n\n3 1 0.5 1 -2 3 1 0 -1\n1 2 -0.5 1.5 2 3 0 0 0\n"
                "2 2 0 9 4 19 0 0 0",
                std::string("# ") + style + "\n\n3 7 1 1 -2 3 1 0 -1\n1 7 2 1.5 2 3\n2 0 2 9 4 19"),
        "some.data", Units{});
    ASSERT_TRUE(system) << system.error().text();
    EXPECT_EQ(system->atoms[0].molecule, 7);
    EXPECT_EQ(system->atoms[1].position, (Vec{9, 4, 19}));
    EXPECT_EQ(system->atoms[2].charge, 0);
  }
}

TEST(LammpsData, ABoxThatIsTiltedByNothingIsOrthogonal) {
  EXPECT_EQ(complaint(changed("0 20 zlo zhi", "0 20 zlo zhi\n0.0 0 -0 xy xz yz")), "");
  EXPECT_EQ(complaint(changed("0 20 zlo zhi", "0 20 zlo zhi\n0 0 xy xz yz")),
            "some.data:8: 'xy' (expected a tilt of the box, a number)");
}

TEST(LammpsData, BytesThatAreNoTextAreNotSaidAsTheyAre) {
  EXPECT_EQ(complaint(changed("3 atoms", "\x1b[2J\xff\x80 atoms")),
            "some.data:3: '?[2J?\?' (expected atoms, 0 to 1000000000)");
}

TEST(LammpsData, SaysWhatIsWrongWhere) {
  EXPECT_EQ(complaint(changed("3 atoms", "three atoms")),
            "some.data:3: 'three' (expected atoms, 0 to 1000000000)");
  EXPECT_EQ(complaint(changed("2 2.5", "2 -2.5")), "some.data:12: -2.5 (expected a mass above 0)");
  EXPECT_EQ(complaint(changed("2 2.5", "3 2.5")),
            "some.data:12: '3' (expected an atom type, 1 to 2)");
  EXPECT_EQ(complaint(changed("0 10 xlo", "10 0 xlo")),
            "some.data:5: an empty box (expected an upper end above the lower one)");
  EXPECT_EQ(complaint(changed("# charge", "# dipole")),
            "some.data:21: atom style 'dipole' (expected atomic, charge, bond, angle, molecular or "
            "full)");
  EXPECT_EQ(complaint(changed("2 2 0 9 4 19 0 0 0", "2 2 0 9 nan 19 0 0 0")),
            "some.data:23: 'nan' (expected a coordinate, a number)");
  EXPECT_EQ(complaint(changed("2 2 0 9 4 19 0 0 0", "2 2 0 9 4")),
            "some.data:23: the line ends early (expected a coordinate)");
  EXPECT_EQ(complaint(changed("2 2 0 9 4 19 0 0 0", "1 2 0 9 4 19 0 0 0")),
            "some.data:23: atom 1 a second time (expected each once)");
  EXPECT_EQ(complaint(changed("3 -1 0 +1", "2 -1 0 +1")),
            "some.data:29: atom 2 a second time (expected each once)");
  EXPECT_EQ(complaint(changed("2 2.5", "1 2.5")),
            "some.data:12: type 1 a second time (expected each once)");
  EXPECT_EQ(complaint(changed("2 4.0 3.0", "1 4.0 3.0")),
            "some.data:17: type 1 a second time (expected each once)");
  EXPECT_EQ(complaint(changed("2 4.0 3.0", "2 4.0 3.0 9.0")),
            "some.data:17: '9.0' behind sigma (expected epsilon and sigma alone, or both again for "
            "1-4 pairs)");
  EXPECT_EQ(complaint(changed("# lj/cut", "# buck")),
            "some.data:16: pair style 'buck' (expected one of Lennard-Jones)");
  EXPECT_EQ(complaint(changed("-5.0 5.0 ylo yhi", "0 10 xlo xhi")),
            "some.data:6: bounds of the box a second time (expected each once)");
  EXPECT_EQ(complaint(changed("2 0 0 0", "7 0 0 0")),
            "some.data:28: atom 7 (expected one of Atoms)");
  EXPECT_EQ(
      complaint(changed("Velocities", "Ellipsoids")),
      "some.data:25: 'Ellipsoids' (expected a section such as Masses, Atoms, Pair Coeffs, Bonds "
      "or Bond Coeffs)");
  EXPECT_EQ(complaint(changed("0 20 zlo zhi", "0 20 zlo zhi\n0 -2.5 0 xy xz yz")),
            "some.data:8: a triclinic box (expected an orthogonal one)");
  const std::string text = small;
  EXPECT_EQ(complaint(text.substr(0, text.find("19 0 0 0") + 4)),
            "some.data:23: 7 words (expected those of atom style charge)");
  EXPECT_EQ(complaint(changed("2 2 0 9 4 19 0 0 0", "2 2 0 9 4e9 19 0 0 0")),
            "some.data:23: atom 2 is a million boxes away (expected atoms in or near the box)");
  EXPECT_EQ(complaint(""), "some.data:0: the file ends early (expected a section, such as Atoms)");
}

TEST(LammpsData, DamagedFilesNeverPassForOthers) {
  // Cut short anywhere, it is refused or was not damaged but for numbers at its end.
  const std::string text = small;
  for (std::size_t length = 0; length + 10 < text.size(); ++length) {
    const auto system = parse_lammps_data(text.substr(0, length), "some.data", Units{});
    const bool has_all_atoms = length > text.find("19 0 0 0");
    if (!has_all_atoms) {
      EXPECT_FALSE(system) << length;
    }
  }
}

TEST(LammpsData, WhatIsWrittenIsReadAgain) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("md_" + std::to_string(getpid()) + ".data"))
          .string();
  const System system = *generate({.atoms = 108});
  ASSERT_TRUE(write_lammps_data(path, system));
  const auto read = read_lammps_data(path, Units{});
  std::filesystem::remove(path);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->atoms, system.atoms);
  EXPECT_EQ(read->box.high, system.box.high);
  EXPECT_FALSE(read_lammps_data("/no/such.data", Units{}));
}

}  // namespace
}  // namespace md
