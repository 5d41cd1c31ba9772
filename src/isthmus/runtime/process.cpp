#include "isthmus/runtime/process.hpp"

#include "isthmus/object/value.hpp"

namespace isthmus::runtime {

namespace {

/// What a process that ends tells the others. `code` is meaningless unless `failed`.
struct StopNotice {
  bool failed = false;
  ErrorCode code = ErrorCode::io;
  std::string what;
  std::string where;
  std::string expected_what;
};

}  // namespace

PeUnit::PeUnit(PeId id, const Clock& clock, Network& network, const topology::Topology& topology,
               const PayloadTable& payloads, FailureSink& failures, int branching)
    : pe_({id, clock, network, sleeper_}),
      objects_({pe_, topology, payloads, failures}),
      collectives_(objects_, branching) {
  pe_.add_source(network);
  network.add_pe(pe_);
}

Process::Process(const Parts& parts, bootstrap::Membership membership)
    : parts_(parts),
      self_(membership.self),
      peers_(std::move(membership.peers)),
      network_({self_, parts.topology, parts.payloads, parts.clock, parts.seed,
                [this](Error error) { fail(std::move(error)); },
                [this](ProcessId peer, Error why) { peer_lost(peer, std::move(why)); }}) {
  for (const PeId pe : parts_.topology.pes_of(self_)) {
    units_.push_back(std::make_unique<PeUnit>(pe, parts_.clock, network_, parts_.topology,
                                              parts_.payloads, *this, parts_.branching));
    PeUnit& unit = *units_.back();
    stop_handler_ = unit.pe().add_handler(
        [](void* self, sched::Pe&, MessagePtr message) {
          static_cast<Process*>(self)->receive_stop(std::move(message));
        },
        this);
    watchdogs_.push_back(std::make_unique<Watchdog>(unit.objects(), unit.collectives(), parts_.log,
                                                    parts_.stall_ns));
  }
}

Process::~Process() = default;

Expected<std::unique_ptr<Process>> Process::create(const Parts& parts,
                                                   bootstrap::Membership membership) {
  std::vector<Socket> connections = std::move(membership.connections);
  std::unique_ptr<Process> process(new Process(parts, std::move(membership)));
  if (auto connected = process->network_.connect(std::move(connections)); !connected) {
    return forward_error(connected);
  }
  return process;
}

void Process::stop() {
  stopping_.store(true, std::memory_order_relaxed);
  for (const auto& unit : units_) unit->sleeper().ring();
}

void Process::fail(Error error) {
  {
    const std::lock_guard lock(failure_lock_);
    if (failure_ || is_stopping()) return;
    failure_ = std::move(error);
  }
  stop();
}

void Process::finish() { stop(); }

void Process::peer_lost(ProcessId peer, Error why) {
  if (peer == ProcessId(0)) rank_0_lost_ = true;
  std::string who = "process " + std::to_string(peer.value);
  if (peer.value < peers_.size()) who = peers_[peer.value].text();
  const SiteId site = parts_.topology.site_of(peer);
  fail({ErrorCode::unreachable, who + " of site " + std::string(parts_.topology.site_name(site)) +
                                    " is gone: " + why.text(), {}, {}});
}

void Process::receive_stop(MessagePtr message) {
  Expected<StopNotice> notice = detail::take_value<StopNotice>(*message);
  {
    const std::lock_guard lock(failure_lock_);
    if (!failure_ && notice && notice->failed) {
      failure_ = Error{notice->code, notice->what, notice->where, notice->expected_what};
    }
    told_to_stop_ = true;
  }
  stop();
}

void Process::conclude() {
  if (!told_to_stop_) {
    StopNotice notice;
    if (failure_) {
      notice = {true, failure_->code, failure_->what, failure_->where, failure_->expected_what};
    }
    sched::Pe& pe = units_.front()->pe();
    for (int rank = 0; rank < parts_.topology.process_count(); ++rank) {
      if (ProcessId(rank) == self_) continue;
      MessagePtr message = detail::make_value<StopNotice>(pe.pool(), notice);
      message->flags |= flag_uncounted;
      message->handler = stop_handler_;
      message->source = pe.id();
      message->destination = parts_.topology.pes_of(ProcessId(rank)).first;
      network_.send(std::move(message), pe);
    }
  }
  network_.close();
}

}  // namespace isthmus::runtime
