#include "mpi/main_program.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

namespace {

/// What the main program goes on from, in a job that goes on from a checkpoint.
struct Progress {
  Launch launch;
  ArrayProxy<Rank> ranks;

  void serialize(auto& archive) { archive(launch, ranks); }
};

std::string text_of(const Launch& launch) {
  std::string text = std::to_string(launch.rank_count) + " ranks of " + launch.program;
  for (const std::string& word : launch.arguments) text += " " + word;
  return text + (launch.in_virtual_time ? ", in virtual time" : "");
}

/// In virtual time the same in each run.
std::uint64_t number_of_job(const Launch& launch) {
  std::uint64_t number = hash_name(text_of(launch)) ^ launch.seed;
  if (!launch.in_virtual_time) {
    RankWorld(false, launch.seed, 0, {}).fill_random(std::as_writable_bytes(std::span(&number, 1)));
  }
  return number;
}

/// The ranks of a checkpoint have their program and its words in them, so these are no others.
void check(const Launch& kept, const Launch& now) {
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

/// Of each rank's begin.
RankSites sites_of(int ranks) {
  const topology::Topology& topology = this_topology();
  RankSites sites;
  if (topology.site_count() == 1) return sites;
  const topology::Members members(topology);
  const auto site_of = [&](PeId pe) {
    return static_cast<std::uint16_t>(topology.site_of(pe).value);
  };
  const MapContext context(members, Extent::of(Index1(ranks)));
  for (int rank = 0; rank < ranks; ++rank) {
    sites.first.push_back(site_of(mapping::block(Index1(rank), context)));
  }
  for (const PeId pe : members.object_pes()) sites.later.push_back(site_of(pe));
  sites.differ =
      std::ranges::adjacent_find(sites.first, std::ranges::not_equal_to()) != sites.first.end();
  return sites;
}

/// Ranks that have not ended: those that the job began with, and those that ranks which have ended
/// say that they started. Of who is started and ends before its starter does, the end comes first.
class Living {
 public:
  explicit Living(int count) {
    for (int rank = 0; rank < count; ++rank) all_.insert(rank);
  }
  void end(const Launch::Ended& ended) {
    if (all_.erase(ended.rank) == 0) early_.insert(ended.rank);
    for (const std::int32_t started : ended.started) {
      if (early_.erase(started) == 0) all_.insert(started);
    }
  }
  bool is_any() const { return !all_.empty(); }

 private:
  std::set<std::int32_t> all_, early_;
};

}  // namespace

Task<void> run_ranks(Job& job, Launch launch) {
  const int count = launch.rank_count;
  Future<Launch::Ended> endings("the ends of ranks");
  launch.ended = endings.callback();
  launch.sites = sites_of(count);
  Progress progress;
  const bool goes_on = job.restored(progress);
  launch.job = number_of_job(launch);
  // What is kept is kept at points of the first ranks, where others may be anywhere.
  if (launch.starts_none.empty() && (goes_on || launch.points.is_kept)) {
    launch.starts_none =
        "in a job that takes checkpoints, or goes on from one, ranks start no others";
  }
  if (goes_on) {
    check(progress.launch, launch);
    // Operations that are under way have the form of the sites at which they began.
    launch.sites = progress.launch.sites;
    // Programs know the names of ports.
    launch.job = progress.launch.job;
  }
  progress.launch = launch;
  job.set_readonly<Launch>(launch);
  if (!goes_on) {
    progress.ranks = job.create_array<Rank>(count, placed(mapping::block).in_order());
    CollectionId later;
    if (launch.starts_none.empty()) {
      later =
          job.create_sparse_array<Rank>(placed(InTurn()).with_homes(Homes::origin).in_order()).id();
    }
    progress.ranks.all().send<&Rank::begin>(later);
  }
  std::map<std::string, std::vector<int>> pinned;
  int status = 0;
  for (Living living(count); living.is_any();) {
    const Launch::Ended ended = co_await endings;
    living.end(ended);
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

}  // namespace isthmus::engine::mpi
