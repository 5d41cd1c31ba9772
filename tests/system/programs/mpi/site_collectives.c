/* Collective operations whose parts go by sites: each against what messages alone come to, in
 * MPI_COMM_WORLD, in parts of it whose ranks are in another order, and between two groups. The last
 * line has the bits of sums of floating-point numbers, which are the same wherever ranks are. */
#include "check.h"
#include <stdint.h>
#include <string.h>

enum { most = 64 };

static uint64_t bits;
static void note(const double* values, int count) {
  for (int i = 0; i < count; ++i) {
    uint64_t word;
    memcpy(&word, &values[i], sizeof word);
    bits = bits * 0x9E3779B97F4A7C15u + word;
  }
}

/* One whose sums depend on their order. */
static double value_of(int member, int i) {
  return (1 + 0.1 * member + 0.01 * i) * (double)(1ll << (member * 7 + i) % 40);
}
static int near(double a, double b) { return a - b < 1e-9 * (a + b) && b - a < 1e-9 * (a + b); }

static void in_one_group(MPI_Comm all) {
  int own, count;
  MPI_Comm_rank(all, &own);
  MPI_Comm_size(all, &count);
  double in[2], out[2 * most], sums[2 * most], plain[2 * most];
  for (int i = 0; i < 2; ++i) in[i] = value_of(own, i);
  for (int root = 0; root < count; root += 1 + count / 3) {
    int word = own == root ? 1000 + root : -1;
    MPI_Bcast(&word, 1, MPI_INT, root, all);
    CHECK(word == 1000 + root);
    MPI_Reduce(in, sums, 2, MPI_DOUBLE, MPI_SUM, root, all);
    MPI_Gather(in, 2, MPI_DOUBLE, out, 2, MPI_DOUBLE, root, all);
    for (int i = 0; own == root && i < 2; ++i) {
      double sum = 0;
      for (int k = 0; k < count; ++k) {
        CHECK(out[2 * k + i] == value_of(k, i));
        sum += value_of(k, i);
      }
      CHECK(near(sums[i], sum));
    }
    int parts[most], part = -1;
    for (int k = 0; k < count; ++k) parts[k] = 100 * root + k;
    MPI_Scatter(parts, 1, MPI_INT, &part, 1, MPI_INT, root, all);
    CHECK(part == 100 * root + own);
  }
  MPI_Barrier(all);
  MPI_Allgather(in, 2, MPI_DOUBLE, out, 2, MPI_DOUBLE, all);
  for (int k = 0; k < 2 * count; ++k) CHECK(out[k] == value_of(k / 2, k % 2));
  MPI_Allreduce(in, sums, 2, MPI_DOUBLE, MPI_SUM, all);
  note(sums, 2);
  for (int i = 0; i < 2; ++i) {
    plain[i] = 0;
    for (int k = 0; k < count; ++k) plain[i] += value_of(k, i);
    CHECK(near(plain[i], sums[i]));
  }
  MPI_Scan(in, sums, 2, MPI_DOUBLE, MPI_SUM, all);
  note(sums, 2);
  for (int i = 0; i < 2; ++i) {
    double sum = 0;
    for (int k = 0; k <= own; ++k) sum += value_of(k, i);
    CHECK(near(sum, sums[i]));
  }
  int ones = 1, before = -5;
  MPI_Exscan(&ones, &before, 1, MPI_INT, MPI_SUM, all);
  CHECK(before == (own == 0 ? -5 : own));
  /* To rank k go k % 3 elements. */
  int counts[most], total = 0, mine = own % 3, place = 0;
  for (int k = 0; k < count; ++k) counts[k] = k % 3, total += k % 3, place += k < own ? k % 3 : 0;
  for (int i = 0; i < total; ++i) plain[i] = value_of(own, i);
  MPI_Reduce_scatter(plain, sums, counts, MPI_DOUBLE, MPI_SUM, all);
  note(sums, mine);
  for (int i = 0; i < mine; ++i) {
    double sum = 0;
    for (int k = 0; k < count; ++k) sum += value_of(k, place + i);
    CHECK(near(sum, sums[i]));
  }
  /* From i to k go (i + 2 * k) % 4 elements. */
  int to[most], to_at[most], from[most], from_at[most], sent[4 * most], got[4 * most];
  int to_end = 0, from_end = 0;
  for (int k = 0; k < count; ++k) {
    to[k] = (own + 2 * k) % 4, to_at[k] = to_end, to_end += to[k];
    from[k] = (k + 2 * own) % 4, from_at[k] = from_end, from_end += from[k];
    for (int i = 0; i < to[k]; ++i) sent[to_at[k] + i] = 10000 * own + 10 * k + i;
  }
  MPI_Alltoallv(sent, to, to_at, MPI_INT, got, from, from_at, MPI_INT, all);
  for (int k = 0; k < count; ++k) {
    for (int i = 0; i < from[k]; ++i) CHECK(got[from_at[k] + i] == 10000 * k + 10 * own + i);
  }
  /* Several under way, and the communicator is gone before they end. */
  MPI_Comm copy;
  MPI_Comm_dup(all, &copy);
  MPI_Request requests[3];
  int first = own, second = own + 1, lowest, highest;
  MPI_Iallreduce(&first, &lowest, 1, MPI_INT, MPI_MIN, copy, &requests[0]);
  MPI_Iallreduce(&second, &highest, 1, MPI_INT, MPI_MAX, copy, &requests[1]);
  MPI_Ibarrier(copy, &requests[2]);
  MPI_Comm_free(&copy);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  CHECK(lowest == 0 && highest == count);
}

static void between_two(MPI_Comm inter, int side) {
  int own, own_count, others;
  MPI_Comm_rank(inter, &own);
  MPI_Comm_size(inter, &own_count);
  MPI_Comm_remote_size(inter, &others);
  double in[2], sums[2], all[2 * most];
  for (int i = 0; i < 2; ++i) in[i] = value_of(10 * side + own, i);
  MPI_Barrier(inter);
  MPI_Allreduce(in, sums, 2, MPI_DOUBLE, MPI_SUM, inter);
  note(sums, 2);
  MPI_Allgather(in, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, inter);
  for (int i = 0; i < 2; ++i) {
    double sum = 0;
    for (int k = 0; k < others; ++k) {
      CHECK(all[2 * k + i] == value_of(10 * (1 - side) + k, i));
      sum += all[2 * k + i];
    }
    CHECK(near(sum, sums[i]));
  }
  int sent[most], got[most];
  for (int k = 0; k < others; ++k) sent[k] = 1000 * side + 100 * own + k;
  MPI_Alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, inter);
  for (int k = 0; k < others; ++k) CHECK(got[k] == 1000 * (1 - side) + 100 * k + own);
  for (int turn = 0; turn < 2; ++turn) {
    /* The last of one side is the root. */
    const int last = side == turn && own == own_count - 1;
    const int root = side != turn ? others - 1 : last ? MPI_ROOT : MPI_PROC_NULL;
    int word = last ? 77 + turn : -1;
    MPI_Bcast(&word, 1, MPI_INT, root, inter);
    if (side != turn) CHECK(word == 77 + turn);
    MPI_Reduce(in, sums, 2, MPI_DOUBLE, MPI_SUM, root, inter);
    MPI_Gather(in, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, root, inter);
    if (last) {
      note(sums, 2);
      for (int k = 0; k < others; ++k) CHECK(all[2 * k] == value_of(10 * (1 - side) + k, 0));
    }
    int part = -1;
    MPI_Scatter(sent, 1, MPI_INT, &part, 1, MPI_INT, root, inter);
    if (side != turn) CHECK(part == 1000 * turn + 100 * (others - 1) + own);
  }
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  if (size_ > most) MPI_Abort(MPI_COMM_WORLD, 2);
  in_one_group(MPI_COMM_WORLD);
  in_one_group(MPI_COMM_SELF);
  MPI_Comm part;
  MPI_Comm_split(MPI_COMM_WORLD, rank_ % 2, -rank_, &part);
  in_one_group(part);
  if (size_ > 1) {
    MPI_Comm half, inter;
    const int side = rank_ % 3 == 1;
    MPI_Comm_split(MPI_COMM_WORLD, side, rank_, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 4, &inter);
    between_two(inter, side);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
  }
  MPI_Comm_free(&part);
  uint64_t whole = 0;
  bits *= 2 * (uint64_t)rank_ + 1;
  MPI_Reduce(&bits, &whole, 1, MPI_UINT64_T, MPI_BXOR, 0, MPI_COMM_WORLD);
  if (rank_ == 0) printf("bits of all sums %016llx\n", (unsigned long long)whole);
  return end();
}
