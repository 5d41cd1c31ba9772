// tests/conformance/stripe_pairs.hpp: pairs of several carriers made one.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "between_processes.hpp"
#include "device_pair.hpp"
#include "isthmus/base/assert.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/fabric/carrier/stripe/stripe.hpp"

namespace isthmus::engine::conformance {

/// Some carriers of both sides, and their names.
struct CarriersOfBoth {
  std::string name;
  CarriersMaker make;
};

/// A carrier that a test can end: as if its process were killed, for this carrier alone. Both ends
/// of a pair end together.
class Mortal final : public fabric::Carrier {
 public:
  explicit Mortal(std::unique_ptr<fabric::Device> carrier)
      : carrier_(static_cast<fabric::Carrier*>(carrier.release())), traits_(carrier_->traits()) {}

  void end() { carrier_.reset(); }
  void attach(fabric::Receiver& above) override {
    above_ = &above;
    carrier_->attach(above);
  }
  fabric::SendStatus try_send(fabric::Frame& frame, TimeNs now_ns) override {
    return carrier_ ? carrier_->try_send(frame, now_ns) : fabric::SendStatus::unreachable;
  }
  int progress(TimeNs now_ns, int budget) override {
    if (carrier_) return carrier_->progress(now_ns, budget);
    if (budget == 0 || std::exchange(is_end_told_, true)) return 0;
    above_->peer_lost(peer, Error{ErrorCode::unreachable, "this carrier was killed"});
    return 1;
  }
  TimeNs deadline_ns() const override {
    if (carrier_) return carrier_->deadline_ns();
    return is_end_told_ ? never_ns : 0;
  }
  fabric::Traits traits() const override { return traits_; }
  bool has_arrivals() const override { return carrier_ && carrier_->has_arrivals(); }
  bool holds_frames() const override { return carrier_ && carrier_->holds_frames(); }
  void expect_close() override {
    if (carrier_) carrier_->expect_close();
  }
  void close() override {
    if (carrier_) carrier_->close();
  }
  bool is_finished() const override { return !carrier_ || carrier_->is_finished(); }
  std::int64_t messages_outstanding() const override {
    return carrier_ ? carrier_->messages_outstanding() : 0;
  }

  ProcessId peer;

 private:
  std::unique_ptr<fabric::Carrier> carrier_;
  const fabric::Traits traits_;
  fabric::Receiver* above_ = nullptr;
  bool is_end_told_ = false;
};

/// Two ends of several carriers. With a seed, one of the carriers, drawn by lot, ends after some
/// frames.
class StripePair final : public DevicePair {
 public:
  StripePair(const std::vector<CarriersOfBoth>& carriers, unsigned seed) : random_(seed) {
    std::array<std::vector<fabric::StripeCarrier::Way>, 2> ways;
    for (const CarriersOfBoth& each : carriers) {
      auto made = each.make();
      for (unsigned side = 0; side < 2; ++side) {
        auto mortal = std::make_unique<Mortal>(std::move(made[side]));
        mortal->peer = ProcessId(1 - side);
        mortals_[side].push_back(mortal.get());
        ways[side].push_back({each.name, std::move(mortal)});
      }
    }
    if (seed != 0) frames_until_end_ = 1 + static_cast<int>(random_.below(60));
    for (unsigned side = 0; side < 2; ++side) {
      // Small windows and segments, so that a few frames fill them.
      fabric::StripeOptions options;
      options.session = {{std::uint32_t{64} << 20, 64, 64}, 64 * 1024, 4096};
      auto stripe =
          fabric::StripeCarrier::over(std::move(ways[side]), {ProcessId(1 - side)}, options);
      ISTHMUS_ASSERT(stripe);
      ends_[side] = std::make_unique<End>(*this, std::move(*stripe));
    }
  }
  fabric::Device& device(Side side) override { return *ends_[side == Side::a ? 0 : 1]; }
  ProcessId process(Side side) const override { return ProcessId(side == Side::a ? 0 : 1); }
  void kill(Side side) override {
    frames_until_end_ = -1;
    mortals_[side == Side::a ? 0 : 1].clear();
    ends_[side == Side::a ? 0 : 1].reset();
  }
  bool is_alive(Side side) const override { return ends_[side == Side::a ? 0 : 1] != nullptr; }

 private:
  /// Counts what it is asked to send.
  class End final : public fabric::Carrier {
   public:
    End(StripePair& pair, std::unique_ptr<fabric::StripeCarrier> stripe)
        : pair_(pair), stripe_(std::move(stripe)) {}
    void attach(fabric::Receiver& above) override { stripe_->attach(above); }
    fabric::SendStatus try_send(fabric::Frame& frame, TimeNs now_ns) override {
      const auto status = stripe_->try_send(frame, now_ns);
      if (status == fabric::SendStatus::sent) pair_.sent();
      return status;
    }
    int progress(TimeNs now_ns, int budget) override { return stripe_->progress(now_ns, budget); }
    TimeNs deadline_ns() const override { return stripe_->deadline_ns(); }
    TimeNs wake_ns() const override { return stripe_->wake_ns(); }
    fabric::Traits traits() const override { return stripe_->traits(); }
    bool has_arrivals() const override { return stripe_->has_arrivals(); }
    void use_pool(Pool& pool) override { stripe_->use_pool(pool); }
    bool fall_asleep() override { return stripe_->fall_asleep(); }
    void wake_up() override { stripe_->wake_up(); }
    bool holds_frames() const override { return stripe_->holds_frames(); }
    void expect_close() override { stripe_->expect_close(); }
    void close() override { stripe_->close(); }
    bool is_finished() const override { return stripe_->is_finished(); }
    std::int64_t messages_outstanding() const override { return stripe_->messages_outstanding(); }

   private:
    StripePair& pair_;
    std::unique_ptr<fabric::StripeCarrier> stripe_;
  };

  void sent() {
    if (frames_until_end_ < 0 || --frames_until_end_ != 0) return;
    const std::size_t slot = random_.below(mortals_[0].size());
    for (auto& mortals : mortals_) mortals[slot]->end();
    frames_until_end_ = -1;
  }

  Random random_;
  int frames_until_end_ = -1;
  std::array<std::vector<Mortal*>, 2> mortals_;
  std::unique_ptr<End> ends_[2];
};

/// Once with carriers that live, and with one of them killed at several seeds.
inline std::vector<PairKind> stripes_of(const std::string& name,
                                        const std::vector<CarriersOfBoth>& carriers) {
  constexpr unsigned seeds = 4;
  std::vector<PairKind> kinds;
  for (unsigned seed = 0; seed <= seeds; ++seed) {
    kinds.push_back({name + (seed == 0 ? "" : "_of_which_one_dies_" + std::to_string(seed)),
                     [carriers, seed]() -> std::unique_ptr<DevicePair> {
                       return std::make_unique<StripePair>(carriers, seed);
                     }});
  }
  return kinds;
}

}  // namespace isthmus::engine::conformance
