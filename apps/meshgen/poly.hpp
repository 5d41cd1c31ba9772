// meshgen/poly.hpp: a plane domain from a file of Triangle's .poly format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/error.hpp"
#include "meshgen/geometry.hpp"

namespace meshgen {

/// A planar straight-line graph: what its segments enclose, less the holes.
struct Domain {
  struct Side {
    std::int32_t from = 0;
    std::int32_t to = 0;
    int line = 0;  ///< In the file.
  };
  struct Hole {
    Point point;  ///< Anywhere in the hole.
    int line = 0;
  };
  std::string file;
  std::vector<Point> points;
  std::vector<Side> sides;
  std::vector<Hole> holes;

  /// "pipe.poly:17".
  std::string at(int line) const { return file + ":" + std::to_string(line); }
};

/// Coordinates beyond this are refused, as their products of four would not be finite.
constexpr double coordinate_max = 1e60;

/// A text and what stands for it in errors.
struct NamedText {
  std::string text;
  std::string name;
};

/// Errors name the line: ErrorCode::bad_input. If the text has no vertices, they are those of
/// `nodes`. Attributes and markers are read over, and so are regional attributes. Whether segments
/// cross is not looked at here.
isthmus::Expected<Domain> read_poly(std::string_view text, const std::string& name,
                                    const std::optional<NamedText>& nodes = std::nullopt);

/// Vertices may be in a file beside it, of the same name with `.node`. ErrorCode::bad_input also
/// when the file cannot be read.
isthmus::Expected<Domain> read_poly_file(const std::string& path);

}  // namespace meshgen
