#include "isthmus/fabric/datagram/flight.hpp"

#include <algorithm>

namespace isthmus::engine::fabric::datagram {

void Flight::sent(std::span<const PieceId> pieces, std::size_t bytes, TimeNs now_ns) {
  pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
  sent_.push_back(
      {now_ns, first_piece_ + pieces_.size(), static_cast<std::uint32_t>(bytes), State::under_way});
  bytes_under_way_ += bytes;
}

void Flight::add_pieces(std::uint64_t number, std::vector<PieceId>& to) const {
  const auto index = static_cast<std::size_t>(number - first_);
  const std::uint64_t begin = index == 0 ? first_piece_ : sent_[index - 1].piece_end;
  for (std::uint64_t i = begin; i < sent_[index].piece_end; ++i) {
    to.push_back(pieces_[static_cast<std::size_t>(i - first_piece_)]);
  }
}

bool Flight::acknowledged(const Ranges& ranges, News& news) {
  news.clear();
  if (ranges.end() > next_number()) return false;
  std::uint64_t highest = 0;
  for (const Range& range : ranges.span()) {
    for (std::uint64_t number = std::max(range.first, first_); number < range.end; ++number) {
      Sent& sent = at(number);
      if (sent.state == State::come) continue;
      if (sent.state == State::lost) {
        // It had been overtaken, and no more: the way keeps no order, and more may overtake.
        overtaking_ = std::clamp(come_end_ - number, overtaking_, overtaking_max);
      } else {
        bytes_under_way_ -= sent.bytes;
      }
      add_pieces(number, news.come);
      news.bytes_come += sent.bytes;
      sent.state = State::come;
      if (number >= highest) {
        highest = number;
        news.sent_ns = sent.sent_ns;
      }
    }
  }
  if (highest + 1 < ranges.end()) news.sent_ns = never_ns;
  come_end_ = std::max(come_end_, ranges.end());
  settle();
  return true;
}

void Flight::find_lost(TimeNs now_ns, TimeNs overtaking_ns, News& news) {
  for (std::uint64_t number = first_; number < come_end_; ++number) {
    Sent& sent = at(number);
    if (sent.state != State::under_way) continue;
    const bool is_overtaken = come_end_ - 1 - number >= overtaking_;
    if (!is_overtaken && sent.sent_ns + overtaking_ns > now_ns) break;
    sent.state = State::lost;
    bytes_under_way_ -= sent.bytes;
    add_pieces(number, news.lost);
    ++news.datagrams_lost;
    if (number >= congestion_end_) {
      news.is_congested = true;
      congestion_end_ = next_number();
    }
  }
  settle();
}

TimeNs Flight::lost_ns(TimeNs overtaking_ns) const {
  for (std::uint64_t number = first_; number < come_end_; ++number) {
    const Sent& sent = sent_[static_cast<std::size_t>(number - first_)];
    if (sent.state == State::under_way) return sent.sent_ns + overtaking_ns;
  }
  return never_ns;
}

std::vector<PieceId> Flight::oldest() const {
  std::vector<PieceId> pieces;
  const auto found = std::ranges::find(sent_, State::under_way, &Sent::state);
  if (found != sent_.end()) {
    add_pieces(first_ + static_cast<std::uint64_t>(found - sent_.begin()), pieces);
  }
  return pieces;
}

/// A lost one is kept for a while: should it come after all, that tells something about the way.
void Flight::settle() {
  while (!sent_.empty()) {
    const Sent& front = sent_.front();
    const bool is_kept = front.state == State::under_way ||
                         (front.state == State::lost && first_ + overtaking_max >= come_end_);
    if (is_kept) return;
    const std::uint64_t count = front.piece_end - first_piece_;
    pieces_.erase(pieces_.begin(), pieces_.begin() + static_cast<std::ptrdiff_t>(count));
    first_piece_ += count;
    sent_.pop_front();
    ++first_;
  }
}

}  // namespace isthmus::engine::fabric::datagram
