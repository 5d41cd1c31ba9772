#include "isthmus/fabric/filter/compress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/memory_pair.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr WireLimits limits = {1 << 20, 64, 64};

/// States a bandwidth, as a delay filter does.
class Stated final : public Filter {
 public:
  explicit Stated(std::unique_ptr<Device> below) : Filter(std::move(below)) {}
  LinkState link_state(ProcessId) override { return {bandwidth_bytes_per_s, 0}; }
  double bandwidth_bytes_per_s = 0;
};

class LinesLog final : public Log {
 public:
  void write(LogLevel, std::string_view line) override { lines.emplace_back(line); }
  std::vector<std::string> lines;
};

/// Packing takes time by the call.
class TickingClock final : public Clock {
 public:
  TimeNs now_ns() const override { return now_ns_ += tick_ns; }
  TimeNs tick_ns = 0;

 private:
  mutable TimeNs now_ns_ = 0;
};

class CompressFilterTest : public ::testing::Test {
 protected:
  void make(CompressOptions options) {
    auto [a, b] = MemoryEnd::pair(1000);
    wire = a.get();
    auto link = std::make_unique<Stated>(std::move(a));
    stated = link.get();
    sender = std::make_unique<CompressFilter>(std::move(link), Rewriting{0, limits}, options,
                                              CompressParts{&clock, &counters, &log});
    receiver = std::make_unique<CompressFilter>(std::move(b), Rewriting{0, limits}, options,
                                                CompressParts{nullptr, &counters, nullptr});
    sender->attach(at_sender);
    receiver->attach(at_receiver);
  }

  MessagePtr smooth_message(std::size_t payload_bytes, std::uint64_t word = 0) {
    MessagePtr message = bytes_message(pool, word, payload_bytes);
    for (std::size_t i = 0; i + 8 <= payload_bytes; i += 8) {
      const double value = 1 + std::sin(static_cast<double>(i) * 1e-4);
      std::memcpy(message->payload() + i, &value, 8);
    }
    return message;
  }
  MessagePtr random_message(std::size_t payload_bytes) {
    MessagePtr message = bytes_message(pool, 0, payload_bytes);
    for (std::size_t i = 0; i < payload_bytes; ++i) {
      message->payload()[i] = static_cast<std::byte>(random.next());
    }
    return message;
  }

  /// Bytes on the wire; checks that the message comes as it was.
  std::size_t send(MessagePtr message) {
    const auto expected = message->payload_span();
    const std::vector<std::byte> bytes(expected.begin(), expected.end());
    const std::size_t before = wire->sent_bytes();
    Frame frame{std::move(message), ProcessId(1)};
    EXPECT_EQ(sender->try_send(frame, now_ns), SendStatus::sent);
    receiver->progress(now_ns, 10);
    now_ns += 1'000'000;
    const auto received = at_receiver.frames.back().message->payload_span();
    EXPECT_TRUE(std::ranges::equal(received, bytes));
    EXPECT_EQ(at_receiver.frames.back().message->flags & rewritten_flags, 0);
    return wire->sent_bytes() - before - header_bytes;
  }

  Pool pool;
  Random random{3};
  TickingClock clock;
  trace::LinkCounters counters;
  LinesLog log;
  RecordingReceiver at_sender;
  RecordingReceiver at_receiver;
  MemoryEnd* wire = nullptr;
  Stated* stated = nullptr;
  std::unique_ptr<CompressFilter> sender;
  std::unique_ptr<CompressFilter> receiver;
  TimeNs now_ns = 0;
};

TEST_F(CompressFilterTest, PacksWithTheCodecThatIsNamed) {
  for (const Codec codec : {Codec::lz4, Codec::zstd}) {
    make({.codec = codec, .is_adaptive = false});
    EXPECT_LT(send(smooth_message(100'000)), 80'000u);
    EXPECT_EQ(send(random_message(100'000)), 100'000u) << "what does not get smaller is left alone";
    EXPECT_EQ(send(smooth_message(1000)), 1000u) << "less than min_bytes";
  }
  make({.codec = Codec::none, .is_adaptive = false});
  EXPECT_EQ(send(smooth_message(100'000)), 100'000u);
}

TEST_F(CompressFilterTest, LeavesAllAloneUntilALinkIsKnownToBeTheLimit) {
  make({});
  EXPECT_EQ(send(smooth_message(100'000)), 100'000u);
  stated->bandwidth_bytes_per_s = 1e6;
  EXPECT_LT(send(smooth_message(100'000)), 80'000u);
}

TEST_F(CompressFilterTest, SaysEverMoreSeldomWhatChangesToAndFro) {
  make({});
  clock.tick_ns = 30'000;
  const auto send_ten = [&](double bandwidth_bytes_per_s) {
    stated->bandwidth_bytes_per_s = bandwidth_bytes_per_s;
    for (int i = 0; i < 10; ++i) send(smooth_message(20'000));
  };
  for (int round = 0; round < 100; ++round) {
    send_ten(10e6);
    send_ten(10e9);
  }
  EXPECT_EQ(log.lines.size(), 2U) << "after 4 and after 8 messages; 16 in a row there were not";
  send_ten(10e6);
  send_ten(10e6);
  EXPECT_EQ(log.lines.size(), 3U) << "a lasting change";
}

TEST_F(CompressFilterTest, PacksOverASlowLinkAndNotOverAFastOneAndSaysSo) {
  make({});
  clock.tick_ns = 30'000;  // about 1 ns a byte of the samples
  stated->bandwidth_bytes_per_s = 10e6;
  for (int i = 0; i < 20; ++i) EXPECT_LT(send(smooth_message(100'000)), 80'000u);
  stated->bandwidth_bytes_per_s = 10e9;
  for (int i = 0; i < 20; ++i) send(smooth_message(100'000));
  EXPECT_EQ(send(smooth_message(100'000)), 100'000u);
  EXPECT_THAT(log.lines,
              ElementsAre(HasSubstr("compress: messages of 65536 to 131071 bytes to process 1: "),
                          HasSubstr("to process 1: none, over 1e+04 MB/s")));
  EXPECT_THAT(log.lines[0], HasSubstr("over 10 MB/s"));
  EXPECT_EQ(counters.compress_switches.value(), 2u);
  EXPECT_GT(counters.compress_bytes_before.value(), counters.compress_bytes_after.value());
  EXPECT_GE(counters.compress_ns.value(), 15u * 30'000);
}

TEST_F(CompressFilterTest, FindsOutThatTheDataHaveChanged) {
  make({});
  stated->bandwidth_bytes_per_s = 10e6;
  for (int i = 0; i < 100; ++i) EXPECT_EQ(send(random_message(50'000)), 50'000u);
  std::size_t last = 0;
  for (int i = 0; i < 500; ++i) last = send(smooth_message(50'000));
  EXPECT_LT(last, 40'000u);
  for (int i = 0; i < 20; ++i) last = send(random_message(50'000));
  EXPECT_EQ(last, 50'000u);
}

TEST_F(CompressFilterTest, PacksPiecesWhereverTheyLie) {
  make({.codec = Codec::zstd, .is_adaptive = false});
  std::vector<double> values(5000);
  std::iota(values.begin(), values.end(), 0.5);
  Frame frame{lent_message(pool, std::span<const double>(values)), ProcessId(1)};
  ASSERT_EQ(sender->try_send(frame, 0), SendStatus::sent);
  receiver->progress(0, 10);
  const MessagePtr flat = flattened(lent_message(pool, std::span<const double>(values)), pool);
  EXPECT_TRUE(
      std::ranges::equal(at_receiver.frames[0].message->payload_span(), flat->payload_span()));
  EXPECT_LT(wire->sent_bytes(), 20'000u);
}

TEST_F(CompressFilterTest, KeepsTheOrderOfPackedAndOtherFrames) {
  auto [a, b] = MemoryEnd::pair(2);
  CompressFilter from(std::move(a), Rewriting{0, limits},
                      {.codec = Codec::lz4, .is_adaptive = false}, {});
  CompressFilter to(std::move(b), Rewriting{0, limits}, {}, {});
  from.attach(at_sender);
  to.attach(at_receiver);
  std::vector<std::uint64_t> expected;
  for (std::uint64_t word = 0; word < 200; ++word) {
    Frame frame{smooth_message(random.below(2) == 0 ? 100 : 10'000, word), ProcessId(1)};
    while (from.try_send(frame, 0) != SendStatus::sent) {
      to.progress(0, 1);
      from.progress(0, 1);
    }
    expected.push_back(word);
  }
  for (int i = 0; i < 10; ++i) {
    from.progress(0, 10);
    to.progress(0, 10);
  }
  EXPECT_EQ(at_receiver.words, expected);
}

TEST_F(CompressFilterTest, GivesBackAFrameForAPeerThatIsGoneAsItWas) {
  make({.codec = Codec::lz4, .is_adaptive = false});
  receiver.reset();
  Frame frame{smooth_message(10'000), ProcessId(1)};
  EXPECT_EQ(sender->try_send(frame, 0), SendStatus::unreachable);
  ASSERT_NE(frame.message, nullptr);
  EXPECT_EQ(frame.message->payload_bytes, 10'000u);
}

/// Where the numbers of an InexactKind's payload begin.
constexpr std::uint32_t numbers_at = 16;

/// A payload of a bound, whether it has been made use of, and doubles.
struct InexactKind : PayloadOps {
  InexactKind() {
    inexact_arrays = [](std::span<const std::byte> payload) {
      InexactArrays found;
      AdmittedError error;
      if (payload.size() <= numbers_at) return found;
      std::memcpy(&error.bound, payload.data(), 8);
      error.is_spent = payload[8] != std::byte{0};
      const auto count = static_cast<std::uint32_t>((payload.size() - numbers_at) / 8);
      if (error.admits_any()) found.add({numbers_at, count, 8, error.bound, 8});
      return found;
    };
    enlist("a kind whose numbers may come with an error");
  }
};
const InexactKind inexact_kind;

class CompressWithLoss : public CompressFilterTest {
 protected:
  static constexpr double bound = 1e-6;

  void SetUp() override {
    if (!ZfpBlocks::are_available()) GTEST_SKIP() << "this build has no zfp";
  }

  void make_lossy(CompressOptions options) {
    options.takes_loss = true;
    make(options);
  }
  void make(CompressOptions options) {
    auto [a, b] = MemoryEnd::pair(1000);
    wire = a.get();
    auto link = std::make_unique<Stated>(std::move(a));
    stated = link.get();
    sender = std::make_unique<CompressFilter>(std::move(link), Rewriting{0, limits}, options,
                                              CompressParts{&clock, &counters, &log, &kinds});
    receiver =
        std::make_unique<CompressFilter>(std::move(b), Rewriting{0, limits}, CompressOptions(),
                                         CompressParts{nullptr, nullptr, nullptr, &kinds});
    sender->attach(at_sender);
    receiver->attach(at_receiver);
  }

  static std::vector<double> noisy(std::size_t count) {
    Random random(5);
    std::vector<double> numbers(count);
    for (std::size_t i = 0; i < count; ++i) {
      numbers[i] = std::sin(static_cast<double>(i) * 1e-3) + 1e-3 * random.uniform();
    }
    return numbers;
  }
  MessagePtr message_of(const std::vector<double>& numbers, double admitted = bound) {
    MessagePtr message = bytes_message(pool, 0, numbers_at + 8 * numbers.size());
    std::memset(message->payload(), 0, numbers_at);
    std::memcpy(message->payload(), &admitted, 8);
    std::memcpy(message->payload() + numbers_at, numbers.data(), 8 * numbers.size());
    message->ops = &inexact_kind;
    return message;
  }

  struct Come {
    std::size_t bytes = 0;  ///< On the wire.
    bool is_as_sent = false;
    bool is_spent = false;
    double error = 0;  ///< The greatest.
  };
  Come send_and_compare(MessagePtr message) {
    const auto payload = message->payload_span();
    const std::vector<std::byte> before(payload.begin(), payload.end());
    const std::size_t sent_before = wire->sent_bytes();
    Frame frame{std::move(message), ProcessId(1)};
    EXPECT_EQ(sender->try_send(frame, now_ns), SendStatus::sent);
    receiver->progress(now_ns, 10);
    now_ns += 1'000'000;
    EXPECT_TRUE(at_receiver.lost.empty());
    const auto after = at_receiver.frames.back().message->payload_span();
    Come come{.bytes = wire->sent_bytes() - sent_before - header_bytes,
              .is_as_sent = std::ranges::equal(before, after)};
    EXPECT_EQ(before.size(), after.size());
    come.is_spent = after[8] != std::byte{0};
    for (std::size_t at = numbers_at; at + 8 <= after.size(); at += 8) {
      double sent = 0;
      double received = 0;
      std::memcpy(&sent, &before[at], 8);
      std::memcpy(&received, &after[at], 8);
      come.error = std::max(come.error, std::abs(sent - received));
    }
    return come;
  }

  const PayloadTable kinds = PayloadTable::of_program().value();
};

TEST_F(CompressWithLoss, SendsNumbersWithTheErrorThatTheirMessageAdmits) {
  for (const Codec codec : {Codec::none, Codec::lz4, Codec::zstd}) {
    make_lossy({.codec = codec, .is_adaptive = false});
    const Come come = send_and_compare(message_of(noisy(10'000)));
    EXPECT_LT(come.bytes, 8u * 10'000 / 2);
    EXPECT_GT(come.error, 0);
    EXPECT_LE(come.error, bound);
    EXPECT_TRUE(come.is_spent);
  }
  EXPECT_EQ(counters.compress_inexact.value(), 3u);
}

TEST_F(CompressWithLoss, IsWeighedAgainstTheOtherPackingsAndNamedInTheLog) {
  make_lossy({});
  clock.tick_ns = 30'000;
  stated->bandwidth_bytes_per_s = 1e6;
  Come come;
  for (int i = 0; i < 10; ++i) come = send_and_compare(message_of(noisy(10'000)));
  EXPECT_GT(come.error, 0);
  ASSERT_FALSE(log.lines.empty());
  EXPECT_THAT(log.lines[0], HasSubstr("to process 1: zfp within the error admitted, "));
  stated->bandwidth_bytes_per_s = 10e9;
  for (int i = 0; i < 20; ++i) come = send_and_compare(message_of(noisy(10'000)));
  EXPECT_TRUE(come.is_as_sent) << "over a fast link packing only takes time";
}

TEST_F(CompressWithLoss, LeavesAllAsItIsThatAdmitsNone) {
  make_lossy({.codec = Codec::zstd, .is_adaptive = false});
  EXPECT_TRUE(send_and_compare(message_of(noisy(10'000), 0)).is_as_sent);
  EXPECT_TRUE(send_and_compare(message_of(noisy(10'000), -1)).is_as_sent);
  EXPECT_TRUE(send_and_compare(message_of(noisy(10'000), HUGE_VAL)).is_as_sent);
  EXPECT_TRUE(send_and_compare(message_of(noisy(10'000), std::nan(""))).is_as_sent);
  MessagePtr other = message_of(noisy(10'000));
  other->ops = nullptr;
  EXPECT_TRUE(send_and_compare(std::move(other)).is_as_sent) << "of another kind";
  EXPECT_EQ(counters.compress_inexact.value(), 0u);
}

TEST_F(CompressWithLoss, LeavesAllAsItIsUnlessTheOperatorAsksForIt) {
  for (const Codec codec : {Codec::lz4, Codec::zstd}) {
    make({.codec = codec, .is_adaptive = false});
    EXPECT_TRUE(send_and_compare(message_of(noisy(10'000))).is_as_sent);
  }
  make({});
  stated->bandwidth_bytes_per_s = 1e5;
  EXPECT_TRUE(send_and_compare(message_of(noisy(10'000))).is_as_sent);
}

TEST_F(CompressWithLoss, TakesAnotherPackingWhereTheBoundCannotBeKept) {
  make_lossy({.codec = Codec::zstd, .is_adaptive = false});
  EXPECT_FALSE(send_and_compare(message_of(noisy(10'000))).is_as_sent);
  for (const double odd : {std::nan(""), HUGE_VAL, 1e100}) {
    std::vector<double> numbers = noisy(10'000);
    numbers[9'999] = odd;
    const Come come = send_and_compare(message_of(numbers));
    EXPECT_TRUE(come.is_as_sent);
    EXPECT_LT(come.bytes, 8u * 10'000) << "the packing that changes nothing";
  }
}

// A message that is forwarded over a second link would else be off by twice the bound.
TEST_F(CompressWithLoss, ChangesNumbersOnceAlone) {
  make_lossy({.codec = Codec::zstd, .is_adaptive = false});
  EXPECT_FALSE(send_and_compare(message_of(noisy(10'000))).is_as_sent);
  MessagePtr forwarded = std::move(at_receiver.frames.back().message);
  forwarded->flags |= flag_on_wire;
  forwarded->ops_id = inexact_kind.id;
  EXPECT_TRUE(send_and_compare(std::move(forwarded)).is_as_sent);
}

TEST_F(CompressWithLoss, KnowsKindsOfForwardedMessages) {
  make_lossy({.codec = Codec::zstd, .is_adaptive = false});
  MessagePtr forwarded = message_of(noisy(10'000));
  forwarded->flags |= flag_on_wire;
  forwarded->ops_id = inexact_kind.id;
  EXPECT_FALSE(send_and_compare(std::move(forwarded)).is_as_sent);
}

TEST_F(CompressWithLoss, LosesAPeerThatPacksSoWhatAdmitsNone) {
  make_lossy({.codec = Codec::zstd, .is_adaptive = false});
  wire->set_tamper([](Message& message) { message.ops_id ^= 1; });
  Frame frame{message_of(noisy(10'000)), ProcessId(1)};
  frame.message->flags |= flag_on_wire;
  frame.message->ops_id = inexact_kind.id;
  ASSERT_EQ(sender->try_send(frame, 0), SendStatus::sent);
  receiver->progress(0, 10);
  ASSERT_EQ(at_receiver.lost.size(), 1u);
  EXPECT_THAT(
      at_receiver.lost[0].second,
      HasSubstr("a compressed frame with an error that its kind of message does not admit"));
  EXPECT_TRUE(at_receiver.frames.empty());
}

/// What a peer that may say anything sends.
class CompressedGarbage : public CompressFilterTest {
 protected:
  /// Empty if it was taken for a message.
  std::string complaint_about(std::span<const std::byte> payload) {
    const std::int64_t before = pool.outstanding();
    auto [a, b] = MemoryEnd::pair();
    CompressFilter filter(std::move(b), Rewriting{0, limits}, {}, {});
    RecordingReceiver received;
    filter.attach(received);
    MessagePtr message = bytes_message(pool, 0, payload.size());
    message->form = PayloadForm::bytes;
    message->flags |= rewritten_flag(0);
    std::ranges::copy(payload, message->payload());
    Frame frame{std::move(message), ProcessId(1)};
    EXPECT_EQ(a->try_send(frame, 0), SendStatus::sent);
    filter.progress(0, 10);
    EXPECT_EQ(received.lost.size() + received.frames.size(), 1u);
    EXPECT_EQ(filter.messages_outstanding() + a->messages_outstanding() + pool.outstanding(),
              before + static_cast<std::int64_t>(received.frames.size()));
    return received.lost.empty() ? "" : received.lost[0].second;
  }
  std::string complaint_about_head(std::uint32_t bytes, unsigned codec, unsigned element_bytes,
                                   std::size_t rest = 100) {
    std::vector<std::byte> payload(8 + rest);
    std::memcpy(payload.data(), &bytes, 4);
    payload[4] = static_cast<std::byte>(codec);
    payload[5] = static_cast<std::byte>(element_bytes);
    return complaint_about(payload);
  }
};

TEST_F(CompressedGarbage, IsRefusedWithWhatIsWrong) {
  EXPECT_THAT(complaint_about({}), HasSubstr("process 0: a compressed frame of 0 bytes"));
  EXPECT_THAT(complaint_about_head(100, 4, 1), HasSubstr("by an unknown codec, 4 for"));
  EXPECT_THAT(complaint_about_head(100, 3, 8), HasSubstr("by an unknown codec, 3 for"));
  EXPECT_THAT(complaint_about_head(100, 3, 1), HasSubstr("with 0 arrays of numbers"));
  EXPECT_THAT(complaint_about_head(100, 0, 1), HasSubstr("by an unknown codec, 0 for"));
  EXPECT_THAT(complaint_about_head(100, 1, 2), HasSubstr("for elements of 2 bytes"));
  EXPECT_THAT(complaint_about_head(UINT32_MAX, 1, 1, 1 << 16),
              HasSubstr("of 65536 bytes that claims to unpack to 4294967295"));
  EXPECT_THAT(complaint_about_head(1 << 20, 1, 1), HasSubstr("claims to unpack to 1048576"));
  EXPECT_THAT(complaint_about_head(1 << 20, 2, 8), HasSubstr("claims to unpack to 1048576"));
  EXPECT_THAT(complaint_about_head(120, 1, 1), HasSubstr("that does not unpack"));
}

TEST_F(CompressedGarbage, OfEveryKindIsSurvived) {
  Codecs codecs(1);
  const MessagePtr smooth = smooth_message(2000);
  for (int round = 0; round < 4000; ++round) {
    const Packing packing = packings[1 + random.below(inexact_packing - 1)];
    std::vector<std::byte> payload(3000);
    const std::uint32_t bytes = 2000;
    std::memcpy(payload.data(), &bytes, 4);
    payload[4] = static_cast<std::byte>(packing.codec);
    payload[5] = static_cast<std::byte>(packing.element_bytes);
    payload[6] = payload[7] = std::byte{0};
    payload.resize(8 + codecs.pack(packing, smooth->payload_span(), std::span(payload).subspan(8)));
    if (round % 2 == 0) payload.resize(random.below(payload.size()));
    for (int flips = round % 5; flips > 0 && !payload.empty(); --flips) {
      payload[random.below(payload.size())] ^= static_cast<std::byte>(1u << random.below(8));
    }
    complaint_about(payload);
  }
}

}  // namespace
}  // namespace isthmus::engine::fabric
