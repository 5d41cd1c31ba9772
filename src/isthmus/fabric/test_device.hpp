// isthmus/fabric/test_device.hpp: a receiver that remembers and messages to send; for the room's
// own tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "isthmus/fabric/device.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pieces.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

/// Keeps what arrives, in order.
class RecordingReceiver final : public Receiver {
 public:
  void deliver(Frame frame) override {
    words.push_back(frame.message->word);
    frames.push_back(std::move(frame));
  }
  void peer_lost(ProcessId peer, Error why) override {
    lost.emplace_back(peer, why.text());
    words_before_loss = words.size();
  }

  std::vector<std::uint64_t> words;
  std::vector<Frame> frames;
  std::vector<std::pair<ProcessId, std::string>> lost;
  std::size_t words_before_loss = 0;
};

/// A message of bytes; `word` tells it from others.
inline MessagePtr bytes_message(Pool& pool, std::uint64_t word, std::size_t payload_bytes = 0,
                                PeId source = PeId(0), PeId destination = PeId(0)) {
  MessagePtr message = pool.acquire(payload_bytes);
  message->form = payload_bytes == 0 ? PayloadForm::none : PayloadForm::bytes;
  message->word = word;
  message->source = source;
  message->destination = destination;
  return message;
}

/// Bytes that a span has in its serialized form beside its elements: their count.
inline constexpr std::size_t count_bytes = sizeof(std::uint64_t);

/// A message that lends `values`, of at most 8 bytes each.
template <class T>
MessagePtr lent_message(Pool& pool, std::span<const T> values, std::uint64_t word = 0) {
  MessagePtr message = make_pieces(pool, count_bytes + values.size_bytes(), values.size_bytes(),
                                   [&](serial::Gatherer& gatherer) { gatherer.lend(values); });
  message->word = word;
  message->source = message->destination = PeId(0);
  return message;
}

}  // namespace isthmus::engine::fabric
