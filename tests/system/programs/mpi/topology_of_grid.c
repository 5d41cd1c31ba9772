/* Where ranks are: argv has how many sites and processes there are, and whether ranks stay. */
#include <isthmus_mpi.h>
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

static int part_size(const char* resource) {
  MPI_Info info;
  MPI_Comm part;
  int size = 0;
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_hw_resource_type", resource);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &part);
  MPI_Info_free(&info);
  if (part == MPI_COMM_NULL) return 0;
  MPI_Comm_size(part, &size);
  MPI_Comm_free(&part);
  return size;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, found;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int sites = atoi(argv[1]), processes = atoi(argv[2]), stays = atoi(argv[3]);
  int* depths;
  int** colours;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPIX_TOPOLOGY_DEPTHS, &depths, &found);
  CHECK(found);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPIX_TOPOLOGY_COLORS, &colours, &found);
  CHECK(found);
  for (int i = 0; i < size; ++i) {
    CHECK(depths[i] == MPIX_TOPOLOGY_PROCESS + 1);
    CHECK(colours[i][MPIX_TOPOLOGY_WIDE_AREA] == 0);
    CHECK(colours[i][MPIX_TOPOLOGY_SITE] == i * sites / size);
    CHECK(colours[i][MPIX_TOPOLOGY_PROCESS] == i * processes / size);
  }
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  MPI_Comm_get_attr(half, MPIX_TOPOLOGY_COLORS, &colours, &found);
  CHECK(found && colours[0][MPIX_TOPOLOGY_SITE] == 0);
  CHECK(colours[size / 2 - 1][MPIX_TOPOLOGY_SITE] == sites - 1);
  MPI_Comm_free(&half);

  const int of_site = part_size("isthmus:site"), of_node = part_size("isthmus:node");
  const int of_process = part_size("isthmus:process"), of_pe = part_size("isthmus:pe");
  CHECK(part_size("isthmus:moon") == 0);
  if (stays) {
    CHECK(of_site == size / sites && of_process == size / processes);
    CHECK(of_node == of_site && of_pe >= 1 && of_pe <= of_process);
  } else {
    CHECK(of_site >= 1 && of_node >= 1 && of_process >= 1 && of_pe >= 1);
  }
  MPI_Info info;
  char value[16];
  MPI_Get_hw_resource_info(&info);
  MPI_Info_get(info, "isthmus:site", 15, value, &found);
  CHECK(found && value[0] == 't');
  MPI_Info_free(&info);

  int all = 0;
  MPI_Reduce(&errors, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf(all == 0 ? "well\n" : "%d errors\n", all);
  MPI_Finalize();
  return errors != 0;
}
