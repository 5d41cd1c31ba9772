#include "isthmus/balance/distributed_balancer.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "isthmus/base/random.hpp"
#include "isthmus/object/runtime_priority.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::balance {

namespace {

/// Those of PEs in ascending order that are of the same site as one PE.
std::span<const PeId> of_site(std::span<const PeId> pes, const topology::Topology& topology,
                              PeId one) {
  const auto [begin, end] = std::ranges::equal_range(pes, topology.site_of(one), {},
                                                     [&](PeId pe) { return topology.site_of(pe); });
  return {begin, end};
}

/// By round of the pairing plan.
std::vector<std::optional<PeId>> partners_of(PeId self, const topology::Topology& topology) {
  const std::span<const PeId> pes = topology.object_pes();
  std::vector<std::size_t> sizes;
  std::vector<std::size_t> first;
  PairingPlan::Place at;
  for (std::size_t number = 0; number < pes.size(); ++number) {
    if (number == 0 || topology.site_of(pes[number]) != topology.site_of(pes[number - 1])) {
      sizes.push_back(0);
      first.push_back(number);
    }
    if (pes[number] == self) at = {sizes.size() - 1, sizes.back()};
    ++sizes.back();
  }
  const PairingPlan plan(std::move(sizes));
  std::vector<std::optional<PeId>> partners;
  for (std::size_t round = 0; round < plan.rounds(); ++round) {
    const auto partner = plan.partner(at, round);
    partners.push_back(partner ? std::optional(pes[first[partner->site] + partner->number])
                               : std::nullopt);
  }
  return partners;
}

/// The faster PEs, as often as each is asked.
std::vector<PeId> asked_by(PeId self, const topology::Topology& topology) {
  std::vector<double> speeds;
  for (int number = 0; number < topology.pe_count(); ++number) {
    const PeId pe(number);
    speeds.push_back(topology.holds_objects(pe) ? topology.speed_of(pe) : 0);
  }
  const std::vector<PeId> faster = faster_pes(self, speeds);
  std::vector<PeId> asked;
  for (int round = 0; round < faster_rounds; ++round) {
    asked.insert(asked.end(), faster.begin(), faster.end());
  }
  return asked;
}

bool is_paired(const Plan& plan, bool holds_objects) {
  return plan.strategy->deciders == Deciders::pairs && holds_objects;
}

}  // namespace

DistributedBalancer::DistributedBalancer(Objects& objects, const Plan& plan, HandlerId moves,
                                         std::function<void(const Outcome&)> ended)
    : objects_(objects),
      plan_(plan),
      moves_handler_(moves),
      offer_handler_(objects.pe().add_handler<&DistributedBalancer::receive_offer>(
          this, sched::Work::balancing)),
      work_request_handler_(objects.pe().add_handler<&DistributedBalancer::receive_work_request>(
          this, sched::Work::balancing)),
      work_answer_handler_(objects.pe().add_handler<&DistributedBalancer::receive_work_answer>(
          this, sched::Work::balancing)),
      ended_(std::move(ended)),
      pes_(objects.topology().object_pes()),
      near_(of_site(pes_, objects.topology(), objects.pe_id())),
      holds_objects_(objects.topology().holds_objects(objects.pe_id())),
      is_thief_(plan.strategy->deciders != Deciders::pairs && holds_objects_),
      asked_(is_paired(plan, holds_objects_) ? asked_by(objects.pe_id(), objects.topology())
                                             : std::vector<PeId>()),
      rounds_(objects.pe_id(), is_paired(plan, holds_objects_)
                                   ? partners_of(objects.pe_id(), objects.topology())
                                   : std::vector<std::optional<PeId>>()),
      requests_(objects.pe_id(), near_, pes_),
      outlook_(plan.share_of(objects.pe_id())) {}

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
  rounds_.begin();
  if (is_thief_) {
    const std::uint64_t self = objects_.pe_id().value;
    const std::uint64_t mixed = Random::mix(self + (step_ << 32));
    requests_.begin(Thief(near_.size(), pes_.size(), Random::mix(plan_.options.seed ^ mixed)));
  } else {
    requests_.begin(asked_);
  }
  go_on();
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

std::optional<Offer> DistributedBalancer::take_offer(MessagePtr message) {
  const PeId from = message->source;
  Expected<Offer> offer = detail::take_value<Offer>(*message);
  objects_.pool().release(std::move(message));
  if (!offer) {
    objects_.fail(offer.error());
    return {};
  }
  const auto pe_count = static_cast<std::size_t>(objects_.topology().pe_count());
  if (from.value < pe_count && is_sound(offer->share, pe_count)) return std::move(*offer);
  refuse(from);
  return {};
}

void DistributedBalancer::refuse(PeId from) {
  objects_.fail(Error{ErrorCode::malformed,
                      "what PE " + std::to_string(from.value) + " says that it has", "",
                      "its turn; times of 0 or more, the longest first, on PEs of the job"});
}

void DistributedBalancer::receive_offer(MessagePtr message) {
  const PeId from = message->source;
  std::optional<Offer> offer = take_offer(std::move(message));
  if (!offer) return;
  if (!rounds_.is_expected(from, *offer)) return refuse(from);
  rounds_.hold(std::move(*offer));
  if (!rounds_.are_through() && rounds_.pass(share_)) go_on();
}

void DistributedBalancer::go_on() {
  while (const std::optional<PeId> partner = rounds_.partner()) {
    send(*partner, offer_handler_, rounds_.offer(share_));
    if (!rounds_.pass(share_)) return;
  }
  for (WorkRequest& request : requests_.take_due()) answer(std::move(request));
  ask_next();
}

void DistributedBalancer::ask_next() {
  const std::optional<PeId> asked = requests_.next();
  if (!asked) return end();
  send(*asked, work_request_handler_, Offer{step_, rounds_.count(), sample_of(share_)});
}

void DistributedBalancer::receive_work_request(MessagePtr message) {
  const PeId from = message->source;
  std::optional<Offer> offer = take_offer(std::move(message));
  if (!offer) return;
  const bool is_of_no_round = offer->round == rounds_.count();
  WorkRequest request{from, offer->step, std::move(offer->share)};
  if (!is_of_no_round || !requests_.is_expected(request)) return refuse(from);
  // Partners count on what it has said that it has.
  if (!requests_.is_due(request) || !rounds_.are_through()) {
    return requests_.hold(std::move(request));
  }
  answer(std::move(request));
}

void DistributedBalancer::answer(WorkRequest request) {
  const PeId from = request.from;
  WorkAnswer answer = requests_.answer(std::move(request), share_);
  if (is_through_) fetch();
  send(from, work_answer_handler_, std::move(answer));
}

void DistributedBalancer::receive_work_answer(MessagePtr message) {
  const PeId from = message->source;
  const Expected<WorkAnswer> answer = detail::take_value<WorkAnswer>(*message);
  objects_.pool().release(std::move(message));
  if (!answer) return objects_.fail(answer.error());
  const auto pe_count = static_cast<std::size_t>(objects_.topology().pe_count());
  if (!requests_.is_answer_expected(from) || !is_sound({.pieces = answer->given}, pe_count)) {
    return refuse(from);
  }
  requests_.take(*answer, share_);
  ask_next();
}

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

}  // namespace isthmus::engine::balance
