/* The heap, and functions of libc that hand memory to their caller. Says the same alone. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

#include "isthmus/image/programs/say.h"

static int print_to_new(char** text, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vasprintf(text, format, arguments);
  va_end(arguments);
  return length;
}

static void blocks(void) {
  char* block = malloc(10);
  strcpy(block, "some");
  block = realloc(block, 10000);
  int* zeroed = calloc(100, sizeof(int));
  int sum = 0;
  for (int i = 0; i < 100; ++i) sum += zeroed[i];
  void* aligned = NULL;
  const int status = posix_memalign(&aligned, 256, 100);
  void* page = valloc(10);
  void* other = aligned_alloc(64, 128);
  int* array = reallocarray(NULL, 10, sizeof(int));
  say("%s %d %d %d %d %d %d %d", block, sum, status, (int)((uintptr_t)aligned % 256),
      (int)((uintptr_t)page % 4096), (int)((uintptr_t)other % 64), array != NULL,
      malloc_usable_size(block) >= 10000);
  errno = 0;
  void* most = malloc(PTRDIFF_MAX / 2);
  volatile size_t many = SIZE_MAX / 2;
  say("%d %d %d", most == NULL, errno == ENOMEM, calloc(many, 4) == NULL);
  say("%d", posix_memalign(&aligned, 3, 100) == EINVAL);
  free(block), free(zeroed), free(aligned), free(page), free(other), free(array), free(NULL);
}

static void texts(void) {
  char* copy = strdup("a copy");
  char* part = strndup("a part of it", 6);
  wchar_t* wide = wcsdup(L"wide");
  char* printed = NULL;
  char* more = NULL;
  const int length = asprintf(&printed, "%s %d %.2f %s %d %d %d %d %.1f %.1f %.1f %.1f %.1f %.1f %.1f "
                              "%.1f", "text", 42, 2.5, "and more", 1, 2, 3, 4, 0.1, 0.2, 0.3, 0.4,
                              0.5, 0.6, 0.7, 0.8);
  const int more_length = print_to_new(&more, "%d and %s", 7, "others");
  say("%s|%s|%ls|%d %s|%d %s", copy, part, wide, length, printed, more_length, more);
  copy = realloc(copy, 1000);
  say("%s", copy);
  free(copy), free(part), free(wide), free(printed), free(more);
}

static void files(const char* folder) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/lines.%d", folder, (int)getpid());
  FILE* file = fopen(path, "w");
  fprintf(file, "first\n\n%0300d\nlast without an end", 5);
  fclose(file);
  file = fopen(path, "r");
  char* line = NULL;
  size_t bytes = 0;
  ssize_t length;
  while ((length = getline(&line, &bytes, file)) >= 0) {
    say("%d %d %d", (int)length, (int)strlen(line), bytes > (size_t)length);
  }
  rewind(file);
  length = getdelim(&line, &bytes, 's', file);
  say("%d %s", (int)length, line);
  free(line);
  fclose(file);
  char* real = realpath(path, NULL);
  char* canonical = canonicalize_file_name(path);
  char* here = getcwd(NULL, 0);
  char* again = get_current_dir_name();
  say("%d %d %d %d", real != NULL && real[0] == '/', strcmp(real, canonical), here[0] == '/',
      strcmp(here, again));
  unlink(path);
  char* gone = realpath(path, NULL);
  say("%d %d", gone == NULL, errno == ENOENT);
  free(real), free(canonical), free(here), free(again);
}

static int plain(const struct dirent* entry) { return entry->d_name[0] != '.'; }

static void folders(void) {
  struct dirent** entries = NULL;
  const int count = scandir("/proc/self", &entries, plain, alphasort);
  say("%d %s", count > 10, entries[0]->d_name);
  for (int i = 0; i < count; ++i) free(entries[i]);
  free(entries);
}

static void streams(void) {
  char* text = NULL;
  size_t bytes = 0;
  FILE* stream = open_memstream(&text, &bytes);
  for (int i = 0; i < 1000; ++i) fprintf(stream, "%d ", i);
  fclose(stream);
  text = realloc(text, bytes + 100);
  say("%d %.10s", (int)bytes, text);
  free(text);
}

int main(int argc, char** argv) {
  blocks();
  texts();
  files(argc > 1 ? argv[1] : "/tmp");
  folders();
  streams();
  return 0;
}
