#include "meshgen/vtu.hpp"

#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string_view>
#include <vector>

namespace meshgen {

namespace {

// Bytes as base64, in blocks; the file's error state tells of a full disk at the end.
class Base64Writer {
 public:
  explicit Base64Writer(std::FILE* file) : file_(file) {}

  template <class Integer>
  void put(Integer value) {
    for (std::size_t i = 0; i < sizeof value; ++i) {
      put_byte(static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i)));
    }
  }

  void finish() {
    if (held_ > 0) {
      const int rest = held_;
      while (held_ > 0) put_byte(0);
      text_.resize(text_.size() - (3 - rest));
      text_.append(3 - rest, '=');
    }
    flush();
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
    if (text_.size() > 1 << 16 && text_.size() < text_.capacity()) flush();
  }

  void flush() {
    std::fwrite(text_.data(), 1, text_.size(), file_);
    text_.clear();
  }

  std::FILE* file_;
  std::uint32_t group_ = 0;
  int held_ = 0;
  std::string text_;
};

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// One DataArray; `put` hands each of its values to the writer.
template <class Put>
void write_array(std::FILE* file, const char* attributes, std::uint64_t bytes, const Put& put) {
  std::fprintf(file, "        <DataArray %s format=\"binary\">", attributes);
  Base64Writer writer(file);
  writer.put(bytes);
  put(writer);
  writer.finish();
  std::fputs("</DataArray>\n", file);
}

void write_points(std::FILE* file, const WholeMesh& mesh) {
  std::fputs("      <Points>\n", file);
  write_array(file, "type=\"Float64\" Name=\"Points\" NumberOfComponents=\"3\"",
              24 * mesh.points.size(), [&](Base64Writer& writer) {
                for (const Point& point : mesh.points) {
                  writer.put(std::bit_cast<std::uint64_t>(point.x));
                  writer.put(std::bit_cast<std::uint64_t>(point.y));
                  writer.put(std::uint64_t{0});
                }
              });
  std::fputs("      </Points>\n", file);
}

void write_cells(std::FILE* file, const WholeMesh& mesh) {
  const std::uint64_t count = mesh.triangles.size();
  std::fputs("      <Cells>\n", file);
  write_array(file, "type=\"Int32\" Name=\"connectivity\"", 12 * count, [&](Base64Writer& writer) {
    for (const auto& corner : mesh.triangles) {
      for (const std::int32_t point : corner) writer.put(point);
    }
  });
  write_array(file, "type=\"Int64\" Name=\"offsets\"", 8 * count, [&](Base64Writer& writer) {
    for (std::uint64_t i = 1; i <= count; ++i) writer.put(3 * i);
  });
  constexpr std::uint8_t vtk_triangle = 5;
  write_array(file, "type=\"UInt8\" Name=\"types\"", count, [&](Base64Writer& writer) {
    for (std::uint64_t i = 0; i < count; ++i) writer.put(vtk_triangle);
  });
  std::fputs("      </Cells>\n      <CellData Scalars=\"subdomain\">\n", file);
  const auto write_numbers = [&](const char* attributes, const std::vector<std::int32_t>& values) {
    write_array(file, attributes, 4 * count, [&](Base64Writer& writer) {
      for (const std::int32_t value : values) writer.put(value);
    });
  };
  write_numbers("type=\"Int32\" Name=\"subdomain\"", mesh.subdomain);
  write_numbers("type=\"Int32\" Name=\"pe\"", mesh.pe);
  std::fputs("      </CellData>\n", file);
}

}  // namespace

isthmus::Expected<void> write_vtu(const std::string& path, const WholeMesh& mesh) {
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "wb"));
  const auto refused = [&] {
    return isthmus::fail(isthmus::ErrorCode::io, isthmus::with_errno("cannot write", errno), path);
  };
  if (!file) return refused();
  std::fprintf(file.get(),
               "<?xml version=\"1.0\"?>\n"
               "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
               "header_type=\"UInt64\">\n"
               "  <UnstructuredGrid>\n"
               "    <Piece NumberOfPoints=\"%zu\" NumberOfCells=\"%zu\">\n",
               mesh.points.size(), mesh.triangles.size());
  write_points(file.get(), mesh);
  write_cells(file.get(), mesh);
  std::fputs("    </Piece>\n  </UnstructuredGrid>\n</VTKFile>\n", file.get());
  if (std::fflush(file.get()) != 0 || std::ferror(file.get()) != 0) return refused();
  return {};
}

}  // namespace meshgen
