// mesh/driver/exact_sum.hpp: sums that do not depend on the order of what is added.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace isthmus::mesh {

/// A sum of doubles without any rounding but that of the result, so that it is the same bits for
/// every cut of a grid and every order: a fixed-point number that is wide enough for all doubles
/// (Kulisch 2002). Takes about three times as long as a plain sum. Plain data; may be sent.
class ExactSum {
 public:
  /// Finite values alone.
  void add(double value);
  void add(const ExactSum& other);
  /// The sum, rounded to nearest.
  double value() const;

  void serialize(auto& archive) { archive(limbs_, adds_); }

 private:
  // Of the 2098 bits of all doubles, and some for carries, 32 in each limb.
  static constexpr std::size_t limb_count = 68;
  static constexpr std::int64_t limb_base = std::int64_t{1} << 32;
  // Each adds less than 2^32 to a limb of 63 bits.
  static constexpr std::int32_t adds_between_carries = 1 << 28;

  void carry();

  std::array<std::int64_t, limb_count> limbs_{};
  std::int32_t adds_ = 0;
};

}  // namespace isthmus::mesh
