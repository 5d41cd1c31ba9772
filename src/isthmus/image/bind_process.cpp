// What concerns the process, which is not the rank's alone. Signal handlers are kept and asked for,
// but nothing is delivered to them save what the rank raises; the rest is refused.
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstring>

#include "isthmus/image/binding.hpp"
#include "isthmus/image/machine.hpp"

namespace isthmus::engine::image {

namespace {

using Handler = void (*)(int);

int refuse(const char* name, Header* header) {
  header->machine->note_refused(name);
  errno = ENOTSUP;
  return -1;
}

int change_directory(const char* path, Header* header) {
  struct stat wanted{};
  struct stat here{};
  if (stat(path, &wanted) != 0) return -1;
  if (stat(".", &here) == 0 && wanted.st_dev == here.st_dev && wanted.st_ino == here.st_ino) {
    return 0;
  }
  return refuse("chdir", header);
}
int change_directory_to(int, Header* header) { return refuse("fchdir", header); }

mode_t change_mask(mode_t mask, Header* header) {
  // umask() cannot fail; the mask stays the process's. To read it means to change it.
  const mode_t now = umask(mask);
  umask(now);
  if (mask != now) header->machine->note_refused("umask");
  return now;
}

pid_t fork_rank(Header* header) { return refuse("fork", header); }
int execute(const char*, void*, Header* header) { return refuse("exec", header); }
int execute_in(const char*, void*, void*, Header* header) { return refuse("exec", header); }
int execute_listed(const std::uint64_t*, std::va_list*, Header* header) {
  return refuse("exec", header);
}
int become_daemon(int, int, Header* header) { return refuse("daemon", header); }

unsigned set_alarm(unsigned, Header* header) {
  header->machine->note_refused("alarm");
  return 0;
}
int set_timer(int, const void*, void*, Header* header) { return refuse("setitimer", header); }
int create_timer(int, void*, void*, Header* header) { return refuse("timer_create", header); }

/// No fork of a rank's comes, before or after which something could be called.
int at_fork(void*, void*, void*, void*, Header*) { return 0; }

int create_thread(void*, const void*, void*, void*, Header* header) {
  header->machine->note_refused("pthread_create");
  return EAGAIN;
}

/// Ranks run in the locale "C". One that asks for the user's is told that it has that one.
char* set_locale(int category, const char* name, Header* header) {
  static constexpr char plain[] = "C";
  const bool fits = name == nullptr || *name == '\0' || std::strcmp(name, "C") == 0 ||
                    std::strcmp(name, "POSIX") == 0;
  static_cast<void>(category);
  if (fits) return const_cast<char*>(plain);
  header->machine->note_refused("setlocale");
  return nullptr;
}

bool is_signal(int signal) { return signal > 0 && signal < 65; }

Handler set_handler(int signal, Handler handler, Header* header) {
  if (!is_signal(signal) || signal == SIGKILL || signal == SIGSTOP) {
    errno = EINVAL;
    return SIG_ERR;
  }
  void*& place = header->libc.signal_handlers[static_cast<std::size_t>(signal)];
  const auto before = reinterpret_cast<Handler>(place);
  place = reinterpret_cast<void*>(handler);
  return before;
}

int set_action(int signal, const struct sigaction* wanted, struct sigaction* before,
               Header* header) {
  if (!is_signal(signal)) {
    errno = EINVAL;
    return -1;
  }
  void*& place = header->libc.signal_handlers[static_cast<std::size_t>(signal)];
  void* const handler = wanted == nullptr ? nullptr : reinterpret_cast<void*>(wanted->sa_handler);
  if (before != nullptr) {
    std::memset(before, 0, sizeof(*before));
    before->sa_handler = reinterpret_cast<Handler>(place);
  }
  if (wanted != nullptr) place = handler;
  return 0;
}

int raise_signal(int signal, Header* header) {
  if (!is_signal(signal)) {
    errno = EINVAL;
    return -1;
  }
  const auto handler =
      reinterpret_cast<Handler>(header->libc.signal_handlers[static_cast<std::size_t>(signal)]);
  const bool ignored_unless_handled =
      signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
  if (handler == SIG_IGN || (handler == SIG_DFL && ignored_unless_handled)) return 0;
  if (handler == SIG_DFL) {
    header->abort(static_cast<std::uint64_t>(signal));
  } else {
    handler(signal);
  }
  return 0;
}

/// To itself alone: the id that a rank knows is the world's, and may be somebody else's here.
int send_signal(pid_t process, int signal, Header* header) {
  if (process == header->machine->world().process_id() || process == 0) {
    return signal == 0 ? 0 : raise_signal(signal, header);
  }
  return refuse("kill", header);
}

int set_signal_mask(int how, const sigset_t* wanted, sigset_t* before, Header* header) {
  sigset_t& mask = header->libc.signal_mask;
  const sigset_t old = mask;
  if (wanted != nullptr) {
    if (how == SIG_BLOCK) {
      sigorset(&mask, &mask, wanted);
    } else if (how == SIG_UNBLOCK) {
      for (int signal = 1; signal < 65; ++signal) {
        if (sigismember(wanted, signal) == 1) sigdelset(&mask, signal);
      }
    } else if (how == SIG_SETMASK) {
      mask = *wanted;
    } else {
      errno = EINVAL;
      return -1;
    }
  }
  if (before != nullptr) *before = old;
  return 0;
}

int set_signal_stack(const void*, void*, Header* header) { return refuse("sigaltstack", header); }
int set_limit(int, const void*, Header* header) { return refuse("setrlimit", header); }
int be_nice(int, Header* header) { return refuse("nice", header); }
int set_priority(int, unsigned, int, Header* header) { return refuse("setpriority", header); }
int set_affinity(pid_t, std::size_t, const void*, Header* header) {
  return refuse("sched_setaffinity", header);
}
int set_thread_affinity(pthread_t, std::size_t, const void*, Header* header) {
  header->machine->note_refused("pthread_setaffinity_np");
  return ENOTSUP;
}

template <class Function>
Binding refused(std::string_view name, Function* function, std::string_view what = {}) {
  return bind(name, function, what, Treatment::refused);
}
Binding refused_listed(std::string_view name) {
  Binding binding = bind_variadic(name, 2, &execute_listed);
  binding.treatment = Treatment::refused;
  return binding;
}

}  // namespace

std::vector<Binding> process_bindings() {
  constexpr std::string_view delivered = "only what the rank raises is delivered";
  return {
      refused("chdir", &change_directory, "but for the directory that it is"),
      refused("fchdir", &change_directory_to),
      refused("umask", &change_mask, "the process's stays"),
      refused("fork", &fork_rank, "system() and popen() work"),
      refused("__fork", &fork_rank),
      refused("vfork", &fork_rank),
      refused("execv", &execute),
      refused("execvp", &execute),
      refused("execve", &execute_in),
      refused("execvpe", &execute_in),
      refused_listed("execl"),
      refused_listed("execlp"),
      refused_listed("execle"),
      bind("__register_atfork", &at_fork),
      bind("pthread_atfork", &at_fork, "no fork comes"),
      refused("daemon", &become_daemon),
      refused("alarm", &set_alarm),
      refused("setitimer", &set_timer),
      refused("timer_create", &create_timer),
      refused("pthread_create", &create_thread, "a rank is one thread"),
      refused("setlocale", &set_locale, "but for \"C\", which every rank has"),
      bind("signal", &set_handler, delivered),
      bind("bsd_signal", &set_handler, delivered),
      bind("__sysv_signal", &set_handler),
      bind("sigaction", &set_action, delivered),
      bind("__sigaction", &set_action),
      bind("raise", &raise_signal),
      bind("sigprocmask", &set_signal_mask, "is kept, and nothing is blocked"),
      bind("pthread_sigmask", &set_signal_mask, "is kept, and nothing is blocked"),
      refused("kill", &send_signal, "but for the rank itself"),
      refused("sigaltstack", &set_signal_stack),
      refused("setrlimit", &set_limit),
      refused("setrlimit64", &set_limit),
      refused("nice", &be_nice),
      refused("setpriority", &set_priority),
      refused("sched_setaffinity", &set_affinity),
      refused("pthread_setaffinity_np", &set_thread_affinity),
  };
}

}  // namespace isthmus::engine::image
