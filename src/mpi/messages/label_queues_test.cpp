#include "mpi/messages/label_queues.hpp"

#include <gtest/gtest.h>

#include <list>
#include <random>

#include "isthmus/isthmus.hpp"

namespace isthmus::engine::mpi {
namespace {

constexpr Label first_label{1, 3, 7};
constexpr Label second_label{1, 4, 7};

std::uint64_t front_of(const LabelQueues& queues, const Label& label) {
  const LabelQueues::Entry* const entry = queues.front(label);
  return entry == nullptr ? UINT64_MAX : entry->value;
}

std::vector<std::uint64_t> from_the_oldest(const LabelQueues& queues) {
  std::vector<std::uint64_t> values;
  for (auto* entry = queues.oldest(); entry != nullptr; entry = queues.younger(*entry)) {
    values.push_back(entry->value);
  }
  return values;
}

using Queued = std::vector<std::uint64_t>;

TEST(LabelQueues, HaveALineForEachLabelAndOneOfAll) {
  LabelQueues queues;
  EXPECT_EQ(queues.front(first_label), nullptr);
  EXPECT_EQ(queues.oldest(), nullptr);
  queues.push(first_label, 0, 10);
  queues.push(second_label, 1, 20);
  queues.push(first_label, 2, 11);
  EXPECT_EQ(queues.size(), 3u);
  EXPECT_EQ(front_of(queues, first_label), 10u);
  EXPECT_EQ(front_of(queues, second_label), 20u);
  EXPECT_EQ(queues.front({2, 3, 7}), nullptr);
  EXPECT_EQ(from_the_oldest(queues), (Queued{10, 20, 11}));
}

TEST(LabelQueues, GiveAwayFromAnyPlaceOfALine) {
  LabelQueues queues;
  for (std::uint64_t value = 0; value < 4; ++value) queues.push(first_label, value, value);
  queues.remove(*queues.find(first_label, 1));
  EXPECT_EQ(from_the_oldest(queues), (Queued{0, 2, 3}));
  queues.remove(*queues.find(first_label, 3));
  queues.push(first_label, 4, 4);
  EXPECT_EQ(from_the_oldest(queues), (Queued{0, 2, 4}));
  queues.remove(*queues.front(first_label));
  EXPECT_EQ(front_of(queues, first_label), 2u);
  EXPECT_EQ(queues.find(first_label, 3), nullptr);
  queues.remove(*queues.find(first_label, 2));
  queues.remove(*queues.find(first_label, 4));
  EXPECT_EQ(queues.front(first_label), nullptr);
  EXPECT_EQ(queues.oldest(), nullptr);
  EXPECT_EQ(queues.size(), 0u);
}

// Against lists, with labels so many that lines collide, come and go.
TEST(LabelQueues, AreWhatListsWouldBe) {
  struct Plain {
    Label label;
    std::uint64_t value;
  };
  LabelQueues queues;
  std::list<Plain> all;
  std::minstd_rand random(11);
  for (std::uint64_t step = 0; step < 30'000; ++step) {
    // They fill up and empty again and again.
    const bool pushes = random() % 100 < (step / 1000 % 2 == 0 ? 60U : 40U);
    if (pushes || all.empty()) {
      const Label label{random() % 3, static_cast<std::int32_t>(random() % 40),
                        static_cast<std::int32_t>(random() % 5) - 1};
      queues.push(label, step, step);
      all.push_back({label, step});
    } else {
      const auto at = std::next(all.begin(), static_cast<std::ptrdiff_t>(random() % all.size()));
      const LabelQueues::Entry* const entry = queues.find(at->label, at->value);
      ASSERT_NE(entry, nullptr) << "step " << step;
      EXPECT_EQ(entry->label, at->label);
      queues.remove(*entry);
      all.erase(at);
    }
    ASSERT_EQ(queues.size(), all.size());
    const Label asked{random() % 3, static_cast<std::int32_t>(random() % 40), 2};
    const auto first = std::ranges::find(all, asked, &Plain::label);
    ASSERT_EQ(front_of(queues, asked), first == all.end() ? UINT64_MAX : first->value)
        << "step " << step;
    if (step % 500 != 0) continue;
    Queued values;
    for (const Plain& plain : all) values.push_back(plain.value);
    ASSERT_EQ(from_the_oldest(queues), values) << "step " << step;
  }
}

TEST(LabelQueues, GoWithTheirOwnerAsBytes) {
  LabelQueues queues;
  for (std::uint64_t value = 0; value < 50; ++value) {
    queues.push({1, static_cast<std::int32_t>(value % 7), 0}, value, value);
  }
  queues.remove(*queues.find({1, 3, 0}, 3));
  const std::vector<std::byte> bytes = serial::to_bytes(queues);
  LabelQueues again = serial::from_bytes<LabelQueues>(bytes).value();
  EXPECT_EQ(from_the_oldest(again), from_the_oldest(queues));
  EXPECT_EQ(front_of(again, {1, 3, 0}), 10u);
  again.push({1, 3, 0}, 50, 50);
  EXPECT_EQ(again.size(), 50u);
}

}  // namespace
}  // namespace isthmus::engine::mpi
