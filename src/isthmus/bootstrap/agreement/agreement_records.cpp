#include "isthmus/bootstrap/agreement/agreement_records.hpp"

#include "isthmus/bootstrap/body.hpp"
#include "isthmus/bootstrap/membership.hpp"

namespace isthmus::engine::bootstrap {

namespace {

void write(BodyWriter& writer, const Ballot& ballot) {
  writer.put(ballot.dead_count).put(ballot.round).put(ballot.proposer.value);
}

Ballot read_ballot(BodyReader& reader) {
  Ballot ballot;
  ballot.dead_count = reader.get<std::uint32_t>();
  ballot.round = reader.get<std::uint32_t>();
  ballot.proposer = ProcessId(reader.get<std::uint32_t>());
  return ballot;
}

void write(BodyWriter& writer, const ProcessSet& processes) {
  writer.put(static_cast<std::uint32_t>(processes.size()));
  for (const ProcessId process : processes) writer.put(process.value);
}

/// In ascending order. What is too short ends the reading, whatever the count says.
std::optional<ProcessSet> read_set(BodyReader& reader) {
  const auto count = reader.get<std::uint32_t>();
  if (count > process_count_max) return std::nullopt;
  ProcessSet processes;
  std::uint32_t least = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto rank = reader.get<std::uint32_t>();
    if (rank < least) return std::nullopt;
    least = rank + 1;
    if (least == 0) return std::nullopt;
    processes.insert(ProcessId(rank));
  }
  return processes;
}

}  // namespace

Bytes encode(const AgreementMessage& message) {
  BodyWriter writer;
  writer.put(message.from.value).put(message.to.value).put(message.epoch);
  writer.put(static_cast<std::uint8_t>(message.kind));
  writer.put(static_cast<std::uint8_t>(message.is_leaving ? 1 : 0));
  write(writer, message.ballot);
  write(writer, message.accepted);
  write(writer, message.dead);
  write(writer, message.silent);
  writer.put_text(message.note);
  writer.put(static_cast<std::uint32_t>(message.list.size()));
  for (const EpochMember& member : message.list) {
    writer.put(member.process.value).put_text(member.note);
  }
  return writer.take();
}

std::optional<AgreementMessage> decode_agreement_message(std::span<const std::byte> body) {
  BodyReader reader(body);
  AgreementMessage message;
  message.from = ProcessId(reader.get<std::uint32_t>());
  message.to = ProcessId(reader.get<std::uint32_t>());
  message.epoch = reader.get<std::uint32_t>();
  const auto kind = reader.get<std::uint8_t>();
  if (kind < static_cast<std::uint8_t>(AgreementMessage::Kind::hello) ||
      kind > static_cast<std::uint8_t>(AgreementMessage::Kind::learned)) {
    return std::nullopt;
  }
  message.kind = static_cast<AgreementMessage::Kind>(kind);
  const auto is_leaving = reader.get<std::uint8_t>();
  if (is_leaving > 1) return std::nullopt;
  message.is_leaving = is_leaving == 1;
  message.ballot = read_ballot(reader);
  message.accepted = read_ballot(reader);
  auto dead = read_set(reader);
  auto silent = dead ? read_set(reader) : std::nullopt;
  if (!silent) return std::nullopt;
  message.dead = std::move(*dead);
  message.silent = std::move(*silent);
  message.note = reader.get_text();
  const auto count = reader.get<std::uint32_t>();
  if (count > process_count_max) return std::nullopt;
  for (std::uint32_t i = 0; i < count; ++i) {
    EpochMember member{ProcessId(reader.get<std::uint32_t>()), reader.get_text()};
    if (i > 0 && member.process <= message.list.back().process) return std::nullopt;
    message.list.push_back(std::move(member));
  }
  if (!reader.is_whole()) return std::nullopt;
  return message;
}

std::size_t agreement_message_bytes_max(std::uint32_t process_count) {
  constexpr std::size_t fixed_bytes = 3 * 4 + 2 + 2 * 12 + 2 * 4 + (2 + text_bytes_max) + 4;
  return fixed_bytes + process_count * (2 * 4 + 4 + 2 + text_bytes_max);
}

}  // namespace isthmus::engine::bootstrap
