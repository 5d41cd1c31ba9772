#include "isthmus/network/router.hpp"

#include <algorithm>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/carrier/local.hpp"
#include "isthmus/network/site_log.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::network {

namespace {

constexpr std::uint32_t payload_bytes_max = std::uint32_t{1} << 30;
/// What filters add to a payload at most.
constexpr std::uint32_t filter_bytes_max = payload_bytes_max / 64;
constexpr TimeNs close_patience_ns = 3'000'000'000;

/// Within a process a link may join PEs of one site, and of several where the process has these.
bool joins_sites(const LinkPlan& plan, const topology::Topology& topology, ProcessId self) {
  if (!plan.within_process) return plan.leaves_site;
  std::vector<PeId> of_sites;  // the first of each
  for (const PeId pe : topology.pes_of(self)) {
    if (of_sites.empty() || topology.site_of(of_sites.back()) != topology.site_of(pe)) {
      of_sites.push_back(pe);
    }
  }
  for (const PeId from : of_sites) {
    for (const PeId to : of_sites) {
      if (from != to && &topology.link_class(from, to) == plan.link_class) return true;
    }
  }
  return false;
}

}  // namespace

Router::Router(Parts parts) : parts_(std::move(parts)), flow_(parts_.flow_limits) {
  if (Gateway::is_at(parts_.topology, parts_.self)) gateway_.emplace();
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

Expected<void> Router::connect() {
  const topology::Topology& topology = parts_.topology;
  const Standpoint here{topology, parts_.self, parts_.carriers.has(fabric::local_info.name)};
  Expected<std::vector<LinkPlan>> plans = plan_links(here);
  if (!plans) return forward_error(plans);
  for (const LinkPlan& plan : *plans) {
    links_.push_back(std::make_unique<Link>(*this, plan, links_.size()));
  }
  for (const auto& link : links_) {
    if (auto built = build(*link); !built) return built;
  }
  note_links();
  hops_.resize(static_cast<std::size_t>(topology.site_count()));
  for (const sched::Pe* pe : pes_) {
    std::vector<Hop>& hops = hops_[topology.site_of(pe->id()).value];
    if (hops.empty()) hops = hops_of(routes_from(pe->id(), here, *plans));
    port_of(*pe).hops_ = &hops;
  }
  return {};
}

std::vector<Router::Hop> Router::hops_of(const std::vector<Route>& routes) const {
  std::vector<Hop> hops;
  hops.reserve(routes.size());
  for (const Route& route : routes) {
    Hop hop{.process = route.process, .leaves_site = route.leaves_site};
    if (route.link == Route::by_mailbox) {
      hop.mailbox = &local_pe(PeId(static_cast<std::uint32_t>(hops.size())))->mailbox();
    } else if (route.link != Route::nowhere) {
      hop.chain = links_[route.link]->chain.get();
    }
    hops.push_back(hop);
  }
  return hops;
}

fabric::Parts Router::parts_of(Link& link) const {
  fabric::Parts parts;
  parts.self = parts_.self;
  parts.within_process = link.plan.within_process;
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
               *link.plan.link_class,
               parts_.self,
               link.plan.peers,
               {parts.limits.payload_bytes_max + filter_bytes_max, parts.limits.pe_count,
                parts.limits.handler_count, parts.limits.epoch},
               settings,
               link.counters,
               [this, &link](const fabric::LinkFault& fault) { tell(link, fault); }});
          if (!carrier) return forward_error(carrier);
          link.carrier = carrier->get();
          return std::unique_ptr<fabric::Device>(std::move(*carrier));
        });
  }
  auto top = fabric::build_chain(*link.plan.link_class, parts);
  if (!top) return forward_error(top);
  // Within the process nothing would be won: what waits here is in the same memory.
  fabric::Chain::Options options{
      .limits = parts.limits,
      .backlog_bytes_max = link.plan.within_process ? SIZE_MAX : flow_.limits().backlog_bytes,
      .overfull_changed = [this, &link](bool is_overfull) { overfull_changed(link, is_overfull); },
      .regions = &parts_.regions};
  link.chain = std::make_unique<fabric::Chain>(std::move(*top), parts_.self, link, link.counters,
                                               std::move(options));
  return {};
}

/// What is looked at of all links together.
void Router::note_links() {
  telling_links_.clear();
  descriptors_.clear();
  carriers_.clear();
  for (const auto& link : links_) {
    if (link->chain->signals_arrivals()) telling_links_.push_back(link.get());
    if (link->carrier == nullptr) continue;  // within the process
    if (link->carrier->descriptor() >= 0) descriptors_.push_back(link->carrier->descriptor());
    carriers_.push_back(link->carrier);
  }
}

// --- making them again -------------------------------------------------------------------------

bool Router::set_apart(SiteId site) {
  const auto is_there = [&](ProcessId peer) { return parts_.topology.site_of(peer) == site; };
  const auto leads_there = [&](const auto& link) {
    return std::ranges::any_of(link->plan.peers, is_there);
  };
  const auto is_shared = [&](const auto& link) {
    return leads_there(link) && !std::ranges::all_of(link->plan.peers, is_there);
  };
  if (gateway_ || parts_.site_log == nullptr || std::ranges::any_of(links_, is_shared)) {
    return false;
  }
  parts_.site_log->close(site);
  for (auto at = links_.begin(); at != links_.end();) {
    Link& link = **at;
    if (!leads_there(*at)) {
      ++at;
      continue;
    }
    for (const ProcessId peer : link.plan.peers) {
      for (sched::Pe* pe : pes_) port_of(*pe).aggregator_.forget(peer, *pe);
    }
    for (std::vector<Hop>& hops : hops_) {
      for (Hop& hop : hops) {
        if (hop.chain == link.chain.get()) hop.chain = nullptr;
      }
    }
    if (std::exchange(link.is_overfull, false)) flow_.note_chain(false);
    link.chain.reset();
    link.carrier = nullptr;
    apart_.push_back(std::move(*at));
    at = links_.erase(at);
  }
  note_links();
  return true;
}

Expected<void> Router::connect_again() {
  for (auto& link : apart_) {
    if (auto built = build(*link); !built) return built;
    for (std::vector<Hop>& hops : hops_) {
      for (Hop& hop : hops) {
        const bool is_by_it = std::ranges::binary_search(link->plan.peers, hop.process);
        if (is_by_it && hop.mailbox == nullptr) hop.chain = link->chain.get();
      }
    }
    links_.push_back(std::move(link));
  }
  apart_.clear();
  note_links();
  return {};
}

// --- changing them -----------------------------------------------------------------------------

fabric::ChangePlan Router::change_plan(std::uint64_t number, Link& link,
                                       const topology::LinkClass& to) {
  fabric::ChangePlan plan;
  plan.number = number;
  plan.stack = [this, &link, &to](std::unique_ptr<fabric::Device> bottom) {
    return fabric::build_filters(to, std::move(bottom), parts_of(link));
  };
  plan.first_pe = parts_.topology.pes_of(parts_.self).first;
  for (const ProcessId peer : link.plan.peers) {
    plan.peers.push_back({peer, parts_.topology.pes_of(peer).first});
  }
  return plan;
}

Expected<void> Router::prepare_change(std::uint64_t number, const topology::LinkClass& link_class,
                                      const topology::LinkClass& to) {
  changing_ = &link_class;
  changing_to_ = &to;
  const auto is_concerned = [&](const auto& link) { return link->plan.link_class == &link_class; };
  change_.expect(static_cast<std::size_t>(std::ranges::count_if(links_, is_concerned)));
  for (const auto& link : links_) {
    if (!is_concerned(link)) continue;
    Expected<void> prepared = check_change(link->plan, to, parts_.topology, parts_.self);
    if (prepared) prepared = change_.prepare(*link->chain, change_plan(number, *link, to));
    if (!prepared) {
      if (auto cancelled = cancel_change(); !cancelled) return cancelled;
      return prepared;
    }
  }
  return {};
}

void Router::begin_change(std::function<void()> done) {
  change_.begin([this, done = std::move(done)] {
    for (const auto& link : links_) {
      if (link->plan.link_class == changing_) {
        parts_.carriers.chain_changed(*changing_, *changing_to_);
      }
    }
    done();
  });
  nudge_all();
}

Expected<void> Router::cancel_change() { return change_.cancel(); }

// --- messages ----------------------------------------------------------------------------------

void Router::send_through(const Hop& hop, MessagePtr message, sched::Pe& from,
                          Aggregator& aggregator) {
  from.counters().messages_sent_through_chains.increment();
  if (hop.leaves_site && from.border_watch() != nullptr) from.border_watch()->crosses(*message);
  if (parts_.site_log != nullptr && hop.leaves_site && hop.process != parts_.self) [[unlikely]] {
    const bool is_now = parts_.site_log->sent(*message);
    if (!is_now || hop.chain == nullptr) return from.pool().release(std::move(message));
  }
  if (!aggregator.is_off() && hop.process != parts_.self) {
    aggregator.offer(message, hop.process, *hop.chain, from);
    if (message == nullptr) return;
  }
  const PeId to = message->destination;
  const TimeNs now_ns = hop.chain->needs_exact_time() ? parts_.clock.now_ns() : from.now_ns();
  const bool sooner = hop.chain->send({std::move(message), hop.process}, now_ns, from.pool());
  if (sooner && hop.process == parts_.self) local_pe(to)->mailbox().nudge();
  if (flow_.is_stopped()) [[unlikely]]
    from.look_at_outlet();
}

int Router::poll(sched::Pe& pe, TimeNs now_ns, bool idle) {
  Port& port = port_of(pe);
  int events = port.aggregator_.progress(pe, now_ns, idle);
  note_queue(pe, port);
  const bool takes_all = flow_.takes();
  if (!takes_all) note_mailboxes();
  for (const auto& link : links_) {
    const bool takes_from_it = link->plan.within_process || (takes_all && !is_blocked(*link));
    const int budget = takes_from_it ? fabric::Chain::default_budget : fabric::Chain::sends_only;
    events += link->chain->poll(now_ns, idle, pe.pool(), budget);
  }
  if (parts_.site_log != nullptr && parts_.site_log->has_lives()) events += send_again(pe);
  return events + forward(pe);
}

void Router::poll_arrivals(sched::Pe& pe) {
  if (!flow_.takes()) return;
  for (const Link* link : telling_links_) {
    fabric::Chain& chain = *link->chain;
    if (!chain.has_arrivals() || is_blocked(*link)) continue;
    const TimeNs now_ns = chain.needs_exact_time() ? parts_.clock.now_ns() : pe.now_ns();
    chain.poll(now_ns, true, pe.pool());
  }
  forward(pe);
}

TimeNs Router::deadline_ns() const {
  if (gateway_ && gateway_->holds_messages()) return 0;
  TimeNs deadline = never_ns;
  // While nothing is taken, what has come is due to nobody; the PE that is full looks after sends.
  const bool takes_all = flow_.takes();
  for (const auto& link : links_) {
    if (!takes_all && !link->plan.within_process) continue;
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
  if (parts_.site_log != nullptr && comes_from_another_site(frame)) [[unlikely]] {
    if (!parts_.site_log->takes(message)) return pool.release(std::move(frame.message));
  }
  pe->arrive(std::move(frame.message), pool);
  flow_.note_arrival(pe->arrived_bytes());
}

bool Router::comes_from_another_site(const fabric::Frame& frame) const {
  return frame.peer != parts_.self && parts_.topology.site_of(frame.message->source) !=
                                          parts_.topology.site_of(frame.message->destination);
}

/// To a site that was made again, what it lacks: before anything else goes there.
int Router::send_again(sched::Pe& pe) {
  const std::vector<Hop>& hops = *port_of(pe).hops_;
  return parts_.site_log->send_due(pe.pool(), [&](MessagePtr message) {
    const Hop& hop = hops[message->destination.value];
    const TimeNs now_ns = hop.chain->needs_exact_time() ? parts_.clock.now_ns() : pe.now_ns();
    hop.chain->send({std::move(message), hop.process}, now_ns, pe.pool());
  });
}

/// By itself, so that the way of sound ones needs no room for its texts.
[[gnu::noinline]] void Router::refuse(const fabric::Frame& frame, const char* what) {
  parts_.malformed({ErrorCode::malformed, what, "process " + std::to_string(frame.peer.value), {}});
}

// --- gateways ----------------------------------------------------------------------------------

/// Under the chain's lock.
void Router::deliver_elsewhere(fabric::Frame frame) {
  if (!gateway_ ||
      !Gateway::passes(parts_.topology, parts_.self, frame.peer, frame.message->destination) ||
      parts_.topology.is_absent(parts_.topology.process_of(frame.message->destination))) {
    return refuse(frame, "a message for a PE of another process");
  }
  gateway_->keep(std::move(frame.message));
}

/// Sends on what has come for others; nothing where another PE is at it.
int Router::forward(sched::Pe& pe) {
  if (!gateway_ || !gateway_->holds_messages()) return 0;
  Gateway::Batch batch = gateway_->take();
  if (batch.messages.empty()) return 0;
  const Port& port = port_of(pe);
  Aggregator& aggregator = port_of(pe).aggregator_;
  for (MessagePtr& message : batch.messages) {
    const Hop& hop = (*port.hops_)[message->destination.value];
    // Small ones go together, also of different processes.
    if (!aggregator.is_off()) {
      aggregator.offer(message, hop.process, *hop.chain, pe);
      if (message == nullptr) continue;
    }
    const TimeNs now_ns = hop.chain->needs_exact_time() ? parts_.clock.now_ns() : pe.now_ns();
    hop.chain->send({std::move(message), hop.process}, now_ns, pe.pool());
  }
  // The next ones may be another PE's to send on.
  aggregator.flush(pe);
  return static_cast<int>(batch.messages.size());
}

void Router::tell(const Link& link, const fabric::LinkFault& fault) {
  Alert alert{.process = parts_.self.value,
              .peer = fault.peer.value,
              .link_class = link.name(),
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

bool Router::has_room(const Hop& hop, PeId destination) const {
  if (hop.process != parts_.self) {
    return hop.chain == nullptr || hop.chain->has_room(hop.process);
  }
  const std::uint32_t at = destination.value - parts_.topology.pes_of(parts_.self).first.value;
  return !ports_[at]->queue_.is_full();
}

/// On the PE's thread.
void Router::note_queue(sched::Pe& pe, Port& port) {
  const FlowControl::Change change = flow_.note_queue(port.queue_, pe.queued_bytes());
  if (change == FlowControl::Change::none) [[likely]]
    return;
  if (change == FlowControl::Change::filled) {
    pe.counters().times_full.increment();
  } else {
    nudge_all();
  }
}

void Router::note_mailboxes() {
  if (!flow_.has_full_mailbox()) return;
  std::size_t largest_bytes = 0;
  for (const sched::Pe* pe : pes_) largest_bytes = std::max(largest_bytes, pe->arrived_bytes());
  if (flow_.note_mailboxes(largest_bytes) == FlowControl::Change::emptied) nudge_all();
}

/// Under the chain's lock.
void Router::overfull_changed(Link& link, bool is_overfull) {
  link.is_overfull = is_overfull;
  if (is_overfull && !std::exchange(link.has_complained, true)) {
    parts_.alert(
        {.kind = Alert::Kind::waits_for_room,
         .process = parts_.self.value,
         .peer = parts_.self.value,
         .link_class = link.name(),
         .text = "process " + std::to_string(parts_.self.value) + " has more than " +
                 topology::format_size(static_cast<std::int64_t>(flow_.limits().backlog_bytes)) +
                 " for others that find no room by '" + link.name() +
                 "': from now on it waits for room whenever that is so (--tune backlog-limit)"});
  }
  if (gateway_) gateway_->note_chain(link.plan.leaves_site, is_overfull);
  if (flow_.note_chain(is_overfull) == FlowControl::Change::emptied) nudge_all();
}

/// PEs may have gone to sleep over what they could not take or handle.
void Router::nudge_all() {
  for (sched::Pe* pe : pes_) pe->mailbox().nudge();
}

// --- the end -----------------------------------------------------------------------------------

bool Router::holds_frames() const {
  return (gateway_ && gateway_->holds_messages()) ||
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
    return std::ranges::binary_search(link->plan.peers, process) &&
           link->carrier->is_joined_to(process);
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
    reports.push_back({link->name(), trace::read(link->counters), link->chain->device_reports(),
                       link->plan.link_class,
                       joins_sites(link->plan, parts_.topology, parts_.self)});
  }
  return reports;
}

}  // namespace isthmus::engine::network
