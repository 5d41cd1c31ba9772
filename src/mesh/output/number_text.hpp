// mesh/output/number_text.hpp: numbers as text that reads back as the same bits.
#pragma once

#include <charconv>
#include <string>

namespace isthmus::mesh {

/// The shortest that does: "0.1", "1e-09", "nan".
inline std::string number_text(double value) {
  char text[32];
  const auto written = std::to_chars(text, text + sizeof text, value);
  return {text, written.ptr};
}

}  // namespace isthmus::mesh
