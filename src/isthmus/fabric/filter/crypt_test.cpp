#include "isthmus/fabric/filter/crypt.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/carrier/tcp/tcp.hpp"
#include "isthmus/fabric/memory_pair.hpp"
#include "isthmus/fabric/test_certificates.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

constexpr WireLimits limits = {1 << 20, 64, 64};

/// Process 0 has PE 0, process 1 has PE 1; every frame on the wire is kept as it was.
class CryptFilterTest : public ::testing::Test {
 protected:
  CryptFilterTest() { connect(secret, secret); }

  void connect(const Secret& secret_0, const Secret& secret_1) {
    auto [a, b] = MemoryEnd::pair();
    wires = {a.get(), b.get()};
    filters[0] = made(std::move(a), ProcessId(0), secret_0);
    filters[1] = made(std::move(b), ProcessId(1), secret_1);
    for (std::size_t side : {0, 1}) {
      receivers[side] = {};
      filters[side]->attach(receivers[side]);
      wires[side]->set_tamper([this](Message& message) { record(message); });
    }
  }

  std::unique_ptr<Device> made(std::unique_ptr<Device> below, ProcessId self,
                               const Secret& its_secret) {
    CryptOptions options;
    options.certificates = certificates[self.value];
    auto filter = CryptFilter::make(std::move(below), {0, limits}, options,
                                    {self, PeId(self.value), its_secret});
    EXPECT_TRUE(filter) << filter.error().text();
    return std::move(*filter);
  }

  void record(const Message& message) {
    const auto* header = reinterpret_cast<const char*>(&message);
    seen.append(header, header_bytes);
    seen.append(reinterpret_cast<const char*>(message.payload()), message.payload_bytes);
  }

  Frame frame_from(std::size_t side, std::size_t payload_bytes, std::uint64_t word = 0) {
    MessagePtr message = bytes_message(pool, word, payload_bytes, PeId(side), PeId(1 - side));
    for (std::size_t i = 0; i < payload_bytes; ++i) {
      message->payload()[i] = static_cast<std::byte>("the secret plan "[i % 16]);
    }
    return {std::move(message), ProcessId(1 - side)};
  }

  void step() {
    for (const auto& filter : filters) {
      if (filter != nullptr) filter->progress(0, 100);
    }
  }
  SendStatus send(std::size_t side, std::size_t payload_bytes, std::uint64_t word = 0) {
    Frame frame = frame_from(side, payload_bytes, word);
    SendStatus status = SendStatus::busy;
    for (int i = 0; i < 20 && status == SendStatus::busy; ++i) {
      status = filters[side]->try_send(frame, 0);
      step();
    }
    return status;
  }

  Pool pool;
  std::array<TlsCertificates, 2> certificates;  // by process
  const Secret secret{{std::byte{1}, std::byte{2}}};
  std::string seen;
  std::array<MemoryEnd*, 2> wires{};
  std::array<std::unique_ptr<Device>, 2> filters;
  std::array<RecordingReceiver, 2> receivers;
};

TEST_F(CryptFilterTest, ShowsNobodyWhatAFrameSays) {
  ASSERT_EQ(send(0, 1000, 0x1122334455667788), SendStatus::sent);
  ASSERT_EQ(receivers[1].frames.size(), 1u);
  const Message& message = *receivers[1].frames[0].message;
  EXPECT_EQ(message.word, 0x1122334455667788u);
  EXPECT_EQ(message.payload_bytes, 1000u);
  EXPECT_EQ(std::memcmp(message.payload(), "the secret plan the secret", 26), 0);
  EXPECT_EQ(seen.find("secret"), std::string::npos);
  EXPECT_EQ(seen.find("\x88\x77\x66\x55\x44\x33\x22\x11"), std::string::npos);
}

TEST_F(CryptFilterTest, BeginsWhicheverSideHasAFrameFirst) {
  for (const std::size_t first : {0, 1}) {
    connect(secret, secret);
    Frame early = frame_from(first, 10);
    EXPECT_EQ(filters[first]->try_send(early, 0), SendStatus::busy);
    EXPECT_EQ(early.message->payload_bytes, 10u);
    EXPECT_EQ(filters[first]->try_send(early, 0), SendStatus::busy) << "asked once";
    EXPECT_EQ(wires[first]->sent_count(), 1u);
    ASSERT_EQ(send(first, 10), SendStatus::sent);
    ASSERT_EQ(send(1 - first, 20), SendStatus::sent);
    EXPECT_EQ(receivers[0].frames.size() + receivers[1].frames.size(), 2u);
  }
}

TEST_F(CryptFilterTest, TakesCertificatesInThePlaceOfTheSecret) {
  const TestAuthority authority;
  certificates = {authority.certificates("one"), authority.certificates("other")};
  const Secret another{{std::byte{9}}};
  for (const std::size_t first : {0, 1}) {
    connect(secret, another);
    ASSERT_EQ(send(first, 1000), SendStatus::sent);
    ASSERT_EQ(send(1 - first, 100'000), SendStatus::sent);
    EXPECT_EQ(receivers[0].frames.size() + receivers[1].frames.size(), 2u);
    EXPECT_EQ(seen.find("secret plan"), std::string::npos);
  }
}

TEST_F(CryptFilterTest, TellsTheOtherEndWhyItIsNotBelieved) {
  const TestAuthority authority;
  const TestAuthority stranger;
  certificates = {authority.certificates("one"), authority.certificates("other")};
  certificates[1].certificate = stranger.certificates("strange").certificate;
  certificates[1].private_key = stranger.path("strange.key");
  for (const std::size_t first : {0, 1}) {
    connect(secret, secret);
    static_cast<void>(
        send(first, 10));  // perhaps before the other one has looked at the certificate
    step();
    ASSERT_EQ(receivers[0].lost.size(), 1u);
    EXPECT_THAT(receivers[0].lost[0].second,
                HasSubstr("the TLS handshake failed: certificate signature failure"));
    ASSERT_EQ(receivers[1].lost.size(), 1u);
    EXPECT_THAT(receivers[1].lost[0].second,
                HasSubstr("the other end has ended TLS (tlsv1 alert decrypt error)"));
    EXPECT_TRUE(receivers[0].frames.empty());
  }
}

TEST(CryptOptions, NameAllFilesOfCertificatesOrNone) {
  const auto complaint = [](std::map<std::string, std::string> parameters) {
    const auto settings = Settings::read(crypt_info, {"crypt", std::move(parameters)});
    EXPECT_TRUE(settings);
    const auto checked = check_crypt(*settings);
    return checked ? "none" : checked.error().text();
  };
  EXPECT_EQ(complaint({}), "none");
  EXPECT_EQ(complaint({{"certificate", "a"}, {"private_key", "b"}, {"authority", "c"}}), "none");
  EXPECT_THAT(Settings::read(crypt_info, {"crypt", {{"authority", ""}}}).error().text(),
              HasSubstr("'authority' of device 'crypt': '' (expected a text that is not empty)"));
  EXPECT_THAT(complaint({{"certificate", "a"}}),
              HasSubstr("'certificate' of device 'crypt' without 'private_key', 'authority'"));
  EXPECT_THAT(complaint({{"private_key", "b"}, {"authority", "c"}}),
              HasSubstr("'private_key', 'authority' of device 'crypt' without 'certificate'"));
}

TEST_F(CryptFilterTest, BeginsOnceIfBothSidesDo) {
  for (std::size_t side : {0, 1}) {
    Frame early = frame_from(side, 10);
    EXPECT_EQ(filters[side]->try_send(early, 0), SendStatus::busy);
  }
  ASSERT_EQ(send(0, 10), SendStatus::sent);
  ASSERT_EQ(send(1, 10), SendStatus::sent);
  EXPECT_TRUE(receivers[0].lost.empty());
  EXPECT_TRUE(receivers[1].lost.empty());
}

TEST_F(CryptFilterTest, CarriesFramesOfEverySizeInOrder) {
  const std::vector<std::size_t> sizes = {0, 1, 16319, 16320, 16321, 100'000, 1 << 20, 5};
  for (std::size_t i = 0; i < sizes.size(); ++i) ASSERT_EQ(send(1, sizes[i], i), SendStatus::sent);
  ASSERT_EQ(receivers[0].frames.size(), sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Message& message = *receivers[0].frames[i].message;
    EXPECT_EQ(message.word, i);
    ASSERT_EQ(message.payload_bytes, sizes[i]);
    EXPECT_EQ(message.form, sizes[i] == 0 ? PayloadForm::none : PayloadForm::bytes);
    const auto expected = frame_from(1, sizes[i]);
    EXPECT_TRUE(std::ranges::equal(message.payload_span(), expected.message->payload_span()));
  }
}

TEST_F(CryptFilterTest, SealsPiecesWhereverTheyLie) {
  ASSERT_EQ(send(0, 1), SendStatus::sent);
  std::vector<double> values(50'000, 2.5);
  values[49'999] = 3;
  Frame frame{lent_message(pool, std::span<const double>(values)), ProcessId(1)};
  ASSERT_EQ(filters[0]->try_send(frame, 0), SendStatus::sent);
  step();
  ASSERT_EQ(receivers[1].frames.size(), 2u);
  const Message& message = *receivers[1].frames[1].message;
  ASSERT_EQ(message.payload_bytes, count_bytes + 400'000);
  EXPECT_EQ(std::memcmp(message.payload() + count_bytes, values.data(), 400'000), 0);
}

TEST_F(CryptFilterTest, LosesAPeerThatHasAnotherKeyAndSaysWhy) {
  const Secret other{{std::byte{9}}};
  connect(secret, other);
  EXPECT_EQ(send(1, 10), SendStatus::unreachable);
  ASSERT_EQ(receivers[0].lost.size(), 1u);
  EXPECT_THAT(receivers[0].lost[0].second,
              AllOf(HasSubstr("process 1: the TLS handshake failed"),
                    HasSubstr("both ends must have the same job key")));
  ASSERT_EQ(receivers[1].lost.size(), 1u);
  EXPECT_THAT(receivers[1].lost[0].second,
              AllOf(HasSubstr("process 0: the TLS handshake failed"),
                    HasSubstr("both ends must have the same job key")));
  EXPECT_EQ(send(0, 10), SendStatus::unreachable);
  EXPECT_TRUE(receivers[0].frames.empty());
  EXPECT_TRUE(receivers[1].frames.empty());
}

TEST_F(CryptFilterTest, LosesAPeerWhoseFramesWereTamperedWith) {
  enum { flipped_bit, repeated, left_out, in_the_clear, cut, ways };
  for (int way = 0; way < ways; ++way) {
    connect(secret, secret);
    ASSERT_EQ(send(0, 100), SendStatus::sent);
    bool is_first = true;
    std::vector<std::byte> first;
    wires[0]->set_tamper([&](Message& message) {
      const auto payload = message.payload_span();
      if (way == flipped_bit && is_first) message.payload()[70] ^= std::byte{4};
      if (way == in_the_clear) message.flags &= static_cast<std::uint16_t>(~rewritten_flags);
      if (way == cut) message.payload_bytes -= 1;
      if (way == repeated && is_first) first.assign(payload.begin(), payload.end());
      if (way == repeated && !is_first) std::ranges::copy(first, message.payload());
      if (way == left_out && is_first) std::memset(message.payload(), 0, payload.size());
      is_first = false;
    });
    for (int i = 0; i < 2; ++i) ASSERT_EQ(send(0, 100), SendStatus::sent);
    ASSERT_EQ(receivers[1].lost.size(), 1u) << way;
    EXPECT_THAT(receivers[1].lost[0].second, HasSubstr("process 0: ")) << way;
    EXPECT_EQ(receivers[1].frames.size(), way == repeated ? 2u : 1u) << way;
  }
}

TEST_F(CryptFilterTest, SurvivesAPeerThatSaysAnything) {
  Random random(3);
  for (int round = 0; round < 1000; ++round) {
    auto [a, b] = MemoryEnd::pair();
    const bool is_server = round % 2 == 0;
    auto& end = is_server ? b : a;
    auto& stranger = is_server ? a : b;
    const ProcessId self(is_server ? 1 : 0);
    const auto filter = made(std::move(end), self, secret);
    RecordingReceiver receiver;
    filter->attach(receiver);
    for (int i = 0; i < 3; ++i) {
      MessagePtr message = bytes_message(pool, 0, random.below(200));
      message->form = PayloadForm::bytes;
      for (std::size_t at = 0; at < message->payload_bytes; ++at) {
        message->payload()[at] = static_cast<std::byte>(random.next());
      }
      // As a record of a handshake, which goes deeper.
      if (message->payload_bytes > 5 && round % 3 != 0) {
        const std::array<unsigned char, 5> head = {
            22, 3, 3, 0, static_cast<unsigned char>(message->payload_bytes - 5)};
        std::memcpy(message->payload(), head.data(), head.size());
      }
      message->flags |= rewritten_flag(0);
      Frame frame{std::move(message), self};
      ASSERT_EQ(stranger->try_send(frame, 0), SendStatus::sent);
    }
    filter->progress(0, 10);
    EXPECT_TRUE(receiver.frames.empty());
  }
}

TEST_F(CryptFilterTest, EncryptedFramesOfAStreamOneWayOverTcpLeaveNoPoolAndFillNone) {
  int sockets[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, sockets), 0);
  Pool pools[2];
  for (const std::size_t side : {0, 1}) {
    std::vector<TcpCarrier::Connection> connections;
    connections.emplace_back(ProcessId(1 - side), Socket(sockets[side]));
    filters[side] = made(TcpCarrier::adopt(std::move(connections), {.limits = limits}).value(),
                         ProcessId(side), secret);
    filters[side]->attach(receivers[side]);
    filters[side]->use_pool(pools[side]);
  }
  constexpr std::size_t frames = 100;
  for (std::size_t sent = 0; sent < frames;) {
    Frame frame{bytes_message(pools[0], 0, 3000, PeId(0), PeId(1)), ProcessId(1)};
    if (filters[0]->try_send(frame, 0) == SendStatus::sent) ++sent;
    pools[0].release(std::move(frame.message));
    step();
  }
  step();
  ASSERT_EQ(receivers[1].frames.size(), frames);
  for (Frame& frame : receivers[1].frames) pools[1].release(std::move(frame.message));
  // Each pool has got back what was taken from it: a longer stream takes no more memory.
  for (const std::size_t side : {0, 1}) {
    EXPECT_EQ(pools[side].outstanding(), 0);
    EXPECT_EQ(filters[side]->messages_outstanding(), 0);
    filters[side].reset();
  }
}

TEST_F(CryptFilterTest, GivesBackAFrameForAPeerThatIsGone) {
  ASSERT_EQ(send(0, 10), SendStatus::sent);
  filters[1].reset();
  Frame frame = frame_from(0, 10);
  EXPECT_EQ(filters[0]->try_send(frame, 0), SendStatus::unreachable);
  ASSERT_NE(frame.message, nullptr);
  EXPECT_EQ(frame.message->payload_bytes, 10u);
}

}  // namespace
}  // namespace isthmus::engine::fabric
