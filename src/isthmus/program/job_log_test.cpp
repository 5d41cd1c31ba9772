#include "isthmus/program/job_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace isthmus::engine::program {
namespace {

using ::testing::HasSubstr;

/// What goes to standard error.
std::string told(const std::function<void()>& write) {
  ::testing::internal::CaptureStderr();
  write();
  return ::testing::internal::GetCapturedStderr();
}

std::string told_of_all_levels(JobLog& log) {
  return told([&] {
    log.write(LogLevel::debug, "a debug line");
    log.write(LogLevel::info, "an info line");
    log.write(LogLevel::warning, "a warning line");
    log.write(LogLevel::error, "an error line");
  });
}

TEST(JobLog, TellsFromInfoUpAndOfErrorsAloneWhereItsUserWantsQuiet) {
  JobLog usual = JobLog::open({}).value();
  const std::string all = told_of_all_levels(usual);
  EXPECT_THAT(all, Not(HasSubstr("debug line")));
  EXPECT_THAT(all, HasSubstr("info line"));
  EXPECT_THAT(all, HasSubstr("error line"));
  Options quiet;
  quiet.quiet = true;
  JobLog hushed = JobLog::open(quiet).value();
  const std::string errors = told_of_all_levels(hushed);
  EXPECT_THAT(errors, Not(HasSubstr("warning line")));
  EXPECT_THAT(errors, HasSubstr("error line"));
}

TEST(JobLog, ChangesWhatItTellsWhileTheJobRuns) {
  JobLog log = JobLog::open({}).value();
  Verbs verbs;
  log.add_verbs(verbs);
  EXPECT_EQ(verbs.find("log-level")->value(), "info");
  for (const std::string level : {"debug", "info", "warning", "error"}) {
    ASSERT_TRUE(verbs.set("log-level", level));
    EXPECT_EQ(verbs.find("log-level")->value(), level);
  }
  EXPECT_THAT(told_of_all_levels(log), Not(HasSubstr("warning line")));
  ASSERT_TRUE(verbs.set("log-level", "debug"));
  EXPECT_THAT(told_of_all_levels(log), HasSubstr("debug line"));
}

TEST(JobLog, RefusesALevelThatThereIsNot) {
  JobLog log = JobLog::open({}).value();
  Verbs verbs;
  log.add_verbs(verbs);
  const auto set = verbs.set("log-level", "loud");
  ASSERT_FALSE(set);
  EXPECT_EQ(set.error().code, ErrorCode::bad_input);
  EXPECT_THAT(set.error().text(), HasSubstr("'loud' (expected debug, info, warning or error)"));
  EXPECT_EQ(verbs.find("log-level")->value(), "info");
}

}  // namespace
}  // namespace isthmus::engine::program
