#include "md/mesh_ewald.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "isthmus/base/random.hpp"
#include "md/mesh_pencil.hpp"
#include "md/neighbour_list.hpp"

namespace md {
namespace {

constexpr double pi = std::numbers::pi;

TEST(Fourier, IsTheSumThatItSays) {
  for (const int length : {1, 2, 3, 4, 5, 6, 8, 12, 15, 16, 30, 60, 64}) {
    constexpr std::size_t batch = 19;
    isthmus::Random random(3);
    const auto to_length = static_cast<std::size_t>(length);
    const std::size_t count = to_length * batch;
    std::vector<Complex> from(count);
    for (Complex& value : from) value = {random.uniform() - 0.5, random.uniform() - 0.5};
    for (const bool inverse : {false, true}) {
      std::vector<Complex> to(count);
      Fourier(length).transform(from.data(), to.data(), batch, inverse);
      for (std::size_t at = 0; at < count; ++at) {
        std::complex<double> sum = 0;
        for (int j = 0; j < length; ++j) {
          const Complex& value = from[static_cast<std::size_t>(j) * batch + at / to_length];
          const double turn = (inverse ? 2 : -2) * pi * j * static_cast<double>(at % to_length);
          sum += std::complex(value.re, value.im) * std::polar(1.0, turn / length);
        }
        EXPECT_NEAR(to[at].re, sum.real(), 1e-12) << length;
        EXPECT_NEAR(to[at].im, sum.imag(), 1e-12) << length;
      }
    }
  }
}

TEST(Fourier, OfFftwIsOurOwnButForRounding) {
  if (!has_transforms(Transforms::fftw)) GTEST_SKIP() << "built without FFTW";
  for (const int length : {1, 2, 5, 12, 30, 64, 100}) {
    for (const std::size_t batch : {1, 15, 16, 17, 40}) {
      isthmus::Random random(batch);
      const std::size_t count = static_cast<std::size_t>(length) * batch;
      std::vector<Complex> from(count);
      for (Complex& value : from) value = {random.uniform() - 0.5, random.uniform() - 0.5};
      for (const bool inverse : {false, true}) {
        std::vector<Complex> own(count);
        std::vector<Complex> other(count);
        Fourier(length).transform(from.data(), own.data(), batch, inverse);
        const Fourier by_fftw(length, Transforms::fftw);
        by_fftw.transform(from.data(), other.data(), batch, inverse);
        for (std::size_t at = 0; at < count; ++at) {
          EXPECT_NEAR(own[at].re, other[at].re, 1e-14 * length);
          EXPECT_NEAR(own[at].im, other[at].im, 1e-14 * length);
        }
        // A sequence has the same bits whatever it is transformed beside.
        std::vector<Complex> column;
        const auto to_length = static_cast<std::size_t>(length);
        for (std::size_t k = 0; k < to_length; ++k) column.push_back(from[k * batch + batch - 1]);
        std::vector<Complex> alone(to_length);
        by_fftw.transform(column.data(), alone.data(), 1, inverse);
        for (std::size_t k = 0; k < to_length; ++k) {
          EXPECT_EQ(alone[k].re, other[(batch - 1) * to_length + k].re);
          EXPECT_EQ(alone[k].im, other[(batch - 1) * to_length + k].im);
        }
      }
    }
  }
}

TEST(Fourier, ThatTheBuildHasNotIsKnown) {
  EXPECT_TRUE(has_transforms(Transforms::own));
  EXPECT_EQ(find_transforms("own"), Transforms::own);
  EXPECT_EQ(find_transforms("fftw"), Transforms::fftw);
  EXPECT_FALSE(find_transforms("FFTW"));
}

TEST(Fourier, LengthsAreSmooth) {
  EXPECT_EQ(smooth_length(7), 8);
  EXPECT_EQ(smooth_length(31), 32);
  EXPECT_EQ(smooth_length(97), 100);
  EXPECT_EQ(smooth_length(1), 1);
}

struct Charged {
  Box box;
  std::vector<Atom> atoms;
};

Charged some_charges(int count) {
  Charged some;
  some.box.low = {-1, 2, 0};
  some.box.high = {8, 12, 11};
  isthmus::Random random(11);
  for (int i = 0; i < count; ++i) {
    Atom atom;
    atom.id = i + 1;
    for (std::size_t d = 0; d < 3; ++d) {
      atom.position[d] = some.box.low[d] + some.box.length(static_cast<int>(d)) * random.uniform();
    }
    atom.charge = random.uniform() - 0.4;  // with a net charge
    some.atoms.push_back(atom);
  }
  return some;
}

struct Sum {
  std::vector<Vec> forces;
  double energy = 0;
  double virial = 0;
};

// Ewald's sum term by term, with a beta of its own, all images and waves that matter.
Sum directly(const Charged& some, double beta) {
  Sum sum;
  const std::size_t count = some.atoms.size();
  sum.forces.resize(count);
  Vec length;
  for (std::size_t d = 0; d < 3; ++d) length[d] = some.box.length(static_cast<int>(d));
  const double volume = some.box.volume();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      for (int image = 0; image < 125; ++image) {
        const std::array<int, 3> n = {image / 25 - 2, image / 5 % 5 - 2, image % 5 - 2};
        Vec way;
        for (std::size_t d = 0; d < 3; ++d) {
          way[d] = some.atoms[i].position[d] - some.atoms[j].position[d] + n[d] * length[d];
        }
        const double r = std::hypot(way[0], way[1], way[2]);
        if (r == 0) continue;
        const double product = some.atoms[i].charge * some.atoms[j].charge;
        sum.energy += 0.5 * product * std::erfc(beta * r) / r;
        const double force =
            product *
            (std::erfc(beta * r) / r + 2 * beta / std::sqrt(pi) * std::exp(-beta * beta * r * r)) /
            (r * r);
        sum.virial += 0.5 * force * r * r;
        for (std::size_t d = 0; d < 3; ++d) sum.forces[i][d] += force * way[d];
      }
    }
  }
  constexpr int most = 14;
  for (int x = -most; x <= most; ++x) {
    for (int y = -most; y <= most; ++y) {
      for (int z = -most; z <= most; ++z) {
        if (x == 0 && y == 0 && z == 0) continue;
        const Vec m = {x / length[0], y / length[1], z / length[2]};
        const double square = m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
        const double factor = std::exp(-pi * pi * square / (beta * beta)) / (pi * volume * square);
        std::complex<double> all = 0;
        std::vector<std::complex<double>> parts;
        for (const Atom& atom : some.atoms) {
          const Vec& at = atom.position;
          const double angle = 2 * pi * (m[0] * at[0] + m[1] * at[1] + m[2] * at[2]);
          parts.push_back(atom.charge * std::polar(1.0, angle));
          all += parts.back();
        }
        const double part = 0.5 * factor * std::norm(all);
        sum.energy += part;
        sum.virial += part * (1 - 2 * pi * pi * square / (beta * beta));
        for (std::size_t i = 0; i < count; ++i) {
          const double force = 2 * pi * factor * (parts[i] * std::conj(all)).imag();
          for (std::size_t d = 0; d < 3; ++d) sum.forces[i][d] += force * m[d];
        }
      }
    }
  }
  double charge = 0;
  for (const Atom& atom : some.atoms) {
    sum.energy -= beta / std::sqrt(pi) * atom.charge * atom.charge;
    charge += atom.charge;
  }
  const double background = -pi * charge * charge / (2 * volume * beta * beta);
  sum.energy += background;
  sum.virial += 3 * background;
  return sum;
}

// Pairs by the lists of neighbours of one cell with itself and its images, and the mesh.
Sum by_mesh(const Charged& some, const MeshCourse& course, double cutoff) {
  const auto mesh = EwaldMesh::of(course, some.box, cutoff, 1, some.atoms);
  EXPECT_TRUE(mesh) << mesh.error().text();
  Interaction interaction;
  interaction.pairs = {LennardJones{.epsilon = 0}};
  interaction.cutoff = cutoff;
  interaction.coulomb = 1;
  interaction.ewald_beta = mesh->beta;
  const PairTable table(interaction, 1);
  Positions positions;
  for (const Atom& atom : some.atoms) {
    positions.x.push_back(atom.position[0]);
    positions.y.push_back(atom.position[1]);
    positions.z.push_back(atom.position[2]);
    positions.roster.ids.push_back(atom.id);
    positions.roster.types.push_back(0);
    positions.roster.charges.push_back(atom.charge);
  }
  Sum sum;
  sum.forces.resize(some.atoms.size());
  const auto add = [&](const Forces& forces) {
    for (std::size_t i = 0; i < forces.size(); ++i) {
      Vec& force = sum.forces[static_cast<std::size_t>(forces.atoms[i])];
      force[0] += forces.x()[i];
      force[1] += forces.y()[i];
      force[2] += forces.z()[i];
    }
    sum.energy += forces.energies.coulomb;
    sum.virial += forces.energies.virial;
  };
  const CellGrid grid(some.box, {1, 1, 1}, 1);
  for (int direction = 0; direction < grid.direction_count(); ++direction) {
    const auto partner = grid.partner({0, 0, 0}, direction);
    NeighbourList list;
    list.build(positions, positions, positions.roster, positions.roster, partner->shift, cutoff,
               direction == 0);
    Forces on_first;
    Forces on_second;
    list.compute(positions, positions, table, true, on_first, on_second);
    add(on_first);
    add(on_second);
  }
  const auto found = compute_mesh(*mesh, grid, cutoff, {{&positions, &positions.roster.charges}});
  for (const Forces& forces : found[0]) add(forces);
  return sum;
}

TEST(MeshEwald, IsTheDirectSum) {
  const Charged some = some_charges(40);
  const Sum direct = directly(some, 0.55);
  double squares = 0;
  for (const Vec& force : direct.forces) {
    for (const double f : force) squares += f * f;
  }
  const double rms = std::sqrt(squares / 40);
  // Another beta of the direct sum changes nothing: that it is the limit.
  EXPECT_NEAR(directly(some, 0.65).energy, direct.energy, 1e-9 * std::abs(direct.energy));
  struct Case {
    MeshCourse course;
    double error;
  };
  for (const Case& some_case :
       {Case{{{64, 72, 80}, 8, 1e-10}, 1e-8}, Case{{{60, 60, 60}, 6, 1e-8}, 1e-6},
        Case{{{45, 48, 50}, 4, 1e-6}, 1e-3}}) {
    const Sum found = by_mesh(some, some_case.course, 8.9);
    double off = 0;
    for (std::size_t i = 0; i < 40; ++i) {
      for (std::size_t d = 0; d < 3; ++d) {
        off += std::pow(found.forces[i][d] - direct.forces[i][d], 2);
      }
    }
    EXPECT_LT(std::sqrt(off / 40), some_case.error * rms);
    EXPECT_NEAR(found.energy, direct.energy, some_case.error * std::abs(direct.energy));
    EXPECT_NEAR(found.virial, direct.virial, some_case.error * std::abs(direct.energy));
  }
}

// The points' sums do not depend on it, those of an atom's points do in their last bits.
TEST(MeshEwald, IsTheSameHoweverItIsCutIntoPencils) {
  const Charged some = some_charges(40);
  const Sum whole = by_mesh(some, {{20, 24, 30}, 6, 1e-5, {1, 1}}, 4);
  for (const std::array<std::int32_t, 2>& pencils :
       {std::array{1, 3}, std::array{2, 1}, std::array{4, 5}, std::array{20, 24}}) {
    const Sum cut = by_mesh(some, {{20, 24, 30}, 6, 1e-5, pencils}, 4);
    EXPECT_NEAR(cut.energy, whole.energy, 1e-12 * std::abs(whole.energy));
    EXPECT_NEAR(cut.virial, whole.virial, 1e-12 * std::abs(whole.energy));
    for (std::size_t i = 0; i < 40; ++i) {
      for (std::size_t d = 0; d < 3; ++d) {
        EXPECT_NEAR(cut.forces[i][d], whole.forces[i][d], 1e-12);
      }
    }
  }
}

TEST(MeshEwald, HasTheSameForcesByFftwButForRounding) {
  if (!has_transforms(Transforms::fftw)) GTEST_SKIP() << "built without FFTW";
  const Charged some = some_charges(40);
  MeshCourse course{{20, 24, 30}, 6, 1e-5, {2, 3}};
  const Sum own = by_mesh(some, course, 4);
  course.transforms = Transforms::fftw;
  const Sum other = by_mesh(some, course, 4);
  EXPECT_NEAR(other.energy, own.energy, 1e-12 * std::abs(own.energy));
  EXPECT_NEAR(other.virial, own.virial, 1e-12 * std::abs(own.energy));
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t d = 0; d < 3; ++d) EXPECT_NEAR(other.forces[i][d], own.forces[i][d], 1e-12);
  }
}

// Wherever atoms of a cell go before they leave it, their pencils are those of the cell.
TEST(MeshEwald, CellsKnowTheirPencils) {
  const Charged some = some_charges(40);
  const auto mesh = EwaldMesh::of({{20, 24, 30}, 6, 1e-5, {5, 6}}, some.box, 2, 1, some.atoms);
  ASSERT_TRUE(mesh);
  const CellGrid grid(some.box, {3, 3, 4}, 1);
  const double free = 0.5 * grid.margin(2);
  isthmus::Random random(5);
  for (int cell = 0; cell < grid.cell_count(); ++cell) {
    const Place place = grid.place_of(cell);
    const std::vector<int> pencils = pencils_of_cell(*mesh, grid, 2, place);
    for (const int pencil : pencils) {
      const auto cells = cells_of_pencil(*mesh, grid, 2, pencil);
      EXPECT_TRUE(std::ranges::binary_search(cells, cell));
    }
    for (int trial = 0; trial < 40; ++trial) {
      Positions positions;
      Vec at;
      for (std::size_t d = 0; d < 3; ++d) {
        const double side = grid.side(static_cast<int>(d));
        const double way = (side + 2 * free) * (trial < 2 ? trial : random.uniform()) - free;
        at[d] = some.box.low[d] + side * place[d] + way;
      }
      positions.x = {at[0]};
      positions.y = {at[1]};
      positions.z = {at[2]};
      const std::vector<double> charges = {1.0};
      for (int pencil = 0; pencil < 30; ++pencil) {
        MeshPencil some_pencil(*mesh, {pencil / 6, pencil % 6});
        const ChargedCell charged{&positions, &charges};
        some_pencil.spread(*mesh, some.box, {&charged, 1});
        if (some_pencil.forces(*mesh, {&charged, 1})[0].size() == 0) continue;
        EXPECT_TRUE(std::ranges::binary_search(pencils, pencil)) << cell << " " << pencil;
      }
    }
  }
}

TEST(MeshEwald, OfRockSaltIsMadelungs) {
  Charged salt;
  salt.box.high = {4, 4, 4};
  for (int i = 0; i < 64; ++i) {
    Atom atom;
    atom.id = i + 1;
    atom.position = {0.3 + i / 16, 0.1 + i / 4 % 4, 0.2 + i % 4};
    atom.charge = (i / 16 + i / 4 + i) % 2 == 0 ? 1 : -1;
    salt.atoms.push_back(atom);
  }
  const Sum found = by_mesh(salt, {{40, 40, 40}, 8, 1e-12}, 3.9);
  EXPECT_NEAR(found.energy / 32, -1.7475645946331822, 1e-9);
  // Energies that go with 1 / r are their own virial.
  EXPECT_NEAR(found.virial, found.energy, 1e-6);
  for (const Vec& force : found.forces) {
    for (const double f : force) EXPECT_NEAR(f, 0, 1e-8);
  }
}

}  // namespace
}  // namespace md
