#include "isthmus/runtime/pe_show.hpp"

#include <string>
#include <utility>

#include "isthmus/base/readable_name.hpp"
#include "isthmus/trace/counters.hpp"

namespace isthmus::runtime {

namespace {

double seconds_shown(TimeNs duration_ns) { return static_cast<double>(duration_ns) * 1e-9; }

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
  show_waits(rows);
}

void PeShow::keep_account() {
  sched::Pe& pe = objects_.pe();
  looked_ns_ = pe.now_ns();
  if (pe.account() != nullptr) return;
  const topology::Topology& topology = objects_.topology();
  account_.emplace(pe.id(), pe.clock(), [&topology](PeId of) { return topology.site_of(of); });
  pe.set_account(*account_);
  pe.timers().add(looked_ns_ + lapse_ns, [this] { look_whether_lapsed(); });
}

void PeShow::look_whether_lapsed() {
  sched::Pe& pe = objects_.pe();
  if (pe.now_ns() < looked_ns_ + lapse_ns) {
    return pe.timers().add(looked_ns_ + lapse_ns, [this] { look_whether_lapsed(); });
  }
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
  for (const auto& [name, value] : trace::read(pe.counters())) {
    row.figures.push_back({std::string(name), static_cast<double>(value)});
  }
  return row;
}

void PeShow::show_waits(std::vector<ShownRow>& rows) const {
  std::size_t told = 0;
  for (const Activity& activity : objects_.replies().activities().all()) {
    if (activity.awaits.empty()) continue;  // it runs
    if (told++ == waits_told_max) break;
    const std::string who = activity.object == nullptr
                                ? "the main program"
                                : activity.object->text() + " in " + activity.entry->name;
    rows.push_back(
        {.panel = "waits",
         .figures = {{"since_s", seconds_shown(activity.since_ns)}},
         .words = {{"who", readable_name(who)}, {"awaits", readable_name(activity.awaits)}}});
  }
}

}  // namespace isthmus::runtime
