#include "isthmus/store/index.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "isthmus/object/waiting.hpp"

namespace isthmus::engine::store {
namespace {

using ::testing::HasSubstr;

Index some_index() {
  Index index;
  index.number = 7;
  index.program = "stencil";
  index.shape = {2, 4, 8};
  index.pes = {PeId(0), PeId(1), PeId(3)};
  index.collections.push_back({{CollectionId(1), 11, "creation of Block", "Block", false, {}}, 64});
  index.collections.push_back({{CollectionId(2), 12, "creation of Share", "Share", true, {}}, 8});
  index.classes.push_back({21, "Block", 0x1234});
  index.singles = 3;
  index.sections.push_back({CollectionId(5), CollectionId(1), {{1, 0}, {2, 0}}});
  index.files.push_back({ProcessId(0), "process-0", 1000, 1});
  index.files.push_back({ProcessId(1), "process-1", 234, 2});
  return index;
}

TEST(Index, IsReadAsItWasWritten) {
  const Index index = some_index();
  const Expected<Index> read = decoded_index(encoded(index));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(encoded(*read), encoded(index));
  EXPECT_EQ(read->number, 7u);
  EXPECT_EQ(read->sections.front().members.size(), 2u);
  EXPECT_EQ(read->classes.front().form, 0x1234u);
}

TEST(Index, CountsWhatItNames) {
  EXPECT_EQ(some_index().bytes(), 1234u);
  EXPECT_EQ(some_index().objects(), 64u + 8u + 3u);
}

TEST(Index, RefusesNamesThatLeaveTheFolder) {
  for (const std::string name : {"../process-0", "a/b", "", ".hidden", "process-1"}) {
    Index index = some_index();
    index.files.front().name = name;
    const Expected<Index> read = decoded_index(encoded(index));
    ASSERT_FALSE(read.has_value()) << name;
    EXPECT_EQ(read.error().code, ErrorCode::bad_input);
    EXPECT_THAT(read.error().text(), HasSubstr("name"));
  }
}

TEST(Index, RefusesPesThatAreInNoOrder) {
  for (const std::vector<PeId>& pes : {std::vector{PeId(1), PeId(0)}, {PeId(2), PeId(2)}}) {
    Index index = some_index();
    index.pes = pes;
    EXPECT_THAT(decoded_index(encoded(index)).error().text(), HasSubstr("PEs are in no order"));
  }
}

TEST(Index, RefusesThatWhoCannotWaitsForQuiescence) {
  using Kind = CallbackTarget::Kind;
  for (const CallbackTarget& target :
       {CallbackTarget{}, {.kind = Kind::handler}, {.kind = Kind::inbox, .word = 5}}) {
    Index index = some_index();
    index.wishes.push_back(target);
    EXPECT_THAT(decoded_index(encoded(index)).error().text(), HasSubstr("waits for quiescence"));
  }
  for (const CallbackTarget& target :
       {CallbackTarget{.kind = Kind::all}, {.kind = Kind::inbox, .word = Inboxes::named | 5}}) {
    Index index = some_index();
    index.wishes.push_back(target);
    EXPECT_TRUE(decoded_index(encoded(index)).has_value());
  }
}

TEST(Index, RefusesAnImage) {
  Pieces image = encoded(std::vector<std::vector<std::byte>>{});
  EXPECT_EQ(decoded_index(image.front()).error().code, ErrorCode::bad_input);
}

}  // namespace
}  // namespace isthmus::engine::store
