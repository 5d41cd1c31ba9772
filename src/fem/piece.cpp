#include "fem/piece.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace isthmus::fem {

namespace {

using Numbers = std::vector<std::int32_t>;

void make_unique(Numbers& numbers) {
  std::ranges::sort(numbers);
  const auto rest = std::ranges::unique(numbers);
  numbers.erase(rest.begin(), rest.end());
}

// The place of a number in an ascending list; -1 where it is not there.
std::int32_t place_in(const Numbers& sorted, std::int32_t number) {
  const auto at = std::ranges::lower_bound(sorted, number);
  if (at == sorted.end() || *at != number) return -1;
  return static_cast<std::int32_t>(at - sorted.begin());
}

Field part_of(const Field& field, const Numbers& places) {
  Field own{field.components, {}};
  const auto components = static_cast<std::size_t>(field.components);
  own.values.reserve(components * places.size());
  for (const std::int32_t place : places) {
    const auto from = field.values.begin() + static_cast<std::ptrdiff_t>(components) * place;
    own.values.insert(own.values.end(), from, from + static_cast<std::ptrdiff_t>(components));
  }
  return own;
}

class Cutout {
 public:
  Cutout(const Mesh& mesh, std::span<const std::int32_t> part, const Ghosts& ghosts)
      : mesh_(mesh), part_(part), ghosts_(ghosts), at_node_(elements_of_nodes(mesh)) {
    if (ghosts.by == Ghosts::By::facet) beside_ = neighbours_of(mesh, Adjacency::facet);
  }

  std::vector<Piece> pieces() {
    find_owners();
    const std::int32_t count = part_.empty() ? 0 : *std::ranges::max_element(part_) + 1;
    pieces_.resize(static_cast<std::size_t>(count));
    std::vector<Numbers> own(pieces_.size());
    for (std::int32_t i = 0; i < mesh_.element_count(); ++i) own[part_[i]].push_back(i);
    seen_.assign(static_cast<std::size_t>(mesh_.element_count()), -1);
    for (std::int32_t i = 0; i < count; ++i) fill(i, std::move(own[i]));
    for (Piece& piece : pieces_) link_copies(piece);
    link_shared();
    return std::move(pieces_);
  }

 private:
  void find_owners() {
    owner_.resize(static_cast<std::size_t>(mesh_.node_count()));
    std::map<std::int32_t, int> counts;
    for (std::int32_t node = 0; node < mesh_.node_count(); ++node) {
      counts.clear();
      for (const std::int32_t element : at_node_[node]) ++counts[part_[element]];
      const auto most = std::ranges::max_element(
          counts, [](const auto& one, const auto& other) { return one.second < other.second; });
      owner_[node] = most == counts.end() ? 0 : most->first;
    }
  }

  // Those that follow in the next layer: not yet of the piece.
  Numbers around(const Numbers& layer, int number, std::int32_t part) {
    Numbers found;
    const auto take = [&](std::int32_t element) {
      if (seen_[element] == part) return;
      seen_[element] = part;
      found.push_back(element);
    };
    for (const std::int32_t element : layer) {
      if (ghosts_.by == Ghosts::By::facet) {
        std::ranges::for_each(beside_[element], take);
        continue;
      }
      for (const std::int32_t node : mesh_.nodes_of(element)) {
        const bool only_owned = ghosts_.by == Ghosts::By::owned_node && number == 1;
        if (only_owned && owner_[node] != part) continue;
        std::ranges::for_each(at_node_[node], take);
      }
    }
    return found;
  }

  void fill(std::int32_t part, Numbers own) {
    Piece& piece = pieces_[part];
    piece.part = part;
    piece.kind = mesh_.kind;
    for (const std::int32_t element : own) seen_[element] = part;
    std::vector<std::pair<std::int32_t, std::int32_t>> held;
    for (const std::int32_t element : own) held.emplace_back(element, 0);
    Numbers layer = std::move(own);
    for (int number = 1; number <= ghosts_.layers; ++number) {
      layer = around(layer, number, part);
      for (const std::int32_t element : layer) held.emplace_back(element, number);
    }
    std::ranges::sort(held);
    for (const auto& [element, number] : held) {
      piece.elements.push_back(element);
      piece.layer.push_back(number);
      piece.group.push_back(mesh_.group[element]);
      const auto nodes = mesh_.nodes_of(element);
      piece.places.insert(piece.places.end(), nodes.begin(), nodes.end());
    }
    piece.nodes = piece.places;
    make_unique(piece.places);
    for (std::int32_t& node : piece.nodes) node = place_in(piece.places, node);
    for (const std::int32_t place : piece.places) {
      piece.owner.push_back(owner_[place]);
      piece.points.push_back(mesh_.points[place]);
    }
    for (const auto& [name, field] : mesh_.node_data) {
      piece.node_data[name] = part_of(field, piece.places);
    }
    for (const auto& [name, field] : mesh_.element_data) {
      piece.element_data[name] = part_of(field, piece.elements);
    }
  }

  // A piece's links stay in the order of parts.
  Link& link(std::int32_t from, std::int32_t to) {
    std::vector<Link>& links = pieces_[from].links;
    const auto at = std::ranges::lower_bound(links, to, {}, &Link::part);
    if (at != links.end() && at->part == to) return *at;
    Link fresh;
    fresh.part = to;
    return *links.insert(at, std::move(fresh));
  }

  // What the piece holds of others.
  void link_copies(const Piece& piece) {
    std::vector<Numbers> at_node(static_cast<std::size_t>(piece.node_count()));
    for (std::int32_t i = 0; i < piece.element_count(); ++i) {
      for (const std::int32_t node : piece.nodes_of(i)) at_node[node].push_back(i);
      const std::int32_t other = part_[piece.elements[i]];
      if (other == piece.part) continue;
      link(piece.part, other).elements_from.push_back(i);
      link(other, piece.part)
          .elements_to.push_back(place_in(pieces_[other].elements, piece.elements[i]));
    }
    for (std::int32_t node = 0; node < piece.node_count(); ++node) {
      const std::int32_t other = piece.owner[node];
      if (other == piece.part) continue;
      const Piece& owner = pieces_[other];
      Numbers here;
      Numbers there;
      for (const std::int32_t element : at_node[node]) {
        const std::int32_t place = place_in(owner.elements, piece.elements[element]);
        if (place < 0) continue;
        here.push_back(element);
        there.push_back(place);
      }
      Link& from = link(piece.part, other);
      from.nodes_from.push_back(node);
      from.elements_at_nodes_from.add(here);
      Link& to = link(other, piece.part);
      to.nodes_to.push_back(place_in(owner.places, piece.places[node]));
      to.elements_at_nodes_to.add(there);
    }
  }

  void link_shared() {
    Numbers parts;
    for (std::int32_t node = 0; node < mesh_.node_count(); ++node) {
      parts.clear();
      for (const std::int32_t element : at_node_[node]) parts.push_back(part_[element]);
      make_unique(parts);
      if (parts.size() < 2) continue;
      for (const std::int32_t one : parts) {
        const std::int32_t place = place_in(pieces_[one].places, node);
        for (const std::int32_t other : parts) {
          if (one != other) link(one, other).shared.push_back(place);
        }
      }
    }
  }

  const Mesh& mesh_;
  std::span<const std::int32_t> part_;
  const Ghosts& ghosts_;
  Lists at_node_;
  Lists beside_;
  Numbers owner_;  // of nodes
  Numbers seen_;   // of elements, the last part that has taken it
  std::vector<Piece> pieces_;
};

// Puts the values of some places where they belong.
void put(std::map<std::string, Field>& into, const std::string& name, const Field& from,
         std::int32_t place, std::size_t at, std::int32_t count) {
  Field& field = into[name];
  field.components = from.components;
  const auto components = static_cast<std::size_t>(from.components);
  field.values.resize(components * static_cast<std::size_t>(count));
  std::copy_n(from.values.begin() + static_cast<std::ptrdiff_t>(components * at), components,
              field.values.begin() + static_cast<std::ptrdiff_t>(components) * place);
}

}  // namespace

std::vector<Piece> pieces_of(const Mesh& mesh, std::span<const std::int32_t> part,
                             const Ghosts& ghosts) {
  return Cutout(mesh, part, ghosts).pieces();
}

Expected<Mesh> join(std::span<const Piece> pieces) {
  std::int32_t elements = 0;
  std::int32_t nodes = 0;
  for (const Piece& piece : pieces) {
    elements += static_cast<std::int32_t>(std::ranges::count(piece.layer, 0));
    nodes += static_cast<std::int32_t>(std::ranges::count(piece.owner, piece.part));
  }
  Mesh mesh;
  if (!pieces.empty()) mesh.kind = pieces.front().kind;
  const auto per = static_cast<std::size_t>(nodes_per(mesh.kind));
  mesh.points.resize(static_cast<std::size_t>(nodes));
  mesh.group.resize(static_cast<std::size_t>(elements));
  mesh.nodes.resize(per * mesh.group.size());
  const auto is_outside = [](const Numbers& numbers, std::int32_t count) {
    return std::ranges::any_of(numbers, [&](std::int32_t i) { return i < 0 || i >= count; });
  };
  // As many as there are, each once: so all are there.
  std::vector<std::uint8_t> has_node(mesh.points.size(), 0);
  std::vector<std::uint8_t> has_element(mesh.group.size(), 0);
  const auto twice = [](const char* what, std::int32_t number, std::int32_t part) {
    return fail(
        ErrorCode::bad_input,
        std::string(what) + " " + std::to_string(number) + " again in part " + std::to_string(part),
        "pieces", "each piece of a mesh once");
  };
  for (const Piece& piece : pieces) {
    if (piece.kind != mesh.kind || is_outside(piece.elements, elements) ||
        is_outside(piece.places, nodes)) {
      return fail(ErrorCode::bad_input, "part " + std::to_string(piece.part) + " does not fit",
                  "pieces", "all pieces of one mesh");
    }
    for (std::int32_t i = 0; i < piece.node_count(); ++i) {
      if (!piece.owns(i)) continue;
      if (std::exchange(has_node[piece.places[i]], 1) != 0) {
        return twice("node", piece.places[i], piece.part);
      }
      mesh.points[piece.places[i]] = piece.points[i];
      for (const auto& [name, field] : piece.node_data) {
        put(mesh.node_data, name, field, piece.places[i], static_cast<std::size_t>(i), nodes);
      }
    }
    for (std::int32_t i = 0; i < piece.element_count(); ++i) {
      if (piece.layer[i] != 0) continue;
      if (std::exchange(has_element[piece.elements[i]], 1) != 0) {
        return twice("element", piece.elements[i], piece.part);
      }
      mesh.group[piece.elements[i]] = piece.group[i];
      const auto local = piece.nodes_of(i);
      for (std::size_t k = 0; k < per; ++k) {
        mesh.nodes[per * static_cast<std::size_t>(piece.elements[i]) + k] = piece.places[local[k]];
      }
      for (const auto& [name, field] : piece.element_data) {
        put(mesh.element_data, name, field, piece.elements[i], static_cast<std::size_t>(i),
            elements);
      }
    }
  }
  return mesh;
}

}  // namespace isthmus::fem
