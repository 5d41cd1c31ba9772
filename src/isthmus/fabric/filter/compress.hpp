// isthmus/fabric/filter/compress.hpp: fewer bytes over links that are slower than compressing.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/fabric/filter/codec.hpp"
#include "isthmus/fabric/filter/inexact_payload.hpp"
#include "isthmus/fabric/filter/link_estimator.hpp"
#include "isthmus/fabric/filter/packing_choice.hpp"
#include "isthmus/fabric/filter/rewriting_filter.hpp"
#include "isthmus/fabric/settings.hpp"
#include "isthmus/message/admitted_error.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/trace/counters.hpp"

namespace isthmus::engine::fabric {

inline constexpr std::array<std::string_view, 4> compress_codecs = {"auto", "lz4", "zstd", "none"};

inline constexpr std::array<std::string_view, 2> compress_losses = {"never", "admitted"};

inline constexpr std::array<ParameterInfo, 4> compress_parameters = {{
    {"codec", ParameterUnit::word, "auto",
     "auto weighs gain against cost, message by message; the others always do the same.",
     compress_codecs},
    {"level",
     ParameterUnit::count,
     "1",
     "Of zstd, 1 to 19: the higher, the smaller and slower.",
     {},
     19},
    {"loss", ParameterUnit::word, "never",
     "admitted lets zfp change numbers where the program admits it, by as much as it admits.",
     compress_losses},
    {"min_bytes", ParameterUnit::size, "1KiB", "Smaller payloads are left alone."},
}};

inline constexpr DeviceInfo compress_info = {
    "compress", DeviceRole::filter,
    "Compresses (lz4 or zstd, numbers shuffled by bytes) where the link is slower than that.",
    compress_parameters};

struct CompressOptions {
  /// Codec::none is `auto` where `is_adaptive`, else no compression.
  Codec codec = Codec::none;
  bool is_adaptive = true;
  int level = 1;
  std::size_t bytes_min = 1024;
  /// Arrays may be packed with the error that the program admits.
  bool takes_loss = false;

  static CompressOptions from(const Settings& settings);
};

/// What this build cannot do: ErrorCode::bad_input, without a place.
Expected<void> check_compress(const Settings& settings);

/// What the filter is handed of the world. All may be null: then packing costs no time, nothing is
/// counted, and nobody hears of what it chose.
struct CompressParts {
  const Clock* clock =
      nullptr;  ///< For the cost of packing; outlives the filter, as do the others.
  trace::LinkCounters* counters = nullptr;
  Log* log = nullptr;
  /// The kinds of messages that may come with an error, and forwarded ones that may go on with it;
  /// null: none.
  const PayloadTable* payloads = nullptr;
};

/// Packs the payloads by which a message is unpacked sooner at the other end than it would be there
/// as it is (packing_choice.hpp). For each peer, kind of message and size class it measures what
/// each packing makes of a sample of the payload and how long that takes, again now and then, and
/// how fast the devices below take bytes away (link_gauge.hpp); until a link has been found to be
/// the limit, nothing is packed.
///
/// Of a message that its program lets arrive with an error (message/admitted_error.hpp) the arrays
/// may be packed by zfp where the options let them; that is weighed as the other packings are. What
/// has come so is marked, and goes on as it is. A peer that sends a message of another kind so, or
/// with a greater error than it states, is lost.
///
/// It works for the message's arrival: the processor's time that it takes is not weighed against
/// other work of the PE.
class CompressFilter final : public RewritingFilter {
 public:
  CompressFilter(std::unique_ptr<Device> below, const Rewriting& rewriting,
                 const CompressOptions& options, const CompressParts& parts);

  SendStatus try_send(Frame& frame, TimeNs now_ns) override;
  int progress(TimeNs now_ns, int budget) override;
  /// What is not packed may land.
  Traits traits() const override {
    const Traits of_below = below().traits();
    Traits traits = RewritingFilter::traits();
    traits.needs_exact_time = options_.is_adaptive || of_below.needs_exact_time;
    traits.lands = of_below.lands;
    return traits;
  }

 protected:
  Expected<MessagePtr> restored(MessagePtr message, ProcessId peer) override;
  bool takes_unmarked() const override { return true; }

 private:
  /// Messages to one peer that are much the same.
  struct Sort {
    PackingEstimates estimates;
    std::uint32_t until_sample = 0;  ///< Messages.
    std::uint32_t sample_gap = 0;
    std::size_t choice = 0;
    std::size_t told = 0;          ///< The choice that was logged last; at first none.
    std::uint32_t since = 0;       ///< Messages in a row for which it was another one.
    std::uint32_t until_told = 4;  ///< So many of these, and it is logged: twice as many each time.
  };
  struct Peer {
    ProcessId id;
    LinkEstimator gauge = {};
    TimeNs looked_ns = INT64_MIN / 2;
    /// By kind, size class, and whether an error is admitted.
    std::map<std::tuple<std::uint64_t, int, bool>, Sort> sorts = {};
  };

  Peer& peer_of(ProcessId id);
  SendStatus send_as_is(Peer& peer, Frame& frame, TimeNs now_ns);
  void look_at(Peer& peer, TimeNs now_ns);
  const PayloadOps* kind_of(const Message& message) const;
  /// The arrays of a payload of that kind that may be packed with an error.
  static InexactArrays inexact_arrays(const PayloadOps* kind, const Message& message,
                                      std::span<const std::byte> payload);
  std::size_t choice_for(Peer& peer, Sort& sort, std::span<const std::byte> payload,
                         const InexactArrays& arrays, TimeNs now_ns);
  /// The best of those that change nothing.
  std::size_t exact_choice_for(const Peer& peer, const Sort& sort, std::size_t bytes,
                               TimeNs now_ns) const;
  Offer offer_of(const Peer& peer, std::size_t bytes, TimeNs now_ns) const;
  void sample(Sort& sort, std::span<const std::byte> payload, const InexactArrays& arrays);
  void sample_inexact(PackingEstimate& estimate, std::span<const std::byte> payload,
                      const InexactArrays& arrays);
  void tell(const Peer& peer, Sort& sort, std::size_t choice, std::size_t bytes);
  MessagePtr packed(const Message& message, std::span<const std::byte> payload,
                    const InexactArrays& arrays, std::size_t choice, Sort& sort);
  std::span<const std::byte> in_one_place(const Message& message);
  TimeNs clock_ns() const { return parts_.clock == nullptr ? 0 : parts_.clock->now_ns(); }

  const CompressOptions options_;
  const CompressParts parts_;
  AllowedPackings allowed_{};
  Codecs codecs_;
  InexactPayloads inexact_;
  std::map<ProcessId, Peer> peers_;
  Peer* last_peer_ = nullptr;
  TimeNs looked_at_all_ns_ = 0;
  std::vector<std::byte> gathered_;
  std::vector<std::byte> sample_packed_;
  std::vector<std::byte> sample_unpacked_;
  std::vector<std::byte> sample_numbers_;
};

}  // namespace isthmus::engine::fabric
