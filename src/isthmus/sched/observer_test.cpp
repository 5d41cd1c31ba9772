#include "isthmus/sched/observer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "isthmus/message/pool.hpp"

namespace isthmus::engine::sched {
namespace {

/// Writes down what it is told, behind its name.
class Scribe final : public Observer {
 public:
  Scribe(std::string name, std::vector<std::string>& lines)
      : name_(std::move(name)), lines_(lines) {}
  void handling(const Message& message) override { note("handling", message.word); }
  void handled() override { note("handled"); }
  void sending(const Message& message) override { note("sending", message.word); }
  void charged(TimeNs duration_ns) override {
    note("charged", static_cast<std::uint64_t>(duration_ns));
  }
  void settling() override { note("settling"); }
  void stretch_begins() override { note("begins"); }
  void stretch_ends(const Stretch& stretch) override { note("ends", stretch.to); }
  void noted(std::string_view name, std::string_view text) override {
    lines_.push_back(name_ + " " + std::string(name) + "=" + std::string(text));
  }

 private:
  void note(const std::string& what, std::uint64_t number = 0) {
    lines_.push_back(name_ + " " + what + " " + std::to_string(number));
  }

  std::string name_;
  std::vector<std::string>& lines_;
};

TEST(Observers, AreEachToldEverythingInTheOrderInWhichTheyCame) {
  std::vector<std::string> lines;
  Scribe one("one", lines);
  Scribe two("two", lines);
  Observers both;
  both.add(one);
  both.add(two);
  EXPECT_EQ(both.count(), 2u);
  EXPECT_EQ(&both.first(), &one);
  Pool pool;
  MessagePtr message = pool.acquire(0);
  message->word = 7;
  both.handling(*message);
  both.sending(*message);
  both.charged(30);
  both.settling();
  both.stretch_begins();
  both.stretch_ends({.from = 1, .to = 2});
  both.noted("name", "text");
  both.handled();
  pool.release(std::move(message));
  const std::vector<std::string> expected = {
      "one handling 7", "two handling 7", "one sending 7",  "two sending 7",
      "one charged 30", "two charged 30", "one settling 0", "two settling 0",
      "one begins 0",   "two begins 0",   "one ends 2",     "two ends 2",
      "one name=text",  "two name=text",  "one handled 0",  "two handled 0"};
  EXPECT_EQ(lines, expected);
}

TEST(Observers, HearNothingAnyMoreWhenTheyHaveLeft) {
  std::vector<std::string> lines;
  Scribe one("one", lines);
  Scribe two("two", lines);
  Observers both;
  both.add(one);
  both.add(two);
  both.remove(one);
  both.remove(one);
  both.handled();
  EXPECT_EQ(lines, std::vector<std::string>{"two handled 0"});
  EXPECT_EQ(both.count(), 1u);
  EXPECT_EQ(&both.first(), &two);
}

}  // namespace
}  // namespace isthmus::engine::sched
