/* Ends by functions of libc that end the process. */
#include <err.h>
#include <errno.h>
#include <error.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "isthmus/image/programs/say.h"

static void leave(void) { say("left"); }

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "";
  atexit(leave);
  if (strcmp(how, "err") == 0) {
    errno = ENOENT;
    err(3, "no %s", "file");
  }
  if (strcmp(how, "errx") == 0) errx(4, "%d %.1f", 1, 2.5);
  if (strcmp(how, "error") == 0) {
    error(0, 0, "goes on");
    error(5, EACCES, "%s", "door");
  }
  if (strcmp(how, "thread") == 0) pthread_exit(NULL);
  if (strcmp(how, "kill") == 0) {
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    sigprocmask(SIG_SETMASK, NULL, &before);
    say("%d %d", kill(1, SIGCONT), sigismember(&before, SIGTERM));
    kill(getpid(), SIGTERM);
  }
  return 1;
}
