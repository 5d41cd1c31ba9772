// isthmus/fabric/filter/inexact_payload.hpp: payloads whose arrays of numbers are packed with an
// error that the program has admitted (message/admitted_error.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/fabric/filter/zfp_blocks.hpp"
#include "isthmus/message/admitted_error.hpp"

namespace isthmus::engine::fabric {

/// Packs the arrays of payloads and leaves the rest as it is; docs/formats/frame.md has the bytes.
/// One thread.
class InexactPayloads {
 public:
  /// Bytes written to `to`; 0 where they would not fit, or where an array has to arrive as it is:
  /// it has numbers that are not finite, or zfp cannot keep to the bound. The arrays are some of
  /// this payload, which is aligned to 8 bytes.
  std::size_t pack(std::span<const std::byte> payload, std::span<const InexactArray> arrays,
                   std::span<std::byte> to);

  /// What bytes, which may be anything, say that they unpack to.
  struct Claim {
    struct Array {
      std::uint32_t at = 0;
      std::uint32_t count = 0;
      std::uint8_t number_bytes = 8;
      std::uint8_t zero = 0;
      ZfpExponent exponent = 0;
    };
    std::vector<Array> arrays = {};
    std::size_t head_bytes = 0;  ///< Of the claim itself.
  };
  /// Fails where they cannot unpack to so many bytes, or where the arrays do not lie in these one
  /// behind the other; looks at their beginning alone.
  static Expected<Claim> read_claim(std::span<const std::byte> from, std::size_t bytes);
  /// False where the bytes are not what they claim to be. `to` is aligned to 8 bytes.
  bool unpack(const Claim& claim, std::span<const std::byte> from, std::span<std::byte> to);

  /// Whether an unpacked payload, in which `admitted` are found, may have been packed so; then it
  /// says from now on that the errors have been made use of.
  static bool spend(const Claim& claim, const InexactArrays& admitted,
                    std::span<std::byte> payload);

 private:
  ZfpBlocks& blocks();

  std::unique_ptr<ZfpBlocks> blocks_;  // made at first use
};

}  // namespace isthmus::engine::fabric
