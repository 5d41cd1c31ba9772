/* Parts cut by METIS and by Scotch, a rank a part of each: whether the cuts are those of all ranks,
 * differ from one another, and fit together at their borders. Rank 0 says so in one line. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fem/isthmus_fem_mpi.h"

static isthmus_fem_status status;

static void require(int code) {
  if (code == isthmus_fem_ok) return;
  fprintf(stderr, "partitioners: %s\n", status.text);
  MPI_Abort(MPI_COMM_WORLD, code);
}

/* By how many elements the ranks disagree on a cut. */
static int told_apart(const int32_t *part, int elements) {
  int32_t *first = malloc((size_t)elements * sizeof *first);
  int wrong = 0;
  memcpy(first, part, (size_t)elements * sizeof *first);
  MPI_Bcast(first, elements, MPI_INT32_T, 0, MPI_COMM_WORLD);
  for (int i = 0; i < elements; ++i) wrong += first[i] != part[i];
  free(first);
  return wrong;
}

/* Each own element gives one to each of its nodes: the sum at a node is how many elements of the
 * whole mesh it has, whoever has them. */
static int wrong_sums(const isthmus_fem_mesh *mesh, const int32_t *part, int rank) {
  isthmus_fem_piece *piece = NULL;
  require(isthmus_fem_piece_of(mesh, part, rank, 1, isthmus_fem_by_node, &piece, &status));
  const int nodes = isthmus_fem_piece_node_count(piece);
  const int whole = isthmus_fem_mesh_node_count(mesh);
  const int32_t *corners = isthmus_fem_piece_nodes(piece), *layer = isthmus_fem_piece_layers(piece);
  const int32_t *place = isthmus_fem_piece_places(piece);
  double *sum = calloc((size_t)nodes, sizeof *sum);
  double *expected = calloc((size_t)whole, sizeof *expected);
  char *own = calloc((size_t)nodes, 1);
  for (int i = 0; i < 4 * isthmus_fem_mesh_element_count(mesh); ++i) {
    expected[isthmus_fem_mesh_nodes(mesh)[i]] += 1;
  }
  for (int i = 0; i < 4 * isthmus_fem_piece_element_count(piece); ++i) {
    if (layer[i / 4] != 0) continue;
    sum[corners[i]] += 1;
    own[corners[i]] = 1;
  }
  require(isthmus_fem_add_shared(MPI_COMM_WORLD, piece, sum, 1, &status));
  int wrong = 0;
  for (int i = 0; i < nodes; ++i) wrong += own[i] && sum[i] != expected[place[i]];
  free(sum);
  free(expected);
  free(own);
  isthmus_fem_piece_free(piece);
  return wrong;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const double origin[3] = {0, 0, 0}, size[3] = {2, 1, 1};
  const int32_t cells[3] = {12, 6, 6};
  isthmus_fem_mesh *mesh = NULL;
  require(isthmus_fem_box(origin, size, cells, 4, &mesh, &status));
  const int elements = isthmus_fem_mesh_element_count(mesh);
  static const int by[2] = {isthmus_fem_metis, isthmus_fem_scotch};
  int32_t *part[2];
  int own = 0, wrong = 0, differ = 0;
  for (int k = 0; k < 2; ++k) {
    part[k] = calloc((size_t)elements, sizeof *part[k]);
    require(isthmus_fem_cut_by(by[k], mesh, ranks, NULL, NULL, NULL, 1, part[k], &status));
    own += told_apart(part[k], elements) + wrong_sums(mesh, part[k], rank);
  }
  for (int i = 0; i < elements; ++i) differ += part[0][i] != part[1][i];
  MPI_Reduce(&own, &wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  const int code = isthmus_fem_cut_by(2, mesh, ranks, NULL, NULL, NULL, 1, part[0], &status);
  if (rank == 0) {
    printf("%d ranks, wrong: %d, cuts differ: %s, %d: %s\n", ranks, wrong, differ ? "yes" : "no",
           code, status.text);
  }
  free(part[0]);
  free(part[1]);
  isthmus_fem_mesh_free(mesh);
  MPI_Finalize();
  return 0;
}
