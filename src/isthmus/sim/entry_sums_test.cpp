#include "isthmus/sim/entry_sums.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine::sim {
namespace {

class NamedOps final : public PayloadOps {
 public:
  explicit NamedOps(Kind which) { kind = which; }
};

TEST(EntrySums, AreOfMessagesForEntryMethodsWithoutThoseWithinThem) {
  const NamedOps outer(PayloadOps::Kind::entry);
  const NamedOps inner(PayloadOps::Kind::entry);
  const NamedOps value(PayloadOps::Kind::value);
  const auto message = [](const PayloadOps& ops, std::uint64_t array) {
    Message made{};
    made.ops = &ops;
    made.collection = CollectionId(array);
    return made;
  };
  EntrySums sums;
  sums.begin(message(outer, 1), 100, 7, true);
  sums.begin(message(inner, 2), 110, 0, false);
  sums.end(140);
  sums.begin(message(value, 1), 140, 0, false);
  sums.end(145);
  sums.end(150);
  sums.begin(message(outer, 1), 150, 3, false);
  sums.end(160);
  sums.end(170);  // of what had begun before

  ASSERT_EQ(sums.all().size(), 2u);
  const EntrySum& first = sums.all().at({CollectionId(1), &outer});
  EXPECT_EQ(first.messages, 2u);
  EXPECT_EQ(first.time_ns, 15 + 10);
  EXPECT_EQ(first.longest_ns, 15);
  EXPECT_EQ(first.waited_ns, 10);
  EXPECT_EQ(first.waited_other_sites_ns, 7);
  const EntrySum& second = sums.all().at({CollectionId(2), &inner});
  EXPECT_EQ(second.messages, 1u);
  EXPECT_EQ(second.time_ns, 30);
}

}  // namespace
}  // namespace isthmus::engine::sim
