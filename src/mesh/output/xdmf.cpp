#include "mesh/output/xdmf.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "mesh/output/number_text.hpp"

namespace isthmus::mesh {

namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '&') {
      result += "&amp;";
    } else if (letter == '<') {
      result += "&lt;";
    } else if (letter == '"') {
      result += "&quot;";
    } else {
      result += letter;
    }
  }
  return result;
}

/// The slowest index first.
std::string numbers(const std::array<double, dimension_count>& values) {
  return number_text(values[2]) + " " + number_text(values[1]) + " " + number_text(values[0]);
}

std::string sizes(const Box& box) {
  return std::to_string(box.extent(2)) + " " + std::to_string(box.extent(1)) + " " +
         std::to_string(box.extent(0));
}

std::string list_of_numbers(const std::string& values) {
  return "          <DataItem Dimensions=\"3\" NumberType=\"Float\" Precision=\"8\" "
         "Format=\"XML\">" +
         values + "</DataItem>\n";
}

std::string grid_at(const Moment& moment, const Geometry& geometry,
                    const std::vector<OutputField>& fields, bool is_staggered) {
  const std::string size = sizes(geometry.whole);
  std::array<double, dimension_count> origin = geometry.origin;
  for (std::size_t d = 0; is_staggered && d < dimension_count; ++d) {
    origin[d] += 0.5 * geometry.spacing[d];
  }
  std::string text = "      <Grid Name=\"" + std::to_string(moment.step) +
                     "\" GridType=\"Uniform\">\n        <Time Value=\"" + number_text(moment.time) +
                     "\"/>\n        <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"" + size +
                     "\"/>\n        <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n" +
                     list_of_numbers(numbers(origin)) + list_of_numbers(numbers(geometry.spacing)) +
                     "        </Geometry>\n";
  for (const OutputField& field : fields) {
    if (field.is_staggered != is_staggered) continue;
    text += "        <Attribute Name=\"" + escaped(field.name) +
            "\" AttributeType=\"Scalar\" Center=\"Node\">\n          <DataItem Dimensions=\"" +
            size + "\" NumberType=\"Float\" Precision=\"8\" Format=\"HDF\">" +
            index_name(moment.step) + ":" + mesh_name(moment.step, field.name) +
            "</DataItem>\n        </Attribute>\n";
  }
  return text + "      </Grid>\n";
}

}  // namespace

std::string xdmf_text(const Geometry& geometry, const std::vector<OutputField>& fields,
                      const std::vector<Moment>& moments) {
  std::string text = "<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\">\n  <Domain>\n";
  for (const bool is_staggered : {false, true}) {
    const auto is_of_it = [&](const OutputField& field) {
      return field.is_staggered == is_staggered;
    };
    if (std::ranges::none_of(fields, is_of_it)) continue;
    text += std::string("    <Grid Name=\"") + (is_staggered ? "staggered" : "mesh") +
            "\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
    for (const Moment& moment : moments) text += grid_at(moment, geometry, fields, is_staggered);
    text += "    </Grid>\n";
  }
  return text + "  </Domain>\n</Xdmf>\n";
}

}  // namespace isthmus::mesh
