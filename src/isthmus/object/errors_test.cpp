// What a program gets that does wrong.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/readonly.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace faults {

class Block : public isthmus::engine::Chare<Block, isthmus::engine::Index2> {
 public:
  void fine(int) {}
  void fail(int step) {
    throw std::runtime_error("no convergence at step " + std::to_string(step));
  }
  void fail_oddly() { throw 42; }
  isthmus::engine::Task<void> fail_later(int step) {
    isthmus::engine::Future<int> own("its own value");
    isthmus::engine::send(own.callback(), step);
    step = co_await own;
    throw std::runtime_error("late, step " + std::to_string(step));
  }
};

class Fragile : public isthmus::engine::Chare<Fragile, isthmus::engine::Index1> {
 public:
  explicit Fragile(int limit) {
    if (index() >= limit) throw std::invalid_argument("too far");
  }
  void poke() {}
};

class Other : public isthmus::engine::Chare<Other, isthmus::engine::Index2> {
 public:
  void poke() {}
};

}  // namespace faults

namespace isthmus::engine {
namespace {

using faults::Block;
using faults::Fragile;
using faults::Other;
using testing::expect_fails_everywhere;

Task<void> wait_for_the_end(Job& job) {
  co_await job.quiescence();
  co_await job.reduction("never");
}

std::optional<Error> failure_of(const MainProgram& main_program, int pes = 2) {
  testing::World world(testing::uniform_topology(1, pes));
  return world.run(main_program);
}

TEST(Errors, NameTheObjectTheEntryMethodAndThePe) {
  const auto failure = failure_of([](Job& job) -> Task<void> {
    const auto blocks = job.create_array<Block>(Index2{2, 2}, mapping::naive);
    blocks[{1, 0}].send<&Block::fail>(7);
    co_await wait_for_the_end(job);
  });
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, ErrorCode::program);
  EXPECT_EQ(exit_status(failure->code), 1);
  const std::string text = failure->text();
  for (const char* part : {"no convergence at step 7", "faults::Block[1,0]", "PE 1",
                           "faults::Block::fail(int)", "bytes from PE 0"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  }
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST(Errors, OfAnEntryMethodEndTheJobEverywhere) {
  expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        const auto blocks = job.create_array<Block>(Index2{3, 3}, mapping::block);
        blocks[{2, 2}].send<&Block::fail>(3);
        co_await wait_for_the_end(job);
      },
      ErrorCode::program, "faults::Block[2,2]: no convergence at step 3");
}

TEST(Errors, OfABroadcastNameTheElement) {
  const auto failure = failure_of([](Job& job) -> Task<void> {
    const auto blocks = job.create_array<Block>(Index2{1, 1}, mapping::naive);
    blocks.all().send<&Block::fail>(1);
    co_await wait_for_the_end(job);
  });
  ASSERT_TRUE(failure);
  EXPECT_NE(failure->text().find("faults::Block[0,0]: no convergence"), std::string::npos)
      << failure->text();
}

TEST(Errors, MayBeAnyObjectThatIsThrown) {
  const auto failure = failure_of([](Job& job) -> Task<void> {
    job.create_array<Block>(Index2{1, 1}, mapping::naive)[{0, 0}].send<&Block::fail_oddly>();
    co_await wait_for_the_end(job);
  });
  ASSERT_TRUE(failure);
  EXPECT_NE(failure->text().find("no std::exception"), std::string::npos) << failure->text();
}

TEST(Errors, OfAnEntryMethodThatWaitedNameItToo) {
  expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        const auto blocks = job.create_array<Block>(Index2{2, 2}, mapping::block);
        blocks.all().send<&Block::fail_later>(9);
        co_await wait_for_the_end(job);
      },
      ErrorCode::program, "late, step 9");
}

TEST(Errors, OfTheMainProgramEndTheJobEverywhere) {
  expect_fails_everywhere(
      [](Job&) -> Task<void> {
        throw std::runtime_error("no mesh");
        co_return;
      },
      ErrorCode::program, "exception in the main program: no mesh");
}

TEST(Errors, OfTheUserHaveTheirOwnClass) {
  expect_fails_everywhere(
      [](Job&) -> Task<void> {
        throw BadInput({ErrorCode::bad_input, "--mesh -3", {}, "a positive size"});
        co_return;
      },
      ErrorCode::bad_input, "--mesh -3 (expected a positive size)");
}

TEST(Errors, OfAConstructorNameTheObjects) {
  expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        job.create_array<Fragile>(Index1{4}, mapping::block, 3);
        co_await wait_for_the_end(job);
      },
      ErrorCode::program, "faults::Fragile");
  expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        const auto array = job.create_sparse_array<Fragile>(mapping::hashed);
        array[9].insert(3);
        co_await wait_for_the_end(job);
      },
      ErrorCode::program, "faults::Fragile[9]: too far");
}

TEST(Errors, NameAnIndexOutOfBounds) {
  expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        const auto blocks = job.create_array<Block>(Index2{2, 2}, mapping::block);
        co_await job.quiescence();
        blocks[{0, 2}].send<&Block::fine>(1);
        co_await wait_for_the_end(job);
      },
      ErrorCode::program, "faults::Block[0,2] does not exist");
}

TEST(Errors, NameAnIndexInsertedOutOfBoundsOrTwice) {
  expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        const auto array = job.create_array<Fragile>(Index1{2}, mapping::block, 100);
        array[2].insert(100);
        co_await wait_for_the_end(job);
      },
      ErrorCode::program, "faults::Fragile[2] is inserted out of bounds");
  expect_fails_everywhere(
      [](Job& job) -> Task<void> {
        const auto array = job.create_sparse_array<Fragile>(mapping::hashed);
        array[2].insert(100);
        array[2].insert(100);
        co_await wait_for_the_end(job);
      },
      ErrorCode::program, "faults::Fragile[2] is inserted twice");
}

TEST(Errors, NameTheClassThatAMessageDoesNotFit) {
  const auto failure = failure_of([](Job& job) -> Task<void> {
    const auto blocks = job.create_array<Block>(Index2{2, 2}, mapping::block);
    ArrayProxy<Other>(blocks.id())[{1, 1}].send<&Other::poke>();
    co_await wait_for_the_end(job);
  });
  ASSERT_TRUE(failure);
  EXPECT_NE(failure->text().find("faults::Other::poke() was sent to faults::Block[1,1]"),
            std::string::npos)
      << failure->text();
}

TEST(Errors, NameAValueOfAnotherTypeThanIsAwaited) {
  const auto failure = failure_of([](Job&) -> Task<void> {
    Future<int> number("a number");
    const Callback<double> wrong{number.callback().target};
    send(wrong, 2.5);
    co_await number;
  });
  ASSERT_TRUE(failure);
  EXPECT_NE(failure->text().find("a value of another type arrived"), std::string::npos)
      << failure->text();
}

}  // namespace
}  // namespace isthmus::engine
