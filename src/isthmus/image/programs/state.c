/* What libc keeps for a process, with others in between. Says the same alone. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "isthmus/image/programs/say.h"

extern char** environ;

static void environment(void) {
  say("%s", getenv("COLOUR") ? getenv("COLOUR") : "none");
  setenv("COLOUR", "green", 0);
  setenv("SHAPE", "round", 1);
  static char entry[] = "TASTE=sweet";
  putenv(entry);
  host_pause();
  say("%s %s %s", getenv("COLOUR"), getenv("SHAPE"), getenv("TASTE"));
  setenv("COLOUR", "blue", 1);
  unsetenv("SHAPE");
  entry[6] = 'S';
  say("%s %d %s", getenv("COLOUR"), getenv("SHAPE") == NULL, getenv("TASTE"));
  int ours = 0;
  for (char** one = environ; *one != NULL; ++one) ours += strncmp(*one, "TASTE=", 6) == 0;
  say("%d %d %d", ours, setenv("A=B", "c", 1), errno == EINVAL);
  clearenv();
  say("%d", getenv("COLOUR") == NULL);
  setenv("AGAIN", "yes", 1);
  say("%s", getenv("AGAIN"));
}

static void tokens(void) {
  char text[] = "one two,three";
  say("%s", strtok(text, " ,"));
  host_pause();
  say("%s", strtok(NULL, " ,"));
  host_pause();
  say("%s %d", strtok(NULL, " ,"), strtok(NULL, " ,") == NULL);
  const time_t first = 86400 * 365;
  const time_t second = 0;
  const struct tm* broken_down = gmtime(&first);
  host_pause();
  say("%d %s", broken_down->tm_year, strtok(asctime(gmtime(&second)), "\n"));
}

static void numbers(void) {
  const int first = rand();
  host_pause();
  say("%d %d %ld", first, rand(), random());
  srand(42);
  host_pause();
  say("%d %d", rand(), rand());
  srand48(7);
  host_pause();
  unsigned short own[3] = {1, 2, 3};
  say("%.6f %ld %ld %.6f %ld %ld", drand48(), lrand48(), mrand48(), erand48(own), nrand48(own),
      jrand48(own));
}

static void keys(void) {
  pthread_key_t first, second;
  static int value = 5;
  pthread_key_create(&first, NULL);
  pthread_key_create(&second, NULL);
  pthread_setspecific(first, &value);
  host_pause();
  say("%d %d %d", first != second, *(int*)pthread_getspecific(first),
      pthread_getspecific(second) == NULL);
}

int main(void) {
  environment();
  tokens();
  numbers();
  keys();
  say("%s %s", program_invocation_short_name, strrchr(program_invocation_name, '/') ? "path" : "name");
  return 0;
}
