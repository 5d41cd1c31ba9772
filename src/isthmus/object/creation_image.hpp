// isthmus/object/creation_image.hpp: how to make a collection again, or to set a readonly value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isthmus/base/object_id.hpp"
#include "isthmus/message/message.hpp"

namespace isthmus::engine {

/// What the message said that did it. Plain data.
struct CreationImage {
  CollectionId collection;  ///< 0 for a readonly value.
  std::uint64_t kind = 0;   ///< PayloadOps::id.
  std::string name;         ///< Likewise.
  std::string type;         ///< Of a collection's elements.
  bool is_group = false;
  std::vector<std::byte> payload;  ///< In its serialized form.
};

/// A payload in its serialized form, typed or not.
std::vector<std::byte> payload_bytes_of(const Message& message);

/// Of a message that makes a collection or sets a readonly value.
CreationImage image_of(const Message& message);

}  // namespace isthmus::engine
