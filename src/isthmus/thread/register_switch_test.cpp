#include "isthmus/thread/register_switch.hpp"

#include <gtest/gtest.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cfenv>
#include <cstdint>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "isthmus/thread/sanitizer_switch.hpp"

namespace isthmus::engine {
namespace {

/// A function on a stack of its own, as plainly as it can be had.
class Coroutine {
 public:
  explicit Coroutine(std::function<void(Coroutine&)> body, std::size_t offset = 0)
      : body_(std::move(body)), memory_(std::size_t{256} * 1024) {
    void* bottom = memory_.data();
    const std::size_t bytes = memory_.size() - offset;
    sanitizers_.created(bottom, bytes);
    own_ = new_stack(bottom, bytes, [](void* self) { static_cast<Coroutine*>(self)->run(); }, this);
  }
  ~Coroutine() { sanitizers_.destroyed(); }
  Coroutine(const Coroutine&) = delete;
  Coroutine& operator=(const Coroutine&) = delete;

  void enter() {
    sanitizers_.before_entering();
    switch_stack(owner_, own_);
    sanitizers_.after_leaving();
  }
  void leave() {
    sanitizers_.before_leaving(false);
    switch_back(own_, owner_);
    sanitizers_.after_entering();
  }

 private:
  void run() {
    sanitizers_.after_entering();
    body_(*this);
    sanitizers_.before_leaving(true);
    switch_back(own_, owner_);
  }

  std::function<void(Coroutine&)> body_;
  std::vector<std::byte> memory_;
  ParkedStack own_;
  ParkedStack owner_;
  detail::SanitizerSwitch sanitizers_;
};

TEST(RegisterSwitch, GoesThereAndComesBack) {
  std::vector<int> seen;
  Coroutine other([&](Coroutine& self) {
    seen.push_back(1);
    self.leave();
    seen.push_back(3);
  });
  other.enter();
  seen.push_back(2);
  other.enter();
  EXPECT_EQ(seen, (std::vector<int>{1, 2, 3}));
}

/// Fills the registers that a call keeps, switches, and says what they hold then.
template <class Switch>
std::uint64_t sum_of_kept(std::uint64_t seed, const Switch& go) {
  std::uint64_t a = seed, b = seed * 3, c = seed * 5, d = seed * 7, e = seed * 11, f = seed * 13;
  for (int turn = 0; turn < 100; ++turn) {
    // The compiler must not know the values after the switch from those before it.
    asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
    go();
    a += 1, b += 2, c += 3, d += 4, e += 5, f += 6;
  }
  return a + b + c + d + e + f;
}

TEST(RegisterSwitch, KeepsTheRegistersOfBothSides) {
  std::uint64_t theirs = 0;
  Coroutine other([&](Coroutine& self) { theirs = sum_of_kept(1000, [&] { self.leave(); }); });
  const std::uint64_t ours = sum_of_kept(1, [&] { other.enter(); });
  other.enter();
  EXPECT_EQ(ours, 40U + 2100U);
  EXPECT_EQ(theirs, 40000U + 2100U);
}

// To the nearest, a seventh is rounded down, as a double and as a long double.
double seventh() {
  volatile double one = 1.0;
  volatile double seven = 7.0;
  return one / seven;
}
long double long_seventh() {
  volatile long double one = 1.0L;
  volatile long double seven = 7.0L;
  return one / seven;
}

TEST(RegisterSwitch, KeepsTheRoundingOfEachSide) {
  const double nearest = seventh();
  const long double long_nearest = long_seventh();
  double theirs = 0;
  long double long_theirs = 0;
  int their_mode = -1;
  Coroutine other([&](Coroutine& self) {
    std::fesetround(FE_UPWARD);
    self.leave();
    their_mode = std::fegetround();
    theirs = seventh();
    long_theirs = long_seventh();
  });
  other.enter();
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  EXPECT_EQ(seventh(), nearest);
  EXPECT_EQ(long_seventh(), long_nearest);
  other.enter();
  EXPECT_EQ(their_mode, FE_UPWARD);
  EXPECT_GT(theirs, nearest);
  EXPECT_GT(long_theirs, long_nearest);
}

#if defined(__x86_64__)
// By SSE; std::fetestexcept() sees the flags of the x87 as well, which stay as they are.
void divide_by_zero() {
  volatile double one = 1.0;
  volatile double zero = 0.0;
  volatile double ratio = one / zero;
  static_cast<void>(ratio);
}
bool has_divided_by_zero() { return std::fetestexcept(FE_DIVBYZERO) != 0; }

TEST(RegisterSwitch, KeepsTheFlagsOfWhoIsSwitchedToAndNotOfWhoIsSwitchedBackTo) {
  std::feclearexcept(FE_ALL_EXCEPT);
  std::vector<bool> theirs;
  Coroutine other([&](Coroutine& self) {
    theirs.push_back(has_divided_by_zero());
    self.leave();
    theirs.push_back(has_divided_by_zero());
    divide_by_zero();
    self.leave();
    theirs.push_back(has_divided_by_zero());
  });
  other.enter();
  divide_by_zero();
  other.enter();
  std::feclearexcept(FE_ALL_EXCEPT);
  other.enter();
  EXPECT_EQ(theirs, (std::vector<bool>{false, false, true}));
  EXPECT_TRUE(has_divided_by_zero()) << "the flags that hold when a stack is left are kept";
  std::feclearexcept(FE_ALL_EXCEPT);
}
#endif

TEST(RegisterSwitch, BeginsUnderTheRoundingThatHeldWhenTheStackWasMade) {
  int their_mode = -1;
  Coroutine other([&](Coroutine&) { their_mode = std::fegetround(); });
  std::fesetround(FE_DOWNWARD);
  other.enter();
  EXPECT_EQ(std::fegetround(), FE_DOWNWARD);
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(their_mode, FE_TONEAREST);
}

TEST(RegisterSwitch, AlignsTheFirstFrameWhereverTheStackEnds) {
  for (std::size_t offset = 0; offset < 16; ++offset) {
    std::uintptr_t address = 1;
    Coroutine other(
        [&](Coroutine&) {
          alignas(16) volatile char aligned[16] = {};
          address = reinterpret_cast<std::uintptr_t>(&aligned[0]);
        },
        offset);
    other.enter();
    EXPECT_EQ(address % 16, 0U) << "a stack that ends " << offset << " bytes earlier";
  }
}

TEST(RegisterSwitch, GoesOnInAnotherThread) {
  std::vector<pid_t> seen;
  Coroutine other([&](Coroutine& self) {
    for (int i = 0; i < 2; ++i) {
      seen.push_back(gettid());
      self.leave();
    }
  });
  other.enter();
  pid_t id = 0;
  std::thread thread([&] {
    id = gettid();
    other.enter();
  });
  thread.join();
  EXPECT_NE(id, gettid());
  EXPECT_EQ(seen, (std::vector<pid_t>{gettid(), id}));
}

TEST(RegisterSwitchDeathTest, MakesNoSystemCall) {
#if defined(ISTHMUS_FOLLOWS_STACKS) || defined(ISTHMUS_FOLLOWS_FIBERS)
  GTEST_SKIP() << "a sanitizer that is told of a switch calls the system itself";
#endif
  EXPECT_EXIT(
      {
        int turns = 0;
        Coroutine other([&](Coroutine& self) {
          for (;; ++turns) self.leave();
        });
        // From here on the kernel kills whoever calls it for anything but read, write and exit.
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0) _exit(3);
        for (int i = 0; i < 1000; ++i) other.enter();
        syscall(SYS_exit, turns == 999 ? 0 : 4);
      },
      ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace isthmus::engine
