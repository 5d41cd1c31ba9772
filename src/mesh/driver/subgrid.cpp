#include "mesh/driver/subgrid.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/serial_mesh.hpp"
#include "mesh/refinement/level_plan.hpp"

namespace isthmus::mesh {
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
  find_exchange();
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

void Subgrid::attach(std::shared_ptr<const Course> course) {
  course_ = std::move(course);
  exchanges_.clear();
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
