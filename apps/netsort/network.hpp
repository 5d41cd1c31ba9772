// netsort/network.hpp: which element each element is compared with, stage after stage.
#pragma once

#include <cstdint>

namespace netsort {

/// The sorting network of the Clam thesis (figure 4.2): a bitonic network for `size` = 2^k inputs,
/// in which the smaller value always goes to the smaller index. It has k (k + 1) / 2 stages; in
/// each, every element is compared with one other.
class Network {
 public:
  /// `size` is a power of two, at least 2 and at most 2^20.
  explicit Network(std::int32_t size);
  /// Whether there is a network for so many inputs.
  static bool exists_for(std::int64_t size);

  std::int32_t size() const { return size_; }
  std::int32_t stage_count() const { return lg_size_ * (lg_size_ + 1) / 2; }

  /// The element that `element` is compared with; that of it is `element`.
  std::int32_t partner(std::int32_t element, std::int32_t stage) const;

 private:
  std::int32_t size_;
  std::int32_t lg_size_;
};

/// What an element keeps after a comparison: the smaller value if its index is the smaller one.
constexpr std::int32_t kept(std::int32_t element, std::int32_t value, std::int32_t partner,
                            std::int32_t partner_value) {
  const bool keeps_smaller = element < partner;
  return (partner_value < value) == keeps_smaller ? partner_value : value;
}

}  // namespace netsort
