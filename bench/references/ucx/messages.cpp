// UCX's own active-message test between two processes of one node, of the sizes of ucx.cpp.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <tuple>

#include "harness.hpp"
#include "process_pair.hpp"

namespace {

/// What the client prints: iterations, a percentile, the mean; 0 where it prints none.
double mean_us_of(const std::string& command) {
  double us = 0;
  std::FILE* const out = popen(command.c_str(), "r");
  if (out == nullptr) return us;
  char line[256];
  double iterations = 0;
  double percentile = 0;
  double mean = 0;
  while (std::fgets(line, sizeof(line), out) != nullptr) {
    if (std::sscanf(line, " %lf %lf %lf", &iterations, &percentile, &mean) == 3) us = mean;
  }
  pclose(out);
  return us;
}

/// Of one run, the mean way in µs; 0 where there is none.
double latency_us(int bytes, int count) {
  const std::string port = std::to_string(bench::free_port());
  const std::string test = " -t ucp_am_lat -f -s " + std::to_string(bytes) + " -n " +
                           std::to_string(count) + " -w " + std::to_string(count / 10 + 1) +
                           " -p " + port;
  const pid_t server = fork();
  if (server == 0) {
    const std::string command = "exec ucx_perftest" + test + " -c 0 > /dev/null 2>&1";
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  const std::string command = "ucx_perftest 127.0.0.1" + test + " -c 1 2> /dev/null";
  // The server takes a while until it listens, and a client that finds nobody ends at once.
  double us = 0;
  for (int attempt = 0; attempt < 20 && us == 0; ++attempt) {
    usleep(50'000);
    us = mean_us_of(command);
  }
  if (us == 0) kill(server, SIGKILL);
  int status = 0;
  waitpid(server, &status, 0);
  return us;
}

}  // namespace

int main() {
  if (std::system("command -v ucx_perftest > /dev/null 2>&1") != 0) {
    std::fputs("ucx_perftest is not installed (Debian package ucx-utils)\n", stderr);
    return bench::skipped;
  }
  // Warnings about variables that others set would be taken for results.
  setenv("UCX_LOG_LEVEL", "error", 1);
  bench::Results results("ucx_perftest");
  for (const auto& [metric, bytes, count] : {std::tuple("ping_pong_8_us", 8, 40'000),
                                             {"ping_pong_8k_us", 8 << 10, 10'000},
                                             {"ping_pong_64k_us", 64 << 10, 2'000},
                                             {"ping_pong_1m_us", 1 << 20, 200}}) {
    bench::Least least;
    for (int piece = 0; piece < 3; ++piece) least.add(latency_us(bytes, count));
    if (least.value() <= 0) {
      std::fputs("bench: ucx_perftest measured nothing\n", stderr);
      return 1;
    }
    results.add(metric, "µs", least.value());
  }
  results.print();
}
