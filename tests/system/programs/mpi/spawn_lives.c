// Ranks that others start, one after the other: what each has when it begins, and what is left when
// it has ended. The first word says what is tried; ranks that were started have "child" before it.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

static char* program_;
static MPI_Comm parent_;
static char own_;  // somewhere in the rank's own memory

static int try_to_start(const char* command, int count, const char* what, const char* host,
                        MPI_Comm* inter) {
  char* words[] = {"child", (char*)what, NULL};
  MPI_Info info = MPI_INFO_NULL;
  if (host != NULL) {
    MPI_Info_create(&info);
    MPI_Info_set(info, "host", host);
  }
  int error =
      MPI_Comm_spawn(command, words, count, info, 0, MPI_COMM_SELF, inter, MPI_ERRCODES_IGNORE);
  if (host != NULL) MPI_Info_free(&info);
  return error;
}

/// All of both groups hear of each other.
static void speak(MPI_Comm inter) {
  int own = 1, all = 0, remote;
  MPI_Comm_remote_size(inter, &remote);
  MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_SUM, inter);
  CHECK(all == remote);
}

/// Ranks come and go; each tells where its memory lies.
static void again(void) {
  enum { rounds = 20 };
  char* seen[rounds];
  int different = 0;
  for (int round = 0; round < rounds; ++round) {
    MPI_Comm inter;
    char* at;
    CHECK(try_to_start(program_, 1, "again", NULL, &inter) == MPI_SUCCESS);
    MPI_Recv(&at, sizeof at, MPI_BYTE, 0, 1, inter, MPI_STATUS_IGNORE);
    int known = 0;
    for (int i = 0; i < different; ++i) known |= seen[i] == at;
    if (!known) seen[different++] = at;
    MPI_Comm_disconnect(&inter);
    usleep(2000);
  }
  // The one that is told of may still be ending when the next one begins.
  CHECK(different <= rounds / 2);
}

/// Who has the other end of a socket hears that its rank has ended.
static void hear_the_end(void) {
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  MPI_Comm inter;
  int listening = socket(AF_INET, SOCK_STREAM, 0);
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(bind(listening, (struct sockaddr*)&address, sizeof address) == 0);
  CHECK(listen(listening, 1) == 0);
  CHECK(getsockname(listening, (struct sockaddr*)&address, &length) == 0);
  CHECK(try_to_start(program_, 1, "sockets", NULL, &inter) == MPI_SUCCESS);
  MPI_Send(&address, sizeof address, MPI_BYTE, 0, 1, inter);
  speak(inter);  // It has connected.
  int end = accept(listening, NULL, NULL);
  char letter = 0;
  CHECK(end >= 0);
  MPI_Comm_disconnect(&inter);
  ssize_t got = -1;
  for (int i = 0; i < 5000 && got != 0; ++i) {
    got = recv(end, &letter, 1, MSG_DONTWAIT);
    if (got != 0) usleep(1000);
  }
  CHECK(got == 0);
  close(end);
  close(listening);
}

static void connect_to_parent(void) {
  struct sockaddr_in address;
  MPI_Recv(&address, sizeof address, MPI_BYTE, 0, 1, parent_, MPI_STATUS_IGNORE);
  int made = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(connect(made, (struct sockaddr*)&address, sizeof address) == 0);
}

/// There is room for some of them: none begins.
static void more_than_fit(void) {
  MPI_Comm inter = MPI_COMM_WORLD;
  char* words[] = {"child", "limit", NULL};
  int codes[4] = {0, 0, 0, 0}, kind = 0, length;
  char text[MPI_MAX_ERROR_STRING];
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  int error = MPI_Comm_spawn(program_, words, 4, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter, codes);
  CHECK(MPI_Error_class(error, &kind) == MPI_SUCCESS);
  CHECK(kind == MPI_ERR_SPAWN);
  CHECK(inter == MPI_COMM_NULL);
  for (int i = 0; i < 4; ++i) CHECK(codes[i] != MPI_SUCCESS);
  CHECK(MPI_Error_string(error, text, &length) == MPI_SUCCESS);
}

/// Who waits at a port is told that it is closed; so is who comes later.
static void close_ports(void) {
  char port[MPI_MAX_PORT_NAME];
  MPI_Comm met = MPI_COMM_WORLD;
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  if (rank_ == 0) {
    MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
    usleep(20000);
    CHECK(MPI_Close_port(port) == MPI_SUCCESS);
    CHECK(MPI_Close_port(port) == MPI_ERR_PORT);
  } else if (rank_ == 1) {
    MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2; ++i) {
      CHECK(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &met) == MPI_ERR_PORT);
      CHECK(met == MPI_COMM_NULL);
    }
  }
}

int main(int argc, char** argv) {
  const char* what = argc > 2 && !strcmp(argv[1], "child") ? argv[2] : argc > 1 ? argv[1] : "";
  // Before it can go anywhere: no other process will find the program.
  if (!strcmp(what, "gone") && !strcmp(argv[1], "child")) unlink(argv[0]);
  begin(&argc, &argv);
  program_ = argv[0];
  MPI_Comm_get_parent(&parent_);
  if (parent_ != MPI_COMM_NULL) {
    if (!strcmp(what, "again")) {
      char* at = &own_;
      CHECK(own_++ == 0);
      MPI_Send(&at, sizeof at, MPI_BYTE, 0, 1, parent_);
    } else if (!strcmp(what, "sockets")) {
      connect_to_parent();
      speak(parent_);
    } else {
      for (int round = 0; round < (strcmp(what, "gone") ? 1 : 10); ++round) {
        int sum = 0;
        MPI_Allreduce(&rank_, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        CHECK(sum == size_ * (size_ - 1) / 2);
      }
      speak(parent_);
    }
    MPI_Comm_disconnect(&parent_);
    MPI_Finalize();
    return 0;
  }
  if (!strcmp(what, "ports")) {
    close_ports();
  } else if (rank_ != 0) {
    // The first one alone starts others.
  } else if (!strcmp(what, "again")) {
    again();
  } else if (!strcmp(what, "sockets")) {
    hear_the_end();
  } else if (!strcmp(what, "limit")) {
    more_than_fit();
  } else if (!strcmp(what, "gone")) {
    MPI_Comm inter;
    CHECK(try_to_start(argv[2], 2, "gone", "site0", &inter) == MPI_SUCCESS);
    speak(inter);
    MPI_Comm_disconnect(&inter);
  }
  return end();
}
