#include "mesh/driver/subgrid.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/serial_mesh.hpp"
#include "mesh/refinement/level_plan.hpp"

namespace isthmus::mesh {
namespace {

constexpr std::size_t face_number(std::size_t dimension, std::size_t side) {
  return 2 * dimension + side;
}

void grow(Box& box, std::size_t face, std::int32_t layers) {
  const std::size_t d = face / 2;
  box = face % 2 == 0 ? box.grown(d, layers, 0) : box.grown(d, 0, layers);
}

}  // namespace

Subgrid::Subgrid(std::shared_ptr<const Course> course, const MeshSetup& setup, const Point& place)
    : course_(std::move(course)),
      geometry_(setup.geometry),
      box_(setup.cut.box(place)),
      open_layers_(setup.open_layers),
      parameters_(course_->plan().parameters),
      results_(no_results(course_->plan())) {
  const auto field_count = static_cast<std::int32_t>(course_->plan().fields.size());
  for (std::size_t face = 0; face < face_count; ++face) {
    const std::size_t d = face / 2;
    const bool is_at_end = face % 2 == 0 ? place[d] == 0 : place[d] + 1 == setup.cut.blocks(d);
    faces_[face].is_open = is_at_end && setup.is_open(d, face % 2, is_periodic(d));
    faces_[face].is_boundary = is_at_end && !is_periodic(d) && !faces_[face].is_open;
    if (!faces_[face].is_boundary) continue;
    for (std::int32_t field = 0; field < field_count; ++field) {
      keeps_past_ = keeps_past_ || needs_past(course_->plan(), field, {d, face % 2});
    }
  }
  set_depths(setup, place);
  find_open_segments();
  fields_ = Fields(course_->plan().fields.size(), storage(), setup.has_fields());
}

void Subgrid::set_depths(const MeshSetup& setup, const Point& place) {
  for (std::size_t number = 0; number < face_count; ++number) {
    BlockFace& face = faces_[number];
    const std::size_t d = number / 2;
    face.depth = setup.depth(d, place[d] + static_cast<std::int32_t>(number % 2));
    face.layers =
        face.is_boundary ? course_->boundary_width() : course_->storage_layers(face.depth);
    if (face.is_open) face.layers = open_layers_;
    if (face.is_boundary || face.is_open || phase_ != Phase::step) continue;
    // A window that began at another depth goes on to its end.
    face.layers = std::max(face.layers, course_->storage_layers_of_rest(event_, face.left + 1));
  }
}

Box Subgrid::storage() const {
  Box box = box_;
  for (std::size_t face = 0; face < face_count; ++face) grow(box, face, faces_[face].layers);
  return box;
}

void Subgrid::change_depths(const MeshSetup& setup, const Point& place) {
  set_depths(setup, place);
  fields_.change_storage(storage());
}

void Subgrid::begin_step() {
  if (!keeps_past_ || !fields_.has_memory()) return;
  past_.clear();
  for (std::size_t face = 0; face < face_count; ++face) {
    if (!faces_[face].is_boundary) continue;
    past_.keep(course_->plan(), fields_, whole(), {face / 2, face % 2}, course_->boundary_width());
  }
}

void Subgrid::begin_event(Phase phase, std::int64_t event) {
  phase_ = phase;
  event_ = event;
  for (BlockFace& face : faces_) {
    if (face.is_boundary || face.is_open) continue;
    face.exchanges = true;
    if (phase != Phase::step) continue;
    face.exchanges = face.left == 0;
    if (face.exchanges) face.left = course_->length(event, face.depth);
    --face.left;
  }
  find_segments();
  event_places_.resize(fields_.count());
  for (std::size_t field = 0; field < fields_.count(); ++field) {
    event_places_[field] = fields_.place(static_cast<std::int32_t>(field));
  }
}

void Subgrid::find_segments() {
  for (BlockFace& face : faces_) {
    if (face.is_boundary) continue;
    if (face.is_open) {
      const auto& segments = open_segments_[static_cast<std::size_t>(phase_)];
      face.segment = &segments[static_cast<std::size_t>(event_) % segments.size()];
      continue;
    }
    face.segment = &course_->segment(phase_, event_, phase_ == Phase::step ? face.left + 1 : 1);
  }
}

void Subgrid::find_open_segments() {
  const bool has_open = std::ranges::any_of(faces_, &BlockFace::is_open);
  for (const Phase phase : {Phase::initial, Phase::start, Phase::step, Phase::analysis}) {
    if (!has_open) continue;
    open_segments_[static_cast<std::size_t>(phase)] =
        mesh::open_segments(*course_, phase, open_layers_);
  }
}

void Subgrid::return_to(Phase phase, std::int64_t event) {
  phase_ = phase;
  event_ = event;
  find_segments();
}

void Subgrid::fill_boundaries(const Operation& operation, bool has_past, double step_size) {
  if (!fields_.has_memory()) return;
  const double elapsed = operation.time_offset * step_size;
  const PastBoundaries none;
  for (std::size_t number = 0; number < face_count; ++number) {
    if (!faces_[number].is_boundary) continue;
    const std::size_t d = number / 2;
    for (const std::int32_t field : operation.fields) {
      Box over = box_;
      for (std::size_t other = 0; other < face_count; ++other) {
        const BlockFace& face = faces_[other];
        if (other / 2 == d) continue;
        if (face.is_boundary) {
          if (other / 2 < d) grow(over, other, face.layers);
        } else if (!face.exchanges) {
          // Nobody will bring the corner.
          grow(over, other, face.segment->field_layers[static_cast<std::size_t>(field)]);
        }
      }
      apply_boundary(course_->plan(), fields_, field, {d, number % 2}, over, geometry_,
                     course_->boundary_width(), has_past ? past_ : none, elapsed);
    }
  }
}

Box Subgrid::target(Phase phase, const Operation& operation, std::size_t operation_behind) const {
  Box box = box_;
  for (std::size_t number = 0; number < face_count; ++number) {
    const BlockFace& face = faces_[number];
    if (!face.is_boundary) {
      grow(box, number, face.segment->layers_of(operation_behind));
    } else if (phase == Phase::initial && !reads_neighbours(operation)) {
      grow(box, number, face.layers);
    }
  }
  return box;
}

Box Subgrid::inner_target(const Operation& operation, const Box& target,
                          std::size_t dimension) const {
  std::int32_t width = 0;
  for (const auto& read : operation.reads) width = std::max(width, read.layers);
  Box inner = target;
  for (std::size_t number = 2 * dimension; number < face_count; ++number) {
    if (faces_[number].is_boundary || !faces_[number].exchanges) continue;
    const std::size_t d = number / 2;
    if (number % 2 == 0) {
      inner.low[d] = std::max(inner.low[d], box_.low[d] + width);
    } else {
      inner.high[d] = std::min(inner.high[d], box_.high[d] - width);
    }
  }
  return inner;
}

bool Subgrid::leaves_transfers_alone(const Operation& operation) const {
  for (const BlockFace& face : faces_) {
    if (face.is_boundary || !face.exchanges) continue;
    for (const auto& transfer : face.segment->transfers) {
      const std::int32_t sent = event_places_[static_cast<std::size_t>(transfer.field)];
      for (const std::int32_t field : operation.writes) {
        if (fields_.place(field) == sent) return false;
      }
    }
  }
  return true;
}

void Subgrid::compute(const Operation& operation, const Box& box, const Moment& moment) const {
  if (box.is_empty() || !fields_.has_memory()) return;
  compute_from(0, operation, box, {0, 0, 0}, moment);
}

void Subgrid::compute_from(std::size_t dimension, const Operation& operation, const Box& box,
                           const Point& shift, const Moment& moment) const {
  if (box.is_empty()) return;
  if (dimension == dimension_count) {
    Box there = box;
    Box storage = fields_.storage();
    for (std::size_t d = 0; d < dimension_count; ++d) {
      there = there.moved(d, shift[d]);
      storage = storage.moved(d, shift[d]);
    }
    operation.routine(Patch(there, storage, geometry_, moment, fields_.all(),
                            course_->plan().first_fields, parameters_, results_));
    return;
  }
  const std::size_t d = dimension;
  const std::int32_t low = whole().low[d];
  const std::int32_t high = whole().high[d];
  if (!is_periodic(d) || (box.low[d] >= low && box.high[d] <= high)) {
    return compute_from(d + 1, operation, box, shift, moment);
  }
  // Points beyond an end are those of the other end, with their indices and coordinates.
  const std::int32_t size = high - low;
  for (std::int32_t at = box.low[d]; at < box.high[d];) {
    std::int32_t turns = 0;
    while (at + turns * size < low) ++turns;
    while (at + turns * size >= high) --turns;
    Box piece = box;
    piece.low[d] = at;
    piece.high[d] = std::min(box.high[d], high - turns * size);
    Point moved = shift;
    moved[d] = turns * size;
    compute_from(d + 1, operation, piece, moved, moment);
    at = piece.high[d];
  }
}

Box Subgrid::across(std::size_t dimension, std::int32_t field) const {
  Box box = box_;
  for (std::size_t number = 0; number < face_count; ++number) {
    const BlockFace& face = faces_[number];
    const std::size_t d = number / 2;
    if (d == dimension) continue;
    if (face.is_boundary) {
      grow(box, number, face.layers);
    } else if (!face.exchanges || d < dimension) {
      grow(box, number, face.segment->field_layers[static_cast<std::size_t>(field)]);
    }
  }
  return box;
}

Box Subgrid::box_to_send(std::size_t face, const Window::Transfer& transfer) const {
  const std::size_t d = face / 2;
  Box box = across(d, transfer.field);
  if (face % 2 == 0) {
    box.high[d] = box.low[d] + transfer.layers;
  } else {
    box.low[d] = box.high[d] - transfer.layers;
  }
  return box;
}

Box Subgrid::box_to_fill(std::size_t face, const Window::Transfer& transfer) const {
  return box_to_send(face, transfer)
      .moved(face / 2, face % 2 == 0 ? -transfer.layers : transfer.layers);
}

template <class What>
void Subgrid::for_each_past(std::size_t face, What&& what) const {
  if (phase_ != Phase::step) return;
  const std::size_t d = face / 2;
  const std::int32_t layers = faces_[face].layers;
  for (const PastBoundaries::Layers& kept : past_.all()) {
    if (kept.face.dimension == d) continue;
    Box sent = kept.box;
    if (face % 2 == 0) {
      sent.low[d] = box_.low[d];
      sent.high[d] = box_.low[d] + layers;
    } else {
      sent.low[d] = box_.high[d] - layers;
      sent.high[d] = box_.high[d];
    }
    what(kept, sent, sent.moved(d, face % 2 == 0 ? -layers : layers));
  }
}

std::size_t Subgrid::size_to_send(std::size_t face) const {
  std::int64_t points = 0;
  for_each_past(face,
                [&](const auto&, const Box& sent, const Box&) { points += sent.point_count(); });
  for (const auto& transfer : faces_[face].segment->transfers) {
    points += box_to_send(face, transfer).point_count();
  }
  return static_cast<std::size_t>(points);
}

void Subgrid::pack_face(std::size_t face, std::vector<double>& values) const {
  values.resize(size_to_send(face));
  if (!fields_.has_memory()) return;
  double* to = values.data();
  for (const auto& transfer : faces_[face].segment->transfers) {
    to = pack(at_event(transfer.field), box_to_send(face, transfer), to);
  }
  for_each_past(face, [&](const auto& kept, const Box& sent, const Box&) {
    to = pack(kept.view(), sent, to);
  });
}

std::vector<Subgrid::Part> Subgrid::parts_of_face(std::size_t face) const {
  std::vector<Part> parts;
  const auto add = [&](std::int64_t points, double error) {
    if (parts.empty() || parts.back().error != error) parts.push_back({0, error});
    parts.back().count += static_cast<std::size_t>(points);
  };
  for (const auto& transfer : faces_[face].segment->transfers) {
    add(box_to_send(face, transfer).point_count(),
        course_->plan().fields[static_cast<std::size_t>(transfer.field)].admitted_error);
  }
  for_each_past(face,
                [&](const auto&, const Box& sent, const Box&) { add(sent.point_count(), 0); });
  return parts;
}

bool Subgrid::unpack_face(std::size_t face, std::span<const double> values) {
  if (values.size() != size_to_send(face)) return false;
  if (!fields_.has_memory()) return true;
  const double* from = values.data();
  for (const auto& transfer : faces_[face].segment->transfers) {
    from = unpack(from, at_event(transfer.field), box_to_fill(face, transfer));
  }
  for_each_past(face, [&](const auto& kept, const Box&, const Box& filled) {
    from = unpack(from, kept.view(), filled);
  });
  return true;
}

void Subgrid::copy_face(std::size_t face, const Subgrid& neighbour) {
  if (!fields_.has_memory()) return;
  const std::size_t d = face / 2;
  std::int32_t shift = 0;
  if (face % 2 == 0 && box_.low[d] == whole().low[d]) shift = whole().extent(d);
  if (face % 2 == 1 && box_.high[d] == whole().high[d]) shift = -whole().extent(d);
  for (const auto& transfer : faces_[face].segment->transfers) {
    const Box there = box_to_fill(face, transfer).moved(d, shift);
    copy_moved(neighbour.at_event(transfer.field), at_event(transfer.field), there, d, -shift);
  }
  std::size_t number = 0;
  for_each_past(face, [&](const auto& kept, const Box&, const Box& filled) {
    // The neighbour keeps the same; what lies across this dimension is none of it.
    const auto theirs = neighbour.past_.all();
    while (theirs[number].face.dimension == d) ++number;
    copy_moved(theirs[number++].view(), kept.view(), filled.moved(d, shift), d, -shift);
  });
}

void Subgrid::wrap_around(std::size_t dimension) {
  if (!fields_.has_memory()) return;
  const std::size_t d = dimension;
  const std::size_t face = face_number(d, 0);
  for (const auto& transfer : faces_[face].segment->transfers) {
    wrap_layers(at_event(transfer.field), d, transfer.layers, across(d, transfer.field));
  }
  for_each_past(face, [&](const auto& kept, const Box&, const Box&) {
    wrap_layers(kept.view(), d, faces_[face].layers, kept.box);
  });
}

void Subgrid::wrap_layers(const View& view, std::size_t dimension, std::int32_t layers,
                          Box layer) const {
  const std::size_t d = dimension;
  const std::int32_t size = whole().extent(d);
  // Layer by layer outwards: where the grid is thinner than its ghosts, these repeat it.
  for (std::int32_t n = 1; n <= layers; ++n) {
    layer.low[d] = whole().low[d] - n;
    layer.high[d] = layer.low[d] + 1;
    copy_moved(view, view, layer.moved(d, size), d, -size);
    layer.low[d] = whole().high[d] + n - 1;
    layer.high[d] = layer.low[d] + 1;
    copy_moved(view, view, layer.moved(d, -size), d, size);
  }
}

void Subgrid::attach(std::shared_ptr<const Course> course) {
  course_ = std::move(course);
  find_open_segments();
  find_segments();
}

std::vector<std::int64_t> Subgrid::parameter_numbers() const {
  std::vector<std::int64_t> numbers;
  for (const ParameterValue& value : parameters_) {
    numbers.push_back(std::bit_cast<std::int64_t>(value));
  }
  return numbers;
}

void Subgrid::take(const std::vector<std::int64_t>& parameters) {
  parameters_.clear();
  for (const std::int64_t number : parameters) {
    parameters_.push_back(std::bit_cast<ParameterValue>(number));
  }
}

}  // namespace isthmus::mesh
