// bench/carrier_end.hpp: both ends of a carrier of this machine, without a runtime.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/fabric/carrier/shm/shm.hpp"
#include "isthmus/fabric/carrier/shm/shm_setup.hpp"
#include "isthmus/fabric/carrier/tcp/tcp.hpp"
#include "raw_tcp.hpp"

namespace bench {

inline constexpr isthmus::engine::fabric::WireLimits carrier_limits{std::uint32_t{1} << 27, 2, 1};

/// What is no value ends the program.
template <class T>
T or_exit(isthmus::Expected<T> value) {
  if (value) return std::move(*value);
  std::fprintf(stderr, "bench: %s\n", value.error().text().c_str());
  std::exit(1);
}

/// Of one thread, once made. Its peer is process 1 - `self`.
class CarrierEnd final : public isthmus::engine::fabric::Receiver {
 public:
  CarrierEnd(std::uint32_t self, std::unique_ptr<isthmus::engine::fabric::Carrier> carrier)
      : self_(self), carrier_(std::move(carrier)) {
    carrier_->attach(*this);
    carrier_->expect_close();
    carrier_->use_pool(pool_);
  }
  CarrierEnd(const CarrierEnd&) = delete;
  CarrierEnd& operator=(const CarrierEnd&) = delete;

  void send(std::span<const std::byte> block) {
    isthmus::engine::MessagePtr message = pool_.acquire(block.size());
    message->form = isthmus::engine::PayloadForm::bytes;
    message->flags = isthmus::engine::flag_on_wire;
    message->source = isthmus::PeId(self_);
    message->destination = isthmus::PeId(1 - self_);
    std::ranges::copy(block, message->payload());
    isthmus::engine::fabric::Frame frame{std::move(message), isthmus::ProcessId(1 - self_)};
    while (carrier_->try_send(frame, clock_.now_ns()) ==
           isthmus::engine::fabric::SendStatus::busy) {
      progress();
    }
  }
  /// Waits for the next message, and hands its payload to `use`.
  template <class Use>
  void receive(Use use) {
    while (next_ == arrived_.size()) {
      arrived_.clear();
      next_ = 0;
      progress();
    }
    isthmus::engine::MessagePtr message = std::move(arrived_[next_++].message);
    use(message->payload_span());
    pool_.release(std::move(message));
  }
  void close() {
    carrier_->close();
    while (!carrier_->is_finished()) progress();
    carrier_.reset();
  }

  void deliver(isthmus::engine::fabric::Frame frame) override {
    arrived_.push_back(std::move(frame));
  }
  void peer_lost(isthmus::ProcessId, isthmus::Error why) override {
    std::fprintf(stderr, "bench: %s\n", why.text().c_str());
    std::exit(1);
  }

 private:
  void progress() { carrier_->progress(clock_.now_ns(), 64); }

  const std::uint32_t self_;
  const isthmus::SteadyClock clock_;
  isthmus::engine::Pool pool_;
  std::unique_ptr<isthmus::engine::fabric::Carrier> carrier_;
  std::vector<isthmus::engine::fabric::Frame> arrived_;
  std::size_t next_ = 0;
};

using CarrierPair = std::array<std::unique_ptr<isthmus::engine::fabric::Carrier>, 2>;

inline CarrierPair tcp_pair() {
  const std::pair<int, int> ends = connected_pair();
  CarrierPair made;
  for (std::uint32_t self : {0u, 1u}) {
    std::vector<isthmus::engine::fabric::TcpCarrier::Connection> connections;
    connections.emplace_back(isthmus::ProcessId(1 - self),
                             isthmus::engine::Socket(self == 0 ? ends.first : ends.second));
    isthmus::engine::fabric::TcpOptions options;
    options.limits = carrier_limits;
    made[self] =
        or_exit(isthmus::engine::fabric::TcpCarrier::adopt(std::move(connections), options));
  }
  return made;
}

inline CarrierPair shm_pair() {
  const std::pair<int, int> ends = connected_pair();
  CarrierPair made;
  const isthmus::SteadyClock clock;
  const auto meet = [&](std::uint32_t self) {
    std::vector<std::pair<isthmus::ProcessId, isthmus::engine::Socket>> connections;
    connections.emplace_back(isthmus::ProcessId(1 - self),
                             isthmus::engine::Socket(self == 0 ? ends.first : ends.second));
    auto links =
        or_exit(isthmus::engine::fabric::meet_in_shared_memory(std::move(connections), {}, clock));
    made[self] =
        or_exit(isthmus::engine::fabric::ShmCarrier::adopt(std::move(links), carrier_limits));
  };
  std::thread other([&] { meet(1); });
  meet(0);
  other.join();
  return made;
}

}  // namespace bench
