// A subgrid and its neighbours: which points go to and come from them, and the copying of these.
#include <algorithm>
#include <utility>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/subgrid.hpp"

namespace isthmus::mesh {

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

bool Subgrid::Exchange::is_at(const std::array<BlockFace, face_count>& all) const {
  for (std::size_t face = 0; face < face_count; ++face) {
    if (all[face].segment != segments[face] || all[face].exchanges != exchanges[face]) return false;
  }
  return true;
}

void Subgrid::find_exchange() {
  // Events recur in turn.
  for (std::size_t n = 1; n <= exchanges_.size(); ++n) {
    const std::size_t next = (exchange_ + n) % exchanges_.size();
    if (!exchanges_[next].is_at(faces_)) continue;
    exchange_ = next;
    return;
  }
  if (exchanges_.size() == exchanges_max) exchanges_.clear();
  exchange_ = exchanges_.size();
  Exchange& made = exchanges_.emplace_back();
  for (std::size_t face = 0; face < face_count; ++face) {
    made.segments[face] = faces_[face].segment;
    made.exchanges[face] = faces_[face].exchanges;
    if (faces_[face].is_boundary || !faces_[face].exchanges) continue;
    for (const auto& transfer : faces_[face].segment->transfers) {
      const Box sent = box_to_send(face, transfer);
      made.pieces[face].push_back({transfer.field, transfer.layers, sent});
      made.points[face] += sent.point_count();
    }
  }
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
  std::int64_t points = exchange().points[face];
  for_each_past(face,
                [&](const auto&, const Box& sent, const Box&) { points += sent.point_count(); });
  return static_cast<std::size_t>(points);
}

void Subgrid::pack_face(std::size_t face, std::vector<double>& values) const {
  values.resize(size_to_send(face));
  if (!fields_.has_memory()) return;
  double* to = values.data();
  for (const Piece& piece : exchange().pieces[face]) {
    to = pack(at_event(piece.field), piece.sent, to);
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
  for (const Piece& piece : exchange().pieces[face]) {
    add(piece.sent.point_count(),
        course_->plan().fields[static_cast<std::size_t>(piece.field)].admitted_error);
  }
  for_each_past(face,
                [&](const auto&, const Box& sent, const Box&) { add(sent.point_count(), 0); });
  return parts;
}

bool Subgrid::unpack_face(std::size_t face, std::span<const double> values) {
  if (values.size() != size_to_send(face)) return false;
  if (!fields_.has_memory()) return true;
  const double* from = values.data();
  for (const Piece& piece : exchange().pieces[face]) {
    from = unpack(from, at_event(piece.field), piece.filled(face));
  }
  for_each_past(face, [&](const auto& kept, const Box&, const Box& filled) {
    from = unpack(from, kept.view(), filled);
  });
  return true;
}

std::int32_t Subgrid::to_neighbour(std::size_t face) const {
  const std::size_t d = face / 2;
  if (face % 2 == 0 && box_.low[d] == whole().low[d]) return whole().extent(d);
  if (face % 2 == 1 && box_.high[d] == whole().high[d]) return -whole().extent(d);
  return 0;
}

void Subgrid::copy_face(std::size_t face, const Subgrid& neighbour) {
  if (!fields_.has_memory()) return;
  const std::int32_t shift = to_neighbour(face);
  for (const Piece& piece : exchange().pieces[face]) {
    copy_moved(neighbour.at_event(piece.field), at_event(piece.field),
               piece.filled(face).moved(face / 2, shift), face / 2, -shift);
  }
  copy_past(face, neighbour);
}

void Subgrid::copy_past(std::size_t face, const Subgrid& neighbour) {
  const std::size_t d = face / 2;
  const std::int32_t shift = to_neighbour(face);
  std::size_t number = 0;
  for_each_past(face, [&](const auto& kept, const Box&, const Box& filled) {
    // The neighbour keeps the same; what lies across this dimension is none of it.
    const auto theirs = neighbour.past_.all();
    while (theirs[number].face.dimension == d) ++number;
    copy_moved(theirs[number++].view(), kept.view(), filled.moved(d, shift), d, -shift);
  });
}

void Subgrid::swap_face(std::size_t face, Subgrid& neighbour) {
  const std::size_t theirs = face ^ 1U;
  if (face / 2 != 0 || !fields_.has_memory()) {
    neighbour.copy_face(theirs, *this);
    return copy_face(face, neighbour);
  }
  Subgrid& lower = face % 2 == 0 ? neighbour : *this;
  Subgrid& upper = face % 2 == 0 ? *this : neighbour;
  const std::int32_t shift = lower.to_neighbour(1);
  for (const Piece& piece : lower.exchange().pieces[1]) {
    swap_across_x(lower.at_event(piece.field), upper.at_event(piece.field), piece.sent, shift);
  }
  neighbour.copy_past(theirs, *this);
  copy_past(face, neighbour);
}

void Subgrid::wrap_around(std::size_t dimension) {
  if (!fields_.has_memory()) return;
  const std::size_t d = dimension;
  const std::size_t face = 2 * d;
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

}  // namespace isthmus::mesh
