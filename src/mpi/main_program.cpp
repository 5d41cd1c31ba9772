#include "mpi/main_program.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mpi/rank.hpp"

namespace isthmus::mpi {

namespace {

/// What the main program goes on from, in a job that goes on from a checkpoint.
struct Progress {
  Launch launch;
  ArrayProxy<Rank> ranks;

  void serialize(auto& archive) { archive(launch, ranks); }
};

/// The ranks of a checkpoint have their program and its words in them, so these are no others.
void check(const Launch& kept, const Launch& now) {
  const auto text_of = [](const Launch& launch) {
    std::string text = std::to_string(launch.rank_count) + " ranks of " + launch.program;
    for (const std::string& word : launch.arguments) text += " " + word;
    return text + (launch.in_virtual_time ? ", in virtual time" : "");
  };
  if (text_of(kept) != text_of(now)) {
    throw BadInput({ErrorCode::bad_input, "the checkpoint is of " + text_of(kept), "isthmus-mpi",
                    "the same, and not " + text_of(now)});
  }
  if (kept.fingerprint != now.fingerprint) {
    throw BadInput({ErrorCode::bad_input,
                    "the program or a library is another one, or lies elsewhere, than in the "
                    "checkpoint",
                    now.program,
                    "the same files, on an equal machine, with addresses that are not randomized"});
  }
}

/// "0-3, 7".
std::string text_of(const std::vector<int>& ranks) {
  std::string text;
  for (std::size_t begin = 0; begin < ranks.size();) {
    std::size_t end = begin + 1;
    while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) ++end;
    if (!text.empty()) text += ", ";
    text += std::to_string(ranks[begin]);
    if (end - begin > 1) text += "-" + std::to_string(ranks[end - 1]);
    begin = end;
  }
  return text;
}

void tell_pins(std::map<std::string, std::vector<int>>& pinned) {
  if (pinned.empty()) std::fprintf(stderr, "isthmus: no rank was pinned\n");
  for (auto& [reason, ranks] : pinned) {
    std::ranges::sort(ranks);
    std::fprintf(stderr, "isthmus: pinned: %s %s: %s\n", ranks.size() == 1 ? "rank" : "ranks",
                 text_of(ranks).c_str(), reason.c_str());
  }
}

/// Of each rank's begin; none where all begin at one.
std::vector<std::uint16_t> sites_of(int ranks) {
  const topology::Topology& topology = this_topology();
  std::vector<std::uint16_t> sites;
  if (topology.site_count() == 1) return sites;
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index1(ranks)));
  for (int rank = 0; rank < ranks; ++rank) {
    const SiteId site = topology.site_of(mapping::block(Index1(rank), context));
    sites.push_back(static_cast<std::uint16_t>(site.value));
  }
  if (std::ranges::adjacent_find(sites, std::ranges::not_equal_to()) == sites.end()) return {};
  return sites;
}

}  // namespace

Task<void> run_ranks(Job& job, Launch launch) {
  const int count = launch.rank_count;
  Future<Launch::Ended> endings("the ends of ranks");
  launch.ended = endings.callback();
  launch.sites = sites_of(count);
  Progress progress;
  const bool goes_on = job.restored(progress);
  if (goes_on) {
    check(progress.launch, launch);
    // Operations that are under way have the form of the sites at which they began.
    launch.sites = progress.launch.sites;
  }
  progress.launch = launch;
  job.set_readonly<Launch>(launch);
  if (!goes_on) {
    progress.ranks = job.create_array<Rank>(count, placed(mapping::block).in_order());
    progress.ranks.all().send<&Rank::begin>();
  }
  std::map<std::string, std::vector<int>> pinned;
  int status = 0;
  for (int i = 0; i < count; ++i) {
    const Launch::Ended ended = co_await endings;
    int own = ended.status;
    if (ended.signal != 0) {
      std::fprintf(stderr, "isthmus: rank %d was ended by signal %d\n", ended.rank, ended.signal);
      own = 128 + ended.signal;
    }
    for (const std::string& reason : ended.stayed_for) pinned[reason].push_back(ended.rank);
    if (!ended.why.empty()) std::fprintf(stderr, "isthmus: %s\n", ended.why.c_str());
    status = std::max(status, own);
    // The others may wait for it for ever.
    if (ended.is_abort || ended.signal != 0 || !ended.why.empty()) {
      job.set_exit_status(std::max(1, own));
      co_return;
    }
  }
  if (launch.tells_pins) tell_pins(pinned);
  job.set_exit_status(status);
}

}  // namespace isthmus::mpi
