#include "isthmus/balance/strategy/meeting.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

#include "isthmus/balance/strategy/exchange.hpp"

namespace isthmus::balance {

namespace {

constexpr int tries_max = 4;
// What is nearer than this is as good as even.
constexpr double even_enough = 1e-3;

/// The heaviest first; of the same weight by name.
bool comes_before(const Piece& a, const Piece& b) {
  return std::tuple(-a.cpu_s, a.id) < std::tuple(-b.cpu_s, b.id);
}

void hand_over(Share& from, Share& to, const std::vector<std::size_t>& given) {
  std::vector<Piece> kept;
  std::vector<Piece> gone;
  auto next = given.begin();
  for (std::size_t k = 0; k < from.pieces.size(); ++k) {
    const bool goes = next != given.end() && *next == k;
    if (goes) ++next;
    (goes ? gone : kept).push_back(from.pieces[k]);
  }
  std::vector<Piece> merged;
  merged.reserve(to.pieces.size() + gone.size());
  std::ranges::merge(to.pieces, gone, std::back_inserter(merged), comes_before);
  from.pieces = std::move(kept);
  to.pieces = std::move(merged);
}

std::size_t give(Share& late, Share& early, double late_s, double early_s, double work_s) {
  if (late.pieces.empty()) return 0;
  std::vector<std::size_t> given;
  double left_s = work_s;
  for (std::size_t k = 0; k < late.pieces.size(); ++k) {
    if (late.pieces[k].cpu_s > left_s) continue;
    given.push_back(k);
    left_s -= late.pieces[k].cpu_s;
  }
  if (given.empty() && early_s + late.pieces.back().cpu_s / early.speed < late_s * (1.0 - 1e-9)) {
    given.push_back(late.pieces.size() - 1);
  }
  if (!given.empty()) {
    hand_over(late, early, given);
    return given.size();
  }
  const auto exchange =
      best_exchange(late.pieces, early.pieces, work_s, early.speed / late.speed, &Piece::cpu_s);
  if (!exchange) return 0;
  const Piece back = early.pieces[exchange->second];
  early.pieces.erase(early.pieces.begin() + static_cast<std::ptrdiff_t>(exchange->second));
  hand_over(late, early, {exchange->first});
  late.pieces.insert(std::ranges::lower_bound(late.pieces, back, comes_before), back);
  return 2;
}

}  // namespace

double load_s(const Share& share) {
  double work_s = 0;
  for (const Piece& piece : share.pieces) work_s += piece.cpu_s;
  return share.fixed_s + work_s / share.speed;
}

void sort_pieces(std::vector<Piece>& pieces) { std::ranges::sort(pieces, comes_before); }

bool is_sound(const Share& share, std::size_t pe_count) {
  const auto is_time = [](double s) { return std::isfinite(s) && s >= 0; };
  if (!std::isfinite(share.speed) || share.speed <= 0 || !is_time(share.fixed_s)) return false;
  if (!std::ranges::is_sorted(share.pieces, comes_before)) return false;
  return std::ranges::all_of(share.pieces, [&](const Piece& piece) {
    return is_time(piece.cpu_s) && piece.at.value < pe_count;
  });
}

double work_to_even_s(double early_s, double early_speed, double late_s, double late_speed) {
  return late_s > early_s ? (late_s - early_s) / (1.0 / early_speed + 1.0 / late_speed) : 0.0;
}

std::size_t even_out(Share& one, Share& other) {
  std::size_t moved = 0;
  for (int k = 0; k < tries_max; ++k) {
    const double one_s = load_s(one);
    const double other_s = load_s(other);
    const bool one_is_late = one_s > other_s;
    Share& late = one_is_late ? one : other;
    Share& early = one_is_late ? other : one;
    const double late_s = std::max(one_s, other_s);
    const double early_s = std::min(one_s, other_s);
    if (late_s - early_s <= even_enough * late_s) break;
    const double work_s = work_to_even_s(early_s, early.speed, late_s, late.speed);
    const std::size_t gave = give(late, early, late_s, early_s, work_s);
    if (gave == 0) break;
    moved += gave;
  }
  return moved;
}

MeetingPlan::MeetingPlan(std::vector<std::size_t> sizes) : sizes_(std::move(sizes)) {
  if (sizes_.empty()) return;
  const auto [least, largest] = std::ranges::minmax(sizes_);
  site_bits_ = static_cast<std::size_t>(std::bit_width(sizes_.size() - 1));
  pe_bits_ = static_cast<std::size_t>(std::bit_width(largest - 1));
  const bool is_whole =
      std::has_single_bit(sizes_.size()) && std::has_single_bit(largest) && least == largest;
  // A sweep halves what a large site has to give to or get from a small one.
  sweeps_ = (is_whole ? 2 : 4) + static_cast<std::size_t>(std::bit_width(largest / least - 1));
}

std::optional<MeetingPlan::Place> MeetingPlan::partner(Place at, std::size_t round) const {
  const std::size_t bit = round % (site_bits_ + pe_bits_);
  Place other = at;
  if (bit < site_bits_) {
    other.site ^= std::size_t{1} << bit;
  } else {
    other.number ^= std::size_t{1} << (bit - site_bits_);
  }
  if (other.site >= sizes_.size() || other.number >= sizes_[other.site]) return {};
  return other;
}

}  // namespace isthmus::balance
