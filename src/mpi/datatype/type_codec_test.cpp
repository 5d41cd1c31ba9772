#include "mpi/datatype/type_codec.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "mpi/datatype/packing.hpp"
#include "mpi/datatype/random_types.hpp"

namespace isthmus::engine::mpi {
namespace {

const DatatypePtr& an_int() { return Datatype::predefined(BasicType::c_int); }

TEST(TypeCodec, StoresSharedTypesOnce) {
  DatatypePtr type = an_int();
  for (int i = 0; i < 40; ++i) {
    type = *make_struct(std::vector{1, 1}, std::vector<std::int64_t>{0, type->extent()},
                        std::vector{type, type});
  }
  const std::vector<DatatypePtr> types{type};
  const auto bytes = encode_types(types);
  EXPECT_LT(bytes.size(), 3000u);
  const auto decoded = decode_types(bytes);
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ((*decoded)[0]->size(), std::int64_t{4} << 40);
  EXPECT_EQ((*decoded)[0]->contents().types[0], (*decoded)[0]->contents().types[1]);
}

TEST(TypeCodec, GivesNamedTypesBackAsTheOneObject) {
  const auto decoded = decode_types(encode_types(std::vector{an_int()}));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ((*decoded)[0], an_int());
}

// An archive's three directions in short.
struct Bytes {
  static constexpr bool is_reading = false;
  std::vector<std::byte> kept;
  void operator()(const std::vector<std::byte>& bytes) { kept = bytes; }
};
struct Source {
  static constexpr bool is_reading = true;
  std::vector<std::byte> kept;
  const char* reason = nullptr;
  void operator()(std::vector<std::byte>& bytes) { bytes = kept; }
  void fail(const char* why, std::string_view) { reason = why; }
};

TEST(TypeCodec, IsWhatArchivesReadAndWrite) {
  StoredTypes stored{{*make_vector(3, 1, 2, an_int()), nullptr}};
  Bytes out;
  stored.serialize(out);
  Source in{.kept = out.kept};
  StoredTypes back;
  back.serialize(in);
  ASSERT_EQ(back.types.size(), 2u);
  EXPECT_EQ(back.types[0]->extent(), 20);
  in.kept.pop_back();
  back.serialize(in);
  EXPECT_NE(in.reason, nullptr);
}

// Every beginning of stored types, and stored types with wrong bytes in them.
TEST(TypeCodec, RefusesBytesThatItDidNotWrite) {
  int refused = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    testing::TypeMaker maker(seed);
    const std::vector<DatatypePtr> types{maker.make(3).type};
    const std::vector<std::byte> bytes = encode_types(types);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_FALSE(decode_types(std::span(bytes).first(size)).has_value()) << seed;
    }
    for (int i = 0; i < 60; ++i) {
      std::vector<std::byte> wrong = bytes;
      for (auto changes = maker.between(1, 3); changes > 0; --changes) {
        const auto at = maker.between(0, static_cast<std::int64_t>(wrong.size()) - 1);
        wrong[static_cast<std::size_t>(at)] = static_cast<std::byte>(
            maker.between(0, 3) == 0 ? maker.between(0, 255) : maker.between(0, 4));
      }
      const auto decoded = decode_types(wrong);
      refused += decoded.has_value() ? 0 : 1;
      if (decoded && (*decoded)[0] != nullptr) {
        EXPECT_EQ(packed_size(*(*decoded)[0], 1), (*decoded)[0]->size());
      }
    }
  }
  EXPECT_GT(refused, 3000);
}

}  // namespace
}  // namespace isthmus::engine::mpi
