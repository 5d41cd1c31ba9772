#include "isthmus/network/router.hpp"

#include <algorithm>
#include <set>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/carrier/local.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::network {

namespace {

constexpr std::uint32_t payload_bytes_max = std::uint32_t{1} << 30;
/// What filters add to a payload at most.
constexpr std::uint32_t filter_bytes_max = payload_bytes_max / 64;
constexpr TimeNs close_patience_ns = 3'000'000'000;

/// "'stripe', 'shm', 'tcp'".
std::string text_of(std::span<const topology::DeviceSpec> devices) {
  std::string text;
  for (const topology::DeviceSpec& device : devices) {
    text += (text.empty() ? "'" : ", '") + device.name + "'";
  }
  return text;
}

}  // namespace

Router::Router(Parts parts)
    : parts_(std::move(parts)),
      is_gateway_(parts_.topology.grid().gateways &&
                  parts_.self == parts_.topology.gateway_of(parts_.topology.site_of(parts_.self))) {
}

void Router::add_pe(sched::Pe& pe, Port& port) {
  pes_.push_back(&pe);
  ports_.push_back(&port);
}

sched::Pe* Router::local_pe(PeId pe) const {
  const topology::PeRange here = parts_.topology.pes_of(parts_.self);
  return here.contains(pe) ? pes_[pe.value - here.first.value] : nullptr;
}

Router::Port& Router::port_of(const sched::Pe& pe) const {
  return *ports_[pe.id().value - parts_.topology.pes_of(parts_.self).first.value];
}

// --- making the chains -------------------------------------------------------------------------

Router::Link& Router::link_for(const topology::LinkClass& link_class, bool within_process) {
  for (const auto& link : links_) {
    if (link->link_class == &link_class && link->within_process == within_process) return *link;
  }
  links_.push_back(std::make_unique<Link>(*this));
  Link& link = *links_.back();
  link.name = link_class.name;
  link.link_class = &link_class;
  link.within_process = within_process;
  link.number = links_.size() - 1;
  return link;
}

/// Of two PEs of this process.
bool Router::passes_chain(PeId from, PeId to) const {
  return parts_.topology.site_of(from) != parts_.topology.site_of(to) ||
         parts_.carriers.has(fabric::local_info.name);
}

Expected<void> Router::connect() {
  const topology::Topology& topology = parts_.topology;
  std::set<std::pair<const topology::LinkClass*, const topology::LinkClass*>> checked_classes;
  for (const ProcessId peer : topology.neighbours_of(parts_.self)) {
    // A chain's filters act on what comes in, so the way from the peer to here decides.
    const topology::LinkClass& link_class =
        topology.link_class(topology.pes_of(peer).first, topology.pes_of(parts_.self).first);
    const topology::LinkClass& outbound =
        topology.link_class(topology.pes_of(parts_.self).first, topology.pes_of(peer).first);
    if (checked_classes.emplace(&link_class, &outbound).second) {
      if (auto checked = fabric::check_both_ways(link_class, outbound); !checked) return checked;
    }
    Link& link = link_for(link_class, false);
    link.peers.push_back(peer);
    link.leaves_site = topology.site_of(peer) != topology.site_of(parts_.self);
  }
  const topology::PeRange here = topology.pes_of(parts_.self);
  // What joins two PEs of one process depends on their sites alone; the first of each site stands
  // for all.
  std::vector<PeId> firsts;
  for (const PeId pe : here) {
    if (firsts.empty() || topology.site_of(firsts.back()) != topology.site_of(pe)) {
      firsts.push_back(pe);
    }
  }
  for (const PeId from : firsts) {
    for (const PeId to : firsts) {
      if (passes_chain(from, to)) link_for(topology.link_class(from, to), true);
    }
  }
  for (const auto& link : links_) {
    if (auto built = build(*link); !built) return built;
  }
  routes_.resize(static_cast<std::size_t>(topology.site_count()));
  for (const PeId from : here) {
    auto& routes = routes_[topology.site_of(from).value];
    if (routes.empty()) routes = routes_from(from);
    ports_[from.value - here.first.value]->routes_ = &routes;
  }
  return {};
}

std::vector<Router::Route> Router::routes_from(PeId from) {
  const topology::Topology& topology = parts_.topology;
  const topology::PeRange here = topology.pes_of(parts_.self);
  std::vector<Route> routes;
  routes.reserve(static_cast<std::size_t>(topology.pe_count()));
  for (int pe = 0; pe < topology.pe_count(); ++pe) {
    const PeId to(pe);
    Route route;
    route.process = topology.next_hop(parts_.self, topology.process_of(to));
    route.leaves_site = topology.site_of(from) != topology.site_of(to);
    if (!here.contains(to)) {
      route.chain =
          link_for(topology.link_class(topology.pes_of(route.process).first, here.first), false)
              .chain.get();
    } else if (passes_chain(from, to)) {
      route.chain = link_for(topology.link_class(from, to), true).chain.get();
    } else {
      route.mailbox = &local_pe(to)->mailbox();
    }
    routes.push_back(route);
  }
  return routes;
}

fabric::Parts Router::parts_of(Link& link) const {
  fabric::Parts parts;
  parts.self = parts_.self;
  parts.within_process = link.within_process;
  parts.seed = Random::mix(parts_.seed ^ (std::uint64_t{parts_.self.value} << 32) ^ link.number);
  parts.site_pair_of = fabric::site_pairs_of(parts_.topology);
  parts.first_pe = parts_.topology.pes_of(parts_.self).first;
  parts.is_private = parts_.carriers.is_private();
  parts.secret = parts_.secret;
  parts.counters = &link.counters;
  parts.clock = &parts_.clock;
  parts.log = &parts_.log;
  parts.payloads = &parts_.payloads;
  parts.limits = {payload_bytes_max, static_cast<std::uint32_t>(parts_.topology.pe_count()),
                  static_cast<std::uint32_t>(pes_.front()->handler_count()), parts_.epoch};
  return parts;
}

Expected<void> Router::build(Link& link) {
  fabric::Parts parts = parts_of(link);
  for (const fabric::DeviceInfo& info : fabric::known_devices()) {
    if (info.role != fabric::DeviceRole::carrier || !parts_.carriers.has(info.name)) continue;
    parts.carriers.emplace(
        info.name,
        [&](const fabric::Settings& settings) -> Expected<std::unique_ptr<fabric::Device>> {
          auto carrier = parts_.carriers.make(
              {info.name,
               *link.link_class,
               parts_.self,
               link.peers,
               {parts.limits.payload_bytes_max + filter_bytes_max, parts.limits.pe_count,
                parts.limits.handler_count, parts.limits.epoch},
               settings,
               link.counters,
               [this, &link](const fabric::LinkFault& fault) { tell(link, fault); }});
          if (!carrier) return forward_error(carrier);
          if ((*carrier)->descriptor() >= 0) descriptors_.push_back((*carrier)->descriptor());
          carriers_.push_back(carrier->get());
          link.carrier = carrier->get();
          return std::unique_ptr<fabric::Device>(std::move(*carrier));
        });
  }
  auto top = fabric::build_chain(*link.link_class, parts);
  if (!top) return forward_error(top);
  // Within the process nothing would be won: what waits here is in the same memory.
  fabric::Chain::Options options{
      .limits = parts.limits,
      .backlog_bytes_max = link.within_process ? SIZE_MAX : parts_.flow_limits.backlog_bytes,
      .overfull_changed = [this, &link](bool is_overfull) { overfull_changed(link, is_overfull); },
      .landing_places = &parts_.landing_places};
  link.chain = std::make_unique<fabric::Chain>(std::move(*top), parts_.self, link, link.counters,
                                               std::move(options));
  if (link.chain->tells_arrivals()) telling_links_.push_back(&link);
  return {};
}

// --- changing them -----------------------------------------------------------------------------

Expected<void> Router::check_change(const Link& link, const topology::LinkClass& to) const {
  const topology::Topology& topology = parts_.topology;
  const std::string classes = "link class '" + link.name + "' to '" + to.name + "'";
  const auto carriers = fabric::carrier_end(*link.link_class);
  if (!link.within_process && !std::ranges::equal(fabric::carrier_end(to), carriers)) {
    return fail(ErrorCode::bad_input,
                "cannot change " + classes + ": a running job keeps its carriers",
                to.chain.back().where(), text_of(carriers) + " with the same settings");
  }
  for (const ProcessId peer : link.peers) {
    const PeId there = topology.pes_of(peer).first;
    const topology::LinkClass& outbound =
        topology.link_class(topology.pes_of(parts_.self).first, there);
    if (&outbound != link.link_class) {
      return fail(ErrorCode::bad_input,
                  "cannot change " + classes + ": it joins processes that '" + outbound.name +
                      "' joins the other way",
                  {}, "a class for both ways");
    }
    const bool meets_at_relay =
        !topology.relay_of(peer).host.empty() || !topology.relay_of(parts_.self).host.empty();
    if (meets_at_relay && topology.site_of(peer) != topology.site_of(parts_.self) &&
        to.find("crypt") == nullptr) {
      return fail(ErrorCode::bad_input,
                  "cannot change " + classes + ": sites that it joins meet at a relay", {},
                  "a chain with crypt in it");
    }
  }
  return {};
}

fabric::ChangePlan Router::change_plan(std::uint64_t number, Link& link,
                                       const topology::LinkClass& to) {
  fabric::ChangePlan plan;
  plan.number = number;
  plan.stack = [this, &link, &to](std::unique_ptr<fabric::Device> bottom) {
    return fabric::build_filters(to, std::move(bottom), parts_of(link));
  };
  plan.first_pe = parts_.topology.pes_of(parts_.self).first;
  for (const ProcessId peer : link.peers) {
    plan.peers.push_back({peer, parts_.topology.pes_of(peer).first});
  }
  plan.done = [this] { chain_changed(); };
  return plan;
}

Expected<void> Router::prepare_change(std::uint64_t number, const topology::LinkClass& link_class,
                                      const topology::LinkClass& to) {
  changing_to_ = &to;
  const auto is_concerned = [&](const auto& link) { return link->link_class == &link_class; };
  unchanged_.store(static_cast<int>(std::ranges::count_if(links_, is_concerned)) + 1,
                   std::memory_order_relaxed);
  for (const auto& link : links_) {
    if (!is_concerned(link)) continue;
    Expected<void> prepared = check_change(*link, to);
    if (prepared) prepared = link->chain->prepare_change(change_plan(number, *link, to));
    if (!prepared) {
      if (auto cancelled = cancel_change(); !cancelled) return cancelled;
      return prepared;
    }
    changing_.push_back(link.get());
  }
  return {};
}

void Router::begin_change(std::function<void()> done) {
  changed_ = std::move(done);
  for (Link* link : changing_) link->chain->begin_change();
  nudge_all();
  chain_changed();
}

/// Any thread; the last one may have been told by the peers, before begin_change.
void Router::chain_changed() {
  if (unchanged_.fetch_sub(1, std::memory_order_acq_rel) > 1) return;
  for (const Link* link : changing_) {
    parts_.carriers.chain_changed(*link->link_class, *changing_to_);
  }
  changing_.clear();
  const std::function<void()> changed = std::move(changed_);
  changed();
}

Expected<void> Router::cancel_change() {
  Expected<void> cancelled;
  for (Link* link : std::exchange(changing_, {})) {
    if (auto one = link->chain->cancel_change(); !one) cancelled = std::move(one);
  }
  return cancelled;
}

// --- messages ----------------------------------------------------------------------------------

void Router::send_through(const Route& route, MessagePtr message, sched::Pe& from,
                          Aggregator& aggregator) {
  from.counters().messages_sent_through_chains.increment();
  if (route.leaves_site && from.border_watch() != nullptr) from.border_watch()->crosses(*message);
  if (!aggregator.is_off() && route.process != parts_.self) {
    aggregator.offer(message, route.process, *route.chain, from);
    if (message == nullptr) return;
  }
  const PeId to = message->destination;
  const TimeNs now_ns = route.chain->minds_time() ? parts_.clock.now_ns() : from.now_ns();
  const bool sooner = route.chain->send({std::move(message), route.process}, now_ns, from.pool());
  if (sooner && route.process == parts_.self) local_pe(to)->mailbox().nudge();
  if (is_stopped()) [[unlikely]]
    from.look_at_outlet();
}

int Router::poll(sched::Pe& pe, TimeNs now_ns, bool idle) {
  Port& port = port_of(pe);
  int events = port.aggregator_.progress(pe, now_ns, idle);
  note_queue(pe, port);
  const bool takes_all = takes();
  if (!takes_all) note_mailboxes();
  for (const auto& link : links_) {
    const bool takes_from_it = link->within_process || (takes_all && !is_blocked(*link));
    const int budget = takes_from_it ? fabric::Chain::default_budget : fabric::Chain::sends_only;
    events += link->chain->poll(now_ns, idle, pe.pool(), budget);
  }
  return events + forward(pe);
}

void Router::poll_arrivals(sched::Pe& pe) {
  if (!takes()) return;
  for (const Link* link : telling_links_) {
    fabric::Chain& chain = *link->chain;
    if (!chain.has_arrivals() || is_blocked(*link)) continue;
    const TimeNs now_ns = chain.minds_time() ? parts_.clock.now_ns() : pe.now_ns();
    chain.poll(now_ns, true, pe.pool());
  }
  forward(pe);
}

TimeNs Router::deadline_ns() const {
  if (has_to_forward_.load(std::memory_order_relaxed)) return 0;
  TimeNs deadline = never_ns;
  // While nothing is taken, what has come is due to nobody; the PE that is full looks after sends.
  const bool takes_all = takes();
  for (const auto& link : links_) {
    if (!takes_all && !link->within_process) continue;
    deadline = std::min(deadline, link->chain->deadline_ns());
  }
  return deadline;
}

bool Router::fall_asleep() {
  std::size_t asleep = 0;
  while (asleep < telling_links_.size() && telling_links_[asleep]->chain->fall_asleep()) ++asleep;
  if (asleep == telling_links_.size()) return true;
  while (asleep > 0) telling_links_[--asleep]->chain->wake_up();
  return false;
}

void Router::wake_up() {
  for (const Link* link : telling_links_) link->chain->wake_up();
}

void Router::deliver(fabric::Frame&& frame, Pool& pool) {
  Message& message = *frame.message;
  if ((message.flags & flag_on_wire) != 0) {
    const PayloadOps* ops = parts_.payloads.find(message.ops_id);
    if (ops == nullptr && message.form != PayloadForm::none) [[unlikely]] {
      return refuse(frame, "a message of a kind that this program does not know");
    }
    message.ops = ops;
    message.flags &= static_cast<std::uint16_t>(~flag_on_wire);
  }
  sched::Pe* pe = local_pe(message.destination);
  if (pe == nullptr) [[unlikely]]
    return deliver_elsewhere(std::move(frame));
  pe->arrive(std::move(frame.message), pool);
  if (pe->arrived_bytes() > parts_.flow_limits.queue_bytes) [[unlikely]] {
    is_mailbox_full_.store(true, std::memory_order_relaxed);
  }
}

/// By itself, so that the way of sound ones needs no room for its texts.
[[gnu::noinline]] void Router::refuse(const fabric::Frame& frame, const char* what) {
  parts_.malformed({ErrorCode::malformed, what, "process " + std::to_string(frame.peer.value), {}});
}

// --- gateways ----------------------------------------------------------------------------------

/// Under the chain's lock: another chain takes it when that is free.
void Router::deliver_elsewhere(fabric::Frame frame) {
  const topology::Topology& topology = parts_.topology;
  const SiteId here = topology.site_of(parts_.self);
  const bool comes_from_here = topology.site_of(frame.peer) == here;
  const bool goes_here = topology.site_of(frame.message->destination) == here;
  if (!is_gateway_ || comes_from_here == goes_here) {
    return refuse(frame, "a message for a PE of another process");
  }
  const std::lock_guard lock(forward_mutex_);
  to_forward_.push_back(std::move(frame.message));
  has_to_forward_.store(true, std::memory_order_relaxed);
}

/// Sends on what has come for others; nothing where another PE is at it.
int Router::forward(sched::Pe& pe) {
  if (!has_to_forward_.load(std::memory_order_relaxed)) return 0;
  const std::unique_lock forwarding(forwarding_mutex_, std::try_to_lock);
  if (!forwarding.owns_lock()) return 0;
  std::deque<MessagePtr> messages;
  {
    const std::lock_guard lock(forward_mutex_);
    messages.swap(to_forward_);
    has_to_forward_.store(false, std::memory_order_relaxed);
  }
  const topology::Topology& topology = parts_.topology;
  Aggregator& aggregator = port_of(pe).aggregator_;
  for (MessagePtr& message : messages) {
    const ProcessId to = topology.next_hop(parts_.self, topology.process_of(message->destination));
    fabric::Chain& chain = *link_for(topology.link_class(topology.pes_of(to).first,
                                                         topology.pes_of(parts_.self).first),
                                     false)
                                .chain;
    // Small ones go together, also of different processes.
    if (!aggregator.is_off()) {
      aggregator.offer(message, to, chain, pe);
      if (message == nullptr) continue;
    }
    const TimeNs now_ns = chain.minds_time() ? parts_.clock.now_ns() : pe.now_ns();
    chain.send({std::move(message), to}, now_ns, pe.pool());
  }
  // The next ones may be another PE's to send on.
  aggregator.flush(pe);
  return static_cast<int>(messages.size());
}

void Router::tell(const Link& link, const fabric::LinkFault& fault) {
  Alert alert{.process = parts_.self.value,
              .peer = fault.peer.value,
              .link_class = link.name,
              .connections_left = fault.connections_left,
              .duration_ns = fault.duration_ns,
              .frames_resent = fault.frames_resent,
              .text = fault.carrier.empty() ? "connection " + std::to_string(fault.slot)
                                            : "carrier '" + fault.carrier + "'"};
  switch (fault.kind) {
    case fabric::LinkFault::Kind::cut:
      alert.kind = Alert::Kind::connection_cut;
      alert.text += " is cut, " + std::to_string(fault.connections_left) + " left: " + fault.why;
      break;
    case fabric::LinkFault::Kind::stalled:
      alert.kind = Alert::Kind::connection_stalled;
      alert.text += " holds, but nothing sent on it has been taken";
      break;
    case fabric::LinkFault::Kind::resumed:
      alert.kind = Alert::Kind::connection_back;
      alert.text += " is back";
      break;
  }
  parts_.alert(std::move(alert));
}

// --- flow control ------------------------------------------------------------------------------

bool Router::has_room(const Route& route, PeId destination) const {
  if (route.process != parts_.self) return route.chain->has_room(route.process);
  const std::uint32_t at = destination.value - parts_.topology.pes_of(parts_.self).first.value;
  return !ports_[at]->is_full_.load(std::memory_order_relaxed);
}

/// On the PE's thread.
void Router::note_queue(sched::Pe& pe, Port& port) {
  const bool was_full = port.is_full_.load(std::memory_order_relaxed);
  const std::size_t limit = parts_.flow_limits.queue_bytes;
  const bool is_full = pe.queued_bytes() > (was_full ? limit / 2 : limit);
  if (is_full == was_full) [[likely]]
    return;
  port.is_full_.store(is_full, std::memory_order_relaxed);
  full_pes_.fetch_add(is_full ? 1 : -1, std::memory_order_relaxed);
  if (is_full) {
    pe.counters().times_full.increment();
  } else {
    nudge_all();
  }
}

/// After some mailbox was found full; who drained it does not know of limits.
void Router::note_mailboxes() {
  if (!is_mailbox_full_.load(std::memory_order_relaxed)) return;
  const auto is_full = [&](const sched::Pe* pe) {
    return pe->arrived_bytes() > parts_.flow_limits.queue_bytes / 2;
  };
  if (std::ranges::any_of(pes_, is_full)) return;
  is_mailbox_full_.store(false, std::memory_order_relaxed);
  nudge_all();
}

/// Under the chain's lock.
void Router::overfull_changed(Link& link, bool is_overfull) {
  if (is_overfull && !std::exchange(link.has_complained, true)) {
    parts_.alert(
        {.kind = Alert::Kind::waits_for_room,
         .process = parts_.self.value,
         .peer = parts_.self.value,
         .link_class = link.name,
         .text =
             "process " + std::to_string(parts_.self.value) + " has more than " +
             topology::format_size(static_cast<std::int64_t>(parts_.flow_limits.backlog_bytes)) +
             " for others that find no room by '" + link.name +
             "': from now on it waits for room whenever that is so (--tune backlog-limit)"});
  }
  const int change = is_overfull ? 1 : -1;
  overfull_chains_.fetch_add(change, std::memory_order_relaxed);
  (link.leaves_site ? overfull_out_of_site_ : overfull_in_site_)
      .fetch_add(change, std::memory_order_relaxed);
  if (!is_overfull) nudge_all();
}

/// PEs may have gone to sleep over what they could not take or handle.
void Router::nudge_all() {
  for (sched::Pe* pe : pes_) pe->mailbox().nudge();
}

// --- the end -----------------------------------------------------------------------------------

bool Router::holds_frames() const {
  return has_to_forward_.load(std::memory_order_relaxed) ||
         std::ranges::any_of(links_,
                             [](const auto& link) { return link->chain->holds_frames(); }) ||
         std::ranges::any_of(ports_,
                             [](const Port* port) { return port->aggregator_.holds_messages(); });
}

std::size_t Router::backlog_bytes() const {
  std::size_t bytes = 0;
  for (const auto& link : links_) bytes += link->chain->backlog_bytes();
  return bytes;
}

std::int64_t Router::messages_outstanding() const {
  std::int64_t count = 0;
  for (const auto& link : links_) count += link->chain->messages_outstanding();
  return count;
}

bool Router::tells_of_end(ProcessId process) const {
  if (!parts_.carriers.closing_shows()) return true;
  return std::ranges::any_of(links_, [&](const auto& link) {
    return std::ranges::binary_search(link->peers, process) && link->carrier->is_joined_to(process);
  });
}

void Router::close() {
  for (fabric::Carrier* carrier : carriers_) carrier->expect_close();
  for (sched::Pe* pe : pes_) port_of(*pe).aggregator_.flush(*pe);
  const TimeNs limit_ns = parts_.clock.now_ns() + close_patience_ns;
  send_held(limit_ns);
  // Frames that a filter still delays are of no use any more; what is queued in a carrier is sent.
  for (fabric::Carrier* carrier : carriers_) carrier->close();
  const auto finished = [](const fabric::Carrier* carrier) { return carrier->is_finished(); };
  for (TimeNs now_ns = parts_.clock.now_ns();
       now_ns < limit_ns && !std::ranges::all_of(carriers_, finished);
       now_ns = parts_.clock.now_ns()) {
    for (fabric::Carrier* carrier : carriers_) carrier->progress(now_ns, 64);
  }
}

void Router::drop_chains() {
  telling_links_.clear();
  carriers_.clear();
  links_.clear();
}

/// The last word to a peer may wait for room, or until a filter has come to an understanding with
/// its counterpart there, which nobody had a use for before.
void Router::send_held(TimeNs limit_ns) {
  const auto holds = [](const auto& link) { return link->chain->holds_unsent(); };
  for (TimeNs now_ns = parts_.clock.now_ns();
       now_ns < limit_ns && std::ranges::any_of(links_, holds); now_ns = parts_.clock.now_ns()) {
    for (const auto& link : links_) link->chain->send_held(now_ns, pes_.front()->pool());
    forward(*pes_.front());
  }
}

std::vector<Router::LinkReport> Router::link_reports() const {
  std::vector<LinkReport> reports;
  for (const auto& link : links_) {
    reports.push_back({link->name, trace::read(link->counters), link->chain->device_reports()});
  }
  return reports;
}

}  // namespace isthmus::network
