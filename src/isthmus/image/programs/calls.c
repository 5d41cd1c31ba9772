/* Arguments on the stack, floating-point results, functions that the host calls, traps in those. */
#include <stdio.h>

#include "isthmus/image/programs/host.h"

static long doubled(long value) { return 2 * value; }
static long through_host(long value) {
  host_pause();
  return host_apply(doubled, value) + 1;
}

int main(void) {
  char line[200];
  snprintf(line, sizeof line, "%ld %g %ld %ld", host_sum(1, 2, 3, 4, 5, 6, 7, 8), host_half(5),
           host_apply(doubled, 21), host_apply(through_host, 10));
  host_say(line);
  return 0;
}
