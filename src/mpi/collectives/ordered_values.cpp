#include "mpi/collectives/ordered_values.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "mpi/collectives/values.hpp"

namespace isthmus::engine::mpi {

void OrderedValues::combine(std::vector<std::byte>& into, std::vector<std::byte> more) const {
  if (!into.empty()) combine_values(head_.operation, head_.type, into, more);
  into = std::move(more);
}

void OrderedValues::push(std::vector<Piece>& joined, Piece run) const {
  joined.push_back(std::move(run));
  while (joined.size() > 1) {
    Piece& left = joined[joined.size() - 2];
    Piece& right = joined.back();
    const bool are_siblings =
        left.level == right.level && left.from % 2 == 0 && right.from == left.from + 1;
    if (!are_siblings) return;
    combine(left.bytes, std::move(right.bytes));
    left.from /= 2;
    ++left.level;
    joined.pop_back();
  }
}

void OrderedValues::join(std::vector<Piece>& runs) const {
  std::ranges::sort(runs, {}, &Piece::begin);
  std::vector<Piece> joined;
  for (Piece& run : runs) push(joined, std::move(run));
  runs = std::move(joined);
}

std::vector<std::byte> OrderedValues::fold(std::vector<Piece> runs) const {
  join(runs);
  if (runs.empty()) return {};
  std::vector<std::byte> result = std::move(runs.front().bytes);
  for (std::size_t i = 1; i < runs.size(); ++i) combine(result, std::move(runs[i].bytes));
  return result;
}

std::vector<Piece> OrderedValues::prefixes(std::vector<Piece> own, std::vector<Piece> others,
                                           bool is_exclusive) const {
  constexpr std::uint8_t mark_of_own = 255;
  for (Piece& piece : own) piece.level = mark_of_own;
  const auto begin = [](const Piece& piece) {
    return piece.level == mark_of_own ? std::int64_t{piece.from} : piece.begin();
  };
  own.insert(own.end(), std::make_move_iterator(others.begin()),
             std::make_move_iterator(others.end()));
  std::ranges::sort(own, {}, begin);
  const auto all_of = [&](const std::vector<Piece>& joined) {
    std::vector<std::byte> all;
    for (const Piece& run : joined) {
      std::vector<std::byte> copy = run.bytes;
      combine(all, std::move(copy));
    }
    return all;
  };
  std::vector<Piece> joined;
  std::vector<Piece> results;
  for (Piece& piece : own) {
    const bool is_own = piece.level == mark_of_own;
    if (!is_own) {
      push(joined, std::move(piece));
      continue;
    }
    piece.level = 0;
    Piece result{.from = piece.from, .giver = piece.giver, .to = piece.giver, .bytes = {}};
    if (is_exclusive) result.bytes = all_of(joined);
    push(joined, std::move(piece));
    if (!is_exclusive) result.bytes = all_of(joined);
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace isthmus::engine::mpi
