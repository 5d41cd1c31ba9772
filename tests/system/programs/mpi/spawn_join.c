// Two ranks that have a socket between them make a communicator of it, by MPI_Comm_join. The first
// word: "pair" has both ends in one process, "tcp" needs no common process. "abroad" has the other
// end in another job, where there is none to be made; the next word is a path by which both meet,
// and the one that comes second says "later" behind it. "silent" has the other end in a program at
// the path that says nothing.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "check.h"

static int socket_of_pair(void) {
  int ends[2];
  if (rank_ == 0) {
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    MPI_Send(&ends[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&ends[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return ends[0];
}

static int socket_of_tcp(void) {
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  int made = socket(AF_INET, SOCK_STREAM, 0), done = 1;
  if (rank_ == 0) {
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(bind(made, (struct sockaddr*)&address, sizeof address) == 0);
    CHECK(listen(made, 1) == 0);
    CHECK(getsockname(made, (struct sockaddr*)&address, &length) == 0);
    MPI_Send(&address, sizeof address, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    MPI_Recv(&done, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int accepted = accept(made, NULL, NULL);
    CHECK(accepted >= 0);
    close(made);
    return accepted;
  }
  MPI_Recv(&address, sizeof address, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(connect(made, (struct sockaddr*)&address, sizeof address) == 0);
  MPI_Send(&done, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
  return made;
}

static int socket_of_path(const char* path, int is_later) {
  struct sockaddr_un address;
  int made = socket(AF_UNIX, SOCK_STREAM, 0);
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  if (is_later) {
    int tries = 0;
    while (connect(made, (struct sockaddr*)&address, sizeof address) != 0) {
      CHECK(++tries < 3000);
      usleep(10000);
    }
    return made;
  }
  CHECK(bind(made, (struct sockaddr*)&address, sizeof address) == 0);
  CHECK(listen(made, 1) == 0);
  int accepted = accept(made, NULL, NULL);
  CHECK(accepted >= 0);
  close(made);
  return accepted;
}

/// The last rank of each job: the larger one has numbers that the other one has not.
static void abroad(const char* path, int is_later) {
  int end = socket_of_path(path, is_later);
  char other[MPI_MAX_PORT_NAME], port[MPI_MAX_PORT_NAME];
  MPI_Comm inter = MPI_COMM_WORLD;
  for (int round = 0; round < 2; ++round) {
    // Each is the first one once.
    if (round == is_later) usleep(50000);
    CHECK(MPI_Comm_join(end, &inter) == MPI_SUCCESS);
    CHECK(inter == MPI_COMM_NULL);
  }
  // The socket is as it was. A port there has the number of one here.
  memset(port, 0, sizeof port);
  CHECK(MPI_Open_port(MPI_INFO_NULL, port) == MPI_SUCCESS);
  CHECK(write(end, port, sizeof port) == sizeof port);
  CHECK(recv(end, other, sizeof other, MSG_WAITALL) == sizeof other);
  CHECK(strcmp(port, other) != 0);
  inter = MPI_COMM_WORLD;
  CHECK(MPI_Comm_connect(other, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter) == MPI_ERR_PORT);
  CHECK(inter == MPI_COMM_NULL);
  CHECK(MPI_Close_port(other) == MPI_ERR_PORT);
  CHECK(MPI_Close_port(port) == MPI_SUCCESS);
  close(end);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  if (argc > 2 && !strcmp(argv[1], "abroad")) {
    if (rank_ == size_ - 1) abroad(argv[2], argc > 3);
  } else if (argc > 2 && !strcmp(argv[1], "silent")) {
    MPI_Comm inter = MPI_COMM_WORLD;
    const int end = socket_of_path(argv[2], 1);
    CHECK(MPI_Comm_join(end, &inter) == MPI_ERR_OTHER);
    CHECK(inter == MPI_COMM_NULL);
    // Where nobody has asked for errors it is the job's end.
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_join(end, &inter);
  } else if (rank_ < 2) {
    const int pair = argc > 1 && !strcmp(argv[1], "pair");
    const int end = pair ? socket_of_pair() : socket_of_tcp();
    for (int round = 0; round < 2; ++round) {
      MPI_Comm inter, both;
      int size, other = -1;
      // The one comes before the other.
      if (rank_ == round) {
        MPI_Recv(&size, 1, MPI_INT, 1 - rank_, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      } else {
        MPI_Send(&round, 1, MPI_INT, 1 - rank_, 3, MPI_COMM_WORLD);
      }
      CHECK(MPI_Comm_join(end, &inter) == MPI_SUCCESS);
      MPI_Comm_size(inter, &size);
      CHECK(size == 1);
      MPI_Comm_remote_size(inter, &size);
      CHECK(size == 1);
      MPI_Sendrecv(&rank_, 1, MPI_INT, 0, 5, &other, 1, MPI_INT, 0, 5, inter, MPI_STATUS_IGNORE);
      CHECK(other == 1 - rank_);
      MPI_Intercomm_merge(inter, rank_, &both);
      MPI_Allreduce(&rank_, &other, 1, MPI_INT, MPI_SUM, both);
      CHECK(other == 1);
      MPI_Comm_free(&both);
      MPI_Comm_disconnect(&inter);
      // The socket is as it was.
      char letter = (char)('a' + rank_), got = 0;
      CHECK(write(end, &letter, 1) == 1);
      MPI_Sendrecv(&round, 1, MPI_INT, 1 - rank_, 6, &other, 1, MPI_INT, 1 - rank_, 6,
                   MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK(read(end, &got, 1) == 1);
      CHECK(got == 'a' + 1 - rank_);
    }
    // What is no join; then nobody is there any more.
    MPI_Comm none = MPI_COMM_WORLD;
    if (rank_ == 0) {
      char bytes[] = "not what a join says";
      CHECK(write(end, bytes, sizeof bytes) == sizeof bytes);
      MPI_Send(&end, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
      MPI_Recv(&none, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      close(end);
    } else {
      MPI_Recv(&none, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK(MPI_Comm_join(end, &none) == MPI_ERR_OTHER);
      CHECK(none == MPI_COMM_NULL);
      MPI_Send(&end, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
      close(end);
    }
    CHECK(MPI_Comm_join(1000, &none) == MPI_ERR_ARG);
  }
  return end();
}
