#include "isthmus/program/measured_costs.hpp"

#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

#include "isthmus/base/hash.hpp"
#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::program {

namespace {

std::string in_hex(std::uint64_t number) {
  std::array<char, 17> digits = {};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(number));
  return digits.data();
}

/// Where it lies in which file makes no difference.
std::string line_of_grid(topology::Grid grid) {
  grid.file_name.clear();
  const Expected<topology::Topology> topology = topology::Topology::from_grid(grid);
  if (!topology) return "grid that is none";
  const auto count = [](int number, std::string_view one, std::string_view many) {
    return std::to_string(number) + " " + std::string(number == 1 ? one : many);
  };
  return "grid of " + count(topology->site_count(), "site", "sites") + ", " +
         count(topology->pe_count(), "PE", "PEs") + ", " +
         count(topology->process_count(), "process", "processes") + ", " +
         in_hex(hash_name(topology::to_json(*topology)));
}

}  // namespace

std::vector<std::string> lines_of_run(const Options& options, const PayloadTable& payloads) {
  std::vector<std::string> lines = {"program " + in_hex(payloads.fingerprint()),
                                    line_of_grid(options.grid),
                                    "seed " + std::to_string(options.settings.seed)};
  const auto add = [&](std::string_view kind, const std::vector<std::string>& all) {
    for (const std::string& words : all) {
      lines.push_back(std::string(kind) + topology::printable(words, words.size()));
    }
  };
  add("option ", options.words_of_run);
  add("argument ", options.arguments);
  return lines;
}

MeasuredCosts::MeasuredCosts(const Options& options, const Clock& processor)
    : options_(options), measuring_(processor), recording_(measuring_) {
  if (options.replayed) replaying_.emplace(options.replayed->laps_ns);
}

Expected<void> MeasuredCosts::check(const PayloadTable& payloads) const {
  if (!options_.replayed) return {};
  return sim::check_same_run(*options_.replayed, lines_of_run(options_, payloads),
                             options_.costs_file);
}

sim::Stopwatch& MeasuredCosts::stopwatch() {
  if (replaying_) return *replaying_;
  if (!options_.recorded_costs_file.empty()) return recording_;
  return measuring_;
}

bool MeasuredCosts::can_be_repeated() const {
  return options_.costs.entries != sim::EntryCosts::measured || replaying_ ||
         !options_.recorded_costs_file.empty();
}

std::string MeasuredCosts::hash_line(std::uint64_t trace_hash) const {
  if (can_be_repeated()) return "trace hash: " + in_hex(trace_hash);
  return "trace hash: none, as costs were measured and will be others the next time; "
         "--record-costs FILE keeps them for the same run again";
}

Expected<void> MeasuredCosts::compare(std::uint64_t trace_hash) const {
  if (!replaying_) return {};
  if (replaying_->came_out_even() && trace_hash == options_.replayed->trace_hash) return {};
  return fail(ErrorCode::bad_input, "the run has gone another way than the recorded one",
              options_.costs_file, "a program that is the same and does the same each time");
}

Expected<void> MeasuredCosts::keep(std::uint64_t trace_hash, const PayloadTable& payloads) {
  if (options_.recorded_costs_file.empty()) return {};
  const sim::CostRecord record{lines_of_run(options_, payloads), std::move(recording_.laps_ns()),
                               trace_hash};
  return sim::write_cost_record(record, options_.recorded_costs_file);
}

}  // namespace isthmus::engine::program
