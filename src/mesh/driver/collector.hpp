// mesh/driver/collector.hpp: puts a field's blocks together again.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/box.hpp"

namespace isthmus::mesh {

/// Lives on PE 0, where the main program reads the field once it is whole; the first index is that
/// of neighbouring addresses.
class FieldCollector : public Chare<FieldCollector> {
 public:
  FieldCollector(const Box& whole, const Callback<void>& is_whole);

  void take(const Box& box, std::span<const double> values);

  /// Once.
  std::vector<double> take_values() { return std::move(values_); }

 private:
  Box whole_;
  Callback<void> is_whole_;
  std::int64_t missing_;
  std::vector<double> values_;
};

}  // namespace isthmus::mesh
