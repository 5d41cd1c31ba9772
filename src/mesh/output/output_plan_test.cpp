#include "mesh/output/output_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace isthmus::mesh {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Geometry eight_by_six{
    .whole = {{0, 0, 0}, {8, 6, 4}}, .origin = {0, 0, 0}, .spacing = {1, 1, 1}};

/// wave::phi, and spin::psi of complex numbers.
Plan functions() {
  Plan plan;
  plan.fields = {{.name = "wave::phi", .id = {0, 0}},
                 {.name = "spin::psi_re", .id = {1, 0}},
                 {.name = "spin::psi_im", .id = {2, 0}}};
  plan.complex_fields = {{"spin::psi", 1, 2}};
  plan.reductions = {{.name = "wave::energy", .field = 0}};
  return plan;
}

MeshFile file() {
  MeshFile file;
  file.file_name = "wave.toml";
  return file;
}

std::string refusal_of(const MeshFile& file) {
  const auto made = output_plan_of(file, functions(), eight_by_six);
  if (made) return {};
  EXPECT_EQ(made.error().code, ErrorCode::bad_input);
  return made.error().text();
}

TEST(OutputPlan, IsDueAtMultiplesOfEachThingsOwnNumberOfSteps) {
  OutputPlan plan;
  EXPECT_TRUE(plan.is_empty());
  EXPECT_FALSE(plan.is_due(0));
  EXPECT_EQ(plan.steps_to_next(3, 50), 50) << "nothing is ever due";
  plan.every = 10;
  EXPECT_FALSE(plan.is_due(10)) << "there are no fields";
  plan.fields = {0};
  plan.slices = {0, 0};
  plan.slice_every = {4, 0};
  plan.norms_every = 6;
  EXPECT_TRUE(plan.is_due(0));
  EXPECT_FALSE(plan.is_due(6)) << "there are no norms";
  EXPECT_EQ(plan.steps_to_next(4, 50), 4) << "8 is a multiple of 4";
  plan.norms = {{.field = 0}};
  EXPECT_TRUE(plan.is_due(6));
  EXPECT_FALSE(plan.is_due(7));
  EXPECT_EQ(plan.steps_to_next(4, 50), 2);
  EXPECT_EQ(plan.steps_to_next(6, 50), 2);
  EXPECT_EQ(plan.steps_to_next(8, 50), 2);
  EXPECT_EQ(plan.steps_to_next(4, 1), 1) << "at most the limit";
  EXPECT_EQ(plan.steps_to_next(0, 50), 4) << "the present step is done";
}

TEST(OutputPlan, OrdersWhatIsDueAndNothingElse) {
  OutputPlan plan;
  plan.every = 10;
  plan.fields = {0};
  plan.slices = {0, 0, 0};
  plan.slice_every = {4, 0, 5};
  EXPECT_TRUE(plan.order_at({.step = 20}).has_fields);
  EXPECT_THAT(plan.order_at({.step = 20}).slices, ElementsAre(0, 2)) << "one has no steps at all";
  EXPECT_FALSE(plan.order_at({.step = 15}).has_fields);
  EXPECT_THAT(plan.order_at({.step = 15}).slices, ElementsAre(2));
  EXPECT_EQ(plan.order_at({.step = 15, .time = 1.5}).moment.time, 1.5);
}

TEST(OutputPlan, HasNormsOfComplexNumbersByTheirAbsoluteValuesAlone) {
  MeshFile wanted = file();
  wanted.output.norms_every = 2;
  for (const char* const name : {"wave::phi", "spin::psi", "wave::energy"}) {
    wanted.output.norms.push_back({name, 7});
  }
  const auto plan = output_plan_of(wanted, functions(), eight_by_six);
  ASSERT_TRUE(plan) << plan.error().text();
  ASSERT_EQ(plan->norms.size(), 3U);
  EXPECT_EQ(plan->norms[0].field, 0);
  EXPECT_EQ(plan->norms[0].imaginary, -1);
  EXPECT_EQ(plan->norms[1].field, 1);
  EXPECT_EQ(plan->norms[1].imaginary, 2);
  EXPECT_EQ(plan->norms[2].field, -1);
  EXPECT_EQ(plan->norms[2].reduction, 0);
  std::vector<double> line = {0.5};
  const std::vector<double> values = {1, 2, 3, 4, 5, 6};
  plan->norms[1].add_to(line, values);
  EXPECT_THAT(line, ElementsAre(0.5, 1, 2, 3));
  plan->norms[0].add_to(line, values);
  EXPECT_THAT(line, ElementsAre(0.5, 1, 2, 3, 1, 2, 3, 4, 5, 6));
}

TEST(OutputPlan, HasFieldsOfEachLevelThatThereMayBe) {
  MeshFile wanted = file();
  wanted.output.every = 5;
  wanted.output.functions = {{"spin::psi", 3}, {"wave::phi", 3}};
  const auto plan = output_plan_of(wanted, functions(), eight_by_six);
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_THAT(plan->fields, ElementsAre(1, 0));
  EXPECT_THAT(plan->imaginary, ElementsAre(2, -1));
  EXPECT_FALSE(plan->setup.has_levels);
  LevelBox box;
  box.level = 2;
  wanted.refinement.boxes = {box};
  const auto levels = output_plan_of(wanted, functions(), eight_by_six);
  ASSERT_TRUE(levels) << levels.error().text();
  EXPECT_THAT(levels->fields, ElementsAre(1, 0, 1, 0, 1, 0));
  EXPECT_EQ(levels->setup.fields[5].name, "wave::phi");
  EXPECT_EQ(levels->setup.fields[5].level, 2);
}

TEST(OutputPlan, RefusesWhatIsNotThereWithItsLine) {
  MeshFile wanted = file();
  EXPECT_EQ(refusal_of(wanted), "") << "nothing is to be put out";
  wanted.output.every = 5;
  EXPECT_THAT(refusal_of(wanted), HasSubstr("'every' in [output], and nothing to put out"));
  wanted.output.functions = {{"wave::chi", 9}};
  EXPECT_THAT(refusal_of(wanted), HasSubstr("wave.toml:9: no function 'wave::chi' to put out"));
  wanted.output.functions.clear();
  wanted.output.norms_every = 1;
  wanted.output.norms = {{"wave::mass", 11}};
  EXPECT_THAT(refusal_of(wanted), HasSubstr("wave.toml:11: no function 'wave::mass'"));
  wanted.output.norms = {{"wave::phi", 11}};
  SliceSettings slice;
  slice.function = "wave::phi";
  slice.across = 2;
  slice.at = 1;
  slice.line = 13;
  wanted.output.slices = {slice};
  EXPECT_EQ(refusal_of(wanted), "");
  wanted.output.slices = {slice, slice};
  EXPECT_THAT(refusal_of(wanted), HasSubstr("wave.toml:13: two slices of the same points"));
  wanted.output.slices[1].across = 1;
  EXPECT_EQ(refusal_of(wanted), "");
  wanted.output.slices[1].at = 77;
  EXPECT_THAT(refusal_of(wanted), HasSubstr("wave.toml:13: "));
}

TEST(OutputPlan, KeepsTheStepWhoseIndexIsThere) {
  const std::string folder = ::testing::TempDir() + "output_plan_" + std::to_string(getpid());
  std::filesystem::create_directory(folder);
  OutputPlan plan;
  plan.setup.folder = folder;
  plan.setup.fields = {{"wave::phi", false, 0, {}}};
  EXPECT_EQ(plan.keep_up_to(0), -1) << "the job begins";
  EXPECT_EQ(plan.setup.last_step, -1);
  EXPECT_EQ(plan.keep_up_to(40), -1) << "there is no index: step 40 was not whole";
  EXPECT_EQ(plan.setup.last_step, 39);
  std::ofstream(folder + "/" + index_name(40)) << "x";
  EXPECT_EQ(plan.keep_up_to(40), 40);
  EXPECT_EQ(plan.setup.last_step, 40);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace isthmus::mesh
