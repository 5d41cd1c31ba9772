#include "isthmus/fabric/filter/delay.hpp"

#include <algorithm>

#include "isthmus/message/payload.hpp"

namespace isthmus::engine::fabric {

namespace {

std::uint64_t purpose_of(SitePair pair) {
  return std::uint64_t{pair.source.value} << 32 | pair.destination.value;
}

}  // namespace

DelayOptions DelayOptions::from(const Settings& settings, std::uint64_t seed) {
  return {.latency_ns = settings.duration_ns("latency"),
          .jitter_ns = settings.duration_ns("jitter"),
          .bandwidth_bytes_per_s = settings.bandwidth_bytes_per_s("bandwidth"),
          .seed = seed,
          .spin_ns = settings.duration_ns("spin")};
}

DelayFilter::Link::Link(const LinkParameters& parameters, std::uint64_t seed, SitePair pair)
    : model(parameters, Random::for_purpose(seed, purpose_of(pair))) {}

DelayFilter::DelayFilter(std::unique_ptr<Device> below, const DelayOptions& options,
                         SitePairOf site_pair_of, trace::LinkCounters* counters, const Clock* clock)
    : Filter(std::move(below)),
      options_(options),
      site_pair_of_(std::move(site_pair_of)),
      counters_(counters),
      clock_(clock),
      latency_ns_(options.latency_ns) {}

SendStatus DelayFilter::try_send(Frame& frame, TimeNs now_ns) {
  // A frame that was refused is offered again, and has waited by then.
  if (options_.spin_ns > 0 && clock_ != nullptr && !has_spun_) {
    const TimeNs begin_ns = clock_->now_ns();
    while (now_ns < begin_ns + options_.spin_ns) now_ns = clock_->now_ns();
  }
  const SendStatus status = Filter::try_send(frame, now_ns);
  has_spun_ = status == SendStatus::busy;
  return status;
}

int DelayFilter::progress(TimeNs now_ns, int budget) {
  now_ns_ = now_ns;
  const int arrived = below().progress(now_ns, budget);
  const int released = release_due(now_ns, budget);
  if (!losses_.empty()) tell_losses();
  return arrived + released;
}

TimeNs DelayFilter::sooner_than_release(TimeNs below_ns) const {
  return heads_.empty() ? below_ns : std::min(below_ns, heads_.top().release_ns);
}

bool DelayFilter::holds_frames() const { return !heads_.empty() || below().holds_frames(); }

LinkState DelayFilter::link_state(ProcessId peer) {
  LinkState state = below().link_state(peer);
  const double own = options_.bandwidth_bytes_per_s;
  if (own > 0 && (state.bandwidth_bytes_per_s == 0 || own < state.bandwidth_bytes_per_s)) {
    state.bandwidth_bytes_per_s = own;
  }
  return state;
}

void DelayFilter::deliver(Frame frame) {
  const SitePair pair = site_pair_of_ ? site_pair_of_(*frame.message) : SitePair{};
  const LinkParameters present{.latency_ns = latency_ns(),
                               .bandwidth_bytes_per_s = options_.bandwidth_bytes_per_s,
                               .jitter_ns = options_.jitter_ns};
  Link& link = links_.try_emplace(pair, present, options_.seed, pair).first->second;
  link.model.set_parameters(present);
  const TimeNs release_ns = link.model.arrival_ns(now_ns_, wire_bytes(*frame.message));
  if (link.held.empty()) {
    if (release_ns <= now_ns_) return above().deliver(std::move(frame));
    heads_.push({release_ns, pair, &link});
  }
  link.held.push_back({std::move(frame), release_ns});
  if (counters_ != nullptr) counters_->frames_delayed.increment();
}

int DelayFilter::release_due(TimeNs now_ns, int budget) {
  int released = 0;
  while (released < budget && !heads_.empty() && heads_.top().release_ns <= now_ns) {
    const Head head = heads_.top();
    heads_.pop();
    Frame frame = std::move(head.link->held.front().frame);
    head.link->held.pop_front();
    if (!head.link->held.empty()) {
      heads_.push({head.link->held.front().release_ns, head.pair, head.link});
    }
    above().deliver(std::move(frame));
    ++released;
  }
  return released;
}

void DelayFilter::peer_lost(ProcessId peer, Error why) {
  losses_.push_back({peer, std::move(why)});
}

void DelayFilter::tell_losses() {
  for (auto loss = losses_.begin(); loss != losses_.end();) {
    if (holds_frames_of(loss->peer)) {
      ++loss;
      continue;
    }
    above().peer_lost(loss->peer, std::move(loss->why));
    loss = losses_.erase(loss);
  }
}

bool DelayFilter::holds_frames_of(ProcessId peer) const {
  return std::ranges::any_of(links_, [peer](const auto& entry) {
    return std::ranges::any_of(entry.second.held,
                               [peer](const Held& held) { return held.frame.peer == peer; });
  });
}

}  // namespace isthmus::engine::fabric
