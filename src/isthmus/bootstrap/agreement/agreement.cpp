#include "isthmus/bootstrap/agreement/agreement.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::bootstrap {

Agreement::Agreement(AgreementSetup setup, TimeNs now_ns)
    : setup_(std::move(setup)), electorate_(setup_.voters, setup_.has_witness) {
  ISTHMUS_ASSERT(electorate_.processes().contains(setup_.self));
  state_.now_ns = state_.started_ns = state_.waiting_ns = now_ns;
  state_.said_ns = now_ns - setup_.timing.resend_ns;
  for (const ProcessId process : setup_.silent) lose(process, Loss::silent, now_ns);
  for (const ProcessId process : setup_.dead) lose(process, Loss::certain, now_ns);
}

// --- what happens
// ---------------------------------------------------------------------------------

void Agreement::lose(ProcessId process, Loss how, TimeNs now_ns) {
  state_.now_ns = now_ns;
  if (process == setup_.self || !electorate_.processes().contains(process)) return;
  if (how == Loss::certain) {
    if (state_.dead.insert(process)) leave_out_dead();
  } else if (!state_.outcome && !state_.dead.contains(process)) {
    state_.silent.insert(process);
    if (process == state_.following) follow(ProcessId::none());
    if (state_.stage == Stage::gathering) conclude_gathering();
  }
}

/// What no process says that keeps to the rules.
bool Agreement::is_sound(const AgreementMessage& message) const {
  constexpr std::uint32_t round_max = 1u << 31;
  const auto is_voter = [&](ProcessId process) {
    return electorate_.processes().contains(process);
  };
  if (!std::ranges::all_of(message.dead, is_voter)) return false;
  if (!std::ranges::all_of(message.silent, is_voter)) return false;
  // One that joins has no vote; it knows because it was told.
  const bool knows = message.kind == Kind::learned || message.kind == Kind::decided;
  const bool is_joining = knows && contains(state_.list, message.from);
  if (message.from != witness_id && !is_voter(message.from) && !is_joining) return false;
  if (message.ballot.round > round_max || message.accepted.round > round_max) return false;
  if (message.kind != Kind::prepare && message.kind != Kind::propose) return true;
  return message.ballot && message.ballot.proposer == message.from &&
         message.ballot.dead_count == message.dead.size();
}

void Agreement::receive(const AgreementMessage& message, TimeNs now_ns) {
  state_.now_ns = now_ns;
  const bool is_for_this = message.to == setup_.self && message.epoch == setup_.epoch;
  if (!is_for_this || !is_sound(message)) return;
  // The dead are not listened to any more, or those who go on without them could not know what is
  // yet to come.
  if (state_.dead.contains(message.from)) {
    // If it is not, it hears of it and ends.
    if (message.kind != Kind::present) reply(Kind::present, message.from);
    return;
  }
  heed(message);
  if (state_.outcome && !state_.is_decided) return;
  switch (message.kind) {
    case Kind::hello:
      return reply(state_.is_decided ? Kind::decided : Kind::present, message.from);
    case Kind::prepare:
    case Kind::propose:
      return state_.is_decided ? reply(Kind::decided, message.from) : on_request(message);
    case Kind::promise:
      return on_promise(message);
    case Kind::accepted:
      return on_accepted(message);
    case Kind::overruled:
      return on_overruled(message);
    case Kind::decided:
      if (!state_.is_decided) decide(message.list);
      state_.told.insert(message.from);
      reply(Kind::learned, message.from);
      return welcome();
    case Kind::learned:
      state_.told.insert(message.from);
      return welcome();
    case Kind::present:
      return;
  }
}

void Agreement::reply(Kind kind, ProcessId to) { state_.outbox.push_back(message(kind, to)); }

/// What every message tells, whatever its kind.
void Agreement::heed(const AgreementMessage& message) {
  state_.silent.erase(message.from);
  state_.round_max = std::max(state_.round_max, message.ballot.round);
  if (message.dead.contains(setup_.self)) {
    if (state_.outcome) return;
    return end(ErrorCode::refused, "this process was given up for dead by process " +
                                       std::to_string(message.from.value));
  }
  if (state_.dead.insert(message.dead)) leave_out_dead();
}

/// The dead have become more.
void Agreement::leave_out_dead() {
  for (const ProcessId process : state_.dead) state_.silent.erase(process);
  if (state_.outcome) return;
  if (state_.dead.contains(state_.following)) follow(ProcessId::none());
  // The dead of a ballot are those that its proposer knew when it began.
  if (is_under_way()) begin_ballot();
}

bool Agreement::is_under_way() const {
  return state_.stage == Stage::gathering || state_.stage == Stage::proposing;
}

/// Whether nobody needs to say anything to that process.
bool Agreement::is_out(ProcessId process) const {
  return process == setup_.self || state_.dead.contains(process);
}

void Agreement::tick(TimeNs now_ns) {
  state_.now_ns = now_ns;
  if (state_.outcome) {
    if (!is_settled() && now_ns >= state_.said_ns + setup_.timing.resend_ns) say_again();
    return;
  }
  if (now_ns >= state_.started_ns + setup_.timing.give_up_ns) {
    return end(ErrorCode::unreachable, why_in_vain());
  }
  if (state_.stage == Stage::waiting && is_my_turn()) begin_ballot();
  if (now_ns >= state_.said_ns + setup_.timing.resend_ns) say_again();
  if (state_.stage != Stage::gathering) return;
  if (now_ns >= state_.ballot_ns + setup_.timing.answer_ns) {
    for (const ProcessId process : electorate_.processes()) {
      if (!is_out(process) && !state_.promises.contains(process)) state_.silent.insert(process);
    }
  }
  conclude_gathering();
}

TimeNs Agreement::wake_ns() const {
  if (state_.outcome) {
    return is_settled() ? never_ns : state_.said_ns + setup_.timing.resend_ns;
  }
  TimeNs wake_ns = std::min(state_.started_ns + setup_.timing.give_up_ns,
                            state_.said_ns + setup_.timing.resend_ns);
  if (state_.stage == Stage::waiting) wake_ns = std::min(wake_ns, turn_at_ns());
  if (state_.stage == Stage::gathering) {
    for (const TimeNs span_ns : {setup_.timing.settle_ns, setup_.timing.answer_ns}) {
      const TimeNs at_ns = state_.ballot_ns + span_ns;
      if (at_ns > state_.now_ns) wake_ns = std::min(wake_ns, at_ns);
    }
  }
  return wake_ns;
}

std::vector<AgreementMessage> Agreement::take_messages() {
  return std::exchange(state_.outbox, {});
}

bool Agreement::is_settled() const {
  if (!state_.outcome || !state_.is_teacher) return state_.outcome.has_value();
  return std::ranges::all_of(state_.list, [&](const EpochMember& member) {
    return is_out(member.process) || state_.told.contains(member.process);
  });
}

// --- messages
// -------------------------------------------------------------------------------------

AgreementMessage Agreement::message(Kind kind, ProcessId to) const {
  AgreementMessage message{setup_.self, to, setup_.epoch, kind};
  message.dead = state_.dead;
  if (kind == Kind::prepare || kind == Kind::propose) message.ballot = state_.ballot;
  if (kind == Kind::propose || kind == Kind::decided) message.list = state_.list;
  return message;
}

void Agreement::send_to_voters(const AgreementMessage& message) {
  for (const ProcessId process : electorate_.processes()) {
    if (is_out(process)) continue;
    state_.outbox.push_back(message);
    state_.outbox.back().to = process;
  }
  const bool is_request = message.kind == Kind::prepare || message.kind == Kind::propose;
  if (!electorate_.has_witness() || !is_request) return;
  state_.outbox.push_back(message);
  state_.outbox.back().to = witness_id;
}

void Agreement::say_again() {
  state_.said_ns = state_.now_ns;
  switch (state_.stage) {
    case Stage::waiting:
      return greet();
    case Stage::gathering:
      return send_to_voters(message(Kind::prepare, ProcessId::none()));
    case Stage::proposing:
      return send_to_voters(message(Kind::propose, ProcessId::none()));
    case Stage::over:
      for (const ProcessId process : electorate_.processes()) {
        if (is_out(process) || state_.told.contains(process)) continue;
        state_.outbox.push_back(message(Kind::decided, process));
      }
      welcome();
  }
}

/// Those who join hear of it when all who live know, and from the process that counted the votes
/// alone. Else they could go on with voters who then die, whom the rest must not wait for.
void Agreement::welcome() {
  if (!state_.is_teacher) return;
  const bool do_all_know = std::ranges::all_of(electorate_.processes(), [&](ProcessId process) {
    return is_out(process) || state_.told.contains(process);
  });
  if (!do_all_know) return;
  for (const EpochMember& member : state_.list) {
    const ProcessId process = member.process;
    if (electorate_.processes().contains(process) || state_.told.contains(process)) continue;
    state_.outbox.push_back(message(Kind::decided, process));
  }
}

/// Says hello to those who are silent, who may have missed this process as it missed them, and to
/// some others in turn, who may know the outcome, or not know yet that there is to be one. At first
/// not to those: as a rule the one whose turn it is knows, and asks.
void Agreement::greet() {
  const std::size_t others_max = state_.now_ns == state_.started_ns ? 0 : 16;
  for (const ProcessId process : state_.silent) {
    state_.outbox.push_back(message(Kind::hello, process));
  }
  std::vector<ProcessId> others;
  for (const ProcessId process : electorate_.processes()) {
    if (!is_out(process) && !state_.silent.contains(process)) others.push_back(process);
  }
  const auto next =
      state_.greeted ? std::ranges::upper_bound(others, state_.greeted) : others.begin();
  std::ranges::rotate(others, next);
  if (others.size() > others_max) others.resize(others_max);
  for (const ProcessId process : others) {
    state_.outbox.push_back(message(Kind::hello, process));
    state_.greeted = process;
  }
}

/// As an acceptor.
void Agreement::on_request(const AgreementMessage& message) {
  AgreementMessage answer = state_.acceptor.answer(message);
  answer.dead = state_.dead;
  if (answer.kind == Kind::promise) {
    answer.silent = state_.silent;
    answer.is_leaving = setup_.is_leaving;
    answer.note = setup_.note;
  }
  // Its own vote is no more to be had for a ballot of its own.
  if (answer.kind != Kind::overruled) follow(message.from);
  state_.outbox.push_back(std::move(answer));
}

/// Leaves the turn to that process for a while; to none: to nobody.
void Agreement::follow(ProcessId proposer) {
  state_.following = proposer;
  state_.stage = Stage::waiting;
  state_.waiting_ns = state_.now_ns + (proposer ? setup_.timing.turn_ns : 0);
}

void Agreement::on_overruled(const AgreementMessage& message) {
  if (!is_under_way() || message.ballot <= state_.ballot) return;
  const ProcessId proposer = message.ballot.proposer;
  follow(state_.dead.contains(proposer) ? ProcessId::none() : proposer);
}

// --- proposing
// ------------------------------------------------------------------------------------

/// Those who are not held for lost take their turns by rank.
TimeNs Agreement::turn_at_ns() const {
  TimeNs turns = 0;
  for (const ProcessId process : electorate_.processes()) {
    if (process == setup_.self) break;
    if (!state_.dead.contains(process) && !state_.silent.contains(process)) ++turns;
  }
  return state_.waiting_ns + turns * setup_.timing.turn_ns;
}

bool Agreement::is_my_turn() const { return state_.now_ns >= turn_at_ns(); }

void Agreement::begin_ballot() {
  state_.stage = Stage::gathering;
  state_.following = ProcessId::none();
  state_.ballot_ns = state_.said_ns = state_.now_ns;
  state_.ballot = {static_cast<std::uint32_t>(state_.dead.size()), ++state_.round_max, setup_.self};
  state_.promises.clear();
  state_.inherited_from = {};
  state_.list.clear();
  state_.voted.clear();
  const AgreementMessage prepare = message(Kind::prepare, setup_.self);
  send_to_voters(prepare);
  const AgreementMessage own = state_.acceptor.answer(prepare);
  ISTHMUS_ASSERT(own.kind == Kind::promise);
  keep_promise(setup_.self, {state_.silent, setup_.is_leaving, setup_.note}, own.accepted,
               own.list);
}

void Agreement::on_promise(const AgreementMessage& message) {
  if (state_.stage != Stage::gathering || message.ballot != state_.ballot) return;
  keep_promise(message.from, {message.silent, message.is_leaving, message.note}, message.accepted,
               message.list);
}

void Agreement::keep_promise(ProcessId from, Promise promise, const Ballot& accepted,
                             const MemberList& list) {
  state_.promises[from] = std::move(promise);
  if (accepted > state_.inherited_from) {
    state_.inherited_from = accepted;
    state_.list = list;
  }
  conclude_gathering();
}

ProcessSet Agreement::answerers() const {
  ProcessSet answerers;
  for (const auto& [process, promise] : state_.promises) answerers.insert(process);
  return answerers;
}

bool Agreement::is_anybody_awaited() const {
  return std::ranges::any_of(electorate_.processes(), [&](ProcessId process) {
    return !state_.promises.contains(process) && !state_.dead.contains(process) &&
           !state_.silent.contains(process);
  });
}

/// Whether of those who can be reached, some cannot reach each other.
bool Agreement::is_anybody_apart() const {
  return std::ranges::any_of(state_.promises, [&](const auto& entry) {
    return std::ranges::any_of(
        entry.second.silent, [&](ProcessId process) { return state_.promises.contains(process); });
  });
}

void Agreement::conclude_gathering() {
  // Whom it has heard since it made its promise to itself is not silent any more.
  state_.promises[setup_.self].silent = state_.silent;
  if (!is_quorum(answerers(), state_.dead)) return;
  const TimeNs waited_ns = state_.now_ns - state_.ballot_ns;
  if (!state_.inherited_from) {
    if (is_anybody_awaited() && waited_ns < setup_.timing.answer_ns) return;
    const bool may_change = !state_.silent.empty() || is_anybody_apart();
    if (may_change && waited_ns < setup_.timing.settle_ns) return;
    state_.list = new_list();
  }
  propose();
}

/// All who have answered, and of those who cannot reach each other as many as can: whoever cannot
/// reach the most others stays out first.
MemberList Agreement::new_list() const {
  std::map<ProcessId, ProcessSet> apart_from;
  for (const auto& [process, promise] : state_.promises) {
    if (process == witness_id || promise.is_leaving) continue;
    apart_from[process];
    for (const ProcessId other : promise.silent) {
      const auto answer = state_.promises.find(other);
      if (answer == state_.promises.end() || answer->second.is_leaving) continue;
      apart_from[process].insert(other);
      apart_from[other].insert(process);
    }
  }
  while (true) {
    const auto worst = std::ranges::max_element(apart_from, [](const auto& a, const auto& b) {
      return std::pair(a.second.size(), a.first) < std::pair(b.second.size(), b.first);
    });
    if (worst == apart_from.end() || worst->second.empty()) break;
    const ProcessId out = worst->first;
    apart_from.erase(worst);
    for (auto& [process, others] : apart_from) others.erase(out);
  }
  MemberList list;
  for (const auto& [process, others] : apart_from) {
    list.push_back({process, state_.promises.at(process).note});
  }
  for (const EpochMember& member : setup_.joining) {
    if (!contains(list, member.process)) list.push_back(member);
  }
  std::ranges::sort(list, {}, &EpochMember::process);
  return list;
}

void Agreement::propose() {
  state_.stage = Stage::proposing;
  state_.said_ns = state_.now_ns;
  const AgreementMessage propose = message(Kind::propose, setup_.self);
  // Its own vote first: who proposes is a voter of its ballot.
  on_accepted(state_.acceptor.answer(propose));
  if (!state_.outcome) send_to_voters(propose);
}

void Agreement::on_accepted(const AgreementMessage& message) {
  if (state_.stage != Stage::proposing || message.ballot != state_.ballot) return;
  state_.voted.insert(message.from);
  if (!is_quorum(state_.voted, state_.dead)) return;
  state_.is_teacher = true;
  decide(MemberList(state_.list));
  say_again();
}

// --- the end
// --------------------------------------------------------------------------------------

void Agreement::decide(const MemberList& list) {
  state_.stage = Stage::over;
  state_.is_decided = true;
  state_.said_ns = state_.now_ns;
  state_.list = list;
  if (contains(list, setup_.self)) {
    state_.outcome = NextEpoch{setup_.epoch + 1, list};
    return;
  }
  ProcessSet members;
  for (const EpochMember& member : list) members.insert(member.process);
  const std::string who = setup_.is_leaving ? "this process has left" : "this process was given up";
  const std::string rest = members.empty()       ? "nobody goes on"
                           : members.size() == 1 ? text_of(members) + " goes on"
                                                 : text_of(members) + " go on";
  end(ErrorCode::refused,
      "epoch " + std::to_string(setup_.epoch) + " is over and " + who + ": " + rest);
}

void Agreement::end(ErrorCode code, const std::string& why) {
  state_.stage = Stage::over;
  state_.outcome = fail(code, why);
}

std::string Agreement::why_in_vain() const {
  std::string why = "no majority of the " + std::to_string(electorate_.processes().size()) +
                    " processes of epoch " + std::to_string(setup_.epoch) + " was found in " +
                    topology::format_duration(setup_.timing.give_up_ns);
  if (!state_.silent.empty()) {
    why += "; " + text_of(state_.silent) + " may go on without this one";
  }
  if (setup_.has_witness && !state_.promises.contains(witness_id)) {
    why += "; the witness has given this side no promise";
  }
  return why;
}

std::string text_of(const ProcessSet& processes) {
  constexpr std::size_t named_max = 16;
  std::string text = processes.size() == 1 ? "process " : "processes ";
  std::size_t named = 0;
  for (const ProcessId process : processes) {
    if (named == named_max) break;
    text += (named++ > 0 ? ", " : "") + std::to_string(process.value);
  }
  const std::size_t left = processes.size() - named;
  return left == 0 ? text : text + " and " + std::to_string(left) + " more";
}

}  // namespace isthmus::engine::bootstrap
