#include "fem/vtu_file.hpp"

namespace isthmus::fem {

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

VtuFile::VtuFile(const std::string& path, std::size_t points, std::size_t cells) : output_(path) {
  if (output_.get() == nullptr) return;
  std::fprintf(output_.get(),
               "<?xml version=\"1.0\"?>\n"
               "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
               "header_type=\"UInt64\">\n"
               "  <UnstructuredGrid>\n"
               "    <Piece NumberOfPoints=\"%zu\" NumberOfCells=\"%zu\">\n",
               points, cells);
}

void VtuFile::begin(std::string_view section) {
  if (output_.get() == nullptr) return;
  std::fprintf(output_.get(), "      <%s>\n", std::string(section).c_str());
}

void VtuFile::end(std::string_view section) { begin("/" + std::string(section)); }

void VtuFile::begin_array(const char* type, std::string_view name, int components) {
  std::fprintf(output_.get(),
               "        <DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" "
               "format=\"binary\">",
               type, escaped(name).c_str(), components);
}

void VtuFile::end_array() { std::fputs("</DataArray>\n", output_.get()); }

Expected<void> VtuFile::finish() {
  if (output_.get() != nullptr) {
    std::fputs("    </Piece>\n  </UnstructuredGrid>\n</VTKFile>\n", output_.get());
  }
  return output_.finish();
}

}  // namespace isthmus::fem
