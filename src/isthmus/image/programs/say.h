/* A line, put together as printf does. */
#ifndef ISTHMUS_IMAGE_PROGRAMS_SAY_H
#define ISTHMUS_IMAGE_PROGRAMS_SAY_H

#include <stdarg.h>
#include <stdio.h>

#include "isthmus/image/programs/host.h"

__attribute__((format(printf, 1, 2), unused)) static void say(const char* format, ...) {
  char line[1000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  host_say(line);
}

#endif
