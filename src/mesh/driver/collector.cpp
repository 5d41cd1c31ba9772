#include "mesh/driver/collector.hpp"

#include <stdexcept>
#include <string>

#include "mesh/driver/fields.hpp"

namespace isthmus::mesh {

FieldCollector::FieldCollector(const Box& whole, const Callback<void>& is_whole)
    : whole_(whole),
      is_whole_(is_whole),
      missing_(whole.point_count()),
      values_(static_cast<std::size_t>(whole.point_count())) {}

void FieldCollector::take(const Box& box, std::span<const double> values) {
  const std::int64_t points = box.point_count();
  if (box.is_empty() || !whole_.holds(box) || std::cmp_not_equal(values.size(), points) ||
      points > missing_) {
    throw std::logic_error(
        "points of a field that are not awaited: " + std::to_string(values.size()) +
        " values for " + std::to_string(points) + " points");
  }
  unpack(values.data(), View(values_.data(), whole_), box);
  missing_ -= points;
  if (missing_ == 0) isthmus::send(is_whole_);
}

}  // namespace isthmus::mesh
