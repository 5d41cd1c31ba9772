// Messages between two processes over MPI, with a runtime and without, beside the plain MPI of
// references/open_mpi. Starts itself under mpirun, once for each job, since MPI begins once in a
// process.

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "bare_carrier.hpp"
#include "carried_messages.hpp"
#include "harness.hpp"
#include "process_pair.hpp"

namespace {

constexpr const char* rank_variable = "OMPI_COMM_WORLD_RANK";

/// The figures that rank 0 wrote; a run that fails ends the program.
template <class Figures>
Figures figures_of(const std::string& program, const std::string& what) {
  const std::string rendezvous = "127.0.0.1:" + std::to_string(bench::free_port());
  const std::string command =
      "mpirun --allow-run-as-root --bind-to none -np 2 " + program + " " + what + " " + rendezvous;
  Figures figures;
  std::FILE* const out = popen(command.c_str(), "r");
  const bool is_read = out != nullptr && std::fread(&figures, sizeof(figures), 1, out) == 1;
  const int status = out == nullptr ? 1 : pclose(out);
  if (is_read && status == 0) return figures;
  std::fprintf(stderr, "bench: '%s' ended with wait status %d\n", command.c_str(), status);
  std::exit(1);
}

template <class Figures>
void write(const Figures& figures) {
  std::fwrite(&figures, sizeof(figures), 1, stdout);
  std::fflush(stdout);
}

/// Rank 0 listens, rank 1 calls until it does.
isthmus::engine::Socket connection_at(const std::string& rendezvous, int rank) {
  const isthmus::engine::HostPort at = isthmus::engine::parse_host_port(rendezvous).value();
  const isthmus::engine::SocketAddress address = isthmus::engine::resolve(at).value()[0];
  isthmus::engine::Socket listener;
  if (rank == 0) listener = isthmus::engine::listen_on(at).value();
  while (true) {
    usleep(10'000);
    if (rank == 0) {
      isthmus::engine::Socket taken = isthmus::engine::accept_from(listener).value();
      if (taken) return taken;
      continue;
    }
    auto calling = isthmus::engine::begin_connect(address);
    usleep(10'000);
    if (calling && isthmus::engine::connect_result(*calling, address)) return std::move(*calling);
  }
}

int run_bare(int rank, const std::string& rendezvous) {
  bench::pin_to(rank);
  const auto figures = bench::measure_bare_carrier("mpi", rank, connection_at(rendezvous, rank));
  if (rank == 0) write(figures);
  return 0;
}

int run_elements(int rank, const std::string& rendezvous) {
  bench::CarriedFigures figures;
  const int status =
      bench::run_job({"--backend", "processes", "--processes", "2", "--pes", "2", "--rendezvous",
                      rendezvous, "--rank", std::to_string(rank), "--carrier", "mpi"},
                     [&](isthmus::Job& job) { return bench::measure_carried(job, figures); });
  if (rank == 0) write(figures);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  setenv("ISTHMUS_JOB_KEY", "of no worth: the benchmark's own loopback", 0);
  if (const char* rank = std::getenv(rank_variable); rank != nullptr && argc == 3) {
    alarm(30);
    const auto run = std::string(argv[1]) == "bare" ? run_bare : run_elements;
    return run(std::atoi(rank), argv[2]);
  }
  bench::Results results("mpi");
  for (bench::Repeats repeats(5); repeats.another();) {
    figures_of<bench::BareFigures>(argv[0], "bare").add_to(results);
    figures_of<bench::CarriedFigures>(argv[0], "elements").add_to(results);
  }
  results.print();
}
