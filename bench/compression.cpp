// Filter `compress` by itself, beside each fixed choice, over links from 0.1 to 1,000 MB/s; and
// what it makes of numbers that may arrive with an error.
//
// The links are emulated: whenever both ends have nothing to do but wait, the clock is put forward.
// What packing and unpacking take is real.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/fabric/filter/compress.hpp"
#include "isthmus/fabric/filter/delay.hpp"
#include "isthmus/fabric/memory_pair.hpp"
#include "sink.hpp"

namespace {

using isthmus::InexactArrays;
using isthmus::PeId;
using isthmus::ProcessId;
using isthmus::TimeNs;
using isthmus::engine::MessagePtr;
using isthmus::engine::PayloadForm;
using isthmus::engine::PayloadTable;
using isthmus::engine::Pool;
using isthmus::engine::fabric::Codec;
using isthmus::engine::fabric::CompressFilter;
using isthmus::engine::fabric::CompressOptions;
using isthmus::engine::fabric::CompressParts;
using isthmus::engine::fabric::DelayFilter;
using isthmus::engine::fabric::DelayOptions;
using isthmus::engine::fabric::Device;
using isthmus::engine::fabric::Frame;
using isthmus::engine::fabric::MemoryEnd;
using isthmus::engine::fabric::Rewriting;
using isthmus::engine::fabric::SendStatus;
using isthmus::engine::fabric::WireLimits;
using isthmus::engine::fabric::ZfpBlocks;

constexpr std::size_t halo_values = 8192;
constexpr std::size_t halo_count = 8;  // different ones, in turn
constexpr int messages = 400;
constexpr int window = 8;  // on their way
constexpr int tries = 3;   // of which the quickest counts
constexpr WireLimits limits = {std::uint32_t{1} << 30, 64, 64};
constexpr std::array<double, 5> bandwidths = {1e5, 1e6, 1e7, 1e8, 1e9};
constexpr std::array<std::string_view, 3> kinds = {"smooth", "rough", "random"};

using Halo = std::vector<double>;

/// Halos that admit an error. Before the numbers lies a byte that says whether they have one.
struct HaloKind final : isthmus::engine::PayloadOps {
  static constexpr std::uint32_t numbers_at = 8;
  static constexpr double bound = 1e-6;

  HaloKind() {
    inexact_arrays = [](std::span<const std::byte> payload) {
      InexactArrays found;
      const auto count = static_cast<std::uint32_t>((payload.size() - numbers_at) / sizeof(double));
      if (payload[0] == std::byte{0}) found.add({numbers_at, count, sizeof(double), bound, 0});
      return found;
    };
    enlist("a halo that admits an error");
  }
};
const HaloKind halo_kind;

/// An edge of a smooth field; of one with noise of a thousandth, in steps as of a sensor; numbers
/// that have nothing to do with each other.
Halo halo_of(std::string_view kind, isthmus::Random& random) {
  Halo halo(halo_values);
  const double phase = random.uniform();
  for (std::size_t i = 0; i < halo.size(); ++i) {
    const double smooth = std::sin(phase + static_cast<double>(i) * 1e-4);
    const double noise = random.uniform();
    halo[i] = kind == "smooth"  ? static_cast<double>(static_cast<float>(smooth))
              : kind == "rough" ? std::round((smooth + 1e-3 * noise) * 65536) / 65536
                                : noise;
  }
  return halo;
}

/// The machine's time, and what was skipped.
class SkippingClock final : public isthmus::Clock {
 public:
  TimeNs now_ns() const override { return machine_.now_ns() + skipped_ns_; }
  void skip_to(TimeNs until_ns) { skipped_ns_ += std::max(TimeNs{0}, until_ns - now_ns()); }

 private:
  isthmus::SteadyClock machine_;
  TimeNs skipped_ns_ = 0;
};

/// Seconds until all messages are unpacked at the other end.
double seconds_for(const std::vector<Halo>& halos, double bandwidth, const CompressOptions& how) {
  Pool pool;
  bench::Sink unused(pool);
  bench::Sink sink(pool);
  SkippingClock clock;
  static const PayloadTable payloads = PayloadTable::of_program().value();
  auto [a, b] = MemoryEnd::pair(2 * window);
  const auto stacked = [&](std::unique_ptr<Device> end) {
    auto delay = std::make_unique<DelayFilter>(
        std::move(end), DelayOptions{.bandwidth_bytes_per_s = bandwidth}, nullptr);
    return std::make_unique<CompressFilter>(std::move(delay), Rewriting{0, limits}, how,
                                            CompressParts{.clock = &clock, .payloads = &payloads});
  };
  const auto from = stacked(std::move(a));
  const auto to = stacked(std::move(b));
  from->attach(unused);
  to->attach(sink);
  const TimeNs begin_ns = clock.now_ns();
  int sent = 0;
  while (sink.count < messages) {
    if (sent < messages && sent - sink.count < window) {
      const Halo& halo = halos[static_cast<std::size_t>(sent) % halos.size()];
      const std::size_t bytes = halo.size() * sizeof(double);
      MessagePtr message = pool.acquire(HaloKind::numbers_at + bytes);
      message->ops = &halo_kind;
      message->form = PayloadForm::bytes;
      message->source = PeId(0);
      message->destination = PeId(1);
      std::memset(message->payload(), 0, HaloKind::numbers_at);
      std::memcpy(message->payload() + HaloKind::numbers_at, halo.data(), bytes);
      Frame frame{std::move(message), ProcessId(1)};
      if (from->try_send(frame, clock.now_ns()) == SendStatus::sent) ++sent;
    } else if (to->deadline_ns() != isthmus::never_ns) {
      clock.skip_to(to->deadline_ns());
    }
    to->progress(clock.now_ns(), window);
    from->progress(clock.now_ns(), window);
  }
  return static_cast<double>(clock.now_ns() - begin_ns) * 1e-9;
}

double best_of(const std::vector<Halo>& halos, double bandwidth, const CompressOptions& how) {
  bench::Least least;
  for (int i = 0; i < tries; ++i) least.add(seconds_for(halos, bandwidth, how));
  return least.value();
}

}  // namespace

int main() {
  bench::Results results("compression");
  const auto fixed = [](Codec codec) {
    return CompressOptions{.codec = codec, .is_adaptive = false};
  };
  double worst = 0;
  isthmus::Random random(1);
  for (const std::string_view kind : kinds) {
    std::vector<Halo> halos;
    for (std::size_t i = 0; i < halo_count; ++i) halos.push_back(halo_of(kind, random));
    for (const double bandwidth : bandwidths) {
      const auto name = [&](const char* what) {
        char text[64];
        std::snprintf(text, sizeof(text), "%s_%g_%s_s", std::string(kind).c_str(), bandwidth * 1e-6,
                      what);
        return std::string(text);
      };
      const double none = best_of(halos, bandwidth, fixed(Codec::none));
      const double lz4 = best_of(halos, bandwidth, fixed(Codec::lz4));
      const double zstd = best_of(halos, bandwidth, fixed(Codec::zstd));
      const double adaptive = best_of(halos, bandwidth, CompressOptions{});
      results.add(name("none"), "s", none);
      results.add(name("lz4"), "s", lz4);
      results.add(name("zstd"), "s", zstd);
      results.add(name("auto"), "s", adaptive);
      if (ZfpBlocks::are_available()) {
        results.add(name("auto_with_error"), "s",
                    best_of(halos, bandwidth, CompressOptions{.takes_loss = true}));
      }
      worst = std::max(worst, adaptive / std::min({none, lz4, zstd}));
    }
  }
  results.add("auto_over_best", "times", worst);
  results.print();
}
