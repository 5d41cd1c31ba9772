#include "isthmus/runtime/pe_show.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "isthmus/base/readable_name.hpp"
#include "isthmus/object/collection.hpp"
#include "isthmus/object/entry.hpp"
#include "isthmus/object/object_state.hpp"
#include "isthmus/runtime/waits.hpp"
#include "isthmus/trace/counters.hpp"

namespace isthmus::engine::runtime {

namespace {

double seconds_shown(TimeNs duration_ns) { return static_cast<double>(duration_ns) * 1e-9; }

/// How many of the objects here talk to other sites. None where nobody keeps that, or so many
/// objects are here that to go through them would cost who works here more than a look may.
std::optional<double> border_count(const Objects& objects) {
  constexpr std::size_t objects_max = 10'000;
  if (objects.border_objects() == nullptr || objects.object_count() > objects_max) return {};
  std::ptrdiff_t count = 0;
  objects.collections().for_each([&](const LocalCollection& collection) {
    count += std::ranges::count_if(collection.elements,
                                   [](const Object* each) { return state_of(*each).border; });
  });
  return static_cast<double>(count);
}

}  // namespace

void PeShow::show(std::vector<ShownRow>& rows) {
  keep_account();
  rows.push_back(figures());
  const topology::Topology& topology = objects_.topology();
  const std::vector<TimeNs> waited_ns = objects_.pe().account()->read().waited_ns;
  for (std::uint32_t site = 0; site < waited_ns.size(); ++site) {
    if (waited_ns[site] == 0) continue;
    rows.push_back({.panel = "waited_for_sites",
                    .figures = {{"waited_s", seconds_shown(waited_ns[site])}},
                    .words = {{"for_site", std::string(topology.site_name(SiteId(site)))}}});
  }
  show_coroutines(objects_, waits_told_max, rows);
  show_entries(rows);
  show_arrays(rows);
}

void PeShow::keep_account() {
  sched::Pe& pe = objects_.pe();
  looked_ns_ = pe.now_ns();
  if (entries_) return;
  const topology::Topology& topology = objects_.topology();
  entries_.emplace(pe, topology.site_of(pe.id()));
  objects_.execution().set_entry_meter(&*entries_);
  if (pe.account() == nullptr) {
    account_.emplace(pe.id(), pe.clock(), [&topology](PeId of) { return topology.site_of(of); });
    pe.set_account(*account_);
  }
  pe.timers().add(looked_ns_ + lapse_ns, [this] { look_whether_lapsed(); });
}

void PeShow::look_whether_lapsed() {
  sched::Pe& pe = objects_.pe();
  if (pe.now_ns() < looked_ns_ + lapse_ns) {
    return pe.timers().add(looked_ns_ + lapse_ns, [this] { look_whether_lapsed(); });
  }
  objects_.execution().set_entry_meter(nullptr);
  entries_.reset();
  if (!account_) return;
  pe.drop_account();
  account_.reset();
}

ShownRow PeShow::figures() const {
  sched::Pe& pe = objects_.pe();
  const sched::TimeSums time = pe.account()->read();
  const std::size_t own = objects_.topology().site_of(pe.id()).value;
  TimeNs same_site_ns = 0;
  TimeNs other_sites_ns = 0;
  for (std::size_t site = 0; site < time.waited_ns.size(); ++site) {
    (site == own ? same_site_ns : other_sites_ns) += time.waited_ns[site];
  }
  ShownRow row{.panel = "pes",
               .figures = {{"wall_s", seconds_shown(time.whole_ns())},
                           {"entry_s", seconds_shown(time.entry_ns)},
                           {"runtime_s", seconds_shown(time.runtime_ns)},
                           {"balancing_s", seconds_shown(time.balancing_ns)},
                           {"waited_same_site_s", seconds_shown(same_site_ns)},
                           {"waited_other_sites_s", seconds_shown(other_sites_ns)},
                           {"idle_s", seconds_shown(time.idle_ns)},
                           {"objects", static_cast<double>(objects_.object_count())},
                           {"queued", static_cast<double>(pe.queued())},
                           {"queued_bytes", static_cast<double>(pe.queued_bytes())},
                           {"arrived_bytes", static_cast<double>(pe.arrived_bytes())}}};
  if (const auto border = border_count(objects_)) row.figures.push_back({"border", *border});
  for (const auto& [name, value] : trace::read(pe.counters())) {
    row.figures.push_back({std::string(name), static_cast<double>(value)});
  }
  return row;
}

void PeShow::show_all_waits(std::vector<ShownRow>& rows) const {
  runtime::show_waits(waits_of(objects_, collectives_), all_waits_told_max, rows);
}

void PeShow::show_entries(std::vector<ShownRow>& rows) const {
  std::vector<EntryFigures> figures = entries_->figures();
  std::ranges::sort(figures, std::ranges::greater(), &EntryFigures::time_ns);
  if (figures.size() > rows_told_max) figures.resize(rows_told_max);
  for (const EntryFigures& one : figures) {
    const LocalCollection* const array = objects_.collections().find(one.array);
    rows.push_back({.panel = "entries",
                    .figures = {{"calls", static_cast<double>(one.calls)},
                                {"time_s", seconds_shown(one.time_ns)},
                                {"longest_s", seconds_shown(one.longest_ns)},
                                {"waited_s", seconds_shown(one.waited_ns)},
                                {"waited_other_sites_s", seconds_shown(one.waited_other_sites_ns)}},
                    .words = {{"array", array == nullptr ? "" : array->text()},
                              {"entry", without_parameters(readable_name(one.entry->name))}}});
  }
}

void PeShow::show_arrays(std::vector<ShownRow>& rows) const {
  std::vector<const LocalCollection*> arrays;
  objects_.collections().for_each(
      [&](const LocalCollection& collection) { arrays.push_back(&collection); });
  std::ranges::sort(arrays, [](const LocalCollection* a, const LocalCollection* b) {
    return a->elements.size() != b->elements.size() ? a->elements.size() > b->elements.size()
                                                    : a->shared.id < b->shared.id;
  });
  if (arrays.size() > rows_told_max) arrays.resize(rows_told_max);
  for (const LocalCollection* array : arrays) {
    const bool is_singles = array->shared.type == nullptr;
    if (is_singles && array->elements.empty()) continue;
    std::size_t bytes = 0;
    if (is_singles) {
      for (const Object* object : array->elements) bytes += object->type().bytes;
    } else {
      bytes = array->shared.type->bytes * array->elements.size();
    }
    rows.push_back({.panel = "arrays",
                    .figures = {{"objects", static_cast<double>(array->elements.size())},
                                {"object_bytes", static_cast<double>(bytes)},
                                {"moved", static_cast<double>(array->departures)}},
                    .words = {{"array", array->text()},
                              {"kind", is_singles               ? "chares"
                                       : array->shared.is_group ? "group"
                                                                : "array"}}});
  }
}

}  // namespace isthmus::engine::runtime
