// isthmus/fabric/change_sign.hpp: what the ends of a chain tell each other while its filters
// change.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isthmus/base/error.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

/// The payload of a frame with flag_change, which is for chains alone; docs/formats/frame.md has
/// the bytes.
struct ChangeSign {
  enum class Kind : std::uint64_t {
    drain_marker = 1,   ///< Through the old stack: nothing more comes through that.
    switch_marker = 2,  ///< Past the stacks: what follows has been through the new one.
  };
  std::uint64_t number = 0;  ///< Of the change.
  Kind kind = Kind::drain_marker;
};
inline constexpr std::size_t change_sign_bytes = sizeof(ChangeSign);

inline bool is_change_sign(const Message& message) { return (message.flags & flag_change) != 0; }

MessagePtr make_change_sign(const ChangeSign& sign, Pool& pool);

/// What a frame with flag_change says, which may be anything. ErrorCode::malformed, with an empty
/// `where`.
Expected<ChangeSign> read_change_sign(const Message& message);

}  // namespace isthmus::engine::fabric
