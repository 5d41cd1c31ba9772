// mpi/datatype/random_types.hpp: datatypes at random for tests, each with a slow type map beside
// it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mpi/datatype/datatype.hpp"

namespace isthmus::engine::mpi::testing {

/// A type map as the standard writes it, made by placing copies of the maps of the types within,
/// one by one. It knows nothing of plans.
struct TypeMap {
  struct Entry {
    BasicType basic;
    std::int64_t displacement;
  };
  struct Placed {
    const TypeMap* map;
    std::int64_t displacement;
  };

  std::vector<Entry> entries;
  std::int64_t lb = 0;
  std::int64_t ub = 0;
  std::int64_t alignment = 1;
  bool has_set_bounds = false;

  std::int64_t extent() const { return ub - lb; }
  std::int64_t size() const;
  std::int64_t true_lb() const;
  std::int64_t true_ub() const;

  static TypeMap of(BasicType type);
  static TypeMap of(const std::vector<Placed>& parts);
  TypeMap resized(std::int64_t new_lb, std::int64_t new_extent) const;
};

/// A datatype and its map.
struct Sample {
  DatatypePtr type;
  TypeMap map;
  std::string text;  ///< How it was made.
};

/// Seeded; the same sequence on every machine. It has splitmix64 of its own, since this unit stands
/// without the library.
class TypeMaker {
 public:
  explicit TypeMaker(std::uint64_t seed) : state_(seed) {}

  /// Calls within calls, at most `depth` of them; some hundred basic types at most for depth 3.
  Sample make(int depth);
  /// Uniform in [low, high].
  std::int64_t between(std::int64_t low, std::int64_t high);

 private:
  Sample named();
  Sample strided(const Sample& old);
  Sample blocks(const Sample& old);
  Sample structure(int depth);
  Sample subarray(const Sample& old);
  Sample darray(const Sample& old);
  CountForm form();

  std::uint64_t state_;
};

}  // namespace isthmus::engine::mpi::testing
