/* What the host of the tests gives its programs; host.c has what they get when they run alone. */
#ifndef ISTHMUS_IMAGE_PROGRAMS_HOST_H
#define ISTHMUS_IMAGE_PROGRAMS_HOST_H

#ifdef __cplusplus
extern "C" {
#endif

long host_rank(void);
void host_say(const char* text);            /* a line that the test sees */
void host_pause(void);                      /* others run */
long host_sum(long a, long b, long c, long d, long e, long f, long g, long h);
double host_half(long value);
long host_apply(long (*function)(long), long value); /* calls back into the program */

#ifdef __cplusplus
}
#endif

#endif
