#include "isthmus/balance/measurements.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "isthmus/object/objects.hpp"
#include "isthmus/topology/link_estimate.hpp"
#include "isthmus/topology/speeds.hpp"

namespace isthmus::engine::balance {

namespace {

double seconds(TimeNs duration_ns) { return static_cast<double>(duration_ns) * 1e-9; }

void add_traffic(PeMeasurements& measured, const Load& load) {
  const auto from = static_cast<std::uint32_t>(measured.objects.size());
  for (const Traffic& traffic : load.sent()) {
    if (traffic.messages == 0) continue;
    measured.traffic.push_back({from, traffic.to, traffic.messages, traffic.bytes});
  }
}

/// The share of its busy time that a PE had its core.
double share_of_core(const PeMeasurements& pe) {
  if (pe.displaced_ns <= 0 || pe.busy_ns <= 0) return 1;
  return std::max(topology::share_of_core_min, 1 - seconds(pe.displaced_ns) / seconds(pe.busy_ns));
}

/// What the PE did beside running objects, for `of_objects_s` of its time.
double background_s(const PeMeasurements& pe, double of_objects_s) {
  const double share = share_of_core(pe);
  return std::max(0.0, seconds(pe.busy_ns) * share - of_objects_s) / share;
}

// What a message between two PEs costs each of them, and what its bytes do, measured on machines of
// 2020 to 2025; in a job of one process it stays in the caches.
constexpr LinkCosts in_one_process = {.local_bytes_per_s = 2e9, .message_s = 0.3e-6};
constexpr LinkCosts between_processes = {.local_bytes_per_s = 2e9, .message_s = 3e-6};

/// What programs do the same number of times in a period with most of those that they talk to.
std::uint64_t usual_messages(const EdgeColumns& edges) {
  if (edges.size() == 0) return 1;
  std::vector<std::uint32_t> messages = edges.messages;
  const auto middle = messages.begin() + static_cast<std::ptrdiff_t>(messages.size() / 2);
  std::ranges::nth_element(messages, middle);
  return std::max<std::uint64_t>(1, *middle);
}

LinkCosts link_costs(const topology::Topology& topology) {
  LinkCosts costs = topology.process_count() == 1 ? in_one_process : between_processes;
  for (const topology::LinkClass* link : topology::classes_between_sites(topology)) {
    const topology::LinkEstimate estimate = topology::estimate(*link);
    const double latency_s = seconds(estimate.latency_ns.value_or(0));
    costs.wide_area_latency_s = std::max(costs.wide_area_latency_s, latency_s);
    const double bandwidth = estimate.bandwidth_bytes_per_s.value_or(0);
    if (bandwidth > 0 &&
        (costs.wide_area_bytes_per_s <= 0 || bandwidth < costs.wide_area_bytes_per_s)) {
      costs.wide_area_bytes_per_s = bandwidth;
    }
  }
  return costs;
}

}  // namespace

Expected<void> validate(const PeMeasurements& pe, const topology::Topology& topology) {
  if (pe.pe.value >= static_cast<std::uint32_t>(topology.pe_count())) {
    return fail(ErrorCode::malformed, "measurements of PE " + std::to_string(pe.pe.value), {},
                "a PE below " + std::to_string(topology.pe_count()));
  }
  // A hundred years; sums of them do not overflow either.
  constexpr TimeNs period_max_ns = 3'155'760'000'000'000'000;
  const auto is_time = [](TimeNs time_ns) { return time_ns >= 0 && time_ns <= period_max_ns; };
  if (!is_time(pe.busy_ns) || !is_time(pe.displaced_ns) ||
      !std::ranges::all_of(pe.objects, is_time, &MeasuredObject::busy_ns)) {
    return fail(ErrorCode::malformed,
                "PE " + std::to_string(pe.pe.value) + " has measured a time that cannot be", {},
                "0 to " + std::to_string(period_max_ns) + " ns");
  }
  const auto is_wrong = [&](const MeasuredTraffic& traffic) {
    return traffic.from >= pe.objects.size();
  };
  if (std::ranges::any_of(pe.traffic, is_wrong)) {
    return fail(ErrorCode::malformed,
                "PE " + std::to_string(pe.pe.value) + " has measured messages of no object", {},
                "a sender among its " + std::to_string(pe.objects.size()) + " objects");
  }
  return {};
}

bool is_idle(const PeMeasurements& pe) {
  return pe.traffic.empty() && std::ranges::all_of(pe.objects, [](const MeasuredObject& object) {
           return object.busy_ns == 0;
         });
}

PeMeasurements read_meter(Objects& objects) {
  PeMeasurements measured;
  measured.pe = objects.pe_id();
  const LoadMeter& gauge = *objects.load_meter();
  // What short calls within an entry method take on average is taken from its own time, which may
  // be less this once.
  const auto busy_ns = [&](const Load& load) { return std::max<TimeNs>(0, gauge.busy_ns(load)); };
  for (const Object* object : objects.collections().all_elements()) {
    if (object->collection().shared.is_group) continue;
    const Load& load = LoadMeter::load_of(*object);
    const MigrantOps* migrant = object->type().migrant;
    add_traffic(measured, load);
    measured.objects.push_back({.id = object->id(),
                                .busy_ns = busy_ns(load),
                                .bytes = migrant == nullptr ? 0 : migrant->size(*object),
                                .stays = !objects.lifecycle().reason_to_stay(*object).empty()});
  }
  for (const auto& [id, load] : gauge.left()) {
    add_traffic(measured, *load);
    measured.objects.push_back({.id = id, .busy_ns = busy_ns(*load), .is_here = false});
  }
  return measured;
}

void PeOutlook::apply(double full_speed, double& speed, double& background_s) {
  share_ = 0.5 * (share_ + speed / full_speed);
  speed = full_speed * share_;
  background_s = std::min(background_s, std::exchange(background_s_, background_s));
}

Share share_of(const PeMeasurements& pe, double full_speed, PeOutlook& outlook) {
  const double share_of_time = share_of_core(pe);
  Share share{.speed = full_speed * share_of_time};
  double of_objects_s = 0;
  double staying_s = 0;
  for (const MeasuredObject& object : pe.objects) {
    const double busy_s = seconds(object.busy_ns) * share_of_time;
    of_objects_s += busy_s;
    if (!object.is_here || busy_s == 0) continue;
    if (object.stays) {
      staying_s += busy_s * full_speed;
    } else {
      share.pieces.push_back({object.id, pe.pe, busy_s * full_speed, object.bytes});
    }
  }
  sort_pieces(share.pieces);
  share.fixed_s = background_s(pe, of_objects_s);
  outlook.apply(full_speed, share.speed, share.fixed_s);
  share.fixed_s += staying_s / share.speed;
  return share;
}

Measured assemble(const topology::Topology& topology, std::span<const double> speeds,
                  const std::vector<PeMeasurements>& pes) {
  Measured all{without_objects(topology), {}, {}, topology.object_pes()};
  Snapshot& snapshot = all.snapshot;
  const auto number_of = [&](PeId pe) -> std::optional<PeId> {
    const auto found = std::ranges::lower_bound(all.pes, pe);
    if (found == all.pes.end() || *found != pe) return std::nullopt;
    return PeId(found - all.pes.begin());
  };
  const auto first_of_site = [&](PeId pe) {
    const PeId first = topology.pes_of(topology.site_of(pe)).first;
    return PeId(std::ranges::lower_bound(all.pes, first) - all.pes.begin());
  };
  snapshot.links = link_costs(topology);
  struct Present {
    const MeasuredObject* object;
    PeId pe;
  };
  std::vector<Present> present;
  for (const PeMeasurements& pe : pes) {
    for (const MeasuredObject& object : pe.objects) {
      if (object.is_here) present.push_back({&object, pe.pe});
    }
  }
  const auto id_of = [](const Present& one) { return one.object->id; };
  // So that snapshots of one job can be compared.
  std::ranges::stable_sort(present, {}, id_of);
  std::unordered_map<ObjectId, std::uint32_t, ObjectIdHash> position;
  for (const auto& [object, pe] : present) {
    const std::optional<PeId> number = number_of(pe);
    if (!number && object->stays) continue;
    if (!position.emplace(object->id, static_cast<std::uint32_t>(all.ids.size())).second) continue;
    all.ids.push_back(object->id);
    all.at.push_back(pe);
    snapshot.add_object(0, number.value_or(first_of_site(pe)), object->stays, object->bytes);
  }
  std::vector<Edge> edges;
  for (const PeMeasurements& pe : pes) {
    const double share = share_of_core(pe);
    double of_objects_s = 0;
    for (const MeasuredObject& object : pe.objects) {
      const double busy_s = seconds(object.busy_ns) * share;
      of_objects_s += busy_s;
      const auto at = position.find(object.id);
      if (at != position.end()) {
        snapshot.objects.cpu_s[at->second] += busy_s * speeds[pe.pe.value];
      }
    }
    for (const MeasuredTraffic& traffic : pe.traffic) {
      const auto from = position.find(pe.objects[traffic.from].id);
      const auto to = position.find(traffic.to);
      if (from == position.end() || to == position.end()) continue;
      edges.push_back({from->second, to->second, traffic.messages, traffic.bytes});
    }
    const std::optional<PeId> number = number_of(pe.pe);
    if (!number) continue;
    snapshot.pes.speed[number->value] = speeds[pe.pe.value] * share;
    snapshot.pes.background_s[number->value] = background_s(pe, of_objects_s);
  }
  snapshot.set_edges(std::move(edges));
  snapshot.steps = usual_messages(snapshot.edges);
  return all;
}

}  // namespace isthmus::engine::balance
