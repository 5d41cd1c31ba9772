#include "isthmus/image/programs/host.h"

#include <stdio.h>

long host_rank(void) { return -1; }
void host_say(const char* text) { puts(text); }
void host_pause(void) {}
long host_sum(long a, long b, long c, long d, long e, long f, long g, long h) {
  return a + b + c + d + e + f + g + h;
}
double host_half(long value) { return 0.5 * (double)value; }
long host_apply(long (*function)(long), long value) { return function(value); }
