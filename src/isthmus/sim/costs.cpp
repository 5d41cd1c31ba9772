#include "isthmus/sim/costs.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <optional>

#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/link_estimate.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::sim {

namespace {

constexpr std::string_view parameter_names =
    "send, receive, latency, gap, jitter, bandwidth, send_byte, receive_byte, segment, window, "
    "slow_start or medium";

Expected<void> set_duration(TimeNs& to, const std::string& value) {
  Expected<std::int64_t> duration = topology::parse_duration_ns(value);
  if (!duration) return forward_error(duration);
  to = *duration;
  return {};
}

template <class Number>
Expected<void> set_number(Number& to, const std::string& value, const char* expected) {
  Number number{};
  const auto [end, status] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (status != std::errc() || end != value.data() + value.size() || !(number >= 0)) {
    return fail(ErrorCode::bad_input, "'" + value + "'", {}, expected);
  }
  to = number;
  return {};
}

Expected<void> set_jitter(double& to, const std::string& value) {
  constexpr const char* expected = "a share below 1, such as 0.05";
  double share = 0;
  if (auto set = set_number(share, value, expected); !set) return set;
  if (share >= 1) return fail(ErrorCode::bad_input, "'" + value + "'", {}, expected);
  to = share;
  return {};
}

/// Of messages that pass a link.
bool is_of_links(std::string_view name) {
  constexpr std::array names = {"latency", "gap",    "jitter",     "bandwidth",
                                "segment", "window", "slow_start", "medium"};
  return std::ranges::find(names, name) != names.end();
}

Expected<void> set_parameter(Way& way, std::string_view name, const std::string& value) {
  if (name == "send") return set_duration(way.send_ns, value);
  if (name == "receive") return set_duration(way.receive_ns, value);
  if (name == "latency") return set_duration(way.link.latency_ns, value);
  if (name == "gap") return set_duration(way.link.gap_ns, value);
  if (name == "jitter") return set_duration(way.link.jitter_ns, value);
  constexpr const char* per_byte = "nanoseconds per byte, such as 0.1";
  if (name == "send_byte") return set_number(way.send_byte_ns, value, per_byte);
  if (name == "receive_byte") return set_number(way.receive_byte_ns, value, per_byte);
  if (name == "segment") return set_number(way.segment_bytes, value, "bytes, such as 1448");
  if (name == "window") {
    Expected<std::int64_t> bytes = topology::parse_size_bytes(value);
    if (!bytes) return forward_error(bytes);
    way.window_bytes = *bytes;
    return {};
  }
  if (name == "slow_start") {
    if (value != "yes" && value != "no") {
      return fail(ErrorCode::bad_input, "'" + value + "'", {}, "yes or no");
    }
    way.starts_slowly = value == "yes";
    return {};
  }
  if (name == "medium") {
    const std::size_t at = value.find('@');
    const std::string name_of_it = value.substr(0, at);
    Expected<double> bandwidth = topology::parse_bandwidth_bytes_per_s(
        at == value.npos ? std::string() : value.substr(at + 1));
    if (name_of_it.empty() || !bandwidth || !(*bandwidth > 0)) {
      return fail(ErrorCode::bad_input, "'" + value + "'", {},
                  "NAME@BANDWIDTH, such as ethernet@10Mb/s");
    }
    way.medium = {name_of_it, *bandwidth};
    return {};
  }
  if (name == "bandwidth") {
    Expected<double> bandwidth = topology::parse_bandwidth_bytes_per_s(value);
    if (!bandwidth) return forward_error(bandwidth);
    way.link.bandwidth_bytes_per_s = *bandwidth;
    return {};
  }
  return fail(ErrorCode::bad_input, "unknown parameter '" + std::string(name) + "'", {},
              std::string(parameter_names));
}

/// The reverse of name_of.
std::optional<sched::Stretch> stretch_named(std::string_view name) {
  constexpr std::string_view begin = "from 0x";
  constexpr std::string_view middle = " to 0x";
  const std::size_t split = name.find(middle);
  if (!name.starts_with(begin) || split == std::string_view::npos) return std::nullopt;
  sched::Stretch stretch;
  const auto read = [](std::string_view digits, std::uint64_t& to) {
    const char* const first = digits.data();
    const char* const end = first + digits.size();
    return std::from_chars(first, end, to, 16) == std::from_chars_result{end, {}};
  };
  if (!read(name.substr(begin.size(), split - begin.size()), stretch.from) ||
      !read(name.substr(split + middle.size()), stretch.to)) {
    return std::nullopt;
  }
  return stretch;
}

}  // namespace

std::array<Way, reach_count> Costs::default_ways() {
  std::array<Way, reach_count> ways;
  const auto way = [&](Reach reach) -> Way& { return ways[static_cast<std::size_t>(reach)]; };
  way(Reach::same_pe) = {.send_ns = 10, .receive_ns = 20, .link = {}};
  way(Reach::same_process) = {.send_ns = 30, .receive_ns = 30, .link = {.latency_ns = 100}};
  way(Reach::same_node) = {.send_ns = 1'200,
                           .receive_ns = 800,
                           .send_byte_ns = 0.05,
                           .receive_byte_ns = 0.05,
                           .link = {.latency_ns = 1'000, .bandwidth_bytes_per_s = 8e9}};
  way(Reach::same_site) = {.send_ns = 1'500,
                           .receive_ns = 1'000,
                           .send_byte_ns = 0.1,
                           .receive_byte_ns = 0.1,
                           .link = {.latency_ns = 15'000, .bandwidth_bytes_per_s = 1.25e9}};
  way(Reach::between_sites) = way(Reach::same_site);
  return ways;
}

Expected<void> Costs::set(std::string_view setting) {
  const auto refuse = [&](std::string what, std::string expected) -> Expected<void> {
    return fail(ErrorCode::bad_input, std::move(what), "--sim " + std::string(setting),
                std::move(expected));
  };
  const std::size_t dot = setting.find('.');
  const std::size_t equals = setting.find('=');
  if (setting == "delay=filter" || setting == "delay=link") {
    keeps_delay_filters = setting == "delay=filter";
    return {};
  }
  if (dot == std::string_view::npos || equals == std::string_view::npos || dot > equals) {
    return refuse("no setting",
                  "REACH.PARAMETER=VALUE, such as same_site.latency=10us, delay=filter, "
                  "look.segments=NUMBER or entry.jitter=SHARE");
  }
  const std::string value(setting.substr(equals + 1));
  const std::string_view name = setting.substr(0, equals);
  if (name == "look.segments" || name == "entry.jitter") {
    auto set = name == "entry.jitter"
                   ? set_jitter(entry_jitter, value)
                   : set_number(segments_per_look, value, "a number of segments, such as 1");
    return set ? set : refuse(set.error().what, set.error().expected_what);
  }
  const std::string_view reach = setting.substr(0, dot);
  const auto found = std::ranges::find(reach_names, reach);
  if (found == reach_names.end()) {
    return refuse("unknown reach '" + std::string(reach) + "'",
                  "same_pe, same_process, same_node, same_site or between_sites");
  }
  Way& to = ways[static_cast<std::size_t>(found - reach_names.begin())];
  const std::string_view parameter = setting.substr(dot + 1, equals - dot - 1);
  if (reach == "same_pe" && is_of_links(parameter)) {
    return refuse("a message within a PE passes no link",
                  "of same_pe: send, receive, send_byte or receive_byte");
  }
  if (reach == "same_process" &&
      (parameter == "window" || parameter == "slow_start" || parameter == "medium")) {
    return refuse("a message within a process passes no connection",
                  "of same_node, same_site or between_sites: " + std::string(parameter));
  }
  auto set = set_parameter(to, parameter, value);
  if (!set) return refuse(set.error().what, set.error().expected_what);
  return {};
}

fabric::LinkParameters Costs::link(Reach reach, std::string_view line,
                                   std::string_view filters) const {
  fabric::LinkParameters link = way(reach).link;
  const auto add = [&](const fabric::LinkParameters& delay) {
    link.latency_ns += delay.latency_ns;
    link.jitter_ns += delay.jitter_ns;
    if (delay.bandwidth_bytes_per_s > 0) link.bandwidth_bytes_per_s = delay.bandwidth_bytes_per_s;
  };
  const auto of_line = delays.find(line);
  const auto of_filters = delays.find(filters);
  const bool says_latency = of_filters != delays.end() && of_filters->second.says_latency;
  if (of_line != delays.end() && of_line->second.measured && !says_latency) {
    add(*of_line->second.measured);
  }
  if (of_filters != delays.end()) add(of_filters->second.filter);
  return link;
}

std::map<std::string, ClassDelay, std::less<>> take_delays(topology::Grid& grid) {
  std::map<std::string, ClassDelay, std::less<>> delays;
  const auto take = [&](topology::LinkClass& link_class, bool joins_sites) {
    const topology::MeasuredLink& measured = link_class.measured;
    const topology::DeviceSpec* says = link_class.find("delay");
    const bool is_said = says != nullptr && says->parameters.contains("latency");
    if (is_said) delays[link_class.name].says_latency = true;
    if (joins_sites && measured.latency_ns) {
      fabric::LinkParameters& line = delays[link_class.name].measured.emplace();
      line.latency_ns = *measured.latency_ns;
      line.bandwidth_bytes_per_s = measured.bandwidth_bytes_per_s.value_or(0);
    }
    std::erase_if(link_class.chain, [&](const topology::DeviceSpec& device) {
      if (device.name != "delay") return false;
      fabric::LinkParameters& delay = delays[link_class.name].filter;
      for (const auto& [name, value] : device.parameters) {
        if (name == "latency") {
          delay.latency_ns += topology::parse_duration_ns(value).value_or(0);
        } else if (name == "jitter") {
          delay.jitter_ns += topology::parse_duration_ns(value).value_or(0);
        } else if (name == "bandwidth") {
          delay.bandwidth_bytes_per_s = topology::parse_bandwidth_bytes_per_s(value).value_or(0);
        }
      }
      return true;
    });
  };
  for (auto& [kind, link_class] : grid.links) {
    take(link_class, kind == topology::LinkKind::between_sites);
  }
  for (auto& [name, link_class] : grid.link_classes) take(link_class, true);
  return delays;
}

Expected<void> check_delays(const topology::Grid& grid) {
  const auto check = [](const topology::LinkClass& link_class) -> Expected<void> {
    for (const topology::DeviceSpec& device : link_class.chain) {
      const auto spin = device.parameters.find("spin");
      if (device.name != "delay" || spin == device.parameters.end()) continue;
      if (topology::parse_duration_ns(spin->second).value_or(0) == 0) continue;
      return fail(ErrorCode::bad_input, "delay.spin is of real senders", device.where(),
                  "--sim between_sites.send=" + spin->second + " in virtual time");
    }
    return {};
  };
  for (const auto& [kind, link_class] : grid.links) {
    if (auto checked = check(link_class); !checked) return checked;
  }
  for (const auto& [name, link_class] : grid.link_classes) {
    if (auto checked = check(link_class); !checked) return checked;
  }
  return {};
}

location::MessageCosts message_costs(const topology::Topology& topology, const Costs& costs) {
  const topology::PeRange site = topology.pes_of(SiteId(0));
  const PeId last(site.first.value + static_cast<std::uint32_t>(site.count) - 1);
  const Reach reach =
      site.count > 1 ? reach_of(topology.link_kind(site.first, last)) : Reach::same_site;
  const Way& way = costs.way(reach);
  const fabric::LinkParameters link = costs.link(reach, topology.link_class(site.first, last).name);
  double byte_ns = way.send_byte_ns + way.receive_byte_ns;
  if (link.bandwidth_bytes_per_s > 0) byte_ns += 1e9 / link.bandwidth_bytes_per_s;
  location::MessageCosts known;
  const auto ends_ns = static_cast<double>(way.send_ns + way.receive_ns);
  known.update_s = 1e-9 * (ends_ns + byte_ns * location::MessageCosts::update_bytes);
  for (const topology::LinkClass* each : topology::classes_between_sites(topology)) {
    const fabric::LinkParameters between = costs.link(Reach::between_sites, each->name);
    // Of delay filters that stay in their chains.
    const topology::LinkEstimate filters = topology::estimate(*each);
    double bytes_per_s = between.bandwidth_bytes_per_s;
    const double filtered = filters.bandwidth_bytes_per_s.value_or(0);
    if (filtered > 0 && (bytes_per_s <= 0 || filtered < bytes_per_s)) bytes_per_s = filtered;
    const TimeNs extra_ns =
        filters.latency_ns.value_or(0) + std::max<TimeNs>(0, between.latency_ns - link.latency_ns);
    known.add_link(bytes_per_s, 1e-9 * static_cast<double>(extra_ns));
  }
  return known;
}

std::string name_of(const sched::Stretch& stretch) {
  std::array<char, 64> text = {};
  std::snprintf(text.data(), text.size(), "from 0x%llx to 0x%llx",
                static_cast<unsigned long long>(stretch.from),
                static_cast<unsigned long long>(stretch.to));
  return text.data();
}

Expected<void> read_recorded_costs(const std::string& path, Costs& costs) {
  std::ifstream file(path);
  if (!file) {
    return fail(ErrorCode::bad_input, "cannot read the recorded costs", path,
                "measured, charged, or a file that --record-costs has written");
  }
  costs.recorded.clear();
  costs.recorded_stretches.clear();
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t tab = line.rfind('\t');
    TimeNs cost_ns = -1;
    if (tab != std::string::npos) {
      const char* const end = line.data() + line.size();
      const auto [read_end, status] = std::from_chars(line.data() + tab + 1, end, cost_ns);
      if (status != std::errc() || read_end != end) cost_ns = -1;
    }
    if (cost_ns < 0) {
      return fail(ErrorCode::bad_input, "no recorded cost", path + ":" + std::to_string(number),
                  "an entry method, a tab, and nanoseconds");
    }
    const std::string name = line.substr(0, tab);
    const auto stretch = stretch_named(name);
    const bool is_new = stretch ? costs.recorded_stretches.emplace(*stretch, cost_ns).second
                                : costs.recorded.emplace(name, cost_ns).second;
    if (!is_new) {
      return fail(ErrorCode::bad_input, name + " is there twice",
                  path + ":" + std::to_string(number), "once");
    }
  }
  // A folder can be opened, too.
  if (file.bad() || (costs.recorded.empty() && costs.recorded_stretches.empty())) {
    return fail(ErrorCode::bad_input, "no recorded costs", path,
                "a file that --record-costs has written");
  }
  return {};
}

Expected<void> check_recorded_costs(const std::map<std::string, TimeNs, std::less<>>& costs,
                                    const std::vector<std::string_view>& kinds) {
  for (const auto& [name, cost_ns] : costs) {
    if (std::ranges::binary_search(kinds, std::string_view(name))) continue;
    return fail(ErrorCode::bad_input,
                "this program has no entry method '" + topology::printable(name) + "'", "--costs",
                "a file that --record-costs has written for it");
  }
  return {};
}

}  // namespace isthmus::engine::sim
