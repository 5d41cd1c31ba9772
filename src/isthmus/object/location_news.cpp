#include "isthmus/object/location_news.hpp"

namespace isthmus::engine {

bool LocationNews::is_within(std::uint32_t pe_count) const {
  return pe.value < pe_count && (!is_ahead() || left.value < pe_count);
}

std::array<NewsOfMany::Onward, 2> NewsOfMany::Onward::halves() const {
  const std::uint32_t half = count / 2;
  return {{{first, half}, {PeId(first.value + half), count - half}}};
}

PeId NewsOfMany::Onward::take_first(const topology::Members& members) {
  while (count > 0) {
    const PeId taken = first;
    first = PeId(first.value + 1);
    --count;
    if (members.contains(taken)) return taken;
  }
  return PeId::none();
}

bool NewsOfMany::Onward::is_within(std::uint32_t pe_count) const {
  return first.value + std::uint64_t{count} <= pe_count;
}

}  // namespace isthmus::engine
