// isthmus/fabric/carrier/ucx/ucx_outbound.hpp: frames on their way to one peer as active messages.
#pragma once

#include <ucp/api/ucp.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

/// The numbers of active messages; docs/formats/ucx.md.
enum class UcxKind : unsigned {
  stream = 1,  ///< The next bytes of the stream of frames.
  end = 2,     ///< There are no more.
};

/// What each active message begins with, little-endian: who sends it, and its place in the order,
/// which UCX does not keep between small messages and rendezvous, nor over several networks.
struct UcxPrefix {
  std::uint32_t token = 0;
  std::uint32_t sequence = 0;
};

/// The stream of frames to one peer, cut into active messages: small frames are copied into one,
/// medium ones into several that fit into a buffer of the network each, and of large ones the
/// receiver fetches the payload from where it lies. What is lent goes through the buffers of this
/// machine's memory whatever its size, straight from where the sender has it: UCX copies what there
/// is room for at once, and the rest is put aside. To other machines it is put aside as a whole.
/// One thread at a time.
class UcxOutbound {
 public:
  /// Frames up to this size, header included, go in one copied message.
  static constexpr std::size_t contiguous_bytes_max = 2048;
  static constexpr std::size_t fragment_bytes = 8192;
  /// Runs of a payload that are smaller are copied.
  static constexpr std::size_t copied_bytes_max = 256;
  /// A payload that had to be copied goes in pieces of so many bytes at least, so that the receiver
  /// fetches one while the next is copied, and in so many pieces at most.
  static constexpr std::size_t piece_bytes_min = 64 * 1024;
  static constexpr std::size_t pieces_max = 64;
  /// Parts that are kept for the next messages.
  static constexpr std::size_t free_parts_max = 128;

  struct Options {
    ucp_ep_h endpoint;
    std::uint32_t token;
    bool is_on_this_machine;
    /// Frames above contiguous_bytes_max and up to this size go in fragments.
    std::size_t eager_bytes_max;
  };

  /// `pool` points to the pool that messages are released to when they are sent.
  UcxOutbound(const Options& options, Pool* const& pool);
  /// Once the worker is gone.
  ~UcxOutbound();
  UcxOutbound(const UcxOutbound&) = delete;
  UcxOutbound& operator=(const UcxOutbound&) = delete;

  /// Takes it, whatever its size.
  void send(MessagePtr message);
  /// The last word, and nothing after it. is_ended tells when the peer's side has it.
  void end();
  bool is_ended() const { return is_end_posted_ && !is_flushing_ && outstanding_parts_ == 0; }

  bool is_idle() const { return outstanding_parts_ == 0; }
  /// Of frames that UCX may still read, or has not sent.
  std::size_t outstanding_bytes() const { return outstanding_bytes_; }
  std::size_t outstanding_parts() const { return outstanding_parts_; }
  /// Why nothing more gets through.
  std::optional<ucs_status_t> failure() const { return failure_; }
  /// Active messages that were completed so far.
  std::uint64_t completed_count() const { return completed_count_; }

 private:
  /// A message that is sent from where it lies.
  struct InFlight {
    MessagePtr message;
    std::size_t part_count = 0;
    std::size_t place = 0;  // in in_flight_
  };
  /// One active message, with the bytes of it that are copied.
  struct Part {
    UcxOutbound* outbound = nullptr;
    std::size_t place = 0;  // in parts_
    Part* next_free = nullptr;
    InFlight* frame = nullptr;
    std::size_t used = 0;
    std::size_t counted_bytes = 0;
    std::span<const std::byte> lent;
    bool is_packed = false;  // UCX has copied what is lent
    std::array<std::byte, fragment_bytes> bytes;

    void append(std::span<const std::byte> more);
    /// For what is copied by us, without a run behind it.
    std::size_t room() const { return sizeof(UcxPrefix) + contiguous_bytes_max - used; }
  };

  Part& begin_part(InFlight* frame);
  void send_copied(const Message& message);
  void send_in_place(MessagePtr message);
  void send_lent(const Message& message);
  /// `run` lies in the part's frame. Nothing is posted for a part that is empty.
  void post_stream(Part& part, std::span<const std::byte> run, std::uint32_t flags);
  void post_lent(Part& part, std::span<const std::byte> run);
  void begin_post(Part& part, std::size_t run_bytes);
  void end_post(Part& part, void* sent);
  void post(UcxKind kind, Part& part, std::span<const std::byte> run, std::uint32_t flags);
  void sent_part(Part& part);
  void end_part(Part& part);
  static void* begin_pack(void* context, const void* part, std::size_t);
  static std::size_t packed_size(void* part);
  static std::size_t pack(void* part, std::size_t offset, void* to, std::size_t room);
  static void end_pack(void* part);
  static void on_sent(void* request, ucs_status_t status, void* part);
  static void on_flushed(void* request, ucs_status_t status, void* outbound);

  const Options options_;
  Pool* const& pool_;
  ucp_datatype_t lent_type_ = 0;
  std::uint32_t sequence_ = 0;
  std::vector<std::unique_ptr<Part>> parts_;
  Part* free_part_ = nullptr;
  std::size_t free_count_ = 0;
  std::vector<std::unique_ptr<InFlight>> in_flight_;
  std::size_t outstanding_bytes_ = 0;
  std::size_t outstanding_parts_ = 0;
  std::uint64_t completed_count_ = 0;
  bool is_end_posted_ = false;
  bool is_flushing_ = false;
  std::optional<ucs_status_t> failure_;
};

}  // namespace isthmus::engine::fabric
