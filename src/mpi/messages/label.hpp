// mpi/messages/label.hpp: what a message says of itself, and what a receive asks for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace isthmus::engine::mpi {

/// What a message says of itself: the communicator's context, the sender's rank there, a tag.
struct Label {
  std::uint64_t context = 0;
  std::int32_t source = 0;
  std::int32_t tag = 0;

  bool operator==(const Label&) const = default;
};

struct LabelHash {
  std::size_t operator()(const Label& label) const {
    std::uint64_t mixed = label.context * 0x9e37'79b9'7f4a'7c15;
    mixed ^= static_cast<std::uint64_t>(static_cast<std::uint32_t>(label.source)) << 32 |
             static_cast<std::uint32_t>(label.tag);
    mixed *= 0xff51'afd7'ed55'8ccd;
    return static_cast<std::size_t>(mixed ^ mixed >> 32);
  }
};

/// What a receive or a probe asks for; no source, no tag: any.
struct Wanted {
  std::uint64_t context = 0;
  std::optional<std::int32_t> source = {};
  std::optional<std::int32_t> tag = {};

  bool accepts(const Label& label) const {
    return label.context == context && (!source || *source == label.source) &&
           (!tag || *tag == label.tag);
  }
  bool is_exact() const { return source && tag; }
};

}  // namespace isthmus::engine::mpi
