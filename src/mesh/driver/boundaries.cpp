#include "mesh/driver/boundaries.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "isthmus/isthmus.hpp"

namespace isthmus::mesh {
namespace {

/// Calls `line(point)` for each line across the face: `point` is its point in the box's lowest
/// layer of the dimension.
template <class Line>
void for_each_line(const Box& box, std::size_t dimension, Line&& line) {
  Box lines = box;
  lines.high[dimension] = lines.low[dimension] + 1;
  for (std::int32_t k = lines.low[2]; k < lines.high[2]; ++k) {
    for (std::int32_t j = lines.low[1]; j < lines.high[1]; ++j) {
      for (std::int32_t i = lines.low[0]; i < lines.high[0]; ++i) line(Point{i, j, k});
    }
  }
}

double& at(const View& view, Point point, std::size_t dimension, std::int32_t index) {
  point[dimension] = index;
  return view(point[0], point[1], point[2]);
}

double radius_square(const Plan& plan, const Geometry& geometry, const Point& point) {
  double square = 0;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    std::int32_t index = point[d];
    if (is_periodic(plan.boundaries, d)) {
      // A ghost is the point of the other end, where that has its coordinates.
      const std::int32_t size = geometry.whole.extent(d);
      index = (index % size + size) % size;
    }
    const double x = geometry.coordinate(d, index);
    square += x * x;
  }
  return square;
}

/// The share that is left from a point to the next one outwards, of what falls off; see
/// apply_boundary. By products and roots, which are the same bits everywhere.
double share_left(double square_inside, double square_outside, std::int32_t falloff) {
  if (!(square_outside > 0)) return 1;
  const double ratio = square_inside / square_outside;
  double share = falloff % 2 == 1 ? std::sqrt(ratio) : 1;
  for (std::int32_t n = 0; n < falloff / 2; ++n) share *= ratio;
  return share;
}

/// Sommerfeld's condition along one line; see apply_boundary.
class Radiation {
 public:
  Radiation(const Plan& plan, const Boundary& boundary, const Geometry& geometry,
            const WholeFace& face, double elapsed)
      : plan_(plan), boundary_(boundary), geometry_(geometry), face_(face), elapsed_(elapsed) {}

  double outer_now(Point inner, double a0, double a1, double b0) const {
    const std::size_t d = face_.dimension;
    std::array<double, dimension_count> position{};
    for (std::size_t e = 0; e < dimension_count; ++e) {
      std::int32_t index = inner[e];
      if (is_periodic(plan_.boundaries, e)) {
        // A ghost is the point of the other end, where that has its coordinates.
        const std::int32_t size = geometry_.whole.extent(e);
        index = (index % size + size) % size;
      }
      position[e] = geometry_.coordinate(e, index);
    }
    position[d] += 0.5 * face_.outward() * geometry_.spacing[d];
    const double square =
        position[0] * position[0] + position[1] * position[1] + position[2] * position[2];
    const double radius = std::sqrt(square);
    const double outwards = face_.outward() * position[d];
    const double cosine = outwards > 0 ? outwards / radius : 0.0;
    const double a = cosine / (2 * elapsed_);
    const double b = boundary_.speed / (2 * geometry_.spacing[d]);
    const double c = outwards > 0 ? boundary_.speed * cosine / (4 * radius) : 0.0;
    const double sum =
        (b - a - c) * a1 + (a - b - c) * b0 + (a + b - c) * a0 + 4 * c * boundary_.value;
    return sum / (a + b + c);
  }

 private:
  const Plan& plan_;
  const Boundary& boundary_;
  const Geometry& geometry_;
  const WholeFace& face_;
  double elapsed_;
};

}  // namespace

bool needs_past(const Plan& plan, std::int32_t field, const WholeFace& face) {
  const Field& what = plan.fields[static_cast<std::size_t>(field)];
  if (what.id.level != 0) return false;
  const BoundaryKind kind =
      plan.boundaries[static_cast<std::size_t>(field)][face.dimension][face.side].kind;
  if (kind == BoundaryKind::radiative) return true;
  const bool has_levels = std::ranges::any_of(plan.fields, [&](const Field& other) {
    return other.id.function == what.id.function && other.id.level > 0;
  });
  return kind == BoundaryKind::fixed && has_levels;
}

std::vector<BoundaryPast> pasts_of(const Plan& plan, bool is_step) {
  std::vector<BoundaryPast> pasts(plan.fields.size());
  for (std::size_t i = 0; i < pasts.size(); ++i) {
    for (const WholeFace face : {WholeFace{0, 0}, WholeFace{0, 1}, WholeFace{1, 0}, WholeFace{1, 1},
                                 WholeFace{2, 0}, WholeFace{2, 1}}) {
      const BoundaryKind kind = plan.boundaries[i][face.dimension][face.side].kind;
      const std::int32_t source = boundary_source(plan, i, face.dimension, face.side);
      if (source >= 0 && std::ranges::find(pasts[i].of, source) == pasts[i].of.end()) {
        pasts[i].of.push_back(source);
      }
      if (kind != BoundaryKind::fixed && kind != BoundaryKind::radiative) continue;
      const bool is_kept = is_step && needs_past(plan, static_cast<std::int32_t>(i), face);
      (is_kept ? pasts[i].is_of_step_begin : pasts[i].is_in_memory) = true;
    }
  }
  return pasts;
}

Box WholeFace::layers(const Box& whole, std::int32_t inside, std::int32_t outside,
                      const Box& across) const {
  Box box = across;
  if (side == 0) {
    box.low[dimension] = whole.low[dimension] - outside;
    box.high[dimension] = whole.low[dimension] + inside;
  } else {
    box.low[dimension] = whole.high[dimension] - inside;
    box.high[dimension] = whole.high[dimension] + outside;
  }
  return box;
}

bool is_periodic(const std::vector<Boundaries>& boundaries, std::size_t dimension) {
  return boundaries.empty() || boundaries.front()[dimension][0].kind == BoundaryKind::periodic;
}

void PastBoundaries::keep(const Plan& plan, const Fields& fields, const Box& whole,
                          const WholeFace& face, std::int32_t width) {
  for (std::int32_t field = 0; field < static_cast<std::int32_t>(plan.fields.size()); ++field) {
    if (!needs_past(plan, field, face)) continue;
    if (count_ == kept_.size()) kept_.emplace_back();
    Layers& layers = kept_[count_++];
    layers.field = field;
    layers.face = face;
    layers.box = face.layers(whole, 1, width, fields.storage());
    layers.values.resize(static_cast<std::size_t>(layers.box.point_count()));
    pack(fields[field], layers.box, layers.values.data());
  }
}

const PastBoundaries::Layers* PastBoundaries::find(std::int32_t field,
                                                   const WholeFace& face) const {
  for (std::size_t i = 0; i < count_; ++i) {
    if (kept_[i].field == field && kept_[i].face == face) return &kept_[i];
  }
  return nullptr;
}

void apply_boundary(const Plan& plan, const Fields& fields, std::int32_t field,
                    const WholeFace& face, const Box& across, const Geometry& geometry,
                    std::int32_t width, const PastBoundaries& past, double elapsed) {
  const auto number = static_cast<std::size_t>(field);
  const Boundary& boundary = plan.boundaries[number][face.dimension][face.side];
  const std::size_t d = face.dimension;
  const View view = fields[field];
  const std::int32_t out = face.outward();
  const Box beyond = face.layers(geometry.whole, 0, width, across);
  if (beyond.is_empty()) return;
  const std::int32_t outermost =
      face.side == 0 ? geometry.whole.low[d] : geometry.whole.high[d] - 1;
  switch (boundary.kind) {
    case BoundaryKind::periodic:
      return;
    case BoundaryKind::fixed:
      if (const auto* layers = past.find(field, face)) {
        copy_box(layers->view(), view, beyond.intersection(layers->box));
      }
      return;
    case BoundaryKind::copied:
      for_each_line(beyond, d, [&](const Point& line) {
        const double value = at(view, line, d, outermost);
        for (std::int32_t n = 1; n <= width; ++n) at(view, line, d, outermost + n * out) = value;
      });
      return;
    case BoundaryKind::value:
      for_each_line(beyond, d, [&](const Point& line) {
        for (std::int32_t n = 1; n <= width; ++n) {
          at(view, line, d, outermost + n * out) = boundary.value;
        }
      });
      return;
    case BoundaryKind::reflected: {
      const Field& what = plan.fields[number];
      const std::int32_t shift = what.is_staggered || boundary.is_half_beyond ? 1 : 0;
      const double sign = what.parity[d];
      for_each_line(beyond, d, [&](const Point& line) {
        for (std::int32_t n = 1; n <= width; ++n) {
          at(view, line, d, outermost + n * out) =
              sign * at(view, line, d, outermost - (n - shift) * out);
        }
      });
      return;
    }
    case BoundaryKind::another:
      copy_box(fields[boundary_source(plan, number, d, face.side)], view, beyond);
      return;
    case BoundaryKind::robin:
      for_each_line(beyond, d, [&](const Point& line) {
        Point inner = line;
        inner[d] = outermost;
        double square = radius_square(plan, geometry, inner);
        double value = at(view, line, d, outermost);
        for (std::int32_t n = 1; n <= width; ++n) {
          inner[d] += out;
          const double next = radius_square(plan, geometry, inner);
          value = boundary.value +
                  (value - boundary.value) * share_left(square, next, boundary.falloff);
          at(view, line, d, inner[d]) = value;
          square = next;
        }
      });
      return;
    case BoundaryKind::radiative: {
      const auto* layers = past.find(field, face);
      if (layers == nullptr) return;
      if (elapsed <= 0) {
        copy_box(layers->view(), view, beyond.intersection(layers->box));
        return;
      }
      const View before = layers->view();
      const Radiation radiation(plan, boundary, geometry, face, elapsed);
      for_each_line(beyond.intersection(layers->box), d, [&](const Point& line) {
        Point inner = line;
        for (std::int32_t n = 1; n <= width; ++n) {
          inner[d] = outermost + (n - 1) * out;
          const std::int32_t outer = inner[d] + out;
          at(view, line, d, outer) =
              radiation.outer_now(inner, at(before, line, d, inner[d]), at(view, line, d, inner[d]),
                                  at(before, line, d, outer));
        }
      });
      return;
    }
  }
}

}  // namespace isthmus::mesh
