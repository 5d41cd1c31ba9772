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
  /* In pieces, one for each thread there may be, as programs do whose sums are to be repeatable. */
  omp_set_num_threads(3);
  const int pieces = omp_get_max_threads();
  long pieced = 0;
#pragma omp parallel reduction(+ : pieced)
  for (int i = omp_get_thread_num(); i < 1000; i += pieces) pieced += i;
  say("%d %ld %ld %d %d", threads, sum, dynamic, parts, own);
  say("%ld %d %d", pieced, omp_get_num_procs(), omp_get_thread_limit());
  return 0;
}
