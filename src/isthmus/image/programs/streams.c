/* What a program would leave in formats and streams of its process. */
#define _GNU_SOURCE
#include <errno.h>
#include <printf.h>
#include <pthread.h>
#include <stdio.h>

#include "isthmus/image/programs/say.h"

static char room[4096];

static int print_point(FILE* file, const struct printf_info* info, const void* const* arguments) {
  (void)info, (void)arguments;
  return fputs("a point", file) < 0 ? -1 : 7;
}
static int point_arguments(const struct printf_info* info, size_t most, int* types, int* bytes) {
  (void)info, (void)most, (void)types, (void)bytes;
  return 0;
}
static void take_point(void* to, va_list* arguments) { (void)to, (void)arguments; }
static void nothing(void) {}

int main(void) {
  errno = 0;
  const int added = register_printf_specifier('d', print_point, point_arguments);
  say("%d %d %d", added, errno == ENOTSUP, register_printf_type(take_point));
  say("%d", register_printf_modifier(L"pt"));
  say("%d", pthread_atfork(nothing, nothing, nothing));
  say("%d", setvbuf(stdout, room, _IOFBF, sizeof room));
  fputs("of the rank\n", stdout);
  host_pause();
  setbuf(stdout, room);
  fputs("and once more\n", stdout);
  setlinebuf(stdout);
  for (unsigned i = 0; i < sizeof room; ++i) {
    if (room[i] != 0) say("the stream keeps its letters here");
  }
  return 0;
}
