#include "isthmus/runtime/join_watch.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace isthmus::engine::runtime {

std::set<ProcessId> free_places(const topology::Topology& topology) {
  std::set<ProcessId> free;
  for (int rank = 0; rank < topology.process_count(); ++rank) {
    const ProcessId process(static_cast<std::uint32_t>(rank));
    if (topology.is_absent(process)) free.insert(process);
  }
  return free;
}

JoinWatch::JoinWatch(bootstrap::JoinService& service, MembershipChanges& changes,
                     const topology::Topology& topology)
    : service_(service), changes_(changes) {
  service_.offer(free_places(topology));
  // Who has waited for an epoch that has ended otherwise waits for this one's end.
  for (const bootstrap::Peer& peer : service_.waiting()) wish(peer);
}

int JoinWatch::poll(sched::Pe&, TimeNs now_ns, bool) {
  if (now_ns < next_look_ns_) return 0;
  next_look_ns_ = now_ns + look_ns;
  const bootstrap::JoinService::News news = service_.progress(now_ns);
  for (const ProcessId rank : news.gone) changes_.withdraw(rank);
  if (come_) {
    look_for_awaited();
  } else {
    for (const bootstrap::Peer& peer : news.come) wish(peer);
  }
  const TimeNs wake_ns = service_.wake_ns(now_ns);
  deadline_ns_ = wake_ns == never_ns ? never_ns : std::max(wake_ns, next_look_ns_);
  return static_cast<int>(news.come.size() + news.gone.size());
}

void JoinWatch::await(std::set<ProcessId> places,
                      std::function<void(std::vector<bootstrap::Peer>)> come) {
  service_.offer(places);
  awaited_ = std::move(places);
  come_ = awaited_.empty() ? nullptr : std::move(come);
}

void JoinWatch::look_for_awaited() {
  std::vector<bootstrap::Peer> waiting = service_.waiting();
  if (waiting.size() < awaited_.size()) return;
  std::exchange(come_, nullptr)(std::move(waiting));
}

/// Who gets in hears of it by the service, as the next epoch is agreed on.
void JoinWatch::wish(const bootstrap::Peer& peer) {
  changes_.request({.leaving = {}, .joining = {peer}},
                   [this, rank = peer.rank](const Expected<void>& done) {
                     // Who is too late for this epoch waits for the end of the next one.
                     if (!done && done.error().code == ErrorCode::bad_input)
                       service_.refuse(rank, done.error().text());
                   });
}

}  // namespace isthmus::engine::runtime
