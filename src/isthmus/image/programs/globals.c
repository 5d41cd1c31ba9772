/* Private globals, arguments, status. */
#include <stdio.h>
#include <string.h>

#include "isthmus/image/programs/host.h"

int initialized = 40;
static int zeroed;
static const char* const names[] = {"zero", "one", "two"};
static int* const pointer_to_own = &initialized;

int main(int argc, char** argv) {
  char line[200];
  initialized += (int)host_rank();
  for (int i = 0; i < 3; ++i) {
    zeroed += initialized;
    host_pause();
  }
  snprintf(line, sizeof line, "%s %d %d %s %d %s", names[argc % 3], initialized, zeroed,
           argv[argc - 1], *pointer_to_own, argv[argc] == NULL ? "end" : "no end");
  host_say(line);
  return initialized;
}
