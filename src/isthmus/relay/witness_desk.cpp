#include "isthmus/relay/witness_desk.hpp"

#include <utility>

#include "isthmus/bootstrap/agreement/agreement_records.hpp"
#include "isthmus/bootstrap/membership.hpp"

namespace isthmus::engine::relay {

namespace {

using bootstrap::AcceptedPeer;
using bootstrap::RecordKind;
using bootstrap::RelayName;

}  // namespace

bool WitnessDesk::admit(AcceptedPeer& caller) {
  const std::span<const std::byte> body = caller.first.body;
  if (caller.first.kind != RecordKind::agreement || body.size() < sizeof(RelayName)) return false;
  const auto job = bootstrap::decode_relay_name(body.first(sizeof(RelayName)));
  if (!job || !bootstrap::decode_agreement_message(body.subspan(sizeof(RelayName)))) return false;
  caller.channel->admit_bodies(
      bootstrap::agreement_message_bytes_max(bootstrap::process_count_max));
  callers_.push_back({std::move(caller.channel), *job});
  return true;
}

void WitnessDesk::step() {
  std::erase_if(callers_, [this](Caller& caller) { return !serve(caller); });
}

/// False: he has hung up, or says what belongs to no agreement.
bool WitnessDesk::serve(Caller& caller) {
  while (true) {
    const auto pumped = caller.channel->pump();
    const auto record = caller.channel->take();
    if (!record) return pumped.has_value();
    const auto asked = record->kind == RecordKind::agreement
                           ? bootstrap::decode_agreement_message(record->body)
                           : std::nullopt;
    if (!asked) return false;
    auto answer = book_.answer(caller.job, *asked);
    if (!answer) {
      log_.warning("no vote is given: " + answer.error().text());
      continue;
    }
    if (!*answer) continue;
    caller.channel->send(RecordKind::agreement, bootstrap::encode(**answer));
    if ((*answer)->kind == bootstrap::AgreementMessage::Kind::accepted) {
      log_.info("a vote in epoch " + std::to_string(asked->epoch) + " for " +
                std::to_string(asked->list.size()) + " processes, asked for by " +
                caller.channel->peer());
    }
  }
}

void WitnessDesk::add_poll_entries(std::vector<pollfd>& entries) const {
  for (const Caller& caller : callers_) {
    entries.push_back({caller.channel->descriptor(), caller.channel->poll_events(), 0});
  }
}

}  // namespace isthmus::engine::relay
