#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>

#include "fem/base64.hpp"
#include "fem/text_file.hpp"
#include "fem/vtu.hpp"

namespace isthmus::fem {

namespace {

constexpr std::int64_t count_max = 2147483647;

struct Tag {
  std::string_view name;  // "/Piece" where it ends
  std::map<std::string_view, std::string_view> attributes;
  bool is_whole = false;  // <.../>
  std::size_t at = 0;     // where its first character is

  std::string_view get(std::string_view attribute) const {
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? std::string_view() : found->second;
  }
};

/// The tags of an XML file, one after the other, and the text between them.
class Tags {
 public:
  Tags(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  std::unexpected<Error> wrong(std::string what, std::string expected) const {
    const auto line =
        1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    return fail(ErrorCode::bad_input, std::move(what), name_ + ":" + std::to_string(line),
                std::move(expected));
  }

  /// The next tag; what is before it is text(). Fails at the end of the file.
  Expected<Tag> next() {
    std::size_t begin = text_.find('<', at_);
    if (begin != text_.npos) content_ = text_.substr(at_, begin - at_);
    std::size_t end = text_.npos;
    for (; begin != text_.npos; begin = text_.find('<', at_)) {
      at_ = begin;
      const std::string_view rest = text_.substr(begin);
      const bool is_comment = rest.starts_with("<!--");
      end = is_comment ? text_.find("-->", begin + 4) : text_.find('>', begin);
      if (end == text_.npos) return wrong("a tag without an end", ">");
      if (!is_comment && !rest.starts_with("<?") && !rest.starts_with("<!")) break;
      at_ = end + (is_comment ? 3 : 1);
    }
    if (begin == text_.npos) {
      at_ = text_.size();
      return wrong("the file ends early", "</VTKFile>");
    }
    Tag tag;
    tag.at = begin;
    std::string_view inside = text_.substr(begin + 1, end - begin - 1);
    if (inside.ends_with('/')) {
      tag.is_whole = true;
      inside.remove_suffix(1);
    }
    constexpr std::string_view space = " \t\r\n";
    tag.name = inside.substr(0, inside.find_first_of(space));
    inside.remove_prefix(tag.name.size());
    while (true) {
      inside.remove_prefix(std::min(inside.find_first_not_of(space), inside.size()));
      if (inside.empty()) break;
      const std::size_t quote = inside.find("=\"");
      const std::size_t close = quote == inside.npos ? quote : inside.find('"', quote + 2);
      if (close == inside.npos) return wrong("a tag that cannot be read", "name=\"value\"");
      tag.attributes[inside.substr(0, quote)] = inside.substr(quote + 2, close - quote - 2);
      inside.remove_prefix(close + 1);
    }
    at_ = end + 1;
    return tag;
  }
  std::string_view content() const { return content_; }

 private:
  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  std::string_view content_;
};

std::string unescaped(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    bool found = false;
    for (const auto& [code, c] : {std::pair("&amp;", '&'), std::pair("&lt;", '<'),
                                  std::pair("&gt;", '>'), std::pair("&quot;", '"')}) {
      if (!text.starts_with(code)) continue;
      plain += c;
      text.remove_prefix(std::strlen(code));
      found = true;
      break;
    }
    if (found) continue;
    plain += text.front();
    text.remove_prefix(1);
  }
  return plain;
}

// Little-endian numbers of the named type, as doubles, which hold all that a mesh can have.
std::optional<double> number_at(std::string_view bytes, std::size_t size, std::string_view type) {
  std::uint64_t bits = 0;
  for (std::size_t i = size; i-- > 0;) bits = bits << 8 | static_cast<std::uint8_t>(bytes[i]);
  if (type == "Float64") return std::bit_cast<double>(bits);
  if (type == "Float32") return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (type == "Int32") return static_cast<double>(static_cast<std::int32_t>(bits));
  if (type == "Int64") return static_cast<double>(static_cast<std::int64_t>(bits));
  if (type == "UInt8" || type == "UInt32" || type == "UInt64") return static_cast<double>(bits);
  if (type == "Int8") return static_cast<double>(static_cast<std::int8_t>(bits));
  return {};
}

std::size_t size_of_type(std::string_view type) {
  if (type.ends_with("64")) return 8;
  if (type.ends_with("32")) return 4;
  return type.ends_with("8") && !type.ends_with("18") ? 1 : 0;
}

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
      auto values = values_of(tag, content_, name);
      if (!values) return forward_error(values);
      field.values = std::move(*values);
    }
    if (section == "Points") mesh_points_ = std::move(field.values);
    if (section == "Cells") cell_arrays_[name] = std::move(field.values);
    if (section == "PointData") mesh_.node_data[name] = std::move(field);
    if (section == "CellData") mesh_.element_data[name] = std::move(field);
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
      return tags_.wrong("format '" + std::string(tag.get("format")) + "'", "ascii or binary");
    }
    const std::size_t size = size_of_type(tag.get("type"));
    const auto bytes = from_base64(content);
    if (size == 0 || !number_at(std::string(8, '\0'), size, tag.get("type"))) {
      return tags_.wrong("values of type '" + std::string(tag.get("type")) + "'",
                         "Float64, Int32 or the like");
    }
    const bool has_header = bytes && bytes->size() >= header_bytes_;
    const double length = has_header ? *number_at(*bytes, header_bytes_, "UInt64") : -1;
    if (length != static_cast<double>(has_header ? bytes->size() - header_bytes_ : 0) ||
        (bytes->size() - header_bytes_) % size != 0) {
      return tags_.wrong("array '" + name + "' is cut short or no base64",
                         "its length and so many bytes");
    }
    for (std::size_t at = header_bytes_; at < bytes->size(); at += size) {
      values.push_back(*number_at(std::string_view(*bytes).substr(at), size, tag.get("type")));
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
