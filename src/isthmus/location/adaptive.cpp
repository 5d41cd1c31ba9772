#include "isthmus/location/adaptive.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "isthmus/topology/units.hpp"

namespace isthmus::engine::location {

namespace {

// What a message costs beside its payload, in bytes. On the machine of the thesis 80 us at each end
// and 100 Mb/s between come to so much.
constexpr double overhead_bytes = 2000;
constexpr double update_bytes = MessageCosts::update_bytes;
// What a payload takes more of a link.
constexpr double header_bytes = 64;
// Of an object, where all are told at once.
constexpr double record_bytes = 24;
// A message between sites costs as much as so many within one; at most, where it is known how long
// it is under way. Whoever waits for it has other work.
constexpr double crossing_cost_max = 10;
// Forwards that a message needs because the object moved while news of it were under way.
constexpr double forwards_of_late_news = 0.15;
// The same where news wait for a link that is busy (0.74 on 8 PEs, 0.85 on 32).
constexpr double forwards_of_queued_news = 0.85;
// Of the less busy of PEs and links between sites, so much adds to the time of the other: hardly
// anything (six policies on 8 and 32 PEs, halves of which share 10 Mb/s: within 4 % of 1.13 times
// the time that the link takes for the bytes, whatever the PEs have to do meanwhile).
constexpr double overlap_lost = 0.05;
// Another policy must be better by this much.
constexpr double worth_a_change = 0.85;

// An average stay in these circumstances.
struct Stay {
  double messages;
  double senders;
  double returning;  // share of the senders that were so in the stay before
  double crossing_messages;
  double crossing_moves;
  double message_bytes;
  double moved_bytes;
  double weight;       // of an application message, in updates
  double home_weight;  // of what passes through homes, beside what is spread over all PEs
  double far;          // share of PEs that are in another site
  double crossing_cost;
};

bool knows_links(const Circumstances& here) {
  return here.sites > 1 && here.costs.shared_bytes_per_s > 0;
}

double crossing_cost(const Circumstances& here) {
  if (!knows_links(here) || !here.costs.crossing_latency_s) return crossing_cost_max;
  return std::min(crossing_cost_max, 1 + *here.costs.crossing_latency_s / here.costs.update_s);
}

Stay average(const Experience& seen, const Circumstances& here) {
  const double stays = std::max(seen.stays, 1.0);
  const double messages = std::max(seen.messages, 1.0);
  return {.messages = seen.messages / stays,
          .senders = seen.senders / stays,
          .returning = seen.returning / std::max(seen.senders, 1.0),
          .crossing_messages = seen.crossing_messages / messages,
          .crossing_moves = seen.crossing_moves / stays,
          .message_bytes = seen.bytes / messages,
          .moved_bytes = seen.moved_bytes / stays,
          .weight = (seen.bytes / messages + overhead_bytes) / (update_bytes + overhead_bytes),
          .home_weight = std::max(1.0, here.share_of_home * here.pes),
          .far = 1.0 - static_cast<double>(here.pes_of_site) / here.pes,
          .crossing_cost = crossing_cost(here)};
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
double crossing(const Stay& stay, double share) { return 1 + (stay.crossing_cost - 1) * share; }

// Messages that ask where the object was made, because their senders have never heard of it, weigh
// more than others where many objects were made on one PE.
double asking(const Stay& stay, double share) {
  return share * (1 - stay.returning) * (stay.home_weight - 1);
}

// Forwards of a sender that takes a detour once a stay, unless it has been told of the last move
// (`told`), and is told then.
double detours(const Stay& stay, double trail_of_strangers, bool told) {
  return (told ? 0.0 : stay.returning) + (1 - stay.returning) * trail_of_strangers;
}

double cost_of_detours(const Stay& stay, double trail_of_strangers, bool told) {
  const double forwards = detours(stay, trail_of_strangers, told) + asking(stay, 0.2);
  return stay.senders * forwards * stay.weight * crossing(stay, stay.crossing_messages);
}

// Trails of the policies.
double trail_of_lazy(const Circumstances& here) { return trail(here, 4.7); }
double trail_of_jump(const Circumstances& here) { return trail(here, 3.7); }
double trail_of_eager(const Circumstances& here) { return trail(here, 2.8); }
double trail_of_home_and_sender(const Circumstances& here) { return trail(here, 2.9); }
double trail_of_compressed(const Circumstances& here) {
  return trail(here, 2.4, growth_of_compressed);
}
// Which are told along it.
double trail_to_compress(const Circumstances& here) { return trail(here, 2.0); }

// Sites beside its own from which an object is sent to in a stay.
double asking_sites(const Stay& stay, const Circumstances& here) {
  return std::min<double>(here.sites - 1, stay.messages * stay.crossing_messages);
}

// What PEs do for a stay, in updates.
double work(const Policy& policy, const Stay& stay, const Circumstances& here) {
  const double to_home = stay.home_weight * crossing(stay, stay.far);
  const double to_senders = stay.senders * crossing(stay, stay.crossing_messages);
  const double late = forwards_of_late_news * stay.senders * stay.weight;
  if (&policy == &lazy_forwarding) {
    return stay.messages * (trail_of_lazy(here) + asking(stay, 0.35)) * stay.weight *
           crossing(stay, stay.crossing_messages);
  }
  if (&policy == &jump_update)
    return to_senders + cost_of_detours(stay, trail_of_jump(here), false);
  if (&policy == &path_compression) {
    return to_senders * (1 + trail_to_compress(here) + asking(stay, 0.2)) +
           cost_of_detours(stay, trail_of_compressed(here), false);
  }
  if (&policy == &broadcast_update) {
    const double to_all = here.pes - here.sites + (here.sites - 1) * stay.crossing_cost;
    return to_all + 1.5 * (stay.home_weight - 1) + late;
  }
  if (&policy == &partitioned_update) {
    const double asking = asking_sites(stay, here);
    const double to_sites = here.pes_of_site * (1 + asking + stay.crossing_moves) +
                            stay.crossing_cost * (asking + stay.crossing_moves);
    return to_sites + 1.5 * (stay.home_weight - 1) + asking * stay.weight + late;
  }
  if (&policy == &eager_update) {
    return to_home + to_senders + cost_of_detours(stay, trail_of_eager(here), true) + late;
  }
  if (&policy == &home_based) {
    // To the home and on: where homes are spread, each leg crosses as often as any.
    const double legs = 2 * crossing(stay, stay.far) - crossing(stay, stay.crossing_messages);
    return to_home + stay.messages * (stay.home_weight + 0.25) * stay.weight * std::max(1.0, legs);
  }
  return to_home + to_senders + cost_of_detours(stay, trail_of_home_and_sender(here), false);
}

// What the policy has cross between sites for a stay, in bytes. A message that is forwarded follows
// the object, and crosses where that did.
double crossing_bytes(const Policy& policy, const Stay& stay, const Circumstances& here) {
  const double message = stay.message_bytes + header_bytes;
  const double forward = message * stay.crossing_moves;
  const double late = forwards_of_queued_news * stay.senders * forward;
  const double to_home = update_bytes * stay.far;
  const double to_senders = update_bytes * stay.senders * stay.crossing_messages;
  const auto detour = [&](double trail_of_strangers, bool told) {
    return stay.senders * detours(stay, trail_of_strangers, told) * forward;
  };
  if (&policy == &lazy_forwarding) return stay.messages * trail_of_lazy(here) * forward;
  if (&policy == &jump_update) return to_senders + detour(trail_of_jump(here), false);
  if (&policy == &path_compression) {
    const double along =
        update_bytes * stay.senders * stay.crossing_moves * trail_to_compress(here);
    return to_senders + along + detour(trail_of_compressed(here), false);
  }
  if (&policy == &broadcast_update) return update_bytes * (here.sites - 1) + late;
  if (&policy == &partitioned_update) {
    const double asking = asking_sites(stay, here);
    return update_bytes * (asking + stay.crossing_moves) + asking * forward + late;
  }
  if (&policy == &eager_update) {
    return to_home + to_senders + detour(trail_of_eager(here), true) + late;
  }
  if (&policy == &home_based) {
    const double legs = std::max(0.0, 2 * stay.far - stay.crossing_messages);
    return to_home + stay.messages * legs * message + late;
  }
  return to_home + to_senders + detour(trail_of_home_and_sender(here), false);
}

// What is busy longer, and little of the other.
double together(double pes, double links) {
  return std::max(pes, links) + overlap_lost * std::min(pes, links);
}

}  // namespace

void Experience::fade() {
  for (double* number : {&stays, &messages, &senders, &returning, &bytes, &crossing_messages,
                         &crossing_moves, &moved_bytes}) {
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
  const double of_pes = work(policy, stay, here);
  if (!knows_links(here)) return of_pes;
  // As long as all links between sites take a byte, all PEs handle so many updates.
  const double links = static_cast<double>(here.sites) * (here.sites - 1);
  const double updates_per_byte =
      here.pes / here.costs.update_s / (here.costs.shared_bytes_per_s * links);
  const double of_links = crossing_bytes(policy, stay, here) * updates_per_byte;
  // What every policy has to do as well, which decides whether PEs or links are the busier.
  const double messages = stay.messages * stay.crossing_messages;
  const double base_of_links = (messages * (stay.message_bytes + header_bytes) +
                                stay.crossing_moves * (stay.moved_bytes + header_bytes)) *
                               updates_per_byte;
  const double base_of_pes = stay.messages * stay.weight +
                             (stay.moved_bytes + overhead_bytes) / (update_bytes + overhead_bytes);
  return together(base_of_pes + of_pes, base_of_links + of_links) -
         together(base_of_pes, base_of_links);
}

Choice choose(const Experience& experience, const Circumstances& circumstances, const Policy& now) {
  const Policy* best = nullptr;
  double least = 0;
  for (const Policy* policy : policies()) {
    if (policy->adapts || policy->as_published) continue;
    const double cost = expected_cost(*policy, experience, circumstances);
    if (best == nullptr || cost < least) {
      best = policy;
      least = cost;
    }
  }
  if (least > worth_a_change * expected_cost(now, experience, circumstances)) best = &now;
  const Stay stay = average(experience, circumstances);
  const std::string links =
      knows_links(circumstances)
          ? " with " + topology::format_bandwidth(circumstances.costs.shared_bytes_per_s) +
                " between them"
          : "";
  std::array<char, 256> why{};
  std::snprintf(
      why.data(), why.size(),
      "%.1f messages of %.0f bytes from %.1f PEs between two moves, %.0f %% of which had "
      "sent before the first; %d PEs in %d site%s%s, %.0f %% of pairs of elements share a home",
      stay.messages, experience.bytes / std::max(experience.messages, 1.0), stay.senders,
      100 * stay.returning, circumstances.pes, circumstances.sites,
      circumstances.sites == 1 ? "" : "s", links.c_str(), 100 * circumstances.share_of_home);
  return {best, why.data()};
}

}  // namespace isthmus::engine::location
