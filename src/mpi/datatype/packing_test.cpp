#include "mpi/datatype/packing.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace isthmus::engine::mpi {
namespace {

const DatatypePtr& named(BasicType type) { return Datatype::predefined(type); }

std::vector<std::byte> counting(std::size_t size) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 7 + 1);
  return bytes;
}

TEST(Packing, CopiesEveryOtherNumberOfAVector) {
  std::vector<double> from(20);
  std::iota(from.begin(), from.end(), 0.0);
  const DatatypePtr type = *make_vector(10, 1, 2, named(BasicType::c_double));
  std::vector<double> out(10);
  EXPECT_EQ(pack(from.data(), *type, 1, 0, std::as_writable_bytes(std::span(out))), 80);
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], 2.0 * static_cast<double>(i));
  std::vector<double> back(20, -1);
  EXPECT_EQ(unpack(std::as_bytes(std::span(out)), back.data(), *type, 1, 0), 80);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(back[i], i % 2 == 0 ? from[i] : -1);
}

TEST(Packing, SeesContiguousTypesAsTheMemoryThatTheyAre) {
  const std::vector<std::byte> memory = counting(400);
  const DatatypePtr type = *make_contiguous(10, named(BasicType::c_int));
  EXPECT_TRUE(type->is_contiguous());
  const auto view = contiguous_bytes(memory.data(), *type, 10);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->data(), memory.data());
  EXPECT_EQ(view->size(), 400u);
  EXPECT_FALSE(contiguous_bytes(memory.data(), *named(BasicType::short_int), 1).has_value());
  // One element in one piece, but with a gap to the next.
  const DatatypePtr padded = *make_resized(named(BasicType::c_int), 0, 8);
  EXPECT_FALSE(padded->is_contiguous());
  EXPECT_TRUE(contiguous_bytes(memory.data(), *padded, 1).has_value());
  EXPECT_FALSE(contiguous_bytes(memory.data(), *padded, 2).has_value());
}

}  // namespace
}  // namespace isthmus::engine::mpi
