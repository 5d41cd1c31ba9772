#include "isthmus/sim/links.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/base/prefetch_lines.hpp"
#include "isthmus/message/payload.hpp"

namespace isthmus::engine::sim {

namespace {

constexpr std::uint64_t purpose_jitter = 0x717e4;
constexpr std::uint64_t purpose_faults = 0xfa017;
/// What a stream waits at least before it sends again.
constexpr TimeNs retransmission_ns = 200'000'000;

}  // namespace

/// Makes the carriers of one process, and knows them.
class Links::Source final : public network::CarrierSource {
 public:
  Source(Links& links, ProcessId self) : links_(links), self_(self) {}

  /// All of them, `local` too: in virtual time nothing is nearer than the simulation.
  bool has(std::string_view) const override { return true; }
  bool is_private() const override { return true; }
  /// Of processes that are gone, the faults tell.
  bool closing_shows() const override { return false; }
  Expected<std::unique_ptr<fabric::Carrier>> make(const Request& request) override {
    const bool within_process = request.peers.empty();
    auto carrier = std::make_unique<SimCarrier>(links_, self_, request.link_class, within_process);
    carriers_.push_back(carrier.get());
    return std::unique_ptr<fabric::Carrier>(std::move(carrier));
  }

  void chain_changed(const topology::LinkClass& link_class,
                     const topology::LinkClass& to) override {
    links_.change_chain(link_class, to);
  }

  SimCarrier* find(const topology::LinkClass& link_class, bool within_process) const {
    for (SimCarrier* carrier : carriers_) {
      if (&carrier->link_class_ == &link_class && carrier->within_process_ == within_process) {
        return carrier;
      }
    }
    return nullptr;
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (SimCarrier* carrier : carriers_) visit(*carrier);
  }
  void forget(const SimCarrier& carrier) { std::erase(carriers_, &carrier); }

  /// Whether one more segment fits the look that is taken now, and this carrier's is the oldest. A
  /// look is all that happens at one time.
  bool may_take(const SimCarrier& carrier, TimeNs now_ns, int segments_max) {
    if (look_ns_ != now_ns) taken_ = 0;
    look_ns_ = now_ns;
    if (taken_ >= segments_max) return false;
    for (const SimCarrier* other : carriers_) {
      if (other->within_process_ || !other->has_arrival(now_ns)) continue;
      if (other->earliest_ns_ < carrier.earliest_ns_) return false;
    }
    ++taken_;
    return true;
  }
  /// The PE has to look again as soon as it can. False if it knows.
  bool look_again(PeId pe, TimeNs now_ns) {
    return std::exchange(looks_again_ns_[pe], now_ns + 1) != now_ns + 1;
  }

 private:
  Links& links_;
  const ProcessId self_;
  std::vector<SimCarrier*> carriers_;
  TimeNs look_ns_ = never_ns;
  int taken_ = 0;                               // at that time
  std::map<PeId, TimeNs> looks_again_ns_ = {};  // what is asked for already
};

std::size_t Links::LinkKeyHash::operator()(const LinkKey& key) const {
  return Random::mix(key.ends ^ Random::mix(reinterpret_cast<std::uintptr_t>(key.link_class)));
}

Links::Links(const topology::Topology& topology, const Costs& costs, std::uint64_t seed, Wake wake,
             Expect expect)
    : topology_(topology),
      costs_(costs),
      seed_(seed),
      wake_(std::move(wake)),
      expect_(std::move(expect)),
      crashed_(static_cast<std::size_t>(topology.process_count())) {
  for (int rank = 0; rank < topology.process_count(); ++rank) {
    sources_.push_back(std::make_unique<Source>(*this, ProcessId(rank)));
  }
}

Links::~Links() = default;

network::CarrierSource& Links::carriers_of(ProcessId process) { return *sources_[process.value]; }

Links::Condition& Links::condition(SiteId a, SiteId b) {
  return conditions_[{std::min(a, b), std::max(a, b)}];
}

void Links::Condition::add(const Fault& fault) {
  extra_latency_ns += fault.extra_ns;
  if (fault.bytes_per_s > 0) {
    bandwidth_bytes_per_s = bandwidth_bytes_per_s > 0
                                ? std::min(bandwidth_bytes_per_s, fault.bytes_per_s)
                                : fault.bytes_per_s;
  }
  const auto raise = [&](double& rate) { rate = std::max(rate, fault.rate); };
  if (fault.kind == Fault::Kind::lose) raise(lose);
  if (fault.kind == Fault::Kind::duplicate) raise(duplicate);
  if (fault.kind == Fault::Kind::reorder) raise(reorder);
  if (fault.kind == Fault::Kind::corrupt) raise(corrupt);
}

TimeNs Links::queued_ns() const {
  TimeNs sum_ns = 0;
  for (const auto& [key, link] : links_) sum_ns += link.model.queued_ns();
  for (const auto& [name, medium] : media_) sum_ns += medium.queued_ns();
  return sum_ns;
}

fabric::LinkParameters Links::parameters_of(Reach reach,
                                            const topology::LinkClass& link_class) const {
  const auto changed = changed_.find(&link_class);
  const topology::LinkClass& filters = changed == changed_.end() ? link_class : changed->second;
  return costs_.link(reach, link_class.name, filters.name);
}

/// The first process to have changed decides for all: a link has one length.
void Links::change_chain(const topology::LinkClass& link_class, const topology::LinkClass& to) {
  changed_[&link_class] = to;
  for (auto& [key, link] : links_) {
    if (key.link_class != &link_class) continue;
    link.model.set_parameters(parameters_of(link.reach, link_class));
  }
}

Links::Link& Links::link_between(const topology::LinkClass& link_class, ProcessId from,
                                 ProcessId to) {
  const topology::LinkKind kind = topology_.link_kind(from, to);
  std::uint64_t ends = from.value;
  if (kind == topology::LinkKind::between_sites) {
    ends = std::uint64_t{topology_.site_of(from).value} << 32 | topology_.site_of(to).value;
  }
  const LinkKey key{ends, &link_class};
  const auto found = links_.find(key);
  if (found != links_.end()) return found->second;
  const Reach reach = reach_of(kind);
  const std::uint64_t purpose = Random::mix(ends << 3 | static_cast<std::uint64_t>(kind));
  Link link{reach,
            fabric::LinkModel(parameters_of(reach, link_class),
                              Random::for_purpose(seed_, purpose_jitter ^ purpose)),
            Random::for_purpose(seed_, purpose_faults ^ purpose)};
  return links_.emplace(key, std::move(link)).first->second;
}

/// What carries between processes as yet is a stream, which promises delivery: a frame that is lost
/// or damaged on the way is sent again after a time-out, one that comes too early waits, and all
/// behind it wait too.
TimeNs Links::faulty_arrival_ns(Link& link, const Condition& condition, TimeNs sent_ns,
                                std::size_t bytes) {
  const fabric::LinkParameters usual = link.model.parameters();
  fabric::LinkParameters present = usual;
  present.latency_ns += condition.extra_latency_ns;
  if (condition.bandwidth_bytes_per_s > 0) {
    present.bandwidth_bytes_per_s = condition.bandwidth_bytes_per_s;
  }
  TimeNs begin_ns = std::max(sent_ns, condition.cut_until_ns);
  const double again = condition.lose + condition.corrupt;
  const TimeNs timeout_ns = std::max(retransmission_ns, 2 * present.latency_ns);
  while (again > 0 && link.faults.uniform() < again) begin_ns += timeout_ns;
  if (condition.reorder > 0 && link.faults.uniform() < condition.reorder) {
    begin_ns += static_cast<TimeNs>(
        link.faults.uniform() * static_cast<double>(std::max(present.latency_ns, TimeNs{1000})));
  }
  link.model.set_parameters(present);
  if (condition.duplicate > 0 && link.faults.uniform() < condition.duplicate) {
    link.model.arrival_ns(begin_ns, bytes);
  }
  const TimeNs arrival_ns = link.model.arrival_ns(begin_ns, bytes);
  link.model.set_parameters(usual);
  return arrival_ns;
}

/// The carrier by which a process hears from another one: its chain is of the class of the way from
/// there (network::plan_links).
SimCarrier* Links::carrier_for(ProcessId from, ProcessId to) const {
  return sources_[to.value]->find(
      topology_.link_class(topology_.pes_of(from).first, topology_.pes_of(to).first), false);
}

bool Links::may_take(const SimCarrier& carrier, TimeNs now_ns) {
  const int segments_max = costs_.segments_per_look;
  return segments_max == 0 || carrier.within_process_ ||
         sources_[carrier.self_.value]->may_take(carrier, now_ns, segments_max);
}

void Links::look_again(SimCarrier& carrier, TimeNs now_ns) {
  const fabric::Frame& next = carrier.earliest().frame;
  const topology::PeRange pes = topology_.pes_of(carrier.self_);
  const bool is_for_one = next.message != nullptr && pes.contains(next.message->destination);
  const PeId pe = is_for_one ? next.message->destination : pes.first;
  if (sources_[carrier.self_.value]->look_again(pe, now_ns)) wake_(pe, now_ns + 1);
}

SimCarrier::PeerLink& SimCarrier::way_to(ProcessId peer) {
  PeerLink& way = ways_[peer];
  if (way.receiver != nullptr) return way;
  way.receiver = within_process_ ? this : links_.carrier_for(self_, peer);
  if (way.receiver != nullptr) {
    way.link = &links_.link_between(way.receiver->link_class_, self_, peer);
    const Costs& costs = links_.costs_;
    const Reach reach = reach_of(links_.topology_.link_kind(self_, peer));
    // Where looks have no limit, segments make no difference.
    if (costs.segments_per_look > 0) {
      way.segment_bytes = static_cast<std::size_t>(costs.way(reach).segment_bytes);
    }
    const MediumUse& use = costs.way(reach).medium;
    if (!use.name.empty() && !within_process_) {
      way.medium = &links_.media_[use.name];
      way.medium_bytes_per_s = use.bytes_per_s;
    }
    const auto window_bytes = static_cast<std::size_t>(costs.way(reach).window_bytes);
    if (window_bytes > 0 && !within_process_) way.window = std::make_unique<Window>(window_bytes);
    if (costs.way(reach).starts_slowly && !within_process_) {
      way.slow_start = std::make_unique<SlowStart>();
    }
  }
  return way;
}

/// Of a message that is there at `arrival_ns` as far as the line is concerned, but has to wait for
/// the connection's window. Meanwhile the line is there for others.
TimeNs SimCarrier::slow_arrival_ns(PeerLink& way, TimeNs arrival_ns, TimeNs sent_ns,
                                   std::size_t bytes) {
  const fabric::LinkParameters& parameters = way.link->model.parameters();
  const SlowStart::Line line{.round_trip_ns = 2 * parameters.latency_ns,
                             .bandwidth_bytes_per_s = parameters.bandwidth_bytes_per_s};
  const SlowStart::Tail tail = way.slow_start->send(sent_ns, bytes, line);
  fabric::LinkParameters alone = parameters;
  alone.jitter_ns = 0;
  const TimeNs last_ns = fabric::LinkModel(alone, Random(0)).arrival_ns(tail.leaves_ns, tail.bytes);
  // Messages of one connection never overtake each other.
  way.last_arrival_ns = std::max({way.last_arrival_ns, arrival_ns, last_ns});
  return way.last_arrival_ns;
}

/// Of room nobody else tells: whichever PE has time offers again what waits.
void SimCarrier::wake_for_room(PeerLink& way) {
  const TimeNs room_ns = way.window->room_ns();
  if (std::exchange(way.room_ns, room_ns) == room_ns) return;
  const topology::PeRange pes = links_.topology_.pes_of(self_);
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(pes.count); ++i) {
    links_.wake_(PeId(pes.first.value + i), room_ns);
  }
}

fabric::SendStatus Links::transmit(SimCarrier& from, fabric::Frame& frame, TimeNs now_ns) {
  SimCarrier::PeerLink& way = from.way_to(frame.peer);
  SimCarrier* const receiver = way.receiver;
  if (receiver == nullptr) return fabric::SendStatus::unreachable;
  if (receiver->is_closed_ || crashed_[frame.peer.value] ||
      (!apart_.empty() && crosses_apart(from.self_, frame.peer))) {
    // The sender does not know yet: of a crash it hears from here, of the job's end from others.
    frame.message.reset();
    return fabric::SendStatus::sent;
  }
  if (way.window && !from.is_closing_ && !way.window->has_room(now_ns)) {
    from.wake_for_room(way);
    return fabric::SendStatus::busy;
  }
  const Message& message = *frame.message;
  const std::size_t bytes = wire_bytes(message);
  const auto condition = conditions_.empty() || from.within_process_
                             ? conditions_.end()
                             : conditions_.find(std::minmax(topology_.site_of(from.self_),
                                                            topology_.site_of(frame.peer)));
  const TimeNs enters_ns =
      way.medium == nullptr ? now_ns : way.medium->begin_ns(now_ns, bytes, way.medium_bytes_per_s);
  TimeNs arrival_ns = condition == conditions_.end()
                          ? way.link->model.arrival_ns(enters_ns, bytes)
                          : faulty_arrival_ns(*way.link, condition->second, enters_ns, bytes);
  if (way.slow_start) arrival_ns = SimCarrier::slow_arrival_ns(way, arrival_ns, enters_ns, bytes);
  if (way.window) way.window->keep(bytes, arrival_ns + way.link->model.parameters().latency_ns);
  // A gateway takes what is for others.
  const bool is_for_it = topology_.pes_of(frame.peer).contains(message.destination);
  const PeId to = is_for_it ? message.destination : topology_.pes_of(frame.peer).first;
  const std::size_t segments = way.segment_bytes == 0 ? 1 : (bytes - 1) / way.segment_bytes + 1;
  ++frames_sent_;
  receiver->add(arrival_ns, {std::move(frame.message), from.self_}, segments);
  wake_(to, arrival_ns);
  return fabric::SendStatus::sent;
}

void Links::tell_loss(ProcessId who, ProcessId of, TimeNs now_ns, const std::string& why) {
  if (!topology_.are_neighbours(who, of)) return;
  SimCarrier* const carrier = carrier_for(of, who);
  if (carrier == nullptr || crashed_[who.value]) return;
  Link& link = link_between(carrier->link_class_, of, who);
  // Behind what is under way.
  TimeNs arrival_ns = link.model.arrival_ns(now_ns, 0);
  if (const SimCarrier* const sender = carrier_for(who, of)) {
    const auto way = sender->ways_.find(who);
    if (way != sender->ways_.end()) {
      arrival_ns = std::max(arrival_ns, way->second.last_arrival_ns);
    }
  }
  carrier->why_lost_[of] = why;
  carrier->add(arrival_ns, {nullptr, of});
  wake_(topology_.pes_of(who).first, arrival_ns);
}

void Links::crash(ProcessId process, TimeNs now_ns) {
  if (crashed_[process.value]) return;
  crashed_[process.value] = true;
  for (int rank = 0; rank < topology_.process_count(); ++rank) {
    if (ProcessId(rank) != process) {
      tell_loss(ProcessId(rank), process, now_ns, "the peer ended the connection");
    }
  }
}

void Links::set_apart(SiteId site, bool apart) {
  if (apart) {
    apart_.insert(site);
  } else {
    apart_.erase(site);
  }
}

bool Links::crosses_apart(ProcessId a, ProcessId b) const {
  const SiteId site_a = topology_.site_of(a);
  const SiteId site_b = topology_.site_of(b);
  return site_a != site_b && (apart_.contains(site_a) || apart_.contains(site_b));
}

void Links::forget(ProcessId process) {
  for (const auto& source : sources_) {
    source->for_each([&](SimCarrier& carrier) { carrier.forget(process); });
  }
}

void Links::lose_each_other(SiteId a, SiteId b, TimeNs now_ns) {
  for (const ProcessId from : topology_.processes_of(a)) {
    for (const ProcessId to : topology_.processes_of(b)) {
      tell_loss(to, from, now_ns, "the connection timed out");
      tell_loss(from, to, now_ns, "the connection timed out");
    }
  }
}

SimCarrier::~SimCarrier() { links_.sources_[self_.value]->forget(*this); }

void SimCarrier::forget(ProcessId process) {
  ways_.erase(process);
  for (Arrival& arrival : arrivals_) {
    if (arrival.frame.message == nullptr || (arrival.frame.peer != process && self_ != process)) {
      continue;
    }
    arrival.frame.message.reset();
    arrival.is_dropped = true;
    --links_.frames_alive_;
  }
}

fabric::SendStatus SimCarrier::try_send(fabric::Frame& frame, TimeNs now_ns) {
  return is_closed_ ? fabric::SendStatus::unreachable : links_.transmit(*this, frame, now_ns);
}

fabric::LinkState SimCarrier::link_state(ProcessId peer) {
  const PeerLink& way = way_to(peer);
  if (way.link == nullptr) return {};
  return {way.link->model.parameters().bandwidth_bytes_per_s, 0};
}

void SimCarrier::add(TimeNs arrival_ns, fabric::Frame frame, std::size_t segments) {
  ++links_.frames_alive_;
  auto place = static_cast<std::uint32_t>(arrivals_.size());
  if (free_places_.empty()) {
    arrivals_.push_back({std::move(frame), segments});
  } else {
    place = free_places_.back();
    free_places_.pop_back();
    arrivals_[place] = {std::move(frame), segments};
  }
  arriving_.add(arrival_ns, 0, place);
  earliest_ns_ = std::min(earliest_ns_, arrival_ns);
}

SimCarrier::Arrival SimCarrier::take() {
  const std::uint32_t place = arriving_.take().target;
  earliest_ns_ = arriving_.is_empty() ? never_ns : arriving_.front().time_ns;
  if (!arrivals_[place].is_dropped) --links_.frames_alive_;
  free_places_.push_back(place);
  return std::move(arrivals_[place]);
}

void SimCarrier::comes_soon(const Event& event) {
  constexpr std::size_t usual_bytes = sizeof(Message) + 2 * cache_line_bytes;
  prefetch_lines(arrivals_[event.target].frame.message.get(), usual_bytes);
}

void SimCarrier::comes_next(const Event& event) {
  const Message* const message = arrivals_[event.target].frame.message.get();
  if (message != nullptr) links_.expect_(message->destination);
}

int SimCarrier::progress(TimeNs now_ns, int budget) {
  int taken = 0;
  while (taken < budget && has_arrival(now_ns)) {
    if (!links_.may_take(*this, now_ns)) {
      links_.look_again(*this, now_ns);
      // What is left is due at the next look: as if the budget had ended here.
      return taken > 0 ? budget : 0;
    }
    ++taken;
    if (--arrivals_[arriving_.front().target].segments_left > 0) continue;
    Arrival arrival = take();
    if (arrival.is_dropped) continue;
    if (arrival.frame.message == nullptr) {
      above_->peer_lost(arrival.frame.peer,
                        {ErrorCode::unreachable, why_lost_[arrival.frame.peer], {}, {}});
    } else {
      above_->deliver(std::move(arrival.frame));
    }
  }
  return taken;
}

TimeNs SimCarrier::deadline_ns() const { return within_process_ ? earliest_ns_ : never_ns; }

}  // namespace isthmus::engine::sim
