// Ordered arrays: each sender's messages are handled as they were sent, whoever moves meanwhile.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/tracking.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

struct Letter {
  Index1 sender = 0;
  int number = 0;
  std::string text;  // in some letters, much
};

Letter letter(Index1 sender, int number) {
  const auto size = static_cast<std::size_t>(number % 5 * number % 70);
  return {sender, number, std::string(size, 'x')};
}

// Notes what comes out of turn.
class Reader : public Chare<Reader, Index1> {
 public:
  void serialize(auto& archive) { archive(next_, wrong_, padding_); }

  void read(const Letter& letter, bool moves, int pes) {
    int& next = next_[letter.sender];
    if (letter.number != next || letter.text != isthmus::engine::letter(0, letter.number).text)
      ++wrong_;
    next = letter.number + 1;
    if (moves) {
      const auto seed = static_cast<std::uint64_t>(letter.sender * 1000 + letter.number);
      migrate_to(PeId(Random::mix(seed) % static_cast<std::uint64_t>(pes)));
    }
  }
  // Arguments of a size that leaves no room in a block.
  void read_padded(int number, const std::array<double, 6>&) {
    read({99, number, isthmus::engine::letter(0, number).text}, false, 1);
  }
  int next_number(Index1 sender) { return next_[sender]; }
  int wrong() { return wrong_; }
  void end() { destroy(); }

 private:
  std::map<Index1, int> next_;
  int wrong_ = 0;
  std::string padding_;
};

// Sends letters from wherever it is, and goes somewhere else after each few.
class Writer : public Chare<Writer, Index1> {
 public:
  void serialize(auto& archive) { archive(numbers_); }

  void write(ArrayProxy<Reader> readers, int readers_count, int letters, bool all_move, int pes) {
    for (int k = 0; k < 3 && letters > 0; ++k, --letters) {
      for (int to = 0; to < readers_count; ++to) {
        const int number = numbers_[to]++;
        readers[to]
            .with_priority(number % 3 - 1)
            .send<&Reader::read>(letter(index(), number), all_move, pes);
      }
    }
    if (letters == 0) return;
    if (all_move) {
      const auto seed = static_cast<std::uint64_t>(index() * 77 + letters);
      migrate_to(PeId(Random::mix(seed) % static_cast<std::uint64_t>(pes)));
    }
    proxy().send<&Writer::write>(readers, readers_count, letters, all_move, pes);
  }
  // A hook may send, too.
  void before_migration() {
    if (last_words_) {
      for (int k = 0; k < 3; ++k) speak();
    }
  }
  void speak_and_go(ElementProxy<Reader> to, PeId where) {
    listener_ = to;
    last_words_ = true;
    speak();
    speak();
    migrate_to(where);
  }

 private:
  // Ever more urgently.
  void speak() {
    const int number = numbers_[-1]++;
    listener_.with_priority(-number).send<&Reader::read>(letter(index(), number), false, 1);
  }

  std::map<int, int> numbers_;
  ElementProxy<Reader> listener_;
  bool last_words_ = false;
};

using Mapping = Placed<mapping::RoundRobin>;

template <class Body>
void expect_order_under_all_policies(const Body& body) {
  for (const location::Policy* policy : location::policies()) {
    SCOPED_TRACE(std::string(policy->name));
    const auto mapping = placed(mapping::round_robin).tracked_by(*policy).in_order();
    testing::expect_runs_everywhere([&](Job& job) -> Task<void> { co_await body(job, mapping); });
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Ordering, HoldsWhileSendersAndReceiversMove) {
  expect_order_under_all_policies([](Job& job, Mapping mapping) -> Task<void> {
    constexpr int count = 3;
    constexpr int letters = 25;
    const auto readers = job.create_array<Reader>(Index1{count}, mapping);
    const auto writers = job.create_array<Writer>(Index1{count}, mapping::round_robin);
    writers.all().send<&Writer::write>(readers, count, letters, true, job.pe_count());
    co_await job.quiescence();
    for (int to = 0; to < count; ++to) {
      for (int from = 0; from < count; ++from) {
        EXPECT_EQ(co_await readers[to].call<&Reader::next_number>(from), letters);
      }
      EXPECT_EQ(co_await readers[to].call<&Reader::wrong>(), 0);
    }
  });
}

TEST(Ordering, HoldsAcrossPrioritiesWhereNothingMoves) {
  expect_order_under_all_policies([](Job& job, Mapping mapping) -> Task<void> {
    const auto readers = job.create_array<Reader>(Index1{2}, mapping);
    const auto writers = job.create_array<Writer>(Index1{2}, mapping::round_robin);
    writers.all().send<&Writer::write>(readers, 2, 30, false, 1);
    co_await job.quiescence();
    for (int to = 0; to < 2; ++to) {
      EXPECT_EQ(co_await readers[to].call<&Reader::next_number>(1), 30);
      EXPECT_EQ(co_await readers[to].call<&Reader::wrong>(), 0);
    }
  });
}

TEST(Ordering, OfTheMainProgramsMessagesHoldsWithPayloadsThatFillTheirBlocks) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto readers =
        job.create_array<Reader>(Index1{2}, placed(mapping::round_robin).in_order());
    for (int number = 0; number < 40; ++number) {
      readers[1].with_priority(-number).send<&Reader::read_padded>(number, std::array<double, 6>{});
    }
    EXPECT_EQ(co_await readers[1].call<&Reader::next_number>(99), 40);
    EXPECT_EQ(co_await readers[1].call<&Reader::wrong>(), 0);
  });
}

TEST(Ordering, CountsWhatHooksSend) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto readers =
        job.create_array<Reader>(Index1{1}, placed(mapping::round_robin).in_order());
    const auto writers = job.create_array<Writer>(Index1{1}, mapping::round_robin);
    writers[0].send<&Writer::speak_and_go>(readers[0], PeId(job.pe_count() - 1));
    co_await job.quiescence();
    const int spoken = job.pe_count() > 1 ? 5 : 2;
    EXPECT_EQ(co_await readers[0].call<&Reader::next_number>(0), spoken);
    EXPECT_EQ(co_await readers[0].call<&Reader::wrong>(), 0);
  });
}

// Senders go on counting where they were.
TEST(Ordering, GoesOnWithTheNextElementOfAName) {
  expect_order_under_all_policies([](Job& job, Mapping mapping) -> Task<void> {
    for (const Homes homes : {Homes::origin, Homes::spread}) {
      const auto readers = job.create_array<Reader>(Index1{4}, mapping.with_homes(homes));
      for (int to = 0; to < 4; ++to) {
        readers[to].migrate_to(PeId((static_cast<std::uint32_t>(to) + 2u) %
                                    static_cast<std::uint32_t>(job.pe_count())));
      }
      for (int number = 0; number < 3; ++number) {
        for (int to = 0; to < 4; ++to) {
          readers[to].send<&Reader::read>(letter(5, number), true, job.pe_count());
        }
      }
      for (int to = 0; to < 4; ++to) readers[to].send<&Reader::end>();
      co_await job.quiescence();
      for (int number = 0; number < 9; ++number) {
        for (int to = 0; to < 4; ++to) {
          readers[to].send<&Reader::read>(letter(5, number), true, job.pe_count());
        }
      }
      co_await job.quiescence();
      for (int to = 0; to < 4; ++to) readers[to].insert();
      co_await job.quiescence();
      for (int to = 0; to < 4; ++to) {
        EXPECT_EQ(co_await readers[to].call<&Reader::next_number>(5), 9);
        EXPECT_EQ(co_await readers[to].call<&Reader::wrong>(), 0);
      }
    }
  });
}

}  // namespace
}  // namespace isthmus::engine
