// Values of all kinds of types from bytes: serial::Reader and its codecs.
#include <array>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fuzz/target.hpp"
#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::fuzz {

namespace {

struct Empty {};

/// Contains itself, as deep as the bytes say.
struct Tree {
  std::int32_t value = 0;
  std::vector<Tree> children;
  void serialize(auto& archive) { archive(value, children); }
};

struct Chain {
  std::unique_ptr<Chain> next;
  void serialize(auto& archive) { archive(next); }
};

struct Point {
  double x = 0;
  std::int64_t tag = 0;
};

/// With padding, so that it is read field by field.
struct Tagged {
  double x = 0;
  std::uint8_t tag = 0;
};

/// Reads a T. What was read can be written and read again, and is written the same then.
template <class T>
void read(Input bytes) {
  const Expected<T> value = serial::from_bytes<T>(bytes);
  if (!value) {
    require(value.error().code == ErrorCode::malformed, "what does not decode is malformed");
    return;
  }
  const Bytes once = serial::to_bytes(*value);
  const Expected<T> again = serial::from_bytes<T>(once);
  require(again.has_value(), "what was written can be read");
  require(text_of(serial::to_bytes(*again)) == text_of(once), "a value comes back");
}

/// Views need a buffer that is aligned.
void read_views(Input bytes) {
  std::vector<std::array<std::byte, serial::buffer_alignment>> blocks(
      bytes.size() / serial::buffer_alignment + 1);
  const auto copy = std::as_writable_bytes(std::span(blocks)).first(bytes.size());
  if (!bytes.empty()) std::memcpy(copy.data(), bytes.data(), bytes.size());
  serial::Reader reader(copy);
  std::string_view text;
  std::span<const double> numbers;
  std::span<const Point> points;
  std::span<const std::byte> tail;
  reader(text, numbers, points, tail);
  require(text.size() + numbers.size_bytes() + points.size_bytes() + tail.size() <= bytes.size(),
          "views lie in the bytes");
  double sum = 0;
  for (const double number : numbers) sum += number;
  for (const Point& point : points) sum += point.x;
  static_cast<void>(sum);
  static_cast<void>(reader.finish());
}

using Reading = void (*)(Input);
constexpr std::array<Reading, 18> readings = {
    read<std::vector<double>>,
    read<std::string>,
    read<std::vector<std::vector<std::string>>>,
    read<std::vector<Empty>>,
    read<std::vector<std::vector<Empty>>>,
    read<std::list<std::optional<std::string>>>,
    read<std::deque<std::array<std::vector<std::int16_t>, 3>>>,
    read<std::map<std::string, std::vector<std::uint32_t>>>,
    read<std::unordered_map<std::uint64_t, std::string>>,
    read<std::set<std::int32_t>>,
    read<std::multimap<std::uint8_t, std::vector<bool>>>,
    read<std::vector<bool>>,
    read<std::variant<std::int32_t, std::string, std::vector<double>>>,
    read<std::tuple<bool, std::string, std::vector<Tagged>>>,
    read<std::unique_ptr<std::vector<std::string>>>,
    read<Tree>,
    read<Chain>,
    read_views,
};

/// The first byte chooses the type.
void run(Input input) {
  Source source(input);
  const auto choice = source.take<std::uint8_t>() % readings.size();
  readings[choice](source.rest());
}

template <class T>
Bytes seed(std::uint8_t choice, const T& value) {
  return Sink().put(choice).put_bytes(serial::to_bytes(value)).take();
}

std::vector<Bytes> seeds() {
  using std::string_literals::operator""s;
  Tree tree;
  tree.children.resize(2);
  tree.children[1].children.resize(1);
  Bytes chain(600, std::byte{1});
  chain[0] = std::byte{16};
  std::tuple<std::string, std::vector<double>, std::vector<std::uint64_t>> views{
      "abc", {1, 2, 3}, {4}};
  return {seed(0, std::vector<double>{1, 2.5}),
          seed(1, "text"s),
          seed(2, std::vector<std::vector<std::string>>{{"a", "bc"}, {}}),
          seed(3, std::vector<Empty>(3)),
          seed(4, std::vector<std::vector<Empty>>(2)),
          seed(5, std::list<std::optional<std::string>>{"a"s, std::nullopt}),
          seed(6, std::deque<std::array<std::vector<std::int16_t>, 3>>(1)),
          seed(7, std::map<std::string, std::vector<std::uint32_t>>{{"a", {1}}, {"b", {}}}),
          seed(8, std::unordered_map<std::uint64_t, std::string>{{1, "x"}, {2, "y"}}),
          seed(9, std::set<std::int32_t>{-1, 1}),
          seed(11, std::vector<bool>{true, false, true}),
          seed(12, std::variant<std::int32_t, std::string, std::vector<double>>("v"s)),
          seed(14, std::make_unique<std::vector<std::string>>(1, "p")),
          seed(15, tree),
          chain,
          seed(17, views)};
}

}  // namespace

extern const Target values;
const Target values{"values", run, seeds};

}  // namespace isthmus::engine::fuzz
