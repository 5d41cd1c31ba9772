/* What is measured of MPI, as any MPI program does it: compiled by our mpicc and by those of the
 * peers (README.md).
 *
 *   subjects BENCHMARK PREFIX SUBJECT...
 *
 * prints the metric PREFIX_NAME of BENCHMARK for each value. Two ranks, where a subject does not
 * say otherwise. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { pieces = 200, receives_max = 10000 };

static const char *benchmark, *prefix;
static int rank, ranks;

static void print(const char *name, const char *unit, double value) {
  if (rank != 0) return;
  printf("{\"benchmark\":\"%s\",\"metric\":\"%s_%s\",\"value\":%.6g,\"unit\":\"%s\"}\n", benchmark,
         prefix, name, value, unit);
  fflush(stdout);
}

/* The quickest of many pieces, each shorter than what a scheduler gives at a time, in seconds: what
 * else runs can only add. */
static double least_s(void (*body)(int, void *), int count, void *data) {
  double least = 1e300;
  for (int piece = 0; piece < pieces; ++piece) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double began = MPI_Wtime();
    body(count, data);
    const double took = MPI_Wtime() - began;
    if (took < least) least = took;
  }
  return least;
}

/* --- messages ---------------------------------------------------------------------------------- */

struct block {
  char *bytes;
  int size;
};

static void ping_pong(int count, void *data) {
  const struct block *block = data;
  for (int i = 0; i < count; ++i) {
    if (rank == 0) MPI_Send(block->bytes, block->size, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(block->bytes, block->size, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(block->bytes, block->size, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  }
}

static void measure_messages(void) {
  static const struct {
    const char *name;
    int size, count;
  } sizes[] = {{"ping_pong_8_us", 8, 200},
               {"ping_pong_8k_us", 8 << 10, 100},
               {"ping_pong_64k_us", 64 << 10, 20},
               {"ping_pong_1m_us", 1 << 20, 2}};
  for (int i = 0; i < 4; ++i) {
    struct block block = {malloc((size_t)sizes[i].size), sizes[i].size};
    memset(block.bytes, 'x', (size_t)block.size);
    const double s = least_s(ping_pong, sizes[i].count, &block);
    print(sizes[i].name, "µs", s * 1e6 / 2 / sizes[i].count);
    free(block.bytes);
  }
}

/* What a message of 1 MiB costs at least: both buffers are warm, as those above. */
static void copy(int count, void *data) {
  char *const *buffers = data;
  for (int i = 0; i < count; ++i) {
    if (rank == 0) memcpy(buffers[i & 1], buffers[1 - (i & 1)], 1 << 20);
    __asm__ volatile("" ::: "memory");
  }
}
static void measure_copy(void) {
  char *buffers[2] = {malloc(1 << 20), malloc(1 << 20)};
  memset(buffers[0], 'x', 1 << 20);
  memset(buffers[1], 'y', 1 << 20);
  print("copy_1m_us", "µs", least_s(copy, 4, buffers) * 1e6 / 4);
  free(buffers[0]);
  free(buffers[1]);
}

/* While so many receives wait whose messages come at the end. */
static void measure_matching(void) {
  static MPI_Request requests[receives_max];
  static char bytes[receives_max];
  char word[8] = "";
  struct block block = {word, 8};
  for (int posted = 1; posted <= receives_max; posted *= receives_max) {
    for (int i = 0; i < posted; ++i) {
      MPI_Irecv(&bytes[i], 1, MPI_CHAR, 1 - rank, 1 + i, MPI_COMM_WORLD, &requests[i]);
    }
    print(posted == 1 ? "matching_1_us" : "matching_10000_us", "µs",
          least_s(ping_pong, 200, &block) * 1e6 / 2 / 200);
    /* Backwards, so that each is looked for among all that are left. */
    for (int i = posted; i-- > 0;) {
      MPI_Send(word, 1, MPI_CHAR, 1 - rank, 1 + i, MPI_COMM_WORLD);
    }
    MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE);
  }
}

/* --- collectives, on any number of ranks ------------------------------------------------------- */

static void barriers(int count, void *data) {
  (void)data;
  for (int i = 0; i < count; ++i) MPI_Barrier(MPI_COMM_WORLD);
}
static void allreduces(int count, void *data) {
  double *sum = data;
  for (int i = 0; i < count; ++i) {
    double mine = rank + i;
    MPI_Allreduce(&mine, sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
}
static void measure_collectives(void) {
  double sum = 0;
  print("barrier_us", "µs", least_s(barriers, 10, NULL) * 1e6 / 10);
  print("allreduce_8_us", "µs", least_s(allreduces, 10, &sum) * 1e6 / 10);
}

/* --- solvers ----------------------------------------------------------------------------------- */

/* Jacobi's method on strips of rows of a plate: as examples/mpi/stencil.c. */
struct plate {
  int rows, width;
  double *old, *new;
};

static void relax(const struct plate *plate) {
  const int width = plate->width;
  for (int i = 1; i <= plate->rows; ++i) {
    const double *at = plate->old + (size_t)i * (size_t)width;
    double *to = plate->new + (size_t)i * (size_t)width;
    for (int j = 1; j < width - 1; ++j) {
      to[j] = 0.25 * (at[j - width] + at[j - 1] + at[j + 1] + at[j + width]);
    }
  }
}
static void stencil(int count, void *data) {
  struct plate *plate = data;
  const size_t width = (size_t)plate->width;
  const int above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int below = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  for (int step = 0; step < count; ++step) {
    MPI_Request requests[4];
    double *old = plate->old;
    MPI_Irecv(old, (int)width, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(old + (size_t)(plate->rows + 1) * width, (int)width, MPI_DOUBLE, below, 2,
              MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(old + width, (int)width, MPI_DOUBLE, above, 2, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(old + (size_t)plate->rows * width, (int)width, MPI_DOUBLE, below, 1, MPI_COMM_WORLD,
              &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    relax(plate);
    plate->old = plate->new;
    plate->new = old;
  }
}
/* All have done their steps, also those that wait for a rank far away. */
static double slowest_s(struct plate *plate, int steps) {
  double least = 1e300;
  for (int piece = 0; piece < 3; ++piece) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double began = MPI_Wtime();
    stencil(steps, plate);
    double took = MPI_Wtime() - began, longest = 0;
    MPI_Allreduce(&took, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (longest < least) least = longest;
  }
  return least;
}
/* A plate of 2048 columns and 1024 rows in all. Far: rank 0 is done long before those at the
 * border between two sites, so the slowest counts, over many steps. */
static double stencil_ms(int far) {
  struct plate plate = {1024 / ranks, 2048, NULL, NULL};
  const size_t cells = (size_t)(plate.rows + 2) * (size_t)plate.width;
  plate.old = calloc(cells, sizeof(double));
  plate.new = calloc(cells, sizeof(double));
  if (rank == 0) {
    for (int j = 0; j < plate.width; ++j) plate.old[j] = plate.new[j] = 1;
  }
  const double s = far ? slowest_s(&plate, 150) / 150 : least_s(stencil, 2, &plate) / 2;
  free(plate.old);
  free(plate.new);
  return s * 1e3;
}

/* Conjugate gradients on a row of points, two sums of all ranks a step. */
struct row {
  int points;
  double *x, *r, *p, *q;
};
static double sum_of_all(double mine) {
  double sum = 0;
  MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}
static void gradients(int count, void *data) {
  struct row *row = data;
  const int n = row->points;
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int right = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  double *x = row->x, *r = row->r, *p = row->p, *q = row->q;
  double mine = 0;
  for (int i = 1; i <= n; ++i) {
    x[i] = 0;
    r[i] = p[i] = 1;
    mine += 1;
  }
  double before = sum_of_all(mine);
  for (int step = 0; step < count; ++step) {
    MPI_Sendrecv(&p[1], 1, MPI_DOUBLE, left, 1, &p[n + 1], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&p[n], 1, MPI_DOUBLE, right, 2, &p[0], 1, MPI_DOUBLE, left, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    mine = 0;
    for (int i = 1; i <= n; ++i) {
      q[i] = 2.001 * p[i] - p[i - 1] - p[i + 1];
      mine += p[i] * q[i];
    }
    const double alpha = before / sum_of_all(mine);
    mine = 0;
    for (int i = 1; i <= n; ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
      mine += r[i] * r[i];
    }
    const double after = sum_of_all(mine);
    for (int i = 1; i <= n; ++i) p[i] = r[i] + after / before * p[i];
    before = after;
  }
}
static double gradients_us(int all_points, int steps) {
  struct row row = {all_points / ranks, NULL, NULL, NULL, NULL};
  const size_t all = (size_t)row.points + 2;
  row.x = calloc(all, sizeof(double));
  row.r = calloc(all, sizeof(double));
  row.p = calloc(all, sizeof(double));
  row.q = calloc(all, sizeof(double));
  const double us = least_s(gradients, steps, &row) * 1e6 / steps;
  free(row.x);
  free(row.r);
  free(row.p);
  free(row.q);
  return us;
}

/* --- what it is to be a rank ------------------------------------------------------------------- */

/* Calls that wait for nobody; under --move-every 1 each of them moves the rank, to the other of two
 * PEs half of the time. */
static void calls(int count, void *data) {
  for (int i = 0; i < count; ++i) MPI_Comm_rank(MPI_COMM_WORLD, (int *)data);
}
static void measure_calls(void) {
  int own = 0;
  char *data = malloc(1 << 20);
  memset(data, 'x', 1 << 20);
  print("call_us", "µs", least_s(calls, 200, &own) * 1e6 / 200);
  free(data);
}
/* Between two processes: a move is seen by the process's number. */
static void measure_moves(void) {
  int own = 0, seen = 0;
  char *data = malloc(1 << 20);
  memset(data, 'x', 1 << 20);
  double least = 1e300;
  for (int piece = 0; piece < 20; ++piece) {
    int moves = 0;
    const double began = MPI_Wtime();
    for (int i = 0, in = (int)getpid(); i < 20; ++i) {
      calls(1, &own);
      moves += (int)getpid() != in;
      in = (int)getpid();
    }
    const double took = MPI_Wtime() - began;
    seen += moves;
    if (moves > 0 && took / moves < least) least = took / moves;
  }
  if (seen == 0) {
    fprintf(stderr, "the rank has not moved: addresses are not settled here\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  print("move_us", "µs", least * 1e6);
  free(data);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  benchmark = argc > 1 ? argv[1] : "";
  prefix = argc > 2 ? argv[2] : "";
  for (int i = 3; i < argc; ++i) {
    const char *subject = argv[i];
    if (strcmp(subject, "messages") == 0) {
      measure_messages();
    } else if (strcmp(subject, "copy") == 0) {
      measure_copy();
    } else if (strcmp(subject, "matching") == 0) {
      measure_matching();
    } else if (strcmp(subject, "collectives") == 0) {
      measure_collectives();
    } else if (strcmp(subject, "stencil") == 0) {
      print("stencil_ms", "ms", stencil_ms(0));
    } else if (strcmp(subject, "far") == 0) {
      print("stencil_ms", "ms", stencil_ms(1));
    } else if (strcmp(subject, "gradients") == 0) {
      print("gradients_us", "µs", gradients_us(4096, 50));
    } else if (strcmp(subject, "calls") == 0) {
      measure_calls();
    } else if (strcmp(subject, "moves") == 0) {
      measure_moves();
    } else if (strcmp(subject, "nothing") != 0) {
      if (rank == 0) fprintf(stderr, "%s: no such subject\n", subject);
      MPI_Abort(MPI_COMM_WORLD, 2);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
