#include "isthmus/balance/strategy/pairing.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

#include "isthmus/balance/strategy/exchange.hpp"

namespace isthmus::engine::balance {

namespace {

constexpr int tries_max = 4;
// What is nearer than this is as good as even.
constexpr double even_enough = 1e-3;
// A trade moves many objects; it is tried where PEs are further apart.
constexpr double trades_from = 0.02;
constexpr std::size_t traded_max = 8;

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

/// The heaviest first, as far as they fit.
std::vector<std::size_t> fitting(const std::vector<Piece>& pieces, double work_s) {
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    if (pieces[k].cpu_s > work_s) continue;
    chosen.push_back(k);
    work_s -= pieces[k].cpu_s;
  }
  return chosen;
}

std::size_t give(Share& late, Share& early, double late_s, double early_s, double work_s) {
  if (late.pieces.empty()) return 0;
  std::vector<std::size_t> given = fitting(late.pieces, work_s);
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

/// One of the later one's heaviest for as many of the other's as then make both end together.
std::size_t trade(Share& late, Share& early, double late_s, double early_s) {
  std::size_t best = late.pieces.size();
  std::vector<std::size_t> best_back;
  double best_s = late_s * (1.0 - even_enough);
  for (std::size_t k = 0; k < std::min(late.pieces.size(), traded_max); ++k) {
    const double cpu_s = late.pieces[k].cpu_s;
    const double left_s = late_s - cpu_s / late.speed;
    const double laden_s = early_s + cpu_s / early.speed;
    std::vector<std::size_t> back =
        fitting(early.pieces, work_to_even_s(left_s, late.speed, laden_s, early.speed));
    double back_s = 0;
    for (const std::size_t piece : back) back_s += early.pieces[piece].cpu_s;
    const double after_s = std::max(left_s + back_s / late.speed, laden_s - back_s / early.speed);
    if (after_s >= best_s) continue;
    best = k;
    best_back = std::move(back);
    best_s = after_s;
  }
  if (best == late.pieces.size()) return 0;
  const Piece given = late.pieces[best];
  late.pieces.erase(late.pieces.begin() + static_cast<std::ptrdiff_t>(best));
  hand_over(early, late, best_back);
  early.pieces.insert(std::ranges::lower_bound(early.pieces, given, comes_before), given);
  return 1 + best_back.size();
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
    std::size_t gave = give(late, early, late_s, early_s, work_s);
    if (gave == 0 && late_s - early_s > trades_from * late_s) {
      gave = trade(late, early, late_s, early_s);
    }
    if (gave == 0) break;
    moved += gave;
  }
  return moved;
}

std::vector<PeId> faster_pes(PeId self, std::span<const double> speeds) {
  constexpr std::size_t asked_max = 4;
  const auto count = static_cast<std::uint32_t>(speeds.size());
  std::vector<PeId> faster;
  for (std::uint32_t pe = 0; pe < count; ++pe) {
    if (speeds[pe] > speeds[self.value]) faster.push_back(PeId(pe));
  }
  const auto rank = [&](PeId pe) {
    return std::pair(-speeds[pe.value], (pe.value + count - self.value) % count);
  };
  const std::size_t asked = std::min(asked_max, faster.size());
  std::ranges::partial_sort(faster, faster.begin() + static_cast<std::ptrdiff_t>(asked), {}, rank);
  faster.resize(asked);
  return faster;
}

PairingPlan::PairingPlan(std::vector<std::size_t> sizes) : sizes_(std::move(sizes)) {
  if (sizes_.empty()) return;
  const auto [least, largest] = std::ranges::minmax(sizes_);
  site_bits_ = static_cast<std::size_t>(std::bit_width(sizes_.size() - 1));
  pe_bits_ = static_cast<std::size_t>(std::bit_width(largest - 1));
  const bool is_whole =
      std::has_single_bit(sizes_.size()) && std::has_single_bit(largest) && least == largest;
  // A sweep halves what a large site has to give to or get from a small one.
  sweeps_ = (is_whole ? 2 : 4) + static_cast<std::size_t>(std::bit_width(largest / least - 1));
}

std::optional<PairingPlan::Place> PairingPlan::partner(Place at, std::size_t round) const {
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

}  // namespace isthmus::engine::balance
