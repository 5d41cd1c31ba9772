// The heat of ../tetrahedra.cpp with a rank a part, and the other exchanges judged by what
// the whole mesh says.
#include <mpi.h>

#include <cstdio>

#include "fem/box.hpp"
#include "fem/cut.hpp"
#include "fem/mpi.hpp"

namespace fem = isthmus::fem;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const fem::Mesh mesh = fem::box_of_tets({{0, 0, 0}, {2, 1, 1}, {12, 6, 6}}).value();
  const auto part = fem::cut(mesh, {}, fem::even_parts(ranks)).value();
  const auto pieces = fem::pieces_of(mesh, part, {.layers = 2});
  const fem::Piece& piece = pieces[static_cast<std::size_t>(rank)];
  const fem::MpiExchange exchange(MPI_COMM_WORLD, piece);

  int wrong = 0;
  std::vector<double> node(piece.places.size());
  for (int i = 0; i < piece.node_count(); ++i) node[i] = piece.owns(i) ? piece.places[i] : -1;
  exchange.copy_nodes(node, 1);
  for (int i = 0; i < piece.node_count(); ++i) wrong += node[i] != piece.places[i];
  std::vector<double> element;
  for (int i = 0; i < piece.element_count(); ++i) {
    for (int k = 0; k < 2; ++k) element.push_back(piece.layer[i] == 0 ? piece.elements[i] + k : -1);
  }
  exchange.copy_elements(element, 2);
  for (int i = 0; i < piece.element_count(); ++i)
    wrong += element[2 * i + 1] != piece.elements[i] + 1;

  std::vector<double> most(piece.places.size(), rank);
  exchange.max_shared(most, 1);
  const auto at = fem::elements_of_nodes(mesh);
  std::vector<double> heat;
  for (int i = 0; i < piece.node_count(); ++i) {
    int last = 0;
    bool is_own = false;
    for (const int e : at[piece.places[i]]) {
      if (part[e] > last) last = part[e];
      is_own = is_own || part[e] == rank;
    }
    wrong += is_own && most[i] != last;
    heat.push_back(piece.points[i][0] < 0.1 ? 1000 : 0);
  }
  for (int step = 0; step < 100; ++step) {
    std::vector<double> flow(heat.size(), 0);
    for (int e = 0; e < piece.element_count(); ++e) {
      if (piece.layer[e] != 0) continue;
      const auto nodes = piece.nodes_of(e);
      for (const auto& [a, b] : fem::edges_of_tet) {
        const double way = 0.005 * (heat[nodes[a]] - heat[nodes[b]]);
        flow[nodes[a]] -= way;
        flow[nodes[b]] += way;
      }
    }
    exchange.add_shared(flow, 1);
    for (std::size_t i = 0; i < heat.size(); ++i) heat[i] += flow[i];
  }
  double own[2] = {0, static_cast<double>(wrong)};
  for (int i = 0; i < piece.node_count(); ++i) own[0] += piece.owns(i) ? heat[i] : 0;
  double all[2] = {0, 0};
  MPI_Reduce(own, all, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) std::printf("%d ranks, heat: %.6f, wrong: %.0f\n", ranks, all[0], all[1]);
  MPI_Finalize();
  return 0;
}
