#include "isthmus/runtime/module_carriers.hpp"

#include <algorithm>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/module.hpp"
#include "isthmus/fabric/carrier/ucx/ucx_info.hpp"
#include "isthmus/fabric/registry.hpp"

namespace isthmus::engine::runtime {

/// By the name of the module.
std::map<std::string, std::vector<ModuleCarriers::Wanted>> ModuleCarriers::wanted() const {
  std::map<std::string, std::vector<Wanted>> all;
  for (const ProcessId peer : topology_.neighbours_of(self_)) {
    const topology::LinkClass& link =
        topology_.link_class(topology_.pes_of(peer).first, topology_.pes_of(self_).first);
    const auto names = fabric::carriers_of(link);
    for (std::size_t place = 0; place < names.size(); ++place) {
      if (!fabric::is_module(names[place].name)) continue;
      std::vector<Wanted>& carriers = all[names[place].name];
      auto at = std::ranges::find(carriers, &link, &Wanted::link_class);
      if (at == carriers.end()) at = carriers.insert(at, {&link, place, {}});
      at->peers.push_back(peer);
    }
  }
  return all;
}

Expected<void> ModuleCarriers::meet(const fabric::WireLimits& limits) {
  if (std::exchange(have_met_, true)) return {};
  for (auto& [name, carriers] : wanted()) {
    auto module = fabric::load_carrier_module(name);
    if (!module) return forward_error(module);
    fabric::ModuleRequest request{{}, limits, clock_};
    for (const Wanted& carrier : carriers) {
      fabric::CarrierGroup group{take_(carrier.peers, carrier.place)};
      const fabric::DeviceInfo& info = *fabric::find_device_info(name);
      const auto settings =
          fabric::Settings::read(info, fabric::carriers_of(*carrier.link_class)[carrier.place]);
      ISTHMUS_ASSERT(settings);  // check_chain has read them
      if (name == fabric::ucx_info.name) {
        group.eager_bytes_max = static_cast<std::size_t>(settings->size_bytes("eager"));
      }
      request.groups.push_back(std::move(group));
    }
    auto made = (*module)->make(std::move(request));
    if (!made) return forward_error(made);
    ISTHMUS_ASSERT(made->size() == carriers.size());
    for (std::size_t i = 0; i < carriers.size(); ++i) {
      made_.emplace(std::pair(carriers[i].link_class, name), std::move((*made)[i]));
    }
  }
  return {};
}

Expected<std::unique_ptr<fabric::Carrier>> ModuleCarriers::make(
    const network::CarrierSource::Request& request) {
  if (auto met = meet(request.limits); !met) return forward_error(met);
  const auto found = made_.find({&request.link_class, std::string(request.name)});
  ISTHMUS_ASSERT(found != made_.end());
  std::unique_ptr<fabric::Carrier> carrier = std::move(found->second);
  made_.erase(found);
  return carrier;
}

}  // namespace isthmus::engine::runtime
