// Plane domains as files of Triangle's .poly format: meshgen::read_poly.
#include <string>

#include "fuzz/target.hpp"
#include "meshgen/poly.hpp"

namespace isthmus::engine::fuzz {

namespace {

using std::string_view_literals::operator""sv;

/// The vertices may come from another text: what follows a zero byte.
void run(Input input) {
  const std::string_view text = text_of(input);
  const std::size_t end = text.find('\0');
  std::optional<meshgen::NamedText> nodes;
  if (end != std::string_view::npos) {
    nodes = meshgen::NamedText{std::string(text.substr(end + 1)), "fuzz.node"};
  }
  const auto domain = meshgen::read_poly(text.substr(0, end), "fuzz.poly", nodes);
  if (!domain) {
    require(domain.error().code == ErrorCode::bad_input, "the file is at fault");
    require(domain.error().text().find('\n') == std::string::npos, "an error is one line");
    return;
  }
  for (const auto& side : domain->sides) {
    const auto count = static_cast<std::int64_t>(domain->points.size());
    require(side.from >= 0 && side.from < count && side.to >= 0 && side.to < count,
            "a side has its ends");
  }
}

std::vector<Bytes> seeds() {
  return {bytes_of("# a square with a hole\n4 2 0 1\n1 0 0 1\n2 1 0 1\n3 1 1e0 1\n4 0 1 1\n"
                   "4 1\n1 1 2 1\n2 2 3 1\n3 3 4 1\n4 4 1 1\n1\n1 0.5 0.5\n0\n"),
          bytes_of("0 2 0 0\n3 0\n0 0 1\n1 1 2\n2 2 0\n0\n\0"
                   "3 2 0 0\n0 0 0\n1 1 0\n2 0 1\n"sv)};
}

}  // namespace

extern const Target domains;
const Target domains{"domains", run, seeds};

}  // namespace isthmus::engine::fuzz
