/* Regions of OpenMP, of one thread each whatever they ask for. */
#include <omp.h>

#include "isthmus/image/programs/say.h"

static int own = 0;
#pragma omp threadprivate(own)

int main(void) {
  long sum = 0;
  int threads = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
    threads = omp_get_num_threads();
    own += (int)host_rank() + 1;
    host_pause();
#pragma omp for schedule(static)
    for (int i = 0; i < 1000; ++i) sum += i;
  }
  long dynamic = 0;
#pragma omp parallel for schedule(dynamic, 7) num_threads(3) reduction(+ : dynamic)
  for (int i = 0; i < 1000; ++i) dynamic += i;
  int parts = 0;
#pragma omp parallel sections num_threads(2) reduction(+ : parts)
  {
#pragma omp section
    parts += omp_get_num_threads();
#pragma omp section
    parts += omp_get_num_threads();
  }
  say("%d %ld %ld %d %d", threads, sum, dynamic, parts, own);
  return 0;
}
