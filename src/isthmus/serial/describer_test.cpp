#include "isthmus/serial/describer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <complex>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "isthmus/base/ids.hpp"

namespace isthmus::engine::serial {
namespace {

enum class Side : std::uint16_t { west };

struct Point {
  double x = 0;
  double y = 0;
};

/// What `serialize` hands over of an object.
template <class T>
std::string described(T& object) {
  Describer describer;
  object.serialize(describer);
  return describer.text();
}

TEST(Describer, NamesNumbersByKindAndSize) {
  EXPECT_EQ(form_of<bool>(), "bool");
  EXPECT_EQ(form_of<char>(), "c1");
  EXPECT_EQ(form_of<std::int8_t>(), "i1");
  EXPECT_EQ(form_of<std::uint16_t>(), "u2");
  EXPECT_EQ(form_of<int>(), "i4");
  EXPECT_EQ(form_of<long>(), "i8");
  EXPECT_EQ(form_of<unsigned long long>(), form_of<std::size_t>());
  EXPECT_EQ(form_of<float>(), "f4");
  EXPECT_EQ(form_of<double>(), "f8");
  EXPECT_EQ(form_of<Side>(), "u2");
}

TEST(Describer, GivesTypesThatReadEachOthersBytesOneForm) {
  EXPECT_EQ(form_of<std::vector<char>>(), form_of<std::string>());
  EXPECT_EQ((form_of<std::map<int, double>>()), (form_of<std::unordered_map<int, double>>()));
  EXPECT_EQ((form_of<std::pair<double, double>>()), form_of<Point>());
  EXPECT_EQ(form_of<std::chrono::nanoseconds>(), "i8");
  EXPECT_EQ(form_of<ProcessId>(), form_of<std::uint32_t>());
  EXPECT_EQ(form_of<std::optional<int>>(), form_of<std::unique_ptr<int>>());
}

TEST(Describer, NamesWhatContainersHoldThoughTheyAreEmpty) {
  EXPECT_EQ(form_of<std::vector<Point>>(), "list(fields(f8,f8))");
  EXPECT_EQ((form_of<std::map<std::string, Side>>()), "map(list(c1),u2)");
  EXPECT_EQ(form_of<std::set<int>>(), "set(i4)");
  EXPECT_EQ(form_of<std::optional<float>>(), "optional(f4)");
  EXPECT_EQ((form_of<std::variant<int, bool>>()), "one_of(i4,bool)");
  EXPECT_EQ((form_of<std::array<std::string, 3>>()), "array3(list(c1))");
  EXPECT_EQ((form_of<std::array<int, 1>>()), "array1(i4)");
  EXPECT_EQ(form_of<std::complex<float>>(), "array2(f4)");
}

class Inner {
 public:
  void serialize(auto& archive) { archive(weight_, name_); }

 private:
  float weight_ = 0;
  std::string name_;
};

class Outer {
 public:
  void serialize(auto& archive) {
    archive(step_, all_);
    archive(last_);
  }

 private:
  int step_ = 0;
  std::vector<Inner> all_;
  Inner last_;
};

TEST(Describer, LooksIntoTypesWithASerializeOfTheirOwnAlsoInEmptyContainers) {
  EXPECT_EQ(form_of<Outer>(), "fields(i4,list(fields(f4,list(c1))),fields(f4,list(c1)))");
  Outer outer;
  EXPECT_EQ(described(outer), "i4,list(fields(f4,list(c1))),fields(f4,list(c1))");
}

struct Tree {
  int value = 0;
  std::unique_ptr<Tree> left;
  std::vector<Tree> others;
};

class Chain {
 public:
  void serialize(auto& archive) { archive(length_, next_); }

 private:
  int length_ = 0;
  std::unique_ptr<Chain> next_;
};

TEST(Describer, EndsInTypesThatContainThemselves) {
  EXPECT_EQ(form_of<Tree>(), "fields(i4,optional(outer2),list(outer2))");
  EXPECT_EQ(form_of<Chain>(), "fields(i4,optional(outer2))");
}

/// Has something only where it says so, and needs what it has read.
class Guest {
 public:
  void serialize(auto& archive) {
    bool has_luggage = true;
    archive(has_luggage, nights_);
    if (nights_ < 0) archive.fail("it stays for less than nothing");
    if (has_luggage) archive(luggage_);
    if (archive.is_ok()) archive(bill_);
  }

 private:
  int nights_ = -7;
  std::string luggage_;
  double bill_ = 0;
};

TEST(Describer, IsAReaderWhoseBytesHaveEnded) {
  static_assert(Describer::is_reading);
  Guest guest;
  // Numbers are read as zero, and nothing is well.
  EXPECT_EQ(described(guest), "bool,i4");
}

/// One that hands over what may not be there.
class Host {
 public:
  void serialize(auto& archive) {
    bool has_guest = guest_ != nullptr;
    archive(has_guest);
    if constexpr (requires { archive.template describe<Inner>(); }) {
      archive.template describe<Inner>();
    }
    if (!has_guest) return;
    if (!guest_) guest_ = std::make_unique<Inner>();
    archive(*guest_);
  }

 private:
  std::unique_ptr<Inner> guest_;
};

TEST(Describer, IsToldOfWhatIsHandedOverNowAndThen) {
  EXPECT_EQ(form_of<Host>(), "fields(bool,fields(f4,list(c1)))");
  EXPECT_EQ(from_bytes<bool>(to_bytes(Host())).value(), false);
}

class Fixed {
 public:
  explicit Fixed(int size) : size_(size) {}
  void serialize(auto& archive) { archive(size_); }

 private:
  int size_;
};

class HasFixed {
 public:
  void serialize(auto& archive) { archive(fixed_, pair_); }

 private:
  Fixed fixed_{3};
  std::pair<Fixed, int> pair_{Fixed(1), 2};
};

TEST(Describer, NeedsADefaultConstructorOnlyWhereThereIsNoValue) {
  EXPECT_EQ(form_of<HasFixed>(), "fields(fields(i4),fields(unknown,i4))");
}

}  // namespace
}  // namespace isthmus::engine::serial
