#include "isthmus/fabric/filter/compress.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <string>

#include "isthmus/base/assert.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/message/pieces.hpp"

namespace isthmus::engine::fabric {

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
/// Of numbers for zfp, which takes longer, and packs four by four.
constexpr std::size_t sample_numbers_bytes_max = 8 << 10;
/// Messages of a sort between two samples: ever more while they change nothing.
constexpr std::uint32_t sample_gap_min = 16;
constexpr std::uint32_t sample_gap_max = 1024;
/// What changes to and fro all the time is told ever more seldom, and a lasting change yet.
constexpr std::uint32_t until_told_max = 4096;
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
  options.takes_loss = settings.word("loss") == "admitted";
  options.level = static_cast<int>(settings.count("level"));
  options.bytes_min = static_cast<std::size_t>(settings.size_bytes("min_bytes"));
  return options;
}

Expected<void> check_compress(const Settings& settings) {
  if (settings.word("loss") == "never" || ZfpBlocks::are_available()) return {};
  return fail(ErrorCode::bad_input, "'loss' of device 'compress': this build has no zfp", {},
              "'never', or a build that finds zfp (Debian package libzfp-dev)");
}

CompressFilter::CompressFilter(std::unique_ptr<Device> below, const Rewriting& rewriting,
                               const CompressOptions& options, const CompressParts& parts)
    : RewritingFilter(std::move(below), rewriting),
      options_(options),
      parts_(parts),
      codecs_(options.level) {
  for (std::size_t i = 0; i < inexact_packing; ++i) {
    allowed_[i] = options.is_adaptive || packings[i].codec == options.codec;
  }
  allowed_[inexact_packing] = options.takes_loss;
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
  const bool is_off =
      !options_.is_adaptive && options_.codec == Codec::none && !options_.takes_loss;
  if (is_off || bytes < options_.bytes_min) return send_as_is(peer, frame, now_ns);
  if (now_ns - peer.looked_ns >= look_gap_ns) look_at(peer, now_ns);
  if (options_.is_adaptive && peer.gauge.bandwidth_bytes_per_s() == 0) {
    return send_as_is(peer, frame, now_ns);
  }
  const std::span<const std::byte> payload = in_one_place(*frame.message);
  InexactArrays arrays;
  if (options_.takes_loss) {
    arrays = inexact_arrays(kind_of(*frame.message), *frame.message, payload);
  }
  Sort& sort = peer.sorts[{wire_id(*frame.message), std::bit_width(bytes), !arrays.empty()}];
  std::size_t choice = choice_for(peer, sort, payload, arrays, now_ns);
  MessagePtr smaller = packed(*frame.message, payload, arrays, choice, sort);
  if (smaller == nullptr && choice == inexact_packing) {
    choice = exact_choice_for(peer, sort, bytes, now_ns);
    smaller = packed(*frame.message, payload, arrays, choice, sort);
  }
  if (smaller == nullptr) return send_as_is(peer, frame, now_ns);
  const std::size_t packed_bytes = smaller->payload_bytes;
  Frame rewritten{std::move(smaller), frame.peer};
  const SendStatus sent = send_marked(rewritten, now_ns);
  if (sent != SendStatus::sent) {
    pool().release(std::move(rewritten.message));
    return sent;
  }
  pool().release(std::move(frame.message));
  if (parts_.counters != nullptr && choice == inexact_packing) {
    parts_.counters->compress_inexact.increment();
  }
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
  if (options_.is_adaptive && now_ns - looked_at_all_ns_ >= LinkEstimator::span_ns_min) {
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

const PayloadOps* CompressFilter::kind_of(const Message& message) const {
  if ((message.flags & flag_on_wire) == 0) return message.ops;
  return parts_.payloads == nullptr ? nullptr : parts_.payloads->find(message.ops_id);
}

InexactArrays CompressFilter::inexact_arrays(const PayloadOps* kind, const Message& message,
                                             std::span<const std::byte> payload) {
  // What another filter has made of a payload, and what is several, is no kind's own.
  const bool is_own = (message.flags & (rewritten_flags | flag_bundle | flag_change)) == 0;
  if (!is_own || kind == nullptr || kind->inexact_arrays == nullptr) return {};
  return kind->inexact_arrays(payload);
}

Offer CompressFilter::offer_of(const Peer& peer, std::size_t bytes, TimeNs now_ns) const {
  double bandwidth = peer.gauge.bandwidth_bytes_per_s();
  if (bandwidth == 0) bandwidth = bandwidth_for_size_bytes_per_s;
  return {bytes, bandwidth, peer.gauge.backlog_ns(now_ns)};
}

std::size_t CompressFilter::choice_for(Peer& peer, Sort& sort, std::span<const std::byte> payload,
                                       const InexactArrays& arrays, TimeNs now_ns) {
  const Offer offer = offer_of(peer, payload.size(), now_ns);
  AllowedPackings allowed = allowed_;
  if (arrays.empty()) allowed[inexact_packing] = false;
  if (sort.until_sample == 0) {
    const std::size_t before = best_packing(sort.estimates, allowed, offer);
    sample(sort, payload, arrays);
    const bool is_same = best_packing(sort.estimates, allowed, offer) == before;
    sort.sample_gap =
        is_same ? std::clamp(2 * sort.sample_gap, sample_gap_min, sample_gap_max) : sample_gap_min;
    sort.until_sample = sort.sample_gap;
  }
  --sort.until_sample;
  const std::size_t best = best_packing(sort.estimates, allowed, offer);
  const PackingEstimate& present = sort.estimates[sort.choice];
  const double gain_ns = arrival_ns(present, offer) - arrival_ns(sort.estimates[best], offer);
  // The backlog is the same for all.
  const double own_ns = arrival_ns(present, {offer.bytes, offer.bandwidth_bytes_per_s, 0});
  if (!allowed[sort.choice] || gain_ns > worth_a_switch * own_ns) sort.choice = best;
  tell(peer, sort, sort.choice, payload.size());
  return sort.choice;
}

std::size_t CompressFilter::exact_choice_for(const Peer& peer, const Sort& sort, std::size_t bytes,
                                             TimeNs now_ns) const {
  AllowedPackings allowed = allowed_;
  allowed[inexact_packing] = false;
  return best_packing(sort.estimates, allowed, offer_of(peer, bytes, now_ns));
}

/// Measures every packing on the payload's beginning.
void CompressFilter::sample(Sort& sort, std::span<const std::byte> payload,
                            const InexactArrays& arrays) {
  if (!arrays.empty()) sample_inexact(sort.estimates[inexact_packing], payload, arrays);
  payload = payload.first(std::min(payload.size(), sample_bytes_max));
  const double bytes = static_cast<double>(payload.size());
  sample_packed_.resize(packed_bytes_max(payload.size()));
  sample_unpacked_.resize(payload.size());
  for (std::size_t i = 0; i < inexact_packing; ++i) {
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

/// On the beginnings of the arrays; the rest of the payload goes as it is.
void CompressFilter::sample_inexact(PackingEstimate& estimate, std::span<const std::byte> payload,
                                    const InexactArrays& arrays) {
  sample_numbers_.clear();
  InexactArrays beginnings;
  for (InexactArray array : arrays.all()) {
    const std::size_t share = sample_numbers_bytes_max / arrays.all().size();
    const std::size_t bytes = std::min(array.bytes(), share - share % array.number_bytes);
    const auto numbers = payload.subspan(array.at, bytes);
    sample_numbers_.resize((sample_numbers_.size() + 7) / 8 * 8);
    array.at = static_cast<std::uint32_t>(sample_numbers_.size());
    array.count = static_cast<std::uint32_t>(bytes / array.number_bytes);
    beginnings.add(array);
    sample_numbers_.insert(sample_numbers_.end(), numbers.begin(), numbers.end());
  }
  const double sampled = static_cast<double>(sample_numbers_.size());
  sample_packed_.resize(sample_numbers_.size() + sizeof(PackedHead));
  const TimeNs begin_ns = clock_ns();
  const std::size_t packed_bytes = inexact_.pack(sample_numbers_, beginnings.all(), sample_packed_);
  const TimeNs packed_ns = clock_ns();
  const double of_payload =
      static_cast<double>(arrays.bytes()) / static_cast<double>(payload.size());
  estimate.ratio =
      packed_bytes == 0 ? 1 : 1 - of_payload * (1 - static_cast<double>(packed_bytes) / sampled);
  estimate.pack_ns_per_byte = of_payload * static_cast<double>(packed_ns - begin_ns) / sampled;
  if (packed_bytes == 0) return;
  const auto packed = std::span(sample_packed_).first(packed_bytes);
  const auto claim = InexactPayloads::read_claim(packed, sample_numbers_.size());
  const bool is_unpacked = claim && inexact_.unpack(*claim, packed, sample_numbers_);
  ISTHMUS_ASSERT(is_unpacked);
  estimate.unpack_ns_per_byte = of_payload * static_cast<double>(clock_ns() - packed_ns) / sampled;
}

void CompressFilter::tell(const Peer& peer, Sort& sort, std::size_t choice, std::size_t bytes) {
  if (choice == sort.told) {
    sort.since = 0;
    return;
  }
  if (++sort.since < sort.until_told) return;
  sort.until_told = std::min(2 * sort.until_told, until_told_max);
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
                                  const InexactArrays& arrays, std::size_t choice, Sort& sort) {
  const Packing packing = packings[choice];
  if (packing.codec == Codec::none) return nullptr;
  MessagePtr smaller = pool().acquire(sizeof(PackedHead) + packed_bytes_max(payload.size()));
  const std::span to(smaller->payload() + sizeof(PackedHead), packed_bytes_max(payload.size()));
  const TimeNs begin_ns = clock_ns();
  const std::size_t bytes = choice == inexact_packing ? inexact_.pack(payload, arrays.all(), to)
                                                      : codecs_.pack(packing, payload, to);
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
  const auto claims_too_much = [&] {
    return "of " + std::to_string(from.size()) + " bytes that claims to unpack to " +
           std::to_string(head.payload_bytes);
  };
  if (head.payload_bytes > limits().payload_bytes_max) return refuse(claims_too_much());
  InexactPayloads::Claim claim;
  if (packing.codec == Codec::zfp) {
    auto read = InexactPayloads::read_claim(from, head.payload_bytes);
    if (!read) return refuse(std::move(read.error().what));
    claim = std::move(*read);
  } else if (!Codecs::may_unpack(packing.codec, from, head.payload_bytes)) {
    return refuse(claims_too_much());
  }
  MessagePtr larger = pool().acquire(head.payload_bytes);
  const std::span<std::byte> to(larger->payload(), head.payload_bytes);
  const TimeNs begin_ns = clock_ns();
  const bool is_unpacked = packing.codec == Codec::zfp ? inexact_.unpack(claim, from, to)
                                                       : codecs_.unpack(packing, from, to);
  if (parts_.counters != nullptr) {
    parts_.counters->decompress_ns.add(static_cast<std::uint64_t>(clock_ns() - begin_ns));
  }
  if (!is_unpacked) {
    pool().release(std::move(larger));
    return refuse("that does not unpack");
  }
  if (packing.codec == Codec::zfp &&
      !InexactPayloads::spend(claim, inexact_arrays(kind_of(*message), *message, to), to)) {
    pool().release(std::move(larger));
    return refuse("with an error that its kind of message does not admit");
  }
  take_header(*larger, *message);
  pool().release(std::move(message));
  return larger;
}

}  // namespace isthmus::engine::fabric
