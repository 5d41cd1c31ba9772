#include "mesh/flesh/plan_check.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "mesh/flesh/flesh.hpp"

namespace isthmus::mesh {
namespace {

using ::testing::ElementsAre;

void nothing(const Patch&) {}

std::vector<std::string> state_names(const Flesh& flesh) {
  const auto file = read_mesh_file(
      "thorns = [\"wave\"]\n[grid]\npoints = 8\nspacing = 1\n[time]\nsteps = 1\nstep = 1", "a");
  const auto plan = flesh.plan(*file);
  EXPECT_TRUE(plan) << plan.error().text();
  std::vector<std::string> names;
  for (const std::int32_t field : state_of(*plan)) {
    names.push_back(plan->fields[static_cast<std::size_t>(field)].name);
  }
  return names;
}

TEST(StateOfAPlan, IsWhatAMethodOfLinesEvolves) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  const GridFunctionId phi = thorn.function("phi");
  const GridFunctionId change = thorn.function("change");
  const GridFunctionId medium = thorn.function("medium");
  thorn.evolves(phi, change);
  thorn.routine(Bin::initial, "begin", nothing).writes({phi, medium});
  thorn.routine(Bin::right_side, "derive", nothing).reads(phi, 1).reads(medium).writes({change});
  EXPECT_THAT(state_names(flesh), ElementsAre("wave::phi"));
}

TEST(StateOfAPlan, HasAllLevelsThatAStepReadsOnceTheyHaveGoneOn) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  const GridFunctionId phi = thorn.function("phi", {.time_levels = 3});
  thorn.routine(Bin::initial, "begin", nothing).writes({phi, phi.previous()});
  thorn.routine(Bin::step, "leap", nothing)
      .reads(phi.previous(), 1)
      .reads(phi.previous(2))
      .writes({phi})
      .synchronizes({phi});
  EXPECT_THAT(state_names(flesh), ElementsAre("wave::phi", "wave::phi_p"));
}

TEST(StateOfAPlan, IsEmptyWhereEachStepBeginsAnew) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  const GridFunctionId phi = thorn.function("phi");
  thorn.routine(Bin::step, "make", nothing).writes({phi});
  EXPECT_THAT(state_names(flesh), ElementsAre());
}

}  // namespace
}  // namespace isthmus::mesh
