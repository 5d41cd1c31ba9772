#include "isthmus/program/report.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isthmus/program/pe_speeds.hpp"
#include "isthmus/trace/counters.hpp"

namespace isthmus::engine::program {

namespace {

using runtime::Process;

/// What the PEs of a process have chosen where location policies adapt; those that have chosen the
/// same for an array are counted, and the first says why.
nlohmann::ordered_json location_policies(Process& process) {
  std::map<std::pair<std::string, std::string>, std::pair<int, std::string>> choices;
  for (const auto& unit : process.units()) {
    for (auto& chosen : unit->objects().locations().adaptation().chosen()) {
      auto& [pes, why] = choices[{chosen.array, chosen.policy}];
      if (pes++ == 0) why = std::move(chosen.why);
    }
  }
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const auto& [what, how] : choices) {
    rows.push_back(
        {{"array", what.first}, {"policy", what.second}, {"pes", how.first}, {"why", how.second}});
  }
  return rows;
}

/// `saw_all`: somebody has seen who talks with whom.
nlohmann::ordered_json as_json(const balance::Quality& quality, bool saw_all) {
  nlohmann::ordered_json fields = {{"load_max_s", quality.load_max_s},
                                   {"imbalance", quality.imbalance}};
  if (!saw_all) return fields;
  fields["cross_site_messages"] = quality.cross_site_messages;
  fields["cross_pe_messages"] = quality.cross_pe_messages;
  fields["step_s"] = quality.step_s;
  return fields;
}

/// The steps of the load balancer; none in a process other than the first.
nlohmann::ordered_json balancing_steps(Process& process) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  const balance::Balancer* balancer = process.units().front()->balancer();
  if (balancer == nullptr || balancer->central() == nullptr) return rows;
  for (const balance::StepRecord& step : balancer->central()->steps()) {
    rows.push_back({{"strategy", step.strategy},
                    {"at_s", step.at_s},
                    {"period_s", step.period_s},
                    {"gather_s", step.gather_s},
                    {"decide_s", step.decide_s},
                    {"objects", step.objects},
                    {"objects_moved", step.expected.objects_moved},
                    {"bytes_moved", step.expected.bytes_moved},
                    {"before", as_json(step.before, step.saw_all)},
                    {"expected", as_json(step.expected, step.saw_all)}});
  }
  return rows;
}

/// By which speeds of PEs the job goes.
nlohmann::ordered_json pe_speeds(const Options& options, const topology::Topology& topology) {
  std::vector<double> speeds;
  for (int pe = 0; pe < topology.pe_count(); ++pe) speeds.push_back(topology.speed_of(PeId(pe)));
  const auto [least, most] = std::ranges::minmax(speeds);
  nlohmann::ordered_json fields = {
      {"found", to_string(options.speed_source)}, {"least", least}, {"most", most}};
  if (least != most) fields["of_pes"] = std::move(speeds);
  const std::vector<double>& shares = options.settings.balancing.shares;
  if (!shares.empty()) fields["shares_of_cores"] = shares;
  return fields;
}

double seconds(TimeNs duration_ns) { return static_cast<double>(duration_ns) * 1e-9; }

/// Where the time of each PE went that has kept an account of it.
nlohmann::ordered_json rows_of_times(const topology::Topology& topology, const PeTimes& times) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const TimeRow& row : rows_of(topology, times)) {
    const sched::TimeSums& sums = row.sums;
    nlohmann::ordered_json waited = nlohmann::ordered_json::object();
    for (std::uint32_t site = 0; site < sums.waited_ns.size(); ++site) {
      if (sums.waited_ns[site] == 0) continue;
      waited[std::string(topology.site_name(SiteId(site)))] = seconds(sums.waited_ns[site]);
    }
    nlohmann::ordered_json fields = {{"pe", row.first.value},
                                     {"site", topology.site_name(row.site)},
                                     {"wall_s", seconds(sums.whole_ns())},
                                     {"entry_s", seconds(sums.entry_ns)},
                                     {"runtime_s", seconds(sums.runtime_ns)},
                                     {"balancing_s", seconds(sums.balancing_ns)},
                                     {"waited_for_s", std::move(waited)},
                                     {"idle_s", seconds(sums.idle_ns)}};
    if (row.pe_count > 1) {
      fields["pes"] = row.pe_count;
      fields["least_entry_s"] = seconds(row.least_entry_ns);
      fields["most_entry_s"] = seconds(row.most_entry_ns);
      fields["most_entry_pe"] = row.most_entry_pe.value;
    }
    rows.push_back(std::move(fields));
  }
  return rows;
}

nlohmann::ordered_json figures_of(const store::CheckpointTotals& totals) {
  return {{"taken", totals.count},
          {"objects", totals.objects},
          {"bytes", totals.bytes},
          {"object_bytes", totals.object_bytes},
          {"stopped_s", seconds(totals.stopped_ns)},
          {"longest_stop_s", seconds(totals.longest_stop_ns)},
          {"writing_s", seconds(totals.writing_ns)}};
}

std::vector<std::uint32_t> ranks_of(const std::vector<ProcessId>& processes) {
  std::vector<std::uint32_t> ranks;
  for (const ProcessId process : processes) ranks.push_back(process.value);
  return ranks;
}

/// What has become of the job's members.
nlohmann::ordered_json begins_of(const std::vector<EpochBegin>& epochs) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const EpochBegin& epoch : epochs) {
    rows.push_back({{"number", epoch.news.epoch},
                    {"at_s", seconds(epoch.at_ns)},
                    {"lost", ranks_of(epoch.news.lost)},
                    {"left", ranks_of(epoch.news.left)},
                    {"come", ranks_of(epoch.news.come)},
                    {"checkpoint", epoch.checkpoint},
                    {"repeated_s", seconds(epoch.repeated_ns)}});
  }
  return rows;
}

/// What devices have counted, of every process: of the others what they have reported, where they
/// are not `at_hand`.
Expected<nlohmann::ordered_json> device_figures(Process& process,
                                                const std::vector<Process*>& at_hand) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  const auto add = [&](ProcessId of, const std::string& link_class, std::string_view device,
                       const std::string& text) -> Expected<void> {
    auto figures = nlohmann::ordered_json::parse(text, nullptr, false);
    if (!figures.is_object()) {
      return fail(ErrorCode::malformed, "a report of device '" + std::string(device) + "'",
                  "process " + std::to_string(of.value), "a JSON object");
    }
    nlohmann::ordered_json row = {{"process", of.value}, {"class", link_class}, {"device", device}};
    row.update(figures);
    rows.push_back(std::move(row));
    return {};
  };
  std::vector<Process*> known = {&process};
  known.insert(known.end(), at_hand.begin(), at_hand.end());
  for (Process* each : known) {
    for (const auto& link : each->router().link_reports()) {
      for (const fabric::DeviceReport& device : link.devices) {
        auto added = add(each->self(), link.name, device.device, device.figures);
        if (!added) return forward_error(added);
      }
    }
  }
  for (const auto& [pe, report] : process.reports()) {
    const ProcessId of = process.topology().process_of(pe);
    if (of == process.self() || !at_hand.empty()) continue;
    for (const runtime::DeviceFigures& device : report.devices) {
      auto added = add(of, device.link_class, device.device, device.figures);
      if (!added) return forward_error(added);
    }
  }
  return rows;
}

}  // namespace

Expected<void> write_report(const Options& options, const Job& job, Process& process,
                            const History& history, const nlohmann::ordered_json& simulation) {
  nlohmann::ordered_json report;
  report["metrics"] = job.metrics();
  const auto as_json = [](const trace::CounterValues& values) {
    nlohmann::ordered_json counters;
    for (const auto& [name, value] : values) counters[std::string(name)] = value;
    return counters;
  };
  trace::CounterValues total;
  for (const auto& unit : process.units()) trace::add_to(total, trace::read(unit->pe().counters()));
  report["counters"] = as_json(total);
  nlohmann::ordered_json links = nlohmann::ordered_json::array();
  for (const auto& link : process.router().link_reports()) {
    links.push_back({{"class", link.name}, {"counters", as_json(link.counters)}});
  }
  report["links"] = links;
  auto devices = device_figures(process, history.others);
  if (!devices) return forward_error(devices);
  if (!devices->empty()) report["devices"] = std::move(*devices);
  const PeTimes times = simulation.is_null() ? times_of(process.reports()) : history.times;
  if (!times.empty()) report["time"] = rows_of_times(process.topology(), times);
  if (auto choices = location_policies(process); !choices.empty()) {
    report["location_policies"] = std::move(choices);
  }
  report["speeds"] = pe_speeds(options, process.topology());
  if (auto steps = balancing_steps(process); !steps.empty()) {
    report["load_balancing"] = std::move(steps);
  }
  if (history.checkpoints.count > 0) report["checkpoints"] = figures_of(history.checkpoints);
  if (!history.epochs.empty()) report["epochs"] = begins_of(history.epochs);
  report["pe_count"] = process.topology().pe_count();
  report["process_count"] = process.topology().process_count();
  nlohmann::ordered_json sites = nlohmann::ordered_json::array();
  for (int site = 0; site < process.topology().site_count(); ++site) {
    sites.push_back(process.topology().site_name(SiteId(static_cast<std::uint32_t>(site))));
  }
  report["sites"] = std::move(sites);
  if (!simulation.is_null()) report["simulation"] = simulation;
  std::ofstream file(options.report_file, std::ios::trunc);
  file << report.dump(2) << '\n';
  file.close();
  if (!file) {
    return fail(ErrorCode::io, with_errno("cannot write the report", errno), options.report_file);
  }
  return {};
}

}  // namespace isthmus::engine::program
