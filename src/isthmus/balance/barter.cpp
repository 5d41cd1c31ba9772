#include "isthmus/balance/barter.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "isthmus/base/random.hpp"
#include "isthmus/object/runtime_priority.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::balance {

void Outcome::add(const Outcome& other) {
  before_s = std::max(before_s, other.before_s);
  after_s = std::max(after_s, other.after_s);
  work_s += other.work_s;
  speed += other.speed;
  objects += other.objects;
  moved += other.moved;
  bytes += other.bytes;
  is_idle = is_idle != 0 && other.is_idle != 0 ? 1 : 0;
}

Barter::Barter(Objects& objects, const Plan& plan, HandlerId moves,
               std::function<void(const Outcome&)> ended)
    : objects_(objects),
      plan_(plan),
      moves_handler_(moves),
      meeting_handler_(objects.pe().add_handler<&Barter::receive_meeting>(this)),
      question_handler_(objects.pe().add_handler<&Barter::receive_question>(this)),
      answer_handler_(objects.pe().add_handler<&Barter::receive_answer>(this)),
      ended_(std::move(ended)) {
  if (plan.strategy->deciders != Deciders::pairs) return;
  std::vector<SiteId> site_of;
  for (int pe = 0; pe < objects.topology().pe_count(); ++pe) {
    site_of.push_back(objects.topology().site_of(PeId(pe)));
  }
  const MeetingPlan meetings(site_of);
  for (std::size_t round = 0; round < meetings.rounds(); ++round) {
    partners_.push_back(meetings.partner(objects.pe_id(), round));
  }
}

void Barter::begin(const PeMeasurements& measured) {
  ++step_;
  is_through_ = false;
  share_ = share_of(measured, objects_.topology().speed_of(objects_.pe_id()), outlook_);
  const double before_s = load_s(share_);
  const bool is_idle = std::ranges::all_of(
      measured.objects, [](const MeasuredObject& object) { return object.busy_ns == 0; });
  outcome_ = {.before_s = before_s,
              .work_s = before_s * share_.speed,
              .speed = share_.speed,
              .is_idle = is_idle ? std::uint8_t{1} : std::uint8_t{0}};
  outcome_.objects = static_cast<std::uint64_t>(
      std::ranges::count(measured.objects, true, &MeasuredObject::is_here));
  if (plan_.strategy->deciders == Deciders::pairs) {
    round_ = 0;
    return meet_next();
  }
  const topology::Topology& topology = objects_.topology();
  const PeId self = objects_.pe_id();
  thief_.emplace(static_cast<std::size_t>(topology.pes_of(topology.site_of(self)).count),
                 static_cast<std::size_t>(topology.pe_count()),
                 Random::mix(plan_.options.seed ^ Random::mix(self.value + (step_ << 32))));
  for (Caller& caller : std::exchange(early_, {})) answer(std::move(caller));
  ask_next();
}

template <class T>
void Barter::send(PeId to, HandlerId handler, T value) {
  MessagePtr message = detail::make_value<T>(objects_.pool(), std::move(value));
  message->handler = handler;
  message->priority = runtime_priority;
  message->source = objects_.pe_id();
  message->destination = to;
  objects_.pe().send(std::move(message));
}

std::optional<Barter::Caller> Barter::take_meeting(MessagePtr message) {
  const PeId from = message->source;
  Expected<Meeting> meeting = detail::take_value<Meeting>(*message);
  objects_.pool().release(std::move(message));
  if (!meeting) {
    objects_.fail(meeting.error());
    return {};
  }
  const auto pe_count = static_cast<std::size_t>(objects_.topology().pe_count());
  // Nobody is ahead by more than a step, in which each comes no more often than this.
  const std::size_t early_max = std::max(partners_.size(), pe_count);
  if (from.value >= pe_count || !is_sound(meeting->share, pe_count) || early_.size() > early_max) {
    objects_.fail(Error{ErrorCode::malformed,
                        "what PE " + std::to_string(from.value) + " says that it has", "",
                        "times of 0 or more, the longest first, on PEs of the job"});
    return {};
  }
  return Caller{from, std::move(*meeting)};
}

// --- in pairs ----------------------------------------------------------------------------------

void Barter::receive_meeting(MessagePtr message) {
  std::optional<Caller> caller = take_meeting(std::move(message));
  if (!caller) return;
  if (is_through_ || !meet(*caller)) {
    early_.push_back(std::move(*caller));
    return;
  }
  meet_next();
}

void Barter::meet_next() {
  while (round_ < partners_.size()) {
    const std::optional<PeId> partner = partners_[round_];
    if (!partner) {
      ++round_;
      continue;
    }
    send(*partner, meeting_handler_, Meeting{step_, round_, share_});
    const auto here = std::ranges::find_if(early_, [&](const Caller& caller) {
      return caller.meeting.step == step_ && caller.meeting.round == round_;
    });
    if (here == early_.end()) return;
    const Caller caller = std::move(*here);
    early_.erase(here);
    meet(caller);
  }
  end();
}

bool Barter::meet(const Caller& caller) {
  const auto& [pe, meeting] = caller;
  if (meeting.step != step_ || meeting.round != round_) return false;
  Share theirs = meeting.share;
  // Named in the same order on both sides, so that both come to the same.
  const bool is_first = objects_.pe_id() < pe;
  even_out(is_first ? share_ : theirs, is_first ? theirs : share_);
  ++round_;
  return true;
}

// --- thieves -----------------------------------------------------------------------------------

void Barter::ask_next() {
  const topology::Topology& topology = objects_.topology();
  const PeId self = objects_.pe_id();
  while (const std::optional<Thief::Victim> asked = thief_->next_victim()) {
    const std::size_t first =
        asked->is_near ? topology.pes_of(topology.site_of(self)).first.value : 0;
    const PeId victim(first + asked->position);
    if (victim != self) return send(victim, question_handler_, Meeting{step_, 0, share_});
    thief_->got(0);
  }
  end();
}

void Barter::receive_question(MessagePtr message) {
  std::optional<Caller> caller = take_meeting(std::move(message));
  if (!caller) return;
  if (caller->meeting.step > step_) {
    early_.push_back(std::move(*caller));
    return;
  }
  answer(std::move(*caller));
}

void Barter::answer(Caller caller) {
  Answer answer;
  const Share before = caller.meeting.share;
  Share& thief = caller.meeting.share;
  if (load_s(share_) > load_s(thief) && even_out(share_, thief) > 0) {
    const auto missing = [](const std::vector<Piece>& all, const std::vector<Piece>& others) {
      std::vector<ObjectId> names;
      for (const Piece& piece : others) names.push_back(piece.id);
      std::ranges::sort(names);
      std::vector<Piece> found;
      std::ranges::copy_if(all, std::back_inserter(found), [&](const Piece& piece) {
        return !std::ranges::binary_search(names, piece.id);
      });
      return found;
    };
    answer = {missing(thief.pieces, before.pieces), missing(before.pieces, thief.pieces)};
    if (is_through_) fetch();
  }
  send(caller.pe, answer_handler_, std::move(answer));
}

void Barter::receive_answer(MessagePtr message) {
  const Expected<Answer> answer = detail::take_value<Answer>(*message);
  objects_.pool().release(std::move(message));
  if (!answer) return objects_.fail(answer.error());
  Share with{.pieces = answer->given};
  sort_pieces(with.pieces);
  const bool is_due = thief_ && !is_through_;
  if (!is_due || !is_sound(with, static_cast<std::size_t>(objects_.topology().pe_count()))) {
    return objects_.fail(
        Error{ErrorCode::malformed,
              "work that PE " + std::to_string(objects_.pe_id().value) + " is given", "",
              "an answer to what it has asked"});
  }
  for (const Piece& taken : answer->taken) std::erase(share_.pieces, taken);
  share_.pieces.insert(share_.pieces.end(), answer->given.begin(), answer->given.end());
  sort_pieces(share_.pieces);
  thief_->got(answer->given.size());
  ask_next();
}

// --- both --------------------------------------------------------------------------------------

void Barter::end() {
  is_through_ = true;
  outcome_.after_s = load_s(share_);
  fetch();
  ended_(outcome_);
}

void Barter::fetch() {
  const PeId self = objects_.pe_id();
  std::map<PeId, std::vector<Move>> wanted;
  std::erase_if(share_.pieces, [&](const Piece& piece) {
    if (piece.at == self) return false;
    wanted[piece.at].push_back({piece.id, self});
    share_.fixed_s += piece.cpu_s / share_.speed;
    ++outcome_.moved;
    outcome_.bytes += piece.bytes;
    return true;
  });
  for (auto& [pe, moves] : wanted) send(pe, moves_handler_, std::move(moves));
}

}  // namespace isthmus::balance
