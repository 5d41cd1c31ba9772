#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "fem/box.hpp"
#include "fem/cut.hpp"
#include "fem/exchange.hpp"
#include "fem/gmsh.hpp"
#include "fem/isthmus_fem.h"
#include "fem/piece.hpp"
#include "fem/vtu.hpp"

namespace fem = isthmus::fem;
using isthmus::ErrorCode;
using isthmus::Expected;

struct isthmus_fem_mesh {
  fem::Mesh mesh;
};
struct isthmus_fem_piece {
  fem::Piece piece;
};

namespace {

int say(isthmus_fem_status* status, int code, const std::string& text) {
  if (status != nullptr) {
    status->code = code;
    const std::size_t length = std::min(text.size(), sizeof status->text - 1);
    std::copy_n(text.begin(), length, status->text);
    status->text[length] = '\0';
  }
  return code;
}

int say(isthmus_fem_status* status, const isthmus::Error& error) {
  const bool is_input = error.code == ErrorCode::bad_input;
  return say(status, is_input ? isthmus_fem_bad_input : isthmus_fem_failed, error.text());
}

// No exception gets into C.
template <class Work>
int guarded(isthmus_fem_status* status, const Work& work) {
  try {
    const Expected<void> done = work();
    return done ? say(status, isthmus_fem_ok, "") : say(status, done.error());
  } catch (const std::exception& exception) {
    return say(status, isthmus_fem_failed, exception.what());
  }
}

Expected<void> hand_out(Expected<fem::Mesh> made, isthmus_fem_mesh** mesh) {
  if (!made) return isthmus::forward_error(made);
  *mesh = new isthmus_fem_mesh{*std::move(made)};
  return {};
}

Expected<fem::Kind> kind_of(int32_t nodes_per_element) {
  if (nodes_per_element == 4) return fem::Kind::tet4;
  if (nodes_per_element == 10) return fem::Kind::tet10;
  return isthmus::fail(ErrorCode::bad_input, std::to_string(nodes_per_element) + " nodes",
                       "an element", "4 or 10");
}

Expected<fem::CutBy> partitioner_of(int partitioner) {
  if (partitioner == isthmus_fem_metis) return fem::CutBy::metis;
  if (partitioner == isthmus_fem_scotch) return fem::CutBy::scotch;
  return isthmus::fail(ErrorCode::bad_input, "partitioner " + std::to_string(partitioner), "a cut",
                       "isthmus_fem_metis (0) or isthmus_fem_scotch (1)");
}

Expected<void> check_numbers(const int32_t* part, int32_t count, int32_t number) {
  int32_t most = -1;
  for (int32_t i = 0; i < count; ++i) {
    if (part[i] < 0 || part[i] >= count) {
      return isthmus::fail(ErrorCode::bad_input, "part " + std::to_string(part[i]),
                           "element " + std::to_string(i), "0 to " + std::to_string(count - 1));
    }
    most = std::max(most, part[i]);
  }
  if (number >= 0 && number <= most) return {};
  return isthmus::fail(ErrorCode::bad_input, "part " + std::to_string(number), "a piece",
                       "0 to " + std::to_string(most));
}

fem::Places places_of(int which) {
  switch (which) {
    case isthmus_fem_shared:
      return &fem::Link::shared;
    case isthmus_fem_nodes_to:
      return &fem::Link::nodes_to;
    case isthmus_fem_nodes_from:
      return &fem::Link::nodes_from;
    case isthmus_fem_elements_to:
      return &fem::Link::elements_to;
    case isthmus_fem_elements_from:
      return &fem::Link::elements_from;
    default:
      return nullptr;
  }
}

}  // namespace

extern "C" {

int isthmus_fem_box(const double origin[3], const double size[3], const int32_t cells[3],
                    int32_t nodes_per_element, isthmus_fem_mesh** mesh,
                    isthmus_fem_status* status) {
  return guarded(status, [&]() -> Expected<void> {
    auto kind = kind_of(nodes_per_element);
    if (!kind) return isthmus::forward_error(kind);
    fem::Box box;
    box.kind = *kind;
    std::copy_n(origin, 3, box.origin.begin());
    std::copy_n(size, 3, box.size.begin());
    std::copy_n(cells, 3, box.cells.begin());
    return hand_out(fem::box_of_tets(box), mesh);
  });
}

int isthmus_fem_read(const char* path, isthmus_fem_mesh** mesh, isthmus_fem_status* status) {
  return guarded(status, [&]() -> Expected<void> {
    const std::string name = path;
    if (name.ends_with(".msh")) return hand_out(fem::read_gmsh(name), mesh);
    if (name.ends_with(".vtu")) return hand_out(fem::read_vtu(name), mesh);
    return isthmus::fail(ErrorCode::bad_input, name, "a mesh", "a .msh or .vtu file");
  });
}

int isthmus_fem_mesh_of(int32_t node_count, const double* points, int32_t element_count,
                        int32_t nodes_per_element, const int32_t* nodes, const int32_t* groups,
                        isthmus_fem_mesh** mesh, isthmus_fem_status* status) {
  return guarded(status, [&]() -> Expected<void> {
    auto kind = kind_of(nodes_per_element);
    if (!kind) return isthmus::forward_error(kind);
    fem::Mesh own;
    own.kind = *kind;
    for (int32_t i = 0; i < node_count; ++i) {
      const double* const p = points + 3 * static_cast<std::ptrdiff_t>(i);
      own.points.push_back({p[0], p[1], p[2]});
    }
    const auto elements = static_cast<std::ptrdiff_t>(std::max(element_count, 0));
    own.nodes.assign(nodes, nodes + elements * nodes_per_element);
    own.group.assign(static_cast<std::size_t>(elements), 1);
    if (groups != nullptr) own.group.assign(groups, groups + elements);
    if (auto good = fem::check(own, "mesh"); !good) return good;
    return hand_out(std::move(own), mesh);
  });
}

void isthmus_fem_mesh_free(isthmus_fem_mesh* mesh) { delete mesh; }

int32_t isthmus_fem_mesh_node_count(const isthmus_fem_mesh* mesh) {
  return mesh->mesh.node_count();
}
int32_t isthmus_fem_mesh_element_count(const isthmus_fem_mesh* mesh) {
  return mesh->mesh.element_count();
}
int32_t isthmus_fem_mesh_nodes_per_element(const isthmus_fem_mesh* mesh) {
  return fem::nodes_per(mesh->mesh.kind);
}
const double* isthmus_fem_mesh_points(const isthmus_fem_mesh* mesh) {
  return mesh->mesh.points.front().data();
}
const int32_t* isthmus_fem_mesh_nodes(const isthmus_fem_mesh* mesh) {
  return mesh->mesh.nodes.data();
}
const int32_t* isthmus_fem_mesh_groups(const isthmus_fem_mesh* mesh) {
  return mesh->mesh.group.data();
}

int isthmus_fem_cut(const isthmus_fem_mesh* mesh, int32_t parts, const int32_t* sites,
                    const double* speeds, const double* work, uint64_t seed, int32_t* part,
                    isthmus_fem_status* status) {
  return isthmus_fem_cut_by(isthmus_fem_metis, mesh, parts, sites, speeds, work, seed, part,
                            status);
}

int isthmus_fem_cut_by(int partitioner, const isthmus_fem_mesh* mesh, int32_t parts,
                       const int32_t* sites, const double* speeds, const double* work,
                       uint64_t seed, int32_t* part, isthmus_fem_status* status) {
  return guarded(status, [&]() -> Expected<void> {
    const int32_t elements = mesh->mesh.element_count();
    if (parts < 1 || parts > elements) {
      return isthmus::fail(ErrorCode::bad_input, std::to_string(parts) + " parts", "mesh",
                           "1 to " + std::to_string(elements) + ", the number of elements");
    }
    auto by = partitioner_of(partitioner);
    if (!by) return isthmus::forward_error(by);
    fem::Cutting cutting = fem::even_parts(parts, seed);
    cutting.by = *by;
    for (std::size_t i = 0; i < cutting.parts.size(); ++i) {
      if (sites != nullptr) cutting.parts[i].site = sites[i];
      if (speeds != nullptr) cutting.parts[i].speed = speeds[i];
      if (cutting.parts[i].speed > 0 && cutting.parts[i].speed < 1e300) continue;
      return isthmus::fail(ErrorCode::bad_input, std::to_string(cutting.parts[i].speed),
                           "the speed of part " + std::to_string(i), "above 0");
    }
    std::span<const double> works;
    if (work != nullptr) works = std::span(work, mesh->mesh.group.size());
    for (std::size_t i = 0; i < works.size(); ++i) {
      if (works[i] > 0 && works[i] < 1e300) continue;
      return isthmus::fail(ErrorCode::bad_input, std::to_string(works[i]),
                           "the work of element " + std::to_string(i), "a number above 0");
    }
    auto cut = fem::cut(mesh->mesh, works, cutting);
    if (!cut) return isthmus::forward_error(cut);
    std::ranges::copy(*cut, part);
    return {};
  });
}

int isthmus_fem_piece_of(const isthmus_fem_mesh* mesh, const int32_t* part, int32_t number,
                         int layers, int by, isthmus_fem_piece** piece,
                         isthmus_fem_status* status) {
  return guarded(status, [&]() -> Expected<void> {
    if (layers < 0 || by < isthmus_fem_by_facet || by > isthmus_fem_by_owned_node) {
      return isthmus::fail(ErrorCode::bad_input,
                           std::to_string(layers) + " layers by rule " + std::to_string(by),
                           "ghosts", "0 or more, by rule 0 to 2");
    }
    const int32_t count = mesh->mesh.element_count();
    if (auto good = check_numbers(part, count, number); !good) return good;
    auto pieces = fem::pieces_of(mesh->mesh, std::span(part, static_cast<std::size_t>(count)),
                                 {layers, static_cast<fem::Ghosts::By>(by)});
    *piece = new isthmus_fem_piece{std::move(pieces[static_cast<std::size_t>(number)])};
    return {};
  });
}

void isthmus_fem_piece_free(isthmus_fem_piece* piece) { delete piece; }

int32_t isthmus_fem_piece_part(const isthmus_fem_piece* piece) { return piece->piece.part; }
int32_t isthmus_fem_piece_node_count(const isthmus_fem_piece* piece) {
  return piece->piece.node_count();
}
int32_t isthmus_fem_piece_element_count(const isthmus_fem_piece* piece) {
  return piece->piece.element_count();
}
const double* isthmus_fem_piece_points(const isthmus_fem_piece* piece) {
  return piece->piece.points.empty() ? nullptr : piece->piece.points.front().data();
}
const int32_t* isthmus_fem_piece_places(const isthmus_fem_piece* piece) {
  return piece->piece.places.data();
}
const int32_t* isthmus_fem_piece_owners(const isthmus_fem_piece* piece) {
  return piece->piece.owner.data();
}
const int32_t* isthmus_fem_piece_nodes(const isthmus_fem_piece* piece) {
  return piece->piece.nodes.data();
}
const int32_t* isthmus_fem_piece_elements(const isthmus_fem_piece* piece) {
  return piece->piece.elements.data();
}
const int32_t* isthmus_fem_piece_layers(const isthmus_fem_piece* piece) {
  return piece->piece.layer.data();
}
const int32_t* isthmus_fem_piece_groups(const isthmus_fem_piece* piece) {
  return piece->piece.group.data();
}

int32_t isthmus_fem_piece_link_count(const isthmus_fem_piece* piece) {
  return static_cast<int32_t>(piece->piece.links.size());
}
int32_t isthmus_fem_link_part(const isthmus_fem_piece* piece, int32_t link) {
  return piece->piece.links[static_cast<std::size_t>(link)].part;
}
const int32_t* isthmus_fem_link_places(const isthmus_fem_piece* piece, int32_t link, int which,
                                       int32_t* count) {
  const fem::Places places = places_of(which);
  *count = 0;
  if (places == nullptr || link < 0 || link >= isthmus_fem_piece_link_count(piece)) return nullptr;
  const auto& list = piece->piece.links[static_cast<std::size_t>(link)].*places;
  *count = static_cast<int32_t>(list.size());
  return list.data();
}

int isthmus_fem_combine_shared(const isthmus_fem_piece* piece, double* values, int components,
                               const double* const* from, int combining,
                               isthmus_fem_status* status) {
  return guarded(status, [&]() -> Expected<void> {
    if (components < 1 || (combining != isthmus_fem_sum && combining != isthmus_fem_greatest)) {
      return isthmus::fail(
          ErrorCode::bad_input,
          std::to_string(components) + " components combined by rule " + std::to_string(combining),
          "shared nodes", "1 or more, by rule 0 or 1");
    }
    const auto count = static_cast<std::size_t>(components);
    std::vector<std::span<const double>> spans;
    for (std::size_t i = 0; i < piece->piece.links.size(); ++i) {
      spans.emplace_back(from[i], count * piece->piece.links[i].shared.size());
    }
    const auto how = combining == isthmus_fem_sum ? fem::Combining::sum : fem::Combining::greatest;
    const std::span all(values, count * piece->piece.places.size());
    if (fem::combine_shared(piece->piece, all, components, spans, how)) return {};
    return isthmus::fail(ErrorCode::bad_input, "values that do not fit", "shared nodes", "");
  });
}

}  // extern "C"
