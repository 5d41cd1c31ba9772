#include "isthmus/fabric/filter/tls.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/test_certificates.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::HasSubstr;
using Bytes = std::vector<std::byte>;
using Role = TlsSession::Role;

constexpr TlsSession::Key key_a = {std::byte{1}};
constexpr TlsSession::Key key_b = {std::byte{2}};

class TlsTest : public ::testing::TestWithParam<TlsCipher> {
 public:
  /// Empty if both are open in the end.
  static std::string shake_hands(TlsSession& client, TlsSession& server) {
    Bytes come;
    for (int i = 0; i < 10; ++i) {
      TlsSession& next = i % 2 == 0 ? client : server;
      Bytes to(TlsSession::handshake_bytes_max);
      if (next.is_open()) return client.is_open() && server.is_open() ? "" : "one-sided";
      const auto written = next.shake_hands(come, to);
      if (!written) return written.error().text();
      to.resize(*written);
      come = to;
    }
    return "no end";
  }

  static Bytes sealed(TlsSession& from, const Bytes& plain) {
    Bytes records(plain.size() + TlsSession::record_overhead + TlsSession::key_update_bytes_max);
    from.begin_sealing(records);
    EXPECT_TRUE(from.seal(plain));
    records.resize(from.sealed_bytes());
    return records;
  }

 protected:
  void SetUp() override {
    auto made = TlsContext::make(GetParam());
    ASSERT_TRUE(made) << made.error().text();
    context = std::move(*made);
  }

  std::unique_ptr<TlsContext> context;
};

TEST_P(TlsTest, OpensWhatTheOtherSideSealed) {
  TlsSession client(*context, Role::client, key_a);
  TlsSession server(*context, Role::server, key_a);
  ASSERT_EQ(shake_hands(client, server), "");
  Random random(1);
  for (const std::size_t size : {1, 100, 16384}) {
    for (const bool from_client : {true, false}) {
      Bytes plain(size);
      for (std::byte& byte : plain) byte = static_cast<std::byte>(random.next());
      TlsSession& from = from_client ? client : server;
      TlsSession& to = from_client ? server : client;
      const Bytes records = sealed(from, plain);
      EXPECT_EQ(records.size(), size + TlsSession::record_overhead);
      EXPECT_EQ(std::ranges::search(records, std::span(plain).first(std::min<std::size_t>(size, 8)))
                            .begin() != records.end() &&
                    size > 8,
                false);
      Bytes opened(size);
      to.begin_opening(records);
      ASSERT_TRUE(to.open(opened));
      EXPECT_TRUE(to.is_all_opened());
      EXPECT_EQ(opened, plain);
    }
  }
}

TEST_P(TlsTest, DoesNotOpenToWhoHasAnotherKey) {
  TlsSession client(*context, Role::client, key_a);
  TlsSession server(*context, Role::server, key_b);
  EXPECT_THAT(shake_hands(client, server), HasSubstr("the TLS handshake failed"));
  EXPECT_FALSE(client.is_open());
  EXPECT_FALSE(server.is_open());
}

TEST_P(TlsTest, GoesOnUnderNewKeys) {
  TlsSession client(*context, Role::client, key_a, 3);
  TlsSession server(*context, Role::server, key_a);
  ASSERT_EQ(shake_hands(client, server), "");
  for (int i = 0; i < 20; ++i) {
    const Bytes plain(100, static_cast<std::byte>(i));
    const Bytes records = sealed(client, plain);
    EXPECT_EQ(records.size() > 100 + TlsSession::record_overhead, i > 0 && i % 3 == 0) << i;
    Bytes opened(100);
    server.begin_opening(records);
    ASSERT_TRUE(server.open(opened)) << i;
    EXPECT_EQ(opened, plain);
  }
}

TEST_P(TlsTest, RefusesRecordsThatAreChangedRepeatedOrCut) {
  for (int change = 0; change < 3; ++change) {
    TlsSession client(*context, Role::client, key_a);
    TlsSession server(*context, Role::server, key_a);
    ASSERT_EQ(shake_hands(client, server), "");
    Bytes records = sealed(client, Bytes(100));
    Bytes opened(100);
    if (change == 0) records[50] ^= std::byte{1};
    if (change == 1) {
      server.begin_opening(records);
      ASSERT_TRUE(server.open(opened));
    }
    if (change == 2) records.resize(60);
    server.begin_opening(records);
    const auto result = server.open(opened);
    ASSERT_FALSE(result) << change;
    EXPECT_EQ(result.error().code, ErrorCode::malformed);
    EXPECT_THAT(result.error().what,
                HasSubstr(change == 2 ? "that end too soon" : "that do not open"));
  }
}

TEST_P(TlsTest, SurvivesAnyBytesAsAHandshake) {
  TlsSession sound(*context, Role::client, key_a);
  Bytes hello(TlsSession::handshake_bytes_max);
  hello.resize(*sound.shake_hands({}, hello));
  Random random(7);
  for (int round = 0; round < 500; ++round) {
    Bytes bytes = hello;
    if (round % 2 == 0) bytes.resize(random.below(bytes.size()));
    for (int flips = round % 5; flips > 0 && !bytes.empty(); --flips) {
      bytes[random.below(bytes.size())] ^= static_cast<std::byte>(1u << random.below(8));
    }
    TlsSession server(*context, Role::server, key_a);
    Bytes answer(TlsSession::handshake_bytes_max);
    static_cast<void>(server.shake_hands(bytes, answer));
    EXPECT_FALSE(server.is_open());
  }
}

INSTANTIATE_TEST_SUITE_P(Ciphers, TlsTest,
                         ::testing::Values(TlsCipher::aes128, TlsCipher::chacha20));

class TlsCertificatesTest : public ::testing::Test {
 protected:
  static std::unique_ptr<TlsContext> context_of(const TlsCertificates& certificates) {
    auto made = TlsContext::make(quickest_cipher(), certificates);
    EXPECT_TRUE(made) << made.error().text();
    return made ? std::move(*made) : nullptr;
  }
  static std::string complaint_about(const TlsCertificates& certificates) {
    const auto made = TlsContext::make(quickest_cipher(), certificates);
    if (made) return "none";
    EXPECT_EQ(made.error().code, ErrorCode::bad_input);
    return made.error().text();
  }
  static std::string shake_hands(const TlsContext& client, const TlsContext& server) {
    TlsSession one(client, Role::client, key_a);
    TlsSession other(server, Role::server, key_b);
    return TlsTest::shake_hands(one, other);
  }

  TestAuthority authority;
};

TEST_F(TlsCertificatesTest, OpenToEachOtherWhateverTheKeys) {
  const auto here = context_of(authority.certificates("here"));
  const auto there = context_of(authority.certificates("there"));
  TlsSession client(*here, Role::client, key_a);
  TlsSession server(*there, Role::server, key_b);
  ASSERT_EQ(TlsTest::shake_hands(client, server), "");
  const Bytes plain(100, std::byte{7});
  const Bytes records = TlsTest::sealed(server, plain);
  Bytes opened(100);
  client.begin_opening(records);
  ASSERT_TRUE(client.open(opened));
  EXPECT_EQ(opened, plain);
}

TEST_F(TlsCertificatesTest, AreNotBelievedOfAnotherAuthority) {
  const TestAuthority other;
  const auto ours = context_of(authority.certificates("ours"));
  const auto theirs = context_of(other.certificates("theirs"));
  EXPECT_THAT(shake_hands(*ours, *theirs), HasSubstr("certificate signature failure"));
  EXPECT_THAT(shake_hands(*theirs, *ours), HasSubstr("certificate verify failed"));
  // One that believes everybody is not believed itself.
  TlsCertificates naive = other.certificates("naive");
  naive.authority = authority.path("authority.pem");
  EXPECT_THAT(shake_hands(*context_of(naive), *ours), HasSubstr("certificate verify failed"));
}

TEST_F(TlsCertificatesTest, DoNotGoWithWhoHasTheKeyAlone) {
  const auto ours = context_of(authority.certificates("ours"));
  const auto theirs = context_of({});
  EXPECT_NE(shake_hands(*ours, *theirs), "");
  EXPECT_NE(shake_hands(*theirs, *ours), "");
}

TEST_F(TlsCertificatesTest, MustBeFilesThatFit) {
  const TlsCertificates sound = authority.certificates("sound");
  const TlsCertificates other = authority.certificates("other");
  TlsCertificates wrong = sound;
  wrong.certificate = authority.path("nowhere.pem");
  EXPECT_THAT(complaint_about(wrong), HasSubstr("nowhere.pem' cannot be used (No such file"));
  wrong = sound;
  wrong.private_key = other.private_key;
  EXPECT_THAT(complaint_about(wrong), HasSubstr("other.key' cannot be used (key values mismatch)"));
  wrong = sound;
  wrong.authority = sound.private_key;
  EXPECT_THAT(complaint_about(wrong), HasSubstr("authority '"));
  EXPECT_THAT(complaint_about(authority.certificates("locked", {.passphrase = "a passphrase"})),
              HasSubstr("locked.key' cannot be used"));
  wrong = sound;
  wrong.private_key = authority.certificates("rsa", {.is_rsa = true}).private_key;
  EXPECT_THAT(complaint_about(wrong), HasSubstr("rsa.key' cannot be used (it is of another kind)"));
}

TEST_F(TlsCertificatesTest, MustBeRegularFiles) {
  const TlsCertificates sound = authority.certificates("sound");
  ASSERT_EQ(mkfifo(authority.path("pipe").c_str(), 0600), 0);
  for (const std::string& odd : {authority.path("pipe"), authority.path("")}) {
    TlsCertificates wrong = sound;
    wrong.certificate = odd;
    EXPECT_THAT(complaint_about(wrong), HasSubstr("cannot be used (it is no regular file)"));
    wrong = sound;
    wrong.private_key = odd;
    EXPECT_THAT(complaint_about(wrong), HasSubstr("cannot be used (it is no regular file)"));
    wrong = sound;
    wrong.authority = odd;
    EXPECT_THAT(complaint_about(wrong), HasSubstr("cannot be used (it is no regular file)"));
  }
}

TEST_F(TlsCertificatesTest, MustBeValidNowAndForBothRoles) {
  EXPECT_THAT(complaint_about(authority.certificates("old", {.valid_from_days = -5})),
              HasSubstr("old.pem' cannot be used (it has expired)"));
  EXPECT_THAT(complaint_about(authority.certificates("new", {.valid_from_days = 5})),
              HasSubstr("new.pem' cannot be used (it is not valid yet)"));
  for (const char* purpose : {"serverAuth", "clientAuth", "codeSigning"}) {
    EXPECT_THAT(complaint_about(authority.certificates("odd", {.purpose = purpose})),
                HasSubstr("odd.pem' cannot be used (it is for another purpose)"));
  }
  const auto both = authority.certificates("both", {.purpose = "serverAuth,clientAuth"});
  EXPECT_EQ(complaint_about(both), "none");
}

TEST(KeyOfPair, IsTheSameForBothAndForNobodyElse) {
  const Secret secret{{std::byte{5}}};
  const Secret other{{std::byte{6}}};
  const auto key = key_of_pair(secret, ProcessId(1), ProcessId(2));
  EXPECT_EQ(key, key_of_pair(secret, ProcessId(2), ProcessId(1)));
  EXPECT_NE(key, key_of_pair(secret, ProcessId(1), ProcessId(3)));
  EXPECT_NE(key, key_of_pair(secret, ProcessId(0x102), ProcessId(0)));
  EXPECT_NE(key, key_of_pair(other, ProcessId(1), ProcessId(2)));
}

}  // namespace
}  // namespace isthmus::engine::fabric
