#include "isthmus/fabric/filter/compress.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <string>

#include "isthmus/base/assert.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/message/pieces.hpp"

namespace isthmus::fabric {

namespace {

/// What a packed payload begins with (docs/formats/frame.md).
struct PackedHead {
  std::uint32_t payload_bytes;  ///< Of the payload that was packed.
  Codec codec;
  std::uint8_t element_bytes;
  std::uint16_t zero;
};
static_assert(sizeof(PackedHead) == 8);

constexpr std::size_t sample_bytes_max = 32 << 10;
/// Messages of a sort between two samples: ever more while they change nothing.
constexpr std::uint32_t sample_gap_min = 16;
constexpr std::uint32_t sample_gap_max = 1024;
/// A choice is told when so many messages in a row were of it.
constexpr std::uint32_t messages_until_told = 4;
constexpr double newest_weight = 0.25;
/// Sooner by less is no reason to change the choice: it lies within what measurements scatter.
constexpr double worth_a_switch = 0.03;
constexpr TimeNs look_gap_ns = 20'000;
/// After larger payloads the link is looked at: whether they go out at once tells how fast it is.
constexpr std::size_t looked_after_bytes_min = 16 << 10;
/// Of a codec that is always to be used: what a byte saved is worth while the link has no limit.
constexpr double bandwidth_for_size_bytes_per_s = 1e6;

void blend(double& value, double newest) { value += newest_weight * (newest - value); }

/// Packing into less is no use.
std::size_t packed_bytes_max(std::size_t bytes) { return bytes - bytes / 32; }

std::string in_units(double value, const char* unit) {
  char text[48];
  std::snprintf(text, sizeof(text), "%.3g %s", value, unit);
  return text;
}

}  // namespace

CompressOptions CompressOptions::from(const Settings& settings) {
  CompressOptions options;
  const std::string_view codec = settings.word("codec");
  options.is_adaptive = codec == "auto";
  if (codec == "lz4") options.codec = Codec::lz4;
  if (codec == "zstd") options.codec = Codec::zstd;
  options.level = static_cast<int>(settings.count("level"));
  options.bytes_min = static_cast<std::size_t>(settings.size_bytes("min_bytes"));
  return options;
}

CompressFilter::CompressFilter(std::unique_ptr<Device> below, const Rewriting& rewriting,
                               const CompressOptions& options, const CompressParts& parts)
    : RewritingFilter(std::move(below), rewriting),
      options_(options),
      parts_(parts),
      codecs_(options.level) {
  for (std::size_t i = 0; i < packings.size(); ++i) {
    allowed_[i] = options.is_adaptive || packings[i].codec == options.codec;
  }
}

CompressFilter::Peer& CompressFilter::peer_of(ProcessId id) {
  if (last_peer_ == nullptr || last_peer_->id != id) {
    last_peer_ = &peers_.try_emplace(id, Peer{.id = id}).first->second;
  }
  return *last_peer_;
}

SendStatus CompressFilter::try_send(Frame& frame, TimeNs now_ns) {
  const SendStatus status = readiness(frame.peer);
  if (status != SendStatus::sent) [[unlikely]]
    return status;
  const std::size_t bytes = frame.message->payload_bytes;
  Peer& peer = peer_of(frame.peer);
  const bool is_off = !options_.is_adaptive && options_.codec == Codec::none;
  if (is_off || bytes < options_.bytes_min) return send_as_is(peer, frame, now_ns);
  if (now_ns - peer.looked_ns >= look_gap_ns) look_at(peer, now_ns);
  if (options_.is_adaptive && peer.gauge.bandwidth_bytes_per_s() == 0) {
    return send_as_is(peer, frame, now_ns);
  }
  const std::uint64_t kind =
      (frame.message->flags & flag_on_wire) != 0 || frame.message->ops == nullptr
          ? frame.message->ops_id
          : frame.message->ops->id;
  Sort& sort = peer.sorts[{kind, std::bit_width(bytes)}];
  const std::span<const std::byte> payload = in_one_place(*frame.message);
  const std::size_t choice = choice_for(peer, sort, payload, now_ns);
  if (packings[choice].codec == Codec::none) return send_as_is(peer, frame, now_ns);
  MessagePtr smaller = packed(*frame.message, payload, choice, sort);
  if (smaller == nullptr) return send_as_is(peer, frame, now_ns);
  const std::size_t packed_bytes = smaller->payload_bytes;
  Frame rewritten{std::move(smaller), frame.peer};
  const SendStatus sent = send_marked(rewritten, now_ns);
  if (sent != SendStatus::sent) {
    pool().release(std::move(rewritten.message));
    return sent;
  }
  pool().release(std::move(frame.message));
  peer.gauge.sent(header_bytes + packed_bytes, now_ns);
  if (packed_bytes >= looked_after_bytes_min) look_at(peer, now_ns);
  return SendStatus::sent;
}

SendStatus CompressFilter::send_as_is(Peer& peer, Frame& frame, TimeNs now_ns) {
  const std::size_t bytes = frame.message->payload_bytes;
  const SendStatus status = below().try_send(frame, now_ns);
  if (status != SendStatus::sent) return status;
  peer.gauge.sent(header_bytes + bytes, now_ns);
  if (options_.is_adaptive && bytes >= looked_after_bytes_min) look_at(peer, now_ns);
  return status;
}

int CompressFilter::progress(TimeNs now_ns, int budget) {
  const int events = RewritingFilter::progress(now_ns, budget);
  if (options_.is_adaptive && now_ns - looked_at_all_ns_ >= LinkGauge::span_ns_min) {
    looked_at_all_ns_ = now_ns;
    for (auto& [id, peer] : peers_) {
      if (peer.gauge.is_due(now_ns)) look_at(peer, now_ns);
    }
  }
  return events;
}

void CompressFilter::look_at(Peer& peer, TimeNs now_ns) {
  peer.looked_ns = now_ns;
  peer.gauge.look(below().link_state(peer.id), now_ns);
}

std::span<const std::byte> CompressFilter::in_one_place(const Message& message) {
  if (message.form != PayloadForm::pieces) return message.payload_span();
  gathered_.resize(message.payload_bytes);
  std::size_t at = 0;
  for_each_piece(message, [&](serial::Piece piece) {
    std::ranges::copy(piece, &gathered_[at]);
    at += piece.size();
  });
  return gathered_;
}

std::size_t CompressFilter::choice_for(Peer& peer, Sort& sort, std::span<const std::byte> payload,
                                       TimeNs now_ns) {
  double bandwidth = peer.gauge.bandwidth_bytes_per_s();
  if (bandwidth == 0) bandwidth = bandwidth_for_size_bytes_per_s;
  const Offer offer{payload.size(), bandwidth, peer.gauge.backlog_ns(now_ns)};
  if (sort.until_sample == 0) {
    const std::size_t before = best_packing(sort.estimates, allowed_, offer);
    sample(sort, payload);
    const bool is_same = best_packing(sort.estimates, allowed_, offer) == before;
    sort.sample_gap =
        is_same ? std::clamp(2 * sort.sample_gap, sample_gap_min, sample_gap_max) : sample_gap_min;
    sort.until_sample = sort.sample_gap;
  }
  --sort.until_sample;
  const std::size_t best = best_packing(sort.estimates, allowed_, offer);
  const PackingEstimate& present = sort.estimates[sort.choice];
  const double gain_ns = arrival_ns(present, offer) - arrival_ns(sort.estimates[best], offer);
  // The backlog is the same for all.
  const double own_ns = arrival_ns(present, {offer.bytes, offer.bandwidth_bytes_per_s, 0});
  if (!allowed_[sort.choice] || gain_ns > worth_a_switch * own_ns) sort.choice = best;
  tell(peer, sort, sort.choice, payload.size());
  return sort.choice;
}

/// Measures every packing on the payload's beginning.
void CompressFilter::sample(Sort& sort, std::span<const std::byte> payload) {
  payload = payload.first(std::min(payload.size(), sample_bytes_max));
  const double bytes = static_cast<double>(payload.size());
  sample_packed_.resize(packed_bytes_max(payload.size()));
  sample_unpacked_.resize(payload.size());
  for (std::size_t i = 0; i < packings.size(); ++i) {
    if (!allowed_[i] || packings[i].codec == Codec::none) continue;
    PackingEstimate& estimate = sort.estimates[i];
    const TimeNs begin_ns = clock_ns();
    const std::size_t packed_bytes = codecs_.pack(packings[i], payload, sample_packed_);
    const TimeNs packed_ns = clock_ns();
    estimate.ratio = packed_bytes == 0 ? 1 : static_cast<double>(packed_bytes) / bytes;
    estimate.pack_ns_per_byte = static_cast<double>(packed_ns - begin_ns) / bytes;
    if (packed_bytes == 0) continue;
    const bool is_unpacked = codecs_.unpack(
        packings[i], std::span(sample_packed_).first(packed_bytes), sample_unpacked_);
    ISTHMUS_ASSERT(is_unpacked);
    estimate.unpack_ns_per_byte = static_cast<double>(clock_ns() - packed_ns) / bytes;
  }
}

void CompressFilter::tell(const Peer& peer, Sort& sort, std::size_t choice, std::size_t bytes) {
  if (choice == sort.told) {
    sort.since = 0;
    return;
  }
  if (++sort.since < messages_until_told) return;
  sort.told = choice;
  sort.since = 0;
  if (parts_.counters != nullptr) parts_.counters->compress_switches.increment();
  if (parts_.log == nullptr) return;
  const PackingEstimate& estimate = sort.estimates[choice];
  const std::size_t class_bytes = std::bit_floor(bytes);
  std::string line = "compress: messages of " + std::to_string(class_bytes) + " to " +
                     std::to_string(2 * class_bytes - 1) + " bytes to process " +
                     std::to_string(peer.id.value) + ": " + to_string(packings[choice]);
  if (packings[choice].codec != Codec::none) {
    line += ", " + in_units(100 * estimate.ratio, "% of the bytes") + ", " +
            in_units(estimate.pack_ns_per_byte, "ns a byte");
  }
  parts_.log->info(line + ", over " + in_units(peer.gauge.bandwidth_bytes_per_s() * 1e-6, "MB/s"));
}

/// Null where that gains nothing.
MessagePtr CompressFilter::packed(const Message& message, std::span<const std::byte> payload,
                                  std::size_t choice, Sort& sort) {
  const Packing packing = packings[choice];
  MessagePtr smaller = pool().acquire(sizeof(PackedHead) + packed_bytes_max(payload.size()));
  const TimeNs begin_ns = clock_ns();
  const std::size_t bytes =
      codecs_.pack(packing, payload,
                   {smaller->payload() + sizeof(PackedHead), packed_bytes_max(payload.size())});
  const TimeNs duration_ns = clock_ns() - begin_ns;
  const double given = static_cast<double>(payload.size());
  PackingEstimate& estimate = sort.estimates[choice];
  blend(estimate.ratio, bytes == 0 ? 1 : static_cast<double>(bytes) / given);
  blend(estimate.pack_ns_per_byte, static_cast<double>(duration_ns) / given);
  if (parts_.counters != nullptr) {
    parts_.counters->compress_ns.add(static_cast<std::uint64_t>(duration_ns));
  }
  if (bytes == 0) {
    pool().release(std::move(smaller));
    return nullptr;
  }
  if (parts_.counters != nullptr) {
    parts_.counters->compress_bytes_before.add(payload.size());
    parts_.counters->compress_bytes_after.add(bytes + sizeof(PackedHead));
  }
  const PackedHead head{static_cast<std::uint32_t>(payload.size()), packing.codec,
                        packing.element_bytes, 0};
  std::memcpy(smaller->payload(), &head, sizeof(head));
  take_header(*smaller, message);
  smaller->payload_bytes = static_cast<std::uint32_t>(sizeof(head) + bytes);
  return smaller;
}

Expected<MessagePtr> CompressFilter::restored(MessagePtr message, ProcessId) {
  const auto refuse = [&](std::string what) {
    pool().release(std::move(message));
    return fail(ErrorCode::malformed, "a compressed frame " + std::move(what));
  };
  PackedHead head;
  if (message->form != PayloadForm::bytes || message->payload_bytes < sizeof(head)) {
    return refuse("of " + std::to_string(message->payload_bytes) + " bytes");
  }
  std::memcpy(&head, message->payload(), sizeof(head));
  const Packing packing{head.codec, head.element_bytes};
  const bool is_known = std::ranges::find(packings, packing) != packings.end();
  if (!is_known || packing.codec == Codec::none || head.zero != 0) {
    return refuse("by an unknown codec, " + std::to_string(static_cast<unsigned>(head.codec)) +
                  " for elements of " + std::to_string(head.element_bytes) + " bytes");
  }
  const auto from = message->payload_span().subspan(sizeof(head));
  if (head.payload_bytes > limits().payload_bytes_max ||
      !Codecs::may_unpack(packing.codec, from, head.payload_bytes)) {
    return refuse("of " + std::to_string(from.size()) + " bytes that claims to unpack to " +
                  std::to_string(head.payload_bytes));
  }
  MessagePtr larger = pool().acquire(head.payload_bytes);
  const TimeNs begin_ns = clock_ns();
  const bool is_unpacked = codecs_.unpack(packing, from, {larger->payload(), head.payload_bytes});
  if (parts_.counters != nullptr) {
    parts_.counters->decompress_ns.add(static_cast<std::uint64_t>(clock_ns() - begin_ns));
  }
  if (!is_unpacked) {
    pool().release(std::move(larger));
    return refuse("that does not unpack");
  }
  take_header(*larger, *message);
  pool().release(std::move(message));
  return larger;
}

}  // namespace isthmus::fabric
