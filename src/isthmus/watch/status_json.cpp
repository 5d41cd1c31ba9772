#include "isthmus/watch/status_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

namespace isthmus::engine::watch {

namespace {

using Json = nlohmann::ordered_json;

/// So large a number counts every unit.
constexpr double whole_max = 9007199254740992.0;

/// What is counted reads as a whole number; what JSON cannot say is null.
Json number_of(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == std::floor(value) && std::abs(value) <= whole_max) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

double seconds_of(TimeNs duration_ns) { return static_cast<double>(duration_ns) * 1e-9; }

class Panels {
 public:
  explicit Panels(const topology::Topology& topology) : topology_(topology) {}

  /// Who shows it and when stands before what is shown.
  void add(PeId pe, bool is_of_pe, TimeNs at_ns, const std::vector<ShownRow>& rows) {
    for (const ShownRow& row : rows) {
      Json fields = Json::object();
      if (is_of_pe) fields["pe"] = pe.value;
      fields["process"] = topology_.process_of(pe).value;
      fields["site"] = topology_.site_name(topology_.site_of(pe));
      fields["at_s"] = seconds_of(at_ns);
      add(row, std::move(fields));
    }
  }
  /// Of the whole job.
  void add(const ShownRow& row) { add(row, Json::object()); }

  Json take() { return std::move(panels_); }

 private:
  void add(const ShownRow& row, Json fields) {
    for (const ShownWord& word : row.words) fields[word.name] = word.text;
    for (const ShownFigure& figure : row.figures) fields[figure.name] = number_of(figure.value);
    panels_[row.panel].push_back(std::move(fields));
  }

  const topology::Topology& topology_;
  Json panels_ = Json::object();
};

}  // namespace

std::string to_json(const JobStatus& status, const topology::Topology& topology,
                    const std::optional<JobEnd>& end) {
  Panels panels(topology);
  for (const auto& [pe, of_pe] : status.pes) {
    panels.add(pe, true, of_pe.at_ns, of_pe.rows);
    panels.add(pe, false, of_pe.at_ns, of_pe.process_rows);
  }
  for (const ShownRow& row : status.job_rows) panels.add(row);
  Json bounds = Json::object();
  for (const auto& [panel, rows] : status.bounds) {
    bounds[panel] = {{"of", rows.of}, {"told", rows.told}};
  }
  Json silent = Json::array();
  for (const auto& [pe, silent_ns] : status.silent_ns) {
    silent.push_back({{"pe", pe.value},
                      {"process", topology.process_of(pe).value},
                      {"site", topology.site_name(topology.site_of(pe))},
                      {"for_s", seconds_of(silent_ns)}});
  }
  Json sites = Json::array();
  for (int site = 0; site < topology.site_count(); ++site) {
    sites.push_back(topology.site_name(SiteId(static_cast<std::uint32_t>(site))));
  }
  Json json = {{"at_s", seconds_of(status.at_ns)},
               {"over_s", status.over_ns ? Json(seconds_of(*status.over_ns)) : Json()},
               {"pes", status.pe_count},
               {"sites", std::move(sites)},
               {"silent", std::move(silent)},
               {"bounds", std::move(bounds)},
               {"panels", panels.take()}};
  if (end) json["ended"] = {{"failure", end->failure.empty() ? Json() : Json(end->failure)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace isthmus::engine::watch
