// isthmus-relay: the program behind `isthmus relay`: processes that cannot call each other meet
// here. It ends when it is told to (SIGINT, SIGTERM), with status 0.

#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/command_line.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/acceptor.hpp"
#include "isthmus/bootstrap/job_key.hpp"
#include "isthmus/relay/relay.hpp"
#include "isthmus/topology/units.hpp"

namespace {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::engine::HostPort;

struct Options {
  HostPort listen;
  isthmus::engine::relay::Limits limits;
  std::string votes;  // empty: it is no witness
  bool verbose = false;
};

Expected<Options> read_options(const std::string& listen, const std::string& buffer,
                               std::size_t connections, bool verbose) {
  Options options;
  auto at = isthmus::engine::parse_host_port(listen);
  if (!at) {
    at.error().where = "--listen: " + at.error().where;
    return isthmus::forward_error(at);
  }
  options.listen = std::move(*at);
  auto bytes = isthmus::engine::topology::parse_size_bytes(buffer);
  if (!bytes || *bytes < 4096 || *bytes > 16 << 20) {
    return isthmus::fail(ErrorCode::bad_input, "'" + buffer + "'", "--buffer",
                         "a size from 4KiB to 16MiB");
  }
  options.limits.buffer_bytes = static_cast<std::size_t>(*bytes);
  options.limits.connections_max = connections;
  options.verbose = verbose;
  return options;
}

/// So that no crowd can use up the descriptors: those who have proven the token, those who have not
/// yet, and what the program has open itself.
Expected<void> allow_descriptors(std::size_t connections) {
  const rlim_t wanted =
      connections + isthmus::engine::bootstrap::Acceptor::pending_count_max_default + 32;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= wanted) return {};
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  if (limit.rlim_cur >= wanted && setrlimit(RLIMIT_NOFILE, &limit) == 0) return {};
  return isthmus::fail(ErrorCode::bad_input, std::to_string(connections), "--connections",
                       "fewer, or a higher limit of open files (ulimit -n)");
}

/// Readable when somebody wants this process to end.
isthmus::engine::Socket end_signals() {
  sigset_t wanted;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGINT);
  sigaddset(&wanted, SIGTERM);
  sigprocmask(SIG_BLOCK, &wanted, nullptr);
  return isthmus::engine::Socket(signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
}

Expected<void> serve(const Options& options) {
  const std::string token = isthmus::engine::bootstrap::relay_token_of_environment();
  if (token.empty()) {
    return isthmus::fail(ErrorCode::bad_input, "the relay's token is missing", {},
                         "a secret in the environment variable ISTHMUS_RELAY_TOKEN");
  }
  if (auto allowed = allow_descriptors(options.limits.connections_max); !allowed) return allowed;
  const isthmus::engine::Socket end = end_signals();
  auto listener = isthmus::engine::listen_on(options.listen);
  if (!listener) return isthmus::forward_error(listener);
  const auto at = isthmus::engine::local_address(*listener);
  if (!at) return std::unexpected(at.error());
  const isthmus::SteadyClock clock;
  using isthmus::engine::LogLevel;
  isthmus::engine::StderrLog log(options.verbose ? LogLevel::debug : LogLevel::info);
  log.info("relay at " + at->text());
  isthmus::engine::relay::Relay relay(std::move(*listener), token, options.limits, clock, log);
  if (!options.votes.empty()) {
    auto book = isthmus::engine::relay::VoteBook::open(options.votes);
    if (!book) return isthmus::forward_error(book);
    relay.add_witness(std::move(*book));
  }
  while (true) {
    if (auto stepped = relay.step(); !stepped) return stepped;
    pollfd ended{end.descriptor(), POLLIN, 0};
    relay.wait(ended);
    if (poll(&ended, 1, 0) > 0) return {};
  }
}

int report(const isthmus::Error& error) {
  std::fprintf(stderr, "isthmus: error: %s\n", error.text().c_str());
  return isthmus::exit_status(error.code);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Processes that cannot call each other meet here; what they say goes through unread. The "
      "environment variable ISTHMUS_RELAY_TOKEN holds the secret that they must know.");
  std::string listen;
  std::string buffer = "64KiB";
  std::size_t connections = isthmus::engine::relay::Limits().connections_max;
  bool verbose = false;
  app.name("isthmus-relay");
  app.add_option("--listen", listen, "HOST:PORT where the processes come.")->required();
  app.add_option("--connections", connections, "So many at most, two for each pair that talks.")
      ->check(CLI::Range(2, 100'000));
  app.add_option("--buffer", buffer, "Held at most for each direction of a pair, such as 64KiB.");
  std::string votes;
  app.add_option("--votes", votes,
                 "Be the witness of jobs, too (--witness HOST:PORT), with its votes in this file.");
  app.add_flag("--verbose", verbose, "A line for each pair.");
  const auto help = isthmus::read_command_line(app, isthmus::words_of(argc, argv));
  if (!help) return report(help.error());
  if (*help) {
    std::fputs((*help)->c_str(), stdout);
    return 0;
  }
  auto options = read_options(listen, buffer, connections, verbose);
  if (!options) return report(options.error());
  options->votes = votes;
  if (auto served = serve(*options); !served) return report(served.error());
  return 0;
}
