// isthmus/fabric/filter/checksum.hpp: finds frames that were damaged on the way.
#pragma once

#include <cstdint>
#include <memory>

#include "isthmus/fabric/filter/rewriting_filter.hpp"
#include "isthmus/fabric/settings.hpp"

namespace isthmus::engine::fabric {

inline constexpr DeviceInfo checksum_info = {
    "checksum", DeviceRole::filter,
    "Sends a checksum (XXH3) with every frame; a wrong one ends the connection."};

/// Puts the checksum of header and payload, 8 bytes, behind every payload. It finds damage, not
/// forgery: for that there is `crypt`.
class ChecksumFilter final : public RewritingFilter {
 public:
  ChecksumFilter(std::unique_ptr<Device> below, const Rewriting& rewriting)
      : RewritingFilter(std::move(below), rewriting) {}

  SendStatus try_send(Frame& frame, TimeNs now_ns) override;

 protected:
  Expected<MessagePtr> restored(MessagePtr message, ProcessId peer) override;
  bool takes_unmarked() const override { return false; }
};

/// XXH3 (64 bits) of the payload, with that of the header, as wire.hpp writes it, for a seed. The
/// payload is not typed.
std::uint64_t checksum_of(const Message& message);

}  // namespace isthmus::engine::fabric
