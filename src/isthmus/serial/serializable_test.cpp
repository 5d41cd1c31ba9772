#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "isthmus/serial/serial.hpp"

namespace {

int lent = 0;

struct Base {
  int x = 0;
};
struct Derived : Base {
  int y = 0;
};
struct HasReference {
  int& value = lent;
};
struct HasExplicitDefault {
  struct Explicit {
    explicit Explicit(int v = 0) : value(v) {}
    void serialize(auto& archive) { archive(value); }
    int value;
  };
  int a = 0;
  Explicit b;
  int c = 0;
};
struct TwentyFive {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y;
};
struct DeepPointer {
  std::vector<std::pair<int, std::optional<char*>>> entries;
};
struct Constant {
  const int value = 0;
};
class Opaque {
  int hidden_ [[maybe_unused]] = 0;
};
class Virtual {
 public:
  virtual ~Virtual() = default;
  void serialize(auto& archive) { archive(x); }
  int x = 0;
};
class PrivateSerialize {
  void serialize(auto& archive) { archive(x_); }
  int x_ = 0;
};
union Either {
  int a;
  float b;
};
enum class Side : unsigned char { west, east };

}  // namespace

namespace isthmus::engine::serial {
namespace {

TEST(Serializable, HoldsForValuesOfAllKinds) {
  static_assert(Serializable<int> && Serializable<double> && Serializable<bool>);
  static_assert(Serializable<Side> && Serializable<std::byte> && Serializable<std::size_t>);
  static_assert(Serializable<std::string> && Serializable<std::span<const double>>);
  static_assert(Serializable<std::vector<std::vector<std::string>>>);
  static_assert(Serializable<Base> && Serializable<Virtual>);
}

TEST(Serializable, IsRefusedToPointersReferencesAndConstants) {
  static_assert(!Serializable<int*> && !Serializable<int&> && !Serializable<const int>);
  static_assert(!Serializable<void> && !Serializable<void()> && !Serializable<std::nullptr_t>);
  static_assert(!Serializable<std::function<void()>> && !Serializable<long double>);
}

TEST(Serializable, LooksIntoFieldsAndElements) {
  static_assert(!Serializable<DeepPointer>);
  static_assert(!Serializable<std::vector<Opaque>> && !Serializable<std::pair<int, Opaque>>);
  static_assert(!Serializable<Constant> && !Serializable<HasReference>);
}

TEST(Serializable, IsRefusedToClassesWhoseFieldsCannotBeTold) {
  static_assert(!Serializable<Opaque> && !Serializable<Either> && !Serializable<Derived>);
  static_assert(!Serializable<PrivateSerialize> && !Serializable<TwentyFive>);
  static_assert(!Serializable<HasExplicitDefault>);
}

TEST(Serializable, IsRefusedToOwnersThatWouldSlice) {
  static_assert(!Serializable<std::unique_ptr<Virtual>>);
  static_assert(!Serializable<std::unique_ptr<int[]>>);
}

TEST(Serializable, IsRefusedToSpansThatCannotBeViews) {
  static_assert(!Serializable<std::span<double>> && !Serializable<std::span<const bool>>);
  static_assert(!Serializable<std::span<const std::string>>);
  static_assert(!Serializable<std::span<const DeepPointer>>);
}

TEST(FixedSize, IsKnownWhereTheValueDoesNotMatter) {
  static_assert(fixed_size<int>() == 4 && fixed_size<bool>() == 1 && fixed_size<Side>() == 1);
  static_assert(fixed_size<std::array<std::pair<int, char>, 3>>() == 15);
  static_assert(fixed_size<std::tuple<>>() == 0 && fixed_size<Base>() == 4);
  static_assert(!fixed_size<std::string>() && !fixed_size<std::optional<int>>());
  static_assert(!fixed_size<Virtual>(), "a user's serialize may write what it likes");
}

}  // namespace
}  // namespace isthmus::engine::serial
