#include "isthmus/balance/distributed_balancer.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
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

Expected<void> validate(const Outcome& outcome) {
  const auto is_amount = [](double amount) { return std::isfinite(amount) && amount >= 0; };
  if (is_amount(outcome.before_s) && is_amount(outcome.after_s) && is_amount(outcome.work_s) &&
      is_amount(outcome.speed)) {
    return {};
  }
  return fail(ErrorCode::malformed, "what PEs say of a step of the load balancer", {},
              "times and a speed of 0 or more");
}

namespace {

/// Those of PEs in ascending order that are of the same site as one PE.
std::span<const PeId> of_site(std::span<const PeId> pes, const topology::Topology& topology,
                              PeId one) {
  const auto [begin, end] = std::ranges::equal_range(pes, topology.site_of(one), {},
                                                     [&](PeId pe) { return topology.site_of(pe); });
  return {begin, end};
}

/// Those of `all` that are not among `others`, in the same order.
std::vector<Piece> without(const std::vector<Piece>& all, const std::vector<Piece>& others) {
  std::vector<ObjectId> names;
  for (const Piece& piece : others) names.push_back(piece.id);
  std::ranges::sort(names);
  std::vector<Piece> found;
  std::ranges::copy_if(all, std::back_inserter(found), [&](const Piece& piece) {
    return !std::ranges::binary_search(names, piece.id);
  });
  return found;
}

}  // namespace

DistributedBalancer::DistributedBalancer(Objects& objects, const Plan& plan, HandlerId moves,
                                         std::function<void(const Outcome&)> ended)
    : objects_(objects),
      plan_(plan),
      moves_handler_(moves),
      offer_handler_(objects.pe().add_handler<&DistributedBalancer::receive_offer>(
          this, sched::Work::balancing)),
      question_handler_(objects.pe().add_handler<&DistributedBalancer::receive_question>(
          this, sched::Work::balancing)),
      answer_handler_(objects.pe().add_handler<&DistributedBalancer::receive_answer>(
          this, sched::Work::balancing)),
      ended_(std::move(ended)),
      pes_(objects.topology().object_pes()),
      near_(of_site(pes_, objects.topology(), objects.pe_id())),
      holds_objects_(objects.topology().holds_objects(objects.pe_id())),
      outlook_(plan.share_of(objects.pe_id())) {
  if (plan.strategy->deciders != Deciders::pairs || !holds_objects_) return;
  const topology::Topology& topology = objects.topology();
  std::vector<double> speeds;
  for (int number = 0; number < topology.pe_count(); ++number) {
    const PeId pe(number);
    speeds.push_back(topology.holds_objects(pe) ? topology.speed_of(pe) : 0);
  }
  faster_ = faster_pes(objects.pe_id(), speeds);
  std::vector<std::size_t> sizes;
  std::vector<std::size_t> first;
  PairingPlan::Place at;
  for (std::size_t number = 0; number < pes_.size(); ++number) {
    const PeId pe = pes_[number];
    if (number == 0 || topology.site_of(pe) != topology.site_of(pes_[number - 1])) {
      sizes.push_back(0);
      first.push_back(number);
    }
    if (pe == objects.pe_id()) at = {sizes.size() - 1, sizes.back()};
    ++sizes.back();
  }
  const PairingPlan pairings(std::move(sizes));
  for (std::size_t round = 0; round < pairings.rounds(); ++round) {
    const auto partner = pairings.partner(at, round);
    partners_.push_back(partner ? std::optional(pes_[first[partner->site] + partner->number])
                                : std::nullopt);
  }
}

void DistributedBalancer::begin(const PeMeasurements& measured) {
  ++step_;
  is_through_ = false;
  outcome_ = {.is_idle = is_idle(measured) ? std::uint8_t{1} : std::uint8_t{0}};
  if (holds_objects_) {
    share_ = share_of(measured, objects_.topology().speed_of(objects_.pe_id()), outlook_);
    outcome_.before_s = load_s(share_);
    outcome_.work_s = outcome_.before_s * share_.speed;
    outcome_.speed = share_.speed;
  }
  outcome_.objects = static_cast<std::uint64_t>(
      std::ranges::count(measured.objects, true, &MeasuredObject::is_here));
  if (plan_.strategy->deciders == Deciders::pairs || !holds_objects_) {
    round_ = 0;
    asked_ = 0;
    return meet_next();
  }
  const std::uint64_t self = objects_.pe_id().value;
  thief_.emplace(near_.size(), pes_.size(),
                 Random::mix(plan_.options.seed ^ Random::mix(self + (step_ << 32))));
  answer_early();
  ask_next();
}

template <class T>
void DistributedBalancer::send(PeId to, HandlerId handler, T value) {
  MessagePtr message = detail::make_value<T>(objects_.pool(), std::move(value));
  message->handler = handler;
  message->priority = runtime_priority;
  message->source = objects_.pe_id();
  message->destination = to;
  objects_.pe().send(std::move(message));
}

std::optional<DistributedBalancer::Caller> DistributedBalancer::take_offer(MessagePtr message) {
  const PeId from = message->source;
  Expected<Offer> offer = detail::take_value<Offer>(*message);
  objects_.pool().release(std::move(message));
  if (!offer) {
    objects_.fail(offer.error());
    return {};
  }
  Caller caller{from, std::move(*offer)};
  if (is_expected(caller)) return caller;
  refuse(from);
  return {};
}

bool DistributedBalancer::is_expected(const Caller& caller) const {
  const auto pe_count = static_cast<std::size_t>(objects_.topology().pe_count());
  const auto& [pe, offer] = caller;
  if (pe.value >= pe_count || !is_sound(offer.share, pe_count)) return false;
  // Nobody is ahead by more than a step.
  const bool is_next = offer.step == step_ + 1;
  if (!is_next && offer.step != step_) return false;
  // In a step each PE has one question under way, and each round one partner.
  if (early_.size() > partners_.size() + pe_count) return false;
  if (offer.round >= partners_.size()) return offer.round == partners_.size();
  const bool is_due = is_next || (!is_through_ && offer.round >= round_);
  return is_due && partners_[offer.round] == pe;
}

void DistributedBalancer::refuse(PeId from) {
  objects_.fail(Error{ErrorCode::malformed,
                      "what PE " + std::to_string(from.value) + " says that it has", "",
                      "its turn; times of 0 or more, the longest first, on PEs of the job"});
}

// --- in pairs ----------------------------------------------------------------------------------

void DistributedBalancer::receive_offer(MessagePtr message) {
  std::optional<Caller> caller = take_offer(std::move(message));
  if (!caller) return;
  if (caller->offer.round >= partners_.size()) return refuse(caller->pe);
  if (is_through_ || !meet(*caller)) {
    early_.push_back(std::move(*caller));
    return;
  }
  meet_next();
}

void DistributedBalancer::meet_next() {
  while (!has_met()) {
    const std::optional<PeId> partner = partners_[round_];
    if (!partner) {
      ++round_;
      continue;
    }
    send(*partner, offer_handler_, Offer{step_, round_, share_});
    const auto here = std::ranges::find_if(early_, [&](const Caller& caller) {
      return caller.offer.step == step_ && caller.offer.round == round_;
    });
    if (here == early_.end()) return;
    const Caller caller = std::move(*here);
    early_.erase(here);
    meet(caller);
  }
  answer_early();
  ask_next();
}

bool DistributedBalancer::meet(const Caller& caller) {
  const auto& [pe, offer] = caller;
  if (offer.step != step_ || offer.round != round_) return false;
  Share theirs = offer.share;
  // Named in the same order on both sides, so that both come to the same.
  const bool is_first = objects_.pe_id() < pe;
  even_out(is_first ? share_ : theirs, is_first ? theirs : share_);
  ++round_;
  return true;
}

// --- who asks and who answers --------------------------------------------------------------------

/// None: it has asked enough.
std::optional<PeId> DistributedBalancer::next_asked() {
  if (!thief_) {
    const bool asks = asked_ < faster_.size() * faster_rounds;
    return asks ? std::optional(faster_[asked_++ % faster_.size()]) : std::nullopt;
  }
  while (const std::optional<Thief::Victim> asked = thief_->next_victim()) {
    const PeId victim = (asked->is_near ? near_ : pes_)[asked->position];
    if (victim != objects_.pe_id()) return victim;
    thief_->got(0);
  }
  return {};
}

void DistributedBalancer::ask_next() {
  answerer_ = next_asked();
  if (!answerer_) return end();
  send(*answerer_, question_handler_, Offer{step_, partners_.size(), offered()});
}

/// What is told to whom is asked for work: of many pieces some of each weight, since only an
/// exchange needs any of them.
Share DistributedBalancer::offered() const {
  constexpr std::size_t pieces_max = 256;
  const std::size_t stride = share_.pieces.size() / pieces_max + 1;
  if (stride == 1) return share_;
  Share some{.speed = share_.speed, .fixed_s = share_.fixed_s};
  for (std::size_t k = 0; k < share_.pieces.size(); ++k) {
    if (k % stride == 0) {
      some.pieces.push_back(share_.pieces[k]);
    } else {
      some.fixed_s += share_.pieces[k].cpu_s / share_.speed;
    }
  }
  return some;
}

void DistributedBalancer::receive_question(MessagePtr message) {
  std::optional<Caller> caller = take_offer(std::move(message));
  if (!caller) return;
  if (caller->offer.round < partners_.size()) return refuse(caller->pe);
  // Partners count on what it has said that it has.
  if (caller->offer.step > step_ || !has_met()) {
    early_.push_back(std::move(*caller));
    return;
  }
  answer(std::move(*caller));
}

/// Those who have asked for this step.
void DistributedBalancer::answer_early() {
  const auto questions = std::ranges::stable_partition(early_, [&](const Caller& caller) {
    return caller.offer.step != step_ || caller.offer.round < partners_.size();
  });
  std::vector<Caller> callers(std::make_move_iterator(questions.begin()),
                              std::make_move_iterator(questions.end()));
  early_.erase(questions.begin(), questions.end());
  for (Caller& caller : callers) answer(std::move(caller));
}

void DistributedBalancer::answer(Caller caller) {
  Answer answer;
  const Share before = caller.offer.share;
  Share& other = caller.offer.share;
  // A thief is not given work.
  const bool evens_out = !thief_ || load_s(share_) > load_s(other);
  if (evens_out && even_out(share_, other) > 0) {
    answer = {without(other.pieces, before.pieces), without(before.pieces, other.pieces)};
    if (is_through_) fetch();
  }
  send(caller.pe, answer_handler_, std::move(answer));
}

void DistributedBalancer::receive_answer(MessagePtr message) {
  const PeId from = message->source;
  const Expected<Answer> answer = detail::take_value<Answer>(*message);
  objects_.pool().release(std::move(message));
  if (!answer) return objects_.fail(answer.error());
  const auto pe_count = static_cast<std::size_t>(objects_.topology().pe_count());
  if (answerer_ != from || !is_sound({.pieces = answer->given}, pe_count)) return refuse(from);
  // What is had already, because both sides were asked at once, is not had twice.
  share_.pieces = without(without(share_.pieces, answer->taken), answer->given);
  share_.pieces.insert(share_.pieces.end(), answer->given.begin(), answer->given.end());
  sort_pieces(share_.pieces);
  if (thief_) thief_->got(answer->given.size());
  ask_next();
}

// --- both --------------------------------------------------------------------------------------

void DistributedBalancer::end() {
  is_through_ = true;
  outcome_.after_s = load_s(share_);
  fetch();
  ended_(outcome_);
}

void DistributedBalancer::fetch() {
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
