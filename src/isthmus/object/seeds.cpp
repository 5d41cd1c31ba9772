#include "isthmus/object/seeds.hpp"

#include <algorithm>
#include <cstddef>

#include "isthmus/base/random.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine {

namespace seed {

namespace {

std::uint64_t word_of_seed(const SeedContext& context) {
  return isthmus::engine::Random::mix(context.creator.value * 0x9e3779b97f4a7c15ull) +
         context.number;
}

// In [0, 1): multiples of the golden section, of which any few in a row lie far apart (Knuth,
// vol. 3, 6.4), from where each creator begins.
double spread_fraction(const SeedContext& context) {
  const std::uint64_t start = isthmus::engine::Random::mix(context.creator.value + 1);
  return static_cast<double>((start + context.number * 0x9e3779b97f4a7c15ull) >> 11) * 0x1.0p-53;
}

// Of a range of PEs; none of them where none holds objects.
PeId by_speed_among(const SeedContext& context, std::size_t first, std::size_t count) {
  const std::vector<double>& before = context.members.speeds_before();
  const double low = before[first];
  const double all = before[first + count] - low;
  if (all <= 0) return PeId::none();
  const double at = low + spread_fraction(context) * all;
  const auto begin = before.begin() + static_cast<std::ptrdiff_t>(first);
  // One that holds no objects has no width.
  const auto after = std::upper_bound(begin, begin + static_cast<std::ptrdiff_t>(count), at);
  return PeId(static_cast<std::uint32_t>(after - before.begin() - 1));
}

}  // namespace

PeId Random::operator()(const SeedContext& context) const {
  const std::vector<PeId>& pes = context.members.object_pes();
  return pes[isthmus::engine::Random::mix(word_of_seed(context)) % pes.size()];
}

PeId BySpeed::operator()(const SeedContext& context) const {
  return by_speed_among(context, 0, context.members.speeds_before().size() - 1);
}

PeId NearBySpeed::operator()(const SeedContext& context) const {
  const topology::Topology& topology = context.members.topology();
  const topology::PeRange site = topology.pes_of(topology.site_of(context.creator));
  const PeId near = by_speed_among(context, site.first.value, static_cast<std::size_t>(site.count));
  return near ? near : BySpeed()(context);
}

PeId LeastLoaded::operator()(const SeedContext& context) const {
  const topology::Topology& topology = context.members.topology();
  const topology::PeRange site = topology.pes_of(topology.site_of(context.creator));
  const auto load = [&](PeId pe) {
    const std::uint32_t alive = pe.value < context.alive.size() ? context.alive[pe.value] : 0;
    return (alive + 1.0) / topology.speed_of(pe);
  };
  PeId best;
  for (const PeId pe : context.members.object_pes()) {
    const bool is_better = !best || load(pe) < load(best) ||
                           (load(pe) == load(best) && site.contains(pe) && !site.contains(best));
    if (is_better) best = pe;
  }
  return best;
}

}  // namespace seed

Seeds::Seeds(const PeContext& context)
    : context_(context), end_handler_(context.pe().add_handler<&Seeds::receive_end>(this)) {}

SeedContext Seeds::next() { return {context_.members(), context_.pe_id(), created_, alive_}; }

void Seeds::created(PeId on, bool counted) {
  ++created_;
  if (!counted) return;
  alive_.resize(context_.pe_count());
  ++alive_[on.value];
}

void Seeds::tell_end(const SingleId& id) const {
  context_.post(detail::make_value<PeId>(context_.pool(), id.origin), end_handler_, id.object(),
                id.creator);
}

void Seeds::receive_end(MessagePtr message) {
  const Expected<PeId> origin = detail::take_value<PeId>(*message);
  if (!origin) return context_.fail(origin.error());
  if (origin->value >= alive_.size() || alive_[origin->value] == 0) {
    return context_.refuse(*message, "the end of a chare", "one that this PE has placed");
  }
  --alive_[origin->value];
  context_.pool().release(std::move(message));
}

}  // namespace isthmus::engine
