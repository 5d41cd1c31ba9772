/* What a program gets from its process, and gives back. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "isthmus/image/programs/say.h"

int main(void) {
  const int null = open("/dev/null", O_RDONLY);
  const int copy = dup(null);
  FILE* const zero = fopen("/dev/zero", "r");
  DIR* const folder = opendir("/");
  int both[2];
  const int paired = pipe(both);
  const int wire = socket(AF_UNIX, SOCK_STREAM, 0);
  char* const mapped = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const int none = open("/no such file", O_RDONLY);
  say("%d %d %d %d", null > 2 && copy > null && zero != NULL && folder != NULL, paired,
      wire > 2 && mapped != MAP_FAILED, none);
  host_pause();
  mapped[4999] = 7;
  say("%d", mapped[4999]);
  say("%d %d %d %d", munmap(mapped, 5000), close(null), close(copy), fclose(zero));
  say("%d %d %d %d", closedir(folder), close(both[0]), close(both[1]), close(wire));
  host_pause();
  return 0;
}
