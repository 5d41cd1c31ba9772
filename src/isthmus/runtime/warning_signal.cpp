#include "isthmus/runtime/warning_signal.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::runtime {

namespace {

// A signal's handler has nothing else to go by.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<int> event_to_raise = -1;
std::atomic<bool> has_warning_come = false;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

constexpr int signals[] = {SIGTERM, SIGUSR1};

void note_warning(int /*number*/) {
  const int error = errno;
  WarningSignal::note();
  errno = error;
}

}  // namespace

WarningSignal::WarningSignal() : event_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  ISTHMUS_ASSERT(event_to_raise == -1);
  event_to_raise = event_.descriptor();
  struct sigaction action{};
  action.sa_handler = note_warning;
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  for (const int number : signals) sigaction(number, &action, nullptr);
}

WarningSignal::~WarningSignal() {
  for (const int number : signals) std::signal(number, SIG_DFL);
  event_to_raise = -1;
  has_warning_come = false;
}

void WarningSignal::note() {
  has_warning_come = true;
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(event_to_raise, &one, sizeof(one));
}

bool WarningSignal::has_come() { return has_warning_come.load(std::memory_order_relaxed); }

void WarningSignal::quiet() const {
  std::uint64_t count = 0;
  [[maybe_unused]] const auto got = read(event_.descriptor(), &count, sizeof(count));
}

int WarningWatch::poll(sched::Pe&, TimeNs, bool) {
  if (has_asked_ || !WarningSignal::has_come()) return 0;
  has_asked_ = true;
  signal_.quiet();
  MembershipChange change;
  if (leaves_) change.leaving.push_back(process_.self());
  process_.log().info(
      leaves_ ? "this process was warned, and leaves at the next point"
              : "this process was warned; the job takes a checkpoint at the next point");
  process_.membership_changes().ask(change);
  return 1;
}

}  // namespace isthmus::engine::runtime
