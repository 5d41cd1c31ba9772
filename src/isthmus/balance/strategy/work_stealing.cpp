#include "isthmus/balance/strategy/work_stealing.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "isthmus/balance/strategy/parts.hpp"
#include "isthmus/balance/strategy/shares.hpp"

namespace isthmus::engine::balance {

namespace {

constexpr int refused_near_max = 12;
constexpr int refused_max = 36;

}  // namespace

std::optional<Thief::Victim> Thief::next_victim() {
  if (refused_ >= refused_max || left_ == 0) return {};
  --left_;
  const bool is_near = refused_ < refused_near_max;
  return Victim{is_near, random_.below(is_near ? near_count_ : pe_count_)};
}

void Thief::got(std::size_t pieces) {
  // A site that has nothing to give is not asked again before others.
  if (pieces == 0) {
    ++refused_;
  } else {
    refused_ = refused_ < refused_near_max ? 0 : refused_near_max;
  }
}

Placement work_stealing(const Snapshot& snapshot, const Options& options) {
  Shares shares(snapshot);
  const std::vector<Part> sites = parts_by_site(snapshot, current_placement(snapshot));
  std::vector<std::pair<PeId, Thief>> thieves;
  for (std::size_t k = 0; k < snapshot.pe_count(); ++k) {
    const std::size_t near = sites[snapshot.pes.site[k].value].pes.size();
    thieves.emplace_back(
        PeId(k), Thief(near, snapshot.pe_count(), Random::mix(options.seed ^ Random::mix(k))));
  }
  const auto load_s = [&](const auto& thief) {
    return std::pair(shares.load_s(thief.first), thief.first);
  };
  while (!thieves.empty()) {
    std::ranges::sort(thieves, {}, load_s);
    std::erase_if(thieves, [&](auto& one) {
      auto& [pe, thief] = one;
      const std::optional<Thief::Victim> asked = thief.next_victim();
      if (!asked) return true;
      const PeId victim = asked->is_near ? sites[snapshot.site_of(pe).value].pes[asked->position]
                                         : PeId(asked->position);
      const bool gives = victim != pe && shares.load_s(victim) > shares.load_s(pe);
      thief.got(gives ? shares.even_out(victim, pe) : 0);
      return false;
    });
  }
  return shares.placement();
}

}  // namespace isthmus::engine::balance
