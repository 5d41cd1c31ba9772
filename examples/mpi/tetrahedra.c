/* The heat of tetrahedra.cpp in C, with a rank a part.
 *
 *   mpicc -I PREFIX/include PREFIX/include/fem/isthmus_fem_mpi.c tetrahedra.c -o tetrahedra \
 *       -L PREFIX/lib -listhmus_fem -listhmus_graph -listhmus_base -lmetis -lscotch -lscotcherr \
 *       -lstdc++ -lm
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "fem/isthmus_fem_mpi.h"

static isthmus_fem_status status;

static void require(int code) {
  if (code == isthmus_fem_ok) return;
  fprintf(stderr, "tetrahedra: %s\n", status.text);
  MPI_Abort(MPI_COMM_WORLD, code);
}

static isthmus_fem_piece *piece_of(int rank, int ranks) {
  const double origin[3] = {0, 0, 0}, size[3] = {2, 1, 1};
  const int32_t cells[3] = {12, 6, 6};
  isthmus_fem_mesh *mesh = NULL;
  require(isthmus_fem_box(origin, size, cells, 4, &mesh, &status));
  int32_t *part = calloc((size_t)isthmus_fem_mesh_element_count(mesh), sizeof *part);
  require(isthmus_fem_cut(mesh, ranks, NULL, NULL, NULL, 1, part, &status));
  isthmus_fem_piece *piece = NULL;
  require(isthmus_fem_piece_of(mesh, part, rank, 1, isthmus_fem_by_node, &piece, &status));
  free(part);
  isthmus_fem_mesh_free(mesh);
  return piece;
}

/* What the owners of nodes and elements say, beside what this rank knows of the whole mesh. */
static int wrong_values(const isthmus_fem_piece *piece, int rank) {
  const int nodes = isthmus_fem_piece_node_count(piece);
  const int elements = isthmus_fem_piece_element_count(piece);
  const int32_t *place = isthmus_fem_piece_places(piece), *owner = isthmus_fem_piece_owners(piece);
  const int32_t *number = isthmus_fem_piece_elements(piece);
  const int32_t *layer = isthmus_fem_piece_layers(piece);
  double *at_node = calloc((size_t)nodes, sizeof(double));
  double *at_element = calloc(2 * (size_t)elements, sizeof(double));
  for (int i = 0; i < nodes; ++i) at_node[i] = owner[i] == rank ? place[i] : -1;
  for (int i = 0; i < 2 * elements; ++i) {
    at_element[i] = layer[i / 2] == 0 ? number[i / 2] + i % 2 : -1;
  }
  require(isthmus_fem_copy_nodes(MPI_COMM_WORLD, piece, at_node, 1, &status));
  require(isthmus_fem_copy_elements(MPI_COMM_WORLD, piece, at_element, 2, &status));
  int wrong = 0;
  for (int i = 0; i < nodes; ++i) wrong += at_node[i] != place[i];
  for (int i = 0; i < 2 * elements; ++i) wrong += at_element[i] != number[i / 2] + i % 2;
  /* The greatest of the ranks that have elements at a node: at least this one's. */
  for (int i = 0; i < nodes; ++i) at_node[i] = rank;
  require(isthmus_fem_max_shared(MPI_COMM_WORLD, piece, at_node, 1, &status));
  for (int i = 0; i < nodes; ++i) wrong += at_node[i] < rank;
  free(at_node);
  free(at_element);
  return wrong;
}

int main(int argc, char **argv) {
  static const int edges[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  isthmus_fem_piece *piece = piece_of(rank, ranks);
  const int nodes = isthmus_fem_piece_node_count(piece);
  const int32_t *corners = isthmus_fem_piece_nodes(piece), *owner = isthmus_fem_piece_owners(piece);
  const int32_t *layer = isthmus_fem_piece_layers(piece);
  const double *points = isthmus_fem_piece_points(piece);
  double *heat = calloc((size_t)nodes, sizeof(double));
  double *flow = calloc((size_t)nodes, sizeof(double));
  for (int i = 0; i < nodes; ++i) heat[i] = points[3 * i] == 0 ? 1000 : 0;
  for (int step = 0; step < 100; ++step) {
    for (int i = 0; i < nodes; ++i) flow[i] = 0;
    for (int e = 0; e < isthmus_fem_piece_element_count(piece); ++e) {
      for (int k = 0; layer[e] == 0 && k < 6; ++k) {
        const int a = corners[4 * e + edges[k][0]], b = corners[4 * e + edges[k][1]];
        const double way = 0.005 * (heat[a] - heat[b]);
        flow[a] -= way;
        flow[b] += way;
      }
    }
    require(isthmus_fem_add_shared(MPI_COMM_WORLD, piece, flow, 1, &status));
    for (int i = 0; i < nodes; ++i) heat[i] += flow[i];
  }
  double own[2] = {0, wrong_values(piece, rank)}, all[2] = {0, 0};
  for (int i = 0; i < nodes; ++i) own[0] += owner[i] == rank ? heat[i] : 0;
  MPI_Reduce(own, all, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%d ranks, heat: %.6f, wrong: %.0f\n", ranks, all[0], all[1]);
  free(heat);
  free(flow);
  isthmus_fem_piece_free(piece);
  MPI_Finalize();
  return 0;
}
