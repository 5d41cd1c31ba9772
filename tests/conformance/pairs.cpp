// The list of stacks that the conformance suite runs over.
#include "device_pair.hpp"
#include "isthmus/fabric/carrier/local.hpp"
#include "isthmus/fabric/filter/delay.hpp"
#include "isthmus/fabric/filter/profile.hpp"

namespace isthmus::conformance {

namespace {

using fabric::Device;
using DevicePtr = std::unique_ptr<Device>;

fabric::SitePair site_of_each_pe(const Message& message) {
  return {SiteId(message.source.value), SiteId(message.destination.value)};
}

/// One device that is both ends.
class WithinProcess final : public DevicePair {
 public:
  explicit WithinProcess(DevicePtr device) : device_(std::move(device)) {}
  Device& device(Side) override { return *device_; }
  ProcessId process(Side) const override { return self; }

  static constexpr ProcessId self{5};

 private:
  DevicePtr device_;
};

using Wrap = DevicePtr (*)(DevicePtr below);

DevicePtr delay(DevicePtr below) {
  return std::make_unique<fabric::DelayFilter>(
      std::move(below),
      fabric::DelayOptions{
          .latency_ns = 100'000, .jitter_ns = 20'000, .bandwidth_bytes_per_s = 1e9, .seed = 11},
      site_of_each_pe);
}

DevicePtr profile(DevicePtr below) {
  return std::make_unique<fabric::ProfileFilter>(std::move(below), site_of_each_pe);
}

/// Filters from the top down, over a local carrier that is soon full.
PairKind local_pair(std::string name, std::vector<Wrap> filters) {
  return {std::move(name), [filters = std::move(filters)]() -> std::unique_ptr<DevicePair> {
            DevicePtr device = std::make_unique<fabric::LocalCarrier>(WithinProcess::self, 64);
            for (auto wrap = filters.rbegin(); wrap != filters.rend(); ++wrap) {
              device = (*wrap)(std::move(device));
            }
            return std::make_unique<WithinProcess>(std::move(device));
          }};
}

}  // namespace

std::vector<PairKind> all_pairs() {
  return {
      local_pair("local", {}),
      local_pair("delay_local", {delay}),
      local_pair("profile_local", {profile}),
      local_pair("delay_delay_local", {delay, delay}),
      local_pair("delay_profile_local", {delay, profile}),
      local_pair("profile_delay_local", {profile, delay}),
      local_pair("profile_profile_local", {profile, profile}),
  };
}

}  // namespace isthmus::conformance
