#include "mpi/datatype/signature.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace isthmus::engine::mpi {
namespace {

using Basics = std::vector<BasicType>;

Signature of_all(const Basics& basics) {
  Signature all;
  for (const BasicType basic : basics) all = all.then(Signature::of(basic));
  return all;
}

SignaturePtr ints(std::int64_t count) {
  return repeat_signature(named_signature(BasicType::c_int), count);
}
SignaturePtr doubles(std::int64_t count) {
  return repeat_signature(named_signature(BasicType::c_double), count);
}

/// A sequence, as a structure and one by one.
struct Sequence {
  SignaturePtr node;
  Basics basics;
};

Sequence any_sequence(std::minstd_rand& random, int depth) {
  if (depth == 0 || random() % 4 == 0) {
    constexpr BasicType some[] = {BasicType::c_char, BasicType::c_short, BasicType::c_int,
                                  BasicType::c_double};
    const BasicType basic = some[random() % 4];
    const auto count = static_cast<std::int64_t>(random() % 4);
    return {repeat_signature(named_signature(basic), count),
            Basics(static_cast<std::size_t>(count), basic)};
  }
  if (random() % 2 == 0) {
    const Sequence child = any_sequence(random, depth - 1);
    const auto count = static_cast<std::int64_t>(random() % 4);
    Sequence all{repeat_signature(child.node, count), {}};
    for (std::int64_t i = 0; i < count; ++i) {
      all.basics.insert(all.basics.end(), child.basics.begin(), child.basics.end());
    }
    return all;
  }
  Sequence all;
  std::vector<SignaturePtr> nodes;
  for (std::uint32_t i = 0, count = static_cast<std::uint32_t>(random() % 4); i < count; ++i) {
    const Sequence child = any_sequence(random, depth - 1);
    nodes.push_back(child.node);
    all.basics.insert(all.basics.end(), child.basics.begin(), child.basics.end());
  }
  all.node = join_signatures(nodes);
  return all;
}

TEST(Signatures, AreEqualWhereSequencesAreHoweverTheyWereMade) {
  // int double int double, in four ways.
  const Basics pair = {BasicType::c_int, BasicType::c_double};
  const Signature twice = of_all({pair[0], pair[1], pair[0], pair[1]});
  EXPECT_EQ(of_all(pair).repeated(2), twice);
  EXPECT_EQ(repeat_signature(join_signatures({ints(1), doubles(1)}), 2)->signature, twice);
  EXPECT_EQ(join_signatures({ints(1), doubles(1), ints(1), doubles(1)})->signature, twice);
}

TEST(Signatures, DifferWhereSequencesDo) {
  const Signature one = of_all({BasicType::c_int, BasicType::c_double});
  EXPECT_NE(one, of_all({BasicType::c_double, BasicType::c_int}));
  EXPECT_NE(one, of_all({BasicType::c_int, BasicType::c_float}));
  EXPECT_NE(one, of_all({BasicType::c_int, BasicType::c_double, BasicType::c_double}));
  EXPECT_NE(ints(3)->signature, ints(4)->signature);
}

TEST(Signatures, OfNothingChangeNothing) {
  const Signature one = of_all({BasicType::c_int, BasicType::c_double});
  EXPECT_EQ(one.then({}), one);
  EXPECT_EQ(Signature().then(one), one);
  EXPECT_EQ(one.repeated(0), Signature());
  EXPECT_EQ(one.repeated(1), one);
  EXPECT_EQ(ints(0)->signature, Signature());
  EXPECT_EQ(join_signatures({})->basics, 0);
  EXPECT_EQ(join_signatures({ints(0), ints(2), doubles(0)})->signature, ints(2)->signature);
}

TEST(Signatures, CountAPairAsTwo) {
  const SignaturePtr pair = named_signature(BasicType::double_int);
  EXPECT_EQ(pair->basics, 2);
  EXPECT_EQ(pair->bytes, 12);
  EXPECT_EQ(pair->signature, of_all({BasicType::c_double, BasicType::c_int}));
}

// Even of sequences that nobody could go through.
TEST(Signatures, OfVeryManyAreFoundByDoubling) {
  constexpr std::int64_t many = std::int64_t{1} << 50;
  const SignaturePtr node = repeat_signature(join_signatures({ints(1), doubles(2)}), many);
  EXPECT_EQ(node->basics, 3 * many);
  EXPECT_EQ(node->bytes, 20 * many);
  const Signature half =
      of_all({BasicType::c_int, BasicType::c_double, BasicType::c_double}).repeated(many / 2);
  EXPECT_EQ(node->signature, half.then(half));
  EXPECT_EQ(node->prefix(3 * (many / 2)), half);
  EXPECT_EQ(node->basics_in(20 * many - 8), 3 * many - 1);
}

TEST(SignatureNodes, KnowTheirBeginningsAsIfTheyWereGoneThrough) {
  std::minstd_rand random(5);
  for (int i = 0; i < 400; ++i) {
    const auto [node, basics] = any_sequence(random, 4);
    ASSERT_EQ(node->basics, static_cast<std::int64_t>(basics.size()));
    ASSERT_EQ(node->signature, of_all(basics));
    Signature so_far;
    std::int64_t bytes = 0;
    for (std::int64_t first = 0; first <= node->basics; ++first) {
      ASSERT_EQ(node->prefix(first), so_far) << first;
      ASSERT_EQ(node->bytes_of(first), bytes) << first;
      ASSERT_EQ(node->basics_in(bytes), first) << first;
      if (first == node->basics) break;
      const BasicType basic = basics[static_cast<std::size_t>(first)];
      // Nothing ends within one.
      for (std::int64_t within = 1; within < predefined_row(basic).size; ++within) {
        ASSERT_EQ(node->basics_in(bytes + within), std::nullopt) << first;
      }
      so_far = so_far.then(Signature::of(basic));
      bytes += predefined_row(basic).size;
    }
    ASSERT_EQ(node->bytes, bytes);
  }
}

}  // namespace
}  // namespace isthmus::engine::mpi
