// What a rank sends, and what becomes of what comes for it.
#include <algorithm>
#include <bit>
#include <utility>

#include "isthmus/image/address.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/crash_report.hpp"
#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

using image::pointer_to;

void Rank::send(const Communicator& communicator, int peer, int tag,
                std::span<const std::byte> bytes, std::uint64_t acknowledge) {
  const Envelope envelope{{communicator.context, communicator.rank, tag}, number(), acknowledge};
  const std::int32_t member = communicator.peers().members[static_cast<std::size_t>(peer)];
  ++state_.counters.messages_sent;
  state_.counters.bytes_sent += bytes.size();
  if (acknowledge == 0) {
    if (Rank* const there = taker(member)) {
      count_handover(*there, envelope, bytes);
      return there->take_over(envelope, bytes);
    }
  }
  if (is_among_others_) state_.sent.add_one(member);
  at(member).send<&Rank::arrive>(envelope, bytes);
}

Rank* Rank::taker(std::int32_t member) const {
  if (!is_among_others_) return nullptr;
  Rank* const there = taker_here(at(member));
  // One whose program has not begun, or cannot go on here, has its messages.
  if (there == nullptr || !there->is_among_others_ || there->machine_ == nullptr) return nullptr;
  return state_.sent.of(member) == there->state_.heard.of(number()) ? there : nullptr;
}

void Rank::take_over(const Envelope& envelope, std::span<const std::byte> bytes) {
  if (const auto receive = state_.matching.receive_for(envelope.label)) {
    deliver(*receive, envelope, bytes);
  } else {
    keep(envelope, bytes);
  }
  be_ready();
}

void Rank::keep(const Envelope& envelope, std::span<const std::byte> bytes) {
  Unexpected message{envelope, std::vector<std::byte>(bytes.begin(), bytes.end())};
  state_.matching.keep(envelope.label, state_.messages.add(std::move(message)));
}

bool Rank::hand_to_posted(const Communicator& communicator, int peer, int tag,
                          std::span<const std::byte> bytes) {
  const std::int32_t member = communicator.peers().members[static_cast<std::size_t>(peer)];
  Rank* const there = taker(member);
  if (there == nullptr) return false;
  const Envelope envelope{{communicator.context, communicator.rank, tag}, number()};
  const auto receive = there->state_.matching.receive_for(envelope.label);
  if (!receive) return false;
  ++state_.counters.messages_sent;
  state_.counters.bytes_sent += bytes.size();
  count_handover(*there, envelope, bytes);
  there->deliver(*receive, envelope, bytes);
  there->be_ready();
  return true;
}

void Rank::lend(const Communicator& communicator, int peer, int tag,
                std::span<const std::byte> bytes, std::uint64_t request) {
  const Envelope envelope{{communicator.context, communicator.rank, tag},
                          number(),
                          request,
                          std::bit_cast<std::uint64_t>(bytes.data()),
                          bytes.size()};
  ++state_.counters.messages_sent;
  state_.counters.bytes_sent += bytes.size();
  const std::int32_t member = communicator.peers().members[static_cast<std::size_t>(peer)];
  if (is_among_others_) state_.sent.add_one(member);
  at(member).send<&Rank::arrive>(envelope, std::span<const std::byte>());
}

void Rank::arrive(const Envelope& envelope, std::span<const std::byte> bytes) {
  must_be_here();
  if (is_among_others_) state_.heard.add_one(envelope.sender);
  if (envelope.lent_at != 0) {
    bytes = {pointer_to<const std::byte>(envelope.lent_at), envelope.lent_bytes};
  }
  if (const auto receive = state_.matching.receive_for(envelope.label)) {
    deliver(*receive, envelope, bytes);
    look_again();
    return;
  }
  Envelope kept = envelope;
  if (envelope.lent_at != 0) {
    kept.acknowledge = 0;
    kept.lent_at = 0;
  }
  keep(kept, bytes);
  // Who lends them must not wait for a receive, as for no other message; they are copied now.
  if (envelope.lent_at != 0) at(envelope.sender).send<&Rank::acknowledge>(envelope.acknowledge);
  // Only probes are answered by a message that no receive has asked for; of calls that are set
  // aside any may be one.
  const Waiting::For what = state_.waiting.what;
  const bool probes = what == Waiting::For::message || what == Waiting::For::matched_message;
  if (probes || !set_aside_.empty()) look_again();
}

void Rank::post(std::uint64_t handle) {
  const Request& request = *state_.requests.find(handle);
  const auto message = state_.matching.post(request.wanted, handle);
  if (!message) return;
  give(handle, state_.messages.remove(*message));
}

void Rank::give(std::uint64_t handle, const Unexpected& message) {
  deliver(handle, message.envelope, message.bytes);
}

void Rank::deliver(std::uint64_t handle, const Envelope& envelope,
                   std::span<const std::byte> bytes) {
  Request& request = *state_.requests.find(handle);
  const Buffer& buffer = request.buffer;
  // A buffer that is nowhere is this rank's fault, and not that of who hands the message over.
  const RunningRank running(number());
  std::int64_t taken = 0;
  if (const auto place =
          contiguous_bytes(pointer_to<void>(buffer.address), *buffer.type, buffer.count)) {
    const std::size_t count = std::min(place->size(), bytes.size());
    if (count > 0) std::memcpy(place->data(), bytes.data(), count);
    taken = static_cast<std::int64_t>(count);
  } else {
    taken = unpack(bytes, pointer_to<void>(buffer.address), *buffer.type, buffer.count, 0);
  }
  ++state_.counters.messages_received;
  state_.counters.bytes_received += bytes.size();
  request.status.source = envelope.label.source;
  request.status.tag = envelope.label.tag;
  request.status.bytes = taken;
  if (std::cmp_less(taken, bytes.size())) request.status.error = MPI_ERR_TRUNCATE;
  if (envelope.acknowledge != 0) {
    at(envelope.sender).send<&Rank::acknowledge>(envelope.acknowledge);
  }
  complete(handle);
}

void Rank::acknowledge(std::uint64_t handle) {
  must_be_here();
  if (state_.requests.find(handle) == nullptr) return;
  complete(handle);
  look_again();
}

void Rank::complete(std::uint64_t handle) {
  Request& request = *state_.requests.find(handle);
  // Of a window, only a part of what the call waits for has come.
  if (request.kind == Request::Kind::window) return go_on_with_window(handle);
  request.is_complete = true;
  if (request.is_free) remove_request(handle);
}

void Rank::remove_request(std::uint64_t handle) {
  const Request* const request = state_.requests.find(handle);
  if (request->kind == Request::Kind::generalized) {
    ask_generalized(state_.requests.remove(handle), 0, true);
  } else {
    state_.requests.discard(handle);
  }
  const auto partitioned = state_.partitioned.by_request.find(handle);
  if (partitioned == state_.partitioned.by_request.end()) return;
  state_.partitioned.receives.erase(partitioned->second.name);
  state_.partitioned.by_request.erase(partitioned);
}

}  // namespace isthmus::engine::mpi
