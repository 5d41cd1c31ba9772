#include "isthmus/live/metrics.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/topology/units.hpp"

namespace isthmus::engine::live {

namespace {

using Json = nlohmann::ordered_json;
/// Of a PE's time, but for what it had nothing to do in: for what it waits is known when the wait
/// has ended, and it is idle until then, so that idle time falls, and is a gauge of its own.
constexpr std::array<std::string_view, 5> parts = {"entry", "runtime", "balancing",
                                                   "waited_same_site", "waited_other_sites"};

struct Family {
  std::string_view name;  ///< Without "isthmus_"; ends with the unit where there is one.
  std::string_view type;
  std::string_view unit;
  std::string_view help;
};

/// The text, family by family.
class Text {
 public:
  explicit Text(MetricsFormat format) : format_(format) {}

  void begin(const Family& family) { family_ = family; }

  /// A family without samples is not there.
  void add(const Labels& labels, double value) {
    if (!std::isfinite(value)) return;
    if (!family_.name.empty() && last_ != family_.name) describe();
    text_ += "isthmus_";
    text_ += family_.name;
    text_ += ending();
    char separator = '{';
    for (const auto& [name, value_of_label] : labels) {
      text_ += separator;
      text_ += name;
      text_ += "=\"" + escaped(value_of_label) + "\"";
      separator = ',';
    }
    if (!labels.empty()) text_ += '}';
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text_ += ' ';
    text_.append(digits.data(), end);
    text_ += '\n';
  }

  std::string take() {
    if (is_openmetrics()) text_ += "# EOF\n";
    return std::move(text_);
  }

 private:
  void describe() {
    last_ = family_.name;
    const auto line = [this](const char* what, std::string_view value) {
      text_ += std::string("# ") + what + " isthmus_";
      text_ += family_.name;
      if (!is_openmetrics()) text_ += ending();
      text_ += ' ';
      text_ += value;
      text_ += '\n';
    };
    // The older format has no such type, and families of the name that their samples have.
    line("TYPE", !is_openmetrics() && family_.type == "info" ? "gauge" : family_.type);
    if (is_openmetrics() && !family_.unit.empty()) line("UNIT", family_.unit);
    line("HELP", family_.help);
  }

  bool is_openmetrics() const { return format_ == MetricsFormat::openmetrics; }

  /// Of a sample's name.
  std::string_view ending() const {
    if (family_.type == "counter") return "_total";
    return family_.type == "info" ? "_info" : "";
  }

  static std::string escaped(std::string_view text) {
    std::string safe;
    for (const char letter : text) {
      if (letter == '\\' || letter == '"') safe += '\\';
      safe += letter == '\n' ? std::string("\\n") : std::string(1, letter);
    }
    return safe;
  }

  MetricsFormat format_;
  std::string text_;
  Family family_;
  std::string_view last_;
};

std::optional<double> figure(const Json& row, std::string_view name) {
  const auto found = row.find(name);
  if (found == row.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

std::string word(const Json& row, std::string_view name) {
  const auto found = row.find(name);
  if (found == row.end()) return {};
  return found->is_string() ? found->get<std::string>() : found->dump();
}

/// A figure of rows, as a family of samples.
struct Column {
  std::string_view figure;
  Family family;
  double unit = 1;  ///< In which the figure is.
};

// HELP texts of OpenMetrics are one line each; the project's limit of a line splits them.
const std::vector<Column>& columns_of_sites() {
  static const std::vector<Column> columns = {
      {"objects", {"site_objects", "gauge", "", "Objects that live at the site now."}},
      {"queued", {"site_queued_messages", "gauge", "", "Messages that wait at PEs of the site."}},
      {"queued_bytes",
       {"site_queued_bytes", "gauge", "bytes", "Bytes of messages that wait at PEs of the site."}},
      {"messages_executed",
       {"site_messages_executed", "counter", "", "Handlers and entry methods run at the site."}},
      {"messages_sent_to_self",
       {"site_messages_sent_to_self", "counter", "", "Messages to objects of the same PE."}},
      {"messages_sent_in_process",
       {"site_messages_sent_in_process", "counter", "", "Messages to other PEs of a process."}},
      {"messages_sent_through_chains",
       {"site_messages_sent_through_chains", "counter", "",
        "Messages to other processes and to other sites."}},
      {"messages_received",
       {"site_messages_received", "counter", "", "Messages that came from other PEs."}},
      {"messages_forwarded",
       {"site_messages_forwarded", "counter", "",
        "Messages that came for objects which were elsewhere by then."}},
      {"migrations", {"site_migrations", "counter", "", "Objects that left for another PE."}},
      {"migration_bytes",
       {"site_migration_bytes", "counter", "bytes",
        "Bytes of objects that left for another process."}},
  };
  return columns;
}

const std::vector<Column>& columns_of_pes() {
  static const std::vector<Column> columns = {
      {"objects",
       {"pe_objects", "gauge", "",
        "Objects that live on the PE now; of jobs with at most 64 PEs, else see site_objects."}},
      {"queued",
       {"pe_queued_messages", "gauge", "",
        "Messages that wait at the PE; of jobs with at most 64 PEs, else see "
        "site_queued_messages."}},
      {"messages_executed",
       {"pe_messages_executed", "counter", "",
        "Handlers and entry methods run on the PE; of jobs with at most 64 PEs, else see "
        "site_messages_executed."}},
  };
  return columns;
}

const std::vector<Column>& columns_of_links() {
  static const std::vector<Column> columns = {
      {"bytes_sent",
       {"link_sent_bytes", "counter", "bytes",
        "Bytes that processes of the site have sent by links of the class, before any filter."}},
      {"bytes_received",
       {"link_received_bytes", "counter", "bytes",
        "Bytes that they have received, behind all filters."}},
      {"frames_sent",
       {"link_sent_frames", "counter", "",
        "Frames, messages or several small ones together, that they have sent."}},
      {"frames_received",
       {"link_received_frames", "counter", "", "Frames that they have received."}},
      {"frames_resent",
       {"link_resent_frames", "counter", "",
        "Frames that were sent again, as their connection broke or lost them."}},
      {"frames_delayed",
       {"link_delayed_frames", "counter", "", "Frames that a delay filter held back."}},
      {"frames_discarded",
       {"link_discarded_frames", "counter", "", "Frames to processes that were lost."}},
      {"connections_cut",
       {"link_connections_cut", "counter", "", "Connections that broke and were to be made anew."}},
      {"connections_resumed",
       {"link_connections_resumed", "counter", "", "Connections that were made anew."}},
      {"connections_stalled",
       {"link_connections_stalled", "counter", "",
        "Connections that held and carried nothing for the patience."}},
      {"peers_lost", {"link_peers_lost", "counter", "", "Processes that were lost."}},
      {"compress_bytes_before",
       {"link_compress_input_bytes", "counter", "bytes", "Payloads that were compressed."}},
      {"compress_bytes_after",
       {"link_compress_output_bytes", "counter", "bytes", "What became of them."}},
      {"compress_ns",
       {"link_compress_seconds", "counter", "seconds", "Time spent on compressing."},
       1e-9},
      {"decompress_ns",
       {"link_decompress_seconds", "counter", "seconds", "Time spent on decompressing."},
       1e-9},
  };
  return columns;
}

const std::vector<Column>& columns_of_site_processes() {
  static const std::vector<Column> columns = {
      {"resident_bytes",
       {"site_resident_bytes", "gauge", "bytes", "Memory of the site's processes."}},
  };
  return columns;
}

const std::vector<Column>& columns_of_processes() {
  static const std::vector<Column> columns = {
      {"resident_bytes",
       {"process_resident_bytes", "gauge", "bytes",
        "Memory of the process; of jobs with at most 64 processes, else see "
        "site_resident_bytes."}},
      {"peak_resident_bytes",
       {"process_peak_resident_bytes", "gauge", "bytes",
        "The most that it was; of jobs with at most 64 processes."}},
  };
  return columns;
}

class Metrics {
 public:
  Metrics(const Json& answer, MetricsFormat format, Counters& counters)
      : answer_(answer), status_(answer.at("status")), counters_(counters), text_(format) {
    for (const Json& site : status_.at("sites")) sites_.push_back(site.get<std::string>());
  }

  std::string text() {
    job();
    sites();
    pes();
    links();
    processes();
    program();
    return text_.take();
  }

 private:
  /// Nothing where there is none.
  const Json& panel(std::string_view name) const {
    static const Json nothing = Json::array();
    const auto found = status_.at("panels").find(name);
    return found == status_.at("panels").end() || !found->is_array() ? nothing : *found;
  }

  /// The rows of the panel, or where it has not all of them, those of `of_site`, which sum them up.
  const Json& whole(std::string_view name, std::string_view of_site) const {
    return panel(is_cut(name) ? of_site : name);
  }

  void one(const Family& family, const Labels& labels, double value) {
    text_.begin(family);
    text_.add(labels, value);
  }

  /// What counts in a row.
  static std::string source_of(const Json& row) {
    return word(row, "pe") + "/" + word(row, "process");
  }

  /// Whether it is of the rows of sites, since not all others are there.
  bool is_cut(std::string_view name) const {
    const auto bounds = status_.find("bounds");
    return bounds != status_.end() && bounds->is_object() && bounds->contains(name);
  }

  /// `count(counter)` adds to it.
  template <class Count>
  void counted(const Family& family, bool are_sums, Count count) {
    Counter& counter = counters_.of(family.name);
    counter.begin(are_sums);
    count(counter);
    text_.begin(family);
    for (const Counter::Sample& sample : counter.samples()) {
      text_.add(sample.labels, sample.value);
    }
  }

  /// The sums over all rows with the same labels, in the order of the first ones. `panel`: whose
  /// rows they are, or those of sites instead.
  template <class LabelsOf>
  void sums(std::string_view panel, const Json& rows, const std::vector<Column>& columns,
            LabelsOf labels_of) {
    for (const Column& column : columns) {
      if (column.family.type == "counter") {
        counted(column.family, is_cut(panel), [&](Counter& counter) {
          for (const Json& row : rows) {
            const auto value = figure(row, column.figure);
            if (value) counter.add(labels_of(row), source_of(row), *value * column.unit);
          }
        });
        continue;
      }
      std::map<Labels, double> sum;
      std::vector<Labels> order;
      for (const Json& row : rows) {
        const auto value = figure(row, column.figure);
        if (!value) continue;
        Labels labels = labels_of(row);
        const auto [at, is_new] = sum.try_emplace(labels, 0.0);
        at->second += *value;
        if (is_new) order.push_back(std::move(labels));
      }
      text_.begin(column.family);
      for (const Labels& labels : order) text_.add(labels, sum.at(labels) * column.unit);
    }
  }

  /// Where the time of PEs goes, by one sample for each part and set of labels; and the idle time.
  template <class LabelsOf>
  void times(const Family& family, const Family& idle, LabelsOf labels_of) {
    const Json& rows = whole("pes", "site_pes");
    counted(family, is_cut("pes"), [&](Counter& counter) {
      for (const Json& row : rows) {
        for (const std::string_view part : parts) {
          const auto value = figure(row, std::string(part) + "_s");
          if (!value) continue;
          Labels labels = labels_of(row);
          labels.emplace_back("part", part);
          counter.add(labels, source_of(row), *value);
        }
      }
    });
    sums("pes", rows, {{"idle_s", idle}}, labels_of);
  }

  void job() {
    one({"job", "info", "", "The job and its program."},
        {{"job", word(answer_, "job")}, {"program", word(answer_, "program")}}, 1);
    one({"pes", "gauge", "", "PEs that the job has."}, {}, figure(status_, "pes").value_or(0));
    std::map<std::string, double> silent;
    for (const Json& row : status_.at("silent")) silent[word(row, "site")] += 1;
    text_.begin({"site_silent_pes", "gauge", "",
                 "PEs of the site that did not answer in time: in a long entry method, or out of "
                 "reach. What is of PEs is without them."});
    for (const std::string& site : sites_) text_.add({{"site", site}}, silent[site]);
  }

  void sites() {
    const auto labels_of = [](const Json& row) { return Labels{{"site", word(row, "site")}}; };
    std::map<std::string, double> answered;
    for (const Json& row : whole("pes", "site_pes")) {
      answered[word(row, "site")] += figure(row, "count").value_or(1);
    }
    text_.begin({"site_answering_pes", "gauge", "", "PEs of the site that answered."});
    for (const std::string& site : sites_) text_.add({{"site", site}}, answered[site]);
    times({"site_time_seconds", "counter", "seconds",
           "Where the time of the site's PEs went, while somebody has looked: entry methods, the "
           "runtime, balancing, waiting for its own site, for other sites."},
          {"site_idle_seconds", "gauge", "seconds",
           "How long the site's PEs have had nothing to do, since somebody has looked all along. "
           "What they wait for is idle time until it has come."},
          labels_of);
    sums("pes", whole("pes", "site_pes"), columns_of_sites(), labels_of);
    // Where PEs are left out, so is what they have waited for.
    const bool is_of_sites = is_cut("pes");
    counted({"site_waited_seconds", "counter", "seconds",
             "How long PEs of the site have waited for messages of the other one."},
            is_of_sites, [&](Counter& counter) {
              for (const Json& row : panel(is_of_sites ? "site_pairs" : "waited_for_sites")) {
                counter.add({{"site", word(row, "site")}, {"for_site", word(row, "for_site")}},
                            source_of(row), figure(row, "waited_s").value_or(0));
              }
            });
  }

  void pes() {
    if (figure(status_, "pes").value_or(0) > static_cast<double>(metric_rows_max)) return;
    const auto labels_of = [](const Json& row) {
      return Labels{{"pe", word(row, "pe")}, {"site", word(row, "site")}};
    };
    times({"pe_time_seconds", "counter", "seconds",
           "Where the time of the PE went, as in site_time_seconds; of jobs with at most 64 PEs."},
          {"pe_idle_seconds", "gauge", "seconds",
           "How long the PE has had nothing to do, as in site_idle_seconds; of jobs with at most "
           "64 PEs."},
          labels_of);
    sums("pes", panel("pes"), columns_of_pes(), labels_of);
  }

  /// A site, what joins it, and to whom where that is one site.
  Labels labels_of_link(const Json& row) const {
    const std::string site = word(row, "site");
    std::string to = site;
    if (word(row, "joins") == "sites") {
      to = sites_.size() != 2 ? "others" : site == sites_[0] ? sites_[1] : sites_[0];
    }
    return {{"site", site}, {"to", to}, {"class", word(row, "class")}};
  }

  void links() {
    const auto labels_of = [this](const Json& row) { return labels_of_link(row); };
    text_.begin({"link_latency_seconds", "gauge", "seconds",
                 "One way, as measured; else as the delay filter of the link has it."});
    std::map<Labels, double> latency;
    for (const Json& row : whole("links", "site_links")) {
      const auto latency_s = latency_of(row);
      if (!latency_s) continue;
      double& longest = latency[labels_of_link(row)];
      longest = std::max(longest, *latency_s);
    }
    for (const auto& [labels, latency_s] : latency) text_.add(labels, latency_s);
    sums("links", whole("links", "site_links"), columns_of_links(), labels_of);
  }

  static std::optional<double> latency_of(const Json& row) {
    if (const auto measured_s = figure(row, "latency_s")) return measured_s;
    constexpr std::string_view key = " latency=";
    const std::string chain = word(row, "chain");
    const std::size_t at = chain.find(key);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t begin = at + key.size();
    const auto told = topology::parse_duration_ns(
        std::string_view(chain).substr(begin, chain.find(' ', begin) - begin));
    return told ? std::optional(static_cast<double>(*told) * 1e-9) : std::nullopt;
  }

  void processes() {
    const Json& rows = whole("processes", "site_processes");
    const auto of_site = [](const Json& row) { return Labels{{"site", word(row, "site")}}; };
    sums("processes", rows, columns_of_site_processes(), of_site);
    processor_time(
        {"site_cpu_seconds", "counter", "seconds", "Processor time of the site's processes."},
        of_site);
    if (&rows != &panel("processes") || rows.size() > metric_rows_max) return;
    const auto of_process = [](const Json& row) {
      return Labels{{"process", word(row, "process")},
                    {"site", word(row, "site")},
                    {"host", word(row, "host")}};
    };
    sums("processes", rows, columns_of_processes(), of_process);
    processor_time({"process_cpu_seconds", "counter", "seconds",
                    "Processor time of the process; of jobs with at most 64 processes."},
                   of_process);
  }

  template <class LabelsOf>
  void processor_time(const Family& family, LabelsOf labels_of) {
    counted(family, is_cut("processes"), [&](Counter& counter) {
      for (const Json& row : whole("processes", "site_processes")) {
        for (const std::string_view mode : {"user", "system"}) {
          Labels labels = labels_of(row);
          labels.emplace_back("mode", mode);
          counter.add(labels, source_of(row), figure(row, std::string(mode) + "_s").value_or(0));
        }
      }
    });
  }

  void program() {
    if (const Json& rows = panel("program"); !rows.empty()) {
      const Json& row = rows.front();
      if (row.contains("phase")) {
        one({"phase", "info", "", "What the program is at."}, {{"phase", word(row, "phase")}}, 1);
      }
      if (row.contains("done")) {
        one({"progress_done", "gauge", "", "How far the program is, of progress_whole."}, {},
            figure(row, "done").value_or(0));
        one({"progress_whole", "gauge", "", "How far it is to come."}, {},
            figure(row, "of").value_or(0));
      }
    }
    text_.begin({"result", "gauge", "", "A number that the program has noted; the first 64."});
    std::size_t count = 0;
    for (const Json& row : panel("results")) {
      if (count++ == metric_rows_max) break;
      text_.add({{"name", word(row, "name")}}, figure(row, "value").value_or(NAN));
    }
  }

  const Json& answer_;
  const Json& status_;
  Counters& counters_;
  std::vector<std::string> sites_;
  Text text_;
};

}  // namespace

MetricsFormat metrics_format(std::string_view accept) {
  const bool is_old = accept.contains("text/plain") && !accept.contains("openmetrics-text");
  return is_old ? MetricsFormat::prometheus : MetricsFormat::openmetrics;
}

std::string_view content_type(MetricsFormat format) {
  return format == MetricsFormat::openmetrics
             ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
             : "text/plain; version=0.0.4; charset=utf-8";
}

Expected<std::string> metrics_of(std::string_view answer, MetricsFormat format,
                                 Counters& counters) {
  const auto refuse = [] {
    return fail(ErrorCode::malformed, "no answer about a job's state", {},
                "that of the door to \"status\"");
  };
  const Json json = Json::parse(answer, nullptr, false);
  if (!json.is_object() || !json.contains("status")) return refuse();
  const Json& status = json["status"];
  const auto is_array = [&](const char* key) {
    return status.contains(key) && status[key].is_array();
  };
  if (!status.is_object() || !is_array("sites") || !is_array("silent") ||
      !status.contains("panels") || !status["panels"].is_object()) {
    return refuse();
  }
  try {
    return Metrics(json, format, counters).text();
  } catch (const Json::exception&) {  // a row of another kind
    return refuse();
  }
}

}  // namespace isthmus::engine::live
