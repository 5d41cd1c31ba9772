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

/// A dataset whole, or, where it holds more boxes than one, the part that is of this one.
std::string values_of(const std::string& place, const Box& box, const Box& dataset) {
  const std::string whole = "<DataItem Dimensions=\"" + sizes(dataset) +
                            "\" NumberType=\"Float\" Precision=\"8\" Format=\"HDF\">" + place +
                            "</DataItem>\n";
  if (box == dataset) return "          " + whole;
  std::string from;
  for (std::size_t d = dimension_count; d-- > 0;) {
    from += std::to_string(box.low[d] - dataset.low[d]) + " ";
  }
  return "          <DataItem ItemType=\"HyperSlab\" Dimensions=\"" + sizes(box) +
         "\">\n            <DataItem Dimensions=\"3 3\" Format=\"XML\">" + from + "1 1 1 " +
         sizes(box) + "</DataItem>\n            " + whole + "          </DataItem>\n";
}

/// The whole grid, or one of the finer boxes, of a level whose dataset holds `dataset`.
std::string box_at(const Moment& moment, const Geometry& whole, const FinerBox& finer,
                   const Box& dataset, const std::vector<OutputField>& fields, bool is_staggered) {
  const Geometry geometry = geometry_of(whole, finer);
  std::array<double, dimension_count> origin{};
  for (std::size_t d = 0; d < dimension_count; ++d) {
    origin[d] = geometry.coordinate(d, finer.box.low[d]);
    if (is_staggered) origin[d] += 0.5 * geometry.spacing[d];
  }
  const std::string name =
      finer.level == 0 ? std::to_string(moment.step) : "level " + std::to_string(finer.level);
  std::string text = "      <Grid Name=\"" + name +
                     "\" GridType=\"Uniform\">\n        <Time Value=\"" + number_text(moment.time) +
                     "\"/>\n        <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"" +
                     sizes(finer.box) +
                     "\"/>\n        <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n" +
                     list_of_numbers(numbers(origin)) + list_of_numbers(numbers(geometry.spacing)) +
                     "        </Geometry>\n";
  for (const OutputField& field : fields) {
    // The format has no complex numbers.
    if (field.is_staggered != is_staggered || field.level != finer.level || field.is_complex()) {
      continue;
    }
    text += "        <Attribute Name=\"" + escaped(field.name) +
            "\" AttributeType=\"Scalar\" Center=\"Node\">\n" +
            values_of(index_name(moment.step) + ":" + mesh_name(moment.step, field.stored_name()),
                      finer.box, dataset) +
            "        </Attribute>\n";
  }
  return text + "      </Grid>\n";
}

std::string grid_at(const SeriesStep& step, const Geometry& geometry,
                    const std::vector<OutputField>& fields, bool is_staggered) {
  const Moment& moment = step.moment;
  const std::string whole =
      box_at(moment, geometry, {0, geometry.whole}, geometry.whole, fields, is_staggered);
  if (step.finer.empty()) return whole;
  std::string text =
      "      <Grid Name=\"" + std::to_string(moment.step) +
      "\" GridType=\"Collection\" CollectionType=\"Spatial\">\n      <Time Value=\"" +
      number_text(moment.time) + "\"/>\n" + whole;
  for (const FinerBox& finer : step.finer) {
    text +=
        box_at(moment, geometry, finer, bounds_of(step.finer, finer.level), fields, is_staggered);
  }
  return text + "      </Grid>\n";
}

}  // namespace

std::string xdmf_text(const Geometry& geometry, const std::vector<OutputField>& fields,
                      const std::vector<SeriesStep>& steps) {
  std::string text = "<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\">\n  <Domain>\n";
  for (const bool is_staggered : {false, true}) {
    const auto is_of_it = [&](const OutputField& field) {
      return field.is_staggered == is_staggered && !field.is_complex();
    };
    if (std::ranges::none_of(fields, is_of_it)) continue;
    text += std::string("    <Grid Name=\"") + (is_staggered ? "staggered" : "mesh") +
            "\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
    for (const SeriesStep& step : steps) text += grid_at(step, geometry, fields, is_staggered);
    text += "    </Grid>\n";
  }
  return text + "  </Domain>\n</Xdmf>\n";
}

}  // namespace isthmus::mesh
