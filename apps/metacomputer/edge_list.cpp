#include "metacomputer/edge_list.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "metacomputer/input.hpp"
#include "metacomputer/line_reader.hpp"

namespace metacomputer {

using isthmus::ErrorCode;
using isthmus::Expected;

namespace {

struct Edge {
  int from = 0;
  int to = 0;
  std::int32_t weight = 0;
};

bool is_vertex(int number) { return number >= 0 && number < size_max; }

}  // namespace

Expected<Distances> read_edge_list(const std::string& path) {
  auto reader = LineReader::open(path);
  if (!reader) return isthmus::forward_error(reader);
  std::vector<Edge> edges;
  std::set<std::pair<int, int>> seen;
  int vertices = 0;
  while (true) {
    const auto& words = reader->next('#');
    if (words.empty()) break;
    Edge edge;
    if (words.size() != 3 || !read_number(words[0], edge.from) || !read_number(words[1], edge.to) ||
        !read_number(words[2], edge.weight)) {
      return reader->wrong("no edge", "FROM TO WEIGHT, three whole numbers");
    }
    if (!is_vertex(edge.from) || !is_vertex(edge.to)) {
      return reader->wrong("no such vertex", "numbers from 0 to " + std::to_string(size_max - 1));
    }
    if (edge.weight < 0 || edge.weight == no_path) {
      return reader->wrong("weight " + std::to_string(edge.weight), "0 to 2147483646");
    }
    if (!seen.emplace(edge.from, edge.to).second) {
      return reader->wrong("the edge stands twice", "each once");
    }
    vertices = std::max({vertices, edge.from + 1, edge.to + 1});
    edges.push_back(edge);
  }
  if (reader->is_broken()) return isthmus::fail(ErrorCode::bad_input, "cannot be read", path);
  if (edges.empty()) return isthmus::fail(ErrorCode::bad_input, "no edges", path, "one at least");
  Distances graph = Distances::zero(vertices, vertices);
  std::ranges::fill(graph.values, no_path);
  for (const Edge& edge : edges) *graph.at(edge.from, edge.to) = edge.weight;
  return graph;
}

}  // namespace metacomputer
