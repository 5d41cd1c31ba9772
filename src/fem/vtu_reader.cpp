#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "fem/base64.hpp"
#include "fem/text_file.hpp"
#include "fem/vtu.hpp"
#include "fem/vtu_numbers.hpp"
#include "fem/xml_tags.hpp"

namespace isthmus::fem {

namespace {

constexpr std::int64_t count_max = 2147483647;

/// An array whose values come later.
struct Appended {
  Tag tag;
  std::string section;
  std::string name;
  Field field;
  std::int64_t offset = 0;
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : tags_(text, name), name_(name) {}

  Expected<Mesh> read() {
    std::string section;
    while (true) {
      auto tag = tags_.next();
      if (!tag) return forward_error(tag);
      if (tag->name == "VTKFile") {
        if (auto good = read_header(*tag); !good) return forward_error(good);
      } else if (tag->name == "Piece") {
        if (has_piece_) return tags_.wrong("a second piece", "one");
        has_piece_ = true;
        for (const auto& [attribute, count] :
             {std::pair("NumberOfPoints", &points_), std::pair("NumberOfCells", &cells_)}) {
          if (auto good = read_count(tag->get(attribute), attribute, *count); !good) {
            return forward_error(good);
          }
        }
      } else if (tag->name == "DataArray") {
        if (auto good = read_array(*tag, section); !good) return forward_error(good);
      } else if (tag->name == "Points" || tag->name == "Cells" || tag->name == "PointData" ||
                 tag->name == "CellData") {
        if (!tag->is_whole) section = tag->name;
      } else if (tag->name == "AppendedData") {
        if (auto good = read_appended(*tag); !good) return forward_error(good);
        break;
      } else if (tag->name == "/VTKFile") {
        break;
      }
    }
    return whole();
  }

 private:
  Expected<void> read_header(const Tag& tag) {
    if (tag.get("type") != "UnstructuredGrid") {
      return tags_.wrong("'" + std::string(tag.get("type")) + "'", "type=\"UnstructuredGrid\"");
    }
    if (tag.get("byte_order") == "BigEndian") {
      return tags_.wrong("big-endian values", "little-endian ones");
    }
    if (!tag.get("compressor").empty()) {
      return tags_.wrong("compressed arrays", "arrays without compression");
    }
    header_bytes_ = tag.get("header_type") == "UInt64" ? 8 : 4;
    return {};
  }

  Expected<void> read_count(std::string_view text, const char* what, std::int64_t& count) {
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (status == std::errc() && end == text.data() + text.size() && count >= 0 &&
        count <= count_max) {
      return {};
    }
    return tags_.wrong(std::string(what) + " '" + std::string(text) + "'", "0 to 2147483647");
  }

  Expected<void> read_array(const Tag& tag, const std::string& section) {
    const std::string name = unescaped(tag.get("Name"));
    Field field;
    std::int64_t components = 1;
    if (const auto text = tag.get("NumberOfComponents"); !text.empty()) {
      if (auto good = read_count(text, "NumberOfComponents", components); !good) return good;
    }
    field.components = static_cast<int>(std::max<std::int64_t>(components, 1));
    if (!tag.is_whole) {
      const auto close = end_of_array();
      if (!close) return std::unexpected(close.error());
      if (close->name != "/DataArray") {
        return tags_.wrong("<" + std::string(close->name) + "> in array '" + name + "'",
                           "</DataArray>");
      }
    }
    if (tag.get("format") == "appended") {
      Appended later{tag, section, name, std::move(field)};
      if (auto good = read_count(tag.get("offset"), "offset", later.offset); !good) return good;
      appended_.push_back(std::move(later));
      return {};
    }
    if (!tag.is_whole) {
      auto values = values_of(tag, content_, name);
      if (!values) return forward_error(values);
      field.values = std::move(*values);
    }
    keep(section, name, std::move(field));
    return {};
  }

  void keep(const std::string& section, const std::string& name, Field field) {
    if (section == "Points") {
      mesh_points_ = std::move(field.values);
    } else if (section == "Cells") {
      cell_arrays_[name] = std::move(field.values);
    } else if (section == "PointData") {
      mesh_.node_data[name] = std::move(field);
    } else if (section == "CellData") {
      mesh_.element_data[name] = std::move(field);
    }
  }

  // The arrays that stand behind all tags: an underscore, and from there on bytes, or a run of
  // base64 for each. Raw bytes may look like tags, so what follows is not read as such.
  Expected<void> read_appended(const Tag& tag) {
    const std::string_view encoding = tag.get("encoding");
    if (encoding != "raw" && encoding != "base64") {
      return tags_.wrong("encoding '" + std::string(encoding) + "'", "raw or base64");
    }
    std::string_view all = tags_.rest();
    const std::size_t mark = all.find_first_not_of(" \t\r\n");
    if (mark == all.npos || all[mark] != '_') {
      return tags_.wrong("appended data without a beginning", "_ in front of them");
    }
    all.remove_prefix(mark + 1);
    if (encoding == "base64") all = all.substr(0, all.find('<'));
    std::set<std::size_t> begins = {all.size()};
    for (const Appended& one : appended_) begins.insert(static_cast<std::size_t>(one.offset));
    for (Appended& one : appended_) {
      const auto begin = static_cast<std::size_t>(one.offset);
      std::string_view part = all.substr(std::min(begin, all.size()));
      std::optional<std::string> bytes;
      if (encoding == "base64") {
        const auto end = begins.upper_bound(begin);
        bytes = bytes_of(end == begins.end() ? part : part.substr(0, *end - begin));
        if (bytes) part = *bytes;
      }
      auto values = numbers_of(one.tag, encoding == "raw" || bytes, part, one.name);
      if (!values) return forward_error(values);
      one.field.values = std::move(*values);
      keep(one.section, one.name, std::move(one.field));
    }
    appended_.clear();
    return {};
  }

  // The first tag behind an array's values, which are content_ then. VTK notes bounds and the like
  // among them as InformationKeys, which are passed over.
  Expected<Tag> end_of_array() {
    content_ = {};
    int depth = 0;
    while (true) {
      auto tag = tags_.next();
      if (!tag) return tag;
      const std::string_view text = tags_.content();
      if (depth == 0 && text.find_first_not_of(" \t\r\n") != text.npos) content_ = text;
      if (tag->name == "InformationKey") {
        depth += !tag->is_whole;
      } else if (tag->name == "/InformationKey" && depth > 0) {
        --depth;
      } else if (depth == 0) {
        return tag;
      }
    }
  }

  Expected<std::vector<double>> values_of(const Tag& tag, std::string_view content,
                                          const std::string& name) {
    std::vector<double> values;
    if (tag.get("format") == "ascii") {
      constexpr std::string_view space = " \t\r\n";
      while (true) {
        content.remove_prefix(std::min(content.find_first_not_of(space), content.size()));
        if (content.empty()) return values;
        double value = 0;
        const auto [end, status] =
            std::from_chars(content.data(), content.data() + content.size(), value);
        const auto length = static_cast<std::size_t>(end - content.data());
        if (status != std::errc() ||
            (length < content.size() && space.find(content[length]) == space.npos)) {
          return tags_.wrong("array '" + name + "' has '" +
                                 std::string(content.substr(0, content.find_first_of(space))) + "'",
                             "numbers");
        }
        values.push_back(value);
        content.remove_prefix(length);
      }
    }
    if (tag.get("format") != "binary") {
      return tags_.wrong("format '" + std::string(tag.get("format")) + "'",
                         "ascii, binary or appended");
    }
    const auto bytes = bytes_of(content);
    auto read = numbers_of(tag, bytes.has_value(), bytes ? *bytes : std::string_view(), name);
    if (read && bytes &&
        bytes->size() != header_bytes_ + size_of_type(tag.get("type")) * read->size()) {
      return cut_short(name);
    }
    return read;
  }

  // Of base64, in which some programs have an array's length by itself, with an end of its own.
  std::optional<std::string> bytes_of(std::string_view text) const {
    auto joined = from_base64(text);
    if (joined) return joined;
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::size_t head = (header_bytes_ + 2) / 3 * 4;
    auto length = from_base64(text.substr(0, head));
    const auto values = from_base64(text.substr(std::min(head, text.size())));
    if (!length || !values) return {};
    return *length + *values;
  }

  std::unexpected<Error> cut_short(const std::string& name) const {
    return tags_.wrong("array '" + name + "' is cut short or no base64",
                       "its length and so many bytes");
  }

  // Of an array's length in bytes and its values, behind which there may be more.
  Expected<std::vector<double>> numbers_of(const Tag& tag, bool are_bytes, std::string_view bytes,
                                           const std::string& name) const {
    const std::string_view type = tag.get("type");
    const std::size_t size = size_of_type(type);
    if (size == 0) {
      return tags_.wrong("values of type '" + std::string(type) + "'",
                         "Float64, Int32 or the like");
    }
    if (!are_bytes || bytes.size() < header_bytes_) return cut_short(name);
    const std::uint64_t length = unsigned_at(bytes, header_bytes_);
    bytes.remove_prefix(header_bytes_);
    if (length > bytes.size() || length % size != 0) return cut_short(name);
    std::vector<double> values;
    values.reserve(length / size);
    for (std::size_t at = 0; at < length; at += size) {
      values.push_back(number_at(bytes.substr(at), type));
    }
    return values;
  }

  // A number of an array as an index; -1 where it is none.
  static std::int32_t index(double value) {
    return value >= 0 && value <= static_cast<double>(count_max) && value == std::floor(value)
               ? static_cast<std::int32_t>(value)
               : -1;
  }

  Expected<Mesh> whole() {
    if (!has_piece_) return tags_.wrong("no piece", "an UnstructuredGrid with a Piece");
    if (!appended_.empty()) {
      return tags_.wrong("no values of array '" + appended_[0].name + "'", "<AppendedData>");
    }
    if (std::ssize(mesh_points_) != 3 * points_) {
      return tags_.wrong(std::to_string(mesh_points_.size()) + " coordinates",
                         std::to_string(3 * points_));
    }
    for (std::size_t i = 0; i < mesh_points_.size(); i += 3) {
      mesh_.points.push_back({mesh_points_[i], mesh_points_[i + 1], mesh_points_[i + 2]});
    }
    const std::vector<double>& types = cell_arrays_["types"];
    if (std::ssize(types) != cells_ || cells_ == 0) {
      return tags_.wrong(std::to_string(types.size()) + " types of cells",
                         std::to_string(cells_) + ", of one cell at least");
    }
    if (types[0] != 10 && types[0] != 24) {
      return tags_.wrong("cells of type " + std::to_string(index(types[0])),
                         "10 or 24, tetrahedra");
    }
    mesh_.kind = types[0] == 10 ? Kind::tet4 : Kind::tet10;
    const int per = nodes_per(mesh_.kind);
    const std::vector<double>& offsets = cell_arrays_["offsets"];
    for (std::size_t i = 0; i < types.size(); ++i) {
      const bool is_good = types[i] == types[0] && i < offsets.size() &&
                           offsets[i] == static_cast<double>(per) * static_cast<double>(i + 1);
      if (!is_good) {
        return tags_.wrong("cell " + std::to_string(i) + " is of another kind than the first",
                           "tetrahedra of one kind");
      }
    }
    for (const double node : cell_arrays_["connectivity"]) mesh_.nodes.push_back(index(node));
    mesh_.group.assign(types.size(), 1);
    if (const auto group = mesh_.element_data.find("group");
        group != mesh_.element_data.end() && group->second.components == 1 &&
        group->second.values.size() == types.size()) {
      for (std::size_t i = 0; i < types.size(); ++i) {
        mesh_.group[i] = std::max(0, index(group->second.values[i]));
      }
      mesh_.element_data.erase(group);
    }
    if (auto good = check(mesh_, name_); !good) return forward_error(good);
    std::vector<char> is_used(mesh_.points.size(), 0);
    for (const std::int32_t node : mesh_.nodes) is_used[static_cast<std::size_t>(node)] = 1;
    if (const auto alone = std::ranges::find(is_used, 0); alone != is_used.end()) {
      return tags_.wrong("point " + std::to_string(alone - is_used.begin()) + " is of no cell",
                         "points that cells have");
    }
    return std::move(mesh_);
  }

  Tags tags_;
  const std::string& name_;
  std::string_view content_;  // of the last array
  Mesh mesh_;
  bool has_piece_ = false;
  std::size_t header_bytes_ = 4;
  std::int64_t points_ = 0;
  std::int64_t cells_ = 0;
  std::vector<Appended> appended_;  // arrays whose values stand behind all tags
  std::vector<double> mesh_points_;
  std::map<std::string, std::vector<double>> cell_arrays_;
};

}  // namespace

Expected<Mesh> read_vtu_text(std::string_view text, const std::string& name) {
  return Reader(text, name).read();
}

Expected<Mesh> read_vtu(const std::string& path) {
  auto text = read_file(path, "a .vtu file");
  if (!text) return forward_error(text);
  return read_vtu_text(*text, path);
}

}  // namespace isthmus::fem
