#include "isthmus/bootstrap/membership.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "isthmus/bootstrap/body.hpp"
#include "isthmus/bootstrap/reconnect/reconnect_service.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::bootstrap {

std::string Peer::text() const {
  return "process " + std::to_string(rank.value) + " (" + printable(hostname) + ", pid " +
         std::to_string(pid) + ")";
}

Membership::Membership() = default;
Membership::Membership(Membership&&) noexcept = default;
Membership& Membership::operator=(Membership&&) noexcept = default;
Membership::~Membership() = default;

HostPort data_address_of(const JobOptions& options, const std::string& host) {
  HostPort at = options.listen_at;
  if (at.host.empty()) at.host = options.data_host.empty() ? host : options.data_host;
  return at;
}

HostPort advertised_address_of(const JobOptions& options, std::uint16_t listening_port) {
  HostPort at = options.advertised;
  if (at.host.empty()) at.host = options.data_host;
  if (at.port == 0) at.port = listening_port;
  return at;
}

Expected<void> check(const JobOptions& options) {
  const std::uint32_t count = options.process_count;
  if (count < 1 || count > process_count_max) {
    return fail(ErrorCode::bad_input, "a job of " + std::to_string(count) + " processes", "",
                "1 to " + std::to_string(process_count_max));
  }
  if (options.rank && options.rank.value >= count) {
    return fail(ErrorCode::bad_input,
                "rank " + std::to_string(options.rank.value) + " in a job of " +
                    std::to_string(count) + " processes",
                "", "0 to " + std::to_string(count - 1));
  }
  if (count > 1 && options.job_key.empty()) {
    return fail(ErrorCode::bad_input, "the job key is missing", "",
                "the same secret in ISTHMUS_JOB_KEY of all processes of the job");
  }
  const bool has_relay = !options.relay.own.host.empty() ||
                         std::ranges::any_of(options.relay.of_rank,
                                             [](const HostPort& at) { return !at.host.empty(); });
  if (has_relay && options.relay.token.empty()) {
    return fail(ErrorCode::bad_input, "the relay's token is missing", "",
                "the relay's secret in ISTHMUS_RELAY_TOKEN of all processes that meet there");
  }
  const std::array<const std::string*, 7> names = {
      &options.chains,         &options.site_name,       &options.node_name,
      &options.data_host,      &options.rendezvous.host, &options.listen_at.host,
      &options.advertised.host};
  for (const std::string* name : names) {
    if (name->size() <= text_bytes_max) continue;
    return fail(ErrorCode::bad_input, "a name of " + std::to_string(name->size()) + " bytes",
                printable(*name, 40) + "...", "at most " + std::to_string(text_bytes_max));
  }
  return {};
}

std::string list_of_ranks(const std::vector<std::uint32_t>& ranks) {
  constexpr std::size_t shown_max = 16;
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < std::min(ranks.size(), shown_max); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(ranks[i]);
  }
  return ranks.size() > shown_max ? text + ", ..." : text;
}

Error missing_ranks_error(const std::vector<std::uint32_t>& ranks, std::uint32_t process_count,
                          TimeNs timeout_ns, std::string where) {
  std::string what = std::to_string(ranks.size()) + " of " + std::to_string(process_count) +
                     " processes " + (ranks.size() == 1 ? "is" : "are") + " missing after " +
                     topology::format_duration(timeout_ns) + ": " + list_of_ranks(ranks);
  return {ErrorCode::unreachable, std::move(what), std::move(where)};
}

Peer this_process(const JobOptions& options) {
  std::array<char, text_bytes_max + 1> hostname{};
  if (gethostname(hostname.data(), hostname.size() - 1) != 0) hostname[0] = '?';
  Peer peer;
  peer.hostname = hostname.data();
  peer.pid = getpid();
  peer.site = options.site;
  peer.site_name = options.site_name;
  peer.node_name = options.node_name;
  return peer;
}

}  // namespace isthmus::engine::bootstrap
