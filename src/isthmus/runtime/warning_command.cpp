#include "isthmus/runtime/warning_command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "isthmus/base/error.hpp"
#include "isthmus/runtime/warning_signal.hpp"

namespace isthmus::engine::runtime {

WarningCommand::~WarningCommand() {
  if (child_ < 0) return;
  kill(-child_, SIGKILL);
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) continue;
}

int WarningCommand::poll(sched::Pe&, TimeNs now_ns, bool) {
  if (now_ns < next_ns_) return 0;
  if (child_ < 0) {
    start(now_ns);
  } else {
    look(now_ns);
  }
  return 1;
}

/// In a group of its own, so that what it starts ends with it; with the signals as they are by
/// default, and nothing to read. What it prints is no result of the job.
void WarningCommand::start(TimeNs now_ns) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t heeded;
  sigemptyset(&heeded);
  posix_spawnattr_setsigmask(&attributes, &heeded);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
  std::string shell = "sh";
  std::string flag = "-c";
  std::string command = command_;
  std::array<char*, 4> words = {shell.data(), flag.data(), command.data(), nullptr};
  const int failure = posix_spawn(&child_, "/bin/sh", &files, &attributes, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  next_ns_ = now_ns + look_ns;
  if (failure == 0) return;
  child_ = -1;
  next_ns_ = now_ns + pause_ns;
  log_.warning(with_errno("the command that is to warn cannot be started", failure));
}

void WarningCommand::look(TimeNs now_ns) {
  int status = 0;
  const pid_t ended = waitpid(child_, &status, WNOHANG);
  next_ns_ = now_ns + look_ns;
  if (ended == 0) return;
  child_ = -1;
  next_ns_ = now_ns + pause_ns;
  if (ended < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return;
  next_ns_ = never_ns;
  WarningSignal::note();
}

}  // namespace isthmus::engine::runtime
