#include "mesh/driver/fields.hpp"

#include <utility>

#include "isthmus/isthmus.hpp"

namespace isthmus::mesh {
namespace {

constexpr std::size_t doubles_a_line = 8;
constexpr std::size_t doubles_a_page = 512;
constexpr std::size_t apart = 200;  // so that multiples of it are far from each other in a page

}  // namespace

Fields::Fields(std::size_t count, const Box& storage, bool has_memory) : storage_(storage) {
  places_.resize(count);
  for (std::size_t field = 0; field < count; ++field) {
    places_[field] = static_cast<std::int32_t>(field);
  }
  if (has_memory) allocate();
  find_values();
}

void Fields::allocate() {
  const auto points = static_cast<std::size_t>(storage_.point_count());
  stride_ = (points + doubles_a_line - 1) / doubles_a_line * doubles_a_line;
  // A processor takes a load for one of what was just stored where addresses agree in their last 12
  // bits. Fields that are read and written together should not begin that near to each other.
  if (points >= 4 * doubles_a_page) {
    while (stride_ % doubles_a_page != apart) stride_ += doubles_a_line;
  }
  memory_.assign(stride_ * count(), 0.0);
}

void Fields::find_values() {
  values_.assign(count(), nullptr);
  if (!has_memory()) return;
  for (std::size_t field = 0; field < count(); ++field) {
    values_[field] = memory_.data() + stride_ * static_cast<std::size_t>(places_[field]);
  }
}

void Fields::rotate(std::span<const std::int32_t> fields) {
  if (fields.empty()) return;
  const auto last = static_cast<std::size_t>(fields.back());
  const std::int32_t place = places_[last];
  double* const values = values_[last];
  for (std::size_t i = fields.size() - 1; i > 0; --i) {
    const auto to = static_cast<std::size_t>(fields[i]);
    const auto from = static_cast<std::size_t>(fields[i - 1]);
    places_[to] = places_[from];
    values_[to] = values_[from];
  }
  const auto first = static_cast<std::size_t>(fields.front());
  places_[first] = place;
  values_[first] = values;
}

void Fields::change_storage(const Box& storage) {
  if (storage == storage_) return;
  Fields changed(count(), storage, false);
  changed.places_ = places_;
  if (has_memory()) changed.allocate();
  changed.find_values();
  if (has_memory()) {
    const Box common = storage.intersection(storage_);
    for (std::size_t field = 0; field < count(); ++field) {
      const auto number = static_cast<std::int32_t>(field);
      copy_box((*this)[number], changed[number], common);
    }
  }
  *this = std::move(changed);
}

void copy_box(const View& from, const View& to, const Box& box) { copy_moved(from, to, box, 0, 0); }

void copy_moved(const View& from, const View& to, const Box& box, std::size_t dimension,
                std::int32_t by) {
  if (box.is_empty()) return;
  const Box target = box.moved(dimension, by);
  std::int32_t length = box.extent(0);
  std::int32_t rows = box.extent(1);
  // Rows that follow each other without a gap are one.
  if (length == from.row_stride() && length == to.row_stride()) {
    length *= rows;
    rows = 1;
  }
  for (std::int32_t k = 0; k < box.extent(2); ++k) {
    const double* source = from.row(box.low[1], box.low[2] + k) + box.low[0];
    double* sink = to.row(target.low[1], target.low[2] + k) + target.low[0];
    // Rows of faces across x are a few points long: whatever a longer loop does before it begins
    // would take longer than they do.
    if (length == 1) {
      for (std::int32_t j = 0; j < rows; ++j) {
        *sink = *source;
        source += from.row_stride();
        sink += to.row_stride();
      }
      continue;
    }
    for (std::int32_t j = 0; j < rows; ++j) {
      for (std::int32_t i = 0; i < length; ++i) sink[i] = source[i];
      source += from.row_stride();
      sink += to.row_stride();
    }
  }
}

void swap_across_x(const View& lower, const View& upper, const Box& below, std::int32_t by) {
  const std::int32_t layers = below.extent(0);
  for (std::int32_t k = below.low[2]; k < below.high[2]; ++k) {
    double* down = lower.row(below.low[1], k) + below.low[0];
    double* up = upper.row(below.low[1], k) + below.low[0] + by;
    for (std::int32_t j = below.low[1]; j < below.high[1]; ++j) {
      for (std::int32_t i = 0; i < layers; ++i) {
        up[i] = down[i];
        down[layers + i] = up[layers + i];
      }
      down += lower.row_stride();
      up += upper.row_stride();
    }
  }
}

double* pack(const View& from, const Box& box, double* to) {
  if (box.is_empty()) return to;
  copy_box(from, View(to, box), box);
  return to + box.point_count();
}

const double* unpack(const double* from, const View& to, const Box& box) {
  if (box.is_empty()) return from;
  copy_box(View(const_cast<double*>(from), box), to, box);
  return from + box.point_count();
}

}  // namespace isthmus::mesh
