#include "isthmus/program/simulated_page.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "isthmus/balance/balancer.hpp"
#include "isthmus/base/readable_name.hpp"
#include "isthmus/object/collection.hpp"
#include "isthmus/program/job_page.hpp"
#include "isthmus/runtime/pe_show.hpp"
#include "isthmus/runtime/process_show.hpp"
#include "isthmus/runtime/waits.hpp"
#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/units.hpp"
#include "isthmus/trace/counters.hpp"
#include "isthmus/watch/bounds.hpp"
#include "isthmus/watch/status_json.hpp"

namespace isthmus::engine::program {

namespace {

/// Between two looks at the door: some milliseconds.
constexpr std::uint64_t events_between_looks = 5'000;
constexpr TimeNs sleep_ns = 50'000'000;
/// For those who have asked before the end to take their answers, and between two looks at them.
constexpr TimeNs end_ns = 1'000'000'000;
constexpr int end_look_ms = 2;
/// Of who waits, of a PE and of all.
constexpr std::size_t waits_of_pe_told_max = runtime::PeShow::all_waits_told_max;
constexpr std::size_t waits_told_max = 1024;

std::string text_of(double value) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

double seconds_of(TimeNs time_ns) { return static_cast<double>(time_ns) * 1e-9; }

Error refusal(const std::string& what) {
  return {ErrorCode::bad_input, what, {}, "a job that runs in real time"};
}

}  // namespace

Expected<std::unique_ptr<SimulatedPage>> SimulatedPage::open(const Options& options,
                                                             const topology::Topology& topology,
                                                             const Clock& clock, Log& log) {
  if (!options.live) return nullptr;
  std::unique_ptr<SimulatedPage> made(new SimulatedPage(topology, clock));
  auto page = open_page(options, true, clock, log);
  if (!page) return forward_error(page);
  made->page_ = std::move(*page);
  auto entry = JobDoor::claim(options, topology, HostPort(), true, made->page_.get(), log);
  if (!entry) return forward_error(entry);
  made->entry_ = std::move(*entry);
  made->add_verbs();
  SimulatedPage& self = *made;
  auto door = made->entry_->open(
      {.verbs = self.verbs_,
       .set = [&self](const std::string& name, const std::string& value,
                      const door::Controls::Done& done) { done(self.verbs_.set(name, value)); },
       .leave =
           [](const std::string&, const std::string&, const door::Controls::Done& done) {
             done(std::unexpected(refusal("nobody leaves a job in virtual time")));
           },
       .end =
           [](const std::string&, const door::Controls::Done& done) {
             done(std::unexpected(refusal("no process of a job in virtual time ends alone")));
           },
       .place = [](const std::string&) -> Expected<std::uint32_t> {
         return std::unexpected(refusal("nobody comes to a job in virtual time"));
       },
       .status = [&self](auto told) { self.asked_.push_back(std::move(told)); },
       .waits = [&self](const auto& told) { told(self.waits()); },
       .stop = [&self] { self.is_stopped_ = true; }});
  if (!door) return forward_error(door);
  made->door_ = *door;
  tell_address(*made->page_, options, log);
  return made;
}

void SimulatedPage::add_verbs() {
  verbs_.add({.name = "pause",
              .metavar = "WHEN",
              .what = "Whether virtual time stands still: yes, no.",
              .kind = VerbKind::choice,
              .choices = {"yes", "no"},
              .value = [this] { return std::string(is_held_ ? "yes" : "no"); },
              .set = [this](const std::string& text) -> Expected<void> {
                if (text != "yes" && text != "no") {
                  return fail(ErrorCode::bad_input, "'" + topology::printable(text) + "'", {},
                              "yes or no");
                }
                is_held_ = text == "yes";
                step_until_ns_ = -1;
                set_speed(speed_);
                return {};
              }});
  verbs_.add({.name = "step",
              .metavar = "DURATION",
              .what = "Virtual time goes on for so long, and then stands still.",
              .kind = VerbKind::action,
              .choices = {"1us", "10us", "100us", "1ms", "10ms"},
              .set = [this](const std::string& text) -> Expected<void> {
                auto duration_ns = topology::parse_duration_ns(text);
                if (!duration_ns) return forward_error(duration_ns);
                is_held_ = true;
                step_until_ns_ = next_ns_ + std::min(*duration_ns, sim::end_of_time_ns);
                return {};
              }});
  verbs_.add(
      {.name = "speed",
       .metavar = "RATE",
       .what = "So many seconds of virtual time a second at most; 0: as many as there can be.",
       .kind = VerbKind::number,
       .least = 0.0,
       .value = [this] { return text_of(speed_); },
       .set = [this](const std::string& text) -> Expected<void> {
         double read = 0;
         const char* const end = text.data() + text.size();
         const auto [stopped, error] = std::from_chars(text.data(), end, read);
         if (error != std::errc() || stopped != end || !(read >= 0 && read <= 1e9)) {
           return fail(ErrorCode::bad_input, "'" + topology::printable(text) + "'", {},
                       "a number from 0 to 1e9");
         }
         set_speed(read);
         return {};
       }});
}

void SimulatedPage::set_speed(double virtual_seconds) {
  speed_ = virtual_seconds;
  speed_from_ns_ = next_ns_;
  speed_set_ns_ = clock_.now_ns();
}

TimeNs SimulatedPage::may_go_until_ns() const {
  if (is_held_) return step_until_ns_;
  if (speed_ == 0) return never_ns;
  const double gone = static_cast<double>(clock_.now_ns() - speed_set_ns_) * speed_;
  return speed_from_ns_ +
         static_cast<TimeNs>(std::min(gone, static_cast<double>(sim::end_of_time_ns)));
}

Expected<sim::Leave> SimulatedPage::attend(TimeNs next_ns) {
  next_ns_ = next_ns;
  while (true) {
    door_->poll(simulation_->first_objects().pe(), clock_.now_ns(), false);
    if (is_stopped_) return fail(ErrorCode::program, "the user has stopped the job");
    const TimeNs until_ns = may_go_until_ns();
    const bool is_at_work = next_ns <= until_ns;
    if (!asked_.empty()) tell_status(is_at_work);
    if (is_at_work) return sim::Leave{until_ns, events_between_looks};
    TimeNs wait_ns = sleep_ns;
    if (!is_held_) {
      const double rest = static_cast<double>(next_ns - until_ns) / speed_;
      wait_ns = static_cast<TimeNs>(std::clamp(rest, 1e6, static_cast<double>(sleep_ns)));
    }
    pollfd polled = {door_->descriptor(), POLLIN, 0};
    ::poll(&polled, 1, static_cast<int>(wait_ns / 1'000'000));
  }
}

void SimulatedPage::conclude(const std::optional<Error>& failure) {
  end_ = watch::JobEnd{failure ? failure->text() : ""};
  page_->tell_end();
  next_ns_ = std::max(next_ns_, simulation_->clock().now_ns());
  const TimeNs until_ns = clock_.now_ns() + end_ns;
  sched::Pe& first = simulation_->first_objects().pe();
  do {
    door_->poll(first, clock_.now_ns(), false);
    if (!asked_.empty()) tell_status(false);
    pollfd polled = {door_->descriptor(), POLLIN, 0};
    ::poll(&polled, 1, end_look_ms);
  } while ((door_->caller_count() > 0 || !page_->has_told_end()) && clock_.now_ns() < until_ns);
}

/// Where nothing goes on, a look takes nobody's time.
void SimulatedPage::tell_status(bool is_at_work) {
  const TimeNs begin_ns = clock_.now_ns();
  if (is_at_work && !pace_.is_due(begin_ns)) return;
  const std::string told = status();
  for (const auto& tell : std::exchange(asked_, {})) tell(told);
  pace_.looked(begin_ns, clock_.now_ns());
}

std::string SimulatedPage::status() {
  simulation_->look(next_ns_);
  JobStatus status{.at_ns = next_ns_, .pe_count = static_cast<std::size_t>(topology_.pe_count())};
  for (int rank = 0; rank < topology_.process_count(); ++rank) {
    const ProcessId process(static_cast<std::uint32_t>(rank));
    TimeNs entry_ns = 0;
    TimeNs message_ns = 0;
    for (const PeId pe : topology_.pes_of(process)) {
      const sim::Usage usage = simulation_->usage_before(pe, next_ns_);
      entry_ns += usage.entry_ns;
      message_ns += usage.message_ns;
      status.pes.emplace_hint(status.pes.end(), pe, status_of(pe, usage));
    }
    std::vector<ShownRow>& rows = status.pes.at(topology_.pes_of(process).first).process_rows;
    runtime::Process& its = simulation_->process(process);
    runtime::show_links(its.router(), its.chain_changes(), rows);
    rows.push_back(row_of_process(process, entry_ns, message_ns));
  }
  std::ranges::move(entries(), std::back_inserter(status.pes.begin()->second.rows));
  add_rows_of_job(status);
  digester_.digest(status);
  return watch::to_json(status, topology_, end_);
}

/// At length.
std::string SimulatedPage::waits() {
  JobStatus status{.at_ns = next_ns_, .pe_count = static_cast<std::size_t>(topology_.pe_count())};
  for (int pe = 0; pe < topology_.pe_count(); ++pe) {
    const PeId id(static_cast<std::uint32_t>(pe));
    PeStatus of_pe{next_ns_, {}, {}};
    show_waits(id, waits_of_pe_told_max, of_pe.rows);
    if (!of_pe.rows.empty()) status.pes.emplace(id, std::move(of_pe));
  }
  watch::bound_waits(status, waits_told_max);
  return watch::to_json(status, topology_);
}

void SimulatedPage::show_waits(PeId pe, std::size_t told_max, std::vector<ShownRow>& rows) const {
  runtime::PeUnit& unit = unit_of(pe);
  runtime::show_waits(runtime::waits_of(unit.objects(), unit.collectives()), told_max, rows);
}

runtime::PeUnit& SimulatedPage::unit_of(PeId pe) const {
  const ProcessId process = topology_.process_of(pe);
  const PeId first = topology_.pes_of(process).first;
  return *simulation_->process(process).units()[pe.value - first.value];
}

namespace {

/// Writes the figures of a row one after the other, over those that it has: these have the same
/// names, in the same order.
class FigureWriter {
 public:
  explicit FigureWriter(ShownRow& row) : figures_(row.figures) {}
  void add(std::string_view name, double value) {
    if (at_ == figures_.size()) figures_.push_back({std::string(name), 0});
    figures_[at_++].value = value;
  }

 private:
  std::vector<ShownFigure>& figures_;
  std::size_t at_ = 0;
};

}  // namespace

/// From what its virtual time has been charged for.
ShownRow SimulatedPage::row_of_pe(PeId pe, const sim::Usage& usage) {
  const TimeNs others_ns = usage.waited_ns[static_cast<std::size_t>(sim::Reach::between_sites)];
  TimeNs own_ns = -others_ns;
  for (const TimeNs each_ns : usage.waited_ns) own_ns += each_ns;
  const TimeNs spent_ns = usage.entry_ns + usage.message_ns + own_ns + others_ns;
  const TimeNs whole_ns = std::max(next_ns_, spent_ns);
  runtime::PeUnit& unit = unit_of(pe);
  // At thousands of PEs most of a look would go into making the names again.
  ShownRow row = digester_.reuse_row(pe);
  row.panel = "pes";
  FigureWriter figures(row);
  figures.add("wall_s", seconds_of(whole_ns));
  figures.add("entry_s", seconds_of(usage.entry_ns));
  figures.add("runtime_s", seconds_of(usage.message_ns));
  figures.add("balancing_s", 0);
  figures.add("waited_same_site_s", seconds_of(own_ns));
  figures.add("waited_other_sites_s", seconds_of(others_ns));
  figures.add("idle_s", seconds_of(whole_ns - spent_ns));
  figures.add("objects", static_cast<double>(unit.objects().object_count()));
  figures.add("queued", static_cast<double>(unit.pe().queued()));
  figures.add("queued_bytes", static_cast<double>(unit.pe().queued_bytes()));
  for (const auto& [name, value] : trace::read(unit.pe().counters())) {
    figures.add(name, static_cast<double>(value));
  }
  return row;
}

PeStatus SimulatedPage::status_of(PeId pe, const sim::Usage& usage) {
  PeStatus status{next_ns_, {}, {}};
  status.rows.push_back(row_of_pe(pe, usage));
  for (std::uint32_t site = 0; site < usage.waited_for_site_ns.size(); ++site) {
    const TimeNs waited_ns = usage.waited_for_site_ns[site];
    if (waited_ns == 0) continue;
    status.rows.push_back(
        {.panel = "waited_for_sites",
         .figures = {{"waited_s", seconds_of(waited_ns)}},
         .words = {{"for_site", std::string(topology_.site_name(SiteId(site)))}}});
  }
  runtime::show_coroutines(unit_of(pe).objects(), runtime::PeShow::waits_told_max, status.rows);
  return status;
}

/// Of all PEs, summed up as the digest takes them: no rows of thousands of PEs, each of which has
/// the same names.
std::vector<ShownRow> SimulatedPage::entries() const {
  struct Sums {
    sim::EntrySum sum = {};
    double pes = 0;
    const LocalCollection* array = nullptr;
  };
  std::map<sim::EntrySums::Which, Sums> all;
  for (int pe = 0; pe < topology_.pe_count(); ++pe) {
    const PeId id(static_cast<std::uint32_t>(pe));
    for (const auto& [which, sum] : simulation_->entries_of(id)->all()) {
      Sums& sums = all[which];
      ++sums.pes;
      sums.sum.messages += sum.messages;
      sums.sum.time_ns += sum.time_ns;
      sums.sum.longest_ns = std::max(sums.sum.longest_ns, sum.longest_ns);
      sums.sum.waited_ns += sum.waited_ns;
      sums.sum.waited_other_sites_ns += sum.waited_other_sites_ns;
      if (sums.array == nullptr) {
        sums.array = unit_of(id).objects().collections().find(which.first);
      }
    }
  }
  std::vector<ShownRow> rows;
  for (const auto& [which, sums] : all) {
    rows.push_back(
        {.panel = "entries",
         .figures = {{"pes", sums.pes},
                     {"calls", static_cast<double>(sums.sum.messages)},
                     {"time_s", seconds_of(sums.sum.time_ns)},
                     {"longest_s", seconds_of(sums.sum.longest_ns)},
                     {"waited_s", seconds_of(sums.sum.waited_ns)},
                     {"waited_other_sites_s", seconds_of(sums.sum.waited_other_sites_ns)}},
         .words = {{"array", sums.array == nullptr ? "" : sums.array->text()},
                   {"entry", without_parameters(readable_name(which.second->name))}}});
  }
  return rows;
}

/// Its processors are those of virtual time; the memory is that of one process for all, and is
/// nobody's here.
ShownRow SimulatedPage::row_of_process(ProcessId process, TimeNs entry_ns,
                                       TimeNs message_ns) const {
  runtime::Process& its = simulation_->process(process);
  return {.panel = "processes",
          .figures = {{"epoch", static_cast<double>(its.members().epoch())},
                      // Those in the queues of its PEs are added where all is gathered.
                      {"message_bytes", static_cast<double>(its.router().backlog_bytes())},
                      {"user_s", seconds_of(entry_ns)},
                      {"system_s", seconds_of(message_ns)}},
          .words = {{"host", std::string(topology_.node_name(topology_.node_of(process)))}}};
}

void SimulatedPage::add_rows_of_job(JobStatus& status) const {
  PeStatus& first = status.pes.at(simulation_->first_objects().pe().id());
  runtime::PeUnit& unit = *simulation_->main_process().units().front();
  if (unit.balancer() != nullptr) unit.balancer()->show(first.rows);
  unit.checkpoints().show(first.rows);
  job_->show(first.rows);
}

}  // namespace isthmus::engine::program
