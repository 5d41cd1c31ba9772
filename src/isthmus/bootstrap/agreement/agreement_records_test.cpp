#include "isthmus/bootstrap/agreement/agreement_records.hpp"

#include <gtest/gtest.h>

#include "isthmus/base/random.hpp"
#include "isthmus/bootstrap/membership.hpp"

namespace isthmus::engine::bootstrap {
namespace {

AgreementMessage full_message() {
  AgreementMessage message{ProcessId(3), ProcessId(1), 9, AgreementMessage::Kind::promise};
  message.ballot = {2, 7, ProcessId(1)};
  message.accepted = {1, 5, ProcessId(0)};
  message.dead = {ProcessId(0), ProcessId(4)};
  message.silent = {ProcessId(2)};
  message.is_leaving = true;
  message.note = std::string(255, 'n');
  message.list = {{ProcessId(1), "image 7"}, {ProcessId(3), ""}, {ProcessId(8), "new"}};
  return message;
}

TEST(AgreementRecords, ReadTheMessageThatTheyWrite) {
  const AgreementMessage message = full_message();
  const Bytes bytes = encode(message);
  EXPECT_LE(bytes.size(), agreement_message_bytes_max(9));
  const auto read = decode_agreement_message(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, message);
}

TEST(AgreementRecords, HaveRoomForTheLargestMessageOfAJob) {
  AgreementMessage message = full_message();
  message.list.clear();
  for (std::uint32_t rank = 0; rank < process_count_max; ++rank) {
    // Nobody is dead and silent both, but an upper bound may be higher.
    message.dead.insert(ProcessId(rank));
    message.silent.insert(ProcessId(rank));
    message.list.push_back({ProcessId(rank), std::string(255, 'x')});
  }
  const Bytes bytes = encode(message);
  EXPECT_LE(bytes.size(), agreement_message_bytes_max(process_count_max));
  EXPECT_TRUE(decode_agreement_message(bytes));
}

TEST(AgreementRecords, RefuseWhatIsCutShortOrGoesOn) {
  Bytes bytes = encode(full_message());
  for (std::size_t count = 0; count < bytes.size(); ++count) {
    EXPECT_FALSE(decode_agreement_message(std::span(bytes).first(count)));
  }
  bytes.push_back(std::byte{0});
  EXPECT_FALSE(decode_agreement_message(bytes));
}

TEST(AgreementRecords, RefuseListsThatAreNotInOrder) {
  AgreementMessage message = full_message();
  std::swap(message.list[0], message.list[1]);
  EXPECT_FALSE(decode_agreement_message(encode(message)));
  message.list[1] = message.list[0];
  EXPECT_FALSE(decode_agreement_message(encode(message)));
}

TEST(AgreementRecords, ReadNoBytesBeyondAnyDamage) {
  Random random(20261125);
  const Bytes whole = encode(full_message());
  for (int i = 0; i < 20'000; ++i) {
    Bytes bytes = whole;
    for (int hit = 0; hit < 3; ++hit) {
      bytes[random.below(bytes.size())] = static_cast<std::byte>(random.next());
    }
    bytes.resize(random.below(bytes.size() + 1));
    const auto read = decode_agreement_message(bytes);
    EXPECT_TRUE(!read || encode(*read) == bytes) << "a message has one form";
  }
}

}  // namespace
}  // namespace isthmus::engine::bootstrap
