/* A library that ranks open: it has globals, thread-local data, a constructor, and calls back. */
#include "isthmus/image/programs/say.h"

static int loaded = 0;
static __thread int visits = 10;
extern int shared_with_plugin;

__attribute__((constructor)) static void begin(void) {
  loaded = 1;
  say("the plugin is there");
  host_pause();
}

int plugin_visit(int by);
int plugin_visit(int by) {
  visits += by;
  shared_with_plugin += 1;
  return loaded * visits;
}
