#include "isthmus/program/job_log.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace isthmus::engine::program {

Expected<JobLog> JobLog::open(const Options& options) {
  const LogLevel least = options.quiet ? LogLevel::error : LogLevel::info;
  JobLog log(least);
  log.writes_standard_error_ = options.log_to != LogTo::system;
  if (options.log_to == LogTo::standard_error) return log;
  auto system = SystemLog::open(LogLevel::debug);
  if (!system) return forward_error(system);
  log.system_ = std::move(*system);
  return log;
}

void JobLog::write(LogLevel level, std::string_view line) {
  if (level < least_->load(std::memory_order_relaxed)) return;
  if (writes_standard_error_) standard_error_.write(level, line);
  if (system_ != nullptr) system_->write(level, line);
}

void JobLog::add_verbs(Verbs& verbs) {
  static constexpr std::array<std::pair<std::string_view, LogLevel>, 4> words = {
      {{"debug", LogLevel::debug},
       {"info", LogLevel::info},
       {"warning", LogLevel::warning},
       {"error", LogLevel::error}}};
  Atomic<LogLevel>& least = *least_;
  verbs.add(
      {.name = "log-level",
       .metavar = "LEVEL",
       .what = "The least of what this process tells: debug, info, warning or error.",
       .of = VerbOf::each_process,
       .kind = VerbKind::choice,
       .choices = {"debug", "info", "warning", "error"},
       .value =
           [&least] {
             const LogLevel now = least.load(std::memory_order_relaxed);
             return std::string(
                 std::ranges::find(words, now, [](const auto& one) { return one.second; })->first);
           },
       .set = [&least](const std::string& text) -> Expected<void> {
         for (const auto& [word, level] : words) {
           if (word != text) continue;
           least.store(level, std::memory_order_relaxed);
           return {};
         }
         return fail(ErrorCode::bad_input, "'" + text + "'", {}, "debug, info, warning or error");
       }});
}

void JobLog::conclude(const Error& failure) {
  if (system_ != nullptr) system_->error(failure.text());
}

}  // namespace isthmus::engine::program
