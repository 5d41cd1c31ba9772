#include "isthmus/runtime/membership_changes.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "isthmus/bootstrap/agreement/agreement.hpp"
#include "isthmus/object/post.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::runtime {

namespace {

Expected<void> refuse_while_closed() {
  return fail(ErrorCode::unreachable, "the job is about to change", {},
              "to be asked again in a moment");
}

}  // namespace

bool MembershipChange::leaves(ProcessId process) const {
  return std::ranges::find(leaving, process) != leaving.end();
}

void MembershipChanges::attach(Objects& objects, store::Checkpoints& checkpoints) {
  if (first_ == nullptr) {
    first_ = &objects;
    checkpoints_ = &checkpoints;
  }
  wish_handler_ = objects.pe().add_handler<&MembershipChanges::receive_wish>(this);
  order_handler_ = objects.pe().add_handler<&MembershipChanges::receive_order>(this);
  answer_handler_ = objects.pe().add_handler<&MembershipChanges::receive_answer>(this);
  end_handler_ = objects.pe().add_handler<&MembershipChanges::receive_end>(this);
  promise_handler_ = objects.pe().add_handler<&MembershipChanges::receive_promise>(this);
}

// --- in the process of the main program --------------------------------------------------------

Expected<void> MembershipChanges::check(const MembershipChange& change) const {
  const topology::Topology& topology = members_.topology();
  if (!keeps_) {
    return fail(ErrorCode::bad_input, "this job has the same processes from its start to its end",
                {}, "one that was begun with --checkpoint and --on-loss go-on");
  }
  for (const ProcessId process : change.leaving) {
    if (process.value < static_cast<std::uint32_t>(topology.process_count()) &&
        !topology.is_absent(process)) {
      continue;
    }
    bootstrap::ProcessSet present;
    for (const ProcessId other : topology.present()) present.insert(other);
    return fail(ErrorCode::bad_input,
                "process " + std::to_string(process.value) + " is not in this job", {},
                bootstrap::text_of(present));
  }
  for (const bootstrap::Peer& peer : change.joining) {
    const bool is_place = peer.rank.value < static_cast<std::uint32_t>(topology.process_count()) &&
                          topology.is_absent(peer.rank) &&
                          std::ranges::find(wished_.joining, peer.rank, &bootstrap::Peer::rank) ==
                              wished_.joining.end();
    if (is_place) continue;
    return fail(ErrorCode::bad_input,
                "process " + std::to_string(peer.rank.value) + " has no place in this job", {},
                "a rank of its grid that nobody has");
  }
  if (!does_anybody_stay(change)) {
    return fail(ErrorCode::bad_input, "nobody would be left", {},
                "at least one process that stays");
  }
  return {};
}

bool MembershipChanges::does_anybody_stay(const MembershipChange& change) const {
  return std::ranges::any_of(members_.topology().present(), [&](ProcessId process) {
    return !change.leaves(process) && !wished_.leaves(process);
  });
}

void MembershipChanges::request(const MembershipChange& change, Done done) {
  if (auto checked = check(change); !checked) return done(checked);
  if (is_closed_) return done(refuse_while_closed());
  add(change, std::move(done));
}

void MembershipChanges::end(ProcessId process, const Done& done) {
  if (auto checked = check({.leaving = {process}}); !checked) return done(checked);
  if (is_closed_) return done(refuse_while_closed());
  // By a message also where it is this one, so that whoever asks for it is answered before.
  post(*first_, end_handler_, members_.topology().pes_of(process).first, true);
  done({});
}

void MembershipChanges::add(const MembershipChange& change, Done done) {
  const bool is_first = dones_.empty();
  for (const ProcessId process : change.leaving) {
    if (!wished_.leaves(process)) wished_.leaving.push_back(process);
  }
  wished_.joining.insert(wished_.joining.end(), change.joining.begin(), change.joining.end());
  dones_.push_back(std::move(done));
  if (!is_first) return;
  checkpoints_->stop_at_next({.begin =
                                  [this] {
                                    is_closed_ = true;
                                    return wished_.leaving;
                                  },
                              .when_whole = [this](std::uint64_t) { order(); }});
}

void MembershipChanges::receive_wish(MessagePtr message) {
  Expected<MembershipChange> come = detail::take_value<MembershipChange>(*message);
  if (!come) return first_->fail(come.error());
  const ProcessId from = members_.topology().process_of(message->source);
  const bool is_right = message->destination == members_.first() && keeps_ &&
                        come->joining.empty() &&
                        std::ranges::all_of(come->leaving, [&](ProcessId p) { return p == from; });
  if (!is_right) return first_->refuse(*message, "a wish to leave", "a process's own");
  first_->pool().release(std::move(message));
  if (come->leaving.empty()) return checkpoints_->want();
  // Who is too late for this epoch's end asks in the next one.
  if (!is_closed_) add(*come, [](const Expected<void>&) {});
}

void MembershipChanges::withdraw(ProcessId joining) {
  std::erase_if(wished_.joining, [&](const bootstrap::Peer& peer) { return peer.rank == joining; });
}

void MembershipChanges::tell_of_promise(ProcessId place, TimeNs for_ns) {
  const topology::Topology& topology = members_.topology();
  for (const ProcessId process : topology.present()) {
    if (process == topology.process_of(first_->pe_id())) continue;
    post(*first_, promise_handler_, topology.pes_of(process).first, PlacePromise{place, for_ns});
  }
}

/// To all, who must know before anybody goes: who leaves says so where the next epoch is agreed on.
void MembershipChanges::order() {
  const topology::Topology& topology = members_.topology();
  if (!does_anybody_stay({})) {
    return first_->fail({ErrorCode::program,
                         "all processes were to leave: the job ends, and can go on from its last "
                         "checkpoint where that is on a disk",
                         {},
                         {}});
  }
  const ProcessId self = topology.process_of(first_->pe_id());
  for (const ProcessId process : topology.present()) {
    if (process == self) continue;
    awaited_.insert(process);
    post(*first_, order_handler_, topology.pes_of(process).first, wished_);
  }
  ordered_.leaving = wished_.leaving;
  is_ending_.store(true, std::memory_order_relaxed);
  if (awaited_.empty()) conclude();
}

void MembershipChanges::receive_answer(MessagePtr message) {
  const ProcessId process = members_.topology().process_of(message->source);
  // On another PE's thread nothing of the first PE may be touched.
  if (message->destination != members_.first() || awaited_.erase(process) == 0) {
    return first_->refuse(*message, "word of a change of processes", "one that was asked for");
  }
  first_->pool().release(std::move(message));
  if (awaited_.empty()) conclude();
}

/// The others hear by the agreement that the epoch has ended.
void MembershipChanges::conclude() {
  // Only now does everybody know where those are who come.
  ordered_ = wished_;
  for (const Done& done : std::exchange(dones_, {})) done({});
  end_epoch_();
}

// --- in each process ---------------------------------------------------------------------------

void MembershipChanges::ask(const MembershipChange& change) {
  post(*first_, wish_handler_, members_.first(), change);
}

void MembershipChanges::receive_order(MessagePtr message) {
  if (message->destination != first_->pe_id() || message->source != members_.first() || !keeps_) {
    return first_->refuse(*message, "an order to change processes",
                          "the first PE to tell a process's first PE");
  }
  Expected<MembershipChange> come = detail::take_value<MembershipChange>(*message);
  first_->pool().release(std::move(message));
  if (!come) return first_->fail(come.error());
  ordered_ = std::move(*come);
  is_ending_.store(true, std::memory_order_relaxed);
  post(*first_, answer_handler_, members_.first(), true);
}

void MembershipChanges::receive_promise(MessagePtr message) {
  if (message->destination != first_->pe_id() || message->source != members_.first() || !keeps_) {
    return first_->refuse(*message, "word of a place that is kept",
                          "the first PE to tell a process's first PE");
  }
  const Expected<PlacePromise> promise = detail::take_value<PlacePromise>(*message);
  first_->pool().release(std::move(message));
  if (!promise) return first_->fail(promise.error());
  if (promised_) promised_(promise->place, promise->for_ns);
}

void MembershipChanges::receive_end(MessagePtr message) {
  if (message->destination != first_->pe_id() || message->source != members_.first() || !keeps_) {
    return first_->refuse(*message, "word that the process ends",
                          "the first PE to tell a process's first PE");
  }
  first_->pool().release(std::move(message));
  end_process_();
}

}  // namespace isthmus::engine::runtime
