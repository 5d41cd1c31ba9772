// Routines in the order in which they are called.
#include <gmock/gmock.h>

#include "mesh/flesh/flesh.hpp"
#include "mesh/flesh/test_flesh.hpp"

namespace isthmus::mesh {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Schedule, OrdersRoutinesByWhatTheyReadAndWriteAndBySayingSo) {
  Flesh flesh;
  Thorn& later = flesh.declare("later");
  const GridFunctionId energy = later.function("energy");
  Thorn& early = flesh.declare("early");
  const GridFunctionId phi = early.function("phi");
  early.routine(Bin::initial, "first", nothing).writes({phi});
  early.routine(Bin::analysis, "last", nothing).reads(phi).after("later::energy");
  early.routine(Bin::initial, "very_first", nothing).before("first");
  // A thorn may be declared before the one whose functions it reads.
  Thorn& third = flesh.declare("third");
  third.routine(Bin::initial, "reader", nothing).reads(energy);
  third.routine(Bin::initial, "writer", nothing).reads(phi).writes({energy});
  third.routine(Bin::analysis, "unrelated", nothing).before("absent::routine");
  const auto plan = flesh.plan(file_with("\"early\", \"later\", \"third\""));
  EXPECT_THAT(lines_of(flesh.mistakes(file_with("\"early\", \"later\", \"third\""))),
              ElementsAre(HasSubstr("early::last is after 'later::energy', and there is no such "
                                    "routine")));
  EXPECT_FALSE(plan);
}

TEST(Schedule, PutsReadersBehindWriters) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  const GridFunctionId a = thorn.function("a");
  const GridFunctionId b = thorn.function("b");
  const GridFunctionId c = thorn.function("c");
  thorn.routine(Bin::initial, "third", nothing).reads(b).writes({c});
  thorn.routine(Bin::initial, "second", nothing).reads(a).writes({b});
  thorn.routine(Bin::initial, "adds", nothing).reads(a).writes({a}).before("second");
  thorn.routine(Bin::initial, "first", nothing).writes({a});
  const auto plan = flesh.plan(file_with("\"wave\""));
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_THAT(operations(plan->initial),
              ElementsAre("wave::first", "wave::adds", "wave::second", "wave::third"));
}

TEST(Schedule, NamesACircle) {
  EXPECT_THAT(mistakes_of([](Thorn& thorn, GridFunctionId) {
                thorn.routine(Bin::initial, "a", nothing).before("b");
                thorn.routine(Bin::initial, "b", nothing).before("c");
                thorn.routine(Bin::initial, "c", nothing).before("a");
                thorn.routine(Bin::initial, "d", nothing).before("a");
              }),
              ElementsAre(HasSubstr("a circle in initial: wave::a before wave::b before wave::c "
                                    "before wave::a")));
  EXPECT_THAT(mistakes_of([](Thorn& thorn, GridFunctionId phi) {
                const GridFunctionId psi = thorn.function("psi");
                thorn.routine(Bin::initial, "begin", nothing).writes({phi, psi});
                thorn.routine(Bin::step, "one", nothing).reads(phi).writes({psi});
                thorn.routine(Bin::step, "two", nothing).reads(psi).writes({phi});
              }),
              ElementsAre(HasSubstr("a circle in step: wave::one before wave::two before "
                                    "wave::one")));
}

TEST(Schedule, FindsAWrongOrder) {
  const auto lines = mistakes_of(
      [](Thorn& thorn, GridFunctionId phi) {
        thorn.routine(Bin::initial, "begin", nothing).writes({phi});
        thorn.routine(Bin::step, "look", nothing).reads(phi).before("evolve");
        thorn.routine(Bin::step, "evolve", nothing).reads(phi.previous()).writes({phi});
      },
      2);
  EXPECT_THAT(lines,
              ElementsAre("wave::look reads wave::phi before wave::evolve has written it in this "
                          "step"));
}

TEST(Schedule, FindsTwoWhoWriteTheSameInNoOrder) {
  EXPECT_THAT(mistakes_of([](Thorn& thorn, GridFunctionId phi) {
                thorn.routine(Bin::initial, "one", nothing).writes({phi});
                thorn.routine(Bin::initial, "two", nothing).writes({phi});
              }),
              ElementsAre("wave::one and wave::two both write wave::phi in initial (expected one "
                          "to be before or after the other)"));
}

TEST(Schedule, FindsAThornThatGoesOnWhenTheNextHasBegun) {
  Flesh flesh;
  Thorn& one = flesh.declare("one");
  Thorn& two = flesh.declare("two");
  two.function("b");
  one.function("a");
  EXPECT_THAT(
      lines_of(flesh.mistakes(file_with("\"one\", \"two\""))),
      ElementsAre(HasSubstr("thorn 'one' declares functions, parameters or reductions behind thorn "
                            "'two'")));
}

}  // namespace
}  // namespace isthmus::mesh
