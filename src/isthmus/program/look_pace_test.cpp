#include "isthmus/program/look_pace.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine::program {
namespace {

constexpr TimeNs ms = 1'000'000;
constexpr TimeNs minute_ns = 60'000 * ms;

struct Looked {
  int looks = 0;
  TimeNs took_ns = 0;
};

/// Somebody asks for a look each half second of a minute, and one takes so long.
Looked look_for_a_minute(TimeNs look_ns) {
  LookPace pace;
  Looked looked;
  TimeNs asked_ns = 0;
  for (TimeNs now_ns = 0; now_ns < minute_ns; now_ns += ms) {
    if (now_ns < asked_ns || !pace.is_due(now_ns)) continue;
    asked_ns = now_ns + 500 * ms;
    pace.looked(now_ns, now_ns + look_ns);
    now_ns += look_ns;
    ++looked.looks;
    looked.took_ns += look_ns;
  }
  return looked;
}

TEST(LookPace, LeavesLooksThatTakeLittleAsOftenAsTheyAreAskedFor) {
  EXPECT_EQ(look_for_a_minute(10 * ms).looks, 120);
}

TEST(LookPace, LetsLooksTakeNoMoreThanAShareOfTheTime) {
  for (const TimeNs look_ns : {30 * ms, 100 * ms, 200 * ms}) {
    const Looked looked = look_for_a_minute(look_ns);
    EXPECT_LE(looked.took_ns, minute_ns * LookPace::share_percent / 100 + look_ns);
    EXPECT_GE(looked.took_ns, minute_ns * (LookPace::share_percent - 1) / 100);
  }
}

TEST(LookPace, HasNobodyWaitForLong) { EXPECT_GE(look_for_a_minute(1'000 * ms).looks, 12); }

}  // namespace
}  // namespace isthmus::engine::program
