#include "isthmus/location/adaptive.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "isthmus/base/assert.hpp"

namespace isthmus::location {

namespace {

// What a message costs beside its payload, in bytes, and the payload of an update. On the machine
// of the thesis 80 us at each end and 100 Mb/s between come to so much.
constexpr double overhead_bytes = 2000;
constexpr double update_bytes = 76;
// Of an object, where all are told at once.
constexpr double record_bytes = 24;
// A message between sites costs as much as so many within one.
constexpr double crossing_cost = 10;
// Forwards that a message needs because the object moved while news of it were under way.
constexpr double forwards_of_late_news = 0.15;
// Another policy must be better by this much.
constexpr double worth_a_change = 0.85;

// An average stay in these circumstances.
struct Stay {
  double messages;
  double senders;
  double returning;  // share of the senders that were so in the stay before
  double crossing_messages;
  double crossing_moves;
  double weight;       // of an application message, in updates
  double home_weight;  // of what passes through homes, beside what is spread over all PEs
  double far;          // share of PEs that are in another site
};

Stay average(const Experience& seen, const Circumstances& here) {
  const double stays = std::max(seen.stays, 1.0);
  const double messages = std::max(seen.messages, 1.0);
  return {.messages = seen.messages / stays,
          .senders = seen.senders / stays,
          .returning = seen.returning / std::max(seen.senders, 1.0),
          .crossing_messages = seen.crossing_messages / messages,
          .crossing_moves = seen.crossing_moves / stays,
          .weight = (seen.bytes / messages + overhead_bytes) / (update_bytes + overhead_bytes),
          .home_weight = std::max(1.0, here.share_of_home * here.pes),
          .far = 1.0 - static_cast<double>(here.pes_of_site) / here.pes};
}

// Forwards of a message whose sender has heard of the object long ago: the trail is the longer the
// more PEs there are (measured on 8 and 32 PEs: jump update 1.44 and 3.7, path compression 1.36 and
// 2.25).
constexpr double usual_growth = 0.7;
constexpr double growth_of_compressed = 0.37;

double trail(const Circumstances& here, double of_32, double growth = usual_growth) {
  return of_32 * std::pow(here.pes / 32.0, growth);
}

// Of messages that take one way each.
double crossing(double share) { return 1 + (crossing_cost - 1) * share; }

// Messages that ask where the object was made, because their senders have never heard of it, weigh
// more than others where many objects were made on one PE.
double asking(const Stay& stay, double share) {
  return share * (1 - stay.returning) * (stay.home_weight - 1);
}

// Of senders each of which takes a detour once a stay, unless it has been told of the last move
// (`told`), and is told then.
double cost_of_detours(const Stay& stay, double trail_of_strangers, bool told) {
  const double strangers = 1 - stay.returning;
  const double forwards =
      (told ? 0.0 : stay.returning) + strangers * trail_of_strangers + asking(stay, 0.2);
  return stay.senders * forwards * stay.weight * crossing(stay.crossing_messages);
}

}  // namespace

void Experience::fade() {
  for (double* number :
       {&stays, &messages, &senders, &returning, &bytes, &crossing_messages, &crossing_moves}) {
    *number /= 2;
  }
}

bool worth_telling_all(const Asking& asked, std::size_t records) {
  const double telling = overhead_bytes + record_bytes * static_cast<double>(records);
  return asked.bytes + asked.messages * overhead_bytes >= std::ldexp(telling, asked.times_told);
}

bool worth_telling_of_dealing(std::size_t bytes, int pes) {
  return record_bytes * pes <= static_cast<double>(bytes) + overhead_bytes;
}

double expected_cost(const Policy& policy, const Experience& experience,
                     const Circumstances& here) {
  const Stay stay = average(experience, here);
  const double to_home = stay.home_weight * crossing(stay.far);
  const double to_senders = stay.senders * crossing(stay.crossing_messages);
  const double late = forwards_of_late_news * stay.senders * stay.weight;
  if (&policy == &lazy_forwarding) {
    return stay.messages * (trail(here, 4.7) + asking(stay, 0.35)) * stay.weight *
           crossing(stay.crossing_messages);
  }
  if (&policy == &jump_update) return to_senders + cost_of_detours(stay, trail(here, 3.7), false);
  if (&policy == &path_compression) {
    return to_senders * (1 + trail(here, 2.0) + asking(stay, 0.2)) +
           cost_of_detours(stay, trail(here, 2.4, growth_of_compressed), false);
  }
  if (&policy == &broadcast_update) {
    const double to_all = here.pes - here.sites + (here.sites - 1) * crossing_cost;
    return to_all + 1.5 * (stay.home_weight - 1) + late;
  }
  if (&policy == &partitioned_update) {
    const double asking_sites =
        std::min<double>(here.sites - 1, stay.messages * stay.crossing_messages);
    const double to_sites = here.pes_of_site * (1 + asking_sites + stay.crossing_moves) +
                            crossing_cost * (asking_sites + stay.crossing_moves);
    return to_sites + 1.5 * (stay.home_weight - 1) + asking_sites * stay.weight + late;
  }
  if (&policy == &eager_update) {
    return to_home + to_senders + cost_of_detours(stay, trail(here, 2.8), true) + late;
  }
  if (&policy == &home_based) {
    // To the home and on: where homes are spread, each leg crosses as often as any.
    const double legs = 2 * crossing(stay.far) - crossing(stay.crossing_messages);
    return to_home + stay.messages * (stay.home_weight + 0.25) * stay.weight * std::max(1.0, legs);
  }
  return to_home + to_senders + cost_of_detours(stay, trail(here, 2.9), false);
}

Choice choose(const Experience& experience, const Circumstances& circumstances, const Policy& now) {
  const Policy* best = nullptr;
  double least = 0;
  for (const Policy* policy : policies()) {
    if (policy->adapts) continue;
    const double cost = expected_cost(*policy, experience, circumstances);
    if (best == nullptr || cost < least) {
      best = policy;
      least = cost;
    }
  }
  if (least > worth_a_change * expected_cost(now, experience, circumstances)) best = &now;
  const Stay stay = average(experience, circumstances);
  std::array<char, 256> why{};
  std::snprintf(
      why.data(), why.size(),
      "%.1f messages of %.0f bytes from %.1f PEs between two moves, %.0f %% of which had "
      "sent before the first; %d PEs in %d site%s, %.0f %% of pairs of elements share a home",
      stay.messages, experience.bytes / std::max(experience.messages, 1.0), stay.senders,
      100 * stay.returning, circumstances.pes, circumstances.sites,
      circumstances.sites == 1 ? "" : "s", 100 * circumstances.share_of_home);
  return {best, why.data()};
}

}  // namespace isthmus::location
