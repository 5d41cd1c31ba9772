/* How many mappings the process has while all its ranks live. */
#include "check.h"

int main(int argc, char** argv) {
  begin(&argc, &argv);
  if (rank_ == 0) {
    FILE* maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    int lines = 0;
    for (int c = fgetc(maps); c != EOF; c = fgetc(maps)) lines += c == '\n';
    fclose(maps);
    printf("%d mappings\n", lines);
  }
  return end();
}
