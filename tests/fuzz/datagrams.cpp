// Datagrams from a peer that has the token: datagram::Conversation, both what it makes of them and
// what it answers.
#include <algorithm>
#include <array>

#include "fuzz/frame_seeds.hpp"
#include "fuzz/target.hpp"
#include "isthmus/fabric/datagram/conversation.hpp"

namespace isthmus::engine::fuzz {

namespace {

using fabric::WireLimits;
using fabric::datagram::Conversation;
using fabric::datagram::datagram_bytes_min;
using fabric::datagram::Head;
using fabric::datagram::head_bytes;
using fabric::datagram::is_whole;
using fabric::datagram::length_of_piece;
using fabric::datagram::Piece;
using fabric::datagram::piece_bytes_of;
using fabric::datagram::seal;
using fabric::datagram::take_head;
using fabric::datagram::take_piece;
using fabric::datagram::write_head;
using fabric::datagram::write_piece_head;

constexpr WireLimits limits{1 << 20, 4, 8};
constexpr std::size_t window_bytes = 64 * 1024;
constexpr std::uint64_t own_token = 1;
constexpr std::uint64_t peer_token = 2;

/// Behind the token and the sum, which are made here.
constexpr std::size_t given_from = 16;

void look_at_answers(Conversation& conversation, TimeNs now_ns) {
  std::array<std::byte, datagram_bytes_min> room{};
  for (int i = 0; i < 64; ++i) {
    const std::size_t bytes = conversation.write(room, now_ns);
    if (bytes == 0) return;
    std::span<const std::byte> answer = std::span(room).first(bytes);
    require(is_whole(answer, peer_token), "an answer is the peer's");
    require(take_head(answer).has_value(), "an answer has a head");
    while (!answer.empty()) {
      require(take_piece(answer, piece_bytes_of(datagram_bytes_min)).has_value(),
              "what is sent keeps to the format");
    }
  }
}

void run(Input input) {
  Pool pool;
  {
    Conversation conversation({.own_token = own_token,
                               .peer_token = peer_token,
                               .datagram_bytes = datagram_bytes_min,
                               .peer_datagram_bytes = datagram_bytes_min,
                               .window_bytes = window_bytes,
                               .peer_window_bytes = window_bytes,
                               .limits = limits});
    MessagePtr own = pool.acquire(3000);
    own->form = PayloadForm::bytes;
    std::fill_n(own->payload(), 3000, std::byte{7});
    conversation.push(std::move(own));
    conversation.end();
    Source source(input);
    TimeNs now_ns = 1;
    look_at_answers(conversation, now_ns);
    while (!source.is_empty()) {
      now_ns += TimeNs{source.take<std::uint16_t>()} * 100'000;
      const Input given = source.take_bytes(source.take<std::uint16_t>() % datagram_bytes_min);
      Bytes datagram(std::max(given_from + given.size(), head_bytes));
      std::memcpy(datagram.data(), &own_token, sizeof(own_token));
      std::ranges::copy(given, datagram.begin() + given_from);
      seal(datagram);
      const auto taken = conversation.take(datagram, now_ns, pool);
      if (!taken) {
        require(taken.error().code == ErrorCode::malformed, "the peer is to blame");
        break;
      }
      conversation.attend(now_ns);
      if (source.take<std::uint8_t>() % 2 == 0) {
        while (conversation.has_ready()) pool.release(conversation.take_ready(now_ns));
      }
      require(pool.outstanding() <= 4096 + 2, "what is held for a peer stays bounded");
      look_at_answers(conversation, now_ns);
    }
    conversation.drop(pool);
  }
  require(pool.outstanding() == 0, "no message is left over");
}

void put_datagram(Sink& sink, const Head& head, const std::vector<Piece>& pieces) {
  Bytes datagram(datagram_bytes_min);
  std::size_t size = write_head(head, own_token, datagram);
  for (const Piece& piece : pieces) {
    size += write_piece_head(piece, std::span(datagram).subspan(size));
    std::ranges::copy(piece.bytes, datagram.begin() + static_cast<std::ptrdiff_t>(size));
    size += piece.bytes.size();
  }
  sink.put(std::uint16_t{10}).put(static_cast<std::uint16_t>(size - given_from));
  sink.put_bytes(Input(datagram).subspan(given_from, size - given_from)).put(std::uint8_t{0});
}

/// Frames in pieces, the last datagram first; what was said here is acknowledged.
Bytes sample() {
  Sink sink;
  constexpr std::size_t piece_bytes = piece_bytes_of(datagram_bytes_min);
  const std::vector<Bytes> frames = sample_frames();
  std::uint64_t number = 40;
  for (std::size_t i = frames.size(); i-- > 0;) {
    const auto bytes = static_cast<std::uint32_t>(frames[i].size());
    for (std::uint32_t at = 0; at < bytes; at += piece_bytes) {
      const Input piece = Input(frames[i]).subspan(at, length_of_piece(bytes, at, piece_bytes));
      put_datagram(sink, {.number = --number}, {{i, bytes, at, piece}});
    }
  }
  Head last{.number = 41, .settled = 30, .credit = 1 << 20};
  last.received.range = {{{3, 5}, {0, 2}}};
  last.received.count = 2;
  put_datagram(sink, last, {{frames.size(), 0, 0, {}}, {Piece::ping_frame, 0, 0, {}}});
  return sink.take();
}

std::vector<Bytes> seeds() { return {sample()}; }

}  // namespace

extern const Target datagrams;
const Target datagrams{"datagrams", run, seeds};

}  // namespace isthmus::engine::fuzz
