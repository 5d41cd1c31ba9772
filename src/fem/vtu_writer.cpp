#include <bit>
#include <cstdint>
#include <string_view>

#include "fem/text_file.hpp"
#include "fem/vtu.hpp"

namespace isthmus::fem {

namespace {

// Bytes as base64, in blocks.
class Base64Writer {
 public:
  explicit Base64Writer(std::FILE* file) : file_(file) {}

  void put(std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) put_byte(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  void put(double value) { put(std::bit_cast<std::uint64_t>(value), 8); }

  void finish() {
    const int rest = held_;
    if (rest > 0) {
      while (held_ > 0) put_byte(0);
      text_.resize(text_.size() - static_cast<std::size_t>(3 - rest));
      text_.append(static_cast<std::size_t>(3 - rest), '=');
    }
    std::fwrite(text_.data(), 1, text_.size(), file_);
  }

 private:
  void put_byte(std::uint8_t byte) {
    group_ = group_ << 8 | byte;
    if (++held_ < 3) return;
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int shift = 18; shift >= 0; shift -= 6) text_ += digits[group_ >> shift & 63];
    held_ = 0;
    group_ = 0;
    if (text_.size() < 1 << 16) return;
    // The last group stays, as the end may have to change it.
    std::fwrite(text_.data(), 1, text_.size() - 4, file_);
    text_.erase(0, text_.size() - 4);
  }

  std::FILE* file_;
  std::uint32_t group_ = 0;
  int held_ = 0;
  std::string text_;
};

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '"')
      safe += "&quot;";
    else
      safe += c;
  }
  return safe;
}

// One DataArray; `put` hands each of its values to the writer.
template <class Put>
void write_array(std::FILE* file, const std::string& attributes, std::uint64_t bytes,
                 const Put& put) {
  std::fprintf(file, "        <DataArray %s format=\"binary\">", attributes.c_str());
  Base64Writer writer(file);
  writer.put(bytes, 8);
  put(writer);
  writer.finish();
  std::fputs("</DataArray>\n", file);
}

void write_fields(std::FILE* file, const char* section, const std::map<std::string, Field>& fields,
                  const std::vector<std::int32_t>* groups) {
  std::fprintf(file, "      <%s>\n", section);
  for (const auto& [name, field] : fields) {
    write_array(file,
                "type=\"Float64\" Name=\"" + escaped(name) + "\" NumberOfComponents=\"" +
                    std::to_string(field.components) + "\"",
                8 * field.values.size(), [&](Base64Writer& writer) {
                  for (const double value : field.values) writer.put(value);
                });
  }
  if (groups != nullptr) {
    write_array(file, "type=\"Int32\" Name=\"group\"", 4 * groups->size(),
                [&](Base64Writer& writer) {
                  for (const std::int32_t group : *groups) {
                    writer.put(static_cast<std::uint32_t>(group), 4);
                  }
                });
  }
  std::fprintf(file, "      </%s>\n", section);
}

}  // namespace

Expected<void> write_vtu(const std::string& path, const Mesh& mesh) {
  OutputFile output(path);
  std::FILE* const file = output.get();
  if (file == nullptr) return output.finish();
  std::fprintf(file,
               "<?xml version=\"1.0\"?>\n"
               "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
               "header_type=\"UInt64\">\n"
               "  <UnstructuredGrid>\n"
               "    <Piece NumberOfPoints=\"%zu\" NumberOfCells=\"%zu\">\n"
               "      <Points>\n",
               mesh.points.size(), mesh.group.size());
  write_array(file, "type=\"Float64\" Name=\"Points\" NumberOfComponents=\"3\"",
              24 * mesh.points.size(), [&](Base64Writer& writer) {
                for (const Point& point : mesh.points) {
                  for (const double x : point) writer.put(x);
                }
              });
  std::fputs("      </Points>\n      <Cells>\n", file);
  write_array(file, "type=\"Int32\" Name=\"connectivity\"", 4 * mesh.nodes.size(),
              [&](Base64Writer& writer) {
                for (const std::int32_t node : mesh.nodes) {
                  writer.put(static_cast<std::uint32_t>(node), 4);
                }
              });
  const auto per = static_cast<std::uint64_t>(nodes_per(mesh.kind));
  const std::uint64_t count = mesh.group.size();
  write_array(file, "type=\"Int64\" Name=\"offsets\"", 8 * count, [&](Base64Writer& writer) {
    for (std::uint64_t i = 1; i <= count; ++i) writer.put(per * i, 8);
  });
  const std::uint64_t type = mesh.kind == Kind::tet4 ? 10 : 24;
  write_array(file, "type=\"UInt8\" Name=\"types\"", count, [&](Base64Writer& writer) {
    for (std::uint64_t i = 0; i < count; ++i) writer.put(type, 1);
  });
  std::fputs("      </Cells>\n", file);
  write_fields(file, "PointData", mesh.node_data, nullptr);
  write_fields(file, "CellData", mesh.element_data, &mesh.group);
  std::fputs("    </Piece>\n  </UnstructuredGrid>\n</VTKFile>\n", file);
  return output.finish();
}

Expected<void> write_pvd(const std::string& path, const std::vector<SeriesEntry>& series) {
  OutputFile output(path);
  std::FILE* const file = output.get();
  if (file == nullptr) return output.finish();
  std::fputs(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n  <Collection>\n",
      file);
  for (const SeriesEntry& entry : series) {
    std::fprintf(file, "    <DataSet timestep=\"%.9g\" file=\"%s\"/>\n", entry.time_s,
                 escaped(entry.file).c_str());
  }
  std::fputs("  </Collection>\n</VTKFile>\n", file);
  return output.finish();
}

}  // namespace isthmus::fem
