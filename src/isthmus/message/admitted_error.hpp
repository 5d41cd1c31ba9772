// isthmus/message/admitted_error.hpp: leave that a program gives to change the numbers of a
// message.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace isthmus::engine {

/// A parameter of an entry method: the arrays of float or double among the parameters behind it may
/// arrive changed, each number by `bound` at most, where the operator of the job has asked for that
/// (docs/guide/links-and-latency.md). Entry methods without such a parameter get what was sent, bit
/// for bit. Plain data.
struct AdmittedError {
  /// The greatest absolute error; 0, or what is no number above it: none.
  double bound = 0;
  /// At the receiver: the arrays have come with an error. On no further link do they get another.
  bool is_spent = false;

  bool admits_any() const { return bound > 0 && std::isfinite(bound) && !is_spent; }
};

/// One array of a serialized payload whose numbers may be changed.
struct InexactArray {
  std::uint32_t at = 0;     ///< Its numbers begin so far from the payload's beginning.
  std::uint32_t count = 0;  ///< So many numbers it has; not 0.
  std::uint8_t number_bytes = 8;
  double bound = 0;  ///< The error that is admitted; more than 0.
  /// The byte there tells that the error has been made use of (AdmittedError::is_spent).
  std::uint32_t spent_at = 0;

  std::size_t bytes() const { return std::size_t{count} * number_bytes; }
};

/// Those of one payload, in the order in which they lie there; further ones are left as they are.
class InexactArrays {
 public:
  static constexpr std::size_t count_max = 8;

  bool is_full() const { return count_ == count_max; }
  void add(const InexactArray& array) { list_[count_++] = array; }
  bool empty() const { return count_ == 0; }
  std::span<const InexactArray> all() const { return std::span(list_).first(count_); }
  std::size_t bytes() const {
    std::size_t bytes = 0;
    for (const InexactArray& array : all()) bytes += array.bytes();
    return bytes;
  }

 private:
  std::array<InexactArray, count_max> list_;
  std::size_t count_ = 0;
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::AdmittedError;
using engine::InexactArray;
using engine::InexactArrays;

}  // namespace isthmus
