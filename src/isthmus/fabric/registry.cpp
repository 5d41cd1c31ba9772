#include "isthmus/fabric/registry.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <span>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/local.hpp"
#include "isthmus/fabric/carrier/mpi/mpi_info.hpp"
#include "isthmus/fabric/carrier/shm/shm_info.hpp"
#include "isthmus/fabric/carrier/stripe/stripe.hpp"
#include "isthmus/fabric/carrier/stripe/stripe_info.hpp"
#include "isthmus/fabric/carrier/tcp/networks.hpp"
#include "isthmus/fabric/carrier/tcp/tcp_info.hpp"
#include "isthmus/fabric/carrier/tcp/tcp_link.hpp"
#include "isthmus/fabric/carrier/ucx/ucx_info.hpp"
#include "isthmus/fabric/carrier/udp/udp_info.hpp"
#include "isthmus/fabric/filter/checksum.hpp"
#include "isthmus/fabric/filter/compress.hpp"
#include "isthmus/fabric/filter/crypt.hpp"
#include "isthmus/fabric/filter/delay.hpp"
#include "isthmus/fabric/filter/profile.hpp"
#include "isthmus/fabric/filter/reorder.hpp"
#include "isthmus/topology/grid_text.hpp"

namespace isthmus::engine::fabric {

namespace {

using DevicePtr = std::unique_ptr<Device>;

/// What a filter is made of: the chain's parts, and what is its own.
struct FilterParts {
  const topology::DeviceSpec& spec;
  const Settings& settings;
  const Parts& chain;
  std::size_t place;  ///< From the top.

  std::uint64_t seed() const { return Random::mix(chain.seed + place); }
  Rewriting rewriting() const { return {place, chain.limits}; }
};

using MadeDevice = Expected<DevicePtr>;

MadeDevice make_crypt(DevicePtr below, const FilterParts& parts) {
  if (parts.chain.secret == nullptr) {
    return fail(ErrorCode::bad_input, "filter 'crypt' has no key here", parts.spec.where(),
                "a job with a job key");
  }
  MadeDevice made =
      CryptFilter::make(std::move(below), parts.rewriting(), CryptOptions::from(parts.settings),
                        {parts.chain.self, parts.chain.first_pe, *parts.chain.secret});
  if (!made && made.error().where.empty()) made.error().where = parts.spec.where();
  return made;
}

/// A filter and how to make it.
struct FilterKind {
  DeviceInfo info;
  bool rewrites = false;     ///< It is a RewritingFilter.
  bool guards = false;       ///< It keeps out those who see what the carrier moves.
  bool needs_order = false;  ///< Of what comes from below.
  bool gives_order = false;  ///< Whatever comes from below.
  MadeDevice (*make)(DevicePtr below, const FilterParts& parts);
  /// What this build cannot do of what is asked for; null where it can do all.
  Expected<void> (*check)(const Settings& settings) = nullptr;
  /// What is missing on this machine; null where nothing can be.
  Expected<void> (*check_here)(const Settings& settings) = nullptr;
};

// A new device is added to one of these two lists, and nowhere else.
constexpr std::array<FilterKind, 6> filter_kinds = {{
    {.info = checksum_info,
     .rewrites = true,
     .make = [](DevicePtr below, const FilterParts& parts) -> MadeDevice {
       return std::make_unique<ChecksumFilter>(std::move(below), parts.rewriting());
     }},
    {.info = compress_info,
     .rewrites = true,
     .make = [](DevicePtr below, const FilterParts& parts) -> MadeDevice {
       return std::make_unique<CompressFilter>(
           std::move(below), parts.rewriting(), CompressOptions::from(parts.settings),
           CompressParts{parts.chain.clock, parts.chain.counters, parts.chain.log,
                         parts.chain.payloads});
     },
     .check = check_compress},
    {.info = crypt_info,
     .rewrites = true,
     .guards = true,
     .needs_order = true,
     .make = make_crypt,
     .check = check_crypt,
     .check_here = check_crypt_here},
    {.info = delay_info,
     .make = [](DevicePtr below, const FilterParts& parts) -> MadeDevice {
       return std::make_unique<DelayFilter>(
           std::move(below), DelayOptions::from(parts.settings, parts.seed()),
           parts.chain.site_pair_of, parts.chain.counters, parts.chain.clock);
     }},
    {.info = profile_info,
     .make = [](DevicePtr below, const FilterParts& parts) -> MadeDevice {
       return std::make_unique<ProfileFilter>(std::move(below), parts.chain.site_pair_of);
     }},
    {.info = reorder_info,
     .rewrites = true,
     .gives_order = true,
     .make = [](DevicePtr below, const FilterParts& parts) -> MadeDevice {
       return std::make_unique<ReorderFilter>(std::move(below), parts.rewriting(),
                                              ReorderOptions::from(parts.settings));
     }},
}};
constexpr std::array<DeviceInfo, 7> carrier_infos = {local_info, mpi_info, shm_info, stripe_info,
                                                     tcp_info,   ucx_info, udp_info};

std::vector<std::string> names_of(auto&& infos) {
  std::vector<std::string> names;
  for (const DeviceInfo& info : infos) names.emplace_back(info.name);
  return names;
}

Expected<const DeviceInfo*> known_info(const topology::DeviceSpec& spec) {
  if (const DeviceInfo* info = find_device_info(spec.name)) return info;
  return fail(ErrorCode::bad_input, "unknown device '" + topology::printable(spec.name) + "'",
              spec.where(), topology::one_of(names_of(known_devices()), spec.name));
}

const FilterKind* find_filter_kind(std::string_view name) {
  const auto at = std::ranges::find(filter_kinds, name,
                                    [](const FilterKind& filter) { return filter.info.name; });
  return at == filter_kinds.end() ? nullptr : &*at;
}

/// From here on there are carriers: the last device, or `stripe` and those behind it.
std::size_t carrier_place(const topology::LinkClass& link) {
  const auto stripe = std::ranges::find(link.chain, stripe_info.name, &topology::DeviceSpec::name);
  const auto at = static_cast<std::size_t>(stripe - link.chain.begin());
  return std::min(at, link.chain.size() - 1);
}

/// `stripe` has carriers behind it that reach other processes, each of them once.
Expected<void> check_striped(const topology::LinkClass& link, std::size_t place) {
  const topology::DeviceSpec& spec = link.chain[place];
  const std::string chain = " in the chain of '" + link.name + "'";
  const std::size_t stripe = carrier_place(link);
  if (place == stripe) {
    std::size_t count = 0;
    for (const auto& carrier : std::span(link.chain).subspan(stripe + 1)) {
      count += count_of_ways(carrier);
    }
    if (count >= 2 && count <= StripeCarrier::carriers_max) return {};
    return fail(ErrorCode::bad_input,
                "'stripe' has " + std::to_string(count) + " carriers behind it" + chain,
                spec.where(), "2 to " + std::to_string(StripeCarrier::carriers_max) + " of them");
  }
  const std::vector<std::string> carriers = carriers_between_processes();
  if (std::ranges::find(carriers, spec.name) == carriers.end()) {
    return fail(ErrorCode::bad_input, "'" + spec.name + "' stands behind 'stripe'" + chain,
                spec.where(), "a carrier: " + topology::one_of(carriers, ""));
  }
  if (!find_device_info(spec.name)->keeps_order) {
    return fail(ErrorCode::bad_input,
                "carrier '" + spec.name + "' does not keep the order of frames" + chain,
                spec.where(), "carriers that do behind 'stripe'");
  }
  const auto before = std::span(link.chain).subspan(stripe, place - stripe);
  if (std::ranges::find(before, spec.name, &topology::DeviceSpec::name) == before.end()) return {};
  return fail(ErrorCode::bad_input, "carrier '" + spec.name + "' stands twice" + chain,
              spec.where(), "each carrier once behind 'stripe'");
}

/// Carriers belong at the end, and nowhere else; frames have marks for so many places.
Expected<void> check_place(const topology::LinkClass& link, std::size_t place, DeviceRole role) {
  const topology::DeviceSpec& spec = link.chain[place];
  const bool last = place + 1 == link.chain.size();
  if (link.chain[carrier_place(link)].name == stripe_info.name && place >= carrier_place(link)) {
    return check_striped(link, place);
  }
  const FilterKind* filter = find_filter_kind(spec.name);
  if (filter != nullptr && filter->rewrites && place >= rewriting_places_max) {
    return fail(ErrorCode::bad_input,
                "filter '" + spec.name + "' stands in place " + std::to_string(place + 1) +
                    " of the chain of '" + link.name + "'",
                spec.where(), "one of the first " + std::to_string(rewriting_places_max));
  }
  if (last == (role == DeviceRole::carrier)) return {};
  const std::string chain = " in the chain of '" + link.name + "'";
  if (last) {
    return fail(ErrorCode::bad_input, "filter '" + spec.name + "' comes last" + chain, spec.where(),
                "a carrier: " + topology::one_of(names_of(carrier_infos), ""));
  }
  return fail(ErrorCode::bad_input, "carrier '" + spec.name + "' is not the last device" + chain,
              spec.where(), "filters before the one carrier");
}

Expected<Settings> checked_settings(const topology::LinkClass& link, std::size_t place) {
  Expected<const DeviceInfo*> info = known_info(link.chain[place]);
  if (!info) return forward_error(info);
  if (auto placed = check_place(link, place, (*info)->role); !placed) return forward_error(placed);
  Expected<Settings> settings = Settings::read(**info, link.chain[place]);
  if (settings && *info == find_device_info(tcp_info.name)) {
    auto checked = check_networks(link, link.chain[place], *settings);
    if (!checked) return forward_error(checked);
  }
  const FilterKind* filter = find_filter_kind(link.chain[place].name);
  if (!settings || filter == nullptr || filter->check == nullptr) return settings;
  if (auto checked = filter->check(*settings); !checked) {
    checked.error().where = link.chain[place].where();
    return forward_error(checked);
  }
  return settings;
}

/// Frames would come out of order, at the top or at a filter that minds.
std::unexpected<Error> unordered(const topology::LinkClass& link,
                                 const topology::DeviceSpec* filter) {
  const topology::DeviceSpec& carrier = link.chain[carrier_place(link)];
  return fail(ErrorCode::bad_input,
              "carrier '" + carrier.name + "' in the chain of '" + link.name +
                  "' does not keep the order of frames",
              carrier.where(),
              filter == nullptr ? "'reorder' above it"
                                : "'reorder' above it, below '" + filter->name + "'");
}

/// Whether a carrier that keeps no order has `reorder` above it, below all that mind.
Expected<void> check_order(const topology::LinkClass& link, bool is_ordered) {
  for (std::size_t place = carrier_place(link); place-- > 0;) {
    const FilterKind& kind = *find_filter_kind(link.chain[place].name);
    if (kind.needs_order && !is_ordered) return unordered(link, &link.chain[place]);
    is_ordered |= kind.gives_order;
  }
  if (!is_ordered) return unordered(link, nullptr);
  return {};
}

Expected<std::vector<Settings>> settings_of(const topology::LinkClass& link) {
  if (link.chain.empty()) {
    return fail(ErrorCode::bad_input, "link class '" + link.name + "' has an empty chain", {},
                "a carrier: " + topology::one_of(names_of(carrier_infos), ""));
  }
  std::vector<Settings> all;
  for (std::size_t place = 0; place < link.chain.size(); ++place) {
    Expected<Settings> settings = checked_settings(link, place);
    if (!settings) return forward_error(settings);
    all.push_back(std::move(*settings));
  }
  const bool is_ordered = find_device_info(link.chain[carrier_place(link)].name)->keeps_order;
  if (auto checked = check_order(link, is_ordered); !checked) return forward_error(checked);
  return all;
}

Error reaches_nobody(const topology::DeviceSpec& spec) {
  return {ErrorCode::bad_input, "carrier 'local' does not reach other processes", spec.where(),
          topology::one_of(carriers_between_processes(), "")};
}

Expected<DevicePtr> make_carrier(const topology::DeviceSpec& spec, const Settings& settings,
                                 const Parts& parts) {
  const bool is_local = spec.name == local_info.name;
  const auto factory = parts.carriers.find(parts.within_process ? local_info.name : spec.name);
  if (factory != parts.carriers.end()) return factory->second(settings);
  if (parts.within_process) {
    const std::size_t capacity = is_local ? static_cast<std::size_t>(settings.count("capacity"))
                                          : LocalCarrier::default_capacity;
    return DevicePtr(new LocalCarrier(parts.self, capacity));
  }
  if (is_local) return std::unexpected(reaches_nobody(spec));
  return fail(ErrorCode::bad_input, "carrier '" + spec.name + "' is not to be had here",
              spec.where());
}

/// The class's filters on the carrier, as far as there is something to keep out.
MadeDevice stacked(const topology::LinkClass& link, const std::vector<Settings>& settings,
                   DevicePtr carrier, const Parts& parts) {
  if (auto checked = check_order(link, carrier->traits().keeps_order); !checked) {
    return forward_error(checked);
  }
  MadeDevice top = std::move(carrier);
  for (std::size_t place = carrier_place(link); top && place-- > 0;) {
    const FilterKind* kind = find_filter_kind(link.chain[place].name);
    if (kind->guards && (parts.is_private || parts.within_process)) continue;
    top = kind->make(std::move(*top), {link.chain[place], settings[place], parts, place});
  }
  return top;
}

}  // namespace

const std::vector<DeviceInfo>& known_devices() {
  static const std::vector<DeviceInfo> devices = [] {
    std::vector<DeviceInfo> all;
    for (const FilterKind& kind : filter_kinds) all.push_back(kind.info);
    all.insert(all.end(), carrier_infos.begin(), carrier_infos.end());
    return all;
  }();
  return devices;
}

const DeviceInfo* find_device_info(std::string_view name) {
  const auto at = std::ranges::find(known_devices(), name, &DeviceInfo::name);
  return at == known_devices().end() ? nullptr : &*at;
}

std::vector<std::string> carriers_between_processes() {
  std::vector<std::string> names = names_of(carrier_infos);
  std::erase_if(names, [](const std::string& name) {
    return name == local_info.name || name == stripe_info.name;
  });
  return names;
}

std::span<const topology::DeviceSpec> carrier_end(const topology::LinkClass& link) {
  return std::span(link.chain).subspan(carrier_place(link));
}

std::span<const topology::DeviceSpec> carriers_of(const topology::LinkClass& link) {
  const auto end = carrier_end(link);
  return end.size() > 1 ? end.subspan(1) : end;
}

Expected<void> check_chain(const topology::LinkClass& link) {
  if (auto settings = settings_of(link); !settings) return forward_error(settings);
  return {};
}

Expected<void> check_links(const topology::Grid& grid) {
  for (const auto& [kind, link] : grid.links) {
    if (auto checked = check_chain(link); !checked) return checked;
  }
  for (const auto& [name, link] : grid.link_classes) {
    if (auto checked = check_chain(link); !checked) return checked;
  }
  return {};
}

namespace {

/// A device as both ends must have it.
std::string agreed_device(const topology::LinkClass& link, std::size_t place) {
  const Expected<Settings> settings = checked_settings(link, place);
  ISTHMUS_ASSERT(settings);
  const DeviceInfo& info = *find_device_info(link.chain[place].name);
  return std::string(info.name) + (info.agreed == nullptr ? "" : info.agreed(link, *settings));
}

std::string agreed_from(const topology::LinkClass& link, std::size_t first) {
  std::string text;
  for (std::size_t place = first; place < link.chain.size(); ++place) {
    text += (place == first ? "" : "|") + agreed_device(link, place);
  }
  return text;
}

std::string agreed_carriers(const topology::LinkClass& link) {
  return agreed_from(link, carrier_place(link));
}

}  // namespace

std::string agreed_text(const topology::LinkClass& link) { return agreed_from(link, 0); }

Expected<void> check_both_ways(const topology::LinkClass& one, const topology::LinkClass& other) {
  const auto rewrites = [](const topology::DeviceSpec& device) {
    const FilterKind* filter = find_filter_kind(device.name);
    return filter != nullptr && filter->rewrites;
  };
  const auto fault = [](const topology::LinkClass& has, std::size_t place,
                        const topology::LinkClass& lacks) {
    const topology::DeviceSpec& device = has.chain[place];
    const bool is_carrier = find_filter_kind(device.name) == nullptr;
    return fail(
        ErrorCode::bad_input,
        (is_carrier ? "carrier '" + agreed_carriers(has) : "filter '" + agreed_device(has, place)) +
            "' of '" + has.name + "' joins processes that '" + lacks.name +
            "' joins the other way, where " +
            (is_carrier ? "the carrier is '" + agreed_carriers(lacks) + "'"
                        : "it is not in place " + std::to_string(place + 1)),
        device.where(), "the same for both ways");
  };
  if (agreed_carriers(one) != agreed_carriers(other)) {
    return fault(one, carrier_place(one), other);
  }
  for (const auto& [has, lacks] : {std::pair(&one, &other), std::pair(&other, &one)}) {
    for (std::size_t place = 0; place < carrier_place(*has); ++place) {
      if (!rewrites(has->chain[place])) continue;
      const bool is_same = place < carrier_place(*lacks) &&
                           agreed_device(*lacks, place) == agreed_device(*has, place);
      if (!is_same) return fault(*has, place, *lacks);
    }
  }
  return {};
}

Expected<DevicePtr> build_filters(const topology::LinkClass& link, DevicePtr carrier,
                                  const Parts& parts) {
  Expected<std::vector<Settings>> settings = settings_of(link);
  if (!settings) return forward_error(settings);
  return stacked(link, *settings, std::move(carrier), parts);
}

Expected<void> check_here(const topology::LinkClass& link) {
  Expected<std::vector<Settings>> settings = settings_of(link);
  if (!settings) return forward_error(settings);
  for (std::size_t place = 0; place < link.chain.size(); ++place) {
    if (link.chain[place].name == tcp_info.name) {
      for (const Network& network : networks_of((*settings)[place])) {
        auto address = own_address_in(network);
        if (address) continue;
        address.error().where = link.chain[place].where("networks");
        return forward_error(address);
      }
    }
    const FilterKind* filter = find_filter_kind(link.chain[place].name);
    if (filter == nullptr || filter->check_here == nullptr) continue;
    if (auto checked = filter->check_here((*settings)[place]); !checked) {
      checked.error().where = link.chain[place].where();
      return checked;
    }
  }
  return {};
}

Expected<void> check_reach(const topology::LinkClass& link) {
  const topology::DeviceSpec& carrier = link.chain.back();
  if (carrier.name != local_info.name) return {};
  return std::unexpected(reaches_nobody(carrier));
}

Expected<DevicePtr> build_chain(const topology::LinkClass& link, const Parts& parts) {
  Expected<std::vector<Settings>> settings = settings_of(link);
  if (!settings) return forward_error(settings);
  const std::size_t place = carrier_place(link);
  Expected<DevicePtr> carrier = make_carrier(link.chain[place], (*settings)[place], parts);
  if (!carrier) return carrier;
  return stacked(link, *settings, std::move(*carrier), parts);
}

}  // namespace isthmus::engine::fabric
