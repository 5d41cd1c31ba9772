// UCX's active messages from a peer, in any order: UcxInbound. UCX itself takes no part: the
// functions that it calls are here, and do what the input says.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "fuzz/frame_seeds.hpp"
#include "fuzz/target.hpp"
#include "isthmus/fabric/carrier/ucx/ucx_inbound.hpp"
#include "isthmus/fabric/carrier/ucx/ucx_worker.hpp"

namespace {

/// The fetch that is under way; there is one at most.
struct Fetch {
  std::span<std::byte> to;
  ucp_am_recv_data_nbx_callback_t done = nullptr;
  void* context = nullptr;
};
std::optional<Fetch> fetch;
int kept_data = 0;

}  // namespace

extern "C" {

ucs_status_ptr_t ucp_am_recv_data_nbx(ucp_worker_h, void* data, void* to, std::size_t bytes,
                                      const ucp_request_param_t* param) {
  isthmus::engine::fuzz::require(!fetch && data != nullptr, "one fetch at a time, of something");
  --kept_data;
  fetch = Fetch{{static_cast<std::byte*>(to), bytes}, param->cb.recv_am, param->user_data};
  return &fetch;
}

void ucp_request_free(void*) {}

void ucp_am_data_release(ucp_worker_h, void*) { --kept_data; }

}  // extern "C"

namespace isthmus::engine::fabric {

std::string ucx_text(ucs_status_t status) { return std::to_string(status); }

}  // namespace isthmus::engine::fabric

namespace isthmus::engine::fuzz {

namespace {

using fabric::header_bytes;
using fabric::UcxArrival;
using fabric::UcxInbound;
using fabric::UcxKind;
using fabric::WireLimits;

constexpr WireLimits limits{1 << 20, 4, 8};
constexpr std::size_t held_max = 4096;

void deliver(void* pool, MessagePtr message, std::size_t landed_bytes) {
  require(message->payload_bytes + landed_bytes <= limits.payload_bytes_max,
          "a payload is bounded");
  static_cast<Pool*>(pool)->release(std::move(message));
}

/// What UCX hands in: eager bytes, eager bytes that may stay, a rendezvous, the end; or that a
/// fetch is through, or has failed.
enum class Step : std::uint8_t { eager, staying, rendezvous, end, fetched, broken, count };

class Bench {
 public:
  explicit Bench(Pool* const& pool) : inbound_(nullptr, limits, pool, &deliver, pool, held_max) {}

  bool has_failed() { return inbound_.failure().has_value(); }

  void take(Source& source) {
    const auto step =
        static_cast<Step>(source.take<std::uint8_t>() % static_cast<unsigned>(Step::count));
    if (step == Step::fetched || step == Step::broken) {
      const Input bytes = source.take_bytes(source.take<std::uint16_t>());
      return end_fetch(bytes, step == Step::fetched ? UCS_OK : UCS_ERR_CONNECTION_RESET);
    }
    // In turn, unless the input says otherwise.
    const std::uint32_t sequence = sent_++ + source.take<std::uint8_t>();
    const Input head = source.take_bytes(source.take<std::uint8_t>());
    UcxArrival arrival;
    arrival.kind = step == Step::end ? UcxKind::end : UcxKind::stream;
    arrival.head = head;
    Bytes data;
    if (step == Step::rendezvous) {
      arrival.is_rendezvous = true;
      arrival.data_bytes = source.take<std::uint32_t>();
      arrival.data = this;
    } else {
      const Input bytes = source.take_bytes(source.take<std::uint16_t>());
      // Of its own, which is gone after the call where it may not stay.
      data.assign(bytes.begin(), bytes.end());
      arrival.may_stay = step == Step::staying;
      if (arrival.may_stay) stayed_.push_back(std::move(data));
      Bytes& kept = arrival.may_stay ? stayed_.back() : data;
      arrival.data = kept.data();
      arrival.data_bytes = kept.size();
    }
    const bool may_be_kept = arrival.is_rendezvous || arrival.may_stay;
    if (may_be_kept) ++kept_data;
    const ucs_status_t status = inbound_.take(sequence, arrival);
    require(may_be_kept || status == UCS_OK, "what may not stay is not kept");
    if (may_be_kept && status == UCS_OK) --kept_data;
    require(inbound_.held_bytes() <= held_max, "what is kept for a peer stays bounded");
    inbound_.resume();
    require(kept_data >= 0, "nothing is given back twice");
  }

 private:
  void end_fetch(Input bytes, ucs_status_t status) {
    if (!fetch) return;
    const Fetch through = *std::exchange(fetch, std::nullopt);
    std::ranges::fill(through.to, std::byte{0});
    std::copy_n(bytes.begin(), std::min(bytes.size(), through.to.size()), through.to.begin());
    through.done(nullptr, status, through.to.size(), through.context);
    inbound_.resume();
  }

  UcxInbound inbound_;
  std::uint32_t sent_ = 0;
  std::vector<Bytes> stayed_;
};

void run(Input input) {
  fetch.reset();
  kept_data = 0;
  Pool own;
  Pool* const pool = &own;
  {
    Bench bench(pool);
    Source source(input);
    while (!source.is_empty() && !bench.has_failed()) bench.take(source);
  }
  require(own.outstanding() == 0, "no message is left over");
}

/// The first never comes; what comes ahead of it is too much.
Bytes flood() {
  Sink sink;
  const Bytes more(held_max / 4);
  for (int i = 0; i < 5; ++i) {
    sink.put(Step::eager).put(static_cast<std::uint8_t>(1)).put(std::uint8_t{0});
    sink.put(static_cast<std::uint16_t>(more.size())).put_bytes(more);
  }
  return sink.take();
}

/// The payload of the third frame is fetched, and what follows overtakes it.
std::vector<Bytes> seeds() {
  Sink sink;
  const std::vector<Bytes> frames = sample_frames();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Input header = Input(frames[i]).first(header_bytes);
    const Input payload = Input(frames[i]).subspan(header_bytes);
    sink.put(i == 2 ? Step::rendezvous : i % 2 == 0 ? Step::staying : Step::eager);
    sink.put(std::uint8_t{0}).put(static_cast<std::uint8_t>(header.size())).put_bytes(header);
    if (i == 2) {
      sink.put(static_cast<std::uint32_t>(payload.size()));
    } else {
      sink.put(static_cast<std::uint16_t>(payload.size())).put_bytes(payload);
    }
  }
  const Input fetched = Input(frames[2]).subspan(header_bytes);
  sink.put(Step::fetched).put(static_cast<std::uint16_t>(fetched.size())).put_bytes(fetched);
  sink.put(Step::end).put(std::uint8_t{0}).put(std::uint8_t{0}).put(std::uint16_t{0});
  return {sink.take(), flood()};
}

}  // namespace

extern const Target ucx_messages;
const Target ucx_messages{"ucx_messages", run, seeds};

}  // namespace isthmus::engine::fuzz
