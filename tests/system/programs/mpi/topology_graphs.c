/* Graphs of ranks, of both kinds. Any number of ranks from 2 on. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int errors = 0;
#define CHECK(holds)                                          \
  do {                                                        \
    if (!(holds)) {                                           \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #holds);      \
      ++errors;                                               \
    }                                                         \
  } while (0)

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, kind, count, edge_count, weighted, in, out;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);

  /* A ring of all but the last, if there are three. */
  const int nodes = size > 2 ? size - 1 : size;
  int* index = malloc((size_t)size * sizeof *index);
  int* edges = malloc((size_t)size * 2 * sizeof *edges);
  for (int i = 0; i < nodes; ++i) {
    index[i] = 2 * (i + 1);
    edges[2 * i] = (i + nodes - 1) % nodes;
    edges[2 * i + 1] = (i + 1) % nodes;
  }
  MPI_Comm ring, copy;
  MPI_Graph_create(MPI_COMM_WORLD, nodes, index, edges, 0, &ring);
  CHECK((ring == MPI_COMM_NULL) == (rank >= nodes));
  if (ring != MPI_COMM_NULL) {
    MPI_Comm_dup(ring, &copy);
    MPI_Topo_test(copy, &kind);
    CHECK(kind == MPI_GRAPH);
    MPI_Graphdims_get(copy, &count, &edge_count);
    CHECK(count == nodes && edge_count == 2 * nodes);
    int* got_index = malloc((size_t)nodes * sizeof *got_index);
    int* got_edges = malloc((size_t)nodes * 2 * sizeof *got_edges);
    MPI_Graph_get(copy, nodes, 2 * nodes, got_index, got_edges);
    for (int i = 0; i < 2 * nodes; ++i) CHECK(got_edges[i] == edges[i]);
    CHECK(got_index[nodes - 1] == 2 * nodes);
    for (int i = 0; i < nodes; ++i) {
      int ends[2];
      MPI_Graph_neighbors_count(copy, i, &count);
      CHECK(count == 2);
      MPI_Graph_neighbors(copy, i, 2, ends);
      CHECK(ends[0] == (i + nodes - 1) % nodes && ends[1] == (i + 1) % nodes);
    }
    free(got_index);
    free(got_edges);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&ring);
  }

  /* Rank 0 names all edges: i to i + 1 with weight i, and all to 0 with weight 100. */
  int* from = malloc((size_t)size * sizeof *from);
  int* degrees = malloc((size_t)size * sizeof *degrees);
  int* weights = malloc((size_t)size * 2 * sizeof *weights);
  int* to = malloc((size_t)size * 2 * sizeof *to);
  for (int i = 0; i < size; ++i) {
    from[i] = i;
    degrees[i] = 2;
    to[2 * i] = (i + 1) % size;
    weights[2 * i] = i;
    to[2 * i + 1] = 0;
    weights[2 * i + 1] = 100;
  }
  MPI_Comm woven;
  MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 0 ? size : 0, from, degrees, to, weights,
                        MPI_INFO_NULL, 0, &woven);
  MPI_Topo_test(woven, &kind);
  CHECK(kind == MPI_DIST_GRAPH);
  MPI_Dist_graph_neighbors_count(woven, &in, &out, &weighted);
  CHECK(out == 2 && weighted && in == (rank == 0 ? size + 1 : 1));
  int* sources = malloc((size_t)(size + 1) * sizeof *sources);
  int* source_weights = malloc((size_t)(size + 1) * sizeof *source_weights);
  int ends[2], end_weights[2];
  MPI_Dist_graph_neighbors(woven, in, sources, source_weights, out, ends, end_weights);
  CHECK(ends[0] + ends[1] == (rank + 1) % size);
  CHECK(end_weights[0] + end_weights[1] == rank + 100);
  int sum = 0;
  for (int i = 0; i < in; ++i) sum += source_weights[i];
  CHECK(sum == (rank == 0 ? 100 * size + size - 1 : rank - 1));
  MPI_Comm_free(&woven);

  /* Each names its own, without weights. */
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &left, MPI_UNWEIGHTED, 1, &right,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &woven);
  MPI_Comm_dup(woven, &copy);
  MPI_Dist_graph_neighbors_count(copy, &in, &out, &weighted);
  CHECK(in == 1 && out == 1 && !weighted);
  MPI_Dist_graph_neighbors(copy, 1, sources, MPI_UNWEIGHTED, 1, ends, MPI_UNWEIGHTED);
  CHECK(sources[0] == left && ends[0] == right);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&woven);

  int all = 0;
  MPI_Reduce(&errors, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf(all == 0 ? "well\n" : "%d errors\n", all);
  MPI_Finalize();
  return errors != 0;
}
