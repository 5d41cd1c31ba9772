// Groups that meet at a port: by the port's text, and by the name of a service.
#include <string.h>

#include "check.h"

/// Members of the other group say their ranks to each other.
static void speak(MPI_Comm inter, int rank, int remote) {
  int size;
  MPI_Comm_remote_size(inter, &size);
  CHECK(size == remote);
  int other = -1;
  if (rank < remote) {
    int own;
    MPI_Comm_size(MPI_COMM_WORLD, &own);
    MPI_Request request;
    MPI_Irecv(&other, 1, MPI_INT, rank, 1, inter, &request);
    MPI_Send(&rank, 1, MPI_INT, rank, 1, inter);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(other == rank);
  }
  MPI_Comm merged;
  MPI_Intercomm_merge(inter, 0, &merged);
  int sum = 0, one = 1;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, merged);
  CHECK(sum == size_);
  MPI_Comm_free(&merged);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Comm parent;
  MPI_Comm_get_parent(&parent);
  CHECK(parent == MPI_COMM_NULL);
  char port[MPI_MAX_PORT_NAME] = "";
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  if (size_ % 2 == 0) {
    int serves = rank_ % 2 == 0, rank;
    MPI_Comm half, inter;
    MPI_Comm_split(MPI_COMM_WORLD, serves, rank_, &half);
    MPI_Comm_set_errhandler(half, MPI_ERRORS_RETURN);
    MPI_Comm_rank(half, &rank);
    for (int round = 0; round < 2; ++round) {
      if (rank_ == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        CHECK(MPI_Publish_name("halves", MPI_INFO_NULL, port) == MPI_SUCCESS);
        CHECK(MPI_Publish_name("halves", MPI_INFO_NULL, port) == MPI_ERR_SERVICE);
      }
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank_ == 1) CHECK(MPI_Lookup_name("halves", MPI_INFO_NULL, port) == MPI_SUCCESS);
      if (serves) {
        CHECK(MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &inter) == MPI_SUCCESS);
      } else {
        CHECK(MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &inter) == MPI_SUCCESS);
      }
      speak(inter, rank, size_ / 2);
      MPI_Comm_disconnect(&inter);
      CHECK(inter == MPI_COMM_NULL);
      if (rank_ == 0) {
        CHECK(MPI_Unpublish_name("halves", MPI_INFO_NULL, port) == MPI_SUCCESS);
        MPI_Close_port(port);
      }
      MPI_Barrier(MPI_COMM_WORLD);
    }
    // There is no such port any more: all of the group hear of it.
    CHECK(MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &inter) == MPI_ERR_PORT);
    MPI_Comm_free(&half);
  }
  CHECK(MPI_Lookup_name("halves", MPI_INFO_NULL, port) == MPI_ERR_NAME);
  MPI_Comm none;
  CHECK(MPI_Comm_connect("nowhere", MPI_INFO_NULL, 0, MPI_COMM_SELF, &none) == MPI_ERR_PORT);
  return end();
}
