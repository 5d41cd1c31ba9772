/* What is called when a program ends, in which order. Says the same alone. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "isthmus/image/programs/say.h"

static void first(void) { say("first"); }
static void late(void) { say("added meanwhile"); }
static void second(void) {
  say("second");
  host_pause();
  atexit(late);
}
static void with_status(int status, void* text) { say("status %d %s", status, (char*)text); }

__attribute__((constructor)) static void begin(int argc, char** argv) {
  say("constructor %d %d", argc, argv[argc] == NULL);
}
__attribute__((destructor)) static void end(void) { say("destructor"); }

static long leave(long value) {
  exit((int)value);
  return 0;
}

int main(void) {
  atexit(first);
  on_exit(with_status, "argument");
  atexit(second);
  /* From within a function that the host has called. */
  host_apply(leave, 259);
  say("never");
  return 1;
}
