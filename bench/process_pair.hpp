// bench/process_pair.hpp: the same function in two processes at the same time, and jobs of two.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "harness.hpp"

namespace bench {

/// A T in memory that the processes forked afterwards share.
template <class T>
T& shared() {
  void* memory =
      mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("bench: cannot share memory");
    std::exit(1);
  }
  return *::new (memory) T();
}

/// Calls `body(rank)`, which returns an exit status, in two forked processes. This process must
/// have no other thread. One that fails, or takes longer than `limit_s`, ends the program.
template <class Body>
void in_two_processes(Body&& body, unsigned limit_s = 30) {
  std::fflush(stdout);
  pid_t children[2];
  for (int rank = 0; rank < 2; ++rank) {
    children[rank] = fork();
    if (children[rank] < 0) {
      std::perror("bench: cannot fork");
      std::exit(1);
    }
    if (children[rank] == 0) {
      alarm(limit_s);
      _exit(body(rank));
    }
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) {
      std::fprintf(stderr, "bench: a process of the pair ended with wait status %d\n", status);
      std::exit(1);
    }
  }
}

/// A port on loopback that nobody listens on at the moment.
inline int free_port() {
  const int probe = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  if (probe < 0 || bind(probe, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    std::perror("bench: no free port");
    std::exit(1);
  }
  close(probe);
  return ntohs(address.sin_port);
}

/// A job of two processes with a PE each on this machine, whose options say what joins them.
inline void run_pair_of(const std::vector<std::string>& options,
                        const isthmus::MainProgram& main_program, unsigned limit_s = 30) {
  setenv("ISTHMUS_JOB_KEY", "of no worth: the benchmark's own loopback", 0);
  const std::string rendezvous = "127.0.0.1:" + std::to_string(free_port());
  in_two_processes(
      [&](int rank) {
        std::vector<std::string> all = options;
        all.insert(all.end(), {"--backend", "processes", "--rendezvous", rendezvous, "--rank",
                               std::to_string(rank)});
        return run_job(std::move(all), main_program);
      },
      limit_s);
}

/// A job of two processes with a PE each on this machine, by default over TCP on loopback.
/// `main_program` runs in the first; it hands its results out through shared memory.
inline void run_process_pair(const isthmus::MainProgram& main_program,
                             const std::string& carrier = "tcp",
                             const std::string& aggregation = "auto") {
  run_pair_of(
      {"--processes", "2", "--pes", "2", "--carrier", carrier, "--aggregation", aggregation},
      main_program);
}

/// The same of two sites with so long a way between them, such as "1ms".
inline void run_site_pair(const isthmus::MainProgram& main_program, const std::string& latency) {
  run_pair_of({"--sites", "2", "--processes", "1", "--pes", "1", "--latency", latency},
              main_program, 120);
}

}  // namespace bench
