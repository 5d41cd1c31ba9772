// tests/conformance/between_processes.hpp: pairs of devices that a connection joins.
#pragma once

#include <sys/socket.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "device_pair.hpp"
#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/filter/delay.hpp"

namespace isthmus::engine::conformance {

/// Two devices, joined by a connection.
class BetweenProcesses final : public DevicePair {
 public:
  using DevicePtr = std::unique_ptr<fabric::Device>;

  BetweenProcesses(DevicePtr a, DevicePtr b) : devices_{std::move(a), std::move(b)} {}
  fabric::Device& device(Side side) override { return *devices_[side == Side::a ? 0 : 1]; }
  ProcessId process(Side side) const override { return ProcessId(side == Side::a ? 0 : 1); }
  void kill(Side side) override { devices_[side == Side::a ? 0 : 1].reset(); }
  bool is_alive(Side side) const override { return devices_[side == Side::a ? 0 : 1] != nullptr; }

 private:
  std::array<DevicePtr, 2> devices_;
};

/// Of a connection within this process.
inline std::array<int, 2> two_ends() {
  std::array<int, 2> ends{};
  const int made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data());
  ISTHMUS_ASSERT(made == 0);
  return ends;
}

/// Makes the carriers of both sides.
using CarriersMaker = std::array<BetweenProcesses::DevicePtr, 2> (*)();

/// The bare carriers.
inline PairKind carriers_alone(std::string name, CarriersMaker make) {
  return {std::move(name), [make]() -> std::unique_ptr<DevicePair> {
            auto [a, b] = make();
            return std::make_unique<BetweenProcesses>(std::move(a), std::move(b));
          }};
}

/// The same under filters that delay.
inline PairKind delayed_carriers(std::string name, CarriersMaker make) {
  return {std::move(name), [make]() -> std::unique_ptr<DevicePair> {
            auto [a, b] = make();
            const auto delayed = [](BetweenProcesses::DevicePtr below) {
              return std::make_unique<fabric::DelayFilter>(
                  std::move(below), fabric::DelayOptions{.latency_ns = 100'000, .seed = 11},
                  [](const Message& message) {
                    return fabric::SitePair{SiteId(message.source.value),
                                            SiteId(message.destination.value)};
                  });
            };
            return std::make_unique<BetweenProcesses>(delayed(std::move(a)), delayed(std::move(b)));
          }};
}

}  // namespace isthmus::engine::conformance
