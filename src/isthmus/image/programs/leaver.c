/* Opens what it can, says where, and ends without closing it. The first word: how it ends; the
   second: a file to write. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "isthmus/image/programs/say.h"

int main(int argc, char** argv) {
  const char* const how = argc > 1 ? argv[1] : "";
  int ends[2], wires[2];
  const int null = open("/dev/null", O_RDONLY);
  FILE* const stream = fopen(argv[2], "w");
  FILE* const around = fdopen(open("/dev/zero", O_RDONLY), "r");
  FILE* const child = popen("cat > /dev/null", "w");
  DIR* const folder = opendir("/");
  if (pipe(ends) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, wires) != 0) return 1;
  fputs("in a buffer", stream);
  say("%d %d %d %d %d %d %d %d %d %d %d %d %d", null, dup(null), fcntl(null, F_DUPFD_CLOEXEC, 20),
      fileno(stream), fileno(around), fileno(child), dirfd(folder), ends[0], ends[1], wires[0],
      wires[1], eventfd(0, 0), epoll_create1(0));
  host_pause();
  /* What libc has around descriptors that are closed is still there to be closed. */
  if (!strcmp(how, "range")) {
    close_range(3, ~0U, 0);
    fclose(stream);
    closedir(folder);
    pclose(child);
  }
  if (!strcmp(how, "streams")) {
    fcloseall();
    fclose(stream);
  }
  say("ends");
  host_pause();
  if (!strcmp(how, "exit")) exit(0);
  if (!strcmp(how, "_exit")) _exit(0);
  if (!strcmp(how, "abort")) abort();
  return 0;
}
