// isthmus/fabric/carrier/ucx/ucx_inbound.hpp: from one peer's active messages to frames.
#pragma once

#include <ucp/api/ucp.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/fabric/carrier/frame_assembler.hpp"
#include "isthmus/fabric/carrier/ucx/ucx_outbound.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

/// An active message as UCX shows it.
struct UcxArrival {
  UcxKind kind = UcxKind::stream;
  std::span<const std::byte> head;  ///< Behind the prefix; good during the callback.
  void* data = nullptr;             ///< Bytes, or what fetches them.
  std::size_t data_bytes = 0;
  bool is_rendezvous = false;
  bool may_stay = false;  ///< The data may be kept; given back with ucp_am_data_release.
};

/// Puts a peer's active messages in order and their bytes together. What comes by rendezvous is
/// fetched into the payload's block where it belongs; what came behind it waits. One thread at a
/// time; all is called from progress.
class UcxInbound {
 public:
  /// Takes what is whole.
  using Sink = void (*)(void* context, MessagePtr message, std::size_t landed_bytes);
  /// How far ahead of its turn an active message may come.
  static constexpr std::uint32_t ahead_max = 1 << 20;

  /// What may wait for its turn, bookkeeping included: many times what a sender has under way,
  /// since UCX keeps nobody from sending on behind a rendezvous.
  static constexpr std::size_t held_bytes_max = std::size_t{256} << 20;

  UcxInbound(ucp_worker_h worker, const WireLimits& limits, Pool* const& pool, Sink sink,
             void* context, std::size_t held_max = held_bytes_max)
      : worker_(worker),
        limits_(limits),
        pool_(pool),
        sink_(sink),
        context_(context),
        held_max_(held_max) {}
  /// Once the worker is gone.
  ~UcxInbound();
  UcxInbound(const UcxInbound&) = delete;
  UcxInbound& operator=(const UcxInbound&) = delete;

  void land_in(const Regions& places) { assembler_.land_in(places); }

  /// From UCX's callback, whose result it returns.
  ucs_status_t take(std::uint32_t sequence, const UcxArrival& arrival);
  /// Goes on with what had to wait, once a rendezvous is through.
  void resume();

  bool is_ended() const { return is_ended_; }
  /// Something waits, or the end or a failure has come.
  bool needs_attention() const { return fetch_ || !held_.empty() || is_ended_ || failure_; }
  bool is_mid_frame() const { return assembler_.is_mid_frame() || fetch_ || !held_.empty(); }
  /// Why what comes makes no sense; `where` is empty.
  std::optional<Error>& failure() { return failure_; }
  /// Active messages that were taken in.
  std::uint64_t taken_count() const { return taken_count_; }
  /// Of what waits for its turn.
  std::size_t held_bytes() const { return held_bytes_; }

 private:
  /// Came before its turn.
  struct Held {
    UcxArrival arrival;
    std::vector<std::byte> head;
    std::vector<std::byte> copy;  // of data that may not stay
  };
  /// A rendezvous under way.
  struct Fetch {
    explicit Fetch(std::size_t count) : bytes(count) {}

    std::size_t bytes;
    MessagePtr aside;  // takes what does not fit into the payload's block
    bool is_done = false;
    ucs_status_t status = UCS_OK;
  };

  /// Of an active message that waits; a rendezvous is still with its sender.
  static std::size_t held_cost(const UcxArrival& arrival, std::size_t head_bytes);
  ucs_status_t hold(std::uint64_t sequence, const UcxArrival& arrival);
  /// In order. Whether the data is still in use.
  bool accept(const UcxArrival& arrival, std::span<const std::byte> head);
  void feed(std::span<const std::byte> bytes);
  bool begin_fetch(const UcxArrival& arrival);
  void end_fetch();
  void malformed(std::string what, std::string expected);
  static void on_fetched(void* request, ucs_status_t status, std::size_t bytes, void* inbound);

  const ucp_worker_h worker_;
  const WireLimits limits_;
  Pool* const& pool_;
  const Sink sink_;
  void* const context_;
  FrameAssembler assembler_;
  std::uint64_t next_sequence_ = 0;
  std::map<std::uint64_t, Held> held_;
  const std::size_t held_max_;
  std::size_t held_bytes_ = 0;
  std::optional<Fetch> fetch_;
  std::uint64_t taken_count_ = 0;
  bool is_ended_ = false;
  std::optional<Error> failure_;
};

}  // namespace isthmus::engine::fabric
