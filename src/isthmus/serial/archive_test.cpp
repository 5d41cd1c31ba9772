#include "isthmus/serial/archive.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "isthmus/serial/serial.hpp"

namespace elsewhere {

/// Serialized by a function in its namespace.
class Matrix {
 public:
  Matrix() = default;
  Matrix(int rows, std::vector<double> cells) : rows_(rows), cells_(std::move(cells)) {}
  int rows() const { return rows_; }
  const std::vector<double>& cells() const { return cells_; }

 private:
  friend void serialize(auto& archive, Matrix& matrix) { archive(matrix.rows_, matrix.cells_); }

  int rows_ = 0;
  std::vector<double> cells_;
};

}  // namespace elsewhere

namespace isthmus::engine::serial {
namespace {

class Block {
 public:
  Block() = default;
  Block(int step, std::string name) : step_(step), name_(std::move(name)) { derive(); }
  void serialize(auto& archive) {
    archive(step_, name_);
    if (archive.is_reading) derive();
  }
  std::size_t derived() const { return derived_; }
  int step() const { return step_; }

 private:
  void derive() { derived_ = name_.size() + 1; }

  int step_ = 0;
  std::string name_;
  std::size_t derived_ = 0;
};

/// Refuses what it cannot be.
class Percentage {
 public:
  void serialize(auto& archive) {
    archive(value_);
    if constexpr (std::is_same_v<decltype(archive), Reader&>) {
      if (value_ > 100) archive.fail("more than a hundred", "Percentage");
    }
  }
  unsigned value_ = 0;
};

/// Writes more than it announces.
class Liar {
 public:
  void serialize(auto& archive) {
    if constexpr (std::is_same_v<decltype(archive), Writer&>) archive(value_);
    archive(value_);
  }
  int value_ = 0;
};

TEST(Archive, ServesAllDirectionsWithOneFunction) {
  const Block block(3, "north");
  const auto bytes = to_bytes(block);
  EXPECT_EQ(bytes.size(), size_of(block));
  const auto copy = from_bytes<Block>(bytes);
  ASSERT_TRUE(copy.has_value());
  EXPECT_EQ(copy->step(), 3);
  EXPECT_EQ(copy->derived(), 6u) << "what is computed when reading";
}

TEST(Archive, FindsAFreeFunctionInTheTypesNamespace) {
  const auto copy = from_bytes<elsewhere::Matrix>(to_bytes(elsewhere::Matrix(2, {1, 2, 3, 4})));
  ASSERT_TRUE(copy.has_value());
  EXPECT_EQ(copy->rows(), 2);
  EXPECT_EQ(copy->cells(), (std::vector<double>{1, 2, 3, 4}));
}

TEST(Archive, WritesSeveralValuesOneAfterTheOther) {
  const auto bytes = to_bytes(1, std::string("two"), 3.0);
  int one = 0;
  std::string two;
  double three = 0;
  Reader reader(bytes);
  reader(one, two);
  reader(three);
  EXPECT_TRUE(reader.finish().has_value());
  EXPECT_EQ(one, 1);
  EXPECT_EQ(two, "two");
  EXPECT_EQ(three, 3.0);
}

TEST(Reader, StaysFailedAndReadsZeros) {
  const auto bytes = to_bytes(std::uint16_t{0xffff}, std::uint8_t{0xff});
  std::uint16_t first = 0;
  std::uint32_t second = 7;
  std::uint8_t third = 7;
  Reader reader(bytes);
  reader(first, second, third);
  EXPECT_FALSE(reader.is_ok());
  EXPECT_EQ(first, 0xffff);
  EXPECT_EQ(second, 0u);
  EXPECT_EQ(third, 0u) << "although the byte is there";
  EXPECT_EQ(reader.remaining(), 0u);
}

TEST(Reader, SaysWhatItReadAndWhereItFailed) {
  const auto bytes = to_bytes(std::uint16_t{1}, std::uint16_t{2}, std::uint8_t{3});
  std::uint16_t first = 0;
  double second = 0;
  Reader reader(bytes);
  reader(first, second);
  const auto finished = reader.finish();
  ASSERT_FALSE(finished.has_value());
  EXPECT_EQ(finished.error().code, ErrorCode::malformed);
  EXPECT_EQ(finished.error().what, "cannot decode double: the bytes end too early");
  EXPECT_EQ(finished.error().where, "byte 2 of 5");
}

TEST(Reader, ReportsBytesLeftOver) {
  const auto result = from_bytes<std::uint16_t>(to_bytes(std::uint32_t{1}));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::malformed);
  EXPECT_EQ(result.error().what, "2 bytes left over after the last value");
  EXPECT_EQ(result.error().where, "byte 2 of 4");
}

TEST(Reader, LetsAUsersSerializeRefuse) {
  Percentage value;
  value.value_ = 100;
  EXPECT_TRUE(from_bytes<Percentage>(to_bytes(value)).has_value());
  value.value_ = 101;
  const auto result = from_bytes<Percentage>(to_bytes(value));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().what, "cannot decode Percentage: more than a hundred");
}

TEST(WriterDeathTest, AbortsBeforeItWritesBeyondTheBuffer) {
  EXPECT_DEATH(to_bytes(Liar()), "assertion failed");
}

TEST(WriterDeathTest, AbortsWhenTheBufferIsNotFilled) {
  std::vector<std::byte> buffer(5);
  EXPECT_DEATH(write(buffer, 1), "assertion failed");
}

}  // namespace
}  // namespace isthmus::engine::serial
