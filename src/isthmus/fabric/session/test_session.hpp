// isthmus/fabric/session/test_session.hpp: two ends of a session and the bytes between them; for
// the room's own tests.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <climits>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/session/session.hpp"
#include "isthmus/fabric/session/sum.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric::session {

inline constexpr std::uint32_t payload_bytes_max = 1 << 20;

inline Options options_of(unsigned slots, std::size_t window_bytes = 1 << 20,
                          std::uint32_t segment_bytes = 8192) {
  return {{payload_bytes_max, 4, 4}, window_bytes, segment_bytes, slots};
}

inline void fill(std::span<std::byte> bytes, std::uint64_t seed) {
  Random random(seed);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.next());
}

/// Two ends and the bytes under way between them, as connections would carry them.
class SessionTest : public ::testing::Test {
 protected:
  struct End {
    End(const Options& options, Pool* const& blocks) : session(options, blocks) {}
    Session session;
    std::vector<std::deque<std::byte>> incoming;  // by connection
    std::uint64_t pushed = 0;
    std::vector<std::uint64_t> received;
    std::optional<unsigned> unfinished;  // a connection whose messages were not all taken
    std::vector<std::byte> staged;       // what was read from it and not taken
    std::optional<Error> error;
  };

  void make(const Options& options) {
    for (auto& end : ends) {
      end = std::make_unique<End>(options, blocks);
      end->incoming.resize(options.slots);
    }
    slots = options.slots;
    for (unsigned slot = 0; slot < slots; ++slot) open(slot);
  }
  void TearDown() override {
    ends = {};
    EXPECT_EQ(pool.outstanding(), 0);
  }

  End& a() { return *ends[0]; }
  End& b() { return *ends[1]; }
  End& other(const End& end) { return &end == ends[0].get() ? b() : a(); }

  void open(unsigned slot) {
    for (auto& end : ends) end->session.opened(slot);
  }
  std::size_t lose(unsigned slot) {
    std::size_t frames = 0;
    for (auto& end : ends) {
      end->incoming[slot].clear();
      if (end->unfinished == slot) end->unfinished.reset();
      frames += end->session.lost(slot);
    }
    return frames;
  }

  /// Changes a byte that is under way. False where none is.
  bool damage(End& end, unsigned slot, std::uint64_t at) {
    auto& wire = end.incoming[slot];
    if (wire.empty()) return false;
    wire[at % wire.size()] ^= std::byte{0x20};
    return true;
  }

  /// Takes some bytes away that are under way.
  bool swallow(End& end, unsigned slot, std::uint64_t at, std::uint64_t count) {
    auto& wire = end.incoming[slot];
    if (wire.empty()) return false;
    const auto begin = wire.begin() + static_cast<std::ptrdiff_t>(at % wire.size());
    const auto left = static_cast<std::uint64_t>(wire.end() - begin);
    wire.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(count, left)));
    return true;
  }

  bool push(End& end, std::size_t payload_bytes) {
    if (!end.session.has_room(header_bytes + payload_bytes)) return false;
    MessagePtr message = bytes_message(pool, end.pushed, payload_bytes);
    fill({message->payload(), payload_bytes}, end.pushed);
    end.session.push(std::move(message));
    ++end.pushed;
    return true;
  }

  /// Moves up to `bytes_max` bytes from the end to a connection; false when it has none.
  bool write(End& end, std::size_t bytes_max, std::uint64_t blocked = 0) {
    end.session.set_time(now_ns);
    const auto slot = end.session.next_writer(blocked);
    if (!slot) return false;
    Gathered gathered;
    end.session.gather(*slot, gathered);
    std::size_t moved = 0;
    for (std::size_t i = 0; i < gathered.piece_count && moved < bytes_max; ++i) {
      const auto* bytes = static_cast<const std::byte*>(gathered.pieces[i].iov_base);
      const std::size_t count = std::min(gathered.pieces[i].iov_len, bytes_max - moved);
      auto& wire = other(end).incoming[*slot];
      wire.insert(wire.end(), bytes, bytes + count);
      moved += count;
    }
    end.session.written(*slot, moved);
    return true;
  }

  /// Hands up to `bytes_max` bytes that came on a connection to the end, in place if `in_place`.
  /// Whoever takes no more than `messages_max` goes on with that connection the next time.
  bool read(End& end, unsigned slot, std::size_t bytes_max, bool in_place = false,
            int messages_max = INT_MAX) {
    const bool goes_on = end.unfinished.has_value();
    if (goes_on) slot = *std::exchange(end.unfinished, std::nullopt);
    auto& wire = end.incoming[slot];
    if ((wire.empty() && !goes_on) || end.error) return false;
    end.session.set_time(now_ns);
    if (goes_on) {
      in_place = false;
      bytes_max = 0;
    }
    if (in_place) {
      const auto gap = end.session.gap(slot);
      const std::size_t count = std::min(gap.size(), wire.size());
      std::copy_n(wire.begin(), count, gap.begin());
      wire.erase(wire.begin(), wire.begin() + static_cast<std::ptrdiff_t>(count));
      end.session.filled(slot, count);
    }
    const std::size_t count = std::min(bytes_max, wire.size());
    std::vector<std::byte> bytes(wire.begin(), wire.begin() + static_cast<std::ptrdiff_t>(count));
    if (goes_on) bytes = std::move(end.staged);
    wire.erase(wire.begin(), wire.begin() + static_cast<std::ptrdiff_t>(count));
    std::span<const std::byte> left(bytes);
    while (true) {
      auto message = end.session.take(slot, left);
      if (!message) {
        if (forgives_damage && message.error().code == ErrorCode::io) {
          damaged.push_back(slot);
        } else {
          end.error = message.error();
        }
        return true;
      }
      if (*message == nullptr) break;
      check(end, **message);
      pool.release(std::move(*message));
      if (--messages_max > 0) continue;
      end.unfinished = slot;
      end.staged.assign(left.begin(), left.end());
      return true;
    }
    EXPECT_TRUE(left.empty());
    return true;
  }

  void check(End& end, const Message& message) {
    EXPECT_EQ(message.word, end.received.size()) << "lost, doubled or out of order";
    end.received.push_back(message.word);
    std::vector<std::byte> expected(message.payload_bytes);
    fill(expected, message.word);
    EXPECT_TRUE(std::ranges::equal(expected, message.payload_span())) << "damaged";
  }

  bool step() {
    bool moved = false;
    for (auto& end : ends) {
      while (write(*end, 1 << 20)) moved = true;
      for (unsigned slot = 0; slot < slots; ++slot) moved |= read(*end, slot, 1 << 20);
    }
    now_ns += 1'000'000;
    return moved;
  }
  void settle() {
    for (int idle = 0; idle < 5; idle = step() ? 0 : idle + 1) {
    }
  }

  /// Frames both ways over connections of which some break at any byte, or change or swallow some,
  /// by the seed.
  void play(std::uint64_t seed, unsigned slot_count) {
    Random random(seed);
    make(options_of(slot_count, std::size_t{1} << (14 + random.below(7)),
                    static_cast<std::uint32_t>(1 + random.below(20'000))));
    constexpr std::uint64_t count = 200;
    bool is_ended = false;
    for (int turn = 0; turn < 2'000'000; ++turn) {
      End& end = *ends[random.below(2)];
      now_ns += static_cast<TimeNs>(random.below(300'000));
      const bool may_push = end.pushed < count;
      const auto what = random.below(100);
      if (what < 20 && may_push) {
        push(end, random.below(4) == 0 ? random.below(60'000) : random.below(200));
      } else if (what < 55) {
        write(end, 1 + random.below(30'000), random.below(4) == 0 ? random.next() : 0);
      } else if (what < 98) {
        read(end, static_cast<unsigned>(random.below(slot_count)), 1 + random.below(30'000),
             random.below(2) == 0, random.below(3) == 0 ? 1 : INT_MAX);
      } else if (random.below(4) == 0) {
        const auto slot = static_cast<unsigned>(random.below(slot_count));
        const auto how = random.below(4);
        if (how < 2) {
          const auto bytes = 1 + random.below(random.below(2) == 0 ? 100 : 20'000);
          const bool is_done = how == 0 ? damage(end, slot, random.next())
                                        : swallow(end, slot, random.next(), bytes);
          damages += is_done ? 1 : 0;
          continue;
        }
        // Some connections stay away for a while.
        if (a().session.is_open(slot)) {
          lose(slot);
          if (random.below(3) > 0) open(slot);
        } else {
          open(slot);
        }
      }
      for (unsigned slot = 0; slot < slot_count; ++slot) {
        // Whoever finds a connection damaged gives it up.
        if (std::erase(damaged, slot) == 0) continue;
        lose(slot);
        open(slot);
      }
      if (!is_ended && a().pushed == count && b().pushed == count) {
        a().session.end();
        b().session.end();
        is_ended = true;
      }
      if (a().session.is_finished() && b().session.is_finished()) break;
    }
    EXPECT_TRUE(a().session.is_finished() && b().session.is_finished());
    for (auto& end : ends) {
      EXPECT_EQ(end->received.size(), count);
      EXPECT_EQ(end->session.kept_bytes(), 0U);
      EXPECT_FALSE(end->error) << end->error->text();
    }
  }

  Pool pool;
  Pool* blocks = &pool;
  std::array<std::unique_ptr<End>, 2> ends;
  unsigned slots = 1;
  TimeNs now_ns = 0;
  bool forgives_damage = false;   // else it is the end's error
  std::vector<unsigned> damaged;  // connections on which it was found
  int damages = 0;
};

}  // namespace isthmus::engine::fabric::session
