// fem/vtu_file.hpp: a VTK XML file of an unstructured grid of any cells as it is written.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "fem/base64.hpp"
#include "fem/text_file.hpp"

namespace isthmus::fem {

/// An UnstructuredGrid of one piece; arrays of little-endian values in base64, so the file is plain
/// XML. The sections are Points, Cells (connectivity, offsets, types), PointData, CellData:
///
///     VtuFile file(path, points, cells);
///     file.begin("Points");
///     file.array<double>("Points", 3, 3 * points, [&](std::size_t i) { return x[i]; });
///     file.end("Points");
class VtuFile {
 public:
  VtuFile(const std::string& path, std::size_t points, std::size_t cells);

  void begin(std::string_view section);
  void end(std::string_view section);
  /// `count` values in all, each of which `value(i)` says; `components` of them for each entity.
  template <class T, class Value>
  void array(std::string_view name, int components, std::size_t count, const Value& value) {
    if (output_.get() == nullptr) return;
    begin_array(type_of<T>(), name, components);
    Base64Writer writer(output_.get());
    writer.put(count * sizeof(T), 8);
    for (std::size_t i = 0; i < count; ++i) {
      const T one = value(i);
      if constexpr (std::same_as<T, double>)
        writer.put(std::bit_cast<std::uint64_t>(one), 8);
      else
        writer.put(static_cast<std::uint64_t>(one), sizeof(T));
    }
    writer.finish();
    end_array();
  }
  /// The end of the file. ErrorCode::io where any of it could not be written.
  Expected<void> finish();

 private:
  template <class T>
  static constexpr const char* type_of() {
    if constexpr (std::same_as<T, double>) return "Float64";
    if constexpr (std::same_as<T, std::int32_t>) return "Int32";
    if constexpr (std::same_as<T, std::int64_t>) return "Int64";
    if constexpr (std::same_as<T, std::uint8_t>) return "UInt8";
  }
  void begin_array(const char* type, std::string_view name, int components);
  void end_array();

  OutputFile output_;
};

/// Text as a value of an attribute of XML.
std::string escaped(std::string_view text);

}  // namespace isthmus::fem
