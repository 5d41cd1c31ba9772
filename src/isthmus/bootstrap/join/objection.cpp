#include "isthmus/bootstrap/join/objection.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include "isthmus/bootstrap/body.hpp"

namespace isthmus::engine::bootstrap {

namespace {

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 20> text{};
  std::snprintf(text.data(), text.size(), "0x%016llx", static_cast<unsigned long long>(value));
  return text.data();
}

std::string count_of_processes(std::uint32_t count) {
  return std::to_string(count) + (count == 1 ? " process" : " processes");
}

/// The text up to "; ", which goes with it.
std::string_view take_class(std::string_view& chains) {
  const std::size_t end = std::min(chains.find("; "), chains.size());
  const std::string_view first = chains.substr(0, end);
  chains.remove_prefix(std::min(end + 2, chains.size()));
  return first;
}

/// What a process is told whose chains are not those of rank 0.
std::string other_chains(std::string_view theirs, std::string_view ours) {
  while (!theirs.empty() || !ours.empty()) {
    const std::string_view their_class = take_class(theirs);
    const std::string_view our_class = take_class(ours);
    if (their_class == our_class) continue;
    return "has other devices between processes: " + printable(their_class) + " (expected " +
           printable(our_class) + ", as in the grid file of rank 0)";
  }
  return "has other devices between processes, in a link class of a pair of sites (expected those "
         "of the grid file of rank 0)";
}

}  // namespace

std::string who_is(const Peer& peer) {
  std::string who = "(";
  who += printable(peer.hostname) + ", pid " + std::to_string(peer.pid) + ") ";
  return who;
}

std::string objection_to_program(const Join& join, const JobOptions& options) {
  const std::string who = who_is(join.self);
  // What says most about the difference comes first: the fingerprint has all of it.
  if (join.process_count != options.process_count) {
    return who + "was started for a job of " + count_of_processes(join.process_count) +
           " (expected " + std::to_string(options.process_count) + ")";
  }
  if (join.chains_id != options.chains_id) {
    return who + other_chains(join.chains, options.chains);
  }
  if (join.program_id != options.program_id) {
    return who +
           "runs another program, another build of it, or it with other options or another "
           "grid: fingerprint " +
           hexadecimal(join.program_id) + " (expected " + hexadecimal(options.program_id) + ")";
  }
  return {};
}

}  // namespace isthmus::engine::bootstrap
