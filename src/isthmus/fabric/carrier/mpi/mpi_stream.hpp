// isthmus/fabric/carrier/mpi/mpi_stream.hpp: the stream of frames from one process to another as
// MPI's messages.
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/fabric/carrier/frame_assembler.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

/// What each message with the first tag begins with, little-endian; docs/formats/mpi.md.
struct MpiPrefix {
  static constexpr std::uint32_t stream = 1;  ///< The next bytes of the stream of frames.
  static constexpr std::uint32_t end = 2;     ///< There are no more.

  std::uint32_t kind = stream;
  /// So many bytes of the stream come behind this message's own with the second tag,
  std::uint32_t bulk_bytes = 0;
  /// in messages of so many, the last one aside.
  std::uint32_t piece_bytes = 0;
  std::uint32_t unused = 0;
};

/// A message with the first tag is no longer.
inline constexpr std::size_t mpi_message_bytes_max = 8192;
using MpiBuffer = std::array<std::byte, mpi_message_bytes_max>;

/// Frames on their way to one peer: small ones copied into one message, the payloads of large ones
/// in messages of their own, from where they lie. What is lent is copied, piece by piece, while the
/// receiver has the one before. One thread at a time.
class MpiOutbound {
 public:
  static constexpr std::size_t piece_bytes_min = 128 * 1024;
  static constexpr std::size_t pieces_max = 64;
  static constexpr std::size_t free_buffers_max = 64;

  /// `pool` points to the pool that messages are released to when they are sent.
  MpiOutbound(int rank, int tag, Pool* const& pool) : rank_(rank), tag_(tag), pool_(pool) {}
  /// Once idle, or what is under way is kept by somebody else.
  ~MpiOutbound();
  MpiOutbound(const MpiOutbound&) = delete;
  MpiOutbound& operator=(const MpiOutbound&) = delete;

  /// Takes it, whatever its size.
  void send(MessagePtr message);
  /// The last word, and nothing after it.
  void end();
  bool is_ended() const { return is_end_posted_ && is_idle(); }

  /// Finds out what has been sent.
  void progress();
  bool is_idle() const { return sending_.empty(); }
  std::size_t outstanding_bytes() const { return outstanding_bytes_; }
  std::size_t outstanding_count() const { return sending_.size(); }
  /// What MPI says of the peer.
  int failure() const { return failure_; }

 private:
  struct Sending {
    MPI_Request request = MPI_REQUEST_NULL;
    std::unique_ptr<MpiBuffer> buffer;
    MessagePtr message;  // the last of its sends has it
    std::size_t bytes = 0;
  };

  void begin();
  void append(std::span<const std::byte> bytes);
  std::size_t room() const { return mpi_message_bytes_max - used_; }
  void post_buffer(MpiPrefix prefix);
  void post(std::span<const std::byte> bytes, int tag, Sending sending);
  void send_fragments(const Message& message);
  void send_bulk(MessagePtr message);
  void send_copied_bulk(MessagePtr message);
  void end_front();

  const int rank_;
  const int tag_;
  Pool* const& pool_;
  std::unique_ptr<MpiBuffer> buffer_;  // being filled
  std::size_t used_ = 0;
  std::vector<std::unique_ptr<MpiBuffer>> free_buffers_;
  std::deque<Sending> sending_;  // in order
  std::size_t outstanding_bytes_ = 0;
  bool is_end_posted_ = false;
  int failure_ = MPI_SUCCESS;
};

/// Puts the bytes of one peer together. One thread at a time; all is called from progress.
class MpiInbound {
 public:
  /// Takes what is whole.
  using Sink = void (*)(void* context, MessagePtr message, std::size_t landed_bytes);

  /// What may come behind the announcement of a bulk before that is here, bookkeeping included:
  /// many times what a sender has under way, since MPI keeps nobody from sending on.
  static constexpr std::size_t held_bytes_max = std::size_t{256} << 20;

  MpiInbound(int rank, int bulk_tag, const WireLimits& limits, Pool* const& pool, Sink sink,
             void* context, std::size_t held_max = held_bytes_max)
      : rank_(rank),
        bulk_tag_(bulk_tag),
        limits_(limits),
        pool_(pool),
        sink_(sink),
        context_(context),
        held_max_(held_max) {}
  ~MpiInbound();
  MpiInbound(const MpiInbound&) = delete;
  MpiInbound& operator=(const MpiInbound&) = delete;

  void land_in(const Regions& places) { assembler_.land_in(places); }
  /// A message with the first tag.
  void take(std::span<const std::byte> bytes);
  /// Goes on with a bulk that is under way, and what waits behind it.
  void progress();
  bool is_receiving() const { return bulk_.has_value(); }

  bool is_ended() const { return is_ended_; }
  bool is_mid_frame() const { return assembler_.is_mid_frame() || bulk_ || !held_.empty(); }
  std::optional<Error>& failure() { return failure_; }
  std::uint64_t taken_count() const { return taken_count_; }
  /// Of what waits behind a bulk.
  std::size_t held_bytes() const { return held_bytes_; }

 private:
  struct Bulk {
    explicit Bulk(const MpiPrefix& announced)
        : left(announced.bulk_bytes), piece_bytes(announced.piece_bytes) {}

    std::size_t left;
    std::size_t piece_bytes;
    std::size_t receiving_bytes = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MessagePtr aside;  // takes what does not fit into the payload's block
  };

  void accept(std::span<const std::byte> bytes);
  void hold(std::span<const std::byte> bytes);
  void feed(std::span<const std::byte> bytes);
  void begin_piece();
  void end_piece();
  void malformed(std::string what, std::string expected);

  const int rank_;
  const int bulk_tag_;
  const WireLimits limits_;
  Pool* const& pool_;
  const Sink sink_;
  void* const context_;
  FrameAssembler assembler_;
  std::optional<Bulk> bulk_;
  std::deque<std::vector<std::byte>> held_;  // came behind the announcement of a bulk
  const std::size_t held_max_;
  std::size_t held_bytes_ = 0;
  std::uint64_t taken_count_ = 0;
  bool is_ended_ = false;
  std::optional<Error> failure_;
};

}  // namespace isthmus::engine::fabric
