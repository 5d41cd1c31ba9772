// Which arrays may arrive with an error; that none is greater than was admitted is tested by
// runtime/inexact_messages_test.cpp.
#include "isthmus/object/inexact.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/object/create.hpp"

namespace isthmus::engine {
namespace {

constexpr double bound = 1e-5;

class Field : public Chare<Field, Index1> {
 public:
  void before(std::span<const double> exact, AdmittedError error, std::vector<float> rough) {
    unused(exact, error, rough);
  }
  void two(const std::string& name, AdmittedError coarse, std::span<const double> first,
           const AdmittedError& fine, const std::vector<double>& second, int last) {
    unused(name, coarse, first, fine, second, last);
  }
  void plain(std::span<const double> exact) { unused(exact); }

 private:
  template <class... T>
  static void unused(const T&...) {}
};

/// The arrays that are found in what the arguments are on the wire.
template <auto Method, class... A>
InexactArrays found_in(A&&... arguments) {
  using Traits = detail::MethodTraits<decltype(Method)>;
  Pool pool;
  MessagePtr message = Traits::Payload::make(pool, std::forward<A>(arguments)...);
  message->ops = &detail::entry_of<Field, Method>;
  message = marshalled(std::move(message), pool);
  const InexactArrays found = message->ops->inexact_arrays(message->payload_span());
  pool.release(std::move(message));
  return found;
}

TEST(InexactArguments, AreTheArraysBehindAnAdmittedError) {
  const std::vector<double> exact(5);
  const auto found = found_in<&Field::before>(exact, AdmittedError{bound}, std::vector<float>(7));
  ASSERT_EQ(found.all().size(), 1u);
  const InexactArray& array = found.all()[0];
  EXPECT_EQ(array.at, 8u + 5 * 8 + 9 + 8 + 3) << "behind counts, error and what aligns it";
  EXPECT_EQ(array.spent_at, 8u + 5 * 8 + 8);
  EXPECT_EQ(array.count, 7u);
  EXPECT_EQ(array.number_bytes, 4u);
  EXPECT_EQ(array.bound, bound);
}

TEST(InexactArguments, HaveTheErrorThatStandsBeforeThem) {
  const std::vector<double> numbers(3);
  const auto both =
      found_in<&Field::two>("a", AdmittedError{0.5}, numbers, AdmittedError{0.25}, numbers, 1);
  ASSERT_EQ(both.all().size(), 2u);
  EXPECT_EQ(both.all()[0].bound, 0.5);
  EXPECT_EQ(both.all()[1].bound, 0.25);
  const auto first =
      found_in<&Field::two>("a", AdmittedError{0.5}, numbers, AdmittedError{}, numbers, 1);
  ASSERT_EQ(first.all().size(), 1u);
  EXPECT_EQ(first.all()[0].at, both.all()[0].at);
}

TEST(InexactArguments, AreNoneWhereNothingIsAdmittedOrLeft) {
  const std::vector<double> exact(5);
  const auto with = [&](AdmittedError error) {
    return found_in<&Field::before>(exact, error, std::vector<float>(7));
  };
  EXPECT_FALSE(with({bound}).empty());
  EXPECT_TRUE(with({0}).empty());
  EXPECT_TRUE(with({-1}).empty());
  EXPECT_TRUE(with({std::nan("")}).empty());
  EXPECT_TRUE(with({std::numeric_limits<double>::infinity()}).empty());
  EXPECT_TRUE(with({bound, true}).empty()) << "it has come with an error already";
  EXPECT_TRUE(found_in<&Field::before>(exact, AdmittedError{bound}, std::vector<float>()).empty());
}

TEST(InexactArguments, AreNoneOfAnEntryMethodWithoutAnAdmittedError) {
  EXPECT_EQ((detail::entry_of<Field, &Field::plain>.inexact_arrays), nullptr);
}

TEST(InexactArguments, AreNoneInBytesThatAreNoArguments) {
  const PayloadOps& kind = detail::entry_of<Field, &Field::two>;
  Random random(3);
  alignas(64) std::array<std::byte, 300> bytes;
  for (int round = 0; round < 10'000; ++round) {
    for (std::byte& byte : bytes) {
      byte = random.below(3) == 0 ? static_cast<std::byte>(random.below(30)) : std::byte{0};
    }
    const auto payload = std::span<const std::byte>(bytes).first(random.below(bytes.size()));
    std::size_t end = 0;
    for (const InexactArray& array : kind.inexact_arrays(payload).all()) {
      EXPECT_GE(array.at, end);
      EXPECT_LT(array.spent_at, array.at);
      end = array.at + array.bytes();
    }
    EXPECT_LE(end, payload.size());
  }
}

}  // namespace
}  // namespace isthmus::engine
