// isthmus/base/random_stream.hpp: streams of random numbers that are kept and moved.
#pragma once

#include <array>
#include <cstdint>

namespace isthmus::engine {

/// Random numbers by counting: Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random
/// numbers: as easy as 1, 2, 3", 2011). Number `position` of stream `stream` of a seed is a
/// function of these three and of nothing else, the same on every machine. So an object has a
/// stream of its own, `RandomStream(seed, index)`, whose numbers depend on no other's, and that
/// goes with it: it is three numbers when the object moves or is kept in a checkpoint, and goes on
/// where it was. A seed has 2^64 streams of 2^65 numbers. One owner, no thread safety.
class RandomStream {
 public:
  RandomStream() = default;
  RandomStream(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}

  /// 64 even bits.
  std::uint64_t next() {
    const std::uint64_t block = position_ / 2;
    if (block + 1 != block_end_) {
      numbers_ = numbers_of(block);
      block_end_ = block + 1;
    }
    return numbers_[position_++ % 2];
  }

  /// Uniform in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  /// Uniform in [0, bound); bound > 0. The bias is below 2^-32 for bounds that fit 32 bits.
  std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
  }

  /// How many numbers have been drawn.
  std::uint64_t position() const { return position_; }
  /// The next number is that one, whether or not it has been drawn before: at the same step of
  /// another run the same numbers, say.
  void skip_to(std::uint64_t position) { position_ = position; }

  void serialize(auto& archive) {
    archive(seed_, stream_, position_);
    block_end_ = 0;  // It may have been read.
  }

  bool operator==(const RandomStream& other) const {
    return seed_ == other.seed_ && stream_ == other.stream_ && position_ == other.position_;
  }

  /// Ten rounds on a counter of four words by a key of two.
  using Words = std::array<std::uint32_t, 4>;
  static constexpr Words philox(Words counter, std::uint32_t key_0, std::uint32_t key_1) {
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t a = std::uint64_t{0xd2511f53} * counter[0];
      const std::uint64_t b = std::uint64_t{0xcd9e8d57} * counter[2];
      counter = {
          static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key_0, static_cast<std::uint32_t>(b),
          static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key_1, static_cast<std::uint32_t>(a)};
      key_0 += 0x9e3779b9;
      key_1 += 0xbb67ae85;
    }
    return counter;
  }

 private:
  std::array<std::uint64_t, 2> numbers_of(std::uint64_t block) const {
    const auto low = [](std::uint64_t word) { return static_cast<std::uint32_t>(word); };
    const auto high = [](std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); };
    const Words words =
        philox({low(block), high(block), low(stream_), high(stream_)}, low(seed_), high(seed_));
    return {std::uint64_t{words[1]} << 32 | words[0], std::uint64_t{words[3]} << 32 | words[2]};
  }

  std::uint64_t seed_ = 0;
  std::uint64_t stream_ = 0;
  std::uint64_t position_ = 0;
  std::array<std::uint64_t, 2> numbers_{};
  std::uint64_t block_end_ = 0;  // those of the block before this; 0: of none
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::RandomStream;

}  // namespace isthmus
