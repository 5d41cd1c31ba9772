#include "md/mesh_pencil.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace md {

namespace {

constexpr double pi = std::numbers::pi;
constexpr int x_axis = 0;
constexpr int y_axis = 1;
constexpr int z_axis = 2;
constexpr int by_row = 0;
constexpr int by_column = 1;

struct Points {
  std::int32_t begin;
  std::int32_t end;
};

Points share(int points, int count, int place) {
  const auto at = [&](std::int64_t i) { return static_cast<std::int32_t>(i * points / count); };
  return {at(place), at(place + 1)};
}

std::size_t index_of(Turning turning) { return static_cast<std::size_t>(turning); }

// One of three nested loops over a box of values: how many, and how far apart.
struct Loop {
  std::size_t count;
  std::size_t stride;
};

std::vector<Complex> pack(const Complex* from, const Loop& slow, const Loop& middle,
                          const Loop& fast) {
  std::vector<Complex> packed;
  packed.reserve(slow.count * middle.count * fast.count);
  for (std::size_t i = 0; i < slow.count; ++i) {
    for (std::size_t j = 0; j < middle.count; ++j) {
      const Complex* const row = from + i * slow.stride + j * middle.stride;
      for (std::size_t k = 0; k < fast.count; ++k) packed.push_back(row[k * fast.stride]);
    }
  }
  return packed;
}

// How many points an atom is from the first one.
double place_of(const EwaldMesh& mesh, const Box& box, const Positions& all, std::size_t atom,
                std::size_t d) {
  const std::vector<double>& at = d == 0 ? all.x : d == 1 ? all.y : all.z;
  const double scale = mesh.points[d] / box.length(static_cast<int>(d));
  return (at[atom] - box.low[d]) * scale;
}

std::array<Spline, 3> splines_of(const EwaldMesh& mesh, const Box& box, const Positions& all,
                                 std::size_t atom) {
  std::array<Spline, 3> splines;
  for (std::size_t d = 0; d < 3; ++d) {
    splines[d] = spline_at(place_of(mesh, box, all, atom, d), mesh.points[d], mesh.order);
  }
  return splines;
}

// Of a pencil along x and y, where it spreads charges.
std::array<Points, 2> shares_of(const Place& points, const std::array<std::int32_t, 2>& counts,
                                const PencilPlace& place) {
  return {share(points[0], counts[0], place[0]), share(points[1], counts[1], place[1])};
}

// Whether any of an atom's points is among these along x and y: most atoms of most cells have none.
bool touches(const std::array<Points, 2>& own, const EwaldMesh& mesh, const Box& box,
             const Positions& all, std::size_t atom) {
  for (std::size_t d = 0; d < 2; ++d) {
    const int points = mesh.points[d];
    const int first = static_cast<int>(std::floor(place_of(mesh, box, all, atom, d)));
    const int behind = ((first - own[d].begin) % points + points) % points;
    const bool begins_here = behind < own[d].end - own[d].begin;
    if (!begins_here && behind + mesh.order <= points) return false;
  }
  return true;
}

// Which of the shares of a dimension a cell's atoms may give charge to.
std::vector<int> shares_of_cell(const EwaldMesh& mesh, const CellGrid& grid, double cutoff,
                                const Place& cell, int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  const int points = mesh.points[d];
  const int count = mesh.pencils[d];
  const double free = 0.5 * grid.margin(cutoff);
  const double spacing = grid.box().length(dimension) / points;
  const double low = cell[d] * grid.side(dimension) - free;
  const double high = (cell[d] + 1) * grid.side(dimension) + free;
  // One more on each side, as places are rounded.
  const auto first = static_cast<std::int64_t>(std::floor(low / spacing)) - 1;
  const auto last = static_cast<std::int64_t>(std::floor(high / spacing)) + mesh.order;
  std::vector<int> found;
  for (int place = 0; place < count; ++place) {
    const Points own = share(points, count, place);
    bool is_near = last - first + 1 >= points;
    for (std::int64_t at = first; at <= last && !is_near; ++at) {
      const std::int64_t point = ((at % points) + points) % points;
      is_near = point >= own.begin && point < own.end;
    }
    if (is_near) found.push_back(place);
  }
  return found;
}

}  // namespace

std::vector<int> pencils_of_cell(const EwaldMesh& mesh, const CellGrid& grid, double cutoff,
                                 const Place& cell) {
  std::vector<int> found;
  const auto columns = shares_of_cell(mesh, grid, cutoff, cell, y_axis);
  for (const int row : shares_of_cell(mesh, grid, cutoff, cell, x_axis)) {
    for (const int column : columns) found.push_back(row * mesh.pencils[1] + column);
  }
  return found;
}

std::vector<int> cells_of_pencil(const EwaldMesh& mesh, const CellGrid& grid, double cutoff,
                                 int pencil) {
  std::vector<int> found;
  for (int cell = 0; cell < grid.cell_count(); ++cell) {
    const auto pencils = pencils_of_cell(mesh, grid, cutoff, grid.place_of(cell));
    if (std::ranges::binary_search(pencils, pencil)) found.push_back(cell);
  }
  return found;
}

MeshPencil::MeshPencil(const EwaldMesh& mesh, const PencilPlace& place)
    : points_(mesh.points), counts_(mesh.pencils), place_(place) {}

MeshPencil::Range MeshPencil::range(int dimension, int axis, int place) const {
  const Points points = share(points_[static_cast<std::size_t>(dimension)],
                              counts_[static_cast<std::size_t>(axis)], place);
  return {points.begin, points.end};
}

// The places of an atom's points that are the pencil's own, and which weights are theirs.
struct MeshPencil::Reach {
  std::array<std::array<std::size_t, spline_order_max>, 3> points;
  std::array<std::array<std::size_t, spline_order_max>, 3> weights;
  std::array<std::size_t, 3> counts;
};

MeshPencil::Reach MeshPencil::reach_of(const EwaldMesh& mesh,
                                       const std::array<Spline, 3>& splines) const {
  const std::array<Range, 3> ranges = {own(x_axis, by_row), own(y_axis, by_column),
                                       Range{0, points_[z_axis]}};
  Reach reach;
  for (std::size_t d = 0; d < 3; ++d) {
    std::size_t count = 0;
    for (int j = 0; j < mesh.order; ++j) {
      int point = splines[d].first + j;
      if (point >= points_[d]) point -= points_[d];
      if (point < ranges[d].begin || point >= ranges[d].end) continue;
      reach.points[d][count] = static_cast<std::size_t>(point - ranges[d].begin);
      reach.weights[d][count++] = static_cast<std::size_t>(j);
    }
    reach.counts[d] = count;
  }
  return reach;
}

// Calls `use` with each place in the pencil and the weights' places.
template <class Use>
void MeshPencil::for_points(const Reach& reach, Use use) const {
  const std::size_t width = own(y_axis, by_column).size();
  const auto length = static_cast<std::size_t>(points_[z_axis]);
  for (std::size_t i = 0; i < reach.counts[0]; ++i) {
    for (std::size_t j = 0; j < reach.counts[1]; ++j) {
      const std::size_t row = (reach.points[0][i] * width + reach.points[1][j]) * length;
      for (std::size_t k = 0; k < reach.counts[2]; ++k) {
        use(row + reach.points[2][k], reach.weights[0][i], reach.weights[1][j],
            reach.weights[2][k]);
      }
    }
  }
}

void MeshPencil::spread(const EwaldMesh& mesh, const Box& box, std::span<const ChargedCell> cells) {
  const bool is_the_same = waves_.box.low == box.low && waves_.box.high == box.high;
  if (waves_.squares[0].empty() || !is_the_same) waves_ = MeshWaves(mesh, box);
  const auto length = static_cast<std::size_t>(points_[z_axis]);
  const std::size_t lines = own(x_axis, by_row).size() * own(y_axis, by_column).size();
  const auto shares = shares_of(points_, counts_, place_);
  std::vector<double> charges(lines * length, 0.0);
  for (const ChargedCell& cell : cells) {
    for (std::size_t atom = 0; atom < cell.charges->size(); ++atom) {
      const double charge = (*cell.charges)[atom];
      if (charge == 0 || !touches(shares, mesh, box, *cell.positions, atom)) continue;
      const auto s = splines_of(mesh, box, *cell.positions, atom);
      for_points(reach_of(mesh, s),
                 [&](std::size_t at, std::size_t i, std::size_t j, std::size_t k) {
                   charges[at] += charge * s[0].weights[i] * s[1].weights[j] * s[2].weights[k];
                 });
    }
  }
  std::vector<Complex> turned(charges.size());
  for (std::size_t line = 0; line < lines; ++line) {
    for (std::size_t z = 0; z < length; ++z)
      turned[z * lines + line].re = charges[line * length + z];
  }
  values_.resize(turned.size());
  mesh.fourier[z_axis].transform(turned.data(), values_.data(), lines, false);
}

// Values lie in the order that the transform before has left: along z [x][y][z], along y [x][z][y],
// along x [z][y][x], and back along x [z][y][x], along y [x][z][y], along z [x][y][z].
std::vector<Complex> MeshPencil::part_for(Turning turning, int peer) const {
  const auto nx = static_cast<std::size_t>(points_[x_axis]);
  const auto ny = static_cast<std::size_t>(points_[y_axis]);
  const auto nz = static_cast<std::size_t>(points_[z_axis]);
  const std::size_t x = own(x_axis, by_row).size();
  const std::size_t z = own(z_axis, by_column).size();
  switch (turning) {
    case Turning::to_y: {  // [y][x][some z]
      const std::size_t y = own(y_axis, by_column).size();
      const Range some = range(z_axis, by_column, peer);
      return pack(values_.data() + some.begin, {y, nz}, {x, y * nz}, {some.size(), 1});
    }
    case Turning::to_x: {  // [x][z][some y]
      const Range y = range(y_axis, by_row, peer);
      return pack(values_.data() + y.begin, {x, z * ny}, {z, ny}, {y.size(), 1});
    }
    case Turning::back_y: {  // [y][some x][z]
      const std::size_t y = own(y_axis, by_row).size();
      const Range some = range(x_axis, by_row, peer);
      return pack(values_.data() + some.begin, {y, nx}, {some.size(), 1}, {z, y * nx});
    }
    case Turning::back_z: {  // [z][x][some y]
      const Range y = range(y_axis, by_column, peer);
      return pack(values_.data() + y.begin, {z, ny}, {x, z * ny}, {y.size(), 1});
    }
  }
  return {};
}

// Where a peer's part begins, and how long it is, in what a turning's transform begins with: the
// dimension of the transform first.
std::size_t MeshPencil::share_of(Turning turning, int peer, std::size_t& begin) const {
  const auto place = [&](const Range& range, std::size_t lines) {
    begin = static_cast<std::size_t>(range.begin) * lines;
    return range.size() * lines;
  };
  const std::size_t x = own(x_axis, by_row).size();
  const std::size_t z = own(z_axis, by_column).size();
  switch (turning) {
    case Turning::to_y:
      return place(range(y_axis, by_column, peer), x * z);
    case Turning::to_x:
      return place(range(x_axis, by_row, peer), z * own(y_axis, by_row).size());
    case Turning::back_y:
      return place(range(y_axis, by_row, peer), x * z);
    case Turning::back_z:
      return place(range(z_axis, by_column, peer), x * own(y_axis, by_column).size());
  }
  return 0;
}

bool MeshPencil::take(const EwaldMesh& mesh, Turning turning, int peer,
                      std::span<const Complex> part) {
  constexpr int dimensions[] = {y_axis, x_axis, y_axis, z_axis};
  const std::size_t which = index_of(turning);
  const auto d = static_cast<std::size_t>(dimensions[which]);
  std::size_t begin = 0;
  const std::size_t size = share_of(turning, peer, begin);
  if (part.size() != size) return false;
  std::vector<Complex>& coming = coming_[which];
  std::size_t last = 0;
  const std::size_t whole = share_of(turning, peers(turning) - 1, last);
  coming.resize(last + whole);
  std::ranges::copy(part, coming.begin() + static_cast<std::ptrdiff_t>(begin));
  if (++come_[which] < peers(turning)) return false;
  come_[which] = 0;
  const auto length = static_cast<std::size_t>(points_[d]);
  const std::size_t lines = coming.size() / length;
  const bool is_back = turning == Turning::back_y || turning == Turning::back_z;
  values_.resize(coming.size());
  mesh.fourier[d].transform(coming.data(), values_.data(), lines, is_back);
  if (turning == Turning::to_x) {
    apply(mesh);
    const auto turned = pack(values_.data(), {length, 1}, {lines, length}, {1, 1});
    mesh.fourier[d].transform(turned.data(), values_.data(), lines, true);
  }
  coming.clear();
  return true;
}

// From charges to potential, in wave numbers.
void MeshPencil::apply(const EwaldMesh& mesh) {
  const double scale = mesh.coulomb / (pi * waves_.box.volume());
  const double slope = 2 * pi * pi / (mesh.beta * mesh.beta);
  const Range z_range = own(z_axis, by_column);
  const Range y_range = own(y_axis, by_row);
  energy_ = 0;
  virial_ = 0;
  Complex* value = values_.data();
  for (auto z = static_cast<std::size_t>(z_range.begin); std::cmp_less(z, z_range.end); ++z) {
    for (auto y = static_cast<std::size_t>(y_range.begin); std::cmp_less(y, y_range.end); ++y) {
      const double square_zy = waves_.squares[z_axis][z] + waves_.squares[y_axis][y];
      const double factor_zy = scale * waves_.factors[z_axis][z] * waves_.factors[y_axis][y];
      for (std::size_t x = 0; std::cmp_less(x, points_[x_axis]); ++x, ++value) {
        const double square = square_zy + waves_.squares[x_axis][x];
        const double factor = square > 0 ? factor_zy * waves_.factors[x_axis][x] / square : 0;
        const double part = 0.5 * factor * (value->re * value->re + value->im * value->im);
        energy_ += part;
        virial_ += part * (1 - slope * square);
        value->re *= factor;
        value->im *= factor;
      }
    }
  }
}

std::vector<Forces> MeshPencil::forces(const EwaldMesh& mesh,
                                       std::span<const ChargedCell> cells) const {
  const Box& box = waves_.box;
  Vec scale;
  for (std::size_t d = 0; d < 3; ++d) scale[d] = mesh.points[d] / box.length(static_cast<int>(d));
  const auto shares = shares_of(points_, counts_, place_);
  std::vector<Forces> found(cells.size());
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    Forces& forces = found[cell];
    std::vector<Vec> values;
    for (std::size_t atom = 0; atom < cells[cell].charges->size(); ++atom) {
      const double charge = (*cells[cell].charges)[atom];
      if (charge == 0 || !touches(shares, mesh, box, *cells[cell].positions, atom)) continue;
      const auto s = splines_of(mesh, box, *cells[cell].positions, atom);
      const Reach reach = reach_of(mesh, s);
      Vec slope = {0, 0, 0};
      for_points(reach, [&](std::size_t at, std::size_t i, std::size_t j, std::size_t k) {
        const double value = values_[at].re;
        slope[0] += value * s[0].slopes[i] * s[1].weights[j] * s[2].weights[k];
        slope[1] += value * s[0].weights[i] * s[1].slopes[j] * s[2].weights[k];
        slope[2] += value * s[0].weights[i] * s[1].weights[j] * s[2].slopes[k];
      });
      forces.atoms.push_back(static_cast<std::int32_t>(atom));
      values.push_back({-charge * scale[0] * slope[0], -charge * scale[1] * slope[1],
                        -charge * scale[2] * slope[2]});
    }
    for (std::size_t d = 0; d < 3; ++d) {
      for (const Vec& value : values) forces.values.push_back(value[d]);
    }
  }
  const bool is_first = place_ == PencilPlace{0, 0};
  found.front().energies.coulomb = energy_ + (is_first ? waves_.self_energy : 0);
  found.front().energies.virial = virial_ + (is_first ? waves_.self_virial : 0);
  return found;
}

std::vector<std::vector<Forces>> compute_mesh(const EwaldMesh& mesh, const CellGrid& grid,
                                              double cutoff,
                                              const std::vector<ChargedCell>& cells) {
  const int columns = mesh.pencils[1];
  const int count = mesh.pencils[0] * columns;
  const Box box = grid.box().stretched(cells.front().positions->stretch);
  std::vector<MeshPencil> pencils;
  std::vector<std::vector<int>> numbers;
  std::vector<std::vector<ChargedCell>> charged;
  for (int pencil = 0; pencil < count; ++pencil) {
    pencils.emplace_back(mesh, PencilPlace{pencil / columns, pencil % columns});
    numbers.push_back(cells_of_pencil(mesh, grid, cutoff, pencil));
    charged.emplace_back();
    for (const int cell : numbers.back()) {
      charged.back().push_back(cells[static_cast<std::size_t>(cell)]);
    }
    pencils.back().spread(mesh, box, charged.back());
  }
  for (const Turning turning : turnings) {
    // What all have to tell, before any goes on.
    std::vector<std::vector<std::vector<Complex>>> parts;
    for (const MeshPencil& pencil : pencils) {
      parts.emplace_back();
      for (int peer = 0; peer < pencil.peers(turning); ++peer) {
        parts.back().push_back(pencil.part_for(turning, peer));
      }
    }
    for (int to = 0; to < count; ++to) {
      MeshPencil& pencil = pencils[static_cast<std::size_t>(to)];
      for (int peer = 0; peer < pencil.peers(turning); ++peer) {
        const int row = is_by_row(turning) ? to / columns : peer;
        const int column = is_by_row(turning) ? peer : to % columns;
        const int place = is_by_row(turning) ? to % columns : to / columns;
        const auto& told = parts[static_cast<std::size_t>(row * columns + column)];
        pencil.take(mesh, turning, peer, told[static_cast<std::size_t>(place)]);
      }
    }
  }
  std::vector<std::vector<Forces>> found(cells.size());
  for (std::size_t pencil = 0; pencil < pencils.size(); ++pencil) {
    auto some = pencils[pencil].forces(mesh, charged[pencil]);
    for (std::size_t i = 0; i < some.size(); ++i) {
      found[static_cast<std::size_t>(numbers[pencil][i])].push_back(std::move(some[i]));
    }
  }
  return found;
}

}  // namespace md
