#include "isthmus/fabric/change_sign.hpp"

#include <cstring>
#include <string>

namespace isthmus::engine::fabric {

MessagePtr make_change_sign(const ChangeSign& sign, Pool& pool) {
  MessagePtr message = pool.acquire(change_sign_bytes);
  message->form = PayloadForm::bytes;
  message->flags = flag_change | flag_uncounted;
  std::memcpy(message->payload(), &sign, change_sign_bytes);
  return message;
}

Expected<ChangeSign> read_change_sign(const Message& message) {
  if (message.form != PayloadForm::bytes || message.payload_bytes != change_sign_bytes) {
    return fail(ErrorCode::malformed,
                "a sign of change of " + std::to_string(message.payload_bytes) + " bytes", {},
                std::to_string(change_sign_bytes));
  }
  std::uint64_t number = 0;
  std::uint64_t kind = 0;
  std::memcpy(&number, message.payload(), sizeof(number));
  std::memcpy(&kind, message.payload() + sizeof(number), sizeof(kind));
  if (kind != static_cast<std::uint64_t>(ChangeSign::Kind::drain_marker) &&
      kind != static_cast<std::uint64_t>(ChangeSign::Kind::switch_marker)) {
    return fail(ErrorCode::malformed, "a sign of change of kind " + std::to_string(kind), {},
                "1 (drain marker) or 2 (switch marker)");
  }
  return ChangeSign{number, static_cast<ChangeSign::Kind>(kind)};
}

}  // namespace isthmus::engine::fabric
