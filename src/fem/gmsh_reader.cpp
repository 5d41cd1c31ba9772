#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

#include "fem/gmsh.hpp"
#include "fem/text_file.hpp"

namespace isthmus::fem {

namespace {

constexpr std::int64_t number_max = 2147483647;

// Of the types of elements that may be in a file: dimension, nodes. Others are refused.
struct Shape {
  int dimension = 0;
  int nodes = 0;
};
constexpr int triangle = 2;
constexpr int triangle6 = 9;
constexpr int tetrahedron = 4;
constexpr int tetrahedron10 = 11;
const std::map<int, Shape> shapes = {{15, {0, 1}},
                                     {1, {1, 2}},
                                     {8, {1, 3}},
                                     {triangle, {2, 3}},
                                     {triangle6, {2, 6}},
                                     {tetrahedron, {3, 4}},
                                     {tetrahedron10, {3, 10}}};

/// The words of a file, with the lines that they are in.
class Words {
 public:
  Words(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  std::unexpected<Error> wrong(std::string what, std::string expected) const {
    return fail(ErrorCode::bad_input, std::move(what), name_ + ":" + std::to_string(line_),
                std::move(expected));
  }

  /// The next word; empty at the end of the file.
  std::string_view word() {
    while (!text_.empty() && is_space(text_.front())) {
      line_ += text_.front() == '\n';
      text_.remove_prefix(1);
    }
    const auto end = std::ranges::find_if(text_, is_space);
    const auto length = static_cast<std::size_t>(end - text_.begin());
    const std::string_view word = text_.substr(0, length);
    text_.remove_prefix(length);
    return word;
  }
  /// Up to the end of the line.
  std::string_view rest_of_line() {
    const std::string_view rest = text_.substr(0, text_.find('\n'));
    text_.remove_prefix(rest.size());
    return rest;
  }
  Expected<std::int64_t> integer(const char* meaning, std::int64_t least = 0,
                                 std::int64_t most = number_max) {
    const std::string_view text = word();
    std::int64_t value = 0;
    const auto [end, status] = std::from_chars(text.begin(), text.end(), value);
    if (text.empty()) return wrong("the file ends early", meaning);
    if (status != std::errc() || end != text.end() || value < least || value > most) {
      return wrong(
          "'" + std::string(text) + "'",
          std::string(meaning) + ", " + std::to_string(least) + " to " + std::to_string(most));
    }
    return value;
  }
  Expected<double> real(const char* meaning) {
    const std::string_view text = word();
    double value = 0;
    const auto [end, status] = std::from_chars(text.begin(), text.end(), value);
    if (text.empty()) return wrong("the file ends early", meaning);
    if (status != std::errc() || end != text.end() || !std::isfinite(value)) {
      return wrong("'" + std::string(text) + "'", std::string(meaning) + ", a number");
    }
    return value;
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

  std::string_view text_;
  const std::string& name_;
  int line_ = 1;
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : words_(text, name), name_(name) {}

  Expected<Mesh> read() {
    while (true) {
      const std::string section(words_.word());
      if (section.empty()) break;
      if (!section.starts_with('$')) {
        return words_.wrong("'" + section + "'", "the name of a section, such as $Nodes");
      }
      auto good = read_section(section);
      if (!good) return forward_error(good);
      const std::string end = "$End" + section.substr(1);
      if (*good) {
        if (const std::string_view word = words_.word(); word != end) {
          return words_.wrong("'" + std::string(word) + "'", end);
        }
      }
    }
    return whole();
  }

 private:
  // False where the section's end has been read, too.
  Expected<bool> read_section(const std::string& section) {
    if (section != "$MeshFormat" && version_ == 0) return words_.wrong(section, "$MeshFormat");
    Expected<void> good;
    if (section == "$MeshFormat")
      good = read_format();
    else if (section == "$PhysicalNames")
      good = read_names();
    else if (section == "$Entities" && version_ == 4)
      good = read_entities();
    else if (section == "$Nodes")
      good = version_ == 2 ? read_nodes2() : read_nodes4();
    else if (section == "$Elements")
      good = version_ == 2 ? read_elements2() : read_elements4();
    else {
      const std::string end = "$End" + section.substr(1);
      for (std::string_view word = words_.word(); word != end; word = words_.word()) {
        if (word.empty()) return words_.wrong("the file ends early", end);
      }
      return false;
    }
    if (!good) return forward_error(good);
    return true;
  }

  Expected<void> read_format() {
    const std::string_view version = words_.word();
    if (version == "2.2")
      version_ = 2;
    else if (version == "4.1")
      version_ = 4;
    else
      return words_.wrong("version '" + std::string(version) + "'", "2.2 or 4.1");
    if (words_.word() != "0") return words_.wrong("a file of bytes", "one of text (-bin 0)");
    static_cast<void>(words_.word());
    return {};
  }

  Expected<void> read_names() {
    const auto count = words_.integer("the number of names");
    if (!count) return std::unexpected(count.error());
    for (std::int64_t i = 0; i < *count; ++i) {
      const auto dimension = words_.integer("a dimension", 0, 3);
      if (!dimension) return std::unexpected(dimension.error());
      const auto number = words_.integer("the number of a group");
      if (!number) return std::unexpected(number.error());
      std::string_view rest = words_.rest_of_line();
      const std::size_t open = rest.find('"');
      const std::size_t close = rest.rfind('"');
      if (open == rest.npos || open == close)
        return words_.wrong("a group without a name", "\"name\"");
      if (*dimension < 2) continue;
      mesh_.names[{static_cast<int>(*dimension), static_cast<std::int32_t>(*number)}] =
          rest.substr(open + 1, close - open - 1);
    }
    return {};
  }

  Expected<void> read_entities() {
    std::array<std::int64_t, 4> counts = {};
    for (std::int64_t& count : counts) {
      const auto read = words_.integer("a number of entities");
      if (!read) return std::unexpected(read.error());
      count = *read;
    }
    for (int dimension = 0; dimension < 4; ++dimension) {
      for (std::int64_t i = 0; i < counts[static_cast<std::size_t>(dimension)]; ++i) {
        if (auto good = read_entity(dimension); !good) return good;
      }
    }
    return {};
  }

  Expected<void> read_entity(int dimension) {
    const auto tag = words_.integer("the number of an entity", -number_max);
    if (!tag) return std::unexpected(tag.error());
    for (int i = 0; i < (dimension == 0 ? 3 : 6); ++i) {
      if (const auto bound = words_.real("a coordinate"); !bound) {
        return std::unexpected(bound.error());
      }
    }
    for (int list = 0; list < (dimension == 0 ? 1 : 2); ++list) {
      const auto count = words_.integer("a number of groups or borders");
      if (!count) return std::unexpected(count.error());
      for (std::int64_t i = 0; i < *count; ++i) {
        const auto number = words_.integer("a group or border", -number_max);
        if (!number) return std::unexpected(number.error());
        if (list == 0 && i == 0) {
          group_of_entity_[{dimension, *tag}] = static_cast<std::int32_t>(std::abs(*number));
        }
      }
    }
    return {};
  }

  Expected<void> read_point() {
    Point point;
    for (double& x : point) {
      const auto read = words_.real("a coordinate");
      if (!read) return std::unexpected(read.error());
      x = *read;
    }
    mesh_.points.push_back(point);
    return {};
  }

  Expected<void> read_nodes2() {
    const auto count = words_.integer("the number of nodes");
    if (!count) return std::unexpected(count.error());
    for (std::int64_t i = 0; i < *count; ++i) {
      const auto number = words_.integer("the number of a node");
      if (!number) return std::unexpected(number.error());
      node_numbers_.emplace_back(*number, static_cast<std::int32_t>(node_numbers_.size()));
      if (auto good = read_point(); !good) return good;
    }
    return sort_nodes();
  }

  Expected<void> read_nodes4() {
    std::array<std::int64_t, 4> head = {};
    for (std::int64_t& number : head) {
      const auto read = words_.integer("blocks, nodes, least and greatest number");
      if (!read) return std::unexpected(read.error());
      number = *read;
    }
    for (std::int64_t block = 0; block < head[0]; ++block) {
      const auto dimension = words_.integer("a dimension", 0, 3);
      if (!dimension) return std::unexpected(dimension.error());
      if (auto tag = words_.integer("an entity", -number_max); !tag) {
        return std::unexpected(tag.error());
      }
      const auto parametric = words_.integer("0, as nodes have no parameters", 0, 0);
      if (!parametric) return std::unexpected(parametric.error());
      const auto count = words_.integer("the number of nodes");
      if (!count) return std::unexpected(count.error());
      for (std::int64_t i = 0; i < *count; ++i) {
        const auto number = words_.integer("the number of a node");
        if (!number) return std::unexpected(number.error());
        node_numbers_.emplace_back(*number, static_cast<std::int32_t>(node_numbers_.size()));
      }
      for (std::int64_t i = 0; i < *count; ++i) {
        if (auto good = read_point(); !good) return good;
      }
    }
    return sort_nodes();
  }

  Expected<void> sort_nodes() {
    std::ranges::sort(node_numbers_);
    const auto twice = std::ranges::adjacent_find(
        node_numbers_, [](const auto& a, const auto& b) { return a.first == b.first; });
    if (twice == node_numbers_.end()) return {};
    return words_.wrong("node " + std::to_string(twice->first) + " twice", "each node once");
  }

  Expected<std::int32_t> node() {
    const auto number = words_.integer("a node");
    if (!number) return std::unexpected(number.error());
    const auto at = std::ranges::lower_bound(node_numbers_, *number, {},
                                             &std::pair<std::int64_t, std::int32_t>::first);
    if (at == node_numbers_.end() || at->first != *number) {
      return words_.wrong("node " + std::to_string(*number), "one that $Nodes has");
    }
    return at->second;
  }

  Expected<Shape> shape_of(std::int64_t type) const {
    const auto found = shapes.find(static_cast<int>(type));
    if (found != shapes.end()) return found->second;
    return words_.wrong("elements of type " + std::to_string(type),
                        "tetrahedra (4 or 11), triangles, lines and points");
  }

  Expected<void> read_element(std::int64_t type, const Shape& shape, std::int32_t group) {
    std::array<std::int32_t, 10> nodes = {};
    for (int i = 0; i < shape.nodes; ++i) {
      const auto read = node();
      if (!read) return std::unexpected(read.error());
      nodes[static_cast<std::size_t>(i)] = *read;
    }
    if (shape.dimension == 2) mesh_.triangles.push_back({{nodes[0], nodes[1], nodes[2]}, group});
    if (shape.dimension < 3) return {};
    const Kind kind = type == tetrahedron ? Kind::tet4 : Kind::tet10;
    if (!mesh_.group.empty() && kind != mesh_.kind) {
      return words_.wrong("tetrahedra of 4 and of 10 nodes", "one kind");
    }
    mesh_.kind = kind;
    if (kind == Kind::tet10) std::swap(nodes[8], nodes[9]);
    mesh_.nodes.insert(mesh_.nodes.end(), nodes.begin(), nodes.begin() + shape.nodes);
    mesh_.group.push_back(group);
    return {};
  }

  Expected<void> read_elements2() {
    const auto count = words_.integer("the number of elements");
    if (!count) return std::unexpected(count.error());
    for (std::int64_t i = 0; i < *count; ++i) {
      std::array<std::int64_t, 3> head = {};
      for (std::int64_t& number : head) {
        const auto read = words_.integer("the number, type or number of tags of an element");
        if (!read) return std::unexpected(read.error());
        number = *read;
      }
      const auto shape = shape_of(head[1]);
      if (!shape) return std::unexpected(shape.error());
      std::int32_t group = 0;
      for (std::int64_t tag = 0; tag < head[2]; ++tag) {
        const auto read = words_.integer("a tag", -number_max);
        if (!read) return std::unexpected(read.error());
        if (tag == 0) group = static_cast<std::int32_t>(std::abs(*read));
      }
      if (auto good = read_element(head[1], *shape, group); !good) return good;
    }
    return {};
  }

  Expected<void> read_elements4() {
    std::array<std::int64_t, 4> head = {};
    for (std::int64_t& number : head) {
      const auto read = words_.integer("blocks, elements, least and greatest number");
      if (!read) return std::unexpected(read.error());
      number = *read;
    }
    for (std::int64_t block = 0; block < head[0]; ++block) {
      std::array<std::int64_t, 4> line = {};
      for (std::int64_t& number : line) {
        const auto read =
            words_.integer("dimension, entity, type, elements of a block", -number_max);
        if (!read) return std::unexpected(read.error());
        number = *read;
      }
      const auto shape = shape_of(line[2]);
      if (!shape) return std::unexpected(shape.error());
      if (line[3] < 0 || line[0] != shape->dimension) {
        return words_.wrong(std::to_string(line[3]) + " elements of type " +
                                std::to_string(line[2]) + " and dimension " +
                                std::to_string(line[0]),
                            "0 or more, of the type's dimension");
      }
      const auto found = group_of_entity_.find({shape->dimension, line[1]});
      const std::int32_t group = found == group_of_entity_.end() ? 0 : found->second;
      for (std::int64_t i = 0; i < line[3]; ++i) {
        if (auto number = words_.integer("the number of an element"); !number) {
          return std::unexpected(number.error());
        }
        if (auto good = read_element(line[2], *shape, group); !good) return good;
      }
    }
    return {};
  }

  // Without the nodes that no tetrahedron has.
  Expected<Mesh> whole() {
    std::vector<std::int32_t> place(mesh_.points.size(), -1);
    for (const std::int32_t node : mesh_.nodes) place[node] = 0;
    std::vector<Point> points;
    for (std::size_t i = 0; i < place.size(); ++i) {
      if (place[i] < 0) continue;
      place[i] = static_cast<std::int32_t>(points.size());
      points.push_back(mesh_.points[i]);
    }
    mesh_.points = std::move(points);
    for (std::int32_t& node : mesh_.nodes) node = place[node];
    for (Triangle& one : mesh_.triangles) {
      for (std::int32_t& node : one.nodes) node = place[node];
    }
    std::erase_if(mesh_.triangles, [](const Triangle& one) {
      return std::ranges::any_of(one.nodes, [](std::int32_t node) { return node < 0; });
    });
    if (auto good = check(mesh_, name_); !good) return forward_error(good);
    return std::move(mesh_);
  }

  Words words_;
  const std::string& name_;
  Mesh mesh_;
  int version_ = 0;
  std::map<std::pair<int, std::int64_t>, std::int32_t> group_of_entity_;
  std::vector<std::pair<std::int64_t, std::int32_t>> node_numbers_;
};

}  // namespace

Expected<Mesh> read_gmsh_text(std::string_view text, const std::string& name) {
  return Reader(text, name).read();
}

Expected<Mesh> read_gmsh(const std::string& path) {
  auto text = read_file(path, "a .msh file");
  if (!text) return forward_error(text);
  return read_gmsh_text(*text, path);
}

}  // namespace isthmus::fem
