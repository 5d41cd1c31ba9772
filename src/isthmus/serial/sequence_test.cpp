#include "isthmus/serial/sequence.hpp"

#include <gtest/gtest.h>

#include <new>
#include <numeric>

#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::serial {
namespace {

template <class T>
T round_trip(const T& value) {
  auto result = from_bytes<T>(to_bytes(value));
  EXPECT_TRUE(result.has_value()) << result.error().text();
  return std::move(result).value();
}

template <class T>
void expect_round_trip(const T& value) {
  EXPECT_EQ(round_trip(value), value);
}

/// Bytes in a buffer aligned as messages are, `offset` bytes from its start.
class AlignedBytes {
 public:
  explicit AlignedBytes(const std::vector<std::byte>& bytes, std::size_t offset = 0)
      : size_(bytes.size()), offset_(offset) {
    std::copy(bytes.begin(), bytes.end(), storage_ + offset);
  }
  std::span<const std::byte> span() const { return {storage_ + offset_, size_}; }

 private:
  alignas(buffer_alignment) std::byte storage_[1024] = {};
  std::size_t size_;
  std::size_t offset_;
};

struct alignas(32) Wide {
  double lanes[4];
  bool operator==(const Wide&) const = default;
};
struct alignas(128) Wider {
  double lanes[16];
  bool operator==(const Wider&) const = default;
};

TEST(Sequence, RoundTripsStringsAndVectors) {
  expect_round_trip(std::string());
  expect_round_trip(std::string("a\0b", 3));
  expect_round_trip(std::u16string(u"wide"));
  expect_round_trip(std::vector<double>());
  expect_round_trip(std::vector<double>{1, 2, 3});
  expect_round_trip(std::vector<bool>{true, false, true});
  expect_round_trip(std::vector<std::string>{"one", "", "three"});
  expect_round_trip(std::vector<std::vector<std::vector<int>>>{{{1}, {}}, {}, {{2, 3}}});
}

TEST(Sequence, RoundTripsDequesListsAndArrays) {
  expect_round_trip(std::deque<int>{1, 2, 3});
  expect_round_trip(std::list<std::string>{"one", "two"});
  expect_round_trip(std::array<double, 3>{1, 2, 3});
  expect_round_trip(std::array<std::string, 2>{"one", "two"});
  expect_round_trip(std::array<int, 0>{});
  expect_round_trip(std::vector<std::array<int, 0>>(3));
  expect_round_trip(std::array<bool, 3>{true, false, true});
}

TEST(Sequence, RoundTripsElementsOfUncommonAlignment) {
  expect_round_trip(std::vector<Wide>{{{1, 2, 3, 4}}, {{5, 6, 7, 8}}});
  expect_round_trip(std::vector<Wider>{Wider{{1, 2}}, Wider{{3, 4}}});
}

TEST(Sequence, ReplacesWhatTheContainerHeld) {
  const auto bytes = to_bytes(std::vector<int>{1}, std::vector<std::string>{"one"});
  std::vector<int> ints{7, 8, 9};
  std::vector<std::string> strings{"seven", "eight"};
  Reader reader(bytes);
  reader(ints, strings);
  EXPECT_EQ(ints, std::vector<int>{1});
  EXPECT_EQ(strings, std::vector<std::string>{"one"});
}

TEST(Sequence, HasOneFormForAllContainersOfABitwiseElement) {
  const std::vector<double> vector{1, 2, 3};
  const auto bytes = to_bytes('x', vector);
  EXPECT_EQ(bytes, to_bytes('x', std::deque<double>{1, 2, 3}));
  EXPECT_EQ(bytes, to_bytes('x', std::list<double>{1, 2, 3}));
  EXPECT_EQ(bytes, to_bytes('x', std::span<const double>(vector)));
  std::list<double> list;
  char x = 0;
  Reader reader(bytes);
  reader(x, list);
  EXPECT_TRUE(reader.finish().has_value());
  EXPECT_EQ(list, (std::list<double>{1, 2, 3}));
}

TEST(Span, ViewsTheBufferAndIsAligned) {
  const std::vector<double> sent{1, 2, 3};
  const std::vector<Wide> wide_sent{{{1, 2, 3, 4}}};
  const AlignedBytes bytes(to_bytes('x', sent, 'y', wide_sent));
  char x = 0;
  char y = 0;
  std::span<const double> view;
  std::span<const Wide> wide_view;
  Reader reader(bytes.span());
  reader(x, view, y, wide_view);
  ASSERT_TRUE(reader.finish().has_value());
  ASSERT_EQ(view.size(), 3u);
  const auto* const at = reinterpret_cast<const std::byte*>(view.data());
  EXPECT_EQ(at - bytes.span().data(), 16) << "after x, padding to 9, a count that ends at 9";
  EXPECT_EQ(std::vector(view.begin(), view.end()), sent);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(wide_view.data()) % alignof(Wide), 0u);
  EXPECT_EQ(wide_view[0], wide_sent[0]);
}

TEST(Span, OfNothingIsEmpty) {
  const AlignedBytes bytes(to_bytes(std::vector<double>()));
  const auto view = from_bytes<std::span<const double>>(bytes.span());
  ASSERT_TRUE(view.has_value());
  EXPECT_TRUE(view->empty());
}

TEST(Span, IsRefusedFromABufferThatIsNotAligned) {
  const AlignedBytes bytes(to_bytes(std::vector<double>{1}), 4);
  const auto view = from_bytes<std::span<const double>>(bytes.span());
  ASSERT_FALSE(view.has_value());
  EXPECT_NE(view.error().what.find("not aligned"), std::string::npos);
}

TEST(Vector, IsReadFromABufferThatIsNotAligned) {
  const AlignedBytes bytes(to_bytes(std::vector<double>{1, 2}), 3);
  const auto vector = from_bytes<std::vector<double>>(bytes.span());
  ASSERT_TRUE(vector.has_value());
  EXPECT_EQ(*vector, (std::vector<double>{1, 2}));
}

TEST(StringView, ViewsTheBuffer) {
  const auto bytes = to_bytes(std::string("halo"));
  const auto view = from_bytes<std::string_view>(bytes);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(*view, "halo");
  EXPECT_EQ(static_cast<const void*>(view->data()), bytes.data() + 8);
}

}  // namespace
}  // namespace isthmus::engine::serial
