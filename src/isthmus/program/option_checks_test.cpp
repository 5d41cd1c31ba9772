#include "isthmus/program/option_checks.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace isthmus::engine::program {
namespace {

/// The option that the refusal names; "well" where there is none.
std::string refused(const Options& options,
                    Expected<void> (*check)(const Options&) = check_checkpoints) {
  const auto checked = check(options);
  if (checked) return "well";
  EXPECT_EQ(checked.error().code, ErrorCode::bad_input);
  EXPECT_FALSE(checked.error().expected_what.empty());
  return checked.error().where;
}

/// Of a job that goes on from its last checkpoint.
Options going_on() {
  Options options;
  options.settings.checkpoints.on_loss = store::OnLoss::go_on;
  options.settings.checkpoints.when = store::When::always;
  return options;
}

TEST(OptionChecks, LetAJobGoOnFromACheckpointAlone) {
  EXPECT_EQ(refused(Options()), "well");
  Options options = going_on();
  EXPECT_EQ(refused(options), "well");
  options.settings.checkpoints.when = store::When::never;
  EXPECT_EQ(refused(options), "--on-loss go-on");
}

TEST(OptionChecks, WantAJobThatGoesOnForWhatNeedsOne) {
  const std::pair<const char*, std::function<void(Options&)>> cases[] = {
      {"--on-warning", [](Options& of) { of.on_warning = OnWarning::leave; }},
      {"--witness", [](Options& of) { of.witness = {"login", 7100}; }},
      {"--witness", [](Options& of) { of.witness_site = "site1"; }},
      {"--begin-with", [](Options& of) { of.begin_with = 1; }},
      {"--begin-with", [](Options& of) { of.begin_with_sites = 1; }},
      {"--checkpoint-dir", [](Options& of) { of.checkpoint_directory = Options::no_directory; }}};
  for (const auto& [option, change] : cases) {
    Options ends;
    change(ends);
    EXPECT_EQ(refused(ends), option);
    Options goes_on = going_on();
    change(goes_on);
    EXPECT_EQ(refused(goes_on), "well") << option;
  }
}

TEST(OptionChecks, RefuseAnAddressThatOnlyThisProcessKnowsWhereTheJobGoesOn) {
  Options options;
  options.advertised = {"gate", 80};
  EXPECT_EQ(refused(options), "well");
  options = going_on();
  options.advertised = {"gate", 80};
  EXPECT_EQ(refused(options), "--advertise");
}

TEST(OptionChecks, KeepSiteLogsWhereImagesAreOfOtherSites) {
  Options options = going_on();
  options.settings.checkpoints.site_logs = true;
  EXPECT_EQ(refused(options), "--site-logs");
  options.settings.checkpoints.apart = store::Apart::site;
  EXPECT_EQ(refused(options), "well");
  options.settings.checkpoints.on_loss = store::OnLoss::end;
  EXPECT_EQ(refused(options), "--site-logs");
}

TEST(OptionChecks, AskForAWarningThatSomebodyHeeds) {
  Options options = going_on();
  options.warning_command = "curl http://metadata";
  EXPECT_EQ(refused(options), "--warning-command");
  options.on_warning = OnWarning::checkpoint;
  EXPECT_EQ(refused(options), "well");
}

TEST(OptionChecks, BeginWithSomeWhereNothingIsMeasuredFirst) {
  Options options = going_on();
  options.begin_with = 2;
  options.grid.probe.links = true;
  EXPECT_EQ(refused(options), "--begin-with");
  options.grid.probe = {};
  options.speed_measuring = SpeedMeasuring::always;
  EXPECT_EQ(refused(options), "--begin-with");
  options.begin_with = 0;
  EXPECT_EQ(refused(options), "well");
}

TEST(OptionChecks, ComeLateToAJobThatTakesOthersIn) {
  Options options = going_on();
  options.comes_late = true;
  EXPECT_EQ(refused(options), "--late");
  options.rendezvous = {"head", 7000};
  EXPECT_EQ(refused(options), "well");
  options.settings.checkpoints.on_loss = store::OnLoss::end;
  EXPECT_EQ(refused(options), "--late");
}

TEST(OptionChecks, RecordCostsThatAreMeasuredAndOnAGridThatIsKnown) {
  Options options;
  options.recorded_costs_file = "costs";
  EXPECT_EQ(refused(options, check_record), "well") << "not in virtual time";
  options.backend = Backend::sim;
  options.costs.entries = sim::EntryCosts::measured;
  EXPECT_EQ(refused(options, check_record), "well");
  options.costs.entries = sim::EntryCosts::charged;
  EXPECT_EQ(refused(options, check_record), "--record-costs");
  options.costs.entries = sim::EntryCosts::measured;
  options.replayed.emplace();
  EXPECT_EQ(refused(options, check_record), "--record-costs") << "what is replayed is not measured";
  options.recorded_costs_file.clear();
  EXPECT_EQ(refused(options, check_record), "well");
  options.grid.probe.speeds = true;
  EXPECT_EQ(refused(options, check_record), "--costs");
  options.replayed.reset();
  EXPECT_EQ(refused(options, check_record), "well");
}

}  // namespace
}  // namespace isthmus::engine::program
