// Stacks over sessions: connections that last, and connections that break again and again.
#include <memory>
#include <utility>

#include "device_pair.hpp"
#include "isthmus/base/assert.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/fabric/carrier/tcp/session_carrier.hpp"
#include "isthmus/fabric/test_reconnector.hpp"

namespace isthmus::engine::conformance {

namespace {

using fabric::Device;
using fabric::SessionCarrier;
using fabric::TestExchange;

constexpr unsigned sends_between_cuts = 25;

/// Two session carriers and what joins them. Where `breaks` is set, a connection breaks, with all
/// that is under way on it, every so often while frames are sent.
class SessionPair final : public DevicePair {
 public:
  SessionPair(unsigned slots, bool breaks) : slots_(slots), breaks_(breaks) {
    auto [near_end, far_end] = exchange_.pair(0);
    ends_[0] = std::make_unique<End>(*this, make(0, std::move(near_end)));
    ends_[1] = std::make_unique<End>(*this, make(1, std::move(far_end)));
  }
  Device& device(Side side) override { return *ends_[side == Side::a ? 0 : 1]; }
  ProcessId process(Side side) const override { return ProcessId(side == Side::a ? 0 : 1); }
  void kill(Side side) override {
    ends_[side == Side::a ? 0 : 1].reset();
    exchange_.kill(side == Side::a ? 0 : 1);
  }
  bool is_alive(Side side) const override { return ends_[side == Side::a ? 0 : 1] != nullptr; }

 private:
  /// A carrier; what it is asked to send may break something.
  class End final : public fabric::Carrier {
   public:
    End(SessionPair& pair, std::unique_ptr<SessionCarrier> carrier)
        : pair_(pair), carrier_(std::move(carrier)) {}
    void attach(fabric::Receiver& above) override { carrier_->attach(above); }
    fabric::SendStatus try_send(fabric::Frame& frame, TimeNs now_ns) override {
      const auto status = carrier_->try_send(frame, now_ns);
      if (status == fabric::SendStatus::sent) pair_.sent();
      return status;
    }
    int progress(TimeNs now_ns, int budget) override { return carrier_->progress(now_ns, budget); }
    TimeNs deadline_ns() const override { return carrier_->deadline_ns(); }
    fabric::Traits traits() const override { return carrier_->traits(); }
    bool holds_frames() const override { return carrier_->holds_frames(); }
    void expect_close() override { carrier_->expect_close(); }
    void close() override { carrier_->close(); }
    bool is_finished() const override { return carrier_->is_finished(); }
    std::int64_t messages_outstanding() const override { return carrier_->messages_outstanding(); }

   private:
    SessionPair& pair_;
    std::unique_ptr<SessionCarrier> carrier_;
  };

  std::unique_ptr<SessionCarrier> make(unsigned self, Socket socket) {
    // Small buffers and windows, so that a few frames fill them.
    fabric::SessionOptions options;
    options.session = {{std::uint32_t{64} << 20, 64, 64}, 64 * 1024, 4096, slots_};
    std::vector<SessionCarrier::Connection> connections;
    connections.emplace_back(ProcessId(1 - self), std::move(socket));
    auto carrier = SessionCarrier::adopt(std::move(connections), options, &exchange_.end(self));
    ISTHMUS_ASSERT(carrier);
    return std::move(*carrier);
  }

  void sent() {
    if (!breaks_ || ++sends_ % sends_between_cuts != 0) return;
    exchange_.cut(static_cast<unsigned>(random_.below(slots_)));
  }

  const unsigned slots_;
  const bool breaks_;
  TestExchange exchange_{4096};
  Random random_{17};
  unsigned sends_ = 0;
  std::unique_ptr<End> ends_[2];
};

PairKind session_pair(std::string name, unsigned slots, bool breaks) {
  return {std::move(name), [=]() -> std::unique_ptr<DevicePair> {
            return std::make_unique<SessionPair>(slots, breaks);
          }};
}

}  // namespace

std::vector<PairKind> session_pairs() {
  return {
      session_pair("session", 1, false),
      session_pair("session_striped", 3, false),
      session_pair("session_that_breaks", 1, true),
      session_pair("session_striped_that_breaks", 3, true),
  };
}

}  // namespace isthmus::engine::conformance
