// isthmus/object/readonlies.hpp: the readonly values of one PE.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>

#include "isthmus/message/payload.hpp"
#include "isthmus/object/creation_image.hpp"
#include "isthmus/object/pe_context.hpp"

namespace isthmus::engine {

/// The operations on the message that sets a readonly value.
struct ReadonlyOps : PayloadOps {
  /// The value; PEs of one process share it. Fails where bytes do not decode.
  Expected<std::shared_ptr<const void>> (*take)(Message& message) = nullptr;
};

/// By the identity of the operations that set them. For the PE's thread alone.
class Readonlies {
 public:
  explicit Readonlies(const PeContext& context);

  /// Null if none has come.
  const std::shared_ptr<const void>* find(std::uint64_t id) const;
  /// Here alone.
  void set(std::uint64_t id, std::shared_ptr<const void> value) { values_[id] = std::move(value); }
  /// Sets it on every PE. The message's payload is of a ReadonlyOps.
  void broadcast(MessagePtr message) const;

  /// How to set them again, by the same identity; on the first PE of each process.
  const std::map<std::uint64_t, CreationImage>& images() const { return images_; }

 private:
  void deliver(MessagePtr message);

  const PeContext& context_;
  HandlerId handler_;
  std::unordered_map<std::uint64_t, std::shared_ptr<const void>> values_;
  std::map<std::uint64_t, CreationImage> images_;
};

}  // namespace isthmus::engine
