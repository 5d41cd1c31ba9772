/* What the host says, and what is refused since it concerns the process. */
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "isthmus/image/programs/say.h"

static int raised = 0;
static void note(int signal) { raised += signal; }
static void* body(void* argument) { return argument; }

static void times(void) {
  struct timespec before, after;
  struct timeval day;
  clock_gettime(CLOCK_MONOTONIC, &before);
  sleep(2);
  usleep(500000);
  const struct timespec part = {1, 250000000};
  nanosleep(&part, NULL);
  struct timespec until = before;
  until.tv_sec += 10;
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
  clock_gettime(CLOCK_MONOTONIC, &after);
  gettimeofday(&day, NULL);
  say("%ld s, the day is %ld and %ld", (long)(after.tv_sec - before.tv_sec), (long)time(NULL),
      (long)day.tv_sec);
  const struct timespec wrong = {0, 2000000000};
  errno = 0;
  const int status = nanosleep(&wrong, NULL);
  say("%d %d %d", status, errno == EINVAL,
      clock_nanosleep(CLOCK_REALTIME, 0, &wrong, NULL) == EINVAL);
  unsigned char bytes[4] = {0};
  const int got = (int)getrandom(bytes, sizeof bytes, 0);
  say("%d %d %d", got, bytes[3], (int)getpid());
  say("%d", sched_yield());
}

static void refusals(void) {
  pthread_t thread;
  errno = 0;
  const int status = chdir("/");
  say("%d %d %d", status, errno == ENOTSUP, chdir("."));
  say("%d %d", fork(), execl("/bin/true", "true", NULL));
  say("%d", pthread_create(&thread, NULL, body, NULL) == EAGAIN);
  say("%s %s %d", setlocale(LC_ALL, ""), setlocale(LC_ALL, NULL),
      setlocale(LC_ALL, "de_DE.UTF-8") == NULL);
  const mode_t mask = umask(0);
  say("%d", umask(mask) == mask);
  say("%d", WEXITSTATUS(system("exit 3")));
}

static void signals(void) {
  say("%d", signal(SIGUSR1, note) == SIG_DFL);
  host_pause();
  raise(SIGUSR1);
  struct sigaction before;
  sigaction(SIGUSR1, NULL, &before);
  say("%d %d", raised == SIGUSR1, before.sa_handler == note);
  signal(SIGTERM, SIG_IGN);
  raise(SIGTERM);
  raise(SIGCHLD);
  raise(SIGSEGV);
}

int main(int argc, char** argv) {
  if (argc > 1 && strcmp(argv[1], "free") == 0) {
    void* volatile block = malloc(100);
    void* volatile wall = malloc(100);
    free(block);
    free(block);
    free(wall);
  }
  if (argc > 1 && strcmp(argv[1], "assert") == 0) {
    extern void __assert_fail(const char*, const char*, unsigned, const char*);
    __assert_fail("1 + 1 == 3", "process.c", 7, "main");
  }
  times();
  refusals();
  signals();
  say("never");
  return 1;
}
