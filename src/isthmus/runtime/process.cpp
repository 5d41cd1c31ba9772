#include "isthmus/runtime/process.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "isthmus/base/readable_name.hpp"
#include "isthmus/network/site_log.hpp"
#include "isthmus/object/post.hpp"
#include "isthmus/object/value.hpp"
#include "isthmus/runtime/process_show.hpp"
#include "isthmus/runtime/site_life.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::runtime {

namespace {

/// What a process that ends tells the others. `code` is meaningless unless `failed`.
struct StopNotice {
  bool failed = false;
  ErrorCode code = ErrorCode::io;
  std::string what;
  std::string where;
  std::string expected_what;
};

/// What a process tells itself.
struct LossNotice {
  std::uint32_t peer = 0;
  bool is_certain = false;
  std::string what;
  int life = 0;
};

/// Objects are measured where there is a balancer, and nowhere else.
World with_stamps(World world, const Settings& settings) {
  if (settings.balancing.strategy == nullptr) {
    world.meter_stamps.reset();
  } else if (!world.meter_stamps) {
    world.meter_stamps.emplace(world.clock);
  }
  return world;
}

}  // namespace

PeUnit::PeUnit(PeId id, const World& world, const Settings& settings, network::Router& router,
               Regions& regions, store::ProcessImages& images, FailureSink& failures)
    : doorbell_(world.doorbells.of(id)),
      port_(router, settings.aggregation),
      pe_({.id = id,
           .clock = world.clock,
           .outlet = port_,
           .doorbell = doorbell_,
           .mailbox_slots = world.mailbox_slots,
           .mailbox_users = world.mailbox_users,
           .batch = settings.batch}),
      objects_({{pe_, world.members, world.payloads, failures, regions, world.message_costs},
                *settings.location_policy,
                settings.border_first,
                world.meter_stamps,
                settings.location_cache}),
      collectives_(objects_, settings.branching, settings.quiescence) {
  pe_.add_source(router);
  router.add_pe(pe_, port_);
  if (settings.reports) {
    account_.emplace(id, world.clock,
                     [&topology = world.topology()](PeId pe) { return topology.site_of(pe); });
    pe_.set_account(*account_);
  }
  if (settings.balancing.strategy != nullptr) {
    balancer_.emplace(balance::Balancer::Parts{objects_, collectives_.tree(), settings.balancing,
                                               world.clock, world.displaced_clock, world.log});
  }
  // Behind the balancer, before which they come where arrays come to a point.
  checkpoints_ = std::make_unique<store::Checkpoints>(store::Checkpoints::Parts{
      objects_, collectives_, settings.checkpoints, images, world.clock, world.log, settings.seed});
  restoration_ = std::make_unique<store::Restoration>(
      store::Restoration::Parts{objects_, collectives_, world.checkpoints.source, world.log});
}

Process::Process(const World& world, const Settings& settings, ProcessId self,
                 std::vector<bootstrap::Peer> peers)
    : world_(with_stamps(world, settings)),
      settings_(settings),
      self_(self),
      peers_(std::move(peers)),
      alerts_(peers_, world.log),
      site_log_(settings.checkpoints.site_logs
                    ? std::make_unique<network::SiteLog>(
                          world.topology(),
                          network::SiteLog::Meaning{
                              [this](const Message& message) { return border_kind_of(message); },
                              [this](const Message& message) {
                                const sched::Pe& pe = units_.front()->pe();
                                return readable_name(pe.handler_name(message.handler));
                              }},
                          settings.checkpoints.site_log_bytes)
                    : nullptr),
      router_({self_, world.topology(), world.payloads, world.clock, world.log, world.carriers,
               settings.seed, world.secret, regions_, settings.flow_limits,
               [this](Alert alert) {
                 if (!membership_changes_.is_ending()) alerts_.raise(std::move(alert));
               },
               [this](Error error) { fail(std::move(error)); },
               [this](ProcessId peer, Error why) { peer_lost(peer, std::move(why)); },
               world.members.epoch(), site_log_.get()}),
      chain_changes_(router_, world.topology(), world.log),
      membership_changes_(
          world.members, world.checkpoints.held != nullptr, [this] { interrupt(); },
          [this] { end_alone(); }),
      verb_orders_(verbs_, world.topology()),
      gatherer_(world.topology()),
      images_({.self = self,
               .pe_count = static_cast<std::size_t>(world.topology().pes_of(self).count),
               .vault = world.checkpoints.vault,
               .held = world.checkpoints.held,
               .worker = world.checkpoints.worker,
               .compression = settings.checkpoints.compression,
               .cut =
                   [this](std::uint64_t number) {
                     if (site_log_ != nullptr) site_log_->cut(number);
                   },
               .superseded =
                   [this](std::uint64_t number) {
                     if (site_log_ != nullptr) site_log_->drop_before(number);
                   }}) {
  if (site_log_ != nullptr) site_life_ = std::make_unique<SiteLife>(*this);
  for (const PeId pe : world.topology().pes_of(self_)) {
    units_.push_back(
        std::make_unique<PeUnit>(pe, world_, settings_, router_, regions_, images_, *this));
    attach(*units_.back());
  }
  gatherer_.of_process().add([this, began_ns = clock().now_ns()](std::vector<ShownRow>& rows) {
    show_links(router_, chain_changes_, rows);
    show_usage(router_, members().epoch(), began_ns, rows);
  });
  watch_for_silence();
  add_verbs();
}

/// What each PE has of the parts of the process; in the same order on every PE of the job.
void Process::attach(PeUnit& unit) {
  stop_handler_ = unit.pe().add_handler<&Process::receive_stop>(this);
  loss_handler_ = unit.pe().add_handler<&Process::receive_loss>(this);
  task_handler_ = unit.pe().add_handler<&Process::receive_task>(this);
  alerts_.attach(unit.objects());
  chain_changes_.attach(unit.objects());
  membership_changes_.attach(unit.objects(), unit.checkpoints());
  verb_orders_.attach(unit.objects());
  if (site_life_ != nullptr) site_life_->attach(unit);
  pe_shows_.push_back(std::make_unique<PeShow>(unit.objects(), unit.collectives()));
  watch::Gatherer::PeShown& shown = gatherer_.attach(unit.objects());
  PeShow& pe_show = *pe_shows_.back();
  shown[static_cast<std::size_t>(watch::Topic::all)].add(
      [&pe_show](std::vector<ShownRow>& rows) { pe_show.show(rows); });
  shown[static_cast<std::size_t>(watch::Topic::waits)].add(
      [&pe_show](std::vector<ShownRow>& rows) { pe_show.show_all_waits(rows); });
  if (unit.pe().id() == members().first()) {
    shown.front().add([&unit](std::vector<ShownRow>& rows) {
      if (unit.balancer() != nullptr) unit.balancer()->show(rows);
      unit.checkpoints().show(rows);
    });
  }
  watchdogs_.push_back(std::make_unique<Watchdog>(
      Watchdog::Parts{.objects = unit.objects(),
                      .collectives = unit.collectives(),
                      .log = log(),
                      .patience_ns = settings_.stall_ns.value_or(world_.stall_ns),
                      .is_over = stopping_,
                      .is_at_work = [this] { return is_runtime_at_work(); },
                      .stalls =
                          [this](const std::string& what) {
                            alerts_.tell_last({.kind = Alert::Kind::stalled,
                                               .process = self_.value,
                                               .peer = self_.value,
                                               .text = what});
                          }}));
  reports_.push_back(
      std::make_unique<Reports>(unit.objects(), units_.size() == 1 ? &router_ : nullptr));
}

void Process::on_each_pe(const std::function<void(PeUnit& unit)>& what) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(task_lock_);
    number = tasks_.size();
    tasks_.push_back(what);
  }
  Objects& first = units_.front()->objects();
  for (const auto& unit : units_) post(first, task_handler_, unit->pe().id(), number);
}

/// Any PE's thread.
void Process::receive_task(MessagePtr message) {
  // A process tells itself; a peer has nothing to tell here, and what it says may be anything.
  const auto found = std::ranges::find_if(
      units_, [&](const auto& unit) { return unit->pe().id() == message->destination; });
  if (message->form != PayloadForm::typed || found == units_.end() ||
      topology().process_of(message->source) != self_) {
    return refuse(*message, "a task for a PE");
  }
  PeUnit& unit = **found;
  const Expected<std::uint64_t> number = detail::take_value<std::uint64_t>(*message);
  unit.pe().pool().release(std::move(message));
  const std::lock_guard lock(task_lock_);
  if (!number || *number >= tasks_.size()) return;
  // A timer is between two messages.
  unit.pe().timers().add(0, [what = tasks_[*number], &unit] { what(unit); });
}

/// On PE 0. What the program may go on by when it is done, and no message that is counted tells of.
bool Process::is_runtime_at_work() const {
  return units_.front()->checkpoints().awaits_disk() || chain_changes_.is_under_way() ||
         verb_orders_.is_under_way() || membership_changes_.is_ending() || program_waits_ > 0;
}

/// What it means for a site that is made again. The parts of all PEs have the same handlers.
network::BorderKind Process::border_kind_of(const Message& message) const {
  using network::BorderKind;
  PeUnit& unit = *units_.front();
  const HandlerId handler = message.handler;
  const store::Checkpoints& checkpoints = unit.checkpoints();
  if (handler == unit.objects().deliver_handler()) {
    constexpr unsigned beyond = flag_wants_reply | flag_ordered | flag_lands;
    const bool is_plain = (message.flags & beyond) == 0 && message.hops == 0;
    return is_plain ? BorderKind::kept : BorderKind::other;
  }
  if (handler == unit.collectives().down_handler()) {
    const auto inner = static_cast<HandlerId>(message.word);
    if (inner == unit.objects().broadcasts().handler() || checkpoints.is_shared_inner(inner)) {
      return BorderKind::kept;
    }
    return checkpoints.is_of_taking(inner) ? BorderKind::passing : BorderKind::other;
  }
  if (handler == unit.collectives().reductions().partial_handler()) {
    return message.key.high == 0 ? BorderKind::partial : BorderKind::other;
  }
  if (checkpoints.is_index_held(handler)) return BorderKind::kept;
  if (site_life_->is_of(handler)) return BorderKind::making;
  const bool passes = checkpoints.is_of_taking(handler) || handler == stop_handler_ ||
                      unit.collectives().quiescence().is_of_probe(handler);
  return passes ? BorderKind::passing : BorderKind::other;
}

void Process::watch_for_silence() {
  if (!settings_.silence_ns || topology().present().size() < 2) return;
  PeUnit& first = *units_.front();
  const TimeNs patience_ns = *settings_.silence_ns;
  const auto lose = [this, patience_ns](ProcessId silent) {
    const std::string said = "it has said nothing for " + topology::format_duration(patience_ns);
    peer_lost(silent, {ErrorCode::unreachable, said, {}, {}});
  };
  pulse_ = std::make_unique<Pulse>(first.objects(), topology(), patience_ns, world_.clock.now_ns(),
                                   lose);
  for (const auto& unit : units_) pulse_->attach(unit->pe());
  first.pe().add_source(*pulse_);
}

void Process::add_verbs() {
  PeUnit& first = *units_.front();
  if (first.pe().id() == members().first()) {
    chain_changes_.add_verbs(verbs_);
    if (first.balancer() != nullptr) first.balancer()->add_verbs(verbs_);
    first.checkpoints().add_verbs(verbs_);
  }
  if (first.objects().border_objects() != nullptr) add_verb_of_border_objects();
  if (topology().process_count() > 1) add_verb_of_aggregation();
}

void Process::add_verb_of_border_objects() {
  PeUnit& first = *units_.front();
  verbs_.add(
      {.name = "border-first",
       .metavar = "WHEN",
       .what = "Whether this process's PEs serve border objects before others: yes, no, auto.",
       .of = VerbOf::each_process,
       .kind = VerbKind::choice,
       .choices = {"yes", "no", "auto"},
       .value =
           [&first] { return std::string(to_string(first.objects().border_objects()->mode())); },
       .set = [this](const std::string& text) -> Expected<void> {
         const std::optional<BorderFirst> mode = find_border_first(text);
         if (!mode)
           return isthmus::engine::fail(ErrorCode::bad_input, "'" + text + "'", {},
                                        "yes, no or auto");
         for (const auto& unit : units_) unit->objects().border_objects()->set_mode(*mode);
         return {};
       }});
}

void Process::add_verb_of_aggregation() {
  static constexpr std::array<std::pair<std::string_view, network::Aggregation>, 3> words = {
      {{"yes", network::Aggregation::on},
       {"no", network::Aggregation::off},
       {"auto", network::Aggregation::automatic}}};
  PeUnit& first = *units_.front();
  verbs_.add(
      {.name = "aggregation",
       .metavar = "WHEN",
       .what = "Whether small messages to one process are sent together: yes, no, or auto, when a "
               "PE sends many.",
       .of = VerbOf::each_process,
       .kind = VerbKind::choice,
       .choices = {"yes", "no", "auto"},
       .value =
           [&first] {
             const network::Aggregation now = first.port().aggregation();
             return std::string(
                 std::ranges::find(words, now, [](const auto& one) { return one.second; })->first);
           },
       .set = [this](const std::string& text) -> Expected<void> {
         for (const auto& [word, mode] : words) {
           if (word != text) continue;
           for (const auto& unit : units_) unit->port().set_aggregation(mode);
           return {};
         }
         return isthmus::engine::fail(ErrorCode::bad_input, "'" + text + "'", {},
                                      "yes, no or auto");
       }});
}

Process::~Process() {
  // What objects have lent dies with them, so nobody may read it any more.
  router_.drop_chains();
}

Expected<std::unique_ptr<Process>> Process::create(const World& world, const Settings& settings,
                                                   ProcessId self,
                                                   std::vector<bootstrap::Peer> peers) {
  std::unique_ptr<Process> process(new Process(world, settings, self, std::move(peers)));
  if (auto connected = process->router_.connect(); !connected) return forward_error(connected);
  return process;
}

void Process::stop() {
  stopping_.store(true, std::memory_order_relaxed);
  for (const auto& unit : units_) unit->doorbell().ring();
}

void Process::fail(Error error) {
  {
    const std::lock_guard lock(failure_lock_);
    if (failure_ || is_stopping()) return;
    failure_ = std::move(error);
  }
  stop();
}

void Process::interrupt() {
  {
    const std::lock_guard lock(failure_lock_);
    if (failure_ || is_stopping()) return;
    is_interrupted_ = true;
  }
  stop();
}

void Process::end_alone() {
  {
    const std::lock_guard lock(failure_lock_);
    if (failure_ || is_stopping()) return;
    has_ended_alone_ = true;
    is_interrupted_ = true;
  }
  stop();
}

bool Process::set_apart(SiteId site) {
  ++life_;
  return router_.set_apart(site);
}

Expected<void> Process::connect_again(std::vector<bootstrap::Peer> peers) {
  peers_ = std::move(peers);
  return router_.connect_again();
}

void Process::resume() {
  const std::lock_guard lock(failure_lock_);
  is_interrupted_ = false;
  lost_.clear();
  stopping_.store(false, std::memory_order_relaxed);
}

Reports& Process::main_reports() const {
  return *reports_[members().first().value - topology().pes_of(self_).first.value];
}

void Process::finish() {
  if (!settings_.reports) return stop();
  main_reports().gather([this] { stop(); });
}

// Under a chain's lock, on any PE's thread. The notice goes the way of messages, behind what the
// peer sent before it went: its word that the job has ended, perhaps.
void Process::peer_lost(ProcessId peer, Error why) {
  std::string who = "process " + std::to_string(peer.value);
  if (peer.value < peers_.size()) who = peers_[peer.value].text();
  const SiteId site = world_.topology().site_of(peer);
  PeUnit& unit = *units_.front();
  MessagePtr notice;
  {
    const std::lock_guard lock(failure_lock_);
    notice = detail::make_value<LossNotice>(
        loss_pool_, LossNotice{peer.value, why.code == ErrorCode::refused,
                               who + " of site " + std::string(world_.topology().site_name(site)) +
                                   " is gone: " + why.text(),
                               life_});
  }
  notice->handler = loss_handler_;
  notice->flags |= flag_uncounted;
  notice->source = unit.pe().id();
  notice->destination = unit.pe().id();
  unit.pe().mailbox().push(std::move(notice), nullptr);
}

/// Any PE's thread.
void Process::refuse(const Message& message, const std::string& what) {
  fail({ErrorCode::malformed,
        what + " that makes no sense came from PE " + std::to_string(message.source.value),
        "process " + std::to_string(self_.value),
        {}});
}

void Process::receive_loss(MessagePtr message) {
  // A process tells itself, and so it is what it says; a peer has nothing to tell here.
  if (message->form != PayloadForm::typed) return refuse(*message, "word of a lost peer");
  const Expected<LossNotice> notice = detail::take_value<LossNotice>(*message);
  units_.front()->pe().pool().release(std::move(message));
  if (is_stopping() || notice->life != life_) return;
  // It may have stopped for that already. If it is lost, the others find out where they agree.
  if (membership_changes_.is_ending()) return interrupt();
  {
    const std::lock_guard lock(failure_lock_);
    lost_.emplace(ProcessId(notice->peer), notice->is_certain);
  }
  if (world_.checkpoints.held == nullptr) {
    return fail({ErrorCode::unreachable, notice->what, {}, {}});
  }
  log().warning(notice->what);
  interrupt();
}

void Process::receive_stop(MessagePtr message) {
  // On another PE's thread nothing of the first PE may be touched.
  if (message->destination != units_.front()->pe().id()) return refuse(*message, "word of the end");
  Expected<StopNotice> notice = detail::take_value<StopNotice>(*message);
  if (!notice || static_cast<unsigned>(notice->code) > static_cast<unsigned>(ErrorCode::stalled))
    return refuse(*message, "word of the end");
  units_.front()->pe().pool().release(std::move(message));
  {
    const std::lock_guard lock(failure_lock_);
    if (!failure_ && notice->failed) {
      failure_ = Error{notice->code, notice->what, notice->where, notice->expected_what};
    }
  }
  stop();
}

void Process::conclude() {
  if (is_interrupted_) return;
  // What a program has opened lives no longer than the program; what still comes is of no use.
  regions_.close_all();
  StopNotice notice;
  if (failure_) {
    notice = {true, failure_->code, failure_->what, failure_->where, failure_->expected_what};
  }
  // Also from one that was told to stop, where its connections are about to end: who hears of that
  // first shall know why. Elsewhere the main program's process passes on what it hears.
  sched::Pe& pe = units_.front()->pe();
  const bool tells_all = has_main() || router_.passes_on_end();
  for (const ProcessId other : world_.topology().present()) {
    if (other == self_) continue;
    if (!tells_all && other != main_process()) continue;
    if (!router_.tells_of_end(other)) continue;
    MessagePtr message = detail::make_value<StopNotice>(pe.pool(), notice);
    message->flags |= flag_uncounted;
    message->handler = stop_handler_;
    message->source = pe.id();
    message->destination = world_.topology().pes_of(other).first;
    pe.send(std::move(message));
  }
  router_.close();
}

}  // namespace isthmus::engine::runtime
