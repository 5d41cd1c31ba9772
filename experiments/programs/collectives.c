/* One collective operation of MPI, timed from when all ranks have begun to when the last has ended:
 *
 *   collectives OPERATION site|flat TIMES ELEMENTS
 *
 * "site" calls MPI's own function; "flat" sends and receives as libraries do that know of no sites.
 * All ranks begin at the same moment of the clock, which virtual time alone can promise. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank, ranks, root, elements;
static double *in, *out;

static void give(int to, const double *data, int count) {
  MPI_Send(data, count, MPI_DOUBLE, to, 1, MPI_COMM_WORLD);
}
static void get(int from, double *data, int count) {
  MPI_Recv(data, count, MPI_DOUBLE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void swap(int to, const double *data, int from, double *place, int count) {
  MPI_Sendrecv(data, count, MPI_DOUBLE, to, 1, place, count, MPI_DOUBLE, from, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}
static void add(double *to, const double *more, int count) {
  for (int i = 0; i < count; ++i) to[i] += more[i];
}

/* --- flat algorithms (Thakur, Rabenseifner, Gropp 2005) ---------------------------------------- */

static void flat_barrier(void) { /* dissemination */
  for (int step = 1; step < ranks; step *= 2) {
    double nothing = 0;
    swap((rank + step) % ranks, &nothing, (rank - step + ranks) % ranks, &nothing, 0);
  }
}
static void flat_bcast(double *data, int count, int from) { /* binomial */
  const int place = (rank - from + ranks) % ranks;
  int step = 1;
  while (step < ranks && !(place & step)) step *= 2;
  if (place != 0) get((place - step + from) % ranks, data, count);
  for (step /= 2; step > 0; step /= 2) {
    if (place + step < ranks) give((place + step + from) % ranks, data, count);
  }
}
static void flat_reduce(const double *data, double *result, int count, int to) { /* binomial */
  double *sum = malloc(sizeof(double) * (size_t)(2 * count + 1));
  memcpy(sum, data, sizeof(double) * (size_t)count);
  const int place = (rank - to + ranks) % ranks;
  for (int step = 1; step < ranks; step *= 2) {
    if (place & step) {
      give((place - step + to) % ranks, sum, count);
      break;
    }
    if (place + step < ranks) {
      get((place + step + to) % ranks, sum + count, count);
      add(sum, sum + count, count);
    }
  }
  if (place == 0) memcpy(result, sum, sizeof(double) * (size_t)count);
  free(sum);
}
static void flat_gather(int to) { /* linear */
  if (rank != to) {
    give(to, in, elements);
    return;
  }
  memcpy(out + (size_t)rank * elements, in, sizeof(double) * (size_t)elements);
  for (int i = 0; i < ranks; ++i) {
    if (i != to) get(i, out + (size_t)i * elements, elements);
  }
}
static void flat_scatter(int from) { /* linear */
  if (rank != from) {
    get(from, out, elements);
    return;
  }
  for (int i = 0; i < ranks; ++i) {
    if (i != from) give(i, in + (size_t)i * elements, elements);
  }
  memcpy(out, in + (size_t)rank * elements, sizeof(double) * (size_t)elements);
}
static void flat_allgather(void) { /* ring */
  memcpy(out + (size_t)rank * elements, in, sizeof(double) * (size_t)elements);
  for (int step = 0; step < ranks - 1; ++step) {
    const int sent = (rank - step + ranks) % ranks, got = (rank - step - 1 + ranks) % ranks;
    swap((rank + 1) % ranks, out + (size_t)sent * elements, (rank - 1 + ranks) % ranks,
         out + (size_t)got * elements, elements);
  }
}
static void flat_alltoall(void) { /* all at once */
  MPI_Request *requests = malloc(sizeof(MPI_Request) * (size_t)(2 * ranks));
  for (int step = 0; step < ranks; ++step) {
    const int from = (rank - step + ranks) % ranks, to = (rank + step) % ranks;
    MPI_Irecv(out + (size_t)from * elements, elements, MPI_DOUBLE, from, 2, MPI_COMM_WORLD,
              &requests[2 * step]);
    MPI_Isend(in + (size_t)to * elements, elements, MPI_DOUBLE, to, 2, MPI_COMM_WORLD,
              &requests[2 * step + 1]);
  }
  MPI_Waitall(2 * ranks, requests, MPI_STATUSES_IGNORE);
  free(requests);
}
static void flat_scan(void) { /* each waits for the one before */
  memcpy(out, in, sizeof(double) * (size_t)elements);
  if (rank > 0) {
    double *before = malloc(sizeof(double) * (size_t)(elements + 1));
    get(rank - 1, before, elements);
    add(out, before, elements);
    free(before);
  }
  if (rank < ranks - 1) give(rank + 1, out, elements);
}

static int is(const char *word, const char *name) { return strcmp(word, name) == 0; }

static void perform(const char *what, int flat, const int *counts, const int *places) {
  const MPI_Comm all = MPI_COMM_WORLD;
  if (is(what, "nothing")) return; /* what all others have besides */
  if (is(what, "barrier")) {
    flat ? flat_barrier() : (void)MPI_Barrier(all);
  } else if (is(what, "bcast")) {
    flat ? flat_bcast(in, elements, root) : (void)MPI_Bcast(in, elements, MPI_DOUBLE, root, all);
  } else if (is(what, "reduce")) {
    if (flat) {
      flat_reduce(in, out, elements, root);
    } else {
      MPI_Reduce(in, out, elements, MPI_DOUBLE, MPI_SUM, root, all);
    }
  } else if (is(what, "allreduce")) {
    if (flat) {
      flat_reduce(in, out, elements, 0);
      flat_bcast(out, elements, 0);
    } else {
      MPI_Allreduce(in, out, elements, MPI_DOUBLE, MPI_SUM, all);
    }
  } else if (is(what, "gather")) {
    if (flat) {
      flat_gather(root);
    } else {
      MPI_Gather(in, elements, MPI_DOUBLE, out, elements, MPI_DOUBLE, root, all);
    }
  } else if (is(what, "scatter")) {
    if (flat) {
      flat_scatter(root);
    } else {
      MPI_Scatter(in, elements, MPI_DOUBLE, out, elements, MPI_DOUBLE, root, all);
    }
  } else if (is(what, "allgather")) {
    if (flat) {
      flat_allgather();
    } else {
      MPI_Allgather(in, elements, MPI_DOUBLE, out, elements, MPI_DOUBLE, all);
    }
  } else if (is(what, "alltoall")) {
    if (flat) {
      flat_alltoall();
    } else {
      MPI_Alltoall(in, elements, MPI_DOUBLE, out, elements, MPI_DOUBLE, all);
    }
  } else if (is(what, "alltoallv")) {
    if (flat) {
      flat_alltoall();
    } else {
      MPI_Alltoallv(in, counts, places, MPI_DOUBLE, out, counts, places, MPI_DOUBLE, all);
    }
  } else if (is(what, "scan")) {
    flat ? flat_scan() : (void)MPI_Scan(in, out, elements, MPI_DOUBLE, MPI_SUM, all);
  } else if (is(what, "reduce_scatter")) {
    if (flat) {
      double *sums = malloc(sizeof(double) * (size_t)(ranks * elements));
      double *own = in;
      flat_reduce(in, sums, ranks * elements, 0);
      in = sums;
      flat_scatter(0);
      in = own;
      free(sums);
    } else {
      MPI_Reduce_scatter_block(in, out, elements, MPI_DOUBLE, MPI_SUM, all);
    }
  } else {
    if (rank == 0) fprintf(stderr, "no operation %s\n", what);
    MPI_Abort(all, 2);
  }
}

/* What both ways must come to; the values are whole numbers, so that no order matters. */
static double digest(void) {
  double sum = 0;
  for (int i = 0; i < ranks * elements; ++i) sum += out[i] * (i % 97 + 1) * (rank + 1);
  for (int i = 0; i < elements; ++i) sum += in[i] * (i + 3) * (rank + 2);
  return sum;
}

static void sleep_until(double when) {
  const double left = when - MPI_Wtime();
  if (left <= 0) return;
  struct timespec pause = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
  nanosleep(&pause, NULL);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 5) MPI_Abort(MPI_COMM_WORLD, 2);
  const char *what = argv[1];
  const int flat = is(argv[2], "flat"), times = atoi(argv[3]);
  elements = atoi(argv[4]);
  root = ranks - 2 < 0 ? 0 : ranks - 2; /* at the last site */
  in = calloc((size_t)(ranks * elements) + 1, sizeof(double));
  out = calloc((size_t)((ranks + 1) * elements) + 1, sizeof(double));
  int *counts = malloc(sizeof(int) * (size_t)ranks), *places = malloc(sizeof(int) * (size_t)ranks);
  for (int i = 0; i < ranks; ++i) counts[i] = elements, places[i] = i * elements;
  double longest = 0;
  for (int i = 0; i < times; ++i) {
    for (int j = 0; j < ranks * elements; ++j) in[j] = (double)((rank * 31 + j * 7 + i) % 100);
    double latest, now = MPI_Wtime();
    MPI_Allreduce(&now, &latest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    const double begin = latest + 1;
    sleep_until(begin);
    perform(what, flat, counts, places);
    const double took = MPI_Wtime() - begin;
    if (took > longest) longest = took;
  }
  double all, sum, own = digest();
  MPI_Reduce(&longest, &all, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("took %.9f s, digest %.0f\n", all, sum);
  free(in), free(out), free(counts), free(places);
  MPI_Finalize();
  return 0;
}
