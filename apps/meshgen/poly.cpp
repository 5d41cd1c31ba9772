#include "meshgen/poly.hpp"

#include <cerrno>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

namespace meshgen {

namespace {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::fail;
using isthmus::forward_error;

constexpr std::int64_t count_max = 10'000'000;

// The file's lines as words, without comments and empty lines.
class Lines {
 public:
  Lines(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  // False at the end of the file.
  bool next() {
    words_.clear();
    while (words_.empty() && !text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      std::string_view line = text_.substr(0, end);
      text_.remove_prefix(std::min(end + 1, text_.size()));
      ++number_;
      line = line.substr(0, line.find('#'));
      split(line);
    }
    return !words_.empty();
  }

  std::size_t size() const { return words_.size(); }
  int number() const { return number_; }

  std::unexpected<isthmus::Error> wrong(std::string what, std::string expected) const {
    return fail(ErrorCode::bad_input, std::move(what), name_ + ":" + std::to_string(number_),
                std::move(expected));
  }

  // Word i as a whole number between bounds.
  Expected<std::int64_t> integer(std::size_t i, const char* meaning, std::int64_t least,
                                 std::int64_t most) const {
    std::int64_t value = 0;
    if (i >= words_.size()) return wrong("the line ends early", meaning);
    const std::string_view word = words_[i];
    const auto [stop, error] = std::from_chars(word.begin(), word.end(), value);
    if (error != std::errc() || stop != word.end() || value < least || value > most) {
      return wrong(
          "'" + std::string(word) + "'",
          std::string(meaning) + ", " + std::to_string(least) + " to " + std::to_string(most));
    }
    return value;
  }

  Expected<double> coordinate(std::size_t i, const char* meaning) const {
    double value = 0;
    if (i >= words_.size()) return wrong("the line ends early", meaning);
    std::string_view word = words_[i];
    if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
    const auto [stop, error] = std::from_chars(word.begin(), word.end(), value);
    if (error != std::errc() || stop != word.end() || !(std::abs(value) <= coordinate_max)) {
      return wrong("'" + std::string(words_[i]) + "'",
                   std::string(meaning) + ", a number of at most 1e60");
    }
    return value + 0.0;  // no negative zero: points are compared by their bits
  }

 private:
  void split(std::string_view line) {
    constexpr std::string_view space = " \t\r\f\v,";
    for (std::size_t begin = 0; (begin = line.find_first_not_of(space, begin)) != line.npos;) {
      const std::size_t end = std::min(line.find_first_of(space, begin), line.size());
      words_.push_back(line.substr(begin, end - begin));
      begin = end;
    }
  }

  std::string_view text_;
  const std::string& name_;
  std::vector<std::string_view> words_;
  int number_ = 0;
};

Expected<Point> read_point(const Lines& lines) {
  const auto x = lines.coordinate(1, "x");
  if (!x) return std::unexpected(x.error());
  const auto y = lines.coordinate(2, "y");
  if (!y) return std::unexpected(y.error());
  return Point{*x, *y};
}

// The header's count.
Expected<std::int64_t> read_count(Lines& lines, const char* meaning, std::int64_t least) {
  if (!lines.next()) return lines.wrong("the file ends early", meaning);
  return lines.integer(0, meaning, least, count_max);
}

// The number of the first vertex, 0 or 1, with which the others follow.
Expected<std::int64_t> read_vertices(Lines& lines, const std::optional<NamedText>& nodes,
                                     Domain& domain) {
  const auto count = read_count(lines, "the number of vertices", 0);
  if (!count) return std::unexpected(count.error());
  if (*count == 0 && nodes) {
    Lines others(nodes->text, nodes->name);
    return read_vertices(others, std::nullopt, domain);
  }
  if (*count < 3) {
    return lines.wrong(std::to_string(*count) + " vertices",
                       "3 or more, or 0 and the vertices in a file of the same name with .node");
  }
  if (lines.size() > 1) {
    if (auto dimension = lines.integer(1, "the dimension", 2, 2); !dimension) {
      return forward_error(dimension);
    }
  }
  std::int64_t first = 0;
  std::map<std::pair<double, double>, int> seen;
  for (std::int64_t i = 0; i < *count; ++i) {
    if (!lines.next()) {
      return lines.wrong("the file ends after " + std::to_string(i) + " vertices",
                         std::to_string(*count) + " vertices");
    }
    const auto number = lines.integer(0, "the number of the vertex", i == 0 ? 0 : first + i,
                                      i == 0 ? 1 : first + i);
    if (!number) return std::unexpected(number.error());
    if (i == 0) first = *number;
    auto point = read_point(lines);
    if (!point) return forward_error(point);
    const auto [place, fresh] = seen.emplace(std::pair(point->x, point->y), lines.number());
    if (!fresh) {
      return lines.wrong("the vertex of line " + std::to_string(place->second) + " again",
                         "vertices that differ");
    }
    domain.points.push_back(*point);
  }
  return first;
}

Expected<void> read_segments(Lines& lines, std::int64_t first, Domain& domain) {
  const auto count = read_count(lines, "the number of segments", 3);
  if (!count) return std::unexpected(count.error());
  const std::int64_t last = first + std::ssize(domain.points) - 1;
  for (std::int64_t i = 0; i < *count; ++i) {
    if (!lines.next()) {
      return lines.wrong("the file ends after " + std::to_string(i) + " segments",
                         std::to_string(*count) + " segments");
    }
    const auto from = lines.integer(1, "a vertex", first, last);
    if (!from) return std::unexpected(from.error());
    const auto to = lines.integer(2, "a vertex", first, last);
    if (!to) return std::unexpected(to.error());
    if (*from == *to) return lines.wrong("a segment from a vertex to itself", "two vertices");
    domain.sides.push_back({static_cast<std::int32_t>(*from - first),
                            static_cast<std::int32_t>(*to - first), lines.number()});
  }
  return {};
}

Expected<void> read_holes(Lines& lines, Domain& domain) {
  const auto count = read_count(lines, "the number of holes", 0);
  if (!count) return std::unexpected(count.error());
  for (std::int64_t i = 0; i < *count; ++i) {
    if (!lines.next()) {
      return lines.wrong("the file ends after " + std::to_string(i) + " holes",
                         std::to_string(*count) + " holes");
    }
    auto point = read_point(lines);
    if (!point) return forward_error(point);
    domain.holes.push_back({*point, lines.number()});
  }
  return {};
}

Expected<std::string> read_text(const std::string& path) {
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(path, ignored);
  std::ifstream file(path, std::ios::binary);
  if (!file || folder) {
    return fail(ErrorCode::bad_input, isthmus::with_errno("cannot read", folder ? EISDIR : errno),
                path, "a .poly file");
  }
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

Expected<Domain> read_poly(std::string_view text, const std::string& name,
                           const std::optional<NamedText>& nodes) {
  Domain domain;
  domain.file = name;
  Lines lines(text, name);
  const auto first = read_vertices(lines, nodes, domain);
  if (!first) return std::unexpected(first.error());
  if (auto read = read_segments(lines, *first, domain); !read) return forward_error(read);
  if (auto read = read_holes(lines, domain); !read) return forward_error(read);
  return domain;
}

Expected<Domain> read_poly_file(const std::string& path) {
  auto text = read_text(path);
  if (!text) return forward_error(text);
  const std::string beside = std::filesystem::path(path).replace_extension(".node").string();
  std::optional<NamedText> nodes;
  if (auto node_text = read_text(beside); node_text && beside != path) {
    nodes = {std::move(*node_text), beside};
  }
  return read_poly(*text, path, nodes);
}

}  // namespace meshgen
