#include "isthmus/program/alert_command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>

#include "isthmus/topology/units.hpp"

extern char** environ;

namespace isthmus::engine::program {

namespace {

constexpr TimeNs memory_look_ns = 1'000'000'000;

double resident_bytes() {
  double pages = 0;
  double resident_pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident_pages;
  return resident_pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

void look_at_memory(runtime::Process& process, double limit_bytes, bool was_high) {
  const double bytes = resident_bytes();
  const bool is_high = bytes > limit_bytes || (was_high && bytes > 0.9 * limit_bytes);
  if (is_high && !was_high) {
    const auto text = [](double of) {
      return topology::format_size(static_cast<std::int64_t>(of));
    };
    process.alerts().raise({.kind = Alert::Kind::memory_high,
                            .process = process.self().value,
                            .peer = process.self().value,
                            .text = "process " + std::to_string(process.self().value) + " has " +
                                    text(bytes) + " of memory, more than " + text(limit_bytes) +
                                    " (--alert-memory)"});
  }
  sched::Pe& pe = process.units().front()->pe();
  pe.timers().add(pe.now_ns() + memory_look_ns, [&process, limit_bytes, is_high] {
    look_at_memory(process, limit_bytes, is_high);
  });
}

}  // namespace

std::string_view AlertCommand::kind_of(const Alert& alert) {
  switch (alert.kind) {
    case Alert::Kind::connection_cut:
    case Alert::Kind::connection_stalled:
      return "link";
    case Alert::Kind::memory_high:
      return "memory";
    case Alert::Kind::stalled:
      return "stall";
    case Alert::Kind::connection_back:
    case Alert::Kind::waits_for_room:
      break;
  }
  return {};
}

void AlertCommand::tell(const Alert& alert) {
  if (const std::string_view kind = kind_of(alert); !kind.empty()) tell(kind, alert.text);
}

void AlertCommand::tell(std::string_view kind, const std::string& text) {
  reap();
  const TimeNs now_ns = clock_.now_ns();
  const auto told = told_ns_.find(kind);
  if (told != told_ns_.end() && now_ns - told->second < pause_ns) return;
  told_ns_.insert_or_assign(std::string(kind), now_ns);
  start(std::string(kind), text);
}

void AlertCommand::start(const std::string& kind, const std::string& text) {
  const std::array<std::string, 6> words = {"sh", "-c", command_, "isthmus", kind, text};
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const std::string job = "ISTHMUS_PROGRAM=" + program_;
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.push_back(*variable);
  variables.push_back(const_cast<char*>(job.c_str()));
  variables.push_back(nullptr);
  // It has no part in what this program reads, and what it prints is no result of the job.
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
  pid_t pid = 0;
  const int error =
      posix_spawn(&pid, "/bin/sh", &files, nullptr, arguments.data(), variables.data());
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) {
    log_.warning("cannot run the command for alerts: " + std::string(std::strerror(error)));
    return;
  }
  running_.push_back(pid);
}

void AlertCommand::reap() {
  std::erase_if(running_, [](pid_t pid) { return waitpid(pid, nullptr, WNOHANG) != 0; });
}

void watch_memory(runtime::Process& process, double limit_bytes) {
  sched::Pe& pe = process.units().front()->pe();
  pe.timers().add(0, [&process, limit_bytes] { look_at_memory(process, limit_bytes, false); });
}

}  // namespace isthmus::engine::program
