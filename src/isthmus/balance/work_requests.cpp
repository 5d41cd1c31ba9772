#include "isthmus/balance/work_requests.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace isthmus::engine::balance {

namespace {

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

Share sample_of(const Share& share) {
  constexpr std::size_t pieces_max = 256;
  const std::size_t stride = share.pieces.size() / pieces_max + 1;
  if (stride == 1) return share;
  Share some{.speed = share.speed, .fixed_s = share.fixed_s};
  for (std::size_t k = 0; k < share.pieces.size(); ++k) {
    if (k % stride == 0) {
      some.pieces.push_back(share.pieces[k]);
    } else {
      some.fixed_s += share.pieces[k].cpu_s / share.speed;
    }
  }
  return some;
}

void WorkRequests::begin() {
  ++step_;
  asked_ = {};
  thief_.reset();
}

void WorkRequests::begin(std::span<const PeId> asked) {
  begin();
  asked_ = asked;
}

void WorkRequests::begin(const Thief& thief) {
  begin();
  thief_ = thief;
}

std::optional<PeId> WorkRequests::next() {
  answerer_.reset();
  if (thief_) {
    answerer_ = draw();
  } else if (!asked_.empty()) {
    answerer_ = asked_.front();
    asked_ = asked_.subspan(1);
  }
  return answerer_;
}

std::optional<PeId> WorkRequests::draw() {
  while (const std::optional<Thief::Victim> asked = thief_->next_victim()) {
    const PeId victim = (asked->is_near ? near_ : pes_)[asked->position];
    if (victim != self_) return victim;
    thief_->got(0);
  }
  return {};
}

bool WorkRequests::is_expected(const WorkRequest& request) const {
  // Each PE has one under way.
  if (held_.size() >= pes_.size()) return false;
  // Nobody is ahead by more than a step, and steps count from 1.
  return request.step > 0 && (request.step == step_ || request.step == step_ + 1);
}

std::vector<WorkRequest> WorkRequests::take_due() {
  const auto due = std::ranges::stable_partition(
      held_, [&](const WorkRequest& request) { return !is_due(request); });
  std::vector<WorkRequest> taken(std::make_move_iterator(due.begin()),
                                 std::make_move_iterator(due.end()));
  held_.erase(due.begin(), due.end());
  return taken;
}

WorkAnswer WorkRequests::answer(WorkRequest request, Share& own) const {
  Share& other = request.share;
  // A thief is not given work.
  if (thief_ && load_s(own) <= load_s(other)) return {};
  const std::vector<Piece> before = other.pieces;
  if (even_out(own, other) == 0) return {};
  return {without(other.pieces, before), without(before, other.pieces)};
}

void WorkRequests::take(const WorkAnswer& answer, Share& own) {
  // What is had already, because both sides were asked at once, is not had twice.
  own.pieces = without(without(own.pieces, answer.taken), answer.given);
  own.pieces.insert(own.pieces.end(), answer.given.begin(), answer.given.end());
  sort_pieces(own.pieces);
  if (thief_) thief_->got(answer.given.size());
}

}  // namespace isthmus::engine::balance
