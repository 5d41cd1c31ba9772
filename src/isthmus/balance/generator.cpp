#include "isthmus/balance/generator.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::balance {

namespace {

constexpr std::uint64_t for_start = 1;
constexpr std::uint64_t for_pins = 2;
constexpr std::uint64_t for_background = 3;

std::unexpected<Error> bad(std::string what, const char* parameter, std::string expected) {
  return fail(ErrorCode::bad_input, std::move(what), parameter, std::move(expected));
}

std::string number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

Expected<void> check(const Parameters& parameters) {
  if (find_pattern(parameters.pattern) == nullptr) {
    return bad("no '" + parameters.pattern + "'", "pattern", pattern_names());
  }
  if (parameters.sites < 1) return bad("0", "sites", "at least 1");
  if (parameters.pes_per_site < 1) return bad("0", "pes", "at least 1");
  if (parameters.sites > topology::site_count_max ||
      parameters.empty_sites > topology::site_count_max - parameters.sites ||
      parameters.pes_per_site > topology::pe_count_max / parameters.sites) {
    return bad("too many", "sites, pes", "at most 10000 sites, 1000000 PEs");
  }
  if (parameters.objects < 1 || parameters.objects > object_count_max) {
    return bad(std::to_string(parameters.objects), "objects", "1 to 50000000");
  }
  if (!(parameters.pinned >= 0 && parameters.pinned <= 1)) {
    return bad(number(parameters.pinned), "pinned", "a number from 0 to 1");
  }
  if (!(parameters.background >= 0 && parameters.background <= 1000)) {
    return bad(number(parameters.background), "background", "a number from 0 to 1000");
  }
  if (parameters.speeds.empty()) return bad("none", "speeds", "at least one");
  return {};
}

/// Sites without PEs stand first, last and between others.
void add_pes(const Parameters& parameters, Snapshot& snapshot) {
  const std::size_t all = parameters.sites + parameters.empty_sites;
  std::size_t empty_left = parameters.empty_sites;
  for (std::size_t site = 0; site < all; ++site) {
    snapshot.sites.push_back("site" + std::to_string(site));
    const bool is_turn = site % 2 == 0 || all - site <= empty_left;
    if (empty_left > 0 && is_turn) {
      --empty_left;
      continue;
    }
    for (std::size_t i = 0; i < parameters.pes_per_site; ++i) {
      const double speed = parameters.speeds[snapshot.pe_count() % parameters.speeds.size()];
      snapshot.add_pe(SiteId(site), NodeId(site), speed);
    }
  }
}

void place(const Parameters& parameters, Snapshot& snapshot) {
  const std::size_t pes = snapshot.pe_count();
  const std::size_t count = snapshot.object_count();
  Random random = Random::for_purpose(parameters.seed, for_start);
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t pe = 0;
    switch (parameters.start) {
      case Start::naive:
        pe = i % pes;
        break;
      case Start::block:
        pe = i * pes / count;
        break;
      case Start::random:
        pe = random.below(pes);
        break;
      case Start::crowded:
        break;
    }
    snapshot.objects.pe[i] = PeId(pe);
  }
}

}  // namespace

const Pattern* find_pattern(std::string_view name) {
  for (const Pattern& pattern : patterns()) {
    if (pattern.name == name) return &pattern;
  }
  return nullptr;
}

std::string pattern_names() {
  std::string names;
  for (const Pattern& pattern : patterns()) {
    names += (names.empty() ? "" : ", ") + std::string(pattern.name);
  }
  return names;
}

Expected<Snapshot> generate(const Parameters& parameters) {
  if (auto checked = check(parameters); !checked) return forward_error(checked);
  Snapshot snapshot;
  snapshot.name = parameters.pattern + ", seed " + std::to_string(parameters.seed);
  snapshot.links = parameters.links;
  add_pes(parameters, snapshot);
  find_pattern(parameters.pattern)->add(parameters, snapshot);
  place(parameters, snapshot);
  Random pins = Random::for_purpose(parameters.seed, for_pins);
  for (std::uint8_t& is_pinned : snapshot.objects.is_pinned) {
    is_pinned = pins.uniform() < parameters.pinned ? 1 : 0;
  }
  const double work_s =
      std::accumulate(snapshot.objects.cpu_s.begin(), snapshot.objects.cpu_s.end(), 0.0);
  const double mean_s = work_s / static_cast<double>(snapshot.pe_count());
  Random random = Random::for_purpose(parameters.seed, for_background);
  for (double& background_s : snapshot.pes.background_s) {
    background_s = parameters.background * mean_s * random.uniform();
  }
  if (auto checked = validate(snapshot); !checked) return forward_error(checked);
  return snapshot;
}

}  // namespace isthmus::engine::balance
