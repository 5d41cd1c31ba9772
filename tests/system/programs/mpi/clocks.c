/* What time it is, as MPI and libc say: they agree, work takes time, and so does sleep. */
#include "check.h"
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
static double of_day(void) {
  struct timeval now;
  gettimeofday(&now, NULL);
  return (double)now.tv_sec + 1e-6 * (double)now.tv_usec;
}
static double work(void) {
  volatile double sum = 0;
  for (int i = 1; i < 20000000; ++i) sum += 1.0 / i;
  return sum;
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime(), day = of_day(), monotonic = seconds(CLOCK_MONOTONIC);
  const time_t whole = time(NULL);
  /* A sleep takes what it says: minutes cost nothing but in virtual time. */
  const double pause = argc > 1 ? atof(argv[1]) : 0.01;
  const struct timespec long_pause = {(time_t)pause, (long)(1e9 * (pause - (double)(time_t)pause))};
  nanosleep(&long_pause, NULL);
  usleep(20000);
  const double slept = MPI_Wtime() - start;
  CHECK(slept >= pause + 0.019999);
  CHECK(of_day() - day >= pause + 0.0199);
  CHECK(seconds(CLOCK_MONOTONIC) - monotonic >= pause + 0.019999);
  CHECK(seconds(CLOCK_REALTIME) - day >= pause + 0.0199);
  CHECK(time(NULL) - whole >= (time_t)pause);
  const double before = MPI_Wtime(), clock_before = seconds(CLOCK_MONOTONIC);
  work();
  const double clock_took = seconds(CLOCK_MONOTONIC) - clock_before, took = MPI_Wtime() - before;
  if (rank_ == 0) printf("slept %.6f s, worked %.6f s, %.6f s\n", slept, took, clock_took);
  return end();
}
