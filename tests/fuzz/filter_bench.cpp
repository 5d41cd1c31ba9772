#include "fuzz/filter_bench.hpp"

#include <algorithm>
#include <utility>

#include "fuzz/frame_seeds.hpp"

namespace isthmus::engine::fuzz {

using fabric::bytes_message;
using fabric::decode_header;
using fabric::Frame;
using fabric::HeaderBytes;
using fabric::MemoryEnd;
using fabric::message_for;
using fabric::RecordingReceiver;
using fabric::rewritten_flag;
using fabric::SendStatus;
using fabric::WireLimits;

namespace {

/// Of what is sent; takes several TLS records.
constexpr std::size_t payload_bytes_end = 20'000;

/// Numbers that compress, but not to nothing; other ones for each message.
Input payload_of(std::uint64_t word, std::size_t bytes) {
  constexpr std::size_t words = 64;
  static const Bytes numbers = [] {
    Bytes made(payload_bytes_end + 8 * words);
    for (std::size_t i = 0; i < made.size(); ++i) {
      made[i] = static_cast<std::byte>(i % 8 < 3 ? i / 8 : 0);
    }
    return made;
  }();
  return Input(numbers).subspan(8 * (word % words), bytes);
}

}  // namespace

MessagePtr take_frame(Source& source, const WireLimits& limits, Pool& pool) {
  auto bytes = source.take<HeaderBytes>();
  Message header;
  std::memcpy(static_cast<void*>(&header), bytes.data(), sizeof(header));
  const Input payload = source.take_bytes(header.payload_bytes & 0x3fff);
  header.payload_bytes = static_cast<std::uint32_t>(payload.size());
  std::memcpy(bytes.data(), &header, sizeof(header));
  const Expected<Message> sound = decode_header(bytes, limits);
  if (!sound) return nullptr;
  MessagePtr message = message_for(*sound, pool);
  if (!payload.empty()) std::memcpy(message->payload(), payload.data(), payload.size());
  return message;
}

FilterBench::FilterBench(const Make& make, bool finds_changes) : finds_changes_(finds_changes) {
  auto [a, b] = MemoryEnd::pair();
  wires_ = {a.get(), b.get()};
  filters_[0] = make(std::move(a), ProcessId(0));
  filters_[1] = make(std::move(b), ProcessId(1));
  for (std::size_t side : {0, 1}) {
    filters_[side]->attach(receivers_[side]);
    filters_[side]->use_pool(pool_);
    wires_[side]->set_tamper([this](Message& message) { tamper(message); });
  }
}

void FilterBench::run(Input input) {
  Source source(input);
  while (!source.is_empty()) {
    const auto choice = source.take<std::uint8_t>();
    const std::size_t side = choice >> 7;
    switch (static_cast<Step>((choice & 0x7f) % static_cast<unsigned>(Step::count))) {
      case Step::send:
        send(side, source.take<std::uint16_t>() % payload_bytes_end);
        break;
      case Step::change: {
        const auto at = source.take<std::uint16_t>();
        changes_.emplace_back(at, source.take<std::uint8_t>());
        break;
      }
      case Step::cut:
        cut_ = source.take<std::uint16_t>();
        break;
      case Step::make_up:
        make_up(side, source);
        break;
      default:
        progress();
    }
  }
  for (int i = 0; i < 4; ++i) progress();
}

void FilterBench::send(std::size_t side, std::size_t payload_bytes) {
  const std::uint64_t word = sent_[side];
  Frame frame{bytes_message(pool_, word, payload_bytes, PeId(side), PeId(1 - side)),
              ProcessId(1 - side)};
  std::ranges::copy(payload_of(word, payload_bytes), frame.message->payload());
  // A filter may first have to come to an understanding with its counterpart.
  SendStatus status = SendStatus::busy;
  for (int i = 0; i < 8 && status == SendStatus::busy; ++i) {
    status = filters_[side]->try_send(frame, 0);
    progress();
  }
  if (status == SendStatus::sent) {
    ++sent_[side];
  } else {
    pool_.release(std::move(frame.message));
  }
}

void FilterBench::make_up(std::size_t side, Source& source) {
  MessagePtr message = take_frame(source, limits, pool_);
  if (message == nullptr) return;
  was_meddled_with_ = true;
  Frame frame{std::move(message), ProcessId(1 - side)};
  if (wires_[side]->try_send(frame, 0) != SendStatus::sent) {
    pool_.release(std::move(frame.message));
  }
}

void FilterBench::tamper(Message& message) {
  const std::uint32_t bytes = message.payload_bytes;
  for (const auto& [at, mask] : std::exchange(changes_, {})) {
    if (at >= bytes || mask == 0) continue;
    message.payload()[at] ^= std::byte{mask};
    was_meddled_with_ = true;
  }
  const std::uint32_t cut = std::min<std::uint32_t>(std::exchange(cut_, std::uint16_t{0}), bytes);
  if (cut == 0) return;
  message.payload_bytes = bytes - cut;
  was_meddled_with_ = true;
}

void FilterBench::progress() {
  for (std::size_t side : {0, 1}) {
    filters_[side]->progress(0, 100);
    check_arrivals(side);
  }
}

void FilterBench::check_arrivals(std::size_t side) {
  RecordingReceiver& receiver = receivers_[side];
  require(receiver.lost.size() <= 1, "a peer is lost once");
  require(was_meddled_with_ || receiver.lost.empty(), "nobody is lost for nothing");
  require(receiver.lost.empty() || receiver.words_before_loss == receiver.words.size(),
          "nothing comes of a peer that is lost");
  for (Frame& frame : receiver.frames) {
    const Message& message = *frame.message;
    require(message.payload_bytes <= limits.payload_bytes_max, "a payload is bounded");
    require((message.flags & rewritten_flag(0)) == 0, "no mark is left");
    if (finds_changes_ || !was_meddled_with_) {
      require(message.word == come_[side]++, "each frame comes once, in order");
      require(message.payload_bytes < payload_bytes_end, "a payload is as long as it was");
      require(text_of(message.payload_span()) ==
                  text_of(payload_of(message.word, message.payload_bytes)),
              "a payload comes as it was");
    }
    pool_.release(std::move(frame.message));
  }
  receiver.frames.clear();
}

std::vector<Bytes> FilterBench::seeds() {
  const auto step = [](Step what, unsigned side = 0) {
    return static_cast<std::uint8_t>(static_cast<unsigned>(what) | side << 7);
  };
  Sink honest;
  for (const int size : {0, 8, 100, 1500, 17'000}) {
    const auto bytes = static_cast<std::uint16_t>(size);
    honest.put(step(Step::send)).put(bytes).put(step(Step::send, 1)).put(bytes);
  }
  Sink changed;
  changed.put(step(Step::send)).put(std::uint16_t{300});
  changed.put(step(Step::change)).put(std::uint16_t{5}).put(std::uint8_t{64});
  changed.put(step(Step::send)).put(std::uint16_t{300});
  Sink cut;
  cut.put(step(Step::cut)).put(std::uint16_t{9}).put(step(Step::send)).put(std::uint16_t{300});
  Sink made_up;
  for (const Bytes& frame : sample_frames()) {
    Bytes marked(frame);
    marked[offsetof(Message, flags) + 1] |= std::byte{1};
    made_up.put(step(Step::make_up)).put_bytes(marked);
  }
  return {honest.take(), changed.take(), cut.take(), made_up.take()};
}

}  // namespace isthmus::engine::fuzz
