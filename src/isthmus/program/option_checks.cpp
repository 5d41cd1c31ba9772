#include "isthmus/program/option_checks.hpp"

#include <string>

namespace isthmus::engine::program {

Expected<void> check_checkpoints(const Options& options) {
  const store::Plan& plan = options.settings.checkpoints;
  const bool goes_on = plan.on_loss == store::OnLoss::go_on;
  if (goes_on && plan.when == store::When::never) {
    return fail(ErrorCode::bad_input, "a job that goes on from nothing", "--on-loss go-on",
                "--checkpoint EVERY beside it");
  }
  if (goes_on && !options.advertised.host.empty()) {
    // Who does not know of it would take a refusal there for the end of this process.
    return fail(ErrorCode::bad_input, "an address that only this process knows of is forwarded",
                "--advertise", "'advertise' in the grid file, with --on-loss go-on");
  }
  if (plan.site_logs && !(goes_on && plan.apart == store::Apart::site)) {
    return fail(ErrorCode::bad_input, "sites that cannot be made again alone", "--site-logs",
                "--on-loss go-on and --partners site beside it");
  }
  if (options.on_warning != OnWarning::end && !goes_on) {
    return fail(ErrorCode::bad_input, "a job that nobody can leave", "--on-warning",
                "--checkpoint EVERY and --on-loss go-on beside it");
  }
  if (!options.warning_command.empty() && options.on_warning == OnWarning::end) {
    return fail(ErrorCode::bad_input, "a warning that nobody heeds", "--warning-command",
                "--on-warning leave or checkpoint beside it");
  }
  const bool begins_with_some = options.begin_with + options.begin_with_sites > 0;
  const bool has_witness = !options.witness.host.empty() || !options.witness_site.empty();
  if (has_witness && !goes_on) {
    return fail(ErrorCode::bad_input, "a job that does not go on in halves", "--witness",
                "--checkpoint EVERY and --on-loss go-on beside it");
  }
  if (begins_with_some && !goes_on) {
    return fail(ErrorCode::bad_input, "a job that cannot take anybody in", "--begin-with",
                "--checkpoint EVERY and --on-loss go-on beside it");
  }
  if (begins_with_some && options.grid.probe.has_any()) {
    return fail(ErrorCode::bad_input, "what is not there yet cannot be probed", "--begin-with",
                "a grid that is known, without --probe");
  }
  if (begins_with_some && options.speed_measuring == SpeedMeasuring::always) {
    return fail(ErrorCode::bad_input, "what is not there yet cannot be measured", "--begin-with",
                "no --measure-speeds always beside it");
  }
  if (options.comes_late && (!goes_on || options.rendezvous.host.empty())) {
    return fail(ErrorCode::bad_input, "a job that cannot be joined", "--late",
                "--rendezvous HOST:PORT, --checkpoint EVERY and --on-loss go-on beside it");
  }
  if (!goes_on && options.checkpoint_directory == Options::no_directory) {
    return fail(ErrorCode::bad_input, "no directory", "--checkpoint-dir",
                "one, or --on-loss go-on beside none");
  }
  return {};
}

Expected<void> check_record(const Options& options) {
  const bool records = !options.recorded_costs_file.empty();
  if (options.backend != Backend::sim || !(records || options.replayed)) return {};
  const char* const option = records ? "--record-costs" : "--costs";
  if (records && (options.costs.entries != sim::EntryCosts::measured || options.replayed)) {
    return fail(ErrorCode::bad_input, "costs that are not measured", option,
                "--costs measured; other runs are the same each time");
  }
  if (options.grid.probe.has_any()) {
    return fail(ErrorCode::bad_input, "what is probed may be found otherwise the next time", option,
                "a grid that is known, without --probe");
  }
  return {};
}

}  // namespace isthmus::engine::program
