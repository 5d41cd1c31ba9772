// isthmus/bootstrap/agreement/agreement_records.hpp: agreement messages as bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "isthmus/bootstrap/agreement/agreement_message.hpp"
#include "isthmus/bootstrap/job_key.hpp"

namespace isthmus::engine::bootstrap {

// The layout is in docs/formats/handshake.md.

/// Notes have at most text_bytes_max bytes.
Bytes encode(const AgreementMessage& message);
/// Takes any bytes and gives nothing for those that are no such message.
std::optional<AgreementMessage> decode_agreement_message(std::span<const std::byte> body);
std::size_t agreement_message_bytes_max(std::uint32_t process_count);

}  // namespace isthmus::engine::bootstrap
