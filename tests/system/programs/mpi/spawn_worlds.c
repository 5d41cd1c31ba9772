// Ranks that start others: what both sides see of each other. The first word says what is tried;
// ranks that were started have "child" before it.
#include <string.h>
#include <unistd.h>

#include "check.h"

static char* program_;
static MPI_Comm parent_;

static MPI_Comm start(int count, MPI_Comm from, const char* what, const char* word) {
  char* words[] = {"child", (char*)what, (char*)word, NULL};
  int codes[64], size, own;
  MPI_Comm inter;
  for (int i = 0; i < 64; ++i) codes[i] = -1;
  CHECK(MPI_Comm_spawn(program_, words, count, MPI_INFO_NULL, 0, from, &inter, codes) == 0);
  for (int i = 0; i < count; ++i) CHECK(codes[i] == MPI_SUCCESS);
  CHECK(codes[count] == -1);
  MPI_Comm_remote_size(inter, &size);
  CHECK(size == count);
  MPI_Comm_size(inter, &size);
  MPI_Comm_size(from, &own);
  CHECK(size == own);
  return inter;
}

static int attribute(int key) {
  int* value;
  int is_set = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &is_set);
  CHECK(is_set);
  return *value;
}

/// Everything that goes over a communicator of two groups; `high`: of the ranks that were started.
static void speak(MPI_Comm inter, int high) {
  int rank, size, remote, is_inter, flag;
  MPI_Comm_rank(inter, &rank);
  MPI_Comm_size(inter, &size);
  MPI_Comm_remote_size(inter, &remote);
  MPI_Comm_test_inter(inter, &is_inter);
  CHECK(is_inter);
  // Each with each, large ones among them.
  enum { large = 100000 };
  static int data[large];
  for (int i = 0; i < remote; ++i) {
    MPI_Request request;
    int number = 1000 * rank + i, got = -1;
    MPI_Irecv(&got, 1, MPI_INT, i, 3, inter, &request);
    MPI_Send(&number, 1, MPI_INT, i, 3, inter);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(got == 1000 * i + rank);
  }
  if (rank == 0) {
    for (int i = 0; i < large; ++i) data[i] = i + high;
    MPI_Status status;
    if (high) {
      MPI_Send(data, large, MPI_INT, 0, 4, inter);
    } else {
      MPI_Recv(data, large, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, inter, &status);
      CHECK(status.MPI_SOURCE == 0 && status.MPI_TAG == 4);
      for (int i = 0; i < large; ++i) CHECK(data[i] == i + 1);
    }
  }
  int word = high ? 0 : 77;
  MPI_Bcast(&word, 1, MPI_INT, high ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL, inter);
  CHECK(word == 77);
  double own = rank + 0.5, sum = 0, expected = 0;
  MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, inter);
  for (int i = 0; i < remote; ++i) expected += i + 0.5;
  CHECK(sum == expected);
  MPI_Barrier(inter);

  MPI_Comm both, copy, half;
  MPI_Intercomm_merge(inter, high, &both);
  int all, place;
  MPI_Comm_size(both, &all);
  MPI_Comm_rank(both, &place);
  CHECK(all == size + remote);
  CHECK(place == (high ? remote + rank : rank));
  int total = 0;
  MPI_Allreduce(&place, &total, 1, MPI_INT, MPI_SUM, both);
  CHECK(total == all * (all - 1) / 2);
  MPI_Comm_dup(both, &copy);
  int* places = malloc((size_t)all * sizeof *places);
  MPI_Allgather(&place, 1, MPI_INT, places, 1, MPI_INT, copy);
  for (int i = 0; i < all; ++i) CHECK(places[i] == i);
  int prefix = 0;
  MPI_Scan(&place, &prefix, 1, MPI_INT, MPI_SUM, copy);
  CHECK(prefix == place * (place + 1) / 2);
  MPI_Comm_split(copy, place % 2, -place, &half);
  int first = -1;
  if (half != MPI_COMM_NULL) {
    first = place;
    MPI_Bcast(&first, 1, MPI_INT, 0, half);
    int last = all - 1 - ((all - 1 - place) % 2 != 0);
    CHECK(first == last);
    MPI_Comm_free(&half);
  }
  // Memory of the one is written by the other.
  MPI_Win window;
  int* cell;
  MPI_Win_allocate(sizeof *cell, sizeof *cell, MPI_INFO_NULL, both, &cell, &window);
  *cell = -1;
  MPI_Win_fence(0, window);
  MPI_Put(&place, 1, MPI_INT, (place + 1) % all, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  CHECK(*cell == (place + all - 1) % all);
  MPI_Win_free(&window);
  free(places);
  MPI_Comm_compare(both, copy, &flag);
  CHECK(flag == MPI_CONGRUENT);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&both);
  // Of both groups without a merge.
  MPI_Comm inter_copy;
  MPI_Comm_dup(inter, &inter_copy);
  MPI_Barrier(inter_copy);
  MPI_Comm_free(&inter_copy);
}

static void speak_and_part(MPI_Comm* inter, int high) {
  speak(*inter, high);
  MPI_Comm_disconnect(inter);
  CHECK(*inter == MPI_COMM_NULL);
}

static void at_port(MPI_Comm inter, int high) {
  char port[MPI_MAX_PORT_NAME] = "";
  MPI_Comm met;
  if (high) {
    if (rank_ == 0) {
      MPI_Open_port(MPI_INFO_NULL, port);
      MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 9, inter);
    }
    MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &met);
  } else {
    if (rank_ == 0) {
      MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 9, inter, MPI_STATUS_IGNORE);
    }
    MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &met);
  }
  speak_and_part(&met, high);
  if (high && rank_ == 0) MPI_Close_port(port);
}

static int children(int argc, char** argv) {
  const char* what = argc > 2 ? argv[2] : "";
  char name[MPI_MAX_OBJECT_NAME];
  int length;
  CHECK(argc == 4);
  CHECK(attribute(MPI_APPNUM) == 0);
  MPI_Comm_get_name(parent_, name, &length);
  CHECK(!strcmp(name, "MPI_COMM_PARENT"));
  if (!strcmp(what, "nested") && atoi(argv[3]) > 0) {
    char less[16];
    snprintf(less, sizeof less, "%d", atoi(argv[3]) - 1);
    MPI_Comm inter = start(2, MPI_COMM_WORLD, what, less);
    speak_and_part(&inter, 0);
  }
  if (!strcmp(what, "abort")) {
    if (rank_ == 0) MPI_Abort(MPI_COMM_WORLD, 5);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (!strcmp(what, "silent")) return 0;
  if (!strcmp(what, "status")) {
    MPI_Finalize();
    return 6;
  }
  if (!strcmp(what, "deadlock")) MPI_Recv(&length, 1, MPI_INT, 0, 8, parent_, MPI_STATUS_IGNORE);
  if (!strcmp(what, "ports")) at_port(parent_, 1);
  speak_and_part(&parent_, 1);
  MPI_Comm_get_parent(&parent_);
  CHECK(parent_ == MPI_COMM_NULL);
  MPI_Finalize();
  return 0;
}

static void wrong_commands(void) {
  MPI_Comm inter = MPI_COMM_WORLD;
  int codes[3] = {-1, -1, -1}, kind = 0;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int error = MPI_Comm_spawn("./nowhere", MPI_ARGV_NULL, 2, MPI_INFO_NULL, size_ - 1,
                             MPI_COMM_WORLD, &inter, codes);
  MPI_Error_class(error, &kind);
  CHECK(kind == MPI_ERR_SPAWN);
  CHECK(inter == MPI_COMM_NULL);
  CHECK(codes[0] != MPI_SUCCESS && codes[1] != MPI_SUCCESS && codes[2] == -1);
  // A file that is no program of ours, one that is there beside one that is not, and no ranks.
  CHECK(MPI_Comm_spawn("/bin/true", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter,
                       MPI_ERRCODES_IGNORE) == MPI_ERR_SPAWN);
  char* commands[] = {program_, "nowhere at all"};
  int counts[] = {1, 2};
  MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
  codes[0] = codes[1] = codes[2] = MPI_SUCCESS;
  CHECK(MPI_Comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, counts, infos, 0, MPI_COMM_WORLD,
                                &inter, codes) == MPI_ERR_SPAWN);
  CHECK(codes[0] == MPI_ERR_SPAWN && codes[1] == MPI_ERR_SPAWN && codes[2] == MPI_ERR_SPAWN);
  CHECK(MPI_Comm_spawn(program_, MPI_ARGV_NULL, 0, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter,
                       MPI_ERRCODES_IGNORE) == MPI_ERR_ARG);
  CHECK(MPI_Comm_spawn(program_, MPI_ARGV_NULL, 1, MPI_INFO_NULL, size_, MPI_COMM_WORLD, &inter,
                       MPI_ERRCODES_IGNORE) == MPI_ERR_ROOT);
  CHECK(MPI_Comm_spawn(program_, MPI_ARGV_NULL, 2000000000, MPI_INFO_NULL, 0, MPI_COMM_WORLD,
                       &inter, MPI_ERRCODES_IGNORE) == MPI_ERR_SPAWN);
  CHECK(MPI_Comm_spawn(program_, MPI_ARGV_NULL, 30000, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter,
                       MPI_ERRCODES_IGNORE) == MPI_ERR_SPAWN);
}

/// Hints: where the program is, how many there may be, where they begin.
static void with_info(void) {
  char* words[] = {"child", "info", "", NULL};
  char folder[1024], name[1024], here[1024];
  int codes[4], size;
  MPI_Comm inter;
  MPI_Info info;
  snprintf(folder, sizeof folder, "%s", program_);
  char* slash = strrchr(folder, '/');
  snprintf(name, sizeof name, "%s", slash + 1);
  *slash = '\0';
  MPI_Info_create(&info);
  MPI_Info_set(info, "path", folder);
  MPI_Info_set(info, "soft", "1,3:30");
  MPI_Info_set(info, "wdir", getcwd(here, sizeof here));
  MPI_Comm_spawn(name, words, 2, info, 0, MPI_COMM_WORLD, &inter, codes);
  MPI_Comm_remote_size(inter, &size);
  CHECK(size == 1);
  CHECK(codes[0] == MPI_SUCCESS && codes[1] == MPI_ERR_SPAWN);
  speak_and_part(&inter, 0);

  char processor[MPI_MAX_PROCESSOR_NAME];
  int length;
  MPI_Get_processor_name(processor, &length);
  MPI_Info_set(info, "host", processor);
  MPI_Info_delete(info, "soft");
  words[1] = "host";
  MPI_Comm_spawn(name, words, 2, info, 0, MPI_COMM_WORLD, &inter, codes);
  MPI_Bcast(processor, MPI_MAX_PROCESSOR_NAME, MPI_CHAR, rank_ == 0 ? MPI_ROOT : MPI_PROC_NULL,
            inter);
  speak_and_part(&inter, 0);

  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Info_set(info, "host", "nowhere at all");
  CHECK(MPI_Comm_spawn(name, words, 2, info, 0, MPI_COMM_WORLD, &inter, codes) == MPI_ERR_SPAWN);
  MPI_Info_delete(info, "host");
  MPI_Info_set(info, "wdir", "/");
  CHECK(MPI_Comm_spawn(name, words, 2, info, 0, MPI_COMM_WORLD, &inter, codes) == MPI_ERR_SPAWN);
  MPI_Info_set(info, "wdir", here);
  MPI_Info_set(info, "soft", "5:9");
  CHECK(MPI_Comm_spawn(name, words, 2, info, 0, MPI_COMM_WORLD, &inter, codes) == MPI_ERR_SPAWN);
  MPI_Info_free(&info);
}

/// Two programs, with words of their own, from some of the ranks.
static void several(char* other) {
  char* commands[] = {program_, other};
  char* first[] = {"child", "several", "1", NULL};
  char* second[] = {"blue", NULL};
  char** words[] = {first, second};
  int counts[] = {1, 2}, codes[3], got[3] = {0, 0, 0};
  MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
  MPI_Comm some, inter;
  MPI_Comm_split(MPI_COMM_WORLD, rank_ == 0 ? 0 : 1, rank_, &some);
  CHECK(MPI_Comm_spawn_multiple(2, commands, words, counts, infos, 0, some, &inter, codes) == 0);
  for (int i = 0; i < 3; ++i) CHECK(codes[i] == MPI_SUCCESS);
  // Each of theirs says which of the commands it is.
  int own, size;
  MPI_Comm_rank(some, &own);
  MPI_Comm_size(some, &size);
  for (int i = 0; i < size; ++i) {
    MPI_Gather(NULL, 0, MPI_INT, got, 1, MPI_INT, i == own ? MPI_ROOT : MPI_PROC_NULL, inter);
  }
  CHECK(got[0] == 0 && got[1] == 1 && got[2] == 1);
  MPI_Comm_disconnect(&inter);
  MPI_Comm_free(&some);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  program_ = argv[0];
  MPI_Comm_get_parent(&parent_);
  const char* what = argc > 1 ? argv[1] : "";
  if (parent_ != MPI_COMM_NULL) {
    const char* own = argc > 2 ? argv[2] : "";
    if (!strcmp(own, "several")) {
      int number = attribute(MPI_APPNUM), sum;
      CHECK(size_ == 3 && rank_ == 0);
      MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
      CHECK(sum == 2);
      MPI_Comm_rank(parent_, &number);
      number = attribute(MPI_APPNUM);
      int size;
      MPI_Comm_remote_size(parent_, &size);
      for (int i = 0; i < size; ++i) {
        MPI_Gather(&number, 1, MPI_INT, NULL, 0, MPI_INT, i, parent_);
      }
      MPI_Comm_disconnect(&parent_);
      MPI_Finalize();
      return 0;
    }
    if (!strcmp(own, "host")) {
      char processor[MPI_MAX_PROCESSOR_NAME], here[MPI_MAX_PROCESSOR_NAME];
      int length;
      MPI_Get_processor_name(here, &length);
      MPI_Bcast(processor, MPI_MAX_PROCESSOR_NAME, MPI_CHAR, 0, parent_);
      CHECK(!strcmp(processor, here));
    }
    return children(argc, argv);
  }
  CHECK(attribute(MPI_APPNUM) == 0);
  CHECK(attribute(MPI_UNIVERSE_SIZE) >= size_);
  if (!strcmp(what, "wrong")) {
    wrong_commands();
  } else if (!strcmp(what, "info")) {
    with_info();
  } else if (!strcmp(what, "several")) {
    several(argv[2]);
  } else if (!strcmp(what, "many")) {
    for (int i = 0; i < atoi(argv[2]); ++i) {
      MPI_Comm inter = start(1, MPI_COMM_SELF, "many", "");
      speak_and_part(&inter, 0);
    }
  } else if (!strcmp(what, "ports")) {
    MPI_Comm inter = start(2, MPI_COMM_WORLD, what, "");
    at_port(inter, 0);
    speak_and_part(&inter, 0);
  } else if (!strcmp(what, "status")) {
    start(2, MPI_COMM_WORLD, what, "");
  } else {
    MPI_Comm inter = start(3, MPI_COMM_WORLD, what, argc > 2 ? argv[2] : "");
    if (!strcmp(what, "nested") || !strcmp(what, "plain")) {
      speak_and_part(&inter, 0);
    } else {
      MPI_Barrier(inter);  // Nobody comes.
    }
  }
  return end();
}
