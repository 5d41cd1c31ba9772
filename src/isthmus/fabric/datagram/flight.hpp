// isthmus/fabric/datagram/flight.hpp: datagrams that are under way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/fabric/datagram/format.hpp"

namespace isthmus::engine::fabric::datagram {

/// A piece, as its sender knows it.
struct PieceId {
  std::uint64_t frame = 0;
  std::uint32_t at = 0;
};

/// Numbers datagrams and tells which of them have come and which are lost: overtaken by three
/// others, or by one for longer than a round trip takes (RFC 9002, 6.1). A number is used once,
/// whatever is sent again, so that an answer tells which one it is about. Plain data; no clock.
class Flight {
 public:
  static constexpr std::uint64_t overtaking_min = 3;
  /// Where datagrams were thought lost that had only been overtaken by more.
  static constexpr std::uint64_t overtaking_max = 64;

  /// What an acknowledgement says, or that time has passed.
  struct News {
    std::vector<PieceId> come;
    std::vector<PieceId> lost;
    std::size_t bytes_come = 0;
    std::size_t datagrams_lost = 0;
    /// Of the highest number, where that is news: when it was sent.
    TimeNs sent_ns = never_ns;
    /// Something is lost that was sent after the last time that this was so.
    bool is_congested = false;

    void clear() {
      come.clear();
      lost.clear();
      bytes_come = 0;
      datagrams_lost = 0;
      sent_ns = never_ns;
      is_congested = false;
    }
  };

  std::uint64_t next_number() const { return first_ + sent_.size(); }
  /// All before it have come, or count no more.
  std::uint64_t settled() const { return first_; }
  bool is_empty() const { return bytes_under_way_ == 0; }
  std::size_t bytes_under_way() const { return bytes_under_way_; }

  /// The one of next_number has gone.
  void sent(std::span<const PieceId> pieces, std::size_t bytes, TimeNs now_ns);
  /// False, and nothing else, where numbers are said to have come that were never sent. `news` is
  /// cleared first.
  bool acknowledged(const Ranges& ranges, News& news);
  /// Adds those that are lost by now to `news`.
  void find_lost(TimeNs now_ns, TimeNs overtaking_ns, News& news);
  /// When find_lost will find something though nothing comes; never_ns for never.
  TimeNs lost_ns(TimeNs overtaking_ns) const;
  /// That what is under way now gets lost is no news about congestion any more.
  void disregard_congestion() { congestion_end_ = next_number(); }
  /// The pieces of the oldest that is under way.
  std::vector<PieceId> oldest() const;

 private:
  enum class State : std::uint8_t { under_way, come, lost };
  struct Sent {
    TimeNs sent_ns;
    std::uint64_t piece_end;  // counted since the beginning
    std::uint32_t bytes;
    State state;
  };

  Sent& at(std::uint64_t number) { return sent_[static_cast<std::size_t>(number - first_)]; }
  void settle();
  void add_pieces(std::uint64_t number, std::vector<PieceId>& to) const;

  std::deque<Sent> sent_;
  std::deque<PieceId> pieces_;  // of those, in order
  std::uint64_t first_piece_ = 0;
  std::uint64_t first_ = 0;
  std::uint64_t come_end_ = 0;  // behind the highest that has come
  std::size_t bytes_under_way_ = 0;
  std::uint64_t overtaking_ = overtaking_min;
  std::uint64_t congestion_end_ = 0;  // losses before it are no news to the congestion window
};

}  // namespace isthmus::engine::fabric::datagram
