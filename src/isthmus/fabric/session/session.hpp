// isthmus/fabric/session/session.hpp: frames between two processes that outlive their connections.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/fabric/session/inbound.hpp"
#include "isthmus/fabric/session/outbound.hpp"
#include "isthmus/fabric/session/record.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric::session {

struct Options {
  WireLimits limits;
  /// What is kept for the peer at most, one frame aside, and what may come out of order.
  std::size_t window_bytes = std::size_t{64} << 20;
  std::uint32_t segment_bytes = 256 * 1024;
  unsigned slots = 1;  ///< Connections at most; 1 to 64.
};

/// One end of the session of two processes: the protocol of docs/formats/session.md without the
/// sockets. Frames go in at one end and come out at the other, each once and in order, over up to
/// `slots` connections that may break, swallow what they had under way, and be replaced. Whoever
/// owns the connections says when one opens and is lost, writes what `gather` gives, and hands in
/// what arrives. The time is told. One thread.
class Session {
 public:
  /// Each call uses the pool that `blocks`, which outlives this, points to then.
  Session(const Options& options, Pool* const& blocks);
  ~Session();

  void set_time(TimeNs now_ns) { now_ns_ = now_ns; }
  void land_in(const Regions& places) { inbound_.land_in(places); }

  // --- frames
  bool has_room(std::size_t frame_bytes) const { return outbound_.has_room(frame_bytes); }
  /// has_room for it, and not after end.
  void push(MessagePtr message);
  /// Nothing more will be pushed; the peer is told after the last frame.
  void end() { is_ended_ = true; }
  /// Takes bytes that came on the connection from the front until a message is whole; null when it
  /// needs more, and then it has taken all. With an empty `where`: ErrorCode::malformed for what
  /// this session's other end would not have written; drop the session then. ErrorCode::io where
  /// something was changed, lost or repeated on the way; then the connection is of no more use, and
  /// all that it had under way can be sent again.
  Expected<MessagePtr> take(unsigned slot, std::span<const std::byte>& bytes);
  /// Of the message taken last, see FrameAssembler.
  std::size_t landed_bytes() const { return inbound_.landed_bytes(); }

  // --- connections
  void opened(unsigned slot);
  /// How many frames must be sent again, whole or in part.
  std::size_t lost(unsigned slot);
  /// Lets go of all frames: this session is over.
  void drop();
  bool is_open(unsigned slot) const { return lanes_[slot].is_open; }
  /// The peer has spoken on it.
  bool is_greeted(unsigned slot) const { return lanes_[slot].is_greeted; }
  /// Wants a word from the peer on it, whatever is under way; it is greeted.
  void ask(unsigned slot) { lanes_[slot].is_to_ask = true; }
  unsigned open_count() const;

  // --- writing
  /// The connection that should be written to next, of those whose bit in `blocked` is not set:
  /// of several that can take more of the stream, the one that will be through with it first.
  std::optional<unsigned> next_writer(std::uint64_t blocked) const;
  /// The next bytes for it; only after next_writer has named it.
  void gather(unsigned slot, Gathered& gathered);
  void written(unsigned slot, std::size_t byte_count);

  // --- reading in place
  /// Memory for the next bytes on the connection; empty where they had better be taken.
  std::span<std::byte> gap(unsigned slot) { return inbound_.gap(slot); }
  void filled(unsigned slot, std::size_t byte_count);

  // --- state
  /// When next_writer may have a connection to name though nothing happened.
  TimeNs deadline_ns() const;
  /// Frames that were not given to a connection yet, or have come in part.
  bool holds_frames() const { return !outbound_.is_all_sent() || inbound_.holds_frames(); }
  bool is_mid_frame() const { return inbound_.is_mid_frame(); }
  /// Frames are under way there, or this end's hello has no answer.
  bool has_under_way(unsigned slot) const {
    return outbound_.has_under_way(slot) || waits_for_hello(slot);
  }
  std::uint64_t confirmed_bytes(unsigned slot) const { return outbound_.confirmed_bytes(slot); }
  /// Since when the oldest of that has been under way; never_ns where nothing is.
  TimeNs under_way_since_ns(unsigned slot) const {
    return waits_for_hello(slot) ? lanes_[slot].greeted_ns : outbound_.under_way_since_ns(slot);
  }
  std::size_t kept_bytes() const { return outbound_.kept_bytes(); }
  std::size_t stored_bytes() const { return inbound_.stored_bytes(); }
  /// The peer has all frames, and has said so.
  bool is_all_acknowledged() const { return outbound_.is_all_acknowledged(); }
  /// Bytes of both streams that have come, as far as this end knows.
  std::uint64_t passed_bytes() const {
    return inbound_.received() + outbound_.acknowledged_bytes();
  }
  /// The peer has ended its direction, and all of that is here.
  bool has_peer_ended() const { return peer_end_ == inbound_.received(); }
  /// Both directions have ended, and each end knows.
  bool is_finished() const;

 private:
  struct Lane {
    bool is_open = false;
    bool is_greeted = false;
    bool has_greeted = false;
    TimeNs greeted_ns = 0;
    // What is being written.
    RecordBytes head{};
    std::size_t head_written = record_bytes;
    Segment segment;
    std::uint32_t segment_written = 0;
    std::uint8_t records_begun = 0;  // modulo 256
    TimeNs begun_ns = 0;             // the last of them
    TimeNs asked_ns = 0;             // the last of those that ask
    // What is being read.
    RecordBytes head_in{};
    std::size_t head_in_have = 0;
    std::uint8_t records_read = 0;  // modulo 256
    bool owes_answer = false;       // a record, whatever it says
    bool is_to_ask = false;
    std::uint64_t taken_told = 0;

    bool is_mid_record() const {
      return head_written < record_bytes || segment_written < segment.length;
    }
  };

  Expected<void> handle(unsigned slot, const Record& record);
  bool holds_record_in_segment(unsigned slot) const;
  std::uint64_t received_with_end() const;
  bool waits_for_hello(unsigned slot) const {
    return lanes_[slot].has_greeted && !lanes_[slot].is_greeted;
  }
  bool is_acknowledgement_due(unsigned slot) const;
  TimeNs probe_ns(unsigned slot) const;
  bool is_end_due() const;
  void begin_record(unsigned slot);
  void note_arrival();
  void release();

  const Options options_;
  Pool* const& blocks_;
  Outbound outbound_;
  Inbound inbound_;
  std::vector<Lane> lanes_;
  TimeNs now_ns_ = 0;
  std::uint64_t received_told_ = 0;
  TimeNs acknowledge_ns_ = never_ns;
  bool is_ended_ = false;
  bool was_end_sent_ = false;
  bool is_end_acknowledged_ = false;
  std::optional<unsigned> end_slot_;  // the connection that carries or carried the end
  std::optional<std::uint64_t> peer_end_;
};

}  // namespace isthmus::engine::fabric::session
