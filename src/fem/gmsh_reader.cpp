#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "fem/gmsh.hpp"
#include "fem/gmsh_input.hpp"
#include "fem/text_file.hpp"

namespace isthmus::fem {

namespace {

constexpr std::int64_t number_max = GmshInput::number_max;

// Of the types of elements that may be in a file: dimension, nodes. Others are refused.
struct Shape {
  int dimension = 0;
  int nodes = 0;
};
constexpr int triangle = 2;
constexpr int triangle6 = 9;
constexpr int tetrahedron = 4;
constexpr int tetrahedron10 = 11;
const std::map<std::int64_t, Shape> shapes = {{15, {0, 1}},
                                              {1, {1, 2}},
                                              {8, {1, 3}},
                                              {triangle, {2, 3}},
                                              {triangle6, {2, 6}},
                                              {tetrahedron, {3, 4}},
                                              {tetrahedron10, {3, 10}}};

/// Elements of one type that follow each other, as both versions have them: version 2 as bytes and
/// version 4; version 2 as text has each element by itself.
struct Block {
  std::int64_t type = 0;
  std::int64_t elements = 0;
  std::int64_t tags = 0;    // of each element, of which the first is its group
  std::int32_t group = 0;   // where there are no tags
  bool has_numbers = true;  // of elements, in front of their tags; else they have been read
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : in_(text, name), name_(name) {}

  Expected<Mesh> read() {
    while (in_.is_good()) {
      const std::string section(in_.word());
      if (section.empty()) break;
      if (!section.starts_with('$')) {
        in_.wrong("'" + section.substr(0, 40) + "'", "the name of a section, such as $Nodes");
        break;
      }
      read_section(section, "$End" + section.substr(1));
    }
    if (auto good = in_.outcome(); !good) return forward_error(good);
    return whole();
  }

 private:
  void read_section(const std::string& section, const std::string& end) {
    if (section != "$MeshFormat" && version_ == 0) {
      in_.wrong(section.substr(0, 40), "$MeshFormat");
    } else if (section == "$MeshFormat") {
      read_format();
    } else if (section == "$PhysicalNames") {
      read_names();
    } else if (section == "$Entities" && version_ == 4) {
      read_entities();
    } else if (section == "$Nodes") {
      read_nodes();
    } else if (section == "$Elements") {
      read_elements();
    } else {
      if (!in_.skip_behind(end)) in_.wrong("the file ends early", end);
      return;
    }
    if (!in_.is_good()) return;
    if (const std::string_view word = in_.word(); word != end) {
      in_.wrong("'" + std::string(word.substr(0, 40)) + "'", end);
    }
  }

  void read_format() {
    const std::string_view version = in_.word();
    if (version == "2.2")
      version_ = 2;
    else if (version == "4.1")
      version_ = 4;
    else
      return in_.wrong("version '" + std::string(version.substr(0, 40)) + "'", "2.2 or 4.1");
    const bool is_binary = in_.integer_of_text("0 for text or 1 for bytes", 0, 1) == 1;
    in_.integer_of_text("the bytes of a number", 8, 8);
    if (!in_.is_good() || !is_binary) return;
    in_.rest_of_line();
    const auto one = in_.four_bytes();
    if (one != 1U && one != 0x01000000U) return in_.wrong("no 1 in 4 bytes", "the order of bytes");
    in_.be_binary(one != 1U);
  }

  // Always text.
  void read_names() {
    const std::int64_t count = in_.integer_of_text("the number of names", 0, number_max);
    for (std::int64_t i = 0; i < count && in_.is_good(); ++i) {
      const auto dimension = in_.integer_of_text("a dimension", 0, 3);
      const auto number = in_.integer_of_text("the number of a group", 0, number_max);
      if (!in_.is_good()) return;
      const std::string_view rest = in_.rest_of_line();
      const std::size_t open = rest.find('"');
      const std::size_t close = rest.rfind('"');
      if (open == rest.npos || open == close) {
        return in_.wrong("a group without a name", "\"name\"");
      }
      if (dimension < 2) continue;
      mesh_.names[{static_cast<int>(dimension), static_cast<std::int32_t>(number)}] =
          rest.substr(open + 1, close - open - 1);
    }
  }

  void read_entities() {
    in_.begin_values();
    std::array<std::int64_t, 4> counts = {};
    for (std::int64_t& count : counts) count = in_.size("a number of entities");
    for (int dimension = 0; dimension < 4; ++dimension) {
      const std::int64_t count = counts[static_cast<std::size_t>(dimension)];
      for (std::int64_t i = 0; i < count && in_.is_good(); ++i) read_entity(dimension);
    }
  }

  void read_entity(int dimension) {
    const std::int64_t tag = in_.integer("the number of an entity", -number_max);
    for (int i = 0; i < (dimension == 0 ? 3 : 6); ++i) in_.real("a coordinate");
    for (int list = 0; list < (dimension == 0 ? 1 : 2); ++list) {
      const std::int64_t count = in_.size("a number of groups or borders");
      for (std::int64_t i = 0; i < count && in_.is_good(); ++i) {
        const std::int64_t number = in_.integer("a group or border", -number_max);
        if (list == 0 && i == 0) {
          group_of_entity_[{dimension, tag}] = static_cast<std::int32_t>(std::abs(number));
        }
      }
    }
  }

  // Version 4 has the numbers of nodes and elements in 8 bytes.
  std::int64_t number(const char* meaning) {
    return version_ == 2 ? in_.integer(meaning) : in_.size(meaning);
  }

  void read_node_number() {
    node_numbers_.emplace_back(number("the number of a node"),
                               static_cast<std::int32_t>(node_numbers_.size()));
  }
  void read_point(std::int64_t parameters) {
    Point point;
    for (double& x : point) x = in_.real("a coordinate");
    for (std::int64_t i = 0; i < parameters; ++i) in_.real("a parameter");
    mesh_.points.push_back(point);
  }

  void read_nodes() {
    if (version_ == 2) {
      const auto count = in_.integer_of_text("the number of nodes", 0, number_max);
      in_.begin_values();
      for (std::int64_t i = 0; i < count && in_.is_good(); ++i) {
        read_node_number();
        read_point(0);
      }
      return sort_nodes();
    }
    const std::int64_t blocks = read_head("blocks, nodes, least and greatest number");
    for (std::int64_t block = 0; block < blocks && in_.is_good(); ++block) {
      const std::int64_t dimension = in_.integer("a dimension", 0, 3);
      in_.integer("an entity", -number_max);
      const bool has_parameters = in_.integer("whether nodes have parameters", 0, 1) == 1;
      const std::int64_t count = in_.size("the number of nodes");
      for (std::int64_t i = 0; i < count && in_.is_good(); ++i) read_node_number();
      for (std::int64_t i = 0; i < count && in_.is_good(); ++i) {
        read_point(has_parameters ? dimension : 0);
      }
    }
    sort_nodes();
  }

  std::int64_t read_head(const char* meaning) {
    in_.begin_values();
    const std::int64_t blocks = in_.size(meaning);
    for (int i = 0; i < 3; ++i) in_.size(meaning);
    return blocks;
  }

  void sort_nodes() {
    if (!in_.is_good()) return;
    std::ranges::sort(node_numbers_);
    const auto twice = std::ranges::adjacent_find(
        node_numbers_, [](const auto& a, const auto& b) { return a.first == b.first; });
    if (twice == node_numbers_.end()) return;
    in_.wrong("node " + std::to_string(twice->first) + " twice", "each node once");
  }

  std::int32_t node() {
    const std::int64_t wanted = number("a node");
    if (!in_.is_good()) return 0;
    const auto at = std::ranges::lower_bound(node_numbers_, wanted, {},
                                             &std::pair<std::int64_t, std::int32_t>::first);
    if (at != node_numbers_.end() && at->first == wanted) return at->second;
    in_.wrong("node " + std::to_string(wanted), "one that $Nodes has");
    return 0;
  }

  void read_elements() {
    if (version_ == 4) {
      const std::int64_t blocks = read_head("blocks, elements, least and greatest number");
      for (std::int64_t i = 0; i < blocks && in_.is_good(); ++i) read_block(block4());
      return;
    }
    const auto count = in_.integer_of_text("the number of elements", 0, number_max);
    in_.begin_values();
    for (std::int64_t done = 0; done < count && in_.is_good();) {
      const Block block = block2();
      if (block.elements < 1 || block.elements > count - done) {
        return in_.wrong(
            std::to_string(block.elements) + " elements of type " + std::to_string(block.type),
            "1 to " + std::to_string(count - done) + ", of those that there are");
      }
      read_block(block);
      done += block.elements;
    }
  }

  Block block2() {
    Block block;
    if (in_.is_binary()) {
      block.type = in_.integer("the type of elements");
      block.elements = in_.integer("the number of elements of a type");
    } else {
      in_.integer("the number, type or number of tags of an element");
      block.type = in_.integer("the number, type or number of tags of an element");
      block.elements = 1;
      block.has_numbers = false;
    }
    block.tags = in_.integer("the number, type or number of tags of an element");
    return block;
  }

  Block block4() {
    Block block;
    const std::int64_t dimension = in_.integer("the dimension of a block", 0, 3);
    const std::int64_t entity = in_.integer("the entity of a block", -number_max);
    block.type = in_.integer("the type of a block's elements");
    block.elements = in_.size("the number of a block's elements");
    const auto shape = shapes.find(block.type);
    if (shape != shapes.end() && shape->second.dimension != dimension) {
      in_.wrong("elements of type " + std::to_string(block.type) + " and dimension " +
                    std::to_string(dimension),
                "those of the type's dimension");
    }
    const auto found = group_of_entity_.find({static_cast<int>(dimension), entity});
    if (found != group_of_entity_.end()) block.group = found->second;
    return block;
  }

  void read_block(const Block& block) {
    if (!in_.is_good()) return;
    const auto shape = shapes.find(block.type);
    if (shape == shapes.end()) {
      return in_.wrong("elements of type " + std::to_string(block.type),
                       "tetrahedra (4 or 11), triangles, lines and points");
    }
    for (std::int64_t i = 0; i < block.elements && in_.is_good(); ++i) {
      if (block.has_numbers) number("the number of an element");
      std::int32_t group = block.group;
      for (std::int64_t tag = 0; tag < block.tags && in_.is_good(); ++tag) {
        const std::int64_t value = in_.integer("a tag", -number_max);
        if (tag == 0) group = static_cast<std::int32_t>(std::abs(value));
      }
      read_element(block.type, shape->second, group);
    }
  }

  void read_element(std::int64_t type, const Shape& shape, std::int32_t group) {
    std::array<std::int32_t, 10> nodes = {};
    for (int i = 0; i < shape.nodes; ++i) nodes[static_cast<std::size_t>(i)] = node();
    if (!in_.is_good() || shape.dimension < 2) return;
    if (shape.dimension == 2) {
      mesh_.triangles.push_back({{nodes[0], nodes[1], nodes[2]}, group});
      return;
    }
    const Kind kind = type == tetrahedron ? Kind::tet4 : Kind::tet10;
    if (!mesh_.group.empty() && kind != mesh_.kind) {
      return in_.wrong("tetrahedra of 4 and of 10 nodes", "one kind");
    }
    mesh_.kind = kind;
    // Gmsh has the middles of the last two edges the other way round.
    if (kind == Kind::tet10) std::swap(nodes[8], nodes[9]);
    mesh_.nodes.insert(mesh_.nodes.end(), nodes.begin(), nodes.begin() + shape.nodes);
    mesh_.group.push_back(group);
  }

  std::span<const std::int32_t> nodes_of(std::size_t element) const {
    return mesh_.nodes_of(static_cast<std::int32_t>(element));
  }

  // Version 2 has an element of several groups once for each; the first one in the file counts.
  void drop_repeated() {
    std::vector<std::size_t> order(mesh_.group.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t one, std::size_t other) {
      return std::ranges::lexicographical_compare(nodes_of(one), nodes_of(other));
    });
    std::vector<char> is_dropped(order.size(), 0);
    for (std::size_t i = 1; i < order.size(); ++i) {
      const bool is_again = mesh_.group[order[i]] != mesh_.group[order[i - 1]] &&
                            std::ranges::equal(nodes_of(order[i]), nodes_of(order[i - 1]));
      is_dropped[order[i]] = is_again ? 1 : 0;
    }
    if (std::ranges::count(is_dropped, 1) == 0) return;
    Mesh kept;
    for (std::size_t i = 0; i < is_dropped.size(); ++i) {
      if (is_dropped[i] != 0) continue;
      const auto nodes = nodes_of(i);
      kept.nodes.insert(kept.nodes.end(), nodes.begin(), nodes.end());
      kept.group.push_back(mesh_.group[i]);
    }
    mesh_.nodes = std::move(kept.nodes);
    mesh_.group = std::move(kept.group);
  }

  // Without the nodes that no tetrahedron has.
  Expected<Mesh> whole() {
    if (version_ == 2) drop_repeated();
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

  GmshInput in_;
  const std::string& name_;
  Mesh mesh_;
  int version_ = 0;
  std::map<std::pair<int, std::int64_t>, std::int32_t> group_of_entity_;
  std::vector<std::pair<std::int64_t, std::int32_t>> node_numbers_;  // and their places, by number
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
