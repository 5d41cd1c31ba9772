#include "isthmus/fabric/filter/shuffle.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::fabric {
namespace {

using Bytes = std::vector<std::byte>;

Bytes random_bytes(std::size_t count, Random& random) {
  Bytes bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.next());
  return bytes;
}

TEST(Shuffle, PutsBytesOfEqualWeightSideBySide) {
  Random random(1);
  for (const std::size_t element_bytes : {4u, 8u}) {
    for (std::size_t size = 0; size < 700; size += size < 300 ? 1 : 37) {
      const Bytes bytes = random_bytes(size, random);
      Bytes shuffled(size);
      shuffle_bytes(bytes, shuffled, element_bytes);
      const std::size_t count = size / element_bytes;
      for (std::size_t i = 0; i < count * element_bytes; ++i) {
        ASSERT_EQ(shuffled[i % element_bytes * count + i / element_bytes], bytes[i]) << size;
      }
      for (std::size_t i = count * element_bytes; i < size; ++i) ASSERT_EQ(shuffled[i], bytes[i]);
    }
  }
}

TEST(Shuffle, IsUndone) {
  Random random(2);
  for (const std::size_t element_bytes : {4u, 8u}) {
    for (std::size_t size = 0; size < 5000; size += 1 + random.below(60)) {
      const Bytes bytes = random_bytes(size, random);
      Bytes shuffled(size);
      Bytes back(size);
      shuffle_bytes(bytes, shuffled, element_bytes);
      unshuffle_bytes(shuffled, back, element_bytes);
      ASSERT_EQ(back, bytes) << size;
    }
  }
}

}  // namespace
}  // namespace isthmus::engine::fabric
